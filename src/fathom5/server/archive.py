"""Moving games from one database to another, and copying a file while it is used.

An export is a text of JSON lines: first the house with its secret, then every table with its game
record, everything that happened at it, and who sits there.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from fathom5.kernel.errors import Mistake
from fathom5.kernel.game import find_game
from fathom5.server.store import VERSION, Entry, Kept, Store, Taken, Unkept, is_address
from fathom5.server.tables import Table

KIND = "games"
NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY
STANDARD = "-"
"""The name of standard input and output."""


class Moved(NamedTuple):
    """What came of an import."""

    added: int
    there: int
    """Tables that were there already and were left as they are."""
    unchecked: int
    """Tables of games or rules that are not here, taken over as they are."""


def export_games(database: Path | str, target: str) -> int:
    """Write all games to a file or to standard output; how many there were."""
    with _store(_existing(database)) as store, _writing(target) as file:
        return asyncio.run(_export(store, file))


async def _export(store: Store, file: TextIO) -> int:
    _write(file, {"fathom5": KIND, "schema": VERSION, "secret": store.secret.hex()})
    tables = await store.tables()
    for table in tables:
        kept = await store.load(table)
        assert kept
        _write(
            file,
            {
                "table": table,
                "game": kept.game,
                "rules": kept.rules,
                "sitters": await store.sitters(table),
                "entries": kept.entries,
                "record": _record(kept),
            },
        )
    return len(tables)


def _write(file: TextIO, content: dict[str, Any]) -> None:
    file.write(json.dumps(content, ensure_ascii=False) + "\n")


def _record(kept: Kept) -> str | None:
    """The record of a game that has begun; none if its game or its rules are not here."""
    game = None
    with suppress(Mistake):
        game = find_game(kept.game)
    if game is None or game.rules_version != kept.rules:
        return None
    table = Table("", game, fast=False)
    table.follow(kept.entries)
    return str(table.match.record()) if table.match else ""


def import_games(database: Path | str, source: str) -> Moved:
    """Take over all games of an export; what is there already stays as it is."""
    with _store(database) as store, _reading(source) as file:
        return asyncio.run(_import(store, file))


async def _import(store: Store, file: TextIO) -> Moved:
    added = there = unchecked = 0
    for number, line in enumerate(file, 1):
        try:
            content = json.loads(line)
            if number == 1:
                await store.adopt(_secret(content))
                continue
            table, kept, sitters = _table(content)
        except Mistake:
            raise
        except (ValueError, KeyError, TypeError):
            raise _bad(number, "this is not what fathom5 export writes", added) from None
        record = _told(number, kept, added)
        if record != content.get("record"):
            raise _bad(number, f"what happened at table {table} does not lead to its record", added)
        try:
            await store.create(table, kept.game, kept.rules, kept.entries, sitters)
            added += 1
            unchecked += record is None
        except Taken:
            there += 1
    return Moved(added, there, unchecked)


def _secret(content: dict[str, Any]) -> bytes:
    if content["fathom5"] != KIND:
        raise ValueError
    if content["schema"] > VERSION:
        raise Mistake(f"This was exported by a newer fathom5 (schema {content['schema']}, here {VERSION}).")
    return bytes.fromhex(content["secret"])


def _table(content: dict[str, Any]) -> tuple[str, Kept, list[str]]:
    entries = [Entry(*entry) for entry in content["entries"]]
    texts = [content["table"], content["game"], content["rules"], *content["sitters"]]
    texts += [text for entry in entries for text in (entry.act, entry.value, entry.key or "")]
    numbers = [number for entry in entries for number in (entry.number, entry.actor)]
    if not entries or not all(isinstance(text, str) for text in texts):
        raise ValueError
    if not all(type(number) is int for number in numbers) or not all(
        entry.number == number and isinstance(entry.at, float) for number, entry in enumerate(entries)
    ):
        raise ValueError
    return content["table"], Kept(content["game"], content["rules"], entries), content["sitters"]


def _told(number: int, kept: Kept, added: int) -> str | None:
    try:
        return _record(kept)
    except (Mistake, ValueError, KeyError, TypeError, AssertionError, IndexError) as error:
        raise _bad(number, f"this game cannot be played again ({error or 'it has gaps'})", added) from None


def _bad(number: int, reason: str, added: int) -> Mistake:
    return Mistake(
        f"Line {number}: {reason.rstrip('.')}. {added} tables before it were taken over; "
        "import again when it is mended."
    )


def backup(database: Path | str, target: Path) -> None:
    """A consistent copy of the file, also while a server uses it."""
    if is_address(database):
        raise Mistake("A PostgreSQL database is copied with pg_dump; fathom5 export writes its games too.")
    source = _existing(database)
    if target.exists():
        raise Mistake(f"{target} is there already; choose another name.")
    unfinished = target.with_name(target.name + ".part")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with closing(sqlite3.connect(source)) as used, closing(sqlite3.connect(unfinished)) as copy:
            used.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        unfinished.rename(target)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise Mistake(f"{source} could not be copied to {target}: {error}.") from None


def _existing(database: Path | str) -> Path | str:
    if not is_address(database) and not Path(database).is_file():
        raise Mistake(f"There are no games at {database}. Name their file with --database.")
    return database


@contextmanager
def _store(database: Path | str) -> Iterator[Store]:
    with closing(Store(database)) as store:
        try:
            yield store
        except Unkept as error:
            raise Mistake(str(error)) from None


@contextmanager
def _writing(target: str) -> Iterator[TextIO]:
    """A new file that only its owner may read: it has the secrets of all games."""
    if target == STANDARD:
        yield sys.stdout
        return
    try:
        with os.fdopen(os.open(target, NEW, 0o600), "w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise Mistake(f"{target} cannot be written: {error.strerror}.") from None


@contextmanager
def _reading(source: str) -> Iterator[TextIO]:
    if source == STANDARD:
        yield sys.stdin
        return
    try:
        with Path(source).open(encoding="utf-8") as file:
            yield file
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{source} cannot be read: {error}.") from None
