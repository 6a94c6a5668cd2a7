"""Moves: each kind has a name and named arguments with ranges; from that come ids and documentation.

A kind is a NamedTuple whose arguments are annotated with their ranges:

    class Drop(NamedTuple):
        \"\"\"Put a carried stack in place of the blank chip here.\"\"\"

        stack: Annotated[int, range(32)]

    MOVES = Moves(Leave, Take, Drop)

Rules write `encode(Drop(stack))` and read `is_kind(move, Drop)` and `decode(Drop, move).stack`, compiled
to plain arithmetic; words and boards take the move itself and match it: `case Drop(stack):`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

from fathom5.core.errors import Mistake, whole_number


class Move(Protocol):
    """A move taken apart: an instance of one of a game's kinds."""

    _fields: tuple[str, ...]

    def _asdict(self) -> dict[str, int]: ...


class Pointer(NamedTuple):
    """Annotates an argument whose number means a seat or an item of an array, e.g. Pointer("stacks")."""

    target: str


SEAT = Pointer("seats")
"""Annotates an argument that is a seat."""


class Pick(NamedTuple):
    """Annotates the argument of a move that is picked up first, before the rest is chosen."""


PICK = Pick()
"""Annotates what is picked up first: `card: Annotated[int, range(60), PICK]`."""

AnyMove = TypeVar("AnyMove", bound=tuple[int, ...])
AnyKind = type[Any]


@dataclass(frozen=True)
class Argument:
    """A named argument of a kind of move."""

    name: str
    values: range
    target: str = ""
    is_pick: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of move as declared, and the ids that its moves have."""

    type: AnyKind
    first: int
    arguments: tuple[Argument, ...]

    @cached_property
    def name(self) -> str:
        """Its name in small letters, such as take over."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.type.__name__).lower()

    @property
    def about(self) -> str:
        return (self.type.__doc__ or "").strip()

    @cached_property
    def size(self) -> int:
        """How many moves there are of it."""
        return prod(len(argument.values) for argument in self.arguments)

    @property
    def end(self) -> int:
        return self.first + self.size

    def encode(self, values: Sequence[int]) -> int:
        """The id of the move with these arguments; raises IndexError for one outside its range."""
        move = 0
        for argument, value in zip(self.arguments, values, strict=True):
            allowed = argument.values
            if not allowed.start <= value < allowed.stop:
                last = allowed.stop - 1
                raise IndexError(f"{self.name}: {argument.name} is {value}, not {allowed.start} to {last}")
            move = move * len(allowed) + value - allowed.start
        return self.first + move

    @cached_property
    def moves(self) -> list[Any]:
        """All moves of it, in the order of their ids."""
        return [self._decoded(move) for move in range(self.first, self.end)]

    def _decoded(self, move: int) -> Any:
        values, rest = [], move - self.first
        for argument in reversed(self.arguments):
            rest, value = divmod(rest, len(argument.values))
            values.append(argument.values[value])
        return self.type(*reversed(values))


KINDS: dict[AnyKind, Kind] = {}
"""Every kind of move declared so far, by its type."""


class Moves:
    """All kinds of moves of the players of a game, or all of nature's, in the order of their ids.

    What stands behind `unseen` is never played: it is what others are shown of a move made in secret.
    """

    def __init__(self, *kinds: AnyKind, unseen: Sequence[AnyKind] = ()) -> None:
        self.kinds: list[Kind] = []
        self.size = 0
        for kind in (*kinds, *unseen):
            if kind in KINDS:
                raise TypeError(f"{kind.__name__} is a kind of another set of moves already")
            declared = Kind(kind, self.size, _arguments(kind))
            setattr(kind, "__eq__", _same_move)  # noqa: B010 - of a NamedTuple, behind the type checker's back
            setattr(kind, "__hash__", _move_hash)  # noqa: B010
            KINDS[kind] = declared
            self.kinds.append(declared)
            self.size = declared.end
        self.playable = self.kinds[len(kinds) - 1].end if kinds else 0
        """How many ids there are without the unseen."""

    def kind(self, move: int) -> Kind:
        """The kind of the move with this id."""
        for kind in self.kinds:
            if move < kind.end and move >= 0:
                return kind
        raise Mistake(f"There is no move {move}: moves are 0 to {self.size - 1}.")

    def decode(self, move: int) -> Any:
        """The move with this id; raises Mistake if there is none."""
        kind = self.kind(move)
        return kind.moves[move - kind.first]

    def encode(self, move: object) -> int:
        """The id of a move, or an id of any integer type as it is; raises Mistake if it is neither."""
        kind = KINDS.get(type(move))
        if kind is None or kind not in self.kinds:
            return whole_number("A move", move, 0, self.size - 1)
        try:
            return kind.encode(move)  # type: ignore[arg-type]
        except IndexError as error:
            raise Mistake(f"{error}.") from None

    def pick(self, move: Any) -> tuple[str, int] | None:
        """What is picked up to make a move, by the argument's name and value; None if nothing is.

        Moves of several kinds may be made with the same pick.
        """
        for argument, value in zip(KINDS[type(move)].arguments, move, strict=True):
            if argument.is_pick:
                return argument.name, value
        return None

    def describe(self, title: str) -> str:
        """A page of documentation, as a Markdown table."""
        rows = [f"### {title}", "", "| ids | move | arguments | what it is |", "|---|---|---|---|"]
        for kind in self.kinds:
            ids = f"{kind.first}" if kind.size == 1 else f"{kind.first} … {kind.end - 1}"
            arguments = ", ".join(
                f"{each.name} {each.values[0]} … {each.values[-1]}"
                + (f" (of {each.target})" if each.target else "")
                for each in kind.arguments
            )
            rows.append(f"| {ids} | {kind.name} | {arguments} | {kind.about} |")
        return "\n".join(rows)


def _same_move(move: tuple[int, ...], other: object) -> bool:
    """Moves of different kinds differ, though as tuples they might be equal."""
    return type(move) is type(other) and tuple.__eq__(move, other)


def _move_hash(move: tuple[int, ...]) -> int:
    return hash((type(move), *move))


def _arguments(kind: AnyKind) -> tuple[Argument, ...]:
    hints, arguments = get_type_hints(kind, include_extras=True), []
    for name in kind._fields:
        told = get_args(hints[name])[1:] if hints[name] is not int else ()
        values = next((each for each in told if isinstance(each, range)), None)
        if not values or values.step != 1:
            raise TypeError(f"{kind.__name__}.{name} needs a range: {name}: Annotated[int, range(…)]")
        target = next((each.target for each in told if isinstance(each, Pointer)), "")
        is_pick = any(isinstance(each, Pick) for each in told)
        arguments.append(Argument(name, values, target, is_pick))
    return tuple(arguments)


def encode(move: tuple[int, ...]) -> int:
    """The id of a move."""
    kind = KINDS[type(move)]
    return kind.encode(move) if move else kind.first


def decode(kind: type[AnyMove], move: int) -> AnyMove:
    """A move of a kind by its id."""
    declared = KINDS[kind]
    found: AnyMove = declared.moves[move - declared.first]
    return found


def is_kind(move: int, kind: AnyKind) -> bool:
    """Whether an id is one of a kind's."""
    declared = KINDS[kind]
    return declared.first <= move < declared.end
