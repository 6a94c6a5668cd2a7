"""The store in a PostgreSQL database, for several processes: what one keeps, the others hear of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fathom5.kernel.errors import Mistake
from fathom5.server.store import Row

try:
    import psycopg
except ModuleNotFoundError:
    raise Mistake("PostgreSQL needs psycopg: pip install 'fathom5[postgres]'.") from None

CHANNEL = "fathom5"
ALONE = 0x0F5
"""The lock that whoever changes the schema holds."""

SETTINGS: dict[str, Any] = {
    "autocommit": True,
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,
    "application_name": "fathom5",
}
PATIENCE = "SET lock_timeout = '5s'; SET statement_timeout = '20s'"
"""Nobody waits for ever for a lock, a statement or a line that is dead."""

AGAIN = 0.2
"""Seconds before the next try to hear news."""

ALIVE = 10.0
"""Seconds of silence after which the line is tried."""


class Postgres:
    """A connection that comes back when the database does."""

    shared = True
    words = {"strict": "", "by_key": "", "real": "DOUBLE PRECISION"}  # noqa: RUF012
    error: type[Exception] = psycopg.Error
    conflict: type[Exception] = psycopg.IntegrityError

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self.connection = self._connected()
        except psycopg.Error as error:
            reason = str(error).strip().splitlines()[-1].rstrip(".")
            raise Mistake(f"{self} cannot be reached: {reason}.") from None

    def _connected(self) -> psycopg.Connection[Row]:
        connection = psycopg.connect(self.address, **SETTINGS)
        connection.execute(PATIENCE)
        return connection

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        cursor = self.connection.execute(_written(sql), _storable(values))
        return cursor.fetchall() if cursor.description else []

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self.connection.cursor().executemany(_written(sql), [_storable(row) for row in rows])

    def begin(self) -> None:
        try:
            self.connection.execute("BEGIN")
        except psycopg.OperationalError:
            self.close()
            self.connection = self._connected()
            self.connection.execute("BEGIN")

    def begin_alone(self) -> None:
        self.begin()
        self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (ALONE,))

    def version(self) -> int:
        if self.execute("SELECT to_regclass('schema_version')") == [(None,)]:
            return 0
        return int(self.execute("SELECT max(version) FROM schema_version")[0][0])

    def set_version(self, version: int) -> None:
        self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)")
        self.execute("INSERT INTO schema_version VALUES (?)", (version,))

    def old_secret(self) -> str | None:
        """It was always kept in the database."""
        return None

    def tell(self, table: str, version: int) -> None:
        self.execute("SELECT pg_notify(?, ?)", (CHANNEL, f"{table} {version}"))

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        while True:
            with suppress(psycopg.Error, ValueError):
                async with await psycopg.AsyncConnection.connect(self.address, **SETTINGS) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    yield "", 0
                    while True:
                        async for told in line.notifies(timeout=ALIVE):
                            table, _, version = told.payload.partition(" ")
                            yield table, int(version)
                        await line.execute("SELECT 1")
            await asyncio.sleep(AGAIN)

    def close(self) -> None:
        self.connection.close()


def _written(sql: str) -> Any:
    return sql.replace("?", "%s")


def _storable(values: Sequence[object]) -> list[object]:
    """PostgreSQL keeps every character but one."""
    return [value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values]
