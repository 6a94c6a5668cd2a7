"""Bots: given a view, never the table, and a budget, they choose a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from fathom5.bots.search import Search, Thought
from fathom5.kernel import chance
from fathom5.kernel.engine import Tree
from fathom5.kernel.errors import one_of
from fathom5.kernel.game import Game
from fathom5.match import View

Bot = Callable[[View], int]
"""Chooses one of `view.ids`."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a move: so long, or just so many playouts whatever they take."""

    seconds: float = 0.0
    playouts: int = 0


@dataclass(frozen=True)
class Level:
    """A bot by its name: how much it thinks, and how easy-going it is unless its game says otherwise."""

    budget: Budget | None = None
    easy_going: int = 0


WELL_TRIED = 20
"""A move tried less often, and that many times less than the best, is not known well enough to be chosen."""

LEVELS = {
    "random": Level(),
    "minnow": Level(Budget(playouts=32), easy_going=250),
    "seal": Level(),
    "orca": Level(Budget(seconds=0.3)),
    "leviathan": Level(Budget(seconds=2.0)),
}
"""Any open move; any that is not clearly bad; the game's heuristic; search, short and long."""


def level(name: str) -> Level:
    """The level of that name."""
    if name not in LEVELS:
        raise one_of("bot", name, list(LEVELS))
    return LEVELS[name]


@dataclass(frozen=True)
class Hint:
    """What a search thinks of a move: how likely it wins and how many points it brings, on the average."""

    move: int
    words: str
    win: float
    points: float
    playouts: int


def hints(view: View, *, seconds: float = 1.0, playouts: int = 0, seed: int | None = None) -> list[Hint]:
    """The open moves, the best first, as far as the search tried them."""
    search = Search(view, chance.luck(seed), Tree(view.game.form.seats))
    search.think(seconds, playouts)
    return [Hint(t.move, view.name(t.move), t.win, t.points, t.playouts) for t in search.thoughts()]


def bot(name: str, seed: int | None = None, budget: Budget | None = None) -> Bot:
    """A bot to sit at a table; a budget of playouts makes one that thinks repeat itself exactly."""
    kind, rng = level(name), chance.luck(seed)
    by_chance, by_heuristic = partial(_any_move, rng=rng), partial(advice, rng=rng)
    if name == "random":
        return by_chance
    if not kind.budget:
        return _with_whims(by_heuristic, by_chance, rng, name)
    return _with_whims(_by_search(rng, budget or kind.budget, name), by_heuristic, rng, name)


def _with_whims(usual: Bot, on_a_whim: Bot, rng: NDArray[np.uint64], name: str) -> Bot:
    def choose(view: View) -> int:
        often = whims(view.game, name)
        return on_a_whim(view) if often and chance.below(1000, rng) < often else usual(view)

    return choose


def _any_move(view: View, rng: NDArray[np.uint64]) -> int:
    return view.ids[chance.below(len(view.ids), rng)]


def advice(view: View, rng: NDArray[np.uint64]) -> int:
    """The move of the game's heuristic."""
    game, form = view.game, view.game.form
    engine = game.engine(game.is_compiled)
    moves = np.zeros(form.moves, np.int32)
    moves[: len(view.ids)] = view.ids
    tables, boxes = engine.wrap(view.array, form.table), engine.wrap(view.box_array, form.box)
    weights = engine.wrap(game.weights, form.weights)
    return int(engine.advise(tables, boxes, weights, moves, len(view.ids), rng))


def easy_going(game: Game, name: str) -> int:
    """By how many thousandths a move may be worth less than the best for a level to take it all the same."""
    return game.tuned.get("easy_going", {}).get(name, LEVELS[name].easy_going)


def whims(game: Game, name: str) -> int:
    """How many of a thousand moves a level makes on a whim: a search the heuristic's, the heuristic any."""
    return game.tuned.get("whims", {}).get(name, 0)


def _by_search(rng: NDArray[np.uint64], budget: Budget, name: str) -> Bot:
    trees: dict[int, Tree] = {}

    def choose(view: View) -> int:
        if len(view.ids) == 1:
            return view.ids[0]
        seats = view.game.form.seats
        tree = trees.setdefault(seats, Tree(seats))
        search = Search(view, rng, tree)
        search.think(budget.seconds, budget.playouts)
        good = good_moves(search.thoughts(), easy_going(view.game, name))
        return good[chance.below(len(good), rng)] if len(good) > 1 else good[0]

    return choose


def good_moves(thoughts: Sequence[Thought], easy_going: int) -> list[int]:
    """The best move; to the easy-going also those that are worth so many thousandths less."""
    best = thoughts[0]
    if not easy_going:
        return [best.move]
    enough = min(WELL_TRIED, best.playouts / WELL_TRIED)
    least = best.worth - easy_going / 1000
    return [t.move for t in thoughts if t.playouts >= enough and t.worth >= least]
