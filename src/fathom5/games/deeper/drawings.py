"""The drawings of Deeper: resources, tiles, cards, upgrades, parts of the rocket, pawns, and the cover."""

from __future__ import annotations

from functools import cache

from fathom5.draw.svg import (
    ABYSS,
    COLOURS,
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
    regular,
    sky,
    symbol,
    tag,
    use,
)
from fathom5.games.deeper.table import CARDS, RESOURCES, ROCKETS, SEATS, UPGRADES, WAYS

TONES = ("#6fbcd2", "#3f97b4", "#2b7598", "#1d587f", "#133f62")
"""The water of tiles by their depth."""

INKED, CARD, NAVY = "#10293a", "#fdfbf5", "#0a2036"
"""Ink and paper of cards, and what lies behind them; by day and by night."""

STONE, STONE_LIT = "#8a8378", "#a8a094"
STEEL, STEEL_LIT, STEEL_DARK = "#8fa3ad", "#c9d6dc", "#5d727d"
RED, CREAM, WOOD = "#c8553d", "#f4ead6", "#a9794a"
FISH, KELP, CORAL, TITANIUM, QUARTZ, DIAMOND, FOOD = (
    "#f08a6c",
    "#3f8f4f",
    "#d9466f",
    "#b9c6cd",
    "#c3a8f0",
    "#6fdce8",
    "#b98a54",
)
EDGE = {"stroke": INKED, "stroke_width": 2.4, "stroke_linejoin": "round"}


@cache
def sheet() -> str:
    """Everything that is drawn more than once, each around the origin."""
    parts = [symbol(f"kind-{kind}", art) for kind, art in enumerate(_kinds())]
    parts += [symbol(f"card-art-{number}", art) for number, art in enumerate(_cards())]
    parts += [symbol(f"upgrade-art-{number}", art) for number, art in enumerate(_upgrades())]
    parts += [symbol(f"rocket-art-{number}", art) for number, art in enumerate(_rockets())]
    parts += [_pawn(seat) for seat in range(SEATS)]
    parts.append(symbol("breath", _bubble()))
    parts.append(symbol("store-art", _store()))
    parts.append(symbol("arrow", path("M-16 -5h16v-11l17 16l-17 16v-11h-16z", STEEL_DARK)))
    parts += [
        symbol(f"way-{way}", group(use("arrow"), transform=f"rotate({60 * way - 90})"))
        for way in range(len(WAYS))
    ]
    parts.append(symbol("speck", polygon(regular(6, 0.95, 0), "inherit")))
    return "".join(parts)


def icons() -> str:
    """The small signs of what players hold, 24 by 24."""
    drawn = {
        "air": _bubble(),
        "bag": _upgrades()[5],
        "store": _store(),
        "hand": _blueprint(),
        "built": _habitat(),
    }
    return "".join(
        tag("symbol", art, id=f"deeper-{name}", viewBox="-26 -26 52 52", width=24, height=24)
        for name, art in drawn.items()
    )


def _bubble() -> str:
    return circle(0, 0, 18, "#e4f5fa", **EDGE) + path(
        "M-10 -4a10 10 0 0 1 8 -7", "none", **_line("#ffffff", 4)
    )


def _line(colour: str, width: float) -> dict[str, object]:
    return {"stroke": colour, "stroke_width": width, "stroke_linecap": "round", "stroke_linejoin": "round"}


