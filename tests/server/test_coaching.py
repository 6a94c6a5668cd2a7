"""The review of a finished game: for nobody before its end, made once, gone on with, behind every bot."""

import asyncio
import json
import sqlite3
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from prometheus_client import generate_latest
from starlette.testclient import TestClient

import fathom5
from chromium import CHROMIUM, MOST_WAIT, lay, server
from fathom5 import Match
from fathom5.bots import find_bot
from fathom5.coach import Decision, Estimate, Review, Verdict, Worth
from fathom5.coach.verdicts import Scale
from fathom5.server import reviewing, thinkers
from fathom5.server.coaching import _shown
from fathom5.server.judging import Played, judge_some
from fathom5.server.orders import hide_name
from fathom5.server.pages import Perspective
from fathom5.server.thinkers import Thinkers
from guests import LOW, Browser, lay_match, serving
from loops import go_on
from waiting import until

EFFORT = 0.01
SCRIPT = {"X-Fathom5": "1"}
REVIEW = Thinkers.review
"""As it is, before a test replaces it."""


@cache
def finished(seed=5):
    """A game of three bots that play at random."""
    bots = {seat: find_bot("random", 10 * seed + seat) for seat in range(3)}
    return Match(LOW, 3, seed=seed, bots=bots, compiled=False)


@cache
def expected():
    """What a review that nothing interrupts says of it."""
    return json.loads(json.dumps(fathom5.review(finished(), effort=EFFORT, jobs=1).to_json()))


judged = cache(lambda played, lines, effort: tuple(judge_some(played, lines, effort, -1.0)))
"""One more move judged: each only once in all tests, after the same lines."""


@pytest.fixture(autouse=True)
def chunks(monkeypatch):
    """Workers in this process that judge one move a chunk; the lines that each chunk began with."""
    begun = []

    async def review(self, played, lines, effort, client=""):
        begun.append(len(lines))
        await asyncio.sleep(0)
        return list(judged(played, tuple(lines), effort))

    monkeypatch.setattr(Thinkers, "review", review)
    monkeypatch.setattr(reviewing.Reviews, "effort", EFFORT)
    return begun


def whole(browser, table):
    """The review as JSON, when it is whole."""

    def when_done():
        answer = browser.http.get(f"/table/{table}/review.json")
        if answer.status_code == 200:
            return answer.json()
        assert answer.status_code == 202, answer.text
        assert answer.json()["moves"] == len(finished().history)
        return None

    return until(when_done)


def test_while_a_game_runs_nobody_gets_a_review(two, client, chunks):
    table = two[0].table
    for browser in (*two, Browser(client)):
        for path in ("review", "review?at=0", "review?judged=0", "review.json", "review.json?at=3&eyes=open"):
            for headers in ({}, SCRIPT, {"Accept": "application/json"}):
                answer = browser.http.get(f"/table/{table}/{path}", headers=headers)
                assert answer.status_code == 403
                assert "while it runs nobody gets a review" in answer.text
                assert "<svg" not in answer.text
    assert f"/table/{table}/review" not in two[0].get(f"/table/{table}")
    assert f"/table/{table}/review" not in two[0].get(f"/table/{table}/replay?at=0")
    assert not chunks
    assert not client.application.reviews._known


def test_nor_before_it_begins(browser):
    browser.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    for path in ("review", "review.json"):
        browser.get(f"/table/{browser.table}/{path}", 403)


def test_it_grows_says_what_the_library_says_and_the_second_look_costs_nothing(database, chunks):
    with serving(database) as client:
        table, ada = lay_match(client, finished()), Browser(client)
        assert f"/table/{table}/review" in ada.get(f"/table/{table}")
        assert f"/table/{table}/review?at=2" in ada.get(f"/table/{table}/replay?at=2")
        page = ada.get(f"/table/{table}/review")
        assert 'http-equiv="refresh"' in page
        assert "<progress" in page
        first = ada.http.get(f"/table/{table}/review?judged=0", headers=SCRIPT).text
        assert 'data-judged="0"' not in first
        assert whole(ada, table) == expected()
        page = ada.get(f"/table/{table}/review?at=3")
        assert 'http-equiv="refresh"' not in page
        assert page.count('class="strip"') == len(expected()["decisions"]) + len(expected()["chances"])
        for part in ("Where the results came from", "Move ", "The curve in figures", "lost against the best"):
            assert part in page
        assert expected()["moments"][0]["text"] in page.replace("&amp;", "&")
        assert f"/table/{table}/continue?at=3" in page
    made = len(chunks)
    with serving(database) as client:
        again = Browser(client)
        assert whole(again, table) == expected()
        again.get(f"/table/{table}/review")
    assert len(chunks) == made


