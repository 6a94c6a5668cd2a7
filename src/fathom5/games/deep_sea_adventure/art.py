"""The drawings of Deep Sea Adventure: chips, divers, submarine, dice, icons and the cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from fathom5.draw.svg import (
    ABYSS,
    ABYSS_DAY,
    COLOURS,
    DEEP,
    MIDDLE,
    ROCK,
    SAND,
    SHALLOWS,
    SURFACE,
    SURFACE_DAY,
    blend,
    circle,
    group,
    mark,
    path,
    picture,
    piece,
    placed,
    polygon,
    rect,
    regular,
    sea,
    sky,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import text as write
from fathom5.games.deep_sea_adventure.table import FACES, LEVELS, SEATS

CHIP = 54
DARK = "#10293a"
TONES = (("#f3e6c4", "#d9bf86"), ("#e9c77d", "#c79a45"), ("#d69a4a", "#a86b24"), ("#b06a34", "#7d4318"))
SIDES = (3, 4, 5, 6)
PIPS = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""The pips of each face of a die."""

HULL, HULL_DARK, HULL_INSIDE = "#c2513b", "#8f3526", "#6d2e24"


@cache
def sheet() -> str:
    """Everything that is drawn more than once."""
    blank = symbol(
        "blank",
        circle(0, 0, CHIP - 12, ABYSS_DAY, fill_opacity=0.4),
        circle(0, 0, CHIP - 18, "none", stroke="#c9d6dc", stroke_width=3, stroke_dasharray="9 9"),
    )
    marker = symbol("air-marker", circle(0, 0, 15, "#e8f6fa", stroke=DARK, stroke_width=3))
    return "".join(
        [*map(_chip_symbol, range(LEVELS)), blank, marker, *(_diver_symbol(seat) for seat in range(SEATS))]
    )


def _chip_symbol(level: int) -> str:
    light, dark = TONES[level]
    radius = CHIP * (1.18, 1.12, 1.04, 1.0)[level]
    turn, lift = (45 if level == 1 else -90), (9 if level == 0 else 0)
    return symbol(
        f"chip-{level + 1}",
        polygon(regular(SIDES[level], radius, turn), dark, transform=f"translate(0 {lift + 5})"),
        polygon(regular(SIDES[level], radius * 0.93, turn), light, transform=f"translate(0 {lift})"),
        *(circle((i - level / 2) * 16, 31, 4.5, dark) for i in range(level + 1)),
    )


def _diver_symbol(seat: int) -> str:
    """A diver seen from the side, head first to the right."""
    line = {"stroke": DARK, "stroke_width": 2}
    return symbol(
        f"diver-{seat}",
        path("M-34 -6l-14 -12l4 14l-6 14z", DARK),
        path("M-34 8l-16 2l8 6l-4 10z", DARK),
        path("M-36 -7q20 -8 36 -6l12 4v20l-12 4q-18 2 -36 -4q-6 -9 0 -18z", COLOURS[seat], **line),
        rect(-22, -20, 30, 10, "#cfd8dc", rx=5, **line),
        circle(22, 1, 15, "#f6d7b8", **line),
        path("M20 -9h16q4 10 0 20h-16q-4 -10 0 -20z", SURFACE_DAY, **line),
        group(mark(seat, 9), transform="translate(-12 3)"),
    )


BANDS = (
    SHALLOWS,
    blend(SHALLOWS, MIDDLE, 0.5),
    MIDDLE,
    blend(MIDDLE, DEEP, 0.5),
    DEEP,
    blend(DEEP, ABYSS, 0.6),
    ABYSS,
)


@cache
def backdrop(width: float, height: float, top: float, floor: float) -> str:
    """Sky and sea, darker band by band from `top` down, and the ground at `floor`."""
    step = (floor - top) / len(BANDS)
    water = sea([(top + step * i, tone) for i, tone in enumerate(BANDS)], width, height)
    low, left, right = height + 400, -400, width + 400
    ground = [
        path(f"M{left} {low}V{floor + 20}q300 -46 620 -6t640 -4t560 -8t400 0V{low}H{right}Z", ROCK),
        path(f"M{left} {low}V{floor + 44}q330 -30 700 6t680 -8t500 4t400 0V{low}H{right}Z", SAND),
    ]
    weeds = [
        path(f"M{x} {floor + 60}q-16 -34 0 -62q14 -24 0 -50q30 26 16 58q-12 26 4 54z", "#3f8f6b")
        for x in (30.0, width - 60, width - 30)
    ]
    return group(water, sky(width), *weeds, *ground, aria_hidden="true")


