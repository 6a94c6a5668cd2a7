"""The log: at most one line a request, as text or JSON, without names of people and without secrets."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fathom5.core.errors import one_of
from fathom5.server.metrics import Metrics

LOG = logging.getLogger("fathom5.server")
FORMATS = ("text", "json", "none")
MAX_PATH = 200

_SECRET = re.compile(r"^/(join/[^/]*|seat/[^/]*/[^/]*|me)/.+", re.DOTALL)
"""Paths that end in the key to a seat or to all of a person's."""

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The request that is being answered; its response and all that is logged meanwhile have it."""


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

    def __init__(self, app: ASGIApp, metrics: Metrics | None = None) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status, size = time.perf_counter(), 500, 0
        request_id.set(secrets.token_hex(6))

        async def count(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = request_id.get()
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
                "id": request_id.get(),
            }
            if self.metrics:
                self.metrics.request(scope["path"], status, time.perf_counter() - started)
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
            **getattr(record, "request", {"id": request_id.get()} if request_id.get() else {}),
        }
        if record.exc_info:
            content["exception"] = self.formatException(record.exc_info)
        return json.dumps(content)
