"""What is done with any game: step, view, rank, play out, simulate. Compiled once for each game.

Tables come as arrays of records; `raw` is the same memory as bytes, one row a table.
"""

from __future__ import annotations

from typing import Any

from fathom5.kernel import verbs
from fathom5.kernel.chance import below, start, weighted
from fathom5.kernel.marks import NATURE, OVER, rule

RANDOM, SEAL = 0, 1
"""How a seat of a simulation plays."""

TOO_LONG = 100_000
"""Moves after which a simulated game counts as endless."""

GAMES, MOVES, LONGEST, ENDLESS, SUMS = range(5)
"""Where `totals` keeps its counts; from SUMS on, three a seat: points, their squares, sixtieths of wins."""

WIN = 60
"""A win in sixtieths, so that shared ones add up exactly."""


@rule
def choices(table, box, moves, odds):
    """Write the moves of whoever acts, nature's with odds; say how many."""
    if table.actor == OVER:
        return 0
    if table.actor == NATURE:
        return verbs.odds(table, box, moves, odds)
    return verbs.legal(table, box, moves)


@rule
def look(tables, raw, boxes, masks, fills, seat):
    """Make table 1 what a seat may know of table 0: the game's own hiding, then the schema's."""
    tables[1] = tables[0]
    verbs.hide(tables[1], boxes[0], seat)
    row = seat if seat >= 0 else masks.shape[0] - 1
    for i in range(raw.shape[1]):
        raw[1, i] = (raw[1, i] & masks[row, i]) | fills[row, i]


def begin(tables: Any, boxes: Any, options: Any, moves: Any, odds: Any) -> int:
    """Set a table up; say how many moves are open."""
    verbs.setup(tables[0], boxes[0], options[0])
    return choices(tables[0], boxes[0], moves, odds)


def listing(tables: Any, boxes: Any, moves: Any, odds: Any) -> int:
    """Write the open moves; say how many."""
    return choices(tables[0], boxes[0], moves, odds)


def step(tables: Any, boxes: Any, move: int, n: int, moves: Any, odds: Any) -> int:
    """Play one of the n open moves and write the next ones; -1 and nothing changed if it is none."""
    for i in range(n):
        if moves[i] == move:
            verbs.play(tables[0], boxes[0], move)
            return choices(tables[0], boxes[0], moves, odds)
    return -1


def pick(odds: Any, n: int, rng: Any) -> int:
    """Which of nature's n moves happens."""
    return weighted(odds, n, rng)


def view(tables: Any, raw: Any, boxes: Any, masks: Any, fills: Any, seat: int) -> None:
    """Make table 1 what a seat may know of table 0."""
    look(tables, raw, boxes, masks, fills, seat)


def imagine(tables: Any, boxes: Any, seat: int, rng: Any) -> None:
    """Turn a seat's view into a whole table it could be."""
    verbs.guess(tables[0], boxes[0], seat, rng)


def veiled(tables: Any, boxes: Any, move: int, seat: int) -> int:
    """A move about to be made, as a seat will see it."""
    return verbs.veil(tables[0], boxes[0], move, seat)


def standing(tables: Any, boxes: Any, scores: Any, ranks: Any) -> None:
    """Write points and places."""
    verbs.score(tables[0], boxes[0], scores)
    verbs.rank(tables[0], boxes[0], ranks)


def advise(tables: Any, boxes: Any, weights: Any, moves: Any, n: int, rng: Any) -> int:
    """The heuristic bot's move on a view."""
    return verbs.seal(tables[0], boxes[0], weights[tables[0].actor], moves, n, rng)


@rule
def decide(tables, raw, boxes, weights, masks, fills, secret, how, moves, n, rng):
    """The move a simulated seat makes, given only what it may see."""
    if n == 1:
        return moves[0]
    if how == RANDOM:
        return moves[below(n, rng)]
    own = weights[tables[0].actor]
    if not secret:
        return verbs.seal(tables[0], boxes[0], own, moves, n, rng)
    look(tables, raw, boxes, masks, fills, tables[0].actor)
    return verbs.seal(tables[1], boxes[0], own, moves, n, rng)


@rule
def playout(tables, raw, boxes, weights, masks, fills, secret, bots, moves, odds, rng):
    """Play table 0 to its end; say how many moves that took, or -1 if it has none."""
    table, box, count = tables[0], boxes[0], 0
    while table.actor != OVER:
        n = choices(table, box, moves, odds)
        if table.actor == NATURE:
            move = moves[weighted(odds, n, rng)]
        else:
            how = bots[table.actor]
            move = decide(tables, raw, boxes, weights, masks, fills, secret, how, moves, n, rng)
        verbs.play(table, box, move)
        count += 1
        if count > TOO_LONG:
            return -1
    return count


def simulate(
    tables: Any,
    raw: Any,
    boxes: Any,
    weights: Any,
    masks: Any,
    fills: Any,
    secret: int,
    bots: Any,
    seed: int,
    first: int,
    games: int,
    moves: Any,
    odds: Any,
    scores: Any,
    ranks: Any,
    rng: Any,
    totals: Any,
) -> None:
    """Play games `first` to `first + games` from table 2 and add up how they went."""
    for game in range(first, first + games):
        tables[0] = tables[2]
        start(rng, seed, game)
        count = playout(tables, raw, boxes, weights, masks, fills, secret, bots, moves, odds, rng)
        if count < 0:
            totals[ENDLESS] += 1
            return
        totals[GAMES] += 1
        totals[MOVES] += count
        totals[LONGEST] = max(totals[LONGEST], count)
        verbs.score(tables[0], boxes[0], scores)
        verbs.rank(tables[0], boxes[0], ranks)
        players = tables[0].players
        winners = 0
        for seat in range(players):
            winners += ranks[seat] == 1
        for seat in range(players):
            place = SUMS + 3 * seat
            totals[place] += scores[seat]
            totals[place + 1] += scores[seat] * scores[seat]
            if ranks[seat] == 1:
                totals[place + 2] += WIN // winners


def copies(tables: Any, count: int) -> int:
    """Copy a table onto the next of three, `count` times: what a copy costs."""
    here = 0
    for _ in range(count):
        there = here + 1 if here < 2 else 0
        tables[there] = tables[here]
        here = there
    return here


LOOPS = (begin, listing, step, pick, view, imagine, veiled, standing, advise, simulate, copies)
