"""Pictures on the current and event cards of SCUBA, each around the origin, 120 wide and 72 high."""

from __future__ import annotations

from fathom5.draw.svg import circle, group, path, rect, symbol, use
from fathom5.games.scuba.animals import DARK, LIGHT, ellipse, stroke
from fathom5.games.scuba.table import EVENT_NAMES

SUIT, SKIN, GLASS = "#f08a4b", "#f6d7b8", "#bfe3ee"
WATERS = {
    "sunken treasure": "#17527a",
    "clear water": "#8fd0e2",
    "seasick": "#bfe3ee",
    "nothing": "#8fd0e2",
    "narcosis": "#3b3470",
    "deep narcosis": "#1c1740",
    "ghost net": "#17527a",
    "down current": "#17527a",
}
"""The colour of the water on a card, where it is not the usual one."""

USUAL_WATER = "#2f86a6"


def arrow(x: float, y: float, length: float, turn: float = 0, fill: str = LIGHT) -> str:
    """A broad arrow to the right, or turned."""
    half = length / 2
    head = path(
        f"M{-half} -4h{length - 12}v-7l14 11l-14 11v-7h{12 - length}z",
        fill,
        transform=f"translate({x:g} {y:g}) rotate({turn:g})",
    )
    return head


def _diver(x: float, y: float, size: float = 1, turn: float = 0) -> str:
    """A diver nobody owns."""
    return group(
        path("M-20 -3l-12 -8l3 9l-4 9z", DARK),
        path("M-22 -5q14 -6 24 -4l6 4v10l-6 4q-12 2 -24 -4q-4 -5 0 -10z", SUIT),
        rect(-14, -12, 18, 6, LIGHT, rx=3),
        circle(13, 0, 9, SKIN),
        path("M12 -6h9q3 6 0 12h-9q-2 -6 0 -12z", GLASS),
        transform=f"translate({x:g} {y:g}) rotate({turn:g}) scale({size:g})",
    )


def _bubbles(*spots: tuple[float, float, float]) -> str:
    return "".join(circle(x, y, r, "none", stroke=LIGHT, stroke_width=2.4) for x, y, r in spots)


def _swell(y: float, colour: str = "#7cc4d8") -> str:
    return stroke(f"M-50 {y}q12 -8 25 0t25 0t25 0t25 0", colour, 3.4)


def _mask(x: float, y: float, glass: str) -> str:
    return path(f"M{x - 26} {y - 14}h52q6 14 -4 26h-14l-8 -8l-8 8h-14q-10 -12 -4 -26z", DARK) + path(
        f"M{x - 20} {y - 8}h40q2 9 -4 15h-8l-8 -8l-8 8h-8q-6 -6 -4 -15z", glass
    )


def _spiral(x: float, y: float, colour: str, size: float = 1) -> str:
    return group(
        stroke("M0 0q4 -5 8 0q2 9 -8 10q-13 -1 -12 -12q2 -14 15 -13q16 2 15 18q-3 17 -20 16", colour, 3.4),
        transform=f"translate({x:g} {y:g}) scale({size:g})",
    )


