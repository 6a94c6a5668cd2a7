"""Records as plain Python objects: attribute access, whole numbers, every bound and range checked.

The interpreted rules run on these; words and boards read views through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.schema import Field, Record


class CheckedArray:
    """An array of numbers or records; an index outside it, a negative one included, is an error."""

    __slots__ = ("_array", "_field", "_name")

    def __init__(self, array: NDArray[Any], field: Field, name: str) -> None:
        self._array, self._field, self._name = array, field, name

    def _inside(self, index: Any) -> Any:
        places = index if isinstance(index, tuple) else (index,)
        for place, size in zip(places, self._array.shape, strict=False):
            if not 0 <= place < size:
                raise IndexError(f"{self._name}[{place}] is outside 0 to {size - 1}")
        return index

    def __getitem__(self, index: Any) -> Any:
        part = self._array[self._inside(index)]
        if self._field.record and not (isinstance(part, np.ndarray) and part.ndim):
            places = index if isinstance(index, tuple) else (index,)
            inner = self._array[(*places, ...)]
            return CheckedRecord(inner, self._field.record, f"{self._name}[{index}]")
        if isinstance(part, np.ndarray):
            return CheckedArray(part, self._field, f"{self._name}[{index}]")
        return int(part)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[self._inside(index)] = _allowed(self._field, value, f"{self._name}[{index}]")

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return repr(self._array)


class CheckedRecord:
    """One record; a value outside a field's range is an error."""

    __slots__ = ("_array", "_name", "_parts", "schema")

    schema: type[Record]

    def __init__(self, array: NDArray[Any], schema: type[Record], name: str = "") -> None:
        set_ = object.__setattr__
        set_(self, "_array", array)
        set_(self, "schema", schema)
        set_(self, "_name", name or schema.__name__.lower())
        set_(self, "_parts", {})

    def __getattr__(self, name: str) -> Any:
        part = self._parts.get(name)
        if part is not None:
            return part
        field = self.schema.fields.get(name)
        if field is None:
            raise AttributeError(f"{self._name} has no field {name}")
        if not field.shape and not field.record:
            return int(self._array[name])
        path = f"{self._name}.{name}"
        made: CheckedArray | CheckedRecord
        if field.shape:
            made = CheckedArray(self._array[name], field, path)
        else:
            assert field.record
            made = CheckedRecord(self._array[name], field.record, path)
        self._parts[name] = made
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.schema.fields.get(name)
        if field is None:
            raise AttributeError(f"{self._name} has no field {name}")
        self._array[name] = _allowed(field, value, f"{self._name}.{name}")

    def __repr__(self) -> str:
        return f"{self._name}: {self._array!r}"


class CheckedRecords:
    """An array of records of one kind, as the loops index it."""

    __slots__ = ("_array", "_records")

    def __init__(self, array: NDArray[Any], schema: type[Record]) -> None:
        self._array = array
        self._records = [CheckedRecord(array[i, ...], schema) for i in range(len(array))]

    def __getitem__(self, index: int) -> CheckedRecord:
        if index < 0:
            raise IndexError(index)
        return self._records[index]

    def __setitem__(self, index: int, record: CheckedRecord) -> None:
        self._array[index] = record._array


def _allowed(field: Field, value: Any, name: str) -> int:
    number = int(value)
    if not field.low <= number <= field.high:
        raise OverflowError(f"{name} = {number}, not {field.low} to {field.high}")
    return number
