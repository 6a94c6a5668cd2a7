"""Who sits where: invitations, links to seats, and bots that stand in."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from fathom5.bots import find_bot
from fathom5.server.fair import current_client
from fathom5.server.forms import form_number, origin, read_form, redirect, refuse
from fathom5.server.handlers import Handlers, Url
from fathom5.server.public import PUBLIC_KEY, plain_name, take_place
from fathom5.server.room import Room
from fathom5.server.seating import OPEN, clean_name
from fathom5.server.wording import told_room
from fathom5.text.language import say


class Seats(Handlers):
    """Handlers of seats."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/join/{table}/{key}", self.invitation),
            ("POST", "/join/{table}/{key}", self.join),
            ("GET", "/seat/{table}/{seat:int}/{key}", self.seat_link),
            ("POST", "/seat/{table}/{seat:int}/{key}", self.claim_seat),
            ("POST", "/table/{table}/renew", self.renew_link),
            ("POST", "/table/{table}/stand-in", self.stand_in),
            ("POST", "/table/{table}/emote", self.show_emote),
        ]

    async def invitation(self, request: Request) -> Response:
        """The form to take an open seat."""
        room = await self._invited_room(request)
        if room.seats_of(request.state.visitor.person):
            return redirect(f"/table/{room.id}")
        return self.app.page(
            request,
            "join.html",
            room=room,
            open=OPEN,
            title=say("Come and play {game}", game=room.game.title),
            sentence=told_room(room),
            origin=origin(request),
        )

    async def join(self, request: Request) -> Response:
        """Take an open seat."""
        room, form = await self._invited_room(request), await read_form(request)
        person = request.state.visitor.person or self.app.keys.new_person()
        name = clean_name(form.get("name", ""))
        if not room.seats_of(person):
            async with self.app.rooms.changing(room):
                if room.terms.public:
                    name = plain_name(name)
                    take_place(room, person, current_client.get())
                room.sit(person, name or say("Guest"), clean_name(form.get("word", "")))
                room.set_ready(person)
        return self.enter(request, room, person, name)

    async def _invited_room(self, request: Request) -> Room:
        room, key = await self.requested_room(request), request.path_params["key"]
        is_public = key == PUBLIC_KEY and room.terms.public and self.app.settings.public_tables
        if not is_public and not self.app.keys.is_invitation(room.id, key):
            refuse(404, say("This invitation is not complete. Ask for the link again."))
        return room

    async def seat_link(self, request: Request) -> Response:
        """The form to use a seat from another device."""
        room, seat = await self._linked_seat(request)
        return self.app.page(request, "return.html", room=room, seat=room.seats[seat])

    async def claim_seat(self, request: Request) -> Response:
        """Let the visitor act for the seat of a link."""
        room, seat = await self._linked_seat(request)
        person = request.state.visitor.person or self.app.keys.new_person()
        async with self.app.rooms.changing(room):
            room.add_person(seat, person)
        return self.enter(request, room, person, room.seats[seat].name)

    async def _linked_seat(self, request: Request) -> tuple[Room, int]:
        room, seat = await self.requested_room(request), request.path_params["seat"]
        key, known = request.path_params["key"], seat < len(room.seats)
        if not known or not self.app.keys.is_seat(room.id, seat, key, room.seats[seat].renewed):
            refuse(404, say("This link to a seat is not complete. Copy it again."))
        return room, seat

    async def renew_link(self, request: Request) -> Response:
        """End the link to one of the visitor's seats, and make a new one."""
        room, form = await self.requested_room(request), await read_form(request)
        person, seat = request.state.visitor.person, form_number(form, "seat")
        if seat not in room.seats_of(person):
            refuse(403, say("This is not your seat."))
        async with self.app.rooms.changing(room):
            room.renew_link(seat, person)
        return await self.current(request, room)

    async def stand_in(self, request: Request) -> Response:
        """Let a bot play a seat, or give the seat back to its person."""
        room, form = await self.requested_room(request), await read_form(request)
        person, seat, level = request.state.visitor.person, form_number(form, "seat"), form.get("level", "")
        if not 0 <= seat < len(room.seats):
            refuse(400, say("There is no such seat."))
        if not room.is_host(person) and person not in room.seats[seat].people:
            refuse(403, say("Only the host can do this."))
        if level:
            find_bot(level, game=room.game)
        async with self.app.rooms.changing(room):
            room.stand_in(seat, level, person)
        return await self.current(request, room)

    async def show_emote(self, request: Request) -> Response:
        """Show one of a few signs to everybody at the table, for one of the visitor's seats."""
        room, form = await self.requested_room(request), await read_form(request)
        mine = room.seats_of(request.state.visitor.person)
        if not mine:
            refuse(403, say("You have no seat at this table."))
        seat = room.actor if room.actor in mine else mine[0]
        assert seat is not None
        await self.app.rooms.show(room, seat, form.get("emote", ""))
        return await self.current(request, room)
