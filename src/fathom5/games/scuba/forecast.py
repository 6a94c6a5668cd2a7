"""What the way up costs, from what everybody can see: for the heuristic, the board and the words."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.scuba.sea import SHALLOW, air_at, may_surface
from fathom5.games.scuba.table import BOTTOM, Box, Diver, Table


@rule
def way_up(table: Table, box: Box, row: int, tokens: int) -> int:
    """Air needed by a diver whose turn ends in a row to get to the surface alive, if nothing happens."""
    need = 1
    while True:
        need += air_at(box, row)
        if row <= SHALLOW:
            tokens -= 1
        if row < box.ascent and may_surface(tokens):
            return need
        row = max(0, row - box.ascent)


@rule
def tokens_at(table: Table, box: Box, diver: Diver, row: int, fast: bool) -> int:
    """Deco tokens of a diver whose turn ends in a row, reached by a step beyond the safe speed or not."""
    if not table.decompression:
        return 0
    first = row > SHALLOW and not diver.deep
    arrived = diver.row == BOTTOM and table.sank
    deepest = box.edition > 1 and row == BOTTOM and not arrived
    return diver.tokens + (first or fast) + deepest
