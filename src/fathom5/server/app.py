"""The ASGI application: URLs and their handlers."""

from __future__ import annotations

import asyncio
import gc
import itertools
import mimetypes
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from fathom5.bots import find_bot
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.core.rule import NATURE, STRANGER
from fathom5.fairness import Luck
from fathom5.server import orders, pages
from fathom5.server.address import Networks, client_of
from fathom5.server.bots import Bots
from fathom5.server.fair import FairTurns, current_client
from fathom5.server.forms import (
    GUIDE_BOT,
    PREFERENCES,
    Form,
    Visitor,
    default_players,
    form_number,
    form_numbers,
    not_found,
    origin,
    query_number,
    read_form,
    redirect,
    refuse,
    requested_game,
    resolve_visitor,
    seats_from_form,
    set_cookies,
)
from fathom5.server.guard import GuardMiddleware
from fathom5.server.jobs import Conflict, OutcomeUnknown, StoreUnavailable, Unstorable
from fathom5.server.keys import Keys
from fathom5.server.live import stream
from fathom5.server.lock import hold_alone
from fathom5.server.log import LogMiddleware
from fathom5.server.metrics import Metrics
from fathom5.server.offers import basket_moves
from fathom5.server.pages import Pages, Perspective, perspective_of
from fathom5.server.people import People
from fathom5.server.rooms import OPEN, Room, Rooms, Seat, Stale, clean_name
from fathom5.server.settings import Settings
from fathom5.server.store import Store
from fathom5.text import guide
from fathom5.text.language import say, speaking

SWEEP_INTERVAL = 5.0
"""Seconds between sweeps of rooms."""

SWEEPS_PER_COLLECTION = 12
"""How many sweeps there are for one collection of garbage."""

ANY_ORIGIN = "http://origin.invalid"
"""Stands in what is kept for the address that the server is reached by."""

HEALTH_LIMIT = 2.0
"""Seconds that the database has to answer a question for its health."""

GC_THRESHOLD = 1_000_000
"""How many smaller garbage collections Python makes before a full one: in effect, it never does."""

Handler = Callable[[Request], Awaitable[Response]]


