"""Running a game: its loops, interpreted with every check on or compiled by numba, with the same result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache as functools_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from numpy.typing import NDArray

from fathom5.core.game import LOCK, Game
from fathom5.core.records import CheckedStructs
from fathom5.core.schema import Struct
from fathom5.engine import cache
from fathom5.engine.faults import raising_rule_errors
from fathom5.engine.registry import LOOPS, PLAYING, common_loops
from fathom5.engine.workspace import Workspace

Progress = Callable[[str, int, int], None]
"""Told what is being compiled, how many loops are done and how many there are."""


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
        return self.load(name)

    def load(self, name: str) -> Any:
        """The loop of that name, which is kept as an attribute."""
        return vars(self).get(name) or vars(self).setdefault(name, self._made(name))

    def _made(self, name: str) -> Any:
        return raising_rule_errors(LOOPS[name].function, self.game)

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

    def _made(self, name: str) -> Any:
        from fathom5.engine.compiler import compiled

        loop = LOOPS[name]
        with LOCK:
            code = raising_rule_errors(compiled, self.game)(
                loop.function, [make(self.spec) for make in loop.arguments], self.folder, loop.inline
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
                self.load(name)
        tell("", len(missing), len(missing))


def compile_elsewhere(game: Game, *names: str) -> subprocess.Popen[bytes]:
    """A process that compiles loops of a game one after another, while this one goes on."""
    paths = os.pathsep.join(filter(None, sys.path))
    command = [sys.executable, "-m", "fathom5.engine", game.name, game.package, *names]
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


def compile_game(game: Game, names: Iterable[str] | None = None, progress: Progress | None = None) -> None:
    """Compile loops of a game for everybody, all by default, what is needed first in front."""
    engine(game, True, progress).prepare(common_loops() if names is None else names, progress)
