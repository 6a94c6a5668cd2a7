"""Rough treatment: nonsense at every address, and a server killed in mid-game."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from guests import DEEP, LOW

NONSENSE = some.one_of(
    some.sampled_from(
        ["", "-1", "0", "1", "2", "²", "999999999", "9" * 5000, "None", "me", "friend", "bot:", LOW, DEEP]
    ),
    some.text(max_size=30),
)
NAMES = some.sampled_from(
    [
        "move",
        "number",
        "seat",
        "key",
        "level",
        "name",
        "theme",
        "language",
        "back",
        "whole",
        "word",
        "table",
        "at",
        "why",
        "since",
        "with",
        "stale",
        "seat.0",
        "seat.1",
        "name.0",
        "option.loose-stacks",
    ]
)
FORMS = some.dictionaries(NAMES, NONSENSE, max_size=6).map(urllib.parse.urlencode).map(str.encode)
METHODS = some.sampled_from(["GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"])
ODD_HEADERS = (
    b"cookie last-event-id accept-language origin sec-fetch-site x-fathom5 "
    b"host content-length content-type x-forwarded-for range accept"
).split()
BYTES = some.one_of(some.binary(max_size=40).filter(lambda text: b"\n" not in text), some.just(b"\xb2"))


async def knock(app, scope, body):
    """One request as the server hands it on; whoever asked is gone as soon as an answer begins."""
    messages, begun = [{"type": "http.request", "body": body}], asyncio.Event()
    answer = []

    async def receive():
        if messages:
            return messages.pop()
        await begun.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        answer.append(message)
        begun.set()

    await asyncio.wait_for(app({"type": "http", "scheme": "http", **scope}, receive, send), 10)
    return answer[0]


@settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=some.data())
def test_nonsense_is_refused_and_never_breaks_anything(two, data):
    """Every address, asked in any way by somebody who sits there, with anything in any place."""
    ada, _ = two
    table, app = next(iter(ada.http.house.tables.live)), ada.http.app
    route = data.draw(some.sampled_from(app.routes)).path.replace("{table}", table)
    path = re.sub(r"{[\w:]+}", lambda _: data.draw(NONSENSE), route)
    body = data.draw(some.one_of(FORMS, FORMS, BYTES))
    headers = {
        b"host": b"testserver",
        b"content-length": str(len(body)).encode(),
        b"cookie": f"f5-who={ada.http.cookies['f5-who']}".encode(),
    }
    if data.draw(some.booleans()):
        headers[data.draw(some.sampled_from(ODD_HEADERS))] = data.draw(BYTES)
    scope = {
        "method": data.draw(METHODS),
        "path": path,
        "query_string": data.draw(some.one_of(FORMS, BYTES)),
        "headers": list(headers.items()),
        "client": data.draw(some.sampled_from([None, ("127.0.0.1", 1), ("2001:db8::1", 1), ("?", 0)])),
    }
    start = ada.http.portal.call(knock, app, scope, body)
    assert start["status"] < 500, scope
    assert dict(start["headers"])[b"content-security-policy"]


class Process:
    """A server in a process of its own."""

    def __init__(self, database, port=0):
        words = ["serve", "--port", str(port), "--database", str(database)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fathom5", *words],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "FATHOM5_COMPILE": "0"},
        )
        self.address = self.process.stdout.readline().split()[-1].rstrip("/")

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(10)
        self.process.stdout.close()


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(database):
    person = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    server = Process(database)
    form = urllib.parse.urlencode({"seat.0": "me", "seat.1": "here"}).encode()
    answer = person.open(f"{server.address}/new/deep-sea-adventure", form, timeout=10)
    path, page = urllib.parse.urlsplit(answer.url).path, answer.read().decode()
    for _ in range(3):
        for _ in range(4):
            found = re.search(r'name="number" value="(\d+)".*?name="seat" value="(\d+)"', page, re.DOTALL)
            move = re.search(r'name="move" value="(\d+)"', page)[1]
            fields = {"number": found[1], "seat": found[2], "move": move}
            sent = urllib.parse.urlencode(fields).encode()
            page = person.open(f"{server.address}{path}/move", sent, timeout=10).read().decode()
        server.end(signal.SIGKILL)
        port = urllib.parse.urlsplit(server.address).port
        server = Process(database, port)
        assert person.open(f"{server.address}{path}", timeout=10).read().decode() == page
    server.end(signal.SIGTERM)
