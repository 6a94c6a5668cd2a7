"""Real Chromium: shelf, lobby, presence, replacement and return, notifications, the app, link previews."""

import math
import re
from types import SimpleNamespace

import pytest
from test_browser import after, deal, faults, friends, play_on, set_up

from chromium import MOST_WAIT, NEEDS_CHROMIUM, server, stop_the_clock
from fathom5.server import app, live, patience, presence
from guests import DEEP, LOW

pytestmark = NEEDS_CHROMIUM

WATCHED = """
Object.defineProperty(document, "hidden", { get: () => Boolean(window.isHidden) });
window.told = [];
window.badges = [];
Object.defineProperty(Notification, "permission", { get: () => window.permission ?? "default" });
Notification.requestPermission = async () => (window.permission = "granted");
ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag }) => {
  window.told.push([title, body, tag]);
};
navigator.setAppBadge = async (count) => { window.badges.push(count); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""
"""Lets a test hide a page and hear what the system would show."""

SIZE = """url => new Promise((done) => {
  const image = new Image();
  image.onload = () => done(`${image.naturalWidth}x${image.naturalHeight}`);
  image.src = url;
})"""
"""The size of a picture."""

POST = """([what, fields]) =>
  fetch(`${main().dataset.address}/${what}`, { method: "POST", body: new URLSearchParams(fields) })"""
"""Send a form of the table."""


@pytest.fixture
def quick_sweeps(monkeypatch):
    """A server looks at its tables all the time; to be asked for before it starts."""
    monkeypatch.setattr(app, "SWEEP_INTERVAL", 0.05)


@pytest.fixture
def quick_time(quick_sweeps, monkeypatch):
    """Five seconds go by whenever somebody is seen at a table, as whoever looks at it is all the time."""
    now, see = [0.0], presence.Presence.see

    def see_later(self, person):
        now[0] += 5
        see(self, person)

    monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(presence.Presence, "see", see_later)
    monkeypatch.setattr(live, "KEEPALIVE", 0.05)


def test_one_tap_deals_and_the_strip_brings_back(visit, site):
    page = visit()
    page.goto(site)
    page.click("li:has(h3:text('Deep Sea Adventure')) .cover")
    page.wait_for_selector("main.asked")
    path = page.get_attribute("#main", "data-address")
    page.goto(site)
    picture = page.wait_for_selector(f".turns a[href='{path}'] img")
    page.wait_for_function("picture => picture.naturalWidth > 0", arg=picture)
    page.click(f".turns a[href='{path}']")
    page.wait_for_selector("main.asked")


def test_a_seat_shows_whether_its_person_is_here_away_or_gone(quick_time, visit, site, monkeypatch):
    monkeypatch.setattr(presence, "GONE", math.inf)
    ada, ben = visit(), visit()
    friends(ada, ben, site)
    ada.wait_for_selector("#player-1 .where-here")
    address = ben.url
    ben.goto("about:blank")
    ada.wait_for_selector("#player-1.is-away .where-away")
    monkeypatch.setattr(presence, "GONE", 100.0)
    ada.wait_for_selector("#player-1.is-away .where-gone")
    assert ada.inner_text("#player-1 .where").strip() == "gone"
    ben.goto(address)
    ada.wait_for_selector("#player-1:not(.is-away) .where-here")


def test_a_bot_plays_on_for_the_absent_who_are_told_and_have_their_seat_back(quick_time, visit, site):
    ada, ben = visit(), visit()
    asked, waits = friends(ada, ben, site)
    seat = 0 if asked is ada else 1
    ada.evaluate(POST, ["terms", {"absence": "60", "clock": "0"}])
    address = asked.url
    asked.goto("about:blank")
    waits.wait_for_selector(f"#player-{seat} small:text('bot')")
    asked.goto(address)
    assert "A bot played for you" in asked.inner_text("#notice")
    waits.wait_for_selector(f"#player-{seat}[data-person]")


def test_a_time_for_decisions_is_shown_and_a_bot_decides_once(quick_sweeps, visit, site, monkeypatch):
    page = visit()
    page.goto(f"{site}/new/{DEEP}")
    page.click("summary:text('When somebody is away')")
    page.select_option("[name=clock]", "30")
    page.click("button.main")
    page.wait_for_selector(".asked .clock:text('0:')")
    monkeypatch.setattr(patience, "is_late", lambda room: room.version < 20)
    page.wait_for_function("() => Number(main().dataset.version) >= 20")
    assert not page.query_selector("text=A bot plays for")


def test_whoever_looks_elsewhere_is_called_when_it_is_their_turn(visit, site):
    ada, ben = visit(), visit()
    for page in (ada, ben):
        page.context.add_init_script(WATCHED)
    moves, waits = friends(ada, ben, site)
    waits.evaluate("navigator.serviceWorker.ready.then(() => null)")
    assert waits.get_attribute("#call", "aria-pressed") == "false"
    waits.click("#call")
    waits.wait_for_selector("#call[aria-pressed=true]")
    waits.evaluate("window.isHidden = true")
    while "mine" not in waits.evaluate("({ ...main().dataset })"):
        after(moves, lambda: moves.click(".moves button"))
        version = moves.get_attribute("#main", "data-version")
        waits.wait_for_function("version => main().dataset.version === version", arg=version)
    waits.wait_for_function("() => window.told.length === 1")
    ((title, body, tag),) = waits.evaluate("window.told")
    assert title == "Your turn · Deep Sea Adventure"
    assert body == waits.inner_text(".ask")
    assert tag == waits.get_attribute("#main", "data-address")
    assert waits.title().startswith("● Your turn")
    assert waits.evaluate("window.badges.at(-1)") == 1
    waits.evaluate("window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))")
    assert waits.evaluate("window.badges.at(-1)") == 0
    assert moves.evaluate("window.told") == []


def test_a_sign_is_seen_by_the_others_for_a_moment(visit, site):
    ada, ben = visit(), visit()
    friends(ada, ben, site)
    stop_the_clock(ben)
    ada.click(".signs summary")
    ada.click(".signs button[value=nice]")
    assert "Ada: Well played" in re.sub(r"\s+", " ", ben.wait_for_selector(".sign").inner_text())
    ben.clock.run_for(3999)
    assert ben.query_selector(".sign")
    ben.clock.run_for(1)
    assert not ben.query_selector(".sign")


def test_friends_are_invited_by_link_code_and_share_sheet_and_choose_colours(visit, site):
    ada, ben = visit(), visit()
    ada.context.add_init_script("navigator.share = async (given) => { window.shared = given; };")
    set_up(ada, site, "friend")
    ada.click(".share")
    link = ada.input_value(".link input")
    assert ada.evaluate("window.shared.url") == link
    code = ada.wait_for_selector(".qr")
    ada.wait_for_function("code => code.naturalWidth > 0", arg=code)
    after(ada, lambda: ada.click(".colours [value='1']"))
    assert ada.inner_text("#player-1 .who").startswith("Ada")
    ben.goto(link)
    ben.click("button.main")
    after(ada, lambda: ada.click("text=I am ready"))
    assert ada.inner_text("#player-0 .who").startswith("Guest")


def test_a_link_preview_has_a_picture_of_the_board(visit, site):
    page = visit()
    set_up(page, site)
    picture = page.get_attribute("meta[property='og:image']", "content")
    assert page.evaluate(SIZE, picture).startswith("1200x")


KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()));
  return kept.map((request) => new URL(request.url).pathname);
}"""
"""The paths that the service worker keeps."""


