"""The start page deals in one tap, and keeps all games of a person in reach, with their results."""

import asyncio
import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fathom5.core.game import find_game
from fathom5.server import rooms as rooms_module
from fathom5.server.lists import FINISHED, MY_TURN, OVER, UNDER_WAY, Listed, ListedRoom, ListedSeat
from fathom5.server.results import results_of
from fathom5.server.rooms import Rooms
from fathom5.server.schema import MIGRATIONS
from fathom5.server.seating import BOT, PERSON
from fathom5.server.sqlite import Sqlite
from fathom5.server.store import Store, Wanted
from guests import LOW, Browser

DATABASES = Path(__file__).parents[1] / "databases"


def finish(ada, ben):
    """Play a table of two to its end."""
    room = ada.http.application.rooms.loaded[ada.table]
    while not room.over:
        mover = (ada, ben)[room.actor]
        mover.get(f"/table/{room.id}")
        mover.play()
    return room.id


def multiply(store, room, times):
    """Copies of a room under other ids, straight into the tables."""
    store.backend.begin()
    for table, column in (("tables", "id"), ("entries", "table_id"), ("sitters", "table_id")):
        rows = store.backend.execute(f"SELECT * FROM {table} WHERE {column} = ?", (room,))
        names = [row[1] for row in store.backend.execute(f"PRAGMA table_info({table})")]
        place, marks = names.index(column), ", ".join("?" * len(names))
        for number in range(times):
            copies = [[*row[:place], f"copy-{number:04}", *row[place + 1 :]] for row in rows]
            store.backend.insert(f"INSERT INTO {table} VALUES ({marks})", copies)
    store.backend.execute("COMMIT")


@pytest.mark.parametrize("game", [LOW, "deep-sea-adventure", "deep-dive"])
def test_one_tap_deals_a_game_against_friendly_bots(client, game):
    browser = Browser(client)
    assert f'action="/deal/{game}"' in browser.get("/")
    browser.post(f"/deal/{game}")
    room = client.application.rooms.loaded[browser.table]
    me, *others = room.seats
    assert me.kind == PERSON
    assert me.name == "Guest"
    assert {(seat.kind, seat.level) for seat in others} <= {(BOT, "seal")}
    low, *_, high = room.game.players
    assert len(room.seats) == min(max(3, low), high)
    assert room.match


def test_a_blank_name_is_nobodys_name(client):
    ada, ben = Browser(client), Browser(client)
    ada.post("/new/deep-sea-adventure", seat__0="me", seat__1="here", seat__2="friend")
    ben.post(ada.invitation, name=" ")
    seats = client.application.rooms.loaded[ada.table].seats
    assert [seat.name for seat in seats] == ["Guest", "Guest 2", "Guest 3"]
    assert "f5-name" not in ada.http.cookies
    assert "f5-name" not in ben.http.cookies


def test_what_a_guided_game_teaches_is_said(browser):
    page = browser.get("/")
    assert "It shows: Treasure counts once it is home" in re.sub(r"\s+", " ", page)
    browser.http.headers["Accept-Language"] = "fr"
    assert "Elle montre" in browser.get("/")


def test_every_game_is_kept_in_reach_and_can_be_put_away_and_brought_back(two, client):
    ada, _ = two
    done = finish(*two)
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    mine = ada.table
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    waits = ada.table
    page = ada.get("/")
    assert page.index(f"/table/{mine}") < page.index(f"/table/{waits}") < page.index(f"/table/{done}")
    assert f"/table/{mine}/small.svg" in page
    assert "Waiting for players" in page
    assert re.search(r"You won|Shared victory|Place 2 of 2", page)
    shown = {"": 3, "turn": 1, "going": 1, "over": 1, "away": 0, "nonsense": 3}
    assert {show: ada.get(f"/games?show={show}").count('class="entry') for show in shown} == shown
    ada.post(f"/table/{done}/put-away", away="yes")
    assert f"/table/{done}" not in ada.get("/games")
    assert f"/table/{done}" not in ada.get("/")
    assert f"/table/{done}" in ada.get("/games?show=away")
    assert "1</b> game finished" in ada.get("/results")
    ada.post(f"/table/{done}/put-away")
    assert f"/table/{done}" in ada.get("/games")
    Browser(client).post(f"/table/{done}/put-away", 403, away="yes")


