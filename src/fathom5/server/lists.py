"""What lists show of rooms: a summary of each is kept with it, so that no room is rebuilt to be listed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from fathom5.core.game import Game

WAITING, PLAYING, OVER = "waiting", "playing", "over"
"""The states of a room: before, during and after its game."""

MY_TURN, UNDER_WAY, FINISHED = range(3)
"""The sections of a person's list, in their order."""


class Summary(NamedTuple):
    """What is kept for lists with a change of a room."""

    text: str = ""
    """JSON that `listed_room` reads; empty: to be written when it is first needed."""
    turn: tuple[str, ...] = ()
    """The people who may decide now."""
    over: bool = False
    newcomers: tuple[str, ...] = ()
    """The people who sit there from now on."""
    public: bool = False
    """Whether anybody may join."""

    def section(self, person: str) -> int:
        """Where the list of a person has it."""
        return MY_TURN if person in self.turn else FINISHED if self.over else UNDER_WAY


NO_SUMMARY = Summary()
"""For a room whose summary is to be written later."""


@dataclass(frozen=True)
class ListedSeat:
    """A seat as one person may see it in a list."""

    number: int
    name: str
    kind: str
    level: str
    friend: str
    """The first of its people; only ever compared, never shown."""
    mine: bool
    score: int | None
    """Points that everybody can see; None before the start."""
    place: int | None
    """None until the game is over."""


@dataclass(frozen=True)
class ListedRoom:
    """A room as a list shows it to one person."""

    id: str
    game: Game
    seats: list[ListedSeat]
    state: str
    section: int
    changed: float
    version: int
    actor: int | None
    continued: bool = False
    """Whether it went on from a position of another game."""
    put_away: bool = False

    @property
    def over(self) -> bool:
        return self.state == OVER

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""
        return self.state != WAITING

    @property
    def my_turn(self) -> bool:
        return self.section == MY_TURN

    @property
    def mine(self) -> ListedSeat | None:
        """The seat of the person, if it is one."""
        mine = [seat for seat in self.seats if seat.mine]
        return mine[0] if len(mine) == 1 else None

    @property
    def decides(self) -> str:
        """The name of the seat that decides; empty if none does."""
        known = self.actor is not None and 0 <= self.actor < len(self.seats)
        return self.seats[self.actor].name if known and self.actor is not None else ""

    @property
    def winners(self) -> list[str]:
        """The names of those who came first."""
        return [seat.name for seat in self.seats if seat.place == 1]

    @property
    def open_seats(self) -> int:
        """How many seats are free."""
        return sum(not seat.name for seat in self.seats)

    @property
    def day(self) -> str:
        """The day of the last change, as a machine writes it."""
        return datetime.fromtimestamp(self.changed, UTC).date().isoformat()

    @property
    def moment(self) -> str:
        """The time of the last change, as a machine writes it."""
        return datetime.fromtimestamp(self.changed, UTC).isoformat(timespec="seconds")


class Listed(NamedTuple):
    """A room as the store lists it for a person."""

    id: str
    game: str
    summary: str
    section: int
    changed: float
    put_away: bool


def listed_room(row: Listed, game: Game, person: str | None) -> ListedRoom:
    """A room from its summary, as a person may see it."""
    content = json.loads(row.summary)
    seats = [
        ListedSeat(
            number,
            seat["name"],
            seat["kind"],
            seat["level"],
            friend=seat["people"][0] if seat["people"] else "",
            mine=person in seat["people"],
            score=content["scores"][number] if content["scores"] else None,
            place=content["places"][number] if content["places"] else None,
        )
        for number, seat in enumerate(content["seats"])
    ]
    return ListedRoom(
        row.id,
        game,
        seats,
        content["state"],
        row.section,
        row.changed,
        version=content["version"],
        actor=content["actor"],
        continued=content["continued"],
        put_away=bool(row.put_away),
    )
