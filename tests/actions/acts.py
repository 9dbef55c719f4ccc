"""Every act at a table, and beside it the same act with another content."""

from collections.abc import Callable, Mapping

from companion.actions import arranging, hands, hosting, joining, matches, piles, sums, tables, undoing
from companion.actions.arranging import Arrangement, digest_arrangement
from companion.actions.desk import Operation
from companion.rules.declared import Declaration
from companion.rules.kinds import parse_cards
from companion.rules.match import Choice
from companion.rules.pile import Count
from tests.actions.circle import Circle

# An act is bound to the table as it is now, and done later under an operation id.
Bound = Callable[[str], object]
Act = Callable[[Circle], Bound]


def _by_id(circle: Circle, act: Callable[..., object], *wish: object, **content: object) -> Bound:
    who, table_id = circle.who("Ana"), circle.table_id
    return lambda op: act(circle.desk, op, *wish, table_id=table_id, who=who, **content)


def _by_phone(circle: Circle, act: Callable[..., object], **content: object) -> Bound:
    table_id, kind = circle.table_id, act.__name__
    return lambda op: act(circle.desk, Operation(op, kind, content), table_id=table_id, **content)


def open_table(circle: Circle, name: str) -> Bound:
    wish = {"name": name, "token_hash": "another phone"}
    return lambda op: tables.open_table(circle.desk, Operation(op, "open_table", wish), **wish)


def sit_down(circle: Circle, name: str) -> Bound:
    return _by_phone(circle, joining.sit_down, token_hash="another phone", player_id=circle.ids[name])


def sit_down_as_new(circle: Circle, name: str) -> Bound:
    return _by_phone(circle, joining.sit_down_as_new, token_hash="another phone", name=name)


def watch(circle: Circle, token_hash: str) -> Bound:
    return _by_phone(circle, joining.watch, token_hash=token_hash)


def add_player(circle: Circle, name: str) -> Bound:
    return _by_phone(circle, joining.add_player, who=circle.who("Ana"), name=name)


def start_match(circle: Circle, **more: object) -> Bound:
    line_up = circle.line_up("Bea", "Ana", **more)
    return _by_id(circle, matches.start_match, line_up, after=circle.match.id)


def play_again(circle: Circle, match_id: str) -> Bound:
    return _by_id(circle, matches.play_again, match_id=match_id)


def save_pile(circle: Circle, **counts: int) -> Bound:
    return _by_id(circle, piles.save_pile, circle.wish("Bea", **counts))


def correct_pile(circle: Circle, **counts: int) -> Bound:
    first = circle.match.hands[0]
    stored = first.piles[circle.ids["Bea"]]
    wish = piles.PileWish(
        first.id, circle.ids["Bea"], stored.revision, Count(**counts), done=True, correct=True
    )
    return _by_id(circle, piles.save_pile, wish)


def take_sum(circle: Circle, cards: str) -> Bound:
    wish = sums.SumWish(circle.hand.id, circle.ids["Bea"], Declaration(cards=parse_cards(cards)))
    return _by_id(circle, sums.take_sum, wish)


def take_back(circle: Circle, place: int) -> Bound:
    return _by_id(circle, sums.take_back, sum_id=circle.taken[place].id)


def close_hand(circle: Circle, *, as_counted: bool = False) -> Bound:
    seen = hands.digest_piles(circle.hand)
    return _by_id(circle, hands.close_hand, hand_id=circle.hand.id, seen=seen, as_counted=as_counted)


def void_hand(circle: Circle, hand_id: str | None = None) -> Bound:
    return _by_id(circle, hands.void_hand, hand_id=hand_id or circle.hand.id)


def choose(circle: Circle, choice: Choice | None) -> Bound:
    last = hands.last_closed(circle.match)
    after = last.id if last else ""
    return _by_id(circle, hands.choose, match_id=circle.match.id, after=after, choice=choice)


def arrange_hand(circle: Circle, **more: object) -> Bound:
    line_up = circle.line_up("Ana", "Carlo", "Bea", **more)
    wish = Arrangement(circle.hand.id, digest_arrangement(circle.match), line_up)
    return _by_id(circle, arranging.arrange_hand, wish)


def set_start_points(circle: Circle, points: int) -> Bound:
    start = {circle.ids["Bea"]: points}
    return _by_id(circle, arranging.set_start_points, match_id=circle.match.id, points=start)


