"""What a study found, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from fathom5.lab.findings import Finding, find, never_used
from fathom5.lab.study import Study

USES = (
    "open",
    "taken when open",
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
            found.append(f"{arm}: {_order_sentence(orders)}")
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


def _order_sentence(orders: Sequence[Finding]) -> str:
    apart = [each for each in orders if each.verdict in ("more", "less")]
    shares = ", ".join(f"{100 * each.value:.1f}" for each in orders)
    if not apart:
        return f"in turn order seats win {shares} %: not distinguishable from even."
    best = max(apart, key=lambda each: each.value)
    return (
        f"in turn order seats win {shares} %; {best.what.replace('order', 'number')} is ahead ({told(best)})."
    )


def told(finding: Finding) -> str:
    """A figure with its interval."""
    if isnan(finding.value):
        return "–"
    if finding.measure in PERCENT:
        return f"{100 * finding.value:.1f} % ({100 * finding.low:.1f} to {100 * finding.high:.1f})"
    digits = 2 if abs(finding.value) < 100 else 1
    return f"{finding.value:.{digits}f} ({finding.low:.{digits}f} to {finding.high:.{digits}f})"


def change_told(each: Finding) -> str:
    """A difference with its interval."""
    scale, unit = (100.0, " points of a hundred") if each.measure in PERCENT else (1.0, "")
    return f"{each.value * scale:+.2f}{unit} ({each.low * scale:+.2f} to {each.high * scale:+.2f})"
