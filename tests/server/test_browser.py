"""Real Chromium: whole games, a phone, the keyboard alone, connections and servers that come and go."""

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe

from chromium import EVERY_PRESS_IS_MEANT, MOST_WAIT, NEEDS_CHROMIUM, server, stop_the_clock
from fathom5 import all_games
from fathom5.core.game import find_game
from fathom5.server import live, presence
from fathom5.server.forms import COOKIES
from guests import DEEP, LOW

pytestmark = NEEDS_CHROMIUM
AXE = Axe()
COLOUR_RULES = ("color-contrast", "link-in-text-block")
"""Those of the accessibility checker that see whether it is day or night."""


def set_up(page, site, second="here"):
    page.goto(f"{site}/new/{DEEP}")
    page.fill("[name='name.0']", "Ada")
    page.select_option("[name='seat.1']", second)
    page.select_option("[name='seat.2']", "nobody")
    deal(page)


def deal(page):
    """Begin a game as it is set up."""
    page.click("button.main")
    page.wait_for_selector("main.table")
    page.wait_for_load_state()  # before its scripts run, a page plays by forms


def after(page, do):
    """Do something and wait until the table has moved on."""
    version = page.get_attribute("#main", "data-version")
    do()
    page.wait_for_function("v => document.getElementById('main').dataset.version !== v", arg=version)


def is_asked(page):
    """Wait for one's turn or the end, which bots may play on to alone; whether there is something to do."""
    page.wait_for_selector("main.asked:not([aria-busy]), main.over")
    return not page.query_selector("main.over")


def play_on(page):
    """Make the first move at the bar until the game is over."""
    while is_asked(page):
        after(page, lambda: page.click(".moves button"))


def open_moves(page):
    return page.eval_on_selector_all(".moves .do", "all => all.map(button => button.value)")


def spot(page, what):
    """Where to press for something on the board: its glow, which may lie far from what shows with it."""
    place = page.locator(f".board [{what}]")
    rings = place.locator(".ring")
    return (rings if rings.count() else place).first


FREE_POINT = """it => {
  it.scrollIntoView({ block: "nearest" });
  const box = it.getBoundingClientRect();
  for (const y of [0.5, 0.1, 0.9]) {
    for (const x of [0.5, 0.4, 0.3, 0.2, 0.1, 0.6, 0.7, 0.8, 0.9]) {
      const point = { x: x * box.width, y: y * box.height };
      if (it.contains(document.elementFromPoint(box.x + point.x, box.y + point.y))) return point;
    }
  }
  return null;
}"""
"""Where something can be pressed: its middle, or beside what lies upon it."""


def press_on(place, how):
    """Press something, by a click or a tap, where nothing else lies upon it."""
    getattr(place, how)(position=place.evaluate(FREE_POINT))


def make(page, move, on_board, press="click"):
    """Press a move on the board, where it has a place there, or at the bar; first what it is picked up by."""
    button = page.locator(f"#do-{move}")

    def at(what, other):
        place = spot(page, what)
        there = place.count() and place.is_visible()
        return place if there and (on_board or not other.is_visible()) else other

    pick = button.get_attribute("data-for")
    closed = page.locator(f".moves .pick[data-pick='{pick}']:not([open])")
    if closed.count():
        press_on(at(f"data-pick='{pick}'", closed.locator("summary")), press)
    place = at(f"data-move='{move}'", button)
    wanted = ".grave, [data-final]" if press == "tap" else ".grave"
    if button.evaluate(f"it => it.matches({wanted!r})"):
        press_on(place, press)
    after(page, lambda: press_on(place, press))


def choose(page, chance, on_board, press="click"):
    """Make one of the moves that can be made, or tick as many as are wanted and choose them."""
    basket = page.locator(".basket")
    if not basket.count():
        return make(page, chance.choice(open_moves(page)), on_board, press)
    for item in basket.locator("[name=item]").all()[: int(basket.get_attribute("data-low"))]:
        place = spot(page, f"data-move='{item.get_attribute('value')}'")
        press_on(item if item.is_visible() else place, press)
    after(page, getattr(basket.locator(".do"), press))


def faults(page, rules=()):
    """What an accessibility checker finds, by all its rules or only some."""
    only = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    result = AXE.run(page, options={"resultTypes": ["violations"], **only})
    return {
        problem["id"]: [node["html"][:200] for node in problem["nodes"]]
        for problem in result.response["violations"]
    }


