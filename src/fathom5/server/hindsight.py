"""A game looked back upon: through whose eyes, turn by turn, and what was in which hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from fathom5.core.rule import NATURE, STRANGER
from fathom5.match import Match
from fathom5.server.room import Room
from fathom5.text.guidance import Section

A_STRANGER, ALL_HANDS = "stranger", "open"
"""How addresses call the eyes of a stranger, and of somebody who sees every hand."""


@dataclass(frozen=True)
class Eyes:
    """Through whose eyes a game is looked back upon: a seat's, a stranger's, or with all hands open."""

    seat: int
    open: bool = False

    @property
    def name(self) -> str:
        """How addresses call them."""
        return ALL_HANDS if self.open else A_STRANGER if self.seat == STRANGER else str(self.seat)

    def seat_at(self, match: Match) -> int:
        """The seat whose view of a position is shown: with open hands, whoever decides or did so last."""
        if not self.open:
            return self.seat
        if match.actor is not None and match.actor >= 0:
            return match.actor
        return next((actor for actor, _ in reversed(match.history) if actor >= 0), STRANGER)

    def tales(self, match: Match) -> list[list[str]]:
        """The sentences about every move; with open hands, those of whoever was told most."""
        if not self.open:
            return match.tales(self.seat)
        each = zip(*(match.tales(seat) for seat in range(match.players)), strict=True)
        return [max(told, key=lambda sentences: sum(map(len, sentences))) for told in each]


def eyes_of(room: Room, usual: int, wanted: str) -> Eyes:
    """The eyes that a visitor asks for, or the usual ones; before the end only a stranger's can be had."""
    if wanted == A_STRANGER:
        return Eyes(STRANGER)
    if room.over and wanted == ALL_HANDS:
        return Eyes(STRANGER, open=True)
    if room.over and wanted in map(str, range(len(room.seats))):
        return Eyes(int(wanted))
    return Eyes(usual)


def turns(history: Sequence[tuple[int, int]]) -> list[int]:
    """The positions between turns, by moves played: the first, wherever another seat decides, and the last.

    Where one seat alone decides, every decision is a turn.
    """
    decided = [(number, actor) for number, (actor, _) in enumerate(history) if actor != NATURE]
    alone = len({actor for _, actor in decided}) == 1
    begun = [n for i, (n, actor) in enumerate(decided) if i and (alone or actor != decided[i - 1][1])]
    return sorted({0, *begun, len(history)})


class Told(NamedTuple):
    """A turn in a list of moves: whose it is, if anybody's, and the sentences by the move they follow."""

    seat: int | None
    moves: list[tuple[int, str]]


def told_turns(match: Match, eyes: Eyes) -> list[Told]:
    """All turns of a match that there is something to tell about."""
    history, tales, between = match.history, eyes.tales(match), turns(match.history)
    found = []
    for first, end in pairwise(between):
        seat = next((actor for actor, _ in history[first:end] if actor != NATURE), None)
        found.append(Told(seat, [(n + 1, " ".join(tales[n])) for n in range(first, end) if tales[n]]))
    return [turn for turn in found if turn.moves]


def hands(match: Match) -> list[list[Section]]:
    """For each seat what it alone sees of a position, in words."""
    public = {line for section in match.view(STRANGER).twin() for line in section.lines}
    return [
        [
            Section(section.title, own)
            for section in match.view(seat).twin()
            if (own := [line for line in section.lines if line not in public])
        ]
        for seat in range(match.players)
    ]
