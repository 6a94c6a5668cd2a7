"""What somebody means who types a move: open moves that fit, or a move that is not possible now."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
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


class OpenMoves:
    """The open moves of one table in the listener's language, each named once however much is asked."""

    def __init__(self, game: Game, table: Any, box: Any, moves: Sequence[Any]) -> None:
        self.game, self.table, self.box, self.moves = game, table, box, moves

    def fitting(self, text: str) -> list[int]:
        """Places in the list of the open moves that a text may mean.

        One has that name; or some are also called so, or begin with it: these are several if it is ambiguous.
        """
        wanted = plain(text)
        if not wanted:
            return []
        place = self._places.get(wanted)
        if place is not None:
            return [place]
        if by_other_name := self._also.get(wanted):
            return by_other_name
        begun = [(name, place) for name, place in self._names if name.startswith(wanted)]
        by_word = any(name.startswith(f"{wanted} ") for name, _ in begun)
        if begun and not by_word and self._is_another(wanted):
            return []
        return list(dict.fromkeys(place for _, place in begun))

    @cached_property
    def _names(self) -> list[tuple[str, int]]:
        """Every name with the place of its move."""
        game, table, box = self.game, self.table, self.box
        return [
            (name, place) for place, move in enumerate(self.moves) for name in _names(game, table, box, move)
        ]

    @cached_property
    def _places(self) -> dict[str, int]:
        """The first place of every name."""
        return dict(reversed(self._names))

    @cached_property
    def _also(self) -> dict[str, list[int]]:
        """The places of every other name."""
        also, places = words(self.game).also, defaultdict[str, list[int]](list)
        for place, move in enumerate(self.moves):
            for name in {plain(other) for other in also(self.table, self.box, move)}:
                places[name].append(place)
        return dict(places)

    def _is_another(self, wanted: str) -> bool:
        """Whether a text is the whole name of a move not open, as `take pink 1` beside `take pink 10`."""
        named = asked(self.game, wanted)
        for move in KINDS[named.kind].moves if named else ():
            with suppress(LookupError, ValueError):  # arguments may mean nothing on this table
                if wanted in _names(self.game, self.table, self.box, move):
                    return True
        return False


def _names(game: Game, table: Any, box: Any, move: Any) -> set[str]:
    """A move as the listener says it, and in English as it is recorded."""
    name = words(game).name
    said = plain(name(table, box, move))
    if language() == "en":
        return {said}
    with speaking("en"):
        return {said, plain(name(table, box, move))}


def asked(game: Game, text: str) -> Asked | None:
    """The move of the game, open or not, that a text names, in English or in the listener's language.

    The longest beginning counts: `take nothing` is not `take {tile}`. None: no move is called so.
    """
    wanted, longest, found = plain(text), -1, None
    for sentence, kind in called(game).items():
        for beginning, rest in _read(sentence, wanted):
            if len(beginning) > longest:
                longest, found = len(beginning), Asked(kind, sentence, rest)
    return found


def called(game: Game) -> Mapping[str, AnyKind]:
    """How the moves of a game, nature's too, are called, with their kinds; as declared if it does not say."""
    spec = game.spec
    declared = {kind.name: kind.type for kind in (*spec.moves.kinds, *spec.nature.kinds)}
    return words(game).CALLED or declared


def place_in(sentences: Sequence[str], text: str) -> int:
    """The place of a thing that somebody names, in English or in the listener's language; -1: it is none."""
    wanted = plain(text)
    return next((i for i, name in enumerate(sentences) if wanted in (plain(name), plain(say(name)))), -1)


def _read(sentence: str, wanted: str) -> list[tuple[str, str]]:
    """What a text shares with a sentence, in English or as the listener says it, and what it says more."""
    found = []
    for spoken in (sentence,) if language() == "en" else {sentence, say(sentence)}:
        beginning, end = _around_blanks(spoken)
        if beginning:
            if wanted.startswith(beginning) and wanted[len(beginning) : len(beginning) + 1] in ("", " "):
                found.append((beginning, wanted[len(beginning) + 1 :]))
        elif end and wanted.endswith(f" {end}"):
            found.append((end, wanted[: -len(end) - 1]))
    return found


@lru_cache(1024)
def _around_blanks(sentence: str) -> tuple[str, str]:
    """What a sentence says before its first blank and after its last, to compare."""
    before, _, after = sentence.partition("{")
    return plain(before), plain(after.rpartition("}")[2])
