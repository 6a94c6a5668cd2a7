"""Where tiles, animals and divers are drawn when they share a space of SCUBA."""

from __future__ import annotations

from fathom5.games.scuba.layout import Layout
from fathom5.games.scuba.sea import GONE, NO_TILE, place_of
from fathom5.games.scuba.table import SPACES, Box, State, Table

Spot = tuple[float, float, float]
"""The middle of something and its size."""

GRIDS = ((1, 1, 1.0), (2, 1, 0.74), (3, 2, 0.5), (4, 2, 0.37), (4, 3, 0.34))
"""How things share a space: so many beside and below each other, and how large."""

SLOTS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
"""The corners of a space that divers take, the first one first."""

DIVER, CROWDED_DIVER = 0.9, 0.74
"""How large a diver is drawn, alone on its space and with others."""


def shared(layout: Layout, place: int, number: int, count: int) -> Spot:
    """Where one of several things on a place is drawn."""
    across, down, size = next((grid for grid in GRIDS if count <= grid[0] * grid[1]), GRIDS[-1])
    row, column = divmod(min(number, across * down - 1), across)
    x, y = layout.where(place)
    wide, high = layout.wide / across, layout.high / down
    size = min(size * layout.size, (wide - 2) / 80, (high - 4) / 80)
    return x + wide * (column + 0.5 - across / 2), y + high * (row + 0.5 - down / 2), size


def tile_spot(layout: Layout, place: int, animals: int) -> Spot:
    """Where a tile face down is drawn, beside the animals that drifted over it."""
    return shared(layout, place, 0, animals + 1)


def animal_spots(table: Table, layout: Layout) -> dict[int, Spot]:
    """Where every animal on the board is drawn."""
    by_place: dict[int, list[int]] = {}
    for i in range(table.found):
        if table.animals[i].place != GONE:
            by_place.setdefault(table.animals[i].place, []).append(i)
    spots = {}
    for place, here in by_place.items():
        tile = int(place < SPACES and table.backs[place] != NO_TILE)
        for number, i in enumerate(here):
            spots[i] = shared(layout, place, number + tile, len(here) + tile)
    return spots


def diver_spot(table: Table, box: Box, layout: Layout, seat: int) -> Spot:
    """Where a diver is drawn."""
    diver = table.divers[seat]
    fitted = min(1.0, layout.wide / 90)
    if diver.state in (State.ABOARD, State.HOME):
        step = 0.66 * layout.wide
        x, y = layout.column(box.boat[0]) + step * (seat - 0.2), layout.line - 0.56 * layout.wide
        return x, y, CROWDED_DIVER * fitted
    together = [
        other
        for other in range(table.players)
        if table.divers[other].row == diver.row
        and table.divers[other].column == diver.column
        and table.divers[other].state not in (State.ABOARD, State.HOME, State.DROWNED)
    ]
    across, down = SLOTS[sum(other < seat for other in together)]
    size = fitted * (CROWDED_DIVER if len(together) > 1 else DIVER)
    if diver.row < 0:
        x, y = layout.column(diver.column), layout.line - 16
        return x + across * 0.25 * layout.wide, y - 12 * (1 - down), size
    x, y = layout.where(place_of(diver))
    return x + across * 0.24 * layout.wide, y + down * 0.25 * layout.high, size
