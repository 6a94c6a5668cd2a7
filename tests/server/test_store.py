"""What is kept is kept: across reopening, in groups, once; in a file as in a database."""

import asyncio
import shutil
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest

from fathom5 import Mistake
from fathom5.server.jobs import Conflict, StoreUnavailable
from fathom5.server.lists import Summary
from fathom5.server.rooms import Rooms
from fathom5.server.schema import MIGRATIONS, VERSION
from fathom5.server.store import Entry, Store, StoredRoom
from waiting import PATIENCE

VERSION_1 = Path(__file__).parent / "version-1.sql"
"""A file of the first schema with a game in it, as `sqlite3 .dump` writes it."""


def entry(number: int, key: str | None = None) -> Entry:
    return Entry(number, 1.5, "move", 0, str(number), key)


@pytest.fixture
def store(place):
    store = Store(place)
    asyncio.run(store.create("t", StoredRoom("low-tide", "1", [entry(0)])))
    yield store
    store.close()


@pytest.fixture
def file_store(database):
    store = Store(database)
    asyncio.run(store.create("t", StoredRoom("low-tide", "1", [entry(0)])))
    yield store
    store.close()


def test_what_was_acknowledged_is_there_after_reopening(place):
    store = Store(place)
    asyncio.run(store.create("t", StoredRoom("low-tide", "1", [entry(0)])))
    asyncio.run(store.append("t", [entry(1), entry(2, "key")]))
    other = Store(place)
    assert asyncio.run(other.load("t")) == StoredRoom("low-tide", "1", [entry(0), entry(1), entry(2, "key")])
    assert asyncio.run(other.entries("t", 2)) == [entry(2, "key")]
    assert asyncio.run(other.load("nothing")) is None
    assert asyncio.run(other.load("no\0thing")) is None
    assert other.secret == store.secret
    assert len(other.secret) == 32
    other.close()
    store.close()


def test_many_moves_share_a_commit(store):
    arrived = threading.Event()

    async def many():
        """The writer is held up by a first job until all have arrived."""
        first = store.writer.submit("", lambda _: arrived.wait(PATIENCE))
        created = [store.create(f"t{i}", StoredRoom("low-tide", "1", [entry(0)])) for i in range(200)]
        done = asyncio.gather(first, *created)
        await asyncio.sleep(0)
        arrived.set()
        await done

    before = store.writer.commits
    asyncio.run(many())
    assert store.writer.commits - before <= 2
    assert asyncio.run(store.load("t199"))


def test_a_number_is_given_once_and_others_in_the_group_still_hold(store):
    async def both():
        return await asyncio.gather(
            store.append("t", [entry(1)]),
            store.append("t", [entry(1), entry(2)]),
            store.create("u", StoredRoom("low-tide", "1", [entry(0)])),
            return_exceptions=True,
        )

    first, second, third = asyncio.run(both())
    assert first is None
    assert isinstance(second, Conflict)
    assert third is None
    assert len(asyncio.run(store.load("t")).entries) == 2


def test_a_key_is_used_once(store):
    asyncio.run(store.append("t", [entry(1, "same\0")]))
    with pytest.raises(Conflict):
        asyncio.run(store.append("t", [entry(2, "same\0")]))


def test_who_sits_where_is_known(store):
    async def story():
        opened = StoredRoom("low-tide", "1", [Entry(0, 2.5, "open", -3, "")])
        await store.create("u", opened, Summary(newcomers=("ada",)))
        await store.append("t", [entry(1)], Summary(newcomers=("ada", "ben")))
        await store.append("t", [entry(2)], Summary(newcomers=("ada",)))
        assert [row.id for row in await store.rooms_of("ada")] == ["u", "t"]
        assert await store.sitters("t") == ["ada", "ben"]
        assert await store.rooms() == ["t", "u"]

    asyncio.run(story())


def test_two_writers_never_both_have_a_number(place):
    """Two processes' stores, many tables, every number wanted by both: each is given to one."""
    stores = Store(place), Store(place)
    names = [f"table {number:02}" for number in range(60)]

    async def want(store, table, number, who):
        try:
            await store.append(table, [Entry(number, 1.5, "move", 0, who, who)])
        except Conflict:
            return 0
        return 1

    async def story():
        for table in names:
            await stores[0].create(table, StoredRoom("low-tide", "1", [entry(0)]))
        for number in range(1, 11):
            given = await asyncio.gather(
                *(
                    want(store, table, number, f"{who}.{number}")
                    for who, store in enumerate(stores)
                    for table in (names if who else reversed(names))
                )
            )
            assert sum(given) == len(names)
        for table in names:
            kept = (await stores[1].load(table)).entries
            assert [entry.number for entry in kept] == list(range(11))

    asyncio.run(story())
    for store in stores:
        store.close()


