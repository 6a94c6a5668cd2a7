"""Kills at random moments, a full disk, a locked file, a killed bot: nothing acknowledged is lost."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread

import pytest

from fathom5.server.rooms import Rooms
from fathom5.server.store import Store
from guests import DEEP, LOW
from processes import PATIENCE, Person, Server, free_port

KILLS = int(os.environ.get("FATHOM5_KILLS", "15"))
"""How often a server is killed; FATHOM5_KILLS=50 kills oftener."""

PEOPLE = 5


@pytest.fixture
def opened():
    """Opens servers; none is left behind."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(Server(*words))


class Player(Thread):
    """Plays one game after another and remembers what was acknowledged."""

    def __init__(self, base: str, number: int, against: str) -> None:
        super().__init__(daemon=True)
        self.person, self.chance = Person(base), random.Random(number)
        self.against, self.stop = against, Event()
        self.acknowledged: list[tuple[str, int, int, int]] = []

    def run(self) -> None:
        while not self.stop.is_set():
            if not self.person.table or self.person.over:
                self.person.sit(DEEP, "me", self.against)
            elif self.person.moves:
                kept = self.person.move(self.chance.choice(self.person.moves))
                if kept:
                    self.acknowledged.append(kept)
            else:
                self.person.wait()


def all_entries(database):
    """Every room rebuilt from what was kept, and its entries."""

    async def read():
        store = Store(database)
        rooms = Rooms(store)
        found = [await rooms.get(room) for room in await store.rooms()]
        store.close()
        return {f"/table/{room.id}": room.entries for room in found}

    return asyncio.run(read())


def test_kills_under_load_lose_and_double_nothing_and_no_game_is_stuck(database, opened):
    chance, port = random.Random(50), free_port()
    server = opened(database, port)
    players = [Player(server.address, number, "here") for number in range(PEOPLE)]
    players.append(Player(server.address, PEOPLE, "bot:random"))
    for player in players:
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0, 0.4))
        server.end(signal.SIGKILL)
        server = opened(database, port)
    play_on(players)
    assert server.end(signal.SIGTERM)[0] == 0
    nothing_is_lost_or_doubled(players, all_entries(database), KILLS)


def play_on(players):
    """Every player makes two more moves; then they stop."""
    before = [len(player.acknowledged) for player in players]
    until = time.monotonic() + PATIENCE
    while any(len(player.acknowledged) < count + 2 for player, count in zip(players, before, strict=True)):
        assert time.monotonic() < until, "A game is stuck."
        time.sleep(0.05)
    for player in players:
        player.stop.set()
    for player in players:
        player.join(PATIENCE)


def nothing_is_lost_or_doubled(players, kept, least):
    """What was acknowledged is kept where it should be, and nothing else is."""
    for entries in kept.values():
        assert [entry.number for entry in entries] == list(range(len(entries)))
    acknowledged = [move for player in players for move in player.acknowledged]
    assert len(set(acknowledged)) == len(acknowledged) > least
    for room, number, seat, move in acknowledged:
        entry = kept[room][number]
        assert (entry.act, entry.actor, entry.value) == ("move", seat, str(move))
    moves = sum(entry.act == "move" and entry.actor >= 0 for entries in kept.values() for entry in entries)
    by_bots = sum((entry.key or "").startswith("bot.") for entries in kept.values() for entry in entries)
    assert len(acknowledged) == moves - by_bots


class Anywhere(Person):
    """A person whose requests a proxy hands to one of two servers, each time another one."""

    def __init__(self, *bases):
        super().__init__(bases[0])
        self.bases = bases

    def ask(self, path, **form):
        self.base = random.choice(self.bases)
        return super().ask(path, **form)


def test_kills_of_two_processes_on_postgresql_lose_and_double_nothing(address, opened):
    chance, ports = random.Random(20), [free_port(), free_port()]
    servers = [opened(address, port) for port in ports]
    players = [Player(servers[0].address, number, "here") for number in range(3)]
    players.append(Player(servers[0].address, 3, "bot:random"))
    for player in players:
        player.person = Anywhere(*(server.address for server in servers))
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0, 0.6))
        number = chance.randrange(2)
        servers[number].end(signal.SIGKILL)
        servers[number] = opened(address, ports[number])
    play_on(players)
    for server in servers:
        assert server.end(signal.SIGTERM)[0] == 0
    nothing_is_lost_or_doubled(players, all_entries(address), KILLS)


def test_a_file_that_is_locked_says_so_and_play_goes_on(database, opened):
    server = opened(database)
    ada = Person(server.address)
    ada.sit(DEEP, "me", "here")
    other = sqlite3.connect(database)
    other.execute("BEGIN IMMEDIATE")
    version, seat, move = ada.version, ada.seat, ada.moves[0]
    status, sentence, _ = ada.ask(f"{ada.table}/move", number=version, seat=seat, move=move)
    assert (status, sentence) == (503, "This could not be kept just now, so it did not happen. Try again.")
    other.rollback()
    other.close()
    assert ada.move(move) == (ada.table, version, seat, move)
    server.end(signal.SIGTERM)


def test_a_full_disk_says_so_and_play_goes_on_when_there_is_room(database, opened):
    """The file may not grow beyond a size, which SQLite is told like a disk that is full."""
    server = opened(database)
    ada = Person(server.address)
    ada.sit(DEEP, "me", "here")
    limit = ["prlimit", f"--pid={server.process.pid}"]
    subprocess.run([*limit, "--fsize=4096:unlimited"], check=True)
    version, seat, move = ada.version, ada.seat, ada.moves[0]
    status, sentence, _ = ada.ask(f"{ada.table}/move", number=version, seat=seat, move=move)
    assert (status, sentence) == (503, "This could not be kept just now, so it did not happen. Try again.")
    assert ada.ask(ada.table)[0] == 200
    assert ada.ask("/healthz")[0] == 503
    subprocess.run([*limit, "--fsize=unlimited:unlimited"], check=True)
    assert ada.move(move) == (ada.table, version, seat, move)
    assert ada.ask("/healthz")[0] == 200
    server.end(signal.SIGKILL)
    assert all_entries(database)[ada.table][version].value == str(move)


def children(pid):
    """The processes that a process has started and that think."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True
    )
    return [int(line.split()[0]) for line in listed.stdout.splitlines() if "spawn_main" in line]


def test_a_killed_bot_is_replaced_and_no_bot_outlives_its_server(database, opened):
    server = opened(database)
    ada = Person(server.address)
    ada.sit(LOW, "me", "bot:seal")
    ada.move(1)
    while not (thinking := children(server.process.pid)):
        time.sleep(0.02)
    for worker in thinking:
        os.kill(worker, signal.SIGKILL)
    while not ada.moves and not ada.over:
        ada.wait()
    ada.move(ada.moves[0])
    while not (thinking := children(server.process.pid)):
        time.sleep(0.02)
    server.end(signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{worker}").exists() for worker in thinking):
        assert time.monotonic() < until, "A bot goes on thinking for nobody."
        time.sleep(0.05)
