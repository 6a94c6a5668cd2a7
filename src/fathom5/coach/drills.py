"""Drills: positions where one move is clearly best, as a game brings them in `drills.f5`.

The file has several records one after the other, each cut after its last drill. A header tells of a drill
after how many moves it is asked, and what each move that was open is worth, the best first:

    [Drill31 "take 61.20 0.41 0.00 | leave 43.15 0.39 0.52"]

In hundredths: the chance to win with it, its error, and the error of how much it is behind the best.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from fathom5.coach.evaluator import Estimate
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import Game, find_game
from fathom5.match import Match
from fathom5.record import Record
from fathom5.text.language import speaking
from fathom5.view import View

FILE = "drills.f5"
"""How the file of a game is called."""

LEAST_GAP = 0.05
"""The best move of a drill is so much of a win above all others, and above the error of that."""

ROUNDED = 1e-9
"""What a difference of rounded numbers may be off by."""

KEPT = 64
"""So many games are kept in memory."""

_BEGINS = re.compile(r"^(?=\[Game )", re.MULTILINE)
_ASKED = re.compile(r"Drill(\d{1,5})")
_VALUE = re.compile(r"(\S.*?) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)")


class Answer(NamedTuple):
    """What the coach thinks of an open move."""

    move: int
    worth: Estimate
    """The chance to win with it."""
    behind: Estimate
    """How much less that is than with the best move."""


@dataclass(frozen=True)
class Drill:
    """A position where somebody decides, and what every open move is worth."""

    game: Game
    number: int
    """Its place in the set, from 1."""
    key: str
    """What tells it from others, also of later sets."""
    match: Match
    """It stands at the position."""
    answers: tuple[Answer, ...]
    """Every open move, the best first."""

    @cached_property
    def view(self) -> View:
        """What the seat knows that decides."""
        assert self.match.actor is not None
        return self.match.view(self.match.actor)

    @property
    def best(self) -> Answer:
        """The best move."""
        return self.answers[0]

    @property
    def gap(self) -> Estimate:
        """How much the best move is above the next."""
        return self.answers[1].behind

    @property
    def is_clear(self) -> bool:
        """Whether the best move is as far above the next as a drill wants, beyond the error of that."""
        return self.gap.mean >= LEAST_GAP - ROUNDED and self.gap.interval[0] > 0

    def answer(self, move: int) -> Answer:
        """What is thought of an open move; raises Mistake for any other."""
        for answer in self.answers:
            if answer.move == move:
                return answer
        raise Mistake(f"{move} is not an open move.")


class Written(NamedTuple):
    """A drill as the file has it."""

    record: int
    """The place of its record in the file."""
    at: int
    """How many of the record's moves lie before it."""
    values: str
    key: str


class Drills(Sequence["Drill"]):
    """The drills of a game; a position is played up to when it is asked for."""

    def __init__(self, game: Game, text: str) -> None:
        """Read the text of a file; raises Mistake if it is not one of drills of this game."""
        self.game = game
        """Whose they are."""
        self.records = _records(game, text)
        """The games that they come from."""
        written = [each for place, record in enumerate(self.records) for each in _asked(place, record)]
        self.written = sorted(written, key=lambda each: each.key)
        """Mixed, so that those of one game do not tell on one another."""

    @cached_property
    def keys(self) -> list[str]:
        """What tells each of them from others."""
        return [each.key for each in self.written]

    def __len__(self) -> int:
        return len(self.written)

    def __getitem__(self, place: int) -> Drill:  # type: ignore[override]
        """The drill at a place, from 0; raises IndexError beyond the last."""
        return self.numbered(range(1, len(self) + 1)[place])

    def numbered(self, number: int) -> Drill:
        """The drill of a number, from 1; raises Mistake if there is none or it cannot be played."""
        if not self.written:
            raise Mistake(f"{self.game.title} has no drills.")
        return _drill(self, whole_number(f"A drill of {self.game.title}", number, 1, len(self)))

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def has_drills(game: Game) -> bool:
    """Whether a game brings drills."""
    return (game.folder / FILE).exists()


def drills(game: str | Game) -> Drills:
    """The drills that a game brings, none if it has no file; raises Mistake if that is damaged."""
    return _of_game(find_game(game))


