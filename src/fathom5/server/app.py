"""The app: addresses and what is done there."""

from __future__ import annotations

import asyncio
import gc
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
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from fathom5.bots import level as bot_level
from fathom5.fairness import Luck
from fathom5.kernel.errors import Mistake
from fathom5.kernel.game import Game
from fathom5.kernel.lang import LANGUAGES, say, speaking
from fathom5.kernel.marks import STRANGER
from fathom5.server import pages
from fathom5.server.bots import Bots
from fathom5.server.forms import (
    FIRST_BOT,
    LANGUAGE,
    NAME,
    THEME,
    WHO,
    Fields,
    fields,
    game_of,
    number_in,
    number_or_none,
    origin,
    refuse,
    seated,
    see,
    set_cookie,
    usual_count,
    visitor,
)
from fathom5.server.guard import Guard
from fathom5.server.keys import Keys
from fathom5.server.live import stream
from fathom5.server.log import Logged
from fathom5.server.pages import Look, Pages
from fathom5.server.store import Store, Taken, Unkept
from fathom5.server.tables import OPEN, Seat, Stale, Table, Tables, clean_name

SWEEP = 60.0
"""Seconds between looking for what nobody needs any more."""

NEVER = 1_000_000
"""How many lesser searches for garbage Python makes before a full one."""

Handler = Callable[[Request], Awaitable[Response]]


