"""Writes a database with a few rooms of every game, and beside it how they stand: python make.py NAME.

Runs with the code that is installed, this release's or an earlier one's; see README.md.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from fathom5 import find_game
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms
from fathom5.server.seating import PERSON, Seat
from fathom5.server.store import Store

HERE = Path(__file__).parent
ROOMS = (
    ("deep-dive", 2, {}),
    ("deep-dive", 4, {}),
    ("deep-sea-adventure", 3, {}),
    ("deeper", 2, {}),
    ("in-too-deep", 2, {}),
    ("in-too-deep", 3, {"coast": "advanced", "wildlife": "random"}),
    ("scuba", 2, {}),
    ("scuba", 3, {"decompression": "yes"}),
)
RUNNING = 25
"""Decisions in a game that is left as it is."""
LONGEST = 120
"""Entries of a list that is kept."""


def plain(array: Any) -> Any:
    """A struct as a dict by the names of its fields, but for long lists; numbers as they are."""
    if array.dtype.names is None:
        return array.tolist()
    if array.shape:
        return [plain(each) for each in array]
    return {name: plain(array[name]) for name in array.dtype.names if array[name].size <= LONGEST}


def standing(room: Room) -> dict[str, Any]:
    """How a game stands: rules, scores and the fields of its table."""
    match = room.match
    return {
        "game": room.game.name,
        "rules": room.game.rules_version,
        "over": room.over,
        "moves": len(match.history),
        "scores": [int(score) for score in match.position.scores],
        "places": [int(place) for place in match.position.places],
        "table": plain(match.position.work.array["table"][0]),
    }


def play_on(room: Room, random: Random, decisions: int) -> None:
    """So many decisions at random, or until the game is over."""
    while not room.over and decisions:
        room.play(room.actor, random.choice(list(room.match.ids)), str(room.version))
        decisions -= 1


async def make(path: Path) -> dict[str, Any]:
    store = Store(path)
    rooms = Rooms(store)
    told = {}
    for name, players, options in ROOMS:
        for state, decisions in (("running", RUNNING), ("finished", -1)):
            room_id = f"{name}-{players}-{state}"
            seats = [Seat(f"P{seat}", PERSON, "", (f"person-{seat}",), ready=True) for seat in range(players)]
            room = await rooms.create(
                find_game(name),
                seats,
                options,
                "person-0",
                room_id,
                seed=sha256(room_id.encode()).hexdigest(),
            )
            async with rooms.changing(room):
                play_on(room, Random(room_id), decisions)
            told[room_id] = standing(room)
    store.close()
    return told


def main() -> None:
    path = HERE / f"{sys.argv[1]}.sqlite"
    path.unlink(missing_ok=True)
    told = asyncio.run(make(path))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM")
    rows = (f'"{room}": {json.dumps(stands, separators=(",", ":"))}' for room, stands in told.items())
    path.with_suffix(".json").write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
