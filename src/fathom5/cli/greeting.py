"""What `fathom5` says by itself: the games, and what to type next."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

import fathom5
from fathom5.cli.common import app

SERVER = "pip install 'fathom5[server]' first"


def _print_version(asked: bool) -> None:
    if asked:
        print(f"fathom5 {fathom5.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def greet(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Five deep-sea board games: play, simulate, replay."""
    if context.invoked_subcommand is None:
        print(greeting())


def greeting() -> str:
    """The games installed, how to play them here and in the browser, and where the rest is told."""
    games = fathom5.all_games()
    width = max(map(len, games))
    lines = ["Full Fathom Five: deep-sea board games.", ""]
    for name, game in games.items():
        low, high = game.players[0], game.players[-1]
        lines.append(f"  {name:<{width}}  {game.title}, {low} to {high} players")
    browser = "play in the browser, with friends and bots"
    commands = {
        "fathom5 serve --open": browser if find_spec("starlette") else f"{browser} ({SERVER})",
        f"fathom5 play {next(iter(games))}": "play here; type help at any time",
        "fathom5 games": "what each game is about, and its options",
        "fathom5 --help": "everything else: simulate, study, replay, hint, …",
    }
    width = max(map(len, commands))
    return "\n".join([*lines, "", *(f"  {command:<{width}}  {does}" for command, does in commands.items())])
