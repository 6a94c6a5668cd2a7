"""Event loops of tests: rounds in which whatever can go on does, and a clock that a test moves."""

import asyncio
from collections.abc import Coroutine
from typing import Any

ROUNDS = 1000
"""Far more than anything takes that waits for no thread and no clock."""


async def go_on(rounds: int = ROUNDS) -> None:
    """Let everything run that waits for nothing but its turn."""
    for _ in range(rounds):
        await asyncio.sleep(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock leaps when a test says so, past limits that are never reached else."""

    _ahead = 0.0

    def time(self) -> float:
        return super().time() + self._ahead

    def leap(self, seconds: float) -> None:
        """Let so much time have passed."""
        self._ahead += seconds


def run_leaping(story: Coroutine[Any, Any, None]) -> None:
    """Run a story in a loop whose clock leaps."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        runner.run(story)
