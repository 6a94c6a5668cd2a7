"""A position: a table that can be played by ids, with what is open on it; no names, no history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import IllegalMove, Mistake
from fathom5.core.game import BoxChanges, Game
from fathom5.core.records import CheckedStruct
from fathom5.core.rng import generator
from fathom5.core.rule import NATURE, OVER
from fathom5.engine import engine

STUCK = "This box cannot be played: somebody has to move and has no move."


class Position:
    """One table: who acts, the open moves, nature's odds, points and places; it can be played and copied."""

    def __init__(self, game: Game, box: NDArray[Any], compiled: bool | None = None) -> None:
        self.game, self.engine = game, engine(game, compiled)
        self.work = self.engine.workspace(box)
        self.ids: list[int] = []
        """The open moves of whoever acts, ascending."""

    @classmethod
    def start(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, object] | None = None,
        box: BoxChanges = None,
        compiled: bool | None = None,
    ) -> Position:
        """The table before the first move; raises Mistake for what the game is not for."""
        players, chosen = game.check_players(players), game.options(options)
        position = cls(game, game.box(game.sheet_with(box)), compiled)
        position.work.array["table"]["players"] = players
        position.engine.set_up(position.work.structs, position.engine.wrap(chosen, game.spec.options))
        position.list_open()
        return position

    def list_open(self) -> None:
        """List the open moves; raises Mistake if somebody has to move and cannot."""
        work = self.work
        self.engine.list_open(work.structs)
        self.ids = work.moves[: work.count.item()].tolist()
        if not self.ids and not self.over:
            raise Mistake(STUCK)

    @property
    def actor(self) -> int:
        """The seat that decides, NATURE, or OVER."""
        actor: int = self.work.actor.item()
        return actor

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def players(self) -> int:
        return int(self.work.array["table"]["players"][0])

    @property
    def weights(self) -> list[int]:
        """How likely each of nature's open moves is, in their order; empty when nature does not act."""
        weights: list[int] = self.work.odds[: len(self.ids)].tolist() if self.actor == NATURE else []
        return weights

    def play(self, move: int) -> bytes:
        """Play an open move and return the table before it; raises IllegalMove if it is none.

        Whatever is raised, nothing has changed.
        """
        if move not in self.ids:
            raise IllegalMove(f"{move} is not an open move.")
        work = self.work
        before: bytes = work.table_bytes.tobytes()
        try:
            self.engine.play(work.structs, move)
            self.list_open()
        except Mistake:
            self.set_bytes(before)
            raise
        return before

    def draw(self) -> int:
        """One of nature's open moves, as likely as its odds; it is not played."""
        return int(self.engine.pick(self.work.structs))

    def seed(self, seed: int | None) -> None:
        """Let nature's next draws come from a seed; None: from one nobody can foresee."""
        self.work.rng[:] = generator(seed)

    def veil(self, move: int, seat: int) -> int:
        """The id of an open move as a seat would see it made."""
        return int(self.engine.veil(self.work.structs, move, seat))

    def shown(self, seat: int) -> NDArray[Any]:
        """What a seat, or a stranger, may know: an array of one table, which cannot be written to."""
        work = self.work
        self.engine.view(work.structs, work.raw, *self.engine.masks, seat)
        return np.frombuffer(work.shown_bytes.tobytes(), self.game.spec.table.dtype)

    def guess(self, seat: int) -> None:
        """Turn a seat's view that lies on the table into a whole table that it could be."""
        self.engine.guess(self.work.structs, seat)
        self.list_open()

    @property
    def standing(self) -> tuple[list[int], list[int]]:
        """Points by seat, as they stand, and places by seat, 1 the first; equal seats share one."""
        self.engine.rank(self.work.structs)
        players = self.players
        return self.work.scores[:players].tolist(), self.work.ranks[:players].tolist()

    @property
    def scores(self) -> list[int]:
        """Points by seat, as they stand."""
        return self.standing[0]

    @property
    def places(self) -> list[int]:
        """Places by seat, 1 the first; equal seats share one."""
        return self.standing[1]

    @property
    def table(self) -> Any:
        """The whole table, secrets included."""
        return CheckedStruct(self.work.array["table"][0, ...], self.game.spec.table)

    @property
    def box(self) -> Any:
        """The components."""
        return CheckedStruct(self.work.array["box"][0, ...], self.game.spec.box)

    def to_bytes(self) -> bytes:
        """The table as bytes."""
        content: bytes = self.work.table_bytes.tobytes()
        return content

    def set_bytes(self, table: bytes) -> None:
        """Lay a table there and list its moves."""
        self.put(table)
        self.list_open()

    def put(self, table: bytes | NDArray[Any]) -> None:
        """Lay a table there to look at it; its moves are not listed."""
        content = table if isinstance(table, bytes) else table.tobytes()
        self.work.table_bytes[:] = np.frombuffer(content, np.uint8)

    def copy(self) -> Position:
        """A position of its own that stands the same."""
        twin = object.__new__(Position)
        twin.game, twin.engine, twin.work, twin.ids = (
            self.game,
            self.engine,
            self.work.copy(),
            self.ids.copy(),
        )
        return twin

    __copy__ = copy

    def compiled(self) -> Position:
        """A position of its own that stands the same, run by the compiled rules."""
        return _restored(self.game, True, self.work.array.tobytes())

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.to_bytes(), self.box) == (other.game, other.to_bytes(), other.box)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> Any:
        return _restored, (self.game, self.engine.is_compiled, self.work.array.tobytes())

    def __repr__(self) -> str:
        who = {NATURE: "nature", OVER: "nobody any more"}.get(self.actor, f"seat {self.actor}")
        return f"<Position of {self.game.name}: {who} decides, {len(self.ids)} moves open>"


def _restored(game: Game, compiled: bool, content: bytes) -> Position:
    position = Position(game, game.box(), compiled)
    position.work.raw[:] = np.frombuffer(content, np.uint8)
    position.list_open()
    return position
