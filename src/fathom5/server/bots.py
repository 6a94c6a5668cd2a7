"""Bots: the pace at which rooms get their moves, and compiling the rules."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import time
from collections.abc import Callable, Sequence
from multiprocessing.context import SpawnProcess

from fathom5.core.game import Game, all_games, find_game
from fathom5.engine import compile_game, compiler_is_on, engine, is_compiled
from fathom5.engine.registry import PLAYING
from fathom5.server.fair import current_client
from fathom5.server.jobs import StoreUnavailable
from fathom5.server.judging import NEEDED
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms, Stale
from fathom5.server.seating import STAND_IN
from fathom5.server.thinkers import Thinkers

STAGES = (PLAYING, ("heuristic", "guess"), ("search",), NEEDED)
"""What is compiled of a game, in the order in which people miss it."""

POLL_INTERVAL = 0.2
"""Seconds between two looks at whether something more urgent is to be compiled."""

TAKEOVER_DELAY = 5.0
"""Seconds that another process has to play its bots before ours do."""


def compile_stage(game: Game, loops: Sequence[str]) -> None:
    """In a process of its own: compile loops of a game; this module has loaded the search for it."""
    compile_game(game, loops)


def remaining_delay(elapsed: float, budget: float, pace: float) -> float:
    """Seconds to wait after thinking, until the first multiple of the pace that is not below the budget.

    How long a bot thinks may depend on its hand, so the time of its move must not show it.
    """
    return max(1, math.ceil(max(elapsed, budget) / pace)) * pace - elapsed if pace else 0.0


class Bots:
    """The workers, and a task for every room where a bot is to move."""

    def __init__(self, rooms: Rooms, pace: float, searchers: int = 1) -> None:
        self.rooms, self.pace = rooms, pace
        self.thinkers = Thinkers(searchers)
        self.waited: Callable[[float], None] = lambda seconds: None
        """Called with the seconds that a bot has waited for a worker."""
        self._compiling: SpawnProcess | None = None

    def close(self) -> None:
        """Stop all processes."""
        self.thinkers.close()
        if self._compiling:
            self._compiling.terminate()

    def wake(self, room: Room) -> None:
        """Start the task that plays the bots of a room, if one is to move and no task runs."""
        if room.bot_to_move is not None and (room.bot_task is None or room.bot_task.done()):
            room.bot_task = asyncio.create_task(self._play(room))

    async def _play(self, room: Room) -> None:
        current_client.set(room.account)
        while (seat := room.bot_to_move) is not None:
            assert room.match
            version, view, level = room.version, room.match.view(seat), room.seats[seat].level or STAND_IN
            if room.remote:
                await asyncio.sleep(min(TAKEOVER_DELAY, room.entries[-1].at + TAKEOVER_DELAY - time.time()))
                if room.version != version:
                    continue
            started = time.monotonic()
            choice = await self.thinkers.choose(level, view, room.account or room.host)
            elapsed = time.monotonic() - started
            self.waited(choice.waited)
            await asyncio.sleep(remaining_delay(elapsed, choice.waited + choice.seconds, self.pace))
            try:
                async with self.rooms.changing(room, version):
                    room.hurried = choice.hurried
                    room.play(seat, choice.move, f"bot.{version}")
            except Stale:
                continue
            except StoreUnavailable:
                await asyncio.sleep(1)

    async def warm_up(self) -> None:
        """Load the compiled rules of every game, after compiling those that are not compiled yet.

        What a match needs comes first, then the heuristic, then the search; games with rooms come first.
        """
        if not compiler_is_on():
            return
        for game in all_games().values():
            engine(game, compiled=False)  # imports the game now, so that no request waits for it below
        steps = [(stage, name) for stage in range(len(STAGES)) for name in all_games()]
        while steps:
            step = self._next_step(steps)
            if await self._compile(step, steps):
                steps.remove(step)
        self.thinkers.warm_up(list(all_games()))

    def _next_step(self, steps: Sequence[tuple[int, str]]) -> tuple[int, str]:
        """The stage and game to compile next: one with a room before one without."""
        played = {room.game.name for room in self.rooms.loaded.values()}
        return min(steps, key=lambda step: (step[1] not in played, step[0]))

    async def _compile(self, step: tuple[int, str], steps: Sequence[tuple[int, str]]) -> bool:
        """Compile a stage of a game in a process of its own, and let its rooms use it.

        Returns False if it was stopped because another of the steps became more urgent; loops that were
        done by then are kept.
        """
        game, loops = find_game(step[1]), STAGES[step[0]]
        if not is_compiled(game, loops):
            context = multiprocessing.get_context("spawn")
            self._compiling = context.Process(target=compile_stage, args=(game, loops), daemon=True)
            self._compiling.start()
            while self._compiling.is_alive():
                await asyncio.to_thread(self._compiling.join, POLL_INTERVAL)
                if self._next_step(steps) != step:
                    self._compiling.terminate()
                    await asyncio.to_thread(self._compiling.join)
                    return False
        if is_compiled(game) and game.name not in self.rooms.compiled_games:
            await asyncio.to_thread(engine, game, True)
            self.rooms.use_compiled(game)
        return True