def test_a_thousand_games_are_listed_by_one_query_of_a_few_rows(two, client, monkeypatch):
    ada, _ = two
    store, done = client.application.store, finish(*two)
    multiply(store, done, 1000)
    backend, asked = store.reader.backend, []
    real = backend.execute
    backend.execute = lambda sql, values=(): asked.append(found := real(sql, values)) or found
    monkeypatch.setattr(Rooms, "_build", lambda *_: pytest.fail("A room was rebuilt."))
    assert ada.get("/").count('class="entry"') == 12
    assert [len(rows) for rows in asked] == [13]
    pages = [ada.get(f"/games?page={number}") for number in (1, 2, 42)]
    assert [page.count('class="entry"') for page in pages] == [24, 24, 17]
    assert 'rel="next"' in pages[1]
    assert 'rel="next"' not in pages[2]
    assert "1001</b>" in ada.get("/results")


def test_where_a_game_is_listed_changes_with_the_move_itself(two):
    ada, ben = two
    store = ada.http.application.store
    people = [seat.people[0] for seat in ada.http.application.rooms.loaded[ada.table].seats]

    def sections():
        found = [ada.http.portal.call(store.rooms_of, person) for person in people]
        return [rows[0].section for rows in found]

    room = ada.http.application.rooms.loaded[ada.table]
    while not room.over:
        assert sections() == [MY_TURN if room.actor == seat else UNDER_WAY for seat in (0, 1)]
        mover = (ada, ben)[room.actor]
        mover.get(f"/table/{room.id}")
        mover.play()
    assert sections() == [FINISHED, FINISHED]


SOON_REBUILT = "('deep-sea-adventure')"


