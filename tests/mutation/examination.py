"""The mutants of one game against its clause tests, what is known from earlier runs left out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fathom5 import Match, find_game

from . import clauses
from .changes import Mutant, digest, mutants_of
from .clauses import TOO_SLOW, ClauseTest, content_of, judged, measured, rule_modules, with_tests
from .results import ROOT, Kept, Outcome, reasons

SAVED_EVERY = 50
"""Mutants judged between two savings."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class Wish:
    """What is asked for: which mutants of which game, and by which tests."""

    game: str
    tests: Path | None = None
    """A file or folder of tests of somebody else's game, all of which count; None: our clause tests."""
    module: str | None = None
    function: str | None = None
    sample: int = 0
    seed: int = 1
    jobs: int = 1
    afresh: bool = False

    @property
    def tests_paths(self) -> list[Path]:
        folder = ROOT / "tests" / "games"
        return [self.tests] if self.tests else sorted(folder.glob(f"test_{self.game.replace('-', '_')}*.py"))

    @property
    def reasons_path(self) -> Path:
        ours = ROOT / "tests" / "mutants" / f"{self.game}.toml"
        return self.tests.with_name("mutants.toml") if self.tests else ours

    def chosen(self, mutants: list[Mutant]) -> list[Mutant]:
        """The mutants that are asked for; a sample stays the same where functions stay the same."""
        found = [
            mutant
            for mutant in mutants
            if self.function in (None, mutant.function) and self.module in (None, mutant.module)
        ]
        drawn = sorted(found, key=lambda mutant: digest(str(self.seed), mutant.key))
        return drawn[: self.sample] if self.sample else found


def examine(wish: Wish) -> Outcome:
    """Make mutants and run the tests on those that are not judged yet."""
    outcomes: list[Outcome] = []
    mark = "" if wish.tests else "clause"
    with_tests(wish.tests_paths, mark, lambda items: outcomes.append(Examination(wish, items).outcome()))
    return outcomes[0]


class Examination:
    """One game, its mutants and its tests."""

    def __init__(self, wish: Wish, items: list[pytest.Function]) -> None:
        self.wish, self.items, self.kept = wish, items, Kept.read(wish.game)
        self.game = find_game(wish.game)
        self.modules = rule_modules(self.game)
        Match(self.game, self.game.players[0], compiled=False)  # opens the rooms once, not in every process
        if wish.afresh:
            self.kept.verdicts.clear()
        bar = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*bar, console=Console(stderr=True), auto_refresh=False)

    def outcome(self) -> Outcome:
        mutants = [mutant for module in self.modules for mutant in mutants_of(module)]
        chosen = self.wish.chosen(mutants)
        with self.progress:
            tests = self.tests()
            verdicts = self.verdicts(chosen, tests)
        survivors, late = ([m for m in chosen if verdicts[m.key] == which] for which in (None, TOO_SLOW))
        known = reasons(self.wish.reasons_path)
        made, asked, missed = ({m.name for m in part} for part in (mutants, chosen, survivors + late))
        stale = [name for name in known if name not in made or (name in asked and name not in missed)]
        slow = [test.name for test in tests if test.seconds is None]
        return Outcome(self.wish.game, self.game.title, len(chosen), survivors, late, known, stale, slow)

    def tests(self) -> list[ClauseTest]:
        """The tests, the fastest first, measured where something that they depend on is new."""
        facts = [self.game.folder / "table.py", *sorted(self.game.folder.glob("box*.toml"))]
        state = digest(self.rules, self.helpers, *(path.read_text("utf-8") for path in facts))
        keys = {item.nodeid: digest(state, item.nodeid, content_of(item)) for item in self.items}
        new = [item for item in self.items if keys[item.nodeid] not in self.kept.tests]
        found = self.shown("tests", len(new), measured(new, self.modules, self.wish.jobs))
        for number, test in enumerate(found, 1):
            self.kept.tests[keys[test.name]] = test
            if number % SAVED_EVERY == 0:
                self.kept.write()
        self.kept.tests = {key: self.kept.tests[key] for key in keys.values()}
        self.kept.write()
        return sorted(self.kept.tests.values(), key=lambda test: test.seconds or 0)

    def verdicts(self, mutants: list[Mutant], tests: list[ClauseTest]) -> dict[str, str | None]:
        """By the key of each mutant: the test that notices it, None, or TOO_SLOW.

        A verdict is old news while the function and the test that noticed are the same; that none noticed,
        while all tests and rules are.
        """
        verdicts = self.kept.verdicts
        contents = {test.name: test.content for test in tests}
        suite = digest(self.rules, self.helpers, *sorted(contents.values()))

        def state(by: str | None) -> str:
            return suite if by in (None, TOO_SLOW) else contents.get(by, "")

        new = [m for m in mutants if m.key not in verdicts or verdicts[m.key][1] != state(verdicts[m.key][0])]
        found = judged(new, tests, self.items, self.modules, self.wish.jobs) if new else ()
        for number, (mutant, by) in enumerate(self.shown("mutants", len(new), found), 1):
            verdicts[mutant.key] = by, state(by)
            if number % SAVED_EVERY == 0:
                self.kept.write()
        self.kept.write()
        return {mutant.key: verdicts[mutant.key][0] for mutant in mutants}

    def shown(self, what: str, total: int, things: Iterable[Item]) -> Iterator[Item]:
        """The things as they come, counted by the progress bar."""
        task = self.progress.add_task(f"{self.wish.game}: {what}", total=total, visible=total > 0)
        for each in things:
            self.progress.update(task, advance=1, refresh=True)
            yield each

    @cached_property
    def rules(self) -> str:
        """The rules as they are, and how tests are run on them."""
        paths = (Path(str(module.__file__)) for module in (*self.modules, clauses))
        return "".join(path.read_text("utf-8") for path in paths)

    @cached_property
    def helpers(self) -> str:
        """What the files of the tests say besides tests and imports."""
        found = []
        for path in sorted({item.path for item in self.items}):
            for node in ast.parse(path.read_text("utf-8")).body:
                is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test")
                if not is_test and not isinstance(node, ast.Import | ast.ImportFrom):
                    found.append(ast.unparse(node))
        return "\n".join(found)
