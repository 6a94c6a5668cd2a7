"""Everything of Deep Dive that is cut out of paper: tiles, animals, penguins, the ice, the cover."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from fathom5.draw.svg import (
    ABYSS,
    DEEP,
    MIDDLE,
    SHALLOWS,
    SURFACE,
    blend,
    circle,
    group,
    mark,
    path,
    picture,
    placed,
    polygon,
    rect,
    sky,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import (
    COLOURS as PLAYER_COLOURS,
)
from fathom5.games.deep_dive.table import COLOURS, DEPTHS, SEATS

WIDE, TALL = 108, 140
"""A tile, before it is scaled to its board."""

DARK, SNOW, FROST, SHADE = "#10293a", "#ffffff", "#dff1f6", "#b7dbe6"
BACKS = ("#a9dcea", "#82c3d6", "#5fb0c9", "#2f6690", "#23406a")
"""The backs of tiles by depth: lightest to darkest blue."""

FOODS = (
    ("#fbd9e4", "#ee9dbb", "#a8265c"),
    ("#d8efcf", "#93cb84", "#1f6b33"),
    ("#fbf3bd", "#e8cd55", "#7c6100"),
)
"""Food by colour: the tile, its lower half, and what is drawn on it."""

SKINS = (
    ("#9aa7ab", "#c9d2d3", "#5c6b73"),
    ("#26323d", "#f2f6f7", "#11181f"),
    ("#7890a3", "#cfdbe3", "#42586a"),
    ("#8b6f8e", "#d9c3d6", "#553f5b"),
    ("#5d4a3f", "#a98a6c", "#33261f"),
)
"""Predators by depth: back, belly, and shade."""

LINE = {"stroke_linecap": "round", "stroke_linejoin": "round"}
ORANGE = "#d9822b"


@cache
def sheet() -> str:
    """Everything that is drawn more than once on a board."""
    return "".join(
        [
            *(symbol(f"food-{colour}", draw(FOODS[colour])) for colour, draw in enumerate(FIGURES)),
            *(
                symbol(f"trace-{colour}", draw((FOODS[colour][0], FOODS[colour][0], FOODS[colour][1])))
                for colour, draw in enumerate(FIGURES)
            ),
            *(symbol(f"front-{colour}", _front(*FOODS[colour][:2])) for colour in range(COLOURS)),
            symbol("front-rock", _front("#ece7dc", "#cfc6b4")),
            symbol("front-water", _front("#dff0f7", "#a8d5e6")),
            symbol("rock", _rock()),
            symbol("open-water", _open_water()),
            *(symbol(f"back-{depth}", _back(depth)) for depth in range(DEPTHS)),
            *(symbol(f"head-{depth}", _head(depth)) for depth in range(DEPTHS)),
            symbol("upper-jaw", _upper_jaw()),
            symbol("lower-jaw", _lower_jaw()),
            *(symbol(f"penguin-{seat}", _penguin(seat)) for seat in range(SEATS)),
        ]
    )


# Tiles


def _paper(fill: str) -> str:
    """A tile of paper, with the edge below it that the light does not reach."""
    left, top = -WIDE / 2, -TALL / 2
    return rect(left, top + 5, WIDE, TALL, DARK, rx=14, fill_opacity=0.45) + rect(
        left, top, WIDE, TALL, fill, rx=14
    )


def _front(tint: str, lower: str) -> str:
    """A face-up tile: two sheets of paper, the lower cut as a wave."""
    return _paper(tint) + path("M-54 26q14 -12 27 0t27 0t27 0t27 0v30q0 14 -14 14h-80q-14 0 -14 -14z", lower)


def _back(depth: int) -> str:
    """A face-down tile of a depth: waves in its blue."""
    inner = {"stroke": SNOW, "stroke_width": 3, "stroke_opacity": 0.55}
    return _paper(BACKS[depth]) + rect(-46, -62, 92, 124, "none", rx=9, **inner)


def shrimp(tones: tuple[str, str, str]) -> str:
    """Pink food."""
    _, middle, dark = tones
    return group(
        path("M24 -22q22 -4 24 -20M22 -26q8 -14 2 -22", "none", stroke=dark, stroke_width=3.5, **LINE),
        path("M-6 22l-16 22l14 -2l6 9l8 -24z", dark),
        path(
            "M34 -12C32 -38 -8 -44 -28 -24C-46 -6 -40 24 -8 32L2 18C-16 12 -20 0 -12 -8C-2 -18 10 -6 22 -4Z",
            dark,
        ),
        path(
            "M-10 -34l8 22M-27 -24l16 15M-37 -6l22 5M-35 13l22 -4M-22 27l14 -12",
            "none",
            stroke=middle,
            stroke_width=4,
            **LINE,
        ),
        path("M10 -6l-4 14M0 -8l-8 12M18 -4l0 14", "none", stroke=dark, stroke_width=4, **LINE),
        circle(22, -18, 5, SNOW),
        circle(23, -18, 2.6, DARK),
    )


def crab(tones: tuple[str, str, str]) -> str:
    """Green food."""
    _, middle, dark = tones
    half = group(
        path("M22 4L40 -10M24 14L44 10M20 22L38 30", "none", stroke=dark, stroke_width=6, **LINE),
        path("M38 -10C28 -24 34 -40 48 -42L44 -30L54 -32C58 -20 52 -10 42 -8Z", dark),
        path("M9 -10V-24", "none", stroke=dark, stroke_width=5, **LINE),
        circle(9, -27, 7, SNOW),
        circle(10, -27, 3.2, DARK),
    )
    return group(
        half,
        group(half, transform="scale(-1 1)"),
        path("M-32 8C-32 -20 32 -20 32 8C26 34 -26 34 -32 8Z", dark),
        path("M-22 0C-16 -14 16 -14 22 0C10 -6 -10 -6 -22 0Z", middle),
        path("M-10 17Q0 24 10 17", "none", stroke=middle, stroke_width=4, **LINE),
    )


def fish(tones: tuple[str, str, str]) -> str:
    """Yellow food."""
    _, middle, dark = tones
    return group(
        path("M-18 0L-50 -26Q-40 0 -50 26Z", dark),
        path("M-6 -18Q6 -40 24 -34L22 -16ZM-2 18Q4 34 18 32L16 16Z", dark),
        path("M-26 0C-8 -30 30 -28 48 0C30 28 -8 30 -26 0Z", dark),
        path("M-26 0C-8 16 30 16 48 0C30 28 -8 30 -26 0Z", middle),
        path("M6 -17q8 17 0 34M-6 -12q6 12 0 24", "none", stroke=middle, stroke_width=4, **LINE),
        circle(29, -6, 6.5, SNOW),
        circle(31, -6, 3.2, DARK),
    )


FIGURES = (shrimp, crab, fish)


def _rock() -> str:
    return group(
        polygon(
            [(-46, 28), (-38, -8), (-14, -32), (16, -30), (42, -4), (46, 26), (26, 36), (-30, 36)], "#8a8378"
        ),
        polygon([(-38, -8), (-14, -32), (16, -30), (4, -6)], "#bdb5a6"),
        polygon([(4, -6), (16, -30), (42, -4), (24, 10)], "#a39b8d"),
        polygon([(-46, 28), (-38, -8), (4, -6), (-16, 36), (-30, 36)], "#777063"),
    )


def _open_water() -> str:
    blue, pale = "#2f86a6", "#f4fbfd"
    bubbles = [(-16, 6, 19), (18, -16, 14), (20, 22, 10), (-14, -28, 7)]
    return group(
        *(circle(x, y, r, pale, stroke=blue, stroke_width=5) for x, y, r in bubbles),
        path("M-26 2q2 -9 10 -11M11 -20q2 -5 6 -6", "none", stroke=blue, stroke_width=4, **LINE),
    )


# Predators

_MOUTH = "M-42 -10Q0 -34 42 -10Q46 44 0 58Q-46 44 -42 -10Z"


def _head(depth: int) -> str:
    """A predator from the front, its mouth wide open: another one at every depth."""
    back, belly, shade = SKINS[depth]
    return group(
        _paper("#1d3347"),
        rect(
            -WIDE / 2 + 1.5,
            -TALL / 2 + 1.5,
            WIDE - 3,
            TALL - 3,
            "none",
            rx=13,
            stroke="#46637c",
            stroke_width=3,
        ),
        *_EARS.get(depth, ()),
        path("M0 -62C36 -62 52 -34 52 0C52 42 36 66 0 66C-36 66 -52 42 -52 0C-52 -34 -36 -62 0 -62Z", back),
        path("M-50 8C-46 46 -30 66 0 66C30 66 46 46 50 8C38 28 -38 28 -50 8Z", belly),
        *_marks(depth, shade),
        path(_MOUTH, "#3b0d1a"),
        path("M-24 40Q0 20 24 40Q12 54 0 55Q-12 54 -24 40Z", "#9c3350"),
        *(_eye(side, shade, depth) for side in (-1, 1)),
    )


_EARS: dict[int, tuple[str, ...]] = {
    1: (path("M-12 -50L0 -70L12 -50Z", "#11181f"),),
    2: (path("M-14 -52L4 -70L14 -50Z", "#42586a"),),
    4: (
        path("M0 -52C-2 -66 20 -72 30 -60", "none", stroke="#a98a6c", stroke_width=5, **LINE),
        circle(32, -55, 8, "#f4f1a6"),
    ),
}
"""Fins, and the lure of the anglerfish."""


def _marks(depth: int, shade: str) -> list[str]:
    """Spots of the leopard seal, patches of the orca, gills of the sharks, warts of the anglerfish."""
    if depth == 0:
        return [
            circle(x, y, 4, shade)
            for x, y in ((-14, -54), (4, -50), (14, -56), (-4, -42), (-44, -6), (44, -4))
        ]
    if depth == 1:
        return [path("M-34 -22q-12 -2 -10 14q8 2 12 -4zM34 -22q12 -2 10 14q-8 2 -12 -4z", SNOW)]
    if depth == 4:
        return [circle(x, y, 3.5, "#a98a6c") for x, y in ((-30, -50), (8, -44), (-8, -54), (46, 4), (-46, 4))]
    return [
        path("M-44 10l4 18M-38 16l3 16M44 10l-4 18M38 16l-3 16", "none", stroke=shade, stroke_width=4, **LINE)
    ]


def _eye(side: int, shade: str, depth: int) -> str:
    iris = ("#f7e27a", SNOW, "#f4f6f7", "#f3c5cf", "#f4f1a6")[depth]
    return placed(
        24 * side,
        -36,
        1,
        circle(0, 0, 9, iris),
        circle(-2 * side, 2, 4.6, DARK),
        path(f"M{-12 * side} -2L{12 * side} -13", "none", stroke=shade, stroke_width=6, **LINE),
    )


def _teeth(points: list[tuple[float, float]], rise: float) -> str:
    """A row of teeth between points."""
    d = "".join(
        f"M{x} {y}L{(x + u) / 2} {(y + v) / 2 + rise}L{u} {v}Z" for (x, y), (u, v) in pairwise(points)
    )
    return path(d, SNOW)


def _upper_jaw() -> str:
    return _teeth([(-40, -10), (-27, -17), (-14, -21), (0, -22), (14, -21), (27, -17), (40, -10)], 19)


def _lower_jaw() -> str:
    return _teeth([(-37, 31), (-26, 44), (-14, 52), (0, 55), (14, 52), (26, 44), (37, 31)], -18)


def predator(depth: int) -> str:
    """A predator's tile, its jaws free to snap."""
    return use(f"head-{depth}") + jaws()


