"""What a seat may know of a table as numbers for a learning agent, and its moves as actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.game import Game, Spec
from fathom5.core.moves import Kind
from fathom5.engine import engine
from fathom5.observation import batch as batch
from fathom5.observation.layouts import Layout, Span, layout
from fathom5.observation.parts import Label
from fathom5.observation.source import prepare

__all__ = ["Actions", "Label", "Layout", "Observer", "Span", "actions", "layout"]

SEATS = "seats"
"""What an argument of a move that is a seat points into."""


class Actions:
    """The moves of a game's players as each seat sees them: seats are counted from its own."""

    def __init__(self, spec: Spec, rows: int) -> None:
        self.size = spec.moves.playable
        """How many actions there are."""
        self.of_moves = np.tile(np.arange(self.size, dtype=np.int64), (spec.seats, 1))
        """The action that each move is, a row for each seat."""
        for kind in spec.moves.kinds:
            turning = _seat_arguments(spec, kind)
            for move in range(kind.first, min(kind.end, self.size)) if any(turning) else ():
                values = kind.moves[move - kind.first]
                for seat in range(rows):
                    turned = [
                        (value - seat) % rows if turns and value < rows else value
                        for value, turns in zip(values, turning, strict=True)
                    ]
                    self.of_moves[seat, move] = kind.encode(turned)
        self.moves = np.argsort(self.of_moves, axis=1)
        """The move that each action is, a row for each seat."""

    def mask(self, seat: int, moves: Any) -> NDArray[np.int8]:
        """1 for every action that is one of a seat's open moves, given by their ids."""
        mask = np.zeros(self.size, np.int8)
        mask[self.of_moves[seat, list(moves)]] = 1
        return mask


def _seat_arguments(spec: Spec, kind: Kind) -> list[bool]:
    """Which arguments of a kind of move are seats, or items of an array by seat."""
    fields = spec.table.fields
    return [
        each.target == SEATS or (each.target in fields and fields[each.target].by_seat)
        for each in kind.arguments
    ]


@lru_cache
def actions(game: Game, players: int) -> Actions:
    """The actions of a game; raises Mistake for a number of players it is not for."""
    return Actions(game.spec, layout(game, players).rows)


class Observer:
    """Writes observations of a game's tables; one for each thread."""

    def __init__(
        self, game: Game, players: int, features: bool = False, compiled: bool | None = None
    ) -> None:
        self.layout = layout(game, players, features)
        prepare(game)
        self._loops = engine(game, compiled)
        self._work = self._loops.workspace(game.box())
        self._plans = self._loops.wrap(batch.plan(self.layout), batch.plan_struct(game.spec))
        self._row = np.zeros((1, self.layout.size), np.uint8)

    def codes(self, table: NDArray[Any], box: NDArray[Any], seat: int) -> NDArray[np.uint8]:
        """What a seat may know of a table, as bytes; whatever is hidden from it is not looked at.

        Table and box are arrays of one struct, such as `position.work.array["table"]` or `view.array`.
        """
        loops, work = self._loops, self._work
        work.table_bytes[:] = table.view(np.uint8)
        work.array["box"] = box
        loops.observe_table(work.structs, work.raw, *loops.hiding, self._plans, seat, self._row)
        row: NDArray[np.uint8] = self._row[0].copy()
        return row

    def numbers(self, table: NDArray[Any], box: NDArray[Any], seat: int) -> NDArray[np.float32]:
        """The same as numbers that lie between 0 and 1 in an ordinary game."""
        return self.codes(table, box, seat) * self.layout.scales
