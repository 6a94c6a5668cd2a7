"""One line a request, without secrets, whatever is asked."""

import json
import logging
import signal
import urllib.request
from contextlib import ExitStack

import pytest

from fathom5 import Mistake
from fathom5.server.log import JsonFormatter, TextFormatter, configure_logging
from processes import Person, Server
from waiting import PATIENCE


@pytest.fixture
def lines(caplog):
    """The lines that requests have written so far."""
    caplog.set_level(logging.INFO, "fathom5.server")
    return lambda kind: [
        kind().format(record) for record in caplog.records if record.name == "fathom5.server"
    ]


def test_a_request_is_one_line_in_words_or_json(browser, lines):
    browser.get("/about")
    (words,) = lines(TextFormatter)
    assert "GET /about 200 " in words
    (line,) = lines(JsonFormatter)
    found = json.loads(line)
    assert (found["method"], found["path"], found["status"]) == ("GET", "/about", 200)
    assert found["bytes"] > 1000
    assert found["ms"] >= 0


def test_keys_to_seats_are_not_written(two, lines):
    ada, table = two[0], two[0].table
    for path in (f"/join/{table}/hush", f"/seat/{table}/0/hush", f"/join/{table}/hush/more"):
        ada.get(path, 404)
    written = "\n".join(lines(TextFormatter) + lines(JsonFormatter))
    assert f"/seat/{table}/0/" in written
    assert "hush" not in written


ODD = ["%0a%0d2026 forged", "%1b[31m", "%e2%80%a8", "\u202e", "%22, %22status%22: 1"]


@pytest.mark.parametrize("odd", ODD)
def test_no_request_writes_more_than_its_line(browser, lines, odd):
    browser.http.get(f"/{odd}")
    for line in lines(TextFormatter) + lines(JsonFormatter):
        assert line.isascii()
        assert line.isprintable()
    assert json.loads(lines(JsonFormatter)[-1])["status"] == 404


def test_a_long_path_is_cut(browser, lines):
    browser.http.get(f"/{'x' * 1000}")
    assert all(len(line) < 400 for line in lines(TextFormatter) + lines(JsonFormatter))


def test_a_mistake_of_ours_is_one_line_of_json(lines):
    logging.getLogger("fathom5.server").error("Oh", exc_info=RuntimeError("two\nlines"))
    (line,) = lines(JsonFormatter)
    assert "two\nlines" in json.loads(line)["exception"]


def test_a_kind_of_log_that_is_not_known_is_refused():
    with pytest.raises(Mistake, match="text, json, none"):
        configure_logging("xml")


@pytest.mark.process
def test_a_server_logs_json_and_stops_with_streams_open(database):
    with Server(database, 0, "--log", "json") as server, ExitStack() as stack:
        ada = Person(server.address)
        ada.sit("deep-sea-adventure", "me", "here")
        url = f"{server.address}{ada.table}/live"
        streams = [stack.enter_context(urllib.request.urlopen(url, timeout=PATIENCE)) for _ in range(20)]
        for stream in streams:
            assert stream.readline() == b"retry: 1000\n"
            assert any(line.startswith(b"id: ") for line in stream)
        code, written = server.end(signal.SIGTERM)
        assert code == 0
        for stream in streams:
            assert b"\nid: " not in stream.read()
    found = [json.loads(line) for line in written.splitlines()]
    assert sum(line["path"].endswith("/live") and line["status"] == 200 for line in found) == 20
    assert len(found) == 22
