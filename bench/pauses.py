"""How long a server with many tables in memory stands still: sweeps and garbage collection.

python bench/pauses.py --tables 3000 --memory 4096

Tables of the five games in turn are played halfway at random and kept in memory. Then moves are made at some
of them while the server sweeps as it does every few seconds, and a clock on the same loop notes how late it
is called.
"""

from __future__ import annotations

import asyncio
import time
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer
from rich.progress import track

from fathom5.core.game import all_games
from fathom5.server.app import Application
from fathom5.server.room import Room
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings

TICK = 0.005
"""Seconds between two calls of the clock."""


async def lay(application: Application, number: int, moves: int) -> Room:
    """A table on which so many moves were made at random."""
    game = next(islice(cycle(all_games().values()), number, None))
    players, chance = max(game.players[0], 2), Random(number)
    seats = [Seat(f"P{seat}", PERSON, "", ("somebody",), ready=True) for seat in range(players)]
    room = await application.rooms.create(game, seats, {}, "somebody", seed=f"{number:064x}")
    for _ in range(moves):
        play(room, chance)
    return room


def play(room: Room, chance: Random) -> None:
    """Make a move at random, if the game is not over."""
    if room.match is not None and room.actor is not None:
        room.play(room.actor, chance.choice(room.match.ids), f"laid.{room.version}")


async def watch(late: list[float], stopped: asyncio.Event) -> None:
    """Note how late the loop calls, until stopped."""
    while not stopped.is_set():
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - began - TICK)


async def measure(path: Path, tables: int, memory: int, sweeps: int) -> None:
    """Fill a server and print its pauses."""
    application = Application(str(path), Settings(memory=memory, warm=False))
    application.garbage.start()
    rooms = [await lay(application, number, 40) for number in track(range(tables), "Laying tables")]
    late: list[float] = []
    stopped, chance = asyncio.Event(), Random(1)
    clock = asyncio.create_task(watch(late, stopped))
    for _ in track(range(sweeps), "Sweeping"):
        for room in chance.sample(rooms, min(50, len(rooms))):
            play(room, chance)
            await asyncio.sleep(TICK)
        application.rooms.sweep()
        await asyncio.sleep(TICK)
        application.garbage.collect()
        await asyncio.sleep(TICK)
    stopped.set()
    await clock
    began = time.perf_counter()
    application.garbage.collect(everything=True)
    searched = time.perf_counter() - began
    p50, p99, most = (1000 * value for value in np.quantile(late, (0.5, 0.99, 1.0)))
    print(
        f"{tables} tables, {len(application.rooms.loaded)} left in memory after {sweeps} sweeps: late by "
        f"{p50:.1f} ms (p50), {p99:.1f} ms (p99), {most:.0f} ms at the most; "
        f"a search of everything, when nobody is here: {1000 * searched:.0f} ms"
    )
    application.close()


def main(
    tables: Annotated[int, typer.Option(help="Tables in memory.")] = 3000,
    memory: Annotated[int, typer.Option(help="The ceiling of a server's memory for tables, in MB.")] = 256,
    sweeps: Annotated[int, typer.Option(help="How often the server sweeps.")] = 13,
) -> None:
    """Say how long a server with many tables stands still."""
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "games.sqlite", tables, memory, sweeps))


if __name__ == "__main__":
    typer.run(main)
