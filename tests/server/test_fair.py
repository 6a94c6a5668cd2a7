"""Turns are shared fairly: one client that asks for much delays another by one turn."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as some
from starlette.testclient import TestClient

from fathom5 import Match, find_game
from fathom5.server import fair
from fathom5.server.app import Application
from fathom5.server.fair import Admission, FairTurns, Workshop, current_client
from fathom5.server.live import stream
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms
from fathom5.server.seating import PERSON, Seat
from fathom5.server.store import Store
from guests import LOW
from loops import go_on

HERE = [Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)]


@pytest.fixture
def clock(monkeypatch):
    """The clock of all turns, which stands until it is moved."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(fair, "time", SimpleNamespace(perf_counter=lambda: clock.now))
    return clock


async def take(turns, client, served, cost=0.0):
    async with turns.of(client, cost):
        served.append(client)
        await asyncio.sleep(0)


def test_whoever_comes_anew_waits_for_one_turn_only(clock):
    async def ask_greedily(turns, served):
        async with turns.of("greedy"):
            served.append("greedy")
            await asyncio.sleep(0)
            clock.now += 0.002

    async def story():
        turns, served = FairTurns(), []
        greedy = [asyncio.create_task(ask_greedily(turns, served)) for _ in range(50)]
        await go_on(10)
        before = len(served)
        assert 0 < before < 50
        await take(turns, "ada", served)
        assert served.index("ada") <= before + 1
        await asyncio.gather(*greedy)
        assert served.count("greedy") == 50

    asyncio.run(story())


def test_of_many_requests_at_once_one_is_let_in_for_each_round_of_the_loop():
    async def story():
        admission, rounds, entered = Admission(), [0], []

        async def count():
            while True:
                await asyncio.sleep(0)
                rounds[0] += 1

        async def ask():
            await admission.wait()
            entered.append(rounds[0])

        counting = asyncio.create_task(count())
        await asyncio.gather(*(ask() for _ in range(20)))
        counting.cancel()
        assert len(entered) == 20
        assert len(set(entered)) == 20

    asyncio.run(story())


def test_only_what_is_done_at_a_table_is_not_held_back():
    assert Application.comes_first("POST", "/table/{table}/move")
    assert not Application.comes_first("GET", "/table/{table}")
    assert not Application.comes_first("POST", "/new/{game}")


def test_whoever_looks_is_held_back_and_whoever_moves_is_not(two, client, monkeypatch):
    held = []

    async def wait():
        held.append(current_client.get())

    monkeypatch.setattr(client.application._admission, "wait", wait)
    ada, _ = two
    ada.get(f"/table/{ada.table}")
    assert len(held) == 1
    fields = {"number": ada.version, "seat": 0, "move": 1}
    moved = ada.http.post(f"/table/{ada.table}/move", data=fields, follow_redirects=False)
    assert moved.status_code == 303
    assert len(held) == 1


def test_a_stream_takes_its_turns_on_the_account_of_its_address(two, client, monkeypatch):
    accounts, real = [], FairTurns.of
    monkeypatch.setattr(
        FairTurns, "of", lambda turns, client, *cost: accounts.append(client) or real(turns, client, *cost)
    )
    table = two[0].table
    client.application.rooms.loaded[table].closed = True
    stranger = TestClient(client.app, client=("203.0.113.7", 1))
    stranger.portal = client.portal
    assert stranger.get(f"/table/{table}/live").status_code == 200
    assert accounts == ["203.0.113.7"] * 2, "once to be let in, once for its views"


def test_texts_and_pictures_are_made_once_and_not_on_the_loop(client):
    made = []

    def render(language):
        made.append(threading.current_thread().name)
        return language

    visitor = SimpleNamespace(state=SimpleNamespace(visitor=SimpleNamespace(language="fr")))
    for _ in range(2):
        assert client.portal.call(client.application.rendered, visitor, render) == "fr"
    assert len(made) == 1
    assert made[0].startswith("workshop")


def test_small_turns_come_before_large_ones_of_the_same_standing():
    async def story():
        turns, served = FairTurns(), []
        async with turns.of("first"):
            tasks = [
                asyncio.create_task(take(turns, name, served, cost))
                for name, cost in (("large", 2.0), ("middle", 0.3), ("small", 0.0))
            ]
            await asyncio.sleep(0)
            assert turns.waiting == 3
            assert (turns.clients, turns.cost_of("large")) == (3, 2.0)
        await asyncio.gather(*tasks)
        assert served == ["small", "middle", "large"]

    asyncio.run(story())


