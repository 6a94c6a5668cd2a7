"""What a host may do: replace the absent, seen by all; and how links to seats end."""

import asyncio
import re

import pytest
from test_postgres import applications

from fathom5 import find_game
from fathom5.server import presence
from fathom5.server.seating import PERSON, Seat
from guests import LOW, Browser, serving
from waiting import PATIENCE, eventually


@pytest.fixture
def leave(client, monkeypatch):
    """Lets people be away, by their seats, until they ask for something."""

    def leave(room, *seats):
        for seat in seats:
            for person in room.seats[seat].people:
                room.presence._seen.pop(person, None)

    return leave


def the_room(browser):
    return browser.http.application.rooms.loaded[browser.table]


def stand_in(browser, status=200, **fields):
    return browser.post(f"/table/{browser.table}/stand-in", status, **fields)


def test_a_host_replaces_nobody_who_is_here(two):
    ada, ben = two
    ben.get(f"/table/{ada.table}")
    assert "Ben is here" in stand_in(ada, 400, seat=1, level="random")
    assert the_room(ada).seats[1].kind == PERSON
    stand_in(ada, 400, seat=1, level="kraken")


def test_whoever_is_away_is_replaced_in_sight_of_all_and_takes_over_when_back(two, client, leave):
    ada, ben = two
    room = the_room(ada)
    leave(room, 1)
    assert re.search(r"Ben <small>bot</small>", stand_in(ada, seat=1, level="random"))
    assert re.search(r"Ben <small>bot</small>", Browser(client).get(f"/table/{room.id}"))
    assert "Only Ben" in stand_in(ada, 400, seat=1)
    ben.get(f"/table/{room.id}")
    assert room.seats[1].kind == PERSON
    assert "Ben is here" in stand_in(ada, 400, seat=1, level="random")


def test_a_person_who_is_heard_of_only_by_a_stream_is_here(database, monkeypatch):
    monkeypatch.setattr("fathom5.server.live.KEEPALIVE", 0.01)
    with serving(database) as client:
        ada, ben = Browser(client), Browser(client)
        ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
        ben.post(ada.invitation, name="Ben")
        ada.post(f"/table/{ada.table}/ready")
        room = the_room(ada)

        async def listen():
            async def send(message):
                if message.get("body") == b"retry: 1000\n\n" and not room.closed:
                    room.presence._seen.clear()  # they were seen when they asked for the stream
                if message.get("body") == b": still here\n\n" and room.presence._seen:
                    room.closed = True

            async def receive():
                await asyncio.Event().wait()

            cookie = f"f5-who={ben.http.cookies['f5-who']}".encode()
            scope = {
                "type": "http",
                "method": "GET",
                "path": f"/table/{room.id}/live",
                "query_string": f"since={room.version}".encode(),
                "headers": [(b"host", b"x"), (b"cookie", cookie)],
            }
            await asyncio.wait_for(client.app({**scope, "scheme": "http"}, receive, send), PATIENCE)

        client.portal.call(listen)
        assert room.presence.anybody(room.seats[1].people)


def test_who_lets_a_bot_play_for_themselves_is_not_taken_for_back(two):
    ada, _ = two
    stand_in(ada, seat=0, level="random")
    ada.get(f"/table/{ada.table}")
    assert the_room(ada).seats[0].kind == "bot"
    stand_in(ada, seat=0)
    assert the_room(ada).seats[0].kind == PERSON


def test_the_rights_of_a_host_follow_the_seat_and_pass_to_whoever_is_here(two, client, leave):
    ada, ben = two
    room = the_room(ada)
    link = re.search(r'value="https?://[^/]+(/seat/[^"]+)"', ada.get(f"/table/{room.id}"))[1]
    phone = Browser(client)
    phone.post(link)
    leave(room, 1)
    stand_in(phone, seat=1, level="random")
    ben.get(f"/table/{room.id}")
    stand_in(ben, 403, seat=0, level="random")
    leave(room, 0)
    stand_in(ben, seat=0, level="random")
    assert room.seats[0].kind == "bot"
    stranger = Browser(client)
    stranger.post(f"/new/{LOW}", seat__0="me", seat__1="here")
    stranger.post(f"/table/{room.id}/stand-in", 403, seat=0, level="random")
    ada.get(f"/table/{room.id}")
    assert room.seats[0].kind == PERSON
    stand_in(ben, 403, seat=0, level="random")


def test_a_renewed_link_ends_the_old_one_and_other_browsers(two, client):
    ada, ben = two
    path = f"/table/{ada.table}"
    find = re.compile(r'value="https?://[^/]+(/seat/[^"]+)"')
    old = find.search(ada.get(path))[1]
    thief = Browser(client)
    thief.post(old)
    assert thief.moves
    ben.post(f"{path}/renew", 403, seat=0)
    new = find.search(ada.post(f"{path}/renew?seat=0", seat=0))[1]
    assert new != old
    assert not Browser(client).http.get(old).is_success
    assert not Browser(client).http.post(old).is_success
    thief.get(path)
    assert not thief.moves
    phone = Browser(client)
    phone.post(new)
    assert phone.moves


def test_somebody_who_listens_at_another_process_is_here(address):
    async def story():
        async with applications(address) as (one, other):
            seats = [Seat("Ada", PERSON, "", ("a",), True), Seat("Ben", PERSON, "", ("b",), True)]
            room = await one.rooms.create(find_game(LOW), seats, {}, "a")
            there = await other.rooms.get(room.id)

            async def see(person):
                other.rooms._told.clear()
                await other.rooms.see(there, person)
                return room.presence.is_here(person)

            await eventually(lambda: see("somebody"))  # the processes hear each other now
            assert not room.presence.is_here("b")
            await see("b")
            await eventually(lambda: room.presence.is_here("b"))

    asyncio.run(story())


def test_people_are_away_after_a_while(monkeypatch):
    here = presence.Presence()
    here.see("ada")
    assert here.anybody(("ben", "ada"))
    monkeypatch.setattr(presence, "AWAY", 0.0)
    assert not here.is_here("ada")
