"""Kills at random moments, a full disk, a killed bot: nothing acknowledged is lost."""

import asyncio
import os
import random
import signal
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from fathom5.server.rooms import Rooms
from fathom5.server.store import Store
from guests import DEEP, LOW
from processes import Left, Person, Server, reserved_port
from waiting import PATIENCE, until

pytestmark = pytest.mark.process

KILLS = int(os.environ.get("FATHOM5_KILLS", "6"))
"""How often a server is killed; `make kills` kills 50 times."""

PEOPLE = 5
MOST_MOVES = 30
"""How many moves are acknowledged between two kills at most."""

many_servers = pytest.mark.timeout(120 + 20 * KILLS)
"""For tests that start a server after each kill: a second each, and more on a busy machine."""


@pytest.fixture
def players():
    """Those who play; none is left behind."""
    playing = []
    yield playing
    for player in playing:
        player.person.left.set()
    for player in playing:
        player.join(PATIENCE)


@pytest.fixture
def opened(players):
    """Opens servers; none is left behind, and nobody plays on for whom they would be."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(Server(*words))


@pytest.fixture
def ports():
    """Two ports that stay the same while servers come and go."""
    with reserved_port() as one, reserved_port() as other:
        yield one, other


class Player(Thread):
    """Plays one game after another and remembers what was acknowledged."""

    def __init__(self, person: Person, number: int, against: str) -> None:
        super().__init__(daemon=True)
        self.person, self.chance = person, random.Random(number)
        self.against, self.stop = against, Event()
        self.acknowledged: list[tuple[str, int, int, int]] = []

    def run(self) -> None:
        with suppress(Left):
            while not self.stop.is_set():
                self._act()

    def _act(self) -> None:
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


@many_servers
def test_kills_under_load_lose_and_double_nothing_and_no_game_is_stuck(database, opened, players, ports):
    chance, port = random.Random(50), ports[0]
    server = opened(database, port)
    against = ["here"] * PEOPLE + ["bot:random"]
    begin(players, [Player(Person(server.address), *each) for each in enumerate(against)])
    for _ in range(KILLS):
        play_until_some_moment(players, chance)
        server.end(signal.SIGKILL)
        server = opened(database, port)
    play_on(players)
    assert server.end(signal.SIGTERM)[0] == 0
    nothing_is_lost_or_doubled(players, all_entries(database), KILLS)


def begin(players, new):
    """Let new players play."""
    for player in new:
        player.start()
        players.append(player)


def count(players):
    """How many moves were acknowledged."""
    return sum(len(player.acknowledged) for player in players)


def play_until_some_moment(players, chance):
    """Wait for a random number of moves: on a busy machine as much is played between two kills."""
    enough = count(players) + chance.randint(0, MOST_MOVES)
    until(lambda: count(players) >= enough)


def play_on(players):
    """Every player makes two more moves; then they stop."""
    enough = [len(player.acknowledged) + 2 for player in players]
    until(lambda: all(len(p.acknowledged) >= least for p, least in zip(players, enough, strict=True)))
    for player in players:
        player.stop.set()
    for player in players:
        player.join(PATIENCE)
        assert not player.is_alive()


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

    def __init__(self, number, *bases):
        super().__init__(bases[0])
        self.bases, self.chance = bases, random.Random(number)

    def ask(self, path, **form):
        self.base = self.chance.choice(self.bases)
        return super().ask(path, **form)


@many_servers
def test_kills_of_two_processes_on_postgresql_lose_and_double_nothing(address, opened, players, ports):
    chance = random.Random(20)
    servers = [opened(address, port) for port in ports]
    bases = [server.address for server in servers]
    against = ["here"] * 3 + ["bot:random"]
    begin(players, [Player(Anywhere(each[0], *bases), *each) for each in enumerate(against)])
    for _ in range(KILLS):
        play_until_some_moment(players, chance)
        number = chance.randrange(2)
        servers[number].end(signal.SIGKILL)
        servers[number] = opened(address, ports[number])
    play_on(players)
    for server in servers:
        assert server.end(signal.SIGTERM)[0] == 0
    nothing_is_lost_or_doubled(players, all_entries(address), KILLS)


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


def is_running(pid):
    """Whether there is such a process that has not ended, also if nobody has asked yet how it ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def test_a_killed_bot_is_replaced_and_no_bot_outlives_its_server(database, opened):
    server = opened(database)
    ada = Person(server.address)
    ada.sit(LOW, "me", "bot:seal")
    ada.move(1)
    killed = until(lambda: children(server.process.pid))
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    while not ada.moves and not ada.over:
        ada.wait()
    thinking = until(lambda: set(children(server.process.pid)) - set(killed))
    if ada.moves:
        ada.move(ada.moves[0])
    server.end(signal.SIGKILL)
    until(lambda: not any(map(is_running, thinking)))
