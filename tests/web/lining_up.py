"""Who sits, and what is chosen, on a page where a match is put together?"""

from tests.web.browsing import Browser

NAMES = ("Ana", "Bea", "Carlo", "Dina", "Emil", "Fien", "Greta")


def seat(browser: Browser, *names: str) -> Browser:
    for name in names:
        browser.tap(name)
    return browser


def seats_of(browser: Browser) -> list[str]:
    """Who sits, in the order of the seats, by the names on them."""
    ids = {player_id: name for name, player_id in browser.phone.player_ids.items()}
    values = browser.page.one("main").all("form")[0].form()[1].get("seat", [])
    return [ids[value] for value in values]


def fields_of(browser: Browser) -> dict[str, list[str]]:
    return browser.page.one("main").all("form")[0].form()[1]
