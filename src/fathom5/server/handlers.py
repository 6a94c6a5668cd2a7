"""What the handlers of all subjects have in common: finding a room, and how to answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fathom5.core.game import Game
from fathom5.fairness import Luck
from fathom5.server.forms import Form, origin, query_number, redirect, refuse, set_cookies
from fathom5.server.jobs import Conflict
from fathom5.server.pages import Perspective, perspective_of
from fathom5.server.room import Room, Start
from fathom5.server.seating import Seat
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.server.app import Application

ANY_ORIGIN = "http://origin.invalid"
"""Stands in what is kept for the address that the server is reached by."""

Handler = Callable[[Request], Awaitable[Response]]
Url = tuple[str, str, Handler]
"""A method, a path and what answers."""


class Handlers:
    """The handlers of one subject's URLs.

    A handler finds its visitor in `request.state.visitor`. It may raise HTTPException, Mistake and
    StoreUnavailable.
    """

    def __init__(self, app: Application) -> None:
        self.app = app

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        raise NotImplementedError

    async def requested_room(self, request: Request) -> Room:
        """The room in the path, with its visitor noted as here; raises an HTTPException if there is none."""
        room = await self.app.rooms.get(request.path_params["table"])
        if room is None:
            refuse(404, say("There is no such table."))
        request.state.came_back = await self.welcome(room, request.state.visitor.person)
        return room

    async def welcome(self, room: Room, person: str | None) -> bool:
        """Note that somebody is here; whoever comes back to a seat that a bot plays takes over.

        Returns whether somebody did.
        """
        if not person or not room.seats_of(person):
            return False
        await self.app.rooms.see(room, person)
        if not room.seats_replaced(person):
            return False
        async with self.app.rooms.changing(room):
            room.come_back(person)
        return True

    def perspective(self, request: Request, room: Room) -> Perspective:
        """Through whose eyes a visitor looks."""
        return perspective_of(room, request.state.visitor, query_number(request.query_params.get("seat")))

    def view(self, request: Request, room: Room) -> bytes:
        """The view of a visitor, kept for all names of this server at once."""
        view = self.app.pages.room(room, self.perspective(request, room), ANY_ORIGIN)
        return view.replace(ANY_ORIGIN.encode(), origin(request).encode())

    async def current(self, request: Request, room: Room, stale: bool = False) -> Response:
        """The present view for a script, with status 409 if it asked for another; a redirect for a form."""
        if "x-fathom5" in request.headers:
            async with room.lock:
                return HTMLResponse(self.view(request, room), 409 if stale else 200)
        seat = request.query_params.get("seat")
        query = "&".join([*([f"seat={quote(seat)}"] if seat else []), *(["stale=1"] if stale else [])])
        return redirect(f"/table/{room.id}" + (f"?{query}" if query else ""))

    def enter(self, request: Request, room: Room, person: str, name: str = "") -> Response:
        """A redirect to a room, with cookies for the person and the name."""
        response = redirect(f"/table/{room.id}")
        set_cookies(request, response, person=self.app.keys.cookie(person), name=quote(name))
        return response

    def promise(self) -> tuple[str, str]:
        """A token for a form that creates a room, and the commitment to the luck of that room."""
        token = self.app.keys.new_room()
        return token, Luck(self.app.keys.seed(self.app.keys.room_of(token) or "")).commitment

    async def create_committed(
        self,
        form: Form,
        game: Game,
        seats: list[Seat],
        options: dict[str, str],
        person: str,
        start: Start | None = None,
    ) -> Room:
        """A new room with the luck committed to in the form; with other luck if that room exists already."""
        room_id = self.app.keys.room_of(form.get("table", ""))
        if room_id:
            with suppress(Conflict):
                seed = self.app.keys.seed(room_id)
                return await self.app.rooms.create(game, seats, options, person, room_id, seed, start=start)
        return await self.app.rooms.create(game, seats, options, person, start=start)
