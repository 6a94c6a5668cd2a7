"""Which move a level takes of those that its search has judged."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from fathom5.bots.levels import Level
from fathom5.bots.search import Evaluated
from fathom5.core.contract import Bot
from fathom5.core.rng import weighted
from fathom5.view import View

ENOUGH_VISITS = 20
"""A move visited less often, and that many times less than the best, is not known well enough."""

SPREAD = 0.5
"""The standard deviation of a playout's worth, taken to be that of a win which is even."""

DECIDED = 0.04
"""Where the chance to win is below this, or as near to certain, points are played for."""

AS_LIKELY = 0.01
"""Where points are played for, a move may be so much less likely to win."""

OFTEN_ENOUGH = 4
"""There a move counts that was visited at most so many times less than the best: points vary much."""

POINT = 0.05
"""What a point is worth there: so much of a win."""

FINE = 1 << 20
"""The weight of the best move; others have less."""


def sensible(view: View, evaluated: Sequence[Evaluated]) -> Sequence[Evaluated]:
    """The judged moves without the absurd ones; all of them if nothing would be left."""
    absurd = view.game.role(Bot).ABSURD.values()
    return [each for each in evaluated if not any(is_so(view, each.move) for is_so in absurd)] or evaluated


def choose(evaluated: Sequence[Evaluated], level: Level, rng: NDArray[np.uint64]) -> int:
    """The move that a level takes, by chance where it takes several."""
    odds = move_odds(evaluated, level)
    return list(odds)[weighted(list(odds.values()), len(odds), rng)] if len(odds) > 1 else next(iter(odds))


def _doubt(each: Evaluated, best: Evaluated, level: Level) -> float:
    """What the worth of a move is marked down for being known less well than the best."""
    return level.doubt / 1000 * SPREAD * (1 / sqrt(each.visits) - 1 / sqrt(best.visits))


def move_odds(evaluated: Sequence[Evaluated], level: Level) -> dict[int, int]:
    """The moves that a level may take with their weights: the nearer to the best, the likelier.

    The moves come the most visited first; that one is the best. Where it wins hardly ever or nearly always,
    the worth of a move is its points, for every level.
    """
    best = evaluated[0]
    if DECIDED <= best.win <= 1 - DECIDED:
        enough = min(ENOUGH_VISITS, best.visits / ENOUGH_VISITS) if level.temperature else best.visits
        least = best.win - level.cap / 1000
        known = [each for each in evaluated if each.visits >= enough and each.win >= least]
        worths = {each.move: each.value - _doubt(each, best, level) for each in known}
    else:
        enough, least = best.visits / OFTEN_ENOUGH, best.win - AS_LIKELY
        known = [each for each in evaluated if each.visits >= enough and each.win >= least]
        worths = {each.move: POINT * each.points for each in known}
    most = max(worths.values())
    if not level.temperature:
        return {next(move for move, worth in worths.items() if worth == most): FINE}
    odds = {
        move: round(FINE * exp((worth - most) * 1000 / level.temperature)) for move, worth in worths.items()
    }
    return {move: weight for move, weight in odds.items() if weight}
