"""Leviathan's search as it is against the same with rollouts to the end, at equal time of the processor.

python bench/truncated.py deeper --games 100 --seconds 0.1
python bench/truncated.py deeper --games 40 --seconds 0.05 --depth 4      with rollouts of another length

That is leviathan against the leviathan of before its game had a value network. Every luck is played in
each seat.
"""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from fathom5.bots.search import Search, TreeMemory
from fathom5.core.game import Game, find_game
from fathom5.core.rng import generator
from fathom5.lab.estimates import wilson
from fathom5.match import Match
from fathom5.search.tree import TO_THE_END
from fathom5.view import View

STRIDE = 0.002
"""Seconds between two looks at the clock, about."""


class Thinker:
    """A search with rollouts of a length, for so much time of the processor."""

    def __init__(self, game: Game, depth: int | None, seconds: float) -> None:
        self.depth, self.seconds, self.memory = depth, seconds, TreeMemory(game.spec)
        self.playouts, self.took = 0, 0.0

    def choose(self, view: View, rng: NDArray[np.uint64]) -> int:
        """The most visited move."""
        search = Search(view, rng, self.memory, compiled=True)
        if self.depth is not None:
            search.settings["rollout_depth"] = self.depth
        began, stride = time.thread_time(), 1
        while (spent := time.thread_time() - began) < self.seconds:
            search.grow(stride)
            took = time.thread_time() - began - spent
            stride = max(1, int(stride * min(2.0, STRIDE / max(took, 1e-6))))
        self.playouts += search.playouts
        self.took += spent
        return search.evaluated()[0].move


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(help="How many play; the first is leviathan as it is.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seconds: Annotated[float, typer.Option(help="Time of the processor a move.")] = 0.1,
    depth: Annotated[int | None, typer.Option(help="Decisions of a rollout; as tuned by default.")] = None,
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
) -> None:
    """Tell how many games the truncated rollouts win, and how many playouts each side makes a second."""
    game = find_game(name)
    new, old = Thinker(game, depth, seconds), Thinker(game, TO_THE_END, seconds)
    won = 0.0
    for number in track(range(games), "Playing", transient=True):
        luck, turned = divmod(number, players)
        match = Match(game, players, seed=seed * 1_000_003 + luck)
        rng = generator(seed, number)
        while (seat := match.actor) is not None:
            thinker = new if seat == turned else old
            match.play(match.ids[0] if len(match.ids) == 1 else thinker.choose(match.view(seat), rng))
        won += (match.places[turned] == 1) / match.places.count(1)
        if number % 10 == 9:
            print(f"{won:g} of {number + 1}", flush=True)
    low, high = wilson(won / games, games)
    print(f"{won:g} of {games} ({100 * low:.0f} to {100 * high:.0f} %), {seconds:g} s a move")
    for each, what in ((new, "truncated"), (old, "to the end")):
        print(f"  {what}: {each.playouts / max(each.took, 1e-9):,.0f} playouts a second")


if __name__ == "__main__":
    typer.run(main)