def _kinds() -> tuple[str, ...]:
    """Fish, kelp, coral, titanium, quartz, diamond, food; about 40 across."""
    assert len(RESOURCES) == 7
    fish = (
        path("M-20 0q12 -16 28 -2l11 -9q-3 11 0 22l-11 -9q-16 14 -28 -2z", FISH, **EDGE)
        + path("M-4 -8q6 8 0 16", "none", **_line("#c9603f", 3))
        + circle(-11, -2, 2.6, INKED)
    )
    kelp = (
        path("M-3 20q-14 -8 -5 -19q-10 -10 4 -20q14 8 5 19q10 10 -4 20z", KELP, **EDGE)
        + path("M9 20q-5 -9 4 -16q-3 -7 3 -13q8 9 1 15q3 8 -8 14z", "#5fb06a", **EDGE)
        + path("M-3 17q-5 -12 1 -18q-4 -8 0 -14", "none", **_line("#2c6b3a", 2.6))
    )
    coral = path(
        "M-4 20v-11q-12 -2 -14 -16q5 -3 8 1q1 6 6 7v-18q4 -4 8 0v13q6 -2 6 -10q5 -4 8 1q1 15 -14 17v16z",
        CORAL,
        **EDGE,
    ) + path("M0 15v-28", "none", **_line("#f28aa5", 3))
    titanium = (
        polygon([(-20, 10), (-12, -9), (14, -9), (20, 10)], TITANIUM, **EDGE)
        + polygon([(-12, -9), (14, -9), (9, -1), (-8, -1)], "#e6eef2")
        + polygon([(-12, -9), (14, -9), (20, 10), (-20, 10)], "none", **EDGE)
    )
    quartz = (
        polygon([(-9, 19), (-14, -4), (-4, -20), (6, -4), (3, 19)], QUARTZ, **EDGE)
        + polygon([(3, 19), (7, 2), (14, -7), (17, 6), (13, 19)], "#a583e0", **EDGE)
        + polygon([(-4, -14), (1, -4), (-2, 15), (-6, 15)], "#e6d9fb")
    )
    diamond = (
        polygon([(0, 19), (-20, -5), (-11, -17), (11, -17), (20, -5)], DIAMOND, **EDGE)
        + polygon([(0, 14), (-8, -5), (8, -5)], "#c8f5f8")
        + path("M-20 -5h40", "none", **_line(INKED, 2))
    )
    food = (
        rect(-14, -17, 28, 34, FOOD, rx=5, **EDGE)
        + rect(-14, -8, 28, 17, CREAM)
        + rect(-14, -17, 28, 34, "none", rx=5, **EDGE)
        + path("M-8 0q6 -7 11 0l5 -4v8l-5 -4q-5 7 -11 0z", RED)
    )
    return fish, kelp, coral, titanium, quartz, diamond, food


def _cards() -> tuple[str, ...]:
    """Garden, fish farm, scanner, reactor, winch, locker, galley, smelter, press, aquarium, radio."""
    dome = path("M-24 16a24 26 0 0 1 48 0z", "#d8eef4", **EDGE)
    base = rect(-26, 16, 52, 7, STEEL, rx=3, **EDGE)
    garden = dome + "".join(use("kind-1", x, 4, 0.55) for x in (-11, 2, 13)) + base
    farm = dome + use("kind-0", -5, 8, 0.6) + use("kind-0", 8, -5, 0.5) + base
    scanner = (
        path("M0 18v-14", "none", **_line(INKED, 5))
        + path("M-18 -16a20 20 0 0 0 34 18z", STEEL_LIT, **EDGE)
        + path("M-4 -6l14 -12", "none", **_line(INKED, 3))
        + circle(11, -19, 4.5, RED, **EDGE)
        + rect(-14, 16, 28, 7, STEEL_DARK, rx=3, **EDGE)
    )
    reactor = (
        rect(-15, -18, 30, 40, STEEL, rx=8, **EDGE)
        + circle(0, 1, 10, "#bff0a8", **EDGE)
        + path("M2 -6l-7 8h5l-2 7l7 -9h-5z", "#3a7d2c")
        + rect(-22, -24, 44, 7, STEEL_DARK, rx=3, **EDGE)
    )
    winch = (
        path("M-22 22l10 -38h6l10 38z", WOOD, **EDGE)
        + circle(-8, -14, 9, STEEL_LIT, **EDGE)
        + path("M0 -18h16v18", "none", **_line(INKED, 3))
        + path("M16 0v5q8 1 6 8q-3 5 -8 2", "none", **_line(STEEL_DARK, 4.5))
    )
    locker = (
        rect(-20, -23, 40, 46, "#6d8fa3", rx=4, **EDGE)
        + path("M0 -23v46M-14 -14h8M-14 -8h8M6 -14h8M6 -8h8", "none", **_line(INKED, 2.6))
        + circle(-5, 4, 2.6, CREAM)
        + circle(5, 4, 2.6, CREAM)
    )
    galley = (
        path("M-19 -2h38v14q0 8 -8 8h-22q-8 0 -8 -8z", "#4a5a64", **EDGE)
        + path("M-25 -2h50", "none", **_line(INKED, 5))
        + path("M-9 -10q-5 -5 0 -11M0 -10q-5 -5 0 -11M9 -10q-5 -5 0 -11", "none", **_line("#9db3c1", 3.4))
        + use("kind-0", 0, 9, 0.55)
    )
    smelter = (
        path("M-20 22v-26l8 -18h24l8 18v26z", "#7a5648", **EDGE)
        + path("M-12 22v-12a12 12 0 0 1 24 0v12z", "#33221c", **EDGE)
        + path("M0 21q-10 -3 -5 -11q2 3 4 -5q8 7 6 12q-1 4 -5 4z", "#f08a3c")
        + rect(-7, -29, 14, 8, "#5a3e33", **EDGE)
    )
    press = (
        path("M-22 22v-42h44v42", "none", **_line(STEEL_DARK, 6))
        + rect(-14, -16, 28, 11, STEEL, rx=2, **EDGE)
        + path("M0 -22v7", "none", **_line(INKED, 5))
        + use("kind-5", 0, 6, 0.6)
        + rect(-24, 16, 48, 7, STEEL_DARK, rx=2, **EDGE)
    )
    aquarium = (
        rect(-25, -17, 50, 37, "#9fdcec", rx=4, **EDGE)
        + path("M-25 9q12 -6 25 0t25 0v7q0 4 -4 4h-42q-4 0 -4 -4z", "#e8d6a8")
        + use("kind-0", -4, -2, 0.6)
        + use("kind-1", 16, 3, 0.5)
        + rect(-25, -17, 50, 37, "none", rx=4, **EDGE)
    )
    radio = (
        path("M8 -10l12 -15", "none", **_line(INKED, 3.4))
        + circle(20, -25, 3.4, RED)
        + rect(-24, -10, 48, 32, RED, rx=6, **EDGE)
        + circle(-9, 6, 9, CREAM, **EDGE)
        + path("M5 1h13M5 9h13", "none", **_line(CREAM, 4))
    )
    drawn = (garden, farm, scanner, reactor, winch, locker, galley, smelter, press, aquarium, radio)
    assert len(drawn) == len(CARDS)
    return drawn