def jaws(upper: str = "visible") -> str:
    """Two rows of teeth, which snap while they are staged."""
    return tag("use", href="#upper-jaw", class_="upper", visibility=upper) + tag(
        "use", href="#lower-jaw", class_="lower"
    )


# Penguins


def _penguin(seat: int) -> str:
    """A penguin in a scarf of its owner's colour, with the owner's mark."""
    return bird(PLAYER_COLOURS[seat], placed(0, 8, 1, mark(seat, 8)))


def bird(scarf: str, badge: str = "") -> str:
    """A penguin from the front."""
    return group(
        path("M-12 20l-5 7h14zM12 20l5 7h-14z", ORANGE),
        path("M-13 -6Q-24 6 -19 17Q-13 12 -11 4ZM13 -6Q24 6 19 17Q13 12 11 4Z", "#1d3f56"),
        path("M0 -27q15 0 16 25q1 25 -16 25t-16 -25q1 -25 16 -25z", DARK, stroke=SNOW, stroke_width=2),
        path("M0 -9q11 0 11 15t-11 15t-11 -15t11 -15z", "#f7f9fa"),
        path("M-9 -19q4 -6 9 -1q5 -5 9 1q1 8 -9 9q-10 -1 -9 -9z", "#f7f9fa"),
        circle(-4.5, -18, 2.3, DARK),
        circle(4.5, -18, 2.3, DARK),
        path("M-4 -15h8l-4 6z", ORANGE),
        path("M-15 -9q15 8 30 0v7q-15 8 -30 0z", scarf, stroke=DARK, stroke_width=1.5),
        badge,
    )


