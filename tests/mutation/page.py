"""The page of the mutants: a table of the games, and every survivor with the reason why it may be one."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from .results import Outcome

HEAD = """# Mutants

A mutant is a rule with one small wrong change: `<` for `<=`, a number one higher, a line left out. The clause
tests of a game (`@pytest.mark.clause`, those that `docs/rules` lists) are run on every mutant of its rules,
interpreted; one of them should fail. A test fails too if it does not end: if it computes for five seconds and
for twenty times as long as without the change. Where none fails, the change must make no difference to play,
and the reason is given here. `make mutants` makes this page; the reasons are kept in `tests/mutants`, and a
survivor without one fails the run.

| game | mutants | caught | survivors | caught of 100 |
|---|---|---|---|---|
"""


def write_page(outcomes: list[Outcome], path: Path) -> None:
    """Write the rows and the sections of some games, and leave those of the others as they are."""
    rows, sections = _parts(path.read_text("utf-8")) if path.exists() else ({}, {})
    for outcome in outcomes:
        rows[outcome.title] = _row(outcome)
        sections[outcome.title] = _section(outcome)
    table = "".join(f"{rows[title]}\n" for title in sorted(rows))
    lists = "".join(f"\n## {title}\n\n{sections[title]}\n" for title in sorted(sections))
    path.write_text(HEAD + table + lists, "utf-8")


def _parts(page: str) -> tuple[dict[str, str], dict[str, str]]:
    """The rows and the sections of a page, by the title of the game."""
    rows = {row[1]: row[0] for row in re.finditer(r"^\| ([^|]+) \| \d.*$", page, re.M)}
    parts = re.split(r"^## (.+)$", page, flags=re.M)[1:]
    return rows, {title: text.strip() for title, text in zip(parts[::2], parts[1::2], strict=True)}


def _row(outcome: Outcome) -> str:
    share = 100 * outcome.caught / outcome.judged
    counts = f"{outcome.judged} | {outcome.caught} | {len(outcome.survivors)} | {share:.1f}"
    return f"| {outcome.title} | {counts} |"


def _section(outcome: Outcome) -> str:
    """The survivors, those with one reason in one rule together."""
    lines = []
    reason_of = {m.name: outcome.reasons.get(m.name, "**Not explained.**") for m in outcome.survivors}
    ordered = sorted(outcome.survivors, key=lambda m: (m.module, m.function, reason_of[m.name]))
    for (module, function, reason), group in groupby(
        ordered, lambda m: (m.module, m.function, reason_of[m.name])
    ):
        lines.append(f"- `{module}.{function}`: {reason}")
        lines += [f"  - `{mutant.change}`" for mutant in group]
    text = "\n".join(lines) or "No mutant survives."
    if outcome.late:
        names = "\n".join(f"- `{mutant.name}`" for mutant in outcome.late)
        text += f"\n\nTests take too long on these, which are neither caught nor survivors:\n\n{names}"
    return text
