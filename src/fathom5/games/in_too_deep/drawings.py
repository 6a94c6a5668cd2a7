"""Pictures of In Too Deep: companies, cards, boats and the sea, and the cover."""

from __future__ import annotations

from functools import cache

from fathom5.draw.svg import (
    ABYSS,
    BEYOND,
    DEEP,
    INK,
    MIDDLE,
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
    placed,
    rect,
    sea,
    shape,
    sky,
    symbol,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.in_too_deep.table import COMPANIES, THIRD

TENS = 11
"""Rows of depth numbers: 1 to 9, 10 to 19, …, and 100 alone."""

CARD_WIDTH, CARD_HEIGHT = 100, 136
CARD_PAPER, CARD_INK, NIGHT = "#fbf3df", "#10293a", "#0d2c46"
TONES = ("#1f7573", "#8f6110", "#84508c", "#a5432d", "#4a7328")
DARK_TONES = ("#155251", "#664409", "#5e3765", "#772d1d", "#33511a")
LIGHT_TONES = ("#a9ded8", "#f0c869", "#e0bfe4", "#f3b9a5", "#a9cb7c")
"""Ocean, Treasure, Pearl, Coast, Wildlife."""

Spot = tuple[float, float, float, float]
"""Left, top, width and height."""


# Companies and cards


def _bottle() -> str:
    return group(
        path("M-8 -22h16v10q11 5 11 16v18q0 7 -7 7h-24q-7 0 -7 -7v-18q0 -11 11 -16z", LIGHT_TONES[0]),
        path("M-19 5q9 -7 19 0t19 0v17q0 7 -7 7h-24q-7 0 -7 -7z", TONES[0]),
        path("M-12 2q1 -8 8 -11", "none", stroke="#ffffff", stroke_width=3.5, stroke_linecap="round"),
        rect(-9, -30, 18, 9, DARK_TONES[0], rx=3),
        path("M-6 18q6 -5 12 0t6 0", "none", stroke=LIGHT_TONES[0], stroke_width=3),
    )


def _chest() -> str:
    return group(
        path("M-20 -9q4 -9 9 -4q6 -10 11 -1q6 -8 10 1q6 -5 10 4z", LIGHT_TONES[1]),
        path("M-28 -6q-1 -18 8 -22h40q9 4 8 22l-6 -2q0 -12 -5 -13h-34q-5 1 -5 13z", TONES[1]),
        rect(-28, -6, 56, 32, TONES[1], rx=4),
        path("M-28 4h56v-8h-56zM-18 -6h7v32h-7zM11 -6h7v32h-7z", DARK_TONES[1]),
        rect(-7, -3, 14, 15, LIGHT_TONES[1], rx=3),
        circle(0, 4, 3, DARK_TONES[1]),
    )


def _shell() -> str:
    return group(
        path("M-29 2q-2 -29 29 -30q31 1 29 30q-8 5 -14 -1q-7 7 -15 1q-8 6 -15 -1q-6 6 -14 1z", TONES[2]),
        path("M0 -27v25M-11 -25l-6 22M11 -25l6 22", "none", stroke=LIGHT_TONES[2], stroke_width=3),
        path("M-29 7q5 20 29 20t29 -20q-29 13 -58 0z", LIGHT_TONES[2]),
        circle(0, 7, 11, "#ffffff", stroke=DARK_TONES[2], stroke_width=2.5),
        path("M-5 4q2 -4 6 -4", "none", stroke=LIGHT_TONES[2], stroke_width=3, stroke_linecap="round"),
    )


def _lighthouse() -> str:
    return group(
        path("M-9 -20l-21 -7v14zM9 -20l21 -7v14z", "#f2cf5b"),
        path("M-11 22l4 -34h14l4 34z", "#f7ece4"),
        path("M-8 -3l-1.2 10h18.4l-1.2 -10zM-10 15l-1 8h22l-1 -8z", TONES[3]),
        rect(-8, -26, 16, 14, "#f9e3a0"),
        path("M-11 -25l11 -6l11 6zM-10 -13h20v4h-20z", DARK_TONES[3]),
        path("M-26 28q4 -10 15 -7q11 -6 20 0q13 -3 17 7z", DARK_TONES[3]),
    )


def _turtle() -> str:
    return group(
        path("M16 2q16 -14 15 0q-2 9 -15 7z", LIGHT_TONES[4]),
        path("M-12 12q-8 14 -18 15q2 -12 8 -18zM6 13q4 14 15 15q2 -11 -3 -19z", LIGHT_TONES[4]),
        path("M-28 11q0 -31 25 -31t24 31q-24 7 -49 0z", TONES[4]),
        path("M-13 -6l9 -7l9 7l-3 10h-12zM-25 6l8 -7l3 7zM10 6l4 -7l6 7z", LIGHT_TONES[4], opacity=0.75),
        circle(25, -1, 2.4, CARD_INK),
    )


@cache
def sheet() -> str:
    """The companies' pictures, small card backs, points and piles."""
    signs = (_bottle(), _chest(), _shell(), _lighthouse(), _turtle())
    back = group(
        rect(-33, -48, 66, 96, NIGHT, rx=8, stroke=SURFACE_DAY, stroke_width=3),
        path("M-24 -4q12 -13 24 0t24 0v13q-12 13 -24 0t-24 0z", "#7cc4d8"),
        path("M-24 18q12 -13 24 0t24 0v9q-12 13 -24 0t-24 0z", "#2f86a6"),
    )
    coin = circle(0, 0, 11, "#f0c869", stroke="#8f6110", stroke_width=3) + circle(0, 0, 4, "#8f6110")
    return "".join(
        [
            *(symbol(f"sign-{i}", sign) for i, sign in enumerate(signs)),
            symbol("back", back),
            symbol("coin", coin),
        ]
    )


def icons() -> str:
    """The companies and a card, small, for beside the players' names."""
    signs = (_bottle(), _chest(), _shell(), _lighthouse(), _turtle())
    card = rect(6, 2, 13, 20, "#2f86a6", rx=2, stroke=SURFACE_DAY, stroke_width=1.5)
    waves = path("M8 11q2.5 -3 5 0t4 0v4q-2 2 -4 0t-5 0z", SURFACE_DAY)
    small = [
        tag(
            "symbol",
            circle(12, 12, 12, CARD_PAPER),
            placed(12, 12, 0.34, sign),
            id=f"icon-{i}",
            viewBox="0 0 24 24",
        )
        for i, sign in enumerate(signs)
    ]
    return "".join([*small, tag("symbol", card, waves, id="icon-card", viewBox="0 0 24 24")])


@shape
def face(card: int, company: int, name: str, seen: float = CARD_WIDTH) -> str:
    """A card: its depth above, its share below; so much of its width is not covered by the next one."""
    middle = min(CARD_WIDTH, seen) / 2
    beside = (middle, "middle") if seen >= CARD_WIDTH else (6, "start")
    digits = str(card + 1)
    water = "M1.5 10q0 -8.5 8.5 -8.5h80q8.5 0 8.5 8.5v38q-12 10 -24.25 0t-24.25 0t-24.25 0t-24.25 0z"
    return group(
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_PAPER, rx=10, stroke=CARD_INK, stroke_width=2.8),
        path(water, "#d3edf3"),
        write(middle, 40, digits, 41 if len(digits) < 3 else 34, CARD_INK, "middle", font_weight="bold"),
        path(f"M1.5 68h97v{CARD_HEIGHT - 78}q0 8.5 -8.5 8.5h-80q-8.5 0 -8.5 -8.5z", TONES[company]),
        circle(middle, 78, 31, CARD_PAPER),
        use(f"sign-{company}", middle, 78, 0.88),
        write(beside[0], 128, name, 20.5, "#ffffff", beside[1], font_weight="bold"),
    )


