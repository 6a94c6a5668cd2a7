"""What every request passes: limits for each client, other sites, cookies, and what pages may contain."""

import asyncio
import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from fathom5 import Match, all_games
from fathom5.server import guard
from fathom5.server.address import client_of
from fathom5.server.guard import HEADERS, GuardMiddleware, Limits
from fathom5.text.language import add_catalogues
from guests import DEEP, LOW, Browser, serving
from loops import go_on

FEW = Limits(rate=2, burst=5, room_cost=3, open_per_client=2, open_total=3, clients=4, refusal_delay=0)
AWAY = "203.0.113.7"


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands until it is moved."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def guarded(address: str = AWAY, limits: Limits = FEW, app=None) -> TestClient:
    return TestClient(GuardMiddleware(app or PlainTextResponse("hello"), limits), client=(address, 50000))


def statuses(client: TestClient, count: int, **more: object) -> list[int]:
    return [client.get("/", **more).status_code for _ in range(count)]


async def ask(layer: GuardMiddleware, host: str) -> int:
    """The status of the answer to a client."""
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
    await layer({**scope, "client": (host, 1)}, None, send)
    return sent[0]["status"]


def test_a_client_that_asks_too_much_waits_a_little(clock):
    add_catalogues("fathom5.server")
    client = guarded()
    assert statuses(client, 7) == [200] * 5 + [429] * 2
    refused = client.get("/", headers={"Accept-Language": "fr"})
    assert refused.headers["retry-after"] == "1"
    assert "Trop de demandes à la fois" in refused.text
    clock.now += 1
    assert statuses(client, 3) == [200, 200, 429]
    clock.now += 1000
    assert statuses(client, 6) == [200] * 5 + [429]


def test_opening_a_table_counts_for_more(clock):
    client = guarded()
    assert client.post("/new/x", content=b"").status_code == 200
    assert client.post("/new/x", content=b"").status_code == 429
    assert client.post("/like", content=b"").status_code == 200


@pytest.mark.parametrize("path", ["/join/x/y", "/seat/x/0/y", "/me/x"])
def test_taking_a_seat_counts_for_more(clock, path):
    client = guarded(limits=replace(FEW, seat_cost=4))
    assert client.get(path).status_code == 200
    assert client.post(path, content=b"").status_code == 200
    assert client.get(path).status_code == 429


def test_clients_have_limits_of_their_own_and_this_machine_has_none(clock):
    one = guarded()
    assert statuses(one, 6)[-1] == 429
    assert TestClient(one.app, client=("203.0.113.8", 1)).get("/").status_code == 200
    assert statuses(guarded("127.0.0.1"), 50) == [200] * 50


def test_a_header_does_not_make_another_client(clock):
    client = guarded()
    answers = [client.get("/", headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code for n in range(6)]
    assert answers[-1] == 429


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", None),
        ("127.0.0.9", "127.0.0.9"),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("", None),
    ],
)
def test_a_client_is_an_address_or_a_network(host, client):
    assert client_of({"client": (host, 1)}) == client


def test_only_busy_clients_are_remembered(clock):
    client = guarded()
    buckets = client.app.buckets
    for number in range(50):
        TestClient(client.app, client=(f"203.0.113.{number}", 1)).get("/")
        assert len(buckets._left) <= FEW.clients
        clock.now += 0.2


def test_open_requests_are_limited_for_each_client_and_in_all(clock):
    """A page that follows a table holds a request open."""

    async def story():
        over, begun = asyncio.Event(), []

        async def app(scope, receive, send):
            begun.append(scope["client"])
            await over.wait()
            await PlainTextResponse("over")(scope, receive, send)

        layer, answers = GuardMiddleware(app, FEW), []

        async def note(host):
            answers.append((host, await ask(layer, host)))

        tasks = [asyncio.create_task(note(host)) for host in (AWAY, AWAY, AWAY, "203.0.113.8", "127.0.0.1")]
        await go_on(10)
        assert answers == [(AWAY, 429), ("127.0.0.1", 503)]
        over.set()
        await asyncio.gather(*tasks)
        assert len(begun) == 3
        assert not layer.open
        await note(AWAY)
        assert answers[-1] == (AWAY, 200)

    asyncio.run(story())


def test_a_request_that_breaks_is_no_longer_open():
    async def broken(scope, receive, send):
        raise RuntimeError

    client = guarded(app=broken)
    with pytest.raises(RuntimeError):
        client.get("/")
    assert not client.app.open


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://testserver"}, 200),
        ({"Origin": "https://testserver"}, 200),
        ({"Origin": "http://testserver.evil.example"}, 403),
        ({"Origin": "http://evil.example/testserver"}, 403),
        ({"Origin": "http://[testserver"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Host": "a b"}, 400),
        ({"Host": "["}, 400),
        ({"Content-Length": "²".encode("latin-1")}, 413),
        ({"Content-Length": "-1"}, 413),
        ({"Content-Length": "16385"}, 413),
        ({"Content-Length": "9" * 5000}, 413),
    ],
)
def test_a_post_comes_from_our_own_pages_and_is_small(headers, status):
    assert guarded("127.0.0.1").post("/", content=b"", headers=headers).status_code == status


