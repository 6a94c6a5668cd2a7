"""Middleware: limits for clients, protection against other sites, and security headers."""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import time
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.draw.svg import STYLE
from fathom5.server.address import Networks, client_of
from fathom5.server.forms import language_of
from fathom5.text.language import say, speaking

MAX_BODY = 16_384
MAX_URL = 2_048
ROOM_PATHS = ("/new/", "/deal/", "/guided/")
"""Where a POST creates a room, besides what ends with CONTINUE."""

CONTINUE = "/continue"

SEAT_PATHS = ("/join/", "/seat/", "/me/")
"""Where a POST gives somebody a seat."""

HOST_HEADER = re.compile(r"[\w.-]+(:\d{1,5})?|\[[\da-fA-F:.]{2,45}\](:\d{1,5})?", re.ASCII)

BOARD_STYLE_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""Of the only inline style sheet, that of the boards."""

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{BOARD_STYLE_HASH}'; "
        "style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Style attributes are allowed because they place the pieces; scripts and other style sheets are not."""


@dataclass(frozen=True)
class Limits:
    """The limits of one client and of all together."""

    rate: float = 20
    """Requests a second on average."""
    burst: float = 400
    """Requests at once after a pause."""
    room_cost: float = 20
    """How many requests creating a room counts for, since it is stored for ever."""
    seat_cost: float = 5
    """The same for taking a seat."""
    open_per_client: int = 100
    """Concurrent requests of one client; a live stream is one."""
    open_total: int = 10_000
    refusal_delay: float = 0.5
    """Seconds that a client waits to be told that it asked too much."""
    clients: int = 10_000
    """How many clients have a token bucket at a time."""


class TokenBuckets:
    """A token bucket for each client."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str, tokens: float) -> float:
        """Take tokens and return 0; if there are too few, return the seconds until there are enough."""
        now = time.monotonic()
        left = self._filled(client, now)
        if left < tokens:
            return (tokens - left) / self._limits.rate
        if len(self._left) >= self._limits.clients:
            self._prune(now)
        self._left[client] = left - tokens, now
        return 0

    def _filled(self, client: str, now: float) -> float:
        left, since = self._left.get(client, (self._limits.burst, now))
        return min(self._limits.burst, left + (now - since) * self._limits.rate)

    def _prune(self, now: float) -> None:
        """Drop the buckets that are full again; all of them if that does not make room."""
        used = {
            name: left for name, left in self._left.items() if self._filled(name, now) < self._limits.burst
        }
        self._left = used if len(used) < self._limits.clients else {}


class GuardMiddleware:
    """Refuses what is over the limits, malformed or from another site; adds the headers to every response."""

    def __init__(self, app: ASGIApp, limits: Limits | None = None, bans: Networks | None = None) -> None:
        self.app, self.limits, self.bans = app, limits or Limits(), Networks(()) if bans is None else bans
        self.buckets = TokenBuckets(self.limits)
        self.open = Counter[str | None]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "private, no-store")
            await send(message)

        client, request = client_of(scope), Request(scope)
        with speaking(language_of(request)):
            refusal = self._banned(request) or _invalid(request) or self._over_limit(request, client)
        if refusal:
            await self._hold_up(client, refusal)
            await refusal(scope, receive, send_with_headers)
            return
        self.open[client] += 1
        try:
            await self.app(scope, receive, send_with_headers)
        finally:
            self._done(client)

    async def _hold_up(self, client: str | None, refusal: PlainTextResponse) -> None:
        """Let a client wait to be told that it asked too much: else it would only ask more."""
        if client and refusal.status_code == 429 and self.open[client] < self.limits.open_per_client:
            self.open[client] += 1
            try:
                await asyncio.sleep(self.limits.refusal_delay)
            finally:
                self._done(client)

    def _done(self, client: str | None) -> None:
        self.open[client] -= 1
        if not self.open[client]:
            del self.open[client]

    def _banned(self, request: Request) -> PlainTextResponse | None:
        """The refusal of a client that an operator has banned."""
        host = request.client.host if request.client else ""
        if self.bans and host in self.bans:
            return _text(say("The operator of this server has banned your network."), 403)
        return None

    def _cost(self, request: Request) -> float:
        """How many requests one counts for."""
        path = request.scope["path"] if request.method == "POST" else ""
        if path.startswith(ROOM_PATHS) or path.endswith(CONTINUE):
            return self.limits.room_cost
        return self.limits.seat_cost if path.startswith(SEAT_PATHS) else 1

    def _over_limit(self, request: Request, client: str | None) -> PlainTextResponse | None:
        """The refusal if a client, or all together, are over a limit."""
        if self.open.total() >= self.limits.open_total:
            return _text(say("The server is full. Try again in a minute."), 503, 60)
        if client is None:
            return None
        if self.open[client] >= self.limits.open_per_client:
            return _text(say("Too many pages are open here. Close some of them."), 429, 5)
        wait = self.buckets.take(client, self._cost(request))
        if wait:
            return _text(say("This was too much at once. Wait a little and try again."), 429, math.ceil(wait))
        return None


def _invalid(request: Request) -> PlainTextResponse | None:
    """The refusal of a request that is malformed, too long or from another site."""
    headers = request.headers
    if len(request.scope["path"]) + len(request.scope["query_string"]) > MAX_URL:
        return _text(say("This address is too long."), 414)
    if not (
        HOST_HEADER.fullmatch(headers.get("host", "localhost")) and request.scope["query_string"].isascii()
    ):
        return _text(say("This address cannot be read."), 400)
    if request.method in ("GET", "HEAD"):
        return None
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit() and len(length) < 10) or int(length) > MAX_BODY:
        return _text(say("This is more than a move."), 413)
    host = headers.get("host", "")
    if headers.get("origin", f"http://{host}") not in (f"http://{host}", f"https://{host}"):
        return _text(say("This came from another site."), 403)
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return _text(say("This came from another site."), 403)
    return None


def _text(sentence: str, status: int, wait: int = 0) -> PlainTextResponse:
    return PlainTextResponse(sentence, status, {"Retry-After": str(wait)} if wait else None)
