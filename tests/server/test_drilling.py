"""Drills in the browser: asked from a seat's view, answered by forms, scored once."""

import asyncio
import re
from dataclasses import replace
from datetime import date, timedelta
from html import unescape

import pytest

from chromium import NEEDS_CHROMIUM
from fathom5 import Mistake, all_games
from fathom5.coach import drills
from fathom5.coach.drills import has_drills
from fathom5.server import drilling, scores
from fathom5.server.drilling import _question, of_the_day
from fathom5.server.forms import Visitor
from fathom5.server.scores import Score
from fathom5.server.store import Store
from guests import DEEP, LOW, Browser


def answered(browser, game, number, place=0):
    """Answer a drill with the best move, or another."""
    move = drills(game).numbered(number).answers[place].move
    return unescape(browser.post(f"/drills/{game}/{number}", move=move))


def test_a_drill_is_asked_answered_and_explained_by_forms(browser):
    page = browser.get(f"/drills/{DEEP}")
    assert browser.path == f"/drills/{DEEP}/1"
    drill = drills(DEEP).numbered(1)
    assert set(browser.moves.values()) == set(drill.view.ids)
    assert f"You are {drill.view.names[drill.view.seat]}." in page
    assert "<meter" not in page
    page = answered(browser, DEEP, 1, 1)
    assert f"The coach would play “{drill.view.name(drill.best.move)}”" in page
    assert page.count("<meter") == len(drill.answers)
    assert f"{100 * drill.best.worth.mean:.0f} %" in page
    assert not browser.moves
    browser.get(f"/drills/{DEEP}?after=1")
    assert browser.path == f"/drills/{DEEP}/2"


def test_only_the_first_answer_counts_and_others_have_their_own_score(browser, client):
    assert "The best move 0 of 1 time." in answered(browser, DEEP, 1, 1)
    assert "The best move 0 of 1 time." in answered(browser, DEEP, 1)
    assert "The best move 1 of 2 times." in answered(browser, DEEP, 2)
    assert "2 in a row." in answered(browser, DEEP, 3)
    assert "The best move" not in browser.get("/drills/deep-dive/1")
    assert "The best move" not in Browser(client).get(f"/drills/{DEEP}/4")
    browser.get(f"/drills/{DEEP}")
    assert browser.path == f"/drills/{DEEP}/4"


def test_when_all_are_answered_it_goes_on_from_the_first(browser):
    answered(browser, DEEP, 1)
    person = browser.http.cookies["f5-who"].partition(".")[0]
    store, found = browser.http.application.store, drills(DEEP)

    async def answer_all():
        for key in found.keys:
            await scores.keep(store, person, DEEP, key, True)

    browser.http.portal.call(answer_all)
    browser.get(f"/drills/{DEEP}?after={len(found)}")
    assert browser.path == f"/drills/{DEEP}/1"
    browser.get(f"/drills/{DEEP}?after=7")
    assert browser.path == f"/drills/{DEEP}/8"


def test_who_is_forgotten_has_no_score(browser):
    answered(browser, DEEP, 1)
    person = browser.http.cookies["f5-who"].partition(".")[0]
    browser.post("/me/forget")
    store = browser.http.application.store
    assert browser.http.portal.call(scores.score_of, store, person, DEEP) == Score()


def test_a_score_is_kept_in_both_kinds_of_store(place):
    store = Store(place)

    async def keep():
        for number, is_best in enumerate([True, False, True, True]):
            await scores.keep(store, "ada", DEEP, f"k{number}", is_best)
        await scores.keep(store, "ada", DEEP, "k1", True)
        await scores.keep(store, "ben", DEEP, "k1", True)

    asyncio.run(keep())
    store.close()
    store = Store(place)
    kept = asyncio.run(scores.score_of(store, "ada", DEEP))
    assert kept == Score(frozenset({"k0", "k1", "k2", "k3"}), best=3, streak=2)
    asyncio.run(scores.forget(store, "ada"))
    assert asyncio.run(scores.score_of(store, "ada", DEEP)) == Score()
    assert asyncio.run(scores.score_of(store, "ben", DEEP)).best == 1
    store.close()


