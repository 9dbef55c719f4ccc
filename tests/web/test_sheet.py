"""The score sheet of a match, and the correction of a pile that was counted before."""

import pytest

from companion.rules.pile import Count
from tests.conftest import Phone
from tests.web.browsing import Browser


@pytest.fixture
def played(ana: Phone, bea: Phone) -> Phone:
    """Ana's phone; two hands are closed: 9 and 4, then 2 and 8."""
    ana.start_match("Ana", "Bea", dealer="Ana", target=100)
    for points in ((9, 4), (2, 8)):
        ana.save_pile("Ana", plain=points[0])
        ana.save_pile("Bea", plain=points[1])
        ana.close_hand()
    return ana


CHIP = "Ddeals"  # for the eye and for the ear


@pytest.fixture
def sheet(played: Phone) -> Browser:
    return Browser(played).open(f"{played.home}matches").tap("Score sheet")


def rows_of(browser: Browser) -> list[str]:
    return [row.text for row in browser.page.one("main").one("table").all("tr")]


def correct_url(phone: Phone, name: str, *, hand: int = 0) -> str:
    return f"{phone.home}hands/{phone.match.hands[hand].id}/piles/{phone.player_ids[name]}/correct"


def counted(phone: Phone, name: str, *, hand: int = 0) -> Count:
    return phone.match.rules.hands[hand].piles[phone.player_ids[name]]


def cells_of(browser: Browser, row: int) -> list[list[str]]:
    """A row's cells, each as its numbers and words but for the dealer's chip."""
    found = browser.page.one("main").one("table").all("tr")[row]
    return [[word for word in cell.text.split() if word != CHIP] for cell in found.all("td")]


def test_everybody_has_a_column(sheet: Browser) -> None:
    heads = [head.all("span")[-1].text for head in sheet.page.one("thead").all("th")[1:-1]]

    assert heads == ["Ana", "Bea"]


def test_every_hand_has_a_row_with_points_and_running_totals(sheet: Browser) -> None:
    first, second = cells_of(sheet, 1), cells_of(sheet, 2)

    assert [cell[:2] for cell in first[:2]] == [["9", "9"], ["4", "4"]]
    assert [cell[:2] for cell in second[:2]] == [["2", "11"], ["8", "12"]]


def test_every_hand_says_who_dealt(sheet: Browser) -> None:
    rows = [row.all("td") for row in sheet.page.one("tbody").all("tr")]

    assert [[CHIP in cell.text for cell in cells[:2]] for cells in rows] == [[True, False], [False, True]]


def test_the_five_counts_stand_behind_each_number(sheet: Browser) -> None:
    assert cells_of(sheet, 1)[0][2:] == ["9", "0", "0", "0", "0"]


def test_the_last_row_adds_up(sheet: Browser) -> None:
    assert [cell.text for cell in sheet.page.one("tfoot").all("td")][:2] == ["11", "12"]


def test_the_cards_left_over_are_noted(sheet: Browser) -> None:
    assert "41 left" in rows_of(sheet)[1]


def test_a_hand_closed_as_counted_is_noted(played: Phone) -> None:
    played.save_pile("Ana", plain=30, anyway=1)
    played.save_pile("Bea", plain=30, anyway=1)
    played.close_hand()

    sheet = Browser(played).open(f"{played.home}matches/{played.match.id}/sheet")

    assert "as counted" in rows_of(sheet)[3]


def test_a_watcher_reads_but_corrects_nothing(played: Phone, watcher: Phone) -> None:
    sheet = Browser(watcher).open(f"{played.home}matches/{played.match.id}/sheet")

    assert sheet.page.one("main").one("table").all("a") == []


def test_an_unknown_match_has_no_sheet(played: Phone) -> None:
    assert played.get(f"{played.home}matches/nosuchmatch/sheet").status_code == 404


