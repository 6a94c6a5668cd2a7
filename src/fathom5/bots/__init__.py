"""Bots: given a view, never the table, they choose a move.

A bot is anything that can be called with a View and returns one of `view.ids`; if it has a `name`, it is
called by that. Levels of ours have names (bots/levels.py), and so do bots registered under the entry point
`fathom5.bots`: a bot, or a class whose instances are bots. A trained agent is `agent:` and its file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.bots.agent import Agent, load_agent
from fathom5.bots.choosing import choose as choose_evaluated
from fathom5.bots.choosing import sensible
from fathom5.bots.levels import LEVELS, Budget, Level, is_level, level_of, weights_of
from fathom5.bots.search import Search, TreeMemory
from fathom5.core.errors import Mistake, one_of, quoted
from fathom5.core.game import Game
from fathom5.core.rng import below, generator
from fathom5.engine import engine, is_compiled
from fathom5.engine.loops import RANDOM
from fathom5.view import View

GROUP = "fathom5.bots"
"""The entry point group of bots: name = a bot or a class of bots."""

Bot = Callable[[View], int]
"""Chooses one of `view.ids`."""


@cache
def registered_bots() -> dict[str, Bot | type[Bot]]:
    """What other packages register, by name."""
    return {entry.name: entry.load() for entry in entry_points(group=GROUP)}


AGENT = "agent:"
"""What the name of a trained agent begins with; its file follows."""

OFFERED = "FATHOM5_AGENTS"
"""The variable that names the files of all agents there are; where it is set, no others are read.

A server sets it for itself and its processes, so that no stranger can name a file.
"""


def offer_agents(bots: Sequence[str]) -> None:
    """Let agents, each given as agent:FILE, be all that there are; raises Mistake if one is none."""
    paths = []
    for bot in bots:
        if not bot.startswith(AGENT):
            raise Mistake(f"An agent is offered as {AGENT}FILE, not {quoted(bot)}.")
        paths.append(str(find_agent(bot).path.resolve()))
    os.environ[OFFERED] = os.pathsep.join(paths)


def offered_agents() -> dict[str, Path]:
    """The agents of a server, by name."""
    paths = [Path(each) for each in os.environ.get(OFFERED, "").split(os.pathsep) if each]
    return {f"{AGENT}{path.stem}": path for path in paths}


def find_agent(name: str) -> Agent:
    """A trained agent by its file, or by its name where agents are offered; raises Mistake for any other."""
    offered = offered_agents()
    if OFFERED in os.environ and name not in offered:
        raise one_of("bot", name, known_bots())
    path = offered.get(name, Path(name.removeprefix(AGENT)))
    return load_agent(path, path.stat().st_mtime_ns if path.exists() else 0)


def known_bots(game: Game | None = None) -> list[str]:
    """The names of all bots: our levels from weak to strong, what other packages register, agents offered.

    With a game, of the agents only its own.
    """
    agents = [name for name in offered_agents() if game is None or find_agent(name).game.name == game.name]
    return [*LEVELS, *registered_bots(), *agents]


def find_bot(
    given: Bot | str, seed: int | None = None, budget: Budget | None = None, game: Game | None = None
) -> Bot:
    """A bot to sit at a table, itself or by name; with a budget of playouts and a seed it repeats itself.

    A level may have a character, as in seal:greedy; given a game, it is one of that game's. Raises Mistake
    for a name nobody has and for what cannot be called.
    """
    if isinstance(given, str):
        if given.startswith(AGENT):
            return find_agent(given)
        if given in registered_bots() and not is_level(given):
            found = registered_bots()[given]
            return found() if isinstance(found, type) else found
        if not is_level(given):
            raise one_of("bot", given, known_bots(game))
        level_of(given, game)
        return _level_bot(given, generator(seed), budget)
    if not callable(given):
        raise Mistake(f"A bot is a name or can be called with a view; {quoted(given)} cannot.")
    return given


def bot_name(bot: Bot | str) -> str:
    """What a bot is called."""
    if isinstance(bot, str) and bot.startswith(AGENT):
        return AGENT + Path(bot.removeprefix(AGENT)).stem
    return (
        bot
        if isinstance(bot, str)
        else str(getattr(bot, "name", getattr(bot, "__name__", type(bot).__name__)))
    )


def _level_bot(name: str, rng: NDArray[np.uint64], budget: Budget | None) -> Bot:
    """A level's bot, as the game that it is asked about has it; the budget is for levels that search."""
    known: dict[Game, tuple[Level, NDArray[Any], TreeMemory | None]] = {}

    def choose(view: View) -> int:
        if len(view.ids) == 1:
            return view.ids[0]
        game = view.game
        if game not in known:
            level = level_of(name, game)
            memory = TreeMemory(game.spec) if level.budget else None
            known[game] = level, weights_of(game, level.character), memory
        level, weights, memory = known[game]
        share = level.random_share
        if share == RANDOM or (share and below(RANDOM, rng) < share):
            return view.ids[below(len(view.ids), rng)]
        if not level.budget:
            return heuristic_move(view, rng, weights)
        thinking, search = budget or level.budget, Search(view, rng, memory, weights=weights)
        search.run(thinking.seconds, thinking.playouts)
        return choose_evaluated(sensible(view, search.evaluated()), level, rng)

    return choose


def heuristic_move(view: View, rng: NDArray[np.uint64], weights: NDArray[Any] | None = None) -> int:
    """The move of the game's heuristic, with a character's weights or the tuned ones."""
    loops = engine(view.game, is_compiled(view.game, ("heuristic",)))
    work = loops.workspace(view.box_array, weights)
    work.table_bytes[:] = view.array.view(np.uint8)
    work.moves[: len(view.ids)], work.count[0], work.rng[:] = view.ids, len(view.ids), rng
    move = int(loops.heuristic(work.structs))
    rng[:] = work.rng
    return move


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
