"""Servers in processes of their own, and clients that talk to them over real connections."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPException
from http.cookiejar import CookieJar
from threading import Event

from waiting import PATIENCE, until

PAUSE = 0.1
"""Seconds before a request is repeated, so that a server that starts has the processor to itself."""
PATH = os.pathsep.join(entry for entry in sys.path if entry)


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port that nobody is given by chance, however often a server that is told it comes and goes.

    It is bound here without listening, which leaves it to whoever binds it by its number.
    """
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


class Server:
    """`fathom5 serve` in a process; raises RuntimeError with what it wrote if it does not open."""

    def __init__(self, database, port=0, *words, **environment):
        command = ["-m", "fathom5", "serve", "--port", str(port), "--database", str(database), *words]
        with ExitStack() as opened:
            # Not pipes: when nobody empties one, it is full after some hundred requests and the server waits.
            self.told = opened.enter_context(tempfile.TemporaryFile("w+"))
            self.written = opened.enter_context(tempfile.TemporaryFile("w+"))
            self.process = subprocess.Popen(
                [sys.executable, *command],
                stdout=self.told,
                stderr=self.written,
                env={**os.environ, "FATHOM5_COMPILE": "0", "PYTHONPATH": PATH, **environment},
            )
            opened.callback(self._kill)
            self.address = self._wait_for_address()
            self._resources = opened.pop_all()

    def _wait_for_address(self):
        try:
            until(lambda: "\n" in _content(self.told) or self.process.poll() is not None)
        except TimeoutError:
            raise RuntimeError(f"The server does not open: {_content(self.written)}") from None
        line, newline, _ = _content(self.told).partition("\n")
        if not newline:
            raise RuntimeError(f"The server ended with {self.process.poll()}: {_content(self.written)}")
        return line.split()[-1].rstrip("/")

    def _kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._resources.close()

    def end(self, how):
        """Send a signal and wait; returns the exit code and what was written to standard error."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE), _content(self.written)


def _content(file):
    """All that a process has written to a file so far; its place in the file stays as it is."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode()


class Left(Exception):  # noqa: N818
    """Somebody has left and repeats nothing more."""


class Person:
    """A person with a browser, whose script repeats a request until it is answered."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.page, self.table = "", ""
        self.left = Event()
        """Set when they are to give up; then Left is raised instead of another attempt."""

    def ask(self, path, **form):
        """Send a request; returns status, text and URL of the response."""
        sent = urllib.parse.urlencode(form).encode() if form else None
        request = urllib.request.Request(self.base + path, sent, {"X-Fathom5": "1"} if form else {})
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), answer.url
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), error.url

    def retry(self, path, **form):
        """The same, repeated while there is no response or its status is 503."""

        def attempt():
            answer = self.ask(path, **form)
            return answer if answer[0] != 503 else None

        return self._repeated(attempt)

    def _repeated(self, attempt):
        """What an attempt returns at last that is something, whatever happens to the connection meanwhile."""

        def attempt_again():
            if self.left.is_set():
                raise Left
            try:
                found = attempt()
            except (OSError, HTTPException):
                found = None
            if found is None:
                time.sleep(PAUSE)
            return found

        return until(attempt_again)

    def sit(self, game, *seats):
        """Open a room."""
        chosen = {f"seat.{number}": seat for number, seat in enumerate(seats)}
        _, self.page, address = self.retry(f"/new/{game}", **chosen)
        self.table = urllib.parse.urlsplit(address).path

    @property
    def version(self) -> int:
        return int(re.search(r'data-version="(\d+)"', self.page)[1])

    @property
    def moves(self) -> list[int]:
        return [int(move) for move in re.findall(r'name="move" value="(\d+)"', self.page)]

    @property
    def seat(self) -> int:
        return int(re.search(r'data-seat="(\d+)"', self.page)[1])

    @property
    def over(self) -> bool:
        return f"{self.table}/record" in self.page

    def move(self, move):
        """Send a move until it is answered; returns what was acknowledged, or None if it came too late."""
        number, seat = self.version, self.seat
        status, self.page, _ = self.retry(f"{self.table}/move", number=number, seat=seat, move=move)
        return (self.table, number, seat, move) if status == 200 else None

    def wait(self):
        """Read the live stream until there is a newer view; reconnect like a browser."""
        self.page = self._repeated(self._next_view)

    def _next_view(self):
        """The first view of a stream, if there is one before it ends."""
        url, end = f"{self.base}{self.table}/live?since={self.version}", time.monotonic() + PATIENCE
        with self.opener.open(url, timeout=PATIENCE) as lines:
            view, is_view = [], True
            for line in map(bytes.decode, lines):
                if self.left.is_set() or time.monotonic() > end:
                    break
                if line.startswith("event: "):
                    is_view = False
                elif line.startswith("data: "):
                    view.append(line[6:])
                elif view and is_view:
                    return "".join(view)
                else:
                    view, is_view = [], True
        return None
