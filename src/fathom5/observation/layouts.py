"""The layout of an observation, worked out from the schema of a table.

The observer's own seat comes first, the others in turn order. A quantity is a number, a category or a seat
one of several, a set of seats a number for each, and an index tells what it points at. What somebody
else alone may see is absent, and a number says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, Spec
from fathom5.core.rule import OVER
from fathom5.core.schema import EVERYBODY, NOBODY, OWNER, Field, Meaning, Struct
from fathom5.observation.parts import (
    BYTE,
    BySeat,
    Guarded,
    Holdings,
    Kinds,
    Label,
    Number,
    OneHot,
    OneSeat,
    Part,
    PointedAt,
    Repeated,
    Row,
    SeatBits,
    seat_name,
)

MOST_CHOICES = 64
"""An index or a category of more values is no one-hot."""

MOST_NUMBERS, MOST_RESOLVED = 1500, 600
"""An array whose items would be one-hot, or resolved, to more numbers in all tells plain numbers instead."""

FEW = 16
"""Up to so many items an index tells its number as well as which it is."""

DEEPEST = 2
"""How many indices are followed, each from where the last one points at."""

FEATURE_ZERO, FEATURE_STEPS = 64, 64
"""A feature of a game's own as a byte: so many steps for 1, and the byte of 0."""

PLAYERS = "players"
"""The field that is the same in every table of an environment."""


