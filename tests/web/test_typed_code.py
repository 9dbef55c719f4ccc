"""The code that is typed where scanning does not work: forgiving to people, slow to who tries many."""

import pytest
from flask import Flask

from companion.web.throttle import Throttle
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def code(stranger: Phone) -> str:
    return stranger.table.code


def test_the_right_code_leads_to_the_table(stranger: Phone, code: str) -> None:
    browser = Browser(stranger).open("/").tap("Come in", code=code)

    assert browser.path == stranger.invitation
    assert browser.page.one("h1").text == "Who are you?"


@pytest.mark.parametrize(
    "spell",
    [
        str.lower,
        " ".join,
        "-".join,
        lambda code: f"  {code[:3]} {code[3:]}\t",
        lambda code: f"{code[:3]}-{code[3:].lower()}",
        lambda code: code.translate(str.maketrans("ACEHKMPTYX", "АСЕНКМРТУХ")).lower(),
        lambda code: code.translate(str.maketrans("AEHKMPTYX", "ΑΕΗΚΜΡΤΥΧ")),
    ],
    ids=["small", "spaces", "dashes", "pasted", "mixed", "Russian", "Greek"],
)
def test_the_code_may_be_typed_as_people_type(stranger: Phone, code: str, spell: object) -> None:
    answer = stranger.post("/code", {"code": spell(code)})

    assert answer.status_code == 303
    assert answer.headers["Location"] == stranger.invitation


@pytest.mark.parametrize("typed", ["AAAAAA", "", "A", "x" * 5000, "ÄÖÜ", "' OR 1=1 --", "<script>"])
def test_a_wrong_code_is_refused_in_words(stranger: Phone, typed: str) -> None:
    answer = stranger.post("/code", {"code": typed})

    assert answer.status_code == 422
    assert "No table has this code. Look at it once more." in answer.text


def test_a_wrong_code_stays_in_its_field(stranger: Phone) -> None:
    browser = Browser(stranger).open("/").tap("Come in", code='aa "b')

    assert browser.page.one("input", name="code")["value"] == 'AA"B'


def test_the_field_of_a_wrong_code_is_said_to_be_wrong(stranger: Phone) -> None:
    browser = Browser(stranger).open("/").tap("Come in", code="AAAAAA")

    field = browser.page.one("input", name="code")
    assert field["aria-invalid"] == "true"
    assert "No table" in browser.page.one("p", id=field["aria-describedby"]).text


def test_the_join_token_is_no_code(stranger: Phone) -> None:
    assert stranger.post("/code", {"code": stranger.table.join_token}).status_code == 422


def test_a_new_code_lets_the_old_one_in_no_more(stranger: Phone, server_host: Phone, code: str) -> None:
    server_host.post(f"{stranger.home}code")

    assert stranger.post("/code", {"code": code}).status_code == 422


class TestManyTries:
    def test_ten_tries_are_fine(self, stranger: Phone) -> None:
        answers = [stranger.post("/code", {"code": "AAAAAA"}).status_code for _ in range(10)]

        assert answers == [422] * 10

    def test_then_it_is_slowed_down_in_words(self, stranger: Phone) -> None:
        for _ in range(10):
            stranger.post("/code", {"code": "AAAAAA"})

        answer = stranger.post("/code", {"code": "AAAAAA"})

        assert answer.status_code == 429
        assert "Too many tries. Wait a moment, then try again." in answer.text

    def test_even_the_right_code_has_to_wait_then(self, stranger: Phone, code: str) -> None:
        for _ in range(10):
            stranger.post("/code", {"code": "AAAAAA"})

        answer = stranger.post("/code", {"code": code})

        assert answer.status_code == 429
        assert stranger.table.join_token not in answer.text

    def test_another_cookie_is_no_way_round(self, stranger: Phone, new_phone: object) -> None:
        answers = [new_phone().post("/code", {"code": "AAAAAA"}).status_code for _ in range(11)]

        assert answers[-1] == 429

    def test_scanning_is_not_slowed_down(self, stranger: Phone) -> None:
        for _ in range(11):
            stranger.post("/code", {"code": "AAAAAA"})

        assert stranger.get(stranger.invitation).status_code == 200


class Clock:
    """A clock that is moved by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def throttle(clock: Clock) -> Throttle:
    """Two tries for each caller, five for all together, one more every ten seconds."""
    return Throttle(tries=2, seconds_per_try=10.0, tries_of_all=5, clock=clock)


class TestThrottle:
    def test_a_caller_has_so_many_tries(self, throttle: Throttle) -> None:
        assert [throttle.allow("a") for _ in range(3)] == [True, True, False]

    def test_another_caller_has_their_own(self, throttle: Throttle) -> None:
        for _ in range(3):
            throttle.allow("a")

        assert throttle.allow("b")

    def test_tries_come_back_with_time(self, throttle: Throttle, clock: Clock) -> None:
        for _ in range(3):
            throttle.allow("a")

        clock.now = 10.0

        assert [throttle.allow("a") for _ in range(2)] == [True, False]

    def test_no_more_come_back_than_there_were(self, throttle: Throttle, clock: Clock) -> None:
        throttle.allow("a")

        clock.now = 10_000.0

        assert [throttle.allow("a") for _ in range(3)] == [True, True, False]

    def test_many_callers_together_have_so_many(self, throttle: Throttle) -> None:
        assert [throttle.allow(str(caller)) for caller in range(6)] == [True] * 5 + [False]

    def test_a_refused_caller_takes_no_try_from_the_others(self, throttle: Throttle) -> None:
        for _ in range(50):
            throttle.allow("a")

        assert throttle.allow("b")

    def test_it_does_not_remember_callers_without_end(self, throttle: Throttle) -> None:
        for caller in range(5000):
            throttle.allow(str(caller))

        assert len(throttle._buckets) < 1100


def test_the_app_slows_codes_down(app: Flask) -> None:
    assert isinstance(app.extensions["companion"].code_throttle, Throttle)