@lru_cache
def _of_game(game: Game) -> Drills:
    return read_drills(game, game.folder / FILE)


def read_drills(game: Game, path: Path) -> Drills:
    """The drills of a file, none if it is not there; raises Mistake if it is damaged."""
    try:
        return Drills(game, path.read_text("utf-8") if path.exists() else "")
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(game, str(error)) from None


def _records(game: Game, text: str) -> list[Record]:
    """The records of a file."""
    try:
        records = [Record.read(part) for part in _BEGINS.split(text) if part.startswith("[Game ")]
    except Mistake as mistake:
        raise damaged(game, str(mistake)) from None
    for record in records:
        if record.headers["Game"] != game.name:
            raise damaged(game, f"it is about {record.headers['Game']}")
    return records


def _asked(place: int, record: Record) -> Iterator[Written]:
    """The drills of a record, each with a digest of how its position came about as its key."""
    headers, moves = record.headers, [f"{who}: {move}" for who, move, _ in record.moves]
    head = [headers["Game"], headers.get("Rules", ""), headers["Players"]]
    for name, values in headers.items():
        if asked := _ASKED.fullmatch(name):
            at = int(asked[1])
            key = hashlib.sha256("\n".join([*head, *moves[:at]]).encode()).hexdigest()[:16]
            yield Written(place, at, values, key)


@lru_cache(KEPT)
def _match(drills: Drills, place: int) -> Match:
    """The match up to its last drill that a record of the file tells."""
    record = drills.records[place]
    headers = {name: value for name, value in record.headers.items() if not _ASKED.fullmatch(name)}
    try:
        return Record(headers, record.moves, record.lines).match(at_hand=True)
    except Mistake as mistake:
        raise damaged(drills.game, str(mistake)) from None


def _drill(drills: Drills, number: int) -> Drill:
    """A drill with its position played up to."""
    game, (place, at, values, key) = drills.game, drills.written[number - 1]
    whole = _match(drills, place)
    if at > len(whole.history):
        raise damaged(game, f"drill {number} is asked after {at} moves, but there are {len(whole.history)}")
    match = whole.at(at)
    if match.actor is None or match.actor < 0:
        raise damaged(game, f"nobody decides in drill {number}")
    answers = _answers(match.view(match.actor), values)
    if len(answers) < 2 or {answer.move for answer in answers} != set(match.ids):
        raise damaged(game, f"the answers of drill {number} are not the moves that are open")
    return Drill(game, number, key, match, answers)


def _answers(view: View, values: str) -> tuple[Answer, ...]:
    """What is said of every open move; what cannot be read or is not open is left out."""
    with speaking("en"):
        known = {view.name(move): move for move in view.ids}
    found = [each for value in values.split("|") if (each := _VALUE.fullmatch(value.strip()))]
    best = float(found[0][2]) if found else 0.0
    return tuple(
        Answer(known[each[1]], _share(each[2], each[3]), _share(best - float(each[2]), each[4]))
        for each in found
        if each[1] in known
    )


def _share(mean: str | float, error: str) -> Estimate:
    """An estimate in hundredths as a share of a win."""
    return Estimate(float(mean) / 100, float(error) / 100)


def written_answers(view: View, answers: Sequence[Answer]) -> str:
    """What the header of a drill says."""
    with speaking("en"):
        return " | ".join(
            f"{view.name(each.move)} {100 * each.worth.mean:.2f} {100 * each.worth.error:.2f}"
            f" {100 * each.behind.error:.2f}"
            for each in answers
        )


def written_match(match: Match, asked: dict[int, str]) -> str:
    """A record up to its last drill; asked: what the headers say, by the number of moves before it."""
    record = match.at(max(asked)).record()
    headers = {name: record.headers[name] for name in ("Game", "Rules", "Players", "Options", "Box")}
    headers |= {f"Drill{at}": values for at, values in sorted(asked.items())}
    return str(Record(headers, record.moves))


def damaged(game: Game, reason: str) -> Mistake:
    """That the drills of a game cannot be used, and why."""
    return Mistake(f"The drills of {game.title} are damaged: {reason.rstrip('.')}.")
