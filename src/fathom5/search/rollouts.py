"""Rollouts of many cases at a time: what a table, or a move on it, is worth to every seat.

A case is a seat's view and, if a move of it is judged, that move. Each rollout fills the view in anew,
plays the move, then plays on by the heuristic, to the end or for a span of decisions after which the value
network judges. Rollout number n of every case has the same luck (common random numbers): what is unknown
is guessed by the same numbers, and so is what comes, so that differences between cases have less noise
than the cases.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fathom5.core import verbs
from fathom5.core.game import Spec
from fathom5.core.rng import start, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid, Struct, many, part, real, whole
from fathom5.engine.loops import list_moves
from fathom5.engine.workspace import LARGEST, MOST, Work
from fathom5.search.network import Evaluation, final_results, predict
from fathom5.search.tree import TO_THE_END

NO_MOVE = -1


class Plan(Struct):
    """Which rollouts are made of every case, and how far they go."""

    seed = whole(-LARGEST, LARGEST, "where their luck comes from")
    first = whole(0, MOST, "the number of the first one")
    count = whole(0, MOST, "how many")
    span = whole(0, TO_THE_END, "decisions of a rollout before the network judges")


class SeatSums(Struct):
    """What rollouts brought a seat, summed up."""

    win_share = real("shares of the win")
    win_share_squares = real("their squares")
    points = real("points")
    points_squares = real("their squares")


@lru_cache
def case_struct(spec: Spec) -> type[Struct]:
    """A view to be judged, and what its rollouts brought."""
    fields = {
        "table": part(spec.table, "what the seat may know"),
        "seat": whole(NATURE - spec.seats, spec.seats, "whose view it is"),
        "move": whole(NO_MOVE, MOST, "the move that is made first; -1: none"),
        "seats": many(SeatSums, spec.seats, "what it brought, by seat"),
    }
    return type("Case", (Struct,), fields)


class Case:
    """A view to be judged; only for annotations."""

    if TYPE_CHECKING:
        table: Any
        seat: int
        move: int
        seats: Array[SeatSums]


@rule
def roll_out(work: Work, move: int, span: int) -> None:
    """Play the table on: a given move first, then by the heuristic, for so many decisions."""
    table, given, left = work.table, move, span
    while table.actor != OVER:
        n = list_moves(work)
        chosen = work.moves[0]
        if given != NO_MOVE:
            chosen, given = given, NO_MOVE
        elif table.actor == NATURE:
            chosen = work.moves[weighted(work.odds, n, work.rng)]
        elif n > 1:
            if left == 0:
                break
            left -= 1
            own = work.weights[table.actor]
            chosen = verbs.heuristic(table, work.box, own, work.moves, n, work.rng)
        verbs.play(table, work.box, chosen)


@rule
def add_rollout(case: Case, evaluation: Evaluation, players: int) -> None:
    """Add what came of a rollout to the sums of its case."""
    for seat in range(players):
        sums, result = case.seats[seat], evaluation.results[seat]
        sums.win_share += result.win_share
        sums.win_share_squares += result.win_share * result.win_share
        sums.points += result.points
        sums.points_squares += result.points * result.points


def evaluate(
    workspaces: Array[Work],
    cases: Array[Case],
    evaluations: Array[Evaluation],
    network: Grid[float],
    hidden: Array[float],
    plans: Array[Plan],
) -> None:
    """Make the planned rollouts of every case and add up what they bring."""
    work, evaluation, plan = workspaces[0], evaluations[0], plans[0]
    for number in range(plan.first, plan.first + plan.count):
        for i in range(len(cases)):
            case = cases[i]
            work.table = case.table
            start(work.rng, plan.seed, 2 * number)
            verbs.guess(work.table, work.box, case.seat, work.rng)
            start(work.rng, plan.seed, 2 * number + 1)
            roll_out(work, case.move, plan.span)
            if work.table.actor == OVER:
                final_results(work, evaluation.results)
            else:
                predict(work, evaluation, network, hidden)
            add_rollout(case, evaluation, work.table.players)
