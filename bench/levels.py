"""What the decisions of each level cost, how far apart levels are, and how often they make absurd moves.

python bench/levels.py losses deep-dive --games 40
python bench/levels.py steps deep-dive --games 200 --thinking 0.05
python bench/levels.py absurd deep-dive --games 100

A loss is what a move wins less than the best, by the evaluator: the best is chosen with one batch of rollouts
and both are measured with another. Where the game is decided (below 4 or above 96 %) points are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

import numpy as np
import typer

from fathom5.bots import find_bot
from fathom5.bots.choosing import DECIDED
from fathom5.bots.levels import Budget, characters, level_of
from fathom5.coach import evaluate_moves
from fathom5.core.contract import Bot
from fathom5.core.game import Game, find_game
from fathom5.lab.arena import arena
from fathom5.match import Match
from fathom5.view import View

LADDER = ("beginner", "minnow", "seal", "orca", "leviathan")
"""Each should beat the one before it in 60 to 80 of 100 games."""

MUCH, SOME_POINTS = 0.2, 2.0
"""What counts as a large loss: of the chance to win, and of points where the game is decided."""

GameName = Annotated[str, typer.Argument(metavar="GAME")]
Games = Annotated[int, typer.Option(help="How many games are played.")]
Thinking = Annotated[float, typer.Option(help="Orca's and leviathan's time, multiplied.")]
Only = Annotated[str, typer.Option(help="Of these bots only, with commas.")]

app = typer.Typer()


def bots_of(game: Game) -> list[str]:
    """All levels, and the seal in every character."""
    return ["minnow", *(f"seal:{name}" for name in characters(game)), "orca", "leviathan"]


def decisions(game: Game, bot: str, games: int, thinking: float) -> Iterator[tuple[View, int]]:
    """Every choice of a bot in games of two against itself, with the move it makes."""
    usual = level_of(bot, game).budget
    budget = Budget(seconds=usual.seconds * thinking) if usual and usual.seconds else None
    for number in range(games):
        match = Match(game, 2, seed=number)
        movers = [find_bot(bot, 2 * number + seat, budget, game) for seat in range(2)]
        while (seat := match.actor) is not None:
            view = match.view(seat)
            move = movers[seat](view)
            if len(view.ids) > 1:
                yield view, move
            match.play(move)


def loss(view: View, move: int, rollouts: int, number: int) -> tuple[float, float]:
    """What a move gives away, of the chance to win, and of points where the game is decided (else 0)."""
    chosen_by, measured = (evaluate_moves(view, rollouts, 2 * number + each) for each in range(2))
    wins = {each: chosen_by[each].wins[view.seat].mean for each in view.ids}
    best = max(wins, key=wins.__getitem__)
    lost = measured[best].wins[view.seat].mean - measured[move].wins[view.seat].mean
    if DECIDED <= wins[best] <= 1 - DECIDED:
        return lost, np.nan
    points = {each: chosen_by[each].points[view.seat].mean for each in view.ids}
    richest = max(points, key=points.__getitem__)
    return lost, measured[richest].points[view.seat].mean - measured[move].points[view.seat].mean


@app.command()
def losses(
    name: GameName,
    games: Games = 20,
    thinking: Thinking = 0.05,
    rollouts: Annotated[int, typer.Option(help="Rollouts of every open move in each of two batches.")] = 400,
    share: Annotated[float, typer.Option(help="Of all decisions so many are judged.")] = 1.0,
    only: Only = "",
) -> None:
    """The distribution of losses per decision, for each level."""
    game, luck = find_game(name), np.random.default_rng(1)
    for bot in only.split(",") if only else bots_of(game):
        found = [
            loss(view, move, rollouts, number)
            for number, (view, move) in enumerate(decisions(game, bot, games, thinking))
            if luck.random() < share
        ]
        lost, points = np.array(found).T
        decided = points[~np.isnan(points)]
        spread = " ".join(f"{100 * value:.1f}" for value in np.quantile(lost, (0.5, 0.9, 0.99)))
        print(
            f"{bot}: {len(lost)} decisions, mean {100 * lost.mean():.2f} %, quantiles .5 .9 .99: {spread}; "
            f"above {100 * MUCH:.0f} %: {1000 * (lost > MUCH).mean():.1f} of 1,000; "
            f"{len(decided)} decided, above {SOME_POINTS:.0f} points: "
            f"{100 * (decided > SOME_POINTS).mean() if len(decided) else 0:.1f} of 100",
            flush=True,
        )


@app.command()
def steps(name: GameName, games: Games = 200, thinking: Thinking = 0.05, only: Only = "") -> None:
    """How often each level beats the one below, in games of two."""
    ladder = only.split(",") if only else LADDER
    for lower, upper in pairwise(ladder):
        first, _ = arena(name, 2, [upper, lower], games, thinking=thinking, jobs=1).entrants
        print(
            f"{upper} against {lower}: {100 * first.win_share:.1f} % "
            f"({100 * first.low:.0f} to {100 * first.high:.0f}), {games} games, "
            f"{1000 * first.mean_move_s:.0f} ms a move, at most {1000 * first.longest_move_s:.0f}",
            flush=True,
        )


@app.command()
def absurd(name: GameName, games: Games = 100, thinking: Thinking = 0.02, only: Only = "") -> None:
    """How often each level makes a move that nobody should make."""
    game = find_game(name)
    for bot in only.split(",") if only else bots_of(game):
        moves = game.role(Bot).ABSURD
        made = dict.fromkeys(moves, 0)
        for view, move in decisions(game, bot, games, thinking):
            for what, is_absurd in moves.items():
                made[what] += is_absurd(view, move)
        print(f"{bot}: " + "; ".join(f"{what}: {count}" for what, count in made.items()), flush=True)


if __name__ == "__main__":
    app()
