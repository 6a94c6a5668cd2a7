"""What an observation is put together from: each part knows its width, its labels and its source code.

The code of all parts of a game in a row is one function (source.py), which numba compiles like a rule. It
writes whole numbers from 0 to 255 into a row of zeros; `o` is where the next part begins, `seat` whose
observation it is, `rows` how many seats are told of. What is an index in it is unsigned, since numba
looks whether a signed one is below zero, and then nothing is vectorized.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

BYTE = 255


class Width(NamedTuple):
    """How many numbers a part has: some, some for each seat, some for each pair of seats."""

    fixed: int
    by_row: int = 0
    by_pair: int = 0

    def __call__(self, rows: int) -> int:
        return self.fixed + (self.by_row + self.by_pair * rows) * rows

    def plus(self, other: Width) -> Width:
        """Both together."""
        return Width(*(one + another for one, another in zip(self, other, strict=True)))

    def times(self, count: int) -> Width:
        """The width of so many."""
        return Width(*(each * count for each in self))


class Label(NamedTuple):
    """What one number of an observation means, what it is multiplied by to be near 0 to 1, and its top."""

    name: str
    scale: float = 1.0
    top: int = 1
    resolved: bool = False
    """Whether it tells what an index points at, or what points at a seat."""

    def with_item(self, variable: str, item: str) -> Label:
        """The same for one item of an axis."""
        return self._replace(name=self.name.replace(f"{{{variable}}}", item))


class Source:
    """Lines of Python being written, with names for variables and constants."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: set[int] = set()
        self._depth, self._names = 1, 0

    def add(self, line: str) -> None:
        """Write a line."""
        self.lines.append("    " * self._depth + line)

    def begin(self, line: str) -> None:
        """Write a line whose block follows."""
        self.add(line)
        self._depth += 1

    def end(self) -> None:
        """End a block."""
        self._depth -= 1

    def fresh(self, letter: str) -> str:
        """A name for a variable that nothing has."""
        self._names += 1
        return f"{letter}{self._names}"

    def unsigned(self, number: int) -> str:
        """The name of an unsigned constant."""
        self.constants.add(number)
        return f"U{number}"

    def size(self, width: Width) -> str:
        """A width as an expression."""
        size = self.unsigned(width.fixed)
        if width.by_row:
            size += f" + {self.unsigned(width.by_row)} * rows"
        if width.by_pair:
            size += f" + {self.unsigned(width.by_pair)} * rows * rows"
        return size

    def skip(self, width: Width) -> None:
        """Go on behind a part."""
        self.add(f"o = o + {self.size(width)}")

    def relative(self, value: str) -> str:
        """The name of how far a seat, known to be one, sits to the left of the observer; unsigned."""
        turned = self.fresh("r")
        self.add(f"{turned} = np.uint64({value}) + rows - seat")
        self.begin(f"if {turned} >= rows:")
        self.add(f"{turned} -= rows")
        self.end()
        return turned


class Part(Protocol):
    """Some numbers of an observation."""

    @property
    def width(self) -> Width: ...

    def write(self, source: Source) -> None:
        """Write the code that fills in these numbers and leaves `o` behind them."""

    def labels(self, rows: int) -> Iterator[Label]:
        """What each number means."""
        ...


def total(parts: Iterable[Part]) -> Width:
    """The width of parts in a row."""
    width = Width(0)
    for part in parts:
        width = width.plus(part.width)
    return width


@dataclass(frozen=True)
class Number:
    """A number as it is, from its lowest value on, at most 255."""

    value: str
    name: str
    low: int
    high: int
    usual: int

    @property
    def width(self) -> Width:
        return Width(1)

    @property
    def code(self) -> str:
        """The expression of what is written."""
        value = f"{self.value} - {self.low}" if self.low > 0 else self.value
        value = f"{self.value} + {-self.low}" if self.low < 0 else value
        return f"min({BYTE}, {value})" if self.high - self.low > BYTE else value

    @property
    def label(self) -> Label:
        span = self.high - self.low
        return Label(self.name, 1.0 / max(1, self.usual or span), max(1, min(BYTE, span)))

    def write(self, source: Source) -> None:
        source.add(f"row[o] = {self.code}")
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        yield self.label


