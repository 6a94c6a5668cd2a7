"""The clause tests of a game, collected once by pytest and run in forks, on one mutant after the other."""

from __future__ import annotations

import ast
import gc
import inspect
import marshal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

import fathom5.engine
from fathom5.core.game import Game, all_games

from .changes import Mutant, digest, is_rule
from .forks import OutOfTime, answers, limit

MOST = 10.0
"""Seconds of computing that a test may need; slower ones are not run on mutants."""

WATCHED = 5000
"""Calls of a rule after which a test's lines in it are known well enough."""

LEAST = 0.5
"""Seconds of computing that any test may take on a mutant."""

MOST_LATE = 3
"""Tests that may run out of time on a mutant before the first of them is given much more of it."""

ENDLESS = 5.0
"""Seconds of computing after which such a test does not end, which is to fail: every test has a limit."""

TOO_SLOW = "(too slow)"
"""The verdict on a mutant that no test noticed, though some ran out of time: the first ended later."""

QUICK = 0.3
"""Seconds of computing that a test takes at most to be tried once more without a mutant."""


@dataclass
class ClauseTest:
    """A test: how long it takes, None for too long, and which lines of the rules it runs."""

    name: str
    content: str
    """A short number of what it says."""
    seconds: float | None
    lines: dict[str, list[int]]

    def runs(self, mutant: Mutant) -> bool:
        """Whether it comes to the statement that is changed."""
        return self.seconds is not None and not set(mutant.lines).isdisjoint(self.lines[mutant.module])


class Interpreted(fathom5.engine.Engine):
    """What a test gets that asks for compiled rules: mutants are not compiled."""

    def prepare(self, names: Iterable[str], progress: object = None) -> None:
        """There is nothing to prepare."""


NO_RULES = ("bot", "features", "goals", "scouting", "study", "ways")
"""Modules of bots and of studies: compiled like rules, but no clause is in them."""


