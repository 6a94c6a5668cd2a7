"""Worker processes in which bots think, shared fairly by the clients whose rooms they play in.

Levels that do not search have a worker of their own, so they never wait for a search. Searches wait in a
fair queue by client, small ones first, and think for less the more their client waits for. Reviews of
finished games have a worker that stands back behind all others, and a fair queue too.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from fathom5.bots import Hint, find_bot, hints
from fathom5.bots.levels import Budget, is_level, level_of
from fathom5.core.game import find_game
from fathom5.engine import engine, is_compiled
from fathom5.server.fair import FairTurns
from fathom5.server.judging import Played, judge_some
from fathom5.server.worker import WorkerProcess
from fathom5.view import View

FIRST_LIMIT = 30.0
"""Seconds that a worker has for its first move of a game, for which it loads the rules."""

LIMIT = 3.0
"""Seconds that it has afterwards, besides twice the time to think, before it is replaced."""

MAX_ATTEMPTS = 3
"""How often workers are asked for a move before it is chosen at random."""

HINT_SECONDS = 1.0
"""How long a hint is thought about."""

PATIENCE = 4.0
"""Seconds that a client should wait for all its searches together: they share this time."""

MIN_SHARE = 0.05
"""What is left to a search of its time at least."""

CHUNK = 0.4
"""Seconds after which the worker that judges finished games begins no further move: others take turns."""

CHUNK_LIMIT = 60.0
"""Seconds that it has for a chunk, its first one with the rules to load, before it is replaced."""

SEARCH_NICENESS, REVIEW_NICENESS = 5, 10
"""How much processes that search, and the one that judges, stand back behind the server."""


class Choice(NamedTuple):
    """A move, and how it came about."""

    move: int
    waited: float = 0.0
    """Seconds in the queue."""
    seconds: float = 0.0
    """How long the bot was allowed to think."""
    hurried: bool = False
    """Whether that was less than usual."""


def choose_move(level: str, seconds: float, game: str, *view: Any) -> int:
    """In a worker: the move of a bot of a level, from the parts of a view of its seat."""
    budget = Budget(seconds=seconds) if seconds else None
    return find_bot(level, budget=budget)(View(find_game(game), *view))


def find_hints(seconds: float, game: str, *view: Any) -> list[Hint]:
    """In a worker: the open moves of a view, the best first."""
    return hints(View(find_game(game), *view), seconds=seconds)


def load_rules(games: Sequence[str]) -> None:
    """In a worker: load what the heuristics of these games need before somebody waits for it."""
    for name in games:
        game = find_game(name)
        engine(game, is_compiled(game, ("heuristic",)))


def time_budget(level: str) -> float:
    """Seconds that a bot of a level thinks when nobody waits."""
    budget = level_of(level).budget if is_level(level) else None
    return budget.seconds if budget else 0.0


def is_quick(level: str) -> bool:
    """Whether a level moves at once; of bots from other packages nobody knows."""
    return is_level(level) and not time_budget(level)


class Worker(WorkerProcess):
    """A process in which bots think."""

    def __init__(self, niceness: int) -> None:
        super().__init__(niceness)
        self._known: set[tuple[str, str]] = set()

    def restart(self) -> None:
        """Replace the process, which knows no game then."""
        super().restart()
        self._known.clear()

    async def ask(self, level: str, seconds: float, game: str, *view: Any) -> int:
        """A move; raises what the bot raises, and TimeoutError or BrokenProcessPool after a replacement."""
        limit = LIMIT + 2 * seconds if (level, game) in self._known and is_level(level) else FIRST_LIMIT
        move = await self.run(limit, choose_move, level, seconds, game, *view)
        self._known.add((level, game))
        return move

    async def hints(self, seconds: float, game: str, *view: Any) -> list[Hint]:
        """The open moves of a view, the best first; raises like `ask`."""
        return await self.run(FIRST_LIMIT, find_hints, seconds, game, *view)


class Thinkers:
    """The workers and their queues."""

    def __init__(self, searchers: int = 1) -> None:
        self.quick = Worker(0)
        self.searchers = [Worker(SEARCH_NICENESS) for _ in range(searchers)]
        self._free = {True: [self.quick], False: list(self.searchers)}
        self.turns = {True: FairTurns(1), False: FairTurns(searchers)}
        """The queues of levels that move at once, and of those that search."""
        self.judge = Worker(REVIEW_NICENESS)
        """Judges finished games with what bots leave of the processor; the first review starts it."""
        self.reviews = FairTurns()
        """The queue of reviews."""

    def close(self) -> None:
        """Stop all processes."""
        for worker in (self.quick, *self.searchers, self.judge):
            worker.stop()

    def warm_up(self, games: Sequence[str]) -> None:
        """Let the quick worker load the rules of these games."""
        self.quick.pool.submit(load_rules, games)

    def share(self, client: str, budget: float) -> float:
        """How much of its usual time a search of a client gets: all, unless much waits."""
        turns = self.turns[False]
        expected = (turns.cost_of(client) + budget) * max(1, turns.clients) / len(self.searchers)
        return max(MIN_SHARE, min(1.0, PATIENCE / expected)) if expected else 1.0

    async def choose(self, level: str, view: View, client: str = "") -> Choice:
        """A bot's move; a random one if workers died, hung or raised at every attempt."""
        quick, budget, began = is_quick(level), time_budget(level), time.monotonic()
        position = (view.game.name, view.array, view.box_array, view.seat, view.names, view.ids)
        for _ in range(MAX_ATTEMPTS):
            async with self.turns[quick].of(client, budget):
                waited, share = time.monotonic() - began, self.share(client, budget)
                worker = self._free[quick].pop()
                try:
                    move = await worker.ask(level, budget * share, *position)
                    return Choice(move, waited, budget * share, share < 1)
                except (BrokenProcessPool, TimeoutError):
                    continue
                except Exception:  # a broken bot must not stop the game
                    logging.getLogger(__name__).exception("A bot of level %s broke.", level)
                finally:
                    self._free[quick].append(worker)
        return Choice(secrets.choice(view.ids), time.monotonic() - began)

    async def hints(self, view: View, client: str = "") -> list[Hint]:
        """The open moves of a view, the best first; none if the worker died or hung."""
        position = (view.game.name, view.array, view.box_array, view.seat, view.names, view.ids)
        async with self.turns[False].of(client, HINT_SECONDS):
            worker = self._free[False].pop()
            try:
                return await worker.hints(HINT_SECONDS * self.share(client, HINT_SECONDS), *position)
            except (BrokenProcessPool, TimeoutError):
                return []
            finally:
                self._free[False].append(worker)

    async def review(
        self, played: Played, lines: Sequence[str], effort: float, client: str = ""
    ) -> list[str]:
        """What is found next about a finished game, after what lines tell, as lines; no bot waits for it.

        Raises TimeoutError or BrokenProcessPool if the worker hung or died.
        """
        async with self.reviews.of(client, CHUNK):
            return await self.judge.run(CHUNK_LIMIT, judge_some, played, list(lines), effort, CHUNK)
