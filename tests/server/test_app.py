"""The pages as a person without JavaScript meets them."""

import random
import re
import sqlite3

import pytest

from fathom5 import Match, all_games
from fathom5.server import app, rooms, thinkers
from fathom5.server.seating import clean_name
from guests import DEEP, LOW, Browser, serving
from waiting import until

pytestmark = pytest.mark.usefixtures("luck")


def test_the_start_page_offers_every_game_and_every_link_leads_somewhere(browser):
    page = browser.get("/")
    assert "Deep Sea Adventure" in page
    assert "Low Tide" in page
    for path in set(re.findall(r'(?:href|src)="(/[^"#]*)', page)):
        browser.get(path)


@pytest.mark.parametrize("game", list(all_games()))
def test_a_whole_game_by_forms_with_people_on_one_device(browser, game):
    browser.post(f"/new/{game}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    chance = random.Random(1)
    while True:
        browser.take_over()
        assert len(browser.page) < 150_000
        if not browser.is_asked:
            break
        browser.act(chance)
    assert "wins!" in browser.page or "share the victory" in browser.page
    match = Match.from_record(browser.get(f"/table/{browser.table}/record"), compiled=False)
    assert match.over
    assert match.names == ("Ada", "Ben")
    assert match.history == browser.http.application.rooms.loaded[browser.table].match.history


def test_a_drawn_card_is_seen_by_its_drawer_before_the_device_is_passed_on(browser):
    browser.post("/new/in-too-deep", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    chance, seen = random.Random(2), 0
    for _ in range(60):
        if f"/table/{browser.table}/pass" in browser.page:
            assert "Pass the device to" in browser.page
            assert re.search(r'class="ask"[^>]*><strong>(Ada|Ben):</strong> \S', browser.page)
            shown = browser.seat
            browser.post(f"/table/{browser.table}/pass", number=browser.version)
            assert "Nobody else should look now." in browser.page
            assert "Nobody else should look now." in browser.get(f"/table/{browser.table}?seat={shown}")
            seen += 1
        browser.take_over()
        if not browser.is_asked:
            break
        browser.act(chance)
    assert seen
    Browser(browser.http).post(f"/table/{browser.table}/pass", 403, number=1)


def test_alone_against_bots_a_decision_is_taken_back_though_they_moved_since(client):
    ada = Browser(client)
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    room = client.application.rooms.loaded[ada.table]
    ada.post(f"/table/{ada.table}/ready")
    ada.post(f"/table/{ada.table}/stand-in", seat=1, level="random")
    path = f"/table/{ada.table}"
    until(lambda: ada.get(path) and ada.moves)
    before = list(room.match.history)
    ada.play(1)
    until(lambda: ada.get(path) and ada.moves)
    assert len(room.match.history) > len(before) + 1
    ada.post(f"/table/{ada.table}/undo?seat=0", number=room.version, seat=0)
    assert room.match.history == before


def test_hints_are_for_who_plays_alone_or_by_leave_of_the_host_and_for_every_replay(two, monkeypatch):
    monkeypatch.setattr(thinkers, "HINT_SECONDS", 0.05)
    ada, ben = two
    assert "Hint</a>" not in ada.page
    assert "not allowed hints" in ada.get(f"/table/{ada.table}/hint?seat=0", 403)
    table = ada.table
    ben.post(f"/table/{table}/hints", 403, allowed="yes")
    ada.post(f"/table/{table}/hints?seat=0", allowed="yes")
    assert "Hint</a>" in ada.page
    assert re.search(r"<li>Take \d: wins \d+ %</li>", ada.get(f"/table/{table}/hint?seat=0"))
    ben.get(f"/table/{table}/hint?seat=1", 403)
    ada.post(f"/table/{table}/hints?seat=0", allowed="no")
    room = ada.http.application.rooms.loaded[table]
    while not room.over:
        person = (ada, ben)[room.actor]
        person.get(f"/table/{table}")
        person.play()
    decided = next(number for number, (actor, _) in enumerate(room.match.history) if actor >= 0)
    assert "wins" in Browser(ada.http).get(f"/table/{table}/hint?at={decided}")
    assert "Nobody decides here." in ben.get(f"/table/{table}/hint?at=999", 400)


def test_who_lost_alone_is_told_so_and_sees_how_the_opponent_scored(browser):
    for _ in range(20):  # chance may save even somebody who takes nothing
        browser.post("/new/deep-dive", seat__0="me", name__0="Ada", option__opponent="hard")
        while moves := browser.moves:
            browser.play(moves.get("Take nothing", moves.get("Dive deeper", next(iter(moves.values())))))
        match = browser.http.application.rooms.loaded[browser.table].match
        opponent = match.view().rival()
        if opponent.points > match.scores[0]:
            break
    assert opponent.points > match.scores[0]
    assert ">The opponent wins!</p>" in browser.page
    for part in ("player-rival", "tally-rival"):
        row = browser.page.split(f'id="{part}"')[1]
        assert "The opponent" in row[:900]
        assert f">{opponent.points}<" in row[:900]
    assert 'id="tally-rival"' in browser.get(f"/table/{browser.table}/replay?at=99999")


def test_names_and_options_are_taken_from_the_form(browser):
    browser.post(
        f"/new/{DEEP}",
        **{"seat__0": "me", "name__0": "<b>Ada</b>", "seat__1": "bot:random", "option__loose-stacks": "yes"},
    )
    assert "<b>Ada" not in browser.page
    assert "&lt;b&gt;Ada" in browser.page
    room = browser.http.application.rooms.loaded[browser.table]
    assert room.match.options["loose-stacks"] == "yes"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seat__0": "me"}, "is for 2 to 3 players"),
        ({"seat__0": "me", "seat__1": "bot:kraken"}, "There is no bot"),
        ({"seat__0": "me", "seat__1": "ghost"}, "cannot sit"),
        ({"seat__0": "bot:seal", "seat__1": "bot:seal"}, "Take a seat yourself"),
    ],
)
def test_a_wrong_set_up_is_explained(browser, fields, message):
    assert message in browser.post(f"/new/{LOW}", 400, **fields)


