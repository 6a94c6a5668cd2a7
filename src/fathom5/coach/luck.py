"""Judging a move of nature: for every seat the value after it minus the mean over what could have come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fathom5.coach.court import Court, Purpose
from fathom5.coach.judged import Chance
from fathom5.coach.sample import NOTHING, Case, Worth, worths
from fathom5.core.rng import below, generator
from fathom5.match import Match

MOST_OUTCOMES = 12
"""Of more outcomes so many are drawn by their odds."""


class Prospect:
    """What seats may see after each outcome, told apart as far as they can, with the weights of luck."""

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = seats
        """Who sees just this."""
        self.cases: dict[bytes, Case] = {}
        self.weights: dict[bytes, float] = {}
        self.came = b""

    def add(self, case: Case, share: float, came: bool) -> None:
        """Add an outcome with its share of the mean."""
        key = case.view.array.tobytes()
        self.cases.setdefault(key, case)
        self.weights[key] = self.weights.get(key, 0.0) + came - share
        self.came = key if came else self.came


def judge_chance(court: Court, then: Match, move: int) -> Chance:
    """What is to be said of a move of nature in the position where a match stands."""
    number, weights = len(then.history), then.weights
    odds = dict(zip(then.ids, (np.array(weights) / sum(weights)).tolist(), strict=True))
    is_sampled = len(odds) > MOST_OUTCOMES
    shares = _drawn(odds, court.seed_for(number, Purpose.OUTCOMES)) if is_sampled else odds
    found = _prospects(then, {**shares, move: shares.get(move, 0.0)}, move)
    luck, after = _measured(court, number, [each for each in found if len(each.cases) > 1], then.players)
    return Chance(number, move, odds[move], len(odds), is_sampled, tuple(luck), tuple(after))


def _drawn(odds: dict[int, float], seed: int) -> dict[int, float]:
    """Some outcomes with their shares, drawn at even steps through their odds from a random start."""
    start = (below(1 << 20, generator(seed)) + 0.5) / (1 << 20)
    ends = np.cumsum(list(odds.values()))
    places = np.searchsorted(ends, (np.arange(MOST_OUTCOMES) + start) / MOST_OUTCOMES * ends[-1])
    moves, shares = list(odds), dict[int, float]()
    for place in places.tolist():
        shares[moves[place]] = shares.get(moves[place], 0.0) + 1 / MOST_OUTCOMES
    return shares


def _prospects(then: Match, shares: dict[int, float], played: int) -> list[Prospect]:
    """What seats may see afterwards: one for all of them where nothing is secret."""
    seats = range(then.players)
    found = [Prospect([seat]) for seat in seats] if then.game.spec.has_secrets else [Prospect(seats)]
    for move in sorted(shares):
        later = then.copy()
        later.play(move)
        for prospect in found:
            prospect.add(Case(later.view(prospect.seats[0])), shares[move], move == played)
    return found


def _measured(
    court: Court, number: int, prospects: list[Prospect], players: int
) -> tuple[list[Worth], list[Worth | None]]:
    """Luck and value afterwards by seat; a seat that sees no difference has no luck."""
    luck, after = [NOTHING] * players, list[Worth | None]([None] * players)
    if not prospects:
        return luck, after
    cases = [case for each in prospects for case in each.cases.values()]
    sample = court.sample(cases, number, Purpose.MEASURE)
    while True:
        sample.double()
        means, first = sample.means, 0
        for each in prospects:
            weights, came = list(each.weights.values()), list(each.cases).index(each.came)
            own = means[:, first : first + len(weights)]
            first += len(weights)
            lucky, valued = worths(np.tensordot(own, weights, ([1], [0]))), worths(own[:, came])
            for seat in each.seats:
                luck[seat], after[seat] = lucky[seat], valued[seat]
        largest = max(court.scale.share(worth).error for worth in luck)
        if largest <= court.luck_error or 2 * sample.spent > court.budget // 3:
            return luck, after
