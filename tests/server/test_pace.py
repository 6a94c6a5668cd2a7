"""Real Chromium: the pace of bots, watching again, looking back, playing on and the end."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_browser import after, deal, faults, play_on, set_up

from chromium import MOST_WAIT, NEEDS_CHROMIUM, server, stop_the_clock
from guests import DEEP, LOW, lay_record, serving

pytestmark = NEEDS_CHROMIUM
RECORDS = Path(__file__).parent.parent / "records"
SECRET = "in-too-deep"

VIEWS = """(count) => {
  const main = document.getElementById("main");
  for (let i = 1; i <= count; i += 1) {
    const view = main.cloneNode(true);
    view.dataset.version = Number(main.dataset.version) + i;
    view.querySelector(".ask").textContent = `view ${i}`;
    const log = view.querySelector("[role=log] ol");
    log.insertAdjacentHTML("afterbegin", `<li id="log-${1000 + i}">${i}</li>`);
    arrive(view.outerHTML);
  }
}"""
"""As if so many views had come at once."""


def ask(page):
    return page.inner_text(".ask")


def test_views_are_shown_one_by_one_and_all_at_once_on_wish(visit, site):
    page, sent = visit(pace="brisk", still=False), []
    set_up(page, site)
    stop_the_clock(page)
    page.evaluate(VIEWS, 5)
    assert ask(page) == "view 1"
    page.clock.run_for(349)
    assert ask(page) == "view 1"
    page.clock.run_for(1)
    assert ask(page) == "view 2"
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".moves button").first.click()
    page.wait_for_selector("text=The table has moved on")
    assert ask(page) == "view 5"
    assert not [url for url in sent if url.endswith("/move")]
    page.wait_for_selector("#pacing", state="hidden")
    page.reload()
    page.evaluate(VIEWS, 3)
    page.clock.run_for(2 * 350)
    assert ask(page) == "view 3"
    page.evaluate("document.getElementById('main').dataset.version = 0")
    page.evaluate(VIEWS, 4)
    page.keyboard.press("f")
    assert ask(page) == "view 4"


def test_a_view_already_in_sight_delays_nothing(visit, site):
    page = visit(pace="brisk", still=False)
    set_up(page, site)
    page.evaluate("rest(), arrive(main().outerHTML)")
    assert page.is_hidden("#pacing")
    after(page, lambda: page.locator(".moves button").first.click())


def test_the_pace_is_kept_and_at_once_shows_the_latest(visit, site):
    page = visit(pace="brisk", still=False)
    set_up(page, site)
    assert page.get_attribute(".pace", "data-pace") == "brisk"
    page.click(".pace summary")
    assert not faults(page)
    with page.expect_response("**/like"):
        page.click("text=At once")
    page.evaluate(VIEWS, 5)
    assert ask(page) == "view 5"
    assert page.is_hidden("#pacing")
    page.reload()
    assert page.get_attribute(".pace", "data-pace") == "once"


def test_what_happened_is_watched_again_on_the_table_and_nothing_is_played_meanwhile(visit, site):
    page, sent = visit(pace="brisk", still=False), []
    set_up(page, site, second="bot:seal")
    after(page, lambda: page.click(".moves button"))
    page.wait_for_selector("main.asked [data-watch]")
    page.wait_for_selector("#pacing", state="hidden")
    stop_the_clock(page)
    url, number = page.url, page.get_attribute("#main", "data-version")
    places = page.locator(".board .can").count()
    page.click("[data-watch]")
    page.wait_for_selector("main.watching")
    page.wait_for_function("() => document.querySelector('#pacing span').textContent")
    assert page.inner_text("#pacing button") == "Back to now"
    assert not page.query_selector(".board .can")
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".moves button").first.click()
    page.wait_for_selector("main:not(.watching)")
    assert page.is_visible("text=The table has moved on")
    assert not [url for url in sent if url.endswith("/move")]
    assert (page.url, page.get_attribute("#main", "data-version")) == (url, number)
    assert page.locator(".board .can").count() == places > 0


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """A server with finished games, one of them with secrets, and their addresses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATHOM5_COMPILE", "0")
        database = tmp_path_factory.mktemp("past") / "games.sqlite"
        with ThreadPoolExecutor(1) as apart:  # Playwright has a loop in this thread
            tables = apart.submit(lay_records, database).result()
        with server(database) as address:
            yield {game: f"{address}/table/{table}" for game, table in tables.items()}


