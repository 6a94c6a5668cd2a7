"""The store: rooms and their entries, in a SQLite file or a PostgreSQL database.

Every change of a room is an entry, numbered from 0 without a gap. The number is part of the primary key,
so of two writers only one can use it. Entries are added; they are changed only to forget a name.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.server.backend import Backend
from fathom5.server.jobs import Conflict, OutcomeUnknown, Reader, StoreUnavailable, Watch, Writer
from fathom5.server.lists import FINISHED, MY_TURN, NO_SUMMARY, UNDER_WAY, Listed, Summary
from fathom5.server.schema import VERSION, bring_up_to_date

ATTEMPTS = 3
"""How often something is sent whose outcome is not known."""

ATTEMPT_DELAY = 0.3
"""Seconds in between."""


class Entry(NamedTuple):
    """One change of a room."""

    number: int
    at: float
    act: str
    actor: int
    value: str
    key: str | None = None


class Wanted(NamedTuple):
    """Which rooms of a person a list has."""

    limit: int = 12
    offset: int = 0
    section: int | None = None
    put_away: bool = False


LATEST = Wanted()
"""What is listed if nothing else is wanted."""


class StoredRoom(NamedTuple):
    """A room as it is stored."""

    game: str
    rules: str
    entries: list[Entry]


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

    async def create(self, room: str, stored: StoredRoom, summary: Summary = NO_SUMMARY) -> None:
        """Store a new room with its first entries and the people there; raises Conflict if the id is used."""
        entries = stored.entries

        def job(backend: Backend) -> None:
            backend.execute(
                "INSERT INTO tables (id, game, rules, changed) VALUES (?, ?, ?, ?)",
                (room, stored.game, stored.rules, entries[-1].at),
            )
            _insert(backend, room, entries)
            _list(backend, room, entries[-1].at, summary)

        await self._settled(room, job, entries)

    async def append(self, room: str, entries: Sequence[Entry], summary: Summary = NO_SUMMARY) -> None:
        """Store entries, all or none; raises Conflict if a number or key is used."""

        def job(backend: Backend) -> None:
            _insert(backend, room, entries)
            _list(backend, room, entries[-1].at, summary)

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

    async def sitters(self, room: str) -> list[str]:
        """The people who have a seat in a room."""
        sql = "SELECT person FROM sitters WHERE table_id = ? ORDER BY person"
        return await self.read(room, lambda backend: _column(backend, sql, room))

    async def rooms_of(self, person: str, wanted: Wanted = LATEST) -> list[Listed]:
        """The rooms where a person has a seat, by section, in each the one changed last first."""
        sql = (
            "SELECT id, game, summary, section, sitters.changed, put_away"
            " FROM sitters JOIN tables ON id = table_id WHERE person = ? AND put_away = ? AND closed = 0"
        )
        values: list[object] = [person, int(wanted.put_away)]
        if wanted.section is not None:
            sql += " AND section = ?"
            values.append(wanted.section)
        sql += " ORDER BY section, sitters.changed DESC LIMIT ? OFFSET ?"
        values += [wanted.limit, wanted.offset]
        return await self.read("", lambda backend: [Listed(*row) for row in backend.execute(sql, values)])

    async def public_rooms(self, since: float, limit: int = 12) -> list[Listed]:
        """The rooms that anybody may join, changed since then, the one changed last first."""
        sql = (
            "SELECT id, game, summary, 1, changed, 0 FROM tables"
            " WHERE public = 1 AND closed = 0 AND changed > ? ORDER BY changed DESC LIMIT ?"
        )
        return await self.read(
            "", lambda backend: [Listed(*row) for row in backend.execute(sql, (since, limit))]
        )

    async def tables_of(self, person: str) -> list[str]:
        """The ids of all rooms where a person has a seat."""
        sql = "SELECT table_id FROM sitters WHERE person = ? ORDER BY table_id"
        return await self.read("", lambda backend: _column(backend, sql, person))

    async def put_away(self, person: str, room: str, away: bool) -> bool:
        """Take a room out of a person's list, or bring it back; returns whether it is one of theirs."""
        where = (person, room)

        def job(backend: Backend) -> bool:
            sql = "UPDATE sitters SET put_away = ? WHERE person = ? AND table_id = ?"
            backend.execute(sql, (int(away), *where))
            return bool(backend.execute("SELECT 1 FROM sitters WHERE person = ? AND table_id = ?", where))

        return await self.write(room, job)

    async def without_summary(self, after: str, limit: int = 100) -> list[str]:
        """The ids of rooms whose summary is to be written anew, in their order after an id."""
        sql = "SELECT id FROM tables WHERE summary = '' AND closed = 0 AND id > ? ORDER BY id LIMIT ?"
        return await self.read("", lambda backend: _column(backend, sql, after, limit))

    async def summarize(self, room: str, summary: Summary) -> None:
        """Store the summary of a room that has none; when it was changed last stays."""

        def job(backend: Backend) -> None:
            found = backend.execute("SELECT changed FROM tables WHERE id = ? AND summary = ''", (room,))
            if found:
                _list(backend, room, found[0][0], summary)

        await self.write(room, job)

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
        version = bring_up_to_date(backend)
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


def _list(backend: Backend, room: str, at: float, summary: Summary) -> None:
    """Write what lists show of a room, and where the list of each of its people has it."""
    backend.execute(
        "UPDATE tables SET changed = ?, summary = ?, public = ? WHERE id = ?",
        (at, summary.text, int(summary.public), room),
    )
    if summary.newcomers:
        sql = "INSERT INTO sitters (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
        backend.insert(sql, [(person, room) for person in summary.newcomers])
    mine = ", ".join("?" * len(summary.turn)) or "NULL"
    backend.execute(
        f"UPDATE sitters SET changed = ?, section = CASE WHEN person IN ({mine}) THEN ? ELSE ? END"
        " WHERE table_id = ?",
        (
            at,
            *summary.turn,
            MY_TURN,
            FINISHED if summary.over else UNDER_WAY,
            room,
        ),
    )


def _select(backend: Backend, room: str, since: int) -> list[Entry]:
    rows = backend.execute(
        "SELECT number, at, act, actor, value, key FROM entries WHERE table_id = ? AND number >= ?"
        " ORDER BY number",
        (room, since),
    )
    return [Entry(*row) for row in rows]


def _column(backend: Backend, sql: str, *values: object) -> list[str]:
    return [row[0] for row in backend.execute(sql, values)]
