"""A study as Markdown, to keep beside a game's other notes: every figure in tables, a column for each arm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import isnan

from fathom5.lab.findings import Finding, find, never_used
from fathom5.lab.study import Study
from fathom5.lab.telling import by_arm, change_told, how_played, middles, summary, told, uses, usual


def markdown_page(study: Study) -> str:
    """The whole report."""
    letters = {total.arm.name: chr(ord("A") + number) for number, total in enumerate(usual(study))}
    lines = [f"# {study.plan.found.title}: a study", "", how_played(study.plan)]
    lines += ["Intervals hold in 95 of 100 studies.", ""]
    lines += [f"- {letter}: {name}" for name, letter in letters.items()]
    lines += ["", "## In short", "", *(f"- {line}" for line in summary(study))]
    heads = ["", *letters.values()]
    lines += ["", "## Seats and turn order", "", *_table(heads, by_arm(study, ("turn order", "seats")))]
    lines += ["", "## Length, scores and drama", ""]
    lines += _table(heads, by_arm(study, ("length", "scores", "drama")))
    lines += [
        "",
        "Between which numbers nine of ten games, or players, lie:",
        "",
        *_table(heads, middles(study)),
    ]
    lines += [*_odd_seats(study), *_changes(study), *_uses(study, heads)]
    return "\n".join(lines) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(heads), _row(["---"] * len(heads)), *(_row(row) for row in rows)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _odd_seats(study: Study) -> Iterator[str]:
    for topic, title in (("skill", "Does thinking pay?"), ("worth", "What a piece is worth")):
        found = find(study.findings, topic=topic)
        if found:
            rows = [[each.arm, f"{each.what}, {each.measure}", told(each), each.verdict] for each in found]
            yield from ("", f"## {title}", "", *_table(("", "who", "", "against even"), rows))


def _changes(study: Study) -> Iterator[str]:
    for before, after in study.pairs:
        sure = [
            [f"{each.what}, {each.measure}", change_told(each), f"{each.saved or 1:.1f}"]
            for each in find(study.findings, arm=after.arm.name, topic="difference")
            if each.verdict != "not distinguishable"
        ]
        yield from ("", f"## What changes: {after.arm.name} against {before.arm.name}", "")
        heads = ("what", "difference", "games saved, times")
        yield from _table(heads, sure) if sure else ["No difference can be told."]


def _uses(study: Study, heads: Sequence[str]) -> Iterator[str]:
    yield from ("", "## What is used", "")
    yield "Of each part: its share of its group, the share of games in which somebody used it, and the share"
    yield from ("of winners who did, with its interval. The group of a kind of move is all moves.", "")
    found = [uses(study, total.arm.name) for total in usual(study)]
    used = {
        name for parts in found for name, measures in parts.items() if measures["used in games"].value > 0
    }
    rows = [[name, *(_used(parts.get(name, {})) for parts in found)] for name in sorted(used)]
    yield from _table(("part", *heads[1:]), rows)
    never = [name for name in dict.fromkeys(chain(*map(never_used, usual(study)))) if name not in used]
    if never:
        yield from ("", f"Never used by anybody: {', '.join(never)}.")


def _used(measures: Mapping[str, Finding]) -> str:
    told_shares = []
    for name in ("share of its group", "used in games", "used by winners"):
        share = measures.get(name)
        known = share is not None and not isnan(share.value)
        told_shares.append(f"{100 * share.value:.0f} %" if share and known else "–")
    if measures:
        won = measures["used by winners"]
        told_shares[-1] += f" ({100 * won.low:.0f} to {100 * won.high:.0f})"
    return ", ".join(told_shares)
