"""Thinking: a search from what one seat may know, for so many playouts or so long."""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.engine import Tree, Workspace
from fathom5.kernel.mind import POINTS, WINS, WORTH
from fathom5.kernel.search import CHILD, MOVE, NONE, PLAYED, ROOT, SIBLING, USED, VISITS, Settings
from fathom5.match import View

STRIDE = 0.01
"""Seconds between two looks at the clock."""


class Thought(NamedTuple):
    """What a search thinks of a move."""

    move: int
    playouts: int
    worth: float
    win: float
    points: float


class Search:
    """A tree that grows from a view."""

    def __init__(self, view: View, rng: NDArray[np.uint64], tree: Tree, compiled: bool | None = None) -> None:
        game, form = view.game, view.game.form
        self.view, self.rng, self.tree = view, rng, tree
        self.engine = game.engine(game.is_compiled if compiled is None else compiled)
        self.search = self.engine.search
        self.work = Workspace(form, view.box_array)
        self.work.array[2] = view.array[0]
        self.tables = self.engine.wrap(self.work.array, form.table)
        self.boxes = self.engine.wrap(self.work.box, form.box)
        tree.nodes[ROOT] = NONE
        tree.nodes[ROOT, VISITS] = 0
        tree.sums[:] = 0
        tree.sums[USED] = 1
        players = int(view.array["players"][0])
        self.settings = self.engine.wrap(game.settings(players), Settings)
        self.mind = game.minds.get(players, self.work.empty_mind)
        self.neurons = np.zeros(self.mind.shape[1])
        self.weights = self.engine.wrap(game.weights, form.weights)

    @property
    def playouts(self) -> int:
        return int(self.tree.sums[PLAYED])

    def grow(self, playouts: int) -> None:
        """Make so many playouts more."""
        w, t = self.work, self.tree
        self.search(
            self.tables,
            self.boxes,
            self.weights,
            self.view.seat,
            self.settings,
            t.nodes,
            t.worths,
            t.sums,
            t.path,
            t.who,
            w.moves,
            w.odds,
            w.scores,
            w.ranks,
            t.rewards,
            self.mind,
            w.signs,
            self.neurons,
            self.rng,
            playouts,
        )

    def think(self, seconds: float, playouts: int) -> None:
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
        """Whether the most tried move stays so whatever the rest of the time brings."""
        if left > 0.9:
            return False
        most, *others = sorted((thought.playouts for thought in self.thoughts()), reverse=True)
        return bool(others) and most - others[0] > self.playouts * left / (1 - left)

    def thoughts(self) -> list[Thought]:
        """The moves that were tried, the most tried first."""
        nodes, worths = self.tree.nodes, self.tree.worths
        found, child = [], int(nodes[ROOT, CHILD])
        while child != NONE:
            tries = max(1, int(nodes[child, VISITS]))
            worth, win, points = (worths[child, (WORTH, WINS, POINTS)] / tries).tolist()
            found.append(Thought(int(nodes[child, MOVE]), tries, worth, win, points))
            child = int(nodes[child, SIBLING])
        return sorted(found, key=lambda thought: (-thought.playouts, -thought.worth, thought.move))
