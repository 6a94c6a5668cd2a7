"""Records as they are looked at: plain Python values, taken out at once, since boards and words read a lot.

Reading is as strict as in checked records: a field that is not there and an index outside an array, a
negative one included, are errors. Nothing can be changed, so what is the same is equal, and a drawing of
it can be kept.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.schema import Record


class SeenArray(tuple[Any, ...]):
    """An array of numbers, records or arrays."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if type(index) is tuple:
            part: Any = self
            for place in index:
                part = part[place]
            return part
        if index < 0:
            raise IndexError(f"{index} is outside 0 to {len(self) - 1}")
        return tuple.__getitem__(self, index)


class SeenRecord:
    """One record: its fields are attributes, each made when it is first read."""

    schema: type[Record]
    _values: tuple[Any, ...]

    def __init__(self, values: tuple[Any, ...], schema: type[Record]) -> None:
        self.__dict__.update(schema=schema, _values=values)

    def __getattr__(self, name: str) -> Any:
        field = self.schema.fields.get(name)
        if field is None:
            raise AttributeError(f"{self.schema.__name__.lower()} has no field {name}")
        value = self._values[(self.schema.dtype.names or ()).index(name)]
        if field.shape:
            value = _array(value.tolist(), field.record, len(field.shape))
        elif field.record:
            value = SeenRecord(value, field.record)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"What is seen cannot be changed: {name}.")

    @cached_property
    def _content(self) -> tuple[tuple[object, ...], int]:
        content = self.schema, _hashable(self._values)
        return content, hash(content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenRecord) and self._content == other._content

    def __hash__(self) -> int:
        return self._content[1]


def _hashable(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_hashable, value))
    return value.tobytes() if isinstance(value, np.ndarray) else value


def _array(values: list[Any], record: type[Record] | None, depth: int) -> SeenArray:
    if depth > 1:
        return SeenArray(_array(part, record, depth - 1) for part in values)
    return SeenArray(SeenRecord(value, record) for value in values) if record else SeenArray(values)


def seen(array: NDArray[Any], schema: type[Record]) -> SeenRecord:
    """The first record of an array, to be looked at."""
    return SeenRecord(array[0].item(), schema)