class House:
    """Everything the server has: the store, the tables, the bots, the pages."""

    def __init__(self, database: Path | str, *, pace: float = 0.6, warm: bool = True) -> None:
        self.store = Store(database)
        self.keys = Keys(self.store.secret)
        self.tables = Tables(self.store)
        self.bots = Bots(self.tables, pace)
        self.pages = Pages(self.keys)
        self._warm = warm
        self._turn = asyncio.Lock()
        self._healthy_until = 0.0

    @asynccontextmanager
    async def open(self, app: Starlette) -> AsyncIterator[None]:
        """From the first request to the last."""
        chores = [asyncio.create_task(self._sweep()), asyncio.create_task(self._follow())]
        if self._warm:
            chores.append(asyncio.create_task(self._warm_up()))
        yield
        for chore in [*chores, *(table.bots for table in self.tables.live.values() if table.bots)]:
            chore.cancel()
        self.bots.close()
        self.store.close()

    async def _warm_up(self) -> None:
        """Load the rules; what is loaded then stays, so nobody waits while it is searched for garbage.

        Nor while everything else is: of itself Python would do that often as pages open, so the sweep does.
        """
        await self.bots.warm()
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], NEVER)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.tables.sweep()
            gc.collect()

    async def _follow(self) -> None:
        """Show what other processes have kept, and let the bots of those that died go on here."""
        async for table_id, version in self.store.news():
            told = [self.tables.live.get(table_id)] if table_id else list(self.tables.live.values())
            for table in told:
                if table and (table.version < version or not table_id):
                    with suppress(Unkept):
                        await self.tables.catch_up(table)
                if table and table.listeners:
                    self.bots.wake(table)

    def app(self) -> Starlette:
        """The addresses."""

        def get(path: str, do: Handler) -> Route:
            return Route(path, self._spoken(do), methods=["GET"])

        def post(path: str, do: Handler) -> Route:
            return Route(path, self._spoken(do), methods=["POST"])

        return Starlette(
            routes=[
                get("/", self.start),
                get("/about", self.about),
                get("/rules/{game}", self.rules),
                get("/art/{game}.svg", self.art),
                get("/art/{game}/{example}.svg", self.example),
                get("/new/{game}", self.new),
                post("/new/{game}", self.create),
                post("/guided/{game}", self.guided),
                get("/join/{table}/{key}", self.joining),
                post("/join/{table}/{key}", self.join),
                get("/seat/{table}/{seat:int}/{key}", self.returning),
                post("/seat/{table}/{seat:int}/{key}", self.come_back),
                get("/table/{table}", self.table),
                get("/table/{table}/live", self.live),
                get("/table/{table}/replay", self.replay),
                get("/table/{table}/record", self.record),
                post("/table/{table}/ready", self.ready),
                post("/table/{table}/move", self.move),
                post("/table/{table}/undo", self.undo),
                post("/table/{table}/learn", self.learn),
                post("/table/{table}/stand-in", self.stand_in),
                post("/table/{table}/rematch", self.rematch),
                post("/like", self.like),
                get("/static/{name:path}", self.static),
                get("/healthz", self.health),
            ],
            middleware=[Middleware(Logged), Middleware(Guard)],
            exception_handlers={404: self._lost, 405: self._lost},
            lifespan=self.open,
        )

    def _spoken(self, do: Handler) -> Handler:
        """Answer in the visitor's language; a mistake is a page with one sentence."""

        async def handler(request: Request) -> Response:
            with speaking(visitor(request, self.keys).language):
                try:
                    return await do(request)
                except HTTPException as error:
                    return self._sorry(request, error.status_code, error.detail)
                except Mistake as mistake:
                    return self._sorry(request, 400, str(mistake))
                except Unkept:
                    return self._sorry(request, 503, _unkept(request))

        return handler

    async def _lost(self, request: Request, error: Exception) -> Response:
        with speaking(visitor(request, self.keys).language):
            return self._sorry(request, 404, say("There is no such page."))

    def _sorry(self, request: Request, status: int, sentence: str) -> Response:
        if "x-fathom5" in request.headers:
            return PlainTextResponse(sentence, status)
        return self._page(request, "error.html", status=status, sentence=sentence)

    def _page(self, request: Request, template: str, status: int = 200, **content: object) -> HTMLResponse:
        who = visitor(request, self.keys)
        return HTMLResponse(self.pages.page(template, who, request.url.path, **content), status)

    # Before a game

    async def start(self, request: Request) -> Response:
        """The games, and the tables where the visitor sits."""
        who = visitor(request, self.keys)
        tables = []
        for table_id in await self.store.tables_of(who.person) if who.person else []:
            with suppress(Mistake):
                table = await self.tables.get(table_id)
                if table:
                    tables.append({"table": table, "look": pages.look(table, who, None)})
        return self._page(request, "start.html", games=pages.games(), tables=tables)

    async def about(self, request: Request) -> Response:
        """Who made what."""
        return self._page(request, "about.html", games=pages.games())

    async def rules(self, request: Request) -> Response:
        """How a game is played."""
        game = game_of(request)
        return self._page(
            request,
            "rules.html",
            game=game,
            text=pages.rules_page(game, visitor(request, self.keys).language),
        )

    async def art(self, request: Request) -> Response:
        """A picture of a game."""
        return await self._drawn(request, pages.art, game_of(request))

    async def example(self, request: Request) -> Response:
        """A picture of a rules page."""
        game, name = game_of(request), request.path_params["example"]
        if name not in pages.examples(game):
            refuse(404, say("There is no such page."))
        return await self._drawn(request, pages.example, game, name)

    async def _drawn(self, request: Request, draw: Callable[..., str], *what: object) -> Response:
        """A picture in the visitor's language, which they may keep for a while."""
        drawn = await asyncio.to_thread(draw, *what, visitor(request, self.keys).language)
        kept = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
        return Response(drawn, media_type="image/svg+xml", headers=kept)

    async def new(self, request: Request) -> Response:
        """Setting up a table."""
        game = game_of(request)
        friends = request.query_params.get("with") == "friends"
        opening = self.keys.opening()
        commitment = Luck(self.keys.seed(self.keys.opened(opening) or "")).commitment
        return self._page(
            request,
            "new.html",
            game=game,
            friends=friends,
            count=usual_count(game),
            opening=opening,
            commitment=commitment,
        )

    async def create(self, request: Request) -> Response:
        """Open the table; with nobody to wait for, it begins."""
        game, form = game_of(request), await fields(request)
        who = visitor(request, self.keys)
        person = who.person or self.keys.person()
        seats = seated(game, form, person)
        chosen = {name: form[f"option.{name}"] for name in game.sheet.options if f"option.{name}" in form}
        table = await self._opened(form, game, seats, chosen, person)
        self.bots.wake(table)
        response = see(f"/table/{table.id}")
        self._remember(request, response, person, next(s.name for s in seats if person in s.people))
        return response

    async def guided(self, request: Request) -> Response:
        """A first game: one person, a bot or two, and a lesson whenever something is new."""
        game, who = game_of(request), visitor(request, self.keys)
        if game.guide is None:
            refuse(404, say("There is no such page."))
        person = who.person or self.keys.person()
        bots = {f"seat.{number}": f"bot:{FIRST_BOT}" for number in range(1, usual_count(game))}
        seats = seated(game, {"seat.0": "me", "name.0": who.name, **bots}, person)
        table = await self.tables.create(game, seats, {}, person, guided=True)
        self.bots.wake(table)
        response = see(f"/table/{table.id}")
        set_cookie(request, response, WHO, self.keys.cookie(person))
        return response

    async def _opened(
        self, form: Fields, game: Game, seats: list[Seat], options: dict[str, str], person: str
    ) -> Table:
        """A new table with the luck promised on the set-up page; if that is used up, with other luck."""
        promised = self.keys.opened(form.get("table", ""))
        if promised:
            with suppress(Taken):
                return await self.tables.create(
                    game, seats, options, person, promised, self.keys.seed(promised)
                )
        return await self.tables.create(game, seats, options, person)

    def _remember(self, request: Request, response: Response, person: str, name: str) -> None:
        set_cookie(request, response, WHO, self.keys.cookie(person))
        set_cookie(request, response, NAME, quote(name))

    async def joining(self, request: Request) -> Response:
        """Somebody came by an invitation."""
        table = await self._table(request)
        if not self.keys.is_invitation(table.id, request.path_params["key"]):
            refuse(404, say("This invitation is not complete. Ask for the link again."))
        if table.seats_of(visitor(request, self.keys).person):
            return see(f"/table/{table.id}")
        return self._page(request, "join.html", table=table, open=OPEN)

    async def join(self, request: Request) -> Response:
        """Sit down on an open seat."""
        table, form = await self._table(request), await fields(request)
        if not self.keys.is_invitation(table.id, request.path_params["key"]):
            refuse(404, say("This invitation is not complete. Ask for the link again."))
        person = visitor(request, self.keys).person or self.keys.person()
        name = clean_name(form.get("name", "")) or say("Guest")
        if not table.seats_of(person):
            async with self.tables.changing(table):
                table.sit(person, name, clean_name(form.get("word", "")))
                table.make_ready(person)
            await self.store.sit(person, table.id)
            self.bots.wake(table)
        response = see(f"/table/{table.id}")
        self._remember(request, response, person, name)
        return response

    async def returning(self, request: Request) -> Response:
        """The owner of a seat comes from another device."""
        table, seat = await self._own_seat(request)
        return self._page(request, "return.html", table=table, seat=table.seats[seat])

    async def come_back(self, request: Request) -> Response:
        """Exchange the seat's secret for a cookie."""
        table, seat = await self._own_seat(request)
        person = visitor(request, self.keys).person or self.keys.person()
        async with self.tables.changing(table):
            table.join(seat, person)
        await self.store.sit(person, table.id)
        response = see(f"/table/{table.id}")
        self._remember(request, response, person, table.seats[seat].name)
        return response

    async def _own_seat(self, request: Request) -> tuple[Table, int]:
        table, seat = await self._table(request), request.path_params["seat"]
        if not self.keys.is_seat(table.id, seat, request.path_params["key"]) or seat >= len(table.seats):
            refuse(404, say("This link to a seat is not complete. Copy it again."))
        return table, seat

    async def ready(self, request: Request) -> Response:
        """The people on this device are ready."""
        table, who = await self._table(request), visitor(request, self.keys)
        word = clean_name((await fields(request)).get("word", ""))
        if not table.seats_of(who.person):
            refuse(403, say("You have no seat at this table."))
        async with self.tables.changing(table):
            table.make_ready(who.person or "", word)
        self.bots.wake(table)
        return await self._present(request, table)

    # At the table

    async def _table(self, request: Request) -> Table:
        table = await self.tables.get(request.path_params["table"])
        if table is None:
            refuse(404, say("There is no such table."))
        return table

    async def table(self, request: Request) -> Response:
        """The table as the visitor may see it."""
        table = await self._table(request)
        self.bots.wake(table)
        words = request.query_params.get("why")
        notice = (
            say("The table has moved on; this is how it stands.") if "stale" in request.query_params else ""
        )
        async with table.lock:
            look = self._look(request, table)
            if words is not None and table.match and look.seat != STRANGER:
                notice = pages.why(table.match.view(look.seat), words[:80])
            return self._page(
                request,
                "table.html",
                table=table,
                look=look,
                notice=notice,
                content=self.pages.table(table, look, origin(request)).decode(),
                waits=not table.over and table.actor not in look.mine,
            )

    def _look(self, request: Request, table: Table) -> Look:
        return pages.look(
            table, visitor(request, self.keys), number_or_none(request.query_params.get("seat"))
        )

    async def live(self, request: Request) -> Response:
        """Views as they change."""
        table = await self._table(request)
        self.bots.wake(table)
        seen = request.headers.get("last-event-id") or request.query_params.get("since", "")
        who, here = visitor(request, self.keys), origin(request)
        wanted = number_or_none(request.query_params.get("seat"))

        def draw() -> bytes:
            with speaking(who.language):
                return self.pages.table(table, pages.look(table, who, wanted), here)

        return StreamingResponse(
            stream(table, number_or_none(seen), draw, self._turn),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def _present(self, request: Request, table: Table, stale: bool = False) -> Response:
        """The table as it stands now: the changing part for a script, the page for a form."""
        if "x-fathom5" in request.headers:
            async with table.lock:
                look = self._look(request, table)
                return HTMLResponse(self.pages.table(table, look, origin(request)), 409 if stale else 200)
        seat = request.query_params.get("seat")
        query = "&".join([*([f"seat={quote(seat)}"] if seat else []), *(["stale=1"] if stale else [])])
        return see(f"/table/{table.id}" + (f"?{query}" if query else ""))

    async def move(self, request: Request) -> Response:
        """One move of one of the visitor's seats."""
        form = await fields(request)
        move, lesson = number_in(form, "move"), form.get("lesson", "")

        def play(table: Table, seat: int, key: str) -> None:
            table.play(seat, move, key)
            if lesson:
                table.learn(seat, lesson)

        return await self._decide(request, form, f"move.{move}", play)

    async def learn(self, request: Request) -> Response:
        """A lesson is read, or lessons are wanted no more."""
        form = await fields(request)
        lesson = form.get("lesson", "")
        return await self._decide(
            request, form, f"learn.{lesson}", lambda table, seat, key: table.learn(seat, lesson, key)
        )

    async def undo(self, request: Request) -> Response:
        """Take back a decision, or the whole turn."""
        form = await fields(request)
        whole = form.get("whole") == "yes"
        return await self._decide(
            request, form, "undo", lambda table, seat, key: table.undo(seat, key, whole)
        )

    async def _decide(
        self, request: Request, form: Fields, what: str, do: Callable[[Table, int, str], None]
    ) -> Response:
        """Persist, acknowledge, broadcast; what was done under the same key is not done again."""
        table, number, seat = await self._table(request), number_in(form, "number"), number_in(form, "seat")
        if seat not in table.seats_of(visitor(request, self.keys).person):
            refuse(403, say("This is not your seat."))
        if table.match is None:
            refuse(400, say("The game has not begun."))
        key = f"{seat}.{number}.{what}.{form.get('key', '')[:40]}"
        if table.made(key):
            return await self._present(request, table)
        try:
            async with self.tables.changing(table, number):
                do(table, seat, key)
        except Stale:
            return await self._present(request, table, stale=not table.made(key))
        self.bots.wake(table)
        return await self._present(request, table)

    async def stand_in(self, request: Request) -> Response:
        """The host lets a bot play for somebody who left, or gives the seat back."""
        table, form = await self._table(request), await fields(request)
        who, seat, level = visitor(request, self.keys), number_in(form, "seat"), form.get("level", "")
        if not 0 <= seat < len(table.seats):
            refuse(400, say("There is no such seat."))
        if who.person != table.host and who.person not in table.seats[seat].people:
            refuse(403, say("Only the host can do this."))
        if level:
            bot_level(level)
        async with self.tables.changing(table):
            table.stand_in(seat, level)
        self.bots.wake(table)
        return await self._present(request, table)

    # After the game

    async def replay(self, request: Request) -> Response:
        """The table after any move, as the visitor may see it."""
        table = await self._table(request)
        if table.match is None:
            refuse(400, say("The game has not begun."))
        async with table.lock:
            look = replace(self._look(request, table), passing=None)
            total = len(table.match.history)
            at = min(total, max(0, number_or_none(request.query_params.get("at")) or 0))
            shown = table.match.at(at)
            view = shown.view(look.seat)
            view.ids = ()
            tales = table.tales(look.seat, look.language)
            template = "_replay.html" if "x-fathom5" in request.headers else "replay.html"
            return self._page(
                request,
                template,
                table=table,
                look=look,
                at=at,
                total=total,
                view=view,
                told=tales[at - 1] if at else [],
                tallies=[view.tally(seat) for seat in range(shown.players)] if shown.over else [],
                places=shown.places,
            )

    async def record(self, request: Request) -> Response:
        """The record of a finished game, to keep."""
        table = await self._table(request)
        if table.match is None or not table.over:
            refuse(403, say("The record is open when the game is over."))
        name = f"{table.game.name}-{table.match.notes['Date']}.f5"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(str(table.match.record()), headers=headers)

    async def rematch(self, request: Request) -> Response:
        """The same people once more, everybody one seat on."""
        table, who = await self._table(request), visitor(request, self.keys)
        if not table.over or not table.seats_of(who.person):
            refuse(403, say("A rematch is for the people at a finished table."))
        if not table.rematch:
            alone = {person for seat in table.seats for person in seat.people} == {who.person}
            people = [
                replace(seat, ready=alone or who.person in seat.people, word="") for seat in table.seats
            ]
            seats, again = [*people[1:], people[0]], self.keys.rematch(table.id)
            with suppress(Taken):
                await self.tables.create(
                    table.game, seats, table.options, who.person or "", again, self.keys.seed(again)
                )
            async with self.tables.changing(table):
                if not table.rematch:
                    table.add("rematch", value=again)
        following = await self.tables.get(table.rematch)
        if following:
            self.bots.wake(following)
        return see(f"/table/{table.rematch}")

    # Small things

    async def like(self, request: Request) -> Response:
        """How the visitor likes the pages: theme and language."""
        form = await fields(request)
        back = form.get("back", "/")
        response = see(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
        if form.get("theme") in ("light", "dark", "system"):
            set_cookie(request, response, THEME, form["theme"])
        if form.get("language") in LANGUAGES:
            set_cookie(request, response, LANGUAGE, form["language"])
        return response

    async def health(self, request: Request) -> Response:
        """Whether moves can be kept; seen by trying, at most once a second."""
        if time.monotonic() > self._healthy_until:
            await self.store.check()
            self._healthy_until = time.monotonic() + 1
        return PlainTextResponse("ok\n")

    async def static(self, request: Request) -> Response:
        """A file of ours."""
        path = pages.FILES.get(request.path_params["name"])
        if path is None:
            refuse(404, say("There is no such page."))
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return FileResponse(
            path, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )


def _unkept(request: Request) -> str:
    if request.method == "POST":
        return say("This could not be kept just now, so it did not happen. Try again.")
    return say("The games cannot be reached just now. Try again in a moment.")
