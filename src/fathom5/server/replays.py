"""A game looked back upon: replay, pictures, record and rematch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from fathom5.core.rule import STRANGER
from fathom5.draw.flat import flat
from fathom5.match import Match
from fathom5.server.forms import origin, query_number, redirect, refuse
from fathom5.server.handlers import Handlers, Url
from fathom5.server.hindsight import Eyes, eyes_of, hands, told_turns, turns
from fathom5.server.jobs import Conflict
from fathom5.server.pages import Perspective
from fathom5.server.room import Room
from fathom5.text.language import say
from fathom5.view import View

PICTURE_WIDTH = 1200
"""Pixels across a PNG of a position."""


class Past(NamedTuple):
    """A position of a game, and through whose eyes it is seen."""

    room: Room
    match: Match
    """It stands at the position."""
    whole: Match
    """It stands at the end, or where the game has got to."""
    eyes: Eyes
    perspective: Perspective
    stamp: object

    @property
    def at(self) -> int:
        """The number of moves before it."""
        return len(self.match.history)


class Replays(Handlers):
    """Handlers of rooms after the game."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/table/{table}/replay", self.replay),
            ("GET", "/table/{table}/picture.svg", self.svg),
            ("GET", "/table/{table}/picture.png", self.png),
            ("GET", "/table/{table}/record", self.record),
            ("POST", "/table/{table}/rematch", self.rematch),
        ]

    async def _past(self, request: Request) -> Past:
        """The position and the eyes that a visitor asks for, as far as they are allowed."""
        room, query = await self.requested_room(request), request.query_params
        if room.match is None:
            refuse(400, say("The game has not begun."))
        async with room.lock:
            perspective = replace(self.perspective(request, room), passing=None)
            eyes = eyes_of(room, perspective.seat, query.get("eyes", ""))
            total = len(room.match.history)
            match = room.match.at(min(total, query_number(query.get("at")) or 0))
            perspective = replace(perspective, seat=eyes.seat_at(match))
            return Past(room, match, room.match.copy(), eyes, perspective, room.stamp)

    async def replay(self, request: Request) -> Response:
        """The game after any move, as the visitor may see it; for a script what changes from move to move."""
        past, visitor, site = await self._past(request), request.state.visitor, origin(request)
        key = (past.room.id, past.at, past.eyes, past.perspective)
        if "x-fathom5" in request.headers:
            part = self.app.pages.part
            step = await self._made(("step", *key), past, lambda: part("_replay.html", **_position(past)))
            return HTMLResponse(step)
        moves = await self._told(past)

        def render() -> str:
            content = {**_position(past), "moves": moves, "origin": site}
            return self.app.pages.page("replay.html", visitor, request.url.path, **content)

        return HTMLResponse(await self._made(("replay", *key, visitor, site), past, render))

    async def _told(self, past: Past) -> str:
        """The list of all moves as the eyes know them, as HTML."""
        key = ("moves", past.room.id, past.eyes, past.perspective.language)

        def render() -> str:
            turns = told_turns(past.whole, past.eyes)
            return self.app.pages.part("_moves.html", room=past.room, eyes=past.eyes, turns=turns)

        return await self._made(key, past, render)

    async def _made(self, key: tuple[object, ...], past: Past, render: Callable[[], str]) -> str:
        """What is rendered of a past, once for each state of its room, in a thread."""
        text: str | None = self.app.pages.cache.get(key, past.stamp)
        if text is None:
            text = self.app.pages.cache.put(key, await self.app.rooms.workshop.run(render), past.stamp)
        return text

    async def svg(self, request: Request) -> Response:
        """A picture of any position as SVG."""
        past = await self._past(request)
        return _picture(past, await self._drawn(past), "svg", "image/svg+xml")

    async def png(self, request: Request) -> Response:
        """A picture of any position as PNG."""
        past = await self._past(request)
        image = await self.app.images.png(await self._drawn(past), PICTURE_WIDTH)
        return _picture(past, image, "png", "image/png")

    async def _drawn(self, past: Past) -> str:
        """The board of a position, without what can be done there."""
        key = ("picture", past.room.id, past.at, past.perspective.seat, past.perspective.language)
        return await self._made(key, past, lambda: flat(_view(past).svg()))

    async def record(self, request: Request) -> Response:
        """The record of a finished game as a download."""
        room = await self.requested_room(request)
        if room.match is None or not room.over:
            refuse(403, say("The record is open when the game is over."))
        name = f"{room.game.name}-{room.match.notes['Date']}.f5"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        key, stamp, match = ("record", room.id), room.stamp, room.match.copy()
        text: str | None = self.app.pages.cache.get(key, stamp)
        if text is None:
            text = self.app.pages.cache.put(
                key, await self.app.rooms.workshop.run(lambda: str(match.record())), stamp
            )
        return PlainTextResponse(text, headers=headers)

    async def rematch(self, request: Request) -> Response:
        """Create a room for the same people, seats rotated by one, unless it exists; redirect to it."""
        room, person = await self.requested_room(request), request.state.visitor.person
        if not room.over or not room.seats_of(person):
            refuse(403, say("A rematch is for the people at a finished table."))
        if not room.rematch:
            alone = {other for seat in room.seats for other in seat.people} == {person}
            first, *others = (
                replace(seat, ready=alone or person in seat.people, word="") for seat in room.seats
            )
            room_id = self.app.keys.rematch(room.id)
            with suppress(Conflict):
                await self.app.rooms.create(
                    room.game, [*others, first], room.options, person, room_id, self.app.keys.seed(room_id)
                )
            async with self.app.rooms.changing(room):
                if not room.rematch:
                    room.add("rematch", value=room_id)
        return redirect(f"/table/{room.rematch}")


def _picture(past: Past, content: str | bytes, kind: str, media_type: str) -> Response:
    name = f"{past.room.game.name}-{past.at}.{kind}"
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Cache-Control": "private, max-age=3600" if past.room.over else "no-store",
        "Vary": "Cookie, Accept-Language",
    }
    return Response(content, media_type=media_type, headers=headers)


def _view(past: Past) -> View:
    """What the eyes see of the position, without moves to make."""
    view = past.match.view(past.perspective.seat)
    view.ids = ()
    return view


def _position(past: Past) -> dict[str, Any]:
    """All that the page of a position shows of it."""
    match, seat, view = past.match, past.perspective.seat, _view(past)
    seats = range(match.players)
    total, between = len(past.whole.history), turns(past.whole.history)
    told = match.tales(seat, past.at - 1)[0] if past.at else []
    return {
        "room": past.room,
        "perspective": past.perspective,
        "eyes": past.eyes,
        "at": past.at,
        "total": total,
        "turns": between,
        "turn_back": max((turn for turn in between if turn < past.at), default=0),
        "turn_on": min((turn for turn in between if turn > past.at), default=total),
        "view": view,
        "sentences": told,
        "hands": list(enumerate(hands(match))) if past.eyes.open else [],
        "tallies": [view.tally(seat) for seat in seats] if match.over else [],
        "places": match.places,
        "rival": view.rival(),
        "stranger": STRANGER,
    }
