"""The promise of a room's luck: shown before the first deal, kept, and opened at the end."""

import itertools
import re
from hashlib import sha256

import pytest

from fathom5.fairness import Luck, luck_of
from fathom5.record import Record
from fathom5.server import keys
from guests import DEEP, LOW, Browser, serving


@pytest.fixture(autouse=True)
def same_luck(monkeypatch):
    """The same rooms with the same luck each time."""
    numbers = itertools.count()
    monkeypatch.setattr(keys, "new_room_id", lambda: f"{next(numbers):012}")
    monkeypatch.setattr(keys.Keys, "seed", lambda _, room: sha256(room.encode()).hexdigest())


def fingerprints(page: str) -> list[str]:
    return re.findall(r"<code>([0-9a-f]{64})</code>", page)


def opening(browser: Browser, game: str) -> tuple[str, str]:
    """The room announced on the set-up page, and its fingerprint."""
    page = browser.get(f"/new/{game}")
    return re.search(r'name="table" value="([^"]+)"', page)[1], fingerprints(page)[0]


def finish(*people: Browser) -> None:
    room = people[0].table
    while not people[0].http.application.rooms.loaded[room].over:
        for person in people:
            person.get(f"/table/{room}")
            if person.moves:
                person.play()


def test_the_luck_is_promised_on_the_set_up_page_and_kept(client):
    ada, ben = Browser(client), Browser(client)
    promise, fingerprint = opening(ada, LOW)
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend", table=promise)
    assert ada.table == promise.partition(".")[0]
    assert fingerprints(ada.page) == [fingerprint]
    assert fingerprints(ben.get(ada.invitation)) == [fingerprint]
    ben.post(ada.invitation, name="Ben", word="squid;")
    assert "squid" in ben.page
    assert "squid" in ada.get(f"/table/{ada.table}")
    ada.post(f"/table/{ada.table}/ready", word="kelp")
    room = client.application.rooms.loaded[ada.table]
    assert room.luck.words == "kelp, squid"
    assert fingerprints(ada.page) == [fingerprint]
    finish(ada, ben)
    assert fingerprints(Browser(client).get(f"/table/{ada.table}"))[:2] == [fingerprint, room.luck.seed]
    record = Record.read(ada.get(f"/table/{room.id}/record"))
    assert record.headers["Commitment"] == fingerprint
    luck = luck_of(record)
    assert luck == Luck(room.luck.seed, "kelp, squid")
    assert luck.commitment == fingerprint
    drawn = list(luck.check(record.match(compiled=False)))
    assert drawn
    assert all(one.follows for one in drawn)


def test_a_table_that_begins_at_once_has_been_promised_too(browser):
    promise, fingerprint = opening(browser, DEEP)
    browser.post(f"/new/{DEEP}", seat__0="me", seat__1="here", table=promise, word="kelp")
    room = browser.http.application.rooms.loaded[browser.table]
    assert room.match.notes["Commitment"] == fingerprint == room.commitment
    assert room.match.notes["Words"] == "kelp, kelp"
    assert all(one.follows for one in room.luck.check(room.match))


def test_a_promise_is_used_once_and_must_be_ours(browser):
    promise, fingerprint = opening(browser, LOW)
    seats = {"seat__0": "me", "seat__1": "here"}
    used = []
    for token in (promise, promise, promise[:-1], "mine.", "", "x" * 900):
        browser.post(f"/new/{LOW}", table=token, **seats)
        used.append((browser.table, fingerprints(browser.page)[0]))
    assert used[0][1] == fingerprint
    assert len(set(used)) == len(used)


def test_a_rematch_is_promised_by_the_finished_table(browser):
    browser.post(f"/new/{LOW}", seat__0="me", seat__1="here")
    finish(browser)
    promised = fingerprints(browser.get(f"/table/{browser.table}"))[-1]
    old = browser.table
    browser.post(f"/table/{old}/rematch")
    assert fingerprints(browser.page) == [promised]
    assert browser.table != old


def test_the_seed_is_in_nothing_before_the_end(two, client):
    ada, ben = two
    room = client.application.rooms.loaded[ada.table]
    seed = room.luck.seed
    for person in (ada, ben, Browser(client)):
        for path in ("", "?why=x", "/replay", "/replay?at=2", "/record", "/nowhere"):
            assert seed not in person.http.get(f"/table/{room.id}{path}").text
    assert seed not in str(room.match.record())
    finish(ada, ben)
    assert seed in str(room.match.record())


def test_the_luck_survives_a_restart(database):
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{DEEP}", seat__0="me", seat__1="here", word="kelp")
        for _ in range(4):
            ada.play()
        luck = client.application.rooms.loaded[ada.table].luck
    with serving(database) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        again.get(f"/table/{ada.table}")
        room = client.application.rooms.loaded[ada.table]
        assert room.luck == luck
        for _ in range(4):
            again.play()
        assert all(one.follows for one in luck.check(room.match))


def test_taking_back_changes_no_luck(browser):
    """Whoever takes a decision back and makes it again finds the same roll behind it."""
    browser.post(f"/new/{LOW}", seat__0="me", seat__1="here")
    room = browser.http.application.rooms.loaded[browser.table]
    for _ in range(4):
        if room.over:
            break
        browser.play()
        actor, number = room.match.history[-1][0], room.version
        if room.can_undo(actor):
            browser.post(f"/table/{room.id}/undo", number=number, seat=actor)
            browser.play()
    assert any(entry.act == "back" for entry in room.entries)
    assert all(one.follows for one in room.luck.check(room.match))


def test_a_table_older_than_the_promise_goes_on(browser):
    browser.post(f"/new/{LOW}", seat__0="me", seat__1="here")
    room = browser.http.application.rooms.loaded[browser.table]
    first, *rest = room.entries
    old = re.sub(r', "seed": "\w+"', "", first.value)
    assert old != first.value
    room.rebuild([first._replace(value=old), *rest])
    assert not fingerprints(browser.get(f"/table/{room.id}"))
    finish(browser)
    assert "Seed" not in room.match.notes
