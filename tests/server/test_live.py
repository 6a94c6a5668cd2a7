"""Live views, bots in their processes, one device for several people."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager, closing
from types import SimpleNamespace

import pytest

from fathom5 import STRANGER, find_game
from fathom5.server import bots
from fathom5.server.bots import Bots, remaining_delay
from fathom5.server.forms import Visitor
from fathom5.server.live import stream
from fathom5.server.pages import perspective_of
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms
from fathom5.server.seating import BOT, PERSON, Seat
from fathom5.server.store import Store
from fathom5.server.thinkers import Choice
from guests import LOW, Browser
from loops import go_on
from waiting import PATIENCE, eventually

SEED = f"{1:064x}"


@asynccontextmanager
async def in_a_room(database, *seats):
    with closing(Store(database)) as store:
        rooms = Rooms(store)
        with closing(Bots(rooms, pace=0.0)) as bots:
            yield rooms, bots, await rooms.create(find_game(LOW), seats, {}, "a", seed=SEED)


ADA, BEN = Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)
SEAL = Seat("Seal", BOT, "seal", (), True)


def test_a_stream_begins_with_the_present_and_skips_what_a_slow_client_missed(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (rooms, _, room):
            views = stream(room, None, lambda: b"view\n%d" % room.version, asyncio.Lock())
            assert b"retry" in await anext(views)
            start = room.version
            assert await anext(views) == b"id: %d\ndata: view\ndata: %d\n\n" % (start, start)
            for _ in range(3):
                async with rooms.changing(room):
                    room.play(room.actor, 1, f"k{room.version}")
            assert b"data: %d\n" % (start + 3) in await anext(views)
            waiting = asyncio.ensure_future(anext(views))
            await go_on()
            assert not waiting.done()
            async with rooms.changing(room):
                room.play(room.actor, 1, "last")
            assert b"data: %d\n" % (start + 4) in await waiting
            assert len(room.listeners) == 1
            await views.aclose()
            assert not room.listeners

    asyncio.run(story())


def test_every_line_of_a_view_is_a_line_of_data(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (_, _, room):
            views = stream(room, None, lambda: b"one\r\n\ntwo\r three\n", asyncio.Lock())
            await anext(views)
            assert (
                await anext(views) == b"id: %d\ndata: one\ndata: \ndata: two\ndata:  three\n\n" % room.version
            )
            await views.aclose()

    asyncio.run(story())


def test_between_two_drawings_whatever_was_asked_is_answered(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (_, _, room):
            turn, happened = asyncio.Lock(), []

            def draw():
                happened.append("drawn")
                return b"view"

            async def ask():
                while happened.count("drawn") < 3:
                    happened.append("asked")
                    await asyncio.sleep(0)

            streams = [stream(room, None, draw, turn) for _ in range(3)]
            for views in streams:
                await anext(views)
            await asyncio.gather(*map(anext, streams), ask())
            first, second, third = (n for n, what in enumerate(happened) if what == "drawn")
            assert first + 1 < second < third - 1

    asyncio.run(story())


def test_a_stream_that_waits_for_its_turn_while_the_server_closes_ends(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (rooms, _, room):
            turn = asyncio.Lock()
            views = stream(room, None, lambda: b"view", turn)
            await anext(views)
            async with turn:
                showing = asyncio.ensure_future(anext(views))
                await asyncio.sleep(0)
                rooms.close()
            await showing
            assert b"retry" in await asyncio.wait_for(anext(views), PATIENCE)
            with pytest.raises(StopAsyncIteration):
                await asyncio.wait_for(anext(views), PATIENCE)

    asyncio.run(story())


def test_a_page_that_waits_keeps_no_view(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (_, _, room):
            views = stream(room, None, lambda: b"view", asyncio.Lock())
            await anext(views)
            event = await anext(views)
            waiting = asyncio.ensure_future(anext(views))
            await go_on()
            holders = sys.getrefcount(event)
            waiting.cancel()
            assert holders == 2  # ours and the question's

    asyncio.run(story())


def test_a_stream_that_is_up_to_date_waits(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (rooms, _, room):
            views = stream(room, room.version, lambda: b"view", asyncio.Lock())
            await anext(views)
            waiting = asyncio.ensure_future(anext(views))
            await go_on()
            assert not waiting.done()
            async with rooms.changing(room):
                room.play(0, 1, "k")
            assert b"view" in await waiting

    asyncio.run(story())


def test_views_are_shown_only_after_they_are_kept(database):
    async def story():
        async with in_a_room(database, ADA, BEN) as (rooms, _, room):
            start, seen = room.version, []
            append = rooms.store.append

            async def slow(*words):
                seen.append("persist")
                await go_on()
                await append(*words)
                seen.append("kept")

            rooms.store.append = slow
            views = stream(room, start, lambda: seen.append("shown") or b"view", asyncio.Lock())
            await anext(views)
            showing = asyncio.ensure_future(anext(views))
            await asyncio.sleep(0)
            async with rooms.changing(room):
                room.play(0, 1, "k")
            await showing
            assert seen == ["persist", "kept", "shown"]

    asyncio.run(story())


@pytest.mark.process
def test_bots_play_a_game_to_its_end_and_a_killed_worker_is_replaced(database):
    async def story():
        async with in_a_room(database, SEAL, Seat("Seal 2", BOT, "seal", (), True)) as (_, bots, room):
            view = room.match.view(room.actor)
            think = bots.thinkers
            assert (await think.choose("seal", view)).move in view.ids
            (first,) = think.quick.pool._processes
            os.kill(first, signal.SIGKILL)
            assert (await think.choose("seal", view)).move in view.ids
            assert first not in think.quick.pool._processes
            bots.wake(room)
            await asyncio.wait_for(room.bot_task, PATIENCE)
            assert room.over

    asyncio.run(story())


@pytest.mark.process
def test_a_bot_of_another_package_plays_at_a_table(client, database):
    """Registered under the entry point `fathom5.bots`, it is offered, seated, and asked in the worker."""
    assert "greedy-tide" in client.get(f"/new/{LOW}").text
    greedy = [Seat(f"Tide {number}", BOT, "greedy-tide", (), True) for number in (1, 2)]

    async def story():
        async with in_a_room(database.with_name("other.sqlite"), *greedy) as (_, bots, room):
            bots.wake(room)
            await asyncio.wait_for(room.bot_task, PATIENCE)
            assert room.over
            match = room.match
            for number, (actor, move) in enumerate(match.history):
                assert actor < 0 or move == max(match.at(number).ids)

    asyncio.run(story())


class FakeProcess:
    """A process that compiles until it is stopped."""

    def __init__(self, target, args, daemon):
        self.game, self.loops = args
        self.alive = False

    def start(self):
        self.alive = True

    def is_alive(self):
        return self.alive

    def join(self, timeout=None):
        pass

    def terminate(self):
        self.alive = False


def test_what_somebody_waits_for_is_compiled_before_what_was_begun(database, monkeypatch):
    made = []

    def make(**words):
        made.append(FakeProcess(**words))
        return made[-1]

    monkeypatch.setattr(bots.multiprocessing, "get_context", lambda kind: SimpleNamespace(Process=make))
    monkeypatch.setattr(bots, "is_compiled", lambda game, loops=bots.PLAYING: False)
    monkeypatch.setattr(bots, "compiler_is_on", lambda: True)
    monkeypatch.setattr(bots, "Thinkers", lambda searchers: SimpleNamespace(close=lambda: None))

    async def story():
        with closing(Store(database)) as store:
            rooms = Rooms(store)
            pool = Bots(rooms, pace=0.0)
            task = asyncio.create_task(pool.warm_up())
            (first,) = await eventually(lambda: made)
            assert first.loops == bots.PLAYING
            assert first.game.name != "scuba"
            await rooms.create(find_game("scuba"), [ADA, BEN], {}, "a", seed=SEED)
            _, second = await eventually(lambda: len(made) == 2 and made)
            assert not first.alive
            assert (second.game.name, second.loops) == ("scuba", bots.PLAYING)
            second.alive = False
            *_, third = await eventually(lambda: len(made) == 3 and made)
            assert (third.game.name, third.loops) == ("scuba", bots.STAGES[1])
            task.cancel()
            pool.close()

    asyncio.run(story())


def test_a_bot_that_breaks_does_not_hold_the_table_up(database, caplog):
    async def story():
        async with in_a_room(database, SEAL, BEN) as (_, bots, room):
            view = room.match.view(room.actor)
            assert (await bots.thinkers.choose("kraken", view)).move in view.ids
            assert "kraken" in caplog.text

    asyncio.run(story())


def test_how_long_a_bot_thinks_cannot_be_seen():
    for most, seems in ((0.0, 0.6), (0.3, 0.6), (2.0, 2.4)):
        shares = (0, 0.001, 0.5, 0.99, 1)
        assert {round(seems * share + remaining_delay(seems * share, most, 0.6), 9) for share in shares} == {
            seems
        }
    assert remaining_delay(0.3, 2.0, 0) == 0


@pytest.mark.parametrize("thought", [0.0, 0.01, 0.4])
def test_bots_move_on_the_beat(database, monkeypatch, thought):
    now, moved = 1000.0, []

    async def think(level, view, client):
        nonlocal now
        now += thought
        return Choice(view.ids[0])

    async def sleep(seconds):
        nonlocal now
        now += seconds
        moved.append(round(now - 1000, 9))

    async def story():
        async with in_a_room(database, SEAL, Seat("Seal 2", BOT, "seal", (), True)) as (_, pool, room):
            monkeypatch.setattr(bots, "asyncio", SimpleNamespace(sleep=sleep))
            monkeypatch.setattr(bots, "time", SimpleNamespace(monotonic=lambda: now))
            monkeypatch.setattr(pool.thinkers, "choose", think)
            pool.pace = 0.5
            await pool._play(room)
            assert room.over
            assert moved == [0.5 * beat for beat in range(1, len(moved) + 1)]

    asyncio.run(story())


def room_of_two_here(secret):
    room = Room("t", find_game(LOW), "1", compiled=False)
    here = [Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("a",), True)]
    room.add("open", value={"seats": [vars(seat) for seat in here], "options": {}, "host": "a"})
    room.start_if_ready()
    type(room).has_secrets = property(lambda _: secret)
    return room


@pytest.fixture
def secrets_restored(monkeypatch):
    monkeypatch.setattr(Room, "has_secrets", Room.has_secrets)


@pytest.mark.usefixtures("secrets_restored")
def test_people_who_share_a_device_pass_it_on_where_hands_are_secret():
    room, ada = room_of_two_here(True), Visitor("a")
    assert perspective_of(room, ada, None).passing == 0
    assert perspective_of(room, ada, 1).passing == 0
    assert perspective_of(room, ada, 1).seat == STRANGER
    assert perspective_of(room, ada, 0).seat == 0
    assert perspective_of(room, Visitor("b"), 0).seat == STRANGER
    room.play(0, 1, "k")
    assert perspective_of(room, ada, 0).passing == 1


@pytest.mark.usefixtures("secrets_restored")
def test_where_nothing_is_secret_the_view_follows_the_turn():
    room, ada = room_of_two_here(False), Visitor("a")
    assert perspective_of(room, ada, None).seat == 0
    room.play(0, 1, "k")
    assert perspective_of(room, ada, 0).seat == 1


def test_the_pass_screen_shows_no_board(client, monkeypatch):
    monkeypatch.setattr(Room, "has_secrets", True)
    here = Browser(client)
    here.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    assert "Pass the device to Ada" in here.page
    assert "<svg xmlns" not in here.page
    here.get(f"/table/{here.table}?seat=0")
    here.play(1)
    assert "Pass the device to Ben" in here.page
