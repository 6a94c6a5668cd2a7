"""Seats and their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from fathom5.bots.levels import SEPARATOR, is_level
from fathom5.core.errors import Mistake
from fathom5.text.language import say

PERSON, OPEN, BOT = "person", "open", "bot"
"""Kinds of seats: played by a person, free, played by a bot."""

STAND_IN = "seal"
"""The bot that plays for somebody who is not there."""

NAME_LENGTH = 20

MAX_BROWSERS = 8
"""How many browsers may act for a seat."""


@dataclass(frozen=True)
class Seat:
    """One seat: its name, who plays it, and the people whose browsers may act for it."""

    name: str = ""
    kind: str = OPEN
    level: str = ""
    people: tuple[str, ...] = ()
    ready: bool = False
    word: str = ""
    """What the seat adds to the seed of the room's luck."""
    away: bool = False
    """Whether somebody else let a bot play for it: then whoever comes back takes over."""
    renewed: int = 0
    """How often the link to it was renewed."""


def read_seat(content: Mapping[str, Any]) -> Seat:
    """A seat as an entry has it."""
    return Seat(**{**content, "people": tuple(content["people"])})


def clean_name(name: str) -> str:
    """A name without what a record cannot hold, cut to length; empty if nothing is left."""
    printable = "".join(c for c in name if c.isprintable() and c not in ',:;"[]')
    cleaned = " ".join(printable.split())[:NAME_LENGTH].strip()
    return "" if cleaned.lower() == "nature" else cleaned


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if it is taken: Ada, or Ada 2."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: NAME_LENGTH - 3]} {number}"
    return free


def written_seats(seats: Sequence[Seat]) -> dict[str, Any]:
    """All seats as an entry has them."""
    return {"seats": [asdict(seat) for seat in seats]}


def bot_seat(level: str, taken: Sequence[str]) -> Seat:
    """A seat for a bot of a level, under a name that is free."""
    name = level.partition(SEPARATOR)[0] if is_level(level) else level
    return Seat(free_name(name.capitalize(), taken), BOT, level, (), ready=True)


def without_seat(seats: Sequence[Seat], number: int, least: int) -> list[Seat]:
    """The seats without one that nobody has; raises Mistake if somebody has it or too few are left."""
    if seats[number].people:
        raise Mistake(say("Only an empty seat or a bot can be removed."))
    if len(seats) <= least:
        raise Mistake(say("The game needs {n} {n:seat|seats}.", n=least))
    return [seat for other, seat in enumerate(seats) if other != number]


def exchanged(seats: Sequence[Seat], mine: int, wanted: int) -> list[Seat]:
    """The seats after one changed places with another that no other person has; raises Mistake if one has."""
    if seats[wanted].people and not set(seats[wanted].people) & set(seats[mine].people):
        raise Mistake(say("This colour is taken by {name}.", name=seats[wanted].name))
    changed = list(seats)
    changed[mine], changed[wanted] = changed[wanted], changed[mine]
    return changed


def those_here(seats: Sequence[Seat], least: int, is_here: Callable[[tuple[str, ...]], bool]) -> list[Seat]:
    """The seats with which a game can begin at once.

    Empty seats go, or are played by bots if too few would be left; bots also play for people who are away,
    until they come back; whoever is here is ready.
    """
    ready: list[Seat] = []
    spare = len(seats) - least
    for seat in seats:
        if seat.kind == OPEN and spare > 0:
            spare -= 1
        elif seat.kind == OPEN:
            ready.append(bot_seat(STAND_IN, [other.name for other in (*seats, *ready)]))
        elif seat.kind == PERSON and not seat.ready and not is_here(seat.people):
            ready.append(replace(seat, kind=BOT, level=STAND_IN, away=True, ready=True))
        else:
            ready.append(replace(seat, ready=True))
    return ready
