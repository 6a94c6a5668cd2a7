"""What every request passes: limits, protection against other sites, and the headers that tie pages down."""

from __future__ import annotations

import hashlib
import math
import re
import time
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.kernel.drawing import STYLE
from fathom5.kernel.lang import say, speaking
from fathom5.server.forms import language_of

LONGEST_BODY = 16_384
LONGEST_ADDRESS = 2_048
OPENING = ("/new/", "/guided/")
"""Where tables are opened."""

HOST = re.compile(r"[\w.-]+(:\d{1,5})?|\[[\da-fA-F:.]{2,45}\](:\d{1,5})?", re.ASCII)

OF_BOARDS = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
"""The one style sheet that stands in a page: that of the boards, which are pictures of their own."""

HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{OF_BOARDS}'; "
        "style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Pieces are moved by style attributes, so these may stand in the page; scripts and style sheets may not."""


@dataclass(frozen=True)
class Limits:
    """How much one client may ask, generous for people who play."""

    rate: float = 20
    """Requests a second in the long run."""
    burst: float = 400
    """Requests at once after a pause."""
    table: float = 20
    """How many requests opening a table counts for: it is kept for ever."""
    open_each: int = 100
    """Requests of one client being answered at a time; a page that follows a table holds one."""
    open_all: int = 10_000
    clients: int = 10_000
    """How many clients are remembered."""


class Buckets:
    """A bucket of tokens for each client, which fills up again with time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, client: str, tokens: float) -> float:
        """Take tokens out; if there are too few, how many seconds until there are enough."""
        now = time.monotonic()
        left = self._filled(client, now)
        if left < tokens:
            return (tokens - left) / self._limits.rate
        if len(self._left) >= self._limits.clients:
            self._forget(now)
        self._left[client] = left - tokens, now
        return 0

    def _filled(self, client: str, now: float) -> float:
        left, since = self._left.get(client, (self._limits.burst, now))
        return min(self._limits.burst, left + (now - since) * self._limits.rate)

    def _forget(self, now: float) -> None:
        """Only who has asked much lately is worth remembering; if that are too many, nobody is."""
        busy = {name: of for name, of in self._left.items() if self._filled(name, now) < self._limits.burst}
        self._left = busy if len(busy) < self._limits.clients else {}


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, limits: Limits | None = None) -> None:
        self.app, self.limits = app, limits or Limits()
        self.buckets = Buckets(self.limits)
        self.open = Counter[str | None]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "private, no-store")
            await send(message)

        client, request = client_of(scope), Request(scope)
        with speaking(language_of(request)):
            refusal = _refusal(request) or self._too_much(request, client)
        if refusal:
            await refusal(scope, receive, guarded)
            return
        self.open[client] += 1
        try:
            await self.app(scope, receive, guarded)
        finally:
            self.open[client] -= 1
            if not self.open[client]:
                del self.open[client]

    def _too_much(self, request: Request, client: str | None) -> PlainTextResponse | None:
        """Whether a client, or all together, ask more than there is."""
        if self.open.total() >= self.limits.open_all:
            return _told(say("The server is full. Try again in a minute."), 503, 60)
        if client is None:
            return None
        if self.open[client] >= self.limits.open_each:
            return _told(say("Too many pages are open here. Close some of them."), 429, 5)
        opens = request.method == "POST" and request.scope["path"].startswith(OPENING)
        wait = self.buckets.wait(client, self.limits.table if opens else 1)
        if wait:
            return _told(say("This was too much at once. Wait a little and try again."), 429, math.ceil(wait))
        return None


def client_of(scope: Scope) -> str | None:
    """Where a request comes from: an address, of IPv6 its network. None is this machine, which has no limit.

    Behind a proxy the address is the one in its header, if the server was told to believe the proxy.
    """
    try:
        address = ip_address((scope.get("client") or ("",))[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return str(address) if address.version == 4 else str(ip_network((address.packed, 64), strict=False))


def _refusal(request: Request) -> PlainTextResponse | None:
    """What is wrong with a request by itself."""
    headers = request.headers
    if len(request.scope["path"]) + len(request.scope["query_string"]) > LONGEST_ADDRESS:
        return _told(say("This address is too long."), 414)
    if not (HOST.fullmatch(headers.get("host", "localhost")) and request.scope["query_string"].isascii()):
        return _told(say("This address cannot be read."), 400)
    if request.method in ("GET", "HEAD"):
        return None
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit() and len(length) < 10) or int(length) > LONGEST_BODY:
        return _told(say("This is more than a move."), 413)
    host = headers.get("host", "")
    if headers.get("origin", f"http://{host}") not in (f"http://{host}", f"https://{host}"):
        return _told(say("This came from another site."), 403)
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return _told(say("This came from another site."), 403)
    return None


def _told(sentence: str, status: int, wait: int = 0) -> PlainTextResponse:
    return PlainTextResponse(sentence, status, {"Retry-After": str(wait)} if wait else None)
