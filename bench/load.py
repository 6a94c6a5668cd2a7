"""How much the server carries: open pages of four-seat games, moves at a steady rate.

    python bench/load.py --pages 500 --rate 100 --seconds 20
    python bench/load.py --processes 4 --database postgresql://user@host/empty
    python bench/load.py --stored 10000

The server runs on one core and this script on another, over the loopback. Several processes need an
empty PostgreSQL database; each room has one of them, as a proxy chooses by the address of the room
(`--anywhere`: every request goes to any process). With `--stored` the file has finished games of
others before the server starts. Every page is a live stream
with a cookie of its own. A move is sent at its time whether or not earlier ones are answered; measured
is from sending it to its acknowledgement, and to the moment it reached each of the room's pages. At
the end every acknowledged move has to be in the database, and every page has to show its room's last
version.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode
from zlib import crc32

from fathom5 import find_game
from fathom5.server.rooms import Rooms
from fathom5.server.seating import PERSON, Seat
from fathom5.server.store import Store

GAMES = ("deep-sea-adventure", "deep-dive", "in-too-deep", "scuba", "deeper")
SEATS = 4
CONNECTIONS = 48
"""Over which moves are sent."""

TIMEOUT = 30.0
WARM = 4
"""Seconds of moves for each process before anything is measured: drawings are kept in each."""

PLAYED_OUT = 20
"""How many stored games are played; the others are copies of them."""


Answer = tuple[int, dict[str, str], bytes]
"""Status, headers and body."""


class Connection:
    """A connection to one of the processes that is kept open."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, path: str, cookie: str = "", form: dict[str, object] | None = None) -> Answer:
        """Send a request; send it again, as a browser does, if the connection was closed meanwhile."""
        body = None if form is None else urlencode(form, doseq=True).encode()
        sent = request(self.port, path, cookie, body)
        try:
            return await self._exchange(sent)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.reader = None
            return await self._exchange(sent)

    async def _exchange(self, sent: bytes) -> Answer:
        if self.reader is None or self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        self.writer.write(sent)
        status, headers = await head(self.reader)
        return status, headers, await self.reader.readexactly(int(headers.get("content-length", "0")))


def request(port: int, path: str, cookie: str, body: bytes | None) -> bytes:
    """The bytes of a request."""
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Cookie: {cookie}",
    ]
    if body is not None:
        kind = "application/x-www-form-urlencoded"
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}", "X-Fathom5: 1"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


async def head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers of a response."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = [line.partition(":") for line in lines if line]
    headers: dict[str, str] = {}
    for name, _, value in pairs:
        key = name.lower()
        headers[key] = f"{headers[key]}; {value.strip()}" if key in headers else value.strip()
    return int(first.split()[1]), headers


VERSION = re.compile(rb'data-version="(\d+)')
MOVES = re.compile(rb'name="move" value="(\d+)')
ITEMS, LEAST = re.compile(rb'name="item" value="(\d+)'), re.compile(rb' data-low="(\d+)')