@shape
def chip(spot: Spot, card: int, tone: str = "", ghost: bool = False) -> str:
    """A depth card as it lies below a company; the last one has its company's tone around it."""
    x, y, width, height = spot
    size = min(28.0, width * 0.62, height * 0.68) * (1 if card < 99 else 0.78)
    fill, ink = (NIGHT, "#ffffff") if ghost else ("#ffffff", CARD_INK) if tone else ("#dcebe8", CARD_INK)
    edge = {"stroke": tone, "stroke_width": 5} if tone else {"stroke": CARD_INK, "stroke_width": 2.4}
    return rect(x, y, width, height, fill, rx=8, **edge) + write(
        x + width / 2,
        y + height / 2 + size * 0.36,
        card + 1,
        max(19.0, size),
        ink,
        "middle",
        font_weight="bold",
    )


@shape
def boat(company: int, left: float, top: float, width: float) -> str:
    """The hull that carries a company's plate."""
    hull = (
        f"M{left} {top}h{width}q-6 26 -26 38q-{(width - 52) / 2} 8 -{width - 52} 0q-20 -12 -26 -38z",
        f"M{left + 9} {top + 20}h{width - 18}l-5 8h-{width - 28}z",
    )
    return path(hull[0], DARK_TONES[company]) + path(hull[1], LIGHT_TONES[company])


