"""A match: one table being played, with its seats, moves, views and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel import chance, verbs
from fathom5.kernel.checked import CheckedRecord
from fathom5.kernel.engine import Workspace
from fathom5.kernel.errors import IllegalMove, Mistake, one_of
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.guidance import GOAL, Lesson, Line
from fathom5.kernel.lang import language, say, speaking
from fathom5.kernel.marks import NATURE, OVER, STRANGER
from fathom5.kernel.schema import Record as RecordType
from fathom5.kernel.seen import seen
from fathom5.kernel.sheet import Sheet

if TYPE_CHECKING:
    from fathom5.bots import Hint
    from fathom5.record import Record

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
"""Who sits down when nobody is named."""


SHARED: dict[tuple[object, ...], Any] = {}
MOST_SHARED = 256
"""Drawings and tales that any seat may use, the latest of them."""

Made = TypeVar("Made")


def shared(make: Callable[..., Made], *given: View | int) -> Made:
    """Something made out of views; what never asked for their seat serves all who see the same."""
    views = [each for each in given if isinstance(each, View)]
    key = (make, language(), *(each.looks if isinstance(each, View) else each for each in given))
    kept: Made | None = SHARED.get(key)
    if kept is not None:
        return kept
    asked = [view.seat_mattered for view in views]
    for view in views:
        view.seat_mattered = False
    made = make(*given)
    if not any(view.seat_mattered for view in views):
        SHARED[key] = made
        if len(SHARED) > MOST_SHARED:
            SHARED.pop(next(iter(SHARED)), None)
    for view, before in zip(views, asked, strict=True):
        view.seat_mattered |= before
    return made


class View:
    """What one seat, or a stranger, may know of a table; everything shown is made from this."""

    def __init__(
        self,
        game: Game,
        array: NDArray[Any],
        box: NDArray[Any],
        seat: int,
        names: Sequence[str],
        moves: Sequence[int],
    ) -> None:
        self.game, self._seat, self.names = game, seat, tuple(names)
        self.seat_mattered = False
        self.array, self.box_array = array, box
        self.ids = tuple(moves)
        """The moves that this seat may make now, by number."""

    @property
    def seat(self) -> int:
        """Whose view it is."""
        self.seat_mattered = True
        return self._seat

    @cached_property
    def looks(self) -> tuple[object, ...]:
        """All that is seen, except by whom."""
        return self.game.name, self.array.tobytes(), self.box_array.tobytes(), self.ids, self.names

    @cached_property
    def table(self) -> Any:
        """The table as seen: `view.table.divers[0].air`."""
        return seen(self.array, self.game.form.table)

    @cached_property
    def box(self) -> Any:
        """The components."""
        return _seen_box(self.game.form.box, self.box_array.tobytes())

    @property
    def moves(self) -> list[str]:
        """The moves that this seat may make now, in words."""
        return [self.name(move) for move in self.ids]

    def name(self, move: int) -> str:
        """A move in words."""
        return str(self.game.words.name(self.table, self.box, move))

    def ask(self) -> str:
        """One sentence: whose turn it is and what is asked."""
        actor = self.table.actor
        if actor == OVER:
            return say("The game is over.")
        if actor == NATURE or actor != self.seat:
            who = say("chance") if actor == NATURE else self.names[actor]
            return " ".join(filter(None, [self._idle(), say("Waiting for {who}.", who=who)]))
        return str(self.game.words.ask(self))

    def _idle(self) -> str:
        """Why this seat has no turn for a while, if its game tells."""
        idle = getattr(self.game.guide, "idle", None)
        return str(idle(self)) if idle and self.seat != STRANGER else ""

    @property
    def scores(self) -> list[int]:
        """Points by seat, as far as this seat can see."""
        return list(shared(_scores, self))

    def tally(self, seat: int) -> list[Line]:
        """A seat's points line by line, as far as this seat can see."""
        guide = self.game.guide
        lines: list[Line] = guide.tally(self, seat) if guide else [Line(say("points"), self.scores[seat])]
        return lines

    def preview(self, move: int) -> str:
        """What a move costs and what may come of it, from what this seat may know."""
        return str(self.game.guide.preview(self, move)) if self.game.guide else ""

    def lessons(self) -> dict[str, Lesson]:
        """What somebody new has to learn for the moves open now, by name, the goal first."""
        guide = self.game.guide
        if not guide or not self.ids:
            return {}
        known = guide.lessons()
        return {name: known[name] for name in (GOAL, *(guide.kind(self, move) for move in self.ids))}

    def tried(self, change: Callable[[Any], object]) -> View:
        """The same view once more, after something was tried out on its table."""
        array = self.array.copy()
        change(CheckedRecord(array[0, ...], self.game.form.table))
        return View(self.game, array, self.box_array, self.seat, self.names, self.ids)

    def svg(self) -> str:
        """The board, drawn."""
        return str(shared(self.game.board.svg, self))

    def upright(self) -> str:
        """The board for a phone held upright; the usual one where a game draws no other."""
        board = self.game.board
        return str(shared(getattr(board, "upright", board.svg), self))

    def text(self) -> str:
        """The board for a terminal."""
        return str(self.game.board.text(self))

    def _repr_svg_(self) -> str:
        return self.svg()


