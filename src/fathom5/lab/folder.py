"""The folder of a study: finished tasks are kept in it one by one, so that it can be stopped and go on."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fathom5.core.errors import Mistake
from fathom5.lab.pieces import Piece
from fathom5.lab.plan import Plan, Task

if TYPE_CHECKING:
    from fathom5.lab.study import Study

PLAN, PIECES, GAMES, MOVES = "study.toml", "pieces", "games.parquet", "moves.parquet"
REPORT, NOTES = "report.html", "report.md"
"""What lies in the folder of a study."""

WRITERS = ("matplotlib", "pyarrow")
"""What it takes to write them."""


class StudyFolder:
    """The folder of a study: its plan and finished pieces; once it is done also games, moves and reports.

    The pieces stay, so that `--resume` can write the reports anew. Raises Mistake where one of `WRITERS` is
    not installed or the folder has something else in it; nothing is written then.
    """

    def __init__(self, path: Path, plan: Plan, *, resume: bool = False) -> None:
        _check_writers()
        self.path, self.plan = path, plan
        claim(
            path / PLAN,
            plan.to_toml(),
            "study",
            resume=resume,
            is_same=lambda text: Plan.from_toml(text, str(path / PLAN)) == plan,
        )

    def _file(self, task: Task) -> Path:
        return self.path / PIECES / f"{task.name}.npz"

    def piece(self, task: Task) -> Piece | None:
        """A finished task's piece, if it is there; raises Mistake if it is damaged."""
        path = self._file(task)
        if not path.exists():
            return None
        try:
            with path.open("rb") as kept, np.load(kept) as file:
                piece = Piece(*(file[name] for name in ("rows", "counts", "log", "curve")))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError):
            raise Mistake(f"{path} is damaged; delete it, and --resume plays it again.") from None
        if len(piece.rows) != sum(count for _, count in task.batches):
            raise Mistake(f"{path} is of another study; delete it, and --resume plays it again.")
        return piece

    def keep(self, task: Task, piece: Piece) -> None:
        """Keep a finished task's piece; a file is there whole or not at all."""
        path = self._file(task)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, rows=piece.rows, counts=piece.counts, log=piece.log, curve=piece.curve)
        part.replace(path)

    def finish(self, study: Study) -> None:
        """Write games, moves and both reports."""
        from fathom5.lab.markdown import markdown_page
        from fathom5.lab.report import html_page
        from fathom5.lab.rows import write_games, write_moves

        write_games(self.path / GAMES, self.plan, self._pieces())
        if self.plan.log:
            write_moves(self.path / MOVES, self.plan, self._pieces())
        for name, text in ((REPORT, html_page(study)), (NOTES, markdown_page(study))):
            write_whole(self.path / name, text)

    def _pieces(self) -> Iterator[tuple[Task, Piece]]:
        for task in self.plan.tasks():
            piece = self.piece(task)
            if piece is not None and task.batches:
                yield task, piece


def claim(
    kept: Path, plan: str, what: str, *, resume: bool, is_same: Callable[[str], bool] | None = None
) -> None:
    """Make the folder of a file that keeps a plan, or go on with it.

    Raises Mistake for a folder with another plan or other files in it, for one that has this plan already and
    is not to be resumed, for one to be resumed that has none, and for one that cannot be written.
    """
    path = kept.parent
    try:
        if kept.exists():
            text = kept.read_text("utf-8")
            if not (is_same(text) if is_same else text == plan):
                raise Mistake(f"{path} has a different {what} in it; choose another folder.")
            if not resume:
                raise Mistake(f"{path} has this {what} in it already; --resume goes on where it stopped.")
        elif path.exists() and any(path.iterdir()):
            raise Mistake(f"{path} has other files in it; choose a new folder.")
        elif resume:
            raise Mistake(f"{path} has no {what} to go on with.")
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} cannot be read: {error}.") from None
    try:
        (path / PIECES).mkdir(parents=True, exist_ok=True)
        kept.write_text(plan, "utf-8")
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}.") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file that is there whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _check_writers() -> None:
    for package in WRITERS:
        try:
            import_module(package)
        except ModuleNotFoundError:
            raise Mistake(f"A study in a folder needs {package}: pip install 'fathom5[lab]'.") from None
