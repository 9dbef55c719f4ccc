"""The declared sum on real phones: as fast as it is spoken, on a slow line, on none, and without scripts."""

import http.client
from contextlib import suppress
from itertools import combinations_with_replacement, product
from urllib.parse import urlencode, urlsplit

import pytest

from companion.rules.declared import Declaration, find_target
from companion.rules.kinds import format_cards, parse_cards
from companion.rules.sums import check_sum
from companion.rules.targets import over_by
from companion.store import matches, sums, tables
from companion.store.connection import FILE_NAME, connect, write

from .evening import House, Phone
from .gestures import wait_until

pytestmark = pytest.mark.browser

KINDS = ("1", "2", "3", "4", "5", "6", "r1", "r2", "r3", "r4", "r5", "r6")
UPPER_THIRD = 281
SLOW = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}


class Checker(Phone):
    """A phone on the page that checks sums."""

    def open(self, path):
        self.page.goto(path)
        self.taps = 0
        return self

    def tap_cards(self, *cards):
        for card in cards:
            self.tap(f".card-key[value='{card}']")

    def flip(self, switch):
        self.tap(f"#sum .switch[value={switch}]")

    def wait_answer(self, state):
        self.page.wait_for_selector(f"#sum-answer[data-state={state}]", state="attached")

    def take(self, button=".take .main"):
        self.tap(button)
        self.wait_answer("taken")

    def ask(self, target):
        self.tap(f"#sum .target-chip[value='{target}']")
        self.page.wait_for_selector("dialog[open] .verdict")

    @property
    def sum(self):
        return int(self.page.inner_text("#sum-card"))

    @property
    def lit(self):
        """The target whose chip is lit, if any."""
        chips = self.page.locator(".target-chip.is-lit")
        return int(chips.get_attribute("value")) if chips.count() else None

    @property
    def spoken(self):
        return self.page.locator("[data-spoken] li").all_inner_texts()

    @property
    def cards(self):
        return [words.strip() for words in self.page.locator("[data-used] li").all_inner_texts()]


@pytest.fixture(scope="module")
def table(chromium, tmp_path_factory):
    """Ana and Bea in their first hand: the house, and what makes a phone theirs (or the host's)."""
    house = House(tmp_path_factory.mktemp("check") / "data")
    contexts = {name: chromium.new_context(locale="en-GB") for name in ("Ana", "Bea", "host")}
    pages = {name: context.new_page() for name, context in contexts.items()}
    for name in ("Ana", "Bea"):
        pages[name].goto(house.invitation)
        if name == "Bea":
            pages[name].click(".new-tile summary")
        pages[name].fill("input[name=new]", name)
        pages[name].click("button:has-text('Sit down')")
    pages["host"].goto(house.host_link)
    page = pages["Ana"]
    page.click("text=New match")
    page.click(".known-tile:has-text('Bea')")
    page.wait_for_selector(".seat:has-text('Bea')")
    page.click("text=Start the match")
    page.wait_for_selector(".deal-card")
    states = {name: context.storage_state() for name, context in contexts.items()}
    for context in contexts.values():
        context.close()
    yield house, page.url, states
    house.stop()


@pytest.fixture
def new_checker(table, new_phone):
    """Make a phone of somebody on the check page, with its taps counted from there."""
    _house, home, states = table

    def make(name="Ana", path="check", **options):
        return Checker(new_phone(storage_state=states[name], **options)).open(f"{home}{path}")

    return make


@pytest.fixture
def ana(new_checker):
    return new_checker()


@pytest.fixture
def stored(table):
    """What is stored of the table."""
    house, home, _states = table
    return Stored(house.data / FILE_NAME, home.rstrip("/").rpartition("/")[2])


