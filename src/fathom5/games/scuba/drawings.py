"""The drawings of SCUBA that are made once: tiles, divers, dust, the boat, signs and the cover."""

from __future__ import annotations

from functools import cache

from fathom5.draw.svg import (
    ABYSS,
    COLOURS,
    DEEP,
    MIDDLE,
    ROCK,
    SAND,
    SHALLOWS,
    SURFACE,
    circle,
    group,
    mark,
    part,
    path,
    picture,
    placed,
    rect,
    sky,
    symbol,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.scuba import animals, cards
from fathom5.games.scuba.animals import DARK, LIGHT, stroke
from fathom5.games.scuba.table import DEPTHS, SEATS, Animal, Box

TONES = (("#d1495b", "#8f2436"), ("#e0bf45", "#7d6210"), ("#4fa86b", "#276b40"), ("#3f78c9", "#1d4684"))
"""Light and dark of red, yellow, green and blue tiles."""

TILE = 80
"""How large a tile is drawn in the sheet, around the origin."""

GLASS, HULL, HULL_DARK = "#bfe3ee", "#c2513b", "#8f3526"
BONUS = "#5b3a8c"
"""The colour of combinations."""


@cache
def sheet() -> str:
    """Everything that is drawn more than once."""
    colours, seats = range(DEPTHS), range(SEATS)
    return "".join(
        [
            animals.symbols(),
            cards.symbols(),
            *(symbol(f"back-{colour}", _back(colour)) for colour in colours),
            *(symbol(f"face-{colour}", _face(colour)) for colour in colours),
            *(symbol(f"fish-{colour}", _fish(TONES[colour][1])) for colour in colours),
            *(symbol(f"diver-{seat}", _diver(seat)) for seat in seats),
            *(symbol(f"combination-{family}", drawn) for family, drawn in COMBINATION_SIGNS.items()),
            symbol("cloud", CLOUD),
            symbol("swimmer", SWIMMER),
            symbol("boat-picture", boat(300)),
            symbol("snorkel-picture", SNORKEL),
            symbol("air-picture", AIR),
            symbol("star-picture", STAR),
            symbol("surface-picture", SURFACING),
        ]
    )


def _fish(colour: str) -> str:
    """A fish as the backs of tiles show it, 44 wide."""
    return path("M-20 0q10 -14 24 -10q9 3 14 10q-5 7 -14 10q-14 4 -24 -10zM-16 0l-10 -9v18z", colour)


def _tile(colour: int, *inside: str) -> str:
    light, dark = TONES[colour]
    return rect(-40, -36, 80, 76, dark, rx=9) + rect(-40, -40, 80, 76, light, rx=9) + "".join(inside)


def _back(colour: int) -> str:
    """The back of a tile: a fish in the colour of its depth."""
    light, dark = TONES[colour]
    ripples = stroke("M-28 22q7 -6 14 0t14 0t14 0t14 0M-28 -24q7 -6 14 0t14 0t14 0t14 0", dark, 2.6)
    return _tile(
        colour,
        group(ripples, opacity=0.4),
        group(_fish(dark), circle(9, -3, 3, light), transform="translate(2 -2) scale(1.25)"),
    )


def _face(colour: int) -> str:
    """The front of an animal tile."""
    return _tile(colour, rect(-34, -34, 68, 64, "#f4efdf", rx=6))


FINS = "M-30 -6l-16 -13l4 14l-7 13zM-30 10l-18 3l9 6l-4 11z"
TANK = "M-14 -24h20q6 0 6 7t-6 7h-20q-6 0 -6 -7t6 -7z"
BODY = "M-34 -9q20 -8 36 -6l12 4v24l-12 5q-18 2 -36 -5q-6 -11 0 -22z"


def _diver(seat: int) -> str:
    """A diver seen from the side, head to the right, 88 wide, with the mark of its player."""
    outline = {"stroke": DARK, "stroke_width": 2.5}
    halo = {"stroke": LIGHT, "stroke_width": 9, "stroke_linejoin": "round"}
    return "".join(
        [
            path(f"{FINS}{TANK}{BODY}M24 -15a16 16 0 1 1 0 32a16 16 0 1 1 0 -32z", LIGHT, **halo),
            path(FINS, DARK),
            path(TANK, "#cfd8dc", **outline),
            path(BODY, COLOURS[seat], **outline),
            circle(24, 1, 16, "#f6d7b8", **outline),
            path("M21 -10h17q4 11 0 22h-17q-4 -11 0 -22z", GLASS, **outline),
            circle(-12, 3, 15, "#fdfbf5", **outline),
            group(mark(seat, 9.5), transform="translate(-12 3)"),
        ]
    )


CLOUD = path(
    "M-52 30q-10 -16 8 -22q2 -18 22 -13q12 -14 28 0q20 -6 24 13q18 4 14 18q0 6 -8 6h-80q-6 0 -8 -2z",
    "#b9a988",
    fill_opacity=0.86,
) + path("M-38 31q-6 -12 10 -14q8 -12 20 -2q15 -6 18 7q12 1 10 9z", "#ddd1b8", fill_opacity=0.92)

SWIMMER = path(FINS + TANK + BODY, DARK) + circle(26, 1, 15, DARK)
AIR = (
    rect(-15, -24, 30, 50, "#2f86a6", rx=12)
    + rect(-15, 8, 30, 6, LIGHT)
    + rect(-6, -34, 12, 12, DARK, rx=3)
    + circle(24, -16, 6, "none", stroke=DARK, stroke_width=3)
    + circle(30, -32, 4, "none", stroke=DARK, stroke_width=3)
)
STAR = path("M0 -32l9 20l22 2l-17 15l6 22l-20 -12l-20 12l6 -22l-17 -15l22 -2z", "#e4576c") + circle(
    0, 0, 8, LIGHT
)
SURFACING = (
    stroke("M-36 -14q9 -8 18 0t18 0t18 0t18 0", "#2f86a6", 6)
    + stroke("M0 32V-2", DARK, 8)
    + path("M0 -34l18 24h-36z", DARK)
)
SNORKEL = (
    circle(-4, 0, 19, "#f6d7b8", stroke=DARK, stroke_width=2.5)
    + path("M-18 -9h30q3 9 -3 14h-8l-4 -5l-4 5h-8q-6 -6 -3 -14z", GLASS, stroke=DARK, stroke_width=3)
    + stroke("M-2 14h20q8 0 8 -9V-34", "#e0672f", 6)
    + stroke("M-40 20q10 -8 20 0t20 0t20 0t20 0", "#2f86a6", 6)
)


def boat(width: float) -> str:
    """The diving boat around the middle of its water line; its deck lies 48 above."""
    left, right = -width / 2, width / 2
    return "".join(
        [
            path(f"M{left} -48h{width}l-24 48h{60 - width}q-20 -16 -36 -48z", HULL_DARK),
            path(f"M{left} -48h{width}l-8 16h{20 - width}z", HULL),
            rect(left + 26, -98, 96, 50, "#fdfbf5", rx=7),
            rect(left + 20, -104, 108, 10, HULL, rx=4),
            rect(left + 38, -86, 30, 22, "#7cc4d8", rx=4),
            rect(left + 80, -86, 30, 22, "#7cc4d8", rx=4),
            path(f"M{right - 44} -48V-116", "none", stroke=DARK, stroke_width=5),
            path(f"M{right - 44} -116h58v36h-58z", "#d1495b"),
            path(f"M{right - 44} -116h14l44 28v8h-10l-48 -30z", LIGHT),
        ]
    )


COMBINATION_SIGNS = {
    1: path("M0 9q-11 -7 -11 -13q0 -6 5.5 -6q4 0 5.5 4q1.5 -4 5.5 -4q5.5 0 5.5 6q0 6 -11 13z", LIGHT),
    2: path("M-11 9q5 -18 17 -20q-3 9 3 20z", LIGHT),
    3: path("M0 -9q9 3 12 8q-8 0 -9 5l-3 2l-3 -2q-1 -5 -9 -5q3 -5 12 -8z", LIGHT)
    + stroke("M0 4v7", LIGHT, 2.4),
    4: stroke("M0 10V-8M0 4l-7 -6v-6M0 1l7 -5v-6", LIGHT, 3.4),
}
"""The sign of each combination, 24 wide, light on its colour: a heart, a fin, a ray, a coral."""


def combination(family: int, radius: float) -> str:
    """The badge of a combination around the origin."""
    return circle(0, 0, radius, BONUS) + use(f"combination-{family}", 0, 0, radius / 16)


def air_bubble(x: float, y: float, radius: float, air: int, size: float) -> str:
    """So much air, in a bubble."""
    return (
        circle(x, y, radius, "#e8f6fa", stroke=DARK, stroke_width=2.4)
        + circle(x - 0.42 * radius, y - 0.5 * radius, 0.2 * radius, "#7cc4d8")
        + write(x, y + 0.36 * size, air, size, DARK, "middle", font_weight="bold")
    )


@part
def animal_tile(box: Box, animal: Animal, text_size: float) -> str:
    """A tile turned up: its animal, its points and combination in badges, the discs of who has seen it."""
    kind = box.species[animal.species]
    marks = [seat for seat in range(SEATS) if (animal.discs >> seat) & 1]
    radius = 8 if text_size else 11
    discs = [
        group(mark(seat, radius), transform=f"translate({-28 + 2.3 * radius * number:g} 27)")
        for number, seat in enumerate(marks)
    ]
    badges = []
    if text_size:
        badge = 0.68 * text_size
        badges = [
            circle(42 - badge, badge - 42, badge, TONES[kind.colour][1]),
            write(
                42 - badge,
                1.36 * badge - 42 + 0.16 * text_size - 0.14 * badge,
                box.points[animal.species],
                text_size,
                "#ffffff",
                "middle",
                font_weight="bold",
            ),
        ]
        if kind.combination:
            badges.append(placed(-28, -28, 1, combination(kind.combination, 13)))
    return "".join([use(f"face-{kind.colour}"), use(f"animal-{kind.name}", 0, 0, 1.4), *badges, *discs])


def cover() -> str:
    """The cover: a diver under the boat, face to face with a whale shark."""
    rays = "".join(path(f"M{x} 92l-34 228h66z", LIGHT, fill_opacity=0.1) for x in (120, 230, 350))
    shoal = "".join(
        use("animal-5", x, y, size) for x, y, size in ((56, 164, 0.8), (94, 196, 0.6), (46, 210, 0.5))
    )
    fans = use("animal-1", 424, 278, 1.5) + use("animal-6", 372, 286, 1.1) + use("animal-0", 56, 288, 1.2)
    water = "".join(
        path(f"M0 {y}q40 {bend} 80 0t80 0t80 0t80 0t80 0t80 0V320H0z", colour)
        for y, bend, colour in (
            (86, -14, SHALLOWS),
            (136, 12, MIDDLE),
            (196, -12, DEEP),
            (256, 10, ABYSS),
        )
    )
    bubbles = "".join(
        circle(x, y, r, "none", stroke=LIGHT, stroke_width=2.4)
        for x, y, r in ((214, 146, 6), (222, 126, 4), (210, 112, 5))
    )
    return picture(
        480,
        320,
        "SCUBA",
        sheet(),
        rect(0, 0, 480, 320, SURFACE),
        placed(40, -18, 1, sky(480)),
        group(boat(300), transform="translate(176 98) scale(0.62)"),
        water,
        rays,
        path("M0 320V292q70 -20 150 -4t170 -6t160 2v36z", ROCK),
        path("M0 320v-16q90 -16 190 -4t290 -6v26z", SAND),
        shoal,
        fans,
        use("animal-16", 412, 134, 1.3),
        use("diver-0", 176, 176, 1.1),
        bubbles,
        group(use("animal-17", 0, 0, 3.6), transform="translate(318 224) scale(-1 1)"),
    )


def icons() -> str:
    """Small signs for what a diver carries."""
    drawn = {
        "air": rect(6, 6, 8, 16, "#2f86a6", rx=4)
        + rect(8, 2, 4, 4, "#8a9aa5", rx=1)
        + circle(18, 8, 2.5, "none", stroke="#2f86a6", stroke_width=2)
        + circle(20, 3, 1.5, "#2f86a6"),
        "cards": rect(3, 4, 12, 16, "#8a9aa5", rx=2)
        + rect(8, 5, 13, 17, "#3f78c9", rx=2)
        + group(_fish(LIGHT), transform="translate(15 13) scale(0.24)"),
        "deco": circle(12, 12, 10, BONUS) + stroke("M9 7v10h2q5 0 5 -5t-5 -5z", LIGHT, 2.2),
        "bonus": circle(12, 12, 10, BONUS)
        + path("M12 18q-6 -4 -6 -8q0 -3 3 -3q2 0 3 2q1 -2 3 -2q3 0 3 3q0 4 -6 8z", LIGHT),
        "depth": stroke("M7 3v18M4 18l3 3l3 -3", "#2f86a6", 2.4)
        + stroke("M13 5h8M13 11h5M13 17h8", "#8a9aa5", 2.4),
        "boat": path("M1 13h22l-4 7h-14z", HULL) + rect(6, 6, 8, 7, "#8a9aa5", rx=1),
    }
    return "".join(
        tag("symbol", content, id=f"icon-{name}", viewBox="0 0 24 24") for name, content in drawn.items()
    )
