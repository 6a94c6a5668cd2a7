"""What nobody needs any more is looked for once a minute, not whenever pages open."""

import asyncio
import gc
import weakref

import pytest

from fathom5.server import app
from fathom5.server.app import Application
from fathom5.server.settings import Settings


class Loop:
    """Something that only a search finds: it holds itself."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def usual_thresholds():
    usual = gc.get_threshold()
    yield usual
    gc.set_threshold(*usual)
    gc.unfreeze()


def test_the_sweep_finds_what_holds_itself(database, monkeypatch):
    monkeypatch.setattr(app, "SWEEP_INTERVAL", 0.01)
    gc.disable()
    try:
        left = weakref.ref(Loop())

        async def story():
            application = Application(database, Settings(warm=False))
            async with application.lifespan(application.asgi()):
                while left():
                    await asyncio.sleep(0.01)

        assert left()
        asyncio.run(asyncio.wait_for(story(), 60))
    finally:
        gc.enable()


def test_once_the_rules_are_loaded_full_searches_are_left_to_the_sweep(database, usual_thresholds):
    async def at_once():
        pass

    async def story():
        application = Application(database)
        application.bots.warm_up = at_once
        async with application.lifespan(application.asgi()):
            while gc.get_threshold() == usual_thresholds:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))
    assert gc.get_freeze_count()
    assert gc.get_threshold() == (*usual_thresholds[:2], app.GC_THRESHOLD)