class Stored:
    """The sums taken at a table, as they lie in the file."""

    def __init__(self, path, table_id):
        self.path, self.table_id = path, table_id

    def _ask(self, question):
        db = connect(self.path)
        answer = question(db)
        db.close()
        return answer

    def player_id(self, name):
        players = self._ask(lambda db: tables.list_players(db, self.table_id))
        return next(player.id for player in players if player.name == name)

    def sums(self, name):
        """The cards of each sum taken for a player in the open hand."""
        wanted = self.player_id(name)
        hand = self._ask(lambda db: matches.find_last_match(db, self.table_id)).open_hand
        taken = self._ask(lambda db: sums.list_taken(db, hand.id))
        return [format_cards(one.cards) for one in taken if one.player_id == wanted]

    def clear(self):
        def forget(db):
            with write(db):
                db.execute("DELETE FROM taken_sum")

        self._ask(forget)


@pytest.fixture(autouse=True)
def nothing_taken(stored):
    stored.clear()


# ---------------------------------------------------------------- as fast as it is spoken


@pytest.mark.parametrize("cards", ["4 3", "4 2 r3", "r5 1 1 2 1", "1 1 1 1 1 r1 r1"])
def test_k_cards_cost_k_taps_and_one_more_to_take(ana, stored, cards):
    ana.tap_cards(*cards.split())
    ana.take()

    assert ana.taps == len(cards.split()) + 1
    assert stored.sums("Ana") == [cards]


def test_every_button_lies_in_the_lower_two_thirds(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")

    tops = ana.page.locator("main button:visible, main a:visible").evaluate_all(
        "buttons => buttons.map(one => one.getBoundingClientRect().top)"
    )

    assert len(tops) > 24
    assert min(tops) >= UPPER_THIRD


def test_every_button_can_be_hit_without_scrolling(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")

    bar = ana.page.locator(".bar").bounding_box()["y"]
    bottoms = ana.page.locator("main button:visible").evaluate_all(
        "buttons => buttons.map(one => one.getBoundingClientRect().bottom)"
    )

    assert max(bottoms) <= bar


def test_every_button_is_big_enough_for_a_thumb(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")

    small = ana.page.locator("main button:visible").evaluate_all(
        """buttons => buttons.filter(one => one.getBoundingClientRect().width < 47.5
            || one.getBoundingClientRect().height < 47.5).map(one => one.outerHTML)"""
    )

    assert small == []


@pytest.mark.parametrize(("cards", "least"), [("6", 170), ("6 r6", 115), ("6 " * 17, 75)])
def test_the_sum_is_read_at_arms_length(ana, cards, least):
    ana.tap_cards(*cards.split())

    size, fits = ana.page.locator("#sum-card").evaluate(
        "card => [parseFloat(getComputedStyle(card).fontSize), card.scrollWidth <= card.offsetWidth]"
    )

    assert (size >= least, fits) == (True, True)


def test_nothing_moves_when_something_lights_up(ana):
    def places():
        return ana.page.locator(".card-key, .target-chip, .switch").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width])"
        )

    before = places()
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")
    wait_until(ana.page, lambda: places() == before)  # once the last key has come up again

    assert places() == before


def test_the_sum_is_said_as_at_the_table(ana):
    ana.tap_cards("4", "2", "r3")

    assert ana.spoken == ["4", "plus 2 is 6", "plus 3 is 9"]


def test_a_sum_beyond_11_says_by_how_much(ana):
    ana.tap_cards("6", "6", "r1")

    assert ana.page.inner_text("[data-over]") == "Too much by 2"
    assert ana.lit is None


@pytest.mark.parametrize(("cards", "lit"), [("6", None), ("4 2", 6), ("6 5", 11), ("6 4", 10), ("4 1", None)])
def test_the_chip_of_the_sum_lights_up(ana, cards, lit):
    ana.tap_cards(*cards.split())

    assert ana.lit == lit


def test_6_and_11_light_with_the_joker(ana):
    ana.tap_cards("4", "2")

    assert ana.page.is_visible("[data-joker]")


def test_any_card_is_taken_away_with_a_tap(ana):
    ana.tap_cards("4", "2", "r3")

    ana.tap("[data-used] li:nth-child(2) button")

    assert (ana.cards, ana.sum) == (["4", "3"], 7)


def test_all_cards_are_taken_away_with_one(ana):
    ana.tap_cards("4", "2", "r3")

    ana.tap("[data-clear]")

    assert (ana.cards, ana.sum, ana.lit) == ([], 0, None)


