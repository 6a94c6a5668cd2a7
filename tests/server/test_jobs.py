"""The threads of the database: reads beside writes, bad values, death, silence, lost answers."""

import asyncio
import os
import signal
import sqlite3
import threading
import weakref
from concurrent.futures import Future
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from queue import SimpleQueue

import psycopg
import pytest

from fathom5 import find_game
from fathom5.server import postgres as postgres_module
from fathom5.server.app import Application
from fathom5.server.jobs import Conflict, OutcomeUnknown, StoreUnavailable, Unstorable, Watch
from fathom5.server.lists import Summary
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings
from fathom5.server.store import Entry, Store, StoredRoom
from guests import LOW, Browser, serving
from processes import Person, Server
from waiting import FOR_EVER, PATIENCE, eventually

VERSION_2 = Path(__file__).parent.parent / "databases" / "version-2.sql"
COOKIE_2 = "O0VW1ACn9yjh12h3.tTAvae8ZgQhrj0JZYjYXvpvD"
HERE = [Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)]


def entry(number, value="1", key=None):
    return Entry(number, 1.5, "move", 0, value, key)


@pytest.fixture
def store(place):
    store = Store(place)
    asyncio.run(store.create("t", StoredRoom(LOW, "1", [entry(0)]), Summary(newcomers=("ada",))))
    yield store
    store.close()


def noted_queries(store):
    """What the thread that reads is asked from now on, with the values."""
    asked, backend = [], store.reader.backend
    real = backend.execute
    backend.execute = lambda sql, values=(): asked.append((sql, values)) or real(sql, values)
    return asked


# Reads and writes


def test_a_read_does_not_wait_for_a_write_nor_a_write_for_a_read(store):
    for thread, other in ((store.writer, store.reader), (store.reader, store.writer)):
        hold, held = threading.Event(), threading.Event()

        def wait(backend, held=held, hold=hold):
            held.set()
            hold.wait(PATIENCE)

        async def story(thread=thread, other=other, held=held, hold=hold, wait=wait):
            waiting = asyncio.ensure_future(thread.submit("t", wait))
            await asyncio.to_thread(held.wait, PATIENCE)
            assert await other.submit("t", lambda backend: 5) == 5
            if other is store.reader:
                assert (await store.load("t")).entries == [entry(0)]
                assert [row.id for row in await store.rooms_of("ada")] == ["t"]
            assert not waiting.done()
            hold.set()
            await waiting

        asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_a_list_of_many_tables_is_one_query_and_rebuilds_no_room(database, monkeypatch):
    with serving(database) as client:
        ada = Browser(client)
        for _ in range(15):
            ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        while ada.moves:
            ada.play()
        cookies = ada.http.cookies
    with serving(database) as client:
        ada = Browser(client)
        ada.http.cookies = cookies
        asked = noted_queries(client.application.store)
        monkeypatch.setattr(Room, "extend", lambda *_: pytest.fail("A room was rebuilt."))
        page = ada.get("/")
        assert len([sql for sql, _ in asked if "sitters" in sql]) == 1
        assert page.count('href="/table/') == 12
        assert page.count("small.svg") == 12
        assert not client.application.rooms.loaded


def test_the_query_of_a_list_uses_indexes_only(database):
    store = Store(database)
    asked = noted_queries(store)
    asyncio.run(store.rooms_of("ada"))
    ((sql, values),) = asked
    plan = store.backend.execute(f"EXPLAIN QUERY PLAN {sql}", values)
    assert not any(row[3].startswith(("SCAN", "USE TEMP")) for row in plan), plan
    store.close()


def test_a_file_of_version_2_becomes_one_of_today_and_lists_its_tables(database):
    with sqlite3.connect(database) as connection:
        connection.executescript(VERSION_2.read_text("utf-8"))
    connection.close()
    with serving(database) as client:
        ada = Browser(client)
        ada.http.cookies.set("f5-who", COOKIE_2)
        page = ada.get("/")
        assert page.count('href="/table/') == 2
        assert page.count("small.svg") == 1
        client.application.rooms.loaded.clear()
        assert ada.get("/") == page
        assert not client.application.rooms.loaded
        ada.get("/table/3q_LERuwoJ0z")
        ada.play()


# Values that cannot be kept


