"""Pages about a visitor's own data: what is kept, taking it to another device, having it forgotten."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from fathom5.core.errors import Mistake
from fathom5.server import orders, scores
from fathom5.server.forms import COOKIES, LAYOUT_COOKIE, origin, redirect, refuse, set_cookies
from fathom5.server.handlers import Handlers, Url
from fathom5.server.seating import PERSON, STAND_IN
from fathom5.text.language import say


class People(Handlers):
    """Handlers of these pages."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/me", self.privacy),
            ("POST", "/me/forget", self.forget),
            ("GET", "/me/{key}", self.device),
            ("POST", "/me/{key}", self.use_device),
        ]

    async def privacy(self, request: Request) -> Response:
        """What is kept and why, with the link to one's tables."""
        person = request.state.visitor.person
        link = f"{origin(request)}/me/{self.app.keys.device(person)}" if person else ""
        return self.app.page(request, "privacy.html", link=link)

    async def device(self, request: Request) -> Response:
        """The form to use one's tables from another device."""
        self._linked_person(request)
        return self.app.page(request, "device.html")

    async def use_device(self, request: Request) -> Response:
        """Make the visitor's browser that of the person of a link."""
        response = redirect("/")
        set_cookies(request, response, person=self.app.keys.cookie(self._linked_person(request)))
        return response

    def _linked_person(self, request: Request) -> str:
        person = self.app.keys.person_of_device(request.path_params["key"])
        if person is None:
            refuse(404, say("This link to your tables is not complete. Copy it again."))
        return person

    async def forget(self, request: Request) -> Response:
        """Take the visitor out of all tables, and delete the cookies."""
        person = request.state.visitor.person
        if person:
            for room in await self.app.store.tables_of(person):
                await self._leave(room, person)
                await orders.forget(self.app.store, room, person)
            await scores.forget(self.app.store, person)
            await self.app.look_for_orders()
        response = redirect("/")
        for name in (*COOKIES.values(), LAYOUT_COOKIE):
            response.delete_cookie(name)
        return response

    async def _leave(self, room_id: str, person: str) -> None:
        """Let bots play on for a person, where a game goes on."""
        room = None
        with suppress(Mistake):
            room = await self.app.rooms.get(room_id)
        if room and not room.over:
            async with self.app.rooms.changing(room):
                for seat in room.seats_of(person):
                    if room.seats[seat].people == (person,) and room.seats[seat].kind == PERSON:
                        room.stand_in(seat, STAND_IN, person)
