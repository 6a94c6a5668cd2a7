"""Several processes serve the same games out of one PostgreSQL."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import psycopg
import pytest

from fathom5 import NATURE, find_game
from fathom5.server import bots as bots_module
from fathom5.server.app import Application
from fathom5.server.jobs import STATEMENT_LIMIT, StoreUnavailable
from fathom5.server.live import stream
from fathom5.server.rooms import Stale
from fathom5.server.seating import BOT, PERSON, Seat
from fathom5.server.settings import Settings
from fathom5.server.store import Entry, Store
from fathom5.server.thinkers import Choice
from guests import LOW, Browser, serving
from processes import Person, Server
from waiting import eventually

ADA, BEN = Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)
SEAL = Seat("Seal", BOT, "seal", (), True)


@asynccontextmanager
async def applications(address, count=2):
    """As many servers, each with its own connections and memory."""
    async with AsyncExitStack() as stack:
        made = [Application(address, Settings(pace=0.0, warm=False)) for _ in range(count)]
        for application in made:
            await stack.enter_async_context(application.lifespan(application.asgi()))
        yield made


async def play(application, room_id, seat, move):
    room = await application.rooms.get(room_id)
    async with application.rooms.changing(room, room.version):
        room.play(seat, move, f"k{room.version}")


async def first_move(level, view, client=""):
    """What a bot that does not think chooses."""
    return Choice(view.ids[0])


class Page:
    """A page of a room that has seen the present already; it keeps what its stream shows."""

    def __init__(self, room):
        self.room, self.shown = room, []

    async def read(self):
        room = self.room
        async for event in stream(room, room.version, lambda: b"view %d" % room.version, asyncio.Lock()):
            self.shown.append(event)

    def shows(self, version):
        return any(b"view %d\n" % version in event for event in self.shown)


@asynccontextmanager
async def looking(application, room_id):
    """A page of a room, served by an application."""
    page = Page(await application.rooms.get(room_id))
    reading = asyncio.create_task(page.read())
    try:
        await eventually(lambda: page.shown)
        yield page
    finally:
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await reading


def test_a_move_through_one_process_reaches_pages_of_another(address):
    async def story():
        async with applications(address) as (one, other):
            room = await one.rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, room.id) as page:
                await play(one, room.id, 0, 2)
                await eventually(lambda: page.shows(room.version))
                there = page.room
                assert there.match.history == room.match.history
                await play(other, room.id, 1, 1)
                assert (await one.rooms.get(room.id)).match.history == there.match.history

    asyncio.run(story())


def test_a_page_asked_of_another_process_is_never_older_than_an_acknowledged_move(address):
    async def story():
        async with applications(address) as (one, other):
            room = await one.rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            await other.rooms.get(room.id)
            other.store.backend.notify = one.store.backend.notify = lambda *_: None
            await play(one, room.id, 0, 1)
            assert (await other.rooms.get(room.id)).version == room.version

    asyncio.run(story())


def test_two_processes_never_accept_two_moves_for_one_number(address):
    async def story():
        async with applications(address) as pair:
            first = await pair[0].rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            rooms = [await application.rooms.get(first.id) for application in pair]
            accepted, rounds = 0, 0
            while not first.over:
                seat, number = first.actor, first.version

                async def attempt(application, room, move, seat=seat, number=number):
                    try:
                        async with application.rooms.changing(room, number):
                            room.play(seat, move, f"{seat}.{number}.{move}")
                    except Stale:
                        return 0
                    return 1

                moves = first.match.ids
                wanted = zip(pair, rooms, (moves[0], moves[-1]), strict=True)
                accepted += sum(await asyncio.gather(*(attempt(*want) for want in wanted)))
                rounds += 1
                for application, room in zip(pair, rooms, strict=True):
                    await application.rooms.catch_up(room)
                assert rooms[0].entries == rooms[1].entries
            assert accepted == rounds > 2

    asyncio.run(story())


def test_bots_think_where_the_last_move_was_made(address, monkeypatch):
    async def story():
        async with applications(address) as (one, other):
            monkeypatch.setattr(bots_module, "TAKEOVER_DELAY", 3600)
            asked, may_move = [], asyncio.Event()

            async def thinking(level, view, client):
                await may_move.wait()
                return await first_move(level, view)

            monkeypatch.setattr(one.bots.thinkers, "choose", thinking)
            monkeypatch.setattr(other.bots.thinkers, "choose", lambda *_: asked.append("there too"))
            room = await one.rooms.create(find_game(LOW), [ADA, SEAL], {}, "a")
            async with looking(other, room.id) as page:
                await play(one, room.id, 0, 1)
                await eventually(lambda: page.room.bot_task is not None)
                may_move.set()
                await eventually(lambda: room.match.history[-1][0] == 1)
                await eventually(lambda: page.shows(room.version))
                assert page.room.match.history[-1][0] == 1
                assert not asked

    asyncio.run(story())


def test_play_goes_on_when_the_database_comes_back(address, postgres):
    async def story():
        async with applications(address) as (one, other):
            room = await one.rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, room.id) as page:
                with postgres.stopped():
                    with pytest.raises(StoreUnavailable):
                        await one.store.check()
                    with pytest.raises(StoreUnavailable):
                        async with one.rooms.changing(room):
                            room.play(0, 1, "lost")
                    assert room.actor == 0
                await play(one, room.id, 0, 2)
                await eventually(lambda: page.shows(room.version))
                assert page.room.match.history == room.match.history

    asyncio.run(story())


def test_what_was_missed_while_a_line_was_down_is_caught_up(address):
    async def story():
        async with applications(address) as (one, other):
            room = await one.rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, room.id) as page:
                one.store.backend.notify = lambda *_: None
                await play(one, room.id, 0, 2)
                assert not page.shows(room.version)
                with psycopg.connect(address) as connection:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                    )
                await eventually(lambda: page.shows(room.version))

    asyncio.run(story())


def test_a_write_that_waits_too_long_for_a_lock_says_so_and_recovers(address):
    async def story():
        async with applications(address, 1) as (application,):
            room = await application.rooms.create(find_game(LOW), [ADA, BEN], {}, "a")
            application.store.backend.connection.execute("SET lock_timeout = '50ms'")
            with psycopg.connect(address) as other:
                other.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
                with pytest.raises(StoreUnavailable):
                    await application.store.append(room.id, [Entry(room.version, 1.0, "move", 0, "1")])
            await play(application, room.id, 0, 1)

    asyncio.run(story())


def test_postgresql_gives_up_before_it_is_cut_off(address):
    store = Store(address)
    for thread in (store.writer, store.reader):
        thread.backend.reconnect()
        for limit in ("lock_timeout", "statement_timeout"):
            ((told,),) = thread.backend.execute(f"SHOW {limit}")
            assert 0 < float(told.removesuffix("s")) < STATEMENT_LIMIT
    store.close()


def test_a_cookie_of_one_process_is_good_at_another(address):
    with serving(address) as here, serving(address) as there:
        ada, again = Browser(here), Browser(there)
        ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        again.http.cookies = ada.http.cookies
        again.get(f"/table/{ada.table}")
        again.play(1)
        assert "Ada takes 1." in ada.get(f"/table/{ada.table}")


def test_a_process_that_is_killed_takes_nothing_with_it(address, monkeypatch):
    """Ada moves through one process, which is killed; the bot answers through another."""

    async def story(server, ada):
        async with applications(address, 1) as (application,):
            monkeypatch.setattr(application.bots.thinkers, "choose", first_move)
            async with looking(application, ada.table.rpartition("/")[2]) as page:
                await asyncio.to_thread(ada.move, 1)
                server.process.kill()
                await eventually(lambda: len(page.room.match.history) >= 3)
                assert [actor for actor, _ in page.room.match.history] == [NATURE, 0, 1]

    monkeypatch.setattr(bots_module, "TAKEOVER_DELAY", 0.2)
    with Server(address) as server:
        ada = Person(server.address)
        ada.sit(LOW, "me", "bot:random")
        asyncio.run(story(server, ada))
