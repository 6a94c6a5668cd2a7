"""All rooms: loaded from the store, changed one entry at a time, dropped when idle."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, find_game
from fathom5.server.fair import Workshop, current_client
from fathom5.server.jobs import Conflict, OutcomeUnknown, StoreUnavailable
from fathom5.server.keys import new_room_id
from fathom5.server.lists import Listed, ListedRoom, listed_room
from fathom5.server.room import Room, Start
from fathom5.server.seating import Seat
from fathom5.server.store import LATEST, Store, StoredRoom, Wanted
from fathom5.text.language import say

IDLE = 600.0
"""Seconds after which a room without listeners is dropped from memory."""

TELL_INTERVAL = 10.0
"""Seconds between two times that other processes are told of somebody here."""

MAX_TOLD = 10_000

EMOTE_MARK = "!"
"""What tells an emote from a person in what processes tell each other."""

MANY = 50
"""More rooms than this are read off the loop."""

FILL_INTERVAL = 0.1
"""Seconds between two rooms of an earlier version whose summary is written."""

MAX_ENTRIES = 20_000
"""How many entries a room may have; the longest games have some thousands."""

MEMORY = 256 << 20
"""Bytes that the rooms may use together."""


class Stale(Exception):  # noqa: N818 - an outcome, not a failure
    """The room has another version than the one that was asked for."""


class Rooms:
    """All rooms, those in memory and those in the store."""

    def __init__(self, store: Store, memory: int = MEMORY) -> None:
        self.store, self.memory = store, memory
        self.loaded: dict[str, Room] = {}
        self.compiled_games: set[str] = set()
        """The games whose compiled rules are loaded."""
        self.on_change: Callable[[Room], None] = lambda room: None
        """Called with every room that was created, requested or changed: here its bots are woken."""
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self.workshop = Workshop()
        self._told: dict[tuple[str, str], float] = {}
        """When other processes were last told that a person is in a room."""

    def use_compiled(self, game: Game) -> None:
        """Let the rooms of a game use its compiled rules from now on."""
        self.compiled_games.add(game.name)
        for room in self.loaded.values():
            if room.game is game:
                room.use_compiled()

    async def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        host: str,
        room_id: str | None = None,
        seed: str | None = None,
        guided: bool = False,
        start: Start | None = None,
    ) -> Room:
        """A new room, its game started if every seat is ready, at a given position if there is one.

        Raises Conflict if the id is in use, Mistake if the game cannot be played like this.
        """
        game.check_players(len(seats))
        game.options(options)
        rules = start.rules if start else game.rules_version
        room = Room(room_id or new_room_id(), game, rules, game.name in self.compiled_games)
        given = {"given": start.given} if start else {}
        content = {"seats": list(map(asdict, seats)), "options": dict(options), "host": host, **given}
        room.add("open", value={**content, "seed": seed or secrets.token_hex(32)})
        if guided:
            room.add("guide")
        if start:
            await self.workshop.run(room.start_if_ready)
        else:
            room.start_if_ready()
        stored = StoredRoom(game.name, room.rules, room.entries)
        await self.store.create(room.id, stored, room.summary())
        self.loaded[room.id] = room
        room.account = current_client.get()
        self.on_change(room)
        return room

    async def get(self, room_id: str) -> Room | None:
        """The room with this id, up to date, or None; raises Mistake if its rules are not installed."""
        room = self.loaded.get(room_id) or await self._load_once(room_id)
        if room is None:
            return None
        room.last_used = time.monotonic()
        if self.store.shared:
            await self.catch_up(room)
        self.on_change(room)
        return room

    async def _load_once(self, room_id: str) -> Room | None:
        """Load a room; whoever asks for it meanwhile waits for the same."""
        loading = self._loading.get(room_id)
        if loading is None:
            loading = self._loading[room_id] = asyncio.ensure_future(self._load(room_id))
            loading.add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(loading)

    async def _load(self, room_id: str) -> Room | None:
        stored = await self.store.load(room_id)
        if stored is None:
            return None
        room = await self.workshop.run(self._build, room_id, stored)
        if room.game.name in self.compiled_games:
            room.use_compiled()
        return self.loaded.setdefault(room_id, room)

    def _build(self, room_id: str, stored: StoredRoom) -> Room:
        game = find_game(stored.game)
        if stored.rules not in game.editions:
            raise Mistake(
                say("This table was played by rules version {rules}; here is another.", rules=stored.rules)
            )
        room = Room(room_id, game, stored.rules, game.name in self.compiled_games, remote=self.store.shared)
        room.extend(stored.entries)
        return room

    async def catch_up(self, room: Room) -> None:
        """Apply and broadcast what other processes have stored."""
        async with room.lock:
            await self._read_new_entries(room)

    async def _read_new_entries(self, room: Room) -> None:
        entries = await self.store.entries(room.id, room.version)
        if entries:
            room.extend(entries)
            room.remote = True
            room.broadcast()

    async def see(self, room: Room, person: str) -> None:
        """Note that a person is here, and tell other processes now and then."""
        last = self._told.get((room.id, person), -TELL_INTERVAL)
        room.presence.see(person)
        if self.store.shared and time.monotonic() - last > TELL_INTERVAL:
            if len(self._told) > MAX_TOLD:
                self._told.clear()
            self._told[room.id, person] = time.monotonic()
            with suppress(StoreUnavailable):
                await self.store.tell(room.id, person)

    async def show(self, room: Room, seat: int, emote: str) -> None:
        """Show an emote of a seat to everybody there; raises Mistake for an unknown one and one too soon."""
        room.emotes.check(seat, emote)
        if self.store.shared:  # our own notification comes back to us like everybody's
            await self.store.tell(room.id, f"{EMOTE_MARK}{seat}={emote}")
        else:
            room.emotes.add(seat, emote)
            room.broadcast()

    def _hear(self, room: Room, news: str) -> None:
        """Take in what a process tells of a room: somebody who is there, or an emote."""
        if not news.startswith(EMOTE_MARK):
            room.presence.see(news)
            return
        seat, _, emote = news.removeprefix(EMOTE_MARK).partition("=")
        room.emotes.add(int(seat), emote)
        room.broadcast()

    async def follow(self) -> None:
        """Keep the loaded rooms up to date with what other processes store; runs until cancelled."""
        async for room_id, version in self.store.backend.notifications():
            if isinstance(version, str):
                if room_id in self.loaded:
                    self._hear(self.loaded[room_id], version)
                continue
            changed = [self.loaded.get(room_id)] if room_id else list(self.loaded.values())
            for room in filter(None, changed):
                if room.version < version or not room_id:
                    with suppress(StoreUnavailable):
                        await self.catch_up(room)
                if room.listeners:
                    self.on_change(room)

    @asynccontextmanager
    async def changing(self, room: Room, version: int | None = None) -> AsyncIterator[None]:
        """Store the entries that are added inside, then broadcast them.

        Raises Stale if the room has another version than the one given, or gets one meanwhile through
        another process; StoreUnavailable if nothing can be stored. Then nothing has changed.
        """
        async with room.lock:
            if version is not None and version != room.version:
                raise Stale
            if room.version >= MAX_ENTRIES:
                raise Mistake(
                    say("So much has happened at this table that nothing more fits. Open a new one.")
                )
            before, people = room.version, room.people
            try:
                yield
                if room.version != before:
                    await self.store.append(room.id, room.entries[before:], room.summary(people))
                    room.remote = False
                    room.changed_at = time.monotonic()
                    room.account = current_client.get() or room.account
            except BaseException as error:
                if room.version != before:
                    room.rebuild(room.entries[:before])
                if isinstance(error, OutcomeUnknown):
                    self.drop(room)
                if not isinstance(error, Conflict):
                    raise
                await self._read_new_entries(room)
                raise Stale from None
        room.broadcast()
        self.on_change(room)

    def drop(self, room: Room) -> None:
        """Forget a room; its pages come back and it is read anew."""
        self.loaded.pop(room.id, None)
        room.closed = True
        room.broadcast()

    async def listed(self, person: str, wanted: Wanted = LATEST) -> list[ListedRoom]:
        """The rooms of a person, those where they decide first, then the one changed last.

        No room is rebuilt for it but those whose summary is missing, once.
        """
        rows = await self.store.rooms_of(person, wanted)
        written = [row if row.summary else await self._summarize(row, person) for row in rows]
        written.sort(key=lambda row: row.section)
        if len(rows) > MANY:
            return await self.workshop.run(self._read, written, person)
        return self._read(written, person)

    async def public(self, person: str | None, since: float) -> list[ListedRoom]:
        """The rooms that anybody may join and that were changed since then."""
        return self._read(await self.store.public_rooms(since), person)

    def _read(self, rows: Sequence[Listed], person: str | None) -> list[ListedRoom]:
        found = []
        for row in rows:
            with suppress(Mistake):
                if row.summary:
                    found.append(listed_room(row, find_game(row.game), person))
        return found

    async def _summarize(self, row: Listed, person: str = "") -> Listed:
        """Write the summary of a room that has none; a room of unknown rules stays without."""
        with suppress(Mistake):
            stored = await self.store.load(row.id)
            if stored:
                room = await self.workshop.run(self._build, row.id, stored)
                summary = room.summary(room.people)
                await self.store.summarize(row.id, summary)
                return row._replace(summary=summary.text, section=summary.section(person))
        return row

    async def fill_in_summaries(self) -> None:
        """Write all summaries that are missing, those of earlier versions, one after the other."""
        last = ""
        while found := await self.store.without_summary(last):
            for last in found:
                await self._summarize(Listed(last, "", "", 0, 0.0, False))
                await asyncio.sleep(FILL_INTERVAL)

    def close(self) -> None:
        """End all live streams."""
        for room in self.loaded.values():
            room.closed = True
            room.broadcast()

    def sweep(self) -> None:
        """Drop the rooms from memory that were idle for long, and the least used if all are too much."""
        old, now = time.monotonic() - IDLE, time.monotonic()
        left = sum(room.weight for room in self.loaded.values()) - self.memory
        for room in sorted(self.loaded.values(), key=lambda room: room.last_used):
            if room.last_used < old or (left > 0 and now - room.last_used > 1):
                if not room.in_use:
                    del self.loaded[room.id]
                    left -= room.weight