def test_seals_of_a_table_have_different_characters_if_that_is_chosen(browser):
    fields = {"seat__0": "me", "seat__1": "bot:seal", "seat__2": "bot:seal", "seat__3": "bot:orca"}
    browser.post(f"/new/{DEEP}", **fields, different="yes")
    seats = browser.http.application.rooms.loaded[browser.table].seats
    named = [seat.level for seat in seats[1:]]
    assert named[2] == "orca"
    assert len(set(named)) == 3
    assert all(level.startswith("seal:") for level in named[:2])
    assert [seat.name for seat in seats[1:]] == ["Seal", "Seal 2", "Orca"]
    browser.post(f"/new/{DEEP}", **fields)
    seats = browser.http.application.rooms.loaded[browser.table].seats
    assert [seat.level for seat in seats[1:]] == ["seal", "seal", "orca"]


def test_characters_are_offered_with_a_line_about_them(browser):
    page = browser.get(f"/new/{DEEP}")
    assert 'value="bot:seal:greedy"' in page
    assert "Seal, greedy · stays too long for one treasure more" in page
    assert "bot:heuristic" not in page
    assert "bot:beginner" not in page
    assert "no character of Deep Sea Adventure" in browser.post(
        f"/new/{DEEP}", 400, seat__0="me", seat__1="bot:seal:nobody"
    )
    browser.http.headers["Accept-Language"] = "fr"
    assert "Phoque, gourmand · s’attarde pour un trésor de plus" in browser.get(f"/new/{DEEP}")
    assert 'name="different"' not in browser.get(f"/new/{LOW}")


def test_nothing_is_dealt_before_everybody_is_ready(client):
    ada, ben = Browser(client), Browser(client)
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    assert "Free seat" in ada.page
    ada.post(f"/table/{ada.table}/ready")
    assert not ada.moves
    assert client.application.rooms.loaded[ada.table].match is None
    ben.get(f"/table/{ada.table}")
    assert "/join/" not in ben.page
    ben.get(f"/join/{ada.table}/guessed", 404)
    ben.post(f"/join/{ada.table}/guessed", 404)
    ben.post(ada.invitation, name="Ada")
    assert "Ada 2" in ben.page
    assert client.application.rooms.loaded[ada.table].match is not None
    late = Browser(client)
    assert "taken" in late.get(ada.invitation)
    assert "taken" in late.post(ada.invitation, 400, name="Late")


def test_the_host_gives_the_seat_of_a_friend_who_does_not_come_to_a_bot(client):
    ada = Browser(client)
    ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    ada.post(f"/table/{ada.table}/ready")
    Browser(client).post(f"/table/{ada.table}/stand-in", 403, seat=1, level="seal")
    ada.post(f"/table/{ada.table}/stand-in", seat=1, level="seal")
    assert client.application.rooms.loaded[ada.table].seats[1].name == "Seal"
    assert ada.moves
    assert "Only a person" in ada.post(f"/table/{ada.table}/stand-in", 400, seat=1)


