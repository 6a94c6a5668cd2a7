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
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import CookieJar

PATIENCE = 120
PATH = os.pathsep.join(entry for entry in sys.path if entry)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


class Server:
    """`fathom5 serve` in a process."""

    def __init__(self, database, port=0, *words, **environment):
        # Not a pipe: when nobody empties it, it is full after some hundred requests and the server waits.
        self.written = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when the server is left
        self.process = subprocess.Popen(
            [
                sys.executable,
                *("-m", "fathom5", "serve", "--port", str(port), "--database", str(database), *words),
            ],
            stdout=subprocess.PIPE,
            stderr=self.written,
            text=True,
            env={**os.environ, "FATHOM5_COMPILE": "0", "PYTHONPATH": PATH, **environment},
        )
        self.address = "".join(self.process.stdout.readline().split()[-1:]).rstrip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.written.close()

    def end(self, how):
        """Send a signal and wait; returns the exit code and what was written to standard error."""
        self.process.send_signal(how)
        self.process.communicate(timeout=PATIENCE)
        self.written.seek(0)
        return self.process.returncode, self.written.read()


class Person:
    """A person with a browser, whose script repeats a request until it is answered."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.page, self.table = "", ""

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
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                answer = self.ask(path, **form)
                if answer[0] != 503:
                    return answer
            time.sleep(0.02)
        raise TimeoutError(f"Nobody answered {path}.")

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
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                url = f"{self.base}{self.table}/live?since={self.version}"
                with self.opener.open(url, timeout=PATIENCE) as views:
                    shown, is_view = [], True
                    for line in map(bytes.decode, views):
                        if line.startswith("event: "):
                            is_view = False
                        elif line.startswith("data: "):
                            shown.append(line[6:])
                        elif shown and is_view:
                            self.page = "".join(shown)
                            return
                        else:
                            shown, is_view = [], True
            time.sleep(0.02)
        raise TimeoutError(f"Nothing new at {self.table}.")