def test_a_long_press_moves_the_mark_of_the_hand_card(ana):
    ana.tap_cards("4", "2", "r3")

    press(ana, "[data-used] li:nth-child(3) button", seconds=0.7)

    assert ana.spoken == ["3", "plus 4 is 7", "plus 2 is 9"]
    assert ana.cards == ["4", "2", "3"]


def press(checker, selector, *, seconds):
    box = checker.page.locator(selector).bounding_box()
    checker.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    checker.page.mouse.down()
    checker.page.wait_for_timeout(seconds * 1000)
    checker.page.mouse.up()


# ---------------------------------------------------------------- browser and server together

ADD = """([inputs, isEmpty]) => inputs.map(text => {
  const cards = text ? text.split(' ') : [];
  const view = window.companion.sumView;
  return [view.add(cards), view.meet(cards, isEmpty), view.over(cards, isEmpty)];
})"""


def added_on_the_server(text, *, deck_empty):
    declared = Declaration(cards=parse_cards(text), deck_empty=deck_empty)
    target = find_target(declared)
    total = check_sum(declared.cards, target=9, colours=()).total
    return [total, target.target if target else 0, over_by(total, deck_empty=deck_empty)]


@pytest.mark.parametrize("deck_empty", [False, True])
def test_browser_and_server_add_the_same_for_all_cards_up_to_five(ana, deck_empty):
    texts = [" ".join(cards) for size in range(6) for cards in combinations_with_replacement(KINDS, size)]

    shown = ana.page.evaluate(ADD, [texts, deck_empty])

    assert len(texts) == 6188
    assert shown == [added_on_the_server(text, deck_empty=deck_empty) for text in texts]


def test_browser_and_server_add_the_same_in_any_order(ana):
    texts = [" ".join(cards) for cards in product(KINDS, repeat=3)]
    texts += [" ".join(cards) for cards in product("123456", repeat=5)]

    shown = ana.page.evaluate(ADD, [texts, False])

    assert shown == [added_on_the_server(text, deck_empty=False) for text in texts]


TAPS = (
    ("add:4", "add:r2", "add:3", "drop:0"),
    ("add:4", "add:r2", "add:3", "mark:2", "drop:0"),
    ("add:4", "add:r2", "add:3", "mark:2", "drop:2", "flip:all"),
    ("add:4", "mark:0", "add:5", "mark:1", "flip:deck", "clear:1", "add:6"),
    ("flip:none", "add:1", "flip:all", "flip:none", "drop:0", "add:2", "add:r6"),
)


@pytest.mark.parametrize("taps", TAPS, ids="+".join)
def test_browser_and_server_understand_the_same_taps(ana, new_checker, taps):
    plain = new_checker(java_script_enabled=False)
    fields = {}
    for tap in taps:
        name, _, value = tap.partition(":")
        ana.page.evaluate(TAP, [name, value])
        plain.page.goto(f"{plain.page.url.partition('?')[0]}?{urlencode({**fields, name: value})}")
        fields = fields_of(plain)

    assert fields_of(ana) == fields


TAP = """([name, value]) => {
  const button = document.createElement('button');
  Object.assign(button, { name: name, value: value });
  document.getElementById('sum').appendChild(button);
  button.click();
  button.remove();
}"""


def fields_of(checker):
    """What the form says by itself; the first card is the hand card unless another is named."""
    fields = checker.page.locator("#sum input").evaluate_all("all => all.map(one => [one.name, one.value])")
    return {name: value for name, value in fields if value not in ("", "0")}


# ---------------------------------------------------------------- a slow line, and none


def slow_down(checker):
    checker.page.context.new_cdp_session(checker.page).send("Network.emulateNetworkConditions", SLOW)


TEN_TAPS = """async keys => {
  const seen = [];
  const started = performance.now();
  for (const [place, key] of keys.entries()) {
    document.querySelector(`.card-key[value="${key}"]`).click();
    const lit = document.querySelector('.target-chip.is-lit');
    seen.push([Number(document.querySelector('#sum-card').innerText), lit && Number(lit.value)]);
    const next = started + 200 * (place + 1);
    await new Promise(resolve => setTimeout(resolve, next - performance.now()));
  }
  return { seen: seen, seconds: (performance.now() - started) / 1000 };
}"""


