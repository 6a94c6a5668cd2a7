"""How much more the moves of a search win than the heuristic's, move by move rather than game by game.

python bench/gain.py deep-dive --positions 400 --playouts 300,3000,30000 --temperature 0,10,20,40

Every open move of every position is played on by heuristics to the end, thousands of times with the same
luck. What a search chooses there is worth so many wins more, in thousandths a decision; with a temperature it
chooses among several, and its gain is the mean of theirs as likely as it takes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress, track

from fathom5.bots import find_bot, heuristic_move
from fathom5.bots.choosing import move_odds
from fathom5.bots.levels import Budget, Level
from fathom5.bots.search import Search, TreeMemory
from fathom5.core.game import Game, find_game
from fathom5.core.rng import generator
from fathom5.engine.loops import WIN
from fathom5.lab.runners import Runner
from fathom5.lab.setting import Setting
from fathom5.match import Match
from fathom5.view import View

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
    temperature: Annotated[str, typer.Option(help="Temperatures, in thousandths.")] = "0,10,20,40",
    cap: Annotated[int, typer.Option(help="The most it gives away with a move, in thousandths.")] = 100,
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
) -> None:
    """Weigh the moves of a search against the heuristic's."""
    game, rng = find_game(name), generator(seed)
    found = positions_of(game, players, positions, games, seed)
    advised = np.array([wins[heuristic_move(view, rng)] for view, wins in found])
    random = np.array([mean_win(wins, dict.fromkeys(view.ids, 1)) for view, wins in found])
    print(f"A random move: {gain(random, advised)}")
    memory = TreeMemory(game.spec)
    for budget in map(int, playouts.split(",")):
        evaluated = []
        for view, _ in track(found, f"{budget:,} playouts a move", transient=True):
            search = Search(view, rng, memory)
            search.run(0, budget)
            evaluated.append(search.evaluated())
        for degrees in map(int, temperature.split(",")):
            level = Level(temperature=degrees, cap=cap)
            mine = [
                mean_win(wins, move_odds(each, level))
                for (_, wins), each in zip(found, evaluated, strict=True)
            ]
            print(f"{budget:,} playouts, {degrees} thousandths: {gain(np.array(mine), advised)}")


def mean_win(wins: Wins, odds: Mapping[int, int]) -> float:
    """How often one wins who makes these moves, each as often as it weighs."""
    return sum(wins[move] * weight for move, weight in odds.items()) / sum(odds.values())


def gain(mine: NDArray[np.float64], advised: NDArray[np.float64]) -> str:
    """How much more wins, in thousandths, and how sure that is."""
    more = 1000 * (mine - advised)
    return f"{more.mean():+.2f} ± {more.std() / np.sqrt(len(more)):.2f}"


def positions_of(game: Game, players: int, positions: int, games: int, seed: int) -> list[tuple[View, Wins]]:
    """Decisions with a choice out of games of a short search, and what their moves are worth."""
    setting = Setting.of(game, players, None, None, seed)
    runner = Runner(setting, np.zeros(game.spec.seats, np.int64))
    luck, found, number = np.random.default_rng(seed), list[tuple[View, Wins]](), 0
    with Progress(transient=True) as progress:
        task = progress.add_task("Playing positions on", total=positions)
        while len(found) < positions:
            match, number = Match(game, players, seed=(seed << 20) + number), number + 1
            movers = [find_bot("leviathan", number, Budget(playouts=PLAYED)) for _ in range(players)]
            while (seat := match.actor) is not None:
                if len(match.ids) > 1 and luck.random() < SOME:
                    found.append((match.view(seat), played_on(match, seat, runner, games)))
                    progress.update(task, completed=len(found))
                match.play(movers[seat](match.view(seat)))
    return found[:positions]


def played_on(match: Match, seat: int, runner: Runner, games: int) -> Wins:
    """How often a seat wins after each open move, with the same luck for all."""
    wins = {}
    for move in match.ids:
        position = match.position.copy()
        position.play(move)
        runner.work.array["start"] = position.work.array["table"]
        totals = runner.play(0, games)[0]
        wins[move] = int(totals["seats"][seat]["wins"]) / WIN / int(totals["games"])
    return wins


if __name__ == "__main__":
    typer.run(main)
