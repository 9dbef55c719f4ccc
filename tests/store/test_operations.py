import pytest

from companion.store import operations
from companion.store.connection import write
from tests.store.stock import AT, LATER

ANSWERS = {
    "words and numbers": {"match_id": "zw3", "number": 3},
    "yes, no and nothing": {"is_done": True, "asks": False, "next": None},
    "another alphabet": {"name": "Зоя"},
    "nothing": {},
}


def add(db, operation_id, answer, at=AT):
    with write(db):
        operations.add_operation(
            db, operation_id, table_id="table", fingerprint="print", answer=answer, at=at
        )


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_comes_back_as_it_was_given(stocked, answer):
    add(stocked, "op", answer)

    assert operations.find_operation(stocked, "op") == ("print", answer)


def test_an_operation_that_was_not_done_is_not_found(stocked):
    assert operations.find_operation(stocked, "op") is None


def test_only_operations_from_before_are_forgotten(stocked):
    add(stocked, "old", {}, at=AT)
    add(stocked, "new", {}, at=LATER)

    with write(stocked):
        operations.forget_old(stocked, before=LATER)

    assert operations.find_operation(stocked, "old") is None
    assert operations.find_operation(stocked, "new") is not None