def test_cookies_are_signed_and_closed_to_scripts_and_other_sites(database):
    with serving(database) as client:
        for address, secure in (("http://testserver", False), ("https://testserver", True)):
            visitor = TestClient(client.app, base_url=address, follow_redirects=False)
            visitor.portal = client.portal
            fields = {"seat.0": "me", "name.0": "Ada", "seat.1": "here"}
            cookies = visitor.post(f"/new/{LOW}", data=fields).headers.get_list("set-cookie")
            assert len(cookies) == 2
            for cookie in cookies:
                assert "HttpOnly" in cookie
                assert "SameSite=lax" in cookie
                assert ("Secure" in cookie) == secure
            value = re.match(r"f5-who=([\w-]+\.[\w-]+);", cookies[0])[1]
            keys = client.application.keys
            assert keys.person_of(value)
            assert keys.person_of(value[:-1]) is None
            assert keys.person_of("x" + value) is None
            assert keys.person_of(value.partition(".")[0]) is None


def policy(name: str) -> list[str]:
    parts = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    return parts[name].split()


@pytest.mark.parametrize("game", list(all_games()))
def test_a_board_has_no_script_and_no_style_sheet_but_ours(game):
    match, rng = Match(game, 2, seed=4, compiled=False), Random(4)
    for _ in range(3):
        match.play(rng.choice(match.ids))
    drawn = match.view(0).svg()
    assert "<script" not in drawn
    assert not re.search(r"\son\w+=", drawn)
    for sheet in re.findall(r"<style>(.*?)</style>", drawn, re.DOTALL):
        digest = b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy("style-src")


def test_pages_may_run_only_our_own_files():
    assert policy("script-src") == ["'self'"]
    assert policy("default-src") == policy("base-uri") == policy("frame-ancestors") == ["'none'"]
    assert "'unsafe-inline'" not in policy("style-src")
    assert policy("form-action") == policy("connect-src") == ["'self'"]


EVIL = "</title><zz zz=1>'\" zz=2 &#x3c;zz>"


class Marks(HTMLParser):
    """Remembers every tag and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.names |= {tag, *(name for name, _ in attrs)}


@pytest.mark.parametrize("game", [LOW, DEEP, "in-too-deep"])
def test_whatever_people_write_is_escaped_everywhere(client, game):
    ada, ben = Browser(client), Browser(client)
    ada.post(f"/new/{game}", seat__0="me", name__0="<zz zz='>", seat__1="friend", word="<zz>")
    pages = [ada.page, ben.get(ada.invitation)]
    ben.post(ada.invitation, name="'zz=<zz>", word="<zz zz=1>")
    ada.post(f"/table/{ada.table}/ready")
    table, evil = ada.table, quote(EVIL)
    for person in (ada, ben):
        pages.append(person.get(f"/table/{table}"))
        if person.moves:
            pages.append(person.get(f"/table/{table}?why={evil}"))
            pages.append(person.play())
    pages += [ada.get(f"/table/{table}/replay?at=9"), ben.get("/"), ben.get(f"/new/{game}")]
    pages += [ada.get(f"/rules/{evil.replace('/', '')}", 404), ada.post(f"/new/{game}", 400, seat__0=EVIL)]
    pages.append(ada.post(f"/table/{table}/stand-in", 400, seat=0, level=EVIL))
    assert sum("zz" in page for page in pages) > 6
    for page in pages:
        assert "zz" not in Marks(page).names


def test_a_refusal_comes_later_and_holds_up_nobody_else(clock, monkeypatch):
    """Whoever asks too much waits for the refusal, so that it cannot ask as often as it likes."""

    async def story():
        held_up, over = [], asyncio.Event()

        async def sleep(seconds):
            held_up.append(seconds)
            await over.wait()

        monkeypatch.setattr(guard, "asyncio", SimpleNamespace(sleep=sleep))
        layer = GuardMiddleware(PlainTextResponse("hello"), replace(FEW, refusal_delay=0.2))
        assert [await ask(layer, AWAY) for _ in range(5)] == [200] * 5
        assert not held_up
        refused = [asyncio.create_task(ask(layer, AWAY)) for _ in range(2)]
        await go_on(10)
        assert held_up == [0.2, 0.2]
        assert layer.open[AWAY] == 2
        assert not any(task.done() for task in refused)
        assert await ask(layer, "203.0.113.8") == 200
        over.set()
        assert await asyncio.gather(*refused) == [429, 429]
        assert not layer.open

    asyncio.run(story())
