"""A view: what one seat, or a stranger, may know of a table; everything shown is made from this."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fathom5.core import verbs
from fathom5.core.errors import Ambiguous, IllegalMove, Mistake, NotUnderstood, whole_number
from fathom5.core.game import Game
from fathom5.core.records import CheckedStruct, frozen
from fathom5.core.rule import NATURE, OVER, STRANGER
from fathom5.draw import board
from fathom5.engine import is_compiled
from fathom5.engine.position import Position
from fathom5.text import guide, words
from fathom5.text.finding import OpenMoves, asked
from fathom5.text.guidance import GOAL, Basket, Holding, Lesson, Line, Moment, Rival, Section, Sign
from fathom5.text.language import language, say

SHARED: dict[tuple[object, ...], Any] = {}
MOST_SHARED = 1 << 10
"""Drawings and tales that any seat may use, the latest of them: those of about a hundred moves, since pages
that are late still find what the first one had made."""

MISSING: Any = object()

MOST_CANDIDATES = 6
"""So many moves are named when words fit several."""

Made = TypeVar("Made")


def shared(make: Callable[..., Made], *given: Any) -> Made:
    """Something made out of views; it serves all who see the same.

    What asked for the moves that a seat may make now serves those who have the same, what asked for the
    seat itself nobody else.
    """
    views = [each for each in given if isinstance(each, View)]
    seen = (make, language(), *(each.sight if isinstance(each, View) else each for each in given))
    kept: Made = SHARED.get(seen, MISSING)
    if kept is not MISSING:
        return kept
    key = (seen, tuple([view._ids for view in views]))
    kept = SHARED.get(key, MISSING)
    if kept is not MISSING:
        for view in views:
            view.asked.add("ids")
        return kept
    before = [view.asked for view in views]
    for view in views:
        view.asked = set()
    made = make(*given)
    asked = {what for view in views for what in view.asked}
    if "seat" not in asked:
        SHARED[key if "ids" in asked else seen] = made
        if len(SHARED) > MOST_SHARED:
            SHARED.pop(next(iter(SHARED)), None)
    for view, earlier in zip(views, before, strict=True):
        view.asked |= earlier
    return made


class View:
    """What one seat, or a stranger, may know of a table, with the moves that it may make now."""

    def __init__(
        self,
        game: Game,
        array: NDArray[Any],
        box: NDArray[Any],
        seat: int,
        names: Sequence[str],
        ids: Sequence[int],
    ) -> None:
        self.game, self._seat, self.names = game, seat, tuple(names)
        self.asked: set[str] = set()
        """Which of "seat" and "ids" was asked for: what did without serves all seats that see the same."""
        self.array, self.box_array = array, box
        self._ids = tuple(ids)

    def __repr__(self) -> str:
        actor = int(self.array["actor"][0])
        who = {NATURE: "nature", OVER: "nobody any more"}.get(actor)
        seat = "a stranger" if self._seat == STRANGER else self.names[self._seat]
        deciding = who or self.names[actor]
        return f"<View of {self.game.name} for {seat}: {deciding} decides, {len(self._ids)} moves open>"

    @property
    def seat(self) -> int:
        """Whose view it is; STRANGER for somebody without a seat."""
        self.asked.add("seat")
        return self._seat

    @property
    def ids(self) -> tuple[int, ...]:
        """The moves that this seat may make now, by number."""
        self.asked.add("ids")
        return self._ids

    @ids.setter
    def ids(self, ids: Sequence[int]) -> None:
        self._ids = tuple(ids)
        for kept in ("_open_moves", "_found"):
            vars(self).pop(kept, None)

    @cached_property
    def sight(self) -> tuple[object, ...]:
        """All that is seen, except by whom and what may be done about it."""
        return self.game.name, self.array.tobytes(), self.box_array.tobytes(), self.names

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self._seat, self._ids, self.sight) == (other._seat, other._ids, other.sight)

    def __hash__(self) -> int:
        return hash((self._seat, self._ids, self.sight))

    def __reduce__(self) -> Any:
        return View, (self.game, self.array, self.box_array, self._seat, self.names, self._ids)

    @cached_property
    def table(self) -> Any:
        """The table as seen: `view.table.divers[0].air`."""
        return _frozen_table(self.game, self.array.tobytes())

    @cached_property
    def box(self) -> Any:
        """The components."""
        return _frozen_box(self.game, self.box_array.tobytes())

    @property
    def open_moves(self) -> tuple[Any, ...]:
        """The moves that this seat may make now, taken apart by their declaration."""
        self.asked.add("ids")
        return self._open_moves

    @cached_property
    def _open_moves(self) -> tuple[Any, ...]:
        return tuple(map(self.game.spec.moves.decode, self._ids))

    @property
    def moves(self) -> list[str]:
        """The moves that this seat may make now, in words."""
        return [self.name(move) for move in self.open_moves]

    def decoded(self, move: Any) -> Any:
        """A move of the actor, given as an id or taken apart already."""
        return self.game.spec.moves_of(self.table.actor).decode(move) if isinstance(move, int) else move

    def name(self, move: Any) -> str:
        """A move in words."""
        return words(self.game).name(self.table, self.box, self.decoded(move))

    def guess(self, seed: int | None = None) -> Position:
        """A whole table that this view could be, as likely as the rules make it; it can be played on."""
        position = Position(self.game, self.box_array, is_compiled(self.game, ("guess",)))
        position.seed(seed)
        position.put(self.array)
        position.guess(self.seat)
        return position

    def ask(self) -> str:
        """One sentence: whose turn it is and what is asked."""
        actor = self.table.actor
        if actor == OVER:
            return say("The game is over.")
        if actor == NATURE or actor != self.seat:
            who = say("chance") if actor == NATURE else self.names[actor]
            return " ".join(filter(None, [self._idle(), say("Waiting for {who}.", who=who)]))
        return words(self.game).ask(self)

    def _idle(self) -> str:
        """Why this seat has no turn for a while, if its game tells."""
        return guide(self.game).idle(self) if self.seat != STRANGER else ""

    def find(self, text: str) -> int:
        """The move of this seat that the words name: in full, by another name, by an unmistakable beginning.

        A number is a place in the list of moves, from 1. Raises Ambiguous, NotUnderstood, or IllegalMove with
        the reason and its clause.
        """
        fits = self.fitting(text)
        if len(fits) == 1:
            return self.ids[fits[0]]
        if fits:
            raise Ambiguous(which(text, [self.name(self.open_moves[place]) for place in fits]))
        if text.strip().isdecimal() and 0 < int(text) <= len(self.ids):
            return self.ids[int(text) - 1]
        raise self._refused(text.strip())

    def fitting(self, text: str) -> list[int]:
        """Places in the list of the open moves that a text may mean, as `OpenMoves.fitting` says."""
        self.asked.add("ids")
        spoken = language()
        found = self._found.get(spoken)
        if found is None:
            found = OpenMoves(self.game, self.table, self.box, self._open_moves)
            self._found[spoken] = found
        return found.fitting(text)

    @cached_property
    def _found(self) -> dict[str, OpenMoves]:
        """The open moves as they are named, by language."""
        return {}

    def _refused(self, text: str) -> IllegalMove:
        """The answer to a move that is not open."""
        actor = self.table.actor
        if actor == OVER:
            return IllegalMove(say("The game is over."))
        if actor != self.seat:
            return IllegalMove(say("It is not your turn."))
        if text.isdecimal():
            return IllegalMove(
                say(
                    "There is no move {number}: {n} {n:move is|moves are} open.", number=text, n=len(self.ids)
                )
            )
        if named := asked(self.game, text):
            return IllegalMove(words(self.game).why(self, named))
        return NotUnderstood(say("“{words}” is no move of this game.", words=text))

    def why(self, text: str) -> str:
        """Why a move is not possible now, with the clause that says so; or that it is possible."""
        try:
            self.find(text)
        except IllegalMove as reason:
            return str(reason)
        return say("“{words}” is allowed now.", words=text.strip())

    @property
    def scores(self) -> list[int]:
        """Points by seat, as far as this seat can see."""
        return list(shared(_scores, self))

    def tally(self, seat: int) -> list[Line]:
        """A seat's points line by line, as far as this seat can see."""
        return guide(self.game).tally(self, whole_number("A seat", seat, 0, len(self.names) - 1))

    def rival(self) -> Rival | None:
        """Whom the game itself plays against the people at this table, if anybody."""
        return guide(self.game).rival(self)

    def own_headline(self) -> str:
        """What the game itself says of an end like this one; empty where the winners are to be named."""
        return guide(self.game).headline(self)

    def tie_break(self, winner: int, other: int) -> str:
        """What put a winner before somebody with as many points, as far as its game tells."""
        said = guide(self.game).tie_break(self, winner, other)
        return said or say("Level on points with {other}: a tie-break decided.", other=self.names[other])

    def preview(self, move: Any) -> str:
        """What a move costs and what may come of it, from what this seat may know."""
        return guide(self.game).preview(self, self.decoded(move))

    def warning(self, move: Any) -> str:
        """What a move that is fatal or final is called instead of by its name; empty if it is harmless."""
        return guide(self.game).warning(self, self.decoded(move))

    def is_final(self, move: Any) -> bool:
        """Whether a move is better looked at twice; unless its game tells, if chance moves next."""
        return guide(self.game).is_final(self, self.decoded(move))

    def leads_to_chance(self, move: Any) -> bool:
        """Whether chance moves next after one of the open moves."""
        self.asked.add("ids")
        return self.game.spec.moves.encode(move) in self._before_chance

    @cached_property
    def _before_chance(self) -> frozenset[int]:
        """The open moves after which nature moves."""
        position, found = self.guess(seed=0), set()
        if is_compiled(self.game):
            position = position.compiled()
        for move in self.ids:
            before = position.play(move)
            if position.actor == NATURE:
                found.add(move)
            position.set_bytes(before)
        return frozenset(found)

    def pick(self, move: Any) -> tuple[str, int] | None:
        """What is picked up first to make a move, by name and value, if its declaration says so."""
        return self.game.spec.moves.pick(self.decoded(move))

    def pick_name(self, name: str, value: int) -> str:
        """What is picked up in words; unless its game tells, what its moves' names begin with."""
        if said := words(self.game).pick(self, name, value):
            return said
        names = [self.name(move).split() for move in self.open_moves if self.pick(move) == (name, value)]
        common = [each[0] for each in zip(*names, strict=False) if len(set(each)) == 1]
        return " ".join(common) or f"{name} {value}"

    def basket(self) -> Basket | None:
        """The set that is being chosen one by one, if its game says that the decision is such a one."""
        return guide(self.game).basket(self) if self.ids else None

    def holdings(self, seat: int) -> list[Holding]:
        """What a seat has or carries, if its game tells."""
        return list(shared(guide(self.game).holdings, self, seat))

    def moment(self, move: Any, after: View) -> Moment | None:
        """What was big about a move from this view to the one after it, if anything was."""
        return guide(self.game).moment(self, move, after)

    def lessons(self) -> dict[str, Lesson]:
        """What somebody new has to learn for the moves open now, by name, the goal first."""
        own = guide(self.game)
        known = own.lessons(self.box) if self.ids else {}
        if not known:
            return {}
        return {name: known[name] for name in (GOAL, *(own.kind(self, move) for move in self.open_moves))}

    def tried(self, change: Callable[[Any], object]) -> View:
        """The same view once more, after something was tried out on its table."""
        array = self.array.copy()
        change(CheckedStruct(array[0, ...], self.game.spec.table))
        return View(self.game, array, self.box_array, self.seat, self.names, self.ids)

    def shared(self, make: Callable[..., Made], *more: Hashable) -> Made:
        """What a board makes of this view and more; made once for all who see the same, see `shared`."""
        return shared(make, self, *more)

    def svg(self) -> str:
        """The board, drawn."""
        return shared(board(self.game).svg, self)

    def upright(self) -> str:
        """The board for a phone held upright; the usual one where a game draws no other."""
        return shared(board(self.game).upright, self)

    def text(self) -> str:
        """The board for a terminal."""
        return board(self.game).text(self)

    def twin(self) -> list[Section]:
        """The position in sentences, part by part; the board for a terminal where a game tells no other."""
        return list(shared(board(self.game).twin, self)) or [Section("", self.text().splitlines())]

    def legend(self) -> list[Sign]:
        """What the signs on the board for a terminal mean, if its game tells."""
        return board(self.game).legend(self)

    def turn(self) -> list[str]:
        """What happens in a turn, step by step, if its game tells."""
        return guide(self.game).turn(self.box)

    def _repr_svg_(self) -> str:
        return self.svg()