def test_two_seats_take_turns(two):
    ada, ben = two
    assert ada.moves.keys() == {"Take 1", "Take 2", "Take 3"}
    assert not ben.moves
    assert "Waiting for Ada." in ben.page
    ada.play(2)
    assert not ada.moves
    assert ben.get(f"/table/{ada.table}")
    assert ben.moves
    assert "Ada takes 2." in ben.page


def test_a_repeat_does_nothing_twice(two):
    ada, _ = two
    number = ada.version
    ada.play(2, number=number)
    after = ada.version
    ada.play(2, number=number, seat=0)
    assert ada.version == after
    assert ">The table has moved on" not in ada.page


def test_a_stale_move_gets_the_present_view(two):
    ada, _ = two
    number = ada.version
    ada.play(2)
    after = ada.version
    ada.play(3, number=number, seat=0)
    assert ada.version == after
    assert ">The table has moved on" in ada.page
    answer = ada.http.post(
        f"/table/{ada.table}/move",
        data={"move": 3, "number": number, "seat": 0},
        headers={"X-Fathom5": "1"},
    )
    assert answer.status_code == 409
    assert f'data-version="{after}"' in answer.text


def test_a_seat_moves_only_with_its_cookie(two, client):
    ada, ben = two
    number = ada.version
    fields = {"move": 1, "number": number, "seat": 0}
    stranger = Browser(client)
    assert "not your seat" in ben.post(f"/table/{ada.table}/move", 403, **fields)
    assert "not your seat" in stranger.post(f"/table/{ada.table}/move", 403, **fields)
    stranger.http.cookies.set("f5-who", ada.http.cookies["f5-who"][:-2] + "xx")
    stranger.post(f"/table/{ada.table}/move", 403, **fields)
    stranger.http.cookies.set("f5-who", ada.http.cookies["f5-who"])
    stranger.post(f"/table/{ada.table}/move", **fields)
    cookie = ada.http.post("/like", data={"theme": "dark"}, follow_redirects=False).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_what_is_no_move_is_explained_and_changes_nothing(two):
    ada, _ = two
    number = ada.version
    assert "not a move now" in ada.play(6, 400)
    ada.get(f"/table/{ada.path.split('/')[2]}")
    assert ada.version == number
    table = ada.table
    ada.post(f"/table/{table}/move", 400, move="x", number=number, seat=0)
    ada.post(f"/table/{table}/move", 400, move=1, number=number)
    ada.get("/table/nowhere", 404)
    ada.get("/nowhere", 404)
    ada.get(f"/table/{table}/move", 404)


def test_undo_reaches_back_to_somebody_elses_move(two):
    ada, ben = two
    table = ada.table
    assert "Take back" not in ada.page
    ada.post(f"/table/{table}/undo", 400, number=ada.version, seat=0)
    ada.get(f"/table/{table}")
    ada.play(2)
    assert "Take back" in ada.page
    number = ada.version
    ada.post(f"/table/{table}/undo", number=number, seat=0)
    assert ada.moves
    again = ada.version
    ada.post(f"/table/{table}/undo", number=number, seat=0)
    assert ada.version == again
    ada.play(1)
    ben.get(f"/table/{table}")
    assert "Ada takes 1." in ben.page
    assert "Ada takes 2." not in ben.page
    ben.play(1)
    assert "can take back" in ada.post(f"/table/{table}/undo", 400, number=ben.version, seat=0)


def test_why_is_answered(two):
    ada, ben = two
    assert "no more than there are" in ada.get(f"/table/{ada.table}?seat=0&why=take+9")
    assert "allowed now" in ada.get(f"/table/{ada.table}?why=take+2")
    assert "not your turn" in ben.get(f"/table/{ada.table}?why=take+2")


def test_a_spectator_sees_and_cannot_touch(two, client):
    ada, _ = two
    stranger = Browser(client)
    page = stranger.get(f"/table/{ada.table}?seat=0")
    assert "You look on" in page
    assert not stranger.moves
    assert 'data-seat=""' in page
    assert "/seat/" not in page
    stranger.get(f"/table/{ada.table}/record", 403)
    stranger.post(f"/table/{ada.table}/rematch", 403)
    stranger.post(f"/table/{ada.table}/stand-in", 403, seat=0, level="seal")
    stranger.post(f"/table/{ada.table}/ready", 403)


