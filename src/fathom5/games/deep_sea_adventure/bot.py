"""The heuristic of Deep Sea Adventure: it dives for what it can still bring home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core import Array, Rng, Struct, encode, rule, whole
from fathom5.games.deep_sea_adventure.rules import BLANK
from fathom5.games.deep_sea_adventure.table import (
    CHIPS,
    LEVELS,
    Box,
    DiveDeeper,
    Diver,
    Drop,
    Leave,
    Phase,
    Table,
    Take,
    TurnBack,
)

if TYPE_CHECKING:
    from fathom5.view import View


class Weights(Struct):
    """What the heuristic goes by."""

    roll = whole(20, 60, "the steps it expects of a roll, in tenths")
    risk = whole(1, 30, "tenths of the air that it is ready to need for its way home")
    hands = whole(1, 8, "treasures with which it turns back at any rate")
    modest = whole(0, 20, "the least value it takes as the first treasure of anybody on the way down")


@rule
def heuristic(table: Table, box: Box, weights: Weights, moves: Array[int], n: int, rng: Rng) -> int:
    """Turn back while the air lasts, take what still comes home, drop what does not."""
    if table.phase == Phase.TURN_BACK:
        return encode(TurnBack()) if time_to_turn(table, weights) else encode(DiveDeeper())
    if table.phase == Phase.SEARCH:
        diver = table.divers[table.actor]
        if table.line[diver.place] != BLANK:
            return encode(Take()) if worth_taking(table, weights, diver) else encode(Leave())
        if comes_home(table, weights, diver, diver.load) or diver.load == 0:
            return encode(Leave())
        return encode(Drop(least(table)))
    return moves[0]


@rule
def burn(table: Table) -> int:
    """Air that one round of turns costs."""
    loads = 0
    for seat in range(table.players):
        if not table.divers[seat].home:
            loads += table.divers[seat].load
    return loads


@rule
def comes_home(table: Table, weights: Weights, diver: Diver, load: int) -> bool:
    """Whether the air should last until a diver with such a load is home."""
    return turns_home(weights, diver.place, load) * (burn(table) + load - diver.load) * 10 <= (
        table.air * weights.risk
    )


@rule
def turns_home(weights: Weights, place: int, load: int) -> int:
    """The turns that the way home from a place is expected to take."""
    steps = max(10, weights.roll - 10 * load)
    return (10 * (place + 1) + steps - 1) // steps


@rule
def time_to_turn(table: Table, weights: Weights) -> bool:
    """Turn when one more round down would be one too many, or the hands are full."""
    diver = table.divers[table.actor]
    if diver.load >= weights.hands or diver.place >= table.length - 2:
        return True
    deeper = diver.place + weights.roll // 10 - diver.load
    turns = 1 + turns_home(weights, deeper, diver.load)
    return turns * burn(table) * 10 > table.air * weights.risk


@rule
def worth_taking(table: Table, weights: Weights, diver: Diver) -> bool:
    """A treasure that comes home, and on the way down not the cheapest."""
    stack = table.stacks[table.line[diver.place]]
    value = 0
    for level in range(LEVELS):
        value += stack.levels[level] * (2 + 4 * level)
    if not comes_home(table, weights, diver, diver.load + 1):
        return False
    return diver.homeward == 1 or diver.load > 0 or value >= weights.modest or burn(table) > 0


@rule
def least(table: Table) -> int:
    """The carried stack worth least."""
    worst, lowest = 0, 1000
    for stack in range(CHIPS):
        if table.stacks[stack].carrier == table.actor:
            value = 0
            for level in range(LEVELS):
                value += table.stacks[stack].levels[level] * (2 + 4 * level)
            if value < lowest:
                worst, lowest = stack, value
    return worst


LEAST_ROLL = 2
"""The fewest steps that two dice show."""


def drops_at_the_door(view: View, move: int) -> bool:
    """Whether a diver drops a chip that is sure to be home with its next roll, air included."""
    table = view.table
    diver = table.divers[view.seat]
    burnt = sum(table.divers[seat].load for seat in range(table.players) if not table.divers[seat].home)
    sure = diver.homeward and diver.place + 1 <= LEAST_ROLL - diver.load
    return isinstance(view.decoded(move), Drop) and bool(sure) and table.air > burnt


def drops_the_better(view: View, move: int) -> bool:
    """Whether a diver drops a single chip though it carries one of a lesser level."""
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
"""Moves that no level makes, and how to tell them by their ids."""