def test_ten_taps_in_two_seconds_on_a_slow_line_show_every_sum_and_the_right_verdict(ana):
    slow_down(ana)

    shown = ana.page.evaluate(TEN_TAPS, ["1", "1", "1", "1", "r1", "1", "1", "1", "1", "r1"])

    assert shown["seconds"] < 2.5
    assert shown["seen"] == [[total, total if total in range(6, 12) else None] for total in range(1, 11)]
    ana.wait_answer("wrong")
    assert "8 1s that are not red: only 6 are in play." in ana.page.inner_text("#sum-answer")
    assert ana.lit is None


def test_after_fast_taps_on_a_slow_line_the_right_sum_is_taken(ana, stored):
    slow_down(ana)

    ana.tap_cards("6", "6", "6")
    for _ in range(2):
        ana.tap("[data-used] li:nth-child(1) button")
    ana.tap_cards("r1")
    ana.wait_answer("right")
    ana.take()

    assert stored.sums("Ana") == ["6 r1"]


def hold(page, pattern):
    """Hold requests back; return where they gather."""
    held = []

    def keep(route):
        held.append(route)

    page.route(pattern, keep)
    return held


def test_an_old_answer_never_shows_over_a_newer_one(ana):
    held = hold(ana.page, "**part=answer**")
    ana.tap_cards("4", "3", "1")
    wait_until(ana.page, lambda: len(held) == 3)

    held[2].continue_()
    ana.wait_answer("right")
    for old in held[:2]:
        with suppress(Exception):  # the browser may have dropped it
            old.continue_()
    ana.page.wait_for_timeout(300)

    assert "3 cards" in ana.page.inner_text("#sum-answer")


def test_cards_are_added_while_the_line_is_gone(ana):
    ana.page.context.set_offline(True)

    ana.tap_cards("4", "2", "r3")

    assert (ana.sum, ana.lit, ana.spoken[-1]) == (9, 9, "plus 3 is 9")
    ana.page.wait_for_selector("#sum-answer:has-text('Not connected')")


def test_what_was_added_while_the_line_was_gone_is_judged_when_it_is_back(ana):
    ana.page.context.set_offline(True)
    ana.tap_cards("r5", "r5")

    ana.page.context.set_offline(False)

    ana.wait_answer("wrong")


def test_taking_without_a_line_says_so_and_counts_once_when_it_is_tapped_again(ana, stored):
    ana.tap_cards("4", "3")
    ana.wait_answer("right")
    ana.page.context.set_offline(True)
    ana.tap(".take .main")
    ana.page.wait_for_selector("[data-failed]")

    ana.page.context.set_offline(False)
    ana.take()

    assert stored.sums("Ana") == ["4 3"]


def test_a_lost_answer_is_asked_for_again_and_counts_once(ana, stored):
    ana.tap_cards("4", "3")
    ana.wait_answer("right")
    lose_one_answer(ana.page, "**/check/take")

    ana.tap(".take .main")
    ana.page.wait_for_selector("[data-failed]")
    ana.take()

    assert stored.sums("Ana") == ["4 3"]


def lose_one_answer(page, pattern):
    """Let one request reach the server, and its answer nobody."""

    def lose(route):
        asked = route.request
        address = urlsplit(asked.url)
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())
        line = http.client.HTTPConnection("127.0.0.1", address.port)
        line.request(
            "POST",
            address.path,
            asked.post_data,
            {**asked.headers, "host": address.netloc, "cookie": cookies},
        )
        assert line.getresponse().status == 200
        line.close()
        route.abort()

    page.route(pattern, lose, times=1)


def test_a_sum_that_could_not_be_taken_is_not_forgotten_over_the_next_cards(ana, stored):
    ana.tap_cards("4", "3")
    ana.wait_answer("right")
    ana.page.route("**/check/take", lambda route: route.abort(), times=1)

    ana.tap(".take .main")
    ana.page.wait_for_selector("[data-failed]")
    ana.tap("[data-used] li:nth-child(1) button")
    ana.take("[data-take] .main")

    assert stored.sums("Ana") == ["4 3"]