def owner_mark(owner: int, radius: float, ink: str = INK) -> str:
    """A player's mark; the third player's is a broken circle."""
    if owner != THIRD:
        return mark(owner, radius)
    return circle(0, 0, radius, "none", stroke=ink, stroke_width=2.5, stroke_dasharray="4 3")


# The sea


def _water(surface: float, tens: tuple[float, ...]) -> list[tuple[float, str]]:
    """Bands of water, darker from ten to ten."""
    stops = (SHALLOWS, MIDDLE, DEEP, ABYSS)
    bands = [(surface, blend(SURFACE, SHALLOWS, 0.6)), (surface + 14, SHALLOWS)]
    for ten in range(1, TENS):
        at = 3 * ten / TENS
        first = int(at)
        bands.append((tens[ten], blend(stops[first], stops[first + 1], at - first)))
    return bands


@cache
def backdrop(width: float, height: float, surface: float, tens: tuple[float, ...], floor: float) -> str:
    """Sky, sea and sand, beyond the board on all sides."""
    left, right, bottom = -BEYOND, width + BEYOND, height + BEYOND
    sand = (
        f"M{left} {bottom}V{floor + 12}Q{width * 0.1} {floor - 14} {width * 0.4} {floor + 4}"
        f"T{right} {floor + 4}V{bottom}Z"
    )
    dune = (
        f"M{left} {bottom}V{floor + 60}Q{width * 0.3} {floor + 96} {width * 0.6} {floor + 64}"
        f"T{right} {floor + 80}V{bottom}Z"
    )
    return group(
        sea(_water(surface, tens), width, height),
        sky(190 if width > 600 else 560),
        path(sand, SAND),
        path(dune, "#000000", fill_opacity=0.07),
        aria_hidden="true",
    )


@shape
def fish(x: float, y: float, scale: float, colour: str, left: bool = False) -> str:
    """A fish in the distance."""
    turn = -scale if left else scale
    body = path("M-22 0q18 -18 38 0q-20 18 -38 0zM-20 0l-14 -11q4 11 0 22z", colour)
    return group(body, circle(8, -3, 2.4, NIGHT), transform=f"translate({x} {y}) scale({turn} {scale})")


@shape
def weed(x: float, y: float, height: float, colour: str) -> str:
    """A plant of the ground, swaying."""
    up = height / 3
    d = f"M{x} {y}q-14 {-up / 2} 0 {-up}t0 {-up}t2 {-up}"
    return path(d, "none", stroke=colour, stroke_width=9, stroke_linecap="round")


# The cover


