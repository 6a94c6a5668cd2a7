"""Making drills: strong games are played and searched for decisions with one clearly best move.

What is found after each game is written, with how many games were looked at, so that an interrupted search
goes on where it was and finds the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from fathom5.bots import find_bot
from fathom5.bots.levels import Budget
from fathom5.coach.court import Court, Purpose
from fathom5.coach.decisions import CLEARLY
from fathom5.coach.drills import (
    LEAST_GAP,
    ROUNDED,
    Answer,
    Drills,
    written_answers,
    written_match,
)
from fathom5.coach.evaluator import Estimate
from fathom5.coach.reviews import BUDGET
from fathom5.coach.sample import Case, Sample, estimate
from fathom5.coach.verdicts import LEAST_COST, Scale, Verdict
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.core.rng import MASK, STEP, mixed
from fathom5.core.rule import NATURE
from fathom5.match import Match
from fathom5.view import View

PARTS = 4
"""A game gives at most one drill from each of so many parts, as long as one another."""

MOST_MOVES = 12
"""With more open moves a decision is no question for a page."""

TOO_PLAIN = 0.4
"""A move that is so much of a win above all others asks nobody anything."""

FINE = 0.008
"""The error of the gap that is small enough, as a share of a win."""

HOPE = 1.0
"""A move that is so many errors short of a gap is given up: there are other decisions."""

STRONG = "leviathan"
"""Who plays, with as many playouts as are wanted."""

FRUITLESS = 200
"""After so many games without a drill the search is given up."""

PATIENCE = 4
"""A drill is measured with so many times the rollouts that a review spends on a decision."""

Progress = Callable[[int, int], None]
"""Told how many drills there are and how many games were looked at."""


@dataclass(frozen=True)
class Plan:
    """Which games are played and how they are searched."""

    game: Game
    players: tuple[int, ...]
    """Numbers of players, one after the other."""
    playouts: int
    """What the players may think about a move."""
    seed: int
    effort: float = 1.0
    """How much is spent on rollouts; 4 takes four times as long and halves the errors."""

    @property
    def told(self) -> str:
        """The first line of a file of drills, without how many games it took."""
        players = ",".join(map(str, self.players))
        command = f"fathom5 drills {self.game.name} --players {players} --playouts {self.playouts}"
        return f"; {command} --effort {self.effort:g} --seed {self.seed}: games "

    def court(self, number: int) -> Court:
        """What the decisions of a game are judged by."""
        budget = int(self.effort * self.game.tuned.get("review", {}).get("rollouts", BUDGET))
        fine = FINE / sqrt(self.effort)
        return Court(self._seed(number, 0), Scale(), budget, fine, fine)

    def match(self, number: int) -> Match:
        """A game of the plan, played to its end."""
        players, budget = self.players[number % len(self.players)], Budget(playouts=self.playouts)
        bots = {seat: find_bot(STRONG, self._seed(number, 2 + seat), budget) for seat in range(players)}
        return Match(self.game, players, seed=self._seed(number, 1), bots=bots)

    def _seed(self, number: int, purpose: int) -> int:
        return mixed((mixed(self.seed & MASK) + (64 * number + purpose) * STEP) & MASK) >> 2


def make_drills(
    plan: Plan, path: Path, count: int, jobs: int | None = None, progress: Progress | None = None
) -> Drills:
    """Search games until there are so many drills, and write them; raises Mistake if none come any more.

    A file that the same plan has begun is gone on with; raises Mistake for one of another plan.
    """
    number, text = _begun(plan, path)
    found, fruitless = Drills(plan.game, text), 0
    taken = Taken()
    for drill in found:
        taken.add(drill.view, drill.best.move)
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        while len(found) < count:
            if progress:
                progress(len(found), number)
            match = plan.match(number)
            asked = _search(plan.court(number), match, taken, count - len(found), pool)
            number, fruitless = number + 1, 0 if asked else fruitless + 1
            text += "\n" + written_match(match, asked) if asked else ""
            _write(path, f"{plan.told}{number}\n{text}")
            found = Drills(plan.game, text)
            if fruitless == FRUITLESS:
                raise Mistake(f"{FRUITLESS} games brought no more drills; there are {len(found)}.")
    return found


@dataclass
class Taken:
    """What there is already, so that others are looked for."""

    kinds: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How many drills have so many players and such a move as the best."""
    seen: set[bytes] = field(default_factory=set)
    """The tables as they were seen."""

    def add(self, view: View, best: int) -> None:
        self.kinds[_kind(view, best)] += 1
        self.seen.add(view.array.tobytes())


def _kind(view: View, best: int) -> tuple[int, str]:
    return len(view.names), type(view.decoded(best)).__name__