def test_the_owner_comes_back_to_a_seat_from_another_device(two, client):
    ada, _ = two
    link = re.search(r'value="https?://[^/]+(/seat/[^"]+)"', ada.page)[1]
    phone = Browser(client)
    phone.get(link[:-3] + "xyz", 404)
    assert "Go on here as Ada" in phone.get(link)
    phone.post(link)
    assert phone.moves
    phone.play(1)
    assert not phone.moves


def test_finished_replay_and_rematch_with_seats_rotated(two, client):
    ada, ben = two
    table = ada.table
    room = client.application.rooms.loaded[table]
    while not room.over:
        person = (ada, ben)[room.actor]
        person.get(f"/table/{table}")
        person.play()
    assert "wins!" in ada.get(f"/table/{table}")
    total = len(room.match.history)
    assert f"0 / {total}" in ada.get(f"/table/{table}/replay")
    assert f"3 / {total}" in ada.get(f"/table/{table}/replay?at=3")
    stranger = Browser(client)
    assert f"{total} / {total}" in stranger.get(f"/table/{table}/replay?at=99999")
    assert 'data-seat="1"' in stranger.get(f"/table/{table}/replay?at=2&seat=1")
    assert "/seat/" not in stranger.get(f"/table/{table}?seat=1")
    ada.post(f"/table/{table}/rematch")
    again = ada.table
    assert again != table
    ben.post(f"/table/{table}/rematch")
    assert ben.table == again
    ben.post(f"/table/{again}/ready")
    assert [seat.name for seat in client.application.rooms.loaded[again].seats] == ["Ben", "Ada"]
    assert ben.moves


def test_games_go_on_after_a_restart_and_after_leaving_memory(database, monkeypatch):
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="here")
        for _ in range(5):
            ada.play()
        page, table = ada.get(ada.path), ada.table
        monkeypatch.setattr(rooms, "IDLE", -1.0)
        client.application.rooms.sweep()
        assert not client.application.rooms.loaded
        assert ada.get(f"/table/{table}") == page
    with serving(database) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        assert again.get(f"/table/{table}") == page
        assert "Your turn" in again.get("/")


def test_a_move_that_cannot_be_kept_has_not_happened(two, client, database):
    ada, _ = two
    other = sqlite3.connect(database)
    other.execute("BEGIN IMMEDIATE")
    client.application.store.backend.connection.execute("PRAGMA busy_timeout = 10")
    number = ada.version
    assert "This could not be kept just now, so it did not happen. Try again." in ada.play(2, 503)
    other.rollback()
    other.close()
    ada.get(f"/table/{client.application.rooms.loaded.popitem()[0]}")
    assert ada.version == number
    ada.play(2)
    assert ada.version > number


def test_two_processes_never_take_the_same_number(two, client, database, monkeypatch):
    """Not even if the lock that keeps them apart does not work, as on some network drives."""
    monkeypatch.setattr("fathom5.server.app.hold_alone", lambda database: None)
    ada, _ = two
    table, number = ada.table, ada.version
    with serving(database) as other:
        there = Browser(other)
        there.http.cookies = ada.http.cookies
        there.get(f"/table/{table}")
        there.play(1)
        ada.play(2)
        assert ">The table has moved on" in ada.page
        assert "Ada takes 1." in ada.page
        assert ada.version == there.version > number


def test_other_sites_cannot_post(two):
    ada, _ = two
    fields = {"move": 1, "number": ada.version, "seat": 0}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ada.http.post(f"/table/{ada.table}/move", data=fields, headers=headers)
        assert answer.status_code == 403
    same = {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}
    assert ada.http.post(f"/table/{ada.table}/move", data=fields, headers=same).status_code == 200


def test_requests_have_limits(browser):
    assert browser.http.post("/like", content=b"x" * 20_000).status_code == 413
    assert browser.http.get("/?" + "x" * 3000).status_code == 414
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/%00", "/table/%00", "/art/%00.svg"):
        assert browser.http.get(path).status_code == 404
    assert browser.http.post("/like", content=b"&a=1" * 200).status_code == 400


def test_every_answer_ties_the_page_down(browser):
    for path in ("/", "/about", "/nowhere", f"/new/{DEEP}", "/static/table.js"):
        policy = browser.http.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
    page = browser.get("/")
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=", page)
    assert not re.search(r'(?:src|href|action)="(?:https?:)?//', page)


def test_theme_and_language_are_remembered_and_lead_nowhere_else(browser):
    assert 'data-theme="dark"' in browser.post("/like", theme="dark", back="/about")
    assert browser.path == "/about"
    assert 'lang="fr"' in browser.post("/like", language="fr", back="//evil.example/")
    assert browser.path == "/"


