"""Pages about a visitor's own data: what is kept, taking it to another device, having it forgotten."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from fathom5.core.errors import Mistake
from fathom5.server import orders
from fathom5.server.forms import COOKIES, LAYOUT_COOKIE, origin, redirect, refuse, set_cookies
from fathom5.server.rooms import PERSON
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.server.app import Application

STAND_IN = "seal"
"""Who plays on for somebody who is forgotten."""

ALL_ROOMS = 100_000


class People:
    """The handlers of these pages."""

    def __init__(self, application: Application) -> None:
        self._app = application

    async def privacy(self, request: Request) -> Response:
        """What is kept and why, with the link to one's tables."""
        person = request.state.visitor.person
        link = f"{origin(request)}/me/{self._app.keys.device(person)}" if person else ""
        return self._app.page(request, "privacy.html", link=link)

    async def device(self, request: Request) -> Response:
        """The form to use one's tables from another device."""
        self._linked_person(request)
        return self._app.page(request, "device.html")

    async def use_device(self, request: Request) -> Response:
        """Make the visitor's browser that of the person of a link."""
        response = redirect("/")
        set_cookies(request, response, person=self._app.keys.cookie(self._linked_person(request)))
        return response

    def _linked_person(self, request: Request) -> str:
        person = self._app.keys.person_of_device(request.path_params["key"])
        if person is None:
            refuse(404, say("This link to your tables is not complete. Copy it again."))
        return person

    async def forget(self, request: Request) -> Response:
        """Take the visitor out of all tables, and delete the cookies."""
        person = request.state.visitor.person
        if person:
            for row in await self._app.store.rooms_of(person, ALL_ROOMS):
                await self._leave(row.id, person)
                await orders.forget(self._app.store, row.id, person)
            await self._app.look_for_orders()
        response = redirect("/")
        for name in (*COOKIES.values(), LAYOUT_COOKIE):
            response.delete_cookie(name)
        return response

    async def _leave(self, room_id: str, person: str) -> None:
        """Let bots play on for a person, where a game goes on."""
        room = None
        with suppress(Mistake):
            room = await self._app.rooms.get(room_id)
        if room and not room.over:
            async with self._app.rooms.changing(room):
                for seat in room.seats_of(person):
                    if room.seats[seat].people == (person,) and room.seats[seat].kind == PERSON:
                        room.stand_in(seat, STAND_IN, person)