@dataclass
class Page:
    """One open page of one seat."""

    room: Room
    seat: int
    cookie: str
    version: int = -1
    moves: list[bytes] = field(default_factory=list)
    items: list[bytes] = field(default_factory=list)
    """As many items of a set as have to be ticked, where one is chosen."""

    def show(self, view: bytes) -> None:
        """Take in a view."""
        found = VERSION.search(view)
        assert found
        self.version = int(found[1])
        self.moves, least = MOVES.findall(view), LEAST.search(view)
        self.items = ITEMS.findall(view)[: max(1, int(least[1]))] if least else []
        self.room.shown(self)

    async def follow(self, port: int) -> None:
        """Follow the stream of one process until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(request(port, f"{self.room.path}/live?seat={self.seat}", self.cookie, None))
        status, _ = await head(reader)
        assert status == 200, status
        while True:
            event = await reader.readuntil(b"\n\n")
            if b"\ndata: " in event and not event.startswith(b"event: "):
                self.show(event)


@dataclass
class Room:
    """A room with its pages, and the move that is under way."""

    path: str
    game: str
    load: Load
    pages: list[Page] = field(default_factory=list)
    sent: float = 0.0
    asked: int = -1
    """The version that the move under way was made at; -1 if none is."""
    done: set[int] = field(default_factory=set)
    """The seats whose pages show the move; -1 once it is acknowledged."""

    def shown(self, page: Page) -> None:
        """Note that a page shows a newer view."""
        if self.asked >= 0 and page.version > self.asked and page.seat not in self.done:
            self.done.add(page.seat)
            self.load.pushed.append(time.perf_counter() - self.sent)
            self._finish()

    def acknowledged(self) -> None:
        self.load.acknowledged.append(time.perf_counter() - self.sent)
        self.done.add(-1)
        self._finish()

    def _finish(self) -> None:
        if len(self.done) == SEATS + 1:
            self.asked = -1
            self.done.clear()

    @property
    def to_move(self) -> Page | None:
        if self.asked >= 0:
            return None
        return next((page for page in self.pages if page.moves or page.items), None)


class Load:
    """All rooms, and the times that were measured."""

    def __init__(self, ports: list[int], games: list[str], anywhere: bool) -> None:
        self.ports, self.games, self.anywhere = ports, games, anywhere
        self.chance = random.Random(1)
        self.rooms: list[Room] = []
        self.connections: dict[int, asyncio.Queue[Connection]] = {port: asyncio.Queue() for port in ports}
        for number in range(CONNECTIONS):
            port = ports[number % len(ports)]
            self.connections[port].put_nowait(Connection(port))
        self.acknowledged: list[float] = []
        self.pushed: list[float] = []
        self.kept: list[tuple[str, int, int, int]] = []
        self.refused = 0
        self.late = 0

    def port_of(self, path: str) -> int:
        """The process that a proxy would choose."""
        room = re.match(r"/(?:table|join|seat)/([^/?]+)", path)
        if self.anywhere or not room:
            return self.chance.choice(self.ports)
        return self.ports[crc32(room[1].encode()) % len(self.ports)]

    async def ask(self, path: str, cookie: str = "", form: dict[str, object] | None = None) -> Answer:
        connections = self.connections[self.port_of(path)]
        connection = await connections.get()
        try:
            return await connection.ask(path, cookie, form)
        finally:
            connections.put_nowait(connection)

    async def open_room(self, number: int) -> None:
        """Open a room of four people, each with a page."""
        game = self.games[number % len(self.games)]
        seats: dict[str, object] = {"seat.0": "me", **{f"seat.{n}": "friend" for n in range(1, SEATS)}}
        _, headers, _ = await self.ask(f"/new/{game}", form=seats)
        path, host = headers["location"], cookie_of(headers)
        _, _, page = await self.ask(path, host)
        found = re.search(rb'value="https?://[^/]+(/join/[^"]+)"', page)
        assert found, page
        room = Room(path, game, self)
        room.pages.append(Page(room, 0, host))
        for seat in range(1, SEATS):
            _, headers, _ = await self.ask(found[1].decode(), form={"name": f"Guest {seat}"})
            room.pages.append(Page(room, seat, cookie_of(headers)))
        await self.ask(f"{path}/ready", host, {})
        self.rooms.append(room)

    def decide(self, page: Page) -> Coroutine[None, None, None]:
        """A request with a random move of the page's seat."""
        room, number = page.room, page.version
        move = int(self.chance.choice(page.moves) if page.moves else page.items[0])
        chosen = {"move": move} if page.moves else {"basket": "yes", "item": list(map(int, page.items))}
        room.asked, room.sent, page.moves, page.items = number, time.perf_counter(), [], []
        return self._send(page, number, move, {"number": number, "seat": page.seat, **chosen})

    async def _send(self, page: Page, number: int, move: int, form: dict[str, object]) -> None:
        room = page.room
        status, _, _ = await self.ask(f"{room.path}/move?seat={page.seat}", page.cookie, form)
        if status == 200:
            self.kept.append((room.path.rsplit("/", 1)[1], number, page.seat, move))
            room.acknowledged()
        else:
            self.refused += 1
            room.asked = -1

    async def run(self, rate: float, seconds: float) -> None:
        """Send moves at their times, each for the next room that is ready; count those for which none was."""
        begun, sent, tasks = time.perf_counter(), 0, set()
        turn = 0
        while sent < rate * seconds:
            wait = begun + sent / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            sent += 1
            for _ in range(len(self.rooms)):
                turn = (turn + 1) % len(self.rooms)
                page = self.rooms[turn].to_move
                if page:
                    task = asyncio.create_task(self.decide(page))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                    break
            else:
                self.late += 1
        until = time.perf_counter() + TIMEOUT
        while time.perf_counter() < until and (tasks or any(room.asked >= 0 for room in self.rooms)):
            await asyncio.sleep(0.05)


