"""What may a table's host do, and what may every player do about phones and players?"""

from companion.actions.desk import Desk, Missing, Operation, Refused, Who, Writing, perform
from companion.rules.names import clean_name, name_key
from companion.store import devices, ids, matches, tables
from companion.store.changes import Change
from companion.store.operations import Answer
from companion.store.rows import DeviceRow


def rename_player(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, player_id: str, name: str
) -> None:
    """Give a player another name. Raises RuleError for the name, Refused "name_taken", Missing."""
    cleaned = clean_name(name)
    key = name_key(cleaned)

    def change(writing: Writing) -> Answer:
        player = next((one for one in tables.list_players(writing.db, table_id) if one.id == player_id), None)
        if player is None:
            raise Missing("no_such_player")
        taken = tables.find_player_by_key(writing.db, table_id, key)
        if taken and taken.id != player_id:
            raise Refused("name_taken", name=taken.name)
        writing.set("player", player_id, name=cleaned, name_key=key)
        params = {"before": player.name, "after": cleaned}
        writing.record_if_any(Change("player_renamed", player_id=player_id, params=params))
        return {}

    operation = Operation(operation_id, "rename_player", {"player_id": player_id, "name": name})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def set_device_role(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, device_id: str, role: str
) -> None:
    """Let a phone only watch, play, or share in hosting. Raises Missing "no_such_phone"."""

    def change(writing: Writing) -> Answer:
        _get_device(writing, device_id)
        writing.set("device", device_id, role=role)
        writing.record_if_any(Change("phone_role_set", params={"device": device_id, "role": role}))
        return {}

    operation = Operation(operation_id, "set_device_role", {"device_id": device_id, "role": role})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def remove_device(desk: Desk, operation_id: str, *, table_id: str, who: Who, device_id: str) -> None:
    """Put a phone out of the table; it needs the code again. Raises Missing "no_such_phone"."""

    def change(writing: Writing) -> Answer:
        device = _get_device(writing, device_id)
        # Kept first: the phone that is removed may be the one that asks.
        writing.record(Change("phone_removed", player_id=device.owner_id))
        devices.remove_device(writing.db, device_id)
        return {}

    operation = Operation(operation_id, "remove_device", {"device_id": device_id})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def renew_code(desk: Desk, operation_id: str, *, table_id: str, who: Who) -> None:
    """Make a new invitation and typed code: the phones here stay in, the old code lets nobody in."""

    def change(writing: Writing) -> Answer:
        tables.set_code(writing.db, table_id, code=ids.new_code(), join_token=ids.new_token())
        writing.record(Change("code_renewed"))
        return {}

    perform(desk, Operation(operation_id, "renew_code", {}), table_id=table_id, who=who, change=change)


def set_lock(desk: Desk, operation_id: str, *, table_id: str, who: Who, is_locked: bool) -> None:
    """Lock closed hands against corrections by anybody but a host, or unlock them."""

    def change(writing: Writing) -> Answer:
        writing.set("table", table_id, is_locked=int(is_locked))
        writing.record_if_any(Change("hands_locked" if is_locked else "hands_unlocked"))
        return {}

    operation = Operation(operation_id, "set_lock", {"is_locked": is_locked})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def set_language(desk: Desk, operation_id: str, *, table_id: str, who: Who, lang: str) -> None:
    """Choose the language of the table's television."""

    def change(writing: Writing) -> Answer:
        writing.set("table_lang", table_id, lang=lang)
        writing.record_if_any(Change("language_set", params={"lang": lang}))
        return {}

    operation = Operation(operation_id, "set_language", {"lang": lang})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def delete_match(
    desk: Desk, operation_id: str, *, table_id: str, who: Who, match_id: str, for_good: bool
) -> None:
    """Put a match away (it can be brought back), or delete it for good. Raises Missing "no_such_match"."""

    def change(writing: Writing) -> Answer:
        if not matches.is_of_table(writing.db, match_id, table_id):
            raise Missing("no_such_match")
        if for_good:
            matches.remove_match(writing.db, match_id)
            writing.record(Change("match_deleted_for_good"))
        else:
            writing.set("match", match_id, deleted_at=writing.at)
            writing.record(Change("match_deleted", match_id))
        return {}

    operation = Operation(operation_id, "delete_match", {"match_id": match_id, "for_good": for_good})
    perform(desk, operation, table_id=table_id, who=who, change=change)


def delete_table(desk: Desk, operation_id: str, *, table_id: str, who: Who) -> None:
    """Put the whole table away; nobody gets to it any more."""

    def change(writing: Writing) -> Answer:
        writing.set("table", table_id, deleted_at=writing.at)
        writing.record(Change("table_deleted"))
        return {}

    perform(desk, Operation(operation_id, "delete_table", {}), table_id=table_id, who=who, change=change)


def _get_device(writing: Writing, device_id: str) -> DeviceRow:
    device = next(
        (one for one in devices.list_devices(writing.db, writing.table_id) if one.id == device_id), None
    )
    if device is None:
        raise Missing("no_such_phone")
    return device
