"""A review of a finished match: what was luck, what was whose doing, and what the best moves were."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from math import sqrt
from typing import Any

from fathom5.coach import curve, telling
from fathom5.coach.court import Court, Purpose
from fathom5.coach.decisions import judge_decision
from fathom5.coach.evaluator import Estimate
from fathom5.coach.findings import Findings
from fathom5.coach.judged import Chance, Decision, Judged, SeatSum, added, seat_sum
from fathom5.coach.luck import judge_chance
from fathom5.coach.sample import Case, Worth, worths
from fathom5.coach.verdicts import Scale
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.rule import NATURE
from fathom5.match import Match
from fathom5.record import Record

BUDGET = 45_000
"""The most rollouts that measure a decision, unless the game's bot.toml has another number."""

FINE, LUCK_ERROR = 0.0025, 0.007
"""Errors that are small enough, as shares of a win: of a cost, and of luck."""

EFFORTS = (0.01, 100.0)
"""Bounds of the effort; 1 is usual."""

Progress = Callable[[int, int], None]
"""Told how many moves are judged and how many there are."""


@dataclass(frozen=True)
class Review:
    """What is to be said of a match, every number with its error."""

    match: Match
    seed: int
    scale: Scale
    start: tuple[Worth, ...]
    """By seat what the position before the first move is worth."""
    judged: tuple[Judged, ...]
    """Every move that could have been another, in their order."""
    is_whole: bool = True
    """Whether all of them are judged; else the curve ends early, and sums say nothing."""

    def __repr__(self) -> str:
        decided, rolled = len(self.decisions), len(self.chances)
        return f"<Review of {self.match.game.name}: {decided} decisions and {rolled} moves of nature judged>"

    @property
    def decisions(self) -> list[Decision]:
        """The decisions between several moves."""
        return [each for each in self.judged if isinstance(each, Decision)]

    @property
    def chances(self) -> list[Chance]:
        """The moves of nature that could have been others."""
        return [each for each in self.judged if isinstance(each, Chance)]

    @cached_property
    def results(self) -> tuple[Worth, ...]:
        """By seat how the match ended."""
        winners = self.match.places.count(1)
        return tuple(
            Worth(Estimate((place == 1) / max(1, winners), 0.0), Estimate(float(points), 0.0))
            for place, points in zip(self.match.places, self.match.scores, strict=True)
        )

    @cached_property
    def sums(self) -> tuple[SeatSum, ...]:
        """By seat where the result came from."""
        return tuple(
            seat_sum(seat, self.start[seat], self.results[seat], self.judged)
            for seat in range(self.match.players)
        )

    @cached_property
    def curve(self) -> list[tuple[int, tuple[Worth, ...]]]:
        """Values by seat after so many moves: at the start, after every judged move, and at the end."""
        values, points = self.start, [(0, self.start)]
        for each in self.judged:
            pairs = zip(each.after, values, each.effects, strict=True)
            values = tuple(after or added(value, effect) for after, value, effect in pairs)
            points.append((each.number + 1, values))
        if not self.is_whole:
            return points
        return [point for point in points if point[0] < len(self.match.history)] + [
            (len(self.match.history), self.results)
        ]

    def _repr_svg_(self) -> str:
        return curve.curve(self)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values, moves in words too."""
        names = self.match.names
        return {
            "game": self.match.game.name,
            "players": list(names),
            "moves": len(self.match.history),
            "seed": self.seed,
            "judged_by": "points" if self.scale.in_points else "wins",
            "decisions": [self._plain_decision(each) for each in self.decisions],
            "chances": [self._plain_chance(each) for each in self.chances],
            "seats": [
                {"name": names[each.seat], **plain(asdict(each)), "adjusted": plain(each.adjusted)}
                for each in self.sums
            ],
            "curve": [{"after": after, "values": plain(values)} for after, values in self.curve],
            "moments": [
                {"after": each.number, "text": telling.sentence(self, each)}
                for each in telling.deciding(self)
            ],
        }

    def _plain_decision(self, decision: Decision) -> dict[str, Any]:
        said = {
            f"{part}_words": telling.move_name(self, decision.number, getattr(decision, part))
            for part in ("played", "best")
        }
        return {**plain(asdict(decision)), **said, "interval": self.scale.share(decision.cost).interval}

    def _plain_chance(self, chance: Chance) -> dict[str, Any]:
        return {**plain(asdict(chance)), "words": telling.move_name(self, chance.number, chance.move)}


def plain(value: Any) -> Any:
    """Values as JSON has them: a named tuple by its names, other sequences as lists."""
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value


def review(
    record: Record | Match,
    *,
    seed: int = 0,
    effort: float = 1.0,
    jobs: int | None = None,
    progress: Progress | None = None,
    findings: Findings | None = None,
) -> Review:
    """Judge every move of a finished game; the same seed and effort say the same again.

    An effort of 4 takes four times as long and halves the errors. What is among the findings of an earlier
    run with the same seed and effort is not judged again. Raises Mistake for a game that is not over or
    whose record cannot be played.
    """
    match = record if isinstance(record, Match) else record.match()
    found = Findings() if findings is None else findings
    court = _begun(match, found, seed, effort)
    left = _left(match, found)
    for number, each in zip(left, _judge_all(court, match, left, jobs), strict=True):
        found.add(number, each)
        if progress:
            progress(len(found.moves), len(match.history))
    return review_so_far(match, found, seed)


def judge_more(
    match: Match, findings: Findings, seconds: float, *, seed: int = 0, effort: float = 1.0
) -> None:
    """Judge the start or the next moves of a finished game, at least one; begin none after so many seconds.

    Raises Mistake like `review`.
    """
    end, is_new = time.monotonic() + seconds, not findings.start
    court = _begun(match, findings, seed, effort)
    for number in _left(match, findings):
        if is_new and time.monotonic() > end:
            return
        findings.add(number, judge(court, match, number))
        is_new = True


def review_so_far(match: Match, findings: Findings, seed: int = 0) -> Review:
    """What is to be said of a match of which not all may be judged yet, but its start is."""
    whole = not _left(match, findings)
    return Review(match, seed, findings.scale, findings.start, findings.judged, whole)


def _begun(match: Match, findings: Findings, seed: int, effort: float) -> Court:
    """What a finished match is judged by, with its start among the findings; raises Mistake like `review`."""
    court = court_for(match, seed, effort)
    if not findings.start:
        findings.begin(*judge_start(court, match))
    return replace(court, scale=findings.scale)


def _left(match: Match, findings: Findings) -> list[int]:
    """The moves that are not judged yet."""
    return [number for number in range(len(match.history)) if number not in findings.moves]


def court_for(match: Match, seed: int, effort: float) -> Court:
    """What a match is judged by, before its scale is known.

    Raises Mistake for a game that is not over and for a seed or an effort out of bounds.
    """
    if not match.over:
        raise Mistake("This game is not over: only finished games are reviewed.")
    low, high = EFFORTS
    if not low <= effort <= high:
        raise Mistake(f"An effort is a number from {low:g} to {high:g}, not {effort:g}.")
    return Court(
        seed=whole_number("A seed", seed, -(1 << 62), 1 << 62),
        scale=Scale(),
        budget=int(match.game.tuned.get("review", {}).get("rollouts", BUDGET) * effort),
        fine=FINE / sqrt(effort),
        luck_error=LUCK_ERROR / sqrt(effort),
    )


def judge_start(court: Court, match: Match) -> tuple[tuple[Worth, ...], Scale]:
    """By seat what the position before the first move is worth, and on which scale the match is judged."""
    then, players = match.at(0), match.players
    eyes = players if match.game.spec.has_secrets else 1
    sample = court.sample([Case(then.view(seat)) for seat in range(eyes)], 0, Purpose.START)
    while True:
        sample.double()
        means = sample.means
        values = [worths(means[:, seat % eyes])[seat] for seat in range(players)]
        scale = Scale()
        if players == 1 and values[0].wins == (1.0, 0.0):
            scale = Scale(max(1e-9, float(means[:, 0, 0, 1].std(ddof=1)) * sqrt(sample.batch)))
        largest = max(scale.share(value).error for value in values)
        if largest <= court.luck_error / 2 or 2 * sample.spent > court.budget:
            return tuple(values), scale


def judge(court: Court, match: Match, number: int) -> Judged | None:
    """What is to be said of a move of a match; None where nothing else could have been done."""
    then = match.at(number)
    actor, move = match.history[number]
    if len(then.ids) < 2:
        return None
    if actor == NATURE:
        return judge_chance(court, then, move)
    return judge_decision(court, then.view(actor), number, move)


def _judge_all(
    court: Court, match: Match, numbers: Sequence[int], jobs: int | None
) -> Iterator[Judged | None]:
    """Judge moves on several cores, in their order: compiled loops hold no lock."""
    jobs = whole_number("The number of cores", jobs or os.cpu_count() or 1, 1, 1024)
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(partial(judge, court, match), numbers)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