def lay_records(database):
    with serving(database) as client:
        records = {DEEP: "deep-sea-adventure-2", SECRET: "in-too-deep-2"}
        return {game: lay_record(client, RECORDS / f"{name}.f5") for game, name in records.items()}


def open_past(chromium, address, query="?at=0", width=1280, height=800, **more):
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
    context.set_default_timeout(MOST_WAIT)
    page = context.new_page()
    page.goto(f"{address}/replay{query}")
    page.wait_for_selector(".rates:not([hidden])")
    return page


def reaches(page, at):
    page.wait_for_function("n => new URLSearchParams(location.search).get('at') == n", arg=at)
    assert page.inner_text("output").startswith(f"{at} /")


def test_a_replay_goes_by_moves_and_turns_at_three_speeds(chromium, past):
    page = open_past(chromium, past[DEEP])
    turns = list(map(int, page.get_attribute("#main", "data-turns").split(",")))
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    reaches(page, 10)
    told = page.eval_on_selector_all("#all-moves a", "all => all.map(move => Number(move.dataset.at))")
    marked = page.get_attribute("#all-moves [aria-current]", "data-at")
    assert int(marked) == max(at for at in told if at <= 10)
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    reaches(page, turns[1])
    page.click("text=Turns")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    reaches(page, turns[4])
    page.keyboard.press("ArrowLeft")
    reaches(page, turns[3])
    page.click("text=Fast")
    page.evaluate("document.activeElement.blur()")
    stop_the_clock(page)
    page.keyboard.press(" ")
    page.wait_for_selector("[data-play][aria-pressed=true]")
    page.clock.run_for(450)
    reaches(page, turns[4])
    page.keyboard.press(" ")
    page.wait_for_selector("[data-play][aria-pressed=false]")
    page.locator("#all-moves a").nth(5).click()
    reaches(page, int(page.locator("#all-moves a").nth(5).get_attribute("data-at")))
    page.reload()
    page.wait_for_selector("[data-unit=turn][aria-pressed=true]")
    page.context.close()


def test_whoever_looks_back_plays_on_from_there(chromium, past):
    page = open_past(chromium, past[DEEP], "?at=7")
    page.keyboard.press("ArrowRight")
    reaches(page, 8)
    page.click("text=Play on from here")
    page.wait_for_selector("img.position")
    assert not faults(page)
    page.select_option("[name='seat.0']", "me")
    page.select_option("[name='seat.1']", "me")
    page.click("button.main")
    page.wait_for_selector("main.asked")
    assert int(page.get_attribute("#main", "data-moves")) >= 8
    after(page, lambda: page.click(".moves button"))
    page.context.close()


@pytest.mark.parametrize(
    ("width", "height", "more"), [(1280, 800, {}), (390, 844, {"has_touch": True, "is_mobile": True})]
)
def test_the_page_to_look_back_fits_and_has_no_faults(chromium, past, width, height, more):
    page = open_past(chromium, past[SECRET], "?at=4&eyes=open", width, height, **more)
    assert not faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator(".steps").bounding_box()["y"] < height - 40
    page.locator("#show-log").evaluate("it => it.click()")
    page.click("#position summary")
    with page.expect_download() as download:
        page.click("#position >> text=PNG")
    assert download.value.suggested_filename == f"{SECRET}-4.png"
    page.keyboard.press("Escape")
    page.click(".eyes >> text=Stranger")
    page.wait_for_selector("main:not([data-seat])")
    page.context.close()


def test_the_end_is_counted_up_and_a_rematch_comes_first(visit, site):
    page = visit(still=False)
    page.goto(f"{site}/new/{LOW}")
    page.select_option("[name='seat.1']", "here")
    deal(page)
    play_on(page)
    page.wait_for_selector("main:not(.counting) .won")
    assert page.locator(".ending .button").first.inner_text() == "Rematch"
    assert page.locator(".ending .button").all_inner_texts()[1:] == [
        "Look back",
        "What was luck, what was you?",
        "Share",
        "Record",
    ]
    page.click("text=Rematch")
    page.wait_for_selector("main.asked, main.passing")
