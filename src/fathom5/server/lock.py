"""One server for one file: a lock beside it, held as long as the server lives, however it ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

from fathom5.core.errors import Mistake
from fathom5.server.store import is_url

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]


def hold_alone(database: Path | str) -> TextIO | None:
    """The lock of a file, to be closed at the end; None where several servers may share the database.

    Raises Mistake if another server holds it or it cannot be made.
    """
    if is_url(database) or fcntl is None:
        return None
    path = Path(f"{database}.lock")
    try:
        lock = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+")
    except OSError as error:
        raise Mistake(f"{database} cannot be used as a game file: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        other = lock.read().strip()
        lock.close()
        raise Mistake(
            f"Another server{f' (process {other})' if other else ''} uses {database} already. Stop it first, "
            "or use PostgreSQL for several servers."
        ) from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock
