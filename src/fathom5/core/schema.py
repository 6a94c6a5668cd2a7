"""Structs: what a field is, what it may be, and who may see it.

A game declares its table, its box and their parts as classes of fields:

    class Diver(Struct):
        place = index("line", 32, "the chip it stands on; -1: in the submarine", none=True)

    class Table(Struct):
        actor = actor(6)
        divers = seats(Diver, 6, "the divers, by seat")

From one declaration come the numpy dtype, the type that a type checker sees, the range checks, the
masks that hide secrets, what an observation needs to know, and the page of documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, EnumType, IntEnum
from functools import cached_property
from math import prod
from typing import Any, ClassVar, NamedTuple, Protocol, TypedDict, TypeVar, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake


class Visibility(Enum):
    """Who may see a field."""

    EVERYBODY = "everybody"
    OWNER = "its owner"
    NOBODY = "nobody"


EVERYBODY = Visibility.EVERYBODY
"""A field that all seats and strangers see; the default."""
OWNER = Visibility.OWNER
"""A field that only the seat sees whose part of the table it is in."""
NOBODY = Visibility.NOBODY
"""A field that no seat sees, such as what lies face down."""


class Meaning(Enum):
    """What a number stands for; only a quantity can be added up or scaled."""

    QUANTITY = "quantity"
    FLAG = "yes or no"
    CATEGORY = "category"
    ACTOR = "actor"
    SEAT = "seat"
    SEAT_SET = "set of seats"
    INDEX = "index"


Item = TypeVar("Item")
Choice = TypeVar("Choice", bound=IntEnum)


class Array(Protocol[Item]):
    """What rules may do with an array of numbers or structs."""

    def __getitem__(self, index: int, /) -> Item: ...
    def __setitem__(self, index: int, value: Item, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Item]: ...


class Grid(Protocol[Item]):
    """What rules may do with an array of two or more axes."""

    @overload
    def __getitem__(self, index: int, /) -> Array[Item]: ...
    @overload
    def __getitem__(self, index: tuple[int, ...], /) -> Item: ...
    def __setitem__(self, index: tuple[int, ...], value: Item, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Array[Item]]: ...


_INTEGERS = [np.dtype(code) for code in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")]
_TAKEN = frozenset(dir(np.ndarray)) | frozenset(dir(np.record)) | {"fields"}


@dataclass(frozen=True)
class Field:
    """One declared field: a number, or an array of numbers or structs."""

    low: int
    high: int
    about: str
    shape: tuple[int, ...] = ()
    visible: Visibility = EVERYBODY
    shown_at_end: bool = False
    """Whether everybody may see it once the game is over."""
    words: tuple[str, ...] = ()
    struct: type[Struct] | None = None
    by_seat: bool = False
    derived: bool = False
    real: bool = False
    meaning: Meaning = Meaning.QUANTITY
    target: str = ""
    """The array that an index points into; several arrays of the same items are separated by commas."""
    seats_from: int = 0
    """From which value on a category is a seat; 0: none is."""
    used: str = ""
    """The field beside it that says how many of its items are in use; empty: all are."""
    told: int | None = None
    """Of how many items learning agents are told: of scratch memory and logs 0; None: of all."""
    usual: int = 0
    """A large value in an ordinary game, where the range only bounds the unthinkable; 0: the range."""

    @cached_property
    def base(self) -> np.dtype[Any]:
        """The smallest type that holds every allowed value."""
        if self.struct:
            return self.struct.dtype
        if self.real:
            return np.dtype(np.float64)
        for code in _INTEGERS:
            info = np.iinfo(code)
            if info.min <= self.low and self.high <= info.max:
                return code
        raise TypeError(f"no integer type holds {self.low} to {self.high}")


class FieldOptions(TypedDict, total=False):
    """What a declaration may say besides range and shape."""

    visible: Visibility
    shown_at_end: bool
    by_seat: bool
    usual: int
    seats_from: int
    used: str
    told: int


# To a type checker a declaration is what reading the field gives: a number, an array or a struct.
Shape = tuple[int, ...]


def _shape(shape: int | Shape) -> Shape:
    return (shape,) if isinstance(shape, int) else tuple(shape)


@overload
def whole(low: int, high: int, about: str, **how: Unpack[FieldOptions]) -> int: ...
@overload
def whole(low: int, high: int, about: str, shape: int, **how: Unpack[FieldOptions]) -> Array[int]: ...
@overload
def whole(low: int, high: int, about: str, shape: Shape, **how: Unpack[FieldOptions]) -> Grid[int]: ...
def whole(low: int, high: int, about: str, shape: int | Shape = (), **how: Any) -> Any:
    """A whole number from low to high, or an array of them; by_seat: the first axis is the seats."""
    if low > high:
        raise TypeError(f"a field from {low} to {high} holds nothing")
    return Field(low, high, about, _shape(shape), **how)


@overload
def real(about: str) -> float: ...
@overload
def real(about: str, shape: int) -> Array[float]: ...
@overload
def real(about: str, shape: Shape) -> Grid[float]: ...
def real(about: str, shape: int | Shape = ()) -> Any:
    """A floating-point number of any value; for search and learning, not for tables."""
    return Field(0, 0, about, _shape(shape), real=True)


@overload
def flag(about: str, **how: Unpack[FieldOptions]) -> int: ...
@overload
def flag(about: str, shape: int, **how: Unpack[FieldOptions]) -> Array[int]: ...
@overload
def flag(about: str, shape: Shape, **how: Unpack[FieldOptions]) -> Grid[int]: ...
def flag(about: str, shape: int | Shape = (), **how: Any) -> Any:
    """Yes (1) or no (0)."""
    return Field(0, 1, about, _shape(shape), meaning=Meaning.FLAG, **how)


@overload
def choice(options: type[Choice], about: str, **how: Unpack[FieldOptions]) -> Choice: ...
@overload
def choice(options: tuple[str, ...], about: str, **how: Unpack[FieldOptions]) -> int: ...
@overload
def choice(options: type[Choice], about: str, shape: int, **how: Unpack[FieldOptions]) -> Array[Choice]: ...
@overload
def choice(options: tuple[str, ...], about: str, shape: int, **how: Unpack[FieldOptions]) -> Array[int]: ...
def choice(options: Any, about: str, shape: int | Shape = (), **how: Any) -> Any:
    """A member of an IntEnum that counts from 0, or one of some words; a box may write the word."""
    words = options
    if isinstance(options, EnumType):
        members: list[IntEnum] = list(options)
        words = tuple(member.name.lower().replace("_", " ") for member in members)
        if [int(member) for member in members] != list(range(len(words))):
            raise TypeError(f"{options.__name__} has to count 0, 1, 2, …")
    return Field(0, len(words) - 1, about, _shape(shape), words=words, meaning=Meaning.CATEGORY, **how)


@overload
def seat(count: int, about: str, *, none: bool = False, **how: Unpack[FieldOptions]) -> int: ...
@overload
def seat(
    count: int, about: str, shape: int, *, none: bool = False, **how: Unpack[FieldOptions]
) -> Array[int]: ...
@overload
def seat(
    count: int, about: str, shape: Shape, *, none: bool = False, **how: Unpack[FieldOptions]
) -> Grid[int]: ...
def seat(count: int, about: str, shape: int | Shape = (), *, none: bool = False, **how: Any) -> Any:
    """A seat by its number; none: -1 for nobody is allowed too."""
    return Field(-1 if none else 0, count - 1, about, _shape(shape), meaning=Meaning.SEAT, **how)


@overload
def seat_set(count: int, about: str, **how: Unpack[FieldOptions]) -> int: ...
@overload
def seat_set(count: int, about: str, shape: int, **how: Unpack[FieldOptions]) -> Array[int]: ...
def seat_set(count: int, about: str, shape: int | Shape = (), **how: Any) -> Any:
    """A set of seats, one bit each."""
    return Field(0, (1 << count) - 1, about, _shape(shape), meaning=Meaning.SEAT_SET, **how)


@overload
def index(target: str, count: int, about: str, *, none: bool = False, **how: Unpack[FieldOptions]) -> int: ...
@overload
def index(
    target: str, count: int, about: str, shape: int, *, none: bool = False, **how: Unpack[FieldOptions]
) -> Array[int]: ...
@overload
def index(
    target: str, count: int, about: str, shape: Shape, *, none: bool = False, **how: Unpack[FieldOptions]
) -> Grid[int]: ...
def index(
    target: str, count: int, about: str, shape: int | Shape = (), *, none: bool = False, **how: Any
) -> Any:
    """A number that means an item of another array or a piece; none: -1 for none is allowed too."""
    low = -1 if none else 0
    return Field(low, count - 1, about, _shape(shape), meaning=Meaning.INDEX, target=target, **how)


def actor(count: int) -> int:
    """Who decides; every table has one field of this kind, called actor."""
    about = "who decides: a seat, -1 nature, -2 nobody any more"
    return Field(-2, count - 1, about, meaning=Meaning.ACTOR)  # type: ignore[return-value]


def derived(field: Item) -> Item:
    """A field of the box that the rules work out from the others."""
    return replace(field, derived=True)  # type: ignore[type-var]


def part(struct: type[Item], about: str) -> Item:
    """A struct inside another."""
    return Field(0, 0, about, struct=struct)  # type: ignore[return-value, arg-type]


class ManyOptions(TypedDict, total=False):
    """What a declaration of many structs may say besides."""

    used: str
    told: int


@overload
def many(struct: type[Item], count: int, about: str, **how: Unpack[ManyOptions]) -> Array[Item]: ...
@overload
def many(struct: type[Item], count: Shape, about: str, **how: Unpack[ManyOptions]) -> Grid[Item]: ...
def many(struct: type[Any], count: int | Shape, about: str, **how: Any) -> Any:
    """An array of structs."""
    return Field(0, 0, about, _shape(count), struct=struct, **how)


def seats(struct: type[Item], count: int, about: str) -> Array[Item]:
    """A struct for each seat; what is its owner's in it is that seat's alone."""
    return Field(0, 0, about, (count,), struct=struct, by_seat=True)  # type: ignore[return-value, arg-type]


@dataclass(frozen=True)
class Leaf:
    """A field of plain numbers somewhere inside a struct, with the path to it."""

    path: tuple[str, ...]
    field: Field

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def of(self, array: NDArray[Any]) -> NDArray[Any]:
        """All its numbers in an array of the whole struct."""
        for name in self.path:
            array = array[name]
        return array


class Struct:
    """A flat structure of numbers; its class attributes made by whole(), flag(), … are its fields."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar[np.dtype[Any]]
    _limits: ClassVar[list[Limits]]

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
        cls._limits = _limits(cls)

    @classmethod
    def blank(cls, count: int = 1) -> NDArray[Any]:
        """An array of such structs, every field at zero or its lowest value."""
        array = np.zeros(count, cls.dtype)
        for leaf in cls.leaves():
            if leaf.field.low > 0:
                leaf.of(array)[...] = leaf.field.low
        return array

    @classmethod
    def filled(cls, values: Mapping[str, int], where: str) -> NDArray[Any]:
        """An array of one such struct of plain numbers; all of them are wanted, within their ranges."""
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
            if field.struct:
                for leaf in field.struct.leaves():
                    yield Leaf((name, *leaf.path), leaf.field)
            else:
                yield Leaf((name,), field)

    @classmethod
    def out_of_range(cls, array: NDArray[Any]) -> list[str]:
        """What in these structs is not what the schema allows, in sentences."""
        if all(limits.hold(array) for limits in cls._limits):
            return []
        wrong = []
        for leaf in cls.leaves():
            values = leaf.of(array)
            bad = values[(values < leaf.field.low) | (values > leaf.field.high)]
            if bad.size and not leaf.field.real:
                wrong.append(f"{leaf.name} is {bad.flat[0]}, not {leaf.field.low} to {leaf.field.high}")
        return wrong