def test_cards_tapped_while_a_sum_is_being_taken_stay(ana, stored):
    slow_down(ana)
    ana.tap_cards("4", "3")
    ana.wait_answer("right")

    ana.tap(".take .main")
    ana.tap("[data-clear]")
    ana.tap_cards("5", "5")
    wait_until(ana.page, lambda: stored.sums("Ana") == ["4 3"])
    ana.wait_answer("right")

    assert (ana.cards, ana.sum) == (["5", "5"], 10)


# ---------------------------------------------------------------- taking


def test_two_phones_take_for_the_same_player_at_the_same_moment(new_checker, stored):
    ana, host = new_checker("Ana"), new_checker("host")
    ana.tap_cards("4", "3")
    host.tap_cards("r5", "2", "2")
    for checker in (ana, host):
        checker.wait_answer("right")
        slow_down(checker)  # both are on their way before either is answered

    ana.tap(".take .main")
    host.tap(".taker:has-text('Ana')")
    for checker in (ana, host):
        checker.wait_answer("taken")

    assert sorted(stored.sums("Ana")) == ["4 3", "r5 2 2"]


def test_one_of_two_is_undone_on_the_spot(new_checker, stored):
    ana, host = new_checker("Ana"), new_checker("host")
    ana.tap_cards("4", "3")
    ana.take()
    host.tap_cards("r5", "2", "2")
    host.take(".taker:has-text('Ana')")

    with ana.page.expect_navigation():
        ana.tap("#sum-answer button:has-text('Undo')")

    assert stored.sums("Ana") == ["r5 2 2"]
    assert ana.cards == ["4", "3"]


def test_a_phone_that_is_nobodys_takes_for_anybody_in_one_tap(new_checker, stored):
    host = new_checker("host")
    host.tap_cards("4", "3")

    host.take(".taker:has-text('Bea')")

    assert (host.taps, stored.sums("Bea")) == (3, ["4 3"])


def test_what_was_taken_is_offered_as_the_start_of_the_count(ana):
    ana.tap_cards("r5", "2", "2")
    ana.take()

    ana.go_to("Count")
    ana.tap("[data-start-button]")

    assert ana.page.inner_text("#pile-card") == "7"


def test_the_page_is_empty_for_the_next_sum(ana):
    ana.tap_cards("4", "3")

    ana.take()

    assert (ana.cards, ana.sum) == ([], 0)
    assert "Ana: 2 cards, 2 points" in ana.page.inner_text("#sum-answer")


# ---------------------------------------------------------------- the verdict


