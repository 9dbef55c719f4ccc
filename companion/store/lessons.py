"""Which step of the lesson does somebody show to a table?"""

from sqlite_utils import Database

from companion.store.rows import LessonRow


def find_lesson(db: Database, table_id: str) -> LessonRow | None:
    """Return the lesson that somebody leads at a table, or led last and has not ended."""
    sql = "SELECT step, device_id, by_player_id AS player_id, moved_at FROM lesson WHERE table_id = ?"
    return next((LessonRow(**row) for row in db.query(sql, [table_id])), None)


def put_lesson(db: Database, table_id: str, lesson: LessonRow) -> None:
    """Store where a table's lesson is now."""
    db.execute(
        "INSERT OR REPLACE INTO lesson (table_id, step, device_id, by_player_id, moved_at)"
        " VALUES (?, ?, ?, ?, ?)",
        [table_id, lesson.step, lesson.device_id, lesson.player_id, lesson.moved_at],
    )


def remove_lesson(db: Database, table_id: str) -> None:
    """Forget a table's lesson."""
    db.execute("DELETE FROM lesson WHERE table_id = ?", [table_id])