@pytest.mark.parametrize("bad", [1 << 80, "lone \ud800 surrogate", object()])
def test_a_value_that_cannot_be_kept_fails_its_own_request_alone(store, bad):
    async def story():
        return await asyncio.gather(
            store.append("t", [entry(1)]),
            store.append("t", [Entry(2, 1.5, "move", bad if isinstance(bad, int) else 0, bad)]),
            store.create("u", StoredRoom(LOW, "1", [entry(0)])),
            return_exceptions=True,
        )

    first, second, third = asyncio.run(story())
    assert (first, third) == (None, None)
    assert isinstance(second, Unstorable)
    assert asyncio.run(store.load("t")).entries == [entry(0), entry(1)]
    asyncio.run(store.append("t", [entry(2)]))


def test_a_writer_that_dies_fails_all_who_wait_and_says_so(database):
    store, told = Store(database), threading.Event()
    begun, queued = threading.Event(), threading.Event()
    sentences = []
    store.on_death(lambda sentence: sentences.append(sentence) or told.set())

    def broken():
        begun.set()
        assert queued.wait(PATIENCE)
        raise MemoryError

    store.backend.begin = broken

    async def fails(appending):
        with pytest.raises(StoreUnavailable):
            await asyncio.wait_for(appending, PATIENCE)

    async def story():
        running = asyncio.create_task(store.append("t", [entry(1)]))
        await eventually(begun.is_set)
        waiting = [asyncio.create_task(store.append(room, [entry(1)])) for room in ("t", "u")]
        await asyncio.sleep(0)  # each runs until its job is in the queue
        queued.set()
        for appending in (running, *waiting, store.append("t", [entry(1)])):
            await fails(appending)
        assert await asyncio.to_thread(told.wait, PATIENCE)
        await fails(store.append("t", [entry(1)]))

    asyncio.run(story())
    assert "MemoryError" in sentences[0]
    store.close()


def test_who_asks_while_the_writer_dies_is_told(database):
    store, told = Store(database), threading.Event()
    store.on_death(lambda _: told.set())

    def broken():
        raise MemoryError

    store.backend.begin = broken
    jobs = store.writer._jobs

    class PutTooLate(SimpleQueue):
        """Takes a job only after the writer has died of another one."""

        def put(self, job):
            jobs.put(job._replace(future=Future()) if job else job)
            assert told.wait(PATIENCE)
            super().put(job)

    store.writer._jobs = PutTooLate()

    async def story():
        with pytest.raises(StoreUnavailable):
            await asyncio.wait_for(store.append("t", [entry(1)]), PATIENCE)

    asyncio.run(story())
    store.close()


# The file


@pytest.mark.process
def test_a_deleted_file_is_noticed_and_nothing_is_acknowledged_into_it(database):
    with Server(database) as server:
        ada = Person(server.address)
        ada.sit(LOW, "me", "here")
        database.unlink()
        try:
            status = ada.ask(f"{ada.table}/move", number=ada.version, seat=ada.seat, move=1)[0]
        except (OSError, HTTPException):
            status = 0
        assert status in (0, 503)
        assert server.process.wait(PATIENCE) != 0
        server.written.seek(0)
        assert "was deleted or replaced" in server.written.read()


def test_a_file_in_use_is_private_and_an_older_one_is_made_so(database):
    for _ in range(2):
        store = Store(database)
        asyncio.run(store.check())
        modes = {path.name: path.stat().st_mode & 0o777 for path in database.parent.iterdir()}
        store.close()
        assert set(modes.values()) == {0o600}, modes
        database.chmod(0o644)


# Answers that are lost


@pytest.fixture
def at_once(monkeypatch):
    """What was lost is sent again at once."""
    monkeypatch.setattr("fathom5.server.store.ATTEMPT_DELAY", 0.0)


def lose_the_next_answer(store, commit):
    """The line breaks at the next commit, after or before PostgreSQL has made it."""
    real = store.backend.execute

    def execute(sql, values=()):
        if sql != "COMMIT":
            return real(sql, values)
        store.backend.execute = real
        if commit:
            real("COMMIT")
        store.backend.connection.close()
        raise psycopg.OperationalError("the line broke")

    store.backend.execute = execute


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("commit", [True, False])
def test_after_a_lost_answer_it_is_asked_again_and_the_truth_is_told(address, commit):
    async def story():
        store = Store(address)
        rooms = Rooms(store)
        room = await rooms.create(find_game(LOW), HERE, {}, "a")
        for _ in range(3):
            lose_the_next_answer(store, commit)
            async with rooms.changing(room, room.version):
                room.play(room.actor, 1, f"k{room.version}")
            assert (await store.load(room.id)).entries == room.entries
        lose_the_next_answer(store, commit)
        new = await rooms.create(find_game(LOW), HERE, {}, "a")
        assert (await store.load(new.id)).entries == new.entries
        store.close()

    asyncio.run(story())