def cookie_of(headers: dict[str, str]) -> str:
    """The cookie of a new person."""
    found = re.search(r"f5-who=[^;]+", headers["set-cookie"])
    assert found
    return found[0]


@contextmanager
def server(database: str, cores: set[int]) -> Iterator[tuple[int, int, float]]:
    """A server on some cores: its port, its process id, and the seconds until it answered."""
    began = time.perf_counter()
    words = [
        sys.executable,
        "-m",
        "fathom5",
        "serve",
        "--port",
        "0",
        "--database",
        database,
        "--log",
        "none",
    ]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, cores)
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        status, _, _ = asyncio.run(Connection(port).ask("/healthz"))
        assert status == 200, status
        try:
            yield port, process.pid, time.perf_counter() - began
        finally:
            process.terminate()


def burnt(pids: list[int]) -> float:
    """Seconds of processor time that processes have used."""
    parts = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(part[11]) + int(part[12]) for part in parts) / os.sysconf("SC_CLK_TCK")


def megabytes(pids: list[int]) -> float:
    """The most memory that one of the processes has had."""
    found = [re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in pids]
    return max(int(each[1]) / 1024 for each in found if each)


async def play_out(database: Path, games: int) -> None:
    """Store games that were played at random to their ends."""
    store = Store(database)
    rooms, chance = Rooms(store), random.Random(0)
    people = [Seat(name, PERSON, "", (name,), True) for name in ("Ada", "Ben", "Cleo", "Dan")]
    for number in range(games):
        room = await rooms.create(find_game(GAMES[number % len(GAMES)]), people, {}, "Ada")
        while room.match and room.match.actor is not None:
            async with rooms.changing(room):
                room.play(room.match.actor, chance.choice(room.match.ids), f"key.{room.version}")
    store.close()


def fill(database: Path, stored: int) -> None:
    """Make a new file with so many finished games, copies of a few."""
    asyncio.run(play_out(database, PLAYED_OUT))
    with sqlite3.connect(database) as file:
        ids = [room for (room,) in file.execute("SELECT id FROM tables ORDER BY id")]
        columns = {
            table: [column[1] for column in file.execute(f"PRAGMA table_info({table})")]
            for table in ("tables", "entries", "sitters")
        }
        for number in range(len(ids), stored):
            for table, names in columns.items():
                key = "id" if table == "tables" else "table_id"
                chosen = ", ".join(f"'{number:012}'" if name == key else name for name in names)
                file.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) SELECT {chosen} FROM {table} WHERE {key} = ?",
                    (ids[number % len(ids)],),
                )
    file.close()


