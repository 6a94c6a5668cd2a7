"""Before the start: seats, colours, bots, invitations and previews; tables that anybody may join."""

import re

import pytest
from starlette.testclient import TestClient

from fathom5.server.public import plain_name
from fathom5.server.seating import BOT, OPEN, PERSON, Seat, exchanged, those_here, without_seat
from guests import DEEP, LOW, Browser, serving


@pytest.fixture
def waiting(client):
    """Ada's table for four, with Ben, a bot and a free seat."""
    ada, ben = Browser(client), Browser(client)
    ada.post(
        f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="friend", seat__2="bot:seal", seat__3="friend"
    )
    ben.post(ada.invitation, name="Ben")
    ada.get(f"/table/{ada.table}")
    return ada, ben


def seats(browser):
    return [(seat.name, seat.kind) for seat in browser.http.application.rooms.loaded[browser.table].seats]


def do(browser, what, status=200, **fields):
    return browser.post(f"/table/{browser.table}/{what}", status, **fields)


def test_a_lobby_has_cover_seats_strengths_and_an_invitation(waiting):
    ada, ben = waiting
    assert f'src="/art/{DEEP}.svg"' in ada.page
    assert "Seal · friendly" in ada.page
    assert ada.page.count('id="player-') == 4
    qr = re.search(r'src="(/join/[^"]+/qr.svg)"', ada.page)[1]
    assert "<svg" in ada.get(qr)
    ada.get(qr.replace("/qr.svg", "x/qr.svg"), 404)
    assert "/join/" not in ben.page


def test_an_empty_seat_or_a_bot_is_removed_by_the_host_and_nobody_else_is(waiting):
    ada, ben = waiting
    assert "Only the host" in do(ben, "remove", 403, seat=3)
    assert "Only an empty seat" in do(ada, "remove", 400, seat=1)
    do(ada, "remove", 400, seat=9)
    do(ada, "remove", seat=3)
    do(ada, "remove", seat=2)
    assert seats(ada) == [("Ada", PERSON), ("Ben", PERSON)]
    assert "needs 2 seats" in do(ada, "remove", 400, seat=1) or "Only an empty" in ada.page


def test_a_colour_is_chosen_among_those_that_no_other_person_has(waiting):
    ada, ben = waiting
    assert "taken by Ada" in do(ben, "colour", 400, seat=0)
    do(ben, "colour", seat=3)
    assert seats(ada) == [("Ada", PERSON), ("", OPEN), ("Seal", BOT), ("Ben", PERSON)]
    do(ada, "colour", seat=2)
    assert seats(ada) == [("Seal", BOT), ("", OPEN), ("Ada", PERSON), ("Ben", PERSON)]
    stranger = Browser(ada.http)
    stranger.path = ada.path
    do(stranger, "colour", 403, seat=1)


def test_the_host_starts_with_those_who_are_here(waiting):
    ada, ben = waiting
    do(ben, "begin", 403)
    do(ada, "begin")
    assert seats(ada) == [("Ada", PERSON), ("Ben", PERSON), ("Seal", BOT)]
    assert "asked" in ada.page or ada.http.application.rooms.loaded[ada.table].match
    assert "has begun" in do(ada, "begin", 400)
    do(ada, "remove", 400, seat=2)
    do(ada, "colour", 400, seat=2)


def test_who_is_not_here_is_played_for_and_too_few_are_filled_up():
    ada, ben = Seat("Ada", PERSON, people=("a",)), Seat("Ben", PERSON, people=("b",))
    made = those_here([ada, Seat(), ben, Seat()], 3, lambda people: "a" in people)
    assert [(seat.name, seat.kind, seat.away) for seat in made] == [
        ("Ada", PERSON, False),
        ("Ben", BOT, True),
        ("Seal", BOT, False),
    ]
    assert all(seat.ready for seat in made)


def test_seats_are_changed_as_a_whole_or_not_at_all():
    ada, seal = Seat("Ada", PERSON, people=("a",)), Seat("Seal", BOT, "seal")
    assert without_seat([ada, seal, Seat()], 1, 2) == [ada, Seat()]
    assert exchanged([ada, seal], 0, 1) == [seal, ada]


