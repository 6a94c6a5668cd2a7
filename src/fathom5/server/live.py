"""Live updates: server-sent events, each with a whole view and its version as id."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from fathom5.server.rooms import Room

KEEPALIVE = 15.0
"""Seconds between comments on a quiet stream."""


async def stream(
    room: Room, last_sent: int | None, render: Callable[[], bytes], render_lock: asyncio.Lock
) -> AsyncIterator[bytes]:
    """Events with the latest view whenever the version is not the last one sent; ends when the room closes.

    A slow client skips versions. All streams take turns with `render_lock` and let pending requests run
    in between, so that a move is acknowledged soon however many pages have to be updated.
    """
    changed = asyncio.Event()
    room.listeners.add(changed)
    try:
        yield b"retry: 1000\n\n"
        while not room.closed:
            changed.clear()
            async with render_lock:
                await asyncio.sleep(0)
            async with room.lock:
                outdated, last_sent = room.version != last_sent, room.version
                event = _event(last_sent, render()) if outdated else b""
            if event:
                yield event
            event = b""  # frees the view: thousands of streams may wait here
            try:
                await asyncio.wait_for(changed.wait(), KEEPALIVE)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        room.listeners.discard(changed)


def _event(version: int, view: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (version, b"\ndata: ".join(view.splitlines()))
