"""What of the box of Deep Sea Adventure a move uses, for studies."""

from __future__ import annotations

from typing import Any

from fathom5.core import rule
from fathom5.core.schema import Array
from fathom5.games.deep_sea_adventure.table import LEVELS, Box, Roll, Table

ACHIEVEMENTS = tuple(f"brought home: level {level + 1}" for level in range(LEVELS))


def parts(box: Box, move: Any) -> list[str]:
    """The sum of a roll; which stack is dropped or laid is no part of the box."""
    match move:
        case Roll(low, high):
            return [f"roll: {box.die[low] + box.die[high]}"]
    return []


@rule
def achieve(table: Table, box: Box, seat: int, marks: Array[int]) -> None:
    """The levels of treasure that came home."""
    for level in range(LEVELS):
        if table.divers[seat].treasure[level] > 0:
            marks[level] = 1
