"""What a guide says of a game: lessons about kinds of moves, and how points came about."""

from __future__ import annotations

from typing import NamedTuple

GOAL = "goal"
"""The lesson that comes before all others."""

ENOUGH = "enough"
"""What is learnt by whoever wants no more lessons."""


class Lesson(NamedTuple):
    """What somebody new is told when a kind of move first comes up: what it does, and why make it."""

    title: str
    text: str


class Sign(NamedTuple):
    """A sign on the board in text, and what it means."""

    sign: str
    meaning: str


class Line(NamedTuple):
    """One line of a score."""

    what: str
    points: int


class Rival(NamedTuple):
    """Whom the game itself plays against people, without a seat."""

    name: str
    place: int
    points: int
    lines: list[Line]
    """Its points line by line."""

    @property
    def title(self) -> str:
        """Its name at the beginning of a line."""
        return self.name[:1].upper() + self.name[1:]


def percent(part: int, whole: int) -> int:
    """So much of a hundred, never 0 or 100 unless it is certain."""
    if part in (0, whole):
        return 100 * part // max(1, whole)
    return min(99, max(1, round(100 * part / whole)))