class Application:
    """The store, rooms, bots and pages of a server, and a handler for each of its URLs.

    A handler finds its visitor in `request.state.visitor`. It may raise HTTPException, Mistake and
    StoreUnavailable.
    """

    def __init__(
        self, database: Path | str, settings: Settings | None = None, metrics: Metrics | None = None
    ) -> None:
        self.settings = settings or Settings()
        self._lock = hold_alone(database)
        self.store = Store(database)
        self.keys = Keys(self.store.secret)
        self.rooms = Rooms(self.store, self.settings.memory << 20)
        self.bots = Bots(self.rooms, self.settings.pace, self.settings.bot_workers)
        self.rooms.on_change = self.bots.wake
        self.pages = Pages(self.keys)
        self.bans = Networks(())
        self._reread: set[int] | None = None
        self.metrics = metrics or Metrics()
        self.metrics.watch(self)
        self.bots.waited = self.metrics.bot_wait_seconds.observe
        self._render_turns = FairTurns()
        self._healthy_until = 0.0
        self._checking: asyncio.Future[None] | None = None

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Run the background tasks; afterwards cancel them and close the store."""
        await self.look_for_orders()
        tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self.rooms.follow())]
        if self.settings.warm:
            tasks.append(asyncio.create_task(self._warm_up()))
        yield
        for task in [*tasks, *(room.bot_task for room in self.rooms.loaded.values() if room.bot_task)]:
            task.cancel()
        self.close()

    def close(self) -> None:
        """Stop the workers and close the store; another server may use it then."""
        self.bots.close()
        self.rooms.workshop.close()
        self.store.close()
        if self._lock:
            self._lock.close()

    async def _warm_up(self) -> None:
        """Load the rules and take them out of garbage collection; leave full collections to the sweep.

        Else Python makes one whenever many pages were opened, and requests wait for it.
        """
        await self.bots.warm_up()
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], GC_THRESHOLD)

    async def _sweep(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(SWEEP_INTERVAL)
            self.rooms.sweep()
            with suppress(StoreUnavailable):
                await self.look_for_orders()
            if number % SWEEPS_PER_COLLECTION == 0:
                gc.collect()

    async def look_for_orders(self) -> None:
        """Keep to the bans, and drop the rooms that were changed afterwards, so that they are read anew."""
        self.bans.replace(await orders.bans(self.store))
        found = await orders.rereads(self.store)
        known = set(found) if self._reread is None else self._reread
        for room in {found[number] for number in set(found) - known} & set(self.rooms.loaded):
            self.rooms.drop(self.rooms.loaded[room])
        self._reread = set(found)

    def asgi(self) -> Starlette:
        """The ASGI application with its routes and middleware."""

        def route(method: str, path: str, handle: Handler) -> Route:
            return Route(path, self._endpoint(handle), methods=[method])

        people = People(self)
        return Starlette(
            routes=[
                route("GET", "/", self.home),
                route("GET", "/about", self.about),
                route("GET", "/rules/{game}", self.rules),
                route("GET", "/art/{game}.svg", self.game_picture),
                route("GET", "/art/{game}/{example}.svg", self.example_picture),
                route("GET", "/new/{game}", self.new_room),
                route("POST", "/new/{game}", self.create_room),
                route("POST", "/guided/{game}", self.create_guided_room),
                route("GET", "/join/{table}/{key}", self.invitation),
                route("POST", "/join/{table}/{key}", self.join),
                route("GET", "/seat/{table}/{seat:int}/{key}", self.seat_link),
                route("POST", "/seat/{table}/{seat:int}/{key}", self.claim_seat),
                route("GET", "/table/{table}", self.room),
                route("GET", "/table/{table}/live", self.live),
                route("GET", "/table/{table}/replay", self.replay),
                route("GET", "/table/{table}/record", self.record),
                route("GET", "/table/{table}/hint", self.hint),
                route("POST", "/table/{table}/hints", self.allow_hints),
                route("POST", "/table/{table}/ready", self.ready),
                route("POST", "/table/{table}/move", self.move),
                route("POST", "/table/{table}/undo", self.undo),
                route("POST", "/table/{table}/learn", self.finish_lesson),
                route("POST", "/table/{table}/pass", self.pass_on),
                route("POST", "/table/{table}/stand-in", self.stand_in),
                route("POST", "/table/{table}/renew", self.renew_link),
                route("POST", "/table/{table}/rematch", self.rematch),
                route("POST", "/like", self.set_preferences),
                route("GET", "/me", people.privacy),
                route("POST", "/me/forget", people.forget),
                route("GET", "/me/{key}", people.device),
                route("POST", "/me/{key}", people.use_device),
                route("GET", "/static/{name:path}", self.static),
                route("GET", "/healthz", self.health),
            ],
            middleware=[
                Middleware(LogMiddleware, metrics=self.metrics),
                Middleware(TrustedHostMiddleware, allowed_hosts=self.settings.hosts, www_redirect=False),
                Middleware(GuardMiddleware, bans=self.bans),
            ],
            exception_handlers={404: self._no_route, 405: self._no_route},
            lifespan=self.lifespan,
        )

    def _endpoint(self, handle: Handler) -> Handler:
        """A handler with the visitor resolved and their language set; an error becomes one sentence."""

        async def endpoint(request: Request) -> Response:
            request.state.visitor = visitor = resolve_visitor(request, self.keys)
            current_client.set(client_of(request.scope) or visitor.person or "")
            with speaking(request.state.visitor.language):
                try:
                    return await handle(request)
                except HTTPException as error:
                    status, sentence = error.status_code, error.detail
                except Mistake as mistake:
                    status, sentence = 400, str(mistake)
                except Unstorable:
                    status, sentence = 400, say("This cannot be kept. Leave out unusual signs.")
                except OutcomeUnknown:
                    status, sentence = (
                        503,
                        say("It is not known whether this was kept. Look again in a moment."),
                    )
                except StoreUnavailable:
                    status, sentence = 503, _unavailable(request)
                if "x-fathom5" in request.headers:
                    return PlainTextResponse(sentence, status)
                return self.page(request, "error.html", status=status, sentence=sentence)

        return endpoint

    async def _no_route(self, request: Request, error: Exception) -> Response:
        async def handle(request: Request) -> Response:
            not_found()

        return await self._endpoint(handle)(request)

    def page(self, request: Request, template: str, status: int = 200, **content: object) -> HTMLResponse:
        visitor, path = request.state.visitor, request.url.path
        return HTMLResponse(self.pages.page(template, visitor, path, **content), status)

    async def _rendered(self, request: Request, render: Callable[..., str], *content: object) -> str:
        """What a function renders from the content in the visitor's language, rendered once, in a thread."""
        key = (render, *content, request.state.visitor.language)
        text: str | None = self.pages.cache.get(key)
        if text is None:
            text = self.pages.cache.put(key, await self.rooms.workshop.run(render, *key[1:]))
        return text

    # Games

    async def home(self, request: Request) -> Response:
        """The page with all games and the visitor's rooms."""
        visitor: Visitor = request.state.visitor
        listed = await self.rooms.listed(visitor.person) if visitor.person else []
        rooms = [{"room": room, "mine": [True] if room.mine else []} for room in listed]
        return self.page(request, "start.html", games=pages.installed_games(), rooms=rooms)

    async def about(self, request: Request) -> Response:
        """The page with the credits."""
        return self.page(request, "about.html", games=pages.installed_games())

    async def rules(self, request: Request) -> Response:
        """The rules page of a game."""
        game = requested_game(request)
        text = await self._rendered(request, pages.rules_page, game)
        return self.page(request, "rules.html", game=game, text=text)

    async def game_picture(self, request: Request) -> Response:
        """A sample board of a game."""
        return await self._picture(request, pages.game_picture, requested_game(request))

    async def example_picture(self, request: Request) -> Response:
        """A board of a rules page."""
        game, name = requested_game(request), request.path_params["example"]
        if name not in pages.examples(game):
            not_found()
        return await self._picture(request, pages.example_picture, game, name)

    async def _picture(self, request: Request, render: Callable[..., str], *content: object) -> Response:
        svg = await self._rendered(request, render, *content)
        headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    # Before the start

    async def new_room(self, request: Request) -> Response:
        """The form that creates a room, with the commitment to its luck."""
        game, token = requested_game(request), self.keys.new_room()
        return self.page(
            request,
            "new.html",
            game=game,
            friends=request.query_params.get("with") == "friends",
            count=default_players(game),
            token=token,
            commitment=Luck(self.keys.seed(self.keys.room_of(token) or "")).commitment,
        )

    async def create_room(self, request: Request) -> Response:
        """Create a room as the form says and redirect to it."""
        game, form = requested_game(request), await read_form(request)
        person = request.state.visitor.person or self.keys.new_person()
        seats = seats_from_form(game, form, person)
        options = {name: form[f"option.{name}"] for name in game.sheet.options if f"option.{name}" in form}
        room = await self._create_committed(form, game, seats, options, person)
        return self._enter(request, room, person, next(s.name for s in seats if person in s.people))

    async def create_guided_room(self, request: Request) -> Response:
        """Create a room for one person, bots and lessons, and redirect to it."""
        game, visitor = requested_game(request), request.state.visitor
        if guide(game) is None:
            not_found()
        person = visitor.person or self.keys.new_person()
        bots = {f"seat.{number}": f"bot:{GUIDE_BOT}" for number in range(1, default_players(game))}
        seats = seats_from_form(game, {"seat.0": "me", "name.0": visitor.name, **bots}, person)
        return self._enter(request, await self.rooms.create(game, seats, {}, person, guided=True), person)

    async def _create_committed(
        self, form: Form, game: Game, seats: list[Seat], options: dict[str, str], person: str
    ) -> Room:
        """A new room with the luck committed to in the form; with other luck if that room exists already."""
        room_id = self.keys.room_of(form.get("table", ""))
        if room_id:
            with suppress(Conflict):
                seed = self.keys.seed(room_id)
                return await self.rooms.create(game, seats, options, person, room_id, seed)
        return await self.rooms.create(game, seats, options, person)

    def _enter(self, request: Request, room: Room, person: str, name: str = "") -> Response:
        """A redirect to a room, with cookies for the person and the name."""
        response = redirect(f"/table/{room.id}")
        set_cookies(request, response, person=self.keys.cookie(person), name=quote(name))
        return response

    async def invitation(self, request: Request) -> Response:
        """The form to take an open seat."""
        room = await self._invited_room(request)
        if room.seats_of(request.state.visitor.person):
            return redirect(f"/table/{room.id}")
        return self.page(request, "join.html", room=room, open=OPEN)

    async def join(self, request: Request) -> Response:
        """Take an open seat."""
        room, form = await self._invited_room(request), await read_form(request)
        person = request.state.visitor.person or self.keys.new_person()
        name = clean_name(form.get("name", "")) or say("Guest")
        if not room.seats_of(person):
            async with self.rooms.changing(room):
                room.sit(person, name, clean_name(form.get("word", "")))
                room.set_ready(person)
            await self.store.sit(person, room.id)
        return self._enter(request, room, person, name)

    async def _invited_room(self, request: Request) -> Room:
        room = await self._requested_room(request)
        if not self.keys.is_invitation(room.id, request.path_params["key"]):
            refuse(404, say("This invitation is not complete. Ask for the link again."))
        return room

    async def seat_link(self, request: Request) -> Response:
        """The form to use a seat from another device."""
        room, seat = await self._linked_seat(request)
        return self.page(request, "return.html", room=room, seat=room.seats[seat])

    async def claim_seat(self, request: Request) -> Response:
        """Let the visitor act for the seat of a link."""
        room, seat = await self._linked_seat(request)
        person = request.state.visitor.person or self.keys.new_person()
        async with self.rooms.changing(room):
            room.add_person(seat, person)
        await self.store.sit(person, room.id)
        return self._enter(request, room, person, room.seats[seat].name)

    async def _linked_seat(self, request: Request) -> tuple[Room, int]:
        room, seat = await self._requested_room(request), request.path_params["seat"]
        key, known = request.path_params["key"], seat < len(room.seats)
        if not known or not self.keys.is_seat(room.id, seat, key, room.seats[seat].renewed):
            refuse(404, say("This link to a seat is not complete. Copy it again."))
        return room, seat

    async def ready(self, request: Request) -> Response:
        """Mark the visitor's seats as ready."""
        room, person = await self._requested_room(request), request.state.visitor.person
        word = clean_name((await read_form(request)).get("word", ""))
        if not room.seats_of(person):
            refuse(403, say("You have no seat at this table."))
        async with self.rooms.changing(room):
            room.set_ready(person, word)
        return await self._current(request, room)

    # During the game

    async def _requested_room(self, request: Request) -> Room:
        room = await self.rooms.get(request.path_params["table"])
        if room is None:
            refuse(404, say("There is no such table."))
        await self._welcome(room, request.state.visitor.person)
        return room

    async def _welcome(self, room: Room, person: str | None) -> None:
        """Note that somebody is here; whoever comes back to a seat that a bot plays takes over."""
        if person and room.seats_of(person):
            await self.rooms.see(room, person)
            if room.seats_replaced(person):
                async with self.rooms.changing(room):
                    room.come_back(person)

    def _perspective(self, request: Request, room: Room) -> Perspective:
        return perspective_of(room, request.state.visitor, query_number(request.query_params.get("seat")))

    def _view(self, request: Request, room: Room) -> bytes:
        """The view of a visitor, kept for all names of this server at once."""
        view = self.pages.room(room, self._perspective(request, room), ANY_ORIGIN)
        return view.replace(ANY_ORIGIN.encode(), origin(request).encode())

    async def room(self, request: Request) -> Response:
        """The page of a room as the visitor may see it."""
        room, query = await self._requested_room(request), request.query_params
        notice = say("The table has moved on; this is how it stands.") if "stale" in query else ""
        async with room.lock:
            perspective = self._perspective(request, room)
            if "why" in query and room.match and perspective.seat != STRANGER:
                notice = pages.explain_move(room.match.view(perspective.seat), query["why"][:80])
                if "x-fathom5" in request.headers:
                    return PlainTextResponse(notice)
            return self.page(
                request,
                "room.html",
                room=room,
                notice=notice,
                content=self._view(request, room).decode(),
                waits=not room.over and room.actor not in perspective.mine,
            )

    async def hint(self, request: Request) -> Response:
        """The best moves with their chances, for whoever decides, or after the end for any decision."""
        room, at = await self._requested_room(request), query_number(request.query_params.get("at"))
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
        told = pages.told_hints(view, await self.bots.thinkers.hints(view, current_client.get()))
        if "x-fathom5" in request.headers:
            return PlainTextResponse("\n".join(told))
        return self.page(request, "hint.html", room=room, told=told, seat=view.seat, at=at)

    async def allow_hints(self, request: Request) -> Response:
        """Let the host allow hints at a table, or not."""
        room, form = await self._requested_room(request), await read_form(request)
        if not room.is_host(request.state.visitor.person):
            refuse(403, say("Only the host can do this."))
        async with self.rooms.changing(room):
            room.add("hints", value="yes" if form.get("allowed") == "yes" else "no")
        return await self._current(request, room)

    async def live(self, request: Request) -> Response:
        """The stream of views of a room."""
        room = await self._requested_room(request)
        last_sent = request.headers.get("last-event-id") or request.query_params.get("since", "")

        listening_since = time.monotonic()
        person, turn = request.state.visitor.person, self._render_turns.of(current_client.get())

        def render() -> bytes:
            if room.changed_at > listening_since:
                self.metrics.push_seconds.observe(time.monotonic() - room.changed_at)
            with speaking(request.state.visitor.language):
                return self._view(request, room)

        async def still_here() -> None:
            with suppress(StoreUnavailable, Stale, Mistake):
                await self._welcome(room, person)

        return StreamingResponse(
            self._with_presence(room, stream(room, query_number(last_sent), render, turn, still_here)),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def _with_presence(self, room: Room, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """A stream with who is away whenever that has changed."""
        told: list[int] | None = None
        async for event in events:
            yield event
            away = room.away
            if away != told:
                yield b"event: away\ndata: %b\n\n" % ",".join(map(str, away)).encode()
                told = away

    async def _current(self, request: Request, room: Room, stale: bool = False) -> Response:
        """The present view for a script, with status 409 if it asked for another; a redirect for a form."""
        if "x-fathom5" in request.headers:
            async with room.lock:
                return HTMLResponse(self._view(request, room), 409 if stale else 200)
        seat = request.query_params.get("seat")
        query = "&".join([*([f"seat={quote(seat)}"] if seat else []), *(["stale=1"] if stale else [])])
        return redirect(f"/table/{room.id}" + (f"?{query}" if query else ""))

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
        room, form = await self._requested_room(request), await read_form(request)
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
        room, version = await self._requested_room(request), form_number(form, "number")
        seat = form_number(form, "seat")
        if seat not in room.seats_of(request.state.visitor.person):
            refuse(403, say("This is not your seat."))
        if room.match is None:
            refuse(400, say("The game has not begun."))
        began = time.perf_counter()
        key = f"{seat}.{version}.{action}.{form.get('key', '')[:40]}"
        if room.has_key(key):
            return await self._current(request, room)
        try:
            async with self.rooms.changing(room, version):
                do(room, seat, key)
        except Stale:
            return await self._current(request, room, stale=not room.has_key(key))
        response = await self._current(request, room)
        self.metrics.acknowledge_seconds.observe(time.perf_counter() - began)
        self.metrics.moves.labels("person").inc()
        return response

    async def stand_in(self, request: Request) -> Response:
        """Let a bot play a seat, or give the seat back to its person."""
        room, form = await self._requested_room(request), await read_form(request)
        person, seat, level = request.state.visitor.person, form_number(form, "seat"), form.get("level", "")
        if not 0 <= seat < len(room.seats):
            refuse(400, say("There is no such seat."))
        if not room.is_host(person) and person not in room.seats[seat].people:
            refuse(403, say("Only the host can do this."))
        if level:
            find_bot(level)
        async with self.rooms.changing(room):
            room.stand_in(seat, level, person)
        return await self._current(request, room)

    async def renew_link(self, request: Request) -> Response:
        """End the link to one of the visitor's seats, and make a new one."""
        room, form = await self._requested_room(request), await read_form(request)
        person, seat = request.state.visitor.person, form_number(form, "seat")
        if seat not in room.seats_of(person):
            refuse(403, say("This is not your seat."))
        async with self.rooms.changing(room):
            room.renew_link(seat, person)
        return await self._current(request, room)

    # After the game

    async def replay(self, request: Request) -> Response:
        """The game after any move, as the visitor may see it."""
        room = await self._requested_room(request)
        if room.match is None:
            refuse(400, say("The game has not begun."))
        async with room.lock:
            perspective = replace(self._perspective(request, room), passing=None)
            total = len(room.match.history)
            at = min(total, max(0, query_number(request.query_params.get("at")) or 0))
            match, stamp = room.match.at(at), room.stamp
        template = "_replay.html" if "x-fathom5" in request.headers else "replay.html"
        key = (template, room.id, at, perspective, request.state.visitor)

        def render() -> str:
            view = match.view(perspective.seat)
            view.ids = ()
            return self.pages.page(
                template,
                request.state.visitor,
                request.url.path,
                room=room,
                perspective=perspective,
                at=at,
                total=total,
                view=view,
                sentences=match.tales(perspective.seat, at - 1)[0] if at else [],
                tallies=[view.tally(seat) for seat in range(match.players)] if match.over else [],
                places=match.places,
                rival=view.rival(),
            )

        page: str | None = self.pages.cache.get(key, stamp)
        if page is None:
            page = self.pages.cache.put(key, await self.rooms.workshop.run(render), stamp)
        return HTMLResponse(page)

    async def record(self, request: Request) -> Response:
        """The record of a finished game as a download."""
        room = await self._requested_room(request)
        if room.match is None or not room.over:
            refuse(403, say("The record is open when the game is over."))
        name = f"{room.game.name}-{room.match.notes['Date']}.f5"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        key, stamp, match = ("record", room.id), room.stamp, room.match.copy()
        text: str | None = self.pages.cache.get(key, stamp)
        if text is None:
            text = self.pages.cache.put(
                key, await self.rooms.workshop.run(lambda: str(match.record())), stamp
            )
        return PlainTextResponse(text, headers=headers)

    async def rematch(self, request: Request) -> Response:
        """Create a room for the same people, seats rotated by one, unless it exists; redirect to it."""
        room, person = await self._requested_room(request), request.state.visitor.person
        if not room.over or not room.seats_of(person):
            refuse(403, say("A rematch is for the people at a finished table."))
        if not room.rematch:
            alone = {other for seat in room.seats for other in seat.people} == {person}
            first, *others = (
                replace(seat, ready=alone or person in seat.people, word="") for seat in room.seats
            )
            room_id = self.keys.rematch(room.id)
            with suppress(Conflict):
                await self.rooms.create(
                    room.game, [*others, first], room.options, person, room_id, self.keys.seed(room_id)
                )
            async with self.rooms.changing(room):
                if not room.rematch:
                    room.add("rematch", value=room_id)
        return redirect(f"/table/{room.rematch}")

    # The rest

    async def set_preferences(self, request: Request) -> Response:
        """Set the cookies of theme and language, and redirect back."""
        form = await read_form(request)
        back = form.get("back", "/")
        response = redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
        chosen = {name: form[name] for name, known in PREFERENCES.items() if form.get(name) in known}
        set_cookies(request, response, **chosen)
        return response

    async def health(self, request: Request) -> Response:
        """Status 200 if the store could be written to within the last second, else 503."""
        if time.monotonic() > self._healthy_until:
            if self._checking is None or self._checking.done():
                self._checking = asyncio.ensure_future(self.store.check())
            try:
                await asyncio.wait_for(asyncio.shield(self._checking), HEALTH_LIMIT)
            except TimeoutError:
                raise StoreUnavailable from None
            self._healthy_until = time.monotonic() + 1
        return PlainTextResponse("ok\n")

    async def static(self, request: Request) -> Response:
        """A static file."""
        path = pages.FILES.get(request.path_params["name"])
        if path is None:
            not_found()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return FileResponse(
            path, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )


def _unavailable(request: Request) -> str:
    if request.method == "POST":
        return say("This could not be kept just now, so it did not happen. Try again.")
    return say("The games cannot be reached just now. Try again in a moment.")
