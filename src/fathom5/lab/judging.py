"""Judging moves of many games, on any machine: the same task gives the same judgement everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from fathom5.coach.findings import judged_of, worths_of
from fathom5.coach.judged import Judged
from fathom5.coach.reviews import court_for, judge, judge_start
from fathom5.coach.sample import Worth
from fathom5.coach.verdicts import Scale
from fathom5.match import Match
from fathom5.record import Record

MOVES = 16
"""So many moves of a game a task judges at most."""

IN_WINS = Scale()
"""The scale of all games that can be won."""


@dataclass(frozen=True)
class JudgeTask:
    """Some moves of a game to be judged on a scale; without one, the start, which is what finds the scale."""

    game: int
    """Which of the games."""
    record: str
    scale: Scale | None = None
    first: int = 0
    moves: int = 0

    def chunks(self, scale: Scale, moves: int) -> Iterator[JudgeTask]:
        """The tasks that follow from a game's start, for so many moves."""
        for first in range(0, moves, MOVES):
            yield replace(self, scale=scale, first=first, moves=min(MOVES, moves - first))


@dataclass(frozen=True)
class Judgement:
    """What a task brought: what the start is worth to every seat and the scale, or judged moves."""

    start: tuple[Worth, ...] = ()
    scale: Scale = IN_WINS
    judged: tuple[Judged, ...] = ()

    def to_json(self) -> str:
        """All of it as text."""
        judged = [asdict(each) for each in self.judged]
        return json.dumps({"start": self.start, "scale": asdict(self.scale), "judged": judged})

    @classmethod
    def from_json(cls, text: str) -> Judgement:
        """What `to_json` wrote; raises ValueError, KeyError or TypeError for anything else."""
        content = json.loads(text)
        judged = tuple(judged_of(each) for each in content["judged"])
        return cls(worths_of(content["start"]), Scale(**content["scale"]), judged)


class MoveJudge:
    """Does tasks of judging, on any number of threads; it can be pickled and sent to another machine."""

    def __init__(self, seed: int, effort: float) -> None:
        self.seed, self.effort = seed, effort
        self.stopped = False

    def stop(self) -> None:
        """Give up the tasks in progress."""
        self.stopped = True

    def __call__(self, task: JudgeTask) -> Judgement:
        """What a task brings; raises Mistake for a record that cannot be played."""
        match = recorded(task.record)
        court = court_for(match, self.seed, self.effort)
        if task.scale is None:
            return Judgement(*judge_start(court, match))
        court, judged = replace(court, scale=task.scale), []
        for number in range(task.first, task.first + task.moves):
            if self.stopped:
                break
            judged.append(judge(court, match, number))
        return Judgement(judged=tuple(each for each in judged if each))


@lru_cache(maxsize=8)
def recorded(text: str) -> Match:
    """The match that a record tells, kept for the next task of the same game."""
    return Record.read(text).match()
