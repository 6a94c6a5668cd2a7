"""Rough treatment: nonsense at every address, and a server killed in mid-game."""

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

from guests import LOW

NONSENSE = some.one_of(
    some.sampled_from(
        ["", "-1", "0", "1", "2", "²", "999999999", "9" * 5000, "None", "me", "friend", "bot:"]
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
        "seat.0",
        "seat.1",
    ]
)
POSTS = ["move", "undo", "learn", "ready", "stand-in", "rematch"]
ODD_HEADERS = ["Cookie", "Last-Event-ID", "Accept-Language", "Origin", "Sec-Fetch-Site", "X-Fathom5"]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=some.data())
def test_nonsense_is_refused_and_never_breaks_anything(two, data):
    ada, _ = two
    table = next(iter(ada.http.house.tables.live))
    fields = data.draw(some.dictionaries(NAMES, NONSENSE, max_size=6))
    part = data.draw(NONSENSE.map(lambda text: urllib.parse.quote(text, safe="")))
    query = urllib.parse.urlencode({"seat": part, "at": part, "why": part, "with": part, "since": part})
    paths = [f"/table/{table}/{post}" for post in POSTS]
    paths += [
        f"/join/{table}/{part}",
        f"/seat/{table}/{part}/{part}",
        f"/new/{LOW}",
        "/like",
        f"/new/{part}",
        f"/guided/{part}",
    ]
    post = data.draw(some.sampled_from(paths))
    gets = [
        f"/table/{table}",
        f"/table/{table}/replay",
        f"/table/{part}",
        f"/rules/{part}",
        f"/static/{part}",
    ]
    get = data.draw(some.sampled_from([*gets, f"/new/{LOW}", "/", f"/art/{part}.svg"]))
    header = data.draw(some.sampled_from(ODD_HEADERS))
    odd = {header: data.draw(some.text(some.characters(min_codepoint=33, max_codepoint=126), max_size=40))}
    assert ada.http.post(post, data=fields, headers=odd).status_code < 500
    assert ada.http.get(f"{get}?{query}"[:2000], headers=odd).status_code < 500


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
