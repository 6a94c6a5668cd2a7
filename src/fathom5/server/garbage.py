"""Garbage collection in pauses that do not grow with what the server keeps."""

from __future__ import annotations

import gc

GC_THRESHOLD = 1_000_000
"""Python's own full collections are left to us: it makes one whenever many pages were opened."""

GROWTH = 200_000
"""Everything is searched again when so many more objects are kept than after the last time."""


class GarbageCollector:
    """Searches what is new for unreachable cycles, and leaves alone what has stayed.

    A cycle that has stayed for one collection and is dropped later waits for a search of everything: when
    nobody would notice, or when much more is kept. Most of what is dropped is in no cycle.
    """

    def __init__(self) -> None:
        self._kept = 0
        """Objects that stayed after everything was searched."""
        self._frozen = 0
        """At most so many are left alone now."""

    def start(self) -> None:
        """Leave what is loaded alone from now on."""
        gc.set_threshold(*gc.get_threshold()[:2], GC_THRESHOLD)
        self.collect(everything=True)

    def collect(self, everything: bool = False) -> None:
        """Search what is new, or everything if asked to or if too much was kept since."""
        if everything or self._has_grown():
            gc.unfreeze()
            gc.collect()
            self._kept = self._frozen = len(gc.get_objects())
        else:
            gc.collect()
            self._frozen += len(gc.get_objects())
        gc.freeze()

    def _has_grown(self) -> bool:
        """Whether much more is left alone than after the last search of everything."""
        most = self._kept + GROWTH
        if self._frozen > most:
            self._frozen = gc.get_freeze_count()  # walks through all of them: only asked when it may matter
        return self._frozen > most