def token(last: bool) -> str:
    """The start player token, or its last dive side."""
    arrow = "M0 10l10 -11h-6v-9h-8v9h-6z" if last else "M-6 -10l15 10l-15 10z"
    return group(
        circle(0, 0, 19, DARK),
        circle(0, 0, 16, "#8e2f5c" if last else "#e8eef1"),
        path(arrow, SNOW if last else DARK),
    )


def arrow_down() -> str:
    """Down, on a dark disc."""
    return circle(0, 0, 32, DARK) + path("M0 20l19 -19h-10v-20h-18v20h-10z", SNOW)


# Small pictures beside the names


@cache
def icons() -> str:
    """A sheet of symbols, 24 by 24: what a player has."""
    drawn = {f"icon-food-{colour}": (draw(FOODS[colour]), 0.23) for colour, draw in enumerate(FIGURES)}
    drawn |= {
        "icon-penguin": (bird("#2f86a6"), 0.42),
        "icon-rock": (_rock(), 0.25),
        "icon-token": (token(False), 0.55),
        "icon-last-dive": (token(True), 0.55),
    }
    return "".join(
        tag("symbol", placed(12, 12, scale, content), id=name, viewBox="0 0 24 24")
        for name, (content, scale) in drawn.items()
    )


# The cover


def cover() -> str:
    """Penguins dive from the ice, past shrimps and fish, towards an open mouth."""
    sea = (SHALLOWS, blend(SHALLOWS, MIDDLE, 0.6), MIDDLE, DEEP, ABYSS)
    back, belly, shade = SKINS[2]
    mouth = group(
        path("M-250 190C-250 40 -150 -70 0 -70C150 -70 250 40 250 190Z", back),
        path("M-206 190C-206 80 -120 -14 0 -14C120 -14 206 80 206 190Z", "#3b0d1a"),
        path("M-110 190C-90 110 90 110 110 190Z", "#9c3350"),
        *(
            placed(
                130 * side,
                -20,
                1,
                circle(0, 0, 16, "#f4f6f7"),
                circle(-4 * side, 4, 8, DARK),
                path(f"M{-20 * side} 0L{22 * side} -22", "none", stroke=shade, stroke_width=9, **LINE),
            )
            for side in (-1, 1)
        ),
        path(
            "M-196 120L-164 132L-168 74ZM-164 66L-128 88L-124 30ZM-120 22L-78 52L-66 -4ZM-60 -4L-22 38L0 -16"
            "L22 38L60 -4ZM66 -4L78 52L120 22ZM124 30L128 88L164 66ZM168 74L164 132L196 120Z",
            SNOW,
        ),
        path(
            "M-232 190C-228 120 -214 80 -196 50M232 190C228 120 214 80 196 50",
            "none",
            stroke=belly,
            stroke_width=8,
            **LINE,
        ),
    )
    diver = group(bird(PLAYER_COLOURS[0]), transform="translate(240 258) rotate(168) scale(1.6)")
    trail = [
        circle(x, y, r, "#dff1f6", fill_opacity=0.75)
        for x, y, r in ((228, 188, 6), (246, 172, 4), (234, 160, 3))
    ]
    content = [
        rect(0, 0, 480, 320, SURFACE),
        placed(34, -26, 1, sky(480)),
        *(wave(66 + 52 * depth, 480, 7, tone, 320) for depth, tone in enumerate(sea)),
        path("M-10 70L26 48H318L352 70L318 92H44Z", SHADE),
        path("M-10 70L26 48H318L352 70Z", SNOW),
        placed(86, 36, 1.15, bird(PLAYER_COLOURS[1])),
        placed(142, 36, 1.15, bird(PLAYER_COLOURS[2])),
        placed(286, 36, 1.15, bird(PLAYER_COLOURS[3])),
        placed(62, 140, 0.9, fish((FOODS[2][0], "#f6e27c", "#e0b400"))),
        placed(420, 128, 0.9, shrimp((FOODS[0][0], "#f6bdd2", "#dd5f93"))),
        placed(34, 208, 0.55, fish((FOODS[2][0], "#f6e27c", "#e0b400"))),
        placed(446, 220, 0.6, crab((FOODS[1][0], "#b6e2a8", "#4fa862"))),
        *trail,
        placed(240, 204, 0.9, mouth),
        diver,
    ]
    return picture(480, 320, "Deep Dive", "", *content)
