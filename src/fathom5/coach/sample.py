"""Rollouts of several cases in equal batches, so that any weighted sum of cases has an error of its own.

Cases have the same luck, so their difference is known better than each of them; how much better only the
spread of the difference from batch to batch tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.coach.evaluator import Estimate, Evaluator
from fathom5.search.rollouts import NO_MOVE
from fathom5.view import View

FIRST_BATCHES = 16
"""So many batches are made before an error is looked at; after that their number doubles each time."""


class Worth(NamedTuple):
    """A value to one seat, or a difference of values."""

    wins: Estimate
    """As a chance to win; a shared win counts as its share."""
    points: Estimate


NOTHING = Worth(Estimate(0.0, 0.0), Estimate(0.0, 0.0))
"""What makes no difference."""


class Case(NamedTuple):
    """A view, and the move of it that is made first, if any."""

    view: View
    move: int = NO_MOVE


class Sample:
    """Rollouts of cases that are compared with one another."""

    def __init__(self, cases: Sequence[Case], seed: int, batch: int) -> None:
        """Prepare cases; a batch has so many rollouts of each."""
        self._evaluator = Evaluator([case.view for case in cases], [case.move for case in cases], seed)
        self._totals = [np.zeros((len(cases), self._evaluator.players, 2))]
        self.cases, self.batch = len(cases), batch

    @property
    def batches(self) -> int:
        """How many batches were made."""
        return len(self._totals) - 1

    @property
    def spent(self) -> int:
        """How many rollouts were made, of all cases together."""
        return self.batches * self.batch * self.cases

    def double(self) -> None:
        """Make the first batches, or as many as there are already."""
        for _ in range(self.batches or FIRST_BATCHES):
            self._evaluator.add(self.batch)
            self._totals.append(self._evaluator.totals)

    @property
    def means(self) -> NDArray[np.float64]:
        """The means by batch, case and seat: shares of the win, then points."""
        return np.diff(np.stack(self._totals), axis=0) / self.batch

    def combined(self, weights: Sequence[float] | NDArray[np.float64]) -> list[Worth]:
        """The sum of the values of the cases with these weights, for every seat."""
        return worths(np.tensordot(self.means, np.asarray(weights), ([1], [0])))


def estimate(batches: NDArray[np.float64]) -> Estimate:
    """The mean of several batches with its error."""
    return Estimate(float(batches.mean()), float(batches.std(ddof=1)) / sqrt(len(batches)))


def worths(batches: NDArray[np.float64]) -> list[Worth]:
    """What batches by seat and unit are on the average."""
    return [
        Worth(estimate(batches[:, seat, 0]), estimate(batches[:, seat, 1]))
        for seat in range(batches.shape[1])
    ]