def test_a_tap_on_the_lit_chip_gives_the_verdict(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")

    ana.ask(9)

    verdict = ana.page.inner_text("dialog .verdict")
    assert "Right" in verdict
    assert "4 plus 2 is 6, plus 3 is 9" in verdict
    assert "5 points" in verdict


def test_everything_that_is_wrong_is_said(ana):
    ana.flip("deck")
    ana.tap_cards("r5", "r5")

    ana.ask(10)

    reasons = ana.page.locator("dialog .reason .strong").all_inner_texts()
    assert reasons == ["The deck is empty: the target is 7.", "2 red 5s: only 1 is in play."]


def test_a_tweak_says_what_follows_in_order(ana):
    ana.tap_cards("4", "2", "r3")
    ana.flip("all")

    ana.ask(9)

    steps = ana.page.locator("dialog .tweak-steps li").all_inner_texts()
    assert [step.split("The rule")[0].strip() for step in steps] == [
        "Take one [T!] card",
        "Draw back up to 3",
        "2 deck cards go on the table",
    ]


def test_a_tweak_is_ticked_in_the_verdict(ana, stored):
    ana.tap_cards("4", "3")
    ana.wait_answer("right")
    ana.ask(7)

    ana.tap("dialog .switch[value=all]")
    ana.page.wait_for_selector("dialog .tweak-steps")
    ana.take("dialog .take .main")

    assert "Ana: 3 cards, 4 points" in ana.page.inner_text("#sum-answer")


def test_the_mark_is_moved_in_the_verdict(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")
    ana.ask(9)

    ana.tap("dialog [name=mark][value='2']")

    ana.page.wait_for_selector("dialog:has-text('3 plus 4 is 7, plus 2 is 9')")


def test_back_leads_to_the_same_cards(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")
    ana.ask(8)

    ana.tap("dialog [data-close]")

    assert (ana.page.is_visible("dialog"), ana.cards) == (False, ["4", "2", "3"])


# ---------------------------------------------------------------- what stays


def test_a_page_that_is_loaded_again_shows_the_same_cards(ana):
    ana.tap_cards("4", "2", "r3")

    ana.page.reload()

    assert (ana.cards, ana.sum) == (["4", "2", "3"], 9)


def test_an_empty_deck_stays_empty_for_the_rest_of_the_hand(ana):
    ana.flip("deck")
    ana.go_to("Scores")

    ana.go_to("Check")
    ana.tap_cards("4", "5")

    assert (ana.page.get_attribute("#sum .switch[value=deck]", "aria-pressed"), ana.lit) == ("true", None)


def deal_anew(checker):
    """Let the hand count for nothing, on another page of the phone."""
    page = checker.page.context.new_page()
    page.goto(f"{checker.page.url.partition('check')[0]}void")
    page.click(".button.main")
    page.wait_for_selector("#board")


def test_in_the_next_hand_the_deck_is_full_again(ana):
    ana.flip("deck")
    ana.go_to("Scores")
    deal_anew(ana)

    ana.go_to("Check")

    assert ana.page.get_attribute("#sum .switch[value=deck]", "aria-pressed") == "false"


def test_a_page_that_is_open_notices_the_next_hand(ana, stored):
    ana.flip("deck")

    deal_anew(ana)
    ana.page.wait_for_selector("#sum .switch[value=deck][aria-pressed=false]")
    ana.tap_cards("4", "5")
    ana.take()

    assert stored.sums("Ana") == ["4 5"]


def test_7_after_the_deck_is_the_blue_card(ana):
    ana.flip("deck")

    ana.tap_cards("1", "4", "2")

    assert ana.page.locator("#sum-card.is-lit.is-blue").count() == 1


def test_the_page_breaks_no_rule_of_its_own(ana):
    ana.tap_cards("4", "2", "r3")
    ana.wait_answer("right")
    ana.ask(9)
    ana.tap("dialog [data-close]")
    ana.take()

    assert ana.complaints == []


# ---------------------------------------------------------------- without scripts, and without a table


def test_without_scripts_every_key_sends_the_form(new_checker, stored):
    plain = new_checker(java_script_enabled=False)

    for card in ("4", "2", "r3"):
        with plain.page.expect_navigation():
            plain.tap_cards(card)
    with plain.page.expect_navigation():
        plain.tap(".take .main")

    assert stored.sums("Ana") == ["4 2 r3"]
    assert "Ana: 3 cards, 5 points" in plain.page.inner_text("#sum-answer")


def test_without_scripts_cards_are_typed(new_checker):
    plain = new_checker(java_script_enabled=False)

    plain.page.fill("#typed-cards", "R5+2 2")
    with plain.page.expect_navigation():
        plain.tap(".typed button")

    assert (plain.sum, plain.lit) == (9, 9)


def test_without_scripts_the_verdict_is_a_page(new_checker):
    plain = new_checker(java_script_enabled=False, path="check?cards=4+2+r3")

    with plain.page.expect_navigation():
        plain.tap(".target-chip[value='9']")

    assert "4 plus 2 is 6, plus 3 is 9" in plain.page.inner_text("main")


def test_the_checker_works_without_a_table(table, new_phone):
    house, _home, _states = table
    alone = Checker(new_phone()).open(f"{house.url}/check")

    alone.tap_cards("4", "2", "r3")
    alone.wait_answer("right")

    assert alone.page.inner_text("#sum-answer") == "Right: 3 cards, 5 points"
    assert alone.complaints == []
