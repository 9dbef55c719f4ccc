"""What holds for every act at a table, whatever it is about."""

import pytest

from companion.actions.desk import Stale
from companion.store import tables
from companion.store.connection import connect
from tests.actions.acts import ACTS

every_act = pytest.mark.parametrize("name", ACTS)
every_act_with_content = pytest.mark.parametrize("name", [name for name in ACTS if ACTS[name][1]])


def revisions(circle):
    return dict(circle.desk.db.execute("SELECT id, revision FROM game_table").fetchall())


@every_act
def test_an_act_raises_the_revision_by_one_and_tells_it(evening, name):
    do = ACTS[name][0](evening)
    before = revisions(evening)

    do("op")

    raised = {
        table: revision for table, revision in revisions(evening).items() if before.get(table) != revision
    }
    assert evening.told == list(raised.items())
    assert all(revision == before.get(table, 1) + 1 for table, revision in raised.items())


@every_act
def test_an_act_is_told_only_when_others_can_read_it(evening, name):
    read = []

    def read_elsewhere(table_id, revision):
        db = connect(evening.path)
        read.append((revision, tables.get_revision(db, table_id)))
        db.close()

    evening.hear(read_elsewhere)
    ACTS[name][0](evening)("op")

    assert [told == stored for told, stored in read] == [True]


@every_act
def test_an_act_is_kept_with_its_moment(evening, name):
    do = ACTS[name][0](evening)
    known = evening.desk.db.execute("SELECT max(id) FROM change").fetchone()[0]

    do("op")

    kept = evening.desk.db.execute("SELECT changed_at FROM change WHERE id > ?", [known]).fetchall()
    assert kept
    assert set(kept) == {(evening.clock.moment.isoformat(timespec="milliseconds"),)}


@every_act
def test_an_act_that_is_repeated_changes_nothing_and_tells_nobody(evening, name):
    do = ACTS[name][0](evening)
    do("op")
    before, told = evening.everything(), list(evening.told)

    do("op")

    assert evening.everything() == before
    assert evening.told == told


@every_act
def test_an_act_that_is_repeated_gives_the_same_answer(evening, name):
    do = ACTS[name][0](evening)

    assert do("op") == do("op")


@every_act_with_content
def test_an_id_that_is_used_for_something_else_is_refused(evening, name):
    do, otherwise = (act(evening) for act in ACTS[name])
    do("op")

    with pytest.raises(Stale) as refusal:
        otherwise("op")

    assert refusal.value.code == "operation_reused"


@every_act_with_content
def test_an_id_that_is_used_for_something_else_changes_nothing(evening, name):
    do, otherwise = (act(evening) for act in ACTS[name])
    do("op")
    before, told = evening.everything(), list(evening.told)

    with pytest.raises(Stale):
        otherwise("op")

    assert evening.everything() == before
    assert evening.told == told


@every_act
def test_an_act_that_breaks_at_the_end_leaves_nothing_and_tells_nobody(evening, name, monkeypatch):
    do = ACTS[name][0](evening)
    before = evening.everything()

    def fail(db, table_id):
        raise RuntimeError("power cut")

    monkeypatch.setattr(tables, "raise_revision", fail)
    with pytest.raises(RuntimeError, match="power cut"):
        do("op")

    assert evening.everything() == before
    assert evening.told == []


def test_an_id_that_is_used_for_another_kind_of_act_is_refused(evening):
    start, close = ACTS["start a match"][0](evening), ACTS["close a hand"][0](evening)
    start("op")

    with pytest.raises(Stale) as refusal:
        close("op")

    assert refusal.value.code == "operation_reused"
