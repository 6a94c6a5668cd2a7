"""How long somebody waits for a game that was never compiled: to play it, and for its heuristic.

python bench/first_use.py deeper scuba --times 3

Each time a process of its own starts with an empty cache. The clock runs from that start: Python, imports,
compiling what a match needs, a first move; then the heuristic and its first move. Processor time is told
for that process and for those that compiled beside it; on a busy machine it says more than the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median
from typing import Annotated

import typer

from fathom5.core.game import all_games, find_game

PROGRAM = """
import json, os, sys, time
from fathom5 import Match
from fathom5.bots import heuristic_move
from fathom5.core.rng import generator
from fathom5.engine import compile_game

def spent():
    times = os.times()
    return time.time(), times.user + times.system, times.children_user + times.children_system

match = Match(sys.argv[1], 2, seed=1, compiled=True)
match.play(match.ids[0])
playing = spent()
compile_game(match.game, ["heuristic"])
heuristic_move(match.view(match.actor), generator(1))
print(json.dumps([playing, spent()]))
"""


def first_use(game: str) -> list[float]:
    """Seconds to the first move with its processor time, here and beside; then the same for the heuristic."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.time()
        words = [sys.executable, "-c", PROGRAM, game]
        ran = subprocess.run(
            words, env={**os.environ, "FATHOM5_CACHE": folder}, stdout=subprocess.PIPE, check=True
        )
    playing, heuristic = json.loads(ran.stdout)
    later = [after - before for before, after in zip(playing, heuristic, strict=True)]
    return [playing[0] - started, *playing[1:], *later]


def main(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="All by default.")] = None,
    times: Annotated[int, typer.Option(help="How often; the medians are told.")] = 3,
) -> None:
    """Time the first use of games."""
    print(f"{'':20}  played after  (processor: here, beside)   heuristic after  (processor: here, beside)")
    for game in [find_game(name) for name in names or all_games()]:
        seconds = map(median, zip(*(first_use(game.name) for _ in range(times)), strict=True))
        clock, here, beside, later, later_here, later_beside = seconds
        print(f"{game.title:20}  {clock:10.1f} s  {here:14.1f} {beside:7.1f} s ", end="")
        print(f"  {later:13.1f} s  {later_here:14.1f} {later_beside:7.1f} s")


if __name__ == "__main__":
    typer.run(main)
