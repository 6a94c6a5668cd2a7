"""What the games of an arm add up to, batch by batch: of constant size however many games are played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.engine.loops import WIN
from fathom5.lab.estimates import Ratio
from fathom5.lab.parts import Parts
from fathom5.lab.pieces import COUNTS, Piece
from fathom5.lab.plan import Plan, Task

SECONDS_A_DECISION = 10
"""What a person takes."""

Numbers = NDArray[np.float64]


class ArmTotals:
    """Sums by batch, and how often each number of points, margin and length came up."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.arm = plan.arms[number]
        self.parts = Parts(plan.found, self.arm.sheet(plan.found)).names
        self._batch_of = {first: batch for batch, (first, _) in enumerate(plan.spans)}
        self.batches = len(self._batch_of)
        self.sums: dict[str, Numbers] = {}
        self.counts = np.zeros((self.batches, len(self.parts), len(COUNTS)), np.int64)
        self.points: Counter[int] = Counter()
        self.margins: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.curve = np.zeros((0, 0, self.arm.players))

    def add(self, task: Task, piece: Piece) -> None:
        """Add a task's piece."""
        if not task.batches:
            self.curve = piece.curve
            return
        start = 0
        for batch_counts, (first, count) in zip(piece.counts, task.batches, strict=True):
            batch = self._batch_of[first]
            self.counts[batch] = batch_counts
            for name, value in self._sums(piece.rows[start : start + count]).items():
                self.sums.setdefault(name, np.zeros(self.batches))[batch] = value
            start += count

    def _sums(self, rows: NDArray[Any]) -> dict[str, float]:
        players = self.arm.players
        points, places, orders = (rows[name][:, :players] for name in ("points", "places", "orders"))
        wins = (places == 1) * (WIN // np.maximum(1, rows["winners"])[:, None])
        ranked = np.sort(points, axis=1)
        margins = ranked[:, -1] - ranked[:, -2] if players > 1 else np.zeros(len(rows), np.int64)
        self.points.update(points.ravel().tolist())
        self.margins.update(margins.tolist())
        self.decisions.update(rows["decisions"].tolist())
        sums = {
            name: float(rows[name].sum())
            for name in ("moves", "decisions", "turns", "lead_changes", "last_behind", "seat_moves")
        }
        sums |= {"games": len(rows), "ties": float((rows["winners"] > 1).sum())}
        sums |= {"margin": float(margins.sum()), "spread": float(points.std(axis=1).sum())}
        sums["wins"], sums["points"] = float(wins.sum()) / WIN, float(points.sum())
        for seat in range(players):
            in_order = orders == seat + 1
            sums[f"wins of seat {seat + 1}"] = float(wins[:, seat].sum()) / WIN
            sums[f"points of seat {seat + 1}"] = float(points[:, seat].sum())
            sums[f"wins in order {seat + 1}"] = float(wins[in_order].sum()) / WIN
            sums[f"points in order {seat + 1}"] = float(points[in_order].sum())
            sums[f"seats in order {seat + 1}"] = float(in_order.sum())
        if self.arm.has_odd_seat:
            games = np.arange(len(rows))
            sums["odd wins"] = float(wins[games, rows["odd"]].sum()) / WIN
            sums["odd points"] = float(points[games, rows["odd"]].sum())
        return sums

    def mean(self, name: str, *, share: bool = False, scale: float = 1.0, of: str = "games") -> Ratio:
        """A sum for each game, or for each of something else."""
        return Ratio(self.sums[name] * scale, self.sums[of], share)

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.sums["games"].sum())

    def count(self, part: int, name: str) -> Numbers:
        """One of the counts of a part, by batch."""
        return self.counts[:, part, COUNTS.index(name)].astype(np.float64)

    @property
    def count_of_moves(self) -> Numbers:
        """How many moves the seats made, forced ones included, by batch."""
        return self.sums["seat_moves"]

    @property
    def openness(self) -> Numbers:
        """How open each sampled game is at each moment but the end: the entropy of the win chances."""
        chances = np.clip(self.curve[:, :-1], 1e-12, 1)
        entropy: Numbers = -(chances * np.log(chances)).sum(axis=2) / np.log(max(2, self.arm.players))
        return np.clip(entropy, 0, 1)
