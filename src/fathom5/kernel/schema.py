"""Records: what a field is, what it may be, and who may see it.

A game declares its table, its box and their parts as classes of fields:

    class Diver(Record):
        place = whole(-1, 31, "the chip it stands on; -1: in the submarine")

    class Table(Record):
        actor = whole(-2, 5, "who decides")
        divers = seats(Diver, 6, "the divers, by seat")

From one declaration come the numpy dtype, the range checks, the masks that hide
secrets, and the page of documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.errors import Mistake


class Seen(Enum):
    """Who may see a field."""

    EVERYBODY = "everybody"
    OWNER = "its owner"
    NOBODY = "nobody"


EVERYBODY, OWNER, NOBODY = Seen.EVERYBODY, Seen.OWNER, Seen.NOBODY

_INTEGERS = [np.dtype(code) for code in ("i1", "u1", "i2", "u2", "i4", "u4", "i8")]
_TAKEN = frozenset(dir(np.ndarray)) | frozenset(dir(np.record))


@dataclass(frozen=True)
class Field:
    """One declared field: a whole number, or an array of numbers or records."""

    low: int
    high: int
    about: str
    shape: tuple[int, ...] = ()
    seen: Seen = EVERYBODY
    words: tuple[str, ...] = ()
    record: type[Record] | None = None
    by_seat: bool = False
    derived: bool = False

    @cached_property
    def base(self) -> np.dtype[Any]:
        """The smallest type that holds every allowed value."""
        if self.record:
            return self.record.dtype
        for code in _INTEGERS:
            info = np.iinfo(code)
            if info.min <= self.low and self.high <= info.max:
                return code
        raise TypeError(f"no integer type holds {self.low} to {self.high}")


def _shape(shape: int | tuple[int, ...]) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def whole(
    low: int,
    high: int,
    about: str,
    shape: int | tuple[int, ...] = (),
    *,
    seen: Seen = EVERYBODY,
    by_seat: bool = False,
) -> Any:
    """A whole number from low to high, or an array of them; by_seat: the first axis is the seats."""
    if low > high:
        raise TypeError(f"a field from {low} to {high} holds nothing")
    return Field(low, high, about, _shape(shape), seen, by_seat=by_seat)


def flag(about: str, shape: int | tuple[int, ...] = (), *, seen: Seen = EVERYBODY) -> Any:
    """Yes (1) or no (0)."""
    return whole(0, 1, about, shape, seen=seen)


def choice(words: tuple[str, ...], about: str, shape: int | tuple[int, ...] = ()) -> Any:
    """One of some words, kept as its number; a box may write the word."""
    return replace(whole(0, len(words) - 1, about, shape), words=words)


def derived(field: Field) -> Any:
    """A field of the box that the rules work out from the others."""
    return replace(field, derived=True)


def many(record: type[Record], count: int | tuple[int, ...], about: str) -> Any:
    """An array of records."""
    return Field(0, 0, about, _shape(count), record=record)


def seats(record: type[Record], count: int, about: str) -> Any:
    """A record for each seat; what is its owner's in it is that seat's alone."""
    return replace(many(record, count, about), by_seat=True)


@dataclass(frozen=True)
class Leaf:
    """A field of plain numbers somewhere inside a record, with the path to it."""

    path: tuple[str, ...]
    field: Field

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def of(self, array: NDArray[Any]) -> NDArray[Any]:
        """All its numbers in an array of the whole record."""
        for name in self.path:
            array = array[name]
        return array


class Record:
    """A flat record; its class attributes made by whole(), flag(), … are its fields."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        cls.fields = {name: f for name, f in vars(cls).items() if isinstance(f, Field)}
        if not cls.fields:
            raise TypeError(f"{cls.__name__} has no fields")
        for name in cls.fields:
            if name in _TAKEN:
                raise TypeError(f"{cls.__name__}.{name}: numpy has that name; choose another (e.g. {name}_)")
            if not name.isidentifier() or name.startswith("_"):
                raise TypeError(f"{cls.__name__}.{name} is not a name for a field")
        cls.dtype = np.dtype([(name, f.base, f.shape) for name, f in cls.fields.items()])

    @classmethod
    def blank(cls) -> NDArray[Any]:
        """An array of one such record, every field at zero or its lowest value."""
        array = np.zeros(1, cls.dtype)
        for leaf in cls.leaves():
            if leaf.field.low > 0:
                leaf.of(array)[...] = leaf.field.low
        return array

    @classmethod
    def filled(cls, values: Mapping[str, int], where: str) -> NDArray[Any]:
        """An array of one such record of plain numbers; all of them are wanted, within their ranges."""
        array = cls.blank()
        if set(values) != set(cls.fields):
            raise Mistake(f"{where} has to give just {', '.join(cls.fields)}.")
        for name, value in values.items():
            field = cls.fields[name]
            if not isinstance(value, int) or not field.low <= value <= field.high:
                raise Mistake(f"{where}: {name} is a whole number from {field.low} to {field.high}.")
            array[name] = value
        return array

    @classmethod
    def leaves(cls) -> Iterator[Leaf]:
        """Every field of plain numbers, nested ones included."""
        for name, field in cls.fields.items():
            if field.record:
                for leaf in field.record.leaves():
                    yield Leaf((name, *leaf.path), leaf.field)
            else:
                yield Leaf((name,), field)

    @classmethod
    def out_of_range(cls, array: NDArray[Any]) -> list[str]:
        """What in these records is not what the schema allows, in sentences."""
        wrong = []
        for leaf in cls.leaves():
            values = leaf.of(array)
            bad = values[(values < leaf.field.low) | (values > leaf.field.high)]
            if bad.size:
                wrong.append(f"{leaf.name} is {bad.flat[0]}, not {leaf.field.low} to {leaf.field.high}")
        return wrong

    @classmethod
    def masks(cls, seats: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """By seat, the last row for a stranger: which bytes are seen (255), what fills the rest.

        A field out of sight shows its lowest value.
        """
        shown = np.zeros((seats + 1, 1), cls.dtype)
        fill = np.zeros((seats + 1, 1), cls.dtype)
        for viewer in range(seats + 1):
            _show(cls, shown[viewer], fill[viewer], viewer, None)
        size = cls.dtype.itemsize
        return shown.view(np.uint8).reshape(-1, size), fill.view(np.uint8).reshape(-1, size)


def _show(
    record: type[Record], shown: NDArray[Any], fill: NDArray[Any], viewer: int, owner: int | None
) -> None:
    for name, field in record.fields.items():
        owners: list[tuple[Any, int | None]] = [(..., owner)]
        if field.by_seat:
            lead = (slice(None),) * (shown.ndim)
            owners = [((*lead, seat), seat) for seat in range(field.shape[0])]
        for place, who in owners:
            if field.record:
                _show(field.record, shown[name][place], fill[name][place], viewer, who)
                continue
            if field.seen is OWNER and who is None:
                raise TypeError(f"{record.__name__}.{name} is its owner's, but has no owner")
            visible = field.seen is EVERYBODY or (field.seen is OWNER and who == viewer)
            if visible:
                everything = np.frombuffer(b"\xff" * field.base.itemsize, field.base)[0]
                shown[name][place] = everything
            else:
                fill[name][place] = field.low


def describe(record: type[Record], title: str) -> str:
    """A page of documentation of a record, as a Markdown table."""
    rows = [f"### {title}", "", "| field | values | seen by | what it is |", "|---|---|---|---|"]
    for leaf in record.leaves():
        field = leaf.field
        shape = " × ".join(map(str, field.shape))
        values = ", ".join(field.words) or f"{field.low} … {field.high}"
        name = f"`{leaf.name}` [{shape}]" if shape else f"`{leaf.name}`"
        rows.append(f"| {name} | {values} | {field.seen.value} | {field.about} |")
    return "\n".join(rows)
