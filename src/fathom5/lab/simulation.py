"""Simulation: many games at once, and what they say."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.bots import LEVELS, Bot, bot_name, find_bot, random_share
from fathom5.core.box import BoxSheet
from fathom5.core.errors import Mistake, quoted, whole_number
from fathom5.core.game import BoxChanges, Game, find_game
from fathom5.core.rule import NATURE
from fathom5.engine import Progress, compile_game, compiler_is_on, engine
from fathom5.engine.loops import RANDOM, TOO_LONG, WIN
from fathom5.engine.position import STUCK, Position
from fathom5.engine.workspace import SeatTotals, totals_struct
from fathom5.lab.estimates import wilson
from fathom5.match import Match

SEARCHING = ("heuristic", "guess", "search")
"""The loops that bots need who are asked move by move."""

MOST_SEED = (1 << 63) - 1
MOST_GAMES = 1 << 53


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


@dataclass(frozen=True)
class Setting:
    """What all games of a run have in common, checked."""

    game: Game
    players: int
    options: Mapping[str, object] | None
    sheet: BoxSheet
    seed: int

    @classmethod
    def of(
        cls, game: str | Game, players: int, options: Mapping[str, object] | None, box: BoxChanges, seed: int
    ) -> Setting:
        """The setting of a run; raises Mistake for what the game is not for."""
        found = find_game(game)
        found.options(options)
        number = whole_number("A seed", seed, 0, MOST_SEED)
        return cls(found, found.check_players(players), options, found.sheet_with(box), number)


def seated_bots(bots: Sequence[Bot | str], players: int) -> list[Bot | str]:
    """A bot for each seat out of one for all, or one each; raises Mistake for another number."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise Mistake(f"Bots are given as a list, not {quoted(bots)}.")
    if len(bots) not in (1, players):
        raise Mistake(f"Name one bot for all seats or {players}, not {len(bots)}.")
    for bot in bots:
        find_bot(bot)
    return list(bots) * (players if len(bots) == 1 else 1)


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
    Raises Mistake for what cannot be played.
    """
    setting = Setting.of(game, players, options, box, seed)
    games = whole_number("The number of games", games, 1, MOST_GAMES)
    jobs = whole_number("The number of cores", jobs or os.cpu_count() or 1, 1, 1024)
    sitting = seated_bots(bots, setting.players)
    started = time.perf_counter()
    engine(setting.game, compiled, compiling)
    policies = _policies(setting.game, sitting)
    if policies is None and compiled is not False and compiler_is_on():
        compile_game(setting.game, SEARCHING, compiling)
    compile_s = time.perf_counter() - started

    def runner() -> Runner | BotRunner:
        return (
            BotRunner(setting, sitting) if policies is None else Runner(setting, policies, compiled=compiled)
        )

    runner().play(0, 0)  # loads the loop, which is no time of the games
    started = time.perf_counter()
    totals = _spread(runner, games, jobs, progress or (lambda done: None))
    return _outcome(setting, sitting, games, jobs, compile_s, time.perf_counter() - started, totals)


def _policies(game: Game, bots: Sequence[Bot | str]) -> NDArray[np.int64] | None:
    """The policy of each seat if the compiled games know them all."""
    if not all(isinstance(bot, str) and bot in LEVELS and not LEVELS[bot].budget for bot in bots):
        return None
    policies = np.zeros(game.spec.seats, np.int64)
    shares = [RANDOM if bot == "random" else random_share(game, str(bot)) for bot in bots]
    policies[: len(bots)] = shares
    return policies


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


def _spread(
    make: Callable[[], Runner | BotRunner], games: int, jobs: int, progress: Callable[[int], None]
) -> NDArray[Any]:
    """Play all games in pieces on threads (the loops hold no lock); stopped, keep what is done."""
    idle = [make() for _ in range(min(jobs, games))]
    totals = idle[0].play(0, 0)
    first, piece = 0, 1
    pool = ThreadPoolExecutor(len(idle))
    running: dict[Future[NDArray[Any]], tuple[Runner | BotRunner, int, float]] = {}
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
                if totals["endless"][0] or totals["stuck"][0]:
                    return totals
                progress(int(totals["games"][0]))
                if time.perf_counter() - began < 0.05:
                    piece = max(piece, size * 2)
    except KeyboardInterrupt:
        for future in wait(running).done:
            _add(totals, future.result())
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return totals


def _add(totals: NDArray[Any], more: NDArray[Any]) -> None:
    """Add up totals; the longest game is the longer."""
    for name in ("games", "moves", "endless", "stuck"):
        totals[name] += more[name]
    totals["longest"] = np.maximum(totals["longest"], more["longest"])
    for by in ("seats", "orders"):
        for name in SeatTotals.fields:
            totals[by][name] += more[by][name]
