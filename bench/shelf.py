"""How long the start page takes with many games of one person: `python bench/shelf.py [GAMES]`.

One game is played to its end and copied in the database, so that every row is a real one; some of them are
still played. Told are milliseconds of the processor and of the clock for a request, in the server's process.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

os.environ["FATHOM5_COMPILE"] = "0"

from starlette.testclient import TestClient

from fathom5.core.game import find_game
from fathom5.server.app import Application
from fathom5.server.forms import COOKIES
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings
from fathom5.server.store import Store

GAME, SOMEBODY, REQUESTS = "deep-sea-adventure", "somebody", 50
GOING = 10
"""So many of the games are not finished."""


async def lay(application: Application) -> tuple[str, str]:
    """One game to its end and one that has begun; their ids."""
    made = []
    for share in (1.0, 0.3):
        seats = [
            Seat("Ada", PERSON, "", (SOMEBODY,), ready=True),
            Seat("Ben", PERSON, "", ("ben",), ready=True),
        ]
        room = await application.rooms.create(find_game(GAME), seats, {}, SOMEBODY)
        chance, moves = Random(1), 0
        async with application.rooms.changing(room):
            while room.match and room.actor is not None and (share == 1.0 or moves < 20 or room.actor):
                room.play(room.actor, chance.choice(room.match.ids), f"laid.{room.version}")
                moves += 1
        made.append(room.id)
    return made[0], made[1]


def multiply(store: Store, room: str, times: int, name: str) -> None:
    """Copies of a room, straight into the tables."""
    backend = store.backend
    backend.begin()
    for table, column in (("tables", "id"), ("entries", "table_id"), ("sitters", "table_id")):
        rows = backend.execute(f"SELECT * FROM {table} WHERE {column} = ?", (room,))
        names = [row[1] for row in backend.execute(f"PRAGMA table_info({table})")]
        place, marks = names.index(column), ", ".join("?" * len(names))
        for number in range(times):
            copies = [[*row[:place], f"{name}-{number}", *row[place + 1 :]] for row in rows]
            backend.insert(f"INSERT INTO {table} VALUES ({marks})", copies)
    backend.execute("COMMIT")


def measure(client: TestClient, path: str) -> str:
    """The times of requests for a page, in words."""
    spent, clock = [], []
    for _ in range(REQUESTS):
        began, cpu = time.perf_counter(), time.process_time()
        assert client.get(path).status_code == 200
        clock.append(1000 * (time.perf_counter() - began))
        spent.append(1000 * (time.process_time() - cpu))
    return (
        f"first {clock[0]:6.1f} ms, then median {statistics.median(clock[1:]):5.1f} ms, "
        f"processor {statistics.median(spent[1:]):5.1f} ms"
    )


def main() -> None:
    """Lay the games out and measure."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        application = Application(database, Settings(warm=False))
        with TestClient(application.asgi()) as client:
            assert client.portal
            done, going = client.portal.call(lay, application)
            multiply(application.store, done, games - GOING - 1, "done")
            multiply(application.store, going, GOING - 1, "going")
        for wanted, person in ((f"{games} games", SOMEBODY), ("a newcomer", "")):
            application = Application(database, Settings(warm=False))
            with TestClient(application.asgi()) as client:
                if person:
                    client.cookies.set(COOKIES["person"], application.keys.cookie(person))
                for path in ("/", "/games", "/games?page=40", "/results"):
                    if client.get("/games").status_code == 200 or path == "/":
                        print(f"{wanted:<14} {path:<16} {measure(client, path)}", flush=True)


if __name__ == "__main__":
    main()
