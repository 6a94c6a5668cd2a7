"""Live updates: server-sent events, each with a whole view and its version as id."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from fathom5.server.room import Room
from fathom5.server.signals import Signals

COME_BACK = (500, 3000)
"""Milliseconds within which pages come back after their stream was ended."""

KEEPALIVE = 15.0
"""Seconds between comments on a quiet stream."""


async def stream(
    room: Room,
    last_sent: int | None,
    render: Callable[[], bytes],
    turn: AbstractAsyncContextManager[Any],
    still_here: Callable[[], Awaitable[None]] | None = None,
    signals: Signals | None = None,
) -> AsyncIterator[bytes]:
    """Events with the latest view whenever the version is not the last one sent; ends when the room closes.

    A slow client skips versions. All streams take turns and let pending requests run in between, so that
    a move is acknowledged soon however many pages have to be updated. While a client listens, `still_here`
    is called now and then. What there is of `signals` is told beside the views.
    """
    changed = asyncio.Event()
    room.listeners.add(changed)
    try:
        yield b"retry: 1000\n\n"
        while not room.closed:
            changed.clear()
            async with turn:
                await asyncio.sleep(0)
                event = b""
                if not room.lock.locked() and room.version != last_sent:
                    last_sent = room.version
                    event = _event(last_sent, render())
            if not event and room.lock.locked():  # somebody changes the room: wait for it without a turn
                async with room.lock:
                    continue
            if event:
                yield event
            if signals and (news := signals.news()):
                yield news
            event = b""  # frees the view: thousands of streams may wait here
            try:
                async with asyncio.timeout(KEEPALIVE):
                    await changed.wait()
            except TimeoutError:
                yield b": still here\n\n"
                if still_here:
                    await still_here()
        shortest, longest = COME_BACK  # not all of them at once
        yield b"retry: %d\n\n" % (shortest + secrets.randbelow(longest - shortest))
    finally:
        room.listeners.discard(changed)


def _event(version: int, view: bytes) -> bytes:
    lines = view.replace(b"\r\n", b"\n").replace(b"\r", b"\n").removesuffix(b"\n").replace(b"\n", b"\ndata: ")
    return b"id: %d\ndata: %b\n\n" % (version, lines)
