"""The store: rooms and their entries, in a SQLite file or a PostgreSQL database.

Every change of a room is an entry, numbered from 0 without a gap. The number is part of the primary key,
so of two writers only one can use it. Entries are added; they are changed only to forget a name.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.server.backend import Backend
from fathom5.server.jobs import Conflict, OutcomeUnknown, Reader, StoreUnavailable, Watch, Writer

ATTEMPTS = 3
"""How often something is sent whose outcome is not known."""

ATTEMPT_DELAY = 0.3
"""Seconds in between."""

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
)
"""The statements that lead from each version of the schema to the next; the first start from nothing."""

VERSION = len(MIGRATIONS)
"""The version of the schema; a database of a newer one is refused untouched."""


class Entry(NamedTuple):
    """One change of a room."""

    number: int
    at: float
    act: str
    actor: int
    value: str
    key: str | None = None


class StoredRoom(NamedTuple):
    """A room as it is stored."""

    game: str
    rules: str
    entries: list[Entry]


class Listed(NamedTuple):
    """A room as it is listed."""

    id: str
    game: str
    summary: str
    """What `Room.summary` wrote at its last change; empty if that was before summaries were kept."""


class Store:
    """A database and the threads that use it. Its methods raise StoreUnavailable if the database fails."""

    def __init__(self, database: Path | str) -> None:
        self.backend = _open(database)
        self.shared = self.backend.shared
        self.secret = self._load_secret()
        """The key of all signatures, the same for all processes of a database."""
        self.writer, self.reader = Writer(self.backend), Reader(self.backend.another())
        self.write, self.read = self.writer.submit, self.reader.submit
        self._watch = Watch((self.writer, self.reader))

    def on_death(self, tell: Callable[[str], None]) -> None:
        """Let this be called, once and from any thread, if the database can no longer be used."""
        self.writer.on_death = self.reader.on_death = tell

    def close(self) -> None:
        """Finish what was submitted, then close the connections."""
        self._watch.close()
        self.writer.close()
        self.reader.close()

    # Queries

    async def create(
        self, room: str, stored: StoredRoom, sitters: Iterable[str] = (), summary: str = ""
    ) -> None:
        """Store a new room with its first entries and the people there; raises Conflict if the id is used."""
        entries = stored.entries

        def job(backend: Backend) -> None:
            backend.execute(
                "INSERT INTO tables (id, game, rules, changed, summary) VALUES (?, ?, ?, ?, ?)",
                (room, stored.game, stored.rules, entries[-1].at, summary),
            )
            _insert(backend, room, entries)
            backend.insert("INSERT INTO sitters VALUES (?, ?)", [(person, room) for person in sitters])

        await self._settled(room, job, entries)

    async def append(self, room: str, entries: Sequence[Entry], summary: str = "") -> None:
        """Store entries, all or none; raises Conflict if a number or key is used."""

        def job(backend: Backend) -> None:
            _insert(backend, room, entries)
            backend.execute(
                "UPDATE tables SET changed = ?, summary = ? WHERE id = ?", (entries[-1].at, summary, room)
            )

        await self._settled(room, job, entries)

    async def _settled(self, room: str, job: Callable[[Backend], None], entries: Sequence[Entry]) -> None:
        """Run a job that stores entries. If its outcome is not known, find out; raises OutcomeUnknown if not.

        The job is simply sent again: if it was kept, its numbers are used, by these very entries.
        """
        for attempt in range(ATTEMPTS):
            try:
                return await self.write(room, job)
            except OutcomeUnknown:
                if attempt + 1 == ATTEMPTS:
                    raise
            except StoreUnavailable as error:
                if not attempt:
                    raise
                if attempt + 1 == ATTEMPTS:
                    raise OutcomeUnknown(str(error)) from None
            except Conflict:
                if attempt and await self._are_kept(room, entries):
                    return None
                raise
            await asyncio.sleep(ATTEMPT_DELAY)
        raise AssertionError

    async def _are_kept(self, room: str, entries: Sequence[Entry]) -> bool:
        kept = await self.entries(room, entries[0].number)
        mine = [(entry.number, entry.at, entry.act, entry.actor) for entry in entries]
        return [(entry.number, entry.at, entry.act, entry.actor) for entry in kept[: len(mine)]] == mine

    async def load(self, room: str) -> StoredRoom | None:
        """A room with all its entries; None if there is no such room."""

        def job(backend: Backend) -> StoredRoom | None:
            found = backend.execute("SELECT game, rules FROM tables WHERE id = ? AND closed = 0", (room,))
            return StoredRoom(found[0][0], found[0][1], _select(backend, room, 0)) if found else None

        return await self.read(room, job)

    async def entries(self, room: str, since: int) -> list[Entry]:
        """The entries of a room from a number on."""
        return await self.read(room, lambda backend: _select(backend, room, since))

    async def rooms(self) -> list[str]:
        """The ids of all rooms."""
        return await self.read("", lambda backend: _column(backend, "SELECT id FROM tables ORDER BY id"))

    async def sit(self, person: str, room: str) -> None:
        """Store that a person has a seat in a room."""
        sql = "INSERT INTO sitters VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self.write(room, lambda backend: backend.execute(sql, (person, room)))

    async def sitters(self, room: str) -> list[str]:
        """The people who have a seat in a room."""
        sql = "SELECT person FROM sitters WHERE table_id = ? ORDER BY person"
        return await self.read(room, lambda backend: _column(backend, sql, room))

    async def rooms_of(self, person: str, limit: int = 12) -> list[Listed]:
        """The rooms where a person has a seat, the one changed last first."""
        sql = (
            "SELECT id, game, summary FROM sitters JOIN tables ON id = table_id"
            " WHERE person = ? AND closed = 0 ORDER BY changed DESC LIMIT ?"
        )
        return await self.read(
            "", lambda backend: [Listed(*row) for row in backend.execute(sql, (person, limit))]
        )

    async def summarize(self, room: str, summary: str) -> None:
        """Store the summary of a room from before summaries were kept."""
        sql = "UPDATE tables SET summary = ? WHERE id = ? AND summary = ''"
        await self.write(room, lambda backend: backend.execute(sql, (summary, room)))

    async def tell(self, room: str, person: str) -> None:
        """Tell other processes that a person is in a room."""
        await self.write(room, lambda backend: backend.notify(room, person))

    async def check(self) -> None:
        """Write the time to the database."""
        sql = (
            "INSERT INTO house VALUES ('checked', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        await self.write("", lambda backend: backend.execute(sql, (str(int(time.time())),)))

    async def import_secret(self, secret: bytes) -> None:
        """Replace the secret by that of another server, if the database has no rooms yet."""
        sql = "UPDATE house SET value = ? WHERE name = 'secret' AND NOT EXISTS (SELECT 1 FROM tables)"
        await self.write("", lambda backend: backend.execute(sql, (secret.hex(),)))

    def _load_secret(self) -> bytes:
        """The secret; the first process of a new database makes it."""
        select = "SELECT value FROM house WHERE name = 'secret'"
        try:
            self.backend.begin()
            if not self.backend.execute(select):
                secret = self.backend.legacy_secret() or secrets.token_hex(32)
                insert = "INSERT INTO house VALUES ('secret', ?) ON CONFLICT DO NOTHING"
                self.backend.execute(insert, (secret,))
            found = self.backend.execute(select)
            self.backend.execute("COMMIT")
        except self.backend.error as error:
            raise _unusable(self.backend, error) from None
        return bytes.fromhex(found[0][0])


def is_url(database: Path | str) -> bool:
    """Whether this is the URL of a PostgreSQL database rather than a file."""
    return isinstance(database, str) and database.startswith(("postgresql://", "postgres://"))


def _open(database: Path | str) -> Backend:
    """Connect and bring the schema up to date; raises Mistake if the database cannot be used."""
    backend = _connect(database)
    try:
        if backend.version() < VERSION:
            backend.begin_exclusive()
            for statements in MIGRATIONS[backend.version() :]:
                for statement in statements:
                    backend.execute(statement.format(**backend.dialect))
            backend.set_version(VERSION)
            backend.execute("COMMIT")
        version = backend.version()
    except backend.error as error:
        backend.close()
        raise _unusable(backend, error) from None
    if version > VERSION:
        backend.close()
        raise Mistake(f"{backend} was made by a newer fathom5 (schema {version}, here {VERSION}).")
    return backend


def _connect(database: Path | str) -> Backend:
    if is_url(database):
        from fathom5.server.postgres import Postgres

        return Postgres(str(database))
    from fathom5.server.sqlite import Sqlite

    return Sqlite(Path(database))


def _unusable(backend: Backend, error: Exception) -> Mistake:
    reason = str(error).strip().splitlines()[-1].rstrip(".")
    return Mistake(f"{backend} cannot be used to keep games: {reason}.")


def _insert(backend: Backend, room: str, entries: Sequence[Entry]) -> None:
    backend.insert(
        "INSERT INTO entries (table_id, number, at, act, actor, value, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(room, *entry) for entry in entries],
    )
    backend.notify(room, entries[-1].number + 1)


def _select(backend: Backend, room: str, since: int) -> list[Entry]:
    rows = backend.execute(
        "SELECT number, at, act, actor, value, key FROM entries WHERE table_id = ? AND number >= ?"
        " ORDER BY number",
        (room, since),
    )
    return [Entry(*row) for row in rows]


def _column(backend: Backend, sql: str, *values: object) -> list[str]:
    return [row[0] for row in backend.execute(sql, values)]
