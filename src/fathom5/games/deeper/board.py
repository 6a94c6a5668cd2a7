"""The board of Deeper: the sea in hexes under the hatches, market, rocket, and every player's boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from fathom5.games.deeper import habitat, rules, sea
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    HATCH,
    MARKET,
    PILES,
    PLACES,
    RADIO,
    RAW,
    ROCKETS,
    ROWS,
    SEATS,
    TRIM,
    UNUSED,
    UPGRADES,
)
from fathom5.games.deeper.words import card_name, code, listed, resource, rocket_name, upgrade_name
from fathom5.kernel.drawing import (
    ABYSS,
    COLOURS,
    DEEP,
    INK,
    MIDDLE,
    PAPER,
    ROCK,
    SAND,
    SHALLOWS,
    SIGNS,
    SURFACE,
    button,
    circle,
    frame,
    group,
    mark,
    path,
    picture,
    piece,
    polygon,
    rect,
    regular,
    ring,
    symbol,
    tag,
    use,
)
from fathom5.kernel.drawing import text as write
from fathom5.kernel.lang import say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View

# In the terminal

LETTERS = "fkctqd"


def text(view: View) -> str:
    """Rocket, sea, market and players for a terminal."""
    table = view.table
    lines = [_round(view), _rocket_line(view), ""]
    lines += _sea_lines(view)
    lines.append("")
    lines.append(say("small letters: {names}", names=", ".join(map(resource, range(RAW)))))
    market = [f"{code(view.box, tile)} {_tile_words(view, tile)}" for tile in _market(table)]
    lines.append(f"{say('market')}: {'; '.join(market) or '–'}")
    piles = [f"{DEPTHS[pile]} {sea.tiles_in(table, pile)}" for pile in range(PILES)]
    lines.append(f"{say('piles')}: {', '.join(piles)}")
    lines += [_player_line(view, seat) for seat in range(table.players)]
    if view.seat >= 0:
        lines.append(f"{say('your hand')}: {', '.join(_hand(table, view.seat)) or '–'}")
    return "\n".join(lines)


def _round(view: View) -> str:
    table = view.table
    number = min(table.rounds + 1, table.limit)
    return say("Round {number} of at most {limit}", number=number, limit=table.limit)


def _rocket_line(view: View) -> str:
    parts = []
    for number in range(len(ROCKETS)):
        owner = view.table.rockets[number]
        if owner >= 0:
            parts.append(f"{rocket_name(number)} {SIGNS[owner]}")
        elif owner != UNUSED:
            parts.append(f"{rocket_name(number)} ({listed(view.box.rockets[number].cost)})")
    return f"{say('rocket')}: {'; '.join(parts)}"


def _market(table: Any) -> list[int]:
    return [table.market[slot] for slot in range(table.market_size)]


def _tile_words(view: View, tile: int) -> str:
    rocks = [way for way in range(6) if (view.box.rocks[tile] >> way) & 1]
    edges = "".join("↑↗↘↓↙↖"[way] for way in rocks)
    rock = say(" ({edges} rock)", edges=edges) if edges else ""
    return listed(view.box.holds[tile]) + rock


def _sea_lines(view: View) -> list[str]:
    table = view.table
    left, right, bottom = _window(table)
    lines = [" " * 6 + "".join(f"{_hatch_sign(view, c):<5}" for c in range(left, right + 1)).rstrip()]
    for half in range(1, 2 * bottom + 1):
        cells = []
        for column in range(left, right + 1):
            row, shifted = divmod(half + 1, 2)
            here = (column & 1) == (half + 1) % 2
            place = column * ROWS + row
            cells.append(_cell(view, place) if here and not (shifted and not column & 1) else "")
        depth = f"{10 * half} m" if half % 2 == 0 else ""
        lines.append(f"{depth:>5} " + "".join(f"{cell:<5}" for cell in cells).rstrip())
    return lines


def _hatch_sign(view: View, column: int) -> str:
    for seat in range(view.table.players):
        hatch = sea.hatch_of(view.table, view.box, seat)
        if hatch == column * ROWS:
            return f"{SIGNS[seat]}{'⌂' if view.table.divers[seat].place == hatch else '_'}"
    return ""


def _cell(view: View, place: int) -> str:
    table = view.table
    tile = table.sea[place]
    if not 0 <= tile < HATCH:
        return "·"
    pawns = "".join(SIGNS[s] for s in range(table.players) if table.divers[s].place == place)
    stock = "".join(LETTERS[kind] * min(table.stock[tile, kind], 4) for kind in range(RAW))
    return (pawns + (stock or "_"))[:5]


def _player_line(view: View, seat: int) -> str:
    table, diver = view.table, view.table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    points = habitat.points_of(table, view.box, seat)
    parts = [
        f"{turn} {SIGNS[seat]} {view.names[seat]:<8} {points:>3} {say('points')}",
        f"{say('air')} {diver.air}/{diver.lungs}",
        f"{say('carries')} {listed(diver.inventory) or '–'} ({diver.carried}/{diver.bag})",
        f"{say('stored')} {listed(diver.storage) or '–'} ({diver.stored}/{diver.shelf})",
        ", ".join(_built(diver)),
    ]
    return "  ".join(part for part in parts if part)


def _built(diver: Any) -> list[str]:
    cards = [card_name(number) for number in range(len(CARDS)) for _ in range(diver.built[number])]
    return cards + [upgrade_name(number) for number in range(len(UPGRADES)) if diver.upgrades[number]]


def _hand(table: Any, seat: int) -> list[str]:
    diver = table.divers[seat]
    cards = [card_name(number) for number in range(DECK_CARDS) for _ in range(diver.hand[number])]
    return cards + ([] if diver.built[RADIO] else [card_name(RADIO)])


# Drawn

WIDTH, HEIGHT = 1200, 1064
MAP_WIDTH, MAP_TOP, MAP_BOTTOM = 884, 96, 606
TONES = ("#6fbcd2", "#3f97b4", "#2b7598", "#1d587f", "#133f62")
INKED = "#10293a"
KIND_COLOURS = ("#f2937a", "#4f9a55", "#e0567a", "#c9d3d9", "#dccbf5", "#8fe6ee", "#b98a54")


def svg(view: View) -> str:
    """The whole board as a picture."""
    table = view.table
    seat = view.seat if view.seat >= 0 else table.turn
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {_round(view)}.",
        _sheet(),
        rect(0, 0, WIDTH, HEIGHT, PAPER),
        _water(),
        _rockets(view),
        Map(view).drawn(),
        group(*(_card(view, each) for each in range(table.players)), id="cards"),
        _market_row(view),
        _own_boards(view, seat),
        _pills(view),
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


@cache
def _water() -> str:
    bands = ((96, SHALLOWS), (190, "#55a5bf"), (280, MIDDLE), (370, "#236d90"), (450, DEEP), (530, ABYSS))
    waves = [
        path(f"M0 {y}" + "q27.6 8 55.25 0t55.25 0" * 8 + f"V{MAP_BOTTOM}H0Z", colour) for y, colour in bands
    ]
    return group(
        rect(0, 0, WIDTH, 140, SURFACE), rect(MAP_WIDTH, 96, 316, 510, PAPER), *waves, aria_hidden="true"
    )


def _icons(amounts: Sequence[int], x: float, y: float, step: float, scale: float = 1.0) -> list[str]:
    """Resources in a row."""
    kinds = [kind for kind, n in enumerate(amounts) for _ in range(n)]
    return [use(f"kind-{kind}", x + i * step, y, scale) for i, kind in enumerate(kinds)]


# The rocket


def _rockets(view: View) -> str:
    table = view.table
    drawn = []
    used = [number for number in range(len(ROCKETS)) if table.rockets[number] != UNUSED]
    for i, number in enumerate(used):
        x, owner, card = 14 + 194 * i, table.rockets[number], view.box.rockets[number]
        parts = [
            rect(x, 10, 184, 72, "#fdfbf5", rx=8, stroke=INKED, stroke_width=1.5),
            write(x + 12, 34, rocket_name(number), 17, INKED, font_weight="bold"),
            write(x + 172, 36, card.points, 24, INKED, "end", font_weight="bold"),
        ]
        if owner >= 0:
            parts.append(group(mark(owner, 11), transform=f"translate({x + 24} 60)"))
            parts.append(write(x + 44, 66, view.names[owner], 16, INKED))
        else:
            parts += _icons(card.cost, x + 22, 60, 24)
        move = rules.ROCKET + number
        if move in view.ids:
            parts = [button(move, view.name(move), *parts, frame(x, 10, 184, 72))]
        drawn.append(group(*parts, id=f"rocket-{number}"))
    return group(*drawn, id="rocket")


# The sea


def _window(table: Any) -> tuple[int, int, int]:
    """The columns and the lowest row worth showing."""
    places = [place for place in range(PLACES) if table.sea[place] != sea.EMPTY]
    columns = [place // ROWS for place in places]
    rows = [place % ROWS for place in places]
    return max(0, min(columns) - 1), min(31, max(columns) + 1), max(6, max(rows) + 1)


class Map:
    """The hexes, fitted into their part of the board."""

    def __init__(self, view: View) -> None:
        self.view, self.table, self.box = view, view.table, view.box
        self.left, self.right, self.bottom = _window(self.table)
        across = 1.5 * (self.right - self.left) + 2
        down = sqrt(3) * (self.bottom + 0.75)
        self.size = min(50.0, (MAP_WIDTH - 64) / across, (MAP_BOTTOM - MAP_TOP - 36) / down)
        self.x0 = 64 + (MAP_WIDTH - 64 - self.size * across) / 2 + self.size

    def where(self, place: int) -> tuple[float, float]:
        """The middle of a place."""
        column, row = divmod(place, ROWS)
        half = 2 * row - 1 + (column & 1)
        x = self.x0 + 1.5 * self.size * (column - self.left)
        return round(x, 1), round(MAP_TOP + 28 + half * self.size * sqrt(3) / 2, 1)

    def drawn(self) -> str:
        """Depth lines, tiles, hatches, pawns and what can be done there."""
        table = self.table
        tiles = [self._tile(place) for place in range(PLACES) if 0 <= table.sea[place] < HATCH]
        hatches = [self._hatch(seat) for seat in range(table.players)]
        pawns = [self._pawn(seat) for seat in range(table.players)]
        return group(
            *self._lines(),
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
            if y < MAP_BOTTOM - 6:
                lines.append(
                    rect(0, y, MAP_WIDTH, 1.5, "#ffffff", fill_opacity=0.35)
                    + write(
                        8, y - 5, f"{20 * row} m", 15, INKED if y < 260 else "#ffffff", font_weight="bold"
                    )
                )
        return lines

    def _tile(self, place: int) -> str:
        tile = self.table.sea[place]
        x, y = self.where(place)
        stock = self.table.stock[tile]
        label = f"{code(self.box, tile)}: {listed(stock) or say('empty')}"
        return group(
            tag("title", label),
            hexagon(self.box, tile, self.size, TONES[sea.level(place) - 1]),
            *_tokens(stock, self.size),
            id=f"tile-{tile}",
            transform=f"translate({x} {y})",
        )

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
        for move in self.view.ids:
            swim, lay = move - rules.SWIM, move - rules.LAY_DOWN
            if 0 <= swim < 6 or 0 <= lay < 6:
                x, y = self.where(sea.beside(self.box, place, swim if swim < 6 else lay))
                drawn.append(button(move, self.view.name(move), ring(x, y, self.size * 0.72)))
        return drawn


def hexagon(box: Any, tile: int, size: float, water: str) -> str:
    """A tile around the origin: water, with its rock edges thick."""
    corners = regular(6, size * 0.97, -120)
    inner = regular(6, size * 0.74, -120)
    rocks = [
        polygon([corners[way], corners[(way + 1) % 6], inner[(way + 1) % 6], inner[way]], ROCK)
        for way in range(6)
        if (box.rocks[tile] >> way) & 1
    ]
    return polygon(corners, water, stroke="#0b2742", stroke_width=1.5) + "".join(rocks)


def _tokens(amounts: Sequence[int], size: float) -> list[str]:
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


def _card(view: View, seat: int) -> str:
    """What a player has, for all to see."""
    table, diver = view.table, view.table.divers[seat]
    x, y, width = MAP_WIDTH + 10, 100 + 126 * seat, 296
    active = table.turn == seat and table.actor != OVER
    points = habitat.points_of(table, view.box, seat)
    bubbles = [
        use("bubble" if i < diver.air else "no-bubble", x + 122 + 16 * i, y + 20) for i in range(diver.lungs)
    ]
    cards = ", ".join(_built(diver))
    lines = _wrapped(cards or say("nothing built"), 46)
    hand = diver.hand_size + (not diver.built[RADIO])
    return group(
        rect(
            x, y, width, 120, PAPER, rx=8, stroke=INK if active else ROCK, stroke_width=3 if active else 1.5
        ),
        group(mark(seat, 10), transform=f"translate({x + 20} {y + 21})"),
        write(x + 38, y + 27, view.names[seat][:9], 17, font_weight="bold"),
        *bubbles,
        write(x + width - 12, y + 30, points, 24, anchor="end", font_weight="bold"),
        write(x + 12, y + 54, say("bag"), 13, "var(--quiet)"),
        *_cells(diver.inventory, diver.bag, x + 62, y + 49),
        write(x + 12, y + 78, say("store"), 13, "var(--quiet)"),
        *_cells(diver.storage, diver.shelf, x + 62, y + 73),
        write(x + width - 12, y + 54, say("hand {n}", n=hand), 13, "var(--quiet)", "end"),
        *(write(x + 12, y + 98 + 15 * i, line, 12) for i, line in enumerate(lines[:2])),
        id=f"card-{seat}",
    )


def _wrapped(words: str, width: int) -> list[str]:
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _cells(amounts: Sequence[int], cells: int, x: float, y: float, step: float = 19) -> list[str]:
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
    note = say("An arrow lays the tile that way; a brown one lays it on top of another.")
    drawn.append(write(92, top + 20, note, 14, "var(--quiet)"))
    first, step = (84, 146) if table.market_size <= MARKET else (54, 82)
    for slot in range(max(MARKET, table.market_size)):
        x, y = first + step * slot, top + 84
        if slot >= table.market_size:
            drawn.append(
                polygon([(x + a, y + b) for a, b in regular(6, 38, 0)], "none", stroke=ROCK, stroke_width=1.5)
            )
            continue
        drawn.append(_market_tile(view, slot, x, y))
    if table.held >= 0:
        drawn.append(_shown_tile(view, table.held, 640, top + 84, say("in hand")))
    drawn += [_pile(view, pile, 724 + 98 * pile, top + 78) for pile in range(PILES)]
    return group(*drawn, id="market")


def _on(pile: int) -> str:
    """Ink that can be read on the water of a pile's tiles."""
    return INKED if pile < 2 else "#ffffff"


