"""Who is here: people with an open stream or a request of late, in each room."""

from __future__ import annotations

import time
from collections.abc import Sequence

AWAY = 40.0
"""Seconds without a stream or a request after which somebody is away; a stream is heard of every 15."""


class Presence:
    """When each person was last seen in a room."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}
        self._began = time.monotonic()

    def see(self, person: str | None) -> None:
        """Note that a person is here."""
        if person:
            self._seen[person] = time.monotonic()

    def is_here(self, person: str) -> bool:
        """Whether a person was seen of late."""
        return time.monotonic() - self._seen.get(person, -AWAY) < AWAY

    def anybody(self, people: tuple[str, ...]) -> bool:
        """Whether one of these people was."""
        return any(map(self.is_here, people))

    def away(self, seats: Sequence[Sequence[str]]) -> list[int]:
        """The seats whose people are all away; nobody is before a room was open for that long."""
        if time.monotonic() - self._began < AWAY:
            return []
        return [number for number, people in enumerate(seats) if people and not self.anybody(tuple(people))]
