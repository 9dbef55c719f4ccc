"""One phone turns the pages of the lesson for the others and the television."""

import pytest

from companion.rulebook.lesson import read_lesson
from companion.rulebook.texts import say_line

from .evening import Phone

pytestmark = pytest.mark.browser


@pytest.fixture
def ana(house, new_phone):
    phone = Phone(new_phone()).arrive(house.invitation, "Ana")
    phone.tap("text=New to the game")
    phone.page.wait_for_selector("#lesson")
    return phone


@pytest.fixture
def bea(ana, house, new_phone):
    """Bea follows, in Italian."""
    with ana.page.expect_navigation():
        ana.tap_button("Show this to the whole table")
    phone = Phone(new_phone(locale="it-IT"))
    phone.scan(house.invitation)
    phone.sit_down_in_any_language("Bea")
    phone.tap("#board .note a")
    phone.page.wait_for_selector("#lesson")
    return phone


def next_page(phone):
    with phone.page.expect_navigation():
        phone.tap_button("Next, for everybody")


def test_every_page_is_turned_on_all_phones_each_in_its_language(ana, bea, house, new_phone):
    television = Phone(new_phone(viewport={"width": 1280, "height": 720}, is_mobile=False))
    television.page.goto(house.host_link)
    television.page.goto(house.url + ana.table_path + "/tv")

    for step, passo in zip(read_lesson("en"), read_lesson("it"), strict=True):
        bea.page.wait_for_selector(f"#lesson h1:has-text('{say_line(passo.title)}')")
        television.page.wait_for_selector(f".tv-lesson h1:has-text('{say_line(step.title)}')")
        assert ana.page.inner_text("#lesson h1") == say_line(step.title)
        if step.number < len(read_lesson("en")):
            next_page(ana)

    ana.tap_button("Done")
    bea.page.wait_for_selector("#lesson a:has-text('Punti')")
    television.page.wait_for_selector(".shows-invite")
    assert ana.complaints == bea.complaints == television.complaints == []


def test_what_is_picked_stays_while_others_do_something(ana, bea):
    next_page(ana)
    next_page(ana)
    bea.page.wait_for_selector("#try")
    bea.tap(".pick >> nth=0")
    ana.tap(".pick >> nth=1")
    revision = int(bea.page.get_attribute("body", "data-revision"))

    ana.page.evaluate(  # something else at the table, that both hear of
        """async () => {
            const form = new URLSearchParams({ name: 'Carlo', op: 'one' });
            await fetch(location.pathname.replace('/lesson', '/new/player'), { method: 'POST', body: form });
        }"""
    )
    bea.page.wait_for_timeout(500)

    assert revision
    assert bea.page.is_checked(".pick input >> nth=0")
    assert ana.page.is_checked(".pick input >> nth=1")


def test_a_sum_is_judged_without_leaving_the_page(ana, bea):
    next_page(ana)
    next_page(ana)
    bea.page.wait_for_selector("#try")
    before = bea.page.url
    for place in (2, 3):
        bea.tap(f".pick >> nth={place}")

    bea.tap("#try button")

    bea.page.wait_for_selector(".try-right:has-text('4 più 5 fa 9')")
    assert bea.page.url == before
