"""Export to and import from JSON lines, and backup of a SQLite file in use.

The first line of an export has the server's secret; each of the others has a room with the record of its
game, all its entries, and the people who sit there.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from fathom5.core.errors import Mistake
from fathom5.core.game import find_game
from fathom5.engine import is_compiled
from fathom5.server.jobs import Conflict, StoreUnavailable, Unstorable
from fathom5.server.lists import Summary
from fathom5.server.room import Room
from fathom5.server.rooms import MAX_ENTRIES
from fathom5.server.schema import VERSION
from fathom5.server.store import Entry, Store, StoredRoom, is_url

FORMAT = "games"
ID = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What ids of rooms and people look like."""

MAX_LINE = 64 << 20
MAX_NUMBER = 1 << 31
MAX_TIME = 1e11
"""Bounds on what an import takes over: letters in a line, numbers, and seconds since 1970."""

NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY
STDIO = "-"
"""The name of standard input and output."""


class ImportResult(NamedTuple):
    """How many rooms an import met."""

    added: int
    there: int
    """Rooms that were in the database already and were left as they are."""
    unchecked: int
    """Added rooms whose game or rules are not installed, so that their entries were not replayed."""


def export_games(database: Path | str, target: str) -> int:
    """Write all rooms to a new file or to standard output; returns their number.

    Raises Mistake if the database cannot be read or the file cannot be written.
    """
    with opened(database) as store, _writing(target) as file:
        return asyncio.run(_export(store, file))


async def _export(store: Store, file: TextIO) -> int:
    _write(file, {"fathom5": FORMAT, "schema": VERSION, "secret": store.secret.hex()})
    rooms = await store.rooms()
    for room in rooms:
        stored = await store.load(room)
        assert stored
        _write(
            file,
            {
                "table": room,
                "game": stored.game,
                "rules": stored.rules,
                "sitters": await store.sitters(room),
                "entries": stored.entries,
                "record": _record(stored),
            },
        )
    return len(rooms)


def _write(file: TextIO, content: dict[str, Any]) -> None:
    file.write(json.dumps(content, ensure_ascii=False) + "\n")


def _record(stored: StoredRoom) -> str | None:
    """The record of the game, empty before its start; None if the game or its rules are not installed."""
    game = None
    with suppress(Mistake):
        game = find_game(stored.game)
    if game is None or stored.rules not in game.editions:
        return None
    room = Room("", game, stored.rules, compiled=is_compiled(game))
    room.extend(stored.entries)
    return str(room.match.record()) if room.match else ""


def import_games(database: Path | str, source: str) -> ImportResult:
    """Add all rooms of an export that the database does not have; raises Mistake at a line that is wrong."""
    with _store(database) as store, _reading(source) as file:
        return asyncio.run(_import(store, file))


async def _import(store: Store, file: TextIO) -> ImportResult:
    added = there = unchecked = 0
    for number, line in enumerate(file, 1):
        try:
            content = _parsed(line)
            if number == 1:
                await store.import_secret(_secret(content))
                continue
            room, stored, sitters = _room(content)
        except Mistake:
            raise
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _line_error(number, "this is not what fathom5 export writes", added) from None
        record = _replayed(number, stored, added)
        if record != content.get("record"):
            raise _line_error(number, f"what happened at table {room} does not lead to its record", added)
        try:
            await store.create(room, stored, Summary(newcomers=tuple(sitters)))
            added += 1
            unchecked += record is None
        except Conflict:
            there += 1
        except Unstorable as error:
            raise _line_error(number, str(error), added) from None
    return ImportResult(added, there, unchecked)


