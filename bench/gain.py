"""How much more the moves of a search win than the heuristic's, move by move rather than game by game.

python bench/gain.py deep-dive --positions 400 --playouts 300,3000,30000 --easy-going 0,10,15,20,40

Every open move of every position is played on by heuristics to the end, thousands of times with the same
luck. What a search chooses there is worth so many wins more, in thousandths a decision; one that is
easy-going chooses any good move, and its gain is the mean of theirs. A whim is any open move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress, track

from fathom5.bots import Budget, advice, bot, good_moves
from fathom5.bots.search import Search
from fathom5.kernel import chance
from fathom5.kernel.engine import Tree
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.loops import GAMES, SEAL, SUMS, WIN
from fathom5.lab import Runner
from fathom5.match import Match, View

SOME = 0.12
"""Of all decisions of a game so many become positions."""

PLAYED = 200
"""Playouts a move of the games that positions come from."""


Wins = dict[int, float]
"""How often each open move wins."""


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    positions: Annotated[int, typer.Option(help="Decisions to look at.")] = 800,
    games: Annotated[int, typer.Option(help="How often each open move is played on.")] = 4000,
    playouts: Annotated[str, typer.Option(help="Playouts a move of the search, one row each.")] = "300,3000",
    easy_going: Annotated[str, typer.Option(help="How easy-going it is, in thousandths.")] = "0,10,20,40",
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
) -> None:
    """Weigh the moves of a search against the heuristic's."""
    game, rng = find_game(name), chance.luck(seed)
    found = positions_of(game, players, positions, games, seed)
    advised = np.array([wins[advice(view, rng)] for view, wins in found])
    whims = np.array([mean_win(wins, view.ids) for view, wins in found])
    print(f"A whim: {gain(whims, advised)}")
    tree = Tree(game.form.seats)
    for budget in map(int, playouts.split(",")):
        thoughts = []
        for view, _ in track(found, f"{budget:,} playouts a move", transient=True):
            search = Search(view, rng, tree)
            search.think(0, budget)
            thoughts.append(search.thoughts())
        for given_away in map(int, easy_going.split(",")):
            mine = [
                mean_win(wins, good_moves(thought, given_away))
                for (_, wins), thought in zip(found, thoughts, strict=True)
            ]
            print(f"{budget:,} playouts, {given_away} thousandths: {gain(np.array(mine), advised)}")


def mean_win(wins: Wins, moves: Sequence[int]) -> float:
    """How often one wins who makes any of these moves."""
    return sum(wins[move] for move in moves) / len(moves)


def gain(mine: NDArray[np.float64], advised: NDArray[np.float64]) -> str:
    """How much more wins, in thousandths, and how sure that is."""
    more = 1000 * (mine - advised)
    return f"{more.mean():+.2f} ± {more.std() / np.sqrt(len(more)):.2f}"


def positions_of(game: Game, players: int, positions: int, games: int, seed: int) -> list[tuple[View, Wins]]:
    """Decisions with a choice out of games of a short search, and what their moves are worth."""
    bots = np.full(game.form.seats, SEAL, np.int64)
    runner = Runner(game, game.engine(), players, game.sheet, game.options({}), bots, seed)
    luck, found, number = np.random.default_rng(seed), list[tuple[View, Wins]](), 0
    with Progress(transient=True) as progress:
        task = progress.add_task("Playing positions on", total=positions)
        while len(found) < positions:
            match, number = Match(game, players, seed=(seed << 20) + number), number + 1
            movers = [bot("leviathan", number, Budget(playouts=PLAYED)) for _ in range(players)]
            while (seat := match.actor) is not None:
                if len(match.ids) > 1 and luck.random() < SOME:
                    found.append((match.view(seat), played_on(match, seat, runner, games)))
                    progress.update(task, completed=len(found))
                match.play(movers[seat](match.view(seat)))
    return found[:positions]


def played_on(match: Match, seat: int, runner: Runner, games: int) -> Wins:
    """How often a seat wins after each open move, with the same luck for all."""
    engine, work, wins = match.game.engine(), runner.work, {}
    for move in match.ids:
        work.raw[0] = np.frombuffer(match.to_bytes(), np.uint8)
        n = engine.listing(runner.tables, runner.boxes, work.moves, work.odds)
        engine.step(runner.tables, runner.boxes, move, n, work.moves, work.odds)
        work.array[2] = work.array[0]
        totals = runner.play(0, games)
        wins[move] = int(totals[SUMS + 3 * seat + 2]) / WIN / int(totals[GAMES])
    return wins


if __name__ == "__main__":
    typer.run(main)
