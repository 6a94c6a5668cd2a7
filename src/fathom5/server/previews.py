"""Pictures of rooms: small ones for lists, large ones for previews of links, and QR codes of invitations."""

from __future__ import annotations

import segno
from starlette.requests import Request
from starlette.responses import Response

from fathom5.core.rule import STRANGER
from fathom5.server import pages
from fathom5.server.forms import not_found, origin, refuse, requested_game
from fathom5.server.handlers import Handlers, Url
from fathom5.server.room import Room
from fathom5.text.language import say

PREVIEW_WIDTH = 1200
"""Pixels across that programs which show previews ask for."""

QUIET_ZONE = 2
"""Modules of white around a QR code; the page adds more."""


class Previews(Handlers):
    """Handlers of pictures of rooms."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/art/{game}.png", self.cover),
            ("GET", "/table/{table}/small.svg", self.small),
            ("GET", "/table/{table}/preview.png", self.preview),
            ("GET", "/join/{table}/{key}/qr.svg", self.qr_code),
        ]

    async def cover(self, request: Request) -> Response:
        """The cover of a game as PNG."""
        return await self._png(await self.app.rendered(request, pages.game_picture, requested_game(request)))

    async def small(self, request: Request) -> Response:
        """The board as the visitor may see it, without anything to press."""
        room = await self._found_room(request)
        svg = await self._board(request, room, self.perspective(request, room).seat)
        return Response(svg, media_type="image/svg+xml")

    async def preview(self, request: Request) -> Response:
        """The board as a stranger sees it, as PNG."""
        return await self._png(await self._board(request, await self._found_room(request), STRANGER))

    async def _png(self, svg: str) -> Response:
        image = await self.app.images.png(svg, PREVIEW_WIDTH)
        return Response(image, media_type="image/png", headers={"Cache-Control": "public, max-age=300"})

    async def _found_room(self, request: Request) -> Room:
        """The room in the path; looking at its picture does not count as being there."""
        room = await self.app.rooms.get(request.path_params["table"])
        if room is None:
            refuse(404, say("There is no such table."))
        return room

    async def _board(self, request: Request, room: Room, seat: int) -> str:
        """The board of a seat as SVG, drawn in a thread and kept until the room changes.

        Before the start it is the cover.
        """
        if room.match is None:
            return await self.app.rendered(request, pages.game_picture, room.game)
        key, stamp = ("board", room.id, seat, request.state.visitor.language), room.stamp
        svg: str | None = self.app.pages.cache.get(key, stamp)
        if svg is None:
            async with room.lock:
                view = room.match.view(seat)
            view.ids = ()
            svg = self.app.pages.cache.put(key, await self.app.rooms.workshop.run(view.svg), stamp)
        return svg

    async def qr_code(self, request: Request) -> Response:
        """The link of an invitation as a QR code."""
        room, key = await self._found_room(request), request.path_params["key"]
        if not self.app.keys.is_invitation(room.id, key):
            not_found()
        link = f"{origin(request)}/join/{room.id}/{key}"
        code = segno.make_qr(link, error="m")
        svg = code.svg_inline(scale=4, border=QUIET_ZONE, dark="#0b2742", light="#ffffff", omitsize=True)
        svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return Response(svg, media_type="image/svg+xml")
