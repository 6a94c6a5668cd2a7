"""What can be read, touched and seen at a table, measured in Chromium at four sizes of window.

`pytest tests/server/test_measures.py -k deeper -s` prints the table of one game.
"""

from pathlib import Path

import pytest

from chromium import MOST_WAIT, NEEDS_CHROMIUM, lay, server
from fathom5 import all_games
from guests import LOW

pytestmark = NEEDS_CHROMIUM

SIZES = ((1280, 800), (1440, 900), (1920, 1080), (390, 844))
STAGES = {"start": 0.0, "late": 0.85}
GAMES = [game for game in all_games() if game != LOW]

LETTERS = 12.0
"""Pixels that the smallest text on a board has at least."""

MOST_BUTTONS = 14

MEASURE = (Path(__file__).parent / "measures.js").read_text("utf-8")


PICK_UP = """(number) => {
  const pick = document.querySelectorAll(".moves .pick")[number];
  if (pick) hold(pick.dataset.pick);
  return Boolean(pick);
}"""


def measured(page) -> list[dict]:
    """The measures of a page as it comes, and with each thing that can be picked up in the hand."""
    found = [page.evaluate(MEASURE)]
    for number in range(12):
        if page.evaluate(PICK_UP, number):
            found.append(page.evaluate(MEASURE))
    return found


def faults(found: dict, width: int, height: int) -> list[str]:
    """What misses its bar."""
    touch = 44 if width < 600 else 40
    wrong = [f"outside: {thing}" for thing in found["outside"]]
    size, words = found["text"]
    if size < LETTERS - 0.05:
        wrong.append(f"text of {size:.1f} px: {words}")
    for kind in ("place", "button"):
        size, words = found[kind]
        if size is not None and size < touch - 0.5:
            wrong.append(f"{kind} of {size:.0f} px: {words}")
    if found["buttons"] > MOST_BUTTONS:
        wrong.append(f"{found['buttons']} buttons")
    if (width, height) == (1280, 800) and found["share"] < 0.6:
        wrong.append(f"the board has {found['share']:.0%} of the window")
    if found["unused"] < -0.01:
        wrong.append(f"{-found['unused']:.0%} of the board cut off")
    if max(found["unused"], found["blank"] if width > 600 else 0) > 0.1:
        wrong.append(f"{found['unused']:.0%} of the board unused, {found['blank']:.0%} blank")
    return wrong


def row(where: str, found: dict) -> str:
    text, place, button = (found[kind][0] or 0 for kind in ("text", "place", "button"))
    return (
        f"{where:38} text {text:5.1f}  place {place:5.1f}  button {button:5.1f}  buttons {found['buttons']:2}"
        f"  board {found['share']:4.0%}  unused {found['unused']:4.0%}  blank {found['blank']:4.0%}"
    )


@pytest.mark.parametrize(
    ("stage", "most"),
    [("start", True), ("late", True), ("late", False)],
    ids=["start", "late", "late-fewest"],
)
@pytest.mark.parametrize("game", GAMES)
def test_everything_fits_and_can_be_read_and_touched(chromium, database, game, stage, most):
    players = all_games()[game].players[-1 if most else 0]
    laid = lay(database, game, players, STAGES[stage])
    wrong = []
    with server(database) as site:
        for width, height in SIZES:
            phone = {"has_touch": True, "is_mobile": True} if width < 600 else {}
            context = chromium.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", **phone
            )
            context.add_cookies([{**laid.cookie, "url": site}])
            context.set_default_timeout(MOST_WAIT)
            page = context.new_page()
            page.goto(site + laid.path)
            page.wait_for_selector(f"main.play[data-held={'upright' if phone else 'wide'}]")
            page.wait_for_selector("#sound:not([hidden])")
            page.evaluate("document.fonts.ready")
            where = f"{game} {players} {stage} {width}×{height}"
            for found in measured(page):
                print(row(where, found))
                wrong += [f"{where}: {fault}" for fault in faults(found, width, height)]
            context.close()
    assert not wrong, "\n".join(dict.fromkeys(wrong))
