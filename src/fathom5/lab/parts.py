"""Parts of a game that a study counts: every kind of move, what of the box its moves use, achievements.

A game names what its moves use in a room of its own, `parts.py`: `parts(box, move) -> list[str]`, for
example `["card: radio", "resource: titanium"]`. Without it every argument of a move is a part. What cannot
be told from a move alone is marked at the end: `ACHIEVEMENTS`, names, and the rule
`achieve(table, box, seat, marks)`, which sets the marks of what the seat achieved.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.box import BoxSheet
from fathom5.core.errors import Mistake, one_of
from fathom5.core.game import Game
from fathom5.core.moves import Kind, Moves
from fathom5.core.records import frozen
from fathom5.lab.study_loop import MOST_PARTS, PARTS_OF_A_MOVE


class Parts:
    """The parts of a game with some box: their names, and which of them each move uses."""

    def __init__(self, game: Game, sheet: BoxSheet | None = None) -> None:
        self.game = game
        room = game.room("parts") if game.has_room("parts") else None
        self._own = getattr(room, "parts", None)
        self._box = frozen(game.box(sheet), game.spec.box)
        self._numbers: dict[str, int] = {}
        self.of_moves = self._table(game.spec.moves, "")
        self.of_nature = self._table(game.spec.nature, "chance: ")
        """The numbers of the parts that each move uses, a row a move, filled up with -1."""
        self.achievements = [self._number(name) for name in getattr(room, "ACHIEVEMENTS", ())]
        """The numbers of the achievements, in the order of their marks."""
        self.names = list(self._numbers)

    def _table(self, moves: Moves, prefix: str) -> NDArray[np.int16]:
        table = np.full((moves.size, PARTS_OF_A_MOVE), -1, np.int16)
        for kind in moves.kinds:
            for offset, move in enumerate(kind.moves):
                for place, name in enumerate(self._used(kind, move, prefix)):
                    table[kind.first + offset, place] = self._number(name)
        return table

    def _used(self, kind: Kind, move: Any, prefix: str) -> Iterator[str]:
        yield prefix + kind.name
        if self._own:
            own = list(dict.fromkeys(self._own(self._box, move)))
            yield from own[: PARTS_OF_A_MOVE - 1]
        else:
            for argument, value in zip(kind.arguments, move, strict=True):
                yield f"{prefix}{kind.name}: {argument.name} {value}"

    def _number(self, name: str) -> int:
        if len(self._numbers) == MOST_PARTS and name not in self._numbers:
            raise Mistake(f"A study counts at most {MOST_PARTS} parts; {self.game.title} names more.")
        return self._numbers.setdefault(name, len(self._numbers))

    def users(self, name: str) -> NDArray[np.bool_]:
        """Which moves of the players use a part, by id; raises Mistake if there is no such part."""
        wanted = name.strip().lower()
        number = next((n for part, n in self._numbers.items() if part.lower() == wanted), -1)
        uses: NDArray[np.bool_] = (self.of_moves == number).any(axis=1)
        if number < 0 or not uses.any():
            known = [part for part, n in self._numbers.items() if (self.of_moves == n).any()]
            raise one_of(f"part of {self.game.title} that somebody could do without called", name, known)
        return uses
