"""Rough treatment: nonsense at every address, and a server killed in mid-game."""

import asyncio
import re
import signal
import urllib.parse

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from guests import DEEP, LOW
from processes import Person, Server, reserved_port
from waiting import PATIENCE

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
        "lesson",
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

    await asyncio.wait_for(app({"type": "http", "scheme": "http", **scope}, receive, send), PATIENCE)
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
    table, app = next(iter(ada.http.application.rooms.loaded)), ada.http.app
    routes = [route.path for route in app.routes if route.path != "/me/forget"]  # Ada stays for the others
    route = data.draw(some.sampled_from(routes)).replace("{table}", table)
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


@pytest.mark.process
def test_a_page_is_the_same_after_the_server_was_killed(database):
    before = None
    with reserved_port() as port:
        ada = Person(f"http://127.0.0.1:{port}")
        for _ in range(4):
            with Server(database, port) as server:
                if before:
                    assert ada.ask(ada.table) == before
                else:
                    ada.sit("deep-sea-adventure", "me", "here")
                for _ in range(4):
                    ada.move(ada.moves[0])
                before = ada.ask(ada.table)
                assert before[0] == 200
                server.end(signal.SIGKILL)
