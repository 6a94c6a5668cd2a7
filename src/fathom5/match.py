"""A match: one table being played, with its seats, moves, views and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fathom5.bots import Bot, Hint, find_bot, hints
from fathom5.core.errors import Ambiguous, IllegalMove, Mistake, NotUnderstood, one_of, quoted, whole_number
from fathom5.core.game import BoxChanges, Game, find_game
from fathom5.core.rule import NATURE, OVER, STRANGER
from fathom5.engine.position import Position
from fathom5.text import words
from fathom5.text.finding import OpenMoves
from fathom5.text.guidance import Moment, Told
from fathom5.text.language import say
from fathom5.view import View, checked_seat, shared, which

if TYPE_CHECKING:
    from fathom5.record import Record

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
"""Who sits down when nobody is named."""

FORBIDDEN_IN_NAMES = ',:;"[]'

Nature = Callable[["Match"], int]
"""Chooses one of `match.ids` when nature acts."""


class Match:
    """One table, from set-up to the last point.

    The seed only feeds nature. Nature plays by itself, by its odds or as a callable chooses, unless it
    is "manual"; then its moves are played like anybody's, which is how tests and records choose the dice.
    Bots, by seat or by name of a level, play by themselves too.
    """

    def __init__(
        self,
        game: str | Game,
        players: int,
        *,
        seed: int | None = None,
        nature: str | Nature = "auto",
        bots: Mapping[int, Bot | str] | None = None,
        options: Mapping[str, object] | None = None,
        box: BoxChanges = None,
        names: Sequence[str] | None = None,
        compiled: bool | None = None,
    ) -> None:
        self.game = find_game(game)
        self.players = self.game.check_players(players)
        if not callable(nature) and nature not in ("auto", "manual"):
            raise one_of("way for nature to play called", nature, ("auto", "manual"))
        self.names = checked_names(names, self.players)
        self.sheet = self.game.sheet_with(box)
        self.options = self.game.written_options(self.game.options(options))
        """The chosen options by name."""
        self.nature = nature
        self.bots = {
            whole_number("A seat", seat, 0, self.players - 1): find_bot(bot, game=self.game)
            for seat, bot in (bots or {}).items()
        }
        self.position = Position.start(self.game, self.players, options, self.sheet, compiled)
        """The table with its open moves, by ids."""
        self.position.seed(seed)
        self.history: list[tuple[int, int]] = []
        """Every move so far: who (NATURE for chance) and which. It grows with the match."""
        self._moments: list[tuple[bytes, int]] = []
        """Before every move: the table, and the state of nature's generator."""
        self.notes: dict[str, str] = {}
        """Further headers of its record, such as Date and Event."""
        self.go_on()

    def __repr__(self) -> str:
        actor = self.actor
        deciding = (
            "over" if actor is None else f"{'nature' if actor == NATURE else self.names[actor]} decides"
        )
        return f"<Match of {self.game.name}: {', '.join(self.names)}; {len(self.history)} moves, {deciding}>"

    # Whose move it is

    @property
    def actor(self) -> int | None:
        """The seat that decides, NATURE (-1), or None when the game is over."""
        actor = self.position.actor
        return None if actor == OVER else actor

    @property
    def over(self) -> bool:
        return self.position.actor == OVER

    @property
    def ids(self) -> list[int]:
        """The open moves by number, ascending."""
        return self.position.ids.copy()

    @property
    def open_moves(self) -> list[Any]:
        """The open moves, taken apart by their declaration."""
        return [self._decoded(move) for move in self.position.ids]

    @property
    def moves(self) -> list[str]:
        """The open moves in words."""
        table, box, name = self.table, self.box, words(self.game).name
        return [name(table, box, move) for move in self.open_moves]

    def _decoded(self, move: int) -> Any:
        return self.game.spec.moves_of(self.position.actor).decode(move)

    @property
    def weights(self) -> list[int]:
        """How likely each of nature's open moves is, in their order; empty when nature does not act."""
        return self.position.weights

    @property
    def odds(self) -> dict[str, int]:
        """Nature's open moves in words, with their weights."""
        return dict(zip(self.moves, self.weights, strict=True)) if self.actor == NATURE else {}

    # Playing

    def play(self, move: object) -> None:
        """Play a move by id, in words, or itself; what is not allowed raises and changes nothing."""
        self._play(move if type(move) is int else self._number(move))
        self.go_on()

    def _number(self, move: object) -> int:
        """The id of a move given in words or itself; raises Mistake if it is neither."""
        if isinstance(move, str):
            return self.find(move)
        return self.game.spec.moves_of(self.position.actor).encode(move)

    def _play(self, move: int) -> None:
        position = self.position
        actor, luck = position.actor, position.work.rng.item()
        try:
            before = position.play(move)
        except IllegalMove:
            raise IllegalMove(self._why_not(move)) from None
        self._moments.append((before, luck))
        self.history.append((actor, move))

    def _why_not(self, move: int | str) -> str:
        if self.over:
            return "The game is over."
        reason = self._reason(move) if isinstance(move, str) else ""
        return f"{quoted(str(move))} is not a move now.{reason} Open: {', '.join(self.moves)}."

    def _reason(self, text: str) -> str:
        """What the game says to whoever decides and names a move that is not open, if it is one."""
        if self.position.actor == NATURE:
            return ""
        try:
            self.view(self.position.actor).find(text)
        except NotUnderstood:
            return ""
        except IllegalMove as reason:
            return f" {reason}"
        return ""

    def go_on(self) -> None:
        """Let nature and bots move until somebody has to decide."""
        position, nature = self.position, self.nature
        while (actor := position.actor) != OVER:
            if actor == NATURE:
                if nature == "manual":
                    return
                self._play(position.draw() if nature == "auto" else nature(self))  # type: ignore[operator]
            elif actor in self.bots:
                self._play(self._chosen(actor))
            else:
                return

    def _chosen(self, seat: int) -> int:
        return whole_number(
            "A bot's move", self.bots[seat](self.view(seat)), 0, self.game.spec.moves.size - 1
        )

    def find(self, text: str) -> int:
        """The open move that the words name: in full, by another name, or by an unmistakable beginning.

        Raises Ambiguous if they fit several, else IllegalMove with the reason and the open moves.
        """
        moves = self.open_moves
        fits = OpenMoves(self.game, self.table, self.box, moves).fitting(text)
        if len(fits) == 1:
            return self.position.ids[fits[0]]
        if fits:
            name = words(self.game).name
            raise Ambiguous(which(text, [name(self.table, self.box, moves[place]) for place in fits]))
        raise IllegalMove(self._why_not(text))

    def undo(self) -> None:
        """Take back the last decision of a person and all that nature and bots did since, luck included."""
        steps = len(self.history)
        by_itself = {*self.bots, *(() if self.nature == "manual" else (NATURE,))}
        while steps and self.history[steps - 1][0] in by_itself:
            steps -= 1
        if not steps:
            raise Mistake("There is nothing to take back.")
        self.rewind(steps - 1)

    def rewind(self, moves: int) -> None:
        """Go back to the table after so many moves."""
        length = len(self.history)
        if not isinstance(moves, int) or not 0 <= moves <= length:
            raise Mistake(f"The game has moves 0 to {length}; there is no move {moves!r:.60}.")
        if moves < length:
            table, self.position.work.rng[0] = self._moments[moves]
            self.position.set_bytes(table)
            del self.history[moves:], self._moments[moves:]

    def use_compiled(self) -> None:
        """Go on with the compiled rules, once they are there."""
        self.position = self.position.compiled()
        vars(self).pop("_past", None)

    def new_luck(self, seed: int | None = None) -> None:
        """Let nature's next moves come from another seed."""
        self.position.seed(seed)

    # What is seen

    @property
    def table(self) -> Any:
        """The whole table, secrets included; give players `view`."""
        return self.position.table

    @property
    def box(self) -> Any:
        """The components."""
        return self.position.box

    def view(self, seat: int = STRANGER) -> View:
        """What a seat may know; without a seat, what a stranger may. Raises Mistake for nature."""
        seat = checked_seat(seat, self.players)
        return self._view(seat, self.position.ids if self.position.actor == seat else ())

    def _view(self, seat: int, ids: Sequence[int]) -> View:
        position = self.position
        return View(self.game, position.shown(seat), position.work.array["box"], seat, self.names, ids)

    def at(self, moves: int) -> Match:
        """A match of its own that stands where this one stood after so many moves; nature is manual there."""
        other = self.copy()
        other.nature, other.bots = "manual", {}
        other.rewind(moves)
        return other

    def copy(self) -> Match:
        """A match of its own that stands the same."""
        twin = object.__new__(Match)
        twin.__dict__.update({name: value for name, value in self.__dict__.items() if name != "_past"})
        twin.position, twin.bots, twin.notes = self.position.copy(), dict(self.bots), dict(self.notes)
        twin.history, twin._moments = self.history.copy(), self._moments.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_past"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, theirs = (self.position, self.history), (other.position, other.history)
        return (*mine, self.names) == (*theirs, other.names)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def told(self, seat: int = STRANGER, since: int = 0) -> list[str]:
        """What happened since a move, in sentences a seat may hear."""
        return [sentence for tale in self.tales(seat, since) for sentence in tale]

    def tales(self, seat: int = STRANGER, since: int = 0) -> list[list[str]]:
        """The same move by move."""
        tell = words(self.game).tell
        return [list(shared(tell, *step)) for step in self._steps(seat, since)]

    def moments(self, seat: int = STRANGER, since: int = 0) -> list[Moment | None]:
        """What was big about every move since one, as a seat may know it."""
        return [shared(View.moment, *step) for step in self._steps(seat, since)]

    def story(self, seat: int = STRANGER, since: int = 0, latest: int = 0) -> list[Told]:
        """Tale and moment of every move since one, told together; without moments before the latest."""
        return [
            shared(_told if number >= latest else _told_without_moment, *step)
            for number, step in enumerate(self._steps(seat, since), since)
        ]

    def _steps(self, seat: int, since: int) -> Iterator[tuple[View, Any, View]]:
        """Every move since one as a seat sees it made, between the views before and after it."""
        past = self._past
        tables = [*(before for before, _ in self._moments[since:]), self.position.to_bytes()]
        past.position.put(tables[0])
        earlier = past._view(seat, ())
        for (actor, made), table in zip(self.history[since:], tables[1:], strict=True):
            move = self.game.spec.moves_of(actor).decode(past.position.veil(made, seat))
            past.position.put(table)
            later = past._view(seat, ())
            yield earlier, move, later
            earlier = later

    @cached_property
    def _past(self) -> Match:
        """A match of its own to look back with, made once."""
        past = self.copy()
        past.history.clear()
        past._moments.clear()
        return past

    # How it stands

    @property
    def scores(self) -> list[int]:
        """Points by seat, as they stand."""
        return self.position.scores

    @property
    def places(self) -> list[int]:
        """Places by seat, 1 the first; equal seats share one."""
        return self.position.places

    def headline(self) -> str:
        """Who has won, in a sentence, or what the game says of an end of its own kind."""
        own = self.view().own_headline()
        if own:
            return own
        winners = [name for name, place in zip(self.names, self.places, strict=True) if place == 1]
        rival = self.view().rival()
        if rival and rival.place == 1:
            winners.append(rival.name if winners else rival.title)
        if not winners:
            return say("The game wins this time.")
        if self.players == 1 and not rival:
            return say(
                "{name} ends with {points} {points:point|points}.", name=self.names[0], points=self.scores[0]
            )
        *names, last = winners
        if not names:
            return say("{name} wins!", name=last)
        return say("{names} and {last} share the victory!", names=", ".join(names), last=last)

    def tie_break(self) -> str:
        """What decided between the winner and somebody with as many points; empty if nothing had to."""
        scores, places = self.scores, self.places
        for winner, points in enumerate(scores):
            for other in range(self.players):
                if places[winner] == 1 < places[other] and points == scores[other]:
                    return self.view().tie_break(winner, other)
        return ""

    def hint(
        self,
        seat: int | None = None,
        *,
        seconds: float = 1.0,
        playouts: int = 0,
        seed: int | None = None,
    ) -> list[Hint]:
        """The moves of the seat that decides, the best first, from what that seat may know.

        With `playouts` and a seed it repeats itself exactly. Raises Mistake for a seat that does not decide.
        """
        seat = self.actor if seat is None else seat
        if seat is None or seat != self.actor or seat == NATURE:
            who = "nobody" if self.over else "chance" if self.actor == NATURE else self.names[self.actor or 0]
            raise Mistake(f"There is a hint only for whoever decides now: {who}.")
        return hints(self.view(seat), seconds=seconds, playouts=playouts, seed=seed)

    def to_bytes(self) -> bytes:
        """The table as bytes."""
        return self.position.to_bytes()

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


def _told(before: View, move: Any, after: View) -> Told:
    return Told(tuple(words(before.game).tell(before, move, after)), before.moment(move, after))


def _told_without_moment(before: View, move: Any, after: View) -> Told:
    return Told(tuple(words(before.game).tell(before, move, after)), None)


def checked_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names of the seats; raises Mistake for any that could not stand in a record."""
    if isinstance(names, str) or not isinstance(names, Sequence | None):
        raise Mistake(f"Names are a list of texts, not {quoted(names)}.")
    given = tuple(NAMES[:players] if names is None else names)
    for name in given:
        if not isinstance(name, str):
            raise Mistake(f"A name is a text, not {quoted(name)}.")
        broken = any(c in FORBIDDEN_IN_NAMES or not c.isprintable() for c in name)
        if broken or not name.strip() or name != name.strip() or name == "nature":
            raise Mistake(
                f'{quoted(name)} is no name for a seat: leave out , : ; " [ ], line breaks, and “nature”.'
            )
    if len(given) != players or len(set(given)) != players:
        raise Mistake(f"A table for {players} needs {players} different names.")
    return given
