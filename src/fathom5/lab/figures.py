"""Pictures of a study, drawn by matplotlib as SVG: they stand in one file, print well and need no script."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np

mpl.use("svg", force=False)

import matplotlib.pyplot as plt

from fathom5.lab.calibration import Bin
from fathom5.lab.findings import Finding
from fathom5.lab.totals import ArmTotals

STYLE: dict[Any, Any] = {
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "fathom5",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#4d6473",
    "axes.labelcolor": "#10293a",
    "text.color": "#10293a",
    "xtick.color": "#10293a",
    "ytick.color": "#10293a",
}
TONES = ("#17527a", "#d55e00", "#009e73", "#cc79a7", "#8a8378", "#0072b2")
"""The arms of a study, in their order."""


def _svg(figure: Any) -> str:
    """The figure as an SVG element."""
    out = io.StringIO()
    figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)
    text = out.getvalue()
    return text[text.index("<svg") :]


def intervals(findings: Sequence[Finding], label: str, percent: bool = False) -> str:
    """A dot and its interval for each finding, one colour an arm; a dashed line where it would be even."""
    arms = list(dict.fromkeys(each.arm for each in findings))
    whats = list(dict.fromkeys(each.what for each in findings))
    scale = 100.0 if percent else 1.0
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 0.7 + 0.34 * len(whats) * max(1, 0.6 * len(arms))))
        for number, arm in enumerate(arms):
            shift = (number - (len(arms) - 1) / 2) * 0.7 / len(arms)
            for each in (each for each in findings if each.arm == arm):
                place = whats.index(each.what) + shift
                tone = TONES[number % len(TONES)]
                axes.plot([each.low * scale, each.high * scale], [place, place], color=tone, lw=2.5)
                axes.plot(each.value * scale, place, "o", color=tone, ms=7)
            axes.plot([], [], "o-", color=TONES[number % len(TONES)], label=arm)
            even = next((each.even for each in findings if each.arm == arm and each.even is not None), None)
            if even is not None:
                axes.axvline(even * scale, color="#8a8378", ls="--", lw=1.2, zorder=0)
        axes.set_yticks(range(len(whats)), whats)
        axes.invert_yaxis()
        axes.set_xlabel(f"{label}{', %' if percent else ''}")
        axes.grid(axis="x", color="#d7e0e5", lw=0.8)
        axes.set_axisbelow(True)
        if len(arms) > 1:
            axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        return _svg(figure)


def histogram(counted: Sequence[tuple[str, Counter[int]]], label: str) -> str:
    """How often each number came up, a line an arm."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 2.6))
        for number, (arm, counts) in enumerate(counted):
            total = sum(counts.values()) or 1
            values = sorted(counts)
            step = max(1, (values[-1] - values[0]) // 60) if values else 1
            binned: Counter[int] = Counter()
            for value, times in counts.items():
                binned[value // step * step] += times
            xs = sorted(binned)
            ys = [100 * binned[x] / total for x in xs]
            tone = TONES[number % len(TONES)]
            axes.fill_between(xs, ys, step="post", alpha=0.25, color=tone)
            axes.step(xs, ys, where="post", color=tone, lw=1.8, label=arm)
        axes.set_xlabel(label)
        axes.set_ylabel("share, %")
        axes.set_ylim(bottom=0)
        if len(counted) > 1:
            axes.legend(frameon=False)
        return _svg(figure)


def win_curves(total: ArmTotals) -> str:
    """How the winner's chance to win rises over the sampled games, with the middle half of them."""
    ends = total.curve[:, -1].argmax(axis=1)
    winner = total.curve[np.arange(len(ends)), :, ends] * 100
    xs = np.linspace(0, 100, winner.shape[1])
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 2.6))
        axes.plot(xs, winner.T, color="#7cc4d8", lw=0.7, alpha=0.6)
        low, middle, high = np.percentile(winner, [25, 50, 75], axis=0)
        axes.fill_between(xs, low, high, color=TONES[0], alpha=0.2)
        axes.plot(xs, middle, color=TONES[0], lw=2.5)
        axes.axhline(100 / total.arm.players, color="#8a8378", ls="--", lw=1.2)
        axes.set_xlabel("part of the game, %")
        axes.set_ylabel("chance of the later winner, %")
        axes.set_ylim(0, 102)
        return _svg(figure)


def uses(winners: Sequence[Finding], seats: Sequence[Finding]) -> str:
    """For each part how many winners and how many seats used it."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7.2, 0.7 + 0.26 * len(winners)))
        for place, (won, all_) in enumerate(zip(winners, seats, strict=True)):
            axes.plot([100 * all_.value, 100 * won.value], [place, place], color="#7cc4d8", lw=3, zorder=1)
            axes.plot(100 * all_.value, place, "o", color="#8a8378", ms=6)
            axes.plot(100 * won.value, place, "o", color="#d55e00", ms=7)
        axes.plot([], [], "o", color="#d55e00", label="winners")
        axes.plot([], [], "o", color="#8a8378", label="all seats")
        axes.set_yticks(range(len(winners)), [each.what for each in winners])
        axes.invert_yaxis()
        axes.set_xlim(-2, 102)
        axes.set_xlabel("used it in a game, %")
        axes.grid(axis="x", color="#d7e0e5", lw=0.8)
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        return _svg(figure)


def calibrations(named: Mapping[str, Sequence[Bin]]) -> str:
    """What came true of chances told, a line a name; on the diagonal all of it did."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(4.6, 4.6))
        axes.plot([0, 100], [0, 100], color="#8a8378", ls="--", lw=1.2, zorder=0)
        for number, (name, bins) in enumerate(named.items()):
            tone = TONES[number % len(TONES)]
            told = [100 * each.predicted for each in bins]
            axes.plot(
                told, [100 * each.observed for each in bins], "o-", color=tone, lw=1.5, ms=5, label=name
            )
            for x, each in zip(told, bins, strict=True):
                axes.plot([x, x], [100 * each.low, 100 * each.high], color=tone, lw=2.5, alpha=0.6)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.set_aspect("equal")
        axes.set_xlabel("chance told, %")
        axes.set_ylabel("came true, %")
        axes.grid(color="#d7e0e5", lw=0.8)
        axes.set_axisbelow(True)
        axes.legend(frameon=False)
        return _svg(figure)