def test_the_drill_of_the_day_is_the_same_for_everybody(browser, client, monkeypatch):
    monkeypatch.setattr(drilling, "today", lambda: date(2026, 11, 18))
    page, path = browser.get("/drills/today"), browser.path
    assert "Drill of the day ·" in page
    other = Browser(client)
    other.http.headers["Accept-Language"] = "fr"
    assert "Exercice du jour ·" in other.get("/drills/today")
    assert other.path == path
    monkeypatch.setattr(drilling, "today", lambda: date(2026, 11, 19))
    browser.get("/drills/today")
    assert browser.path != path


def test_the_days_go_through_all_games():
    days = [of_the_day(date(2026, 1, 1) + timedelta(days=n)) for n in range(60)]
    assert {game for game, _ in days} == {name for name, game in all_games().items() if has_drills(game)}
    assert len(set(days)) > 50
    assert all(1 <= number <= len(drills(game)) for game, number in days)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/drills/chess", "chess"),
        (f"/drills/{LOW}", "Low Tide has no drills."),
        (f"/drills/{LOW}/1", "Low Tide has no drills."),
        (f"/drills/{DEEP}/0", "There is no such drill."),
        (f"/drills/{DEEP}/999", "There is no such drill."),
        (f"/drills/{DEEP}/one", "There is no such drill."),
    ],
)
def test_what_is_not_there_is_one_sentence(browser, path, sentence):
    assert sentence in unescape(browser.get(path, status=404))


def test_a_move_that_is_not_open_is_not_kept(browser):
    assert "This cannot be chosen now." in browser.post(f"/drills/{DEEP}/1", status=400, move=999)
    assert "has to be a number" in browser.post(f"/drills/{DEEP}/1", status=400)
    assert "f5-who" not in browser.http.cookies
    assert "<meter" not in browser.get(f"/drills/{DEEP}/1?move=999")


def test_a_damaged_file_is_one_sentence(browser, monkeypatch):
    def broken(game):
        raise Mistake("It is torn.")

    monkeypatch.setattr(drilling, "drills", broken)
    browser.http.headers["Accept-Language"] = "fr"
    assert "Les exercices de Deep Sea Adventure sont illisibles." in browser.get(f"/drills/{DEEP}", 500)


@pytest.mark.parametrize("game", [name for name, game in all_games().items() if has_drills(game)])
def test_a_page_has_only_what_the_seat_knows(game):
    """Another table that looks the same to the seat gives the same page."""
    found = drills(game)
    for number in (1, len(found) // 2):
        drill = found.numbered(number)
        match = drill.match.copy()
        match.position.set_bytes(drill.view.guess(seed=number).to_bytes())
        twin = replace(drill, match=match)
        assert _question(twin, Visitor(), None) == _question(drill, Visitor(), None)


def test_games_link_to_their_drills(browser):
    page = browser.get("/")
    assert f'href="/drills/{DEEP}"' in page
    assert 'href="/drills/today"' in page
    assert f'href="/drills/{LOW}"' not in page
    assert f'href="/drills/{DEEP}"' in browser.get(f"/rules/{DEEP}")


def first_with_a_place():
    """A drill whose best move can be made on the board."""
    for drill in drills(DEEP):
        if f'data-move="{drill.best.move}"' in drill.view.svg():
            return drill
    raise AssertionError


class TestInABrowser:
    pytestmark = NEEDS_CHROMIUM

    def test_a_place_on_the_board_answers_and_enter_goes_on(self, visit, site):
        drill, page = first_with_a_place(), visit()
        page.goto(f"{site}/drills/{DEEP}/{drill.number}")
        page.click(f'.board [data-move="{drill.best.move}"]')
        page.wait_for_selector(".drill.told .judged .best")
        assert page.text_content(".ask").startswith("Yes:")
        page.keyboard.press("Enter")
        page.wait_for_selector(".drill.asked form.moves")
        assert re.search(r"/drills/[\w-]+/(\d+)$", page.url)[1] != str(drill.number)
        page.keyboard.press("1")
        page.wait_for_selector(".drill.told")
