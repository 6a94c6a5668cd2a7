"""Who is at a table: people whose pages are open, or were a moment ago."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence

AWAY_AFTER = 30.0
"""Seconds after which somebody without an open page counts as away."""


class Presence:
    """The open pages of a room by person, and when each person was last seen."""

    def __init__(self) -> None:
        self._open = Counter[str]()
        self._seen: dict[str, float] = {}
        self._began = time.monotonic()

    def arrive(self, person: str) -> None:
        """A page of somebody is open from now on."""
        self._open[person] += 1

    def leave(self, person: str) -> None:
        """A page of somebody is closed."""
        self._open[person] -= 1
        self.see(person)

    def see(self, person: str) -> None:
        """Somebody has asked for something."""
        self._seen[person] = time.monotonic()

    def away(self, seats: Sequence[Iterable[str]]) -> list[int]:
        """The numbers of the seats whose people are all away; a seat without people is never away."""
        return [number for number, people in enumerate(seats) if people and all(map(self._is_away, people))]

    def _is_away(self, person: str) -> bool:
        seen = self._seen.get(person, self._began)
        return not self._open[person] and time.monotonic() - seen > AWAY_AFTER