def _begun(plan: Plan, path: Path) -> tuple[int, str]:
    """How many games were looked at, and their drills as text; raises Mistake for another plan's file."""
    if not path.exists():
        return 0, ""
    first, _, text = path.read_text("utf-8").partition("\n")
    games = first.removeprefix(plan.told)
    if not games.isdecimal():
        raise Mistake(f"{path} was made otherwise ({first.lstrip('; ')}): move it away to begin anew.")
    return int(games), text


def _write(path: Path, text: str) -> None:
    """Replace a file as a whole; raises Mistake if that cannot be done."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_text(text, "utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}.") from None


def _search(court: Court, match: Match, taken: Taken, most: int, pool: ThreadPoolExecutor) -> dict[int, str]:
    """The drills of a match: what their headers say, by the number of moves before them."""
    asked: dict[int, str] = {}
    for found in list(pool.map(partial(_first_drill, court, match, taken), range(PARTS))):
        if found and len(asked) < most and found.view.array.tobytes() not in taken.seen:
            asked[found.at] = written_answers(found.view, found.answers)
            taken.add(found.view, found.answers[0].move)
    return asked


class Found(NamedTuple):
    """A drill in a match."""

    at: int
    view: View
    answers: list[Answer]


def _first_drill(court: Court, match: Match, taken: Taken, part: int) -> Found | None:
    """A drill in a part of a match, that of the rarest kind, else of any."""
    length, order = len(match.history), dict[tuple[int, int], tuple[int, View]]()
    for at in range(-(-part * length // PARTS), -(-(part + 1) * length // PARTS)):
        if view := _question(match, at, taken):
            rarity = taken.kinds[_kind(view, match.history[at][1])]
            order[rarity, court.seed_for(at, Purpose.START)] = at, view
    for _, (at, view) in sorted(order.items(), key=itemgetter(0)):
        played = match.history[at][1]
        if _is_clear(court, view, at, played) and (answers := _measured(court, view, at, played)):
            return Found(at, view, answers)
    return None


def _question(match: Match, at: int, taken: Taken) -> View | None:
    """What is seen where somebody decides between a few moves, one by one, and not as in another drill."""
    actor, _ = match.history[at]
    view = match.at(at).view(actor) if actor != NATURE else None
    if not view or not 2 <= len(view.ids) <= MOST_MOVES or view.basket():
        return None
    return None if view.array.tobytes() in taken.seen else view


def _is_clear(court: Court, view: View, at: int, played: int) -> bool:
    """Whether the played move seems clearly best: in rounds of twice as many rollouts for all near it."""
    left, spent, rounds = [played, *(move for move in view.ids if move != played)], 0, 0
    while True:
        sample = court.choice_sample(view, left, at, rounds)
        rounds += 1
        spent += sample.spent
        gaps = _gaps(sample, view.seat)
        nearest = min(gaps)
        if nearest.mean + HOPE * nearest.error < LEAST_GAP:
            return False
        near = [gap.mean - CLEARLY * gap.error < LEAST_GAP for gap in gaps]
        left = [played, *(move for move, is_near in zip(left[1:], near, strict=True) if is_near)]
        coming = 2 * sample.spent * len(left) // (len(gaps) + 1)
        if len(left) == 1 or spent + coming > court.budget:
            return nearest.mean >= LEAST_GAP


def _gaps(sample: Sample, seat: int) -> list[Estimate]:
    """How much the first case of a sample is above each of the others, as a share of a win."""
    shares = sample.means[:, :, seat, 0]
    return [estimate(shares[:, 0] - shares[:, other]) for other in range(1, sample.cases)]


def _measured(court: Court, view: View, at: int, best: int) -> list[Answer] | None:
    """What every move is worth, with other rollouts than those that chose; None if it is no drill."""
    moves = [best, *(move for move in view.ids if move != best)]
    sample = court.sample([Case(view, move) for move in moves], at, Purpose.MEASURE)
    sample.double()
    while True:
        gap = min(_gaps(sample, view.seat))
        if gap.mean + HOPE * gap.error < LEAST_GAP:
            return None
        if gap.error <= court.fine or 2 * sample.spent > PATIENCE * court.budget:
            break
        sample.double()
    if gap.interval[0] <= LEAST_COST[Verdict.GOOD] or gap.mean > TOO_PLAIN:
        return None
    shares = sample.means[:, :, view.seat, 0]
    worths = [_rounded(estimate(shares[:, place])) for place in range(len(moves))]
    behind = [Estimate(0.0, 0.0), *_gaps(sample, view.seat)]
    answers = [
        Answer(move, worth, Estimate(worths[0].mean - worth.mean, _rounded(each).error))
        for move, worth, each in zip(moves, worths, behind, strict=True)
    ]
    answers.sort(key=lambda answer: -answer.worth.mean)
    is_drill = answers[0].move == best and answers[1].behind.mean >= LEAST_GAP - ROUNDED
    return answers if is_drill else None


def _rounded(value: Estimate) -> Estimate:
    """A share of a win as a file has it."""
    return Estimate(round(value.mean, 4), round(value.error, 4))
