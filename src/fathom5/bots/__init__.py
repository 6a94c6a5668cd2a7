"""Bots: given a view, never the table, they choose a move."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fathom5.kernel import chance
from fathom5.kernel.errors import one_of
from fathom5.kernel.loops import RANDOM, SEAL
from fathom5.match import View

Bot = Callable[[View], int]
"""Chooses one of `view.ids`."""

LEVELS = {"random": RANDOM, "seal": SEAL}
"""The bots by name, and how a simulation calls them."""


def level(name: str) -> int:
    """The number of a bot."""
    if name not in LEVELS:
        raise one_of("bot", name, list(LEVELS))
    return LEVELS[name]


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot to sit at a table."""
    how, rng = level(name), chance.luck(seed)

    def choose(view: View) -> int:
        if how == RANDOM:
            return view.ids[chance.below(len(view.ids), rng)]
        engine, form = view.game.engine(view.game.is_compiled), view.game.form
        moves = np.zeros(form.moves, np.int32)
        moves[: len(view.ids)] = view.ids
        tables = engine.wrap(view.array, form.table)
        boxes = engine.wrap(view.box_array, form.box)
        return int(engine.advise(tables, boxes, moves, len(view.ids), rng))

    return choose
