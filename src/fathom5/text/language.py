"""One way to say things, in the language of whoever listens.

`say("{who} rolls {a} and {b}.", who=…, a=…, b=…)` gives the sentence in English, or as the
catalogue of the chosen language has it. A catalogue is a TOML file `LANGUAGE.toml` beside the
modules that speak, or `MODULE.LANGUAGE.toml` for a module with much to say; English sentence to
translation. What it lacks stays English.

A blank that gives two forms picks one by its number, as the language counts:
`say("{n} {n:treasure|treasures}", n=…)`. English has one form for 1 and another for all else; French
says 0 and 1 in the singular. A blank that gives decimals, `{n:.1f}`, has them as the language writes them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from pathlib import Path

from fathom5.core.errors import one_of

LANGUAGES = {"en": "English", "fr": "Français"}

_LANGUAGE: ContextVar[str] = ContextVar("language", default="en")
_FOLDERS = [Path(__file__).parent.parent]
"""Where catalogues lie: beside the code that all games share, and in every game opened."""


def add_catalogues(package: str) -> None:
    """Make a package's catalogues known."""
    for folder in import_module(package).__path__:
        if Path(folder) not in _FOLDERS:
            _FOLDERS.append(Path(folder))
            catalogue.cache_clear()


@cache
def catalogue(language: str) -> dict[str, str]:
    """Everything known in a language."""
    sentences: dict[str, str] = {}
    for folder in _FOLDERS:
        for path in sorted({*folder.glob(f"{language}.toml"), *folder.glob(f"*.{language}.toml")}):
            sentences.update(tomllib.loads(path.read_text("utf-8"))["sentences"])
    return sentences


class _Decimal(float):
    """A number with a fraction, written as the listener's language does."""

    def __format__(self, spec: str) -> str:
        return decimal(float(self), spec)


def decimal(number: float, spec: str) -> str:
    """A number in a format, with a decimal comma where the listener's language has one."""
    written = format(number, spec)
    return written.replace(".", ",") if _LANGUAGE.get() == "fr" else written


class _Counted(int):
    """A number that picks the singular or the plural where a blank gives both, `{n:chip|chips}`."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        if not bar:
            return int.__format__(self, spec)
        return one if is_singular(self) else many


def is_singular(number: int) -> bool:
    """Whether the listener's language says so many in the singular."""
    return -2 < number < 2 if _LANGUAGE.get() == "fr" else number in (1, -1)


def say(sentence: str, **values: object) -> str:
    """A sentence in the language of the listener, with its blanks filled."""
    spoken = _LANGUAGE.get()
    if spoken != "en":
        sentence = catalogue(spoken).get(sentence, sentence)
    if not values:
        return sentence
    if "|" in sentence:
        values = {
            name: _Counted(value) if hasattr(value, "__index__") else value for name, value in values.items()
        }
    if ":." in sentence:
        values = {
            name: _Decimal(value) if isinstance(value, float) else value for name, value in values.items()
        }
    return sentence.format(**values)


def language() -> str:
    """The language of the listener."""
    return _LANGUAGE.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything inside in this language."""
    if language not in LANGUAGES:
        raise one_of("language", language, list(LANGUAGES))
    token = _LANGUAGE.set(language)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)