CHEST = (
    path("M-26 4h52v24h-52z", "#8a5a2b")
    + path("M-26 2q2 -20 26 -20q24 0 26 20z", "#a8713a")
    + path("M-22 2q8 -9 22 -9t22 9z", "#f5d76e")
    + "".join(circle(x, y, 4, "#f5d76e") for x, y in ((-12, -2), (0, -5), (12, -2), (-34, 25), (38, 24)))
    + rect(-5, 6, 10, 12, "#f5d76e", rx=2)
    + stroke("M-26 4h52", "#5c3a18", 3)
)
NET = stroke(
    "M-40 -30L10 32M-20 -32L30 30M0 -34L48 24M-44 -6L-14 32"
    "M44 -30L-6 32M22 -34L-28 30M-2 -34L-44 20M46 -4L18 32",
    "#cfc6a4",
    2.6,
)
OCTOPUS = (
    "".join(
        stroke(f"M{x} 6q{bend} 14 {tip} 20", "#b0476b", 6)
        for x, bend, tip in ((-12, -14, -24), (-6, -4, -8), (6, 4, 8), (12, 14, 24))
    )
    + path("M-18 8q-4 -36 18 -36t18 36q-18 8 -36 0z", "#d1638a")
    + circle(-7, -6, 4.5, LIGHT)
    + circle(7, -6, 4.5, LIGHT)
    + circle(-6, -6, 2.2, DARK)
    + circle(8, -6, 2.2, DARK)
)
SCENES = {
    "sunken treasure": ellipse(0, 34, 58, 8, "#e8d6a8") + CHEST + _bubbles((-40, -10, 4), (-34, -24, 3)),
    "sudden current": _swell(24) + _diver(-14, -4) + arrow(36, -4, 34),
    "strong current": _swell(26) + _swell(-26) + _diver(-28, 0) + arrow(14, 0, 30) + arrow(42, 0, 30),
    "unpredictable current": _diver(0, 0, 0.9)
    + arrow(44, 0, 22)
    + arrow(-46, 0, 22, 180)
    + arrow(0, -25, 18, -90)
    + arrow(0, 25, 18, 90),
    "selective current": use("animal-5", -22, -8, 0.9)
    + _diver(24, 16, 0.8)
    + arrow(-22, 26, 26, 180)
    + arrow(30, -16, 26),
    "clear water": rect(-30, -30, 60, 60, "#fdfbf5", rx=8)
    + path("M-24 0q24 -30 48 0q-24 30 -48 0z", USUAL_WATER)
    + circle(0, 0, 9, DARK)
    + circle(3, -3, 3, LIGHT)
    + stroke("M42 -26v12M36 -20h12M-44 14v12M-50 20h12", LIGHT, 3.4),
    "free flow": path("M-40 -22q26 -14 36 8", "none", stroke=DARK, stroke_width=7)
    + circle(2, 2, 17, DARK)
    + circle(2, 2, 9, "#8a9aa5")
    + _bubbles((26, -8, 6), (36, 8, 8), (28, 24, 5), (48, -18, 5), (52, -2, 4), (46, 26, 4)),
    "seasick": path("M-58 20q14 -12 29 0t29 0t29 0t29 0v16h-116z", USUAL_WATER)
    + path("M-46 4h62l-12 18h-40z", "#c2513b")
    + circle(24, -10, 17, "#a9c77a")
    + circle(18, -14, 2.6, DARK)
    + circle(30, -14, 2.6, DARK)
    + stroke("M16 -2q4 -5 8 0t8 0", DARK, 3),
    "nothing": ellipse(0, 30, 50, 9, "#e8d6a8")
    + path("M0 24q-22 -4 -22 -24q12 -12 22 -12t22 12q0 20 -22 24z", "#f3c7b1")
    + stroke("M0 22V-10M0 22L-13 -6M0 22L13 -6", "#c88a72", 2.6),
    "mask leak": _mask(0, -8, "#6fb9d1")
    + path("M-10 16q-7 9 0 13q7 -4 0 -13zM12 12q-8 11 0 15q8 -4 0 -15zM34 14q-6 8 0 11q6 -3 0 -11z", GLASS),
    "octopus": OCTOPUS,
    "narcosis": _diver(-20, 12) + _spiral(28, -8, "#cdb6ea"),
    "ghost net": use("animal-3", 0, 0, 1.2) + NET,
    "surge": _swell(-26)
    + _swell(28)
    + _diver(-14, -6, 0.8)
    + _diver(14, 10, 0.8)
    + arrow(46, 2, 24)
    + arrow(-48, 2, 24, 180),
    "deep narcosis": _diver(-24, 14) + _spiral(18, -14, "#e59ac0") + _spiral(42, 14, "#cdb6ea", 0.7),
    "down current": _diver(-14, -4, 1, 50) + arrow(30, 0, 50, 90),
}
"""What each event card shows."""


def _scene(name: str) -> str:
    water = rect(-60, -36, 120, 72, WATERS.get(name, USUAL_WATER), rx=8)
    return water + SCENES[name]


def symbols() -> str:
    """All pictures of events, to be used by number, and the back of an event card."""
    drawn = [symbol(f"event-{i}", _scene(name)) for i, name in enumerate(EVENT_NAMES)]
    back = rect(-60, -36, 120, 72, "#24506e", rx=8) + stroke("M0 -20v24M0 18v1", LIGHT, 8)
    return "".join(drawn) + symbol("event-back", back)
