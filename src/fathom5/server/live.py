"""Live updates: server-sent events, each the whole view of whoever looks, with its version."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from fathom5.server.tables import Table

BEAT = 15.0
"""Seconds between signs of life on a quiet stream."""


async def stream(table: Table, seen: int | None, draw: Callable[[], str]) -> AsyncIterator[str]:
    """Every newer view there is time for; whoever is slow gets the latest, not a queue."""
    news = asyncio.Event()
    table.listeners.add(news)
    try:
        yield "retry: 1000\n\n"
        while not table.closed:
            async with table.lock:
                news.clear()
                event = ""
                if table.version != seen:
                    seen = table.version
                    lines = "\ndata: ".join(draw().splitlines())
                    event = f"id: {seen}\ndata: {lines}\n\n"
            if event:
                yield event
            try:
                await asyncio.wait_for(news.wait(), BEAT)
            except TimeoutError:
                yield ": still here\n\n"
    finally:
        table.listeners.discard(news)