class Builder:
    """Works out the parts of a table's observation."""

    def __init__(self, spec: Spec) -> None:
        self.spec, self._names = spec, 0

    def _name(self, letter: str) -> str:
        self._names += 1
        return f"{letter}_{self._names}"

    def named_parts(self) -> Iterator[tuple[str, Part]]:
        """The part of every field of the table, by the field's name."""
        for name, field in self.spec.table.fields.items():
            if name != PLAYERS:
                parts = list(self._field(f"table.{name}", name, field, "", 1))
                if parts:
                    yield name, Row(parts)

    def _struct(self, struct: type[Struct], where: str, name: str, owner: str, items: int) -> Row:
        """The parts of a struct's fields; `where` is its expression, `owner` the seat it is of, if any."""
        parts: list[Part] = []
        for inner, field in struct.fields.items():
            parts += self._field(
                f"{where}.{inner}", f"{name}.{inner}" if name else inner, field, owner, items
            )
        return Row(parts)

    def _field(self, where: str, name: str, field: Field, owner: str, items: int) -> Iterator[Part]:
        if field.told == 0 or (field.visible is NOBODY and not field.shown_at_end):
            return
        shape, seat = (field.told or field.shape[0], *field.shape[1:]) if field.shape else (), owner
        items *= prod(shape)
        if field.by_seat:
            seat, shape = self._name("s"), shape[1:]
        indices = [self._name("i") for _ in shape]
        spread = indices if not field.by_seat else [seat, *indices]
        at = f"{where}[{', '.join(spread)}]" if spread else where
        called = name + "".join(f"[{{{each}}}]" for each in spread)
        part = self._item(at, called, field, seat, items)
        for index, count in zip(reversed(indices), reversed(shape), strict=True):
            is_first = index == indices[0] and not field.by_seat
            used = f"{where.rpartition('.')[0]}.{field.used}" if field.used and is_first else ""
            part = Repeated(index, count, part, used)
        if field.visible is not EVERYBODY:
            part = self._hidden(field, called.partition("[{i")[0], seat, part)
        yield BySeat(seat, part) if field.by_seat else part
        if field.by_seat and field.shape[0] > self.spec.seats:
            yield from self._beyond_seats(where, name, field)
        if field.struct and not field.by_seat and len(field.shape) == 1:
            yield from self._holdings(where, name, field.struct, field.shape[0])

    def _beyond_seats(self, where: str, name: str, field: Field) -> Iterator[Part]:
        """The rows of an array by seat that are no seat's."""
        for row in range(self.spec.seats, field.shape[0]):
            indices = [self._name("i") for _ in field.shape[1:]]
            at = f"{where}[{', '.join([f'np.uint64({row})', *indices])}]"
            called = f"{name}[beside]" + "".join(f"[{{{each}}}]" for each in indices)
            part = self._item(at, called, field, "", prod(field.shape))
            for index, count in zip(reversed(indices), reversed(field.shape[1:]), strict=True):
                part = Repeated(index, count, part)
            yield part

    def _hidden(self, field: Field, name: str, owner: str, part: Part) -> Part:
        seen = f"{owner} == seat" if field.visible is OWNER else "False"
        if field.shown_at_end:
            seen = f"{seen} or table.actor == {OVER}"
        return Guarded(seen, f"{name} is seen", part)

    def _item(self, at: str, name: str, field: Field, owner: str, items: int, depth: int = 0) -> Part:
        """The part of one item of a field."""
        if field.struct:
            return self._struct(field.struct, at, name, owner, items)
        number = Number(at, name, field.low, field.high, field.usual)
        match field.meaning:
            case Meaning.ACTOR | Meaning.SEAT:
                return OneSeat(at, name)
            case Meaning.SEAT_SET:
                return SeatBits(at, name, self.spec.seats, field.high.bit_length() - self.spec.seats)
            case Meaning.CATEGORY if field.seats_from:
                return OneSeat(at, name, field.words[: field.seats_from])
            case Meaning.CATEGORY if items * len(field.words) <= MOST_NUMBERS:
                return OneHot(at, name, field.words, False)
            case Meaning.INDEX:
                return self._index(at, name, field, items, depth)
        return number

    def _index(self, at: str, name: str, field: Field, items: int, depth: int) -> Part:
        count, is_none = field.high + 1, field.low < 0
        target = self._target(at, name, field, items, depth)
        parts: list[Part] = []
        is_one_hot = count <= MOST_CHOICES and items * count <= MOST_NUMBERS
        is_on_the_way = depth > 0 and target is not None
        if not is_on_the_way and (not is_one_hot or items <= FEW):
            parts += _numbers(at, name, count)
        if not is_on_the_way and is_one_hot:
            parts.append(OneHot(at, name, [str(each) for each in range(count)], False))
        if target:
            parts.append(target)
        if is_none and not is_one_hot and not target and count <= BYTE:
            return Number(at, f"{name} number + 1", -1, field.high, 0)
        return Guarded(f"{at} >= 0", f"{name} is there", Row(parts)) if is_none else Row(parts)

    def _target(self, at: str, name: str, field: Field, items: int, depth: int) -> Part | None:
        """What an index points at: items of arrays of the table, or of the box for a few; kinds of moves."""
        if field.target == "moves":
            kinds = [(kind.name, kind.first, kind.end) for kind in self.spec.moves.kinds]
            return Kinds(at, name, kinds)
        item, parts = self._name("p"), list[Part]()
        for target in field.target.split(", "):
            for owner, struct in (("table", self.spec.table), ("box", self.spec.box)):
                found = struct.fields.get(target)
                is_array = found is not None and found.shape and found.shape[0] > field.high
                if not found or not is_array or (owner == "box" and items > FEW):
                    continue
                if depth < DEEPEST and found.visible is EVERYBODY and not found.by_seat:
                    parts += self._pointed_at(
                        f"{owner}.{target}", f"{name}→{target}", found, item, items, depth
                    )
                break
        row = Row(parts)
        if not parts or items * row.width(self.spec.seats) > MOST_RESOLVED:
            return None
        return PointedAt(at, item, row)

    def _pointed_at(
        self, where: str, name: str, field: Field, item: str, items: int, depth: int
    ) -> Iterator[Part]:
        indices = [self._name("i") for _ in field.shape[1:]]
        at = f"{where}[{', '.join([item, *indices])}]"
        called = name + "".join(f"[{{{each}}}]" for each in indices)
        inner = items * prod(field.shape[1:])
        if field.struct:
            parts = list[Part]()
            for leaf_name, leaf in field.struct.fields.items():
                if not leaf.struct and leaf.visible is EVERYBODY and leaf.told != 0:
                    parts += self._pointed_at_leaf(
                        f"{at}.{leaf_name}", f"{called}.{leaf_name}", leaf, inner, depth
                    )
            part: Part = Row(parts)
        else:
            part = self._item(at, called, field, "", inner, depth + 1)
        for index, count in zip(reversed(indices), reversed(field.shape[1:]), strict=True):
            part = Repeated(index, count, part)
        yield part

    def _pointed_at_leaf(self, where: str, name: str, leaf: Field, items: int, depth: int) -> Iterator[Part]:
        if items > FEW and leaf.meaning is Meaning.SEAT:
            return
        indices = [self._name("i") for _ in leaf.shape]
        at = f"{where}[{', '.join(indices)}]" if indices else where
        called = name + "".join(f"[{{{each}}}]" for each in indices)
        part = self._item(at, called, leaf, "", items * prod(leaf.shape), depth + 1)
        for index, count in zip(reversed(indices), reversed(leaf.shape), strict=True):
            part = Repeated(index, count, part)
        yield part

    def _holdings(self, where: str, name: str, struct: type[Struct], count: int) -> Iterator[Part]:
        """What each seat has of an array whose items say whose they are, added up."""
        holders = [inner for inner, field in struct.fields.items() if field.meaning is Meaning.SEAT]
        for holder in [each for each in holders if struct.fields[each].shape == ()]:
            item, numbers = self._name("i"), []
            for inner, field in struct.fields.items():
                if field.meaning is Meaning.QUANTITY and not field.struct and len(field.shape) < 2:
                    index = self._name("j") if field.shape else ""
                    at = f"{where}[{item}].{inner}" + (f"[{index}]" if index else "")
                    called = f"{name}.{inner}" + (f"[{{{index}}}]" if index else "")
                    number = Number(at, called, field.low, field.high, field.usual)
                    numbers.append((number, index, prod(field.shape)))
            yield Holdings(item, count, f"{where}[{item}].{holder}", f"{name} by {holder}", numbers)