def test_the_app_can_be_installed_keeps_its_shell_alone_and_goes_on_after_a_network_was_lost(
    luck, chromium, database
):
    """The server is really out of reach: a browser that is told to be offline may tell its workers late."""
    context = chromium.new_context()
    context.set_default_timeout(MOST_WAIT)
    page = context.new_page()
    with server(database) as site:
        page.goto(site)
        manifest = page.evaluate(
            "fetch(document.querySelector('[rel=manifest]').href).then((it) => it.json())"
        )
        assert manifest["display"] == "standalone"
        assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
        for icon in manifest["icons"]:
            assert page.evaluate(SIZE, icon["src"]) == icon["sizes"]
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.click("li:has(h3:text('Deep Sea Adventure')) .cover")
        page.wait_for_selector("main.asked")
        page.goto(f"{site}/games")
        kept = page.evaluate(KEPT)
        assert "/offline" in kept
        assert not [path for path in kept if path != "/offline" and not path.startswith("/static/")]
    page.goto(f"{site}/games?show=turn")
    assert "No network" in page.inner_text("h1")
    with server(database, int(site.rsplit(":", 1)[1])):
        page.wait_for_selector(".entry.turn")
        context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
def test_shelf_and_lobby_fit_and_an_accessibility_checker_finds_nothing(visit, site, width, scheme):
    page = visit(width, 844, color_scheme=scheme)
    page.goto(f"{site}/new/{LOW}")
    page.fill("[name='name.0']", "wwwwwwwwwwwwwwwwwwww")
    deal(page)
    play_on(page)
    set_up(page, site)
    found = {}
    set_up(page, site, "friend")
    lobby = page.url.removeprefix(site)
    for path in ("/", "/games", "/results", "/offline", f"/new/{DEEP}?with=friends", lobby):
        page.goto(site + path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[path] = "wider than the window"
        found.update({(path, problem): nodes for problem, nodes in faults(page).items()})
    assert not found


def test_without_javascript_shelf_and_lobby_work_by_links_and_forms(visit, site):
    page = visit(java_script_enabled=False)
    page.goto(site)
    page.click(".cover >> nth=0")
    page.wait_for_selector("main.play")
    page.goto(f"{site}/new/{DEEP}?with=friends")
    page.click("button.main")
    page.click(".chip:has-text('Free seat') .cross >> nth=0")
    page.click(".colours [value='1']")
    page.click("text=Start with those who are here")
    page.wait_for_selector("main.play")
    page.goto(f"{site}/games")
    page.click(".stow >> nth=0")
    page.click(".tabs >> text=Put away")
    page.click(".stow")
    assert page.is_visible("text=Nothing here yet.")
