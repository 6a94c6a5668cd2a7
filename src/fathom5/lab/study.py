"""A study: many games between bots, in one or several boxes, and everything a designer asks about them.

found = fathom5.study("deep-sea-adventure", players=[4], games=100_000, against=["air=30"], folder="more-air")
found.table("turn order")        # tidy rows: a pandas frame where pandas is installed
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from fathom5.core.game import find_game
from fathom5.engine import compile_game, compiler_is_on
from fathom5.lab.findings import Finding, arm_findings, differences, find
from fathom5.lab.folder import StudyFolder
from fathom5.lab.pieces import PiecePlayer
from fathom5.lab.plan import Arm, Plan
from fathom5.lab.setting import SEARCHING, plays_compiled
from fathom5.lab.spread import Executor, Threads
from fathom5.lab.totals import ArmTotals

Progress = Callable[[int, int], None]
"""Told how many games are played and how many are asked for."""


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

    def _repr_html_(self) -> str | None:
        """The report for a notebook; None, which shows the words of `repr`, where matplotlib is missing."""
        with suppress(ModuleNotFoundError):
            from fathom5.lab.report import html_body

            return html_body(self)
        return None


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
    folder: Path | str | None = None,
) -> Study:
    """Play a study on the cores of this machine; raises Mistake for what cannot be played.

    A box, and the one it is compared to with the same luck, are given by changes: `["air=30"]`, {"air": 30}.
    With a new folder, reports, games and plan are written to it, which takes matplotlib and pyarrow.
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
    plan = Plan(found.name, games, seed, made, playouts)
    kept = StudyFolder(Path(folder), plan) if folder is not None else None
    result = run(plan, Threads(jobs), folder=kept)
    if kept:
        kept.finish(result)
    return result


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
    asked = not all(plays_compiled(arm.all_bots) for arm in plan.arms)
    return ["study_games", "simulate", *(SEARCHING if asked else ("heuristic",))]
