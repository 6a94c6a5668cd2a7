"""Rooms where a game is played: loaded from the store, changed one entry at a time, dropped when idle."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, find_game
from fathom5.core.rule import STRANGER
from fathom5.fairness import Luck
from fathom5.match import Match
from fathom5.server.presence import Presence
from fathom5.server.store import Conflict, Entry, Store, StoredRoom, StoreUnavailable
from fathom5.text import guide
from fathom5.text.guidance import ENOUGH, Moment
from fathom5.text.language import language, say

NO_SEAT = -1
"""The actor of an entry that no seat made."""

PERSON, OPEN, BOT = "person", "open", "bot"
"""Kinds of seats: played by a person, free, played by a bot."""

NAME_LENGTH = 20
LATEST = 12
"""Of so many moves a page carries what was big about them."""

IDLE = 600.0
"""Seconds after which a room without listeners is dropped from memory."""


class Stale(Exception):  # noqa: N818 - an outcome, not a failure
    """The room has another version than the one that was asked for."""


@dataclass(frozen=True)
class Seat:
    """One seat: its name, who plays it, and the people whose browsers may act for it."""

    name: str = ""
    kind: str = OPEN
    level: str = ""
    people: tuple[str, ...] = ()
    ready: bool = False
    word: str = ""
    """What the seat adds to the seed of the room's luck."""