def _shown_tile(view: View, tile: int, x: float, y: float, note: str = "") -> str:
    tone = TONES[view.box.pile[tile]]
    return group(
        tag("title", _tile_words(view, tile)),
        hexagon(view.box, tile, 40, tone),
        *_tokens(view.box.holds[tile], 38),
        write(0, -14, code(view.box, tile), 15, _on(view.box.pile[tile]), "middle", font_weight="bold"),
        write(0, 62, note, 14, anchor="middle"),
        transform=f"translate({x} {y})",
    )


def _market_tile(view: View, slot: int, x: float, y: float) -> str:
    """A tile of the market, with an arrow for each way it may be laid."""
    table = view.table
    drawn = [_shown_tile(view, table.market[slot], x, y)]
    under = rules.UNDERNEATH + slot
    if table.phase == TRIM and under in view.ids:
        drawn.append(button(under, view.name(under), ring(x, y, 38)))
    for way in range(6):
        for first in (rules.EXPLORE, rules.TERRAFORM):
            move = first + way * MARKET + slot
            if move in view.ids and slot < MARKET:
                dx, dy = regular(6, 56, -90)[way]
                tone = "#fdfbf5" if first == rules.EXPLORE else "#b9a27c"
                arrow = path("M0 -7l6 8h-4v6h-4v-6h-4z", INKED, transform=f"rotate({60 * way})")
                drawn.append(
                    button(
                        move,
                        view.name(move),
                        group(
                            circle(0, 0, 11, tone), arrow, transform=f"translate({x + dx:.1f} {y + dy:.1f})"
                        ),
                        ring(x + dx, y + dy, 11),
                    )
                )
    return group(*drawn)