def leave_after_hand(circle: Circle, name: str) -> Bound:
    content = {"match_id": circle.match.id, "player_id": circle.ids[name], "leaves": True}
    return _by_id(circle, arranging.leave_after_hand, **content)


def hand_over(circle: Circle, name: str, *, to: str) -> Bound:
    content = {"hand_id": circle.hand.id, "player_id": circle.ids[name], "to": circle.ids[to]}
    return _by_id(circle, arranging.hand_over, **content)


def rename_player(circle: Circle, name: str) -> Bound:
    return _by_id(circle, hosting.rename_player, player_id=circle.ids["Bea"], name=name)


def set_device_role(circle: Circle, role: str) -> Bound:
    device_id = circle.who("Carlo").device_id
    return _by_id(circle, hosting.set_device_role, device_id=device_id, role=role)


def remove_device(circle: Circle, name: str) -> Bound:
    return _by_id(circle, hosting.remove_device, device_id=circle.who(name).device_id)


def set_lock(circle: Circle, *, is_locked: bool) -> Bound:
    return _by_id(circle, hosting.set_lock, is_locked=is_locked)


def delete_match(circle: Circle, *, for_good: bool) -> Bound:
    return _by_id(circle, hosting.delete_match, match_id=circle.match.id, for_good=for_good)


def undo(circle: Circle, place: int) -> Bound:
    return _by_id(circle, undoing.undo, change_id=circle.changes[place].id)


# Ana, Bea and Carlo have closed one hand, taken two sums for Bea in the second, and counted it; Dan looks on.
ACTS: Mapping[str, tuple[Act, Act | None]] = {
    "open a table": (lambda c: open_table(c, "Sunday"), lambda c: open_table(c, "Monday")),
    "sit down": (lambda c: sit_down(c, "Ana"), lambda c: sit_down(c, "Bea")),
    "sit down as new": (lambda c: sit_down_as_new(c, "Emma"), lambda c: sit_down_as_new(c, "Finn")),
    "watch": (lambda c: watch(c, "another phone"), lambda c: watch(c, "a third phone")),
    "add a player": (lambda c: add_player(c, "Emma"), lambda c: add_player(c, "Finn")),
    "start a match": (start_match, lambda c: start_match(c, target=60)),
    "play again": (lambda c: play_again(c, c.match.id), lambda c: play_again(c, "another")),
    "save a pile": (lambda c: save_pile(c, plain=1), lambda c: save_pile(c, plain=2)),
    "correct a pile": (lambda c: correct_pile(c, plain=1), lambda c: correct_pile(c, plain=2)),
    "take a sum": (lambda c: take_sum(c, "4 3"), lambda c: take_sum(c, "3 4")),
    "take a sum back": (lambda c: take_back(c, 0), lambda c: take_back(c, 1)),
    "close a hand": (close_hand, lambda c: close_hand(c, as_counted=True)),
    "void a hand": (void_hand, lambda c: void_hand(c, "another")),
    "choose": (lambda c: choose(c, Choice.END_NOW), lambda c: choose(c, Choice.PLAY_ON)),
    "arrange a hand": (arrange_hand, lambda c: arrange_hand(c, target=60)),
    "set start points": (lambda c: set_start_points(c, 7), lambda c: set_start_points(c, 8)),
    "leave after the hand": (lambda c: leave_after_hand(c, "Bea"), lambda c: leave_after_hand(c, "Ana")),
    "hand over": (lambda c: hand_over(c, "Bea", to="Dan"), lambda c: hand_over(c, "Ana", to="Dan")),
    "rename a player": (lambda c: rename_player(c, "Beatrice"), lambda c: rename_player(c, "Bibi")),
    "set a phone's role": (lambda c: set_device_role(c, "host"), lambda c: set_device_role(c, "watcher")),
    "remove a phone": (lambda c: remove_device(c, "Carlo"), lambda c: remove_device(c, "Bea")),
    "remove one's own phone": (lambda c: remove_device(c, "Ana"), None),
    "renew the code": (lambda c: _by_id(c, hosting.renew_code), None),
    "lock the hands": (lambda c: set_lock(c, is_locked=True), lambda c: set_lock(c, is_locked=False)),
    "put a match away": (lambda c: delete_match(c, for_good=False), lambda c: delete_match(c, for_good=True)),
    "delete a match": (lambda c: delete_match(c, for_good=True), lambda c: delete_match(c, for_good=False)),
    "delete the table": (lambda c: _by_id(c, hosting.delete_table), None),
    "undo": (lambda c: undo(c, 0), lambda c: undo(c, 1)),
}
