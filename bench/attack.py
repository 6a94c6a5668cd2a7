"""What one stranger can do to a normal player: each attack beside one, on the loopback only.

    python bench/attack.py
    python bench/attack.py --attacks header,halves --source ../other/src

Starts a server, lets a normal player move ten times a second, and prints how long moves took to be
acknowledged before, during and after each attack. Attacks are bounded in count and time and go to a
server that this script has started on 127.0.0.1, nowhere else. Visitors have addresses of their own by
the header of a proxy on this machine, and strangers who never send a whole request by theirs in 127/8.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

HOST = "127.0.0.1"
STRANGER_LINE = "127.0.0.2"
STRANGER = "203.0.113.66"
PLAYER = "198.51.100.1"
GAME, LONG_GAME = "deep-sea-adventure", "deeper"
PACE = 0.1
"""Seconds between two moves of the normal player."""

QUIET = 6.0
"""Seconds before and after an attack."""

TIMEOUT = 60.0
MOVES = re.compile(r'name="move" value="(\d+)')
VERSION = re.compile(r'data-version="(\d+)')
SEAT = re.compile(r'data-seat="(\d+)')


class Line:
    """A connection that is kept open."""

    def __init__(self, port: int, address: str, line: str = HOST) -> None:
        self.port, self.address, self.line = port, address, line
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self,
        path: str,
        cookie: str = "",
        form: dict[str, object] | None = None,
        host: str = "localhost",
        script: bool = True,
    ) -> tuple[int, dict[str, str], str]:
        """Send a request; returns status, headers and body."""
        if self.reader is None or self.writer is None or self.reader.at_eof():
            self.reader, self.writer = await asyncio.open_connection(
                HOST, self.port, limit=1 << 22, local_addr=(self.line, 0)
            )
        body = None if form is None else urlencode(form).encode()
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
            f"Host: {host}",
            f"X-Forwarded-For: {self.address}",
            f"Cookie: {cookie}",
            *(["X-Fathom5: 1"] if script else []),
            *([f"Content-Length: {len(body)}"] if body is not None else []),
        ]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        status, headers = await self.head()
        text = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return status, headers, text.decode()

    async def head(self) -> tuple[int, dict[str, str]]:
        """Status and headers of the next response."""
        assert self.reader
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [line.partition(":") for line in lines if line]
        return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in reversed(pairs)}

    def close(self) -> None:
        if self.writer:
            self.writer.close()


class Visitor:
    """Somebody with a cookie at a table."""

    def __init__(self, port: int, address: str, chance: int = 1) -> None:
        self.line, self.cookie, self.table, self.page = Line(port, address), "", "", ""
        self.chance = random.Random(chance)

    async def sit(self, game: str, *seats: str) -> None:
        """Open a table."""
        form: dict[str, object] = {f"seat.{number}": seat for number, seat in enumerate(seats)}
        status, headers, text = await self.line.ask(f"/new/{game}", self.cookie, form)
        assert status == 303, (status, text)
        found = re.search(r"f5-who=[^;]+", headers.get("set-cookie", ""))
        self.cookie = found[0] if found else self.cookie
        self.table = headers["location"]
        await self.look()

    async def look(self) -> int:
        """Load the page of the table."""
        status, _, self.page = await self.line.ask(self.table, self.cookie)
        waiting = re.search(r'href="(/table/[\w-]+\?seat=\d+)"', self.page)
        if waiting and not MOVES.search(self.page):
            status, _, self.page = await self.line.ask(waiting[1], self.cookie)
        return status

    async def move(self) -> int:
        """Make a random move; returns the status."""
        move, seat = self.chance.choice(MOVES.findall(self.page)), SEAT.search(self.page)
        version = VERSION.search(self.page)
        assert seat
        assert version
        form: dict[str, object] = {"number": version[1], "seat": seat[1], "move": move}
        status, _, page = await self.line.ask(f"{self.table}/move?seat={seat[1]}", self.cookie, form)
        if status in (200, 409):
            self.page = page
        return status

    @property
    def can_move(self) -> bool:
        return bool(MOVES.search(self.page))

    @property
    def waits(self) -> bool:
        """Whether somebody else is to move."""
        return not self.can_move and f"{self.table}/record" not in self.page


class Player:
    """Plays at a steady pace and notes how long each move took to be acknowledged."""

    def __init__(self, port: int) -> None:
        self.visitor = Visitor(port, PLAYER)
        self.times: list[tuple[float, float]] = []
        """When a move was sent, and how long it took."""
        self.refused = 0

    async def play(self) -> None:
        """Play until cancelled."""
        while True:
            began = time.perf_counter()
            try:
                if not self.visitor.can_move:
                    await self.visitor.sit(GAME, "me", "here")
                    continue
                status = await asyncio.wait_for(self.visitor.move(), TIMEOUT)
                self.refused += status != 200
                self.times.append((began, time.perf_counter() - began))
            except (AssertionError, OSError, asyncio.IncompleteReadError, TimeoutError):
                self.refused += 1
                self.visitor.line = Line(self.visitor.line.port, PLAYER)
                self.times.append((began, time.perf_counter() - began))
                with suppress(OSError, asyncio.IncompleteReadError):
                    await self.visitor.look()
            await asyncio.sleep(max(0.0, began + PACE - time.perf_counter()))

    def between(self, since: float, until: float) -> list[float]:
        """How long the moves took that were sent between two moments."""
        return [took for sent, took in self.times if since <= sent < until]


Attack = Callable[[int, float], Awaitable[dict[str, object]]]


async def _until(end: float, work: Callable[[], Awaitable[object]]) -> int:
    """Do something again and again until a moment; returns how often."""
    done = 0
    while time.perf_counter() < end:
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await work()
        done += 1
        await asyncio.sleep(0)
    return done


async def header(port: int, seconds: float) -> dict[str, object]:
    """One connection sends a header of 40 MB."""
    sent, end = 0, time.perf_counter() + seconds
    with suppress(OSError):
        _, writer = await asyncio.open_connection(HOST, port, local_addr=(STRANGER_LINE, 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        while sent < 40_000_000 and time.perf_counter() < end:
            writer.write(b"x" * 65_536)
            await asyncio.wait_for(writer.drain(), max(0.1, end - time.perf_counter()))
            sent += 65_536
    await asyncio.sleep(max(0.0, end - time.perf_counter()))
    return {"sent_mb": round(sent / 1e6, 1)}


async def halves(port: int, seconds: float) -> dict[str, object]:
    """1,100 connections send half a request, while others knock."""
    end = time.perf_counter() + seconds
    held, knocks, answered = [], 0, 0
    for _ in range(1100):
        with suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port, local_addr=(STRANGER_LINE, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            held.append(writer)
    while time.perf_counter() < end:
        knocks += 1
        with suppress(OSError, asyncio.IncompleteReadError):
            line = Line(port, f"198.51.100.{knocks % 200 + 2}", "127.0.0.3")
            answered += (await asyncio.wait_for(line.ask("/about"), 5))[0] == 200
            line.close()
        await asyncio.sleep(0.2)
    for writer in held:
        writer.close()
    return {"new_visitors_answered": f"{answered}/{knocks}"}


async def streams(port: int, seconds: float) -> dict[str, object]:
    """95 streams of one address follow a table at which it moves all the time."""
    end = time.perf_counter() + seconds
    stranger = Visitor(port, STRANGER, 2)
    await stranger.sit(GAME, "me", "here", "here", "here")
    lines = []

    async def follow(number: int) -> None:
        line = Line(port, STRANGER)
        lines.append(line)
        language = ("en", "fr")[number % 2]
        held = ("upright", "wide")[number // 2 % 2]
        cookie = f"f5-lang={language}; f5-held={held}; {stranger.cookie if number % 3 else ''}"
        path = f"{stranger.table}/live?seat={number % 4}"
        reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 22)
        line.reader, line.writer = reader, writer
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {STRANGER}\r\n"
            f"Cookie: {cookie}\r\n\r\n".encode()
        )
        while await reader.read(1 << 16):
            pass

    tasks = [asyncio.create_task(follow(number)) for number in range(95)]
    moves = 0
    while time.perf_counter() < end:
        with suppress(AssertionError):
            if not stranger.can_move:
                await stranger.look()
            if stranger.can_move:
                await stranger.move()
                moves += 1
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for line in lines:
        line.close()
    return {"moves_there": moves}


async def _long_game(port: int) -> Visitor:
    """A finished game of many moves."""
    stranger = Visitor(port, STRANGER, 3)
    await stranger.sit(LONG_GAME, "me", "here", "here")
    for number in range(1200):
        if not stranger.can_move:
            await stranger.look()
        if not stranger.can_move:
            break
        stranger.line.address = f"203.0.113.{number % 60}"
        await stranger.move()
    stranger.line.address = STRANGER
    return stranger


async def _burst(port: int, seconds: float, paths: Callable[[int], str], cookie: str) -> dict[str, object]:
    end, answered = time.perf_counter() + seconds, 0

    async def one(first: int) -> None:
        nonlocal answered
        line, number = Line(port, STRANGER), first
        while time.perf_counter() < end and number < 900:
            with suppress(OSError, asyncio.IncompleteReadError):
                status, _, _ = await line.ask(paths(number), cookie)
                answered += status == 200
            number += 50

    await asyncio.gather(*(one(number) for number in range(50)))
    await asyncio.sleep(max(0.0, end - time.perf_counter()))
    return {"answered": answered}


async def records(port: int, seconds: float) -> dict[str, object]:
    """Hundreds of requests for the record of a long game at once."""
    stranger = await _long_game(port)
    return await _burst(port, seconds, lambda _: f"{stranger.table}/record", stranger.cookie)


async def replays(port: int, seconds: float) -> dict[str, object]:
    """Hundreds of requests for different moments of a long game at once."""
    stranger = await _long_game(port)
    return await _burst(port, seconds, lambda at: f"{stranger.table}/replay?at={at}", stranger.cookie)


async def start_page(port: int, seconds: float) -> dict[str, object]:
    """Twenty lines ask for the start page of somebody with many tables."""
    stranger = Visitor(port, STRANGER, 4)
    for number in range(60):
        stranger.line.address = f"203.0.113.{number}"
        await stranger.sit(GAME, "me", "here")
    end, lines = time.perf_counter() + seconds, [Line(port, STRANGER) for _ in range(20)]
    counts = await asyncio.gather(
        *(_until(end, lambda line=line: line.ask("/", stranger.cookie)) for line in lines)  # type: ignore[misc]
    )
    return {"asked": sum(counts)}


async def leviathans(port: int, seconds: float) -> dict[str, object]:
    """Forty tables with leviathans of one address think; how long others wait for a seal and an orca."""
    end = time.perf_counter() + seconds
    crowd = [Visitor(port, STRANGER, number) for number in range(40)]

    async def sit(number: int, visitor: Visitor) -> None:
        with suppress(AssertionError):
            visitor.line.address = f"203.0.113.{number}"
            await visitor.sit(GAME, "me", "bot:leviathan", "bot:leviathan", "bot:leviathan")
            visitor.line.address = STRANGER
            while time.perf_counter() < end:
                if visitor.can_move:
                    await visitor.move()
                else:
                    await asyncio.sleep(1.0)
                    await visitor.look()

    waits: dict[str, list[float]] = {"seal": [], "orca": []}

    async def against(level: str, address: str) -> None:
        friend = Visitor(port, address, 7)
        await friend.sit(GAME, "me", f"bot:{level}")
        while time.perf_counter() < end:
            if friend.can_move:
                await friend.move()
                began = time.perf_counter()
                while friend.waits:
                    await asyncio.sleep(0.05)
                    await friend.look()
                if time.perf_counter() - began > 0.01:  # else it was the same person's turn again
                    waits[level].append(time.perf_counter() - began)
            else:
                await friend.sit(GAME, "me", f"bot:{level}")

    tasks = [asyncio.create_task(sit(number, visitor)) for number, visitor in enumerate(crowd)]
    await asyncio.sleep(min(5.0, seconds / 4))
    others = [
        asyncio.create_task(against("seal", "198.51.100.7")),
        asyncio.create_task(against("orca", "198.51.100.8")),
    ]
    await asyncio.sleep(max(0.0, end - time.perf_counter()))
    await asyncio.wait(others, timeout=30)
    for task in (*tasks, *others):
        task.cancel()
    await asyncio.gather(*tasks, *others, return_exceptions=True)
    return {f"{level}_p90_s": round(at(times, 90), 2) for level, times in waits.items()}


async def claims(port: int, seconds: float) -> dict[str, object]:
    """One posts one's own seat link again and again without a cookie."""
    stranger = Visitor(port, STRANGER, 5)
    await stranger.sit(GAME, "me", "here")
    found = re.search(r'value="https?://[^/]+(/seat/[^"]+)"', stranger.page)
    assert found
    lines, end = [Line(port, STRANGER) for _ in range(8)], time.perf_counter() + seconds
    counts = await asyncio.gather(
        *(_until(end, lambda line=line: line.ask(found[1], "", {})) for line in lines)  # type: ignore[misc]
    )
    return {"posted": sum(counts)}


