"""Reviews of finished rooms: judged in chunks by the bots' workers, each chunk kept before it is shown."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool

from fathom5 import __version__
from fathom5.coach import Review
from fathom5.coach.findings import Findings
from fathom5.coach.reviews import review_so_far
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.engine import compiler_is_on, is_compiled
from fathom5.match import Match
from fathom5.server.backend import Backend
from fathom5.server.fair import current_client
from fathom5.server.forms import refuse
from fathom5.server.jobs import StoreUnavailable
from fathom5.server.judging import NEEDED, Played
from fathom5.server.room import Room
from fathom5.server.store import Store
from fathom5.server.thinkers import MAX_ATTEMPTS, Thinkers
from fathom5.text.language import say

MOST_OF_CLIENT, MOST = 3, 60
"""How many reviews may be under way that one client asked for, and in all."""

KNOWN = 24
"""So many reviews that are done stay in memory; the others are read again when they are looked at."""

COMPILING_INTERVAL = 1.0
"""Seconds between two looks at whether a game's loops are compiled."""


class Judging:
    """The review of one room: what is found so far, and who works on it."""

    def __init__(self, match: Match, lines: Sequence[str]) -> None:
        """Take over kept lines; raises Mistake if one is damaged."""
        self.match, self.played = match, Played.of(match)
        self.lines, self.findings = list(lines), Findings(lines)
        self.task: asyncio.Task[None] | None = None
        self.client = ""
        """Who asked for it, while it is under way."""
        self._changed = asyncio.Event()

    @property
    def total(self) -> int:
        """How many moves there are to judge."""
        return len(self.match.history)

    @property
    def done(self) -> int:
        """How many of them are judged."""
        return len(self.findings.moves)

    @property
    def is_whole(self) -> bool:
        return bool(self.findings.start) and self.done == self.total

    @property
    def is_under_way(self) -> bool:
        return self.task is not None and not self.task.done()

    def review(self) -> Review | None:
        """What is to be said so far; None before the start is judged."""
        return review_so_far(self.match, self.findings) if self.findings.start else None

    def add(self, lines: Sequence[str]) -> None:
        """Take over what was found, and wake whoever waits for it."""
        for line in lines:
            self.findings.read(line)
        self.lines += lines
        self.tell()

    def tell(self) -> None:
        """Wake whoever waits."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait(self, done: int, seconds: float) -> None:
        """Wait until so many moves are judged or the work has ended, for so long at most."""
        try:
            async with asyncio.timeout(seconds):
                while self.done < done and self.is_under_way:
                    await self._changed.wait()
        except TimeoutError:
            pass


class Reviews:
    """All reviews: those under way, and those that are kept."""

    effort = 1.0

    def __init__(self, store: Store, thinkers: Thinkers, waits_for_compiler: bool = False) -> None:
        self.store, self.thinkers = store, thinkers
        self._waits_for_compiler = waits_for_compiler
        self._known: dict[str, Judging] = {}

    @property
    def under_way(self) -> int:
        """How many are being made."""
        return sum(judging.is_under_way for judging in self._known.values())

    @property
    def method(self) -> str:
        """How reviews are made here: what was begun otherwise is begun anew."""
        return f"{__version__} {self.effort:g}"

    def close(self) -> None:
        """Stop the work; what is kept stays."""
        for judging in self._known.values():
            if judging.task:
                judging.task.cancel()

    async def of(self, room: Room) -> Judging:
        """The review of a room as far as it is made; it is gone on with if it is not whole.

        Raises an HTTPException before the game is over, and if too many are under way.
        """
        if room.match is None or not room.over:
            refuse(403, say("A game is reviewed when it is over; while it runs nobody gets a review."))
        judging = self._known.get(room.id) or await self._load(room)
        if judging.match.names != room.match.names:  # one was hidden
            judging.match = room.match.copy()
        if not judging.is_whole and not judging.is_under_way:
            client = current_client.get()
            running = [each.client for each in self._known.values() if each.is_under_way]
            if len(running) >= MOST or running.count(client) >= MOST_OF_CLIENT:
                refuse(429, say("Enough other reviews are under way. Look again in a moment."))
            judging.client = client
            judging.task = asyncio.create_task(self._judge(room.id, judging))
        return judging

    async def _load(self, room: Room) -> Judging:
        """What is kept of a review; nothing if it is not whole and was made by another method, or damaged."""
        assert room.match
        match = room.match.copy()
        rows = await kept_chunks(self.store, room.id)
        try:
            judging = Judging(match, [line for _, lines in rows for line in lines])
        except Mistake:
            judging = Judging(match, ())
        if not judging.is_whole and any(method != self.method for method, _ in rows):
            judging = Judging(match, ())
        if rows and not judging.lines:
            await forget_chunks(self.store, room.id)
        finished = [key for key, each in self._known.items() if not each.is_under_way]
        for key in finished[: max(0, len(self._known) - KNOWN + 1)]:
            del self._known[key]
        return self._known.setdefault(room.id, judging)

    async def _judge(self, room: str, judging: Judging) -> None:
        """Judge chunk after chunk; whoever looks again when something has failed goes on."""
        game, failures = judging.match.game, 0
        while not self._is_ready(game):
            await asyncio.sleep(COMPILING_INTERVAL)
        try:
            while not judging.is_whole and failures < MAX_ATTEMPTS:
                try:
                    lines = await self.thinkers.review(
                        judging.played, judging.lines, self.effort, judging.client
                    )
                except (BrokenProcessPool, TimeoutError):
                    failures += 1
                    continue
                await keep_chunk(self.store, room, self.method, lines)
                judging.add(lines)
                failures = 0
        except StoreUnavailable:
            pass
        except Exception:  # a game of somebody else's may break, and nobody waits for a task
            logging.getLogger(__name__).exception("The review of a game of %s broke.", game.name)
        finally:
            asyncio.get_running_loop().call_soon(judging.tell)

    def _is_ready(self, game: Game) -> bool:
        """Whether a worker can judge at once; else it would keep bots waiting while it compiles."""
        return not (self._waits_for_compiler and compiler_is_on()) or is_compiled(game, NEEDED)


async def kept_chunks(store: Store, room: str) -> list[tuple[str, list[str]]]:
    """The method and the lines of every kept chunk of a review, in their order."""
    sql = "SELECT method, lines FROM reviews WHERE table_id = ? ORDER BY number"
    rows = await store.read(room, lambda backend: backend.execute(sql, (room,)))
    return [(method, json.loads(lines)) for method, lines in rows]


async def keep_chunk(store: Store, room: str, method: str, lines: Sequence[str]) -> None:
    """Keep the lines of a chunk after those that are kept; of two that are sent at once, one."""

    def job(backend: Backend) -> None:
        last = "SELECT coalesce(max(number), 0) FROM reviews WHERE table_id = ?"
        number = 1 + int(backend.execute(last, (room,))[0][0])
        sql = "INSERT INTO reviews VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        backend.execute(sql, (room, number, method, json.dumps(list(lines))))

    await store.write(room, job)


async def forget_chunks(store: Store, room: str) -> None:
    """Keep nothing of the review of a room."""

    def job(backend: Backend) -> None:
        backend.execute("DELETE FROM reviews WHERE table_id = ?", (room,))

    await store.write(room, job)
