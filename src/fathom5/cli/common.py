"""What all commands share: the application, options, progress bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import fathom5

if TYPE_CHECKING:
    from rich.console import Console

    from fathom5.core.box import BoxSheet
    from fathom5.core.game import Game

SERVING = "Run a server"
"""The group of commands in the help."""

app = typer.Typer(
    help="Five deep-sea board games: play, simulate, replay.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def complete_game(begun: str) -> list[str]:
    """The games whose names begin so, for the completion of a shell."""
    return [name for name in fathom5.all_games() if name.startswith(begun)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="Which game; `fathom5 games` lists them.", autocompletion=complete_game
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Choose an option of the game."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Change the box: air=30, chips.0.3=5, die=[1,1,2,2,3,3]."
    ),
]
BoxFile = Annotated[Path | None, typer.Option("--box", metavar="FILE", help="Use another box.toml.")]
Seed = Annotated[int | None, typer.Option(help="Where chance starts; the same seed repeats its luck.")]
Playouts = Annotated[
    int, typer.Option(min=0, help="Just so many playouts a move; with a seed the result repeats itself.")
]
Jobs = Annotated[int | None, typer.Option(help="Cores to use; all by default.")]
Ray = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Use a Ray cluster, or one on this machine: local.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|postgresql://…", help="What keeps the games: an SQLite file or a PostgreSQL database."
    ),
]
Language = Annotated[str, typer.Option("--lang", help="Language of the game: en or fr.")]


def make_console(stderr: bool = False) -> Console:
    """A console on standard output or standard error."""
    from rich.console import Console

    return Console(stderr=stderr)


def option_pairs(options: list[str] | None) -> dict[str, str]:
    """Options written NAME=VALUE, by name."""
    pairs = {}
    for option in options or []:
        name, sign, value = option.partition("=")
        pairs[name.strip()] = value.strip() if sign else "yes"
    return pairs


def numbers_of_players(texts: str) -> list[int]:
    """Numbers of players with commas between them; raises Mistake for anything else."""
    try:
        return [int(text) for text in texts.split(",")]
    except ValueError:
        raise fathom5.Mistake(f"Write the numbers of players as 2,3,4, not {texts}.") from None


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, if a person is looking."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    console = make_console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def compile_loops(game: Game, *loops: str) -> float:
    """Compile what a match needs and these loops with a progress bar; returns how many seconds it took."""
    import time

    from fathom5.engine import compile_game, compiler_is_on, is_compiled
    from fathom5.engine.registry import PLAYING

    started, names = time.perf_counter(), (*PLAYING, *loops)
    if compiler_is_on() and not is_compiled(game, names):
        with progress_bar(f"Compiling {game.title}, once", len(names)) as bar:
            compile_game(game, names, lambda part, done, of: bar(len(names) - of + done))
    return time.perf_counter() - started


def changed_sheet(game: Game, changes: list[str] | None, file: Path | None) -> BoxSheet:
    """The box with a designer's file and single values in place of the printed ones."""
    from fathom5.core.box import written_changes

    sheet = game.sheet_with(file).changed(written_changes(changes or ()))
    game.box(sheet)
    return sheet


def counted(number: int, one: str, many: str) -> str:
    """A number with what it counts, in English."""
    return f"{number:,} {one if number == 1 else many}"


def bots_named(bots: str) -> list[str]:
    """The names of bots out of a list with commas."""
    return [part.strip() for part in bots.split(",")]


def read_text(file: Path) -> str:
    """A file with a record; raises Mistake if it cannot be read."""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise fathom5.Mistake(f"{file} cannot be read as a game record: {error}.") from None


@contextmanager
def installed(what: str, extra: str) -> Iterator[None]:
    """Say what has to be installed for an import inside."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        raise fathom5.Mistake(f"{what} needs {package}: pip install 'fathom5[{extra}]'.") from None
