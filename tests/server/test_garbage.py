"""What nobody needs any more is looked for once a minute, not whenever pages open."""

import asyncio
import gc
import weakref

import pytest

from fathom5.server import app, garbage
from fathom5.server.app import Application
from fathom5.server.garbage import GarbageCollector
from fathom5.server.settings import Settings
from waiting import eventually


class Loop:
    """Something that only a search finds: it holds itself."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def usual_thresholds():
    """Nothing is left alone at first; afterwards, again, what was there before."""
    usual = gc.get_threshold()
    gc.unfreeze()
    yield usual
    gc.set_threshold(*usual)
    gc.freeze()


def test_the_sweep_finds_what_holds_itself(database, monkeypatch):
    monkeypatch.setattr(app, "SWEEP_INTERVAL", 0.01)
    gc.disable()
    try:
        left = weakref.ref(Loop())

        async def story():
            application = Application(database, Settings(warm=False))
            async with application.lifespan(application.asgi()):
                await eventually(lambda: not left())

        assert left()
        asyncio.run(story())
    finally:
        gc.enable()


def test_once_the_rules_are_loaded_full_searches_are_left_to_the_sweep(database, usual_thresholds):
    async def at_once():
        pass

    async def story():
        application = Application(database)
        application.bots.warm_up = at_once
        async with application.lifespan(application.asgi()):
            await eventually(lambda: gc.get_threshold() != usual_thresholds)

    asyncio.run(story())
    assert gc.get_freeze_count()
    assert gc.get_threshold() == (*usual_thresholds[:2], garbage.GC_THRESHOLD)


def test_what_has_stayed_is_searched_again_only_when_nobody_is_here(usual_thresholds):
    collector = GarbageCollector()
    collector.start()
    stayed, new = Loop(), weakref.ref(Loop())
    collector.collect()
    assert not new()
    left = weakref.ref(stayed)
    del stayed
    collector.collect()
    assert left()
    collector.collect(everything=True)
    assert not left()


def test_what_has_stayed_is_searched_again_when_much_more_is_kept(usual_thresholds, monkeypatch):
    monkeypatch.setattr(garbage, "GROWTH", 1000)
    collector = GarbageCollector()
    collector.start()
    stayed = Loop()
    collector.collect()
    left = weakref.ref(stayed)
    del stayed
    kept = [Loop() for _ in range(2000)]
    collector.collect()
    assert left()
    collector.collect()
    assert not left()
    assert kept
