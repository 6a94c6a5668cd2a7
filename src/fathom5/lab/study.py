"""A study: many games between bots, in one or several boxes, and everything a designer asks about them.

study = fathom5.study("deep-sea-adventure", players=[4], games=100_000, against=["air=30"])
study.table("turn order")        # tidy rows: a pandas frame where pandas is installed
study.save("loose-air")          # a folder: report.html, games.parquet, study.toml
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from fathom5.bots import LEVELS
from fathom5.core.errors import Mistake
from fathom5.core.game import find_game
from fathom5.engine import compile_game, compiler_is_on
from fathom5.lab.findings import Finding, arm_findings, differences, find
from fathom5.lab.pieces import Piece, PiecePlayer
from fathom5.lab.plan import Arm, Plan, Task
from fathom5.lab.simulation import SEARCHING
from fathom5.lab.spread import Executor, Threads
from fathom5.lab.totals import ArmTotals

PLAN, PIECES, GAMES, MOVES, REPORT = "study.toml", "pieces", "games.parquet", "moves.parquet", "report.html"
"""What lies in the folder of a study; the pieces only until it is done."""

Progress = Callable[[int, int], None]
"""Told how many games are played and how many are asked for."""

Pieces = Callable[[Task], Piece | None]


class Study:
    """What a study found: `findings`, one tidy table, and totals by arm."""

    def __init__(self, plan: Plan, totals: Sequence[ArmTotals]) -> None:
        self.plan, self.totals = plan, list(totals)

    def __repr__(self) -> str:
        arms = ", ".join(arm.name for arm in self.plan.arms)
        return f"<Study of {self.plan.game}: {self.plan.games:,} games each of {arms}>"

    @cached_property
    def findings(self) -> list[Finding]:
        """Every figure, arm by arm; then every difference between boxes, the surest first."""
        found = [finding for total in self.totals for finding in arm_findings(total)]
        for before, after in self.pairs:
            found += differences(before, after)
        return found

    @property
    def pairs(self) -> list[tuple[ArmTotals, ArmTotals]]:
        """The arms that differ by their box alone, each with the one it is compared to."""
        by_setting: dict[object, ArmTotals] = {}
        pairs = []
        for total in self.totals:
            arm = total.arm
            setting = (arm.players, arm.bots, arm.options, arm.odd, arm.without)
            if setting in by_setting:
                pairs.append((by_setting[setting], total))
            else:
                by_setting[setting] = total
        return pairs

    def table(self, topic: str = "", **wanted: str) -> Any:
        """The findings on a topic: a pandas frame where pandas is installed, else a list of dicts."""
        chosen = {"topic": topic, **wanted} if topic else wanted
        rows = [{**asdict(each), "verdict": each.verdict} for each in find(self.findings, **chosen)]
        with suppress(ModuleNotFoundError):
            return import_module("pandas").DataFrame(rows)
        return rows

    def _repr_html_(self) -> str:
        from fathom5.lab.report import html_body

        return html_body(self)


def arms(
    players: Sequence[int],
    bots: Sequence[str] = ("heuristic",),
    *,
    box: Sequence[str] = (),
    against: Sequence[str] = (),
    options: Sequence[str] = (),
    restrict: Sequence[str] = (),
    skill: tuple[str, str] | None = None,
) -> tuple[Arm, ...]:
    """The arms of a study: each number of players in the box and, if given, in the other box.

    To these come the same with one seat that does without each restricted part, and one with the better bot
    of `skill` in one seat against the worse.
    """
    made = []
    for number in players:
        seated = tuple(bots) if len(bots) in (1, number) else tuple(bots[:1])
        usual = Arm(f"{number} players", number, seated, tuple(box), tuple(options))
        made.append(usual)
        if against:
            name = f"{usual.name}, {', '.join(against)}"
            made.append(Arm(name, number, seated, (*box, *against), tuple(options)))
        for text in restrict if number > 1 else ():
            part = text.strip().removeprefix("never ").strip()
            name = f"{usual.name}, one never: {part}"
            made.append(Arm(name, number, seated, tuple(box), tuple(options), without=part))
        if skill and number > 1:
            better, worse = skill
            name = f"{usual.name}, one {better}"
            made.append(Arm(name, number, (worse,), tuple(box), tuple(options), odd=better))
    return tuple(made)


def study(
    game: str,
    players: Sequence[int] | int | None = None,
    games: int = 10_000,
    *,
    bots: Sequence[str] = ("heuristic",),
    box: Sequence[str] | Mapping[str, object] = (),
    against: Sequence[str] | Mapping[str, object] = (),
    options: Mapping[str, object] | None = None,
    restrict: Sequence[str] = (),
    skill: tuple[str, str] | None = ("heuristic", "random"),
    playouts: int = 0,
    seed: int = 1,
    jobs: int | None = None,
) -> Study:
    """Play a study on the cores of this machine; raises Mistake for what cannot be played.

    A box, and the one it is compared to with the same luck, are given by changes: `["air=30"]`, {"air": 30}.
    """
    found = find_game(game)
    if players is None:
        numbers: Sequence[int] = [min(4, found.players[-1])]
    else:
        numbers = [players] if isinstance(players, int) else players
    made = arms(
        numbers,
        bots,
        box=changes(box),
        against=changes(against),
        options=changes(options or {}),
        restrict=restrict,
        skill=skill,
    )
    return run(Plan(found.name, games, seed, made, playouts), Threads(jobs))


def changes(given: Sequence[str] | Mapping[str, object]) -> list[str]:
    """Changes of a box as texts NAME=VALUE."""
    if isinstance(given, Mapping):
        return [f"{name}={value}" for name, value in given.items()]
    return list(given)


def file_changes(game: str, path: Path) -> list[str]:
    """What a box file changes, as texts NAME=VALUE; raises Mistake if it cannot be played."""
    return find_game(game).sheet_with(path).differences()


def run(
    plan: Plan,
    executor: Executor,
    *,
    folder: StudyFolder | None = None,
    progress: Progress | None = None,
) -> Study:
    """Play a plan; with a folder every finished task is kept there, and what is there is not played again.

    Raises KeyboardInterrupt when it is stopped; what was finished before is in the folder.
    """
    totals = [ArmTotals(plan, number) for number in range(len(plan.arms))]
    asked, done, waiting = plan.games * len(plan.arms), 0, []
    for task in plan.tasks():
        kept = folder.piece(task) if folder else None
        if kept is None:
            waiting.append(task)
        else:
            totals[task.arm].add(task, kept)
            done += len(kept.rows)
    tell = progress or (lambda done, asked: None)
    tell(done, asked)
    if waiting and compiler_is_on():
        compile_game(plan.found, loops(plan))
    for task, piece in executor.run(PiecePlayer(plan), waiting):
        if folder:
            folder.keep(task, piece)
        totals[task.arm].add(task, piece)
        done += len(piece.rows)
        tell(done, asked)
    return Study(plan, totals)


def loops(plan: Plan) -> list[str]:
    """The loops that a plan's games need."""
    searching = any(bot not in LEVELS or LEVELS[bot].budget for arm in plan.arms for bot in arm.all_bots)
    return ["study_games", "simulate", *(SEARCHING if searching else ("heuristic",))]


