"""Live tables: rebuilt from the store when touched, changed one entry at a time, dropped when idle."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from fathom5.fairness import Luck
from fathom5.kernel.errors import Mistake
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.guidance import ENOUGH
from fathom5.kernel.lang import say
from fathom5.kernel.marks import NATURE, STRANGER
from fathom5.match import Match
from fathom5.server.store import Entry, Kept, Store, Taken

PERSON, OPEN, BOT = "person", "open", "bot"
"""Who sits on a seat: a person, nobody yet, a bot."""

NAME_LENGTH = 20
IDLE = 600.0
"""Seconds after which a table nobody looks at leaves memory."""

DRAWN = 64
"""How many different views of a table are kept drawn."""


class Stale(Exception):  # noqa: N818 - what happened, not what broke
    """The table has moved on since the page was made."""


@dataclass(frozen=True)
class Seat:
    """One seat: who sits there and which browsers may act for it."""

    name: str = ""
    kind: str = OPEN
    level: str = ""
    people: tuple[str, ...] = ()
    ready: bool = False
    word: str = ""
    """What the seat adds to the table's luck."""


@dataclass
class Table:
    """One table with everything that happened at it."""

    id: str
    game: Game
    fast: bool
    entries: list[Entry] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    host: str = ""
    match: Match | None = None
    luck: Luck | None = None
    """Where nature's moves come from; tables older than the promise have none."""
    rematch: str = ""
    learnt: set[str] | None = None
    """The lessons that somebody new has had; None: nobody is guided here."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    bots: asyncio.Task[None] | None = None
    elsewhere: bool = False
    """Whether the last thing that happened came through another process."""
    closed: bool = False
    touched: float = field(default_factory=time.monotonic)
    _tales: dict[tuple[int, str], list[list[str]]] = field(default_factory=dict)
    _drawn: dict[Any, bytes] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """How much has happened; the number of the next entry."""
        return len(self.entries)

    # What happens

    def add(self, act: str, actor: int = STRANGER, value: object = "", key: str | None = None) -> None:
        """Let something happen, in memory; `Tables.changing` keeps it."""
        text = value if isinstance(value, str) else json.dumps(value)
        entry = Entry(self.version, time.time(), act, actor, text, key)
        self._apply(entry)
        self.entries.append(entry)

    def rebuild(self, entries: Sequence[Entry]) -> None:
        """Let everything happen again from the beginning."""
        self.match, self.seats, self.rematch, self.learnt, self.entries = None, [], "", None, []
        self._tales.clear()
        self._drawn.clear()
        self.follow(entries)

    def follow(self, entries: Sequence[Entry]) -> None:
        """Let happen here what is kept already."""
        for entry in entries:
            self._apply(entry)
            self.entries.append(entry)

    def _apply(self, entry: Entry) -> None:
        if entry.act == "move":
            assert self.match
            self.match.play(int(entry.value))
            if self.over:
                self._reveal()
        elif entry.act == "back":
            assert self.match
            self.match.rewind(int(entry.value))
            for tales in self._tales.values():
                del tales[int(entry.value) :]
        elif entry.act == "seat":
            self.seats[entry.actor] = _seat(json.loads(entry.value))
        elif entry.act == "start":
            names = [seat.name for seat in self.seats]
            self.match = Match(
                self.game,
                len(names),
                nature="manual",
                options=self.options,
                names=names,
                compiled=None if self.fast else False,
            )
            self.match.notes["Date"] = time.strftime("%Y-%m-%d", time.gmtime(entry.at))
            self._promise()
        elif entry.act == "open":
            content = json.loads(entry.value)
            self.seats = [_seat(seat) for seat in content["seats"]]
            self.options, self.host = content["options"], content["host"]
            self.luck = Luck(content["seed"]) if "seed" in content else None
        elif entry.act == "rematch":
            self.rematch = entry.value
        elif entry.act == "guide":
            self.learnt = set()
        elif entry.act == "learn":
            assert self.learnt is not None
            self.learnt.add(entry.value)
        self._drawn.clear()

    def _promise(self) -> None:
        """Mix the words of the seats in, and write into the record what the luck has to keep to."""
        if self.match and self.luck:
            self.luck = replace(self.luck, words=self.words)
            self.match.notes["Commitment"] = self.luck.commitment
            if self.luck.words:
                self.match.notes["Words"] = self.luck.words

    def _reveal(self) -> None:
        """The game is over: the seed may be known."""
        if self.match and self.luck:
            self.match.notes["Seed"] = self.luck.seed

    def play(self, seat: int, move: int, key: str) -> None:
        """A seat's move and all that nature does after it."""
        assert self.match
        if self.match.actor != seat:
            raise Mistake(say("It is not your turn."))
        self.add("move", seat, str(move), key)
        self.let_nature_play()

    def let_nature_play(self) -> None:
        """Roll, flip and draw until somebody has to decide."""
        while self.match and self.match.actor == NATURE:
            move = self.luck.draw(self.match) if self.luck else self.match.draw()
            self.add("move", NATURE, str(move))

    def can_undo(self, seat: int) -> bool:
        """Whether the last thing that happened is a decision of this seat."""
        history = self.match.history if self.match else []
        return bool(history) and seat != STRANGER and history[-1][0] == seat and not self.over

    def undo(self, seat: int, key: str, all_of_it: bool = False) -> None:
        """Take back this seat's last decision, or all since nature or somebody else moved."""
        assert self.match
        if not self.can_undo(seat):
            raise Mistake(say("You can take back your moves until chance or somebody else has moved."))
        length = len(self.match.history) - 1
        while all_of_it and length and self.match.history[length - 1][0] == seat:
            length -= 1
        self.add("back", seat, str(length), key)

    def learn(self, seat: int, lesson: str, key: str | None = None) -> None:
        """Somebody who is guided has had a lesson."""
        known = self.game.guide.lessons() if self.game.guide else {}
        if self.learnt is None or lesson not in (*known, ENOUGH):
            raise Mistake(say("There is no such lesson at this table."))
        if lesson not in self.learnt:
            self.add("learn", seat, lesson, key)

    def sit(self, person: str, name: str, word: str = "") -> int:
        """Give a person the next open seat."""
        for number, seat in enumerate(self.seats):
            if seat.kind == OPEN:
                free = free_name(name, [other.name for other in self.seats])
                self.add("seat", number, asdict(Seat(free, PERSON, "", (person,), word=word)))
                return number
        raise Mistake(say("Every seat at this table is taken."))

    def join(self, seat: int, person: str) -> None:
        """Let the owner of a seat act from another browser too."""
        old = self.seats[seat]
        if person not in old.people:
            self.add("seat", seat, asdict(replace(old, people=(*old.people, person))))

    def make_ready(self, person: str, word: str = "") -> None:
        """Everybody on this device is ready; with the last one the game begins."""
        for number in self.seats_of(person):
            seat = self.seats[number]
            if not seat.ready:
                self.add("seat", number, asdict(replace(seat, ready=True, word=word or seat.word)))
        self.start_if_ready()

    def start_if_ready(self) -> None:
        """Deal, if every seat is taken and ready."""
        if self.match is None and all(seat.kind == BOT or seat.ready for seat in self.seats):
            self.add("start")
            self.let_nature_play()

    def stand_in(self, seat: int, level: str) -> None:
        """Let a bot play for a person who left or did not come; without a level, give the seat back."""
        old = self.seats[seat]
        if old.kind == OPEN and level:
            name = free_name(level.capitalize(), [other.name for other in self.seats])
            self.add("seat", seat, asdict(Seat(name, BOT, level, (), ready=True)))
            self.start_if_ready()
        elif old.people:
            self.add("seat", seat, asdict(replace(old, kind=BOT if level else PERSON, level=level)))
        else:
            raise Mistake(say("Only a person can be replaced."))

    # How it stands

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def commitment(self) -> str:
        """The fingerprint of the table's luck, for everybody from the beginning."""
        return self.luck.commitment if self.luck else ""

    @property
    def words(self) -> str:
        """What the seats add to the luck."""
        words = [seat.word for seat in self.seats]
        return ", ".join(words) if any(words) else ""

    @property
    def seed(self) -> str:
        """The seed of the table's luck, once the game is over."""
        return self.luck.seed if self.luck and self.over else ""

    @property
    def actor(self) -> int | None:
        """The seat that decides, if one does."""
        return self.match.actor if self.match else None

    def seats_of(self, person: str | None) -> list[int]:
        """The seats a browser may act for."""
        return [number for number, seat in enumerate(self.seats) if person and person in seat.people]

    @property
    def bot_to_move(self) -> int | None:
        actor = self.actor
        return actor if actor is not None and actor >= 0 and self.seats[actor].kind == BOT else None

    @property
    def has_secrets(self) -> bool:
        """Whether people who share a device have something to hide from each other."""
        return bool(self.game.form.secret)

    def made(self, key: str) -> bool:
        """Whether something was done under this key already."""
        return any(entry.key == key for entry in reversed(self.entries))

    def tales(self, seat: int, language: str) -> list[list[str]]:
        """What happened in every move, as a seat may hear it."""
        told = self._tales.setdefault((seat, language), [])
        if self.match and len(told) < len(self.match.history):
            told += self.match.tales(seat, len(told))
        return told

    def drawn(self, key: object, draw: Callable[[], str]) -> bytes:
        """Something rendered for this version, made once and kept as it is sent."""
        if key not in self._drawn:
            if len(self._drawn) >= DRAWN:
                self._drawn.clear()
            self._drawn[key] = draw().encode()
        return self._drawn[key]

    def broadcast(self) -> None:
        """Wake everybody who looks on."""
        for listener in self.listeners:
            listener.set()