@dataclass
class Room:
    """One room: its entries and the state that they lead to."""

    id: str
    game: Game
    rules: str
    """The version of the rules that it is played by."""
    compiled: bool
    entries: list[Entry] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    host: str = ""
    match: Match | None = None
    luck: Luck | None = None
    """Where nature's moves come from; None in rooms from before luck was committed to."""
    rematch: str = ""
    finished_lessons: set[str] | None = None
    """The lessons that were read; None in a room that is not guided."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    bot_task: asyncio.Task[None] | None = None
    remote: bool = False
    """Whether the last entry was written by another process."""
    closed: bool = False
    presence: Presence = field(default_factory=Presence)
    hints: bool | None = None
    """Whether the host allows hints; None: whoever plays alone may have them."""
    confirmed: int = 0
    """The version at which the last to move on a shared device had seen all that came of it."""
    last_used: float = field(default_factory=time.monotonic)
    stamp: object = None
    """A new object after every change: the stamp of what is rendered of this state."""
    _tales: dict[tuple[int, str], list[list[str]]] = field(default_factory=dict)
    _moments: dict[tuple[int, str], list[Moment | None]] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The count of entries, which is the number of the next one."""
        return len(self.entries)

    # Changes

    def add(self, act: str, actor: int = NO_SEAT, value: object = "", key: str | None = None) -> None:
        """Apply a new entry in memory; `Rooms.changing` stores it."""
        text = value if isinstance(value, str) else json.dumps(value)
        self.extend([Entry(self.version, time.time(), act, actor, text, key)])

    def rebuild(self, entries: Sequence[Entry]) -> None:
        """Reset the room to these entries."""
        self.match, self.seats, self.rematch, self.finished_lessons, self.entries = None, [], "", None, []
        self._tales.clear()
        self._moments.clear()
        self.hints = None
        self.extend(entries)

    def extend(self, entries: Sequence[Entry]) -> None:
        """Apply entries in their order; raises what the first bad one raises."""
        for entry in entries:
            self.stamp = object()
            self._apply(entry)
            self.entries.append(entry)

    def _apply(self, entry: Entry) -> None:
        if entry.act == "move":
            assert self.match
            stored = int(entry.value)
            self.match.play(self.game.spec.stored_move(entry.actor, stored, self.match.sheet))
            self._reveal_seed()
        elif entry.act == "back":
            assert self.match
            self.match.rewind(int(entry.value))
            for tales in self._tales.values():
                del tales[int(entry.value) :]
            for moments in self._moments.values():
                del moments[int(entry.value) :]
        elif entry.act == "seat":
            self.seats[entry.actor] = _seat(json.loads(entry.value))
        elif entry.act == "start":
            names = [seat.name for seat in self.seats]
            self.match = Match(
                self.game,
                len(names),
                nature="manual",
                options=self.options,
                box=self.game.edition(self.rules),
                names=names,
                compiled=None if self.compiled else False,
            )
            self.match.notes["Date"] = time.strftime("%Y-%m-%d", time.gmtime(entry.at))
            if self.luck:
                self.luck = replace(self.luck, words=self.words)
                self.match.notes["Commitment"] = self.luck.commitment
                if self.words:
                    self.match.notes["Words"] = self.words
        elif entry.act == "open":
            content = json.loads(entry.value)
            self.seats = [_seat(seat) for seat in content["seats"]]
            self.options, self.host = content["options"], content["host"]
            self.luck = Luck(content["seed"]) if "seed" in content else None
        elif entry.act == "rematch":
            self.rematch = entry.value
        elif entry.act == "hints":
            self.hints = entry.value == "yes"
        elif entry.act == "guide":
            self.finished_lessons = set()
        elif entry.act == "learn":
            assert self.finished_lessons is not None
            self.finished_lessons.add(entry.value)

    def play(self, seat: int, move: int, key: str) -> None:
        """Play a seat's move and nature's moves after it; raises Mistake if the seat is not to move."""
        assert self.match
        if self.match.actor != seat:
            raise Mistake(say("It is not your turn."))
        self._advance(lambda match: match.play(move), key)

    def _advance(self, act: Callable[[Match], None], key: str | None = None) -> None:
        """Let the match go on, nature by the room's luck, and add its moves as entries."""
        assert self.match
        match, before = self.match, len(self.match.history)
        match.nature = self.luck.draw if self.luck else "auto"
        try:
            act(match)
        except BaseException:
            match.rewind(before)
            raise
        finally:
            match.nature = "manual"
        for actor, move in match.history[before:]:
            number = str(self.game.spec.stored_number(actor, move))
            self.entries.append(Entry(self.version, time.time(), "move", actor, number, key))
            key = None
        self.stamp = object()
        self._reveal_seed()

    def _reveal_seed(self) -> None:
        if self.match and self.luck and self.over:
            self.match.notes["Seed"] = self.luck.seed

    def can_undo(self, seat: int) -> bool:
        """Whether this seat has a decision to take back and the game goes on."""
        return self._last_decision(seat) >= 0 and not self.over

    def _last_decision(self, seat: int) -> int:
        """The number of this seat's last decision; -1 if chance or somebody has moved since.

        Bots do not count where one person plays against them.
        """
        history = self.match.history if self.match else []
        for number in reversed(range(len(history))):
            actor = history[number][0]
            if actor == seat:
                return number
            if actor < 0 or not self.is_solitary or self.seats[actor].kind != BOT:
                break
        return -1

    def undo(self, seat: int, key: str, whole_turn: bool) -> None:
        """Take back this seat's last decision, or all since another move; raises Mistake if there is none."""
        assert self.match
        if not self.can_undo(seat):
            raise Mistake(say("You can take back your moves until chance or somebody else has moved."))
        length = self._last_decision(seat)
        while whole_turn and length and self.match.history[length - 1][0] == seat:
            length -= 1
        self.add("back", seat, str(length), key)

    def has_news(self, seat: int, mine: Sequence[int]) -> bool:
        """Whether a seat of a shared device learnt something after its decision that it has not confirmed."""
        history = self.match.history if self.match else []
        if self.confirmed == self.version:
            return False
        last = next((n for n in reversed(range(len(history))) if history[n][0] in mine), None)
        if last is None or history[last][0] != seat:
            return False
        return self.tales(seat, language())[last + 1 :] != self.tales(STRANGER, language())[last + 1 :]

    def finish_lesson(self, seat: int, lesson: str, key: str | None = None) -> None:
        """Mark a lesson as read; raises Mistake if the room has no such lesson."""
        told = guide(self.game)
        lessons = told.lessons(self.match.box) if told and self.match else {}
        if self.finished_lessons is None or lesson not in (*lessons, ENOUGH):
            raise Mistake(say("There is no such lesson at this table."))
        if lesson not in self.finished_lessons:
            self.add("learn", seat, lesson, key)

    def sit(self, person: str, name: str, word: str) -> None:
        """Give a person the first open seat; raises Mistake if there is none."""
        for number, seat in enumerate(self.seats):
            if seat.kind == OPEN:
                free = free_name(name, [other.name for other in self.seats])
                self.add("seat", number, asdict(Seat(free, PERSON, "", (person,), word=word)))
                return
        raise Mistake(say("Every seat at this table is taken."))

    def add_person(self, number: int, person: str) -> None:
        """Let another browser of its owner act for a seat too."""
        seat = self.seats[number]
        if person not in seat.people:
            self.add("seat", number, asdict(replace(seat, people=(*seat.people, person))))

    def set_ready(self, person: str, word: str = "") -> None:
        """Mark all seats of a person as ready; with the last one the game starts."""
        for number in self.seats_of(person):
            seat = self.seats[number]
            if not seat.ready:
                self.add("seat", number, asdict(replace(seat, ready=True, word=word or seat.word)))
        self.start_if_ready()

    def start_if_ready(self) -> None:
        """Start the game if every seat is taken and ready."""
        if self.match is None and all(seat.kind == BOT or seat.ready for seat in self.seats):
            self.add("start")
            self._advance(Match.go_on)

    def stand_in(self, number: int, level: str) -> None:
        """Let a bot of a level play an open seat or one of a person; without a level the person plays again.

        Raises Mistake if the seat belongs to nobody.
        """
        seat = self.seats[number]
        if seat.kind == OPEN and level:
            name = free_name(level.capitalize(), [other.name for other in self.seats])
            self.add("seat", number, asdict(Seat(name, BOT, level, (), ready=True)))
            self.start_if_ready()
        elif seat.people:
            self.add("seat", number, asdict(replace(seat, kind=BOT if level else PERSON, level=level)))
        else:
            raise Mistake(say("Only a person can be replaced."))

    # State

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def commitment(self) -> str:
        """The hash of the seed, public from the beginning."""
        return self.luck.commitment if self.luck else ""

    @property
    def words(self) -> str:
        """What the seats add to the seed."""
        words = [seat.word for seat in self.seats]
        return ", ".join(words) if any(words) else ""

    @property
    def seed(self) -> str:
        """The seed of the room's luck; empty until the game is over."""
        return self.luck.seed if self.luck and self.over else ""

    @property
    def actor(self) -> int | None:
        """The seat that decides, NATURE, or None before the start and after the end."""
        return self.match.actor if self.match else None

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person may act for."""
        return [number for number, seat in enumerate(self.seats) if person and person in seat.people]

    @property
    def is_solitary(self) -> bool:
        """Whether one person plays all seats that are not played by bots."""
        return len({person for seat in self.seats for person in seat.people}) == 1

    @property
    def allows_hints(self) -> bool:
        """Whether the seats may ask for hints."""
        return self.is_solitary if self.hints is None else self.hints

    @property
    def away(self) -> list[int]:
        """The seats of people who are away."""
        return self.presence.away([seat.people if seat.kind == PERSON else () for seat in self.seats])

    @property
    def bot_to_move(self) -> int | None:
        """The seat that decides, if a bot plays it."""
        actor = self.actor
        return actor if actor is not None and actor >= 0 and self.seats[actor].kind == BOT else None

    @property
    def has_secrets(self) -> bool:
        """Whether seats see different things."""
        return self.game.spec.has_secrets

    def has_key(self, key: str) -> bool:
        """Whether an entry was added under this key."""
        return any(entry.key == key for entry in reversed(self.entries))

    def tales(self, seat: int, spoken: str) -> list[list[str]]:
        """The sentences about every move that a seat may read, in the present language."""
        tales = self._tales.setdefault((seat, spoken), [])
        if self.match and len(tales) < len(self.match.history):
            tales += self.match.tales(seat, len(tales))
        return tales

    def moments(self, seat: int, spoken: str) -> list[Moment | None]:
        """What was big about each of the latest moves, as a seat may know it; None for all before them."""
        earlier = max(0, len(self.match.history) - LATEST) if self.match else 0
        moments = self._moments.setdefault((seat, spoken), [None] * earlier)
        if self.match and len(moments) < len(self.match.history):
            moments += self.match.moments(seat, len(moments))
        return moments

    def broadcast(self) -> None:
        """Wake all live streams of the room."""
        for listener in self.listeners:
            listener.set()


def _seat(content: Mapping[str, Any]) -> Seat:
    return Seat(**{**content, "people": tuple(content["people"])})


def clean_name(name: str) -> str:
    """A name without what a record cannot hold, cut to length; empty if nothing is left."""
    printable = "".join(c for c in name if c.isprintable() and c not in ',:;"[]')
    cleaned = " ".join(printable.split())[:NAME_LENGTH].strip()
    return "" if cleaned.lower() == "nature" else cleaned


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if it is taken: Ada, or Ada 2."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: NAME_LENGTH - 3]} {number}"
    return free


class Rooms:
    """All rooms, those in memory and those in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.loaded: dict[str, Room] = {}
        self.compiled_games: set[str] = set()
        """The games whose compiled rules are loaded."""
        self.on_change: Callable[[Room], None] = lambda room: None
        """Called with every room that was created, requested or changed: here its bots are woken."""
        self._loading = asyncio.Lock()

    def use_compiled(self, game: Game) -> None:
        """Let the rooms of a game use its compiled rules from now on."""
        self.compiled_games.add(game.name)
        for room in self.loaded.values():
            if room.game is game and room.match:
                room.compiled = True
                room.match.use_compiled()

    async def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        host: str,
        room_id: str | None = None,
        seed: str | None = None,
        guided: bool = False,
    ) -> Room:
        """A new room, its game started if every seat is ready.

        Raises Conflict if the id is in use, Mistake if the game cannot be played like this.
        """
        game.check_players(len(seats))
        game.options(options)
        room = Room(
            room_id or secrets.token_urlsafe(9), game, game.rules_version, game.name in self.compiled_games
        )
        content = {"seats": list(map(asdict, seats)), "options": dict(options), "host": host}
        room.add("open", value={**content, "seed": seed or secrets.token_hex(32)})
        if guided:
            room.add("guide")
        room.start_if_ready()
        people = {person for seat in seats for person in seat.people}
        await self.store.create(room.id, game.name, room.rules, room.entries, people)
        self.loaded[room.id] = room
        self.on_change(room)
        return room

    async def get(self, room_id: str) -> Room | None:
        """The room with this id, up to date, or None; raises Mistake if its rules are not installed."""
        if room_id not in self.loaded:
            async with self._loading:
                if room_id not in self.loaded:
                    stored = await self.store.load(room_id)
                    if stored is None:
                        return None
                    self.loaded[room_id] = self._build(room_id, stored)
        room = self.loaded[room_id]
        room.last_used = time.monotonic()
        if self.store.shared:
            await self.catch_up(room)
        self.on_change(room)
        return room

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

    async def follow(self) -> None:
        """Keep the loaded rooms up to date with what other processes store; runs until cancelled."""
        async for room_id, version in self.store.backend.notifications():
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
            before = room.version
            try:
                yield
                if room.version != before:
                    await self.store.append(room.id, room.entries[before:])
                    room.remote = False
            except BaseException as error:
                if room.version != before:
                    room.rebuild(room.entries[:before])
                if not isinstance(error, Conflict):
                    raise
                await self._read_new_entries(room)
                raise Stale from None
        room.broadcast()
        self.on_change(room)

    def close(self) -> None:
        """End all live streams."""
        for room in self.loaded.values():
            room.closed = True
            room.broadcast()

    def sweep(self) -> None:
        """Drop the rooms from memory that were idle for long."""
        old = time.monotonic() - IDLE
        for room in list(self.loaded.values()):
            thinking = room.bot_task is not None and not room.bot_task.done()
            if room.last_used < old and not room.listeners and not thinking and not room.lock.locked():
                del self.loaded[room.id]