@pytest.fixture
def quick_bots(monkeypatch):
    """Bots may use compiled rules where they are at hand."""
    monkeypatch.delenv("FATHOM5_COMPILE")


@pytest.mark.parametrize("game", [game for game in all_games() if game != LOW])
def test_a_whole_game_against_a_bot(quick_bots, visit, site, game):
    page, chance = visit(), Random(game)
    page.goto(f"{site}/new/{game}")
    page.select_option("[name='seat.1']", "bot:seal")
    for seat in range(2, find_game(game).players[-1]):
        page.select_option(f"[name='seat.{seat}']", "nobody")
    if "rounds" in find_game(game).sheet.options:
        page.eval_on_selector("details:has([name='option.rounds'])", "it => it.open = true")
        page.fill("[name='option.rounds']", "12")
    deal(page)
    clicks = 0
    while is_asked(page):
        choose(page, chance, on_board=clicks % 3)
        clicks += 1
        if clicks == 12:
            assert not faults(page)
    assert clicks
    assert page.is_visible("text=/wins!|share the victory/")
    page.wait_for_selector(".players .won")
    assert not faults(page)
    page.click("text=Look back")
    page.wait_for_selector("#slider")
    page.click("[data-step=last]")
    total = page.get_attribute("#main", "data-total")
    page.wait_for_selector(f"#main[data-at='{total}']")
    assert not faults(page)


@pytest.mark.parametrize("game", [game for game in all_games() if game != LOW])
def test_on_a_phone_held_upright_nothing_is_wider_than_the_window(quick_bots, visit, site, game):
    page, chance = visit(390, 844, has_touch=True, is_mobile=True), Random(game)
    page.goto(f"{site}/new/{game}")
    deal(page)
    page.wait_for_selector("main[data-held=upright]")
    for step in range(10):
        if not is_asked(page):
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate("(b => b.scrollWidth - b.clientWidth)(document.querySelector('.board'))") <= 0
        choose(page, chance, on_board=step % 3, press="tap")
    assert not faults(page)


def test_the_board_follows_how_the_page_is_held(visit, site):
    page = visit(still=False)
    set_up(page, site)
    after(page, lambda: page.click(".moves button"))
    wide = page.get_attribute(".board svg", "viewBox")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("main[data-held=upright]")
    assert page.get_attribute(".board svg", "viewBox") != wide
    after(page, lambda: page.click(".moves button"))
    page.reload()
    assert page.get_attribute("#main", "data-held") == "upright"
    page.set_viewport_size({"width": 844, "height": 390})
    button = page.locator(".moves button").first.bounding_box()
    assert page.get_attribute("#main", "data-held") == "upright"
    assert button["x"] > page.locator(".board").bounding_box()["width"]
    assert button["y"] + button["height"] <= 390
    page.goto(page.url.split("?")[0] + "/replay#2")
    page.wait_for_selector("text=/^2 \\//")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("main[data-held=wide]")
    assert page.get_attribute(".board svg", "viewBox") == wide
    assert page.get_attribute("#main", "data-at") == "2"


def test_a_whole_game_by_clicking_board_and_buttons(visit, site):
    page = visit()
    set_up(page, site)
    clicks = 0
    while not page.query_selector("main.over"):
        moves = open_moves(page)
        assert page.locator(".board .can").count() == len(moves) > 0
        clicks += 1
        make(page, moves[-1] if clicks % 3 else moves[0], on_board=clicks % 3)
    assert page.is_visible("text=/wins!|share the victory/")
    page.click("text=Look back")
    page.wait_for_selector("#slider")
    page.wait_for_load_state()
    page.keyboard.press("End")
    total = int(page.get_attribute("#main", "data-total"))
    page.wait_for_selector(f"text={total} / {total}")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("n => new URLSearchParams(location.search).get('at') == n", arg=total - 1)
    page.goto(page.url.split("#")[0] + "#3")
    page.wait_for_selector("text=/^3 \\//")
    with page.expect_download() as download:
        page.click("#position summary")
        page.click("#position >> text=Record")
    assert download.value.suggested_filename.endswith(".f5")


def by_keys(page):
    """Make the first move on the board, or at the bar, with the Enter key alone."""
    version, basket = page.get_attribute("#main", "data-version"), page.locator(".basket")
    if basket.count():
        for item in basket.locator("[name=item]").all()[: int(basket.get_attribute("data-low"))]:
            item.focus()
            page.keyboard.press("Space")
    for _ in range(4):  # pick up, lay down, once more where it is grave
        held = page.locator(".board .can.held")
        place = held if held.count() else page.locator(".basket .do, .board .can, .moves .do")
        (basket.locator(".do") if basket.count() else place.locator("visible=true").first).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("main:not([aria-busy])")
        if page.get_attribute("#main", "data-version") != version:
            return
    raise AssertionError("four presses of Enter make no move")


