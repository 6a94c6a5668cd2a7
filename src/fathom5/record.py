"""The game record: a text a person can read and mend, complete with nature's moves.

    [Game "deep-sea-adventure"]
    [Rules "1"]
    [Players "Ada, Ben"]
    [Options "loose-stacks=yes"]
    [Box "air=30"]
    [Date "2026-11-15"]
    [Result "31 12"]
    [Commitment "9f86d0…"]    ; the hash of the seed, if somebody promised one: see docs/fairness.md
    [Words "kelp, , 42"]      ; what the seats added to it
    [Seed "60a1c4…"]          ; the seed itself, once the game is over
    [Continued "37"]          ; so many moves are those of another game, from whose position this goes on

    nature: start 1
    nature: roll 2 3
    Ada: take        ; a comment goes to the end of its line

Headers it does not know are kept as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, find_game
from fathom5.core.rule import NATURE
from fathom5.engine import is_compiled
from fathom5.match import Match
from fathom5.text import words
from fathom5.text.language import speaking

UNFINISHED = "*"
OWN = ("Game", "Rules", "Players", "Options", "Box", "Result")
"""Headers that follow from the match; the others are kept as notes."""
Made = TypeVar("Made")
_HEADER = re.compile(r'\[(\w+)\s+"([^"]*)"\]')


@dataclass
class Record:
    """Headers and moves of one game."""

    headers: dict[str, str]
    moves: list[tuple[str, str, int]] = field(default_factory=list)
    """Who, what, and on which line."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each header."""

    @classmethod
    def of(cls, match: Match) -> Record:
        """The record of a match."""
        known = match.game.sheet.options
        options = {
            name: value
            for name, value in match.options.items()
            if known[name].read(value) != known[name].default
        }
        headers = {
            "Game": match.game.name,
            "Rules": match.sheet.rules,
            "Players": ", ".join(match.names),
            "Options": ", ".join(f"{name}={value}" for name, value in options.items()) or "standard",
            "Box": match.sheet.changes() or "standard",
            "Date": match.notes.get("Date", date.today().isoformat()),
            "Result": " ".join(map(str, match.scores)) if match.over else UNFINISHED,
        }
        record = cls(
            {**headers, **{name: value for name, value in match.notes.items() if name not in headers}}
        )
        name, position = words(match.game).name, match.at(0).position
        with speaking("en"):
            for number, (actor, move) in enumerate(match.history):
                who = "nature" if actor == NATURE else match.names[actor]
                made = match.game.spec.moves_of(actor).decode(move)
                record.moves.append((who, name(position.table, position.box, made), number))
                position.play(move)
        return record

    def __str__(self) -> str:
        head = "".join(f'[{name} "{value}"]\n' for name, value in self.headers.items())
        return head + "\n" + "".join(f"{who}: {move}\n" for who, move, _ in self.moves)

    @classmethod
    def read(cls, text: str) -> Record:
        """A record out of its text; what cannot be read is refused with its line."""
        record = cls({})
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            content = line.split(";", 1)[0].strip()
            if not content:
                continue
            if content.startswith("["):
                found = _HEADER.fullmatch(content)
                if not found:
                    raise _bad(number, f'a header is written [Name "value"], not {content}')
                if found[1] in record.headers:
                    raise _bad(number, f"the header {found[1]} stands twice")
                record.headers[found[1]] = found[2]
                record.lines[found[1]] = number
            else:
                who, colon, move = (part.strip() for part in content.partition(":"))
                if not colon or not move:
                    raise _bad(number, f"a move is written WHO: MOVE, not {content}")
                record.moves.append((who, move, number))
        for needed in ("Game", "Players"):
            if needed not in record.headers:
                raise Mistake(f'This is no game record: the header [{needed} "…"] is missing.')
        return record

    @property
    def game(self) -> Game:
        """The game it tells of."""
        return self._part("Game", lambda: find_game(self.headers["Game"]))

    def match(self, compiled: bool | None = None, at_hand: bool = False) -> Match:
        """The match it tells, move by move; at_hand: compiled only if that needs no waiting."""
        game = self.game
        rules = self.headers.get("Rules", game.rules_version)
        self._part("Rules", lambda: game.edition(rules))
        names = [name.strip() for name in self.headers["Players"].split(",")]
        options = self._part("Options", lambda: _pairs(self.headers.get("Options", "standard")))
        changes = self._part("Box", lambda: _pairs(self.headers.get("Box", "standard")))
        sheet = self._part("Box", lambda: game.sheet_with(changes, rules))
        self._part("Options", lambda: game.options(options))
        match = self._part(
            "Players",
            lambda: Match(
                game,
                len(names),
                nature="manual",
                options=options,
                box=sheet,
                names=names,
                compiled=is_compiled(game) if at_hand else compiled,
            ),
        )
        match.notes = {name: value for name, value in self.headers.items() if name not in OWN}
        for who, move, line in self.moves:
            self.replay(match, who, move, line)
        result = self.headers.get("Result", UNFINISHED)
        points = " ".join(map(str, match.scores)) if match.over else UNFINISHED
        if result not in (points, UNFINISHED):
            raise _bad(self.lines["Result"], f"the result is {result}, but the moves lead to {points}")
        return match

    def replay(self, match: Match, who: str, move: str, line: int) -> None:
        """Play a move of the record; raises Mistake with its line if it cannot be played."""
        if match.over:
            raise _bad(line, f"“{who}: {move}” comes after the end of the game")
        actor = "nature" if match.actor == NATURE else match.names[match.actor or 0]
        if who != actor:
            raise _bad(line, f"it is the turn of {actor}, not of {who}")
        try:
            match.play(move)
        except Mistake as mistake:
            raise _bad(line, str(mistake)) from None

    def _part(self, header: str, make: Callable[[], Made]) -> Made:
        """Something a header asks for; a mistake in it is told with its line."""
        try:
            return make()
        except Mistake as mistake:
            raise _bad(self.lines.get(header, 1), str(mistake)) from None


def _pairs(text: str) -> dict[str, str]:
    if text in ("standard", ""):
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(sign for _, sign, _ in pairs):
        raise Mistake(f"“{text}” is not NAME=VALUE, NAME=VALUE, …")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _bad(line: int, reason: str) -> Mistake:
    return Mistake(f"Line {line}: {reason.rstrip('.')}.")
