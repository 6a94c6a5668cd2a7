"""What an operator or a person may have changed afterwards: names, closed tables, bans.

These change what is stored, from any process; servers look for it every few seconds and read the rooms
anew that are named in `rereads`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from fathom5.core.errors import Mistake, quoted
from fathom5.server.address import written_network
from fathom5.server.backend import Backend
from fathom5.server.store import Store

LOOK_BACK = 1000
"""How many of the latest rereads a server looks at."""

SeatContent = dict[str, Any]


def anonymous(seat: int) -> str:
    """The name of a seat whose name is hidden; different for each seat."""
    return f"Somebody {seat + 1}"


def _rewrite(backend: Backend, room: str, change: Callable[[int, SeatContent], None]) -> bool:
    """Change the seats in all entries of a room; returns whether something was changed."""
    rows = backend.execute(
        "SELECT number, act, actor, value FROM entries"
        " WHERE table_id = ? AND act IN ('open', 'seat', 'seats')",
        (room,),
    )
    changed = False
    for number, act, actor, value in rows:
        content = json.loads(value)
        for seat, part in [(actor, content)] if act == "seat" else enumerate(content["seats"]):
            change(seat, part)
        if act == "open" and content["host"] not in {p for s in content["seats"] for p in s["people"]}:
            content["host"] = ""
        text = json.dumps(content)
        if text != value:
            changed = True
            sql = "UPDATE entries SET value = ? WHERE table_id = ? AND number = ?"
            backend.execute(sql, (text, room, number))
    if changed:
        backend.execute("UPDATE tables SET summary = '' WHERE id = ?", (room,))
        _reread(backend, room)
    return changed


def _reread(backend: Backend, room: str) -> None:
    backend.execute("INSERT INTO rereads (table_id) VALUES (?)", (room,))


async def forget(store: Store, room: str, person: str) -> None:
    """Take a person and the name of their seats out of a room."""

    def change(seat: int, content: SeatContent) -> None:
        if person in content["people"]:
            content["people"] = [other for other in content["people"] if other != person]
            content["name"] = anonymous(seat)

    def job(backend: Backend) -> None:
        _rewrite(backend, room, change)
        backend.execute("DELETE FROM sitters WHERE person = ? AND table_id = ?", (person, room))

    await store.write(room, job)


async def hide_name(store: Store, room: str, seat: int) -> None:
    """Hide the name of a seat; raises Mistake if there is no such seat."""

    def change(number: int, content: SeatContent) -> None:
        if number == seat:
            content["name"] = anonymous(seat)

    if not await store.write(room, lambda backend: _rewrite(backend, room, change)):
        raise Mistake(f"There is no seat {seat + 1} with a name at table {quoted(room)}.")


async def close_table(store: Store, room: str, closed: bool) -> None:
    """Close a table for everybody, or open it again; raises Mistake if there is none."""

    def job(backend: Backend) -> bool:
        known = bool(backend.execute("SELECT 1 FROM tables WHERE id = ?", (room,)))
        backend.execute("UPDATE tables SET closed = ? WHERE id = ?", (int(closed), room))
        _reread(backend, room)
        return known

    if not await store.write(room, job):
        raise Mistake(f"There is no table {quoted(room)}.")


async def ban(store: Store, network: str) -> str:
    """Refuse all requests of an address or network from now on; returns how it is written."""
    written = written_network(network)
    sql = "INSERT INTO bans VALUES (?, ?) ON CONFLICT DO NOTHING"
    await store.write("", lambda backend: backend.execute(sql, (written, time.time())))
    return written


async def unban(store: Store, network: str) -> str:
    """Answer an address or network again; raises Mistake if it is not banned."""
    written = written_network(network)
    if written not in await bans(store):
        raise Mistake(f"{written} is not banned.")
    await store.write("", lambda backend: backend.execute("DELETE FROM bans WHERE network = ?", (written,)))
    return written


async def bans(store: Store) -> list[str]:
    """All banned addresses and networks."""
    rows = await store.read("", lambda backend: backend.execute("SELECT network FROM bans ORDER BY network"))
    return [row[0] for row in rows]


async def rereads(store: Store) -> dict[int, str]:
    """The latest rooms that were changed afterwards, by number."""
    sql = f"SELECT number, table_id FROM rereads ORDER BY number DESC LIMIT {LOOK_BACK}"
    return dict(await store.read("", lambda backend: [(row[0], row[1]) for row in backend.execute(sql)]))
