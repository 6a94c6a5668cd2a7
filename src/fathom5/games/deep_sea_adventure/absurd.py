"""Moves of Deep Sea Adventure that no bot should make, whatever its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.deep_sea_adventure.table import LEVELS, Drop

if TYPE_CHECKING:
    from fathom5.view import View

LEAST_ROLL = 2
"""The fewest steps that two dice show."""


def drops_at_the_door(view: View, move: int) -> bool:
    """It is sure to be home with its next roll, and the air lasts until then."""
    table = view.table
    diver = table.divers[view.seat]
    burnt = sum(table.divers[seat].load for seat in range(table.players) if not table.divers[seat].home)
    sure = diver.homeward and diver.place + 1 <= LEAST_ROLL - diver.load
    return isinstance(view.decoded(move), Drop) and bool(sure) and table.air > burnt


def drops_the_better(view: View, move: int) -> bool:
    """It carries a single chip of a lesser level, too."""
    dropped = view.decoded(move)
    if not isinstance(dropped, Drop):
        return False
    levels = [
        [int(view.table.stacks[other.stack].levels[level]) for level in range(LEVELS)]
        for other in view.open_moves
        if isinstance(other, Drop)
    ]
    own = [int(view.table.stacks[dropped.stack].levels[level]) for level in range(LEVELS)]
    return sum(own) == 1 and any(sum(other) == 1 and other.index(1) < own.index(1) for other in levels)


ABSURD = {
    "drops a treasure when sure to be home with the next roll": drops_at_the_door,
    "drops the better of two treasures": drops_the_better,
}
