"""What OpenSpiel's observers see of a node: tensors and strings, split into public and private.

Public is what a stranger may know; private is what a seat knows beyond that.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.core.rule import NATURE, STRANGER
from fathom5.envs.tree import Node, Tree
from fathom5.observation import Observer as Encoder
from fathom5.observation import layout

UNSEEN = (NATURE, -1)
"""Instead of a move in what is private: strangers saw it too."""

Floats = NDArray[np.float32]


class Look(NamedTuple):
    """A part of what is observed: what one viewer knows, whole or only beyond what is public."""

    name: str
    viewer: int
    is_private: bool


def looks(public: bool, private: str, seat: int, players: int) -> list[Look]:
    """The parts of an observation; private information of NONE, of a SINGLE_PLAYER or of ALL_PLAYERS."""
    if public and private == "SINGLE_PLAYER":
        return [Look("observation", seat, False)]
    seats = {"NONE": 0, "SINGLE_PLAYER": 1, "ALL_PLAYERS": players}[private]
    secrets = [Look(f"private {i}", (seat + i) % players, True) for i in range(seats)]
    return [Look("public", STRANGER, False), *secrets] if public else secrets


def fields(tree: Tree, table: NDArray[Any], known: NDArray[Any] | None = None) -> str:
    """The fields of a table that are not at their lowest, or those that differ from a known table."""
    told = []
    for leaf in tree.game.spec.table.leaves():
        values = leaf.of(table)
        if (values != (leaf.field.low if known is None else leaf.of(known))).any():
            told.append(f"{leaf.name}={str(values[0].tolist()).replace(' ', '')}")
    return " ".join(told)


class Observer:
    """An observer by OpenSpiel's protocol: `tensor`, its named parts in `dict`, and strings."""

    def __init__(self, tree: Tree, kind: Any, remembered: int) -> None:
        self.tree = tree
        self.public, self.private = bool(kind.public_info), str(kind.private_info.name)
        self.remembered = remembered if kind.perfect_recall else None
        """How many moves the tensor holds; None: the present alone is observed."""
        spec = tree.game.spec
        self.bits = max(spec.moves.size, spec.nature.size).bit_length()
        shapes = self._shapes()
        ends = np.cumsum([np.prod(shape, dtype=int) for shape in shapes.values()], dtype=int)
        self.tensor: Floats = np.zeros(sum(ends[-1:]), np.float32)
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=False)
        }

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        players, shapes = self.tree.players, dict[str, tuple[int, ...]]()
        if self.remembered is not None:
            shapes["player"] = (players,)
        for look in looks(self.public, self.private, 0, players):
            shapes[look.name] = (layout(self.tree.game, players).size,)
            if self.remembered is not None:
                shapes[f"{look.name} moves"] = (self.remembered, players + 1 + self.bits)
        return shapes

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat sees of a state into the tensor."""
        node: Node = state.node
        self.tensor.fill(0)
        if self.remembered is not None:
            self.dict["player"][player] = 1
        for look in looks(self.public, self.private, player, self.tree.players):
            seat = player if look.viewer == STRANGER else look.viewer
            self.dict[look.name][:] = self._encoded(node, look.viewer, seat)
            if look.is_private:
                self.dict[look.name] -= self._encoded(node, STRANGER, seat)
            if self.remembered:
                self._write_moves(self.dict[f"{look.name} moves"], _seen(node, look), player)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder(self.tree.game, self.tree.players)

    def _encoded(self, node: Node, viewer: int, seat: int) -> Floats:
        """What a viewer knows, from where a seat sits."""
        return self._encoder.numbers(node.view(viewer), self.tree.box, seat)

    def _write_moves(self, rows: Floats, seen: list[tuple[int, int]], seat: int) -> None:
        """A row a move, the latest first: who moved, counted from the seat, nature last; bits of its id."""
        players = self.tree.players
        latest = np.array(seen[::-1][: len(rows)], np.int64).reshape(-1, 2)
        known = np.flatnonzero(latest[:, 1] >= 0)
        movers, moves = latest[known].T
        rows[known, np.where(movers == NATURE, players, (movers - seat) % players)] = 1
        rows[known, players + 1 :] = moves[:, None] >> np.arange(self.bits) & 1

    def string_from(self, state: Any, player: int) -> str:
        """What a seat sees of a state, field by field; if it recalls, the moves and a digest of all views."""
        node: Node = state.node
        told = []
        for look in looks(self.public, self.private, player, self.tree.players):
            public = node.view(STRANGER) if look.is_private else None
            parts = [fields(self.tree, node.view(look.viewer), public)]
            if self.remembered is not None:
                parts.append(_written(_seen(node, look)))
                parts += [] if look.is_private else [f"views={node.memory(look.viewer).digest.hex()}"]
            known = " ".join(filter(None, parts))
            told += [f"{look.name} seat={look.viewer} {known}"] if known else []
        return "\n".join(told)


def _seen(node: Node, look: Look) -> list[tuple[int, int]]:
    """The moves as a viewer saw them, the first in front; of what is private those that only it saw so."""
    seen = list(node.memory(look.viewer).moves())[::-1]
    if not look.is_private:
        return seen
    public = list(node.memory(STRANGER).moves())[::-1]
    return [UNSEEN if own == open_ else own for own, open_ in zip(seen, public, strict=True)]


def _written(seen: list[tuple[int, int]]) -> str:
    moves = [f"{'n' if mover == NATURE else mover}:{move}" for mover, move in seen if (mover, move) != UNSEEN]
    return f"moves={','.join(moves)}" if moves else ""