def test_a_position_shows_who_decided_what_and_what_was_best(client):
    table, ada = lay_match(client, finished()), Browser(client)
    review = whole(ada, table)
    differing = next(each for each in review["decisions"] if each["played"] != each["best"])
    part = ada.http.get(f"/table/{table}/review?at={differing['number']}", headers=SCRIPT).text
    assert f"played: {differing['played_words']}" in part
    assert f"best: {differing['best_words']}" in part
    assert f"eyes={differing['seat']}" in part
    assert f"/table/{table}/hint?at={differing['number']}" in part
    end = ada.http.get(f"/table/{table}/review?at=9999", headers=SCRIPT).text
    assert finished().headline() in end
    assert "data-judged" not in end


def test_the_places_of_both_moves_are_marked_and_nothing_can_be_pressed():
    match = Match("deep-dive", 2, seed=5, nature="manual", compiled=False)
    while match.actor < 0 or len(match.ids) < 2 or "data-move" not in match.view(match.actor).svg():
        match.play(match.ids[0])
    worth = Worth(Estimate(0.5, 0.0), Estimate(1.0, 0.0))
    decided = (len(match.history), match.actor, match.ids[0], match.ids[1])
    match.play(match.ids[0])
    decision = Decision(*decided, worth, worth, worth, Verdict.BEST, (worth, worth), (worth, worth))
    found = Review(match, 0, Scale(), (worth, worth), (decision,))
    drawn = _shown(found, match, decided[0], Perspective(0, (), False, None, "en"))["board"]
    for name, move in zip(("played", "best"), decided[2:], strict=True):
        assert drawn.count(f'data-move="{move}" data-judged="{name}"') == 1
    assert "tabindex" not in drawn


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
def test_a_server_that_was_stopped_goes_on_where_it_was(place, chunks, monkeypatch):
    judge = Thinkers.review

    async def judge_five(self, *words):
        if len(chunks) >= 5:
            await asyncio.Event().wait()
        return await judge(self, *words)

    monkeypatch.setattr(Thinkers, "review", judge_five)
    with serving(place) as client:
        table, ada = lay_match(client, finished()), Browser(client)
        ada.get(f"/table/{table}/review")
        until(lambda: client.application.reviews._known[table].done >= 4)
    monkeypatch.setattr(Thinkers, "review", judge)
    with serving(place) as client:
        assert whole(Browser(client), table) == expected()
    assert chunks == list(range(1 + len(finished().history)))


@pytest.mark.parametrize("change", ["method = 'another'", "lines = '[\"half a li\"]'"])
def test_what_was_begun_otherwise_or_is_damaged_is_begun_anew(database, chunks, change):
    with serving(database) as client:
        table = lay_match(client, finished())
        whole(Browser(client), table)
    made = len(chunks)
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM reviews WHERE number > 6")
        connection.execute(f"UPDATE reviews SET {change}")
    connection.close()
    with serving(database) as client:
        assert whole(Browser(client), table) == expected()
    assert chunks[made:] == list(range(made))


def test_one_of_an_earlier_version_that_is_whole_stays(database, chunks):
    with serving(database) as client:
        table = lay_match(client, finished())
        whole(Browser(client), table)
    made = len(chunks)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE reviews SET method = 'of long ago'")
    connection.close()
    with serving(database) as client:
        assert whole(Browser(client), table) == expected()
    assert len(chunks) == made


def test_a_worker_that_dies_is_asked_again_and_one_that_always_does_is_given_up(client, chunks, monkeypatch):
    judge, deaths = Thinkers.review, []

    async def die(self, *words):
        deaths.append(len(deaths))
        if len(deaths) in (2, 4):
            raise BrokenProcessPool
        return await judge(self, *words)

    monkeypatch.setattr(Thinkers, "review", die)
    table, ada = lay_match(client, finished()), Browser(client)
    assert whole(ada, table) == expected()

    async def always_die(self, *words):
        raise TimeoutError

    monkeypatch.setattr(Thinkers, "review", always_die)
    other = lay_match(client, finished(6))
    answer = ada.http.get(f"/table/{other}/review?judged=0", headers=SCRIPT)
    assert answer.status_code == 200
    assert not client.application.reviews._known[other].is_under_way


def test_a_hidden_name_is_gone_from_the_review(client):
    table, ada = lay_match(client, finished()), Browser(client)
    whole(ada, table)
    assert "Cleo" in ada.get(f"/table/{table}/review")
    application = client.application
    client.portal.call(partial(hide_name, application.store, table, 2))
    client.portal.call(application.look_for_orders)
    assert "Cleo" not in ada.get(f"/table/{table}/review")
    assert "Somebody 3" in ada.page