class Limits(NamedTuple):
    """Lowest and highest values of all numbers of one type in a struct, and where their bytes are."""

    base: np.dtype[Any]
    places: NDArray[np.intp]
    low: NDArray[Any]
    high: NDArray[Any]

    def hold(self, array: NDArray[Any]) -> bool:
        """Whether every one of these numbers is within its limits, in an array of such structs."""
        bytes_ = np.frombuffer(array.tobytes(), np.uint8).reshape(-1, array.dtype.itemsize)
        values = bytes_[:, self.places].view(self.base)
        return bool(((values >= self.low) & (values <= self.high)).all())


def _limits(struct: type[Struct]) -> list[Limits]:
    """The limits of a struct by type of number, so that a whole struct is checked at once."""
    by_type: dict[np.dtype[Any], list[tuple[int, int, int]]] = {}
    for place, field in _numbers(struct):
        by_type.setdefault(field.base, []).append((place, field.low, field.high))
    found = []
    for base, numbers in by_type.items():
        first, low, high = zip(*numbers, strict=True)
        places = (np.array(first)[:, None] + np.arange(base.itemsize)).ravel()
        found.append(Limits(base, places, np.array(low, base), np.array(high, base)))
    return found


def _numbers(struct: type[Struct], start: int = 0) -> Iterator[tuple[int, Field]]:
    """First byte and field of every whole number of a struct that begins at a byte."""
    for name, field in struct.fields.items():
        first, size = start + struct.dtype.fields[name][1], field.base.itemsize  # type: ignore[index]
        for place in range(first, first + prod(field.shape) * size, size):
            if field.struct:
                yield from _numbers(field.struct, place)
            elif not field.real:
                yield place, field


