"""Classes of decisions by what they cost, and how large luck has to be to get a name.

All thresholds stand here, as shares of a win; docs/coach.md tells them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from fathom5.coach.evaluator import Estimate
from fathom5.coach.sample import Worth


class Verdict(StrEnum):
    """What a decision is called."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_COST = {
    Verdict.GOOD: 0.02,
    Verdict.INACCURACY: 0.05,
    Verdict.MISTAKE: 0.10,
    Verdict.BLUNDER: 0.20,
}
"""What a decision costs at least to be called so; what costs less than a good one is as good as the best."""

AS_GOOD = 0.01
"""A move that is not more than this behind the best is taken for it if it was played."""

JOKER = 0.10
"""Luck from here on is a joker, and bad luck of that size a disaster."""

SPREAD_SHARE = 0.25
"""Who plays alone cannot win more or less: a standard deviation of points counts as this share of a win."""


@dataclass(frozen=True)
class Scale:
    """How values are judged: by the chance to win, or by points where somebody plays alone for them."""

    spread: float = 0.0
    """The standard deviation of the points at the end, where these are what matters."""

    @property
    def in_points(self) -> bool:
        return self.spread > 0

    def share(self, worth: Worth) -> Estimate:
        """A worth as a share of a win."""
        if not self.in_points:
            return worth.wins
        factor = SPREAD_SHARE / self.spread
        return Estimate(worth.points.mean * factor, worth.points.error * factor)

    def shares(self, batches: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same of batches whose last axis is wins and points."""
        return batches[..., 1] * (SPREAD_SHARE / self.spread) if self.in_points else batches[..., 0]


def verdict(cost: Estimate) -> Verdict:
    """The class of a decision; what is within its error is at most called good."""
    found = Verdict.BEST
    for name, least in LEAST_COST.items():
        if cost.mean >= least:
            found = name
    return min(found, Verdict.GOOD, key=ORDER.index) if cost.interval[0] <= 0 else found


ORDER = tuple(Verdict)
"""From the best to the worst."""
