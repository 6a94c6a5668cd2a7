"""Mistakes in the source of a game, told with file and line in a few lines."""

from __future__ import annotations

import dis
import re
import traceback
import types
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from fathom5.core import moves, rng, verbs
from fathom5.core.errors import Mistake, RuleError
from fathom5.core.game import Game
from fathom5.core.rule import RULES

LONGEST, LONGEST_LINE = 6, 160
"""Lines of a fault at most, and letters of a line."""

BUILT = {"BUILD_LIST": "a list", "BUILD_MAP": "a dict", "BUILD_SET": "a set", "BUILD_STRING": "a text"}
"""What rules must not make, by the instruction that makes it."""

CALLABLE = {*verbs.VERBS, moves.encode, moves.decode, moves.is_kind, rng.draw, rng.jump, rng.start}
"""What rules may call besides rules."""


def raising_rule_errors(function: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """The function, with every fault of the game's source raised as RuleError with file and line."""

    @wraps(function)
    def call(*given: Any) -> Any:
        try:
            return function(*given)
        except Mistake:
            raise
        except Exception as error:
            raise RuleError(explained(error, game)) from None

    return call


def explained(error: Exception, game: Game) -> str:
    """What went wrong, where: from a traceback through interpreted rules, or out of numba's report."""
    if type(error).__module__.startswith("numba"):
        report = str(error)
        files = re.findall(r'File "([^"]+)", line (\d+)', report)
        inside = [place for place in files if not _is_ours(place[0])] or files
        lines = [line.strip()[:LONGEST_LINE] for line in report.splitlines()]
        reasons = [line for line in lines if _tells(line)] or lines[-1:]
        where = f"{inside[0][0]}:{inside[0][1]}: " if inside else ""
        return where + "\n".join(dict.fromkeys(reasons[:LONGEST]))
    if isinstance(error, KeyError):  # numba's word for writing to a field that is not there
        return next(
            _uses(game, str(error.args[0])), f"{game.package}: no struct has a field {error.args[0]}."
        )
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not _is_ours(f.filename)]
    where = f"{frames[-1].filename}:{frames[-1].lineno}: " if frames else f"{game.package}: "
    line = f"\n    {frames[-1].line}" if frames and frames[-1].line else ""
    return f"{where}{error}.{line}"


def _is_ours(file: str) -> bool:
    rooms = ("/fathom5/core/", "/fathom5/engine/", "/fathom5/search/", "/numba/", "<string>")
    return any(room in file.replace("\\", "/") for room in rooms)


def _tells(line: str) -> bool:
    """Whether a line of numba's report says what is wrong, rather than where it was looked for."""
    words = (
        "not found in record",
        "Untyped global name",
        "Unknown attribute",
        "Cannot unify",
        "is not defined",
    )
    is_error = (
        line.startswith(("TypingError:", "InternalError:", "UnsupportedError:")) and "nopython" not in line
    )
    return is_error or line.startswith(">>>") or any(word in line for word in words)


def _rules_of(game: Game) -> Iterator[Callable[..., Any]]:
    return (rule for rule in RULES if f"{rule.__module__}.".startswith(f"{game.package}."))


def _uses(game: Game, field: str) -> Iterator[str]:
    """Where rules use a field that is not there."""
    for rule in _rules_of(game):
        for instruction in dis.get_instructions(rule):
            if instruction.opname in ("LOAD_ATTR", "STORE_ATTR") and instruction.argval == field:
                line = instruction.positions.lineno if instruction.positions else None
                yield f"{rule.__code__.co_filename}:{line}: no struct has a field {field}."


def slips(game: Game) -> Iterator[str]:
    """What in a game's rules cannot be compiled, found without compiling: a sentence each."""
    for rule in _rules_of(game):
        yield from _slips_of(rule)


def _slips_of(rule: Callable[..., Any]) -> Iterator[str]:
    place, line = rule.__code__.co_filename, rule.__code__.co_firstlineno
    for instruction in dis.get_instructions(rule):
        line = instruction.positions.lineno or line if instruction.positions else line
        where = f"{place}:{line}: the rule {rule.__name__}"
        if instruction.opname in BUILT:
            yield f"{where} makes {BUILT[instruction.opname]}; rules make nothing new, they write to structs."
        if instruction.opname == "LOAD_GLOBAL":
            called = rule.__globals__.get(instruction.argval)
            known = called in RULES or called in CALLABLE
            if isinstance(called, types.FunctionType) and not known:
                yield f"{where} uses {called.__name__}, which is no rule; write @rule above its definition."
