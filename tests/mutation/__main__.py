"""Run the clause tests of games on mutants of their rules: python -m tests.mutation [GAME …]."""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.syntax import Syntax

from fathom5 import Match, all_games, find_game

from .changes import Mutant, mutants_of
from .clauses import ClauseTest, content_of, digest, judged, measured, rule_modules, with_tests
from .page import write_page
from .results import ROOT, Kept, Outcome, reasons

SAVED_EVERY = 50
"""Mutants judged between two savings."""


def main() -> None:
    asked = _asked()
    games = asked.games or [n for n, game in all_games().items() if game.package.startswith("fathom5.")]
    outcomes = [in_a_process_of_its_own(game, asked) for game in games]
    for outcome in outcomes:
        tell(outcome)
    if asked.page:
        write_page(outcomes, ROOT / "docs" / "mutants.md")
    if any(outcome.unexplained or outcome.stale for outcome in outcomes):
        sys.exit(1)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser("mutation", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all five by default")
    parser.add_argument("--module", help="only the rules of a module")
    parser.add_argument("--function", help="only one rule")
    parser.add_argument(
        "--sample", type=int, metavar="N", help="only N mutants of each game, drawn with --seed"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--afresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--page", action="store_true", help="write docs/mutants.md")
    return parser.parse_args()


def in_a_process_of_its_own(game: str, asked: argparse.Namespace) -> Outcome:
    """The outcome of a game; what it loads and changes stays in its process."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        code = 1
        try:
            with open(writing, "wb") as pipe:
                pickle.dump(examine(game, asked), pipe)
            code = 0
        except SystemExit as stop:
            print(stop, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    os.close(writing)
    with open(reading, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(process, 0)
    if status:
        sys.exit(1)
    outcome: Outcome = pickle.loads(content)
    return outcome


def examine(game: str, asked: argparse.Namespace) -> Outcome:
    """Make a game's mutants and run its clause tests on those that are not judged yet."""
    found: list[Outcome] = []
    path = ROOT / "tests" / "games" / f"test_{game.replace('-', '_')}.py"
    with_tests(path, lambda items: found.append(_examined(game, path, items, asked)))
    return found[0]


def _examined(game: str, path: Path, items: list[Any], asked: argparse.Namespace) -> Outcome:
    found = find_game(game)
    modules = rule_modules(found)
    Match(found, found.players[0], compiled=False)  # so that the processes need not open the rooms of the game
    mutants = [mutant for module in modules for mutant in mutants_of(module)]
    chosen = [m for m in mutants if asked.function in (None, m.function) and asked.module in (None, m.module)]
    if asked.sample:
        chosen = Random(asked.seed).sample(chosen, min(asked.sample, len(chosen)))
    kept = Kept.read(game)
    if asked.afresh:
        kept.verdicts.clear()
    with _progress() as progress:
        tests = _measured(kept, path, items, modules, asked.jobs, progress, game)
        survivors = _survivors(kept, chosen, tests, items, modules, asked.jobs, progress, game)
    known = reasons(game)
    made, alive, judged_ = ({m.name for m in part} for part in (mutants, survivors, chosen))
    stale = [name for name in known if name not in made or (name in judged_ and name not in alive)]
    return Outcome(game, chosen, survivors, known, stale)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), auto_refresh=False)


def _measured(
    kept: Kept, path: Path, items: list[Any], modules: list[Any], jobs: int, progress: Progress, game: str
) -> list[ClauseTest]:
    """The tests with the lines they run, out of what is kept where nothing that they depend on was changed."""
    texts = [Path(module.__file__).read_text("utf-8") for module in modules]
    state = digest(
        *texts, *((Path(modules[0].__file__).parent / n).read_text("utf-8") for n in ("table.py", "box.toml"))
    )
    keys = {digest(state, item.nodeid, content_of(item)): item for item in items}
    new = [item for key, item in keys.items() if key not in kept.tests]
    task = progress.add_task(f"{game}: tests", total=len(new), visible=bool(new))
    by_name = {item.nodeid: key for key, item in keys.items()}
    for test in measured(new, modules, jobs):
        kept.tests[by_name[test.name]] = test
        progress.update(task, advance=1, refresh=True)
    kept.tests = {key: kept.tests[key] for key in keys}
    kept.write()
    return sorted(kept.tests.values(), key=lambda test: test.seconds or 0)


def _survivors(
    kept: Kept,
    mutants: Iterable[Mutant],
    tests: list[ClauseTest],
    items: list[Any],
    modules: list[Any],
    jobs: int,
    progress: Progress,
    game: str,
) -> list[Mutant]:
    """The mutants that no test notices."""
    contents = {test.name: test.content for test in tests}
    suite = digest(
        *sorted(contents.values()), *(Path(module.__file__).read_text("utf-8") for module in modules)
    )

    def is_new(mutant: Mutant) -> bool:
        by, state = kept.verdicts.get(mutant.key, (None, ""))
        return state != (suite if by is None else contents.get(by, ""))

    new = [mutant for mutant in mutants if is_new(mutant)]
    task = progress.add_task(f"{game}: mutants", total=len(new), visible=bool(new))
    work = ((mutant, [test for test in tests if test.runs(mutant)]) for mutant in new)
    for number, (mutant, by) in enumerate(judged(work, items, modules, jobs), 1):
        kept.verdicts[mutant.key] = by, suite if by is None else contents.get(by, "")
        progress.update(task, advance=1, refresh=True)
        if number % SAVED_EVERY == 0:
            kept.write()
    kept.write()
    return [mutant for mutant in mutants if kept.verdicts[mutant.key][0] is None]


def tell(outcome: Outcome) -> None:
    """Print the survivors that nobody has explained, the reasons that explain nothing, and the count."""
    console = Console()
    for mutant in outcome.unexplained:
        console.print(
            f"\n{outcome.game} {mutant.name}", style="bold", markup=False, highlight=False, soft_wrap=True
        )
        console.print(Syntax(mutant.diff, "diff", background_color="default"), soft_wrap=True)
    for name in outcome.stale:
        console.print(f"{outcome.game}: no such survivor (any more): {name}", markup=False, soft_wrap=True)
    total, alive = len(outcome.judged), len(outcome.survivors)
    explained = alive - len(outcome.unexplained)
    print(
        f"{outcome.game}: {total} mutants, {total - alive} caught ({(total - alive) / max(total, 1):.1%}), "
        f"{alive} survivors, {explained} of them explained"
    )


if __name__ == "__main__":
    main()
