"""Which tables hold the state, and how did they come to be?

Times are UTC in ISO 8601; ids are short random texts that survive an export. Points, totals, ranks and
winners are nowhere: the rules derive them.
"""

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")

FIRST_SCHEMA = """
CREATE TABLE game_table (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 24),
    code TEXT NOT NULL UNIQUE CHECK (length(code) = 6),
    join_token TEXT NOT NULL UNIQUE CHECK (length(join_token) >= 20),
    revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
    is_locked INTEGER NOT NULL DEFAULT 0 CHECK (is_locked IN (0, 1)),
    opened_at TEXT NOT NULL,
    deleted_at TEXT
) STRICT;

CREATE TABLE player (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 24),
    name_key TEXT NOT NULL,
    animal TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
    created_at TEXT NOT NULL,
    UNIQUE (table_id, name_key)
) STRICT;

CREATE TABLE device (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('watcher', 'player', 'host')),
    claims_player_id TEXT REFERENCES player (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    UNIQUE (token_hash, table_id)
) STRICT;

CREATE TABLE device_player (
    device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    PRIMARY KEY (device_id, player_id),
    UNIQUE (device_id, position)
) STRICT;

CREATE TABLE match (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    target INTEGER NOT NULL CHECK (target BETWEEN 1 AND 9999),
    end_now INTEGER NOT NULL DEFAULT 0 CHECK (end_now IN (0, 1)),
    revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
    started_at TEXT NOT NULL,
    deleted_at TEXT
) STRICT;
CREATE INDEX match_of_table ON match (table_id);

CREATE TABLE match_player (
    match_id TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL REFERENCES player (id),
    position INTEGER NOT NULL CHECK (position >= 0),
    start_points INTEGER NOT NULL DEFAULT 0 CHECK (start_points BETWEEN 0 AND 9999),
    leaves INTEGER NOT NULL DEFAULT 0 CHECK (leaves IN (0, 1)),
    PRIMARY KEY (match_id, player_id),
    UNIQUE (match_id, position)
) STRICT;

CREATE TABLE hand (
    id TEXT PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    dealer_id TEXT NOT NULL REFERENCES player (id),
    dealer_by TEXT NOT NULL CHECK (dealer_by IN ('rule', 'chance', 'table')),
    colours TEXT NOT NULL CHECK (colours LIKE 'red%'),
    state TEXT NOT NULL CHECK (state IN ('open', 'closed', 'void')),
    as_counted INTEGER NOT NULL DEFAULT 0 CHECK (as_counted IN (0, 1)),
    choice TEXT CHECK (choice IN ('shared', 'one_more', 'play_on', 'end_now')),
    revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
    seating_revision INTEGER NOT NULL DEFAULT 1 CHECK (seating_revision > 0),
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    closed_by TEXT REFERENCES player (id),
    UNIQUE (match_id, position),
    CHECK ((state = 'closed') = (closed_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX one_open_hand ON hand (match_id) WHERE state = 'open';

CREATE TABLE hand_seat (
    hand_id TEXT NOT NULL REFERENCES hand (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL REFERENCES player (id),
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 5),
    PRIMARY KEY (hand_id, player_id),
    UNIQUE (hand_id, position)
) STRICT;

CREATE TABLE pile (
    hand_id TEXT NOT NULL REFERENCES hand (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    plain INTEGER NOT NULL DEFAULT 0 CHECK (plain BETWEEN 0 AND 40),
    red INTEGER NOT NULL DEFAULT 0 CHECK (red BETWEEN 0 AND 8),
    five INTEGER NOT NULL DEFAULT 0 CHECK (five BETWEEN 0 AND 5),
    red_five INTEGER NOT NULL DEFAULT 0 CHECK (red_five BETWEEN 0 AND 1),
    tweak INTEGER NOT NULL DEFAULT 0 CHECK (tweak BETWEEN 0 AND 10),
    is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1)),
    revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0),
    begun_at TEXT NOT NULL,
    touched_at TEXT NOT NULL,
    device_id TEXT REFERENCES device (id) ON DELETE SET NULL,
    by_player_id TEXT REFERENCES player (id),
    PRIMARY KEY (hand_id, player_id),
    FOREIGN KEY (hand_id, player_id) REFERENCES hand_seat (hand_id, player_id)
        DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE taken_sum (
    id TEXT PRIMARY KEY,
    hand_id TEXT NOT NULL REFERENCES hand (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    cards TEXT NOT NULL CHECK (length(cards) >= 3),
    target INTEGER NOT NULL CHECK (target BETWEEN 6 AND 11),
    is_tweak INTEGER NOT NULL CHECK (is_tweak IN (0, 1)),
    wins_card INTEGER NOT NULL CHECK (wins_card IN (0, 1) AND wins_card <= is_tweak),
    taken_at TEXT NOT NULL,
    device_id TEXT REFERENCES device (id) ON DELETE SET NULL,
    by_player_id TEXT REFERENCES player (id),
    FOREIGN KEY (hand_id, player_id) REFERENCES hand_seat (hand_id, player_id)
        DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX taken_sum_of_hand ON taken_sum (hand_id, player_id);

CREATE TABLE operation (
    id TEXT PRIMARY KEY,
    table_id TEXT REFERENCES game_table (id) ON DELETE CASCADE,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    done_at TEXT NOT NULL
) STRICT;
CREATE INDEX operation_by_age ON operation (done_at);

CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    match_id TEXT,
    hand_id TEXT,
    player_id TEXT,
    kind TEXT NOT NULL,
    params TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(params)),
    parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parts)),
    undoes INTEGER REFERENCES change (id),
    undone_by INTEGER REFERENCES change (id),
    device_id TEXT REFERENCES device (id) ON DELETE SET NULL,
    by_player_id TEXT REFERENCES player (id) ON DELETE SET NULL,
    changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX change_of_table ON change (table_id, id);
CREATE INDEX change_of_hand ON change (hand_id);
"""


@migrations()
def m001_first_schema(db: Database) -> None:
    """Create everything the first release stores."""
    for statement in FIRST_SCHEMA.split(";"):
        if statement.strip():
            db.execute(statement)


@migrations()
def m002_language_and_lesson(db: Database) -> None:
    """Let a table have a language for its television, and be led through the lesson."""
    db.execute("ALTER TABLE game_table ADD COLUMN lang TEXT NOT NULL DEFAULT '' CHECK (length(lang) <= 20)")
    db.execute("""CREATE TABLE lesson (
        table_id TEXT PRIMARY KEY REFERENCES game_table (id) ON DELETE CASCADE,
        step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 99),
        device_id TEXT REFERENCES device (id) ON DELETE SET NULL,
        by_player_id TEXT REFERENCES player (id) ON DELETE SET NULL,
        moved_at TEXT NOT NULL
    ) STRICT""")


@migrations()
def m003_tables_without_a_name(db: Database) -> None:
    """Let a table have no name of its own; the names that there are stay."""
    # A CHECK goes only with its column.
    db.execute(
        "ALTER TABLE game_table ADD COLUMN own_name TEXT NOT NULL DEFAULT '' CHECK (length(own_name) <= 24)"
    )
    db.execute("UPDATE game_table SET own_name = name")
    db.execute("ALTER TABLE game_table DROP COLUMN name")
    db.execute("ALTER TABLE game_table RENAME COLUMN own_name TO name")
