"""Behind a proxy: visitors are told apart and cookies are for https, if the proxy is one that is believed."""

import socket
from contextlib import ExitStack

import pytest

from guests import LOW
from processes import Server
from waiting import PATIENCE

pytestmark = pytest.mark.process

PROXY, STRANGER = "127.0.0.5", "127.0.0.9"
"""Addresses of a proxy that is believed and of one that is not."""
PEOPLE = 205
"""More than one address may have connections."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    database = tmp_path_factory.mktemp("proxy") / "games.sqlite"
    with Server(database, 0, "--trusted-proxy", "127.0.0.4/31") as server:
        yield server


def through(proxy, server, visitor, path, body=None):
    """A request as a proxy at another address passes it on, and the line it came by."""
    port = int(server.address.rsplit(":", 1)[1])
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(proxy, 0))
    head = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        "Host: games.example",
        f"X-Forwarded-For: {visitor}",
        "X-Forwarded-Proto: https",
        *([] if body is None else [f"Content-Length: {len(body)}"]),
    ]
    line.sendall("\r\n".join([*head, "", body or ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        got = line.recv(65536)
        if not got:
            break
        answer += got
    return line, answer.decode("latin-1")


@pytest.fixture
def addresses():
    return [f"198.51.{number // 250}.{number % 250 + 1}" for number in range(PEOPLE)]


def test_two_hundred_people_behind_a_believed_proxy_are_all_served(server, addresses):
    form = "seat.0=me&name.0=Ada&seat.1=here"
    line, answer = through(PROXY, server, addresses[0], f"/new/{LOW}", form)
    line.close()
    assert "303" in answer.split("\r\n")[0]
    assert answer.count("; Secure") == 2
    table = answer.split("location: ")[1].split("\r\n")[0]
    with ExitStack() as lines:
        for number, visitor in enumerate(addresses):
            line, answer = through(PROXY, server, visitor, f"{table}/live")
            lines.enter_context(line)
            assert answer.split("\r\n")[0].endswith("200 OK"), (number, answer)


def test_what_a_proxy_says_that_is_not_believed_changes_nothing(server, addresses):
    line, answer = through(STRANGER, server, addresses[0], f"/new/{LOW}", "seat.0=me&seat.1=here")
    line.close()
    assert "set-cookie" in answer
    assert "Secure" not in answer
