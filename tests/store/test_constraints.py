"""What the file itself refuses, whoever writes to it."""

import sqlite3

import pytest

from companion.store.connection import write

HAND = "INSERT INTO hand (id, match_id, position, dealer_id, dealer_by, colours, state, opened_at)"
TABLE = "INSERT INTO game_table (id, name, code, join_token, opened_at)"
MATCH_PLAYER = "INSERT INTO match_player (match_id, player_id, position)"
PHONE = "INSERT INTO device (id, table_id, token_hash, role, created_at, seen_at)"
PHONE_PLAYER = "INSERT INTO device_player (device_id, player_id, position)"
SEAT = "INSERT INTO hand_seat (hand_id, player_id, position)"
PILE = "INSERT INTO pile (hand_id, player_id, begun_at, touched_at)"
SUM = "INSERT INTO taken_sum (id, hand_id, player_id, cards, target, is_tweak, wins_card, taken_at)"
OPERATION = "INSERT INTO operation (id, table_id, fingerprint, answer, done_at)"

OUT_OF_RANGE = {
    "a table's name of 25 characters": f"UPDATE game_table SET name = '{'é' * 25}'",
    "a code of five characters": "UPDATE game_table SET code = 'AAAAA'",
    "a join token that can be guessed": "UPDATE game_table SET join_token = 'friday'",
    "a table's revision of zero": "UPDATE game_table SET revision = 0",
    "a table that is locked twice": "UPDATE game_table SET is_locked = 2",
    "a player without a name": "UPDATE player SET name = ''",
    "a player's name of 25 characters": f"UPDATE player SET name = '{'é' * 25}'",
    "a phone with a role that there is not": "UPDATE device SET role = 'king'",
    "a phone's player before the first": "UPDATE device_player SET position = -1",
    "a target of zero": "UPDATE match SET target = 0",
    "a target of five digits": "UPDATE match SET target = 10000",
    "a match that is ended twice": "UPDATE match SET end_now = 2",
    "start points below zero": "UPDATE match_player SET start_points = -1",
    "start points of five digits": "UPDATE match_player SET start_points = 10000",
    "a hand without red": "UPDATE hand SET colours = 'blue green'",
    "a hand that is lost": "UPDATE hand SET state = 'lost'",
    "a dealer by magic": "UPDATE hand SET dealer_by = 'magic'",
    "a choice that there is not": "UPDATE hand SET choice = 'toss a coin'",
    "a closed hand without its time": "UPDATE hand SET state = 'closed'",
    "an open hand with a time of closing": "UPDATE hand SET closed_at = '2025-01-06'",
    "a seventh seat": "UPDATE hand_seat SET position = 6 WHERE player_id = 'bea'",
    "a plain card below zero": "UPDATE pile SET plain = -1",
    "a 41st plain card": "UPDATE pile SET plain = 41",
    "a red card below zero": "UPDATE pile SET red = -1",
    "a ninth red card": "UPDATE pile SET red = 9",
    "a five below zero": "UPDATE pile SET five = -1",
    "a sixth five": "UPDATE pile SET five = 6",
    "the red five below zero": "UPDATE pile SET red_five = -1",
    "a second red five": "UPDATE pile SET red_five = 2",
    "a TWEAK card below zero": "UPDATE pile SET tweak = -1",
    "an eleventh TWEAK card": "UPDATE pile SET tweak = 11",
    "a pile that is done twice": "UPDATE pile SET is_done = 2",
    "a pile's revision of zero": "UPDATE pile SET revision = 0",
    "a sum to 5": f"{SUM} VALUES ('s', 'hand', 'ana', '3 2', 5, 0, 0, '')",
    "a sum to 12": f"{SUM} VALUES ('s', 'hand', 'ana', '6 6', 12, 0, 0, '')",
    "a sum of one card": f"{SUM} VALUES ('s', 'hand', 'ana', 'r6', 6, 0, 0, '')",
    "a TWEAK card without a TWEAK": f"{SUM} VALUES ('s', 'hand', 'ana', '4 3', 7, 0, 1, '')",
}

TWICE = {
    "a code": f"{TABLE} VALUES ('other', 'Sunday', 'AAAAAA', '{'x' * 22}', '')",
    "a join token": f"{TABLE} SELECT 'other', 'Sunday', 'BBBBBB', join_token, '' FROM game_table",
    "a name at a table": "UPDATE player SET name_key = 'ana'",
    "a phone at a table": f"{PHONE} VALUES ('other', 'table', 'hash', 'watcher', '', '')",
    "a phone's owner": f"{PHONE_PLAYER} VALUES ('phone', 'bea', 0)",
    "a player of a phone": f"{PHONE_PLAYER} VALUES ('phone', 'ana', 1)",
    "a player of a match": f"{MATCH_PLAYER} VALUES ('match', 'ana', 2)",
    "a place in a match": "UPDATE match_player SET position = 0",
    "a place among the hands": f"{HAND} VALUES ('other', 'match', 0, 'ana', 'rule', 'red', 'void', '')",
    "an open hand in a match": f"{HAND} VALUES ('other', 'match', 1, 'ana', 'rule', 'red', 'open', '')",
    "a player in a hand": f"{SEAT} VALUES ('hand', 'ana', 2)",
    "a seat in a hand": "UPDATE hand_seat SET position = 0",
    "a pile in a hand": f"{PILE} VALUES ('hand', 'ana', '', '')",
    "an operation": f"{OPERATION} VALUES ('o', 'table', '', '', ''), ('o', 'table', '', '', '')",
}