class StudyFolder:
    """The folder of a study: its plan, its pieces until it is done, then games, moves and report."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool = False) -> None:
        self.path, self.plan = path, plan
        kept = path / PLAN
        if kept.exists():
            if Plan.from_toml(_read(kept), str(kept)) != plan:
                raise Mistake(f"{path} has a different study in it; choose another folder.")
            if not resume:
                raise Mistake(f"{path} has this study in it already; --resume goes on where it stopped.")
        elif path.exists() and any(path.iterdir()):
            raise Mistake(f"{path} has other files in it; choose a new folder.")
        elif resume:
            raise Mistake(f"{path} has no study to go on with.")
        try:
            (path / PIECES).mkdir(parents=True, exist_ok=True)
            kept.write_text(plan.to_toml(), "utf-8")
        except OSError as error:
            raise Mistake(f"{path} cannot be written: {error.strerror}.") from None

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
        """Write games, moves and report."""
        from fathom5.lab.report import html_page
        from fathom5.lab.rows import write_games, write_moves

        write_games(self.path / GAMES, self.plan, self._pieces())
        if self.plan.log:
            write_moves(self.path / MOVES, self.plan, self._pieces())
        report = self.path / f"{REPORT}.part"
        report.write_text(html_page(study), "utf-8")
        report.replace(self.path / REPORT)

    def _pieces(self) -> Iterator[tuple[Task, Piece]]:
        for task in self.plan.tasks():
            piece = self.piece(task)
            if piece is not None and task.batches:
                yield task, piece


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} cannot be read: {error}.") from None