def _pile(view: View, pile: int, x: float, y: float) -> str:
    table = view.table
    count = sea.tiles_in(table, pile)
    known = table.put_under[pile]
    label = say(
        "{depth} pile: {n} tiles, {known} known at the bottom", depth=DEPTHS[pile], n=count, known=known
    )
    parts = [
        polygon([(x + a, y + b + 5) for a, b in regular(6, 40, 0)], ABYSS),
        polygon([(x + a, y + b) for a, b in regular(6, 40, 0)], TONES[pile], stroke=INKED, stroke_width=1.5),
        write(x, y - 2, DEPTHS[pile], 18, _on(pile), "middle", font_weight="bold"),
        write(x, y + 20, f"×{count}", 17, _on(pile), "middle"),
    ]
    move = rules.SCAN + pile
    if move in view.ids:
        parts = [button(move, view.name(move), *parts, ring(x, y, 44))]
    return group(tag("title", label), *parts)


# One's own boards


def _own_boards(view: View, seat: int) -> str:
    """Upgrades and hand of the one who looks."""
    diver, top = view.table.divers[seat], 786
    drawn = [
        write(14, top + 16, say("Upgrades of {name}", name=view.names[seat]), 16, font_weight="bold"),
    ]
    for number in range(len(UPGRADES)):
        x = 14 + 168 * number
        weight = "bold" if diver.upgrades[number] else None
        parts = [
            rect(x, top + 24, 160, 42, PAPER, rx=8, stroke=ROCK, stroke_width=1.5),
            write(x + 10, top + 50, upgrade_name(number), 15, font_weight=weight),
        ]
        if diver.upgrades[number]:
            parts.append(write(x + 150, top + 51, "✓", 18, anchor="end", font_weight="bold"))
        else:
            parts += _icons(view.box.upgrades[number].cost, x + 122, top + 45, 22, 0.9)
        move = rules.UPGRADE + number
        if move in view.ids:
            parts = [button(move, view.name(move), *parts, frame(x, top + 24, 160, 42))]
        drawn.append(group(tag("title", _upgrade_words(number)), *parts))
    drawn += _hand_row(view, seat, top + 74)
    milestones = [DEPTHS[d + 1] for d in range(4) if diver.milestones[d]]
    drawn.append(
        write(1186, top + 16, say("Milestones: {list}", list=", ".join(milestones) or "–"), 15, anchor="end")
    )
    return group(*drawn, id="own")


