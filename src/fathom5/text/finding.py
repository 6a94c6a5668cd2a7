"""What somebody means who types a move: open moves that fit, or a move that is not possible now."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from fathom5.core.game import Game
from fathom5.core.moves import KINDS, AnyKind
from fathom5.text import words
from fathom5.text.language import language, say, speaking


class Asked(NamedTuple):
    """A move that somebody names, open or not."""

    kind: AnyKind
    """Its kind, as declared in table.py."""
    called: str
    """How the game calls it: the entry of its CALLED, such as `take {tile}`."""
    rest: str
    """What stands behind that, such as `pink 4`."""


@lru_cache(4096)
def plain(text: str) -> str:
    """A text to compare: in small letters, without accents, colons, doubled spaces and marks at the end."""
    text = " ".join(text.lower().replace("’", "'").replace(":", " ").split()).rstrip(" ?!.")
    if text.isascii():
        return text
    return "".join(
        letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter)
    )


def fitting(game: Game, table: Any, box: Any, moves: Sequence[Any], text: str) -> list[int]:
    """Places in the list of the open moves that a text may mean.

    One has that name; or some are also called so, or begin with it: these are several if it is ambiguous.
    """
    wanted, also = plain(text), getattr(words(game), "also", None)
    by_other_name, by_words, by_letters = [], [], []
    for place, move in enumerate(moves if wanted else ()):
        names = _names(game, table, box, move)
        if wanted in names:
            return [place]
        if also and wanted in map(plain, also(table, box, move)):
            by_other_name.append(place)
        if any(name.startswith(f"{wanted} ") for name in names):
            by_words.append(place)
        if any(name.startswith(wanted) for name in names):
            by_letters.append(place)
    if by_letters and not by_words and _is_another(game, table, box, wanted):
        return by_other_name
    return by_other_name or by_letters


def _is_another(game: Game, table: Any, box: Any, wanted: str) -> bool:
    """Whether a text is the whole name of a move that is not open, as `take pink 1` beside `take pink 10`."""
    named = asked(game, wanted)
    for move in KINDS[named.kind].moves if named else ():
        with suppress(LookupError, ValueError):  # arguments may mean nothing on this table
            if wanted in _names(game, table, box, move):
                return True
    return False


def _names(game: Game, table: Any, box: Any, move: Any) -> set[str]:
    """A move as the listener says it, and in English as it is recorded."""
    name = words(game).name
    said = plain(str(name(table, box, move)))
    if language() == "en":
        return {said}
    with speaking("en"):
        return {said, plain(str(name(table, box, move)))}


def asked(game: Game, text: str) -> Asked | None:
    """The move of the game, open or not, that a text names, in English or in the listener's language.

    The longest beginning counts: `take nothing` is not `take {tile}`. None: no move is called so.
    """
    wanted = plain(text)
    found = [
        (len(beginning), Asked(kind, sentence, rest))
        for sentence, kind in called(game).items()
        for beginning, rest in _read(sentence, wanted)
    ]
    return max(found, key=lambda each: each[0])[1] if found else None


def called(game: Game) -> Mapping[str, AnyKind]:
    """How the moves of a game, nature's too, are called, with their kinds; as declared if it does not say."""
    spec = game.spec
    declared = {kind.name: kind.type for kind in (*spec.moves.kinds, *spec.nature.kinds)}
    own: Mapping[str, AnyKind] = getattr(words(game), "CALLED", declared)
    return own


def place_in(sentences: Sequence[str], text: str) -> int:
    """The place of a thing that somebody names, in English or in the listener's language; -1: it is none."""
    wanted = plain(text)
    return next((i for i, name in enumerate(sentences) if wanted in (plain(name), plain(say(name)))), -1)


def _read(sentence: str, wanted: str) -> Iterator[tuple[str, str]]:
    """What a text shares with a sentence, in English or as the listener says it, and what it says more."""
    for spoken in {sentence, say(sentence)}:
        beginning, end = _around_blanks(spoken)
        if beginning and f"{wanted} ".startswith(f"{beginning} "):
            yield beginning, wanted[len(beginning) + 1 :]
        elif not beginning and end and wanted.endswith(f" {end}"):
            yield end, wanted[: -len(end) - 1]


@lru_cache(1024)
def _around_blanks(sentence: str) -> tuple[str, str]:
    """What a sentence says before its first blank and after its last, to compare."""
    before, _, after = sentence.partition("{")
    return plain(before), plain(after.rpartition("}")[2])
