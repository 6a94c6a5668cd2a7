"""The best that anybody could do alone in a small box: every table there can be, worked out to the end.

python bench/ceiling.py deep-dive --option opponent=hard --box bench/small_deep_dive.toml

Luck comes by its true odds and every decision is the best one, so the share of wins found is a ceiling.
Beside it stands what a level wins in the same box.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, track

from fathom5.bots import find_bot
from fathom5.core.box import BoxSheet
from fathom5.core.game import Game, find_game
from fathom5.core.rule import NATURE
from fathom5.engine.position import Position
from fathom5.match import Match

DEEP = 10_000
"""Moves that a small game may have."""


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    box: Annotated[Path, typer.Option(help="The small box.")],
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, NAME=VALUE.")] = None,
    level: Annotated[str, typer.Option(help="Who plays beside it.")] = "leviathan",
    games: Annotated[int, typer.Option(help="Games of that level.")] = 100,
) -> None:
    """Work out a small box, and let a level play in it."""
    sys.setrecursionlimit(DEEP)
    game = find_game(name)
    sheet, options = game.sheet_with(box), dict(text.split("=", 1) for text in option or [])
    with Progress(SpinnerColumn(), TextColumn("{task.completed:,} tables"), transient=True) as progress:
        oracle = Oracle(game, sheet, options, progress)
        ceiling = oracle.chance()
    print(f"With the best moves: {100 * ceiling:.1f} % won, over {len(oracle.known):,} tables.")
    wins = 0
    for seed in track(range(games), f"{level} plays", transient=True):
        match, mover = Match(game, 1, seed=seed, options=options, box=sheet), find_bot(level, seed)
        while (seat := match.actor) is not None:
            match.play(mover(match.view(seat)))
        wins += match.places[0] == 1
    print(f"The {level} won {wins} of {games}.")


class Oracle:
    """Knows the chance to win of every table it has met."""

    def __init__(self, game: Game, sheet: BoxSheet, options: dict[str, str], progress: Progress) -> None:
        self.position = Position.start(game, 1, options, sheet)
        self.known: dict[bytes, float] = {}
        self.progress, self.task = progress, progress.add_task("", total=None)

    def chance(self) -> float:
        """The chance to win from the table as it lies, with the best moves."""
        position = self.position
        here = position.to_bytes()
        if here in self.known:
            return self.known[here]
        if position.over:
            chance = float(position.places[0] == 1)
        else:
            odds, is_nature = np.array(position.weights), position.actor == NATURE
            chances = [self._after(here, move) for move in position.ids.copy()]
            chance = float(np.dot(odds, chances) / odds.sum()) if is_nature else max(chances)
        self.known[here] = chance
        self.progress.advance(self.task)
        return chance

    def _after(self, table: bytes, move: int) -> float:
        self.position.set_bytes(table)
        self.position.play(move)
        return self.chance()


if __name__ == "__main__":
    typer.run(main)
