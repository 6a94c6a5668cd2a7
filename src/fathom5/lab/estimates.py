"""Means and shares with intervals: ratios of sums; their error comes from leaving out a batch at a time."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

SURE = 1.96
"""Standard deviations on either side of a 95 % interval."""


def quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by the expansion of Cornish and Fisher."""
    if freedom < 1:
        return float("inf")
    z = SURE
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's interval of a share found in so many games."""
    if not count:
        return 0.0, 1.0
    z = SURE**2 / count
    middle = (share + z / 2) / (1 + z)
    half = sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Ratio:
    """The sum of one number over the sum of another, both by batch; a mean where the other counts games."""

    above: NDArray[np.float64]
    below: NDArray[np.float64]
    is_share: bool = False

    @property
    def value(self) -> float:
        """The ratio of all batches together; not a number where nothing was counted."""
        below = float(self.below.sum())
        return float(self.above.sum()) / below if below else float("nan")

    @property
    def replicates(self) -> NDArray[np.float64]:
        """The ratio without each batch in turn (the jackknife)."""
        below = self.below.sum() - self.below
        above = self.above.sum() - self.above
        out: NDArray[np.float64] = np.full(len(above), self.value)
        np.divide(above, below, out=out, where=below != 0)
        return out

    @property
    def variance(self) -> float:
        """The square of the standard error."""
        return _variance(self.replicates)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval; for a share that never varied, Wilson's."""
        value, half = self.value, _half(self.variance, len(self.above))
        if self.is_share:
            if not half < float("inf") or self.variance == 0:
                return wilson(value, float(self.below.sum())) if value == value else (0.0, 1.0)
            return max(0.0, value - half), min(1.0, value + half)
        return value - half, value + half


@dataclass(frozen=True)
class Difference:
    """One ratio less another of the same batches of luck."""

    value: float
    low: float
    high: float
    deviations: float
    """How many standard errors it is away from nothing."""
    saved: float
    """How many times as many games it would have taken with separate luck."""


def difference(before: Ratio, after: Ratio) -> Difference:
    """What changed, by pairs of batches with the same luck."""
    value = after.value - before.value
    variance = _variance(after.replicates - before.replicates)
    half = _half(variance, len(before.above))
    apart = before.variance + after.variance
    saved = apart / variance if variance else 1.0
    deviations = abs(value) / sqrt(variance) if variance else 0.0
    return Difference(value, value - half, value + half, deviations, saved)


def _variance(replicates: NDArray[np.float64]) -> float:
    count = len(replicates)
    return float((count - 1) / count * ((replicates - replicates.mean()) ** 2).sum()) if count > 1 else 0.0


def _half(variance: float, batches: int) -> float:
    return quantile(batches - 1) * sqrt(variance) if batches > 1 else float("inf")
