"""Bots share their workers fairly: by client, small first, never behind a search that can be avoided."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from fathom5 import Match
from fathom5.bots.levels import LEVELS
from fathom5.server import fair, thinkers
from fathom5.server.app import Application
from fathom5.server.bots import compile_stage
from fathom5.server.settings import Settings
from fathom5.server.thinkers import MIN_SHARE, Choice, Thinkers, is_quick, time_budget
from guests import LOW, Browser
from loops import go_on
from processes import PATH
from waiting import PATIENCE, eventually, until


@pytest.fixture
def view():
    return Match(LOW, 2, seed=1, compiled=False).view(0)


class Workers:
    """Workers in this process. The clock is theirs: it goes on by what they think, once searches may end."""

    def __init__(self):
        self.now = 1000.0
        self.asked = []
        """The levels that were asked for, in order."""
        self.search = asyncio.Event()
        self.search.set()

    def time(self):
        return self.now

    async def ask(self, level, seconds, *position):
        self.asked.append(level)
        if not is_quick(level):
            await self.search.wait()
        await asyncio.sleep(0)
        self.now += seconds
        return 1


@pytest.fixture
def workers(monkeypatch):
    workers = Workers()
    monkeypatch.setattr(thinkers.Worker, "ask", lambda _, *words: workers.ask(*words))
    monkeypatch.setattr(thinkers, "time", SimpleNamespace(monotonic=workers.time))
    monkeypatch.setattr(fair, "time", SimpleNamespace(perf_counter=workers.time))
    return workers


def test_which_levels_move_at_once():
    assert [level for level in LEVELS if is_quick(level)] == [
        "random",
        "beginner",
        "heuristic",
        "minnow",
        "seal",
    ]
    assert is_quick("seal:greedy")
    assert not is_quick("orca:greedy")
    assert not is_quick("greedy-tide")


def test_a_seal_never_waits_for_a_search_and_an_orca_waits_for_one(view, workers):
    async def story():
        think = Thinkers()
        workers.search.clear()
        crowd = [asyncio.create_task(think.choose("leviathan", view, "stranger")) for _ in range(40)]
        seal = asyncio.create_task(think.choose("seal", view, "ada"))
        await go_on()
        assert workers.asked == ["leviathan", "seal"]
        assert seal.result().waited == 0
        orca = asyncio.create_task(think.choose("orca", view, "ada"))
        await go_on()
        assert not orca.done()
        workers.search.set()
        choice = await orca
        assert workers.asked.index("orca") <= 3
        assert not choice.hurried
        assert choice.seconds == time_budget("orca")
        assert choice.waited > 0
        await asyncio.gather(*crowd)
        think.close()

    asyncio.run(story())


def test_whoever_waits_for_much_thinks_for_less_and_is_told(view, workers):
    async def story():
        think = Thinkers()
        alone = await think.choose("leviathan", view, "ada")
        assert (alone.seconds, alone.hurried) == (time_budget("leviathan"), False)
        crowd = await asyncio.gather(*(think.choose("leviathan", view, f"{n}") for n in range(15)))
        assert sum(choice.seconds for choice in crowd[1:]) < 15
        assert any(choice.hurried for choice in crowd)
        greedy = await asyncio.gather(*(think.choose("leviathan", view, "greedy") for _ in range(60)))
        least = min(choice.seconds for choice in greedy)
        assert MIN_SHARE * time_budget("leviathan") <= least < 0.2
        think.close()

    asyncio.run(story())


def test_a_bot_thinks_on_the_account_of_whoever_moved_last_and_the_page_says_if_it_is_hurried(client):
    accounts = []

    async def choose(level, view, client=""):
        accounts.append(client)
        return Choice(view.ids[0], hurried=True)

    client.application.bots.thinkers.choose = choose
    ada = Browser(client)

    def come_from(address):
        cookies = ada.http.cookies
        ada.http = TestClient(client.app, follow_redirects=True, client=(address, 1), cookies=cookies)
        ada.http.portal = client.portal

    come_from("203.0.113.7")
    ada.post(f"/new/{LOW}", seat__0="bot:leviathan", seat__1="me")
    until(lambda: ada.get(f"/table/{ada.table}") and ada.moves)
    assert accounts == ["203.0.113.7"]
    assert "each thinks a little less" in ada.page
    come_from("203.0.113.8")
    ada.play(1)
    until(lambda: len(accounts) == 2)
    assert accounts[1] == "203.0.113.8"


def test_as_many_workers_as_the_operator_wants(database):
    application = Application(database, Settings(warm=False, bot_workers=3))
    assert len(application.bots.thinkers.searchers) == 3
    application.close()


def test_several_workers_think_at_a_time(view, monkeypatch):
    busy = most = 0

    async def ask(self, *words):
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        await go_on(10)
        busy -= 1
        return 1

    monkeypatch.setattr(thinkers.Worker, "ask", ask)

    async def story():
        think = Thinkers(3)
        await asyncio.gather(*(think.choose("orca", view, "ada") for _ in range(9)))
        think.close()

    asyncio.run(story())
    assert most == 3


@pytest.mark.process
def test_a_worker_that_is_stopped_is_given_up_and_replaced(view, monkeypatch):
    """Stopped, not dead: it holds its table for the limit of one move and is killed."""
    monkeypatch.setattr(thinkers, "LIMIT", 0.1)
    monkeypatch.setattr(thinkers, "FIRST_LIMIT", PATIENCE)
    monkeypatch.setattr(thinkers.secrets, "choice", lambda _: pytest.fail("No worker chose the move."))

    async def story():
        with closing(Thinkers()) as think:
            assert (await think.choose("seal", view)).move in view.ids
            (worker,) = think.quick.pool._processes
            os.kill(worker, signal.SIGSTOP)
            assert (await think.choose("seal", view)).move in view.ids
            assert worker not in think.quick.pool._processes
            await eventually(lambda: not Path(f"/proc/{worker}").exists())

    asyncio.run(story())


@pytest.mark.process
def test_a_process_that_compiles_knows_the_search():
    """It is started with nothing but the function to run, and imports what that needs."""
    code = (
        "import pickle; pickle.loads({!r}); "
        "from fathom5 import find_game; from fathom5.engine import engine; "
        "engine(find_game('deep-dive'), False).search"
    )
    words = [sys.executable, "-c", code.format(pickle.dumps(compile_stage))]
    environment = {**os.environ, "FATHOM5_COMPILE": "0", "PYTHONPATH": PATH}
    subprocess.run(words, check=True, env=environment, timeout=PATIENCE)