def test_each_gets_the_same_share_of_time_whatever_it_asks_for(clock):
    async def story():
        turns, seconds = FairTurns(), {"long": 0.004, "short": 0.001}
        used = dict.fromkeys(seconds, 0.0)

        async def greedy(client):
            while True:
                async with turns.of(client):
                    await asyncio.sleep(0)
                    clock.now += seconds[client]
                    used[client] += seconds[client]

        tasks = [asyncio.create_task(greedy(client)) for client in seconds for _ in range(5)]
        while sum(used.values()) < 0.5:
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert abs(used["long"] - used["short"]) <= 2 * seconds["long"], used

    asyncio.run(story())


@given(
    turns=some.integers(1, 3),
    asked=some.lists(some.tuples(some.sampled_from("abc"), some.integers(0, 100)), max_size=30),
)
def test_no_turn_is_lost_and_never_more_are_taken_than_there_are(turns, asked):
    """Also when some go away, each in a round of the loop."""

    async def story():
        fair, taken, most = FairTurns(turns), 0, 0

        async def use(client):
            nonlocal taken, most
            async with fair.of(client):
                taken += 1
                most = max(most, taken)
                try:
                    await asyncio.sleep(0)
                finally:
                    taken -= 1

        tasks = [(asyncio.create_task(use(client)), leaves) for client, leaves in asked]
        for now in range(100):
            for task, leaves in tasks:
                if now == leaves:
                    task.cancel()
            await asyncio.sleep(0)
        assert all(task.done() for task, _ in tasks)
        assert most <= turns
        assert fair.waiting == 0
        last = [asyncio.create_task(fair.acquire("last", 0.0)) for _ in range(turns)]
        await go_on(2)
        assert all(task.done() for task in last)

    asyncio.run(story())


def test_work_is_done_in_another_thread_on_the_account_of_its_client():
    async def story():
        shop = Workshop()
        current_client.set("ada")
        name, thread = await shop.run(lambda: (current_client.get(), threading.current_thread()))
        assert name == "ada"
        assert thread is not threading.main_thread()
        with pytest.raises(ZeroDivisionError):
            await shop.run(lambda: 1 / 0)
        assert await shop.run(max, 1, 2) == 2
        shop.close()

    asyncio.run(story())


def test_one_address_with_many_streams_delays_the_page_of_another_by_few_drawings(database, clock):
    """The stranger's pages are drawn by turns with everybody else's, not all before."""

    async def story():
        store = Store(database)
        rooms = Rooms(store)
        room = await rooms.create(find_game(LOW), HERE, {}, "a")
        turns, drawn = FairTurns(), []

        def following(client):
            def draw():
                clock.now += 0.002
                drawn.append(client)
                return b"view"

            return stream(room, room.version, draw, turns.of(client))

        pages = [following("stranger") for _ in range(40)] + [following("ada")]
        for page in pages:
            await anext(page)
        waiting = [asyncio.ensure_future(anext(page)) for page in pages]
        await go_on()
        async with rooms.changing(room):
            room.play(0, 1, "k")
        await asyncio.gather(*waiting)
        assert drawn.index("ada") < 4
        for page in pages:
            await page.aclose()
        store.close()

    asyncio.run(story())


def test_a_record_and_a_replay_are_made_once_and_not_on_the_loop(browser, monkeypatch):
    browser.post(f"/new/{LOW}", seat__0="me", seat__1="here")
    while browser.moves:
        browser.play()
    made = []
    for name in ("record", "tales"):
        real = getattr(Match, name)

        def noted(self, *words, real=real):
            made.append(threading.current_thread().name)
            return real(self, *words)

        monkeypatch.setattr(Match, name, noted)
    for _ in range(3):
        browser.get(f"/table/{browser.table}/record")
        browser.get(f"/table/{browser.table}/replay?at=3")
    assert len(made) == 3
    assert all(name.startswith("workshop") for name in made)


def test_a_room_is_loaded_once_and_not_on_the_loop(database, monkeypatch):
    made = []
    real = Room.extend

    def noted(self, entries):
        made.append(threading.current_thread().name)
        real(self, entries)

    async def story():
        store = Store(database)
        first = await Rooms(store).create(find_game(LOW), HERE, {}, "a")
        monkeypatch.setattr(Room, "extend", noted)
        again = Rooms(store)
        found = await asyncio.gather(*(again.get(first.id) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        assert found[0].entries == first.entries
        store.close()

    asyncio.run(story())
    assert len(made) == 1
    assert made[0].startswith("workshop")
