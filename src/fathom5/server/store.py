"""What is kept: tables and their entries, in a SQLite file or a PostgreSQL database.

Everything that happens at a table is an entry, numbered from 0 without a gap. The number is the key
of its row, so two writers can never both have it. Entries are added, never changed. One thread owns
the connection and commits in groups.
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

from fathom5.kernel.errors import Mistake

GROUP = 256
"""How many jobs may share a commit."""

STEPS = (
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
"""What leads from each version of the schema to the next; the first step starts from nothing."""

VERSION = len(STEPS)
"""Of the schema; what a newer one made is refused untouched."""

Made = TypeVar("Made")
Row = tuple[Any, ...]


class Entry(NamedTuple):
    """One thing that happened at a table."""

    number: int
    at: float
    act: str
    actor: int
    value: str
    key: str | None = None


class Kept(NamedTuple):
    """A table as it is kept."""

    game: str
    rules: str
    entries: list[Entry]


class Taken(Exception):  # noqa: N818 - what happened, not what broke
    """Another writer has used the number already."""


class Unkept(Exception):  # noqa: N818
    """The store could not be read or written; as far as we know nothing was changed."""


class Backend(Protocol):
    """What differs from one kind of database to another."""

    shared: bool
    """Whether other processes may serve the same games."""
    words: dict[str, str]
    """What the schema's statements leave open."""
    error: type[Exception]
    conflict: type[Exception]

    def __str__(self) -> str:
        """Its name for people, without passwords."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None: ...

    def begin(self) -> None:
        """Begin a transaction; connect again if the connection is gone."""

    def begin_alone(self) -> None:
        """Begin a transaction that keeps other processes from changing the schema."""

    def version(self) -> int:
        """Of the schema; 0 where there is none."""

    def set_version(self, version: int) -> None: ...

    def old_secret(self) -> str | None:
        """The secret from before it was kept in the database, in hexadecimal."""

    def tell(self, table: str, version: int) -> None:
        """Let other processes know, if this transaction is kept, that a table has moved on."""

    def news(self) -> AsyncIterator[tuple[str, int]]:
        """Tables that have moved on and how far; ("", 0) after something may have been missed."""

    def close(self) -> None: ...


class Job(NamedTuple):
    """Something to do in a transaction."""

    about: str
    """The table. Jobs of a group go by it: where writers meet, nobody waits in a circle."""
    do: Callable[[Backend], Any]
    answer: Future[Any]


class Store:
    """A database and its thread."""

    def __init__(self, database: Path | str) -> None:
        self.commits = 0
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.backend = _opened(database)
        self.secret = self._own_secret()
        """With which the server signs; all processes of a database have the same."""
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may serve the same games."""
        return self.backend.shared

    def close(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._thread.join()
        self.backend.close()

    # What is asked of it

    async def create(
        self, table: str, game: str, rules: str, entries: Sequence[Entry], sitters: Iterable[str] = ()
    ) -> None:
        """A new table with its first entries and the people who sit there."""

        def job(backend: Backend) -> None:
            backend.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, game, rules))
            _add(backend, table, entries)
            backend.insert("INSERT INTO sitters VALUES (?, ?)", [(person, table) for person in sitters])

        await self._do(table, job)

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Keep entries, all or none; Taken if their numbers are used."""
        await self._do(table, lambda backend: _add(backend, table, entries))

    async def load(self, table: str) -> Kept | None:
        """A table with all its entries."""

        def job(backend: Backend) -> Kept | None:
            found = backend.execute("SELECT game, rules FROM tables WHERE id = ?", (table,))
            if not found:
                return None
            game, rules = found[0]
            return Kept(game, rules, _entries(backend, table, 0))

        return await self._do(table, job)

    async def entries(self, table: str, since: int) -> list[Entry]:
        """What happened at a table from a number on."""
        return await self._do(table, lambda backend: _entries(backend, table, since))

    async def tables(self) -> list[str]:
        """Every table there is."""
        return await self._do(
            "", lambda backend: [row[0] for row in backend.execute("SELECT id FROM tables ORDER BY id")]
        )

    async def sit(self, person: str, table: str) -> None:
        """Remember that a person has a seat at a table."""
        await self._do(
            table,
            lambda backend: backend.execute(
                "INSERT INTO sitters VALUES (?, ?) ON CONFLICT DO NOTHING", (person, table)
            ),
        )

    async def sitters(self, table: str) -> list[str]:
        """The people who have a seat at a table."""

        def job(backend: Backend) -> list[str]:
            rows = backend.execute("SELECT person FROM sitters WHERE table_id = ? ORDER BY person", (table,))
            return [row[0] for row in rows]

        return await self._do(table, job)

    async def tables_of(self, person: str, limit: int = 12) -> list[str]:
        """The tables where a person sits, the newest entry first."""

        def job(backend: Backend) -> list[str]:
            rows = backend.execute(
                "SELECT table_id, (SELECT max(at) FROM entries e WHERE e.table_id = s.table_id) AS newest"
                " FROM sitters s WHERE person = ? ORDER BY newest DESC LIMIT ?",
                (person, limit),
            )
            return [row[0] for row in rows]

        return await self._do("", job)

    async def check(self) -> None:
        """See that something can be kept; Unkept if not."""
        await self._do("", lambda backend: _remember(backend, "checked", str(int(time.time()))))

    async def adopt(self, secret: bytes) -> None:
        """Sign like another server, whose games are coming; only where there are none yet."""
        await self._do(
            "",
            lambda backend: backend.execute(
                "UPDATE house SET value = ? WHERE name = 'secret' AND NOT EXISTS (SELECT 1 FROM tables)",
                (secret.hex(),),
            ),
        )

    def news(self) -> AsyncIterator[tuple[str, int]]:
        """Tables that other processes have changed."""
        return self.backend.news()

    # How it is done

    def _own_secret(self) -> bytes:
        """Made when first needed, once for all processes."""
        find = "SELECT value FROM house WHERE name = 'secret'"
        try:
            self.backend.begin()
            if not self.backend.execute(find):
                made = self.backend.old_secret() or secrets.token_hex(32)
                self.backend.execute("INSERT INTO house VALUES ('secret', ?) ON CONFLICT DO NOTHING", (made,))
            found = self.backend.execute(find)
            self.backend.execute("COMMIT")
        except self.backend.error as error:
            raise _unusable(self.backend, error) from None
        return bytes.fromhex(found[0][0])

    async def _do(self, about: str, job: Callable[[Backend], Made]) -> Made:
        answer: Future[Made] = Future()
        self._jobs.put(Job(about, job, answer))
        return await asyncio.wrap_future(answer)

    def _work(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch, last = [first], False
            with suppress(Empty):
                while len(batch) < GROUP:
                    following = self._jobs.get_nowait()
                    if following is None:
                        last = True
                        break
                    batch.append(following)
            self._commit(sorted(batch, key=lambda job: job.about))
            if last:
                return

    def _commit(self, batch: Sequence[Job]) -> None:
        """Do the jobs in one transaction; each is told only after the commit."""
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            self.backend.begin()
            done.extend(self._one(job) for job in batch)
            self.backend.execute("COMMIT")
            self.commits += 1
        except self.backend.error as error:
            with suppress(self.backend.error):
                self.backend.execute("ROLLBACK")
            failure = Unkept(f"The games cannot be kept now: {error}.")
            done = [(job.answer, None, failure) for job in batch]
        for answer, result, problem in done:
            if answer.set_running_or_notify_cancel():
                if problem:
                    answer.set_exception(problem)
                else:
                    answer.set_result(result)

    def _one(self, job: Job) -> tuple[Future[Any], Any, Exception | None]:
        """One job of a group; if its number is taken, the others still hold."""
        self.backend.execute("SAVEPOINT job")
        try:
            result = job.do(self.backend)
        except self.backend.conflict as error:
            self.backend.execute("ROLLBACK TO SAVEPOINT job")
            return job.answer, None, Taken(str(error))
        self.backend.execute("RELEASE SAVEPOINT job")
        return job.answer, result, None


def is_address(database: Path | str) -> bool:
    """Whether this is a PostgreSQL database rather than a file."""
    return isinstance(database, str) and database.startswith(("postgresql://", "postgres://"))


def _opened(database: Path | str) -> Backend:
    """Connected, with the schema of today."""
    backend = _backend(database)
    try:
        if backend.version() < VERSION:
            backend.begin_alone()
            for step in STEPS[backend.version() :]:
                for statement in step:
                    backend.execute(statement.format(**backend.words))
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


def _backend(database: Path | str) -> Backend:
    if is_address(database):
        from fathom5.server.postgres import Postgres

        return Postgres(str(database))
    from fathom5.server.sqlite import Sqlite

    return Sqlite(Path(database))


def _unusable(backend: Backend, error: Exception) -> Mistake:
    reason = str(error).strip().splitlines()[-1].rstrip(".")
    return Mistake(f"{backend} cannot be used to keep games: {reason}.")


def _add(backend: Backend, table: str, entries: Sequence[Entry]) -> None:
    backend.insert(
        "INSERT INTO entries (table_id, number, at, act, actor, value, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table, *entry) for entry in entries],
    )
    backend.tell(table, entries[-1].number + 1)


def _entries(backend: Backend, table: str, since: int) -> list[Entry]:
    rows = backend.execute(
        "SELECT number, at, act, actor, value, key FROM entries WHERE table_id = ? AND number >= ?"
        " ORDER BY number",
        (table, since),
    )
    return [Entry(*row) for row in rows]


def _remember(backend: Backend, name: str, value: str) -> None:
    backend.execute(
        "INSERT INTO house VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
