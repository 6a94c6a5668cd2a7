"""What is kept is kept: across reopening, in groups, once."""

import asyncio
import sqlite3

import pytest

from fathom5 import Mistake
from fathom5.server.store import VERSION, Entry, Store, Taken, Unkept


def entry(number: int, key: str | None = None) -> Entry:
    return Entry(number, 1.5, "move", 0, str(number), key)


@pytest.fixture
def store(database):
    store = Store(database)
    asyncio.run(store.create("t", "low-tide", "1", [entry(0)]))
    yield store
    store.close()


def test_what_was_acknowledged_is_there_after_reopening(database):
    store = Store(database)
    asyncio.run(store.create("t", "low-tide", "1", [entry(0)]))
    asyncio.run(store.append("t", [entry(1), entry(2, "key")]))
    other = Store(database)
    assert asyncio.run(other.load("t")) == ("low-tide", "1", [entry(0), entry(1), entry(2, "key")])
    assert asyncio.run(other.load("nothing")) is None
    other.close()
    store.close()


def test_many_moves_share_a_commit(store):
    async def many():
        await asyncio.gather(*(store.create(f"t{i}", "low-tide", "1", [entry(0)]) for i in range(200)))

    before = store.commits
    asyncio.run(many())
    assert store.commits - before < 100
    assert asyncio.run(store.load("t199"))


def test_a_number_is_given_once_and_others_in_the_group_still_hold(store):
    async def both():
        return await asyncio.gather(
            store.append("t", [entry(1)]),
            store.append("t", [entry(1), entry(2)]),
            store.create("u", "low-tide", "1", [entry(0)]),
            return_exceptions=True,
        )

    first, second, third = asyncio.run(both())
    assert first is None
    assert isinstance(second, Taken)
    assert third is None
    assert len(asyncio.run(store.load("t"))[2]) == 2


def test_a_key_is_used_once(store):
    asyncio.run(store.append("t", [entry(1, "same")]))
    with pytest.raises(Taken):
        asyncio.run(store.append("t", [entry(2, "same")]))


def test_a_file_that_cannot_be_written_says_so_and_recovers(store, database):
    other = sqlite3.connect(database)
    other.execute("BEGIN IMMEDIATE")
    store._connection.execute("PRAGMA busy_timeout = 10")
    with pytest.raises(Unkept):
        asyncio.run(store.append("t", [entry(1)]))
    other.rollback()
    other.close()
    asyncio.run(store.append("t", [entry(1)]))


def test_durable_and_in_wal(store):
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_file_of_a_newer_version_is_refused_untouched(database):
    with sqlite3.connect(database) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = database.read_bytes()
    with pytest.raises(Mistake, match="newer"):
        Store(database)
    assert database.read_bytes() == before


def test_what_is_no_game_file_is_refused(database):
    database.write_text("Once upon a time, there was a file that was not a database at all." * 20)
    with pytest.raises(Mistake, match="cannot be used"):
        Store(database)
