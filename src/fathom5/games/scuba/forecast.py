"""What the way up costs, from what everybody can see: for the heuristic, the board and the words."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.scuba.sea import SHALLOW, air_at, may_surface
from fathom5.games.scuba.table import Box, Diver, Table


@rule
def way_up(table: Table, box: Box, row: int, tokens: int) -> int:
    """Air needed by a diver whose turn ends in a row to get to the surface alive, if nothing happens."""
    need = 1
    while True:
        need += air_at(box, row)
        if row <= SHALLOW and tokens > 0:
            tokens -= 1
        if row < box.ascent and may_surface(tokens):
            return need
        row = max(0, row - box.ascent)


@rule
def tokens_at(table: Table, diver: Diver, row: int, fast: bool) -> int:
    """Deco tokens of a diver once it has swum to a row, by a step beyond the safe speed or not."""
    first = row > SHALLOW and not diver.deep
    return diver.tokens + (1 if table.decompression and (first or fast) else 0)
