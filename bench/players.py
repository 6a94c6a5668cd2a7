"""Bots of today against bots of another version, seat by seat with the same luck.

python bench/players.py deep-sea-adventure --bot leviathan --seconds 0.05 --games 400
python bench/players.py deep-sea-adventure --bot heuristic --games 4000 --players 4

Each version plays in a process of its own, so that all of it takes part: heuristic, search, settings, levels
and networks. The other version is a commit, by default the one that stronger heuristics are measured by, or a
folder with another `src`. One seat is today's and the others are the other version's.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.progress import track

from fathom5.bots.levels import LEVELS
from fathom5.core.errors import Mistake, one_of
from fathom5.core.game import find_game
from fathom5.lab.estimates import wilson
from fathom5.match import Match

ROOT = Path(__file__).parent.parent

BEFORE = "5fcc1e3249737211289bf4d4a2ece6a748702758"
"""The last commit before stronger heuristics and levels that err by sight."""


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    bot: Annotated[str, typer.Option(help="The level that plays, of both versions.")] = "leviathan",
    old: Annotated[str, typer.Option(help="A commit, or a folder with another src.")] = BEFORE,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="Games, best a multiple of the players.")] = 400,
    seconds: Annotated[float, typer.Option(help="Time for a move of a level that thinks.")] = 0.05,
    playouts: Annotated[int, typer.Option(help="Just so many playouts a move instead.")] = 0,
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
) -> None:
    """Say how often today's bot wins against those of another version."""
    try:
        game = find_game(name)
        game.check_players(players)
        if bot not in LEVELS:
            raise one_of("level", bot, list(LEVELS))
        with ExitStack() as stack:
            folder = stack.enter_context(TemporaryDirectory())
            versions = [
                stack.enter_context(Player(source)) for source in (ROOT / "src", old_source(old, folder))
            ]
            wins, order = 0.0, {"game": name, "players": players, "bot": bot}
            for number in track(range(games), f"{game.title}, {bot}", transient=True):
                luck, seat = divmod(number, players)
                budget = {"seconds": seconds, "playouts": playouts, "seed": (seed << 20) + number}
                for version in versions:
                    version.send({**order, **budget})
                match = Match(game, players, seed=seed * 1_000_003 + luck)
                wins += played(match, seat, versions)
    except Mistake as mistake:
        sys.exit(str(mistake))
    low, high = wilson(wins / games, games)
    thought = f"{playouts:,} playouts" if playouts else f"{seconds} s"
    print(
        f"{game.title}, {players} players, {bot}, {thought} a move: "
        f"{100 * wins / games:.1f} % ({100 * low:.1f} to {100 * high:.1f}; even is {100 / players:.1f}), "
        f"{games} games"
    )


def old_source(old: str, folder: str) -> Path:
    """The src of another version; raises Mistake if there is none."""
    if (Path(old) / "src" / "fathom5").is_dir():
        return Path(old).resolve() / "src"
    packed = subprocess.run(["git", "archive", old, "src"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        raise Mistake(f"{old} is no commit of this repository and no folder with a src.")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return Path(folder) / "src"


class Player:
    """A process that plays a version's bots; closed at the end of a with statement."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("player.py"))],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        self.process.communicate()

    def send(self, order: dict[str, Any]) -> None:
        """Give the process a line."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(order) + "\n")

    def answer(self) -> int:
        """What it answers; raises Mistake if it has ended."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise Mistake("A version cannot play this game; its message stands above.")
        return int(line)


def played(match: Match, seat: int, versions: list[Player]) -> float:
    """Today's share of the win in a seat of a match; the others are the other version's."""
    told = [0, 0]
    while (actor := match.actor) is not None:
        who = int(actor != seat)
        if len(match.ids) == 1:
            match.play(match.ids[0])
            continue
        moves = [move for _, move in match.history[told[who] :]]
        versions[who].send({"moves": moves, "seat": actor})
        told[who] = len(match.history)
        match.play(versions[who].answer())
    return (match.places[seat] == 1) / match.places.count(1)


if __name__ == "__main__":
    typer.run(main)
