"""What do the small things look like that every page shows?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from companion.rules.cards import AS_SORTED, COLOURS, IN_BOX, POINTS, Colour
from companion.store.rows import PlayerRow, TableRow
from companion.web import wording

SHORT_NAME = 6


@dataclass(frozen=True)
class PlayerView:
    """A player as shown: name, and animal as decoration."""

    id: str
    name: str
    animal: str

    @property
    def short_name(self) -> str:
        """The name for the page's header."""
        return self.name if len(self.name) <= SHORT_NAME else f"{self.name[:SHORT_NAME]}…"


@dataclass(frozen=True)
class TableView:
    """A table with the addresses of its pages."""

    id: str
    name: str
    revision: int

    @property
    def url(self) -> str:
        """The scores."""
        return url_for("scores.scores", table_id=self.id)

    @property
    def count_url(self) -> str:
        """The pile that is to be counted next on this phone."""
        return url_for("count.mine", table_id=self.id)

    @property
    def check_url(self) -> str:
        """Where a declared sum is checked."""
        return url_for("sums.check", table_id=self.id)

    @property
    def invite_url(self) -> str:
        """The QR code."""
        return url_for("host.invite", table_id=self.id)

    @property
    def menu_url(self) -> str:
        """The matches of the table."""
        return url_for("match.list_all", table_id=self.id)

    @property
    def me_url(self) -> str:
        """Who am I?"""
        return url_for("lobby.me", table_id=self.id)

    @property
    def events_url(self) -> str:
        """The stream of revisions."""
        return url_for("live.events", table_id=self.id)

    @property
    def revision_url(self) -> str:
        """The revision alone, for phones without a stream."""
        return url_for("live.revision", table_id=self.id)


@dataclass(frozen=True)
class ColourView:
    """A colour of the cards, in play or left in the box."""

    id: str
    name: str
    is_in: bool
    is_locked: bool


@dataclass(frozen=True)
class TypeView:
    """A card type with its points and how many of it the box holds."""

    id: str
    name: str
    points: int
    most: int


def show_player(player: PlayerRow) -> PlayerView:
    """Return a player as shown."""
    return PlayerView(player.id, player.name, player.animal)


def show_players(players: Iterable[PlayerRow]) -> dict[str, PlayerView]:
    """Return players as shown, by id, in the same order."""
    return {player.id: show_player(player) for player in players}


def show_table(table: TableRow) -> TableView:
    """Return a table as shown."""
    return TableView(table.id, wording.table_name(table.name, table.opened_at), table.revision)


def show_colours(colours: Iterable[Colour]) -> tuple[ColourView, ...]:
    """Return all six colours, told which are in play."""
    playing = set(colours)
    return tuple(
        ColourView(colour.value, wording.colour(colour), colour in playing, colour is Colour.RED)
        for colour in COLOURS
    )


def show_types() -> tuple[TypeView, ...]:
    """Return the five card types, as people sort a pile: "the rest" after the other number cards."""
    return tuple(
        TypeView(card_type.value, wording.card_type(card_type), POINTS[card_type], IN_BOX[card_type])
        for card_type in AS_SORTED
    )


def name_of(players: Mapping[str, PlayerView], player_id: str | None) -> str | None:
    """Return a player's name, or None where nobody of this table is meant."""
    player = players.get(player_id or "")
    return player.name if player else None