@pytest.mark.parametrize("game", list(all_games()))
def test_every_game_is_shown_and_played_on_its_board(visit, site, game):
    page = visit()
    page.goto(f"{site}/new/{game}")
    deal(page)
    for _ in range(6):
        if not is_asked(page):
            break
        by_keys(page)


def test_a_phone_against_a_bot_keeps_the_moves_at_the_thumb(visit, site):
    page = visit(390, 844, has_touch=True, is_mobile=True)
    set_up(page, site, "bot:seal")
    for _ in range(3):
        button = page.wait_for_selector(".moves button")
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= 844
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        make(page, button.get_attribute("value"), on_board=False, press="tap")
    assert not page.is_visible(".log")
    page.tap("label.tab")
    assert page.is_visible(".log")


def tab_to(page, wanted):
    """Go on with the tabulator until something is reached."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches({wanted!r})"):
            return
    raise AssertionError(f"the tabulator never reaches {wanted}")


def test_the_keyboard_alone_is_enough_for_a_game(quick_bots, visit, site):
    page = visit()
    page.goto(site)
    tab_to(page, f"[href='/new/{DEEP}']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[name='name.0']")
    tab_to(page, "[name='name.0']")
    page.keyboard.press("Control+A")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    page.wait_for_load_state()
    moves = 0
    while is_asked(page):
        assert page.title().startswith("● Your turn")
        if moves % 5 == 1:
            tab_to(page, ".board .can")
            after(page, lambda: page.keyboard.press("Enter"))
        else:
            after(page, lambda: page.keyboard.press("1"))
        moves += 1
    tab_to(page, "[href*='/replay']")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-play]:not([hidden])")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.search.includes('at=0')")


def friends(ada, ben, site):
    """Sit down at one table from two browsers; who is asked first, and who waits."""
    set_up(ada, site, "friend")
    ben.goto(ada.input_value(".link input"))
    ben.fill("[name=name]", "Ben")
    ben.click("button.main")
    after(ada, lambda: ada.click("text=I am ready"))
    ben.wait_for_selector("main.play")
    for page in (ada, ben):
        page.wait_for_load_state()
    return by_turn(ada, ben)


def by_turn(ada, ben):
    turn = ada.wait_for_selector(".players .acts .who").inner_text()
    return (ada, ben) if turn.startswith("Ada") else (ben, ada)


def test_two_browsers_see_each_others_moves_and_pieces_glide(visit, site):
    ada, ben = visit(still=False), visit(still=False)
    friends(ada, ben, site)
    ben.evaluate("window.piece = document.getElementById('piece-0')")
    for _ in range(6):
        first, second = by_turn(ada, ben)
        after(second, lambda first=first: first.click(".moves button"))
        version = second.get_attribute("#main", "data-version")
        first.wait_for_selector(f"#main[data-version='{version}']")
        assert ada.inner_text("[role=log]") == ben.inner_text("[role=log]")
    assert ben.evaluate("window.piece.isConnected")


def test_an_accessibility_checker_finds_nothing(visit, site):
    page = visit()
    found = {}

    def check(where):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            rules = COLOUR_RULES if scheme == "dark" else ()
            found.update({(where, scheme, problem): nodes for problem, nodes in faults(page, rules).items()})

    set_up(page, site, "friend")
    check("lobby")
    invitation = page.input_value(".link input")
    guest = visit()
    guest.goto(invitation)
    page, host = guest, page
    check("join")
    page = host
    for game in all_games():
        page.goto(f"{site}/new/{game}")
        deal(page)
        page.wait_for_selector(".moves button")
        check(game)
    page.goto(f"{site}/rules/{DEEP}")
    page.click("text=Guided first game")
    page.wait_for_selector(".lesson")
    check("guided")
    page.goto(f"{site}/new/{LOW}")
    deal(page)
    play_on(page)
    check("over")
    set_up(page, site)
    after(page, lambda: page.click(".moves button"))
    page.goto(page.url.split("?")[0] + "/replay")
    check("replay")
    page.goto(f"{site}/new/in-too-deep")
    page.select_option("[name='seat.1']", "here")
    page.click("button.main")
    page.wait_for_selector("main.passing")
    check("passing")
    for path in ("/", "/about", f"/rules/{DEEP}", f"/new/{DEEP}"):
        page.goto(site + path)
        check(path)
    assert not found


def test_without_javascript_a_whole_game_is_played_by_forms(visit, site):
    page = visit(java_script_enabled=False)

    def move():
        version = page.get_attribute("#main", "data-version")
        with page.expect_navigation():
            page.click(".moves button >> nth=0")
        assert page.get_attribute("#main", "data-version") != version

    set_up(page, site)
    for _ in range(8):
        move()
    page.goto(f"{site}/new/{LOW}")
    page.select_option("[name='seat.1']", "here")
    deal(page)
    while is_asked(page):
        move()
    assert page.is_visible("text=/wins!|share the victory/")


def test_without_javascript_a_phone_gets_the_upright_board(visit, site):
    page = visit(390, 844, java_script_enabled=False, user_agent="Mozilla/5.0 (Phone) Mobile", is_mobile=True)
    set_up(page, site)
    assert page.get_attribute("#main", "data-held") == "upright"


def test_a_dropped_connection_is_shown_and_what_was_missed_comes_after_it(chromium, site):
    ada, ben = chromium.new_context().new_page(), chromium.new_context().new_page()
    for page in (ada, ben):
        page.set_default_timeout(MOST_WAIT)
        page.add_init_script(EVERY_PRESS_IS_MEANT)
    moves, waits = friends(ada, ben, site)
    waits.context.set_offline(True)
    waits.wait_for_selector("#offline:not([hidden])")
    after(moves, lambda: moves.click(".moves button"))
    waits.context.set_offline(False)
    waits.wait_for_selector("#offline", state="hidden")
    version = moves.get_attribute("#main", "data-version")
    waits.wait_for_selector(f"#main[data-version='{version}']")
    moves, _ = by_turn(ada, ben)
    moves.context.set_offline(True)
    moves.click(".moves button")
    moves.wait_for_selector("#offline:not([hidden])")
    moves.context.set_offline(False)
    moves.wait_for_selector("#offline", state="hidden")
    after(moves, lambda: moves.click(".moves button"))
    ada.context.close()
    ben.context.close()


def test_a_server_that_goes_and_comes_back_is_shown_and_found_again(luck, chromium, database, monkeypatch):
    monkeypatch.setattr(live, "COME_BACK", (100, 200))
    with server(database) as site:
        port = int(site.rsplit(":", 1)[1])
        page = chromium.new_page(reduced_motion="reduce")
        page.context.add_cookies([{"name": COOKIES["pace"], "value": "once", "url": site}])
        page.set_default_timeout(MOST_WAIT)
        page.add_init_script(EVERY_PRESS_IS_MEANT)
        set_up(page, site, "bot:seal")
        for _ in range(3):
            assert is_asked(page)
            after(page, lambda: page.click(".moves button"))
        is_asked(page)
        version = page.get_attribute("#main", "data-version")
    page.wait_for_selector("#offline:not([hidden])")
    with server(database, port):
        page.wait_for_selector("#offline", state="hidden")
        assert page.get_attribute("#main", "data-version") == version
        for _ in range(3):
            if is_asked(page):
                after(page, lambda: page.click(".moves button"))
        page.close()


def test_what_a_move_brings_is_shown_beside_the_board(visit, site):
    page = visit()
    set_up(page, site)
    assert page.inner_text("#preview") == ""
    page.hover(".moves button >> nth=1")
    page.wait_for_selector("#preview >> text=Worth 0 to 3 points at home.")
    page.focus(".board .can >> nth=0")
    page.wait_for_selector("#preview >> text=Nothing changes")
    told = page.get_attribute(".board .can >> nth=0", "aria-description")
    assert told.startswith("Nothing changes")
    page.evaluate("document.activeElement.blur()")
    assert page.inner_text("#preview") == ""


@pytest.mark.parametrize("still", [False, True])
def test_things_on_the_board_move_shortly_or_not_at_all(visit, site, still):
    page = visit(still=still)
    page.add_init_script(
        """window.moved = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            if (this.dataset.thing) window.moved.push([this.dataset.thing, how.duration]);
            return animate.call(this, frames, how);
        };"""
    )
    set_up(page, site)
    for _ in range(6):
        after(page, lambda: page.click(".moves button >> nth=1"))
    moved = page.evaluate("window.moved")
    if still:
        assert not moved
        return
    assert all(0 < duration <= 400 for _, duration in moved)
    kinds = {thing.split("-")[0] for thing, _ in moved}
    assert {"stack", "die"} <= kinds


def test_a_guided_game_teaches_without_leaving_the_page(visit, site):
    page = visit()
    page.goto(site)
    page.click("li:has(h3:text('Deep Sea Adventure')) >> text=Guided first game")
    page.wait_for_selector(".moves button")
    page.evaluate("window.same = true")
    assert page.inner_text("#lesson") == "Treasure counts once it is home"
    after(page, lambda: page.click("text=Got it"))
    assert page.inner_text("#lesson") == "Leaving it"
    after(page, lambda: page.click("text=No more lessons"))
    assert not page.query_selector(".lesson")
    assert page.evaluate("window.same")


def test_a_turn_is_taken_back_in_parts_or_whole_and_a_question_is_answered(visit, site):
    page = visit()
    page.goto(f"{site}/new/scuba")
    page.select_option("[name='seat.1']", "here")
    page.select_option("[name='seat.2']", "nobody")
    deal(page)
    first = page.inner_text(".ask")
    after(page, lambda: page.click(".moves button"))
    found = page.inner_text(".ask")
    after(page, lambda: page.click(".moves >> text=Go on"))
    after(page, lambda: page.click("text=Take back"))
    assert page.inner_text(".ask") == found
    after(page, lambda: page.click(".moves >> text=Go on"))
    after(page, lambda: page.click("text=Reset turn"))
    assert page.inner_text(".ask") == first
    assert not page.query_selector(".undo")
    page.click("text=Why can I not")
    page.fill("[name=why]", "dive a9")
    page.keyboard.press("Enter")
    page.wait_for_selector("#bubble >> text=(SC-1)")


def test_a_replay_is_stepped_through_and_plays_on(visit, site):
    page = visit()
    set_up(page, site)
    for _ in range(3):
        after(page, lambda: page.click(".moves button"))
    stop_the_clock(page)
    page.goto(page.url.split("?")[0] + "/replay?at=1&play=1")
    total = int(page.get_attribute("#main", "data-total"))
    for at in (2, 3):
        page.clock.run_for(1000)
        page.wait_for_selector(f"text={at} / {total}")
    page.keyboard.press("Home")
    page.wait_for_selector(f"text=0 / {total}")
    page.locator("#slider").fill("2")
    page.wait_for_selector(f"text=2 / {total}")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search.includes('at=3')")
    page.goto(page.url.split("#")[0] + "#1")
    page.wait_for_selector(f"text=1 / {total}")
    page.click("[data-play]")
    for at in (2, 3):
        page.clock.run_for(1000)
        page.wait_for_selector(f"text={at} / {total}")
    page.click("[data-play]")
    assert page.get_attribute("[data-play]", "aria-pressed") == "false"


def test_ten_quick_presses_are_ten_steps_of_a_replay(visit, site):
    page = visit()
    set_up(page, site)
    for _ in range(8):
        after(page, lambda: page.click(".moves button"))
    page.goto(page.url.split("?")[0] + "/replay")
    page.wait_for_selector("[data-play]:not([hidden])")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search.includes('at=10')")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => location.search.includes('at=6')")


CLOCK = """window.now = 0;
performance.now = () => window.now;
Object.defineProperty(Event.prototype, "timeStamp", { get: () => window.now });"""
"""Time goes on when a test says so."""

PRESS_TWICE = """async ([again, early]) => {
  const version = () => document.getElementById("main").dataset.version;
  const before = version();
  const change = new Promise((done) => {
    const watch = new MutationObserver(() => version() !== before && done(watch.disconnect()));
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  });
  document.querySelector(".moves button").click();
  await change;
  const changed = version();
  const isBusy = () => document.getElementById("main").hasAttribute("aria-busy");
  if (isBusy()) throw new Error("the first press is not over");
  window.now += early;
  if (again === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
  else {
    const place = document.querySelector(again);
    place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  return isBusy() || version() !== changed;
}"""
"""Whether a second press, so many milliseconds after what the first one brought is shown, plays something."""


@pytest.mark.parametrize("again", [".moves button", ".board .can", "key"])
def test_a_second_press_right_after_the_first_plays_nothing(visit, site, again):
    page = visit(hasty=False)
    page.add_init_script(CLOCK)
    set_up(page, site)
    for _ in range(3):
        assert not page.evaluate(PRESS_TWICE, [again, 299])
        page.evaluate("window.now += 1")
    assert page.evaluate(PRESS_TWICE, [again, 300])


def test_after_a_move_the_question_has_the_focus_and_is_told(visit, site):
    page = visit()
    set_up(page, site)
    page.locator(".moves button").last.focus()
    after(page, lambda: page.keyboard.press("Enter"))
    page.wait_for_function("() => document.activeElement.matches('.ask')")
    assert page.get_attribute(".ask", "aria-live") == "polite"


def test_who_is_replaced_by_a_bot_is_told_and_comes_back_in_one_step(visit, site, monkeypatch):
    ada, ben = visit(), visit()
    friends(ada, ben, site)
    monkeypatch.setattr(presence, "AWAY", 0.0)  # only the absent are replaced
    ada.click(".menu summary")
    after(ben, lambda: ada.click("text=Let a bot play for Ben"))
    assert ben.is_visible("text=A bot plays for Ben.")
    assert not ada.is_visible("text=A bot plays for Ben.")
    ben.click("text=Take the seat back")
    ben.wait_for_selector("text=A bot plays for Ben.", state="detached")


WATCH_SHIFTS = """
window.shifts = new PerformanceObserver((list) => window.shifted.push(...list.getEntries()));
window.shifted = [];
window.shifts.observe({ type: "layout-shift", buffered: true });
"""

TAKE_SHIFTS = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const seen = [...window.shifted.splice(0), ...window.shifts.takeRecords()];
  return seen.reduce((sum, shift) => sum + shift.value, 0);
}"""
"""The layout shift, as browsers define it, since it was last asked for; what follows an input counts too."""


@pytest.mark.parametrize("game", [game for game in all_games() if game != LOW])
def test_nothing_jumps_about_during_a_game(visit, site, game):
    page, chance = visit(still=False), Random(game)
    page.context.add_init_script(WATCH_SHIFTS)
    page.goto(f"{site}/new/{game}")
    page.select_option("[name='seat.1']", "bot:random")
    deal(page)
    shifts = []
    for step in range(12):
        is_over = not is_asked(page)
        shifts.append(page.evaluate(TAKE_SHIFTS))
        if is_over:
            break
        choose(page, chance, on_board=step % 2)
    assert max(shifts) < 0.1


def test_big_things_are_staged_for_a_moment(visit, site):
    page = visit(still=False)
    set_up(page, site)
    page.evaluate(
        """() => {
          window.staged = [];
          const stage = document.getElementById("stage");
          const note = () => stage.hidden || window.staged.push(stage.dataset.kind);
          new MutationObserver(note).observe(stage, { attributes: true });
        }"""
    )
    for _ in range(80):
        moves = open_moves(page)
        if page.evaluate("window.staged.length") or not moves:
            break
        make(page, moves[-1], on_board=False)
    page.wait_for_function("() => window.staged.length")
    page.wait_for_selector("#stage", state="hidden")


def test_what_is_tapped_in_vain_says_why_not_there(visit, site):
    page = visit()
    set_up(page, site)
    page.locator("#submarine").click()
    page.wait_for_selector("#bubble >> text=/turn back/i")
    page.keyboard.press("Escape")
    assert page.is_hidden("#bubble")


def test_on_a_touch_screen_the_first_tap_shows_what_a_choice_brings(visit, site):
    page = visit(390, 844, has_touch=True, is_mobile=True)
    set_up(page, site)
    page.wait_for_selector("#sound:not([hidden])")
    version = page.get_attribute("#main", "data-version")
    page.tap("#do-1")
    page.wait_for_selector("#again >> text=Press again to do it.")
    page.wait_for_function("() => document.getElementById('brings').textContent.includes('Worth')")
    assert page.get_attribute("#main", "data-version") == version
    page.tap(".ask")
    assert not page.inner_text("#again")
    page.tap("#do-1")
    after(page, lambda: page.tap("#do-1"))


def test_at_twice_the_size_and_in_forced_colours_the_table_can_be_used(visit, site):
    page = visit(640, 400, forced_colors="active")
    set_up(page, site)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    turn = "getComputedStyle(document.querySelector('.acts .who'), '::before').content"
    assert "▸" in page.evaluate(turn)
    button = page.locator(".moves .do").first.bounding_box()
    assert button["y"] + button["height"] <= 400
    after(page, lambda: page.click(".moves .do"))


def test_the_sound_is_muted_and_stays_so(visit, site):
    page = visit()
    set_up(page, site)
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    page.click("#sound")
    page.reload()
    assert page.get_attribute("#sound", "aria-pressed") == "false"
