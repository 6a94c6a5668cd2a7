"""Ways through the sea of Deeper: how far it is to a place, and home from there."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.deeper.sea import EMPTY, beside, free_place, hatch_of, row_of
from fathom5.games.deeper.table import HATCH, ROWS, Box, Table

WIDE, DEEP = 9, 7
"""Columns and rows of the sea around a hatch, one bit a place, in which ways home are found."""

SHALLOWS = sum(1 << DEEP * column for column in range(WIDE))
FLOOR = SHALLOWS << (DEEP - 1)
LOW_COLUMNS = sum(((1 << DEEP) - 1) << DEEP * column for column in range(0, WIDE, 2))
HIGH_COLUMNS = LOW_COLUMNS >> DEEP
SIDEWAYS = (1 << DEEP * (WIDE - 1)) - 1


@rule
def distance(one: int, other: int) -> int:
    """Swims from one place to another over open sea."""
    across = abs(one // ROWS - other // ROWS)
    down = abs(half_tiles(one) - half_tiles(other))
    return across + max(0, (down - across) // 2)


@rule
def tiles_around(table: Table, box: Box, seat: int) -> int:
    """The places around a seat's hatch where tiles lie, one bit each."""
    home = hatch_of(table, box, seat)
    water = 0
    for i in range(WIDE * DEEP):
        lying = table.sea[home + (i // DEEP - WIDE // 2) * ROWS + i % DEEP + 1]
        water |= (0 <= lying < HATCH) << i
    return water


@rule
def swims_home(table: Table, box: Box, seat: int, water: int, place: int) -> int:
    """Swims from a place to a seat's hatch over the tiles that lie around it."""
    home = hatch_of(table, box, seat)
    row, column = row_of(place), place // ROWS - home // ROWS + WIDE // 2
    if row == 0 or row > DEEP or not 0 <= column < WIDE:
        return distance(place, home)
    reached = ((SHALLOWS >> DEEP * (WIDE - 3)) << DEEP * (WIDE // 2 - 1)) & water
    swims = 1
    while not (reached >> (DEEP * column + row - 1)) & 1:
        more = flooded(reached) & water
        if more == reached:
            return distance(place, home)
        reached = more
        swims += 1
    return swims


@rule
def flooded(places: int) -> int:
    """Places and all next to them; a column with a hatch lies half a tile lower than the next."""
    up, down = (places & ~SHALLOWS) >> 1, (places & ~FLOOR) << 1
    aside = places | (up & HIGH_COLUMNS) | (down & LOW_COLUMNS)
    return places | up | down | (aside >> DEEP) | ((aside & SIDEWAYS) << DEEP)


@rule
def half_tiles(place: int) -> int:
    """Half tiles below the surface."""
    return 2 * row_of(place) - 1 + ((place // ROWS) & 1)


@rule
def room_around(table: Table, box: Box, place: int) -> int:
    """How easily a tile will fit next to a place: its free neighbours, those with few tiles around most."""
    room = 0
    for way in range(6):
        there = beside(box, place, way)
        if free_place(table, there):
            touched = 0
            for side in range(6):
                touched += table.sea[beside(box, there, side)] != EMPTY
            room += max(0, 4 - touched)
    return room


@rule
def leads_to(table: Table, box: Box, place: int, target: int) -> bool:
    """Whether a tile next to a place is nearer to the target."""
    if place == target:
        return True
    for way in range(6):
        there = beside(box, place, way)
        if 0 <= table.sea[there] < HATCH and distance(there, target) < distance(place, target):
            return True
    return False
