"""The eighteen animals of SCUBA as paper cuts, each around the origin and 44 wide."""

from __future__ import annotations

from fathom5.draw.svg import circle, path, rect, symbol, tag
from fathom5.games.scuba.table import SPECIES_NAMES

DARK = "#10293a"
LIGHT = "#fdf6e3"


def ellipse(x: float, y: float, across: float, down: float, fill: str, **more: object) -> str:
    """An ellipse."""
    return tag("ellipse", cx=x, cy=y, rx=across, ry=down, fill=fill, **more)


def _eye(x: float, y: float) -> str:
    return circle(x, y, 2.6, LIGHT) + circle(x, y, 1.4, DARK)


def stroke(d: str, colour: str, width: float) -> str:
    """A line with round ends."""
    return path(d, "none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def _fish(colour: str, fin: str, *more: str) -> str:
    """A plain fish, head to the right."""
    tail = path("M-9 0l-12 -11q5 11 0 22z", fin)
    fins = path("M-5 -9q7 -10 14 -1zM-3 9q6 9 11 1z", fin)
    body = path("M-12 0q10 -14 22 -12q10 4 12 12q-2 8 -12 12q-12 2 -22 -12z", colour)
    return tail + fins + body + "".join(more)


def _shark(colour: str, belly: str, *more: str) -> str:
    """A shark from the side, head to the right, as long as its tile is wide."""
    tail = path("M-12 1l-10 -15q2 8 1 13q1 6 -3 12z", colour)
    fins = path("M3 -7l-5 -12q11 4 13 12zM6 6l-9 12q11 -2 15 -10z", colour)
    body = path("M-15 1q11 -12 24 -10q10 1 13 8q-3 8 -14 9q-13 1 -23 -7z", colour)
    white = path("M-6 6q14 3 27 -5q-4 7 -13 7q-8 1 -14 -2z", belly)
    gills = stroke("M5 -3v5M8.5 -3v5", DARK, 1.5)
    return tail + fins + body + white + gills + _eye(15, -3) + "".join(more)


def _dots(colour: str, *spots: tuple[float, float], size: float = 1.8) -> str:
    return "".join(circle(x, y, size, colour) for x, y in spots)


def _trunk(x: float, y: float, lean: float, colour: str) -> str:
    """One arm of a vase sponge: narrow below, wide and hollow above."""
    return path(f"M{x - 3} 21L{x + lean - 6} {y}h12L{x + 3} 21z", colour) + ellipse(
        x + lean, y, 6, 3, "#3f2a66", stroke="#cdb6ea", stroke_width=2
    )


DRAWINGS = {
    "sea anemone": path("M-10 20q-2 -11 2 -17h16q4 6 2 17z", "#8e3b62")
    + "".join(
        stroke(f"M{x} 4q{bend} -10 {tip} -20", "#e58fb0", 5)
        for x, bend, tip in ((-9, -7, -8), (-4.5, -1, -5), (0, 2, 0), (4.5, 1, 5), (9, 7, 8))
    )
    + _dots("#fbe0ea", (-17, -16), (-9, -16), (0, -16), (9, -16), (17, -16), size=2.4),
    "gorgonian sea fan": path("M0 21q-23 -9 -20 -29q9 -12 20 -12q11 0 20 12q3 20 -20 29z", "#c0508c")
    + stroke("M0 20V-15M0 11L-14 -8M0 11L14 -8M0 2L-7 -15M0 2L7 -15", "#f6cde2", 2.4),
    "stove pipe sponge": "".join(
        rect(x, y, 12, 21 - y, colour, rx=4)
        + ellipse(x + 6, y + 3, 6, 3, DARK, stroke="#f0b566", stroke_width=2)
        for x, y, colour in ((-20, -4, "#a8642a"), (8, -9, "#a8642a"), (-6, -18, "#d08a3f"))
    ),
    "parrotfish": _fish(
        "#2aa198",
        "#d1495b",
        path("M16 -6q7 1 7 6q0 5 -7 6q3 -6 0 -12z", "#f2c14e"),
        stroke("M-5 -2q3 -3 6 0M1 4q3 -3 6 0M-4 6q3 -3 6 0", "#8fe0d0", 2),
        _eye(11, -4),
    ),
    "green turtle": path(
        "M7 -8q4 -11 15 -12q-2 9 -9 15zM7 8q4 11 15 12q-2 -9 -9 -15zM-10 -9l-9 -5q0 8 5 11z"
        "M-10 9l-9 5q0 -8 5 -11z",
        "#6fae5c",
    )
    + ellipse(17, 0, 6, 5, "#6fae5c")
    + path("M-17 0q4 -14 16 -14q13 2 15 14q-2 12 -15 14q-12 0 -16 -14z", "#35603a")
    + path("M-4 -7h8l4 7l-4 7h-8l-4 -7z", "#8dbf6f")
    + stroke("M-4 -7l-3 -5M4 -7l3 -4M-4 7l-3 5M4 7l3 4M-8 0h-7", "#8dbf6f", 2.2)
    + circle(18.5, -2, 1.5, DARK),
    "clownfish": _fish(
        "#ee7733",
        DARK,
        path("M6 -12q4 11 0 24l6 -2q4 -10 0 -20z", LIGHT),
        path("M-5 -8q3 8 0 16l5 3q3 -11 0 -22z", LIGHT),
        _eye(16, -4),
    ),
    "branching vase sponge": _trunk(-4, -8, -11, "#7453a0")
    + _trunk(4, -11, 11, "#7453a0")
    + _trunk(0, -17, 0, "#9473c0")
    + rect(-8, 14, 16, 7, "#7453a0", rx=3),
    "blue spotted stingray": stroke("M0 10q4 6 -2 12", "#8a6f43", 3)
    + path("M0 -16q11 2 20 14q-6 12 -20 14q-14 -2 -20 -14q9 -12 20 -14z", "#b6955f")
    + _dots("#1f6fd0", (-9, -4), (9, -4), (-5, 5), (5, 5), (0, -1), (-14, -1), (14, -1), size=2.4)
    + _dots(DARK, (-3.5, -11), (3.5, -11), size=1.7),
    "lionfish": stroke("M-5 -7l-9 -13M1 -9l-3 -12M7 -9l3 -12M12 -7l8 -9", "#a2402c", 3)
    + stroke("M-5 8l-9 12M1 9l-2 12M7 9l4 12", "#a2402c", 3)
    + _fish("#f4e0c6", "#c2624a", stroke("M-5 -6v12M0 -10v20M6 -11v22M12 -9v18", "#a2402c", 3), _eye(16, -4)),
    "moray eel": path("M-22 21q-2 -12 7 -14h9l4 14zM22 21q-1 -9 -8 -11h-6l-5 11z", "#7d756b")
    + stroke("M-5 18q-6 -16 2 -23q5 -5 12 -4", "#6f8f2f", 12)
    + path("M8 -16q11 -1 14 4q-4 2 -9 3l8 3q-4 4 -13 3q-6 -6 0 -13z", "#86a83a")
    + _dots("#d8dd7a", (-6, 8), (-8, 0), (-5, -6), (-2, 13), size=1.8)
    + _eye(11, -11.5),
    "barracuda": path(
        "M-22 -10l8 8q10 -8 24 -6q10 2 13 6q-9 1 -13 3q6 1 10 1q-8 5 -20 3q-8 -1 -14 -4l-8 9z", "#9db1bb"
    )
    + path("M-2 -7l-3 -9q8 2 9 8zM-4 5l-3 8q8 -2 9 -8zM-22 -10l8 8l-3 4z", "#5f7683")
    + stroke("M-9 -2h14", "#5f7683", 2.2)
    + path("M11 1l2 3l2 -3l2 3l2 -3z", LIGHT)
    + _eye(11, -3.5),
    "nurse shark": _shark(
        "#96623f",
        "#e0c3a5",
        stroke("M20 4l1 6M17 6l0 5", "#6e4429", 2.2),
        _dots("#6e4429", (-5, -3), (0, -5)),
    ),
    "lemon shark": _shark("#d9c24a", "#fbf3c4", path("M-8 -6l-4 -9q9 2 10 8z", "#d9c24a")),
    "eagle ray": stroke("M0 9q2 7 -1 13", "#39496a", 2.4)
    + path(
        "M0 -16q5 1 5 7q10 -6 18 -3q-11 4 -14 16q-9 6 -18 0q-3 -12 -14 -16q8 -3 18 3q0 -6 5 -7z", "#41527a"
    )
    + _dots(LIGHT, (-12, -6), (-6, -2), (0, 4), (6, -2), (12, -6), (-4, 6), (4, 6), (0, -4), size=1.8)
    + path("M-3 -15q3 -4 6 0v3h-6z", "#d9a066"),
    "napoleon wrasse": path("M-11 0l-11 -11q3 11 0 22z", "#1f6f78")
    + path("M-6 -11q9 -7 16 -4l-14 8zM-6 12q8 7 14 3l-10 -6z", "#1f6f78")
    + path("M-14 1q8 -14 16 -14q1 -8 9 -7q6 2 6 9q6 5 5 13q-6 10 -18 12q-11 0 -18 -13z", "#3aa0a8")
    + stroke("M1 -7q4 7 0 15M-5 -5q3 5 0 11M8 4q4 -2 8 1", "#1f6f78", 2.2)
    + path("M19 2q5 0 4 3q-4 4 -8 2z", "#f0bfa6")
    + _eye(13, -5),
    "hammerhead": path("M-14 0l-9 -12q3 8 2 12q1 4 -2 12z", "#6f808d")
    + path("M0 -4l-9 -14q14 2 17 13zM0 4l-9 14q14 -2 17 -13z", "#6f808d")
    + path("M-16 0q12 -9 28 -5v10q-16 4 -28 -5z", "#8496a3")
    + path("M10 -20q9 1 11 9q-3 5 -3 11q0 6 3 11q-2 8 -11 9q-2 -4 1 -9q1 -11 0 -22q-3 -5 -1 -9z", "#5d6e7b")
    + _eye(15, -15)
    + _eye(15, 15),
    "reef manta ray": stroke("M0 10q1 6 -1 12", "#2c3f58", 2.4)
    + path(
        "M-5 -12q-1 -7 2 -9q3 4 2 9h2q-1 -5 2 -9q3 2 2 9q12 1 18 15q-13 -3 -17 6q-6 5 -12 0q-4 -9 -17 -6"
        "q6 -14 18 -15z",
        "#2f4664",
    )
    + path("M-13 -2q5 -6 11 -6q-2 6 -6 8zM13 -2q-5 -6 -11 -6q2 6 6 8z", LIGHT),
    "whale shark": path("M-13 0l-10 -14q3 8 2 13q1 6 -3 13z", "#33506e")
    + path("M-1 -8l-6 -10q12 3 14 9zM2 8l-8 11q13 -2 15 -10z", "#33506e")
    + path("M-16 0q12 -12 28 -11q11 1 11 9q0 9 -11 11q-16 2 -28 -9z", "#4f7ca8")
    + path("M-4 6q14 4 25 -3q-3 6 -9 6q-9 1 -16 -3z", "#d8e6ef")
    + _dots(LIGHT, (-9, -1), (-4, -5), (-3, 2), (2, -7), (3, -2), (9, -7), (8, 2), (13, -3), size=1.8)
    + stroke("M22 -1q-3 3 -6 3", DARK, 1.8)
    + _eye(17, -5),
}


def symbols() -> str:
    """All animals, to be used by number."""
    return "".join(symbol(f"animal-{i}", DRAWINGS[name]) for i, name in enumerate(SPECIES_NAMES))
