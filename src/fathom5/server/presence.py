"""Who is here: people with an open stream or a request of late, in each room."""

from __future__ import annotations

import time
from collections.abc import Sequence

AWAY = 40.0
"""Seconds without a stream or a request after which somebody is away; a stream is heard of every 15."""

GONE = 600.0
"""Seconds after which somebody is gone."""


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

    @property
    def is_known(self) -> bool:
        """Whether the room has been open for so long that whoever is here would have been seen."""
        return time.monotonic() - self._began >= AWAY

    def away(self, seats: Sequence[Sequence[str]]) -> list[int]:
        """The seats whose people are all away; nobody is before a room was open for that long."""
        if not self.is_known:
            return []
        return [number for number, people in enumerate(seats) if people and not self.anybody(tuple(people))]

    def gone(self, seats: Sequence[Sequence[str]]) -> list[int]:
        """Those of the seats away whose people have not been seen for long."""
        since = time.monotonic() - GONE
        return [
            number
            for number in self.away(seats)
            if max(self._seen.get(person, self._began) for person in seats[number]) < since
        ]

    def unseen_for(self, people: Sequence[str]) -> float | None:
        """Seconds since one of these people was seen; None if nobody was since the room was opened."""
        seen = [self._seen[person] for person in people if person in self._seen]
        return time.monotonic() - max(seen) if seen else None