def test_a_french_visitor_reads_it_in_french(client):
    table, marie = lay_match(client, finished()), Browser(client)
    whole(marie, table)
    marie.http.headers["Accept-Language"] = "fr"
    page = marie.get(f"/table/{table}/review?at=2")
    for part in (
        "La chance ou vous ?",
        "Ce qui a décidé de la partie",
        "D’où viennent les résultats",
        "Coup ",
    ):
        assert part in page
    assert "This " not in page


# Behind every bot, and shared fairly


def test_one_client_has_a_few_under_way_and_others_still_get_theirs(client, monkeypatch):
    async def hang(self, *words):
        await asyncio.Event().wait()

    monkeypatch.setattr(Thinkers, "review", hang)
    tables = [lay_match(client, finished(seed)) for seed in range(20, 20 + reviewing.MOST_OF_CLIENT + 1)]
    ada = Browser(client)
    for table in tables[:-1]:
        ada.get(f"/table/{table}/review")
        ada.get(f"/table/{table}/review")
    assert "under way" in ada.get(f"/table/{tables[-1]}/review", 429)
    assert client.application.reviews.under_way == reviewing.MOST_OF_CLIENT
    assert b"fathom5_reviews 3.0" in generate_latest(client.application.metrics.registry)
    elsewhere = TestClient(client.app, client=("203.0.113.9", 1))
    elsewhere.portal = client.portal
    assert elsewhere.get(f"/table/{tables[-1]}/review").status_code == 200


def test_no_bot_waits_for_a_review_and_nobody_for_a_strangers(monkeypatch):
    """A hundred chunks of a stranger wait; the worker that judges stands still until bots have chosen."""
    monkeypatch.setattr(Thinkers, "review", REVIEW)
    view, played, judged = Match(LOW, 2, seed=1, compiled=False).view(0), Played.of(finished()), []

    async def run(self, limit, work, *words):
        if work is judge_some:
            judged.append(len(judged))
            await may_judge.wait()
            return []
        assert not stranger[-1].done()
        return 1

    monkeypatch.setattr(thinkers.Worker, "run", run)
    stranger, may_judge = [], asyncio.Event()

    async def story():
        think = Thinkers()
        stranger.extend(asyncio.create_task(think.review(played, [], 1.0, "stranger")) for _ in range(100))
        await go_on(10)
        for level in ("seal", "leviathan"):
            await think.choose(level, view, "ada")
        assert len(judged) == 1
        may_judge.set()
        await think.review(played, [], 1.0, "ada")
        assert len(judged) <= 4
        for task in stranger:
            task.cancel()
        think.close()

    asyncio.run(story())
    assert thinkers.REVIEW_NICENESS > thinkers.SEARCH_NICENESS


# In a real browser, with real workers


@pytest.fixture
def real_workers(monkeypatch):
    """Workers in processes of their own."""
    monkeypatch.undo()
    monkeypatch.setenv("FATHOM5_COMPILE", "0")
    monkeypatch.setattr(reviewing.Reviews, "effort", EFFORT)


@pytest.mark.skipif(not CHROMIUM, reason="no chromium on this machine")
def test_figures_grow_and_keys_and_the_curve_lead_to_positions(real_workers, chromium, database):
    laid = lay(database, LOW, 2, 1.0, seed=3)
    with server(database) as site:
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        context.set_default_timeout(MOST_WAIT)
        page, complaints = context.new_page(), []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.goto(f"{site}{laid.path}")
        page.click("text=What was luck, what was you?")
        page.wait_for_selector(".found[data-judged]:not([data-judged='0'])", state="attached")
        page.wait_for_selector(".found[data-whole]", state="attached")
        assert not page.query_selector("progress")
        stops = page.eval_on_selector_all(".strip", "all => all.map(strip => Number(strip.dataset.at))")
        seen = "at => document.querySelector('#position .at').dataset.at == at"
        for key, at in (("ArrowRight", stops[1]), ("ArrowRight", stops[2]), ("ArrowLeft", stops[1])):
            page.keyboard.press(key)
            page.wait_for_function(seen, arg=at)
            page.wait_for_selector(f".strip.here[data-at='{at}']", state="attached")
        page.keyboard.press("End")
        page.wait_for_selector("#position .at[data-at]:not(:has([data-hint]))")
        box = page.locator(f".strip[data-at='{stops[2]}']").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
        page.wait_for_function(seen, arg=stops[2])
        assert page.url.endswith(f"?at={stops[2]}")
        moment = page.locator(".moments a").first
        moment.click()
        page.wait_for_function(seen, arg=moment.get_attribute("data-at"))
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not {each["id"]: [node["html"][:200] for node in each["nodes"]] for each in found}
        context.close()
    assert not complaints
