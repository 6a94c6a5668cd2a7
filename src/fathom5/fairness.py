"""Chance that anybody can check: nature's moves follow from a seed fixed before the first deal.

Whoever deals shows the SHA-256 of a secret seed first and the seed at the end. The formula stands
in docs/fairness.md, so that it can be followed without this module.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.core.rule import NATURE
from fathom5.match import Match
from fathom5.record import Record
from fathom5.text import words

CONTINUED = "Continued"
"""The header of a game that goes on from a position of another: after how many of its moves."""

SIZE = 1 << 256
"""How many numbers a digest can be."""


@dataclass(frozen=True)
class Luck:
    """Everything nature will do at one table: a secret seed, and the words of the people there."""

    seed: str
    words: str = ""

    @cached_property
    def commitment(self) -> str:
        """The fingerprint of the seed, which is shown before the first deal."""
        return hashlib.sha256(bytes.fromhex(self.seed)).hexdigest()

    def ticket(self, number: int, tickets: int) -> int:
        """The ticket of nature's move of this number, from 0 to tickets - 1, each equally likely."""
        for attempt in count():
            message = f"{number} {attempt} {self.words}".encode()
            drawn = int.from_bytes(hmac.digest(bytes.fromhex(self.seed), message, "sha256"))
            if drawn < SIZE - SIZE % tickets:
                return drawn % tickets
        raise AssertionError

    def draw(self, match: Match) -> int:
        """Nature's next move, by number; it is not played.

        Moves are counted among nature's own. These are never taken back, so whoever takes back a
        decision finds the same luck behind it as before.
        """
        return self._drawn(match, sum(actor == NATURE for actor, _ in match.history))[0]

    def _drawn(self, match: Match, number: int) -> tuple[int, int, int]:
        """The move with its ticket, and how many tickets there were."""
        sold = list(accumulate(match.weights))
        ticket = self.ticket(number, sold[-1])
        move = next(move for move, end in zip(match.ids, sold, strict=True) if ticket < end)
        return move, ticket, sold[-1]

    def check(self, match: Match) -> Iterator[Drawn]:
        """Each of nature's moves in a match beside what it has to be.

        Moves that were played in another game are left out: nobody promised anything about them here.
        """
        since = continued(match)
        walk, number = match.at(since), sum(actor == NATURE for actor, _ in match.history[:since])
        for place, (actor, move) in enumerate(match.history[since:], since + 1):
            if actor == NATURE:
                due, ticket, tickets = self._drawn(walk, number)
                name, decode = words(match.game).name, match.game.spec.nature.decode
                told = [name(walk.table, walk.box, decode(which)) for which in (move, due)]
                yield Drawn(place, number, ticket, tickets, *told)
                number += 1
            walk.play(move)


class Drawn(NamedTuple):
    """One of nature's moves: its place in the game, its number, its ticket, what it was and is due to be."""

    place: int
    number: int
    ticket: int
    tickets: int
    move: str
    due: str

    @property
    def follows(self) -> bool:
        """Whether it is the move that the seed gives."""
        return self.move == self.due


def fault(luck: Luck, promised: str, drawn: Iterable[Drawn]) -> str | None:
    """What is wrong with a luck and the moves that should come from it, in one sentence."""
    if promised and luck.commitment != promised:
        return f"The seed is not the one promised: its hash is {luck.commitment}, not {promised}."
    for one in drawn:
        if not one.follows:
            return (
                f"Move {one.place} does not follow from the seed: "
                f"it is “{one.move}” and had to be “{one.due}”."
            )
    if not promised:
        return "The moves follow from the seed, but nobody promised it: give --commitment."
    return None


def continued(match: Match) -> int:
    """How many of its moves a match says to have from another game; Mistake if that cannot be."""
    told = match.notes.get(CONTINUED, "0")
    if not (told.isascii() and told.isdigit() and len(told) < 10 and int(told) <= len(match.history)):
        raise Mistake(f"The header {CONTINUED} has to be a number of moves of this game, not “{told}”.")
    return int(told)


def luck_of(record: Record) -> Luck:
    """The luck that a record claims; Mistake if it has none."""
    seed = record.headers.get("Seed", "").lower()
    if not seed and "Commitment" in record.headers:
        raise Mistake("The seed is not in this record: it is shown when the game is over.")
    if not seed:
        raise Mistake("This record has no seed: nobody promised anything about its chance.")
    try:
        bytes.fromhex(seed)
    except ValueError:
        raise Mistake(f"Line {record.lines['Seed']}: a seed is written in hexadecimal digits.") from None
    return Luck(seed, record.headers.get("Words", ""))
