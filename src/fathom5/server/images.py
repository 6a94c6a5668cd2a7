"""Pictures of boards as PNG, for link previews and for keeping.

The renderer holds Python's lock while it draws, a third of a second for the fullest board, so it runs in a
process of its own, in fair turns.
"""

from __future__ import annotations

import hashlib
from concurrent.futures.process import BrokenProcessPool

import resvg_py
from starlette.exceptions import HTTPException

from fathom5.draw.flat import FONT, FONT_FILES, flat
from fathom5.server.fair import FairTurns, current_client
from fathom5.server.renderings import RenderCache
from fathom5.server.worker import WorkerProcess
from fathom5.text.language import say

CACHE_LIMIT = 16 << 20
"""Bytes of pictures that are kept."""

LIMIT = 15.0
"""Seconds that a picture may take, the start of the process included."""

NICENESS = 5
"""How much the process stands back behind the server."""


def png(svg: str, width: int) -> bytes:
    """A board as a PNG of so many pixels across; raises ValueError if it is no SVG."""
    return resvg_py.svg_to_bytes(
        svg_string=flat(svg), width=width, font_files=FONT_FILES, font_family=FONT, sans_serif_family=FONT
    )


class Images:
    """Draws pictures, one at a time, and keeps the latest."""

    def __init__(self) -> None:
        self._worker, self._turns = WorkerProcess(NICENESS), FairTurns()
        self._cache = RenderCache(CACHE_LIMIT)

    async def png(self, svg: str, width: int) -> bytes:
        """A board as a PNG of so many pixels across; raises HTTPException if it could not be drawn."""
        key = (hashlib.sha256(svg.encode()).digest(), width)
        image: bytes | None = self._cache.get(key)
        if image is None:
            async with self._turns.of(current_client.get()):
                try:
                    image = self._cache.put(key, await self._worker.run(LIMIT, png, svg, width))
                except (BrokenProcessPool, TimeoutError):
                    sentence = say("The picture could not be drawn just now. Try again.")
                    raise HTTPException(503, sentence) from None
        return image

    def close(self) -> None:
        """Stop the process."""
        self._worker.stop()
