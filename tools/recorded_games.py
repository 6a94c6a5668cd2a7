"""The recorded game of each game that pictures are made of."""

from __future__ import annotations

from pathlib import Path

from fathom5 import Record

ROOT = Path(__file__).parent.parent
PLAYED = {
    "deep-dive": "deep-dive-2.f5",
    "deep-sea-adventure": "deep-sea-adventure-4-edition-2.f5",
    "deeper": "deeper-2.f5",
    "in-too-deep": "in-too-deep-4.f5",
    "scuba": "scuba-3-edition-2.f5",
}
"""A game and its record."""


def recorded(game: str) -> Record:
    """The record of a game that is shown."""
    return Record.read((ROOT / "tests" / "records" / PLAYED[game]).read_text("utf-8"))
