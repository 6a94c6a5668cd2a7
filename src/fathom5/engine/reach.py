"""What a game's machine code is made from: the modules that its loops reach, and the constants they read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from importlib.util import find_spec
from inspect import unwrap
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from fathom5.core import verbs
from fathom5.core.game import Game
from fathom5.core.moves import KINDS
from fathom5.core.rule import RULES
from fathom5.core.schema import Struct
from fathom5.engine.registry import LOOPS

COMPILER = frozenset(
    f"fathom5.{name}"
    for name in ("core.moves", "core.rng", "core.verbs", "engine.compiler", "engine.registry")
)
"""Our modules that say how rules become machine code; every loop depends on them."""

LIBRARIES = ("numba.", "numpy.")
"""Whose functions are known by the version of the library."""


@dataclass(frozen=True)
class Reach:
    """What the loops of a game reach."""

    modules: frozenset[Path]
    """The files of loops and rules, of the schemas of table and box, and of what makes code of them."""
    constants: frozenset[str]
    """What loops and rules read by name besides functions, each with its value."""


def reach(game: Game) -> Reach:
    """What the loops of a game reach."""
    rules, loops = verbs.RULES_OF[game.spec.table], LOOPS.values()
    functions: set[FunctionType] = set()
    constants: set[str] = set()
    waiting: list[Any] = [loop.function for loop in loops]
    while waiting:
        function = waiting.pop()
        if function not in functions:
            functions.add(function)
            for name, value in _read(function):
                called = unwrap(value)
                if not isinstance(called, FunctionType):
                    constants.add(f"{function.__module__} {name} = {_written(value)}")
                elif called in verbs.VERBS:
                    waiting.append(rules[called.__name__])
                elif called in RULES or not _is_known(called):
                    waiting.append(called)
    names = COMPILER.union(*(loop.makers for loop in loops))
    names |= {schema.__module__ for schema in _schemas(game.spec.table, game.spec.box)}
    files = {function.__code__.co_filename for function in functions} | {_file(name) for name in names}
    return Reach(frozenset(map(Path, files)), frozenset(constants))


def _read(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function reads by name: globals, variables around it, and what it takes from modules."""
    names = set(function.__code__.co_names)
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        yield name, value
        if isinstance(value, ModuleType):
            yield from ((inner, vars(value)[inner]) for inner in names & vars(value).keys())
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    if function.__defaults__:
        yield f"{function.__name__}(…)", function.__defaults__


def _is_known(function: FunctionType) -> bool:
    """Whether the compiler has code of its own for a function, or a library has."""
    return function.__module__ in COMPILER or f"{function.__module__}.".startswith(LIBRARIES)


def _written(value: Any) -> str:
    """A constant as text, the same in every process."""
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, type):
        about: Any = ""
        if issubclass(value, IntEnum):
            about = [(each.name, each.value) for each in value]
        elif value in KINDS:
            about = KINDS[value].first, KINDS[value].arguments
        return f"{value.__module__}.{value.__qualname__} {about}"
    return getattr(value, "__qualname__", None) or repr(value)


def _schemas(*schemas: type[Struct]) -> Iterator[type[Struct]]:
    """Schemas with all that they nest."""
    for schema in schemas:
        yield schema
        yield from _schemas(*(field.struct for field in schema.fields.values() if field.struct))


def _file(module: str) -> str:
    spec = find_spec(module)
    return str(spec.origin) if spec else ""