OF_NOTHING = {
    "a player of no table": "UPDATE player SET table_id = 'nothing'",
    "a phone of no table": "UPDATE device SET table_id = 'nothing'",
    "a phone of nobody": f"{PHONE_PLAYER} VALUES ('phone', 'nobody', 1)",
    "a match of no table": "UPDATE match SET table_id = 'nothing'",
    "nobody in a match": f"{MATCH_PLAYER} VALUES ('match', 'nobody', 2)",
    "a hand of no match": "UPDATE hand SET match_id = 'nothing'",
    "nobody as dealer": "UPDATE hand SET dealer_id = 'nobody'",
    "nobody on a seat": "UPDATE hand_seat SET player_id = 'nobody' WHERE player_id = 'bea'",
    "a pile of nobody": "UPDATE pile SET player_id = 'nobody'",
    "a pile of a hand that is not": "UPDATE pile SET hand_id = 'nothing'",
    "a pile counted by nobody": "UPDATE pile SET by_player_id = 'nobody'",
    "a pile counted on no phone": "UPDATE pile SET device_id = 'nothing'",
    "an operation of no table": f"{OPERATION} VALUES ('o', 'nothing', '', '', '')",
    "a change of no table": "INSERT INTO change (table_id, kind, changed_at) VALUES ('nothing', '', '')",
    "a player lost from their hand": "DELETE FROM player WHERE id = 'bea'",
}

OF_ANOTHER_TYPE = {
    "words for a number": "UPDATE pile SET plain = 'many'",
    "half a card": "UPDATE pile SET plain = 1.5",
    "a number for a missing one": "UPDATE pile SET plain = NULL",
    "bytes for a name": "UPDATE player SET name = x'00ff'",
}

AT_THE_EDGE = {
    "a table without a name": "UPDATE game_table SET name = ''",
    "a table's name of 24 characters": f"UPDATE game_table SET name = '{'é' * 24}'",
    "a name of 24 characters": f"UPDATE player SET name = '{'é' * 24}'",
    "a name of one character": "UPDATE player SET name = '🦊'",
    "the whole box in one pile": "UPDATE pile SET plain = 40, red = 8, five = 5, red_five = 1, tweak = 10",
    "a pile of nothing": "UPDATE pile SET plain = 0, red = 0, five = 0, red_five = 0, tweak = 0",
    "a target of one": "UPDATE match SET target = 1",
    "a target of four digits": "UPDATE match SET target = 9999",
    "red alone": "UPDATE hand SET colours = 'red'",
    "a closed hand with its time": "UPDATE hand SET state = 'closed', closed_at = '2025-01-06'",
    "a void hand": "UPDATE hand SET state = 'void'",
    "the sixth seat": "UPDATE hand_seat SET position = 5 WHERE player_id = 'bea'",
    "the same phone at another table": f"""{TABLE} VALUES ('other', 'Sunday', 'BBBBBB', '{"x" * 22}', '');
        {PHONE} VALUES ('other', 'other', 'hash', 'watcher', '', '')""",
    "a void hand by an open one": f"{HAND} VALUES ('other', 'match', 1, 'ana', 'rule', 'red', 'void', '')",
}


def run(db, statements):
    with write(db):
        for statement in statements.split(";"):
            db.execute(statement)


@pytest.mark.parametrize("statement", OUT_OF_RANGE.values(), ids=OUT_OF_RANGE)
def test_what_cannot_be_is_refused(stocked, statement):
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        run(stocked, statement)


@pytest.mark.parametrize("statement", TWICE.values(), ids=TWICE)
def test_what_there_is_once_is_refused_twice(stocked, statement):
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        run(stocked, statement)


@pytest.mark.parametrize("statement", OF_NOTHING.values(), ids=OF_NOTHING)
def test_what_belongs_to_nothing_is_refused(stocked, statement):
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        run(stocked, statement)


@pytest.mark.parametrize("statement", OF_ANOTHER_TYPE.values(), ids=OF_ANOTHER_TYPE)
def test_what_is_of_another_type_is_refused(stocked, statement):
    with pytest.raises(sqlite3.IntegrityError, match=r"cannot store|NOT NULL"):
        run(stocked, statement)


@pytest.mark.parametrize("statement", AT_THE_EDGE.values(), ids=AT_THE_EDGE)
def test_what_can_just_be_is_stored(stocked, statement):
    before = stocked.conn.total_changes

    run(stocked, statement)

    assert stocked.conn.total_changes > before


def test_a_table_takes_everything_of_it_along(stocked):
    run(stocked, "DELETE FROM game_table")

    tables = [row[0] for row in stocked.execute("SELECT name FROM pragma_table_list WHERE strict")]
    rows = {table: stocked.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    assert set(rows.values()) == {0}


def test_a_pile_outlives_the_phone_it_was_counted_on(stocked):
    run(stocked, "DELETE FROM device")

    assert stocked.execute("SELECT plain, device_id FROM pile").fetchall() == [(9, None)]
