"""Who sits down at a table, and with which phone?"""

from companion.actions.desk import Desk, Missing, Operation, Refused, Who, Writing, perform
from companion.rules.names import clean_name, name_key
from companion.store import devices, ids, tables
from companion.store.changes import Change
from companion.store.connection import write
from companion.store.operations import Answer
from companion.store.rows import DeviceRow, PlayerRow

ANIMALS = ("🦊", "🐻", "🐸", "🐼", "🐰", "🦁", "🐵", "🐷", "🐮", "🐯", "🐨", "🐱")
MOST_PLAYERS_OF_TABLE = 60


def sit_down(desk: Desk, operation: Operation, *, table_id: str, token_hash: str, player_id: str) -> None:
    """Give a phone to a known player of the table. Raises Missing "no_such_player"."""

    def change(writing: Writing) -> Answer:
        if player_id not in {player.id for player in tables.list_players(writing.db, table_id)}:
            raise Missing("no_such_player")
        _take_phone(writing, token_hash, role="player", player_ids=(player_id,))
        return {"player_id": player_id}

    perform(desk, operation, table_id=table_id, who=Who(player_id=player_id), change=change)


def sit_down_as_new(desk: Desk, operation: Operation, *, table_id: str, token_hash: str, name: str) -> None:
    """Make a new player and give them the phone.

    Raises RuleError for the name, Refused "name_taken" and "too_many_players".
    """

    def change(writing: Writing) -> Answer:
        player = _new_player(writing, name)
        _take_phone(writing, token_hash, role="player", player_ids=(player.id,))
        return {"player_id": player.id}

    perform(desk, operation, table_id=table_id, who=Who(), change=change)


def claim_seat(desk: Desk, operation: Operation, *, table_id: str, token_hash: str, player_id: str) -> None:
    """Let a new phone say which player it is; it watches until somebody at the table has answered.

    Raises Missing "no_such_player".
    """

    def change(writing: Writing) -> Answer:
        if player_id not in {player.id for player in tables.list_players(writing.db, table_id)}:
            raise Missing("no_such_player")
        _take_phone(writing, token_hash, role="watcher", player_ids=(), claims=player_id)
        return {}

    perform(desk, operation, table_id=table_id, who=Who(), change=change)


def answer_claim(
    desk: Desk, operation: Operation, *, table_id: str, who: Who, device_id: str, is_right: bool
) -> None:
    """Give a phone the seat it has claimed, or leave it watching. Raises Missing "no_such_phone"."""

    def change(writing: Writing) -> Answer:
        device = next(
            (one for one in devices.list_devices(writing.db, table_id) if one.id == device_id), None
        )
        if device is None or device.claims is None:
            raise Missing("no_such_phone")
        devices.set_claim(writing.db, device_id, None)
        if is_right:
            role = "host" if device.role == "host" else "player"
            devices.set_role(writing.db, device_id, role)
            devices.set_players(writing.db, device_id, (device.claims,))
            params = {"device": device_id, "role": role}
            writing.record(Change("phone_joined", player_id=device.claims, params=params))
        return {}

    perform(desk, operation, table_id=table_id, who=who, change=change)


def watch(desk: Desk, operation: Operation, *, table_id: str, token_hash: str) -> None:
    """Let a phone read along without playing; a host's phone stays host."""

    def change(writing: Writing) -> Answer:
        _take_phone(writing, token_hash, role="watcher", player_ids=())
        return {}

    perform(desk, operation, table_id=table_id, who=Who(), change=change)


def add_player(desk: Desk, operation: Operation, *, table_id: str, who: Who, name: str) -> str:
    """Make a player who needs no phone; the phone that names them acts for them. Return the player's id."""

    def change(writing: Writing) -> Answer:
        player = _new_player(writing, name)
        if who.device_id and who.player_id:
            acts_for = devices.list_player_ids(writing.db, who.device_id)
            devices.set_players(writing.db, who.device_id, (*acts_for, player.id))
        return {"player_id": player.id}

    return str(perform(desk, operation, table_id=table_id, who=who, change=change)["player_id"])


def mark_seen(desk: Desk, device: DeviceRow) -> None:
    """Note that a phone is still in use, so that it is not forgotten."""
    with write(desk.db) as db:
        devices.mark_seen(db, device.id, at=desk.now())


def _new_player(writing: Writing, name: str) -> PlayerRow:
    cleaned = clean_name(name)
    key = name_key(cleaned)
    players = tables.list_players(writing.db, writing.table_id)
    if len(players) >= MOST_PLAYERS_OF_TABLE:
        raise Refused("too_many_players", most=MOST_PLAYERS_OF_TABLE)
    taken = tables.find_player_by_key(writing.db, writing.table_id, key)
    if taken:
        raise Refused("name_taken", name=taken.name)
    player = PlayerRow(ids.new_id(), cleaned, _free_animal(players))
    if writing.who == Who():  # nobody yet: it is the new player who acts
        writing.who = Who(player_id=player.id)
    state = {"table_id": writing.table_id, "name": cleaned, "name_key": key, "animal": player.animal}
    writing.put("player", player.id, state=state)
    writing.record(Change("player_added", player_id=player.id, params={"name": player.name}))
    return player


def _free_animal(players: tuple[PlayerRow, ...]) -> str:
    used = [player.animal for player in players]
    return min(ANIMALS, key=lambda animal: (used.count(animal), ANIMALS.index(animal)))


def _take_phone(
    writing: Writing,
    token_hash: str,
    *,
    role: str,
    player_ids: tuple[str, ...],
    claims: str | None = None,
) -> None:
    device = devices.find_device(writing.db, writing.table_id, token_hash)
    if device is None:
        device = DeviceRow(ids.new_id(), role, ())
        devices.add_device(
            writing.db, device, table_id=writing.table_id, token_hash=token_hash, at=writing.at
        )
    elif device.role != "host":
        devices.set_role(writing.db, device.id, role)
    devices.set_players(writing.db, device.id, player_ids)
    devices.set_claim(writing.db, device.id, claims)
    if claims:
        return
    owner = player_ids[0] if player_ids else None
    writing.who = Who(device.id, owner)
    writing.record(Change("phone_joined", player_id=owner, params={"device": device.id, "role": role}))
