"""The board of Deeper: the sea in hexes under the hatches, market, rocket, and every player's boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, Array, encode
from fathom5.draw.svg import (
    ABYSS,
    COLOURS,
    DEEP,
    GLYPHS,
    INK,
    MIDDLE,
    PAPER,
    ROCK,
    SAND,
    SHALLOWS,
    SURFACE,
    button,
    circle,
    frame,
    group,
    mark,
    part,
    path,
    picture,
    piece,
    placed,
    polygon,
    rect,
    regular,
    ring,
    shape,
    symbol,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.deeper import habitat, sea
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    HATCH,
    MARKET,
    PILES,
    PLACES,
    RAW,
    ROCKETS,
    ROWS,
    SEATS,
    UPGRADES,
    Box,
    Build,
    BuildRocket,
    Card,
    CraftUpgrade,
    Diver,
    Explore,
    Lay,
    PutUnder,
    Scan,
    Swim,
    Table,
    Terraform,
    Way,
)
from fathom5.games.deeper.words import (
    card_name,
    card_words,
    code,
    listed,
    market,
    price,
    resource,
    rocket_name,
    tile_words,
    upgrade_name,
    upgrade_use,
)
from fathom5.text.guidance import Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

# In the terminal

ROOM = 4
"""The letters that have room on a tile."""


def text(view: View) -> str:
    """Rocket, sea, market, players, and one's own upgrades and hand for a terminal."""
    table = view.table
    lines = [_round(view), "", *_sea_lines(view), ""]
    lines += _titled(say("rocket"), _rocket_rows(view))
    lines += _titled(say("market"), _tile_rows(view, market(table)))
    if table.held >= 0:
        lines += _titled(say("scanned"), _tile_rows(view, [table.held]))
    piles = [f"{DEPTHS[pile]} {sea.tiles_in(table, pile)}" for pile in range(PILES)]
    lines.append(_labelled(say("piles"), ", ".join(piles)))
    if view.seat >= 0:
        lines += _titled(say("your upgrades"), _upgrade_rows(view))
        lines += _titled(say("your hand"), _hand_rows(view))
    return "\n".join([*lines, *(line for seat in range(table.players) for line in _player_lines(view, seat))])


def legend(view: View) -> list[Sign]:
    """The signs of the board in text."""
    pawns = [Sign(GLYPHS[seat], view.names[seat]) for seat in range(view.table.players)]
    kinds = [Sign(_letter(kind), resource(kind)) for kind in range(RAW)]
    return [
        *pawns,
        Sign("⌂", say("a hatch, with the sign of its owner; under it who is at home")),
        *kinds,
        Sign("–", say("a tile with nothing left on it")),
        Sign("·", say("a place without a tile")),
        Sign("/ \\ _", say("an edge of rock; all other edges are water")),
        Sign("~", say("the surface")),
        Sign("▒", say("the edge of the sea: nothing is laid there")),
        Sign("↑ ↗ ↘ ↓ ↙ ↖", say("edges of rock of a tile in the market")),
        Sign("▶", say("whose turn it is")),
        Sign("✓", say("an upgrade that you have")),
    ]


