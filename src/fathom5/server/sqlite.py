"""The backend for one SQLite file, used by one process."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

from fathom5.core.errors import Mistake
from fathom5.server.backend import Row

BUSY_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the file."""


class Sqlite:
    """A file in WAL mode, synchronized with the disk at every commit."""

    shared = False
    dialect = {  # noqa: RUF012
        "strict": "STRICT",
        "by_key": "STRICT, WITHOUT ROWID",
        "real": "REAL",
        "serial": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "position": "instr",
    }
    error: type[Exception] = sqlite3.Error
    conflict: type[Exception] = sqlite3.IntegrityError
    unstorable: tuple[type[Exception], ...] = (
        sqlite3.DataError,
        sqlite3.InterfaceError,
        sqlite3.ProgrammingError,
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            _make_private(path)
            self.connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=BUSY_TIMEOUT
            )
            self._durable = False
            self.version()
            self._identity = _identity(path)
        except (sqlite3.Error, OSError) as error:
            raise Mistake(f"{path} cannot be used as a game file: {error}.") from None

    def __str__(self) -> str:
        return str(self.path)

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self.connection.executemany(sql, rows)

    def another(self) -> Sqlite:
        other = Sqlite(self.path)
        other.connection.execute("PRAGMA query_only = ON")
        return other

    def begin(self) -> None:
        problem = self.missing()
        if problem:
            raise sqlite3.OperationalError(problem)
        if not self._durable:
            self._make_durable()
        self.connection.execute("BEGIN")

    def begin_exclusive(self) -> None:
        self._make_durable()
        self.connection.execute("BEGIN EXCLUSIVE")

    def _make_durable(self) -> None:
        """Set the pragmas; not before the version was read, so that a file of a newer one stays untouched."""
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self.connection.execute(f"PRAGMA {setting}")
        self._durable = True

    def is_lost(self) -> bool:
        """False: a failed commit of SQLite has changed nothing."""
        return False

    def reconnect(self) -> None:
        """Do nothing: there is no connection to lose."""

    def interrupt(self) -> None:
        self.connection.interrupt()

    def missing(self) -> str:
        if _identity(self.path) == self._identity:
            return ""
        return f"{self.path} was deleted or replaced while it was in use; nothing more can be kept in it."

    def version(self) -> int:
        return int(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def set_version(self, version: int) -> None:
        self.connection.execute(f"PRAGMA user_version = {version}")

    def legacy_secret(self) -> str | None:
        """The content of the file beside the database where version 1 kept the secret."""
        with suppress(OSError):
            return self.path.with_name(self.path.name + ".secret").read_bytes().hex() or None
        return None

    def notify(self, room: str, news: int | str) -> None:
        """Do nothing: no other process serves the file."""

    async def notifications(self) -> AsyncIterator[tuple[str, int | str]]:
        """End at once: no other process serves the file."""
        for notification in list[tuple[str, int | str]]():
            yield notification

    def close(self) -> None:
        self.connection.close()


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_private(path: Path) -> None:
    """Create the file if there is none, and let only its owner read it: it has the secret and all hands."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with suppress(OSError):
            if each.stat().st_mode & 0o077:
                each.chmod(0o600)
