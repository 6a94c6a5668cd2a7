"""The lab: many games at once, and what they say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.engine import Engine, Workspace
from fathom5.kernel.errors import Mistake, one_of
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.loops import ENDLESS, GAMES, LONGEST, MOVES, RANDOM, SEAL, SUMS, TOO_LONG, WIN
from fathom5.kernel.sheet import Sheet

MOST_SEED = (1 << 63) - 1

QUICK = {"random": RANDOM, "seal": SEAL}
"""The bots that play in compiled games; the others think too long for many, and meet in the arena."""


@dataclass(frozen=True)
class Outcome:
    """What a simulation found; lists are by seat."""

    game: str
    players: int
    bots: list[str]
    seed: int
    games: int
    asked: int
    jobs: int
    compile_s: float
    seconds: float
    games_per_s: float
    moves_per_s: float
    mean_score: list[float]
    sd_score: list[float]
    win_share: list[float]
    mean_moves: float
    longest: int
    options: dict[str, str]
    box: str

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all games were played."""
        return self.games < self.asked


def simulate(
    game: str | Game,
    players: int,
    games: int,
    *,
    seed: int = 1,
    bots: Sequence[str] = ("random",),
    jobs: int | None = None,
    options: Mapping[str, object] | None = None,
    box: Sheet | None = None,
    compiled: bool | None = None,
    compiling: Callable[[str, int, int], None] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play many games. The same seed gives the same result on any number of cores."""
    found = find_game(game) if isinstance(game, str) else game
    found.check_players(players)
    if games < 1:
        raise Mistake(f"Simulate at least 1 game, not {games}.")
    if not 0 <= seed <= MOST_SEED:
        raise Mistake(f"A seed is a number from 0 to {MOST_SEED}, not {seed}.")
    jobs = jobs or os.cpu_count() or 1
    if jobs < 1:
        raise Mistake(f"Use at least 1 core, not {jobs}.")
    if len(bots) not in (1, players):
        raise Mistake(f"Name one bot for all seats or {players}, not {len(bots)}.")
    names = list(bots) * (players if len(bots) == 1 else 1)
    how = np.zeros(found.form.seats, np.int64)
    how[:players] = [_quick(name) for name in names]
    sheet, chosen = box or found.sheet, found.options(options or {})

    started = time.perf_counter()
    engine = found.engine(compiled, compiling)
    compile_s = time.perf_counter() - started

    def workplace() -> Runner:
        return Runner(found, engine, players, sheet, chosen, how, seed)

    workplace()  # reads the loop, which is no time of the games
    started = time.perf_counter()
    totals = _spread(workplace, games, jobs, progress or (lambda done: None))
    seconds = time.perf_counter() - started
    if totals[ENDLESS]:
        raise Mistake(f"A game of {found.title} did not end within {TOO_LONG:,} moves.")
    done, moves = int(totals[GAMES]), int(totals[MOVES])
    sums = totals[SUMS:].reshape(-1, 3)[:players].astype(np.float64)
    mean = sums[:, 0] / max(done, 1)
    spread = np.sqrt(np.maximum(sums[:, 1] / max(done, 1) - mean**2, 0))
    return Outcome(
        game=found.name,
        players=players,
        bots=names,
        seed=seed,
        games=done,
        asked=games,
        jobs=jobs,
        compile_s=round(compile_s, 3),
        seconds=round(seconds, 3),
        games_per_s=round(done / seconds, 1),
        moves_per_s=round(moves / seconds, 1),
        mean_score=[round(float(x), 4) for x in mean],
        sd_score=[round(float(x), 4) for x in spread],
        win_share=[round(float(x), 6) for x in sums[:, 2] / WIN / max(done, 1)],
        mean_moves=round(moves / max(done, 1), 3),
        longest=int(totals[LONGEST]),
        options={n: o.write(int(chosen[n.replace("-", "_")][0])) for n, o in found.sheet.options.items()},
        box=sheet.changes() or "standard",
    )


def _quick(name: str) -> int:
    if name not in QUICK:
        raise one_of("bot for simulations", name, list(QUICK))
    return QUICK[name]


class Runner:
    """One thread's workspace, ready to play games of a run."""

    def __init__(
        self,
        game: Game,
        engine: Engine,
        players: int,
        sheet: Sheet,
        options: NDArray[Any],
        bots: NDArray[np.int64],
        seed: int,
        weights: NDArray[Any] | None = None,
    ) -> None:
        form = game.form
        self.simulate, self.bots, self.seed = engine.simulate, bots, seed
        self.work = work = Workspace(form, game.box(sheet))
        self.secret = int(form.secret)
        work.array["players"] = players
        self.tables = engine.wrap(work.array, form.table)
        self.boxes = engine.wrap(work.box, form.box)
        self.weights = engine.wrap(game.weights if weights is None else weights, form.weights)
        engine.begin(self.tables, self.boxes, engine.wrap(options, form.options), work.moves, work.odds)
        work.array[2] = work.array[0]

    def play(self, first: int, games: int) -> NDArray[np.int64]:
        """The totals of some games of the run."""
        w = self.work
        w.totals[:] = 0
        self.simulate(
            self.tables,
            w.raw,
            self.boxes,
            self.weights,
            w.masks,
            w.fills,
            self.secret,
            self.bots,
            self.seed,
            first,
            games,
            w.moves,
            w.odds,
            w.scores,
            w.ranks,
            w.rng,
            w.totals,
        )
        return w.totals.copy()


def _spread(
    workplace: Callable[[], Runner], games: int, jobs: int, progress: Callable[[int], None]
) -> NDArray[np.int64]:
    """Play all games in pieces on threads (the loops hold no lock); stopped, keep what is done."""
    runners = [workplace() for _ in range(min(jobs, games))]
    totals = np.zeros_like(runners[0].work.totals)
    first, piece = 0, 1
    pool = ThreadPoolExecutor(len(runners))
    running: dict[Future[NDArray[np.int64]], tuple[Runner, int, float]] = {}
    idle = list(runners)
    try:
        while first < games or running:
            while idle and first < games:
                size = min(piece, games - first)
                runner = idle.pop()
                running[pool.submit(runner.play, first, size)] = (runner, size, time.perf_counter())
                first += size
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                runner, size, began = running.pop(future)
                idle.append(runner)
                _add(totals, future.result())
                if totals[ENDLESS]:
                    return totals
                progress(int(totals[GAMES]))
                took = time.perf_counter() - began
                if took < 0.05:
                    piece = max(piece, size * 2)
    except KeyboardInterrupt:
        for future in wait(running).done:
            _add(totals, future.result())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return totals


def _add(totals: NDArray[np.int64], more: NDArray[np.int64]) -> None:
    longest = max(totals[LONGEST], more[LONGEST])
    totals += more
    totals[LONGEST] = longest