def hull(told: Sequence[str], air_left: int, full: int) -> str:
    """The submarine with its air track, 700 wide and 210 high; told are its air and its dive in words."""
    step = min(24.0, 600 / (full + 1))
    start = 350 - step * full / 2
    slots = []
    for air in range(full + 1):
        x, is_left = start + step * (full - air), air <= air_left
        slots.append(circle(x, 158, 9, "#e8f6fa" if is_left else "#2e1712"))
        if air in (0, full):
            slots.append(write(x, 196, air, 24, "#fff7ef", "middle"))
    low = air_left * 4 <= full
    return group(
        path("M290 36h74q14 0 14 14v34h-102v-34q0 -14 14 -14z", HULL),
        path("M320 36v-36h44v12h-28v24z", HULL_DARK),
        path("M0 144q4 -62 110 -66h480q106 6 110 66q-4 62 -110 66h-480q-106 -4 -110 -66z", HULL_DARK),
        path("M0 138q4 -56 110 -60h480q106 6 110 60q-4 56 -110 60h-480q-106 -4 -110 -60z", HULL),
        path("M698 138l36 -32v64z", HULL_DARK),
        path("M40 138h620v20q-10 40 -60 40h-500q-50 0 -60 -40z", HULL_INSIDE),
        write(96, 126, told[0], 34, "#ffe9a8" if low else "#fff7ef", font_weight="bold"),
        write(604, 126, told[1], 28, "#fff7ef", "end"),
        *slots,
        piece("air", "air-marker", start + step * (full - air_left), 158),
        id="submarine",
    )


def dice(rolled: int, label: Sequence[str]) -> list[str]:
    """The two dice as they lie, around the origin, each with its label."""
    if rolled < 0:
        return []
    return [
        group(
            tag("title", label[face]),
            rect(-28, -28, 56, 56, "#fdfbf5", rx=10, stroke=DARK, stroke_width=3),
            *(circle(13 * x, 13 * y, 6, DARK) for x, y in PIPS[face]),
            transform=f"translate({70 * i} 0)",
            data_thing=f"die-{i}",
            data_kind="die",
            data_face=face,
        )
        for i, face in enumerate(divmod(rolled, FACES))
    ]


def arrow(turn: float = 0) -> str:
    """A white arrow upwards, turned by so many degrees."""
    turned = f"rotate({turn})" if turn else None
    return path("M0 -20l17 19h-9v19h-16v-19h-9z", "#ffffff", stroke=DARK, stroke_width=2, transform=turned)


STILL = path("M-16 -6h32v12h-32z", "#ffffff")
"""The sign of leaving things as they are."""


def icons() -> str:
    """What is shown beside a diver's name."""

    def icon(name: str, d: str, **more: object) -> str:
        return tag("symbol", path(d, "currentColor", **more), id=f"icon-{name}", viewBox="0 0 24 24")

    return "".join(
        [
            icon("load", "M8 4h8l-1 3q6 4 6 9q0 5 -5 5h-8q-5 0 -5 -5q0 -5 6 -9z"),
            icon("chest", "M3 11q0 -6 5 -6h8q5 0 5 6zM3 13h7v3h4v-3h7v7h-18z"),
            icon("down", "M12 21l-8 -9h5v-9h6v9h5z"),
            icon("up", "M12 3l8 9h-5v9h-6v-9h-5z"),
            icon("aboard", "M3 15q0 -5 6 -5h1v-4h4v4h1q6 0 6 5q0 5 -6 5h-6q-6 0 -6 -5z"),
        ]
    )


@cache
def cover() -> str:
    """Two divers under the submarine, on the way to treasure that glints at the bottom."""
    bands = (
        (92, SHALLOWS),
        (140, blend(SHALLOWS, MIDDLE, 0.5)),
        (182, MIDDLE),
        (222, blend(MIDDLE, DEEP, 0.5)),
        (258, DEEP),
        (290, ABYSS),
    )
    bubbles = [
        circle(x, y, r, "#e8f6fa", fill_opacity=0.7)
        for x, y, r in (
            (318, 118, 5),
            (330, 104, 7),
            (322, 88, 4),
            (164, 190, 5),
            (152, 174, 4),
            (160, 158, 6),
        )
    ]
    submarine = group(
        path("M112 30h34q8 0 8 8v20h-50v-20q0 -8 8 -8z", HULL),
        path("M124 30v-20h24v8h-14v12z", HULL_DARK),
        path("M20 88q2 -34 62 -36h180q58 3 60 36q-2 34 -60 36h-180q-60 -2 -62 -36z", HULL_DARK),
        path("M20 84q2 -30 62 -32h180q58 3 60 32q-2 30 -60 32h-180q-60 -2 -62 -32z", HULL),
        path("M320 84l26 -22v44z", HULL_DARK),
        *(circle(x, 84, 15, HULL_DARK) + circle(x, 84, 11, "#ffe9a8") for x in (90, 140, 190, 240)),
        transform="translate(18 2)",
    )
    chips = [
        use(f"chip-{level}", x, y, 0.42)
        for level, x, y in ((1, 76, 250), (3, 206, 274), (4, 398, 276), (2, 306, 256))
    ]
    return picture(
        480,
        320,
        "",
        sheet(),
        rect(0, 0, 480, 320, SURFACE),
        placed(56, -18, 1, sky(480)),
        *(wave(y, 480, 6, tone, 320) for y, tone in bands),
        path("M0 320v-30q90 -26 190 -6t290 -14v50z", ROCK),
        path("M0 320v-18q120 -16 250 0t230 -8v26z", SAND),
        submarine,
        *chips,
        *bubbles,
        placed(352, 176, 1.15, group(use("diver-0"), transform="rotate(38)")),
        placed(150, 210, 1.0, group(use("diver-1"), transform="rotate(24)")),
    )
