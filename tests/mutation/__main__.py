"""Run the clause tests of games on mutants of their rules: python -m tests.mutation [GAME …]."""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import traceback
from dataclasses import fields
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax

from fathom5 import all_games

from .examination import Wish, examine
from .page import write_page
from .results import ROOT, Outcome


def main() -> None:
    parser = _parser()
    asked = vars(parser.parse_args())
    if asked["page"] and (asked["sample"] or asked["function"] or asked["module"]):
        parser.error("the page is about all mutants of a game")
    ours = [name for name, game in all_games().items() if game.package.startswith("fathom5.")]
    known = {field.name for field in fields(Wish)}
    how = {name: value for name, value in asked.items() if name in known}
    outcomes = [in_its_own_process(Wish(game, **how)) for game in asked["games"] or ours]
    for outcome in outcomes:
        tell(outcome)
    if asked["page"]:
        write_page(outcomes, ROOT / "docs" / "mutants.md")
    if any(outcome.unexplained or outcome.stale for outcome in outcomes):
        sys.exit(1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("mutation", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="ours by default")
    parser.add_argument("--tests", type=Path, help="a file of tests for a game that is not ours")
    parser.add_argument("--module", help="only the rules of a module")
    parser.add_argument("--function", help="only one rule")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only N mutants of each game")
    parser.add_argument("--seed", type=int, default=1, help="which N those are")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="all cores by default")
    parser.add_argument("--afresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--page", action="store_true", help="write docs/mutants.md")
    return parser


def in_its_own_process(wish: Wish) -> Outcome:
    """The outcome for a game; what it loads and changes stays in that process."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        code = 1
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(examine(wish), pipe)
            code = 0
        except SystemExit as stop:
            print(stop, file=sys.stderr)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        content = pipe.read()
    _, status = os.waitpid(process, 0)
    if status:
        sys.exit(1)
    outcome: Outcome = pickle.loads(content)
    return outcome


def tell(outcome: Outcome) -> None:
    """Print the survivors that nobody has explained, what could not be judged, and the count."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for mutant in outcome.unexplained:
        console.print(f"\n{outcome.game} {mutant.name}", style="bold")
        console.print(Syntax(mutant.diff, "diff", background_color="default"), soft_wrap=True)
    for name in outcome.stale:
        console.print(f"{outcome.game}: explained, but no survivor: {name}")
    for name in outcome.slow:
        console.print(f"{outcome.game}: too slow to be run on mutants: {name}")
    for mutant in outcome.late:
        console.print(f"{outcome.game}: tests take too long on: {mutant.name}")
    console.print(
        f"{outcome.game}: {outcome.judged} mutants, {outcome.caught} caught "
        f"({outcome.caught / max(outcome.judged, 1):.1%}), {len(outcome.survivors)} survivors, "
        f"{len(outcome.survivors) - len(outcome.unexplained)} of them explained, "
        f"{len(outcome.late)} too slow to be judged"
    )


if __name__ == "__main__":
    main()
