"""The table of Deep Sea Adventure: the submarine, the line of chips, the divers."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from fathom5.core import (
    SEAT,
    Moves,
    Pointer,
    Struct,
    actor,
    choice,
    derived,
    flag,
    index,
    many,
    seat,
    seats,
    whole,
)

SEATS = 6
LEVELS = 4
PER_LEVEL = 8
CHIPS = LEVELS * PER_LEVEL
FACES = 6
ROLLS = FACES * (FACES + 1) // 2
LINE = 2 * CHIPS


class Phase(IntEnum):
    """What is decided."""

    START = 0
    TURN_BACK = 1
    ROLL = 2
    SEARCH = 3
    REVEAL = 4
    LAY = 5


class Box(Struct):
    """The components."""

    air = whole(1, 99, "air at the start of a dive")
    dives = whole(1, 9, "dives in a game")
    die = whole(0, 6, "faces of a die that show 1, 2, … 6", FACES)
    chips = whole(0, 99, "the values of the chips of each level", (LEVELS, PER_LEVEL))
    stack = whole(1, 9, "chips in a stack at the bottom of the sea")
    edition = derived(whole(1, 2, "the edition of the rules"))
    rolls = derived(whole(0, ROLLS, "different rolls of two dice"))
    roll_move = derived(whole(0, 255, "each roll as the move of nature that it is", ROLLS))
    roll_ways = derived(whole(0, 2 * FACES * FACES, "how many ways lead to each roll", ROLLS))


class Diver(Struct):
    """One diver and what it brought home."""

    place = index("line", LINE, "the chip it stands on; -1: in the submarine", none=True)
    homeward = flag("it has turned back")
    home = flag("it has returned to the submarine in this dive")
    load = whole(0, CHIPS, "the stacks it carries", usual=6)
    treasure = whole(0, PER_LEVEL, "chips brought home, by level", LEVELS, usual=3)
    worth = whole(0, 99 * PER_LEVEL, "points of these chips, by level", LEVELS, usual=60)
    points = whole(0, 99 * CHIPS, "points brought home", usual=60)


class Stack(Struct):
    """One or more chips that are picked up and dropped together."""

    levels = whole(0, PER_LEVEL, "its chips, by level", LEVELS, usual=1)
    carrier = seat(SEATS, "who carries it; -1: nobody", none=True)


class Table(Struct):
    """Everything on the table; nobody has a secret in this game."""

    actor = actor(SEATS)
    players = whole(2, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    dive = whole(1, 9, "which dive this is", usual=3)
    air = whole(0, 99, "air left", usual=25)
    rolled = whole(-1, FACES * FACES - 1, "how the dice lie: lower face × 6 + higher, from 0; -1: not rolled")
    last_turn = flag("the air has run out: this turn is the dive's last")
    turn = seat(SEATS, "whose turn it is")
    starter = seat(SEATS, "who took the first turn of this dive")
    last_home = seat(SEATS, "who came home last in this dive; -1: nobody yet", none=True)
    stirred = flag("air was used, a step made or a chip moved in this turn")
    out = whole(0, SEATS, "divers who have not returned in this dive")
    idle = whole(0, SEATS, "turns in a row in which nothing stirred")
    length = whole(0, LINE, "places in the line")
    line = index(
        "stacks",
        CHIPS,
        "the stack on each place of the line; -1: a blank chip",
        LINE,
        none=True,
        used="length",
    )
    stacks = many(Stack, CHIPS, "the stacks; at first every chip is one")
    face_down = flag("whether a chip's value is still unknown", (LEVELS, PER_LEVEL))
    opened = index("stacks", CHIPS, "the stack whose chips are being revealed; -1: none", none=True)
    laid = whole(0, 9, "chips on the newest stack at the bottom; 0: none begun")
    divers = seats(Diver, SEATS, "the divers, by seat")
    farthest_first = flag("option print-2014")
    loose_stacks = flag("option loose-stacks")


StackArgument = Annotated[int, range(CHIPS), Pointer("stacks")]


class Leave(NamedTuple):
    """Leave things as they are (Step 4)."""


class Take(NamedTuple):
    """Pick up the stack the diver is on (Step 4)."""


class DiveDeeper(NamedTuple):
    """Keep the direction (Step 2)."""


class TurnBack(NamedTuple):
    """Turn back to the submarine (Step 2)."""


class Drop(NamedTuple):
    """Put a carried stack in place of the blank chip the diver is on (Step 4)."""

    stack: StackArgument


class Lay(NamedTuple):
    """Let a stack sink that was not brought home (Round Conclusion 2)."""

    stack: StackArgument


class Start(NamedTuple):
    """The first diver is drawn (DSA-1)."""

    seat: Annotated[int, range(SEATS), SEAT]


class Roll(NamedTuple):
    """Two dice; their faces count from 0, the lower first (Step 3)."""

    low: Annotated[int, range(FACES)]
    high: Annotated[int, range(FACES)]


class Reveal(NamedTuple):
    """A chip brought home shows its value (Round Conclusion 1)."""

    chip: Annotated[int, range(PER_LEVEL)]


MOVES = Moves(Leave, Take, DiveDeeper, TurnBack, Drop, Lay)
NATURE_MOVES = Moves(Start, Roll, Reveal)