def masks(table: type[Struct], seats: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Which bytes of a table are shown (255), and what fills the others: a row for each viewer.

    The rows are those of the seats and a stranger's while the game goes on, then the same after its
    end. A hidden field shows its lowest value.
    """
    rows, size = 2 * (seats + 1), table.dtype.itemsize
    shown, fill = np.zeros((rows, 1), table.dtype), np.zeros((rows, 1), table.dtype)
    for row in range(rows):
        _show(table, shown[row], fill[row], row % (seats + 1), None, row > seats)
    return shown.view(np.uint8).reshape(-1, size), fill.view(np.uint8).reshape(-1, size)


def _show(
    struct: type[Struct], shown: NDArray[Any], fill: NDArray[Any], viewer: int, owner: int | None, end: bool
) -> None:
    for name, field in struct.fields.items():
        owners: list[tuple[Any, int | None]] = [(..., owner)]
        if field.by_seat:
            lead = (slice(None),) * (shown.ndim)
            owners = [((*lead, seat), seat) for seat in range(field.shape[0])]
        for place, who in owners:
            if field.struct:
                _show(field.struct, shown[name][place], fill[name][place], viewer, who, end)
                continue
            if field.visible is OWNER and who is None:
                raise TypeError(f"{struct.__name__}.{name} is its owner's, but has no owner")
            visible = field.visible is EVERYBODY or (field.visible is OWNER and who == viewer)
            if visible or (end and field.shown_at_end):
                everything = np.frombuffer(b"\xff" * field.base.itemsize, field.base)[0]
                shown[name][place] = everything
            else:
                fill[name][place] = field.low


def describe(struct: type[Struct], title: str) -> str:
    """A page of documentation of a struct, as a Markdown table."""
    rows = [f"### {title}", "", "| field | values | means | seen by | what it is |", "|---|---|---|---|---|"]
    for leaf in struct.leaves():
        field = leaf.field
        shape = " × ".join(map(str, field.shape))
        values = ", ".join(field.words) or f"{field.low} … {field.high}"
        name = f"`{leaf.name}` [{shape}]" if shape else f"`{leaf.name}`"
        means = f"{field.meaning.value} into {field.target}" if field.target else field.meaning.value
        means += f", usually up to {field.usual}" if field.usual else ""
        seen_by = field.visible.value + (", at the end everybody" if field.shown_at_end else "")
        rows.append(f"| {name} | {values} | {means} | {seen_by} | {field.about} |")
    return "\n".join(rows)
