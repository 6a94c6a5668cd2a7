"""A study as one self-contained HTML file: pictures first, then every figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from fathom5.lab import figures
from fathom5.lab.findings import Finding, find, never_used
from fathom5.lab.study import Study
from fathom5.lab.telling import USES, by_arm, change_told, how_played, middles, summary, told, uses, usual

SHOWN_PARTS = 30
SHOWN_DIFFERENCES = 40
"""Rows of the longest tables; the rest is one click away."""

STYLE = """
:root{--ink:#10293a;--paper:#fdfbf5;--quiet:#4d6473;--line:#d7e0e5;--deep:#17527a}
body{margin:0;background:var(--paper);color:var(--ink);
font:17px/1.5 "Atkinson Hyperlegible",Verdana,sans-serif}
main{max-width:960px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:32px;line-height:1.2;margin:0 0 8px}h2{font-size:22px;margin:40px 0 8px}
h3{font-size:17px;margin:24px 0 4px}
p,ul{margin:0 0 12px}.quiet{color:var(--quiet)}svg{max-width:100%;height:auto;display:block}
table{border-collapse:collapse;width:100%;font-size:15px;font-variant-numeric:tabular-nums;margin:8px 0 16px}
th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}summary{cursor:pointer;color:var(--deep);padding:8px 0}
.short li{margin-bottom:6px}.wide{overflow-x:auto}
.wide :is(td,th):first-child{white-space:nowrap;position:sticky;left:0;background:var(--paper)}
"""


def html_page(study: Study) -> str:
    """The whole report."""
    title = escape(f"{study.plan.found.title}: a study")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{html_body(study)}</main></body></html>\n"
    )


def html_body(study: Study) -> str:
    """The report without its frame, for a notebook too."""
    plan = study.plan
    parts = [
        f"<h1>{escape(plan.found.title)}</h1>",
        f'<p class="quiet">{escape(how_played(plan))} Intervals hold in 95 of 100 studies.</p>',
    ]
    parts.append(_list("In short", summary(study)))
    parts += _compared(study)
    parts += _seats(study)
    parts += _lengths(study)
    parts += _drama(study)
    parts += _skill(study)
    parts += _uses(study)
    parts.append(f"<h2>To repeat it</h2>{_folded('study.toml', f'<pre>{escape(plan.to_toml())}</pre>')}")
    return "\n".join(parts)


def _list(title: str, lines: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<h2>{escape(title)}</h2><ul class="short">{items}</ul>'


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    body = "".join(_row("td", row) for row in rows)
    return f"<table><thead>{_row('th', heads)}</thead><tbody>{body}</tbody></table>"


def _row(cell: str, texts: Sequence[str]) -> str:
    """A row whose first cell is text and whose others are numbers."""
    first, *numbers = texts
    rest = "".join(f'<{cell} class="n">{escape(each)}</{cell}>' for each in numbers)
    return f"<tr><{cell}>{escape(first)}</{cell}>{rest}</tr>"


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{content}</details>"


def _compared(study: Study) -> Iterator[str]:
    for before, after in study.pairs:
        rows = find(study.findings, arm=after.arm.name, topic="difference")
        yield f"<h2>What changes: {escape(after.arm.name)} against {escape(before.arm.name)}</h2>"
        saved = sorted(each.saved for each in rows if each.saved is not None and each.deviations > 0)
        if saved:
            yield (
                f'<p class="quiet">Both were played with the same luck. Separate luck would have taken '
                f"{saved[len(saved) // 2]:.1f} times as many games for the middle one of these figures "
                f"({saved[0]:.1f} to {saved[-1]:.1f}).</p>"
            )
        sure = [each for each in rows if each.verdict != "not distinguishable"]
        table = [
            [f"{each.what}, {each.measure}", change_told(each), f"{each.saved or 1:.1f}"] for each in sure
        ]
        heads = ("what", "difference", "games saved, times")
        yield _table(heads, table[:SHOWN_DIFFERENCES]) if table else "<p>No difference can be told.</p>"
        rest = [[f"{each.what}, {each.measure}", change_told(each)] for each in rows if each not in sure]
        if rest:
            yield _folded(f"{len(rest)} not distinguishable", _table(("what", "difference"), rest))


def _seats(study: Study) -> Iterator[str]:
    for topic, title in (("turn order", "Who moves first"), ("seats", "Seats")):
        shares = find(study.findings, topic=topic, measure="win share")
        if not shares:
            continue
        yield f"<h2>{title}</h2>"
        for players in dict.fromkeys(total.arm.players for total in usual(study)):
            names = {total.arm.name for total in usual(study) if total.arm.players == players}
            chosen = [each for each in shares if each.arm in names]
            if players > 1 and chosen:
                yield figures.intervals(chosen, "win share", percent=True)
        points = find(study.findings, topic=topic, measure="points")
        rows = [
            [f"{won.arm}: {won.what}", told(won), won.verdict, told(scored)]
            for won, scored in zip(shares, points, strict=True)
        ]
        yield _table(("", "win share", "against even", "points"), rows)


def _lengths(study: Study) -> Iterator[str]:
    yield "<h2>Length and scores</h2>"
    arms = usual(study)
    yield figures.histogram([(total.arm.name, total.points) for total in arms], "points of a player")
    if any(total.arm.players > 1 for total in arms):
        yield figures.histogram([(total.arm.name, total.margins) for total in arms], "winning margin")
    yield figures.histogram([(total.arm.name, total.decisions) for total in arms], "decisions in a game")
    yield _by_arm(study, by_arm(study, ("length", "scores")))
    yield "<p>Between which numbers nine of ten games, or players, lie:</p>"
    yield _by_arm(study, middles(study))


def _by_arm(study: Study, rows: Sequence[Sequence[str]]) -> str:
    return _table(("", *(total.arm.name for total in usual(study))), rows)


def _drama(study: Study) -> Iterator[str]:
    if not find(study.findings, topic="drama"):
        return
    yield "<h2>Drama</h2>"
    for total in usual(study):
        if total.curve.size and total.arm.players > 1:
            yield f"<h3>{escape(total.arm.name)}</h3>{figures.win_curves(total)}"
    yield _by_arm(study, by_arm(study, ("drama",)))


def _skill(study: Study) -> Iterator[str]:
    for topic, title in (("skill", "Does thinking pay?"), ("worth", "What a piece is worth")):
        found = find(study.findings, topic=topic)
        if found:
            yield f"<h2>{title}</h2>"
            rows = [[each.arm, each.what, each.measure, told(each), each.verdict] for each in found]
            yield _table(("", "who", "what", "", "against even"), rows)


def _uses(study: Study) -> Iterator[str]:
    yield "<h2>What is used</h2>"
    for total in usual(study):
        by_part = uses(study, total.arm.name)
        used = {name: each for name, each in by_part.items() if each["used by seats"].value > 0}
        apart = sorted(used, key=lambda name: -_apart(by_part[name]))[:SHOWN_PARTS]
        if not apart:
            continue
        yield f"<h3>{escape(total.arm.name)}: what winners use more or less than others</h3>"
        yield figures.uses(
            [used[name]["used by winners"] for name in apart], [used[name]["used by seats"] for name in apart]
        )
        rows = [
            [name, *(told(each[measure]) if measure in each else "–" for measure in USES)]
            for name, each in sorted(used.items())
        ]
        table = f'<div class="wide">{_table(("part", *USES), rows)}</div>'
        yield _folded(f"All {len(rows)} parts that were used", table)
        unused = never_used(total)
        if unused:
            yield f"<p>Never used: {escape(', '.join(unused))}.</p>"


def _apart(measures: Mapping[str, Finding]) -> float:
    """How much more or less winners use a part than everybody."""
    return abs(measures["used by winners"].value - measures["used by seats"].value)
