"""Turns that are shared fairly: whoever has used least comes first, however much others ask for."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import itertools
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import NamedTuple, TypeVar

Result = TypeVar("Result")

MAX_CLIENTS = 10_000
"""How many clients' use is remembered at a time."""

current_client: ContextVar[str] = ContextVar("current_client", default="")
"""On whose account the present task works: the address of a request."""


class Waiter(NamedTuple):
    """Somebody who waits for a turn, and what it is expected to cost."""

    granted: asyncio.Future[None]
    cost: float


class FairTurns:
    """So many turns at a time. Each client waits in a queue of its own; the queues take turns by use.

    This is fair queueing with virtual time: a client's account grows by the seconds that its turns take,
    the clock is that of the client served last, and the queue whose next turn would end first is next. A
    client that comes anew therefore waits for what is under way, not for what others have queued.
    """

    def __init__(self, turns: int = 1) -> None:
        self._free = turns
        self._clock = 0.0
        self._used: dict[str, float] = {}
        self._queues: dict[str, deque[Waiter]] = {}
        self._heads: list[tuple[float, int, str]] = []
        self._serial = itertools.count()

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return sum(map(len, self._queues.values()))

    @property
    def clients(self) -> int:
        """How many clients wait."""
        return len(self._queues)

    def cost_of(self, client: str) -> float:
        """What a client waits for is expected to cost."""
        return sum(waiter.cost for waiter in self._queues.get(client, ()))

    def of(self, client: str, cost: float = 0.0) -> Turn:
        """The turns of a client, for `async with`."""
        return Turn(self, client, cost)

    async def acquire(self, client: str, cost: float) -> None:
        """Wait for a turn."""
        if self._free and not self._queues:
            self._free -= 1
            self._clock = self._account(client)
            return
        waiter = Waiter(asyncio.get_running_loop().create_future(), cost)
        queue = self._queues.setdefault(client, deque())
        queue.append(waiter)
        if len(queue) == 1:
            self._put_head(client)
        self._grant()
        try:
            await waiter.granted
        except asyncio.CancelledError:
            if waiter.granted.done() and not waiter.granted.cancelled():
                self.release(client, 0.0)
            raise

    def release(self, client: str, seconds: float) -> None:
        """Give a turn back that took so long."""
        self._used[client] = self._account(client) + seconds
        if len(self._used) > MAX_CLIENTS:
            self._used = {name: used for name, used in self._used.items() if used > self._clock}
        self._free += 1
        self._grant()

    def _account(self, client: str) -> float:
        return max(self._clock, self._used.get(client, 0.0))

    def _put_head(self, client: str) -> None:
        tag = self._account(client) + self._queues[client][0].cost
        heapq.heappush(self._heads, (tag, next(self._serial), client))

    def _grant(self) -> None:
        while self._free and self._heads:
            tag, _, client = heapq.heappop(self._heads)
            queue = self._queues[client]
            waiter = queue.popleft()
            if not waiter.granted.done():
                self._free -= 1
                self._clock = max(self._clock, tag - waiter.cost)
                self._used[client] = self._account(client) + waiter.cost
                waiter.granted.set_result(None)
            if queue:
                self._put_head(client)
            else:
                del self._queues[client]


class Turn:
    """The turns of one client; what one takes beyond its expected cost is put on the client's account."""

    def __init__(self, turns: FairTurns, client: str, cost: float) -> None:
        self._turns, self._client, self._cost = turns, client, cost
        self._began = 0.0

    async def __aenter__(self) -> None:
        await self._turns.acquire(self._client, self._cost)
        self._began = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        self._turns.release(self._client, max(0.0, time.perf_counter() - self._began - self._cost))


class Admission:
    """Lets one request in for each round of the event loop, fairly by client.

    However many arrive at once, what is not held back waits for one of them at most.
    """

    def __init__(self) -> None:
        self._turns = FairTurns()

    async def wait(self) -> None:
        """Wait until the current client's request may go on."""
        async with self._turns.of(current_client.get()):
            await asyncio.sleep(0)


class Workshop:
    """A thread for work that would hold up the loop; clients share it fairly."""

    def __init__(self) -> None:
        self.turns = FairTurns()
        self._thread = ThreadPoolExecutor(1, "workshop")

    async def run(self, work: Callable[..., Result], *arguments: object) -> Result:
        """What the work returns, done in the thread on the account of the current client."""
        context = contextvars.copy_context()
        async with self.turns.of(current_client.get()):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, lambda: context.run(work, *arguments))

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
