"""What a study found, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isnan

from fathom5.lab.findings import Finding, find, never_used
from fathom5.lab.plan import Plan
from fathom5.lab.study import Study
from fathom5.lab.totals import SECONDS_A_DECISION, ArmTotals

USES = (
    "open",
    "taken when open",
    "share of its group",
    "used in games",
    "used by seats",
    "used by winners",
    "win share with it",
    "win share without it",
)
"""What is measured of a part."""

PERCENT = {"win share", "share of games", "part of the game", *USES}
"""Measures that are told in hundredths."""


def summary(study: Study) -> list[str]:
    """The main findings in sentences."""
    found = []
    for total in study.totals:
        arm = total.arm.name
        if total.arm.has_odd_seat:
            worth = next(iter(find(study.findings, arm=arm, measure="win share")), None)
            if worth:
                found.append(f"{arm}: it wins {told(worth)}; even would be {100 / total.arm.players:.0f} %.")
            continue
        orders = find(study.findings, arm=arm, topic="turn order", measure="win share")
        if len(orders) > 1:
            found.append(f"{arm}: {order_sentence(orders)}")
        minutes = next(
            each for each in find(study.findings, arm=arm, topic="length") if "minutes" in each.what
        )
        close = find(study.findings, arm=arm, what="winning margin")
        margin = f", won by {close[0].value:.1f} points" if close else ""
        found.append(f"{arm}: a game takes {minutes.value:.0f} minutes{margin}.")
        unused = never_used(total)
        if unused:
            names = ", ".join(unused[:8]) + (f" and {len(unused) - 8} more" if len(unused) > 8 else "")
            found.append(f"{arm}: never used: {names}.")
    for before, after in study.pairs:
        changed = [
            each
            for each in find(study.findings, arm=after.arm.name, topic="difference")
            if each.verdict in ("more", "less")
        ]
        if not changed:
            found.append(f"{after.arm.name} against {before.arm.name}: no difference can be told.")
        for each in changed[:3]:
            found.append(f"{after.arm.name}: {each.what}, {each.measure}: {change_told(each)}.")
    return found


def order_sentence(orders: Sequence[Finding]) -> str:
    """What the win shares in turn order say."""
    apart = [each for each in orders if each.verdict in ("more", "less")]
    shares = ", ".join(f"{100 * each.value:.1f}" for each in orders)
    if not apart:
        return f"in turn order seats win {shares} %: not distinguishable from even."
    far = max(apart, key=lambda each: (each.verdict == "more", abs(each.value - (each.even or 0))))
    where = "ahead" if far.verdict == "more" else "behind"
    return (
        f"in turn order seats win {shares} %; {far.what.replace('order', 'number')} is {where} ({told(far)})."
    )


def how_played(plan: Plan) -> str:
    """How many games were played, and how, in a sentence."""
    searching = f", {plan.playouts:,} playouts a move" if plan.playouts else ""
    bots = ", ".join(dict.fromkeys(bot for arm in plan.arms for bot in arm.bots))
    return f"{plan.games:,} games of each way of playing, {bots}{searching}, seed {plan.seed}."


def usual(study: Study) -> list[ArmTotals]:
    """The arms in which all seats play the same way."""
    return [total for total in study.totals if not total.arm.has_odd_seat]


def by_arm(study: Study, topics: Sequence[str]) -> list[list[str]]:
    """The figures of some topics, a row each: what it is, and a column for every usual arm."""
    rows: dict[str, dict[str, str]] = {}
    for topic in topics:
        for each in find(study.findings, topic=topic):
            rows.setdefault(f"{each.what} ({each.measure})", {})[each.arm] = told(each)
    arms = [total.arm.name for total in usual(study)]
    return [[what, *(row.get(arm, "–") for arm in arms)] for what, row in rows.items()]


def uses(study: Study, arm: str) -> dict[str, dict[str, Finding]]:
    """What was found about the use of each part in an arm, by part and measure."""
    by_part: dict[str, dict[str, Finding]] = {}
    for each in find(study.findings, arm=arm, topic="use"):
        by_part.setdefault(each.what, {})[each.measure] = each
    return by_part


def told(finding: Finding) -> str:
    """A figure with its interval."""
    if isnan(finding.value):
        return "–"
    if finding.measure in PERCENT:
        return f"{100 * finding.value:.1f} % ({100 * finding.low:.1f} to {100 * finding.high:.1f})"
    digits = 2 if abs(finding.value) < 100 else 1
    return f"{finding.value:.{digits}f} ({finding.low:.{digits}f} to {finding.high:.{digits}f})"


def middles(study: Study) -> list[list[str]]:
    """Between which numbers nine of ten games, or players, lie: a row each, a column for every usual arm."""
    arms = usual(study)
    minutes = f"minutes at {SECONDS_A_DECISION} s a decision"
    rows = [
        [minutes, *(_nine_of_ten(total.decisions, SECONDS_A_DECISION / 60) for total in arms)],
        ["points of a player", *(_nine_of_ten(total.points) for total in arms)],
    ]
    if any(total.arm.players > 1 for total in arms):
        rows.append(["winning margin", *(_nine_of_ten(total.margins) for total in arms)])
    return rows


def _nine_of_ten(counts: Counter[int], scale: float = 1.0) -> str:
    return f"{scale * _quantile(counts, 0.05):.0f} to {scale * _quantile(counts, 0.95):.0f}"


def _quantile(counts: Counter[int], share: float) -> float:
    """The smallest value that at least a share of all do not exceed."""
    left = share * counts.total()
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return float(value)
    return float("nan")


def change_told(each: Finding) -> str:
    """A difference with its interval."""
    scale, unit = (100.0, " points of a hundred") if each.measure in PERCENT else (1.0, "")
    return f"{each.value * scale:+.2f}{unit} ({each.low * scale:+.2f} to {each.high * scale:+.2f})"
