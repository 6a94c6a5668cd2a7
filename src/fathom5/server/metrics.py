"""Metrics for Prometheus: requests, moves, times to acknowledge and to push, streams, bots, database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from fathom5.core.errors import Mistake, quoted

if TYPE_CHECKING:
    from fathom5.server.app import Application

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
PLACES = {"", "about", "art", "guided", "healthz", "join", "like", "me", "new", "rules", "seat", "static"}
TABLE_PLACES = {
    *("live", "learn", "move", "ready", "record", "rematch", "renew", "replay", "review", "stand-in", "undo"),
}
"""What requests are told apart by; anything else is "other"."""


class Metrics:
    """All metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "fathom5_requests", "Requests by place and status.", ["place", "status"], registry=self.registry
        )
        self.request_seconds = self._times("fathom5_request_seconds", "Time to answer, streams aside.")
        self.acknowledge_seconds = self._times("fathom5_acknowledge_seconds", "From a move to its answer.")
        self.push_seconds = self._times("fathom5_push_seconds", "From a stored change to a page's new view.")
        self.bot_wait_seconds = self._times("fathom5_bot_wait_seconds", "How long bots wait for a worker.")
        self.moves = Counter("fathom5_moves", "Moves that were stored.", ["by"], registry=self.registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=BUCKETS, registry=self.registry)

    def watch(self, application: Application) -> None:
        """Read these from an application whenever they are asked for."""
        rooms, store, turns = application.rooms, application.store, application.bots.thinkers.turns
        gauges = {
            "fathom5_rooms": ("Rooms in memory.", lambda: len(rooms.loaded)),
            "fathom5_streams": (
                "Open streams.",
                lambda: sum(len(room.listeners) for room in list(rooms.loaded.values())),
            ),
            "fathom5_bots_waiting": ("Bots that wait.", lambda: turns[True].waiting + turns[False].waiting),
            "fathom5_reviews": ("Reviews under way.", lambda: application.reviews.under_way),
            "fathom5_database_seconds": (
                "Seconds that the database was used for.",
                lambda: store.writer.seconds + store.reader.seconds,
            ),
            "fathom5_commits": ("Commits.", lambda: store.writer.commits),
        }
        for name, (about, value) in gauges.items():
            Gauge(name, about, registry=self.registry).set_function(value)

    def request(self, path: str, status: int, seconds: float) -> None:
        """Count a request that is answered."""
        place = place_of(path)
        self.requests.labels(place, str(status)).inc()
        if place != "table/live":
            self.request_seconds.observe(seconds)

    def serve(self, address: str) -> None:
        """Answer Prometheus at HOST:PORT; raises Mistake if that cannot be done."""
        host, _, port = address.rpartition(":")
        try:
            start_http_server(int(port), host or "127.0.0.1", registry=self.registry)
        except (OSError, ValueError, OverflowError) as error:
            raise Mistake(f"Metrics are read at HOST:PORT, not at {quoted(address)}: {error}.") from None


def place_of(path: str) -> str:
    """What a path counts as: few names, whatever people ask for."""
    parts = path.split("/")
    first = parts[1] if len(parts) > 1 else "other"
    if first == "table" and len(parts) <= 4:
        return f"table/{parts[3]}" if len(parts) == 4 and parts[3] in TABLE_PLACES else "table"
    return first if first in PLACES else "other"