@dataclass(frozen=True)
class OneHot:
    """One of some choices, or none of them where the value is below zero."""

    value: str
    name: str
    words: Sequence[str]
    can_be_none: bool

    @property
    def width(self) -> Width:
        return Width(len(self.words))

    def write(self, source: Source) -> None:
        value = source.fresh("v")
        source.add(f"{value} = {self.value}")
        if self.can_be_none:
            source.begin(f"if {value} >= 0:")
        source.add(f"row[o + np.uint64({value})] = 1")
        if self.can_be_none:
            source.end()
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        return (Label(f"{self.name} is {word}") for word in self.words)


@dataclass(frozen=True)
class OneSeat:
    """A seat, counted from the observer's, or nobody; the first values of all may be no seats but words."""

    value: str
    name: str
    words: Sequence[str] = ()

    @property
    def width(self) -> Width:
        return Width(len(self.words), 1)

    def write(self, source: Source) -> None:
        value, first = source.fresh("v"), len(self.words)
        source.add(f"{value} = {self.value}")
        if first:
            source.begin(f"if {value} < {first}:")
            source.add(f"row[o + np.uint64({value})] = 1")
            source.end()
        source.begin(f"if {value} >= {first} and {value} < {first} + np.int64(rows):")
        turned = source.relative(f"{value} - {first}")
        source.add(f"row[o + {source.unsigned(first)} + {turned}] = 1")
        source.end()
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        for word in self.words:
            yield Label(f"{self.name} is {word}")
        for seat in range(rows):
            yield Label(f"{self.name} is {seat_name(seat)}")


@dataclass(frozen=True)
class SeatBits:
    """A set of seats, a number for each from the observer's on; then bits that are no seats."""

    value: str
    name: str
    seats: int
    others: int = 0

    @property
    def width(self) -> Width:
        return Width(self.others, 1)

    def write(self, source: Source) -> None:
        value, seat, turned = source.fresh("v"), source.fresh("s"), source.fresh("k")
        source.add(f"{value} = {self.value}")
        source.begin(f"for {turned} in range(rows):")
        _write_seat(source, seat, turned)
        source.add(f"row[o + {turned}] = ({value} >> np.int64({seat})) & 1")
        source.end()
        for other in range(self.others):
            source.add(f"row[o + rows + {source.unsigned(other)}] = ({value} >> {self.seats + other}) & 1")
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        for seat in range(rows):
            yield Label(f"{self.name} has {seat_name(seat)}")
        for other in range(self.others):
            yield Label(f"{self.name} has bit {self.seats + other}")


@dataclass(frozen=True)
class Kinds:
    """The kind of the move that a number is."""

    value: str
    name: str
    kinds: Sequence[tuple[str, int, int]]
    """Names, first ids and ends."""

    @property
    def width(self) -> Width:
        return Width(len(self.kinds))

    def write(self, source: Source) -> None:
        value = source.fresh("v")
        source.add(f"{value} = {self.value}")
        for place, (_, first, end) in enumerate(self.kinds):
            source.add(f"row[o + {source.unsigned(place)}] = {first} <= {value} and {value} < {end}")
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        return (Label(f"{self.name} is {kind}") for kind, _, _ in self.kinds)


@dataclass(frozen=True)
class Row:
    """Parts one after another."""

    parts: Sequence[Part]

    @property
    def width(self) -> Width:
        return total(self.parts)

    def write(self, source: Source) -> None:
        for part in self.parts:
            part.write(source)

    def labels(self, rows: int) -> Iterator[Label]:
        for part in self.parts:
            yield from part.labels(rows)


@dataclass(frozen=True)
class Repeated:
    """A part for each item of an axis, those not in use left out; its name has `{index}` for the number."""

    index: str
    count: int
    part: Part
    used: str = ""
    """The expression of how many are in use; empty: all are."""

    @property
    def width(self) -> Width:
        return self.part.width.times(self.count)

    def write(self, source: Source) -> None:
        count, end = source.unsigned(self.count), source.fresh("e")
        if self.used:
            count = f"np.uint64(min({self.count}, {self.used}))"
        source.add(f"{end} = o + {source.size(self.width)}")
        source.begin(f"for {self.index} in range({count}):")
        if isinstance(self.part, Number):
            source.add(f"row[o + {self.index}] = {self.part.code}")
        else:
            self.part.write(source)
        source.end()
        source.add(f"o = {end}")

    def labels(self, rows: int) -> Iterator[Label]:
        for item in range(self.count):
            for label in self.part.labels(rows):
                yield label.with_item(self.index, str(item))


