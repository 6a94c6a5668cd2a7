"""What a stream tells beside the views of a room: who is away or gone, and emotes. None of it is stored."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from fathom5.core.errors import Mistake
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.server.room import Room

EMOTES = ("hello", "luck", "nice", "oops", "think", "thanks")
"""What somebody may show to the others, by its name."""

PAUSE = 3.0
"""Seconds between two emotes of a seat."""

MOST_KEPT = 12


class Emotes:
    """The latest emotes of a room."""

    def __init__(self) -> None:
        self.count = 0
        self._latest: deque[tuple[int, str]] = deque(maxlen=MOST_KEPT)
        self._sent: dict[int, float] = {}

    def check(self, seat: int, emote: str) -> None:
        """Raises Mistake if there is no such emote, or if the seat sent one a moment ago."""
        if emote not in EMOTES:
            raise Mistake(say("There is no such sign."))
        if time.monotonic() - self._sent.get(seat, -PAUSE) < PAUSE:
            raise Mistake(say("Wait a moment before the next sign."))

    def add(self, seat: int, emote: str) -> None:
        """Show an emote of a seat."""
        self._sent[seat] = time.monotonic()
        self._latest.append((seat, emote))
        self.count += 1

    def since(self, count: int) -> list[tuple[int, str]]:
        """The emotes after so many, as far as they are kept."""
        new = min(self.count - count, len(self._latest))
        return list(self._latest)[len(self._latest) - new :]


class Signals:
    """What one stream of a room has told so far, and what is to be told."""

    def __init__(self, room: Room) -> None:
        self._room, self._presence, self._emotes = room, "", room.emotes.count

    def news(self) -> bytes:
        """Events with what has changed since the last call; empty if nothing has."""
        events = []
        presence = self._room.whereabouts
        if presence != self._presence:
            self._presence = presence
            events.append(f"event: presence\ndata: {presence}\n\n")
        for seat, emote in self._room.emotes.since(self._emotes):
            events.append(f"event: emote\ndata: {seat}={emote}\n\n")
        self._emotes = self._room.emotes.count
        return "".join(events).encode()