def _seat(content: Mapping[str, Any]) -> Seat:
    return Seat(**{**content, "people": tuple(content["people"])})


def clean_name(name: str) -> str:
    """A name as it may stand at a table."""
    kept = "".join(c for c in name if c.isprintable() and c not in ',:;"[]')
    kept = " ".join(kept.split())[:NAME_LENGTH].strip()
    return "" if kept.lower() == "nature" else kept


def free_name(name: str, taken: Sequence[str]) -> str:
    """A name nobody has yet: Ada, or Ada 2."""
    base, number, free = name, 1, name
    while free in taken:
        number += 1
        free = f"{base[: NAME_LENGTH - 3]} {number}"
    return free


class Tables:
    """All tables, those in memory and those in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.live: dict[str, Table] = {}
        self.fast: set[str] = set()
        """The games whose compiled rules are loaded."""
        self._loading = asyncio.Lock()

    async def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, str],
        host: str,
        table_id: str | None = None,
        seed: str | None = None,
        guided: bool = False,
    ) -> Table:
        """A new table; it begins at once if nobody has to come. Taken if there is one of that name."""
        game.check_players(len(seats))
        game.options(options)
        table = Table(table_id or secrets.token_urlsafe(9), game, game.name in self.fast)
        content = {"seats": list(map(asdict, seats)), "options": dict(options), "host": host}
        table.add("open", value={**content, "seed": seed or secrets.token_hex(32)})
        if guided:
            table.add("guide")
        table.start_if_ready()
        people = {person for seat in seats for person in seat.people}
        await self.store.create(table.id, game.name, game.rules_version, table.entries, people)
        self.live[table.id] = table
        return table

    async def get(self, table_id: str) -> Table | None:
        """A table, out of memory or the store."""
        if table_id not in self.live:
            async with self._loading:
                if table_id not in self.live:
                    found = await self.store.load(table_id)
                    if found is None:
                        return None
                    self.live[table_id] = self._built(table_id, found)
        table = self.live[table_id]
        table.touched = time.monotonic()
        if self.store.shared:
            await self.catch_up(table)
        return table

    def _built(self, table_id: str, kept: Kept) -> Table:
        game = find_game(kept.game)
        if kept.rules != game.rules_version:
            raise Mistake(
                say("This table was played by rules version {rules}; here is another.", rules=kept.rules)
            )
        table = Table(table_id, game, game.name in self.fast)
        table.follow(kept.entries)
        table.elsewhere = self.store.shared
        return table

    async def catch_up(self, table: Table) -> None:
        """Take in and show what other processes have kept."""
        async with table.lock:
            await self._take_in(table)

    async def _take_in(self, table: Table) -> None:
        entries = await self.store.entries(table.id, table.version)
        if entries:
            table.follow(entries)
            table.elsewhere = True
            table.broadcast()

    @asynccontextmanager
    async def changing(self, table: Table, number: int | None = None) -> AsyncIterator[None]:
        """Keep what happens inside, then show it; if it cannot be kept, it has not happened."""
        async with table.lock:
            if number is not None and number != table.version:
                raise Stale
            kept = table.version
            try:
                yield
                if table.version != kept:
                    await self.store.append(table.id, table.entries[kept:])
                    table.elsewhere = False
            except BaseException as error:
                if table.version != kept:
                    table.rebuild(table.entries[:kept])
                if not isinstance(error, Taken):
                    raise
                await self._take_in(table)
                raise Stale from None
        table.broadcast()

    def close(self) -> None:
        """End all live streams."""
        for table in self.live.values():
            table.closed = True
            table.broadcast()

    def sweep(self) -> None:
        """Let go of the tables that nobody looks at."""
        old = time.monotonic() - IDLE
        for table in list(self.live.values()):
            thinking = table.bots is not None and not table.bots.done()
            if table.touched < old and not table.listeners and not thinking and not table.lock.locked():
                del self.live[table.id]
