"""Several processes serve the same games out of one PostgreSQL."""

import asyncio
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request
from contextlib import AsyncExitStack, asynccontextmanager
from http.cookiejar import CookieJar

import psycopg
import pytest

from fathom5 import NATURE, find_game
from fathom5.server import bots as bots_module
from fathom5.server.app import House
from fathom5.server.live import stream
from fathom5.server.store import Entry, Unkept
from fathom5.server.tables import BOT, PERSON, Seat, Stale
from guests import LOW, Browser, serving

ADA, BEN = Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)
SEAL = Seat("Seal", BOT, "seal", (), True)
PATIENCE = 20


@asynccontextmanager
async def houses(address, count=2):
    """As many servers, each with its own connections and memory."""
    async with AsyncExitStack() as stack:
        made = [House(address, pace=0.0, warm=False) for _ in range(count)]
        for house in made:
            await stack.enter_async_context(house.open(house.app()))
        yield made


async def play(house, table_id, seat, move):
    table = await house.tables.get(table_id)
    async with house.tables.changing(table, table.version):
        table.play(seat, move, f"k{table.version}")


async def shown(views):
    return await asyncio.wait_for(anext(views), PATIENCE)


@asynccontextmanager
async def looking(house, table_id):
    """A page of a table, served by a house; it has seen the present already."""
    table = await house.tables.get(table_id)
    views = stream(table, table.version, lambda: b"view %d" % table.version, asyncio.Lock())
    assert b"retry" in await shown(views)
    yield table, views
    await views.aclose()


def test_a_move_through_one_process_reaches_pages_of_another(address):
    async def story():
        async with houses(address) as (one, other):
            table = await one.tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, table.id) as (there, views):
                showing = asyncio.ensure_future(shown(views))
                await play(one, table.id, 0, 2)
                assert b"view %d" % table.version in await showing
                assert there.match.history == table.match.history
                await play(other, table.id, 1, 1)
                assert (await one.tables.get(table.id)).match.history == there.match.history

    asyncio.run(story())


def test_a_page_asked_of_another_process_is_never_older_than_an_acknowledged_move(address):
    async def story():
        async with houses(address) as (one, other):
            table = await one.tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            await other.tables.get(table.id)
            other.store.backend.tell = one.store.backend.tell = lambda *_: None
            await play(one, table.id, 0, 1)
            assert (await other.tables.get(table.id)).version == table.version

    asyncio.run(story())


def test_two_processes_never_accept_two_moves_for_one_number(address):
    async def story():
        async with houses(address) as pair:
            first = await pair[0].tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            tables = [await house.tables.get(first.id) for house in pair]
            accepted, rounds = 0, 0
            while not first.over:
                seat, number = first.actor, first.version

                async def attempt(house, table, move, seat=seat, number=number):
                    try:
                        async with house.tables.changing(table, number):
                            table.play(seat, move, f"{seat}.{number}.{move}")
                    except Stale:
                        return 0
                    return 1

                moves = first.match.ids
                wanted = zip(pair, tables, (moves[0], moves[-1]), strict=True)
                accepted += sum(await asyncio.gather(*(attempt(*want) for want in wanted)))
                rounds += 1
                for house, table in zip(pair, tables, strict=True):
                    await house.tables.catch_up(table)
                assert tables[0].entries == tables[1].entries
            assert accepted == rounds > 2

    asyncio.run(story())


def test_bots_think_where_the_last_move_was_made(address, monkeypatch):
    async def story():
        async with houses(address) as (one, other):
            monkeypatch.setattr(bots_module, "GRACE", 60)
            asked = []
            monkeypatch.setattr(other.bots, "choose", lambda *_: asked.append("there too"))
            table = await one.tables.create(find_game(LOW), [ADA, SEAL], {}, "a")
            async with looking(other, table.id) as (there, views):
                await play(one, table.id, 0, 1)
                while there.bots is None:
                    await shown(views)
                one.bots.wake(table)
                await asyncio.wait_for(table.bots, PATIENCE)
                while there.version < table.version:
                    await shown(views)
                assert there.match.history[-1][0] == 1
                assert not asked

    asyncio.run(story())


def test_play_goes_on_when_the_database_comes_back(address, postgres):
    async def story():
        async with houses(address) as (one, other):
            table = await one.tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, table.id) as (there, views):
                showing = asyncio.ensure_future(shown(views))
                await asyncio.to_thread(postgres.stop)
                with pytest.raises(Unkept):
                    await one.store.check()
                with pytest.raises(Unkept):
                    async with one.tables.changing(table):
                        table.play(0, 1, "lost")
                assert table.actor == 0
                await asyncio.to_thread(postgres.start)
                await play(one, table.id, 0, 2)
                assert b"view %d" % table.version in await showing
                assert there.match.history == table.match.history

    asyncio.run(story())


def test_what_was_missed_while_a_line_was_down_is_caught_up(address):
    async def story():
        async with houses(address) as (one, other):
            table = await one.tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            async with looking(other, table.id) as (_, views):
                one.store.backend.tell = lambda *_: None
                await play(one, table.id, 0, 2)
                showing = asyncio.ensure_future(shown(views))
                with psycopg.connect(address) as connection:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                    )
                assert b"view %d" % table.version in await showing

    asyncio.run(story())


def test_a_write_that_waits_too_long_for_a_lock_says_so_and_recovers(address):
    async def story():
        async with houses(address, 1) as (house,):
            table = await house.tables.create(find_game(LOW), [ADA, BEN], {}, "a")
            house.store.backend.connection.execute("SET lock_timeout = '50ms'")
            with psycopg.connect(address) as other:
                other.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
                with pytest.raises(Unkept):
                    await house.store.append(table.id, [Entry(table.version, 1.0, "move", 0, "1")])
            await play(house, table.id, 0, 1)

    asyncio.run(story())


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
    path = os.pathsep.join(entry for entry in sys.path if entry)
    words = [sys.executable, "-m", "fathom5", "serve", "--port", "0", "--database", address]
    environment = {**os.environ, "FATHOM5_COMPILE": "0", "PYTHONPATH": path}
    person = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def post(url, **form):
        with person.open(url, urllib.parse.urlencode(form).encode(), timeout=PATIENCE) as answer:
            return answer.url, answer.read().decode()

    async def story(table_id, move):
        async with houses(address, 1) as (house,), looking(house, table_id) as (table, views):
            await asyncio.to_thread(move)
            process.kill()
            while len(table.match.history) < 3:
                await shown(views)
            assert [actor for actor, _ in table.match.history] == [NATURE, 0, 1]

    monkeypatch.setattr(bots_module, "GRACE", 0.2)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as process:
        base = process.stdout.readline().split()[-1].rstrip("/")
        table, page = post(f"{base}/new/{LOW}", **{"seat.0": "me", "seat.1": "bot:random"})
        number = re.search(r'data-version="(\d+)"', page)[1]
        asyncio.run(
            story(
                table.rsplit("/", 1)[1],
                lambda: post(f"{table}/move", number=number, seat=0, move=1),
            )
        )