def test_names_are_cleaned():
    assert clean_name(' A"d:a;\n[x], ') == "Adax"
    assert clean_name("Nature") == ""
    assert len(clean_name("x" * 99)) == 20


def test_the_last_move_before_the_device_is_passed_on_can_be_taken_back(browser):
    browser.post(
        "/new/in-too-deep", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben", seat__2="here"
    )
    browser.take_over()
    mover = browser.seat
    browser.play()
    assert "Pass the device" in browser.page
    assert not browser.moves
    browser.post(f"/table/{browser.table}/undo", number=browser.version, seat=mover)
    browser.take_over()
    assert browser.seat == mover
    assert browser.moves


@pytest.mark.parametrize(
    ("headers", "cookie", "held"),
    [
        ({}, "", "wide"),
        ({"User-Agent": "Mozilla/5.0 (iPhone) Mobile/15E148"}, "", "upright"),
        ({"User-Agent": "Chrome Mobile", "Sec-CH-UA-Mobile": "?0"}, "", "wide"),
        ({"Sec-CH-UA-Mobile": "?1"}, "", "upright"),
        ({"Sec-CH-UA-Mobile": "?1"}, "wide", "wide"),
        ({}, "upright", "upright"),
        ({}, "sideways", "wide"),
    ],
)
def test_how_a_page_is_held_is_told_by_its_script_or_guessed_from_the_browser(browser, headers, cookie, held):
    browser.post(f"/new/{DEEP}", seat__0="me", seat__1="here")
    wide = re.search(r'viewBox="0 0 1420[^"]*"', browser.page)
    assert wide
    browser.http.headers.update(headers)
    if cookie:
        browser.http.cookies.set("f5-held", cookie)
    for path in (f"/table/{browser.table}", f"/table/{browser.table}/replay"):
        assert f'data-held="{held}"' in browser.get(path)
        assert (wide[0] in browser.page) == (held == "wide")


def test_a_request_resolves_its_visitor_once(two, client, monkeypatch):
    resolved = []
    resolve = app.resolve_visitor
    monkeypatch.setattr(app, "resolve_visitor", lambda *given: resolved.append(1) or resolve(*given))
    ada, _ = two
    fields = {"number": ada.version, "seat": 0}
    asked = [
        ("GET", path, {}) for path in ("/", f"/rules/{DEEP}", f"/art/{DEEP}.svg", f"/new/{DEEP}", "/nowhere")
    ]
    asked += [("GET", f"/table/{ada.table}{path}", {}) for path in ("", "?why=x", "/replay", "/record", "/x")]
    asked += [("POST", f"/table/{ada.table}/move", {**fields, "move": move}) for move in (9, 1, 2)]
    asked += [("POST", f"/new/{LOW}", {"seat.0": "me", "seat.1": "here"}), ("POST", f"/guided/{DEEP}", {})]
    for method, path, form in asked:
        for script in ({}, {"X-Fathom5": "1"}):
            resolved.clear()
            data = form if method == "POST" else None
            ada.http.request(method, path, data=data, headers=script, follow_redirects=False)
            assert len(resolved) == 1, path


def test_whatever_changes_a_room_wakes_its_bots(client):
    rooms, woken = client.application.rooms, []
    assert rooms.on_change == client.application.bots.wake
    rooms.on_change = lambda room: woken.append(room.version)

    def wakes(person, path, **fields):
        """Whether bots hear of the version after a form was sent."""
        woken.clear()
        data = {name.replace("__", "."): value for name, value in fields.items()}
        person.http.post(path, data=data, follow_redirects=False)
        (room,) = rooms.loaded.values()
        person.get(f"/table/{room.id}")
        return room.version in woken[:-1]

    ada, ben = Browser(client), Browser(client)
    assert wakes(ada, f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    path, link = f"/table/{ada.table}", ada.invitation
    assert wakes(ada, f"{path}/ready")
    assert wakes(ben, link, name="Ben")
    assert wakes(ada, f"{path}/move", move=1, number=ben.version, seat=0)
    assert wakes(ada, f"{path}/undo", number=ada.version, seat=0)
    assert wakes(ada, f"{path}/stand-in", seat=0, level="random")
    (room,) = rooms.loaded.values()
    assert room.bot_to_move == 0
    assert room.bot_task is None
    rooms.on_change = client.application.bots.wake
    ada.get(path)
    assert room.bot_task
