"""A look at a database and the machine it is on: what is well, what is not, and what to do."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.core.game import all_games
from fathom5.engine import is_compiled
from fathom5.server.lock import hold_alone
from fathom5.server.schema import VERSION
from fathom5.server.store import Store, is_url

MIN_FREE = 200 << 20
"""Bytes that should be free on the disk."""

MIN_FILES = 4096
SECRET_BYTES = 32
MAX_WAL = 200 << 20
"""Bytes of a write-ahead log that was not taken over for long."""


class Finding(NamedTuple):
    """Something that was looked at."""

    well: bool
    about: str
    advice: str = ""


def examine(database: Path | str) -> list[Finding]:
    """All findings about a database and this machine."""
    found = list(_machine())
    if is_url(database):
        return [*found, *_postgres(str(database))]
    path = Path(database)
    if not path.is_file():
        return [*found, Finding(False, f"There are no games at {path}.", "Name their file with --database.")]
    return [*found, *_file(path)]


def _machine() -> Iterator[Finding]:
    names = ("fathom5", "starlette", "uvicorn", "numba", "numpy")
    yield Finding(
        True, f"Python {platform.python_version()}, {', '.join(f'{n} {version(n)}' for n in names)}"
    )
    missing = [game.title for game in all_games().values() if not is_compiled(game)]
    yield Finding(
        True,
        f"Rules not compiled yet: {', '.join(missing)}" if missing else "All rules are compiled",
        "The server does it in the background; fathom5 compile does it now." if missing else "",
    )
    try:
        import resource
    except ModuleNotFoundError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    enough = most == resource.RLIM_INFINITY or most >= MIN_FILES
    yield Finding(
        enough,
        f"May open {'any number of' if most == resource.RLIM_INFINITY else most} files",
        "" if enough else "Every open page is one: raise it (ulimit -n, LimitNOFILE=).",
    )


def _file(path: Path) -> Iterator[Finding]:
    mode = path.stat().st_mode & 0o777
    yield Finding(
        not mode & 0o077,
        f"{path} has the mode {mode:o}",
        f"Hands and the secret are in it: chmod 600 {path}." if mode & 0o077 else "",
    )
    size, free = path.stat().st_size, shutil.disk_usage(path.parent).free
    enough = free > max(MIN_FREE, size)
    yield Finding(
        enough,
        f"{size >> 20} MB of games, {free >> 20} MB free",
        "" if enough else "Make room: a copy needs as much again, and without room nothing is kept.",
    )
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size > MAX_WAL:
        yield Finding(False, f"{log.name} has {log.stat().st_size >> 20} MB", "Restart the server.")
    yield _integrity(path)
    yield _server(path)
    yield from _content(path)


def _integrity(path: Path) -> Finding:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        verdict = str(error)
    if verdict == "ok":
        return Finding(True, "The file is whole")
    advice = "Stop the server and put the latest copy in its place (docs/server.md)."
    return Finding(False, f"The file is damaged: {verdict}", advice)


def _server(path: Path) -> Finding:
    try:
        lock = hold_alone(path)
    except Mistake:
        return Finding(True, "A server uses it now")
    if lock:
        lock.close()
    return Finding(True, "No server uses it now")


def _postgres(address: str) -> Iterator[Finding]:
    try:
        store = Store(address)
    except Mistake as mistake:
        yield Finding(False, str(mistake), "Look at the address, the password, and whether it runs.")
        return
    with closing(store):
        backend = store.backend
        for setting, wanted in (
            ("server_encoding", "UTF8"),
            ("fsync", "on"),
            ("synchronous_commit", "on"),
            ("full_page_writes", "on"),
        ):
            value = backend.execute(f"SHOW {setting}")[0][0]
            advice = "" if value == wanted else f"It should be {wanted}; else acknowledged moves can be lost."
            yield Finding(value == wanted, f"{setting} is {value}", advice)
    yield from _content(address)


def _content(database: Path | str) -> Iterator[Finding]:
    try:
        store = Store(database)
    except Mistake as mistake:
        yield Finding(False, str(mistake), "Update fathom5, or put a copy in its place.")
        return
    with closing(store):
        yield Finding(True, f"The schema has version {VERSION}")
        well = len(store.secret) == SECRET_BYTES
        advice = "" if well else "Cookies and links are signed with it: put back a copy that has it."
        yield Finding(well, f"The secret has {len(store.secret)} bytes", advice)
        kinds = store.backend.execute("SELECT game, rules, count(*) FROM tables GROUP BY game, rules")
        known = {(name, rules) for name, game in all_games().items() for rules in game.editions}
        yield Finding(True, f"{sum(row[2] for row in kinds)} tables")
        for name, rules, count in kinds:
            if (name, rules) not in known:
                text = f"{count} tables of {name}, rules version {rules}, cannot be opened here"
                yield Finding(False, text, "Install that game or its version again.")