@pytest.mark.parametrize("database_of", ["before-editions", "edition-2"])
def test_games_of_earlier_versions_are_summed_up_once_in_the_background(tmp_path, database_of, monkeypatch):
    path = tmp_path / "games.sqlite"
    shutil.copy(DATABASES / f"{database_of}.sqlite", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        others = f"(SELECT id FROM tables WHERE game NOT IN {SOON_REBUILT})"
        connection.execute(f"DELETE FROM entries WHERE table_id IN {others}")
        connection.execute(f"DELETE FROM sitters WHERE table_id IN {others}")
        connection.execute(f"DELETE FROM tables WHERE game NOT IN {SOON_REBUILT}")
    monkeypatch.setattr(rooms_module, "FILL_INTERVAL", 0)

    async def story():
        rooms = Rooms(Store(path))
        missing = await rooms.store.without_summary("")
        people = {person for room in missing for person in await rooms.store.sitters(room)}
        before = {room: (await rooms.store.load(room)).entries for room in missing}
        await rooms.fill_in_summaries()
        assert await rooms.store.without_summary("") == []
        assert not rooms.loaded
        for person in people:
            for listed in await rooms.listed(person, Wanted(100)):
                room = rooms._build(listed.id, await rooms.store.load(listed.id))
                assert listed.section == room.summary().section(person)
                assert [seat.place for seat in listed.seats] == (
                    room.match.places if room.over else [None] * len(room.seats)
                )
                assert listed.changed == before[listed.id][-1].at
        rooms.store.close()
        return len(missing), len(people)

    found, people = asyncio.run(story())
    assert found
    assert people


def finished(*seats, game=LOW, changed=0.0):
    """A finished room as listed: seats as (kind, level or friend, place, score), the first mine."""
    made = [
        ListedSeat(
            n, f"{who}", kind, who if kind == BOT else "", "" if kind == BOT else who, n == 0, score, place
        )
        for n, (kind, who, place, score) in enumerate(seats)
    ]
    return ListedRoom("t", find_game(game), made, OVER, FINISHED, changed, 1, None)


def test_results_count_wins_streaks_best_scores_and_every_opponent():
    won = finished((PERSON, "me", 1, 9), (BOT, "seal", 2, 4), (PERSON, "ben", 3, 1))
    lost = finished((PERSON, "me", 3, 12), (BOT, "seal", 1, 20), (PERSON, "ben", 3, 12))
    results = results_of([won, won, lost, won, won, won])  # the latest first
    assert (results.played, results.won) == (6, 5)
    assert (results.streak.now, results.streak.best) == (2, 3)
    assert results.games[LOW].best == 12
    seal, ben = results.bots[0], results.friends[0]
    assert (seal.ahead, seal.behind, seal.level) == (5, 1, 0)
    assert (ben.ahead, ben.behind, ben.level) == (5, 0, 1)


def test_a_game_of_several_own_seats_or_from_a_position_counts_for_nothing():
    shared = finished((PERSON, "me", 1, 9), (PERSON, "me", 2, 4))
    assert results_of([shared]).played
    assert not results_of([ListedRoom(**{**vars(shared), "continued": True})]).played
    seats = [ListedSeat(**{**vars(seat), "mine": True}) for seat in shared.seats]
    assert not results_of([ListedRoom(**{**vars(shared), "seats": seats})]).played


def test_a_list_knows_no_more_than_a_stranger(client):
    """The summary has no score that a stranger at the table could not see."""
    ada = Browser(client)
    ada.post("/new/in-too-deep", seat__0="me", seat__1="here", seat__2="here")
    room = client.application.rooms.loaded[ada.table]
    row = Listed("t", "in-too-deep", room.summary().text, MY_TURN, 0.0, False)
    scores = re.search(r'"scores": \[([^]]*)\]', row.summary)[1]
    assert scores == ", ".join(map(str, room.match.view().scores))
    assert room.has_secrets


def test_looking_at_the_small_picture_is_not_being_there(two, client):
    ada, ben = two
    room = client.application.rooms.loaded[ada.table]
    room.presence._seen.clear()
    assert "<svg" in ben.get(f"/table/{room.id}/small.svg")
    assert not room.presence._seen
    Browser(client).get("/table/nowhere/small.svg", 404)


def test_the_small_picture_is_seen_through_ones_own_eyes(client):
    ada, ben, eve = Browser(client), Browser(client), Browser(client)
    ada.post("/new/in-too-deep", seat__0="me", name__0="Ada", seat__1="friend", seat__2="bot:random")
    ben.post(ada.invitation, name="Ben")
    ada.post(f"/table/{ada.table}/ready")
    path = f"/table/{ada.table}/small.svg"
    pictures = [browser.get(path) for browser in (ada, ben, eve)]
    room = client.application.rooms.loaded[ada.table]

    def drawn(seat):
        view = room.match.view(seat)
        view.ids = ()
        return view.svg()

    assert pictures == [drawn(seat) for seat in (0, 1, -3)]


def test_lists_of_a_database_of_version_3_are_in_order_before_any_game_is_read(database):
    backend = Sqlite(database)
    backend.begin_exclusive()
    for statements in MIGRATIONS[:3]:
        for statement in statements:
            backend.execute(statement.format(**backend.dialect))
    backend.set_version(3)
    told = {"over": [], "playing": ["ada"], "waiting": []}
    for at, (state, turn) in enumerate(told.items()):
        summary = json.dumps({"names": ["over", "playing"], "state": state, "turn": turn})
        sql = "INSERT INTO tables (id, game, rules, changed, summary) VALUES (?, ?, '1', ?, ?)"
        backend.execute(sql, (state, LOW, float(at), summary))
        backend.insert("INSERT INTO sitters VALUES (?, ?)", [("ada", state), ("ben", state)])
    backend.execute("COMMIT")
    backend.close()
    store = Store(database)
    found = {person: asyncio.run(store.rooms_of(person)) for person in ("ada", "ben")}
    assert [(row.id, row.section, row.changed) for row in found["ada"]] == [
        ("playing", MY_TURN, 1.0),
        ("waiting", UNDER_WAY, 2.0),
        ("over", FINISHED, 0.0),
    ]
    assert [row.section for row in found["ben"]] == [UNDER_WAY, UNDER_WAY, FINISHED]
    store.close()
