"""The chart of Deeper: the sea in hexes as the board shows it, around whoever's turn it is."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import encode
from fathom5.draw.svg import (
    ABYSS,
    DEEP,
    MIDDLE,
    SHALLOWS,
    SURFACE,
    blend,
    button,
    circle,
    group,
    mark,
    part,
    path,
    piece,
    placed,
    polygon,
    rect,
    regular,
    shape,
    sky,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.deeper import sea
from fathom5.games.deeper.drawings import EDGE, INKED, NAVY, STONE, STONE_LIT, TONES, hatch, hexagon
from fathom5.games.deeper.table import (
    COLUMNS,
    HATCH,
    PLACES,
    ROWS,
    WAYS,
    Box,
    Explore,
    Gather,
    GatherOne,
    Haul,
    Lay,
    LeaveOut,
    Swim,
    Table,
    Terraform,
)
from fathom5.games.deeper.words import EDGE as EDGE_OF_THE_SEA
from fathom5.games.deeper.words import FAR, listed, place_words, resource, rock_words
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

SIZE = 70.0
"""From the middle of a hex to its corners."""

ACROSS, DOWN = 1.5 * SIZE, sqrt(3) * SIZE
"""From one column to the next, and from one row to the next."""

BEYOND = 150
"""So far out of its part of the board the sea is drawn on."""


class Zone(NamedTuple):
    """The part of the board where nothing covers the sea."""

    left: float
    top: float
    right: float
    bottom: float


class Camera(NamedTuple):
    """Where the sea lies under its zone: a place at (x, y) of the sea is at (dx + x·scale, dy + y·scale)."""

    zone: Zone
    dx: float
    dy: float
    scale: float

    def sees(self, place: int) -> bool:
        """Whether a place is in the zone or just beyond it, under what covers the sea."""
        x, y = where(place)
        x, y = self.dx + x * self.scale, self.dy + y * self.scale
        zone = self.zone
        return (
            zone.left - 2 * BEYOND < x < zone.right + BEYOND and zone.top - BEYOND < y < zone.bottom + BEYOND
        )

    def is_inside(self, place: int) -> bool:
        """Whether all of a place is in sight across, so that nothing written there is cut off."""
        x = self.dx + where(place)[0] * self.scale
        return x - SIZE * self.scale > 0 and x + SIZE * self.scale < self.zone.right


@lru_cache(PLACES)
def where(place: int) -> tuple[float, float]:
    """The middle of a place in the sea; the surface is at 0."""
    column, row = divmod(place, ROWS)
    return ACROSS * column, round(DOWN * (row - (0 if column & 1 else 0.5)), 1)


def camera_at(table: Table, zone: Zone, scale: float, sky: float, low: float) -> Camera:
    """All of the sea that is known where it fits, else around the pawn whose turn it is.

    `sky` is how far the surface lies under the top, `low` how far the pawn may be before the sea moves up.
    """
    columns = [place // ROWS for place, tile in enumerate(table.sea) if tile != sea.EMPTY]
    left, right = ACROSS * (min(columns) - 1) - SIZE, ACROSS * (max(columns) + 1) + SIZE
    x, y = where(table.divers[table.turn].place)
    middle, half = (zone.left + zone.right) / 2, (zone.right - zone.left) / 2 / scale
    about = (left + right) / 2 if right - left < 2 * half else min(max(x, left + half), right - half)
    return Camera(zone, round(middle - about * scale, 1), round(min(sky, low - y * scale), 1), scale)


# Water


def water(camera: Camera, width: float) -> str:
    """Sky and sea, darker with depth, far beyond the board; it moves with the camera."""
    moved = f"transform:translate(0px,{camera.dy}px)"
    return group(_bands(width, camera.scale), id="water", class_="piece", style=moved, aria_hidden="true")


@shape
def _bands(width: float, scale: float) -> str:
    tones = (SHALLOWS, blend(SHALLOWS, MIDDLE, 0.5), MIDDLE, blend(MIDDLE, DEEP, 0.5), DEEP, ABYSS)
    waves = "q35 9 70 0t70 0" * round((width + 960) / 140 + 1)
    return "".join(
        [
            rect(-480, -2400, width + 960, 2500, SURFACE),
            placed(0, -214, 1, sky(width)),
            *(
                path(f"M-480 {DOWN * scale * i - 3:.1f}{waves}V4200H-480Z", tone)
                for i, tone in enumerate(tones)
            ),
        ]
    )


def depths(camera: Camera, right: float) -> str:
    """Lines every 20 m, with their depth at the right."""
    drawn = []
    for row in range(1, ROWS - 1):
        y = camera.dy + DOWN * row * camera.scale
        if camera.zone.top + 24 < y < camera.zone.bottom:
            halo = {"stroke": NAVY, "stroke_width": 5, "paint_order": "stroke", "font_weight": "bold"}
            drawn.append(rect(-480, round(y, 1), right + 960, 2.4, "#ffffff", fill_opacity=0.3))
            drawn.append(write(right - 10, round(y - 8, 1), f"{20 * row} m", 22, "#ffffff", "end", **halo))
    return group(*drawn, id="depths", aria_hidden="true", pointer_events="none")


# Tiles


SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 16),),
    2: ((-35, 14), (35, 14)),
    3: ((-40, -12), (40, -12), (0, 42)),
    4: ((-35, -26), (35, -26), (-35, 43), (35, 43)),
    5: ((-42, -22), (0, -22), (42, -22), (-24, 36), (24, 36)),
    6: ((-42, -22), (0, -22), (42, -22), (-42, 36), (0, 36), (42, 36)),
}
"""Where the kinds of resources on a tile lie, by how many kinds there are."""


def spots_of(amounts: tuple[int, ...]) -> dict[int, tuple[float, float]]:
    """The kinds on a tile, and where they lie on it."""
    kinds = [kind for kind, n in enumerate(amounts) if n]
    return dict(zip(kinds, SPOTS.get(len(kinds), ()), strict=True))


@shape
def tokens(amounts: tuple[int, ...], is_counted: bool = True) -> str:
    """The resources of a tile: each kind once more for each of it, and its number."""
    drawn = []
    for kind, (x, y) in spots_of(amounts).items():
        n = amounts[kind]
        heap = min(n, 3)
        for i in reversed(range(heap)):
            drawn.append(
                use(f"kind-{kind}", x + 8 * (i - (heap - 1) / 2), y - 7 * (i - (heap - 1) / 2), 1.05)
            )
        if n > 1 and is_counted:
            drawn.append(circle(x - 16, y + 16, 14, NAVY))
            drawn.append(write(x - 16, y + 23, n, 20, "#ffffff", "middle", font_weight="bold"))
    return "".join(drawn)


@shape
def printed(amounts: tuple[int, ...], radius: float) -> str:
    """The resources printed on a small tile, one by one; there are four at most."""
    kinds = [kind for kind, n in enumerate(amounts) for _ in range(n)]
    grown = radius / SIZE
    spots = SPOTS.get(len(kinds), SPOTS[6])
    return "".join(
        use(f"kind-{kind}", x * grown * 0.92, (y - 6) * grown, 0.62 if radius < 53 else 0.7)
        for kind, (x, y) in zip(kinds, spots, strict=False)
    )


def stock_of(table: Table, tile: int) -> tuple[int, ...]:
    """What lies on a tile."""
    return tuple(table.stock[tile])


class Chart:
    """The sea as a camera shows it."""

    def __init__(self, view: View, camera: Camera) -> None:
        self.view, self.table, self.box, self.camera = view, view.table, view.box, camera
        self.here = self.table.divers[self.table.turn].place
        self.around = {sea.beside(self.box, self.here, way): way for way in range(6)}

    def drawn(self) -> str:
        """Edge of the sea, tiles, hatches, pawns, and what can be done there."""
        table, camera = self.table, self.camera
        tiles = [
            self._tile(place, tile)
            for place, tile in enumerate(table.sea)
            if 0 <= tile < HATCH and camera.sees(place)
        ]
        seats = range(table.players)
        moved = f"transform:translate({camera.dx}px,{camera.dy}px) scale({camera.scale})"
        return group(
            _edge(camera),
            group(*tiles, id="tiles"),
            group(*map(self._hatch, seats), id="hatches"),
            placed(*where(self.here), 1, polygon(regular(6, SIZE, 0), "none"), id="here"),
            group(*map(self._pawn, seats), id="pieces"),
            *self._choices(),
            id="sea",
            class_="piece",
            style=moved,
        )

    def _tile(self, place: int, tile: int) -> str:
        stock = stock_of(self.table, tile)
        return _tile(self.box, place, tile, stock, self._why(place, stock), self.camera.is_inside(place))

    def _why(self, place: int, stock: tuple[int, ...]) -> str:
        """What somebody would type who taps a tile: to swim there, or to gather here."""
        if place == self.here:
            kind = next((kind for kind, n in enumerate(stock) if n), 0)
            return f"gather {resource(kind)}"
        return f"swim {WAYS[self.around[place]] if place in self.around else FAR}"

    def _hatch(self, seat: int) -> str:
        x, y = where(sea.hatch_of(self.table, self.box, seat))
        label = say("{name}'s hatch", name=self.view.names[seat])
        why = "swim home" if seat == self.table.turn else f"swim {FAR}"
        return placed(x, y, 1, tag("title", escape(label)), hatch(seat, SIZE), data_why=why)

    def _pawn(self, seat: int) -> str:
        place = self.table.divers[seat].place
        here = [s for s in range(self.table.players) if self.table.divers[s].place == place]
        x, y = where(place)
        shift = (here.index(seat) - (len(here) - 1) / 2) * 44
        label = say("{name}, {place}", name=self.view.names[seat], place=place_words(place))
        lift = 4 if sea.row_of(place) == 0 else 50
        return piece(f"piece-{seat}", f"pawn-{seat}", x + shift, y - lift, 1.15, label)

    # What can be done in the sea

    def _choices(self) -> list[str]:
        """Ways to swim, what to gather or leave out, and tiles where they fit, as ghosts."""
        moves = self.view.open_moves
        drawn = [self._swim(move) for move in moves if isinstance(move, Swim)]
        drawn += [self._token(move) for move in moves if lies_on_the_tile(self.view, move)]
        drawn += [
            self._haul(move) for move in moves if isinstance(move, Haul) and several_hauls(self.view, move)
        ]
        drawn += [self._ghost(move) for move in moves if isinstance(move, Explore | Terraform | Lay)]
        return drawn

    def _swim(self, move: Swim) -> str:
        place = sea.beside(self.box, self.here, move.way)
        return self._button(move, place, hex_ring(0.8 * SIZE))

    def _haul(self, move: Haul) -> str:
        """The next tile from which the winch pulls what was picked."""
        place = sea.beside(self.box, self.here, move.way)
        pulled = use(f"kind-{move.resource}", 0, 0, 1.3)
        return self._button(
            move,
            place,
            circle(0, 0, 40, NAVY),
            pulled,
            hex_ring(0.8 * SIZE),
            pick=("resource", move.resource),
        )

    def _token(self, move: Any) -> str:
        """A resource on the tile of the pawn, or on the tile just laid."""
        place = self.table.laid if isinstance(move, LeaveOut) else self.here
        x, y = spots_of(stock_of(self.table, self.table.sea[place]))[move.resource]
        px, py = where(place)
        glow = tag("circle", cx=0, cy=0, r=34, class_="ring", pointer_events="all")
        return button(encode(move), label_of(self.view, move), placed(px + x, py + y, 1, glow))

    def _ghost(self, move: Any) -> str:
        """A tile of the market, or the one scanned, where it fits."""
        tile = self.table.held if isinstance(move, Lay) else self.table.market[move.slot]
        place = sea.beside(self.box, self.here, move.way)
        holds = tuple(int(n) for n in self.box.holds[tile])
        ghost = group(
            hexagon(int(self.box.rocks[tile]), SIZE, TONES[sea.level(place) - 1]), tokens(holds), opacity=0.95
        )
        pick = None if isinstance(move, Lay) else ("slot", move.slot)
        return self._button(move, place, ghost, hex_ring(0.9 * SIZE), pick=pick)

    def _button(self, move: Any, place: int, *content: str, pick: tuple[str, int] | None = None) -> str:
        inside = placed(*where(place), 1, *content)
        return button(encode(move), label_of(self.view, move), inside, pick=pick)


@part
def _edge(camera: Camera) -> str:
    """Where the sea ends, as far as it can be seen (DE-18)."""
    drawn = []
    for place in range(PLACES):
        if sea.row_of(place) and not sea.in_the_sea(place) and camera.sees(place):
            drawn.append(
                placed(
                    *where(place),
                    1,
                    tag("title", say("the edge of the sea")),
                    polygon(regular(6, SIZE, 0), STONE, stroke=INKED, stroke_width=2.4),
                    polygon(regular(6, SIZE * 0.6, 20), STONE_LIT),
                    data_why=f"explore {EDGE_OF_THE_SEA}",
                )
            )
    return group(*drawn, id="edge")


@part
def _tile(box: Box, place: int, tile: int, stock: tuple[int, ...], why: str, is_counted: bool) -> str:
    """A tile that lies in the sea, with what lies on it."""
    words = (place_words(place), listed(stock) or say("empty"), rock_words(box, tile))
    x, y = where(place)
    return group(
        tag("title", ", ".join(filter(None, words))),
        hexagon(int(box.rocks[tile]), SIZE, TONES[sea.level(place) - 1]),
        tokens(stock, is_counted),
        id=f"tile-{tile}",
        data_thing=f"tile-{tile}",
        data_why=why,
        transform=f"translate({x:g} {y:g})",
    )


def label_of(view: View, move: Any) -> str:
    """What a place to press says: the warning of a move, else its name."""
    return view.warning(move) or view.name(move)


def hex_ring(radius: float) -> str:
    """The glow of a legal hex."""
    return polygon(regular(6, radius, 0), "none", class_="ring", pointer_events="all")


def lies_on_the_tile(view: View, move: Any) -> bool:
    """Whether a move takes a resource off a tile where it lies.

    Just one of a kind is taken there if no more can be; where too many kinds lie, they are chosen elsewhere.
    """
    table = view.table
    if isinstance(move, LeaveOut):
        place = table.laid
    elif isinstance(move, Gather) or (
        isinstance(move, GatherOne) and Gather(move.resource) not in view.open_moves
    ):
        place = table.divers[table.turn].place
    else:
        return False
    return len(spots_of(stock_of(table, table.sea[place]))) <= 4


def several_hauls(view: View, move: Haul) -> bool:
    """Whether a kind can be winched from more than one side."""
    return sum(isinstance(other, Haul) and other.resource == move.resource for other in view.open_moves) > 1


# The whole sea, small


def overview(view: View, camera: Camera, left: float, top: float, size: float) -> str:
    """All of the sea to its edges in a corner, with all pawns, and the part that is shown."""
    table = view.table
    across, down = 1.5 * size, sqrt(3) * size
    width, height = across * (COLUMNS - 3) + 2 * size, down * (ROWS - 1.5)

    def spot(x: float, y: float) -> tuple[float, float]:
        return left + size + across * (x / ACROSS - 1), top + down * (y / DOWN + 0.6)

    hexes = [
        _speck(tile, place, *spot(*where(place)), size) for place, tile in enumerate(table.sea) if tile >= 0
    ]
    pawns = [
        placed(*spot(*where(table.divers[seat].place)), 1, mark(seat, 7)) for seat in range(table.players)
    ]
    zone = camera.zone
    x1, y1 = spot((zone.left - camera.dx) / camera.scale, (zone.top - camera.dy) / camera.scale)
    x2, y2 = spot((zone.right - camera.dx) / camera.scale, (zone.bottom - camera.dy) / camera.scale)
    x1, x2 = max(x1, left), min(x2, left + width)
    y1, y2 = max(y1, top), min(y2, top + height)
    return group(
        rect(left - 7, top - 7, width + 14, height + 14, STONE, rx=8, **EDGE),
        rect(left, top, width, height, "#0d2c48", rx=3),
        *hexes,
        rect(x1, y1, x2 - x1, y2 - y1, "none", rx=3, stroke="#ffffff", stroke_width=2.4),
        *pawns,
        id="overview",
        aria_hidden="true",
    )


@shape
def _speck(tile: int, place: int, x: float, y: float, size: float) -> str:
    """A tile or hatch of the whole sea."""
    tone = TONES[min(2, sea.level(place) - 1)] if tile < HATCH else "#e9eff2"
    return use("speck", x, y, size, fill=tone)


def holds_of(view: View, tile: int) -> tuple[int, ...]:
    """What is printed on a tile."""
    return tuple(int(n) for n in view.box.holds[tile])
