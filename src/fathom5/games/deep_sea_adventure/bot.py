"""The seal of Deep Sea Adventure: it dives for what it can still bring home."""

from fathom5.games.deep_sea_adventure.rules import (
    BACK,
    BLANK,
    DEEPER,
    DROP,
    LEAVE,
    TAKE,
)
from fathom5.games.deep_sea_adventure.table import CHIPS, LEVELS, SEARCH, TURN_BACK
from fathom5.kernel.marks import rule

MEAN_ROLL = 4
RISK = 9
"""Tenths of the air that the seal is ready to need for its way home."""


@rule
def seal(table, box, moves, n, rng):
    """Turn back while the air lasts, take what still comes home, drop what does not."""
    if table.phase == TURN_BACK:
        return BACK if time_to_turn(table) else DEEPER
    if table.phase == SEARCH:
        diver = table.divers[table.actor]
        if table.line[diver.place] != BLANK:
            return TAKE if worth_taking(table, diver) else LEAVE
        if comes_home(table, diver, diver.load) or diver.load == 0:
            return LEAVE
        return DROP + least(table)
    return moves[0]


@rule
def burn(table):
    """Air that one round of turns costs."""
    loads = 0
    for seat in range(table.players):
        if not table.divers[seat].home:
            loads += table.divers[seat].load
    return loads


@rule
def comes_home(table, diver, load):
    """Whether the air should last until a diver with such a load is home."""
    steps = max(1, 2 * (MEAN_ROLL - load))
    turns = (2 * (diver.place + 1) + steps - 1) // steps
    return turns * (burn(table) + load - diver.load) * 10 <= table.air * RISK


@rule
def time_to_turn(table):
    """Turn when one more round down would be one too many, or the hands are full."""
    diver = table.divers[table.actor]
    if diver.load >= 3 or diver.place >= table.length - 2:
        return True
    deeper = diver.place + MEAN_ROLL - diver.load
    steps = max(1, 2 * (MEAN_ROLL - diver.load))
    turns = 1 + (2 * (deeper + 1) + steps - 1) // steps
    return (turns * burn(table)) * 10 > table.air * RISK


@rule
def worth_taking(table, diver):
    """A treasure that comes home, and on the way down not the cheapest."""
    stack = table.stacks[table.line[diver.place]]
    value = 0
    for level in range(LEVELS):
        value += stack.levels[level] * (2 + 4 * level)
    if not comes_home(table, diver, diver.load + 1):
        return False
    return diver.homeward == 1 or diver.load > 0 or value >= 6 or burn(table) > 0


@rule
def least(table):
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
