"""Bounds on a connection before the application sees a request: size, count and time.

A request's head is fed to the parser in small pieces, so that nobody can make it collect more than the
limit. Every state of a connection in which the other side has to send or to read something has a deadline.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fathom5.server.address import Networks, client_name

PIECE = 4096
"""How many bytes of a head the parser gets at a time."""


@dataclass(frozen=True)
class ConnectionLimits:
    """The limits of one connection, of one address and of all."""

    head_bytes: int = 16_384
    header_count: int = 64
    pipelined: int = 8
    """Requests that may wait behind the one that is being answered."""
    first_byte: float = 10.0
    """Seconds from the connection to the first byte."""
    head_seconds: float = 10.0
    """Seconds from the first byte of a request to the end of its head."""
    body_seconds: float = 20.0
    write_seconds: float = 30.0
    """Seconds that a client may leave what was sent to it unread."""
    per_address: int = 200
    total: int = 10_000


class Door:
    """Counts the open connections, of all and of each address that is not exempt."""

    def __init__(self, limits: ConnectionLimits, exempt: Networks) -> None:
        self.limits, self._exempt = limits, exempt
        self.open = 0
        self.by_address = Counter[str]()

    def enter(self, host: str) -> str | None:
        """Count a connection; returns the name that it is counted under, or None if it is over a limit."""
        name = "" if host in self._exempt else client_name(host)
        if self.open >= self.limits.total or (name and self.by_address[name] >= self.limits.per_address):
            return None
        self.open += 1
        self.by_address[name] += 1
        return name

    def leave(self, name: str) -> None:
        """Take back what `enter` has counted."""
        self.open -= 1
        self.by_address[name] -= 1
        if not self.by_address[name]:
            del self.by_address[name]


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with the limits of a door."""

    door: ClassVar[Door]

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._name: str | None = None
        self._in_head = False
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._name = self.door.enter(self.client[0] if self.client else "")
        if self._name is None:
            self._refuse("503 Service Unavailable", "Too many connections are open. Try again in a minute.")
        else:
            self._expect_within(self.door.limits.first_byte)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._forget_write_deadline()
        if self._name is not None:
            self.door.leave(self._name)
            self._name = None
        super().connection_lost(exc)

    def _refuse(self, status: str, sentence: str) -> None:
        body = sentence.encode()
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()

    # Deadlines

    def _expect_within(self, seconds: float) -> None:
        """Close the connection unless something comes to an end within these seconds."""
        self._expect_nothing()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _expect_nothing(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self._refuse("408 Request Timeout", "This took too long.")
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._forget_write_deadline()
        self._write_deadline = self.loop.call_later(self.door.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._forget_write_deadline()
        super().resume_writing()

    def _forget_write_deadline(self) -> None:
        if self._write_deadline:
            self._write_deadline.cancel()
            self._write_deadline = None

    # Requests

    def data_received(self, data: bytes) -> None:
        if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_within(self.door.limits.head_seconds)
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            if self._in_head:
                self._head_bytes += len(piece)
                if self._head_bytes > self.door.limits.head_bytes:
                    self._refuse("431 Request Header Fields Too Large", "This is more than a request needs.")
                    return
            super().data_received(piece)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0
        self._expect_within(self.door.limits.head_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= self.door.limits.header_count:
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer; an ambiguous request raises ValueError, which is answered by status 400."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise ValueError("a request has one Host")
        if len(self.pipeline) >= self.door.limits.pipelined:
            raise ValueError("too many requests at once")
        self._in_head = False
        self._expect_within(self.door.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()


def bounded_protocol(door: Door) -> type[BoundedProtocol]:
    """The protocol class of a server with this door."""
    return type("DoorProtocol", (BoundedProtocol,), {"door": door})


def raise_file_limit(wanted: int) -> int:
    """Let the process open as many files as it may, up to a number; returns how many that are."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
