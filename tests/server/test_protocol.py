"""What is bounded before a request is parsed: bytes, headers, times, connections."""

import asyncio
import resource
import socket
import sys
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import replace

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from fathom5 import Mistake
from fathom5.server import serve
from fathom5.server.address import THIS_MACHINE, Networks
from fathom5.server.protocol import ConnectionLimits, Door, bounded_protocol, raise_file_limit
from fathom5.server.settings import Settings
from loops import go_on, run_leaping
from waiting import FOR_EVER, PATIENCE, eventually

STRANGER = "127.0.0.2"
FIRST_BYTE, HEAD, BODY, WRITE = 1000.0, 2000.0, 3000.0, 4000.0
"""Seconds that only pass when a test says so."""
LIMITS = ConnectionLimits(first_byte=FIRST_BYTE, head_seconds=HEAD, body_seconds=BODY, write_seconds=WRITE)
HELLO = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Running:
    """A server with a door, and connections to it from any address of the loopback."""

    def __init__(self, port, door):
        self.port, self.door = port, door
        self.heard = 0
        """How many bytes have come to it so far."""
        self.blocked = 0
        """How often somebody left so much unread that it waited."""

    async def connect(self, address=STRANGER):
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=1 << 22)

    async def ask(self, sent, address=STRANGER):
        """The head of what is answered to these bytes; nothing if the connection is closed."""
        reader, writer = await self.connect(address)
        try:
            writer.write(sent)
            return await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""
        finally:
            writer.close()

    async def has_open(self, count):
        """Wait until so many connections are open."""
        await eventually(lambda: self.door.open == count)

    async def has_heard(self, count):
        """Wait until so many bytes have come."""
        await eventually(lambda: self.heard >= count)

    async def waits_for(self, seconds):
        """The one connection stays open for so long, and no longer."""
        loop = asyncio.get_running_loop()
        loop.leap(seconds - PATIENCE)
        await go_on(10)
        assert self.door.open == 1
        loop.leap(PATIENCE)
        await self.has_open(0)


def listening_protocol(running):
    """The protocol of a server which takes note of what it hears."""

    class Listening(bounded_protocol(running.door)):
        def data_received(self, data):
            super().data_received(data)
            running.heard += len(data)

        def pause_writing(self):
            super().pause_writing()
            running.blocked += 1

    return Listening


@asynccontextmanager
async def running(limits=LIMITS, app=None):
    listener = socket.create_server(("127.0.0.1", 0))
    here = Running(listener.getsockname()[1], Door(limits, Networks(THIS_MACHINE)))
    config = uvicorn.Config(
        app or PlainTextResponse("hello"),
        http=listening_protocol(here),
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=int(FOR_EVER),
    )
    server = uvicorn.Server(config)
    server.capture_signals = lambda: nullcontext()
    task = asyncio.create_task(server.serve(sockets=[listener]))
    await eventually(lambda: server.started or task.done())
    try:
        yield here
    finally:
        server.should_exit = True
        await task


def test_a_plain_request_is_answered_again_and_again():
    async def story():
        async with running() as server:
            reader, writer = await server.connect()
            for _ in range(5):
                writer.write(HELLO)
                assert b"200 OK" in await reader.readuntil(b"hello")
            writer.close()

    run_leaping(story())


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 2_000_000, b"431"),
        (b"GET /" + b"x" * 2_000_000, b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: 1\r\n" * 100 + b"\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 8_000 + b"\r\n\r\n", b"200"),
    ],
)
def test_a_head_is_small_and_has_one_host(sent, status):
    async def story():
        async with running() as server:
            answer = await server.ask(sent)
            assert answer.split()[1:2] == [status], answer

    run_leaping(story())


