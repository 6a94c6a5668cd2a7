"""What the games of an arm add up to, batch by batch: of constant size however many games are played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.engine.loops import WIN
from fathom5.lab.estimates import Ratio
from fathom5.lab.parts import Parts, group_of
from fathom5.lab.pieces import COUNTS, Piece
from fathom5.lab.plan import Plan, Task

SECONDS_A_DECISION = 10
"""What a person takes."""

Numbers = NDArray[np.float64]


class ArmTotals:
    """Sums by batch, and how often each number of points, margin and length came up."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.arm = plan.arms[number]
        self.parts = Parts(plan.found, self.arm.sheet(plan.found))
        self._batch_of = {first: batch for batch, (first, _) in enumerate(plan.spans)}
        self.batches = len(self._batch_of)
        self.sums: dict[str, Numbers] = {}
        self.counts = np.zeros((self.batches, len(self.parts.names), len(COUNTS)), np.int64)
        self.points: Counter[int] = Counter()
        self.margins: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.curve = np.zeros((0, 0, self.arm.players))

    def add(self, task: Task, piece: Piece) -> None:
        """Add a task's piece."""
        if not task.batches:
            self.curve = piece.curve
            return
        batches = [self._batch_of[first] for first, _ in task.batches]
        self.counts[batches] = piece.counts
        starts = np.cumsum([0, *(count for _, count in task.batches[:-1])])
        for name, values in self._sums(piece.rows, starts).items():
            self.sums.setdefault(name, np.zeros(self.batches))[batches] = values

    def _sums(self, rows: NDArray[Any], starts: NDArray[np.int64]) -> dict[str, Numbers]:
        """Sums of the games from each start to the next, by name."""

        def added(values: NDArray[Any]) -> Numbers:
            whole: NDArray[np.int64] = np.add.reduceat(values, starts, dtype=np.int64)
            return whole.astype(np.float64)

        players, winners = self.arm.players, rows["winners"]
        points, places, orders = (
            np.ascontiguousarray(rows[name][:, :players].T) for name in ("points", "places", "orders")
        )
        wins = (places == 1) * (WIN // np.maximum(1, winners))
        ranked = np.sort(points, axis=0)
        margins = ranked[-1] - ranked[-2] if players > 1 else np.zeros(len(rows), np.int64)
        for tally, values in (
            (self.points, points),
            (self.margins, margins),
            (self.decisions, rows["decisions"]),
        ):
            found, counts = np.unique(values, return_counts=True)
            tally.update(dict(zip(found.tolist(), counts.tolist(), strict=True)))
        sums = {
            name: added(rows[name])
            for name in ("moves", "decisions", "turns", "lead_changes", "last_behind", "seat_moves")
        }
        sums |= {"games": np.diff([*starts, len(rows)]).astype(np.float64), "ties": added(winners > 1)}
        spreads = np.split(rows["points"][:, :players].std(axis=1), starts[1:])
        sums |= {"margin": added(margins), "spread": np.array([spread.sum() for spread in spreads])}
        sums["wins"], sums["points"] = added(wins.sum(axis=0)) / WIN, added(points.sum(axis=0))
        for seat in range(players):
            in_order = orders == seat + 1
            sums[f"wins of seat {seat + 1}"] = added(wins[seat]) / WIN
            sums[f"points of seat {seat + 1}"] = added(points[seat])
            sums[f"wins in order {seat + 1}"] = added((wins * in_order).sum(axis=0)) / WIN
            sums[f"points in order {seat + 1}"] = added((points * in_order).sum(axis=0))
            sums[f"seats in order {seat + 1}"] = added(in_order.sum(axis=0))
        if self.arm.has_odd_seat:
            games = np.arange(len(rows))
            sums["odd wins"] = added(wins[rows["odd"], games]) / WIN
            sums["odd points"] = added(points[rows["odd"], games])
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
    def wins_of_users(self) -> Numbers:
        """Which share of all wins those had who used each part; firsts are no parts by themselves."""
        won = self.counts[:, : self.parts.things, COUNTS.index("wins")].sum(axis=0) / WIN
        shares: Numbers = won / max(1.0, float(self.sums["wins"].sum()))
        return shares

    @property
    def taken_by_group(self) -> dict[str, Numbers]:
        """How often the parts of each group were taken, by batch; without a group, all moves of the seats."""
        groups = {"": self.sums["seat_moves"]}
        for number, name in enumerate(self.parts.names):
            group = group_of(name)
            if group:
                groups[group] = groups.get(group, np.zeros(self.batches)) + self.count(number, "taken")
        return groups

    @property
    def openness(self) -> Numbers:
        """How open each sampled game is at each moment but the end: the entropy of the win chances."""
        chances = np.clip(self.curve[:, :-1], 1e-12, 1)
        entropy: Numbers = -(chances * np.log(chances)).sum(axis=2) / np.log(max(2, self.arm.players))
        return np.clip(entropy, 0, 1)
