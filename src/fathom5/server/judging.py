"""In a worker: judging some moves of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fathom5.coach.findings import Findings
from fathom5.coach.reviews import judge_more
from fathom5.core.game import find_game
from fathom5.match import Match

NEEDED = ("evaluate", "heuristic")
"""The loops that it takes, besides those of a match."""


class Played(NamedTuple):
    """A game as workers are told of it."""

    game: str
    rules: str
    """The version of the rules that it was played by."""
    options: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    history: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, match: Match) -> Played:
        """A match of a box that is an edition of its game."""
        options, history = tuple(match.options.items()), tuple(match.history)
        return cls(match.game.name, match.sheet.rules, options, tuple(match.names), history)


@lru_cache(4)
def replayed(played: Played) -> Match:
    """The match once more."""
    game = find_game(played.game)
    match = Match(
        game,
        len(played.names),
        nature="manual",
        options=dict(played.options),
        box=game.edition(played.rules),
        names=played.names,
    )
    for _, move in played.history:
        match.play(move)
    return match


def judge_some(played: Played, lines: Sequence[str], effort: float, seconds: float) -> list[str]:
    """What is found next about a game, after what the lines tell, in about so many seconds."""
    findings, found = Findings(lines), list[str]()
    findings.keep = found.append
    judge_more(replayed(played), findings, seconds, effort=effort)
    return found
