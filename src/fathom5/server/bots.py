"""Bots that think in processes of their own, and the pace at which they move."""

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

from numpy.typing import NDArray

from fathom5.bots import LEVELS, bot
from fathom5.kernel.game import all_games, compile_game, compiler_is_on, find_game
from fathom5.match import View
from fathom5.server.store import Unkept
from fathom5.server.tables import Stale, Table, Tables

PATIENCE = 30.0
"""Seconds after which a worker that does not answer is replaced."""

GRACE = 5.0
"""Seconds that another process has to go on with its bots before ours do."""

TRIES = 3
"""How many workers are asked for a move before chance makes it."""


def end_with_server() -> None:
    """In a worker: do not outlive a server that was killed."""
    server = multiprocessing.parent_process()
    assert server

    def watch() -> None:
        server.join()
        os._exit(1)

    Thread(target=watch, name="server", daemon=True).start()


def think(
    level: str,
    game: str,
    array: NDArray[Any],
    box: NDArray[Any],
    seat: int,
    names: Sequence[str],
    moves: Sequence[int],
) -> int:
    """In a worker: the move of a bot that is given what its seat may know."""
    return bot(level)(View(find_game(game), array, box, seat, names, moves))


def longest(level: str) -> float:
    """How long a bot may think."""
    budget = LEVELS[level].budget
    return budget.seconds if budget else 0.0


def rest(thought: float, most: float, pace: float) -> float:
    """How long to wait until the first beat after the most a bot may think.

    How long one thinks may depend on its hand, which is nobody's business: it always seems the most.
    """
    return max(1, math.ceil(max(thought, most) / pace)) * pace - thought if pace else 0.0


class Bots:
    """The workers, and who moves next at which table."""

    def __init__(self, tables: Tables, pace: float = 0.6, workers: int = 1) -> None:
        self.tables, self.pace, self._workers = tables, pace, workers
        self._free = asyncio.Semaphore(workers)
        self.pool = self._new_pool()
        self._compiling: SpawnProcess | None = None

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=end_with_server)

    def close(self) -> None:
        """Send everybody home."""
        self._dismiss()
        if self._compiling:
            self._compiling.terminate()

    def _dismiss(self) -> None:
        workers = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()

    async def choose(self, level: str, view: View) -> int:
        """A bot's move; who died, hangs or breaks is replaced or asked again, and at last chance moves."""
        loop = asyncio.get_running_loop()
        asked = (level, view.game.name, view.array, view.box_array, view.seat, view.names, view.ids)
        for _ in range(TRIES):
            async with self._free:
                pool = self.pool
                try:
                    return await asyncio.wait_for(loop.run_in_executor(pool, think, *asked), PATIENCE)
                except (BrokenProcessPool, TimeoutError):
                    self.replace(pool)
                except asyncio.CancelledError:
                    task = asyncio.current_task()
                    if task and task.cancelling():
                        raise  # if nobody gave this table up, only its worker was sent home, by another table
                except Exception:  # a bot that breaks must not hold a table up
                    logging.getLogger(__name__).exception("A bot of level %s broke.", level)
        return secrets.choice(view.ids)

    def replace(self, pool: ProcessPoolExecutor) -> None:
        """Send workers that failed home and hire others, once."""
        if pool is self.pool:
            self._dismiss()
            self.pool = self._new_pool()

    def wake(self, table: Table) -> None:
        """See that the bots at a table go on."""
        if table.bot_to_move is not None and (table.bots is None or table.bots.done()):
            table.bots = asyncio.create_task(self._play(table))

    async def _play(self, table: Table) -> None:
        while (seat := table.bot_to_move) is not None:
            assert table.match
            number, view, level = table.version, table.match.view(seat), table.seats[seat].level
            if table.elsewhere:
                await asyncio.sleep(min(GRACE, table.entries[-1].at + GRACE - time.time()))
                if table.version != number:
                    continue
            asked = time.monotonic()
            move = await self.choose(level, view)
            await asyncio.sleep(rest(time.monotonic() - asked, longest(level), self.pace))
            try:
                async with self.tables.changing(table, number):
                    table.play(seat, move, f"bot.{number}")
            except Stale:
                continue
            except Unkept:
                await asyncio.sleep(1)

    async def warm(self) -> None:
        """Load the compiled rules of every game, compiling first what is not compiled yet."""
        if not compiler_is_on():
            return
        context = multiprocessing.get_context("spawn")
        for game in all_games().values():
            game.engine(compiled=False)  # opened now, so that nobody waits for the loading below
        for name, game in all_games().items():
            if not game.is_compiled:
                self._compiling = context.Process(target=compile_game, args=(name,), daemon=True)
                self._compiling.start()
                await asyncio.to_thread(self._compiling.join)
            if game.is_compiled:
                await asyncio.to_thread(game.compiled)
                self.tables.fast.add(name)
