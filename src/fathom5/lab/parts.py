"""Parts of a game that a study counts: every kind of move, what of the box its moves use, achievements.

A game names what its moves use in `study.py`: `parts(box, move) -> list[str]`, for
example `["card: radio", "paid with: titanium"]`, a group and a name. Without it every argument of a move is
a part. What cannot be told from a move alone is counted by rules:

- `TALLIES`, names, and `tally(table, box, move, counts)`, called before every move, nature's too, which adds
  to the counts of what happens with it; it counts for the seat that decided last;
- `ACHIEVEMENTS`, names, and `achieve(table, box, seat, marks)`, called at the end, which sets the marks of
  what the seat achieved.

`FIRSTS`, for example `{"bought first": ("card", "upgrade")}`, asks which part of some groups a seat uses
before the others: that counts as the part `bought first: radio`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.box import BoxSheet
from fathom5.core.contract import Study
from fathom5.core.errors import Mistake, RuleError, one_of
from fathom5.core.game import Game
from fathom5.core.moves import Kind, Moves
from fathom5.core.records import frozen
from fathom5.lab.loop.notes import MOST_FIRSTS, MOST_PARTS, MOST_TALLIES, PARTS_OF_A_MOVE


def group_of(name: str) -> str:
    """The group that a part is named after; kinds of moves have none."""
    group, sign, _ = name.partition(": ")
    return group if sign else ""


class Parts:
    """The parts of a game with some box: their names, and which of them each move uses."""

    def __init__(self, game: Game, sheet: BoxSheet | None = None) -> None:
        self.game = game
        self._study = game.role(Study)
        self._box = frozen(game.box(sheet), game.spec.box)
        self._numbers: dict[str, int] = {}
        self.of_moves = self._table(game.spec.moves, "")
        self.of_nature = self._table(game.spec.nature, "chance: ")
        """The numbers of the parts that each move uses, a row a move, filled up with -1."""
        self.achievements = [self._number(name) for name in self._study.ACHIEVEMENTS]
        """The numbers of the achievements, in the order of their marks."""
        self.tallies = [self._number(name) for name in self._study.TALLIES]
        """The numbers of the tallies, in the order of their counts."""
        if len(self.tallies) > MOST_TALLIES:
            raise RuleError(f"{game.title} names more than {MOST_TALLIES} TALLIES.")
        self.races = np.full(MOST_PARTS, -1, np.int16)
        """By part, which entry of FIRSTS it belongs to; -1: none."""
        self.firsts = np.zeros(MOST_PARTS, np.int16)
        """By part of a race, the number of the part that counts who used it first."""
        self.things = len(self._numbers)
        """How many parts are something to use; those that follow count firsts."""
        self._race(self._study.FIRSTS)
        self.names = list(self._numbers)

    def _race(self, races: Mapping[str, Sequence[str]]) -> None:
        if len(races) > MOST_FIRSTS:
            raise RuleError(f"{self.game.title} names more than {MOST_FIRSTS} FIRSTS.")
        parts = list(self._numbers)
        for race, (title, groups) in enumerate(races.items()):
            for group in groups:
                if not any(group_of(name) == group for name in parts):
                    raise RuleError(f"FIRSTS of {self.game.title} has the group “{group}”, but no part has.")
            for number, name in enumerate(parts):
                if group_of(name) in groups:
                    self.races[number] = race
                    self.firsts[number] = self._number(f"{title}: {name.partition(': ')[2]}")

    def _table(self, moves: Moves, prefix: str) -> NDArray[np.int16]:
        table = np.full((moves.size, PARTS_OF_A_MOVE), -1, np.int16)
        for kind in moves.kinds:
            for offset, move in enumerate(kind.moves):
                for place, name in enumerate(self._used(kind, move, prefix)):
                    table[kind.first + offset, place] = self._number(name)
        return table

    def _used(self, kind: Kind, move: Any, prefix: str) -> Iterator[str]:
        yield prefix + kind.name
        own = self._study.parts(self._box, move)
        if own is None:
            for argument, value in zip(kind.arguments, move, strict=True):
                yield f"{prefix}{kind.name}: {argument.name} {value}"
        else:
            yield from list(dict.fromkeys(own))[: PARTS_OF_A_MOVE - 1]

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
