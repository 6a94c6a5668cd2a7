"""Waiting for what a test waits for: never a fixed time, and never for ever."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any

PATIENCE = 100
"""Seconds; the limit of a test is 120, so a wait that fails says what it waited for."""
INTERVAL = 0.01
FOR_EVER = 1_000_000.0
"""Seconds that never go by in a test: a limit that is not its subject."""


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """The first true value of a condition; raises TimeoutError when patience ends."""
    end = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(_story(condition, patience))
        time.sleep(INTERVAL)
    return value


async def eventually(condition: Callable[[], Any | Awaitable[Any]], patience: float = PATIENCE) -> Any:
    """The same in an event loop, which goes on meanwhile; the condition may be a coroutine function."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if inspect.isawaitable(value):
            value = await asyncio.wait_for(value, max(0.0, end - time.monotonic()))
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(_story(condition, patience))
        await asyncio.sleep(INTERVAL)


def _story(condition: Callable[[], Any], patience: float) -> str:
    try:
        what = inspect.getsource(condition).strip()
    except (OSError, TypeError):
        what = repr(condition)
    return f"Not true after {patience} s: {what}"
