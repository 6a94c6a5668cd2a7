"""Running a game: its loops, interpreted with every check on or compiled by numba, with the same result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache as functools_cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fathom5.core.game import LOCK, Game, Spec
from fathom5.core.records import CheckedStructs
from fathom5.core.schema import Struct
from fathom5.engine import cache, loops
from fathom5.engine.faults import told
from fathom5.engine.workspace import Workspace, totals_struct, workspace_struct

Progress = Callable[[str, int, int], None]
"""Told what is being compiled, how many loops are done and how many there are."""


class Loop(NamedTuple):
    """A loop to compile: arguments of the right types, and whether its rules are inlined for speed."""

    function: Callable[..., Any]
    arguments: Callable[[Spec], tuple[Any, ...]]
    inline: bool = False
    rare: bool = False
    """Whether few need it, so that it is compiled only when it is called."""


def _arguments(spec: Spec) -> dict[str, Any]:
    """An argument of the right type for each name that the loops of this room use."""
    work = np.zeros(1, workspace_struct(spec).dtype)
    masks = np.zeros((1, spec.table.dtype.itemsize), np.uint8)
    arrays = {"workspaces": work, "raw": work.view(np.uint8), "masks": masks, "fills": masks}
    pair = np.zeros(2, np.int64)
    simulated = {"policies": np.zeros(spec.seats, np.int64), "totals": totals_struct(spec).blank()}
    numbers = dict.fromkeys(("move", "seat", "seed", "count"), 0)
    return {**arrays, **simulated, "options": spec.options.blank(), "games": pair, **numbers}


def _named(function: Callable[..., Any]) -> Callable[[Spec], tuple[Any, ...]]:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return lambda spec: tuple(_arguments(spec)[name] for name in names)


FAST = (loops.simulate, loops.view, loops.copy_tables)
LOOPS = {
    each.__name__: Loop(each, _named(each), each in FAST, each is loops.copy_tables) for each in loops.LOOPS
}
"""All loops by name; a room below this one adds its own."""

PLAYING = ("set_up", "list_open", "play", "pick", "view", "rank", "veil")
"""What every match needs; it is compiled first, and by two processes."""


class Engine:
    """The loops of a game as plain Python on checked structs, each an attribute."""

    is_compiled = False

    def __init__(self, game: Game) -> None:
        self.game, self.spec = game, game.spec
        _, fills = self.masks = self.spec.masks
        none = fills[:0]
        self.hiding = self.masks if self.spec.has_secrets else (none, none)
        """The masks that a simulation needs: none where there are no secrets."""

    def __getattr__(self, name: str) -> Any:
        if name not in LOOPS:
            raise AttributeError(f"There is no loop called {name}.")
        loop = self._load(name)
        setattr(self, name, loop)
        return loop

    def _load(self, name: str) -> Any:
        return told(LOOPS[name].function, self.game)

    def wrap(self, array: NDArray[Any], schema: type[Struct]) -> Any:
        """Structs as these loops take them."""
        return CheckedStructs(array, schema)

    def workspace(self, box: NDArray[Any], weights: NDArray[Any] | None = None) -> Workspace:
        """Memory for one table and one thread; heuristics have the tuned weights unless others are given."""
        return Workspace(self.game, self.wrap, box, weights)


class CompiledEngine(Engine):
    """The same loops, compiled by numba and kept in the game's cache folder; read when first called."""

    is_compiled = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.folder = cache_folder(game)
        cache.prepare(self.folder)
        cache.sweep()

    def _load(self, name: str) -> Any:
        from fathom5.engine.compiler import compiled

        loop = LOOPS[name]
        with LOCK:
            code = told(compiled, self.game)(
                loop.function, loop.arguments(self.spec), self.folder, loop.inline
            )
            (self.folder / f"{name}.ready").touch()
        return code

    def wrap(self, array: NDArray[Any], schema: type[Struct]) -> Any:
        return array

    def prepare(self, names: Iterable[str], progress: Progress | None = None) -> None:
        """Compile loops that are not compiled yet, on two cores if they are several."""
        tell = progress or (lambda part, done, of: None)
        missing = [name for name in names if name not in vars(self) and not _is_ready(self.folder, name)]
        shared = "play" in missing and len(missing) > 1 and (os.cpu_count() or 1) > 1
        other = compile_elsewhere(self.game, "play") if shared else None
        for done, name in enumerate(missing):
            tell(name, done, len(missing))
            if name == "play" and other and other.wait() != 0:
                other = None
            if name != "play" or not other:
                getattr(self, name)
        tell("", len(missing), len(missing))


def compile_elsewhere(game: Game, *names: str) -> subprocess.Popen[bytes]:
    """A process that compiles loops of a game one after another, while this one goes on."""
    paths = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "fathom5.search", game.name, game.package, *names]
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


_ENGINES: WeakKeyDictionary[Game, dict[bool, Engine]] = WeakKeyDictionary()


def compiler_is_on() -> bool:
    """Whether rules are compiled; FATHOM5_COMPILE=0 turns the compiler off."""
    return os.environ.get("FATHOM5_COMPILE", "1") != "0"


@functools_cache
def cache_folder(game: Game) -> Path:
    """Where a game's machine code is kept."""
    return cache.folder(game)


def _is_ready(folder: Path, name: str) -> bool:
    return (folder / f"{name}.ready").exists()


def is_compiled(game: Game, names: Iterable[str] = PLAYING) -> bool:
    """Whether these loops are at hand without compiling; if not, play interpreted."""
    return compiler_is_on() and all(_is_ready(cache_folder(game), name) for name in names)


def engine(game: Game, compiled: bool | None = None, progress: Progress | None = None) -> Any:
    """The loops as asked; by default compiled, unless FATHOM5_COMPILE=0 turns the compiler off."""
    compiled = compiler_is_on() if compiled is None else compiled
    with LOCK:
        made = _ENGINES.setdefault(game, {})
        if compiled not in made:
            made[compiled] = CompiledEngine(game) if compiled else Engine(game)
        found = made[compiled]
    if isinstance(found, CompiledEngine):
        found.prepare(PLAYING, progress or _tell_person(game))
    return found


def _tell_person(game: Game) -> Progress | None:
    """Says on a terminal or in a notebook that a game is compiled, so that nobody wonders what takes long."""
    if not (sys.stderr.isatty() or "ipykernel" in sys.modules):
        return None

    def tell(part: str, done: int, of: int) -> None:
        if of and done in (0, of):
            begun = "for the first time here; this takes some seconds …"
            print(f"Compiling {game.title} {begun}" if done == 0 else "Compiled.", file=sys.stderr)

    return tell


def common_loops() -> list[str]:
    """The loops that are compiled ahead, what a match needs in front."""
    return [*PLAYING, *(name for name, loop in LOOPS.items() if not loop.rare and name not in PLAYING)]


def compile_game(game: Game, names: Iterable[str] | None = None, progress: Progress | None = None) -> None:
    """Compile loops of a game for everybody, all by default, what is needed first in front."""
    engine(game, True, progress).prepare(common_loops() if names is None else names, progress)