def which(text: str, names: Sequence[str]) -> str:
    """The answer to words that fit several moves, with the first of them."""
    said = {"words": text.strip(), "n": len(names), "names": ", ".join(names[:MOST_CANDIDATES])}
    if len(names) > MOST_CANDIDATES:
        return say("“{words}” can mean {n} moves, among them: {names}.", **said)
    return say("“{words}” can mean {n} moves: {names}.", **said)


def _scores(view: View) -> list[int]:
    scores = np.zeros(view.game.spec.seats, np.int64)
    verbs.score(view.table, view.box, scores)
    points: list[int] = scores[: len(view.names)].tolist()
    return points


@lru_cache(64)
def _frozen_table(game: Game, content: bytes) -> Any:
    """A table as it is seen, read once: most seats see the same."""
    return frozen(np.frombuffer(content, game.spec.table.dtype), game.spec.table)


@lru_cache(64)
def _frozen_box(game: Game, content: bytes) -> Any:
    """The components, read once: all tables of a game have the same box."""
    return frozen(np.frombuffer(content, game.spec.box.dtype), game.spec.box)


def checked_seat(seat: object, players: int) -> int:
    """A seat or STRANGER; raises Mistake for anything else, nature included."""
    if isinstance(seat, int) and seat == STRANGER:
        return STRANGER
    if seat is None or (isinstance(seat, int) and seat == NATURE):
        raise Mistake(f"Only seats 0 to {players - 1} and fathom5.STRANGER have a view; nature has none.")
    return whole_number("A seat", seat, 0, players - 1)
