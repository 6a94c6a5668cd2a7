"""How moves are judged: with which luck, on which scale, how exactly and at what cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from fathom5.coach.evaluator import Estimate
from fathom5.coach.sample import Case, Sample
from fathom5.coach.verdicts import LEAST_COST, Scale
from fathom5.core.rng import MASK, STEP, mixed
from fathom5.view import View

SURELY = 2.5
"""A cost that is so many errors away from every threshold has its class for good."""


LARGEST_BATCH, BATCHES = 8, 2000
"""The most rollouts of a batch, and how many batches of one case the budget should allow for."""


class Purpose(IntEnum):
    """What a seed is for; a choice takes another one for each of its rounds."""

    START = 0
    POLICY = 1
    MEASURE = 2
    OUTCOMES = 3
    CHOICE = 4


@dataclass(frozen=True)
class Court:
    """What all moves of a review are judged by."""

    seed: int
    scale: Scale
    budget: int
    """The most rollouts that measure a decision; half as many choose the best move, a third measures luck."""
    fine: float
    """The error of a cost that is small enough whatever it is, as a share of a win."""
    luck_error: float
    """The error of luck that is small enough."""

    def sample(self, cases: Sequence[Case], number: int, purpose: int) -> Sample:
        """An empty sample of cases about a move of the record; batches are small where few can be made."""
        batch = max(1, min(LARGEST_BATCH, self.budget // BATCHES))
        return Sample(cases, self.seed_for(number, purpose), batch)

    def choice_sample(self, view: View, moves: Sequence[int], number: int, rounds: int) -> Sample:
        """A filled sample of moves to choose from after so many rounds: each has twice as many rollouts."""
        sample = self.sample([Case(view, move) for move in moves], number, Purpose.CHOICE + rounds)
        for _ in range(rounds + 1):
            sample.double()
        return sample

    def seed_for(self, number: int, purpose: int) -> int:
        """The seed of what is drawn about a move of the record."""
        return mixed((mixed(self.seed & MASK) + (64 * number + purpose) * STEP) & MASK) >> 2

    def is_settled(self, cost: Estimate) -> bool:
        """Whether more rollouts would hardly change the class of a decision."""
        off = min(abs(cost.mean - least) for least in LEAST_COST.values())
        return cost.error <= self.fine or off > SURELY * cost.error
