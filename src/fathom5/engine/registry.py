"""Every loop that is compiled, with its arguments; the engine knows no others.

A loop may stand in a room below this one, so it is named here and imported when somebody needs it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from fathom5.core.game import Spec
from fathom5.core.schema import Struct

Argument = Callable[[Spec], Any]
"""Makes an argument of the right type for the loops of a game."""


@dataclass(frozen=True)
class Loop:
    """A loop: where it stands, what it is given, and how it is compiled."""

    home: str
    """Its module."""
    name: str
    arguments: tuple[Argument, ...]
    inline: bool = False
    """Whether its rules are inlined for speed."""
    rare: bool = False
    """Whether few need it, so that it is compiled only when it is called."""
    makers: tuple[str, ...] = ()
    """The modules that write source which it calls."""

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The loop itself, interpreted."""
        function: Callable[..., Any] = named(self.home, self.name)
        return function


def named(home: str, name: str) -> Any:
    """What stands in a module under a name."""
    return vars(import_module(home))[name]


def array(dtype: DTypeLike, dimensions: int = 1) -> Argument:
    """Numbers."""
    return lambda spec: np.zeros((1,) * dimensions, dtype)


def structs(home: str, name: str, dimensions: int = 1) -> Argument:
    """Structs of a schema, or of what makes one for a game."""

    def make(spec: Spec) -> Any:
        found = named(home, name)
        schema: type[Struct] = found if isinstance(found, type) else found(spec)
        return np.zeros((1,) * dimensions, schema.dtype)

    return make


def number(spec: Spec) -> int:
    """A whole number."""
    return 0


def options(spec: Spec) -> Any:
    """The options of a game."""
    return spec.options.blank()


WORK = structs("fathom5.engine.workspace", "workspace_struct")
BYTES, BYTE_ROWS = array(np.uint8), array(np.uint8, 2)
NUMBERS, REALS = array(np.int64), array(np.float64)
HIDING = (BYTES, BYTE_ROWS, BYTE_ROWS)
"""The bytes of the workspace, then masks and fills: what `look` hides with."""
EVALUATIONS, NETWORK = structs("fathom5.search.network", "evaluation_struct"), (array(np.float64, 2), REALS)
"""The memory of an evaluation; a value network and its hidden units."""
TABLES = (WORK, *HIDING, structs("fathom5.observation.batch", "plan_struct"))
LANES = structs("fathom5.observation.batch", "lane_struct")
"""What an environment hands over: a workspace with what all tables have in common; the tables."""
WRITES_OBSERVATIONS = (
    "fathom5.observation.source",
    "fathom5.observation.layouts",
    "fathom5.observation.parts",
)

ALL = (
    Loop("fathom5.engine.loops", "set_up", (WORK, options)),
    Loop("fathom5.engine.loops", "list_open", (WORK,)),
    Loop("fathom5.engine.loops", "play", (WORK, number)),
    Loop("fathom5.engine.loops", "pick", (WORK,)),
    Loop("fathom5.engine.loops", "view", (WORK, *HIDING, number), inline=True),
    Loop("fathom5.engine.loops", "guess", (WORK, number)),
    Loop("fathom5.engine.loops", "veil", (WORK, number, number)),
    Loop("fathom5.engine.loops", "rank", (WORK,)),
    Loop("fathom5.engine.loops", "heuristic", (WORK,)),
    Loop(
        "fathom5.engine.loops",
        "simulate",
        (WORK, *HIDING, NUMBERS, structs("fathom5.engine.workspace", "totals_struct"), number, NUMBERS),
        inline=True,
    ),
    Loop("fathom5.engine.loops", "copy_tables", (WORK, number), inline=True, rare=True),
    Loop(
        "fathom5.search.tree",
        "search",
        (
            WORK,
            structs("fathom5.search.tree", "tree_struct"),
            structs("fathom5.search.tree", "Node"),
            structs("fathom5.search.tree", "Settings"),
            *NETWORK,
            number,
            number,
        ),
        inline=True,
    ),
    Loop(
        "fathom5.search.network",
        "sample_games",
        (
            WORK,
            EVALUATIONS,
            structs("fathom5.search.network", "sample_struct", 2),
            number,
            number,
            number,
            number,
        ),
        inline=True,
        rare=True,
    ),
    Loop(
        "fathom5.search.rollouts",
        "evaluate",
        (
            WORK,
            structs("fathom5.search.rollouts", "case_struct"),
            EVALUATIONS,
            *NETWORK,
            structs("fathom5.search.rollouts", "Plan"),
        ),
        inline=True,
        rare=True,
    ),
    Loop(
        "fathom5.observation.batch",
        "step_tables",
        (*TABLES, LANES, BYTE_ROWS, BYTE_ROWS),
        inline=True,
        rare=True,
        makers=WRITES_OBSERVATIONS,
    ),
    Loop("fathom5.observation.batch", "advise_tables", (*TABLES, LANES), inline=True, rare=True),
    Loop(
        "fathom5.observation.batch",
        "observe_table",
        (*TABLES, number, BYTE_ROWS),
        inline=True,
        rare=True,
        makers=WRITES_OBSERVATIONS,
    ),
    Loop(
        "fathom5.observation.batch",
        "scale_rows",
        (BYTE_ROWS, array(np.float32), array(np.float32, 2)),
        inline=True,
        rare=True,
    ),
    Loop(
        "fathom5.lab.loop.study_games",
        "study_games",
        (
            WORK,
            *HIDING,
            NUMBERS,
            structs("fathom5.lab.loop.notes", "notes_struct"),
            structs("fathom5.lab.loop.notes", "row_struct"),
            NUMBERS,
        ),
        inline=True,
        rare=True,
    ),
)
LOOPS = {loop.name: loop for loop in ALL}
"""All loops by name."""

PLAYING = ("set_up", "list_open", "play", "pick", "view", "rank", "veil")
"""What every match needs; it is compiled first, and by two processes."""


def common_loops() -> list[str]:
    """The loops that are compiled ahead, what a match needs in front."""
    return [*PLAYING, *(name for name, loop in LOOPS.items() if not loop.rare and name not in PLAYING)]
