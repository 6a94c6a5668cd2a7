"""The verbs of a game that brings no other: rules, compiled like a game's own."""

from __future__ import annotations

from typing import Any

from fathom5.core.rng import Rng, below
from fathom5.core.rule import rule
from fathom5.core.schema import Array, Struct, whole
from fathom5.core.verbs import ahead


class NoWeights(Struct):
    """Of a heuristic that weighs nothing."""

    nothing = whole(0, 0, "nothing to weigh")


@rule
def rank_by_ahead(table: Any, box: Any, ranks: Array[int]) -> None:
    """A seat's place is one more than the number of seats ahead of it."""
    for seat in range(table.players):
        ranks[seat] = 1
        for other in range(table.players):
            if other != seat and ahead(table, box, other, seat):
                ranks[seat] += 1


@rule
def hide_nothing(table: Any, box: Any, seat: int) -> None:
    """The schema hides all there is to hide."""
    return


@rule
def guess_nothing(table: Any, box: Any, seat: int, rng: Rng) -> None:
    """There is nothing hidden to guess."""
    return


@rule
def veil_nothing(table: Any, box: Any, move: int, seat: int) -> int:
    """Every move is made in the open."""
    return move


@rule
def random_move(table: Any, box: Any, weights: Any, moves: Array[int], n: int, rng: Rng) -> int:
    """The heuristic of a game that brings none: any open move."""
    return moves[below(n, rng)]


@rule
def no_features(table: Any, box: Any, weights: Any, seat: int, features: Array[float]) -> int:
    """A game that brings no features has nothing to learn a value from."""
    return 0


@rule
def achieve_nothing(table: Any, box: Any, seat: int, marks: Array[int]) -> None:
    """A game that names no achievements has none to mark."""
    return


@rule
def tally_nothing(table: Any, box: Any, move: int, counts: Array[int]) -> None:
    """A game that names no tallies has none to count."""
    return
