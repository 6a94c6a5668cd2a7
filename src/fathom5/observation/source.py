"""The function that writes observations of a game, generated from its layout; it is a rule like any other."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from threading import Lock
from typing import Any

import numpy as np

from fathom5.core import verbs
from fathom5.core.game import Game
from fathom5.core.rule import rule
from fathom5.observation.layouts import parts_of
from fathom5.observation.parts import Source

_LOCK = Lock()


def generated(game: Game) -> Source:
    """The body of the function that writes a seat's observation of a table into a row of zeros."""
    source = Source()
    source.add(f"o = {source.unsigned(0)}")
    for part in parts_of(game).values():
        part.write(source)
    return source


def prepare(game: Game) -> None:
    """Make the verb `observe` known for a game's tables."""
    rules = verbs.RULES_OF[game.spec.table]
    with _LOCK:
        if "observe" not in rules:
            rules["observe"] = rule(_made(game))


def _made(game: Game) -> Callable[..., Any]:
    source, file = generated(game), f"<observation of {game.name}>"
    text = "\n".join(["def observe(table, box, seat, rows, row):", *source.lines, ""])
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    numbers = {f"U{number}": np.uint64(number) for number in source.constants}
    names: dict[str, Any] = {"np": np, "__name__": __name__, **numbers}
    exec(compile(text, file, "exec"), names)
    made: Callable[..., Any] = names["observe"]
    return made