def rule_modules(game: Game) -> list[ModuleType]:
    """The modules of a game that hold rules, but for its bot and what studies count."""
    found = []
    for path in sorted(game.folder.glob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        if path.stem not in NO_RULES and any(
            isinstance(each, ast.FunctionDef) and is_rule(each) for each in body
        ):
            found.append(import_module(f"{game.package}.{path.stem}"))
    return found


def short(module: ModuleType) -> str:
    """A module's name without its package."""
    return module.__name__.rpartition(".")[2]


def with_tests(paths: list[Path], mark: str, work: Callable[[list[pytest.Function]], None]) -> None:
    """Do something with the tests of files that have a mark, in a session of pytest; exits if that fails."""
    fathom5.engine.CompiledEngine = Interpreted  # type: ignore[misc, assignment]
    plugins = ("cacheprovider", "terminal", "unraisableexception")
    without = [word for plugin in plugins for word in ("-p", f"no:{plugin}")]
    how = ["-m", mark, "-s", "--assert=plain", "-o", "addopts=", *without]
    session = _Session(work)
    code = pytest.main([*map(str, paths), *how], plugins=[session])
    if session.stopped:
        raise session.stopped
    if code:
        raise SystemExit(f"{', '.join(map(str, paths))}: the tests cannot be collected ({code!r}).")


class _Session:
    """What pytest does with the tests once it has them."""

    def __init__(self, work: Callable[[list[Any]], None]) -> None:
        self.work = work
        self.stopped: SystemExit | None = None

    def pytest_collection(self) -> None:
        """Hypothesis looks for examples as always, but the first that fails is enough."""
        import hypothesis  # which pytest wants to load itself

        phases = [phase for phase in hypothesis.Phase if phase.name not in ("shrink", "explain")]
        usual = hypothesis.settings.default
        hypothesis.settings.register_profile("mutants", usual, phases=phases, database=None)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Nobody reads why a test fails; to write it down takes longer than most tests."""
        for item in session.items:
            item.repr_failure = lambda excinfo, style=None: "failed"  # type: ignore[method-assign]
        gc.collect()
        gc.freeze()
        try:
            self.work(session.items)
        except SystemExit as stopped:
            self.stopped = stopped
        return True


def passes(item: pytest.Item) -> bool:
    """Whether a test passes; skipping is passing."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def content_of(item: pytest.Function) -> str:
    """A short number of what a test says."""
    return digest(inspect.getsource(inspect.unwrap(item.function)))


def measured(items: list[pytest.Function], modules: list[ModuleType], jobs: int) -> Iterator[ClauseTest]:
    """Each test, run by itself on the rules as they are; exits where one does not pass."""
    files = {str(module.__file__): short(module) for module in modules}
    forget = _forgetter(modules)

    def run(item: pytest.Function) -> Any:
        lines: dict[str, set[int]] = {name: set() for name in files.values()}
        calls: Counter[CodeType] = Counter()

        def local(frame: FrameType, event: str, arg: object) -> Any:
            lines[files[frame.f_code.co_filename]].add(frame.f_lineno)
            return local

        def trace(frame: FrameType, event: str, arg: object) -> Any:
            code = frame.f_code
            if code.co_filename not in files or calls[code] >= WATCHED:
                return None
            calls[code] += 1
            return local

        forget()
        limit(MOST)
        began = time.process_time()
        sys.settrace(trace)
        good = passes(item)
        sys.settrace(None)
        if OutOfTime.happened:
            return True, None, {}
        return good, time.process_time() - began, {name: sorted(found) for name, found in lines.items()}

    for item, answer, _ in answers(items, run, jobs):
        if not answer or not answer[0]:
            raise SystemExit(f"{item.nodeid} does not pass by itself on interpreted rules.")
        yield ClauseTest(item.nodeid, content_of(item), answer[1], answer[2])


def judged(
    mutants: list[Mutant],
    tests: list[ClauseTest],
    items: list[pytest.Function],
    modules: list[ModuleType],
    jobs: int,
) -> Iterator[tuple[Mutant, str | None]]:
    """Each mutant with the first test that notices it, None, or TOO_SLOW.

    Exits if a test fails in the same way without a mutant, since then nothing would follow from it.
    """
    by_name = {item.nodeid: item for item in items}
    by_module = {short(module): module for module in modules}
    forget = _forgetter(modules)

    def run(task: _Task) -> tuple[int, bool] | None:
        """The place of the first test that does not pass, and whether it only ran out of time."""
        forget()
        if mutant := task.mutant:
            vars(by_module[mutant.module])[mutant.function].__code__ = marshal.loads(mutant.code)
        for place, test in enumerate(task.tests):
            limit(task.seconds_for(test))
            if not passes(by_name[test.name]):
                return place, OutOfTime.happened
        return None

    quick = [test for test in tests if test.seconds is not None and test.seconds < QUICK]
    for _, failed, code in answers([_Task(None, quick)], run, 1):
        if failed or code:
            name = quick[failed[0]].name if failed else "A test"
            raise SystemExit(f"{name} fails without a mutant when it is run after others.")
    tasks = [_Task(mutant, [test for test in tests if test.runs(mutant)]) for mutant in mutants]
    while tasks:
        again = []
        for task, failed, code in answers(tasks, run, jobs):
            assert task.mutant
            place, is_late = failed or (None, False)
            if place is None and code:
                yield task.mutant, "(a crash)"
            elif place is not None and (task.is_last or not is_late):
                yield task.mutant, task.tests[place].name
            elif task.is_last:
                yield task.mutant, TOO_SLOW
            elif following := task.following(place):
                again.append(following)
            else:
                yield task.mutant, None
        tasks = again


class _Task(NamedTuple):
    """Tests to be run on a mutant in one process; after one that ran out of time, others get a new one."""

    mutant: Mutant | None
    tests: list[ClauseTest]
    late: tuple[ClauseTest, ...] = ()
    """Tests that ran out of time before."""
    is_last: bool = False
    """Whether its only test ran out of time before, and is to show whether it ends at all."""

    def seconds_for(self, test: ClauseTest) -> float:
        """How long a test may compute."""
        seconds = LEAST + 20 * (test.seconds or 0)
        return max(ENDLESS, seconds) if self.is_last else seconds

    def following(self, place: int | None) -> _Task | None:
        """What is run after the test at a place was late, or after all passed; None if nothing is left."""
        late, rest = self.late, []
        if place is not None:
            late, rest = (*late, self.tests[place]), self.tests[place + 1 :]
        if rest and len(late) < MOST_LATE:
            return _Task(self.mutant, rest, late)
        return _Task(self.mutant, [late[0]], is_last=True) if late else None


def _forgetter(modules: list[ModuleType]) -> Callable[[], None]:
    """What forgets all that rules have worked out before: boxes, and what functions of the game remember."""
    package = modules[0].__name__.rpartition(".")[0]
    near = [each for name, each in sys.modules.items() if name.startswith((f"{package}.", "test_"))]
    kept = [
        thing
        for module in near
        for thing in vars(module).values()
        if isinstance(thing, _lru_cache_wrapper) and thing.__module__ == module.__name__
    ]

    def forget() -> None:
        for function in kept:
            function.cache_clear()
        for game in all_games().values():
            game._packed.clear()

    return forget
