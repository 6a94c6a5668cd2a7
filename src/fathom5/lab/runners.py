"""Playing games of a run by their numbers, compiled or move by move, and adding them up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.bots import Bot, find_bot
from fathom5.core.rule import NATURE
from fathom5.engine.loops import WIN
from fathom5.engine.position import Position
from fathom5.engine.workspace import SeatTotals, totals_struct
from fathom5.lab.setting import MOST_SEED, Setting
from fathom5.match import Match

QUICK = 0.05
"""Seconds: where a piece takes less, later ones have twice as many games."""


class Runner:
    """One thread's memory, ready to play games of a run in the compiled loop."""

    def __init__(
        self,
        setting: Setting,
        policies: NDArray[np.int64],
        weights: NDArray[Any] | None = None,
        compiled: bool | None = None,
    ) -> None:
        position = Position.start(setting.game, setting.players, setting.options, setting.sheet, compiled)
        self.engine, self.work, self.policies, self.seed = (
            position.engine,
            position.work,
            policies,
            setting.seed,
        )
        self.totals = totals_struct(setting.game.spec).blank()
        self._totals = self.engine.wrap(self.totals, totals_struct(setting.game.spec))
        if weights is not None:
            self.work.array["weights"] = weights
        self.work.array["start"] = self.work.array["table"]

    def play(self, first: int, games: int) -> NDArray[Any]:
        """The totals of some games of the run."""
        self.totals[:] = totals_struct(self.work.spec).blank()
        work, span = self.work, np.array([first, first + games])
        masks = self.engine.hiding
        self.engine.simulate(work.structs, work.raw, *masks, self.policies, self._totals, self.seed, span)
        return self.totals.copy()


class BotRunner:
    """Plays games of a run move by move, with bots of any kind."""

    def __init__(self, setting: Setting, bots: Sequence[Bot | str]) -> None:
        self.setting, self.bots = setting, bots

    def play(self, first: int, games: int) -> NDArray[Any]:
        """The totals of some games of the run."""
        setting, totals = self.setting, totals_struct(self.setting.game.spec).blank()
        for game in range(first, first + games):
            luck = (setting.seed * 1_000_003 + game) % MOST_SEED
            sitting = {seat: find_bot(bot, luck + seat) for seat, bot in enumerate(self.bots)}
            match = Match(
                setting.game,
                setting.players,
                seed=luck,
                bots=sitting,
                options=setting.options,
                box=setting.sheet,
            )
            total, moves, places = totals[0], len(match.history), match.places
            total["games"] += 1
            total["moves"] += moves
            total["longest"] = max(total["longest"], moves)
            order = list(dict.fromkeys(actor for actor, _ in match.history if actor != NATURE))
            for seat, (points, place) in enumerate(zip(match.scores, places, strict=True)):
                wins = WIN // places.count(1) if place == 1 else 0
                results = [total["seats"][seat]]
                if seat in order:
                    results.append(total["orders"][order.index(seat)])
                for result in results:
                    result["games"] += 1
                    result["points"] += points
                    result["squares"] += points * points
                    result["wins"] += wins
        return totals


class Pieces:
    """The games of a run in pieces, which several threads play and add up."""

    def __init__(self, make: Callable[[], Runner | BotRunner], games: int, jobs: int) -> None:
        self.games = games
        self._idle = [make() for _ in range(min(jobs, games))]
        self.totals = self._idle[0].play(0, 0)
        self._size, self._lock = 1, Lock()

    @property
    def done(self) -> int:
        """How many games were played to their end."""
        return int(self.totals["games"][0])

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """First game and count of each piece; they grow until one takes a while, and end at a bad game."""
        first = 0
        while first < self.games and not (self.totals["endless"][0] or self.totals["stuck"][0]):
            size = min(self._size, self.games - first)
            yield first, size
            first += size

    def __call__(self, piece: tuple[int, int]) -> None:
        """Play a piece, on any thread."""
        runner, began = self._idle.pop(), time.perf_counter()
        totals = runner.play(*piece)
        self._idle.append(runner)
        with self._lock:
            _add(self.totals, totals)
            if time.perf_counter() - began < QUICK:
                self._size = max(self._size, piece[1] * 2)


def _add(totals: NDArray[Any], more: NDArray[Any]) -> None:
    """Add up totals; the longest game is the longer."""
    for name in ("games", "moves", "endless", "stuck"):
        totals[name] += more[name]
    totals["longest"] = np.maximum(totals["longest"], more["longest"])
    for by in ("seats", "orders"):
        for name in SeatTotals.fields:
            totals[by][name] += more[by][name]
