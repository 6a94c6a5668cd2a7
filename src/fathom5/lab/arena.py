"""The arena: bots against each other, seat by seat with the same luck, and how sure one can be."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from openskill.models import PlackettLuce

from fathom5.bots import Bot, bot_name, find_bot
from fathom5.bots.levels import Budget, is_level, level_of
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import BoxChanges, Game
from fathom5.engine import compile_game, compiler_is_on
from fathom5.lab.estimates import wilson
from fathom5.lab.setting import MOST_GAMES, SEARCHING, Setting
from fathom5.lab.spread import Executor, Threads
from fathom5.match import Match


@dataclass(frozen=True)
class Entrant:
    """How one bot did; the interval is where its true win share lies in 95 of 100 such measurements."""

    bot: str
    seats: int
    win_share: float
    low: float
    high: float
    mean_score: float
    mean_move_s: float
    longest_move_s: float
    rating: float
    rating_sigma: float


@dataclass(frozen=True)
class Standings:
    """What an arena found."""

    game: str
    players: int
    seed: int
    games: int
    asked: int
    jobs: int
    seconds: float
    thinking: float
    entrants: list[Entrant]

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all games were played."""
        return self.games < self.asked


@dataclass
class Played:
    """One game, by entrant: its share of the win, points, place, decisions and the time they took."""

    wins: list[float]
    scores: list[int]
    places: list[int]
    moves: list[int]
    seconds: list[float]
    longest: list[float]


def arena(
    game: str | Game,
    players: int,
    bots: Sequence[Bot | str],
    games: int,
    *,
    seed: int = 1,
    jobs: int | None = None,
    thinking: float = 1.0,
    playouts: int = 0,
    options: Mapping[str, object] | None = None,
    box: BoxChanges = None,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
    finished: MutableMapping[int, Played] | None = None,
) -> Standings:
    """Let bots play each other; every group of as many games as players has one luck and every seating.

    The last bot takes the seats that are left. With `playouts` every search makes just so many a move, and
    the same seed gives the same result. Games that are among the finished ones of an earlier run are not
    played again, and new ones are added. Raises Mistake for what cannot be played.
    """
    setting = Setting.of(game, players, options, box, seed)
    games = whole_number("The number of games", games, 1, MOST_GAMES)
    jobs = min(whole_number("The number of cores", jobs or os.cpu_count() or 1, 1, 1024), games)
    playouts = whole_number("The number of playouts", playouts, 0, MOST_GAMES)
    if isinstance(bots, str) or not 1 <= len(bots) <= players:
        raise Mistake(f"Name 1 to {players} bots in a list; the last one takes the seats that are left.")
    entered = [*bots, *[bots[-1]] * (players - len(bots))]
    for bot in bots:
        find_bot(bot, game=setting.game)
    if compiler_is_on():
        compile_game(setting.game, SEARCHING)
    budgets = [_budget(setting.game, bot, thinking, playouts) for bot in entered]
    table = ArenaGames(setting, entered, budgets)
    finished = {} if finished is None else finished
    left = [number for number in range(games) if number not in finished]
    started = time.perf_counter()
    with suppress(KeyboardInterrupt):
        for number, result in (executor or Threads(jobs)).run(table, left):
            if result:
                finished[number] = result
            if progress:
                progress(len(finished))
    played = [finished[number] for number in sorted(finished) if number < games]
    return Standings(
        game=setting.game.name,
        players=players,
        seed=seed,
        games=len(played),
        asked=games,
        jobs=jobs,
        seconds=round(time.perf_counter() - started, 1),
        thinking=thinking,
        entrants=_entrants([bot_name(bot) for bot in entered], played),
    )


def _budget(game: Game, bot: Bot | str, thinking: float, playouts: int) -> Budget | None:
    """What a level may think, with its time multiplied or its playouts fixed; others have no budget."""
    usual = level_of(bot, game).budget if isinstance(bot, str) and is_level(bot) else None
    if not usual:
        return None
    return Budget(playouts=playouts) if playouts else Budget(usual.seconds * thinking, usual.playouts)


@dataclass
class ArenaGames:
    """Plays games of an arena by their numbers; it can be sent to another machine."""

    setting: Setting
    bots: Sequence[Bot | str]
    budgets: Sequence[Budget | None]
    stopped: bool = False

    def stop(self) -> None:
        """Give up the games in progress."""
        self.stopped = True

    def __call__(self, number: int) -> Played | None:
        """One game; its number says whose luck it has and how far the seats are turned."""
        setting, bots, budgets = self.setting, self.bots, self.budgets
        players, seed = len(bots), setting.seed
        luck, turned = divmod(number, players)
        match = Match(
            setting.game, players, seed=seed * 1_000_003 + luck, options=setting.options, box=setting.sheet
        )
        sitting = [(seat + turned) % players for seat in range(players)]
        movers = [find_bot(bots[who], (seed << 20) + number * players + who, budgets[who]) for who in sitting]
        result = Played(*([0.0] * players for _ in range(6)))  # type: ignore[arg-type]
        while (seat := match.actor) is not None:
            if self.stopped:
                return None
            view, who = match.view(seat), sitting[seat]
            began = time.perf_counter()
            move = movers[seat](view)
            if len(view.ids) > 1:
                took = time.perf_counter() - began
                result.moves[who] += 1
                result.seconds[who] += took
                result.longest[who] = max(result.longest[who], took)
            match.play(move)
        places, scores = match.places, match.scores
        for seat, who in enumerate(sitting):
            result.places[who], result.scores[who] = places[seat], scores[seat]
            result.wins[who] = (places[seat] == 1) / max(1, places.count(1))
        return result


def _entrants(names: Sequence[str], played: Sequence[Played]) -> list[Entrant]:
    """By bot, those with the same name together; the share is of one seat, each game one trial."""
    ratings = _ratings(names, played)
    entrants = []
    for name in dict.fromkeys(names):
        seats = [who for who, other in enumerate(names) if other == name]
        count = max(1, len(played) * len(seats))

        def total(what: str, seats: Sequence[int] = seats) -> float:
            return float(sum(getattr(game, what)[who] for game in played for who in seats))

        share = total("wins") / count
        low, high = wilson(share, len(played))
        entrants.append(
            Entrant(
                bot=name,
                seats=len(seats),
                win_share=round(share, 4),
                low=round(low, 4),
                high=round(high, 4),
                mean_score=round(total("scores") / count, 3),
                mean_move_s=round(total("seconds") / max(1.0, total("moves")), 4),
                longest_move_s=round(
                    max((game.longest[w] for game in played for w in seats), default=0.0), 4
                ),
                rating=round(ratings[name][0], 2),
                rating_sigma=round(ratings[name][1], 2),
            )
        )
    return entrants


def _ratings(names: Sequence[str], played: Sequence[Played]) -> dict[str, tuple[float, float]]:
    """Ratings by openskill, game after game; seats of one bot share theirs, and one alone has no rival."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for game in played if len(names) > 1 else ():
        rated = model.rate([[ratings[name]] for name in names], ranks=[float(place) for place in game.places])
        for name in ratings:
            same = [team[0] for team, other in zip(rated, names, strict=True) if other == name]
            ratings[name] = model.rating(
                mu=sum(each.mu for each in same) / len(same),
                sigma=sum(each.sigma for each in same) / len(same),
                name=name,
            )
    return {name: (float(rating.mu), float(rating.sigma)) for name, rating in ratings.items()}
