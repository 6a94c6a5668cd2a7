"""What the coach says of an answer to a drill."""

from __future__ import annotations

from typing import NamedTuple

from fathom5.coach.drills import Answer, Drill
from fathom5.coach.evaluator import CONFIDENCE
from fathom5.text.language import decimal, say


class JudgedMove(NamedTuple):
    """An open move as it is told after the answer."""

    name: str
    percent: int
    """The chance to win with it, in hundredths."""
    give: str
    """How far the true one may be off to each side, in hundredths."""
    is_best: bool
    is_chosen: bool

    @property
    def marks(self) -> list[str]:
        """What is special about it, in words."""
        said = [(say("best move"), self.is_best), (say("your move"), self.is_chosen)]
        return [mark for mark, holds in said if holds]


def sentence(drill: Drill, chosen: int) -> str:
    """One sentence about an answer; raises Mistake for a move that is not open."""
    answer, best = drill.answer(chosen), drill.best
    told = {"best": drill.view.name(best.move), "win": percent(best)}
    if answer is best:
        return say(
            "Yes: with “{best}” you win {win} % of the time, with the next best move {next} %.",
            next=percent(drill.answers[1]),
            **told,
        )
    return say(
        "The coach would play “{best}”: it wins {win} % of the time, “{chosen}” {left} %.",
        chosen=drill.view.name(chosen),
        left=percent(answer),
        **told,
    )


def rows(drill: Drill, chosen: int) -> list[JudgedMove]:
    """Every open move, the best first."""
    return [
        JudgedMove(
            drill.view.name(each.move),
            percent(each),
            decimal(100 * CONFIDENCE * each.worth.error, ".1f"),
            each is drill.best,
            each.move == chosen,
        )
        for each in drill.answers
    ]


def percent(answer: Answer) -> int:
    """The chance to win with a move, in hundredths."""
    return round(100 * answer.worth.mean)
