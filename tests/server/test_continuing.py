"""Playing on from a position of a finished game."""

import asyncio
import re

import pytest

from fathom5.core.errors import Mistake
from fathom5.fairness import luck_of
from fathom5.record import Record
from fathom5.server.archive import ImportResult, export_games, import_games
from fathom5.server.store import Store
from guests import DEEP, LOW, Browser, serving


def finish(browser: Browser) -> None:
    browser.take_over()
    while browser.moves:
        browser.play()
        browser.take_over()


@pytest.fixture
def over(browser):
    """The browser of Ada, who has played a whole game with Ben on her device."""
    browser.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    finish(browser)
    return browser


def play_on(browser: Browser, table: str, at: int, **seats: str) -> None:
    form = browser.get(f"/table/{table}/continue?at={at}")
    token = re.search(r'name="table" value="([^"]+)"', form)[1]
    chosen = {"seat__0": "me", "name__0": "Ada", "seat__1": "me", "name__1": "Eva", **seats}
    browser.post(f"/table/{table}/continue", at=at, table=token, **chosen)


def room_of(browser: Browser):
    return browser.http.application.rooms.loaded[browser.table]


def test_a_new_table_begins_with_the_position_and_leaves_the_old_one(over):
    old = room_of(over)
    before = list(old.match.history)
    page = over.get(f"/table/{old.id}/replay?at=4")
    assert f"/table/{old.id}/continue?at=4" in page
    play_on(over, old.id, 4)
    new = room_of(over)
    assert new.id != old.id
    assert new.match.history[:4] == before[:4]
    assert new.continued == 4
    assert [seat.name for seat in new.seats] == ["Ada", "Eva"]
    assert old.match.history == before
    finish(over)
    assert new.over


def test_the_record_says_so_and_its_chance_is_covered_after_the_position(over):
    fingerprint = r"<code>([0-9a-f]{64})</code>"
    table = over.table
    play_on(over, table, 5)
    promised = re.search(fingerprint, over.get(over.path))[1]
    assert "goes on from a position of another, after 5 moves" in over.page
    finish(over)
    record = Record.read(over.get(f"/table/{over.table}/record"))
    assert record.headers["Continued"] == "5"
    match = record.match(compiled=False)
    assert match.over
    luck = luck_of(record)
    assert luck.commitment == promised
    drawn = list(luck.check(match))
    assert all(one.follows for one in drawn)
    assert all(one.place > 5 for one in drawn)


def test_nothing_given_can_be_taken_back(over):
    table, history = over.table, room_of(over).match.history
    at = next(n for n in range(2, len(history)) if history[n - 1][0] >= 0 and history[n][0] >= 0)
    play_on(over, table, at)
    new = room_of(over)
    assert not any(new.can_undo(seat) for seat in (0, 1))
    with pytest.raises(Mistake):
        new.undo(history[at - 1][0], "back", whole_turn=True)
    assert len(new.match.history) >= at


def test_it_survives_a_restart_and_a_move_to_another_database(database, tmp_path):
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        finish(ada)
        play_on(ada, ada.table, 9)
        ada.play()
        table, page, history = ada.table, ada.get(ada.path), list(room_of(ada).match.history)
    with serving(database) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        assert again.get(f"/table/{table}") == page
        assert room_of(again).match.history == history
    export, other = tmp_path / "games", tmp_path / "other.sqlite"
    export_games(database, str(export))
    assert import_games(other, str(export)) == ImportResult(2, 0, 0)

    async def entries(path):
        store = Store(path)
        found = await store.load(table)
        store.close()
        return found

    assert asyncio.run(entries(other)) == asyncio.run(entries(database))


def test_friends_take_their_seats_first(over, client):
    table = over.table
    play_on(over, table, 3, seat__1="friend")
    assert room_of(over).match is None
    ben = Browser(client)
    ben.post(over.invitation, name="Ben")
    over.post(f"/table/{over.table}/ready")
    assert room_of(over).continued == 3
    assert room_of(over).match.history[:3] == client.application.rooms.loaded[table].match.history[:3]
    assert room_of(over).match.names == ("Ada", "Ben")


def test_only_finished_games_and_all_their_seats(two, over, client):
    ada, _ = two
    assert "when it is over" in ada.get(f"/table/{ada.table}/continue", 403)
    ada.post(f"/table/{ada.table}/continue", 403, at=0, seat__0="me", seat__1="bot:seal")
    table = over.table
    assert "2 play" in over.post(f"/table/{table}/continue", 400, at=0, seat__0="me")
    assert "Take a seat" in over.post(
        f"/table/{table}/continue", 400, at=0, seat__0="bot:seal", seat__1="bot:seal"
    )
    over.post(f"/table/{table}/continue", 400, at="x", seat__0="me", seat__1="me")
    last = len(client.application.rooms.loaded[table].match.history)
    play_on(over, table, last + 7)
    assert room_of(over).continued == last - 1


def test_somebody_who_only_looks_on_may_play_on_too(over, client):
    table, dan = over.table, Browser(client)
    play_on(dan, table, 2)
    assert dan.table != table
    assert room_of(dan).host
