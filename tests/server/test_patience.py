"""What the host sets for those who keep a table waiting; who is here, away or gone; signs."""

import time
from types import SimpleNamespace

import pytest

from fathom5.server import app, patience, presence, room, rooms, signals
from fathom5.server.presence import Presence
from fathom5.server.seating import BOT, PERSON
from fathom5.server.signals import Emotes, Signals
from guests import Browser
from waiting import FOR_EVER


@pytest.fixture
def clock(monkeypatch):
    """Stands for rooms until it is moved; nobody but the test looks after them. Set up before the server."""
    passed, wall, steady = [0.0], time.time(), time.monotonic()

    def go_on(seconds):
        passed[0] += seconds

    clock = SimpleNamespace(**vars(time))
    clock.go_on, clock.time, clock.monotonic = go_on, lambda: wall + passed[0], lambda: steady + passed[0]
    for module in (patience, presence, room, rooms, signals):
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(app, "SWEEP_INTERVAL", FOR_EVER)
    return clock


def look(browser):
    browser.http.portal.call(patience.look_after, browser.http.application.rooms)


def the_room(browser):
    return browser.http.application.rooms.loaded[browser.table]


def set_terms(browser, status=200, **terms):
    return browser.post(f"/table/{browser.table}/terms", status, **terms)


def asked_and_waiting(two):
    ada, ben = two
    return (ada, ben) if the_room(ada).actor == 0 else (ben, ada)


def see_both(*browsers):
    for browser in browsers:
        browser.get(f"/table/{browsers[0].table}")


def test_only_the_host_sets_terms_and_only_those_there_are(two):
    ada, ben = two
    ben.path = ada.path
    set_terms(ben, 403, absence=60, clock=0)
    set_terms(ada, 400, absence=61, clock=0)
    set_terms(ada, 400, absence=0, clock=7)
    set_terms(ada, absence=86_400, clock=120)
    assert (the_room(ada).terms.absence, the_room(ada).terms.clock) == (86_400, 120)


def test_a_bot_plays_on_for_whoever_is_away_for_too_long_and_gives_the_seat_back(clock, two):
    ada, _ = two
    room, (asked, waits) = the_room(ada), asked_and_waiting(two)
    asked.path = waits.path = ada.path
    set_terms(ada, absence=60, clock=0)
    clock.go_on(50)
    see_both(waits)
    look(ada)
    assert room.seats[room.actor].kind == PERSON, "it was not long enough"
    clock.go_on(20)
    see_both(waits)
    seat = room.actor
    look(ada)
    assert (room.seats[seat].kind, room.seats[seat].away) == (BOT, True)
    assert f"{room.seats[seat].name} <small>bot</small>" in Browser(ada.http).get(f"/table/{room.id}")
    asked.get(f"/table/{room.id}")
    assert room.seats[seat].kind == PERSON


def test_whoever_is_here_is_not_replaced_and_nobody_is_unless_the_host_wants_it(clock, two):
    ada, _ = two
    room, (asked, _) = the_room(ada), asked_and_waiting(two)
    clock.go_on(100_000)
    look(ada)
    assert room.seats[room.actor].kind == PERSON
    set_terms(ada, absence=60, clock=0)
    asked.get(f"/table/{room.id}")
    look(ada)
    assert room.seats[room.actor].kind == PERSON


def test_an_absence_of_a_day_is_told_by_the_last_entry_where_a_room_was_read_anew(clock, two):
    ada, _ = two
    ada.path = f"/table/{the_room(ada).id}"
    set_terms(ada, absence=86_400, clock=0)
    room, (_, waits) = the_room(ada), asked_and_waiting(two)
    seat = room.actor
    for passes, kind in ((80_000, PERSON), (7_000, BOT)):
        clock.go_on(passes)
        room.presence = Presence()
        clock.go_on(presence.AWAY)
        waits.get(f"/table/{room.id}")
        look(ada)
        assert room.seats[seat].kind == kind


def test_a_decision_that_takes_too_long_is_made_by_a_bot_once(clock, two):
    ada, _ = two
    room, (asked, waits) = the_room(ada), asked_and_waiting(two)
    set_terms(ada, absence=0, clock=30)
    seat, moves = room.actor, len(room.match.history)
    clock.go_on(20)
    look(ada)
    assert len(room.match.history) == moves
    assert "data-deadline" in asked.get(f"/table/{room.id}")
    assert "data-deadline" not in waits.get(f"/table/{room.id}")
    clock.go_on(20)
    look(ada)

    async def played():
        await room.bot_task

    ada.http.portal.call(played)
    assert [actor for actor, _ in room.match.history[moves:]].count(seat) == 1
    assert room.seats[seat].kind == PERSON
    assert room.bot_to_move is None


# Here, away, gone


def test_after_being_away_for_long_somebody_is_gone(clock):
    here = Presence()
    here.see("ada")
    here.see("ben")
    clock.go_on(presence.AWAY + 1)
    here.see("ada")
    assert (here.away([["ada"], ["ben"]]), here.gone([["ada"], ["ben"]])) == ([1], [])
    clock.go_on(presence.GONE + 1)
    assert (here.away([["ada"], ["ben"]]), here.gone([["ada"], ["ben"]])) == ([0, 1], [0, 1])


def test_a_stream_tells_once_who_is_away(clock, two):
    ada, ben = two
    room = the_room(ada)
    told = Signals(room)
    assert told.news() == b""
    clock.go_on(presence.AWAY)
    ada.get(f"/table/{room.id}")
    assert told.news() == b"event: presence\ndata: 1=away\n\n"
    assert told.news() == b""
    ben.get(f"/table/{room.id}")
    assert told.news() == b"event: presence\ndata: \n\n"


# Signs


def test_a_sign_is_shown_to_all_streams_now_and_not_stored(clock, two):
    ada, ben = two
    room, before = the_room(ada), the_room(ada).version
    told = Signals(room)
    ben.path = ada.path = f"/table/{room.id}"
    ben.post(f"/table/{room.id}/emote", emote="nice")
    assert told.news() == b"event: emote\ndata: 1=nice\n\n"
    assert told.news() == b""
    assert Signals(room).news() == b""
    assert room.version == before
    ben.post(f"/table/{room.id}/emote", 400, emote="rude words")
    assert "Wait a moment" in ben.post(f"/table/{room.id}/emote", 400, emote="nice")
    Browser(ada.http).post(f"/table/{room.id}/emote", 403, emote="nice")


def test_signs_come_a_few_seconds_apart_and_only_the_latest_are_kept(clock):
    emotes = Emotes()
    for number in range(40):
        emotes.check(number % 2, "hello")
        emotes.add(number % 2, "hello")
        clock.go_on(signals.PAUSE)
    assert len(emotes.since(0)) == signals.MOST_KEPT
    assert emotes.since(39) == [(1, "hello")]
    assert emotes.since(40) == []
