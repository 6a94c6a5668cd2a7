"""What the reviews of many games say of those who played them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import NamedTuple

from fathom5.coach.evaluator import Estimate
from fathom5.coach.reviews import Review
from fathom5.coach.verdicts import Verdict


@dataclass(frozen=True)
class PlayerSum:
    """One name in one kind of game; amounts are means over its games, in shares of a win."""

    game: str
    player: str
    games: int
    won: float
    """Games won, a shared win as its share."""
    luck: Estimate
    own: Estimate
    """Its decisions against the moves that the evaluator would have made."""
    cost: Estimate
    """Its decisions against the best moves."""
    verdicts: dict[Verdict, int]
    """How many of its decisions have each class."""


class _Seat(NamedTuple):
    """A seat of one game."""

    won: float
    luck: Estimate
    own: Estimate
    cost: Estimate
    verdicts: Counter[Verdict]


def player_sums(reviews: Iterable[Review]) -> list[PlayerSum]:
    """By game and name what each player won, had of luck and lost; the order of the games does not matter."""
    seats: defaultdict[tuple[str, str], list[_Seat]] = defaultdict(list)
    for review in reviews:
        for name, seat in zip(review.match.names, _seats(review), strict=True):
            seats[review.match.game.name, name].append(seat)
    return [_sum(game, player, seats[game, player]) for game, player in sorted(seats)]


def _seats(review: Review) -> Iterator[_Seat]:
    share = review.scale.share
    for each in review.sums:
        verdicts = Counter(made.verdict for made in review.decisions if made.seat == each.seat)
        yield _Seat(each.result.wins.mean, share(each.luck), share(each.own), share(each.cost), verdicts)


def _sum(game: str, player: str, seats: Sequence[_Seat]) -> PlayerSum:
    def mean(values: Iterable[Estimate]) -> Estimate:
        means, errors = zip(*values, strict=True)
        return Estimate(fsum(means) / len(seats), sqrt(fsum(error**2 for error in errors)) / len(seats))

    return PlayerSum(
        game,
        player,
        len(seats),
        fsum(seat.won for seat in seats),
        mean(seat.luck for seat in seats),
        mean(seat.own for seat in seats),
        mean(seat.cost for seat in seats),
        {verdict: sum(seat.verdicts[verdict] for seat in seats) for verdict in Verdict},
    )
