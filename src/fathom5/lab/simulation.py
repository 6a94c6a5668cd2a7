"""Simulation: many games at once, and what they say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from numpy.typing import NDArray

from fathom5.bots import Bot, bot_name
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import BoxChanges, Game
from fathom5.engine import Progress, compile_game, compiler_is_on, engine
from fathom5.engine.loops import TOO_LONG, WIN
from fathom5.engine.position import STUCK
from fathom5.lab.estimates import wilson
from fathom5.lab.runners import BotRunner, Pieces, Runner
from fathom5.lab.setting import (
    MOST_GAMES,
    SEARCHING,
    Setting,
    plays_compiled,
    policies,
    seat_weights,
    seated_bots,
)
from fathom5.lab.spread import Threads


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
    win_interval: list[tuple[float, float]]
    """Where each true win share lies in 95 of 100 such simulations."""
    order_mean_score: list[float]
    order_win_share: list[float]
    order_win_interval: list[tuple[float, float]]
    """The same by turn order, whoever decided first in front: chance may draw who that is."""
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
    bots: Sequence[Bot | str] = ("random",),
    jobs: int | None = None,
    options: Mapping[str, object] | None = None,
    box: BoxChanges = None,
    compiled: bool | None = None,
    compiling: Progress | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Play many games; the same seed gives the same result on any number of cores.

    Random, heuristic and seal play inside the compiled games; any other bot is asked move by move.
    Stopped by Ctrl-C, it tells what the games played so far say. Raises Mistake for what cannot be played.
    """
    setting = Setting.of(game, players, options, box, seed)
    games = whole_number("The number of games", games, 1, MOST_GAMES)
    jobs = whole_number("The number of cores", jobs or os.cpu_count() or 1, 1, 1024)
    sitting = seated_bots(setting.game, bots, setting.players)
    started = time.perf_counter()
    engine(setting.game, compiled, compiling)
    is_compiled = plays_compiled(sitting)
    if not is_compiled and compiled is not False and compiler_is_on():
        compile_game(setting.game, SEARCHING, compiling)
    compile_s = time.perf_counter() - started

    def runner() -> Runner | BotRunner:
        if not is_compiled:
            return BotRunner(setting, sitting)
        game = setting.game
        return Runner(setting, policies(game, sitting), seat_weights(game, sitting), compiled)

    runner().play(0, 0)  # loads the loop, which is no time of the games
    started = time.perf_counter()
    pieces = Pieces(runner, games, jobs)
    with suppress(KeyboardInterrupt):
        for _ in Threads(min(jobs, games)).run(pieces, pieces):
            if progress:
                progress(pieces.done)
    return _outcome(setting, sitting, games, jobs, compile_s, time.perf_counter() - started, pieces.totals)


def _outcome(
    setting: Setting,
    bots: Sequence[Bot | str],
    asked: int,
    jobs: int,
    compile_s: float,
    seconds: float,
    totals: NDArray[Any],
) -> Outcome:
    total, title = totals[0], setting.game.title
    if total["stuck"]:
        raise Mistake(STUCK)
    if total["endless"]:
        raise Mistake(f"A game of {title} did not end within {TOO_LONG:,} moves.")
    done, moves = int(total["games"]), int(total["moves"])
    seats, orders = (_results(total[name][: setting.players]) for name in ("seats", "orders"))
    return Outcome(
        game=setting.game.name,
        players=setting.players,
        bots=[bot_name(bot) for bot in bots],
        seed=setting.seed,
        games=done,
        asked=asked,
        jobs=jobs,
        compile_s=round(compile_s, 3),
        seconds=round(seconds, 3),
        games_per_s=round(done / seconds, 1),
        moves_per_s=round(moves / seconds, 1),
        mean_score=[each.mean for each in seats],
        sd_score=[each.deviation for each in seats],
        win_share=[each.share for each in seats],
        win_interval=[each.interval for each in seats],
        order_mean_score=[each.mean for each in orders],
        order_win_share=[each.share for each in orders],
        order_win_interval=[each.interval for each in orders],
        mean_moves=round(moves / max(done, 1), 3),
        longest=int(total["longest"]),
        options=setting.game.written_options(setting.game.options(setting.options)),
        box=setting.sheet.changes() or "standard",
    )


class Results(NamedTuple):
    """What came of the games of a seat, or of a place in the turn order."""

    mean: float
    deviation: float
    share: float
    interval: tuple[float, float]


def _results(totals: NDArray[Any]) -> list[Results]:
    found = []
    for each in totals:
        games = max(1, int(each["games"]))
        mean, share = float(each["points"]) / games, float(each["wins"]) / WIN / games
        deviation = max(0.0, float(each["squares"]) / games - mean**2) ** 0.5
        low, high = wilson(share, int(each["games"]))
        found.append(
            Results(round(mean, 4), round(deviation, 4), round(share, 6), (round(low, 6), round(high, 6)))
        )
    return found
