"""To run it: metrics, request ids, the doctor, an operator's orders, one's own data."""

import asyncio
import json
import logging
import re
import resource
import signal
import socket
import sqlite3
import urllib.request

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from fathom5.cli import app
from fathom5.server import doctor, metrics, orders
from fathom5.server.doctor import examine
from fathom5.server.keys import Keys, new_room_id
from fathom5.server.lists import Summary
from fathom5.server.log import JsonFormatter
from fathom5.server.metrics import place_of
from fathom5.server.store import Entry, Store, StoredRoom
from guests import LOW, Browser, serving
from processes import Person, Server, reserved_port
from waiting import PATIENCE, until


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception and not isinstance(done.exception, SystemExit):
        return str(done.exception)
    return done.output


def order(client, *words):
    """Give an order as a command does, and let the server hear of it."""
    said = run("operate", *words, "--database", client.application.store.backend)
    client.portal.call(client.application.look_for_orders)
    return said


# Metrics and log


@pytest.mark.process
def test_metrics_tell_of_requests_moves_streams_bots_and_the_database(database):
    with reserved_port() as port, Server(database, 0, "--metrics", f"127.0.0.1:{port}") as server:
        ada = Person(server.address)
        ada.sit(LOW, "me", "bot:random")
        ada.move(1)
        ada.wait()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
            told = answer.read().decode()
        assert ada.ask("/metrics")[0] == 404
    values = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
    assert values['fathom5_moves_total{by="person"}'] == "1.0"
    assert values['fathom5_requests_total{place="table/move",status="200"}'] == "1.0"
    assert float(values["fathom5_acknowledge_seconds_count"]) == 1
    assert float(values["fathom5_push_seconds_count"]) >= 0
    assert float(values["fathom5_bot_wait_seconds_count"]) >= 1
    assert float(values["fathom5_database_seconds"]) > 0
    assert {"fathom5_streams", "fathom5_bots_waiting", "fathom5_rooms"} < set(values)


def test_places_are_few_whatever_is_asked_for():
    assert place_of("/table/x/move") == "table/move"
    assert place_of("/table/x") == place_of("/table/x/y") == "table"
    assert place_of("/") == ""
    assert place_of("/seat/a/0/b") == "seat"
    assert place_of("/wp-admin/x") == place_of("nonsense") == place_of("/table/x/move/y/z") == "other"


def test_a_request_has_an_id_in_its_answer_and_in_every_line_about_it(client, caplog):
    caplog.set_level(logging.INFO)
    answer = client.get("/about")
    lines = [json.loads(JsonFormatter().format(record)) for record in caplog.records]
    assert [line["id"] for line in lines if line.get("path") == "/about"] == [answer.headers["x-request-id"]]
    assert client.get("/about").headers["x-request-id"] != answer.headers["x-request-id"]


@pytest.mark.process
def test_streams_are_told_to_come_back_when_the_server_stops(database):
    with Server(database) as server:
        ada = Person(server.address)
        ada.sit(LOW, "me", "here")
        with urllib.request.urlopen(f"{server.address}{ada.table}/live", timeout=PATIENCE) as stream:
            assert stream.readline() == b"retry: 1000\n"
            assert server.end(signal.SIGTERM)[0] == 0
            assert re.search(rb"retry: \d{3,4}\n\n$", stream.read())