def test_a_file_that_cannot_be_written_says_so_and_recovers(file_store, database):
    other = sqlite3.connect(database)
    other.execute("BEGIN IMMEDIATE")
    file_store.backend.connection.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(StoreUnavailable):
        asyncio.run(file_store.append("t", [entry(1)]))
    with pytest.raises(StoreUnavailable):
        asyncio.run(file_store.check())
    other.rollback()
    other.close()
    asyncio.run(file_store.append("t", [entry(1)]))
    asyncio.run(file_store.check())


def test_a_full_disk_says_so_and_play_goes_on_when_there_is_room(file_store):
    pages = file_store.backend.execute("PRAGMA page_count")[0][0]
    file_store.backend.execute(f"PRAGMA max_page_count = {pages}")
    long = [Entry(number, 1.5, "move", 0, "x" * 3000) for number in range(1, 9)]
    with pytest.raises(StoreUnavailable, match="full"):
        asyncio.run(file_store.append("t", long))
    assert asyncio.run(file_store.load("t")).entries == [entry(0)]
    file_store.backend.execute("PRAGMA max_page_count = 100000")
    asyncio.run(file_store.append("t", long))


def test_durable_and_in_wal(file_store):
    assert file_store.backend.execute("PRAGMA journal_mode") == [("wal",)]
    assert file_store.backend.execute("PRAGMA synchronous") == [(2,)]


# Schemas of other versions


def test_a_file_of_version_1_becomes_one_of_today_and_its_game_goes_on(database):
    with sqlite3.connect(database) as connection:
        connection.executescript(VERSION_1.read_text("utf-8"))
    connection.close()
    database.with_name(database.name + ".secret").write_bytes(b"an old secret of thirty-two byte")

    async def story():
        store = Store(database)
        assert store.backend.version() == VERSION
        assert store.secret == b"an old secret of thirty-two byte"
        rooms = Rooms(store)
        room = await rooms.get("3my5gfVXHnGR")
        assert [seat.name for seat in room.seats] == ["Ada", "Ben"]
        assert room.match.history[-1] == (0, 3)
        async with rooms.changing(room):
            room.play(1, 1, "k")
        store.close()

    asyncio.run(story())


def test_a_database_of_version_1_becomes_one_of_today(address):
    with psycopg.connect(address) as connection:
        for statement in MIGRATIONS[0]:
            connection.execute(statement.format(strict="", by_key="", real="DOUBLE PRECISION"))
        connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
        connection.execute("INSERT INTO schema_version VALUES (1)")
        connection.execute("INSERT INTO tables VALUES ('t', 'low-tide', '1')")
    store = Store(address)
    assert store.backend.version() == VERSION
    assert asyncio.run(store.load("t")) == StoredRoom("low-tide", "1", [])
    store.close()


def test_a_file_of_a_newer_version_is_refused_untouched(database):
    with sqlite3.connect(database) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = database.read_bytes()
    with pytest.raises(Mistake, match="newer"):
        Store(database)
    assert database.read_bytes() == before
    assert list(database.parent.iterdir()) == [database]


def test_a_database_of_a_newer_version_is_refused_untouched(address):
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE schema_version (version INTEGER PRIMARY KEY)")
        connection.execute(f"INSERT INTO schema_version VALUES ({VERSION + 1})")
    with pytest.raises(Mistake, match="newer"):
        Store(address)
    with psycopg.connect(address) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchall() == [("schema_version",)]


def test_a_step_that_fails_leaves_the_old_version(database, monkeypatch):
    with sqlite3.connect(database) as connection:
        connection.executescript(VERSION_1.read_text("utf-8"))
    connection.close()
    copy = shutil.copy(database, database.with_name("copy.sqlite"))
    monkeypatch.setattr(
        "fathom5.server.schema.MIGRATIONS",
        (*MIGRATIONS[:-1], (*MIGRATIONS[-1], "CREATE TABLE tables (id TEXT)")),
    )
    with pytest.raises(Mistake, match="tables already exists"):
        Store(database)
    monkeypatch.undo()
    for path in (database, copy):
        store = Store(path)
        assert store.backend.version() == VERSION
        store.close()


def test_what_is_no_game_file_is_refused(database):
    database.write_text("Once upon a time, there was a file that was not a database at all." * 20)
    with pytest.raises(Mistake, match="cannot be used"):
        Store(database)


def test_a_database_that_is_not_there_is_told_without_its_password():
    with pytest.raises(Mistake, match=r"postgresql://127\.0\.0\.1:1/games cannot be reached") as told:
        Store("postgresql://ada:hush@127.0.0.1:1/games")
    assert "hush" not in str(told.value)