def _scores(view: View) -> list[int]:
    scores = np.zeros(view.game.form.seats, np.int64)
    verbs.score(view.table, view.box, scores)
    points: list[int] = scores[: len(view.names)].tolist()
    return points


@lru_cache(64)
def _seen_box(schema: type[RecordType], content: bytes) -> Any:
    """The components, read once: all tables of a game have the same box."""
    return seen(np.frombuffer(content, schema.dtype), schema)


class Moment(NamedTuple):
    """What a match remembers of a move: everything before it."""

    before: bytes
    luck: int


class Match:
    """One table, from set-up to the last point.

    The seed only feeds nature. Nature plays by itself unless nature is "manual"; then its moves
    are played like anybody's, which is how tests and recorded games choose the dice.
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        *,
        seed: int | None = None,
        nature: str = "auto",
        options: Mapping[str, object] | None = None,
        box: Sheet | Iterable[str] = (),
        names: Sequence[str] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.players = self.game.check_players(players)
        if nature not in ("auto", "manual"):
            raise one_of("way for nature to play called", nature, ("auto", "manual"))
        self.names = self._checked_names(names)
        self.sheet = box if isinstance(box, Sheet) else self.game.changed(box)
        self._options = self.game.options(options or {})
        self._engine = self.game.engine(compiled)
        self._work = Workspace(self.game.form, self.game.box(self.sheet))
        self._tables = self._engine.wrap(self._work.array, self.game.form.table)
        self._boxes = self._engine.wrap(self._work.box, self.game.form.box)
        self._actor = self._work.array["actor"]
        self._auto = nature == "auto"
        self._rng = chance.luck(seed)
        self._history: list[tuple[int, int]] = []
        self._moments: list[Moment] = []
        self.notes: dict[str, str] = {}
        """Further headers of its record, such as Date and Event."""
        self._work.array["players"] = players
        wrapped = self._engine.wrap(self._options, self.game.form.options)
        self._n = self._engine.begin(self._tables, self._boxes, wrapped, self._work.moves, self._work.odds)
        self._let_nature_play()

    def _checked_names(self, names: Sequence[str] | None) -> tuple[str, ...]:
        names = tuple(names or NAMES[: self.players])
        if len(names) != self.players or len(set(names)) != self.players:
            raise Mistake(f"{self.players} players need {self.players} different names.")
        for name in names:
            if (
                not name.strip()
                or name != name.strip()
                or any(c in name for c in ':"\n;[]')
                or name == "nature"
            ):
                raise Mistake(f'“{name}” is no name for a seat: leave out : ; " [ ] and “nature”.')
        return names

    # Whose move it is

    @property
    def actor(self) -> int | None:
        """The seat that decides, NATURE (-1), or None when the game is over."""
        actor = int(self._actor[0])
        return None if actor == OVER else actor

    @property
    def over(self) -> bool:
        return int(self._actor[0]) == OVER

    @property
    def ids(self) -> list[int]:
        """The open moves by number, ascending."""
        ids: list[int] = self._work.moves[: self._n].tolist()
        return ids

    @property
    def moves(self) -> list[str]:
        """The open moves in words."""
        table, box, name = self.table, self.box, self.game.words.name
        return [str(name(table, box, move)) for move in self.ids]

    @property
    def weights(self) -> list[int]:
        """How likely each of nature's open moves is, in their order; empty when nature does not act."""
        weights: list[int] = self._work.odds[: self._n].tolist() if self.actor == NATURE else []
        return weights

    @property
    def odds(self) -> dict[str, int]:
        """Nature's open moves in words, with their weights."""
        return dict(zip(self.moves, self.weights, strict=True)) if self.actor == NATURE else {}

    # Playing

    def play(self, move: int | str) -> None:
        """Play a move, by number or in words; what is not allowed raises and changes nothing."""
        self._play(move if isinstance(move, int) else self.find(move))
        if self._auto:
            self._let_nature_play()

    def _play(self, move: int) -> None:
        work = self._work
        actor, moment = int(self._actor[0]), Moment(work.raw[0].tobytes(), int(self._rng[0]))
        n = self._engine.step(self._tables, self._boxes, move, self._n, work.moves, work.odds)
        if n < 0:
            raise IllegalMove(self._why_not(move))
        self._n = n
        self._history.append((actor, move))
        self._moments.append(moment)

    def _why_not(self, move: int | str) -> str:
        if self.over:
            return "The game is over."
        return f"“{move}” is not a move now. Open: {', '.join(self.moves)}."

    def _let_nature_play(self) -> None:
        while self._auto and self._actor[0] == NATURE:
            self._play(self.draw())

    def draw(self) -> int:
        """One of nature's open moves, as likely as its odds; it is not played."""
        return int(self._work.moves[self._engine.pick(self._work.odds, self._n, self._rng)])

    def find(self, words: str) -> int:
        """The open move that the words name: in full, by another name, or by an unmistakable beginning."""
        table, box, game = self.table, self.box, self.game
        wanted = " ".join(words.lower().split())
        also = getattr(game.words, "also", None)
        beginnings = []
        for move in self.ids:
            names = _names(game, table, box, move)
            if wanted in names or (also and wanted in also(table, box, move)):
                return move
            if wanted and any(name.startswith(wanted) for name in names):
                beginnings.append(move)
        if len(beginnings) == 1:
            return beginnings[0]
        raise IllegalMove(self._why_not(words))

    def undo(self) -> None:
        """Take back the last decision of a seat and all that nature did since, luck included."""
        steps = len(self._history)
        if self._auto:
            while steps and self._history[steps - 1][0] == NATURE:
                steps -= 1
        if not steps:
            raise Mistake("There is nothing to take back.")
        self.rewind(steps - 1)

    def rewind(self, moves: int) -> None:
        """Go back to the table after so many moves."""
        if not 0 <= moves <= len(self._history):
            raise Mistake(f"The game has {len(self._history)} moves; there is no move {moves}.")
        if moves < len(self._history):
            moment = self._moments[moves]
            self._stand(moment.before)
            self._rng[0] = moment.luck
            del self._history[moves:], self._moments[moves:]

    def _list_moves(self) -> None:
        self._n = self._engine.listing(self._tables, self._boxes, self._work.moves, self._work.odds)

    def new_luck(self, seed: int | None = None) -> None:
        """Let nature's next moves come from another seed."""
        self._rng = chance.luck(seed)

    # What is seen

    @property
    def table(self) -> Any:
        """The whole table, secrets included; give players `view`."""
        return CheckedRecord(self._work.array[0, ...], self.game.form.table)

    @property
    def box(self) -> Any:
        return CheckedRecord(self._work.box[0, ...], self.game.form.box)

    def view(self, seat: int = STRANGER) -> View:
        """What a seat may know; without a seat, what a stranger may."""
        if seat != STRANGER and not 0 <= seat < self.players:
            raise Mistake(f"There is no seat {seat}; seats are 0 to {self.players - 1}.")
        mine = self.ids if self.actor == seat and not self.over and seat != STRANGER else []
        return self._seen_by(seat, mine)

    def _seen_by(self, seat: int, moves: Sequence[int]) -> View:
        work = self._work
        self._engine.view(self._tables, work.raw, self._boxes, work.masks, work.fills, seat)
        return View(self.game, work.array[1:2].copy(), work.box, seat, self.names, moves)

    @property
    def history(self) -> Sequence[tuple[int, int]]:
        """Every move so far: who (NATURE for chance) and which. It grows with the match."""
        return self._history

    def at(self, moves: int) -> Match:
        """A match of its own that stands where this one stood after so many moves."""
        other = Match(
            self.game,
            self.players,
            nature="manual",
            options=self.options,
            box=self.sheet,
            names=self.names,
            compiled=self._engine.is_compiled,
        )
        other._work.raw[0] = self._work.raw[0]
        other._history, other._moments = self._history.copy(), self._moments.copy()
        other.notes = self.notes.copy()
        other.rewind(moves)
        other._list_moves()
        return other

    def told(self, seat: int = STRANGER, since: int = 0) -> list[str]:
        """What happened since a move, in sentences a seat may hear."""
        return [sentence for tale in self.tales(seat, since) for sentence in tale]

    def tales(self, seat: int = STRANGER, since: int = 0) -> list[list[str]]:
        """The same move by move."""
        tales: list[list[str]] = []
        past, tell = self._past, self.game.words.tell
        tables = [*(moment.before for moment in self._moments[since:]), self.to_bytes()]
        past._put(tables[0])
        earlier = past._seen_by(seat, ())
        for (_, made), table in zip(self._history[since:], tables[1:], strict=True):
            move = past._engine.veiled(past._tables, past._boxes, made, seat)
            past._put(table)
            later = past._seen_by(seat, ())
            tales.append(list(shared(tell, earlier, move, later)))
            earlier = later
        return tales

    @cached_property
    def _past(self) -> Match:
        """A match of its own to look back with, made once."""
        past = self.at(len(self._history))
        past._history.clear()
        past._moments.clear()
        return past

    def _stand(self, table: bytes) -> None:
        self._put(table)
        self._list_moves()

    def _put(self, table: bytes) -> None:
        """Lay a table there to look at it; its moves are not listed."""
        self._work.raw[0] = np.frombuffer(table, np.uint8)

    # How it stands

    def _standing(self) -> None:
        self._engine.standing(self._tables, self._boxes, self._work.scores, self._work.ranks)

    @property
    def scores(self) -> list[int]:
        """Points by seat, as they stand."""
        self._standing()
        scores: list[int] = self._work.scores[: self.players].tolist()
        return scores

    @property
    def places(self) -> list[int]:
        """Places by seat, 1 the first; equal seats share one."""
        self._standing()
        places: list[int] = self._work.ranks[: self.players].tolist()
        return places

    @property
    def options(self) -> dict[str, str]:
        """The chosen options by name."""
        known = self.game.sheet.options
        return {name: o.write(int(self._options[name.replace("-", "_")][0])) for name, o in known.items()}

    def hint(self, seat: int | None = None, *, seconds: float = 1.0, playouts: int = 0) -> list[Hint]:
        """The moves of the seat that decides, the best first, from what that seat may know."""
        from fathom5.bots import hints

        seat = self.actor if seat is None else seat
        if seat is None or seat != self.actor or seat == NATURE:
            who = "nobody" if self.over else "chance" if self.actor == NATURE else self.names[self.actor or 0]
            raise Mistake(f"There is a hint only for whoever decides now: {who}.")
        return hints(self.view(seat), seconds=seconds, playouts=playouts)

    def to_bytes(self) -> bytes:
        """The table as bytes."""
        return bytes(self._work.raw[0])

    def record(self) -> Record:
        """The game so far as a record to keep."""
        from fathom5.record import Record

        return Record.of(self)

    @classmethod
    def from_record(cls, text: str, *, compiled: bool | None = None) -> Match:
        """The match that a record tells, rebuilt exactly."""
        from fathom5.record import Record

        return Record.read(text).match(compiled=compiled)

    def _repr_svg_(self) -> str:
        return self.view().svg()


def _names(game: Game, table: Any, box: Any, move: int) -> set[str]:
    """A move in small letters as the listener says it, and in English as it is recorded."""
    name = game.words.name
    with speaking("en"):
        recorded = name(table, box, move)
    return {str(recorded).lower(), str(name(table, box, move)).lower()}
