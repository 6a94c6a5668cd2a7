"""A search from what one seat may know, for so many playouts or so long."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.core.game import Spec
from fathom5.engine import engine, is_compiled
from fathom5.search.network import networks, no_network
from fathom5.search.tree import NONE, ROOT, Node, Settings, settings, tree_struct
from fathom5.view import View

STRIDE = 0.01
"""Seconds between two looks at the clock."""

MOST_NODES = 1 << 18


class Evaluated(NamedTuple):
    """What a search found of a move; value, win and points are means over its visits."""

    move: int
    visits: int
    value: float
    win: float
    points: float


class TreeMemory:
    """The memory of a search: bounded, whatever its budget, and used again by the next search."""

    def __init__(self, spec: Spec, size: int = MOST_NODES) -> None:
        self.nodes = np.zeros(size, Node.dtype)
        self.tree = np.zeros(1, tree_struct(spec).dtype)

    def clear(self) -> None:
        """Make it an empty tree: a root that nobody visited."""
        self.nodes[ROOT] = (NONE, NONE, 0, 0, 0, NONE, 0.0, 0.0, 0.0)
        self.tree[["used", "iterations", "spread", "mean_points"]] = (1, 0, 0.0, 0.0)


class Search:
    """A tree that grows from a view."""

    def __init__(
        self,
        view: View,
        rng: NDArray[np.uint64],
        memory: TreeMemory | None = None,
        compiled: bool | None = None,
        weights: NDArray[Any] | None = None,
    ) -> None:
        """From a view; with a character's weights everybody is taken to play like it."""
        game, spec = view.game, view.game.spec
        self.view, self.rng = view, rng
        self.engine = engine(game, is_compiled(game, ("search",)) if compiled is None else compiled)
        self._search = self.engine.search
        self.work = self.engine.workspace(view.box_array, weights)
        self.work.array["start"] = view.array
        self.memory = memory or TreeMemory(spec)
        self.memory.clear()
        players = len(view.names)
        self.network = networks(game).get(players, no_network(spec))
        self.settings = settings(game, players)
        self._arguments: tuple[Any, ...] = (
            self.work.structs,
            self.engine.wrap(self.memory.tree, tree_struct(spec)),
            self.engine.wrap(self.memory.nodes, Node),
            self.engine.wrap(self.settings, Settings),
            self.network,
            np.zeros(self.network.shape[1]),
            view.seat,
        )

    @property
    def playouts(self) -> int:
        return int(self.memory.tree["iterations"][0])

    def grow(self, playouts: int) -> None:
        """Make so many playouts more."""
        self.work.rng[:] = self.rng
        self._search(*self._arguments, playouts)
        self.rng[:] = self.work.rng

    def run(self, seconds: float, playouts: int = 0) -> None:
        """Make so many playouts; or as many as the time allows, or the choice is settled sooner."""
        if playouts:
            return self.grow(playouts)
        began, stride = time.perf_counter(), 1
        self.grow(1)
        while (left := seconds - (time.perf_counter() - began)) > 0 and not self._is_settled(left / seconds):
            before = time.perf_counter()
            self.grow(stride)
            took = time.perf_counter() - before
            stride = max(1, int(stride * min(2.0, min(STRIDE, left) / took)))

    def _is_settled(self, left: float) -> bool:
        """Whether the most visited move stays so whatever the rest of the time brings."""
        if left > 0.9:
            return False
        most, *others = sorted((each.visits for each in self.evaluated()), reverse=True)
        return bool(others) and most - others[0] > self.playouts * left / (1 - left)

    def evaluated(self) -> list[Evaluated]:
        """The moves that were visited, the most visited first."""
        found, number = [], int(self.memory.nodes["child"][ROOT])
        while number != NONE:
            node = self.memory.nodes[number]
            visits = max(1, int(node["visits"]))
            value, win, points = (float(node[part]) / visits for part in ("value", "win_share", "points"))
            found.append(Evaluated(int(node["move"]), visits, value, win, points))
            number = int(node["sibling"])
        return sorted(found, key=lambda each: (-each.visits, -each.value, each.move))
