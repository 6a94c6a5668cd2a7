"""The schema of the database, and how one of an earlier version becomes that of today."""

from __future__ import annotations

from fathom5.server.backend import Backend

MIGRATIONS = (
    (
        "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL) {strict}",
        "CREATE TABLE entries ("
        " table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at {real} NOT NULL,"
        " act TEXT NOT NULL, actor INTEGER NOT NULL, value TEXT NOT NULL, key TEXT,"
        " PRIMARY KEY (table_id, number), UNIQUE (table_id, key)) {by_key}",
        "CREATE TABLE sitters ("
        " person TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id),"
        " PRIMARY KEY (person, table_id)) {by_key}",
    ),
    ("CREATE TABLE house (name TEXT PRIMARY KEY, value TEXT NOT NULL) {by_key}",),
    (
        "ALTER TABLE tables ADD COLUMN changed {real} NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN summary TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0",
        "UPDATE tables SET changed = coalesce("
        "(SELECT at FROM entries WHERE table_id = tables.id ORDER BY number DESC LIMIT 1), 0)",
        "CREATE INDEX sitters_of_table ON sitters (table_id)",
        "CREATE TABLE bans (network TEXT PRIMARY KEY, at {real} NOT NULL) {by_key}",
        "CREATE TABLE rereads (number {serial}, table_id TEXT NOT NULL) {strict}",
    ),
    (
        "ALTER TABLE sitters ADD COLUMN section INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE sitters ADD COLUMN changed {real} NOT NULL DEFAULT 0",
        "ALTER TABLE sitters ADD COLUMN put_away INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0",
        "UPDATE sitters SET changed = (SELECT tables.changed FROM tables WHERE id = table_id)",
        "UPDATE sitters SET section = 2 WHERE table_id IN"
        """ (SELECT id FROM tables WHERE {position}(summary, '"state": "over"') > 0)""",
        "UPDATE sitters SET section = 0 WHERE section = 1 AND EXISTS (SELECT 1 FROM tables"
        """ WHERE id = table_id AND {position}(summary, '"' || person || '"') > 0)""",
        "UPDATE tables SET summary = ''",
        "CREATE INDEX sitters_by_section ON sitters (person, put_away, section, changed DESC)",
        "CREATE INDEX public_tables ON tables (changed) WHERE public = 1",
    ),
    (
        "CREATE TABLE reviews ("
        " table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL,"
        " method TEXT NOT NULL, lines TEXT NOT NULL, PRIMARY KEY (table_id, number)) {by_key}",
    ),
    (
        "CREATE TABLE drill_answers ("
        " person TEXT NOT NULL, game TEXT NOT NULL, drill TEXT NOT NULL, best INTEGER NOT NULL,"
        " at {real} NOT NULL, PRIMARY KEY (person, game, drill)) {by_key}",
    ),
)
"""The statements that lead from each version of the schema to the next; the first start from nothing."""

VERSION = len(MIGRATIONS)
"""The version of the schema; a database of a newer one is refused untouched."""


def bring_up_to_date(backend: Backend) -> int:
    """Change the schema in one transaction if it is older than ours; returns the version that it has then."""
    if backend.version() < VERSION:
        backend.begin_exclusive()
        for statements in MIGRATIONS[backend.version() :]:
            for statement in statements:
                backend.execute(statement.format(**backend.dialect))
        backend.set_version(VERSION)
        backend.execute("COMMIT")
    return backend.version()
