"""Luck that is the same whenever a test of the server is run."""

from hashlib import sha256
from types import SimpleNamespace
from zlib import crc32

from fathom5.bots import find_bot
from fathom5.server import rooms, thinkers
from fathom5.server.keys import Keys


def repeat_luck(monkeypatch, test: str) -> None:
    """Deal every room of servers in this process from one seed; bots in it choose by seed and view."""
    seed = sha256(test.encode()).hexdigest()
    print(f"The seed of rooms and bots is {seed}.")

    def find_repeatable_bot(level, budget=None):
        return lambda view: find_bot(level, crc32(view.array.tobytes() + seed.encode()), budget)(view)

    monkeypatch.setattr(Keys, "seed", lambda *_: seed)
    monkeypatch.setattr(rooms, "secrets", SimpleNamespace(token_hex=lambda _: seed))
    monkeypatch.setattr(thinkers, "find_bot", find_repeatable_bot)
