"""The memory that the loops work in: one struct with named parts, for one table and one thread."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.game import Game, Spec
from fathom5.core.schema import Array, Struct, many, part, real, whole

MOST = (1 << 31) - 1
LARGEST = (1 << 63) - 1


@lru_cache
def workspace_struct(spec: Spec) -> type[Struct]:
    """The schema of a game's workspace; what is shown comes first, so that its bytes begin the struct's."""
    ids = max(spec.moves.size, spec.nature.size)
    fields = {
        "shown": part(spec.table, "what a seat may know of the table"),
        "table": part(spec.table, "the table played on"),
        "start": part(spec.table, "the table that games or searches start from"),
        "box": part(spec.box, "the components"),
        "weights": many(spec.weights, spec.seats, "what the heuristic of each seat goes by"),
        "tuned": part(spec.weights, "the tuned weights, which features go by whoever plays"),
        "moves": whole(0, MOST, "the open moves, ids ascending", ids),
        "odds": whole(0, LARGEST, "the weights of nature's open moves", spec.nature.size),
        "count": whole(0, MOST, "how many moves are open"),
        "scores": whole(-LARGEST, LARGEST, "points by seat", spec.seats),
        "ranks": whole(0, MOST, "places by seat, 1 the first", spec.seats),
        "orders": whole(0, MOST, "turn order by seat, 1 for whoever decided first; 0: not yet", spec.seats),
        "rng": whole(0, (1 << 64) - 1, "the state of the random generator", 1),
    }
    return type("Workspace", (Struct,), fields)


class Work:
    """A workspace as the loops see it; only for annotations."""

    if TYPE_CHECKING:
        shown: Any
        table: Any
        start: Any
        box: Any
        weights: Array[Any]
        tuned: Any
        moves: Array[int]
        odds: Array[int]
        count: int
        scores: Array[int]
        ranks: Array[int]
        orders: Array[int]
        rng: Array[int]


class Workspace:
    """A workspace in memory: `array` to read and write, `structs` and `raw` for the loops of an engine."""

    def __init__(self, game: Game, wrap: Any, box: NDArray[Any], weights: NDArray[Any] | None = None) -> None:
        spec = game.spec
        self.spec, self._wrap = spec, wrap
        self._attach(np.zeros(1, workspace_struct(spec).dtype))
        self.array["box"] = box
        self.array["tuned"] = game.weights[:1]
        self.array["weights"] = game.weights if weights is None else weights

    def _attach(self, array: NDArray[Any]) -> None:
        self.array = array
        self.raw = array.view(np.uint8)
        self.structs = self._wrap(array, workspace_struct(self.spec))
        if self.structs is not array:
            self.structs[0].expose("moves", "odds", "scores", "ranks", "orders", "rng")
        size = self.spec.table.dtype.itemsize
        self.shown_bytes, self.table_bytes = self.raw[:size], self.raw[size : 2 * size]
        self.moves, self.odds = array["moves"][0], array["odds"][0]
        self.count, self.actor = array["count"], array["table"]["actor"]
        self.scores, self.ranks, self.rng = array["scores"][0], array["ranks"][0], array["rng"][0]

    def copy(self) -> Workspace:
        """A workspace of its own with the same content."""
        twin = object.__new__(Workspace)
        twin.spec, twin._wrap = self.spec, self._wrap
        twin._attach(self.array.copy())
        return twin


class SeatTotals(Struct):
    """What a seat's games added up to."""

    games = whole(0, LARGEST, "games in which it took part")
    points = whole(-LARGEST, LARGEST, "points")
    squares = whole(0, LARGEST, "squares of points")
    wins = whole(0, LARGEST, "wins in sixtieths, so that shared ones add up exactly")


@lru_cache
def totals_struct(spec: Spec) -> type[Struct]:
    """The schema of what a simulation adds up."""
    fields = {
        "games": whole(0, LARGEST, "games played to their end"),
        "moves": whole(0, LARGEST, "moves in these games, nature's included"),
        "longest": whole(0, LARGEST, "moves of the longest game"),
        "endless": whole(0, LARGEST, "games without an end"),
        "stuck": whole(0, LARGEST, "games in which somebody had to move and could not"),
        "seats": many(SeatTotals, spec.seats, "by seat"),
        "orders": many(SeatTotals, spec.seats, "by turn order"),
    }
    return type("Totals", (Struct,), fields)


class SeatResult(Struct):
    """What came of a game or a rollout for a seat."""

    value = real("what a search maximizes: a mixture of the two below")
    win_share = real("its share of the win")
    points = real("its points")