def _upgrades() -> tuple[str, ...]:
    """Fins, knife, sea glide, rebreather, air tank, swim bag, back pack."""
    fin = path("M-4 -22h9l3 16q9 12 9 24q-12 8 -27 2q-2 -14 3 -26z", "#2d9d8f", **EDGE) + path(
        "M-3 2l-3 17M4 2v18M9 4l4 14", "none", **_line("#1c6b61", 2.6)
    )
    fins = group(fin, transform="translate(-11 0) scale(.9)") + group(
        fin, transform="translate(12 2) scale(-.9 .9)"
    )
    knife = (
        path("M-22 -18q28 2 30 22l-8 4z", STEEL_LIT, **EDGE)
        + path("M-2 10l12 -10", "none", **_line(INKED, 6))
        + path("M4 7l6 -5l13 14q-2 7 -8 6z", WOOD, **EDGE)
    )
    glide = (
        path("M-24 4q2 -14 20 -14h18q10 2 10 12q0 9 -10 11h-18q-17 1 -20 -9z", "#f0b429", **EDGE)
        + circle(-8, 1, 6, "#d8eef4", **EDGE)
        + path("M6 -10v-9h12v9", "none", **_line(INKED, 4))
        + path("M24 2l5 -10v20z", STEEL_DARK, **EDGE)
    )
    rebreather = (
        path("M-14 -2q-16 -20 14 -20t14 20", "none", **_line(STEEL_DARK, 7))
        + rect(-12, -6, 24, 26, "#3d5a80", rx=7, **EDGE)
        + circle(0, 4, 7, "#bff0a8", **EDGE)
        + path("M-4 4h8M0 0v8", "none", **_line("#3a7d2c", 2.6))
    )
    tank = (
        rect(-10, -13, 20, 36, "#e0653f", rx=9, **EDGE)
        + rect(-10, 0, 20, 7, CREAM)
        + path("M0 -13v-7M-8 -21h16", "none", **_line(INKED, 4.5))
        + rect(-10, -13, 20, 36, "none", rx=9, **EDGE)
    )
    bag = (
        path("M-10 -10v-6q10 -12 20 0v6", "none", **_line(INKED, 4))
        + path("M-18 -10h36l4 28q0 4 -4 4h-36q-4 0 -4 -4z", "#4fa3c7", **EDGE)
        + path("M-19 2q10 6 19 0t19 0", "none", **_line("#2a6f8f", 3.4))
    )
    pack = (
        path("M-8 -17v-4q8 -7 16 0v4", "none", **_line(INKED, 4))
        + rect(-18, -17, 36, 40, "#7b9e3e", rx=11, **EDGE)
        + rect(-11, 3, 22, 13, "#5c7a2b", rx=4, **EDGE)
        + path("M-18 -4h36", "none", **_line(INKED, 2.6))
    )
    drawn = (fins, knife, glide, rebreather, tank, bag, pack)
    assert len(drawn) == len(UPGRADES)
    return drawn