def _parsed(line: str) -> Any:
    """The content of a line; raises ValueError if it is too long, too deep or not JSON that can be stored."""
    if len(line) > MAX_LINE:
        raise ValueError
    try:
        content = json.loads(line, parse_constant=_no_constant)
        line.encode()
        json.dumps(content, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError from None
    return content


def _no_constant(name: str) -> Any:
    """Refuse NaN and Infinity."""
    raise ValueError(name)


def _secret(content: dict[str, Any]) -> bytes:
    if content["fathom5"] != FORMAT:
        raise ValueError
    if content["schema"] > VERSION:
        raise Mistake(f"This was exported by a newer fathom5 (schema {content['schema']}, here {VERSION}).")
    return bytes.fromhex(content["secret"])


def _room(content: dict[str, Any]) -> tuple[str, StoredRoom, list[str]]:
    """The id of a room, the room and its sitters; raises ValueError, KeyError or TypeError if malformed."""
    entries = [Entry(*entry) for entry in content["entries"]]
    texts = [content["table"], content["game"], content["rules"], *content["sitters"]]
    texts += [text for entry in entries for text in (entry.act, entry.value, entry.key or "")]
    numbers = [number for entry in entries for number in (entry.number, entry.actor)]
    if not 0 < len(entries) <= MAX_ENTRIES or not all(isinstance(text, str) for text in texts):
        raise ValueError
    if not all(map(ID.fullmatch, (content["table"], *content["sitters"]))):
        raise ValueError
    if not all(type(number) is int and abs(number) < MAX_NUMBER for number in numbers) or not all(
        entry.number == number and isinstance(entry.at, float) and 0 <= entry.at < MAX_TIME
        for number, entry in enumerate(entries)
    ):
        raise ValueError
    return content["table"], StoredRoom(content["game"], content["rules"], entries), content["sitters"]


def _replayed(number: int, stored: StoredRoom, added: int) -> str | None:
    """The record that the entries of a line lead to; raises Mistake if they cannot be applied."""
    try:
        return _record(stored)
    except Exception as error:  # whatever a strange entry does to the rules is the entry's fault
        raise _line_error(
            number, f"this game cannot be played again ({error or 'it has gaps'})", added
        ) from None


def _line_error(number: int, reason: str, added: int) -> Mistake:
    return Mistake(
        f"Line {number}: {reason.rstrip('.')}. {added} tables before it were taken over; "
        "import again when it is mended."
    )


def backup(database: Path | str, target: Path) -> None:
    """Copy the file consistently, also while a server uses it; raises Mistake if that cannot be done."""
    if is_url(database):
        raise Mistake("A PostgreSQL database is copied with pg_dump; fathom5 export writes its games too.")
    source = _existing(database)
    if target.exists():
        raise Mistake(f"{target} is there already; choose another name.")
    unfinished = target.with_name(target.name + ".part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(unfinished)) as copy:
            original.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(f"it is damaged ({verdict})")
        unfinished.rename(target)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise Mistake(f"{source} could not be copied to {target}: {error}.") from None


def _existing(database: Path | str) -> Path | str:
    if not is_url(database) and not Path(database).is_file():
        raise Mistake(f"There are no games at {database}. Name their file with --database.")
    return database


@contextmanager
def opened(database: Path | str) -> Iterator[Store]:
    """The store of a database that is there; raises Mistake if there is none or it cannot be used."""
    with _store(_existing(database)) as store:
        yield store


@contextmanager
def _store(database: Path | str) -> Iterator[Store]:
    with closing(Store(database)) as store:
        try:
            yield store
        except StoreUnavailable as error:
            raise Mistake(str(error)) from None


@contextmanager
def _writing(target: str) -> Iterator[TextIO]:
    """A new file that only its owner may read, since it holds all secrets."""
    if target == STDIO:
        yield sys.stdout
        return
    try:
        with os.fdopen(os.open(target, NEW_FILE, 0o600), "w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise Mistake(f"{target} cannot be written: {error.strerror}.") from None


@contextmanager
def _reading(source: str) -> Iterator[TextIO]:
    if source == STDIO:
        yield sys.stdin
        return
    try:
        with Path(source).open(encoding="utf-8") as file:
            yield file
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{source} cannot be read: {error}.") from None
