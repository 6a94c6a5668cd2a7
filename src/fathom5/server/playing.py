"""A game being played: its page, its live views, and what its players do."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from fathom5.core.errors import Mistake
from fathom5.core.rule import NATURE, STRANGER
from fathom5.server import pages
from fathom5.server.fair import FairTurns, current_client
from fathom5.server.forms import (
    Form,
    form_number,
    form_numbers,
    origin,
    query_number,
    read_form,
    redirect,
    refuse,
)
from fathom5.server.handlers import Handlers, Url
from fathom5.server.jobs import StoreUnavailable
from fathom5.server.live import stream
from fathom5.server.offers import basket_moves
from fathom5.server.room import Room
from fathom5.server.rooms import Stale
from fathom5.server.signals import Signals
from fathom5.server.wording import told_room
from fathom5.text.language import say, speaking

if TYPE_CHECKING:
    from fathom5.server.app import Application


class Playing(Handlers):
    """Handlers of rooms during the game."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._render_turns = FairTurns()

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/table/{table}", self.room),
            ("GET", "/table/{table}/live", self.live),
            ("POST", "/table/{table}/move", self.move),
            ("POST", "/table/{table}/learn", self.finish_lesson),
            ("POST", "/table/{table}/pass", self.pass_on),
            ("POST", "/table/{table}/undo", self.undo),
            ("GET", "/table/{table}/hint", self.hint),
            ("POST", "/table/{table}/hints", self.allow_hints),
        ]

    async def room(self, request: Request) -> Response:
        """The page of a room as the visitor may see it."""
        room, query = await self.requested_room(request), request.query_params
        notice = say("The table has moved on; this is how it stands.") if "stale" in query else ""
        if request.state.came_back:
            notice = say("A bot played for you while you were away. The seat is yours again.")
        async with room.lock:
            perspective = self.perspective(request, room)
            if "why" in query and room.match and perspective.seat != STRANGER:
                notice = pages.explain_move(room.match.view(perspective.seat), query["why"][:80])
                if "x-fathom5" in request.headers:
                    return PlainTextResponse(notice)
            return self.app.page(
                request,
                "room.html",
                room=room,
                notice=notice,
                perspective=perspective,
                origin=origin(request),
                sentence=told_room(room),
                content=self.view(request, room).decode(),
                waits=not room.over and room.actor not in perspective.mine,
            )

    async def live(self, request: Request) -> Response:
        """The stream of views of a room."""
        room = await self.requested_room(request)
        last_sent = request.headers.get("last-event-id") or request.query_params.get("since", "")

        listening_since = time.monotonic()
        person, turn = request.state.visitor.person, self._render_turns.of(current_client.get())

        def render() -> bytes:
            if room.changed_at > listening_since:
                self.app.metrics.push_seconds.observe(time.monotonic() - room.changed_at)
            with speaking(request.state.visitor.language):
                return self.view(request, room)

        async def still_here() -> None:
            with suppress(StoreUnavailable, Stale, Mistake):
                await self.welcome(room, person)

        return StreamingResponse(
            stream(room, query_number(last_sent), render, turn, still_here, Signals(room)),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def move(self, request: Request) -> Response:
        """Play a move for one of the visitor's seats."""
        form = await read_form(request)
        if "basket" in form:
            return await self._choose(request, form)
        move, lesson = form_number(form, "move"), form.get("lesson", "")

        def play(room: Room, seat: int, key: str) -> None:
            room.play(seat, move, key)
            if lesson:
                room.finish_lesson(seat, lesson)

        return await self._act(request, form, f"move.{move}", play)

    async def _choose(self, request: Request, form: Form) -> Response:
        """Play all moves that choose the ticked items of a basket, or none of them."""
        chosen = await form_numbers(request, "item")

        def play(room: Room, seat: int, key: str) -> None:
            assert room.match
            for number, move in enumerate(basket_moves(room.match.view(seat), chosen)):
                room.play(seat, move, f"{key}.{number}" if number else key)

        return await self._act(request, form, f"basket.{chosen}", play)

    async def finish_lesson(self, request: Request) -> Response:
        """Mark a lesson, or all, as read."""
        form = await read_form(request)
        lesson = form.get("lesson", "")
        return await self._act(
            request, form, f"learn.{lesson}", lambda room, seat, key: room.finish_lesson(seat, lesson, key)
        )

    async def pass_on(self, request: Request) -> Response:
        """Whoever moved last on a shared device has seen what came of it; the device is passed on."""
        room, form = await self.requested_room(request), await read_form(request)
        if len(room.seats_of(request.state.visitor.person)) < 2:
            refuse(403, say("This device plays no other seat."))
        room.confirmed, room.stamp = form_number(form, "number"), object()
        return redirect(f"/table/{room.id}")

    async def undo(self, request: Request) -> Response:
        """Take back a decision or the whole turn."""
        form = await read_form(request)
        whole = form.get("whole") == "yes"
        return await self._act(request, form, "undo", lambda room, seat, key: room.undo(seat, key, whole))

    async def _act(
        self, request: Request, form: Form, action: str, do: Callable[[Room, int, str], None]
    ) -> Response:
        """Do something for a seat at the version that the form names, under a key; a repeat does nothing."""
        room, version = await self.requested_room(request), form_number(form, "number")
        seat = form_number(form, "seat")
        if seat not in room.seats_of(request.state.visitor.person):
            refuse(403, say("This is not your seat."))
        if room.match is None:
            refuse(400, say("The game has not begun."))
        began = time.perf_counter()
        key = f"{seat}.{version}.{action}.{form.get('key', '')[:40]}"
        if room.has_key(key):
            return await self.current(request, room)
        try:
            async with self.app.rooms.changing(room, version):
                do(room, seat, key)
        except Stale:
            return await self.current(request, room, stale=not room.has_key(key))
        response = await self.current(request, room)
        self.app.metrics.acknowledge_seconds.observe(time.perf_counter() - began)
        self.app.metrics.moves.labels("person").inc()
        return response

    async def hint(self, request: Request) -> Response:
        """The best moves with their chances, for whoever decides, or after the end for any decision."""
        room, at = await self.requested_room(request), query_number(request.query_params.get("at"))
        if room.match is None:
            refuse(400, say("The game has not begun."))
        async with room.lock:
            match = room.match.at(min(at, len(room.match.history))) if at is not None else room.match
            mine = at is None and match.actor in room.seats_of(request.state.visitor.person)
            if not (room.over or (room.allows_hints and mine)):
                refuse(403, say("The host has not allowed hints at this table."))
            if match.actor is None or match.actor == NATURE:
                refuse(400, say("Nobody decides here."))
            view = match.view(match.actor)
        told = pages.told_hints(view, await self.app.bots.thinkers.hints(view, current_client.get()))
        if "x-fathom5" in request.headers:
            return PlainTextResponse("\n".join(told))
        return self.app.page(request, "hint.html", room=room, told=told, seat=view.seat, at=at)

    async def allow_hints(self, request: Request) -> Response:
        """Let the host allow hints at a table, or not."""
        room, form = await self.requested_room(request), await read_form(request)
        if not room.is_host(request.state.visitor.person):
            refuse(403, say("Only the host can do this."))
        async with self.app.rooms.changing(room):
            room.add("hints", value="yes" if form.get("allowed") == "yes" else "no")
        return await self.current(request, room)
