"""What happens when somebody keeps a table waiting, as its host has set: a bot plays on, or decides once."""

from __future__ import annotations

import time
from contextlib import suppress

from fathom5.core.errors import Mistake
from fathom5.server.jobs import StoreUnavailable
from fathom5.server.room import Room
from fathom5.server.rooms import Rooms, Stale
from fathom5.server.seating import PERSON, STAND_IN

THE_HOUSE = "house"
"""Who replaces the absent; no person is called so."""


def waited_for(room: Room) -> int | None:
    """The seat of a person who is to decide; None if there is none."""
    actor = room.actor
    return actor if actor is not None and actor >= 0 and room.seats[actor].kind == PERSON else None


def is_absent(room: Room, seat: int) -> bool:
    """Whether the people of a seat have been away for longer than the host allows."""
    limit, people = room.terms.absence, room.seats[seat].people
    if not limit or not room.presence.is_known or room.presence.anybody(people):
        return False
    unseen = room.presence.unseen_for(people)
    return (time.time() - room.asked_at if unseen is None else unseen) >= limit


def is_late(room: Room) -> bool:
    """Whether the decision that is asked for has taken longer than the host allows."""
    return bool(room.terms.clock) and time.time() - room.asked_at >= room.terms.clock


async def look_after(rooms: Rooms) -> None:
    """Let bots play for those who are absent or late, in all rooms that are loaded."""
    for room in list(rooms.loaded.values()):
        seat = waited_for(room)
        if seat is None or not (room.terms.absence or room.terms.clock):
            continue
        with suppress(Stale, StoreUnavailable, Mistake):
            if is_absent(room, seat):
                async with rooms.changing(room, room.version):
                    room.stand_in(seat, STAND_IN, THE_HOUSE)
            elif is_late(room) and room.late != room.version:
                room.late = room.version
                rooms.on_change(room)