def is_listening(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.process
@pytest.mark.timing  # a server that stops has two seconds for what is under way
def test_a_request_under_way_is_answered_when_the_server_stops(database):
    with Server(database) as server:
        port = int(server.address.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
            body = b"seat.0=me&seat.1=here"
            head = f"POST /new/{LOW} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
            line.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode() + body[:5])
            assert line.recv(65536).startswith(b"HTTP/1.1 100")
            server.process.send_signal(signal.SIGTERM)
            until(lambda: not is_listening(port))
            line.sendall(body[5:])
            assert line.recv(65536).startswith(b"HTTP/1.1 303")
        assert server.process.wait(PATIENCE) == 0


# The doctor


def test_the_doctor_finds_a_healthy_place_healthy(place):
    Store(place).close()
    findings = examine(place)
    wrong = [finding for finding in findings if not finding.well and "fsync" not in finding.about]
    assert not wrong
    assert any("secret has 32 bytes" in finding.about for finding in findings)


def test_the_doctor_finds_what_is_wrong_and_says_what_to_do(database, tmp_path):
    with serving(database) as client:
        Browser(client).post(f"/new/{LOW}", seat__0="me", seat__1="here")
        assert "A server uses it now" in run("doctor", "--database", database)
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE tables SET rules = '99'")
    connection.close()
    database.chmod(0o644)
    told = run("doctor", "--database", database)
    assert "chmod 600" in told
    assert re.search(r"^WRONG .* has the mode 644$", told, re.MULTILINE)
    assert "rules version 99, cannot be opened" in told
    assert CliRunner().invoke(app, ["doctor", "--database", str(database)]).exit_code == 1
    content = bytearray(database.read_bytes())
    content[4096:] = b"\x07" * (len(content) - 4096)
    database.write_bytes(content)
    assert "damaged" in run("doctor", "--database", database)
    assert "no games at" in run("doctor", "--database", tmp_path / "nothing.sqlite")
    assert "cannot be reached" in run("doctor", "--database", "postgresql://ada:hush@127.0.0.1:1/games")


@pytest.mark.parametrize(
    ("bound", "value", "advice"),
    [("MIN_FREE", 1 << 60, "Make room"), ("SECRET_BYTES", 33, "put back a copy"), ("MAX_WAL", 0, "Restart")],
)
def test_the_doctor_looks_at_space_secret_and_log(database, monkeypatch, bound, value, advice):
    monkeypatch.setattr(doctor, bound, value)
    with serving(database):
        assert any(advice in finding.advice for finding in examine(database) if not finding.well)


def test_the_doctor_looks_at_how_many_files_may_be_open(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 1024))
    assert any("LimitNOFILE" in finding.advice for finding in doctor._machine() if not finding.well)


# An operator's orders


def test_the_id_of_a_table_is_never_taken_for_an_option():
    keys = Keys(b"secret")
    opened = [keys.room_of(keys.new_room()) for _ in range(200)]
    rematches = [keys.rematch(room) for room in opened]
    for room in [*opened, *rematches, new_room_id()]:
        assert room.isalnum()
        assert len(room) == 12
    assert len({*opened, *rematches}) == 400


def test_a_name_is_hidden_in_page_log_and_record_also_after_a_restart(two, client, database):
    ada, _ = two
    ada.play(1)
    assert "Ada takes 1." in ada.page
    assert "hidden" in order(client, "hide-name", ada.table, 1)
    page = ada.get(f"/table/{ada.table}")
    assert "Ada" not in page
    assert "Somebody 1 takes 1." in page
    assert "There is no seat 9" in order(client, "hide-name", ada.table, 9)
    assert not any(
        "Ada" in str(row) for row in client.application.store.backend.execute("SELECT * FROM entries")
    )


def test_a_closed_table_is_gone_until_it_is_opened_again(two, client):
    ada, ben = two
    table, path = ada.table, f"/table/{ada.table}"
    assert "closed" in order(client, "close", table)
    ada.get(path, 404)
    assert path not in ada.get("/")
    assert "open again" in order(client, "close", table, "--reopen")
    ben.get(path)
    ada.get(path)
    ada.play(1)
    assert "There is no table" in order(client, "close", "nowhere")


def test_a_closed_table_is_not_offered_to_everybody(database):
    async def story():
        store = Store(database)
        await store.create(
            "t", StoredRoom(LOW, "1", [Entry(0, 1.5, "open", -3, "")]), Summary("{}", public=True)
        )
        before = [row.id for row in await store.public_rooms(0)]
        await orders.close_table(store, "t", True)
        after = await store.public_rooms(0)
        store.close()
        return before, after

    assert asyncio.run(story()) == (["t"], [])


