"""What a review says of single moves and of seats: plain values, to keep and to send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fathom5.coach.evaluator import Estimate
from fathom5.coach.sample import NOTHING, Worth
from fathom5.coach.verdicts import Verdict


@dataclass(frozen=True)
class Decision:
    """A decision between several moves, judged by what its seat knew."""

    number: int
    """How many moves of the record lie before it."""
    seat: int
    played: int
    best: int
    """The best move, chosen with other rollouts than those that measure it."""
    worth: Worth
    """What the played move is worth to the seat."""
    best_worth: Worth
    cost: Worth
    """What the best move is worth more; a little below zero where that is within its error."""
    verdict: Verdict
    effects: tuple[Worth, ...]
    """By seat what it changed: its value minus that of the move the evaluator would have played."""
    after: tuple[Worth | None, ...]
    """By seat what the position is worth afterwards, as far as that was measured."""


@dataclass(frozen=True)
class Chance:
    """A move of nature that could have been another."""

    number: int
    """How many moves of the record lie before it."""
    move: int
    odds: float
    """How likely it was."""
    outcomes: int
    """How many moves nature had."""
    sampled: bool
    """Whether the mean is that of some of them, drawn by their odds."""
    luck: tuple[Worth, ...]
    """By seat: the value after it minus the mean over all outcomes."""
    after: tuple[Worth | None, ...]
    """By seat what the position is worth afterwards, as far as that was measured."""

    @property
    def effects(self) -> tuple[Worth, ...]:
        """By seat what it changed."""
        return self.luck


Judged = Decision | Chance


@dataclass(frozen=True)
class SeatSum:
    """Where the result of a seat came from: luck + own + others + later = result - start."""

    seat: int
    start: Worth
    result: Worth
    luck: Worth
    own: Worth
    """Its decisions against the moves that the evaluator would have made."""
    others: Worth
    """The same of all others' decisions."""
    later: Worth
    """What the evaluator only saw later."""
    cost: Worth
    """Its decisions against the best moves."""

    @property
    def adjusted(self) -> Worth:
        """The result without the luck."""
        return added(self.result, self.luck, -1.0)


def added(one: Worth, other: Worth, factor: float = 1.0) -> Worth:
    """The sum of independent values, the second times a factor; errors add in squares."""
    pairs = zip(one, other, strict=True)
    return Worth(
        *(Estimate(a.mean + factor * b.mean, (a.error**2 + (factor * b.error) ** 2) ** 0.5) for a, b in pairs)
    )


def seat_sum(seat: int, start: Worth, result: Worth, judged: Sequence[Judged]) -> SeatSum:
    """Add up what every move did for a seat.

    Where a position was not measured, it is taken to be worth what the one before was, and what the move
    changed. What was only seen later is as uncertain as all else together.
    """
    luck = own = others = cost = NOTHING
    surprises, value = NOTHING, start
    for each in judged:
        effect = each.effects[seat]
        if isinstance(each, Chance):
            luck = added(luck, effect)
        elif each.seat == seat:
            own, cost = added(own, effect), added(cost, each.cost)
        else:
            others = added(others, effect)
        expected = added(value, effect)
        value = each.after[seat] or expected
        surprises = added(surprises, added(value, expected, -1.0))
    surprises = added(surprises, added(result, value, -1.0))
    known = added(added(start, luck), added(own, others))
    later = Worth(*(Estimate(a.mean, b.error) for a, b in zip(surprises, known, strict=True)))
    return SeatSum(seat, start, result, luck, own, others, later, cost)
