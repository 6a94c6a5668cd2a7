"""The sea of Deeper: places, depth, edges, piles, the market, and laying tiles."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.deeper.table import (
    COLUMNS,
    HATCH,
    RAW,
    ROWS,
    START_TILES,
    TILES,
    Box,
    Diver,
    Table,
    Way,
)

EMPTY = -1
NONE = -1
ALL_EDGES = 63
MIDDLE = 15
"""The column in the middle of the hatches."""


@rule
def place_of(column: int, row: int) -> int:
    """A place."""
    return column * ROWS + row


@rule
def row_of(place: int) -> int:
    """Full tiles below the surface, rounded up (DE-1)."""
    return place & (ROWS - 1)


@rule
def beside(box: Box, place: int, way: int) -> int:
    """The place next to a place."""
    return place + box.beside[(place // ROWS) & 1, way]


@rule
def level(place: int) -> int:
    """Depth in steps of 20 m: 1 at 20 m to 5 at 100 m and all below; a Hatch scans at 20 m (DE-1, DE-2)."""
    return max(1, min(5, row_of(place)))


@rule
def hatch_of(table: Table, box: Box, seat: int) -> int:
    """Hatches lie in a row at the surface, in the middle of the sea."""
    return place_of(MIDDLE - (table.players - 1) * box.apart // 2 + seat * box.apart, 0)


@rule
def at_home(diver: Diver) -> bool:
    """A pawn on its Hatch is in its habitat."""
    return row_of(diver.place) == 0


@rule
def in_the_sea(place: int) -> bool:
    """Below the surface, and not over the edge of the sea: 30 columns wide and 280 m deep."""
    column, row = place // ROWS, row_of(place)
    return 1 <= row < ROWS - 1 and 1 <= column < COLUMNS - 1


# Legal tile placement


@rule
def edges_around(table: Table, box: Box, place: int) -> int:
    """The edges of a place that touch lying tiles: those of water, and 64 times those of rock."""
    edges = 0
    for way in range(6):
        tile = table.sea[beside(box, place, way)]
        if tile != EMPTY:
            edges |= 1 << (way + 6 * ((box.facing[tile] >> way) & 1))
    return edges


@rule
def matches(box: Box, tile: int, edges: int) -> bool:
    """Water touches water and rock touches rock; tiles are never turned (DE-4)."""
    rocks = box.rocks[tile]
    return rocks & edges & ALL_EDGES == 0 and (edges >> 6) & ~rocks == 0


@rule
def free_place(table: Table, place: int) -> bool:
    """Whether a tile could be laid there, as far as the place goes (DE-4)."""
    return in_the_sea(place) and table.sea[place] == EMPTY


@rule
def place_to_cover(table: Table, place: int) -> bool:
    """Whether a tile lies there that can be terraformed: without a pawn on it (DE-7)."""
    if not 0 <= table.sea[place] < HATCH:
        return False
    free = True
    for seat in range(table.players):
        free = free and table.divers[seat].place != place
    return free


@rule
def ways_to_lay(table: Table, box: Box, place: int, tile: int) -> int:
    """On which free places next to a place a tile fits, one bit a way."""
    ways = 0
    for way in range(6):
        there = beside(box, place, way)
        if free_place(table, there) and matches(box, tile, edges_around(table, box, there)):
            ways |= 1 << way
    return ways


# Laying


@rule
def settle(table: Table, box: Box, seat: int) -> None:
    """A Hatch, its three tiles with their resources, and the pawn in the Hatch."""
    hatch = hatch_of(table, box, seat)
    table.sea[hatch] = HATCH
    table.divers[seat].place = hatch
    for i in range(START_TILES):
        put_tile(table, box, first_tile_of(seat) + i, beside(box, hatch, Way.LOWER_LEFT - i))


@rule
def first_tile_of(seat: int) -> int:
    """The first of the starting tiles of a seat."""
    return TILES - (4 - seat) * START_TILES


@rule
def put_tile(table: Table, box: Box, tile: int, place: int) -> None:
    """A tile with the resources printed on it; the supply never runs out (DE-12)."""
    table.sea[place] = tile
    for kind in range(RAW):
        table.stock[tile, kind] = box.holds[tile, kind]


@rule
def take_up(table: Table, box: Box, place: int) -> None:
    """Resources of an old tile go to the supply, the tile under its pile (DE-7)."""
    tile = table.sea[place]
    for kind in range(RAW):
        table.stock[tile, kind] = 0
    put_under(table, box, tile)


@rule
def has_resources(table: Table, tile: int) -> bool:
    """Whether anything lies on a tile."""
    resources = 0
    for kind in range(RAW):
        resources += table.stock[tile, kind]
    return resources > 0


# Piles and market


@rule
def put_under(table: Table, box: Box, tile: int) -> None:
    """A tile goes to the bottom of its pile, where everybody knows it is (DE-16)."""
    pile = box.pile[tile]
    table.under[pile, table.put_under[pile]] = tile
    table.put_under[pile] += 1


@rule
def draw_known(table: Table, pile: int) -> int:
    """When all others are drawn, the tile that was put under the pile first."""
    tile = table.under[pile, 0]
    table.put_under[pile] -= 1
    for i in range(table.put_under[pile]):
        table.under[pile, i] = table.under[pile, i + 1]
    table.under[pile, table.put_under[pile]] = 0
    return tile


@rule
def tiles_in(table: Table, pile: int) -> int:
    """How many tiles a pile has."""
    return table.unseen[pile] + table.put_under[pile]


@rule
def into_market(table: Table, tile: int) -> None:
    """A tile joins the market."""
    table.market[table.market_size] = tile
    table.market_size += 1


@rule
def out_of_market(table: Table, slot: int) -> int:
    """A tile leaves the market, and the others close up."""
    tile = table.market[slot]
    table.market_size -= 1
    for i in range(slot, table.market_size):
        table.market[i] = table.market[i + 1]
    table.market[table.market_size] = 0
    return tile
