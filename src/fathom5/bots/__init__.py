"""Bots: given a view, never the table, they choose a move.

A bot is anything that can be called with a View and returns one of `view.ids`; if it has a `name`, it is
called by that. Levels of ours have names, and so do bots registered under the entry point `fathom5.bots`:
a bot, or a class whose instances are bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

import numpy as np
from numpy.typing import NDArray

from fathom5.bots.search import Evaluated, Search, TreeMemory
from fathom5.core.errors import Mistake, one_of, quoted
from fathom5.core.game import Game, Spec
from fathom5.core.rng import below, generator
from fathom5.engine import engine, is_compiled
from fathom5.view import View

GROUP = "fathom5.bots"
"""The entry point group of bots: name = a bot or a class of bots."""

Bot = Callable[[View], int]
"""Chooses one of `view.ids`."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a move: so long, or just so many playouts whatever they take."""

    seconds: float = 0.0
    playouts: int = 0


@dataclass(frozen=True)
class Level:
    """A bot by its name: how much it thinks, and the tolerance it has unless its game says otherwise."""

    budget: Budget | None = None
    tolerance: int = 0


ENOUGH_VISITS = 20
"""A move visited less often, and that many times less than the best, is not known well enough."""

LEVELS = {
    "random": Level(),
    "heuristic": Level(),
    "minnow": Level(Budget(playouts=32), tolerance=250),
    "seal": Level(),
    "orca": Level(Budget(seconds=0.3)),
    "leviathan": Level(Budget(seconds=2.0)),
}
"""Any open move; the game's heuristic as it is; then what people play against: any move that is not clearly
bad, the heuristic with weaknesses, search, short and long."""


@cache
def registered_bots() -> dict[str, Bot | type[Bot]]:
    """What other packages register, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


def known_bots() -> list[str]:
    """The names of all bots: our levels from weak to strong, then what other packages register."""
    return [*LEVELS, *registered_bots()]


def find_bot(given: Bot | str, seed: int | None = None, budget: Budget | None = None) -> Bot:
    """A bot to sit at a table, itself or by name; with a budget of playouts and a seed it repeats itself.

    Raises Mistake for a name nobody has and for what cannot be called.
    """
    if isinstance(given, str):
        if given in registered_bots() and given not in LEVELS:
            found = registered_bots()[given]
            return found() if isinstance(found, type) else found
        if given not in LEVELS:
            raise one_of("bot", given, known_bots())
        return _level_bot(given, LEVELS[given], generator(seed), budget)
    if not callable(given):
        raise Mistake(f"A bot is a name or can be called with a view; {quoted(given)} cannot.")
    return given


def bot_name(bot: Bot | str) -> str:
    """What a bot is called."""
    return (
        bot
        if isinstance(bot, str)
        else str(getattr(bot, "name", getattr(bot, "__name__", type(bot).__name__)))
    )


def _level_bot(name: str, kind: Level, rng: NDArray[np.uint64], budget: Budget | None) -> Bot:
    """A level's bot; some of its moves it makes without thinking, as its game says."""
    memory: dict[Spec, TreeMemory] = {}
    budget = budget or kind.budget

    def choose(view: View) -> int:
        game = view.game
        if name == "random" or len(view.ids) == 1:
            return _pick(view.ids, rng)
        share = random_share(game, name)
        careless = share > 0 and below(1000, rng) < share
        if careless and not kind.budget:
            return _pick(view.ids, rng)
        if careless or not budget or not kind.budget:
            return heuristic_move(view, rng)
        search = Search(view, rng, memory.setdefault(game.spec, TreeMemory(game.spec)))
        search.run(budget.seconds, budget.playouts)
        return _pick(good_moves(search.evaluated(), tolerance(game, name)), rng)

    return choose


def _pick(moves: Sequence[int], rng: NDArray[np.uint64]) -> int:
    return moves[below(len(moves), rng)] if len(moves) > 1 else moves[0]


def heuristic_move(view: View, rng: NDArray[np.uint64]) -> int:
    """The move of the game's heuristic."""
    loops = engine(view.game, is_compiled(view.game, ("heuristic",)))
    work = loops.workspace(view.box_array)
    work.table_bytes[:] = view.array.view(np.uint8)
    work.moves[: len(view.ids)], work.count[0], work.rng[:] = view.ids, len(view.ids), rng
    move = int(loops.heuristic(work.structs))
    rng[:] = work.rng
    return move


def tolerance(game: Game, name: str) -> int:
    """How many thousandths of value less than the best a move may have for a level to take it."""
    return int(game.tuned.get("tolerance", {}).get(name, LEVELS[name].tolerance))


def random_share(game: Game, name: str) -> int:
    """How many of a thousand moves a level does not think about: a search takes the heuristic's, that any."""
    return int(game.tuned.get("random_share", {}).get(name, 0))


def good_moves(evaluated: Sequence[Evaluated], tolerance: int) -> list[int]:
    """The best move, and those within the tolerance that are known well enough."""
    best = evaluated[0]
    if not tolerance:
        return [best.move]
    enough = min(ENOUGH_VISITS, best.visits / ENOUGH_VISITS)
    least = best.value - tolerance / 1000
    return [each.move for each in evaluated if each.visits >= enough and each.value >= least]


@dataclass(frozen=True)
class Hint:
    """What a search found of a move: how likely it wins and how many points it brings, on the average."""

    move: int
    words: str
    win: float
    points: float
    playouts: int


def hints(view: View, *, seconds: float = 1.0, playouts: int = 0, seed: int | None = None) -> list[Hint]:
    """The open moves, the best first, as far as the search tried them."""
    search = Search(view, generator(seed))
    search.run(seconds, playouts)
    return [
        Hint(each.move, view.name(each.move), each.win, each.points, each.visits)
        for each in search.evaluated()
    ]
