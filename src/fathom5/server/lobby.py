"""A room before its game: the form that creates it, and waiting for everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace

from starlette.requests import Request
from starlette.responses import Response

from fathom5.core.game import Game
from fathom5.server.fair import current_client
from fathom5.server.forms import (
    Form,
    default_players,
    form_number,
    not_found,
    read_form,
    refuse,
    requested_game,
    seats_from_form,
)
from fathom5.server.handlers import Handlers, Url
from fathom5.server.public import check_public, plain_name
from fathom5.server.room import Room
from fathom5.server.seating import (
    PERSON,
    STAND_IN,
    clean_name,
    exchanged,
    free_name,
    those_here,
    without_seat,
    written_seats,
)
from fathom5.server.terms import Terms, chosen_terms
from fathom5.server.wording import lesson_titles
from fathom5.text.language import say


class Lobby(Handlers):
    """Handlers of rooms before the start."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/new/{game}", self.new_room),
            ("POST", "/new/{game}", self.create_room),
            ("POST", "/deal/{game}", self.deal),
            ("POST", "/guided/{game}", self.create_guided_room),
            ("POST", "/table/{table}/ready", self.ready),
            ("POST", "/table/{table}/begin", self.begin),
            ("POST", "/table/{table}/remove", self.remove_seat),
            ("POST", "/table/{table}/colour", self.take_colour),
            ("POST", "/table/{table}/terms", self.set_terms),
        ]

    async def new_room(self, request: Request) -> Response:
        """The form that creates a room, with the commitment to its luck."""
        game, (token, commitment) = requested_game(request), self.promise()
        return self.app.page(
            request,
            "new.html",
            game=game,
            friends=request.query_params.get("with") == "friends",
            count=default_players(game),
            public=self.app.settings.public_tables,
            terms=Terms(),
            token=token,
            commitment=commitment,
        )

    async def create_room(self, request: Request) -> Response:
        """Create a room as the form says and redirect to it."""
        game, form = requested_game(request), await read_form(request)
        person = request.state.visitor.person or self.app.keys.new_person()
        seats = seats_from_form(game, form, person)
        options = {name: form[f"option.{name}"] for name in game.sheet.options if f"option.{name}" in form}
        terms = self._terms(form)
        if terms.public:
            check_public(self.app.rooms.loaded.values(), current_client.get())
        room = await self.create_committed(form, game, seats, options, person)
        if terms != room.terms:
            await self._put_terms(room, terms)
        return self.enter(request, room, person, _own_name(form))

    def _terms(self, form: Form) -> Terms:
        """The host's terms in a form; raises Mistake if they are none."""
        absence, clock = (form_number(form, name) if name in form else 0 for name in ("absence", "clock"))
        public = form.get("public") == "yes" and self.app.settings.public_tables
        return chosen_terms(absence, clock, public)

    async def deal(self, request: Request) -> Response:
        """Create a room for the visitor against friendly bots, and redirect to it."""
        return await self._against_bots(request, requested_game(request))

    async def create_guided_room(self, request: Request) -> Response:
        """Create a room for one person, bots and lessons, and redirect to it."""
        game = requested_game(request)
        if not lesson_titles(game):
            not_found()
        return await self._against_bots(request, game, guided=True)

    async def _against_bots(self, request: Request, game: Game, guided: bool = False) -> Response:
        visitor = request.state.visitor
        person = visitor.person or self.app.keys.new_person()
        bots = {f"seat.{number}": f"bot:{STAND_IN}" for number in range(1, default_players(game))}
        seats = seats_from_form(game, {"seat.0": "me", "name.0": visitor.name, **bots}, person)
        room = await self.app.rooms.create(game, seats, {}, person, guided=guided)
        return self.enter(request, room, person)

    async def ready(self, request: Request) -> Response:
        """Mark the visitor's seats as ready."""
        room, person = await self.requested_room(request), request.state.visitor.person
        word = clean_name((await read_form(request)).get("word", ""))
        if not room.seats_of(person):
            refuse(403, say("You have no seat at this table."))
        async with self.app.rooms.changing(room):
            room.set_ready(person, word)
        return await self.current(request, room)

    async def begin(self, request: Request) -> Response:
        """Start the game with those who are here."""
        room = await self.requested_room(request)
        async with self._arranging(room):
            _check_host(request, room)
            room.add("seats", value=written_seats(those_here(room.seats, room.least, room.presence.anybody)))
            room.start_if_ready()
        return await self.current(request, room)

    async def remove_seat(self, request: Request) -> Response:
        """Remove a seat that nobody has."""
        room, form = await self.requested_room(request), await read_form(request)
        async with self._arranging(room):
            _check_host(request, room)
            number = _seat_number(room, form)
            room.add("seats", value=written_seats(without_seat(room.seats, number, room.least)))
            room.start_if_ready()
        return await self.current(request, room)

    async def take_colour(self, request: Request) -> Response:
        """Give a seat of the visitor another colour, one that no other person has."""
        room, form = await self.requested_room(request), await read_form(request)
        async with self._arranging(room):
            mine, wanted = room.seats_of(request.state.visitor.person), _seat_number(room, form)
            if not mine:
                refuse(403, say("You have no seat at this table."))
            if room.given:
                refuse(400, say("Where a game goes on from a position, everybody keeps their colour."))
            room.add("seats", value=written_seats(exchanged(room.seats, mine[0], wanted)))
        return await self.current(request, room)

    @asynccontextmanager
    async def _arranging(self, room: Room) -> AsyncIterator[None]:
        """Change the seats of a room whose game has not begun; raises an HTTPException if it has."""
        async with self.app.rooms.changing(room):
            if room.match is not None:
                refuse(400, say("The game has begun."))
            yield

    async def set_terms(self, request: Request) -> Response:
        """Set when bots play for the absent, the time for a decision, and who may join."""
        room, form = await self.requested_room(request), await read_form(request)
        _check_host(request, room)
        await self._put_terms(room, self._terms(form))
        return await self.current(request, room)

    async def _put_terms(self, room: Room, terms: Terms) -> None:
        """Set the terms of a room; names at a public one are plain. Raises Mistake if there are too many."""
        if terms.public and not room.terms.public:
            check_public(self.app.rooms.loaded.values(), current_client.get())
            room.addresses[room.host] = current_client.get()
        async with self.app.rooms.changing(room):
            room.add("terms", value=terms.text)
            for number, seat in enumerate(room.seats if terms.public and room.match is None else ()):
                if seat.kind == PERSON and plain_name(seat.name) != seat.name:
                    taken = [other.name for other in room.seats]
                    name = free_name(plain_name(seat.name) or say("Guest"), taken)
                    room.add("seat", number, asdict(replace(seat, name=name)))


def _check_host(request: Request, room: Room) -> None:
    """Raises an HTTPException if the visitor is not the host of a room."""
    if not room.is_host(request.state.visitor.person):
        refuse(403, say("Only the host can do this."))


def _seat_number(room: Room, form: Form) -> int:
    """The seat that a form names; raises an HTTPException if there is none."""
    seat = form_number(form, "seat")
    if seat >= len(room.seats):
        refuse(400, say("There is no such seat."))
    return seat


def _own_name(form: Form) -> str:
    """The name that the visitor gave to their own seat; empty if they gave none."""
    mine = [name.removeprefix("seat.") for name, kind in form.items() if kind == "me"]
    return clean_name(form.get(f"name.{mine[0]}", "")) if mine else ""
