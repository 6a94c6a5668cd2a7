"""What a guide says of a game: lessons about kinds of moves, and how points came about."""

from __future__ import annotations

from typing import NamedTuple

GOAL = "goal"
"""The lesson that comes before all others."""

ENOUGH = "enough"
"""What is learnt by whoever wants no more lessons."""


class Lesson(NamedTuple):
    """What somebody new is told when a kind of move first comes up: what it does, and why make it."""

    title: str
    text: str
    at: str = ""
    """The id of the part of the board that it speaks of."""


class Sign(NamedTuple):
    """A sign on the board in text, and what it means."""

    sign: str
    meaning: str


class Line(NamedTuple):
    """One line of a score."""

    what: str
    points: int


class Rival(NamedTuple):
    """Whom the game itself plays against people, without a seat."""

    name: str
    place: int
    points: int
    lines: list[Line]
    """Its points line by line."""

    @property
    def title(self) -> str:
        """Its name at the beginning of a line."""
        return self.name[:1].upper() + self.name[1:]


class Holding(NamedTuple):
    """One thing that a seat has or carries, shown beside its name."""

    text: str
    """Short, as it is shown: 12, ×3."""
    label: str
    """The same in words: 12 air left."""
    tone: str = ""
    """"low" where it will not do."""
    icon: str = ""
    """The id of one of the board's icons."""


class Moment(NamedTuple):
    """Something big that happened: staged for a second, with a sound."""

    kind: str
    """One of KINDS_OF_MOMENT."""
    text: str
    seat: int | None = None
    at: str = ""
    """The id of the part of the board where it happened."""


class Told(NamedTuple):
    """What is told of a move: its sentences, and what was big about it."""

    tale: tuple[str, ...]
    moment: Moment | None


KINDS_OF_MOMENT = (
    "splash", "bite", "treasure", "alarm", "rocket", "record", "drown", "surface", "card", "end",
)  # fmt: skip


class Section(NamedTuple):
    """A part of a position in plain sentences."""

    title: str
    lines: list[str]


class Basket(NamedTuple):
    """A set that the rules let choose one by one, in an order of theirs; a page has it ticked at once."""

    items: dict[int, str]
    """The moves that choose one each, in the order in which they are played, with their labels."""
    count_low: int
    count_high: int
    """How many may be chosen in all."""
    done: int | None = None
    """The move that ends the choice, if the rules want one."""
    label: str = ""
    """What the button says that makes the choice: Pay."""


def percent(part: int, whole: int) -> int:
    """So much of a hundred, never 0 or 100 unless it is certain."""
    if part in (0, whole):
        return 100 * part // max(1, whole)
    return min(99, max(1, round(100 * part / whole)))