def test_a_long_head_is_never_collected():
    """Forty megabytes in many pieces: the connection is closed within the first of them."""

    async def story():
        async with running() as server:
            reader, writer = await server.connect()
            sent = 0
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
            with suppress(ConnectionError):
                while sent < 40_000_000:
                    writer.write(b"x" * 65_536)
                    sent += 65_536
                    await writer.drain()
            assert sent < 20_000_000
            assert server.heard < 1_000_000
            writer.close()
            del reader

    run_leaping(story())


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        (b"", FIRST_BYTE),
        (b"\r\n", FIRST_BYTE),
        (b"GET / HT", HEAD),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: 1\r\n", HEAD),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf", BODY),
        (b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal", BODY),
        (HELLO + b"GET / HT", HEAD),
    ],
)
def test_half_a_request_is_given_up(sent, seconds):
    async def waiting(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await PlainTextResponse("hello")(scope, receive, send)

    async def story():
        async with running(app=waiting) as server:
            reader, writer = await server.connect()
            writer.write(sent)
            await server.has_open(1)
            await server.has_heard(len(sent))
            await server.waits_for(seconds)
            await reader.read()
            writer.close()

    run_leaping(story())


@pytest.mark.parametrize(
    ("begun", "drip", "seconds"), [(b"", b"\r\n", FIRST_BYTE), (b"GET /", b"x", HEAD), (HELLO, b"\r\n", HEAD)]
)
def test_a_byte_now_and_then_does_not_keep_a_connection_open(begun, drip, seconds):
    async def story():
        async with running() as server:
            reader, writer = await server.connect()
            writer.write(begun)
            await server.has_open(1)
            await server.has_heard(len(begun))
            if begun == HELLO:
                await reader.readuntil(b"hello")
            for number in range(1, 5):
                writer.write(drip)
                await server.has_heard(len(begun) + number * len(drip))
                asyncio.get_running_loop().leap((seconds - PATIENCE) / 4)
                await go_on(10)
                assert server.door.open == 1
            asyncio.get_running_loop().leap(PATIENCE)
            await server.has_open(0)
            writer.close()

    run_leaping(story())


def test_a_client_that_does_not_read_is_given_up():
    async def endless(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while not given_up.is_set():
            await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
            await asyncio.sleep(0)  # to nobody it sends at once, and nothing else would ever run

    async def story():
        nonlocal given_up
        given_up = asyncio.Event()
        async with running(app=endless) as server:
            _, writer = await server.connect()
            writer.transport.pause_reading()
            writer.write(HELLO)
            await eventually(lambda: server.blocked)
            loop = asyncio.get_running_loop()
            loop.leap(WRITE - PATIENCE)
            await go_on(10)
            assert server.door.open == 1
            # While the kernel still takes something the time begins anew.
            await eventually(lambda: loop.leap(WRITE) or not server.door.open)
            given_up.set()
            writer.close()

    given_up = None
    run_leaping(story())


def test_connections_are_limited_for_each_address_and_in_all_and_counted_down():
    limits = replace(LIMITS, per_address=3, total=6)

    async def story():
        async with running(limits) as server:
            held = [await server.connect() for _ in range(3)]
            assert (await server.ask(HELLO)).split()[1] == b"503"
            assert (await server.ask(HELLO, "127.0.0.3")).split()[1] == b"200"
            await server.has_open(3)
            held += [await server.connect("127.0.0.1") for _ in range(3)]  # our proxy is not one stranger
            assert (await server.ask(HELLO, "127.0.0.3")).split()[1] == b"503"
            for _, writer in held:
                writer.close()
            await server.has_open(0)
            assert not server.door.by_address
            assert (await server.ask(HELLO)).split()[1] == b"200"

    run_leaping(story())


def test_many_requests_in_one_piece_are_not_all_queued():
    async def story():
        async with running() as server:
            reader, writer = await server.connect()
            writer.write(HELLO * 2000)
            answers = await asyncio.wait_for(reader.read(), PATIENCE)
            assert answers.count(b"200 OK") < 50
            writer.close()

    run_leaping(story())


def test_networks_are_written_in_words_of_addresses():
    networks = Networks(["10.0.0.0/8", "2001:db8::/32", "203.0.113.7"])
    assert "10.1.2.3" in networks
    assert "::ffff:10.1.2.3" in networks
    assert "2001:db8:1::1" in networks
    assert "203.0.113.8" not in networks
    assert "nonsense" not in networks
    with pytest.raises(Mistake, match="written like"):
        Networks(["ten"])


def test_the_limit_of_files_is_raised_no_further_than_allowed():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert raise_file_limit(before[0]) == before[0]
    assert raise_file_limit(1) == before[0]


def test_a_server_has_the_door_keeps_files_for_itself_and_counts_no_proxy_as_one_stranger(
    database, monkeypatch
):
    made = []

    class Unused:
        def __init__(self, config, application):
            made.append(config)
            self.application = application

        def run(self, sockets):
            self.application.close()
            sockets[0].close()

    monkeypatch.setattr(serve, "Server", Unused)
    monkeypatch.setattr(serve, "raise_file_limit", lambda wanted: 500)
    for module, name in ((serve, "configure_logging"), (serve.signal, "signal"), (sys, "setswitchinterval")):
        monkeypatch.setattr(module, name, lambda *words: None)
    settings = Settings(trusted_proxies=("10.0.0.0/8",))
    serve.serve("127.0.0.1", 0, str(database), browser=False, log="none", settings=settings)
    door = made[0].http.door
    assert door.limits.total <= 500 - 64
    assert [door.enter("203.0.113.7") is None for _ in range(201)] == [False] * 200 + [True]
    assert all(door.enter("10.1.2.3") is not None for _ in range(201))
