"""Behind a proxy: visitors are told apart and cookies are for https, if the proxy is one that is believed."""

import socket

import pytest

from guests import LOW
from processes import Server

PROXY = "127.0.0.5"
PEOPLE = 205
"""More than one address may have connections."""


def through_the_proxy(server, visitor, path, body=None, scheme="https"):
    """A request as a proxy at another address passes it on, and the line it came by."""
    port = int(server.address.rsplit(":", 1)[1])
    line = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(PROXY, 0))
    head = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        "Host: games.example",
        f"X-Forwarded-For: {visitor}",
        f"X-Forwarded-Proto: {scheme}",
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


def test_two_hundred_people_behind_a_believed_proxy_are_all_served(database, addresses):
    with Server(database, 0, "--trusted-proxy", "127.0.0.4/31") as server:
        form = "seat.0=me&name.0=Ada&seat.1=here"
        line, answer = through_the_proxy(server, addresses[0], f"/new/{LOW}", form)
        assert "303" in answer.split("\r\n")[0]
        assert answer.count("; Secure") == 2
        line.close()
        table = answer.split("location: ")[1].split("\r\n")[0]
        lines = []
        for visitor in addresses:
            line, answer = through_the_proxy(server, visitor, f"{table}/live")
            lines.append(line)
            assert answer.split("\r\n")[0].endswith("200 OK"), (len(lines), answer)
        for line in lines:
            line.close()


def test_what_a_proxy_says_that_is_not_believed_changes_nothing(database, addresses):
    with Server(database) as server:
        line, answer = through_the_proxy(server, addresses[0], f"/new/{LOW}", "seat.0=me&seat.1=here")
        line.close()
        assert "set-cookie" in answer
        assert "Secure" not in answer
