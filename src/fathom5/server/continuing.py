"""Playing on from a position of a finished game, against bots or with friends, in a room of its own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fathom5.match import Match
from fathom5.server.forms import form_number, query_number, read_form, refuse, seats_from_form
from fathom5.server.handlers import Handlers, Url
from fathom5.server.room import Room, Start
from fathom5.server.seating import BOT
from fathom5.text.language import say

USUAL_BOT = "seal"
"""Who plays a seat of somebody else, unless another is chosen."""


class Continuing(Handlers):
    """Handlers of rooms that begin with a position of another."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/table/{table}/continue", self.choose_seats),
            ("POST", "/table/{table}/continue", self.play_on),
        ]

    async def choose_seats(self, request: Request) -> Response:
        """The form that asks who plays which seat from here on."""
        room, match = await self._finished(request)
        at = _playable(match, query_number(request.query_params.get("at")) or 0)
        actor = match.at(at).actor
        mine = room.seats_of(request.state.visitor.person)
        first = mine[0] if mine else actor if actor is not None and actor >= 0 else 0
        usual = [
            "me" if number == first else f"bot:{seat.level if seat.kind == BOT else USUAL_BOT}"
            for number, seat in enumerate(room.seats)
        ]
        token, commitment = self.promise()
        return self.app.page(
            request, "continue.html", room=room, at=at, usual=usual, token=token, commitment=commitment
        )

    async def play_on(self, request: Request) -> Response:
        """Create a room that begins with the position, and redirect to it."""
        (room, match), form = await self._finished(request), await read_form(request)
        start = Start.of(match, _playable(match, form_number(form, "at")))
        person = request.state.visitor.person or self.app.keys.new_person()
        seats = seats_from_form(room.game, form, person)
        if len(seats) != len(room.seats):
            refuse(400, say("At this position {n} play.", n=len(room.seats)))
        new = await self.create_committed(form, room.game, seats, room.options, person, start)
        return self.enter(request, new, person, next(seat.name for seat in seats if person in seat.people))

    async def _finished(self, request: Request) -> tuple[Room, Match]:
        """The requested room and its match; raises an HTTPException unless it is over."""
        room = await self.requested_room(request)
        if room.match is None or not room.over:
            refuse(403, say("A game can be played on from when it is over."))
        return room, room.match


def _playable(match: Match, moves: int) -> int:
    """A number of moves after which the game goes on: the last position is over."""
    return min(moves, len(match.history) - 1)
