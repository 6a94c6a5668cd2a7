"""The eighteen animals of SCUBA as paper cuts, each around the origin and 40 wide."""

from __future__ import annotations

from fathom5.draw.svg import circle, path, rect, symbol
from fathom5.games.scuba.table import SPECIES_NAMES

DARK = "#10293a"
LIGHT = "#fdf6e3"


def _eye(x: float, y: float) -> str:
    return circle(x, y, 2.6, LIGHT) + circle(x, y, 1.4, DARK)


def _stroke(d: str, colour: str, width: float) -> str:
    return path(d, "none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def _fish(colour: str, fin: str, *more: str) -> str:
    """A plain fish, head to the right."""
    tail = path("M-9 0l-11 -9q4 9 0 18z", fin)
    fins = path("M-4 -8q6 -9 12 -1zM-2 8q5 8 9 1z", fin)
    body = path("M-11 0q9 -12 20 -10q9 3 11 10q-2 7 -11 10q-11 2 -20 -10z", colour)
    return tail + fins + body + "".join(more)


def _shark(colour: str, belly: str, *more: str) -> str:
    """A shark from the side, head to the right."""
    tail = path("M-13 0l-8 -11q6 5 6 9q0 5 -4 9z", colour)
    fins = path("M0 -5l-3 -10q8 3 9 10zM2 4l-5 9q8 -1 10 -8z", colour)
    body = path("M-15 0q12 -9 26 -6q7 1 10 5q-5 6 -14 7q-12 0 -22 -6z", colour)
    return tail + fins + body + path("M0 5q9 1 17 -3q-4 4 -10 5z", belly) + _eye(13, -2) + "".join(more)


def _ray(colour: str, *more: str) -> str:
    """A ray from above, head up."""
    tail = _stroke("M0 8q2 6 -1 12", colour, 2.5)
    return (
        tail
        + path("M0 -12q4 0 6 4q8 1 14 6q-9 3 -12 10q-8 4 -16 0q-3 -7 -12 -10q6 -5 14 -6q2 -4 6 -4z", colour)
        + "".join(more)
    )


def _dots(colour: str, *spots: tuple[float, float], size: float = 1.8) -> str:
    return "".join(circle(x, y, size, colour) for x, y in spots)


DRAWINGS = {
    "sea anemone": path("M-9 18q-2 -10 2 -16h14q4 6 2 16z", "#8e3b62")
    + "".join(
        _stroke(f"M{x} 3q{bend} -9 {tip} -18", "#e58fb0", 4.5)
        for x, bend, tip in ((-8, -6, -7), (-4, -1, -4), (0, 2, 0), (4, 1, 4), (8, 6, 7))
    ),
    "gorgonian sea fan": path("M0 19q-20 -8 -17 -27q8 -10 17 -10q9 0 17 10q3 19 -17 27z", "#c0508c")
    + _stroke("M0 18V-14M0 10L-11 -8M0 10L11 -8M0 2L-5 -13M0 2L5 -13", "#f3c1dc", 2),
    "stove pipe sponge": "".join(
        rect(x, y, 10, 19 - y, colour, rx=4) + path(f"M{x + 2.5} {y + 3.5}h5v2h-5z", DARK)
        for x, y, colour in ((-17, -4, "#b9722f"), (-5, -17, "#d08a3f"), (7, -9, "#b9722f"))
    ),
    "parrotfish": _fish("#2aa198", "#d1495b", path("M15 -5q6 1 6 5q0 4 -6 5z", "#e9c46a"), _eye(9, -3)),
    "green turtle": path("M8 -9l10 -7l-2 10zM8 9l10 7l-2 -10zM-9 -8l-9 -5l3 9zM-9 8l-9 5l3 -9z", "#5a9a5a")
    + circle(17, 0, 4.5, "#5a9a5a")
    + path("M-14 0q4 -12 14 -12q11 1 13 12q-2 11 -13 12q-10 0 -14 -12z", "#3d6b3d")
    + _stroke("M-5 -8l5 8l-5 8M6 -9l-6 9l6 9M0 0h11", "#8dbf6f", 2),
    "clownfish": _fish(
        "#ee7733",
        DARK,
        path("M5 -10q4 9 0 20l5 -1q4 -9 0 -18z", LIGHT),
        path("M-4 -7q3 7 0 14l4 2q3 -9 0 -18z", LIGHT),
        _eye(13, -3),
    ),
    "branching vase sponge": path("M-4 19V6L-15 -6L-10 -16L-4 -10L0 -1L4 -12L9 -17L15 -9L5 6V19z", "#8c6bb1")
    + path("M-15 -7l5 -9l5 5zM5 -12l4 -5l6 7z", "#d9c7ee"),
    "blue spotted stingray": _ray(
        "#a58a5b",
        _dots("#2f7fd1", (-8, -2), (8, -2), (-4, 5), (4, 5), (0, 0), (-13, -2), (13, -2)),
        _dots(DARK, (-3, -8), (3, -8), size=1.4),
    ),
    "lionfish": _stroke("M-4 -6l-7 -12M1 -8l-2 -12M6 -8l3 -11M-4 7l-7 11M1 8l0 11M6 8l5 10", "#b5533c", 2.5)
    + _fish(
        "#f1dcc3", "#b5533c", _stroke("M-5 -5v10M0 -8v16M5 -8v16M10 -7v14", "#b5533c", 2.5), _eye(14, -3)
    ),
    "moray eel": _stroke("M-16 14q14 2 12 -8q-2 -10 8 -10q7 0 11 2", "#6f8f2f", 10)
    + _stroke("M-14 14q10 1 9 -7", "#4d6620", 3)
    + _eye(13, -5)
    + _stroke("M13 1q3 1 7 -1", DARK, 1.8),
    "barracuda": path("M-20 -7l7 6q16 -7 34 0q-18 8 -34 2l-7 6z", "#8fa3ad")
    + path("M-2 -4l4 -7l3 6zM-4 4l4 6l2 -6z", "#5f7683")
    + _stroke("M11 1h9", DARK, 1.5)
    + _eye(12, -1.5),
    "nurse shark": _shark("#9c6b4a", "#d9b99b", _stroke("M20 2l2 4", "#9c6b4a", 2)),
    "lemon shark": _shark("#c9b458", "#f2e9b5", path("M-9 -4l-2 -7q5 2 6 6z", "#c9b458")),
    "eagle ray": path(
        "M0 -13q4 1 4 6q9 -3 17 1q-10 2 -13 11q-8 4 -16 0q-3 -9 -13 -11q8 -4 17 -1q0 -5 4 -6z", "#4a5a78"
    )
    + _stroke("M0 8v12", "#4a5a78", 2)
    + _dots(LIGHT, (-10, -4), (-5, -1), (0, 3), (5, -1), (10, -4), (-3, 5), (3, 5), size=1.5),
    "napoleon wrasse": path("M-10 0l-10 -9q3 9 0 18z", "#1f6f78")
    + path("M-12 0q7 -13 18 -14q6 -2 8 4q6 4 6 10q-4 10 -14 12q-11 0 -18 -12z", "#3aa0a8")
    + _stroke("M0 -7q4 7 0 14M-5 -5q3 5 0 10", "#1f6f78", 2)
    + path("M16 3q5 1 5 3q-3 3 -6 1z", "#e7b7a0")
    + _eye(12, -3),
    "hammerhead": path("M-20 -9q5 6 5 9q0 3 -5 9q8 -3 10 -7h18v-4h-18q-2 -4 -10 -7z", "#7b8c99")
    + path("M-3 -2l-6 -12q11 3 14 12zM-3 2l-6 12q11 -3 14 -12z", "#7b8c99")
    + path("M8 -16q7 2 8 8v16q-1 6 -8 8q-2 -3 0 -7v-18q-2 -4 0 -7z", "#5d6e7b")
    + _eye(11, -13)
    + _eye(11, 13),
    "reef manta ray": path(
        "M-5 -9l-2 -7q4 1 4 6h6q0 -5 4 -6l-2 7q9 1 16 11q-10 -1 -14 7q-7 5 -14 0q-4 -8 -14 -7q7 -10 16 -11z",
        "#3d5570",
    )
    + _stroke("M0 11v9", "#3d5570", 2)
    + path("M-7 -3q4 -3 5 3zM7 -3q-4 -3 -5 3z", LIGHT),
    "whale shark": path("M-14 0l-7 -12q7 6 7 10q0 6 -5 11z", "#3c5a78")
    + path("M-16 0q14 -11 30 -9q8 2 7 9q1 6 -7 8q-16 2 -30 -8z", "#4f769b")
    + path("M-2 -7l-3 -8q8 3 9 8zM-1 7l-5 8q9 -1 10 -8z", "#3c5a78")
    + _dots(LIGHT, (-8, -1), (-3, -4), (-3, 3), (3, -5), (3, 0), (3, 5), (9, -4), (9, 4), size=1.5)
    + _eye(15, -3),
}


def symbols() -> str:
    """All animals, to be used by number."""
    return "".join(symbol(f"animal-{i}", DRAWINGS[name]) for i, name in enumerate(SPECIES_NAMES))