@pytest.mark.usefixtures("at_once")
def test_a_number_that_another_has_used_is_a_conflict_also_after_a_lost_answer(address):
    async def story():
        store = Store(address)
        await store.create("t", StoredRoom(LOW, "1", [entry(0)]))
        with psycopg.connect(address) as other:
            other.execute("INSERT INTO entries VALUES ('t', 1, 2.5, 'move', 1, '3', NULL)")
        lose_the_next_answer(store, False)
        with pytest.raises(Conflict):
            await store.append("t", [entry(1)])
        store.close()

    asyncio.run(story())


@pytest.mark.usefixtures("at_once")
def test_what_cannot_be_found_out_is_not_denied_and_the_room_is_read_anew(address, monkeypatch):
    async def story():
        store = Store(address)
        rooms = Rooms(store)
        room = await rooms.create(find_game(LOW), HERE, {}, "a")
        before = room.version
        lose_the_next_answer(store, True)
        with monkeypatch.context() as cut:
            cut.setattr(store.backend, "reconnect", lambda: store.backend.connection.execute("SELECT 1"))
            with pytest.raises(OutcomeUnknown):
                async with rooms.changing(room):
                    room.play(0, 1, "k")
        assert room.id not in rooms.loaded
        assert (await rooms.get(room.id)).version == before + 1
        store.close()

    asyncio.run(story())


def test_a_visitor_is_told_that_it_is_not_known_and_not_that_it_did_not_happen(two, client, monkeypatch):
    async def append(*_):
        raise OutcomeUnknown

    ada, _ = two
    monkeypatch.setattr(client.application.store, "append", append)
    told = ada.play(1, 503)
    assert "It is not known whether this was kept" in told
    assert "did not happen" not in told


# A database that stands still


def test_a_database_that_is_stopped_is_given_up_and_used_again_later(address, postgres, monkeypatch):
    monkeypatch.setattr("fathom5.server.app.HEALTH_LIMIT", 0.01)

    def watch(store, *limit):
        store._watch.close()
        store._watch = Watch((store.writer, store.reader), *limit)

    async def append(store):
        try:
            await store.append("t", [entry(1)])
        except StoreUnavailable:
            return False
        return True

    async def story(application):
        store = application.store
        await store.create("t", StoredRoom(LOW, "1", [entry(0)]))
        workers = [thread.backend.connection.info.backend_pid for thread in (store.writer, store.reader)]
        stopped = [*workers, int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            watch(store, FOR_EVER)
            with pytest.raises(StoreUnavailable):
                await application.health(None)
            assert not application._checking.done(), "it does not wait for the database"
            with monkeypatch.context() as soon:
                soon.setitem(postgres_module.OPTIONS, "connect_timeout", 2)
                watch(store, 0.1)
                both = asyncio.gather(append(store), store.load("t"), return_exceptions=True)
                appended, loaded = await asyncio.wait_for(both, PATIENCE)
            assert appended is False
            assert isinstance(loaded, StoreUnavailable)
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        watch(store)
        await eventually(lambda: append(store))
        assert (await store.load("t")).entries == [entry(0), entry(1)]

    with closing(Application(address, Settings(warm=False))) as application:
        asyncio.run(story(application))


def test_a_health_check_that_fails_after_its_limit_is_not_reported_as_unseen(database, monkeypatch):
    monkeypatch.setattr("fathom5.server.app.HEALTH_LIMIT", 0.0)

    async def story(application):
        reported, late = [], asyncio.Event()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))

        async def fails_late():
            await late.wait()
            raise StoreUnavailable

        monkeypatch.setattr(application.store, "check", fails_late)
        with pytest.raises(StoreUnavailable):
            await application.health(None)
        checking = weakref.ref(application._checking)
        assert not checking().done()
        late.set()
        await eventually(lambda: checking().done())
        application._checking = None
        await eventually(lambda: reported or checking() is None)
        assert reported == []

    with closing(Application(database, Settings(warm=False))) as application:
        asyncio.run(story(application))
