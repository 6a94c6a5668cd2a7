"""One worker process, replaced when it dies or hangs; it ends with the server."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


def exit_with_parent(niceness: int) -> None:
    """In a worker: stand back, and exit as soon as the server has, also if it was killed."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    server = multiprocessing.parent_process()
    assert server

    def watch() -> None:
        server.join()
        os._exit(1)

    Thread(target=watch, name="server", daemon=True).start()


class WorkerProcess:
    """A process that is started when it is first needed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, context, initializer=exit_with_parent, initargs=(self._niceness,))

    def stop(self) -> None:
        """Kill the process: it may be stopped, and then it would not hear anything milder."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def restart(self) -> None:
        """Replace the process."""
        self.stop()
        self.pool = self._new_pool()

    async def run(self, limit: float, work: Callable[..., Result], *arguments: Any) -> Result:
        """What the work returns or raises; TimeoutError or BrokenProcessPool after a replacement."""
        future = self.pool.submit(work, *arguments)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), limit)
        except (BrokenProcessPool, TimeoutError):
            self.restart()
            raise
