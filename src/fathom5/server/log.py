"""The log: at most one line a request, in words or as JSON. It names no person and no secret."""

from __future__ import annotations

import json
import logging
import re
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.kernel.errors import one_of

LOG = logging.getLogger("fathom5.server")
KINDS = ("text", "json", "none")
LONGEST = 200

_SECRET = re.compile(r"^/(join/[^/]*|seat/[^/]*/[^/]*)/.+", re.DOTALL)
"""Addresses that end in the key to a seat."""


def start_log(kind: str) -> None:
    """Write to standard error from now on; with "none" only what goes wrong."""
    if kind not in KINDS:
        raise one_of("kind of log called", kind, KINDS)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if kind == "json" else InWords())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOG.setLevel(logging.WARNING if kind == "none" else logging.INFO)


class Logged:
    """The layer of the app that notes each request when it is answered; a stream, when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status, size = time.perf_counter(), 500, 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            request = {
                "method": scope["method"],
                "path": _SECRET.sub(r"/\1/…", scope["path"][:LONGEST]),
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started)),
                "bytes": size,
            }
            LOG.info("request", extra={"request": request})


class InWords(logging.Formatter):
    """For people: GET /table/x 200 3 ms 8000 bytes."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        request = getattr(record, "request", None)
        if request:
            path = request["path"].encode("unicode_escape").decode().replace(" ", r"\x20")
            words = f"{request['method']} {path} {request['status']}"
            record.message = f"{words} {request['ms']} ms {request['bytes']} bytes"
        return super().formatMessage(record)


class AsJson(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        content = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **getattr(record, "request", {}),
        }
        if record.exc_info:
            content["exception"] = self.formatException(record.exc_info)
        return json.dumps(content)
