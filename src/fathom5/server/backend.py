"""What differs between SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]


class Backend(Protocol):
    """A connection to a database, used by one thread."""

    shared: bool
    """Whether other processes may serve the same rooms."""
    dialect: dict[str, str]
    """What is filled into the placeholders of the migrations."""
    error: type[Exception]
    conflict: type[Exception]
    unstorable: tuple[type[Exception], ...]
    """Raised for a value that the database cannot keep."""

    def __str__(self) -> str:
        """The name of the database, without passwords."""

    def another(self) -> Backend:
        """A further connection to the same database, to read with."""

    def execute(self, sql: str, values: Sequence[object] = ()) -> list[Row]: ...

    def insert(self, sql: str, rows: Sequence[Sequence[object]]) -> None: ...

    def begin(self) -> None:
        """Begin a transaction; reconnect first if the connection is lost."""

    def begin_exclusive(self) -> None:
        """Begin a transaction that keeps other processes from changing the schema."""

    def is_lost(self) -> bool:
        """Whether the connection is gone, so that nobody knows what became of the last statement."""

    def reconnect(self) -> None: ...

    def interrupt(self) -> None:
        """From another thread: let the statement under way fail."""

    def missing(self) -> str:
        """A sentence if the database that is being used is no longer where it was; else empty."""

    def version(self) -> int:
        """The version of the schema; 0 if there is none."""

    def set_version(self, version: int) -> None: ...

    def legacy_secret(self) -> str | None:
        """The secret from before it was kept in the database, as hexadecimal."""

    def notify(self, room: str, news: int | str) -> None:
        """Tell other processes, once this is committed, the new version of a room or who is there."""

    def notifications(self) -> AsyncIterator[tuple[str, int | str]]:
        """What other processes notify of, by room; ("", 0) if something may have been missed."""

    def close(self) -> None: ...
