"""Real Chromium and a real server for it, and tables laid out as far as a test wants."""

import asyncio
import io
import logging
import os
import shutil
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

import pytest
import uvicorn

from fathom5.core.game import find_game
from fathom5.server.app import Application
from fathom5.server.forms import COOKIES
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings
from waiting import PATIENCE, until

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None
)
"""The shell takes half the processor time of the whole browser."""
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NEEDS_CHROMIUM = [
    pytest.mark.skipif(
        not CHROMIUM and os.environ.get("CI") != "true",
        reason="no chromium on this machine: install Debian's package chromium-headless-shell",
    ),
    pytest.mark.process,
]
MOST_WAIT = 1000 * PATIENCE
"""Milliseconds that a page has for what a test waits for."""
EVERY_PRESS_IS_MEANT = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => Infinity });"
"""Tests press faster than people; a page takes what comes right after a change for a slip."""

LONG_NAMES = (
    "Wolfgang Amadeus Moz",
    "wwwwwwwwwwwwwwwwwwww",
    "Ottilie Hohenzollern",
    "MMMMMMMMMM MMMMMMMMM",
    "Jean-Baptiste Poquel",
    "Ñandú ñandú ñandú ññ",
)
"""As long as names may be."""


@contextmanager
def server(path, port=0):
    """A server in a thread of this process; its address."""
    application = Application(path, Settings(pace=0, warm=False))
    config = uvicorn.Config(
        application.asgi(), log_level="warning", log_config=None, timeout_graceful_shutdown=1, lifespan="on"
    )
    runs = uvicorn.Server(config)
    with (
        socket.create_server(("127.0.0.1", port)) as listener,
        ThreadPoolExecutor(1) as apart,
        heard() as said,
    ):
        running = apart.submit(runs.run, sockets=[listener])
        try:
            until(lambda: runs.started or running.done())
            if running.done():
                application.close()
                raise RuntimeError(f"The server did not start. It said:\n{said.getvalue()}")
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            runs.should_exit = True
            running.result(PATIENCE)


@contextmanager
def heard():
    """What servers say meanwhile."""
    said = io.StringIO()
    handler, logger = logging.StreamHandler(said), logging.getLogger("uvicorn.error")
    logger.addHandler(handler)
    try:
        yield said
    finally:
        logger.removeHandler(handler)


def stop_the_clock(page) -> None:
    """Let time stand still on a page from now on, until `page.clock` lets it go on."""
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.evaluate(EVERY_PRESS_IS_MEANT)  # the clock has set what a press says of its time


class Laid(NamedTuple):
    """A table as far as it was played: its path for the seat to move, and the cookie of who plays."""

    path: str
    cookie: dict[str, str]


def lay(database, game: str, players: int, share: float, names=LONG_NAMES, seed=1) -> Laid:
    """Play so much of a game at random, all seats on one device, and store it."""
    with ThreadPoolExecutor(1) as apart:  # Playwright has a loop in this thread
        return apart.submit(lambda: asyncio.run(_lay(database, game, players, share, names, seed))).result()


async def _lay(database, game: str, players: int, share: float, names, seed: int) -> Laid:
    application = Application(database, Settings(pace=0, warm=False))
    person = "somebody"
    seats = [Seat(name, PERSON, "", (person,), ready=True) for name in names[:players]]
    luck = f"{seed:064x}"
    room = await application.rooms.create(find_game(game), seats, {}, person, seed=luck)
    begun, chance, decided = room.version, Random(seed), [room.version]
    while not room.over and share:
        room.play(room.actor, chance.choice(room.match.ids), f"laid.{room.version}")
        decided.append(room.version)
    if share < 1:
        room.rebuild(room.entries[: decided[int(share * (len(decided) - 1))]])
    if room.version > begun:
        await application.store.append(room.id, room.entries[begun:])
    application.close()
    seat = "" if room.over else f"?seat={room.actor}"
    cookie = {"name": COOKIES["person"], "value": application.keys.cookie(person)}
    return Laid(f"/table/{room.id}{seat}", cookie)
