"""Live updates: server-sent events, each the whole view of whoever looks, with its version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from fathom5.server.tables import Table

BEAT = 15.0
"""Seconds between signs of life on a quiet stream."""


async def stream(
    table: Table, seen: int | None, draw: Callable[[], bytes], turn: asyncio.Lock
) -> AsyncIterator[bytes]:
    """Every newer view there is time for; whoever is slow gets the latest, not a queue.

    All streams draw in turn, and whatever was asked meanwhile is answered in between: so a move is
    acknowledged soon, however many pages still have to be shown another one.
    """
    news = asyncio.Event()
    table.listeners.add(news)
    try:
        yield b"retry: 1000\n\n"
        while not table.closed:
            news.clear()
            async with turn:
                await asyncio.sleep(0)
            async with table.lock:
                stale, seen = table.version != seen, table.version
                event = _event(seen, draw()) if stale else b""
            if event:
                yield event
            event = b""  # thousands may wait here; none keeps a view
            try:
                await asyncio.wait_for(news.wait(), BEAT)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        table.listeners.discard(news)


def _event(version: int, view: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (version, b"\ndata: ".join(view.splitlines()))