def test_seats_that_moved_are_forgotten_with_names_of_their_own(waiting, client):
    ada, ben = waiting
    do(ada, "remove", seat=2)
    do(ada, "colour", seat=2)
    cleo = Browser(client)
    cleo.post(ada.invitation, name="Cleo")
    do(ada, "begin")
    table = ada.table
    ben.post("/me/forget")
    cleo.post("/me/forget")
    names = [seat.name for seat in client.portal.call(client.application.rooms.get, table).seats]
    assert len(set(names)) == len(names) == 3
    assert "Ada" in names
    rows = client.application.store.backend.execute("SELECT value FROM entries")
    assert not any(name in str(rows) for name in ("Ben", "Cleo"))


def test_a_link_has_a_preview_for_whoever_is_sent_it(waiting, client):
    ada, _ = waiting
    page = Browser(client).get(ada.invitation)
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert told["title"] == "Come and play Deep Sea Adventure"
    assert told["description"] == "At the table: Ada, Ben, Seal. 1 seat is free."
    assert told["image"] == f"http://testserver/art/{DEEP}.png"
    do(ada, "begin")
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', Browser(client).get(ada.path)))
    assert told["image"].startswith(f"http://testserver{ada.path}/preview.png")
    for picture in (f"/art/{DEEP}.png", f"{ada.path}/preview.png"):
        answer = client.get(picture)
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")


# Tables that anybody may join


def visitor(client, address):
    made = Browser(client)
    made.http = TestClient(client.app, client=(address, 50000))
    made.http.application, made.http.portal = client.application, client.portal
    return made


def test_a_table_is_public_only_if_the_operator_lets_it(client):
    ada = Browser(client)
    ada.post(f"/new/{LOW}", seat__0="me", seat__1="friend", public="yes")
    assert "Anybody may join" not in ada.page
    assert 'name="public"' not in ada.get(f"/new/{LOW}?with=friends")
    Browser(client).get(f"/join/{client.application.rooms.loaded.copy().popitem()[0]}/public", 404)
    assert "open to anybody" not in ada.get("/")


def test_anybody_may_join_a_public_table_until_it_begins(database):
    with serving(database, public_tables=True) as client:
        ada, eve = visitor(client, "192.0.2.1"), visitor(client, "192.0.2.2")
        ada.post(
            f"/new/{DEEP}", seat__0="me", name__0="Ada <3 a.example", public="yes",
            **{f"seat__{n}": "friend" for n in range(1, 4)},
        )  # fmt: skip
        room = client.application.rooms.loaded[ada.table]
        assert room.seats[0].name == "Ada 3 aexample"
        assert f'href="/join/{room.id}/public"' in eve.get("/")
        eve.post(f"/join/{room.id}/public", name="Eve @ evil.example/x")
        assert room.seats[1].name == "Eve evilexamplex"
        for status in (200, 400):
            answer = visitor(client, "192.0.2.2").post(f"/join/{room.id}/public", status, name="Eve")
        assert "From your network" in answer
        visitor(client, "192.0.2.3").post(f"/join/{room.id}/public", name="")
        assert [seat.name for seat in room.seats] == ["Ada 3 aexample", "Eve evilexamplex", "Eve", "Guest"]
        assert f"/join/{room.id}" not in eve.get("/")


def test_an_operator_who_changes_their_mind_closes_public_tables_to_strangers(database):
    with serving(database, public_tables=True) as client:
        ada = visitor(client, "192.0.2.1")
        ada.post(f"/new/{LOW}", seat__0="me", seat__1="friend", public="yes")
        assert "Sit down" in visitor(client, "192.0.2.2").get(f"/join/{ada.table}/public")
    with serving(database) as client:
        assert ada.table not in visitor(client, "192.0.2.2").get("/")
        visitor(client, "192.0.2.2").get(f"/join/{ada.table}/public", 404)


def test_one_address_opens_a_few_public_tables_at_most(database):
    with serving(database, public_tables=True) as client:
        ada = visitor(client, "192.0.2.1")
        for status in (200, 200, 200, 400):
            ada.post(f"/new/{LOW}", status, seat__0="me", seat__1="friend", public="yes")
        assert visitor(client, "192.0.2.9").get("/").count("/public") == 3


@pytest.mark.parametrize(
    ("name", "plain"),
    [("Zoë", "Zoë"), ("O'Neil-Smith", "O'Neil-Smith"), ("a.example/x", "aexamplex"), ("☃", ""), ("H̷̛e", "He")],
)
def test_a_plain_name_is_letters_and_figures(name, plain):
    assert plain_name(name) == plain
