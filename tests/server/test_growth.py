"""What grows is bounded: browsers of a seat, entries, drawings, rooms in memory; one server a file."""

import asyncio
import gc
import os
import time

import pytest
from starlette.testclient import TestClient

from fathom5 import Mistake, find_game
from fathom5.server import rooms as rooms_module
from fathom5.server.app import Application
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms
from fathom5.server.seating import MAX_BROWSERS, PERSON, Seat
from fathom5.server.settings import Settings
from fathom5.server.store import Store
from guests import DEEP, LOW, Browser, serving
from processes import Server
from waiting import PATIENCE

SEED = f"{1:064x}"
HERE = [Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("a",), True)]


def seat_link(browser):
    return browser.page.split("/seat/")[1].split('"')[0]


def test_posting_a_seats_link_many_times_keeps_its_table_small(two, client):
    ada, _ = two
    ada.get(f"/table/{ada.table}")
    link = f"/seat/{seat_link(ada)}"
    for _ in range(60):
        Browser(client).post(link)
    room = client.application.rooms.loaded[ada.table]
    assert len(room.seats[0].people) == MAX_BROWSERS
    assert max(len(entry.value) for entry in room.entries) < 1000
    ada.get(f"/table/{ada.table}")
    assert ada.moves, "whoever had the seat first keeps it"
    latest = Browser(client)
    latest.post(link)
    assert latest.moves


def test_entries_of_a_room_are_bounded(two, client, monkeypatch):
    ada, ben = two
    room = client.application.rooms.loaded[ada.table]
    monkeypatch.setattr(rooms_module, "MAX_ENTRIES", room.version + 1)
    ada.play(1)
    ben.get(f"/table/{ada.table}")
    assert "nothing more fits" in ben.play(1, 400)
    assert room.version == rooms_module.MAX_ENTRIES


def test_views_are_kept_once_whatever_the_server_is_called(two, client):
    ada, _ = two
    cache = client.application.pages.cache
    ada.get(f"/table/{ada.table}")
    before = len(cache._entries)
    for number in range(20):
        page = ada.http.get(f"/table/{ada.table}", headers={"Host": f"host-{number}.example"}).text
        assert f'value="http://host-{number}.example/seat/' in page
    assert len(cache._entries) == before


def test_only_known_hosts_are_answered(database):
    application = Application(database, Settings(warm=False, allowed_hosts=("games.example",)))
    with TestClient(application.asgi()) as client:
        for host, status in (
            ("games.example", 200),
            ("games.example:8005", 200),
            ("127.0.0.1", 200),
            ("evil.example", 400),
            ("games.example.evil", 400),
        ):
            assert client.get("/about", headers={"Host": host}).status_code == status


def test_the_least_used_rooms_leave_when_memory_is_short_but_none_in_use(database):
    async def story():
        store = Store(database)
        rooms = Rooms(store)
        made = [await rooms.create(find_game(DEEP), HERE, {}, "a", seed=SEED) for _ in range(10)]
        for age, room in enumerate(reversed(made)):
            room.last_used = time.monotonic() - 10 - age
        made[0].listeners.add(asyncio.Event())
        rooms.memory = 4 * made[0].weight
        rooms.sweep()
        assert set(rooms.loaded) == {made[0].id, *(room.id for room in made[-3:])}
        rooms.memory = 0
        rooms.sweep()
        assert set(rooms.loaded) == {made[0].id}
        assert (await rooms.get(made[5].id)).entries == made[5].entries
        store.close()

    asyncio.run(story())


def test_the_operator_sets_the_memory_of_rooms(database):
    application = Application(database, Settings(warm=False, memory=17))
    assert application.rooms.memory == 17 << 20
    application.close()


def test_the_weight_of_a_room_is_about_what_it_takes_up(database):
    import tracemalloc

    async def story():
        store = Store(database)
        rooms = Rooms(store)
        room = await rooms.create(find_game(DEEP), HERE, {}, "a", seed=SEED)
        while not room.over:
            room.play(room.actor, room.match.ids[-1], f"k{room.version}")
        entries = list(room.entries)
        gc.collect()
        tracemalloc.start()
        again = [Room(str(n), room.game, room.rules, compiled=False) for n in range(5)]
        for each in again:
            each.extend(entries)
        used = tracemalloc.get_traced_memory()[0] / 5
        tracemalloc.stop()
        assert used / 3 < again[0].weight < used * 6
        store.close()

    asyncio.run(story())


def test_a_second_server_on_the_same_file_is_refused_and_the_next_one_is_not(database):
    with serving(database), pytest.raises(Mistake, match=r"Another server .* uses .* already"):
        Application(database)
    with serving(database) as client:
        assert client.get("/").status_code == 200


@pytest.mark.process
def test_a_killed_server_leaves_no_lock(database):
    with Server(database) as killed:
        killed.process.kill()
        killed.process.wait(PATIENCE)
        with serving(database) as client:
            assert client.get("/").status_code == 200


@pytest.mark.process
def test_where_a_file_is_used_the_command_says_so(database):
    sentence = rf"ended with 2: Another server \(process {os.getpid()}\)"
    with serving(database), pytest.raises(RuntimeError, match=sentence):
        Server(database)


def test_a_file_beside_a_lock_can_be_played(database):
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{LOW}", seat__0="me", seat__1="here")
        ada.play(1)
