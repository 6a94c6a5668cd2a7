"""The commands that make what a game brings for its players: value networks and drills."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import fathom5
from fathom5.cli.common import (
    GameName,
    Jobs,
    Ray,
    app,
    compile_loops,
    counted,
    installed,
    numbers_of_players,
    progress_bar,
)

if TYPE_CHECKING:
    from fathom5.lab.training import Trained


@app.command()
def learn(
    name: GameName,
    players: Annotated[
        str, typer.Option(help="How many play; several with commas: 2,3,4. All numbers by default.")
    ] = "",
    games_: Annotated[
        int, typer.Option("--games", min=1, help="Games to learn from, for each number of players.")
    ] = 400_000,
    span: Annotated[
        int | None,
        typer.Option(
            min=1, help="The first sample comes after up to so many decisions; as many as a game has."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Where chance starts.")] = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    write: Annotated[bool, typer.Option("--write", help="Keep the networks with the game.")] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Write how well they are calibrated there: a picture and a table."
        ),
    ] = None,
) -> None:
    """Train a game's value networks on games of its heuristic against itself."""
    from fathom5.lab.spread import executor
    from fathom5.lab.training import test_games, train, write_networks
    from fathom5.testing.conformance import cases

    game = fathom5.find_game(name)
    numbers = numbers_of_players(players) if players else list(game.players)
    for number in numbers:
        game.check_players(number)
    if report:
        with installed("A report", "lab"):
            from fathom5.lab.calibration_report import write_report
    compile_loops(game, "sample_games")
    found: dict[int, Trained] = {}
    for number in numbers:
        options = [dict(case.options) for case in cases(game) if case.players == number]
        seated = counted(number, "player", "players")
        with progress_bar(f"Learning {game.title}, {seated}", games_ + test_games(games_)) as bar:
            found[number] = train(game, number, games_, span, seed, options, bar, executor(jobs, ray))
        _show(seated, found[number])
        if write:
            write_networks(game, {number: found[number].network})
            print(f"  written to value_networks.npz of {name}")
    if report:
        for path in write_report(report, game, found):
            print(f"Written: {path}")


@app.command("drills")
def make_drills(
    name: GameName,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many drills the set has.")] = 100,
    players: Annotated[
        str, typer.Option(help="How many play; several with commas: 2,3,4. All numbers from 2 by default.")
    ] = "",
    playouts: Annotated[
        int, typer.Option(min=1, help="What the players of the searched games think about a move.")
    ] = 200,
    effort: Annotated[
        float, typer.Option(min=0.01, max=100, help="4 takes four times as long and halves the errors.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Where chance starts; the same seed finds the same.")] = 1,
    jobs: Jobs = None,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write them there; without it, they are kept with the game."),
    ] = None,
) -> None:
    """Make a game's drills: search strong games for decisions with one clearly best move.

    Interrupted, the same command goes on where it was.
    """
    from fathom5.coach.drilling import Plan, make_drills
    from fathom5.coach.drills import FILE

    game = fathom5.find_game(name)
    several = [number for number in game.players if number > 1] or list(game.players)
    numbers = numbers_of_players(players) if players else several
    for number in numbers:
        game.check_players(number)
    compile_loops(game, "evaluate", "heuristic", "guess", "search")
    path = file or game.folder / FILE
    with progress_bar(f"Searching {game.title} for drills", count) as bar:
        plan = Plan(game, tuple(numbers), playouts, seed, effort)
        found = make_drills(plan, path, count, jobs, lambda made, games: bar(made))
    print(f"Written: {counted(len(found), 'drill', 'drills')} to {path}")


def _show(seated: str, found: Trained) -> None:
    worst = found.calibration.worst
    print(f"{seated}: learned from {found.samples:,} samples; on games nobody learned from:")
    print(f"  cross entropy of who wins {found.cross_entropy:.4f} (knowing nothing: {found.uninformed:.4f})")
    print(f"  points to come off by {found.points_error:.2f} (they spread by {found.points_deviation:.2f})")
    print(
        f"  calibration: off by {100 * abs(worst.gap):.1f} points at most "
        f"(told {100 * worst.predicted:.1f} %, came true {100 * worst.observed:.1f} %)"
    )