def _rockets() -> tuple[str, ...]:
    """Hull, fuel tank, tail fins, guidance, engine, capsule."""
    hull = (
        rect(-13, -24, 26, 48, CREAM, rx=3, **EDGE)
        + rect(-13, -12, 26, 7, RED)
        + circle(0, 6, 6.5, "#9fdcec", **EDGE)
        + rect(-13, -24, 26, 48, "none", rx=3, **EDGE)
    )
    tank = (
        rect(-15, -22, 30, 44, "#e0833f", rx=14, **EDGE)
        + path("M-15 -6h30M-15 8h30", "none", **_line("#a9561f", 3.4))
        + path("M0 -4q-6 8 0 10q6 -2 0 -10z", CREAM)
    )
    fins = (
        rect(-8, -24, 16, 40, CREAM, **EDGE)
        + path("M-8 -8q-18 8 -16 30l16 -8z", RED, **EDGE)
        + path("M8 -8q18 8 16 30l-16 -8z", RED, **EDGE)
    )
    guidance = (
        rect(-24, -20, 48, 34, STEEL, rx=5, **EDGE)
        + circle(-6, -3, 12, "#17384a", **EDGE)
        + path("M-6 -3l7 -7M-6 -12a9 9 0 0 1 9 9", "none", **_line("#8ff0c0", 2.8))
        + circle(15, -11, 4, RED)
        + circle(15, 1, 4, "#bff0a8")
        + rect(-10, 14, 20, 8, STEEL_DARK, **EDGE)
    )
    engine = (
        rect(-12, -24, 24, 18, STEEL, rx=3, **EDGE)
        + path("M-8 -6h16l10 18h-36z", STEEL_DARK, **EDGE)
        + path("M-10 12h20q-2 11 -10 15q-8 -4 -10 -15z", "#f0a23c")
        + path("M-4 12h8q0 6 -4 9q-4 -3 -4 -9z", CREAM)
    )
    capsule = (
        path("M0 -25q19 16 20 41h-40q1 -25 20 -41z", CREAM, **EDGE)
        + path("M0 -25q8 6 12 15h-24q4 -9 12 -15z", RED, **EDGE)
        + circle(0, 2, 7, "#9fdcec", **EDGE)
        + rect(-23, 16, 46, 7, STEEL, rx=3, **EDGE)
    )
    drawn = (hull, tank, fins, guidance, engine, capsule)
    assert len(drawn) == len(ROCKETS)
    return drawn


def _store() -> str:
    return (
        rect(-22, -20, 44, 40, WOOD, rx=3, **EDGE)
        + path("M-22 -6h44M-22 8h44", "none", **_line("#7a5430", 3))
        + rect(-22, -20, 44, 40, "none", rx=3, **EDGE)
    )


def _blueprint() -> str:
    return rect(-17, -22, 34, 44, "#2b6cb0", rx=4, **EDGE) + path(
        "M-9 10v-16l9 -7l9 7v16zM-3 10v-9h6v9", "none", **_line("#ffffff", 2.6)
    )


def _habitat() -> str:
    return path("M-22 18v-14a22 22 0 0 1 44 0v14z", STEEL_LIT, **EDGE) + circle(0, 3, 9, "#9fdcec", **EDGE)


def _pawn(seat: int) -> str:
    """A little diver with the mark of its player, 52 high."""
    return symbol(
        f"pawn-{seat}",
        path("M-21 26q-5 -27 21 -27t21 27z", COLOURS[seat], **EDGE),
        circle(0, -12, 15, "#f2c9a2", **EDGE),
        path("M-12 -18q0 -3 3 -3h18q3 0 3 3v7q0 4 -4 4h-16q-4 0 -4 -4z", "#d8f1f8", **EDGE),
        path("M15 -10q10 -2 8 -18", "none", **_line(INKED, 4.5)),
        circle(0, 14, 12, "#ffffff", **EDGE),
        group(mark(seat, 7), transform="translate(0 14)"),
    )


