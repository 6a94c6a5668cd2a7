"""Bots: worker processes that choose moves, and the pace at which rooms get them."""

from __future__ import annotations

import asyncio
import logging
import math
import multiprocessing
import os
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any

from fathom5.bots import LEVELS, Hint, find_bot, hints
from fathom5.core.game import all_games, find_game
from fathom5.engine import PLAYING, compile_game, compiler_is_on, engine, is_compiled
from fathom5.server.rooms import Room, Rooms, Stale
from fathom5.server.store import StoreUnavailable
from fathom5.view import View

STAGES = (PLAYING, ("heuristic", "guess"), ("search",))
"""What is compiled of a game, in the order in which people miss it."""

WORKER_TIMEOUT = 30.0
"""Seconds after which a worker that does not answer is replaced."""

POLL_INTERVAL = 0.2
"""Seconds between two looks at whether something more urgent is to be compiled."""

TAKEOVER_DELAY = 5.0
"""Seconds that another process has to play its bots before ours do."""

HINT_SECONDS = 1.0
"""How long a hint is thought about."""

MAX_ATTEMPTS = 3
"""How often a worker is asked for a move before it is chosen at random."""


def exit_with_parent() -> None:
    """In a worker: exit as soon as the server has, also if it was killed."""
    server = multiprocessing.parent_process()
    assert server

    def watch() -> None:
        server.join()
        os._exit(1)

    Thread(target=watch, name="server", daemon=True).start()


def choose_move(level: str, game: str, *view: Any) -> int:
    """In a worker: the move of a bot of a level, from the parts of a view of its seat."""
    return find_bot(level)(View(find_game(game), *view))


def find_hints(game: str, *view: Any) -> list[Hint]:
    """In a worker: the open moves of a view, the best first."""
    return hints(View(find_game(game), *view), seconds=HINT_SECONDS)


def time_budget(level: str) -> float:
    """Seconds that a bot of a level may think."""
    budget = LEVELS[level].budget if level in LEVELS else None
    return budget.seconds if budget else 0.0


def remaining_delay(elapsed: float, budget: float, pace: float) -> float:
    """Seconds to wait after thinking, until the first multiple of the pace that is not below the budget.

    How long a bot thinks may depend on its hand, so the time of its move must not show it.
    """
    return max(1, math.ceil(max(elapsed, budget) / pace)) * pace - elapsed if pace else 0.0


class Bots:
    """The worker process, and a task for every room where a bot is to move."""

    def __init__(self, rooms: Rooms, pace: float) -> None:
        self.rooms, self.pace = rooms, pace
        self._worker_free = asyncio.Lock()
        self.pool = self._new_pool()
        self._compiling: SpawnProcess | None = None

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, context, initializer=exit_with_parent)

    def close(self) -> None:
        """Stop all processes."""
        self._stop_worker()
        if self._compiling:
            self._compiling.terminate()

    def _stop_worker(self) -> None:
        workers = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()

    async def choose(self, level: str, view: View) -> int:
        """A bot's move; a random one if the worker died, hung or raised at every attempt."""
        loop = asyncio.get_running_loop()
        arguments = (level, view.game.name, view.array, view.box_array, view.seat, view.names, view.ids)
        for _ in range(MAX_ATTEMPTS):
            async with self._worker_free:
                pool = self.pool
                try:
                    future = loop.run_in_executor(pool, choose_move, *arguments)
                    return await asyncio.wait_for(future, WORKER_TIMEOUT)
                except (BrokenProcessPool, TimeoutError):
                    self.restart(pool)
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if task and task.cancelling():
                        raise  # else only the future was cancelled, when another room restarted the worker
                except Exception:  # a broken bot must not stop the game
                    logging.getLogger(__name__).exception("A bot of level %s broke.", level)
        return secrets.choice(view.ids)

    async def hints(self, view: View) -> list[Hint]:
        """The open moves of a view, the best first; none if the worker died or hung."""
        loop = asyncio.get_running_loop()
        arguments = (view.game.name, view.array, view.box_array, view.seat, view.names, view.ids)
        async with self._worker_free:
            pool = self.pool
            try:
                return await asyncio.wait_for(
                    loop.run_in_executor(pool, find_hints, *arguments), WORKER_TIMEOUT
                )
            except (BrokenProcessPool, TimeoutError):
                self.restart(pool)
                return []

    def restart(self, pool: ProcessPoolExecutor) -> None:
        """Replace the pool, unless it was replaced already."""
        if pool is self.pool:
            self._stop_worker()
            self.pool = self._new_pool()

    def wake(self, room: Room) -> None:
        """Start the task that plays the bots of a room, if one is to move and no task runs."""
        if room.bot_to_move is not None and (room.bot_task is None or room.bot_task.done()):
            room.bot_task = asyncio.create_task(self._play(room))

    async def _play(self, room: Room) -> None:
        while (seat := room.bot_to_move) is not None:
            assert room.match
            version, view, level = room.version, room.match.view(seat), room.seats[seat].level
            if room.remote:
                await asyncio.sleep(min(TAKEOVER_DELAY, room.entries[-1].at + TAKEOVER_DELAY - time.time()))
                if room.version != version:
                    continue
            started = time.monotonic()
            move = await self.choose(level, view)
            elapsed = time.monotonic() - started
            await asyncio.sleep(remaining_delay(elapsed, time_budget(level), self.pace))
            try:
                async with self.rooms.changing(room, version):
                    room.play(seat, move, f"bot.{version}")
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
            self._compiling = context.Process(target=compile_game, args=(game, loops), daemon=True)
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
