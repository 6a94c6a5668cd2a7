"""Structs as Python objects: checked ones that rules run on, frozen ones that are looked at.

Both give fields as attributes and plain whole numbers, refuse a field that is not there and an index
outside an array, a negative one included. A checked struct writes to its memory and refuses a value
outside a field's range. A frozen one never changes, so what is the same is equal and can be kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from fathom5.core.schema import Field, Struct

LONGEST_REPR = 8
"""How many items of an array a repr shows."""


def _brief(value: Any) -> str:
    """A value in a repr, long arrays cut."""
    if isinstance(value, CheckedArray | FrozenArray):
        shown = [_brief(value[i]) for i in range(min(len(value), LONGEST_REPR))]
        return f"[{', '.join(shown)}{', …' if len(value) > LONGEST_REPR else ''}]"
    return repr(value)


class _Shown:
    """What all structs show of themselves: their fields."""

    schema: type[Struct]

    def __dir__(self) -> list[str]:
        return list(self.schema.fields)

    def __repr__(self) -> str:
        fields = (f"{name}={_brief(getattr(self, name))}" for name in self.schema.fields)
        return f"{self.schema.__name__}({', '.join(fields)})"


class CheckedArray:
    """An array of numbers or structs inside a checked struct."""

    __slots__ = ("_array", "_field", "_is_row", "_name", "_parts")

    def __init__(self, array: NDArray[Any], field: Field, name: str) -> None:
        self._array, self._field, self._name = array, field, name
        self._is_row = array.ndim == 1 and not field.struct
        self._parts: dict[Any, CheckedArray | CheckedStruct] = {}

    def _inside(self, index: Any) -> Any:
        places = index if isinstance(index, tuple) else (index,)
        for place, size in zip(places, self._array.shape, strict=False):
            if not 0 <= place < size:
                raise IndexError(f"{self._name}[{place}] is outside 0 to {size - 1}")
        return index

    def __getitem__(self, index: Any) -> Any:
        if self._is_row and 0 <= index < len(self._array):
            return self._array.item(index)
        made = self._parts.get(index)
        if made is not None:
            return made
        part = self._array[self._inside(index)]
        if self._field.struct and not (isinstance(part, np.ndarray) and part.ndim):
            places = index if isinstance(index, tuple) else (index,)
            inner = self._array[(*places, ...)]
            made = CheckedStruct(inner, self._field.struct, f"{self._name}[{index}]")
        elif isinstance(part, np.ndarray):
            made = CheckedArray(part, self._field, f"{self._name}[{index}]")
        else:
            return part.item()
        self._parts[index] = made
        return made

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[self._inside(index)] = _allowed(self._field, value, self._name, index)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CheckedArray) and bool(np.array_equal(self._array, other._array))

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return _brief(self)


class CheckedStruct(_Shown):
    """One struct in memory of its own or of a larger one; a value outside a field's range is an error."""

    __slots__ = ("_array", "_name", "_numbers", "_parts", "schema")

    schema: type[Struct]

    def __init__(self, array: NDArray[Any], schema: type[Struct], name: str = "") -> None:
        set_ = object.__setattr__
        set_(self, "_array", array)
        set_(self, "schema", schema)
        set_(self, "_name", name or schema.__name__.lower())
        set_(self, "_parts", {})
        set_(self, "_numbers", {})

    def __getattr__(self, name: str) -> Any:
        number = self._numbers.get(name)
        if number is not None:
            return number.item()
        part = self._parts.get(name)
        if part is not None:
            return part
        field = _field(self.schema, name)
        if not field.shape and not field.struct:
            number = self._numbers[name] = self._array[name]
            return number.item()
        path = f"{self._name}.{name}"
        made: CheckedArray | CheckedStruct
        if field.shape:
            made = CheckedArray(self._array[name], field, path)
        else:
            assert field.struct
            made = CheckedStruct(self._array[name], field.struct, path)
        self._parts[name] = made
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        field = _field(self.schema, name)
        allowed = _allowed(field, value, self._name, name)
        if name in self._numbers:
            self._numbers[name][()] = allowed
        else:
            self._array[name] = allowed

    def expose(self, *names: str) -> None:
        """Give these arrays of numbers as numpy has them, which is faster and checks no ranges."""
        self._parts.update({name: self._array[name] for name in names})

    def tobytes(self) -> bytes:
        """Its memory."""
        return bytes(self._array.tobytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CheckedStruct):
            return NotImplemented
        return self.schema is other.schema and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __copy__(self) -> CheckedStruct:
        return _restored(self.tobytes(), self.schema)

    def __deepcopy__(self, memo: object) -> CheckedStruct:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return _restored, (self.tobytes(), self.schema)


