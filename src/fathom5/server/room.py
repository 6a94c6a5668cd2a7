"""One room: the entries that happened in it, and the state that they lead to."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.core.rule import STRANGER
from fathom5.fairness import CONTINUED, Luck
from fathom5.match import Match
from fathom5.server.lists import OVER, PLAYING, WAITING, Summary
from fathom5.server.presence import Presence
from fathom5.server.seating import BOT, MAX_BROWSERS, OPEN, PERSON, Seat, bot_seat, free_name, read_seat
from fathom5.server.signals import Emotes
from fathom5.server.store import Entry
from fathom5.server.terms import Terms, read_terms
from fathom5.text import guide
from fathom5.text.guidance import ENOUGH, Told
from fathom5.text.language import language, say

NO_SEAT = -1
"""The actor of an entry that no seat made."""

LATEST = 12
"""Of so many moves a page carries what was big about them."""

ROOM_BYTES, ENTRY_BYTES, MOVE_BYTES, TALE_BYTES = 30_000, 350, 250, 300
"""What a room, an entry, a move besides the table before it, and a sentence take up, about."""


class Start(NamedTuple):
    """A position that a game starts at: the version of its rules, and the moves up to it."""

    rules: str
    given: list[tuple[int, int]]
    """Who, and the stored number of the move."""

    @classmethod
    def of(cls, match: Match, moves: int) -> Start:
        """The position of a match after so many moves."""
        stored = match.game.spec.stored_number
        given = [(actor, stored(actor, move)) for actor, move in match.history[:moves]]
        return cls(match.sheet.rules, given)


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
    given: list[tuple[int, int]] = field(default_factory=list)
    """The moves of another game up to the position that this one goes on from: who, and the stored number."""
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
    changed_at: float = 0.0
    """When it was last changed, by the monotonic clock."""
    account: str = ""
    """The client who changed it last, on whose account its bots think."""
    hurried: bool = False
    """Whether its bots think for less than usual, because many do."""
    hints: bool | None = None
    """Whether the host allows hints; None: whoever plays alone may have them."""
    terms: Terms = field(default_factory=Terms)
    emotes: Emotes = field(default_factory=Emotes)
    addresses: dict[str, str] = field(default_factory=dict)
    """From where people sat down, while the table was public; kept in memory only."""
    late: int = -1
    """The version at which a bot decides because a person took too long."""
    confirmed: int = 0
    """The version at which the last to move on a shared device had seen all that came of it."""
    last_used: float = field(default_factory=time.monotonic)
    stamp: object = None
    """A new object after every change: the stamp of what is rendered of this state."""
    _stories: dict[tuple[int, str], list[Told]] = field(default_factory=dict)

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
        self._stories.clear()
        self.hints, self.terms = None, Terms()
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
            for story in self._stories.values():
                del story[int(entry.value) :]
        elif entry.act == "seat":
            self.seats[entry.actor] = read_seat(json.loads(entry.value))
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
            for actor, number in self.given:
                self.match.play(self.game.spec.stored_move(actor, number, self.match.sheet))
            self.match.notes["Date"] = time.strftime("%Y-%m-%d", time.gmtime(entry.at))
            if self.given:
                self.match.notes[CONTINUED] = str(self.continued)
            if self.luck:
                self.luck = replace(self.luck, words=self.words)
                self.match.notes["Commitment"] = self.luck.commitment
                if self.words:
                    self.match.notes["Words"] = self.words
        elif entry.act == "open":
            content = json.loads(entry.value)
            self.seats = [read_seat(seat) for seat in content["seats"]]
            self.options, self.host = content["options"], content["host"]
            self.luck = Luck(content["seed"]) if "seed" in content else None
            self.given = [(actor, number) for actor, number in content.get("given", ())]
        elif entry.act == "rematch":
            self.rematch = entry.value
        elif entry.act == "seats":
            self.seats = [read_seat(seat) for seat in json.loads(entry.value)["seats"]]
        elif entry.act == "terms":
            self.terms = read_terms(entry.value)
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
        for number in reversed(range(self.continued, len(history))):
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
        while whole_turn and length > self.continued and self.match.history[length - 1][0] == seat:
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
        theirs, everybodys = self.story(seat, language()), self.story(STRANGER, language())
        return [told.tale for told in theirs[last + 1 :]] != [told.tale for told in everybodys[last + 1 :]]

    def finish_lesson(self, seat: int, lesson: str, key: str | None = None) -> None:
        """Mark a lesson as read; raises Mistake if the room has no such lesson."""
        lessons = guide(self.game).lessons(self.match.box) if self.match else {}
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
        """Let another browser of its owner act for a seat too; the first stays, of the others the latest."""
        seat = self.seats[number]
        if person not in seat.people:
            first, *others = (*seat.people, person)
            people = (first, *others[-(MAX_BROWSERS - 1) :])
            self.add("seat", number, asdict(replace(seat, people=people)))

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

    def stand_in(self, number: int, level: str, person: str = "") -> None:
        """Let a bot of a level play an open seat or one of a person; without a level the person plays again.

        Raises Mistake if the seat belongs to nobody, or to another person than this who is here.
        """
        seat = self.seats[number]
        if seat.kind == OPEN and level:
            self.add("seat", number, asdict(bot_seat(level, [other.name for other in self.seats])))
            self.start_if_ready()
        elif seat.people:
            other = bool(person) and person not in seat.people
            if other and self.presence.anybody(seat.people):
                raise Mistake(say("{name} is here. A bot can play for somebody who is away.", name=seat.name))
            if other and not level:
                raise Mistake(say("Only {name} can take the seat back.", name=seat.name))
            kind = BOT if level else PERSON
            self.add("seat", number, asdict(replace(seat, kind=kind, level=level, away=other)))
        else:
            raise Mistake(say("Only a person can be replaced."))

    def use_compiled(self) -> None:
        """Go on with the compiled rules."""
        if self.match and not self.compiled:
            self.match.use_compiled()
        self.compiled = True

    def come_back(self, person: str) -> None:
        """Give a person the seats back that a bot plays because they were away."""
        for number in self.seats_replaced(person):
            seat = self.seats[number]
            self.add("seat", number, asdict(replace(seat, kind=PERSON, level="", away=False)))

    def seats_replaced(self, person: str | None) -> list[int]:
        """The seats of a person that somebody else gave to a bot."""
        return [] if self.over else [n for n in self.seats_of(person) if self.seats[n].away]

    def renew_link(self, number: int, person: str) -> None:
        """End the link to a seat and the use of it by other browsers."""
        seat = self.seats[number]
        self.add("seat", number, asdict(replace(seat, people=(person,), renewed=seat.renewed + 1)))

    # State

    def is_host(self, person: str | None) -> bool:
        """Whether a person has the host's rights.

        They belong to the host's seat, whichever browser it is used from. While nobody is there, the
        first seat has them whose person is here.
        """
        if not person:
            return False
        seats = [seat.people for seat in self.seats if self.host in seat.people]
        hosts = {self.host, *(one for people in seats for one in people)}
        if person in hosts or self.presence.anybody(tuple(hosts)):
            return person in hosts
        here = [seat.people for seat in self.seats if self.presence.anybody(seat.people)]
        return bool(here) and person in here[0]

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def continued(self) -> int:
        """How many of its moves were played in another game, from whose position it goes on."""
        return len(self.given)

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
        return len(self.people) == 1

    @property
    def allows_hints(self) -> bool:
        """Whether the seats may ask for hints."""
        return self.is_solitary if self.hints is None else self.hints

    @property
    def least(self) -> int:
        """How many seats it needs: as many as there are, where it starts at a position."""
        return len(self.seats) if self.given else self.game.players[0]

    @property
    def whereabouts(self) -> str:
        """Which seats' people are away and which are gone, as in 1=away,2=gone."""
        people = [seat.people if seat.kind == PERSON else () for seat in self.seats]
        away, gone = self.presence.away(people), self.presence.gone(people)
        return ",".join(f"{seat}={'gone' if seat in gone else 'away'}" for seat in away)

    @property
    def asked_at(self) -> float:
        """When the present decision was first asked for, in seconds since 1970."""
        asking = (entry.at for entry in reversed(self.entries) if entry.act in ("move", "back", "start"))
        return next(asking, 0.0)

    @property
    def deadline(self) -> float | None:
        """When a bot decides for whoever has not, in seconds since 1970; None if the host set no time."""
        return self.asked_at + self.terms.clock if self.terms.clock and self.match and not self.over else None

    @property
    def bot_to_move(self) -> int | None:
        """The seat that decides, if a bot plays it or decides because its person took too long."""
        actor = self.actor
        if actor is None or actor < 0:
            return None
        return actor if self.seats[actor].kind == BOT or self.late == self.version else None

    @property
    def has_secrets(self) -> bool:
        """Whether seats see different things."""
        return self.game.spec.has_secrets

    def has_key(self, key: str) -> bool:
        """Whether an entry was added under this key."""
        return any(entry.key == key for entry in reversed(self.entries))

    def story(self, seat: int, spoken: str) -> list[Told]:
        """What a seat may know of every move, in the present language; what was big of the latest only."""
        story = self._stories.setdefault((seat, spoken), [])
        if self.match and len(story) < len(self.match.history):
            story += self.match.story(seat, len(story), len(self.match.history) - LATEST)
        return story

    @property
    def people(self) -> set[str]:
        """All who may act for a seat."""
        return {person for seat in self.seats for person in seat.people}

    def summary(self, earlier: Collection[str] = ()) -> Summary:
        """What lists show of it, made from what a stranger may see; `earlier` are people kept already."""
        actor, match = self.actor, self.match
        turn = self.seats[actor].people if actor is not None and actor >= 0 else ()
        scores = (match.scores if match.over else match.view(STRANGER).scores) if match else []
        content = {
            "state": OVER if self.over else PLAYING if match else WAITING,
            "seats": [
                {"name": seat.name, "kind": seat.kind, "level": seat.level, "people": seat.people}
                for seat in self.seats
            ],
            "actor": actor,
            "scores": scores,
            "places": match.places if match and match.over else [],
            "version": self.version,
            "continued": bool(self.given),
        }
        newcomers = tuple(sorted(self.people - set(earlier)))
        public = self.terms.public and match is None and any(seat.kind == OPEN for seat in self.seats)
        return Summary(json.dumps(content), turn, self.over, newcomers, public)

    @property
    def weight(self) -> int:
        """About how many bytes it takes up in memory."""
        moves = len(self.match.history) if self.match else 0
        table = len(self.match.to_bytes()) if self.match else 0
        told = sum(map(len, self._stories.values()))
        return ROOM_BYTES + ENTRY_BYTES * len(self.entries) + (table + MOVE_BYTES) * moves + TALE_BYTES * told

    @property
    def in_use(self) -> bool:
        """Whether somebody watches or changes it, or a bot thinks."""
        thinking = self.bot_task is not None and not self.bot_task.done()
        return bool(self.listeners) or thinking or self.lock.locked()

    def broadcast(self) -> None:
        """Wake all live streams of the room."""
        for listener in self.listeners:
            listener.set()