async def hosts(port: int, seconds: float) -> dict[str, object]:
    """A table is asked for under a new name of the server each time."""
    stranger = Visitor(port, STRANGER, 6)
    await stranger.sit(GAME, "me", "here")
    line, end, number = Line(port, STRANGER), time.perf_counter() + seconds, 0

    async def one() -> None:
        nonlocal number
        number += 1
        await line.ask(stranger.table, stranger.cookie, host=f"h{number}.example")

    return {"asked": await _until(end, one)}


async def tables(port: int, seconds: float) -> dict[str, object]:
    """Tables are opened as fast as they are taken, from many addresses."""
    end, opened = time.perf_counter() + seconds, 0

    async def one(address: int) -> None:
        nonlocal opened
        while time.perf_counter() < end and opened < 1500:
            stranger = Visitor(port, f"203.0.113.{address}", opened)
            try:
                await stranger.sit(GAME, "me", "here")
                opened += 1
            except AssertionError:
                await asyncio.sleep(0.5)
            stranger.line.close()

    await asyncio.gather(*(one(address) for address in range(4)))
    return {"opened": opened}


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (header, halves, streams, records, replays, start_page, leviathans, claims, hosts, tables)
}


def at(times: list[float], percent: int) -> float:
    """A percentile in seconds; not a number if there are too few."""
    return quantiles(times, n=100)[percent - 1] if len(times) > 1 else float("nan")