def _numbers(at: str, name: str, count: int) -> list[Part]:
    """The number of an item; of very many the multiple of a power of two and the rest."""
    if count <= BYTE + 1:
        return [Number(at, f"{name} number", 0, count - 1, 0)]
    step = 1 << ((count - 1).bit_length() // 2)
    return [
        Number(f"{at} // {step}", f"{name} div {step}", 0, (count - 1) // step, 0),
        Number(f"{at} % {step}", f"{name} mod {step}", 0, step - 1, 0),
    ]


@dataclass(frozen=True)
class Span:
    """Where the numbers of a field of the table lie in an observation."""

    name: str
    about: str
    start: int
    stop: int


class Layout:
    """What every number of an observation means, for a game and a number of players.

    With features the game's own, which its value network judges a table by, come behind what the table shows.
    """

    def __init__(self, game: Game, players: int, features: bool = False) -> None:
        self.game, self.players = game, game.check_players(players)
        self.rows = seats_told(game, players)
        if features and not game.spec.features:
            raise Mistake(f"{game.title} brings no features of its own.")
        self.features = max(1, game.spec.features) if features else 0
        self._parts = parts_of(game)
        self.size = Row(list(self._parts.values())).width(self.rows) + self.features * self.rows

    @cached_property
    def spans(self) -> list[Span]:
        """The fields of the table in the order of their numbers."""
        found, start = [], 0
        for name, part in self._parts.items():
            stop = start + part.width(self.rows)
            found.append(Span(name, self.game.spec.table.fields[name].about, start, stop))
            start = stop
        if self.features:
            found.append(Span("features", "the game's own features of each seat", start, self.size))
        return found

    @cached_property
    def labels(self) -> list[Label]:
        """What each number means, and its scale."""
        told = [label for part in self._parts.values() for label in part.labels(self.rows)]
        own = [
            Label(
                f"features[{seat_name(seat)}][{place}] + {FEATURE_ZERO / FEATURE_STEPS:g}",
                1 / FEATURE_STEPS,
                BYTE,
            )
            for seat in range(self.rows)
            for place in range(self.features)
        ]
        return told + own

    @cached_property
    def scales(self) -> NDArray[np.float32]:
        """What each number is multiplied by to lie between 0 and 1 in an ordinary game."""
        return np.array([label.scale for label in self.labels], np.float32)

    @cached_property
    def tops(self) -> NDArray[np.uint8]:
        """The highest value of each number before it is scaled."""
        return np.array([label.top for label in self.labels], np.uint8)

    @cached_property
    def resolved(self) -> NDArray[np.bool_]:
        """Which numbers tell what an index points at, or what points at a seat."""
        return np.array([label.resolved for label in self.labels], np.bool_)


def seats_told(game: Game, players: int) -> int:
    """How many seats an observation tells of: a lone player's opponent may have the second."""
    return max(players, min(2, game.spec.seats))


@lru_cache
def parts_of(game: Game) -> dict[str, Part]:
    """The parts of an observation by the fields of the table."""
    return dict(Builder(game.spec).named_parts())


@lru_cache
def layout(game: Game, players: int, features: bool = False) -> Layout:
    """The layout of a game's observations; raises Mistake for a number of players it is not for."""
    return Layout(game, players, features)


def described(told: Layout) -> str:
    """A page of documentation of every number of an observation, as Markdown tables."""
    lines = [
        f"### An observation of {told.game.title} with {told.players} players: {told.size} numbers",
        "",
        "Bytes from 0 on; scaled ones are multiplied by the scale. Seats are counted from the observer's "
        "own: me, left 1, left 2, … in turn order. → leads to what an index points at.",
    ]
    for span in told.spans:
        lines += [
            "",
            f"#### `{span.name}`: {span.about}",
            "",
            "| index | number | up to | scale |",
            "|---|---|---|---|",
        ]
        for place in range(span.start, span.stop):
            label = told.labels[place]
            lines.append(f"| {place} | {label.name} | {label.top} | {label.scale:.4g} |")
    return "\n".join(lines)
