"""The backend for a PostgreSQL database, used by several processes, which notify each other."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fathom5.core.errors import Mistake
from fathom5.server.backend import Row

try:
    import psycopg
except ModuleNotFoundError:
    raise Mistake("PostgreSQL needs psycopg: pip install 'fathom5[postgres]'.") from None

CHANNEL = "fathom5"
PERSON_MARK = "@"
"""What tells a person from a version in a notification."""

SCHEMA_LOCK = 0x0F5
"""The advisory lock held while the schema is changed."""

OPTIONS: dict[str, Any] = {
    "autocommit": True,
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "application_name": "fathom5",
}
TIMEOUTS = "SET lock_timeout = '4s'; SET statement_timeout = '5s'"

RECONNECT_DELAY = 0.2
"""Seconds before the next attempt to listen for notifications."""

PING_INTERVAL = 10.0
"""Seconds without a notification after which the connection is tested."""


class Postgres:
    """A connection that is opened again when it is lost."""

    shared = True
    dialect = {  # noqa: RUF012
        "strict": "",
        "by_key": "",
        "real": "DOUBLE PRECISION",
        "serial": "SERIAL PRIMARY KEY",
        "position": "strpos",
    }
    error: type[Exception] = psycopg.Error
    conflict: type[Exception] = psycopg.IntegrityError
    unstorable: tuple[type[Exception], ...] = (psycopg.DataError, psycopg.ProgrammingError)

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self.connection = self._connect()
        except psycopg.Error as error:
            reason = str(error).strip().splitlines()[-1].rstrip(".")
            raise Mistake(f"{self} cannot be reached: {reason}.") from None

    def _connect(self) -> psycopg.Connection[Row]:
        connection = psycopg.connect(self.address, **OPTIONS)
        connection.execute(TIMEOUTS)
        return connection

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        cursor = self.connection.execute(_placeholders(sql), _storable(values))
        return cursor.fetchall() if cursor.description else []

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self.connection.cursor().executemany(_placeholders(sql), [_storable(row) for row in rows])

    def another(self) -> Postgres:
        return Postgres(self.address)

    def begin(self) -> None:
        try:
            self.connection.execute("BEGIN")
        except psycopg.OperationalError:
            self.reconnect()
            self.connection.execute("BEGIN")

    def reconnect(self) -> None:
        self.close()
        self.connection = self._connect()

    def is_lost(self) -> bool:
        return self.connection.closed

    def interrupt(self) -> None:
        """End the conversation below the protocol, since the other side may not listen."""
        with suppress(psycopg.Error, OSError):
            line = socket.socket(fileno=os.dup(self.connection.fileno()))
            with line:
                line.shutdown(socket.SHUT_RDWR)

    def missing(self) -> str:
        """Empty: a lost connection is opened again."""
        return ""

    def begin_exclusive(self) -> None:
        self.begin()
        self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))

    def version(self) -> int:
        if self.execute("SELECT to_regclass('schema_version')") == [(None,)]:
            return 0
        return int(self.execute("SELECT max(version) FROM schema_version")[0][0])

    def set_version(self, version: int) -> None:
        self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)")
        self.execute("INSERT INTO schema_version VALUES (?)", (version,))

    def legacy_secret(self) -> str | None:
        """None: it was always kept in the database."""
        return None

    def notify(self, room: str, news: int | str) -> None:
        mark = "" if isinstance(news, int) else PERSON_MARK
        self.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{room} {mark}{news}"))

    async def notifications(self) -> AsyncIterator[tuple[str, int | str]]:
        while True:
            with suppress(psycopg.Error, ValueError):
                async with await psycopg.AsyncConnection.connect(self.address, **OPTIONS) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield "", 0
                    while True:
                        async for notification in connection.notifies(timeout=PING_INTERVAL):
                            room, _, version = notification.payload.partition(" ")
                            yield room, _news(version)
                        await connection.execute("SELECT 1")
            await asyncio.sleep(RECONNECT_DELAY)

    def close(self) -> None:
        self.connection.close()


def _news(text: str) -> int | str:
    return text.removeprefix(PERSON_MARK) if text.startswith(PERSON_MARK) else int(text)


def _placeholders(sql: str) -> Any:
    return sql.replace("?", "%s")


def _storable(values: Sequence[object]) -> list[object]:
    """The values without NUL, the one character that PostgreSQL cannot store."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