def test_a_server_looks_for_orders_by_itself(database, monkeypatch):
    monkeypatch.setattr("fathom5.server.app.SWEEP_INTERVAL", 0.01)
    with serving(database) as client:
        run("operate", "ban", "203.0.113.0/24", "--database", database)
        stranger = TestClient(client.app, client=("203.0.113.7", 1))
        until(lambda: stranger.get("/about").status_code == 403)


def test_a_banned_network_is_refused_until_it_is_unbanned(client):
    def status(host):
        return TestClient(client.app, client=(host, 1)).get("/about").status_code

    assert "203.0.113.0/24 is banned" in order(client, "ban", "203.0.113.9/24")
    assert [status("203.0.113.7"), status("203.0.114.7")] == [403, 200]
    assert order(client, "bans") == "203.0.113.0/24\n"
    order(client, "unban", "203.0.113.0/24")
    assert status("203.0.113.7") == 200
    assert "is not banned" in order(client, "unban", "203.0.113.0/24")
    assert "is no address" in order(client, "ban", "everybody")


# One's own data


def test_all_tables_come_along_to_another_device_by_a_link(browser, client):
    for _ in range(3):
        browser.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here")
    table = browser.table
    link = re.search(r'value="https?://[^/]+(/me/[^"]+)"', browser.get("/me"))[1]
    phone = Browser(client)
    assert "nothing is kept about you" in phone.get("/me")
    phone.get(link[:-2] + "xy", 404)
    phone.post(link[:-2] + "xy", 404)
    phone.get(link)
    assert phone.post(link).count('href="/table/') == 3
    phone.get(f"/table/{table}")
    phone.play(1)


def test_whoever_asks_for_it_is_forgotten(two, client, database):
    ada, ben = two
    person = client.application.keys.person_of(ada.http.cookies["f5-who"])
    ada.play(1)
    table = ada.table
    ada.post("/me/forget")
    assert "f5-who" not in ada.http.cookies
    assert "Your games" not in ada.page
    page = ben.get(f"/table/{table}")
    assert "Ada" not in page
    room = client.application.rooms.loaded[table]
    assert room.seats[0].kind == "bot"
    ben.play(1)
    client.application.store.close()
    connection = sqlite3.connect(database)
    everything = "\n".join(connection.iterdump())
    connection.close()
    assert person not in everything
    assert "Ada" not in everything
    assert "Ben" in everything


def test_the_key_to_ones_tables_is_not_logged(browser, caplog):
    caplog.set_level(logging.INFO, "fathom5.server")
    browser.get("/me/hush", 404)
    assert not any("hush" in JsonFormatter().format(record) for record in caplog.records)


def test_metrics_are_for_this_machine_unless_another_is_named(monkeypatch):
    asked = []
    monkeypatch.setattr(metrics, "start_http_server", lambda port, host, registry: asked.append((host, port)))
    metrics.Metrics().serve(":9105")
    metrics.Metrics().serve("0.0.0.0:9105")
    assert asked == [("127.0.0.1", 9105), ("0.0.0.0", 9105)]


@pytest.mark.parametrize("where", ["nowhere", "127.0.0.1:99999", "127.0.0.1"])
def test_metrics_somewhere_impossible_are_refused_with_a_sentence(database, where):
    assert "HOST:PORT" in run("serve", "--port", 0, "--database", database, "--metrics", where)


def test_an_order_does_not_need_a_server(database):
    store = Store(database)
    store.close()
    assert "10.0.0.0/8 is banned" in run("operate", "ban", "10.1.2.3/8", "--database", database)
    assert "no games" in run("operate", "bans", "--database", database.with_name("none"))
    assert asyncio.run(_bans(database)) == ["10.0.0.0/8"]


async def _bans(database):
    store = Store(database)
    try:
        return await orders.bans(store)
    finally:
        store.close()