def _upgrade_words(number: int) -> str:
    return (
        say("Fins: your first swim each turn may go 2 spaces."),
        say("Knife: at the end of your turn you may gather 1."),
        say("Sea Glide: when you explore you may move into the new tile."),
        say("Rebreather: 2 more cells of air."),
        say("Air Tank: 2 more cells of air."),
        say("Swim Bag: 2 more cells of inventory."),
        say("Back Pack: 2 more cells of inventory."),
    )[number]


def card_words(number: int) -> str:
    """What a blueprint card does."""
    return (
        say("kelp when you breathe at home"),
        say("fish when you breathe at home"),
        say("a vain scan: free explore"),
        say("cards cost 1 titanium less"),
        say("2 from a tile beside you, free"),
        say("4 more cells of storage"),
        say("fish and kelp → 2 food"),
        say("coral → titanium"),
        say("2 quartz → diamond"),
        say("worth a look"),
        say("you may build the rocket"),
    )[number]


def _hand_row(view: View, seat: int, y: float) -> list[str]:
    diver = view.table.divers[seat]
    shown = view.seat == seat
    cards = [number for number in range(DECK_CARDS) for _ in range(diver.hand[number])] if shown else []
    if not diver.built[RADIO]:
        cards = [*cards, RADIO]
    hidden = 0 if shown else diver.hand_size
    drawn = []
    for i, number in enumerate(cards):
        x, card, move = 14 + 235 * i, view.box.cards[number], rules.CRAFT + number
        parts = [
            rect(x, y, 227, 64, PAPER, rx=8, stroke=ROCK, stroke_width=1.5),
            write(x + 10, y + 24, card_name(number), 16, font_weight="bold"),
            *_icons(card.cost, x + 108, y + 19, 20, 0.85),
            write(x + 217, y + 26, card.points, 20, anchor="end", font_weight="bold"),
            write(x + 10, y + 50, card_words(number), 13, "var(--quiet)"),
        ]
        if move in view.ids:
            parts = [button(move, view.name(move), *parts, frame(x, y, 227, 64))]
        drawn.append(group(*parts))
    for i in range(hidden):
        x = 14 + 235 * (len(cards) + i)
        drawn.append(rect(x, y, 227, 64, DEEP, rx=8, stroke=INKED, stroke_width=1.5))
        drawn.append(write(x + 113, y + 39, say("a blueprint"), 16, "#ffffff", "middle"))
    return drawn


# What else can be done


def _pills(view: View) -> str:
    """A button for every other move of the one who looks."""
    elsewhere = (
        (rules.SWIM, rules.GATHER),
        (rules.EXPLORE, rules.CONVERT),
        (rules.CRAFT, rules.STORE),
        (rules.LAY_DOWN, rules.LESS),
        (rules.UNDERNEATH, rules.TAKE),
    )
    moves = [move for move in view.ids if not any(low <= move < high for low, high in elsewhere)]
    scale = 1.0 if len(moves) <= 24 else 0.75
    drawn, x, y = [], 14.0, 0.0
    for move in moves:
        label = view.name(move)
        width = 24 + 8.2 * len(label)
        if x + width > (WIDTH - 14) / scale:
            x, y = 14.0, y + 38
        drawn.append(
            button(
                move,
                label,
                rect(x, y, width, 30, INKED, rx=8),
                write(x + width / 2, y + 20, label, 15, "#ffffff", "middle"),
                frame(x, y, width, 30),
            )
        )
        x += width + 10
    return group(*drawn, id="choices", transform=f"translate(0 940) scale({scale})")
