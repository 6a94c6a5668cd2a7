"""What every request passes: limits, protection against other sites, and the headers that tie pages down."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_BODY = 16_384
LONGEST_ADDRESS = 2_048

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Boards are moved by style attributes, so styles may stand in the page; scripts may not."""


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

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

        refusal = _refusal(scope)
        await (refusal or self.app)(scope, receive, guarded)


def _refusal(scope: Scope) -> PlainTextResponse | None:
    headers = Headers(scope=scope)
    if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
        return PlainTextResponse("This address is too long.", 414)
    if scope["method"] in ("GET", "HEAD"):
        return None
    length = headers.get("content-length", "")
    if not length.isdigit() or int(length) > LONGEST_BODY:
        return PlainTextResponse("This is more than a move.", 413)
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host"):
        return PlainTextResponse("This came from another site.", 403)
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return PlainTextResponse("This came from another site.", 403)
    return None