class TestCorrection:
    @pytest.fixture
    def page(self, played: Phone, sheet: Browser) -> Browser:
        """The page that a tap on Ana's first number opens."""
        link = next(link for link in sheet.page.all("a") if link.get("href") == correct_url(played, "Ana"))
        return sheet.open(link["href"])

    def test_it_shows_what_was_counted(self, page: Browser) -> None:
        _, fields = page.page.one("main").one("form").form()

        assert [fields[name] for name in ("plain", "red", "five", "red_five", "tweak")] == [
            ["9"],
            ["0"],
            ["0"],
            ["0"],
            ["0"],
        ]

    def test_it_is_saved_and_leads_back_to_the_sheet(self, page: Browser, played: Phone) -> None:
        page.tap("Save the correction", plain=8, red=1)

        assert counted(played, "Ana") == Count(plain=8, red=1)
        assert page.path.endswith("/sheet")
        assert cells_of(page, 1)[0][0] == "11"

    def test_totals_follow_at_once_everywhere(self, page: Browser, played: Phone, bea: Phone) -> None:
        page.tap("Save the correction", plain=20)

        assert "22" in Browser(bea).open(bea.home).text

    @pytest.mark.parametrize(("typed", "reason"), [("41", "Only 40 cards"), ("x", "Whole numbers only")])
    def test_what_cannot_be_is_refused_and_stays_typed(
        self, page: Browser, played: Phone, typed: str, reason: str
    ) -> None:
        page.tap("Save the correction", plain=typed, red="3")

        assert page.status == 422
        assert reason in page.text
        assert page.list_refused() == ["plain"]
        assert page.page.one("input", name="plain")["value"] == typed
        assert page.page.one("input", name="red")["value"] == "3"
        assert counted(played, "Ana") == Count(plain=9)

    def test_of_several_wrong_fields_each_is_marked_and_the_reason_said_once(self, page: Browser) -> None:
        page.tap("Save the correction", red="x", tweak="y")

        assert page.list_refused() == ["red", "tweak"]
        assert page.text.count("Whole numbers only") == 1

    def test_what_does_not_fit_is_asked_about(self, page: Browser, played: Phone) -> None:
        page.tap("Save the correction", plain=1, tweak=2)

        assert "Each [T!] card takes a sum of two cards at least." in page.text

    def test_the_table_can_leave_it_so(self, page: Browser, played: Phone) -> None:
        page.tap("Save the correction", plain=1, tweak=2).tap("Save it anyway")

        assert counted(played, "Ana") == Count(plain=1, tweak=2)

    def test_a_correction_on_top_of_another_is_shown_beside_it(
        self, page: Browser, played: Phone, bea: Phone
    ) -> None:
        Browser(bea).open(correct_url(bea, "Ana")).tap("Save the correction", plain=7)

        page.tap("Save the correction", plain=8)

        assert page.status == 409
        assert counted(played, "Ana") == Count(plain=7)

    def test_of_two_corrections_one_can_be_chosen(self, page: Browser, played: Phone, bea: Phone) -> None:
        Browser(bea).open(correct_url(bea, "Ana")).tap("Save the correction", plain=7)
        page.tap("Save the correction", plain=8)

        page.send(page.page.one("main").all("form")[0].one("button"))

        assert counted(played, "Ana") == Count(plain=8)

    def test_an_open_hand_is_counted_and_not_corrected(self, played: Phone) -> None:
        assert played.get(correct_url(played, "Ana", hand=2)).status_code == 404

    def test_an_end_that_a_correction_removes_is_none(self, ana: Phone, bea: Phone) -> None:
        ana.start_match("Ana", "Bea", target=20)
        ana.save_pile("Ana", plain=25)
        ana.save_pile("Bea", plain=3)
        ana.close_hand()

        Browser(ana).open(correct_url(ana, "Ana")).tap("Save the correction", plain=15)

        assert "wins" not in Browser(bea).open(bea.home).page.one("h1").text

    def test_closed_hands_can_be_locked_by_the_host(
        self, page: Browser, played: Phone, server_host: Phone
    ) -> None:
        server_host.post(f"{played.home}lock", {"is_locked": "1"})

        page.tap("Save the correction", plain=8)

        assert page.status == 422
        assert "Closed hands are locked." in page.text
        assert counted(played, "Ana") == Count(plain=9)

    def test_the_host_corrects_locked_hands(self, played: Phone, server_host: Phone) -> None:
        server_host.post(f"{played.home}lock", {"is_locked": "1"})

        Browser(server_host).open(correct_url(played, "Ana")).tap("Save the correction", plain=8)

        assert counted(played, "Ana") == Count(plain=8)
