"""Whether predicted chances come true: of all that were told 30 %, did 30 % win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.lab.estimates import Ratio

BINS = 10
"""Bins that chances from 0 to 1 are sorted into."""


class Bin(NamedTuple):
    """Chances within a tenth: how many, their mean, and how many of them won, with its 95 % interval."""

    seats: int
    predicted: float
    observed: float
    low: float
    high: float

    @property
    def gap(self) -> float:
        """By how much the prediction is too high."""
        return self.predicted - self.observed


@dataclass(frozen=True)
class Calibration:
    """Chances and wins summed up by piece of the test games and by bin."""

    counts: NDArray[np.float64]
    predicted: NDArray[np.float64]
    observed: NDArray[np.float64]

    @classmethod
    def of(cls, tested: Sequence[tuple[NDArray[Any], NDArray[Any]]]) -> Calibration:
        """The calibration of pieces of games, each the chances of seats and their shares of the win."""
        sums = np.zeros((3, len(tested), BINS))
        for piece, (chances, wins) in enumerate(tested):
            bins = np.minimum((chances.ravel() * BINS).astype(int), BINS - 1)
            for number, weights in enumerate((None, chances.ravel(), wins.ravel())):
                sums[number, piece] = np.bincount(bins, weights, BINS)
        return cls(*sums)

    @property
    def bins(self) -> list[Bin]:
        """The bins that chances fell into; the interval comes from leaving out a piece at a time."""
        found = []
        for number in np.flatnonzero(self.counts.sum(0)):
            counts = self.counts[:, number]
            won = Ratio(self.observed[:, number], counts, is_share=True)
            told = Ratio(self.predicted[:, number], counts)
            found.append(Bin(int(counts.sum()), told.value, won.value, *won.interval))
        return found

    @property
    def worst(self) -> Bin:
        """The bin whose chances are farthest from what came of them."""
        return max(self.bins, key=lambda each: abs(each.gap))