def missing(database: str, kept: list[tuple[str, int, int, int]]) -> int:
    """How many acknowledged moves are not in the database where they should be."""
    sql = "SELECT table_id, number, actor, value FROM entries WHERE act = 'move'"
    if "://" in database:
        import psycopg

        with psycopg.connect(database) as connection:
            rows = connection.execute(sql).fetchall()
    else:
        with sqlite3.connect(database) as file:
            rows = file.execute(sql).fetchall()
    there = {(room, number, actor, int(value)) for room, number, actor, value in rows}
    return len(set(kept) - there) + len(kept) - len(set(kept))


def spread(times: list[float]) -> dict[str, float]:
    """Median, 95th and 99th percentile and the longest, in milliseconds."""
    cuts = quantiles(times, n=100)
    figures = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}
    return {name: round(1000 * value, 1) for name, value in figures.items()}


async def measure(
    ports: list[int], pids: list[int], options: argparse.Namespace
) -> tuple[Load, dict[str, object]]:
    """Open the pages, play, and return the measurements."""
    used = burnt(pids)
    while True:  # until the rules are loaded
        await asyncio.sleep(1)
        if burnt(pids) - used < 0.1 * len(pids):
            break
        used = burnt(pids)
    load = Load(ports, options.games.split(","), options.anywhere)
    count = options.pages // SEATS
    for first in range(0, count, 8):
        await asyncio.gather(*(load.open_room(number) for number in range(first, min(first + 8, count))))
    pages = [page for room in load.rooms for page in room.pages]
    streams = [asyncio.create_task(page.follow(load.port_of(page.room.path))) for page in pages]
    until = time.perf_counter() + TIMEOUT
    while any(page.version < 0 for page in pages) and time.perf_counter() < until:
        await asyncio.sleep(0.1)
    await load.run(options.rate, WARM * len(pids))
    load.acknowledged.clear()
    load.pushed.clear()
    load.late = 0
    used, begun, done = burnt(pids), time.perf_counter(), len(load.kept)
    await load.run(options.rate, options.seconds)
    took = time.perf_counter() - begun
    behind = sum(len({page.version for page in room.pages}) > 1 for room in load.rooms)
    ended = sum(stream.done() for stream in streams)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return load, {
        "pages": len(pages),
        "asked_per_s": options.rate,
        "moves_per_s": round((len(load.kept) - done) / took, 1),
        "acknowledged_ms": spread(load.acknowledged),
        "pushed_ms": spread(load.pushed),
        "processes": len(pids),
        "server_cores": round((burnt(pids) - used) / took, 2),
        "moves_per_core_s": round((len(load.kept) - done) / max(0.01, burnt(pids) - used), 1),
        "megabytes": round(megabytes(pids)),
        "refused": load.refused,
        "nobody_to_move": load.late,
        "rooms_behind": behind,
        "unfinished": sum(room.asked >= 0 for room in load.rooms),
        "streams_ended": ended,
    }


def main() -> None:
    """Measure once, print JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--processes", type=int, default=1, help="with a PostgreSQL database")
    parser.add_argument("--anywhere", action="store_true", help="let any process answer any request")
    parser.add_argument("--stored", type=int, default=0, help="games that the new SQLite file has already")
    parser.add_argument("--database", help="an empty PostgreSQL database; else a new SQLite file")
    options = parser.parse_args()
    if options.processes > 1 and not options.database:
        parser.error("several processes need --database postgresql://…")
    if options.stored and options.database:
        parser.error("--stored fills a new SQLite file; leave out --database")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    cores = sorted(os.sched_getaffinity(0))
    ours = set(cores[:1]) if options.processes == 1 else set(cores)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = options.database or str(Path(folder) / "games.sqlite")
        if options.stored:
            fill(Path(database), options.stored)
        running = [stack.enter_context(server(database, ours)) for _ in range(options.processes)]
        os.sched_setaffinity(0, {cores[-1]})
        ports, pids = [port for port, _, _ in running], [pid for _, pid, _ in running]
        load, result = asyncio.run(measure(ports, pids, options))
        result["start_s"] = round(max(start for _, _, start in running), 2)
        result["lost"] = missing(database, load.kept)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
