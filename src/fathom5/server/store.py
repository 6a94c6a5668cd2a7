"""What is kept: one SQLite file, one thread that owns it and commits in groups.

Everything that happens at a table is an entry, numbered from 0 without a gap. The number is the key
of its row, so two writers can never both have it. Entries are added, never changed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from fathom5.kernel.errors import Mistake

VERSION = 1
"""Of the schema; a file of a newer one is refused untouched."""

GROUP = 256
"""How many jobs may share a commit."""

SCHEMA = """
CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL) STRICT;
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, at REAL NOT NULL,
    act TEXT NOT NULL, actor INTEGER NOT NULL, value TEXT NOT NULL, key TEXT,
    PRIMARY KEY (table_id, number), UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE sitters (
    person TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
"""

Made = TypeVar("Made")


class Entry(NamedTuple):
    """One thing that happened at a table."""

    number: int
    at: float
    act: str
    actor: int
    value: str
    key: str | None = None


class Taken(Exception):  # noqa: N818 - what happened, not what broke
    """Another writer has used the number already."""


class Unkept(Exception):  # noqa: N818
    """The file could not be written; nothing was changed."""


class Store:
    """The file and its thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.commits = 0
        self._jobs: SimpleQueue[tuple[Callable[[sqlite3.Connection], Any], Future[Any]] | None] = (
            SimpleQueue()
        )
        self._connection = _opened(path)
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what was begun."""
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    async def create(self, table: str, game: str, rules: str, entries: Sequence[Entry]) -> None:
        """A new table with its first entries."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, game, rules))
            _add(connection, table, entries)

        await self._do(job)

    async def append(self, table: str, entries: Sequence[Entry]) -> None:
        """Keep entries, all or none; Taken if their numbers are used."""
        await self._do(lambda connection: _add(connection, table, entries))

    async def load(self, table: str) -> tuple[str, str, list[Entry]] | None:
        """Game, version of its rules, and all entries of a table."""

        def job(connection: sqlite3.Connection) -> tuple[str, str, list[Entry]] | None:
            found = connection.execute("SELECT game, rules FROM tables WHERE id = ?", (table,)).fetchone()
            if found is None:
                return None
            rows = connection.execute(
                "SELECT number, at, act, actor, value, key FROM entries WHERE table_id = ? ORDER BY number",
                (table,),
            )
            return found[0], found[1], [Entry(*row) for row in rows]

        return await self._do(job)

    async def sit(self, person: str, table: str) -> None:
        """Remember that a person has a seat at a table."""
        await self._do(
            lambda connection: connection.execute(
                "INSERT OR IGNORE INTO sitters VALUES (?, ?)", (person, table)
            )
        )

    async def tables_of(self, person: str, limit: int = 12) -> list[str]:
        """The tables where a person sits, the newest entry first."""

        def job(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                "SELECT table_id, (SELECT max(at) FROM entries e WHERE e.table_id = s.table_id) AS last"
                " FROM sitters s WHERE person = ? ORDER BY last DESC LIMIT ?",
                (person, limit),
            )
            return [row[0] for row in rows]

        return await self._do(job)

    async def _do(self, job: Callable[[sqlite3.Connection], Made]) -> Made:
        future: Future[Made] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

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
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: Sequence[tuple[Callable[[sqlite3.Connection], Any], Future[Any]]]) -> None:
        """Do the jobs in one transaction; each is told only after the commit."""
        done: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            self._connection.execute("BEGIN")
            done.extend(self._one(job, future) for job, future in batch)
            self._connection.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            failure = Unkept(f"The game file cannot be written now: {error}.")
            done = [(future, None, failure) for _, future in batch]
        for future, result, problem in done:
            if future.set_running_or_notify_cancel():
                if problem:
                    future.set_exception(problem)
                else:
                    future.set_result(result)

    def _one(
        self, job: Callable[[sqlite3.Connection], Any], future: Future[Any]
    ) -> tuple[Future[Any], Any, Exception | None]:
        """One job of a batch; if its number is taken, the others still hold."""
        self._connection.execute("SAVEPOINT job")
        try:
            result = job(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            return future, None, Taken(str(error))
        finally:
            self._connection.execute("RELEASE job")
        return future, result, None


def _opened(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise Mistake(f"{path} was made by a newer fathom5 (schema {version}, here {VERSION}).")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    except sqlite3.Error as error:
        raise Mistake(f"{path} cannot be used as a game file: {error}.") from None
    return connection


def _add(connection: sqlite3.Connection, table: str, entries: Sequence[Entry]) -> None:
    connection.executemany(
        "INSERT INTO entries (table_id, number, at, act, actor, value, key) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(table, *entry) for entry in entries],
    )