def _titled(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words in columns under a title."""
    if not rows:
        return [_labelled(title, "–")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [say("{label}:", label=title), *(f"  {line.rstrip()}" for line in lines)]


def _labelled(label: str, words: str) -> str:
    return say("{label}: {words}", label=label, words=words)


def _round(view: View) -> str:
    table = view.table
    number = min(table.rounds + 1, table.limit)
    return say("Round {number} of at most {limit}", number=number, limit=table.limit)


def _counted_points(points: int) -> str:
    return say("{n} {n:point|points}", n=points)


def _rocket_rows(view: View) -> list[tuple[str, str, str]]:
    """Each rocket card with its points, and its cost or its builder."""
    table, rows = view.table, []
    for number, card in enumerate(view.box.rockets):
        if not table.unused[number]:
            owner = table.rockets[number]
            built = f"{GLYPHS[owner]} {view.names[owner]}" if owner >= 0 else listed(card.cost)
            rows.append((rocket_name(number), _counted_points(card.points), built))
    return rows


def _tile_rows(view: View, tiles: Sequence[int]) -> list[tuple[str, str]]:
    return [(code(view.box, tile), tile_words(view.box, tile)) for tile in tiles]


def _upgrade_rows(view: View) -> list[tuple[str, str, str]]:
    """Each upgrade with its cost, or that it is there, and what it does."""
    has = view.table.divers[view.seat].upgrades
    return [
        (upgrade_name(number), "✓" if has[number] else listed(tile.cost), upgrade_use(view.box, number))
        for number, tile in enumerate(view.box.upgrades)
    ]


def _hand_rows(view: View) -> list[tuple[str, str, str, str]]:
    """Each card in hand with its points, its price now, and what it does."""
    box, diver = view.box, view.table.divers[view.seat]
    cards = [number for number in range(DECK_CARDS) for _ in range(diver.hand[number])]
    if not diver.built[Card.RADIO]:
        cards.append(Card.RADIO)
    return [
        (
            card_name(number),
            _counted_points(box.cards[number].points),
            price(diver, box.cards[number].cost),
            card_words(box, number),
        )
        for number in cards
    ]


def _sea_lines(view: View) -> list[str]:
    """Two lines for every tile, its upper and its lower half; columns are shifted by one."""
    left, right, bottom = _window(view.table, least=3)
    lines = []
    for half in range(2 * bottom + 2):
        cells = [
            _slanted_edge(view, place, lower) + f"{_half_of_place(view, place, lower):<{ROOM}}"
            for place, lower in (_place_at(column, half) for column in range(left, right + 1))
        ]
        depth = f"{10 * half} m" if half and half % 2 == 0 else ""
        lines.append(f"{depth:>5} {''.join(cells)}".rstrip())
    return lines


def _place_at(column: int, half: int) -> tuple[int, int]:
    """The place in a column that a line of text goes through, and whether through its lower half."""
    row, lower = divmod(half + (column + 1) % 2, 2)
    return column * ROWS + row, lower


def _is_rock(view: View, place: int, way: int) -> bool:
    """Whether a tile on either side of an edge turns rock there."""
    box, sides = view.box, ((place, way), (sea.beside(view.box, place, way), (way + 3) % 6))
    lying = [(view.table.sea[there], edge) for there, edge in sides if 0 <= there < PLACES]
    return any(0 <= tile < HATCH and (box.rocks[tile] >> edge) & 1 for tile, edge in lying)


def _slanted_edge(view: View, place: int, lower: int) -> str:
    """What stands left of half a place."""
    if not _is_rock(view, place, Way.LOWER_LEFT if lower else Way.UPPER_LEFT):
        return " "
    return "\\" if lower else "/"


def _half_of_place(view: View, place: int, lower: int) -> str:
    """Above what lies there, below who is there; over an edge of rock a line."""
    table, tile = view.table, view.table.sea[place]
    pawns = "".join(GLYPHS[seat] for seat in range(table.players) if table.divers[seat].place == place)
    if sea.row_of(place) == 0:
        if tile == HATCH:
            return pawns if lower else f"⌂{_owner_sign(view, place)}"
        return "~" * ROOM if lower and (place // ROWS) & 1 else ""
    if not sea.in_the_sea(place):
        return "▒" * ROOM
    if lower:
        return f"{pawns:{'_' if _is_rock(view, place, Way.DOWN) else ' '}<{ROOM}}"
    return " ·" if tile == sea.EMPTY else _stock_letters(table.stock[tile])


def _owner_sign(view: View, place: int) -> str:
    hatches = [sea.hatch_of(view.table, view.box, seat) for seat in range(view.table.players)]
    return GLYPHS[hatches.index(place)]


def _letter(kind: int) -> str:
    """The sign of a resource: how its name begins."""
    return resource(kind)[0]


def _stock_letters(stock: Array[int]) -> str:
    """The resources on a tile as letters, with their numbers if there are too many."""
    held = [(_letter(kind), stock[kind]) for kind in range(RAW) if stock[kind]]
    if sum(n for _, n in held) > ROOM:
        return "".join(f"{n}{letter}" if n > 1 else letter for letter, n in held)[:ROOM]
    return "".join(letter * n for letter, n in held) or "–"


def _player_lines(view: View, seat: int) -> list[str]:
    """Who it is and what they have reached; what they hold; what they have built."""
    table, diver = view.table, view.table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    first = [
        _counted_points(habitat.points_of(table, view.box, seat)),
        f"{say('air')} {diver.air}/{diver.lungs}",
    ]
    if any(diver.milestones):
        first.append(_milestones(diver))
    if seat != view.seat:
        held = diver.hand_size + (not diver.built[Card.RADIO])
        first.append(say("{n} {n:card|cards} in hand", n=held))
    holds = (
        f"{say('carries')} {listed(diver.inventory) or '–'} ({diver.carried}/{diver.bag})",
        f"{say('stored')} {listed(diver.storage) or '–'} ({diver.stored}/{diver.shelf})",
    )
    name = _labelled(view.names[seat], "   ".join(first))
    lines = [f"{turn} {GLYPHS[seat]} {name}", f"      {'   '.join(holds)}"]
    built = ", ".join(_built(diver))
    return [*lines, *([f"      {_labelled(say('built'), built)}"] if built else [])]


def _built(diver: Diver) -> list[str]:
    cards = [card_name(number) for number in range(len(CARDS)) for _ in range(diver.built[number])]
    return cards + [upgrade_name(number) for number in range(len(UPGRADES)) if diver.upgrades[number]]


# Drawn

WIDTH, HEIGHT, NARROW = 1200, 1064, 520
MAP_WIDTH, MAP_TOP, MAP_BOTTOM = 884, 96, 606
NEAR = 3
"""Upright: how many columns to each side are shown."""

TONES = ("#6fbcd2", "#3f97b4", "#2b7598", "#1d587f", "#133f62")
INKED = "#10293a"
KIND_COLOURS = ("#f2937a", "#4f9a55", "#e0567a", "#c9d3d9", "#dccbf5", "#8fe6ee", "#b98a54")


def svg(view: View) -> str:
    """The whole board as a picture."""
    seats = range(view.table.players)
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {_round(view)}.",
        _sheet(),
        rect(0, 0, WIDTH, HEIGHT, PAPER),
        _water(MAP_TOP, MAP_BOTTOM),
        rect(MAP_WIDTH, MAP_TOP, 316, 510, PAPER),
        _rockets(view, 14, 10, 194, len(ROCKETS), 1),
        _wide_map(view).drawn(),
        group(*(_card_of(view, seat, (894, 100 + 126 * seat, 1), 296) for seat in seats), id="cards"),
        _market_row(view),
        _own_boards(view, 786),
        _pills(view),
    )


def upright(view: View) -> str:
    """The board for a phone held upright: the sea around one's diver large, everything else below.

    What has no place of its own is done at the bar below the board.
    """
    seats = range(view.table.players)
    sea_map = _narrow_map(view)
    overview, market = _overview(view, sea_map)
    stalls, own = _narrow_market(view, market)
    boards, rockets = _narrow_own_boards(view, own)
    cards = rockets + 150
    height = cards + 164 * len(seats) + 4
    return picture(
        NARROW,
        height,
        f"{view.game.title}. {_round(view)}.",
        _sheet(),
        rect(0, 0, NARROW, height, PAPER),
        _water(sea_map.top, sea_map.floor),
        sea_map.drawn(),
        overview,
        stalls,
        boards,
        _rockets(view, 8, rockets, 170, 3, 0.88),
        group(*(_card_of(view, seat, (8, cards + 164 * seat, 1.3), 388) for seat in seats), id="cards"),
    )


@cache
def _sheet() -> str:
    """Everything that is drawn more than once."""
    edge = {"stroke": INKED, "stroke_width": 1.5}
    fish, kelp, coral, titanium, quartz, diamond, food = KIND_COLOURS
    kinds = (
        path("M-9 0q8 -9 15 0l5 -5v10l-5 -5q-7 9 -15 0z", fish, **edge),
        path("M-2 10q-7 -8 0 -12q-5 -5 3 -9q5 6 1 10q6 5 -1 11z", kelp, **edge),
        path("M-2 10v-7l-7 -6l3 -3l4 3v-7h4v7l4 -3l3 3l-7 6v7z", coral, **edge),
        polygon([(-9, 5), (-5, -5), (9, -5), (5, 5)], titanium, **edge),
        polygon([(-5, 9), (-7, -2), (0, -10), (7, -2), (5, 9)], quartz, **edge),
        polygon([(0, 9), (-9, -2), (-5, -8), (5, -8), (9, -2)], diamond, **edge),
        rect(-7, -8, 14, 16, food, rx=3, **edge) + rect(-7, -3, 14, 6, "#f4ead6"),
    )
    return "".join(
        [
            *(symbol(f"kind-{kind}", art) for kind, art in enumerate(kinds)),
            *(_pawn_symbol(seat) for seat in range(SEATS)),
            symbol("bubble", circle(0, 0, 6, "#e4f5fa", **edge), circle(-2, -2, 1.5, "#ffffff")),
            symbol("speck", polygon(regular(6, 0.92, 0), "inherit")),
            symbol("no-bubble", circle(0, 0, 6, "none", stroke=ROCK, stroke_width=1.5)),
        ]
    )


def _pawn_symbol(seat: int) -> str:
    """A little diver with the mark of its player."""
    return symbol(
        f"pawn-{seat}",
        path("M-13 15q-3 -18 13 -18t13 18z", COLOURS[seat], stroke=INKED, stroke_width=1.5),
        circle(0, -9, 9, "#f6d7b8", stroke=INKED, stroke_width=1.5),
        path("M-7 -13h14v8h-14z", SURFACE, stroke=INKED, stroke_width=1.5),
        group(mark(seat, 6), transform="translate(0 7)"),
    )


@shape
def _water(top: float, floor: float) -> str:
    """Surface and sea, darker with depth."""
    tones = (SHALLOWS, "#55a5bf", MIDDLE, "#236d90", DEEP, ABYSS)
    step = (floor - top) / len(tones)
    waves = [
        path(f"M0 {top + step * i:.1f}" + "q27.6 8 55.25 0t55.25 0" * 8 + f"V{floor:.1f}H0Z", tone)
        for i, tone in enumerate(tones)
    ]
    return group(rect(0, 0, WIDTH, top + 44, SURFACE), *waves, aria_hidden="true")


def _icons(amounts: Array[int], x: float, y: float, step: float, scale: float = 1.0) -> list[str]:
    """Resources in a row."""
    kinds = [kind for kind, n in enumerate(amounts) for _ in range(n)]
    return [use(f"kind-{kind}", x + i * step, y, scale) for i, kind in enumerate(kinds)]


# The rocket


def _rockets(view: View, left: float, top: float, step: float, per_row: int, scale: float) -> str:
    table = view.table
    drawn = []
    used = [number for number in range(len(ROCKETS)) if not table.unused[number]]
    for i, number in enumerate(used):
        owner = table.rockets[number]
        card = _rocket(view.box, number, owner, view.names[owner] if owner >= 0 else "")
        card = _choice(view, BuildRocket(number), card, frame(0, 0, 184, 72))
        row, column = divmod(i, per_row)
        drawn.append(placed(left + step * column, top + 70 * row, scale, card, id=f"rocket-{number}"))
    return group(*drawn, id="rocket")


@part
def _rocket(box: Box, number: int, owner: int, name: str) -> str:
    """A part of the rocket: what it costs, or who has built it."""
    card = box.rockets[number]
    parts = [
        rect(0, 0, 184, 72, "#fdfbf5", rx=8, stroke=INKED, stroke_width=1.5),
        write(12, 24, rocket_name(number), 17, INKED, font_weight="bold"),
        write(172, 26, card.points, 24, INKED, "end", font_weight="bold"),
    ]
    if owner >= 0:
        parts.append(group(mark(owner, 11), transform="translate(24 50)"))
        parts.append(write(44, 56, name, 17, INKED))
    else:
        parts += _icons(card.cost, 22, 50, 24)
    return "".join(parts)


# The sea


def _window(table: Table, least: int = 6) -> tuple[int, int, int]:
    """The columns and the lowest row worth showing."""
    places = [place for place, tile in enumerate(table.sea) if tile != sea.EMPTY]
    columns = [place // ROWS for place in places]
    rows = [place % ROWS for place in places]
    return max(0, min(columns) - 1), min(31, max(columns) + 1), max(least, max(rows) + 1)


def _across(left: int, right: int) -> float:
    """The width of columns of hexes of size 1."""
    return 1.5 * (right - left) + 2


def _wide_map(view: View) -> Map:
    """All of the sea, as large as it fits."""
    left, right, bottom = _window(view.table)
    down = sqrt(3) * (bottom + 0.75)
    size = min(50.0, (MAP_WIDTH - 64) / _across(left, right), (MAP_BOTTOM - MAP_TOP - 36) / down)
    return Map(view, left, right, size, 64, MAP_TOP, MAP_WIDTH)


def _narrow_map(view: View) -> Map:
    """The sea around the diver of the one who looks, large enough to be touched."""
    left, right, bottom = _window(view.table, least=3)
    here = view.table.divers[_looks(view)].place // ROWS
    first = min(max(left, here - NEAR), max(left, right - 2 * NEAR))
    last = min(right, first + 2 * NEAR)
    size = min(50.0, (NARROW - 44) / _across(first, last))
    drawn = Map(view, first, last, size, 44, 40, NARROW)
    drawn.floor = drawn.top + 36 + sqrt(3) * (bottom + 0.75) * size
    return drawn


def _looks(view: View) -> int:
    """Whose boards are shown: of the one who looks, else of the one whose turn it is."""
    return view.seat if view.seat >= 0 else int(view.table.turn)


def _overview(view: View, near: Map) -> tuple[str, float]:
    """Upright: all of the sea, small, where the large one cannot show it; and where that ends."""
    left, right, bottom = _window(view.table, least=3)
    if (left, right) == (near.left, near.right):
        return group(id="overview"), near.floor + 10
    size = min(14.0, (NARROW - 16) / _across(left, right))
    whole = Map(view, left, right, size, 0, near.floor + 2, NARROW)
    floor = whole.top + 30 + sqrt(3) * (bottom + 0.75) * size
    hexes = []
    for place in range(PLACES):
        if view.table.sea[place] >= 0:
            tone = TONES[sea.level(place) - 1] if view.table.sea[place] < HATCH else "#e9eef0"
            hexes.append(use("speck", *whole.where(place), size, fill=tone))
    pawns = [
        placed(*whole.where(view.table.divers[seat].place), 1, mark(seat, size * 0.55))
        for seat in range(view.table.players)
    ]
    seen = rect(
        whole.where(near.left * ROWS)[0] - size,
        whole.top + 10,
        size * _across(near.left, near.right),
        floor - whole.top - 20,
        "none",
        rx=6,
        stroke="#e8f6fa",
        stroke_width=2,
    )
    water = rect(0, near.floor, NARROW, floor - near.floor, ABYSS)
    return group(water, *hexes, *pawns, seen, id="overview", aria_hidden="true"), floor + 10


class Map:
    """The hexes, fitted into their part of the board."""

    def __init__(
        self, view: View, left: int, right: int, size: float, x0: float, top: float, width: float
    ) -> None:
        self.view, self.table, self.box = view, view.table, view.box
        self.left, self.right, self.bottom = left, right, _window(view.table)[2]
        self.size, self.top, self.width, self.floor = size, top, width, top + 510.0
        self.x0 = x0 + (width - x0 - size * _across(left, right)) / 2 + size

    def where(self, place: int) -> tuple[float, float]:
        """The middle of a place."""
        column, row = divmod(place, ROWS)
        half = 2 * row - 1 + (column & 1)
        x = self.x0 + 1.5 * self.size * (column - self.left)
        return round(x, 1), round(self.top + 28 + half * self.size * sqrt(3) / 2, 1)

    def drawn(self) -> str:
        """Depth lines, tiles, hatches, pawns and what can be done there."""
        table = self.table
        tiles = [
            _tile(self.box, tile, table.stock[tile], sea.level(place), self.size, *self.where(place))
            for place, tile in enumerate(table.sea)
            if 0 <= tile < HATCH and self.left - 1 <= place // ROWS < self.right + 2
        ]
        hatches = [self._hatch(seat) for seat in range(table.players)]
        pawns = [self._pawn(seat) for seat in range(table.players)]
        return group(
            *self._lines(),
            group(*self._edge(), id="edge"),
            group(*tiles, id="tiles"),
            group(*hatches, id="hatches"),
            group(*pawns, id="pieces"),
            *self._choices(),
            id="sea",
        )

    def _lines(self) -> list[str]:
        lines = []
        for row in range(1, self.bottom + 1):
            y = self.where(ROWS + row)[1]
            if y < self.floor - 6:
                ink = INKED if y < self.top + 164 else "#ffffff"
                lines.append(rect(0, y, self.width, 1.5, "#ffffff", fill_opacity=0.35))
                lines.append(write(8, y - 5, f"{20 * row} m", 16, ink, font_weight="bold"))
        return lines

    def _edge(self) -> list[str]:
        """Where the sea ends, as far as it can be seen (DE-18)."""
        corners = regular(6, self.size * 0.97, 0)
        return [
            placed(*self.where(place), 1, tag("title", say("the edge of the sea")), polygon(corners, ROCK))
            for column in range(self.left, self.right + 1)
            for place in range(column * ROWS + 1, column * ROWS + self.bottom + 1)
            if not sea.in_the_sea(place)
        ]

    def _hatch(self, seat: int) -> str:
        x, y = self.where(sea.hatch_of(self.table, self.box, seat))
        s = self.size
        return group(
            tag("title", say("{name}'s hatch", name=self.view.names[seat])),
            polygon(regular(6, s * 0.94, 0), "#e9eef0", stroke=INKED, stroke_width=1.5),
            circle(0, 0, s * 0.56, SAND, stroke=ROCK, stroke_width=4),
            group(mark(seat, s * 0.26)),
            transform=f"translate({x} {y})",
        )

    def _pawn(self, seat: int) -> str:
        place = self.table.divers[seat].place
        here = [s for s in range(self.table.players) if self.table.divers[s].place == place]
        x, y = self.where(place)
        shift = (here.index(seat) - (len(here) - 1) / 2) * self.size * 0.5
        label = f"{self.view.names[seat]}, {say('air')} {self.table.divers[seat].air}"
        lift = self.size * (0.42 if len(here) == 1 else 0.35)
        return piece(f"piece-{seat}", f"pawn-{seat}", x + shift, y - lift, self.size / 46, label)

    def _choices(self) -> list[str]:
        """Where to swim, and where the tile in hand may lie."""
        if not self.view.ids:
            return []
        drawn = []
        place = self.table.divers[self.view.seat].place
        for move in self.view.open_moves:
            if isinstance(move, Swim | Lay):
                x, y = self.where(sea.beside(self.box, place, move.way))
                drawn.append(button(encode(move), self.view.name(move), ring(x, y, self.size * 0.72)))
        return drawn


@part
def _tile(box: Box, tile: int, stock: Array[int], level: int, size: float, x: float, y: float) -> str:
    """A tile in the sea, with what is left on it."""
    label = f"{code(box, tile)}: {listed(stock) or say('empty')}"
    return group(
        tag("title", label),
        hexagon(box, tile, size, TONES[level - 1]),
        *_tokens(stock, size),
        id=f"tile-{tile}",
        data_thing=f"tile-{tile}",
        transform=f"translate({x} {y})",
    )


def hexagon(box: Box, tile: int, size: float, water: str) -> str:
    """A tile around the origin: water, with its rock edges thick."""
    corners = regular(6, size * 0.97, -120)
    inner = regular(6, size * 0.74, -120)
    rocks = [
        polygon([corners[way], corners[(way + 1) % 6], inner[(way + 1) % 6], inner[way]], ROCK)
        for way in range(6)
        if (box.rocks[tile] >> way) & 1
    ]
    return polygon(corners, water, stroke="#0b2742", stroke_width=1.5) + "".join(rocks)


def _tokens(amounts: Array[int], size: float) -> list[str]:
    """The resources of a tile: one token each up to four, else one a kind with its number."""
    kinds = [kind for kind, n in enumerate(amounts) for _ in range(n)]
    gap, scale = size * 0.56, size / 32
    if len(kinds) <= 4:
        spots = {
            0: [],
            1: [(0.0, 0.3)],
            2: [(-0.5, 0.3), (0.5, 0.3)],
            3: [(-0.55, 0.0), (0.55, 0.0), (0.0, 0.8)],
            4: [(-0.55, 0.0), (0.55, 0.0), (-0.5, 0.9), (0.5, 0.9)],
        }[len(kinds)]
        placed = zip(kinds, spots, strict=True)
        return [use(f"kind-{kind}", dx * gap, dy * gap, scale) for kind, (dx, dy) in placed]
    several = [(kind, n) for kind, n in enumerate(amounts) if n]
    drawn = []
    for i, (kind, n) in enumerate(several[:4]):
        x, y = (-0.6 + 1.2 * (i % 2)) * gap, (0.0 + 0.9 * (i // 2)) * gap
        drawn.append(use(f"kind-{kind}", x - 4, y, scale * 0.9))
        drawn.append(write(x + size * 0.16, y + 5, n, size * 0.36, "#ffffff", font_weight="bold"))
    return drawn


# Players


def _card_of(view: View, seat: int, place: tuple[float, float, float], width: float) -> str:
    """What a player has, for all to see."""
    table = view.table
    active = table.turn == seat and table.actor != OVER
    points = habitat.points_of(table, view.box, seat)
    return _card(table.divers[seat], seat, view.names[seat], active, points, place, width)


@part
def _card(
    diver: Diver,
    seat: int,
    name: str,
    active: bool,
    points: int,
    place: tuple[float, float, float],
    width: float,
) -> str:
    bubbles = [use("bubble" if i < diver.air else "no-bubble", 122 + 16 * i, 20) for i in range(diver.lungs)]
    lines = _wrapped(", ".join(_built(diver)) or say("nothing built"), int(width / 6.4))
    hand = diver.hand_size + (not diver.built[Card.RADIO])
    edge = {"stroke": INK if active else ROCK, "stroke_width": 3 if active else 1.5}
    return placed(
        *place,
        rect(0, 0, width, 120, PAPER, rx=8, **edge),
        group(mark(seat, 10), transform="translate(20 21)"),
        write(38, 27, name[:9], 17, font_weight="bold"),
        *bubbles,
        write(width - 12, 30, points, 24, anchor="end", font_weight="bold"),
        write(12, 54, say("bag"), 13, "var(--quiet)"),
        *_cells(diver.inventory, diver.bag, 62, 49),
        write(12, 78, say("store"), 13, "var(--quiet)"),
        *_cells(diver.storage, diver.shelf, 62, 73),
        write(width - 12, 54, say("hand {n}", n=hand), 13, "var(--quiet)", "end"),
        *(write(12, 98 + 15 * i, line, 12) for i, line in enumerate(lines[:2])),
        id=f"card-{seat}",
    )


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _cells(amounts: Array[int], cells: int, x: float, y: float, step: float = 19) -> list[str]:
    """A grid of cells with what lies in them."""
    step = min(step, 186 / max(1, cells))
    kinds = [kind for kind, n in enumerate(amounts) for _ in range(n)]
    boxes = [
        rect(x + step * i - 8, y - 9, step - 2, 18, "none", rx=3, stroke=ROCK, stroke_width=1.5)
        for i in range(cells)
    ]
    return boxes + [use(f"kind-{kind}", x + step * i, y, 0.75) for i, kind in enumerate(kinds)]


# Market and piles


def _market_row(view: View) -> str:
    table = view.table
    top = MAP_BOTTOM + 10
    drawn = [write(14, top + 20, say("Market"), 16, font_weight="bold")]
    drawn.append(write(92, top + 20, _how_to_lay(), 14, "var(--quiet)"))
    first, step = (84, 146) if table.market_size <= MARKET else (54, 82)
    for slot in range(max(MARKET, table.market_size)):
        drawn.append(_market_tile(view, slot, first + step * slot, top + 84, 11))
    if table.held >= 0:
        drawn.append(_shown_tile(view.box, table.held, 640, top + 84, say("in hand")))
    drawn += [_pile(view, pile, 724 + 98 * pile, top + 78) for pile in range(PILES)]
    return group(*drawn, id="market")


def _how_to_lay() -> str:
    return say("An arrow lays the tile that way; a brown one lays it on top of another.")


def _narrow_market(view: View, top: float) -> tuple[str, float]:
    """Upright: two tiles in a row where they have arrows, else four; then the piles; and where that ends."""
    table = view.table
    arrows = any(_ways_to_lay(view, slot) for slot in range(table.market_size))
    per_row, across, down = (2, 252, 196) if arrows else (4, 126, 96)
    drawn = [write(12, top + 20, say("Market"), 17, font_weight="bold")]
    if arrows:
        lines = enumerate(_wrapped(_how_to_lay(), 44))
        drawn += [write(92, top + 20 + 20 * i, line, 16, "var(--quiet)") for i, line in lines]
    slots = table.market_size if arrows else max(MARKET, table.market_size)
    first = top + (50 if arrows else 30) + down / 2
    for slot in range(slots):
        row, column = divmod(slot, per_row)
        drawn.append(_market_tile(view, slot, 8 + across * (column + 0.5), first + down * row, 28))
    y = first + down * (-(-slots // per_row) - 0.5) + 50
    if table.held >= 0:
        drawn.append(_shown_tile(view.box, table.held, 60, y, say("in hand")))
        y += 108
    drawn += [_pile(view, pile, 54 + 103 * pile, y) for pile in range(PILES)]
    return group(*drawn, id="market"), y + 62


def _on(pile: int) -> str:
    """Ink that can be read on the water of a pile's tiles."""
    return INKED if pile < 2 else "#ffffff"


@part
def _shown_tile(box: Box, tile: int, x: float, y: float, note: str = "") -> str:
    tone = TONES[box.pile[tile]]
    return group(
        tag("title", tile_words(box, tile)),
        hexagon(box, tile, 40, tone),
        *_tokens(box.holds[tile], 38),
        write(0, -14, code(box, tile), 15, _on(box.pile[tile]), "middle", font_weight="bold"),
        write(0, 58, note, 16, anchor="middle"),
        data_thing=f"tile-{tile}",
        transform=f"translate({x} {y})",
    )


def _market_tile(view: View, slot: int, x: float, y: float, radius: float) -> str:
    """A tile of the market, with an arrow for each way it may be laid; or a place without a tile."""
    table = view.table
    if slot >= table.market_size:
        corners = [(x + a, y + b) for a, b in regular(6, 38, 0)]
        return polygon(corners, "none", stroke=ROCK, stroke_width=1.5)
    drawn = [_shown_tile(view.box, table.market[slot], x, y)]
    drawn.append(_choice(view, PutUnder(slot), "", ring(x, y, 38)))
    for move in _ways_to_lay(view, slot):
        dx, dy = regular(6, 45 + radius, -90)[move.way]
        tone = "#fdfbf5" if isinstance(move, Explore) else "#b9a27c"
        arrow = path("M0 -7l6 8h-4v6h-4v-6h-4z", INKED, transform=f"rotate({60 * move.way})")
        sign = [circle(0, 0, radius, tone), placed(0, 0, radius / 11, arrow), ring(0, 0, radius)]
        drawn.append(button(encode(move), view.name(move), placed(x + dx, y + dy, 1, *sign)))
    return group(*drawn)


def _ways_to_lay(view: View, slot: int) -> list[Explore | Terraform]:
    """The open moves that lay a tile of the market, clockwise."""
    laying = (move for move in view.open_moves if isinstance(move, Explore | Terraform))
    return sorted((move for move in laying if move.slot == slot), key=lambda move: move.way)


def _pile(view: View, pile: int, x: float, y: float) -> str:
    table = view.table
    count = sea.tiles_in(table, pile)
    known = table.put_under[pile]
    label = say(
        "{depth} pile: {n} {n:tile|tiles}, {known} known at the bottom",
        depth=DEPTHS[pile],
        n=count,
        known=known,
    )
    tiles = _stacked(pile, count, x, y)
    return group(tag("title", label), _choice(view, Scan(pile), tiles, ring(x, y, 44)))


@shape
def _stacked(pile: int, count: int, x: float, y: float) -> str:
    return "".join(
        [
            polygon([(x + a, y + b + 5) for a, b in regular(6, 40, 0)], ABYSS),
            polygon(
                [(x + a, y + b) for a, b in regular(6, 40, 0)], TONES[pile], stroke=INKED, stroke_width=1.5
            ),
            write(x, y - 2, DEPTHS[pile], 18, _on(pile), "middle", font_weight="bold"),
            write(x, y + 20, f"×{count}", 17, _on(pile), "middle"),
        ]
    )


# One's own boards


def _own_boards(view: View, top: float) -> str:
    """Upgrades and hand of the one who looks."""
    seat = _looks(view)
    return group(
        write(14, top + 16, _upgrades_of(view), 16, font_weight="bold"),
        *(_upgrade(view, number, 14 + 168 * number, top + 24, 42) for number in range(len(UPGRADES))),
        *(placed(14 + 235 * i, top + 74, 1, card) for i, card in enumerate(_hand_cards(view, seat))),
        write(1186, top + 16, _milestones(view.table.divers[_looks(view)]), 15, anchor="end"),
        id="own",
    )


def _narrow_own_boards(view: View, top: float) -> tuple[str, float]:
    """Upright: the hand of the one who looks, then the upgrades; and where that ends."""
    cards = _hand_cards(view, _looks(view))
    upgrades = top + 76 * -(-len(cards) // 2) + 6
    drawn = [placed(5 + 257 * (i % 2), top + 76 * (i // 2), 1.115, card) for i, card in enumerate(cards)]
    drawn.append(write(12, upgrades + 16, _upgrades_of(view), 17, font_weight="bold"))
    for number in range(len(UPGRADES)):
        row, column = divmod(number, 3)
        drawn.append(_upgrade(view, number, 8 + 172 * column, upgrades + 26 + 62 * row, 56))
    end = upgrades + 26 + 62 * -(-len(UPGRADES) // 3)
    drawn.append(write(12, end + 18, _milestones(view.table.divers[_looks(view)]), 16))
    return group(*drawn, id="own"), end + 34


def _upgrades_of(view: View) -> str:
    return say("Upgrades of {name}", name=view.names[_looks(view)])


def _milestones(diver: Diver) -> str:
    milestones = [DEPTHS[depth + 1] for depth in range(4) if diver.milestones[depth]]
    return say("Milestones: {list}", list=", ".join(milestones) or "–")


def _upgrade(view: View, number: int, x: float, y: float, height: float) -> str:
    """An upgrade: what it costs, or that it is there."""
    drawn = _plate(view.box, number, view.table.divers[_looks(view)].upgrades[number], height)
    drawn = _choice(view, CraftUpgrade(number), drawn, frame(0, 0, 160, height))
    return placed(x, y, 1, tag("title", f"{upgrade_name(number)}: {upgrade_use(view.box, number)}"), drawn)


@part
def _plate(box: Box, number: int, has: int, height: float) -> str:
    parts = [
        rect(0, 0, 160, height, PAPER, rx=8, stroke=ROCK, stroke_width=1.5),
        write(10, height / 2 + 5, upgrade_name(number), 15, font_weight="bold" if has else None),
    ]
    if has:
        parts.append(write(150, height / 2 + 6, "✓", 18, anchor="end", font_weight="bold"))
    else:
        parts += _icons(box.upgrades[number].cost, 122, height / 2, 22, 0.9)
    return "".join(parts)


def _hand_cards(view: View, seat: int) -> list[str]:
    """The blueprint cards of a hand, those of others from behind."""
    diver = view.table.divers[seat]
    shown = view.seat == seat
    cards = [number for number in range(DECK_CARDS) for _ in range(diver.hand[number])] if shown else []
    if not diver.built[Card.RADIO]:
        cards = [*cards, Card.RADIO]
    back = rect(0, 0, 227, 64, DEEP, rx=8, stroke=INKED, stroke_width=1.5) + write(
        113, 39, say("a blueprint"), 16, "#ffffff", "middle"
    )
    return [*(_blueprint(view, number) for number in cards), *([] if shown else [back] * diver.hand_size)]


def _blueprint(view: View, number: int) -> str:
    return _choice(view, Build(number), _printed(view.box, number), frame(0, 0, 227, 64))


@part
def _printed(box: Box, number: int) -> str:
    card = box.cards[number]
    return "".join(
        [
            rect(0, 0, 227, 64, PAPER, rx=8, stroke=ROCK, stroke_width=1.5),
            write(10, 24, card_name(number), 16, font_weight="bold"),
            *_icons(card.cost, 108, 19, 20, 0.85),
            write(217, 26, card.points, 20, anchor="end", font_weight="bold"),
            write(10, 50, card_words(box, number), 13, "var(--quiet)"),
        ]
    )


# What can be done


def _choice(view: View, move: Any, drawn: str, glow: str) -> str:
    """Something drawn; where a move is open now, it glows and can be clicked."""
    number = encode(move)
    return button(number, view.name(move), drawn, glow) if number in view.ids else drawn


def _pills(view: View) -> str:
    """A button for every move of the one who looks that has no place of its own."""
    elsewhere = Swim | Explore | Terraform | Scan | Build | CraftUpgrade | BuildRocket | Lay | PutUnder
    moves = [move for move in view.open_moves if not isinstance(move, elsewhere)]
    scale = 1.0 if len(moves) <= 24 else 0.75
    drawn, x, y = [], 14.0, 0.0
    for move in moves:
        label = view.name(move)
        width = 24 + 8.2 * len(label)
        if x + width > (WIDTH - 14) / scale:
            x, y = 14.0, y + 38
        drawn.append(
            button(
                encode(move),
                label,
                rect(x, y, width, 30, INKED, rx=8),
                write(x + width / 2, y + 20, label, 15, "#ffffff", "middle"),
                frame(x, y, width, 30),
            )
        )
        x += width + 10
    return group(*drawn, id="choices", transform=f"translate(0 940) scale({scale})")
