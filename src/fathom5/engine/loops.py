"""What is done with any game: set up, list, play, view, rank, simulate. Compiled once for each game.

A loop takes an array of one workspace and works in it. Each calls the verb `play` at one site at most:
the compiler copies what it inlines, so two sites compile several times as long.
"""

from __future__ import annotations

from typing import Any

from fathom5.core import verbs
from fathom5.core.rng import Rng, below, start, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid
from fathom5.engine.workspace import SeatTotals, Work

HEURISTIC, RANDOM = 0, 1000
"""Policies of a simulated seat: of a thousand moves so many are random, the others the heuristic's."""

TOO_LONG = 100_000
"""Moves after which a simulated game counts as endless."""

ENDLESS, STUCK = -1, -2
"""What `play_game` returns for a game without an end."""

WIN = 60
"""A win in sixtieths, so that shared ones add up exactly."""


@rule
def list_moves(work: Work) -> int:
    """Write the moves of whoever acts, nature's with odds; return how many."""
    table = work.table
    if table.actor == OVER:
        return 0
    if table.actor == NATURE:
        return verbs.odds(table, work.box, work.moves, work.odds)
    return verbs.legal(table, work.box, work.moves)


@rule
def mask(work: Work, raw: Array[int], masks: Grid[int], fills: Grid[int], seat: int) -> None:
    """Wipe what the schema keeps from a seat, or a stranger (below 0), out of what is shown."""
    viewers = masks.shape[0] // 2  # type: ignore[attr-defined]
    row = seat if seat >= 0 else viewers - 1
    if work.table.actor == OVER:
        row += viewers
    for i in range(masks.shape[1]):  # type: ignore[attr-defined]
        raw[i] = (raw[i] & masks[row, i]) | fills[row, i]


@rule
def look(work: Work, raw: Array[int], masks: Grid[int], fills: Grid[int], seat: int) -> None:
    """Show what a seat, or a stranger (below 0), may know: the game's own hiding, then the schema's."""
    work.shown = work.table
    verbs.hide(work.shown, work.box, seat)
    mask(work, raw, masks, fills, seat)


def set_up(workspaces: Array[Work], options: Array[Any]) -> None:
    """Lay the table before the first move; its number of players is set already."""
    verbs.setup(workspaces[0].table, workspaces[0].box, options[0])


def list_open(workspaces: Array[Work]) -> None:
    """Write the open moves and their number."""
    work = workspaces[0]
    work.count = list_moves(work)


def play(workspaces: Array[Work], move: int) -> None:
    """Carry out an open move; the next ones are not listed yet."""
    verbs.play(workspaces[0].table, workspaces[0].box, move)


def pick(workspaces: Array[Work]) -> int:
    """One of nature's open moves by its odds; it is not played."""
    work = workspaces[0]
    return work.moves[weighted(work.odds, work.count, work.rng)]


def view(workspaces: Array[Work], raw: Array[int], masks: Grid[int], fills: Grid[int], seat: int) -> None:
    """Make the view what a seat may know of the table."""
    look(workspaces[0], raw, masks, fills, seat)


def guess(workspaces: Array[Work], seat: int) -> None:
    """Turn a seat's view that lies on the table into a whole table that it could be."""
    work = workspaces[0]
    verbs.guess(work.table, work.box, seat, work.rng)


def veil(workspaces: Array[Work], move: int, seat: int) -> int:
    """The id of a move about to be made, as a seat will see it."""
    return verbs.veil(workspaces[0].table, workspaces[0].box, move, seat)


def rank(workspaces: Array[Work]) -> None:
    """Write points and places."""
    work = workspaces[0]
    verbs.score(work.table, work.box, work.scores)
    verbs.rank(work.table, work.box, work.ranks)


def heuristic(workspaces: Array[Work]) -> int:
    """The heuristic's choice among the listed moves on a view that lies on the table."""
    work = workspaces[0]
    own = work.weights[work.table.actor]
    return verbs.heuristic(work.table, work.box, own, work.moves, work.count, work.rng)


@rule
def choose(
    work: Work, raw: Array[int], masks: Grid[int], fills: Grid[int], policy: int, own: Any, n: int, rng: Rng
) -> int:
    """The move a simulated seat makes by its own weights, given only what it may see.

    Without masks nothing is hidden.
    """
    moves = work.moves
    if n == 1:
        return moves[0]
    if policy == RANDOM or (policy != HEURISTIC and below(1000, rng) < policy):
        return moves[below(n, rng)]
    given = work.table
    if masks.shape[0] > 0:  # type: ignore[attr-defined]
        look(work, raw, masks, fills, work.table.actor)
        given = work.shown
    return verbs.heuristic(given, work.box, own, moves, n, rng)


@rule
def play_game(work: Work, raw: Array[int], masks: Grid[int], fills: Grid[int], policies: Array[int]) -> int:
    """Play the table to its end; return how many moves that took, or ENDLESS or STUCK.

    Turn order is that of the first decisions.
    """
    count, decided, table, rng = 0, 0, work.table, work.rng
    for seat in range(table.players):
        work.orders[seat] = 0
    while table.actor != OVER:
        n = list_moves(work)
        if n == 0:
            return STUCK
        if table.actor == NATURE:
            move = work.moves[weighted(work.odds, n, rng)]
        else:
            if decided < table.players and work.orders[table.actor] == 0:
                decided += 1
                work.orders[table.actor] = decided
            own = work.weights[table.actor]
            move = choose(work, raw, masks, fills, policies[table.actor], own, n, rng)
        verbs.play(table, work.box, move)
        count += 1
        if count > TOO_LONG:
            return ENDLESS
    return count


@rule
def add_result(result: SeatTotals, points: int, wins: int) -> None:
    """Add what came of a game to the totals of a seat or of a place in the turn order."""
    result.games += 1
    result.points += points
    result.squares += points * points
    result.wins += wins


def simulate(
    workspaces: Array[Work],
    raw: Array[int],
    masks: Grid[int],
    fills: Grid[int],
    policies: Array[int],
    totals: Array[Any],
    seed: int,
    games: Array[int],
) -> None:
    """Play games number games[0] to games[1] - 1 from the start table and add up how they went."""
    work, total = workspaces[0], totals[0]
    for game in range(games[0], games[1]):
        work.table = work.start
        start(work.rng, seed, game)
        count = play_game(work, raw, masks, fills, policies)
        if count < 0:
            total.endless += count == ENDLESS
            total.stuck += count == STUCK
            return
        total.games += 1
        total.moves += count
        total.longest = max(total.longest, count)
        verbs.score(work.table, work.box, work.scores)
        verbs.rank(work.table, work.box, work.ranks)
        winners = 0
        for seat in range(work.table.players):
            winners += work.ranks[seat] == 1
        for seat in range(work.table.players):
            wins = WIN // winners if work.ranks[seat] == 1 else 0
            add_result(total.seats[seat], work.scores[seat], wins)
            if work.orders[seat] > 0:
                add_result(total.orders[work.orders[seat] - 1], work.scores[seat], wins)


def copy_tables(workspaces: Array[Work], count: int) -> None:
    """Copy the table onto the view and back `count` times: what a copy costs."""
    work = workspaces[0]
    for i in range(count):
        if i % 2:
            work.table = work.shown
        else:
            work.shown = work.table
