"""The ASGI application: its parts, its background tasks and what every request goes through."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from fathom5.core.errors import Mistake
from fathom5.server import orders
from fathom5.server.address import Networks, client_of
from fathom5.server.bots import Bots
from fathom5.server.coaching import Coaching
from fathom5.server.continuing import Continuing
from fathom5.server.drilling import Drilling
from fathom5.server.fair import Admission, current_client
from fathom5.server.forms import not_found, resolve_visitor
from fathom5.server.garbage import GarbageCollector
from fathom5.server.guard import GuardMiddleware
from fathom5.server.handlers import Handler
from fathom5.server.images import Images
from fathom5.server.install import Install
from fathom5.server.jobs import OutcomeUnknown, StoreUnavailable, Unstorable
from fathom5.server.keys import Keys
from fathom5.server.library import Library
from fathom5.server.lobby import Lobby
from fathom5.server.lock import hold_alone
from fathom5.server.log import LogMiddleware
from fathom5.server.metrics import Metrics
from fathom5.server.pages import Pages
from fathom5.server.patience import look_after
from fathom5.server.people import People
from fathom5.server.playing import Playing
from fathom5.server.previews import Previews
from fathom5.server.replays import Replays
from fathom5.server.reviewing import Reviews
from fathom5.server.rooms import Rooms
from fathom5.server.seats import Seats
from fathom5.server.settings import Settings
from fathom5.server.shelf import Shelf
from fathom5.server.store import Store
from fathom5.text.language import say, speaking

SWEEP_INTERVAL = 5.0
"""Seconds between sweeps of rooms."""

SWEEPS_PER_SEARCH = 12
"""After so many sweeps everything is searched for garbage if nobody is here."""

HEALTH_LIMIT = 2.0
"""Seconds that the database has to answer a question for its health."""

SUBJECTS = (
    Playing,
    Shelf,
    Library,
    Previews,
    Install,
    Lobby,
    Seats,
    Replays,
    Continuing,
    Coaching,
    Drilling,
    People,
)
"""Whose URLs there are; those that are asked for most are found first."""


class Application:
    """The store, rooms, bots and pages of a server, and how it answers each of its URLs."""

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
        self.reviews = Reviews(self.store, self.bots.thinkers, self.settings.warm)
        self.pages = Pages(self.keys, self.settings.public_tables)
        self.images = Images()
        self.bans = Networks(())
        self._reread: set[int] | None = None
        self.metrics = metrics or Metrics()
        self.metrics.watch(self)
        self.bots.waited = self.metrics.bot_wait_seconds.observe
        self.garbage = GarbageCollector()
        self._admission = Admission()
        self._healthy_until = 0.0
        self._checking: asyncio.Future[None] | None = None

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Run the background tasks; afterwards cancel them and close the store."""
        await self.look_for_orders()
        tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self.rooms.follow())]
        tasks.append(asyncio.create_task(self._fill_in()))
        if self.settings.warm:
            tasks.append(asyncio.create_task(self._warm_up()))
        yield
        for task in [*tasks, *(room.bot_task for room in self.rooms.loaded.values() if room.bot_task)]:
            task.cancel()
        self.reviews.close()
        self.close()

    def close(self) -> None:
        """Stop the workers and close the store; another server may use it then."""
        self.bots.close()
        self.images.close()
        self.rooms.workshop.close()
        self.store.close()
        if self._lock:
            self._lock.close()

    async def _warm_up(self) -> None:
        """Load templates and rules, so that nobody waits for it."""
        await asyncio.to_thread(self.pages.load_templates)
        await self.bots.warm_up()
        self.garbage.start()

    async def _fill_in(self) -> None:
        """Write what lists need of rooms of earlier versions."""
        with suppress(StoreUnavailable):
            await self.rooms.fill_in_summaries()

    async def _sweep(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(SWEEP_INTERVAL)
            self.rooms.sweep()
            await look_after(self.rooms)
            with suppress(StoreUnavailable):
                await self.look_for_orders()
            idle = not any(room.in_use for room in self.rooms.loaded.values())
            self.garbage.collect(everything=idle and number % SWEEPS_PER_SEARCH == 0)

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
            return Route(path, self._endpoint(handle, self.comes_first(method, path)), methods=[method])

        urls = [url for subject in SUBJECTS for url in subject(self).urls()]
        return Starlette(
            routes=[*(route(*url) for url in urls), route("GET", "/healthz", self.health)],
            middleware=[
                Middleware(LogMiddleware, metrics=self.metrics),
                Middleware(TrustedHostMiddleware, allowed_hosts=self.settings.hosts, www_redirect=False),
                Middleware(GuardMiddleware, bans=self.bans),
            ],
            exception_handlers={404: self._no_route, 405: self._no_route},
            lifespan=self.lifespan,
        )

    @staticmethod
    def comes_first(method: str, path: str) -> bool:
        """Whether requests to a URL are not held back for others: what is done at a table."""
        return method == "POST" and path.startswith("/table/")

    def _endpoint(self, handle: Handler, at_once: bool = True) -> Handler:
        """A handler with the visitor resolved and their language set; an error becomes one sentence."""

        async def endpoint(request: Request) -> Response:
            request.state.visitor = visitor = resolve_visitor(request, self.keys)
            current_client.set(client_of(request.scope) or visitor.person or "")
            if not at_once:
                await self._admission.wait()
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

    async def rendered(self, request: Request, render: Callable[..., str], *content: object) -> str:
        """What a function renders from the content in the visitor's language, rendered once, in a thread."""
        key = (render, *content, request.state.visitor.language)
        text: str | None = self.pages.cache.get(key)
        if text is None:
            text = self.pages.cache.put(key, await self.rooms.workshop.run(render, *key[1:]))
        return text

    async def health(self, request: Request) -> Response:
        """Status 200 if the store could be written to within the last second, else 503."""
        if time.monotonic() > self._healthy_until:
            if self._checking is None or self._checking.done():
                self._checking = asyncio.ensure_future(self.store.check())
                self._checking.add_done_callback(_retrieve)  # nobody waits for it beyond the limit
            try:
                await asyncio.wait_for(asyncio.shield(self._checking), HEALTH_LIMIT)
            except TimeoutError:
                raise StoreUnavailable from None
            self._healthy_until = time.monotonic() + 1
        return PlainTextResponse("ok\n")


def _retrieve(task: asyncio.Future[None]) -> None:
    """Take note of how a task ended, so that its failure is not reported as one that nobody saw."""
    if not task.cancelled():
        task.exception()


def _unavailable(request: Request) -> str:
    if request.method == "POST":
        return say("This could not be kept just now, so it did not happen. Try again.")
    return say("The games cannot be reached just now. Try again in a moment.")
