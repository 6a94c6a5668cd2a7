import gc
import os
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest
from playwright.sync_api import sync_playwright

from chromium import CHROMIUM, EVERY_PRESS_IS_MEANT, MOST_WAIT, SWITCHES, server
from cluster import binaries, cluster
from fathom5.server.forms import COOKIES
from fathom5.server.worker import WorkerProcess
from guests import Browser, serving
from luck import repeat_luck


class ThreadPool(ThreadPoolExecutor):
    """Stands in for a pool of processes."""

    _processes: ClassVar[dict[int, object]] = {}


@pytest.fixture(autouse=True)
def garbage_collected():
    """What a test leaves open fails this test; what is still in use then is not searched again."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def bots_in_this_process(request, monkeypatch):
    """Bots think in a thread where no process, or only the browser's, is the subject of a test."""
    if "chromium" in request.fixturenames or not request.node.get_closest_marker("process"):
        monkeypatch.setattr(WorkerProcess, "_new_pool", lambda _: ThreadPool(1))


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("FATHOM5_COMPILE", "0")


@pytest.fixture
def database(tmp_path):
    return tmp_path / "games.sqlite"


@pytest.fixture(scope="session")
def postgres():
    """A real PostgreSQL, which the tests start themselves."""
    commands = binaries()
    if commands is None:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL is needed here: install the package postgresql.")
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with cluster(commands) as running:
        yield running


@pytest.fixture
def address(postgres):
    """A new database in it."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request):
    """Both kinds of store."""
    return request.getfixturevalue("database" if request.param == "sqlite" else "address")


@pytest.fixture
def client(database):
    with serving(database) as client:
        yield client


@pytest.fixture
def browser(client):
    return Browser(client)


@pytest.fixture
def two(client):
    """Ada and Ben at one table of Low Tide, each with a browser."""
    ada, ben = Browser(client), Browser(client)
    ada.post("/new/low-tide", seat__0="me", name__0="Ada", seat__1="friend")
    ben.post(ada.invitation, name="Ben")
    ada.post(f"/table/{ada.table}/ready")
    ben.get(f"/table/{ada.table}")
    return ada, ben


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def luck(request, monkeypatch):
    """Luck that is the same whenever a test is run."""
    repeat_luck(monkeypatch, request.node.name)


@pytest.fixture
def site(luck, database):
    with server(database) as address:
        yield address


@pytest.fixture
def visit(chromium, site):
    """Opens pages that may not complain, nor ask any other machine for anything."""
    complaints, contexts = [], []

    def opened(width=1280, height=800, hasty=True, pace="once", still=True, **more):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce" if still else "no-preference",
            **more,
        )
        context.add_cookies([{"name": COOKIES["pace"], "value": pace, "url": site}])
        context.set_default_timeout(MOST_WAIT)
        contexts.append(context)
        if hasty:
            context.add_init_script(EVERY_PRESS_IS_MEANT)
        page = context.new_page()
        page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: r.url.startswith((site, "data:")) or complaints.append(r.url))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints
