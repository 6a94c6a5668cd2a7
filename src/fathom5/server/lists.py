"""What a list of rooms shows of each, from its summary."""

from __future__ import annotations

import json
from dataclasses import dataclass

from fathom5.core.game import Game

WAITING, PLAYING, OVER = "waiting", "playing", "over"
"""The states of a room: before, during and after its game."""


@dataclass(frozen=True)
class ListedSeat:
    """A seat, by its name."""

    name: str


@dataclass(frozen=True)
class ListedRoom:
    """A room as a list shows it to one person, with the names that a `Room` has for the same."""

    id: str
    game: Game
    seats: list[ListedSeat]
    match: bool
    """Whether the game has begun."""
    over: bool
    mine: bool
    """Whether the person is to move."""

    @property
    def actor(self) -> bool | None:
        """True if the person is to move."""
        return self.mine or None


def listed_room(room_id: str, game: Game, summary: str, person: str) -> ListedRoom:
    """A room from its summary, as a person may see it."""
    content = json.loads(summary)
    seats, state = [ListedSeat(name) for name in content["names"]], content["state"]
    return ListedRoom(room_id, game, seats, state != WAITING, state == OVER, person in content["turn"])
