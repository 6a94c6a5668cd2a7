"""The tables of a review, as terminals and pages show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fathom5.coach import telling
from fathom5.coach.evaluator import CONFIDENCE, Estimate
from fathom5.coach.judged import Decision, SeatSum
from fathom5.coach.sample import Worth
from fathom5.coach.verdicts import Verdict
from fathom5.text.language import decimal, say

if TYPE_CHECKING:
    from fathom5.coach.reviews import Review


class Row(NamedTuple):
    """A line: whom it is about, after how many moves if any, and its cells."""

    seat: int
    at: int | None
    cells: list[str]


class Table(NamedTuple):
    """Heads, that of the seat left out, and rows."""

    heads: list[str]
    rows: list[Row]


def amounts(review: Review, worth: Worth, signed: bool = False) -> list[str]:
    """A difference with its interval: in hundredths of a win unless only points count, and in points."""
    points = with_interval(worth.points, "+.1f")
    wins = hundredths(worth.wins, "+.1f" if signed else ".1f")
    return [points] if review.scale.in_points else [wins, points]


def hundredths(share: Estimate, spec: str) -> str:
    """A share of a win in hundredths, with its interval."""
    return with_interval(Estimate(100 * share.mean, 100 * share.error), spec)


def with_interval(value: Estimate, spec: str) -> str:
    """A value in a format, with how far its interval of 95 % reaches to each side."""
    return f"{decimal(value.mean, spec)} ±{decimal(CONFIDENCE * value.error, '.1f')}"


def _units(review: Review, in_wins: str) -> list[str]:
    return [say("in points")] if review.scale.in_points else [in_wins, say("in points")]


def decisions(review: Review) -> Table:
    """Every decision: what was played, what was best, what it cost."""
    units = _units(review, say("cost in % of a win"))
    heads = [say("move"), say("played"), say("best"), *units, say("class")]
    return Table(heads, [Row(each.seat, each.number, _decision(review, each)) for each in review.decisions])


def _decision(review: Review, decision: Decision) -> list[str]:
    costs = amounts(review, decision.cost)
    is_best = decision.verdict == Verdict.BEST
    return [
        str(decision.number + 1),
        telling.move_name(review, decision.number, decision.played),
        "=" if is_best else telling.move_name(review, decision.number, decision.best),
        *([""] * len(costs) if is_best else costs),
        f"{telling.verdict_name(decision.verdict)} {telling.sign(decision.verdict)}".strip(),
    ]


def luck(review: Review) -> Table:
    """Jokers and disasters."""
    units = _units(review, say("luck in % of a win"))
    rows = [
        Row(
            seat,
            chance.number,
            [
                str(chance.number + 1),
                telling.move_name(review, chance.number, chance.move),
                f"{telling.odds_text(chance.odds)} %",
                *amounts(review, chance.luck[seat], signed=True),
            ],
        )
        for chance, seat in telling.named_luck(review)
    ]
    return Table([say("move"), say("what came"), say("odds"), *units], rows)


def sums(review: Review) -> Table:
    """By seat where its result came from, in hundredths of a win or in points."""
    heads = [
        say("start"),
        say("luck"),
        say("own decisions"),
        say("others’ decisions"),
        say("seen later"),
        say("result"),
        say("without luck"),
        say("lost against the best"),
    ]
    return Table(heads, [Row(each.seat, None, _sum(review, each)) for each in review.sums])


def _sum(review: Review, found: SeatSum) -> list[str]:
    parts = (found.start, found.luck, found.own, found.others, found.later, found.result, found.adjusted)
    if review.scale.in_points:
        return [decimal(part.points.mean, ".1f") for part in (*parts, found.cost)]
    return [telling.total(part.wins) for part in (*parts, found.cost)]
