"""Commands for those who make games: compile, begin one, check one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import fathom5
from fathom5.cli.common import (
    app,
    counted,
    make_console,
    progress_bar,
)


@app.command("compile")
def compile_games(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all by default.")
    ] = None,
) -> None:
    """Compile games now, several at once, so that nothing waits for it later."""
    import os
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    from fathom5.engine import compiler_is_on, is_compiled
    from fathom5.engine.registry import common_loops

    chosen = [fathom5.find_game(name) for name in names or fathom5.all_games()]
    if not compiler_is_on():
        raise fathom5.Mistake("The compiler is off: FATHOM5_COMPILE is 0.")
    todo = [game.name for game in chosen if not is_compiled(game, common_loops())]
    with (
        progress_bar("Compiling", len(todo)) as bar,
        ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool,
    ):
        for done, job in enumerate(as_completed([pool.submit(_compile_all, name) for name in todo]), 1):
            job.result()
            bar(done)
    print(f"Compiled: {', '.join(todo)}." if todo else "Everything is compiled.")


def _compile_all(name: str) -> None:
    """Compile every loop of a game, one after another; for a process of its own."""
    from fathom5.engine import CompiledEngine
    from fathom5.engine.registry import common_loops

    loops = CompiledEngine(fathom5.find_game(name))
    for loop in common_loops():
        loops.load(loop)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters with hyphens: low-tide.")],
    folder: Annotated[Path | None, typer.Option(help="Where to; a folder of that name by default.")] = None,
) -> None:
    """Write a small game of your own to begin with; it passes `fathom5 check`."""
    from fathom5.testing.scaffold import write_game

    where = folder or Path(name)
    for path in write_game(name, where):
        print(f"  {path}")
    package = name.replace("-", "_")
    print(f"Now: pip install -e {where}, fathom5 play {name}, fathom5 check {package}.")


@app.command()
def check(
    package: Annotated[str, typer.Argument(metavar="PACKAGE", help="A game's package, as it is imported.")],
) -> None:
    """Check a game of anybody's: that its rules compile, end, hide, guess and tell as they must."""
    from fathom5.testing.conformance import check_game

    sys.path.insert(0, str(Path.cwd()))
    known = {game.package: game for game in fathom5.all_games().values()}
    game = known.get(package) or fathom5.Game(package.rpartition(".")[2].replace("_", "-"), package)
    _ = game.spec
    slips = 0
    with make_console(stderr=True).status(f"Checking {game.title}: games interpreted, then compiled"):
        for slip in check_game(game):
            slips += 1
            print(slip)
    if slips:
        print(f"{game.title} has {counted(slips, 'slip', 'slips')}.", file=sys.stderr)
        sys.exit(1)
    print(f"{game.title} holds everything that every game has to hold.")
