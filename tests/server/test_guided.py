"""A guided first game, what a move brings, and how points came about, without JavaScript."""

import random
import re

import pytest

from fathom5 import all_games
from fathom5.core.contract import Guide
from guests import DEEP, LOW, Browser, serving
from waiting import until

GUIDED = [name for name, game in all_games().items() if game.brings(Guide)]


pytestmark = pytest.mark.usefixtures("luck")


def lesson(browser):
    found = re.search(r'<h2 id="lesson">([^<]+)</h2>\s*<p>([^<]+)</p>', browser.page)
    return found and found[1]


def learn(browser, what=None):
    name = what or re.search(r'name="lesson" value="([^"]+)"', browser.page)[1]
    fields = {"lesson": name, "number": browser.version, "seat": browser.seat}
    return browser.post(f"/table/{browser.table}/learn", **fields)


def started(browser, game):
    """A guided game in which it is the person's turn."""
    browser.post(f"/guided/{game}")
    wait_for_turn(browser)


def wait_for_turn(browser):
    path = f"/table/{browser.table}"
    until(lambda: browser.get(path) and browser.moves)


@pytest.mark.parametrize("page", ["/", "/rules/{}", "/new/{}"])
def test_it_is_one_click_away(browser, page):
    shown = browser.get(page.format(DEEP))
    assert f'<form method="post" action="/guided/{DEEP}"' in shown
    assert f"/guided/{LOW}" not in browser.get(page.format(LOW))
    browser.post(f"/guided/{LOW}", 404)


@pytest.mark.parametrize("game", GUIDED)
def test_lessons_come_one_after_the_other_and_go_when_read(browser, game):
    started(browser, game)
    room = browser.http.application.rooms.loaded[browser.table]
    wanted = room.match.view(0).lessons()
    for new in wanted.values():
        assert lesson(browser)
        assert new.text.split(".")[0].replace("'", "&#39;") in browser.page
        learn(browser)
    assert lesson(browser) is None
    assert browser.moves
    assert room.finished_lessons == wanted.keys()


def test_a_move_is_made_without_dismissing_the_lesson_which_is_learnt_by_it(browser):
    started(browser, DEEP)
    browser.play(lesson="goal")
    room = browser.http.application.rooms.loaded[browser.table]
    assert room.finished_lessons == {"goal"}
    wait_for_turn(browser)
    assert lesson(browser) not in (None, "Treasure counts once it is home")


def test_somebody_may_have_enough_and_it_is_remembered(database):
    with serving(database) as client:
        ada = Browser(client)
        started(ada, DEEP)
        learn(ada, "enough")
        assert lesson(ada) is None
        path = ada.path
    with serving(database) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        again.get(path)
        assert again.moves
        assert lesson(again) is None


def test_what_is_no_lesson_is_refused_and_only_guided_tables_teach(browser):
    started(browser, DEEP)
    version, room = browser.version, browser.table
    fields = {"number": version, "seat": 0}
    assert "no such lesson" in browser.post(f"/table/{room}/learn", 400, lesson="<b>", **fields)
    move = {"move": 0, "lesson": "nonsense"}
    browser.post(f"/table/{room}/move", 400, **fields, **move)
    assert browser.http.application.rooms.loaded[room].version == version
    browser.post(f"/new/{DEEP}", seat__0="me", seat__1="here")
    assert "guide" not in re.sub(r"/guided/", "", browser.page)
    browser.post(f"/table/{browser.table}/learn", 400, lesson="goal", number=browser.version, seat=0)


def test_a_button_tells_what_its_move_brings(browser):
    browser.post(f"/new/{DEEP}", seat__0="me", seat__1="here")
    told = dict(re.findall(r'id="do-(\d+)"[^>]*? title="([^"]+)"', browser.page))
    assert "Worth 0 to 3 points at home." in told["1"]


@pytest.mark.parametrize("game", [*GUIDED, LOW])
def test_points_are_explained_after_the_game_and_at_the_end_of_the_replay(browser, game):
    browser.post(f"/new/{game}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    browser.take_over()
    assert "How the points came about" not in browser.page
    room, chance = browser.http.application.rooms.loaded[browser.table], random.Random(1)
    while not room.over:
        room.play(room.actor, chance.choice(room.match.ids), "")
    match = room.match
    end = len(match.history)
    replay = f"/table/{room.id}/replay?at="
    for page in (browser.get(f"/table/{room.id}"), browser.get(f"{replay}{end}")):
        tables = re.findall(r"<table>.*?</table>", page, re.S)
        for points, shown in zip(match.scores, tables, strict=True):
            lines = [int(n) for n in re.findall(r"<td>(-?\d+)</td>", shown)]
            assert sum(lines[:-1]) == lines[-1] == points
    assert "How the points came about" not in browser.get(f"{replay}{end - 1}")