def _restored(content: bytes, schema: type[Struct]) -> CheckedStruct:
    return CheckedStruct(np.frombuffer(bytearray(content), schema.dtype)[0, ...], schema)


class CheckedStructs:
    """An array of structs of one kind, as the loops index it."""

    __slots__ = ("_array", "_structs")

    def __init__(self, array: NDArray[Any], schema: type[Struct]) -> None:
        self._array = array
        self._structs = [CheckedStruct(array[i, ...], schema) for i in range(len(array))]

    def __getitem__(self, index: int) -> CheckedStruct:
        if index < 0:
            raise IndexError(index)
        return self._structs[index]

    def __setitem__(self, index: int, struct: CheckedStruct) -> None:
        self._array[index] = struct._array

    def __len__(self) -> int:
        return len(self._array)


def _field(schema: type[Struct], name: str) -> Field:
    field = schema.fields.get(name)
    if field is None:
        known = ", ".join(schema.fields)
        raise AttributeError(f"{schema.__name__} has no field {name}; it has {known}")
    return field


def _allowed(field: Field, value: Any, name: str, part: object) -> Any:
    if field.struct:
        return value._array
    if field.real:
        return value
    number = int(value)
    if not field.low <= number <= field.high:
        where = f"{name}.{part}" if isinstance(part, str) else f"{name}[{part}]"
        raise OverflowError(f"{where} = {number}, not {field.low} to {field.high}")
    return number


class FrozenArray(tuple[Any, ...]):
    """An array of numbers, structs or arrays inside a frozen struct."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if type(index) is tuple:
            part: Any = self
            for place in index:
                if place < 0:
                    raise IndexError(f"{place} is outside 0 to {len(part) - 1}")
                part = tuple.__getitem__(part, place)
            return part
        if index < 0:
            raise IndexError(f"{index} is outside 0 to {len(self) - 1}")
        return tuple.__getitem__(self, index)


_PLACES: dict[type[Struct], dict[str, int]] = {}
"""Where the fields of each kind of struct lie, worked out once."""


class FrozenStruct(_Shown):
    """One struct to look at: its fields are attributes, each made when it is first read."""

    schema: type[Struct]
    _values: tuple[Any, ...]

    def __init__(self, values: tuple[Any, ...], schema: type[Struct]) -> None:
        self.__dict__.update(schema=schema, _values=values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        places = _PLACES.get(self.schema)
        if places is None:
            places = _PLACES[self.schema] = {each: i for i, each in enumerate(self.schema.fields)}
        field = _field(self.schema, name)
        value = self._values[places[name]]
        if field.shape:
            value = _frozen_array(value.tolist(), field.struct, len(field.shape))
        elif field.struct:
            value = FrozenStruct(value, field.struct)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A view cannot be changed: {name}.")

    @cached_property
    def _content(self) -> tuple[tuple[object, ...], int]:
        content = self.schema, _hashable(self._values)
        return content, hash(content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FrozenStruct) and self._content == other._content

    def __hash__(self) -> int:
        return self._content[1]

    def __reduce__(self) -> Any:
        return FrozenStruct, (self._values, self.schema)


def _hashable(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return value.tobytes() if isinstance(value, np.ndarray) else value


def _frozen_array(values: list[Any], struct: type[Struct] | None, depth: int) -> FrozenArray:
    if depth > 1:
        return FrozenArray(_frozen_array(part, struct, depth - 1) for part in values)
    return FrozenArray(FrozenStruct(value, struct) for value in values) if struct else FrozenArray(values)


def frozen(array: NDArray[Any], schema: type[Struct]) -> FrozenStruct:
    """The first struct of an array, to be looked at."""
    return FrozenStruct(array[0].item(), schema)
