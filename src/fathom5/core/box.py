"""The component sheet of a game, `box.toml`: facts, options, and every figure with its provenance."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake, one_of, quoted
from fathom5.core.schema import Field, Struct, whole

SOURCES = {
    "R": "printed in the rulebook",
    "D": "derived from its totals",
    "P": "from a public source",
    "X": "reconstructed by us",
}


@dataclass(frozen=True)
class Option:
    """A choice made before the game: yes or no, one of some words, or a number."""

    name: str
    about: str
    default: int
    words: tuple[str, ...] = ("no", "yes")
    low: int = 0
    high: int = 1

    def read(self, value: object) -> int:
        """A value somebody gave, as its number."""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if self.words:
            if str(value) in self.words:
                return self.words.index(str(value))
            raise Mistake(f"Option {self.name} is one of {', '.join(self.words)}, not {quoted(value)}.")
        try:
            number = int(str(value))
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise Mistake(
                f"Option {self.name} is a number from {self.low} to {self.high}, not {quoted(value)}."
            )
        return number

    def write(self, number: int) -> str:
        """A number as a person writes it."""
        return self.words[number] if self.words else str(number)


def _option(name: str, entry: Mapping[str, Any]) -> Option:
    if "choices" in entry:
        words = tuple(entry["choices"])
        return Option(name, entry["about"], words.index(entry["default"]), words, 0, len(words) - 1)
    if isinstance(entry["default"], bool):
        return Option(name, entry["about"], int(entry["default"]))
    return Option(name, entry["about"], entry["default"], (), entry["low"], entry["high"])


class BoxSheet:
    """One component sheet, as printed or with a designer's changes."""

    def __init__(self, content: Mapping[str, Any], printed: BoxSheet | None = None) -> None:
        self.content = content
        self.printed = printed or self

    @classmethod
    def read(cls, path: Path, printed: BoxSheet | None = None) -> BoxSheet:
        """The sheet in a file."""
        try:
            content = tomllib.loads(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise Mistake(f"The box file {path} cannot be read: {error}.") from None
        except tomllib.TOMLDecodeError as error:
            raise Mistake(f"The box file {path} is not TOML: {error}.") from None
        for table in ("components",) if printed else ("components", "game"):
            if not isinstance(content.get(table), dict):
                raise Mistake(f"The box file {path} has no [{table}].")
        return cls(content, printed)

    @property
    def facts(self) -> Mapping[str, Any]:
        """Title, players, authors and so on."""
        facts: Mapping[str, Any] = self.content["game"]
        return facts

    @property
    def rules(self) -> str:
        """The version of the rules that it belongs to."""
        return str(self.printed.facts["rules"])

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options of the game by name."""
        return {name: _option(name, entry) for name, entry in self.content.get("options", {}).items()}

    def options_struct(self) -> type[Struct]:
        """The schema of the options, one field each."""
        fields = {
            option.name.replace("-", "_"): whole(option.low, option.high, option.about)
            for option in self.options.values()
        }
        return type("Options", (Struct,), fields or {"none": whole(0, 0, "this game has no options")})

    def values(self) -> Iterator[tuple[str, Any]]:
        """Every figure by its path, `chips.0.3`."""
        for name, component in self.content["components"].items():
            yield from _leaves(name, component["value"])

    def changes(self) -> str:
        """What differs from the printed box, as `air=30, chips.0.3=5`; empty for the printed one."""
        return ", ".join(self.differences())

    def differences(self) -> list[str]:
        """The same as texts NAME=VALUE."""
        printed = dict(self.printed.values())
        return [f"{path}={value}" for path, value in self.values() if printed.get(path) != value]

    def changed(self, changes: Mapping[str, object]) -> BoxSheet:
        """The sheet with values changed, by path: {"air": 30, "chips.0.3": 5, "die": [1, 1, 2, 2, 3, 3]}."""
        content = deepcopy(dict(self.content))
        for path, value in changes.items():
            holder, key = self._find(content["components"], str(path))
            holder[key] = _read_value(value)
        return BoxSheet(content, self.printed)

    def _find(self, components: Any, path: str) -> tuple[Any, Any]:
        """What holds the value of a path, and under which key; raises Mistake if there is none."""
        name, *steps = path.split(".")
        holder: Any = components.get(name)
        key: Any = "value"
        try:
            for step in steps:
                holder = holder[key]
                key = int(step) if isinstance(holder, list) else step
            _ = holder[key]
        except (KeyError, IndexError, TypeError, ValueError):
            raise one_of(
                "value in the box", path, _near(path, [known for known, _ in self.values()])
            ) from None
        return holder, key

    def pack(self, box: type[Struct]) -> NDArray[Any]:
        """The box record that the rules read, but for what they derive."""
        array = box.blank()
        components = self.content["components"]
        for name, field in box.fields.items():
            if field.derived:
                continue
            if name not in components:
                raise Mistake(f"The box lacks “{name}”: {field.about}.")
            _fill(array[name][0, ...], field, components[name]["value"], name)
        return array


def _read_value(value: object) -> object:
    """A value as somebody wrote it: a list or number in text is read, any other text is a word."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, str):
        try:
            return tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            return value
    return list(value) if isinstance(value, tuple) else value


def written_changes(texts: Iterable[str]) -> dict[str, str]:
    """Changes of the box out of texts written NAME=VALUE; raises Mistake for others."""
    changes = {}
    for text in texts:
        path, sign, value = (part.strip() for part in str(text).partition("="))
        if not sign or not path:
            raise Mistake(f"Write a change of the box as NAME=VALUE, not {quoted(text)}.")
        changes[path] = value
    return changes


def _near(path: str, known: list[str]) -> list[str]:
    """The known paths most like a mistyped one, at most a handful."""
    name = path.split(".")[0]
    inside = [each for each in known if each.split(".")[0] == name]
    names = sorted({each.split(".")[0] for each in known})
    return [inside[0], "…", inside[-1]] if inside else names


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _leaves(f"{path}.{key}", part)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(f"{path}.{index}", part)
    else:
        yield path, value


def _fill(place: NDArray[Any], field: Field, value: Any, path: str, axis: int = 0) -> None:
    """Write a figure of the sheet where it belongs, or say why it does not fit."""
    if axis < len(field.shape):
        if not isinstance(value, list) or len(value) != field.shape[axis]:
            raise Mistake(f"{path} in the box has to be a list of {field.shape[axis]}.")
        for index, part in enumerate(value):
            _fill(place[index, ...], field, part, f"{path}.{index}", axis + 1)
    elif field.struct:
        if not isinstance(value, Mapping):
            raise Mistake(f"{path} in the box has to name {', '.join(field.struct.fields)}.")
        for name, inner in field.struct.fields.items():
            if name not in value:
                raise Mistake(f"{path} in the box lacks “{name}”: {inner.about}.")
            _fill(place[name][...] if inner.shape else place[name], inner, value[name], f"{path}.{name}")
    else:
        place[...] = _number(field, value, path)


def _number(field: Field, value: Any, path: str) -> int:
    if field.words and value in field.words:
        return field.words.index(value)
    if isinstance(value, bool):
        value = int(value)
    if not isinstance(value, int | np.integer) or not field.low <= value <= field.high:
        allowed = f"one of {', '.join(field.words)}" if field.words else f"from {field.low} to {field.high}"
        raise Mistake(f"{path} in the box has to be {allowed}, not {quoted(value)}.")
    return int(value)
