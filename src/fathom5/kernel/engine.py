"""The loops of one game, ready to call: compiled, or interpreted with every check on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel import cache, loops, verbs
from fathom5.kernel.checked import CheckedRecords
from fathom5.kernel.mind import POINTS, learn
from fathom5.kernel.schema import Record
from fathom5.kernel.search import ADVICE, MEAN, Settings, search
from fathom5.kernel.usual import hide_nothing

Progress = Callable[[str, int, int], None]
"""Told what is being compiled, how many parts are done and how many there are."""

LOOPS = {loop.__name__: loop for loop in (*loops.LOOPS, search)}
ALL_LOOPS = {**LOOPS, "learn": learn}
"""Lessons are learned by few: that loop is compiled when it is called."""

PLAYING = ("begin", "listing", "step", "pick", "view", "veiled", "standing")
"""What every match needs; the other loops are large, and a server never calls them itself."""


@dataclass(frozen=True)
class Form:
    """The shapes of a game: its records and sizes."""

    table: type[Record]
    box: type[Record]
    options: type[Record]
    weights: type[Record]
    moves: int
    seats: int
    signs: int = 0

    @property
    def secret(self) -> bool:
        """Whether the schema or the game's own hiding keeps anything from anybody."""
        own = verbs.RULES_OF[self.table]["hide"] is not hide_nothing
        return own or not bool((self.table.masks(self.seats)[0] == 255).all())


class Workspace:
    """The memory that the loops work in, for one table and one thread.

    Table 0 is the one played on, table 1 receives views, table 2 keeps a starting position.
    """

    def __init__(self, form: Form, box: NDArray[Any]) -> None:
        self.form = form
        self.array = np.concatenate([form.table.blank()] * 3)
        self.raw = self.array.view(np.uint8).reshape(3, -1)
        self.box = box
        self.masks, self.fills = form.table.masks(form.seats)
        self.moves = np.zeros(form.moves, np.int32)
        self.odds = np.zeros(form.moves, np.int64)
        self.scores = np.zeros(form.seats, np.int64)
        self.ranks = np.zeros(form.seats, np.int64)
        self.totals = np.zeros(loops.SUMS + 3 * form.seats, np.int64)
        self.rng = np.zeros(1, np.uint64)
        self.signs = np.zeros((form.seats + 1, form.signs), np.float64)
        self.empty_mind = np.zeros((2 * form.signs + 3, 1), np.float64)


class Tree:
    """The memory of one search: bounded, whatever its budget."""

    def __init__(self, seats: int, size: int = 1 << 18, depth: int = 512) -> None:
        self.nodes = np.zeros((size, ADVICE + 1), np.int32)
        self.worths = np.zeros((size, POINTS + 1), np.float64)
        self.sums = np.zeros(MEAN + 1, np.float64)
        self.path = np.zeros(depth, np.int32)
        self.who = np.zeros(depth, np.int32)
        self.rewards = np.zeros((seats, POINTS + 1), np.float64)


class Engine:
    """The loops, as plain Python on checked records; `compiled()` gives the fast twin."""

    is_compiled = False

    def __init__(self, form: Form) -> None:
        self.form = form
        for name in ALL_LOOPS:
            self._load(name)

    def _load(self, name: str) -> None:
        setattr(self, name, ALL_LOOPS[name])

    def wrap(self, array: NDArray[Any], schema: type[Record]) -> Any:
        """Records in the shape these loops take."""
        return CheckedRecords(array, schema)

    begin: Callable[..., int]
    listing: Callable[..., int]
    step: Callable[..., int]
    pick: Callable[..., int]
    view: Callable[..., None]
    imagine: Callable[..., None]
    veiled: Callable[..., int]
    standing: Callable[..., None]
    advise: Callable[..., int]
    simulate: Callable[..., None]
    copies: Callable[..., int]
    search: Callable[..., None]
    learn: Callable[..., int]


class CompiledEngine(Engine):
    """The same loops, compiled by numba and kept in the game's cache folder; from there, read when needed."""

    is_compiled = True

    def __init__(self, form: Form, folder: Path, progress: Progress | None = None) -> None:
        self.form, self._folder = form, folder
        self._types = _argument_types(form)
        tell = progress or (lambda part, done, of: None)
        for done, name in enumerate(PLAYING if is_ready(folder) else LOOPS):
            tell(name, done, len(LOOPS))
            self._load(name)
        tell("", len(LOOPS), len(LOOPS))
        (folder / "ready").touch()
        cache.sweep()

    def _load(self, name: str) -> None:
        from fathom5.kernel.compiler import compiled

        code = ALL_LOOPS[name].__code__
        signature = tuple(self._types[each] for each in code.co_varnames[: code.co_argcount])
        setattr(self, name, compiled(ALL_LOOPS[name], signature, self._folder))

    def __getattr__(self, name: str) -> Any:
        if name not in ALL_LOOPS:
            raise AttributeError(f"There is no loop called {name}.")
        self._load(name)
        return vars(self)[name]

    def wrap(self, array: NDArray[Any], schema: type[Record]) -> Any:
        return array


def is_ready(folder: Path) -> bool:
    """Whether everything of a game is compiled already."""
    return (folder / "ready").exists()


def _argument_types(form: Form) -> dict[str, Any]:
    """The numba type of each argument a loop can have, by its name."""
    from fathom5.kernel.compiler import INTEGER, type_of

    work, tree = Workspace(form, form.box.blank()), Tree(form.seats, 2)
    arrays = {
        "tables": work.array,
        "boxes": work.box,
        "options": form.options.blank(),
        **{name: getattr(work, name) for name in ("raw", "masks", "fills", "moves", "odds")},
        **{name: getattr(work, name) for name in ("scores", "ranks", "rng", "totals")},
        "signs": work.signs,
        "mind": work.empty_mind,
        "neurons": np.zeros(1, np.float64),
        "lessons": np.zeros((1, form.seats, form.signs + 3), np.float64),
        "bots": np.zeros(form.seats, np.int64),
        **{name: getattr(tree, name) for name in ("nodes", "worths", "sums", "path", "who", "rewards")},
        "settings": Settings.blank(),
        "weights": np.zeros(form.seats, form.weights.dtype),
    }
    numbers = dict.fromkeys(
        ("move", "n", "seat", "seed", "first", "games", "secret", "count", "span"), INTEGER
    )
    return {**{name: type_of(array) for name, array in arrays.items()}, **numbers}