@dataclass(frozen=True)
class BySeat:
    """A part for each seat, the observer's first and the others in turn order."""

    seat: str
    part: Part

    @property
    def width(self) -> Width:
        return Width(0, *self.part.width[:2])

    def write(self, source: Source) -> None:
        turned = source.fresh("k")
        source.begin(f"for {turned} in range(rows):")
        _write_seat(source, self.seat, turned)
        self.part.write(source)
        source.end()

    def labels(self, rows: int) -> Iterator[Label]:
        for seat in range(rows):
            for label in self.part.labels(rows):
                yield label.with_item(self.seat, seat_name(seat))


@dataclass(frozen=True)
class Guarded:
    """A number that says whether a condition holds, and parts that stay zero where it does not."""

    condition: str
    name: str
    part: Part

    @property
    def width(self) -> Width:
        return Width(1).plus(self.part.width)

    def write(self, source: Source) -> None:
        end = source.fresh("e")
        source.add(f"{end} = o + {source.size(self.width)}")
        source.begin(f"if {self.condition}:")
        source.add("row[o] = 1")
        source.skip(Width(1))
        self.part.write(source)
        source.end()
        source.add(f"o = {end}")

    def labels(self, rows: int) -> Iterator[Label]:
        yield Label(self.name)
        yield from self.part.labels(rows)


@dataclass(frozen=True)
class PointedAt:
    """What an index points at, told by parts that know the item by the name of a variable."""

    value: str
    item: str
    part: Part

    @property
    def width(self) -> Width:
        return self.part.width

    def write(self, source: Source) -> None:
        source.add(f"{self.item} = np.uint64({self.value})")
        self.part.write(source)

    def labels(self, rows: int) -> Iterator[Label]:
        return (label._replace(resolved=True) for label in self.part.labels(rows))


@dataclass(frozen=True)
class Holdings:
    """For each seat how many items of an array are its own, and their numbers added up."""

    index: str
    count: int
    holder: str
    name: str
    numbers: Sequence[tuple[Number, str, int]]
    """What is added up: the number, its own index and how many there are of it; 1 without an index."""

    @property
    def width(self) -> Width:
        return Width(0, 1 + sum(count for _, _, count in self.numbers))

    def write(self, source: Source) -> None:
        holder, base = source.fresh("v"), source.fresh("b")
        source.begin(f"for {self.index} in range({source.unsigned(self.count)}):")
        source.add(f"{holder} = {self.holder}")
        source.begin(f"if {holder} >= 0 and {holder} < np.int64(rows):")
        turned = source.relative(holder)
        source.add(f"{base} = o + {turned} * {source.unsigned(self.width.by_row)}")
        source.add(f"row[{base}] += 1")
        place = 1
        for number, index, count in self.numbers:
            at = f"{base} + {source.unsigned(place)}"
            if index:
                source.begin(f"for {index} in range({source.unsigned(count)}):")
                at += f" + {index}"
            source.add(f"row[{at}] = min({BYTE}, row[{at}] + {number.code})")
            if index:
                source.end()
            place += count
        source.end()
        source.end()
        source.skip(self.width)

    def labels(self, rows: int) -> Iterator[Label]:
        for seat in range(rows):
            yield Label(f"{self.name} of {seat_name(seat)}", 1.0 / min(8, self.count), BYTE, True)
            for number, index, count in self.numbers:
                for item in range(count):
                    label = number.label.with_item(index, str(item))
                    yield Label(f"{label.name} of {seat_name(seat)}", label.scale, BYTE, True)


def seat_name(turned: int) -> str:
    """A seat as an observation tells of it."""
    return "me" if turned == 0 else f"left {turned}"


def _write_seat(source: Source, seat: str, turned: str) -> None:
    """The seat that sits so far to the left of the observer."""
    source.add(f"{seat} = seat + {turned}")
    source.begin(f"if {seat} >= rows:")
    source.add(f"{seat} -= rows")
    source.end()