def cover() -> str:
    """An investor in a diving bell, far below five boats."""
    tens = tuple(70.0 + 26 * ten for ten in range(TENS + 1))
    boats = "".join(
        _small_boat(company, 52 + 94 * company, 66 - 5 * (company % 2)) for company in range(COMPANIES)
    )
    ropes = [(52, 132), (146, 168), (334, 150), (428, 112)]
    cards = (("27", 52, 132, -7), ("45", 146, 168, 6), ("38", 334, 150, -5), ("19", 428, 112, 8))
    lines = [
        path(f"M{x} 70V{y}", "none", stroke=CARD_PAPER, stroke_width=2.5, stroke_opacity=0.8)
        for x, y in ropes
    ]
    hung = [_hung_card(number, x, y, turn) for number, x, y, turn in cards]
    light = path("M196 236L90 330H392L286 236Z", "#f0c869", fill_opacity=0.28)
    ground = path("M-20 330V296Q80 276 180 296T360 292T500 284V330Z", SAND)
    chain = path("M240 66V150", "none", stroke=NIGHT, stroke_width=5, stroke_dasharray="9 5")
    gold = placed(112, 292, 0.8, _chest()) + placed(372, 292, 0.62, _shell())
    return picture(
        480,
        320,
        "In Too Deep",
        "",
        fish(92, 226, 0.9, "#e8927c"),
        fish(404, 212, 0.75, "#7cc4d8", left=True),
        *lines,
        chain,
        boats,
        *hung,
        light,
        ground,
        gold,
        placed(240, 196, 1, _diving_bell()),
        weed(30, 306, 66, "#2c6e5a"),
        weed(452, 302, 74, "#3d8a6c"),
        backdrop=sea(_water(66, tens), 480, 320) + placed(-72, -26, 1, sky(480)),
    )


def _small_boat(company: int, x: float, y: float) -> str:
    return placed(
        x,
        y,
        1,
        path("M-2 -2V-44h4v42z", NIGHT),
        path("M4 -44h26l-7 9l7 9h-26z", TONES[company]),
        path("M-6 -38v32h-22q14 -10 22 -32z", CARD_PAPER),
        path("M-34 -2h68q-4 16 -16 20h-36q-12 -4 -16 -20z", DARK_TONES[company]),
        path("M-30 6h60l-3 5h-54z", LIGHT_TONES[company]),
    )


def _hung_card(number: str, x: float, y: float, turn: float) -> str:
    """A depth card at the end of a rope."""
    return group(
        rect(-19, 0, 38, 50, CARD_PAPER, rx=5, stroke=CARD_INK, stroke_width=2.5),
        write(0, 34, number, 25, CARD_INK, "middle", font_weight="bold"),
        transform=f"translate({x} {y}) rotate({turn})",
    )


def _diving_bell() -> str:
    """A brass bell with a round window, and a top hat behind it."""
    return group(
        path("M-12 -50h24v14h-24z", "#664409"),
        path("M-58 40Q-62 -40 0 -40T58 40Z", "#c98a2b"),
        path("M-58 40Q-62 -40 0 -40Q-36 -30 -38 40Z", "#e5b155"),
        rect(-66, 38, 132, 16, "#8f6110", rx=6),
        circle(0, 4, 35, "#8f6110"),
        circle(0, 4, 28, "#fdf0c4"),
        path("M-13 -8h26v14q0 15 -13 15t-13 -15z", "#f0c2a0"),
        rect(-12, -22, 24, 15, NIGHT, rx=2),
        rect(-19, -9, 38, 5, NIGHT, rx=2),
        rect(-12, -13, 24, 4, TONES[3]),
        circle(-5, 1, 2.2, NIGHT),
        circle(5, 1, 2.2, NIGHT),
        circle(0, 11, 3.6, NIGHT),
        path("M-14 25l14 5l14 -5v7h-28z", NIGHT),
        path("M-8 24l8 4l8 -4v9l-8 -4l-8 4z", TONES[3]),
        *(circle(x, 46, 3, "#f0c869") for x in (-50, -25, 0, 25, 50)),
    )
