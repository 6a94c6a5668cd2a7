"""Judging a decision from what its seat knew: the best move, the cost, the effect on every seat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fathom5.bots import heuristic_move
from fathom5.coach.court import Court, Purpose
from fathom5.coach.judged import Decision
from fathom5.coach.sample import Case, Sample, estimate
from fathom5.coach.verdicts import AS_GOOD, LEAST_COST, Verdict, verdict
from fathom5.core.rng import generator
from fathom5.view import View

ASKED, OFTEN = 8, 64
"""How often the heuristic is asked for its move: it may roll dice, and is then asked more often."""

CLEARLY = 2.0
"""A move that is so many errors behind the best is not it."""


def judge_decision(court: Court, view: View, number: int, played: int) -> Decision:
    """What is to be said of a decision, made with this view after so many moves."""
    policy = evaluators_policy(court, view, number)
    best = best_move(court, view, number, played)
    moves = sorted({played, best, *policy})
    costs = np.array([(move == best) - (move == played) for move in moves], float)
    changes = np.array([(move == played) - policy.get(move, 0.0) for move in moves])
    sample = court.sample([Case(view, move) for move in moves], number, Purpose.MEASURE)
    sample.double()
    while not _is_known(court, sample, costs, changes, view.seat) and 2 * sample.spent <= court.budget:
        sample.double()
    worth, best_worth = (sample.combined([float(move == each) for move in moves]) for each in (played, best))
    cost, open_to_all = sample.combined(costs)[view.seat], not view.game.spec.has_secrets
    return Decision(
        number=number,
        seat=view.seat,
        played=played,
        best=best,
        worth=worth[view.seat],
        best_worth=best_worth[view.seat],
        cost=cost,
        verdict=verdict(court.scale.share(cost)),
        effects=tuple(sample.combined(changes)),
        after=tuple(value if open_to_all or seat == view.seat else None for seat, value in enumerate(worth)),
    )


def _is_known(
    court: Court, sample: Sample, costs: NDArray[np.float64], changes: NDArray[np.float64], seat: int
) -> bool:
    """Whether the class is settled, and the effect on every seat known well enough."""
    largest = max(court.scale.share(worth).error for worth in sample.combined(changes))
    return largest <= court.luck_error and court.is_settled(court.scale.share(sample.combined(costs)[seat]))


def evaluators_policy(court: Court, view: View, number: int) -> dict[int, float]:
    """The moves that the evaluator itself would make, with how often it would."""
    rng = generator(court.seed_for(number, Purpose.POLICY))
    asked = [heuristic_move(view, rng) for _ in range(ASKED)]
    if len(set(asked)) > 1:
        asked += [heuristic_move(view, rng) for _ in range(OFTEN - ASKED)]
    return {move: asked.count(move) / len(asked) for move in dict.fromkeys(asked)}


def best_move(court: Court, view: View, number: int, played: int) -> int:
    """The best move, by rounds of twice as many rollouts for all that may still be it.

    What is as good as the best is taken for it if it was played.
    """
    left, spent, rounds = list(view.ids), 0, 0
    while True:
        sample = court.choice_sample(view, left, number, rounds)
        rounds += 1
        spent += sample.spent
        shares = court.scale.shares(sample.means[:, :, view.seat])
        leader = int(shares.mean(axis=0).argmax())
        best = left[leader]
        gaps = {move: estimate(shares[:, leader] - shares[:, i]) for i, move in enumerate(left)}
        left = [move for move, gap in gaps.items() if gap.mean <= CLEARLY * gap.error]
        is_enough = max(gaps[move].interval[1] for move in left) < LEAST_COST[Verdict.GOOD]
        coming = 2 * sample.spent * len(left) // len(gaps)
        if len(left) == 1 or is_enough or spent + coming > court.budget // 2:
            break
    return played if played in left and gaps[played].mean < AS_GOOD else best
