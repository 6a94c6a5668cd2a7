"""The table of Deep Dive: five depths of tiles, the players with their penguins and food."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from fathom5.core import (
    PICK,
    SEAT,
    Moves,
    Pointer,
    Struct,
    actor,
    choice,
    derived,
    flag,
    index,
    seat,
    seats,
    whole,
)

SEATS = 6
DEPTHS = 5
DEEPEST = DEPTHS - 1
COLOURS = 3
TOP = 12
PER_DEPTH = 8
PER_COLOUR = DEPTHS * PER_DEPTH

ROCK = 0
FOOD = 1
OPEN_WATER = FOOD + COLOURS * TOP
PREDATOR = OPEN_WATER + 1
KINDS = PREDATOR + 1
"""Kinds of tiles: a rock, food by colour and points, open water, a predator; the first two can be taken."""

MOST = 20
MOST_TILES = 3 * MOST + COLOURS * PER_DEPTH


class Phase(IntEnum):
    """What is decided; in the last two nobody is asked, and the rules go on."""

    START = 0
    STEP = 1
    FLIP_OVER = 2
    FOUND = 3
    RETREAT = 4
    FAVOUR = 5
    ARRIVE = 6
    TURN_END = 7


class Level(IntEnum):
    """How the opponent of a solo game scores."""

    EASY = 0
    MEDIUM = 1
    HARD = 2


LEVELS = len(Level)


class Box(Struct):
    """The components."""

    penguins = whole(1, 9, "penguins of each player")
    open_water = whole(0, MOST, "open water tiles at each depth", DEPTHS)
    rocks = whole(0, MOST, "rock tiles at each depth", DEPTHS)
    predators = whole(0, MOST, "predator tiles at each depth", DEPTHS)
    food = whole(0, TOP, "points of the food tiles of one colour; 0: none", (DEPTHS, PER_DEPTH))
    extra_open_water = whole(0, MOST, "how many of the open water tiles are extra", DEPTHS)
    extra_rocks = whole(0, MOST, "how many of the rock tiles are extra", DEPTHS)
    extra_predators = whole(0, MOST, "how many of the predator tiles are extra", DEPTHS)
    extra_food = whole(0, TOP, "points of those food tiles of one colour that are extra", (DEPTHS, 2))
    extras_from = whole(1, SEATS + 1, "how many players it takes for the extra tiles to be used")
    removed = whole(0, MOST_TILES, "tiles removed from each depth, by the number of players", SEATS)
    opponent_rock = whole(0, 20, "points of the solo opponent for a rock, by level", LEVELS)
    opponent_open_water = whole(0, 20, "points of the solo opponent for open water, by level", LEVELS)
    tiles = derived(whole(0, MOST, "tiles of each kind: the main set, all tiles", (2, DEPTHS, KINDS)))
    kinds = derived(whole(0, KINDS, "how many kinds there are at each depth", DEPTHS))
    kind = derived(index("tiles", KINDS, "the kinds at each depth, in order", (DEPTHS, KINDS)))


class Player(Struct):
    """One player, or in a solo game the opponent in seat 1."""

    trapped = whole(0, 9, "penguins trapped at each depth", DEPTHS, usual=2)
    caught = whole(0, 9, "penguins trapped in all", usual=3)
    rocks = whole(0, DEPTHS * MOST, "rock tiles held", usual=4)
    open_water = whole(0, DEPTHS * MOST, "open water tiles held, by the solo opponent alone", usual=5)
    foods = whole(0, PER_COLOUR, "food tiles of each colour", COLOURS, usual=7)
    tableau = whole(
        0, TOP, "points of the food tiles of each colour, as collected", (COLOURS, PER_COLOUR), usual=10
    )


class Table(Struct):
    """Everything on the table; nobody has a secret in this game."""

    actor = actor(SEATS)
    players = whole(1, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    turn = seat(SEATS, "whose turn it is; in a solo game 1 is the opponent")
    starter = seat(SEATS, "who has the start player token")
    depth = index("face_down, unseen, face_up, takeable", DEPTHS, "the depth at which this turn's diver is")
    at_start = flag("the turn has just begun: a rock may be ingested")
    flipped = index(
        "tiles", KINDS, "the kind of the tile just flipped and not yet taken or left; -1: none", none=True
    )
    ending = flag("the last face-down tile of a depth was flipped")
    last_dive = flag("the token shows its last dive side")
    face_down = whole(0, MOST_TILES, "face-down tiles that lie at each depth", DEPTHS, usual=40)
    unseen = whole(0, MOST, "tiles of each kind, face down or removed", (DEPTHS, KINDS), usual=4)
    face_up = whole(0, MOST, "face-up tiles of each kind", (DEPTHS, KINDS), usual=2)
    takeable = whole(0, MOST_TILES, "face-up food and rock tiles at each depth", DEPTHS, usual=20)
    team = seats(Player, SEATS, "the players, by seat")
    opponent = choice(Level, "option opponent")
    opponent_depth = index("face_down", DEPTHS, "where the penguin of the solo opponent stands")


DepthArgument = Annotated[int, range(DEPTHS), Pointer("face_down")]


class Flip(NamedTuple):
    """Flip over a tile of the depth where the diver is (Step 1.1)."""


class DiveDeeper(NamedTuple):
    """Pass a depth, or leave the tile just flipped, and move to the next depth (Step 2, DD-6)."""


class TakeNothing(NamedTuple):
    """Retreat without a tile (DD-8)."""


class IngestRock(NamedTuple):
    """Discard a rock at the beginning of the turn and start the dive at any depth (DD-2)."""

    depth: DepthArgument
    rock: Annotated[int, range(1), PICK] = 0


class Take(NamedTuple):
    """Resurface with a face-up rock or food, retreat with it, or give it to the opponent (DD-3, DD-12)."""

    depth: DepthArgument
    tile: Annotated[int, range(OPEN_WATER), Pointer("tiles")]


class Reveal(NamedTuple):
    """A tile of some kind comes face up (DD-1)."""

    tile: Annotated[int, range(KINDS), Pointer("tiles")]


class Start(NamedTuple):
    """The start player is drawn (Setup 7)."""

    seat: Annotated[int, range(SEATS), SEAT]


MOVES = Moves(Flip, DiveDeeper, TakeNothing, IngestRock, Take)
NATURE_MOVES = Moves(Reveal, Start)