@contextmanager
def server(folder: Path, source: str | None) -> Iterator[tuple[int, int]]:
    """A server with a new file: its port and its process id."""
    environment = {**os.environ, **({"PYTHONPATH": source} if source else {})}
    words = ["-m", "fathom5", "serve", "--port", "0", "--database", str(folder / "games.sqlite")]
    with subprocess.Popen(
        [sys.executable, *words, "--log", "none"], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        try:
            yield port, process.pid
        finally:
            process.terminate()


def megabytes(pid: int) -> int:
    """The memory that a process has now."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


@asynccontextmanager
async def playing(port: int) -> AsyncIterator[Player]:
    """A normal player who plays meanwhile."""
    player = Player(port)
    task = asyncio.create_task(player.play())
    try:
        yield player
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def measure(name: str, port: int, pid: int, seconds: float) -> dict[str, object]:
    """The times of a normal player before, during and after an attack."""
    async with playing(port) as player:
        await asyncio.sleep(1)
        start = time.perf_counter()
        await asyncio.sleep(QUIET)
        begun = time.perf_counter()
        told = await ATTACKS[name](port, seconds)
        ended = time.perf_counter()
        await asyncio.sleep(QUIET)
        phases = {"before": (start, begun), "during": (begun, ended), "after": (ended, time.perf_counter())}
        result: dict[str, object] = {"attack": name}
        for phase, (since, until) in phases.items():
            times = player.between(since, until)
            result[phase] = {
                "p50": round(1000 * at(times, 50), 1),
                "p99": round(1000 * at(times, 99), 1),
                "max": round(1000 * max(times, default=float("nan")), 1),
                "moves": len(times),
            }
        return {**result, "refused": player.refused, "megabytes": megabytes(pid), **told}


async def warm(port: int) -> None:
    """Wait until the rules are loaded."""
    deadline = time.perf_counter() + 120
    while time.perf_counter() < deadline:
        visitor = Visitor(port, PLAYER)
        began = time.perf_counter()
        await visitor.sit(GAME, "me", "here")
        await visitor.move()
        visitor.line.close()
        if time.perf_counter() - began < 0.1:
            break
        await asyncio.sleep(1)
    await asyncio.sleep(3)


def main() -> None:
    """Run the attacks, each against a new server, and print a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--attacks", default=",".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each lasts")
    parser.add_argument("--source", help="the src folder of another version to compare with")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 10_000), hard))
    if not options.json:
        print("milliseconds p50 / p99 / max of a normal player's moves\n")
    for name in options.attacks.split(","):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder), options.source) as (port, pid):
            asyncio.run(warm(port))
            result = asyncio.run(measure(name, port, pid, min(60.0, options.seconds)))
        if options.json:
            print(json.dumps(result), flush=True)
            continue
        phases = "  ".join(
            f"{phase} {spread['p50']:7.1f} /{spread['p99']:8.1f} /{spread['max']:8.1f}"
            for phase in ("before", "during", "after")
            if isinstance(spread := result[phase], dict)
        )
        known = ("attack", "before", "during", "after")
        rest = ", ".join(f"{key} {value}" for key, value in result.items() if key not in known)
        print(f"{name:<11} {phases}  {rest}", flush=True)


if __name__ == "__main__":
    main()
