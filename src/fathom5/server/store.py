"""The store: rooms and their entries, in a SQLite file or a PostgreSQL database.

Every change of a room is an entry, numbered from 0 without a gap. The number is part of the primary key,
so of two writers only one can use it. Entries are added, never changed. One thread owns the connection
and commits in groups.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar

from fathom5.core.errors import Mistake

MAX_BATCH = 256
"""How many jobs may share a commit."""

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
)
"""The statements that lead from each version of the schema to the next; the first start from nothing."""

VERSION = len(MIGRATIONS)
"""The version of the schema; a database of a newer one is refused untouched."""

Result = TypeVar("Result")
Row = tuple[Any, ...]


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


class Conflict(Exception):  # noqa: N818 - an outcome, not a failure
    """The id, number or key is in use already."""


class StoreUnavailable(Exception):  # noqa: N818
    """The database could not be read or written; as far as is known, nothing was changed."""


class Backend(Protocol):
    """What differs between SQLite and PostgreSQL."""

    shared: bool
    """Whether other processes may serve the same rooms."""
    dialect: dict[str, str]
    """What is filled into the placeholders of `MIGRATIONS`."""
    error: type[Exception]
    conflict: type[Exception]

    def __str__(self) -> str:
        """The name of the database, without passwords."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None: ...

    def begin(self) -> None:
        """Begin a transaction; reconnect first if the connection is lost."""

    def begin_exclusive(self) -> None:
        """Begin a transaction that keeps other processes from changing the schema."""

    def version(self) -> int:
        """The version of the schema; 0 if there is none."""

    def set_version(self, version: int) -> None: ...

    def legacy_secret(self) -> str | None:
        """The secret from before it was kept in the database, as hexadecimal."""

    def notify(self, room: str, version: int) -> None:
        """Tell other processes, once this transaction is committed, the new version of a room."""

    def notifications(self) -> AsyncIterator[tuple[str, int]]:
        """Rooms changed by other processes with their versions; ("", 0) if some may have been missed."""

    def close(self) -> None: ...


class Job(NamedTuple):
    """Something to run in a transaction."""

    room: str
    """Jobs of a group run in the order of their rooms, so that two processes cannot deadlock."""
    run: Callable[[Backend], Any]
    future: Future[Any]


class Store:
    """A database and the thread that uses it. Its methods raise StoreUnavailable if the database fails."""

    def __init__(self, database: Path | str) -> None:
        self.commits = 0
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.backend = _open(database)
        self.shared = self.backend.shared
        self.secret = self._load_secret()
        """The key of all signatures, the same for all processes of a database."""
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Run the jobs that were submitted, then close the connection."""
        self._jobs.put(None)
        self._thread.join()
        self.backend.close()

    # Queries

    async def create(
        self, room: str, game: str, rules: str, entries: Sequence[Entry], sitters: Iterable[str] = ()
    ) -> None:
        """Store a new room with its first entries and the people there; raises Conflict if the id is used."""

        def job(backend: Backend) -> None:
            backend.execute("INSERT INTO tables VALUES (?, ?, ?)", (room, game, rules))
            _insert(backend, room, entries)
            backend.insert("INSERT INTO sitters VALUES (?, ?)", [(person, room) for person in sitters])

        await self._submit(room, job)

    async def append(self, room: str, entries: Sequence[Entry]) -> None:
        """Store entries, all or none; raises Conflict if a number or key is used."""
        await self._submit(room, lambda backend: _insert(backend, room, entries))

    async def load(self, room: str) -> StoredRoom | None:
        """A room with all its entries; None if there is no such room."""

        def job(backend: Backend) -> StoredRoom | None:
            found = backend.execute("SELECT game, rules FROM tables WHERE id = ?", (room,))
            return StoredRoom(found[0][0], found[0][1], _select(backend, room, 0)) if found else None

        return await self._submit(room, job)

    async def entries(self, room: str, since: int) -> list[Entry]:
        """The entries of a room from a number on."""
        return await self._submit(room, lambda backend: _select(backend, room, since))

    async def rooms(self) -> list[str]:
        """The ids of all rooms."""
        return await self._submit("", lambda backend: _column(backend, "SELECT id FROM tables ORDER BY id"))

    async def sit(self, person: str, room: str) -> None:
        """Store that a person has a seat in a room."""
        sql = "INSERT INTO sitters VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._submit(room, lambda backend: backend.execute(sql, (person, room)))

    async def sitters(self, room: str) -> list[str]:
        """The people who have a seat in a room."""
        sql = "SELECT person FROM sitters WHERE table_id = ? ORDER BY person"
        return await self._submit(room, lambda backend: _column(backend, sql, room))

    async def rooms_of(self, person: str, limit: int = 12) -> list[str]:
        """The rooms where a person has a seat, the one with the newest entry first."""
        sql = (
            "SELECT table_id, (SELECT max(at) FROM entries e WHERE e.table_id = s.table_id) AS newest"
            " FROM sitters s WHERE person = ? ORDER BY newest DESC LIMIT ?"
        )
        return await self._submit("", lambda backend: _column(backend, sql, person, limit))

    async def check(self) -> None:
        """Write the time to the database."""
        sql = (
            "INSERT INTO house VALUES ('checked', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        )
        await self._submit("", lambda backend: backend.execute(sql, (str(int(time.time())),)))

    async def import_secret(self, secret: bytes) -> None:
        """Replace the secret by that of another server, if the database has no rooms yet."""
        sql = "UPDATE house SET value = ? WHERE name = 'secret' AND NOT EXISTS (SELECT 1 FROM tables)"
        await self._submit("", lambda backend: backend.execute(sql, (secret.hex(),)))

    # The thread

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

    async def _submit(self, room: str, job: Callable[[Backend], Result]) -> Result:
        """Let the thread run a job; returns its result once it is committed."""
        future: Future[Result] = Future()
        self._jobs.put(Job(room, job, future))
        return await asyncio.wrap_future(future)

    def _work(self) -> None:
        closing = False
        while not closing:
            batch = [self._jobs.get()]
            with suppress(Empty):
                while batch[-1] and len(batch) < MAX_BATCH:
                    batch.append(self._jobs.get_nowait())
            closing = batch[-1] is None
            jobs = sorted(filter(None, batch), key=lambda job: job.room)
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Run jobs in one transaction; their futures are done only after the commit."""
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            self.backend.begin()
            done.extend(self._run(job) for job in jobs)
            self.backend.execute("COMMIT")
            self.commits += 1
        except self.backend.error as error:
            with suppress(self.backend.error):
                self.backend.execute("ROLLBACK")
            failure = StoreUnavailable(f"The games cannot be kept now: {error}.")
            done = [(job.future, None, failure) for job in jobs]
        for future, result, problem in done:
            if future.set_running_or_notify_cancel():
                if problem:
                    future.set_exception(problem)
                else:
                    future.set_result(result)

    def _run(self, job: Job) -> tuple[Future[Any], Any, Exception | None]:
        """Run one job of a transaction; a conflict undoes that job only."""
        self.backend.execute("SAVEPOINT job")
        try:
            result = job.run(self.backend)
        except self.backend.conflict as error:
            self.backend.execute("ROLLBACK TO SAVEPOINT job")
            return job.future, None, Conflict(str(error))
        self.backend.execute("RELEASE SAVEPOINT job")
        return job.future, result, None


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
