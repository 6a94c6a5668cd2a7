"""The log: at most one line a request, as text or JSON, without names of people and without secrets."""

from __future__ import annotations

import json
import logging
import re
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.core.errors import one_of

LOG = logging.getLogger("fathom5.server")
FORMATS = ("text", "json", "none")
MAX_PATH = 200

_SECRET = re.compile(r"^/(join/[^/]*|seat/[^/]*/[^/]*)/.+", re.DOTALL)
"""Paths that end in the key to a seat."""


def configure_logging(name: str) -> None:
    """Log to standard error in this format; "none" logs warnings only. Raises Mistake for another name."""
    if name not in FORMATS:
        raise one_of("kind of log called", name, FORMATS)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if name == "json" else TextFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOG.setLevel(logging.WARNING if name == "none" else logging.INFO)


class LogMiddleware:
    """Logs each request when its response is complete."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status, size = time.perf_counter(), 500, 0

        async def count(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, count)
        finally:
            request = {
                "method": scope["method"],
                "path": _SECRET.sub(r"/\1/…", scope["path"][:MAX_PATH]),
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started)),
                "bytes": size,
            }
            LOG.info("request", extra={"request": request})


class TextFormatter(logging.Formatter):
    """Formats a request like GET /table/x 200 3 ms 8000 bytes."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        request = getattr(record, "request", None)
        if request:
            path = request["path"].encode("unicode_escape").decode().replace(" ", r"\x20")
            line = f"{request['method']} {path} {request['status']}"
            record.message = f"{line} {request['ms']} ms {request['bytes']} bytes"
        return super().formatMessage(record)


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object."""

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