def hatch(seat: int, size: float) -> str:
    """A hatch of steel with the mark of its owner, around the origin."""
    return "".join(
        [
            polygon(regular(6, size * 0.95, 0), STEEL_LIT, **EDGE),
            polygon(regular(6, size * 0.8, 0), "#e9eff2"),
            circle(0, 0, size * 0.52, STEEL, **EDGE),
            circle(0, 0, size * 0.42, "#2b3f4b"),
            *(circle(x, y, size * 0.05, STEEL_DARK) for x, y in regular(6, size * 0.68, 30)),
            group(mark(seat, size * 0.24)),
        ]
    )


def hexagon(rocks: int, size: float, water: str) -> str:
    """A tile around the origin: water with a lighter rim, and ragged rock along its rock edges."""
    corners = regular(6, size * 0.97, -120)
    parts = [polygon(corners, water, stroke=NAVY, stroke_width=2.4)]
    parts.append(polygon(regular(6, size * 0.86, -120), "#ffffff", fill_opacity=0.16))
    for way in range(6):
        if (rocks >> way) & 1:
            parts.append(_rock(corners[way], corners[(way + 1) % 6]))
    return "".join(parts)


def _rock(one: tuple[float, float], other: tuple[float, float]) -> str:
    """Rock along one edge, ragged towards the middle of the tile."""
    deep = (0.02, 0.24, 0.17, 0.3, 0.19, 0.27, 0.02)
    steps = len(deep) - 1
    inner = []
    for i, depth in enumerate(deep):
        x = one[0] + (other[0] - one[0]) * i / steps
        y = one[1] + (other[1] - one[1]) * i / steps
        inner.append((x * (1 - depth), y * (1 - depth)))
    lit = [(x * 1.06, y * 1.06) for x, y in inner[1:-1]]
    return polygon([one, *inner, other], STONE, stroke=INKED, stroke_width=2) + polygon(
        [one, *lit, other], STONE_LIT
    )


def cover() -> str:
    """A diver among tiles of the sea, and above on its platform the rocket."""
    tones = (SHALLOWS, blend(SHALLOWS, MIDDLE, 0.6), blend(MIDDLE, DEEP, 0.3), DEEP, blend(DEEP, ABYSS, 0.6))
    bands = [
        path(f"M0 {150 + 36 * i}q60 -12 120 0t120 0t120 0t120 0V320H0Z", tone) for i, tone in enumerate(tones)
    ]
    rocket = (
        use("rocket-art-4", 0, 132, 1.1)
        + use("rocket-art-2", 0, 98, 1.5)
        + use("rocket-art-0", 0, 52, 1.5)
        + path("M-22 18q2 -30 22 -46q20 16 22 46z", RED, **EDGE)
    )
    platform = (
        path("M-66 158v70M66 158v70M-66 222l132 -58", "none", **_line(STEEL_DARK, 7))
        + rect(-84, 150, 168, 14, STEEL_DARK, rx=4, **EDGE)
        + path("M-52 150v-120h14v120z", STEEL, **EDGE)
        + path("M-38 52h20M-38 92h20", "none", **_line(INKED, 5))
    )
    cells = ((64, 264, 0b011100, 3, (3, 4)), (154, 212, 0, 1, (0, 1)), (244, 264, 0b001100, 2, (4, 5)))
    tiles = []
    for x, y, rocks, tone, kinds in cells:
        found = [use(f"kind-{kind}", 26 * (2 * i - 1), 8, 1.1) for i, kind in enumerate(kinds)]
        tiles.append(group(hexagon(rocks, 60, TONES[tone]), *found, transform=f"translate({x} {y})"))
    return picture(
        480,
        320,
        "Deeper",
        sheet(),
        rect(0, 0, 480, 320, SURFACE),
        placed(-286, 0, 1, sky(480)),
        path("M212 62q14 -26 38 -10q22 -18 40 10z", "#ffffff", class_="sun"),
        *bands,
        group(platform, rocket, transform="translate(372 36)"),
        path("M480 214l-40 22l6 26l-48 20l4 38h78z", STONE, **EDGE),
        path("M480 240l-26 14l4 24l-40 18l2 24h60z", STONE_LIT),
        *tiles,
        use("pawn-0", 154, 150, 1.7),
    )
