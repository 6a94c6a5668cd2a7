"""The table of SCUBA: a section through the sea, its tiles and animals, the piles, the divers."""

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
    many,
    seat,
    seat_set,
    seats,
    whole,
)

SEATS = 4
COLUMNS = 9
ROWS = 8
BOTTOM = ROWS
SPACES = COLUMNS * ROWS
PLACES = SPACES + COLUMNS
"""A place is row × 9 + column; the last nine lie at 40 to 45 m, where no tiles are."""

COLOURS = ("red", "yellow", "green", "blue")
DEPTHS = len(COLOURS)
SPECIES_NAMES = (
    "sea anemone",
    "gorgonian sea fan",
    "stove pipe sponge",
    "parrotfish",
    "green turtle",
    "clownfish",
    "branching vase sponge",
    "blue spotted stingray",
    "lionfish",
    "moray eel",
    "barracuda",
    "nurse shark",
    "lemon shark",
    "eagle ray",
    "napoleon wrasse",
    "hammerhead",
    "reef manta ray",
    "whale shark",
)
SPECIES = len(SPECIES_NAMES)
COMBINATIONS = ("none", "clownfish and anemone", "sharks", "rays", "corals")
CURRENTS = 21
EVENT_NAMES = (
    "sunken treasure",
    "sudden current",
    "strong current",
    "unpredictable current",
    "selective current",
    "clear water",
    "free flow",
    "seasick",
    "nothing",
    "mask leak",
    "octopus",
    "narcosis",
    "ghost net",
    "surge",
    "deep narcosis",
    "down current",
)
EVENTS = 19
PILE = 20
CUBES = 4
EXCHANGES = 6

EVENT_TILE, EMPTY_TILE = SPECIES, SPECIES + 1
"""What a tile shows besides a species."""

FRONTS = SPECIES + 2
UNDER_BOAT = 3
"""Spaces under the boat."""


class Way(IntEnum):
    """Where something moves; a current card alone may be calm."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3
    CALM = 4


WAY_NAMES = ("up", "down", "left", "right")
WAYS = len(WAY_NAMES)


class State(IntEnum):
    """How a dive stands."""

    ABOARD = 0
    DIVING = 1
    SNORKELING = 2
    HOME = 3
    DROWNED = 4
    RESCUED = 5


class Who(IntEnum):
    """Whom an event card moves."""

    NOBODY = 0
    YOU = 1
    ANY_DIVER = 2
    FISH_OR_ANY_DIVER = 3
    ALL_DIVERS = 4


class Arrow(IntEnum):
    """Where the arrow of an event card points."""

    NONE = 0
    SIDEWAYS = 1
    ANY = 2
    DOWN = 3


class Ascent(IntEnum):
    """Where an event card lets a diver ascend to."""

    NO = 0
    SURFACE = 1
    BOAT = 2


class TileIcon(IntEnum):
    """What an event card does with an adjacent tile."""

    NONE = 0
    FLIP = 1
    REMOVE = 2


class Effect(IntEnum):
    """What an “or” card lets a diver choose from."""

    POINTS = 0
    AIR = 1
    SURFACE = 2
    BOAT = 3


EFFECTS = len(Effect)


class Phase(IntEnum):
    """What is decided."""

    EXCHANGE = 0
    DRAW_CURRENT = 1
    STEP = 2
    DISCOVER = 3
    REVEAL = 4
    DRAW_EVENT = 5
    CHOOSE = 6
    PUSH = 7
    PICK = 8
    CLEAR = 9
    SURFACED = 10


class Species(Struct):
    """A species of animal."""

    name = choice(SPECIES_NAMES, "what it is called")
    colour = choice(COLOURS, "the colour of its tiles and cards")
    combination = choice(COMBINATIONS, "the animals it makes a combination with")


class Current(Struct):
    """A current card."""

    way = choice(Way, "where it flows")
    animals = whole(0, 4, "spaces it moves red, yellow, green and blue animals", DEPTHS)
    divers = whole(0, 4, "spaces it moves divers")
    cards = whole(0, 40, "how many such cards there are")


class Event(Struct):
    """An event card, icon by icon."""

    name = choice(EVENT_NAMES, "what it is called")
    piles = whole(0, PILE, "how many such cards lie in the red, yellow, green and blue pile", DEPTHS)
    points = whole(-9, 9, "points won or lost")
    air = whole(0, 9, "air lost")
    either = flag("or: one of its effects is chosen")
    deco = flag("take a deco token")
    no_down = flag("no descending any more this turn")
    ends_turn = flag("the turn ends at once")
    ascent = choice(Ascent, "ascend to the surface, or to the boat")
    who = choice(Who, "who is moved")
    ways = choice(Arrow, "the arrow: where to")
    spaces = whole(0, 4, "how many spaces")
    eye = flag("you can discover on the way")
    dust = flag("you make dust, and every space counts as a step")
    tile = choice(TileIcon, "pick an adjacent tile: flip it or remove it unseen")


class Box(Struct):
    """The components."""

    air = whole(1, 40, "air in a full tank")
    breath = whole(1, 9, "air a turn at 0-10, 10-20, 20-30, 30-40 and 40-45 m", DEPTHS + 1)
    steps = whole(1, 9, "steps in a turn")
    ascent = whole(1, 9, "steps up in a turn")
    descent = whole(1, 9, "steps down in a turn")
    boat = whole(0, COLUMNS - 1, "the columns under the boat", UNDER_BOAT)
    penalties = whole(0, 9, "points lost for being picked up at the surface, by column", COLUMNS)
    species = many(Species, SPECIES, "the animals")
    points = whole(0, 20, "points by species", SPECIES)
    animal_tiles = whole(0, 22, "tiles by species", SPECIES)
    event_tiles = whole(0, 22, "event tiles by colour", DEPTHS)
    empty_tiles = whole(0, 22, "tiles of empty sea by colour", DEPTHS)
    currents = many(Current, CURRENTS, "the current cards")
    events = many(Event, EVENTS, "the event cards")
    bonus = whole(0, 20, "points for a pair, for two of three, for all three of a combination", 3)
    solo_rounds = whole(0, 9, "rounds the boat waits for a solo diver")
    solo_turn = whole(0, 20, "points a turn of solo diving costs")
    boat_leaves = whole(0, 50, "points lost when the boat leaves without a diver")
    deco_surfacing = whole(0, 20, "points lost for surfacing with a deco token")
    rescue = whole(0, 20, "points a rescue costs besides the depth in metres")
    tiles = derived(whole(2 * COLUMNS, 22 * 22, "tiles by colour", DEPTHS))
    current_cards = derived(whole(1, 40 * CURRENTS, "current cards"))
    event_cards = derived(whole(1, PILE, "event cards by pile", DEPTHS))
    family = derived(whole(0, SPECIES, "species in each combination", len(COMBINATIONS)))
    edition = derived(whole(1, 2, "the edition of the rules; 2 follows SC-17 to SC-24"))


class Diver(Struct):
    """One diver and what it has seen."""

    state = choice(State, "how the dive stands")
    row = whole(-1, BOTTOM, "its depth in rows of 5 m; -1: at the surface")
    column = whole(0, COLUMNS - 1, "its column")
    air = whole(0, 40, "air left", usual=20)
    tokens = whole(0, 999, "deco tokens", usual=2)
    deep = flag("it has been below 10 m")
    seen = flag("the animal cards it has", SPECIES)
    cards = whole(0, SPECIES, "how many animal cards it has")
    points = whole(0, 9999, "points of its cards and chips", usual=70)
    minus = whole(0, 9999, "negative points", usual=25)
    dust = index("crowd", PLACES, "where its cubes lie; -1: in hand", CUBES, none=True)


class Animal(Struct):
    """An animal tile that was turned up."""

    species = index("species", SPECIES, "what it is")
    place = index("crowd", PLACES, "where it is; -1: gone", none=True)
    discs = seat_set(SEATS, "who has a disc on it")


class Drift(Struct):
    """A push of an event that still moves the diver whose turn it is."""

    card = index("events", EVENTS, "the event card")
    way = choice(WAY_NAMES, "where to")
    spaces = whole(0, 4, "how many spaces more")


class Table(Struct):
    """Everything on the table; nobody has a secret in this game."""

    actor = actor(SEATS)
    players = whole(2, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    turn = seat(SEATS, "whose turn it is")
    rounds = whole(1, 250, "which round this is", usual=12)
    last_round = whole(0, 250, "the last round but for solo diving; 0: the end is not triggered", usual=12)
    boat_left = flag("the boat has left without the solo diver")
    west = whole(0, COLUMNS - 1, "the leftmost column in use")
    east = whole(0, COLUMNS - 1, "the rightmost column in use")
    backs = index("tiles", DEPTHS, "colour of the tile face down on each space; -1: none", SPACES, none=True)
    unseen_animals = whole(0, 22, "animals among the tiles nobody has seen, by species", SPECIES, usual=4)
    unseen_events = whole(0, 22, "events among the tiles nobody has seen, by colour", DEPTHS, usual=5)
    unseen_empty = whole(0, 22, "empty seas among the tiles nobody has seen, by colour", DEPTHS, usual=3)
    animals = many(Animal, SPACES, "the animals turned up, in that order", used="found")
    found = whole(0, SPACES, "how many animals were turned up", usual=30)
    crowd = whole(0, SPACES, "animals on each place", PLACES, usual=4)
    cubes = whole(0, SEATS * CUBES, "dust cubes on each place", PLACES, usual=4)
    current = index("currents", CURRENTS, "the current card drawn last; -1: none yet", none=True)
    currents_left = whole(0, 40, "current cards in the pile, by kind", CURRENTS, usual=8)
    current_pile = whole(0, 40 * CURRENTS, "current cards in the pile", usual=40)
    events_left = whole(0, PILE, "event cards not drawn yet, by pile and kind", (DEPTHS, EVENTS), usual=2)
    events_drawn = whole(0, PILE, "event cards drawn, by pile", DEPTHS, usual=5)
    events_order = index("events", EVENTS, "the event cards in the order they were drawn", (DEPTHS, PILE))
    events_next = index("events_order", PILE, "which of the drawn cards is on top again, by pile", DEPTHS)
    exchanged = whole(0, EXCHANGES, "tiles chosen for the exchange so far")
    place = index("crowd", PLACES, "the place that is explored, or that a tile is chosen on")
    stirs = flag("dust is left on that place")
    exploring = flag("the discoveries of the diver's space are not finished, and its dust is to come")
    pile = choice(COLOURS, "the event pile that is drawn from")
    card = index("events", EVENTS, "the event card being carried out")
    drifts = many(
        Drift, SPACES, "pushes of events not yet finished, the newest last", used="drifting", told=4
    )
    drifting = whole(0, SPACES, "how many they are", usual=1)
    steps = whole(0, 99, "steps made in this turn, those of events included", usual=5)
    went = whole(0, 9, "steps swum in this turn: up, down, left, right", WAYS, usual=4)
    cubes_laid = index("dust", CUBES, "which of its cubes the diver lays next")
    explored = flag("something was discovered in this turn")
    fast = flag("a fast ascent: nothing is discovered any more in this turn")
    no_down = flag("no descending any more in this turn")
    sank = flag("the diver whose turn it is arrived at 40 to 45 m in this turn")
    ended = flag("the turn is over")
    divers = seats(Diver, SEATS, "the divers, by seat")
    decompression = flag("option decompression")
    no_death = flag("option divers-cannot-die")


WayArgument = Annotated[int, range(WAYS)]
AnimalArgument = Annotated[int, range(SPACES), Pointer("animals")]


class Stop(NamedTuple):
    """End the turn (Step 3.23)."""


class Swim(NamedTuple):
    """One step; up from 0 to 5 m to the surface (Step 3.7, Surface 1)."""

    way: WayArgument


class DiveIn(NamedTuple):
    """The first step, to a space under the boat (SC-1)."""

    space: Annotated[int, range(UNDER_BOAT), Pointer("boat")]


class GoOn(NamedTuple):
    """Leave what else could be discovered here (SC-2)."""


class Flip(NamedTuple):
    """Turn over the tile on the space (Step 3.10)."""


class Choose(NamedTuple):
    """One effect of a card that says “or” (Icons 4)."""

    effect: Annotated[int, range(EFFECTS)]


class PushDiver(NamedTuple):
    """An event moves a diver (Icons 14, Icons 15)."""

    seat: Annotated[int, range(SEATS), SEAT, PICK]
    way: WayArgument


class PushAll(NamedTuple):
    """An event moves all divers (Icons 21)."""

    way: WayArgument


class PushFish(NamedTuple):
    """An event moves an animal sideways (Icons 18)."""

    animal: Annotated[int, range(SPACES), Pointer("animals"), PICK]
    way: Annotated[int, range(Way.LEFT, Way.RIGHT + 1)]


class Pick(NamedTuple):
    """Pick the tile that lies that way (Icons 11)."""

    way: WayArgument


class See(NamedTuple):
    """Discover an animal on the space (SC-6)."""

    animal: AnimalArgument


class ClimbAboard(NamedTuple):
    """From the water line to the boat, for the rest of the game (SC-19, SC-22)."""


class Snorkel(NamedTuple):
    """Stay at the water line at the boat (SC-19)."""


class Exchange(NamedTuple):
    """A tile is chosen to change places with one of a neighbouring depth (Preparation 2)."""

    place: Annotated[int, range(SPACES), Pointer("backs")]


class DrawCurrent(NamedTuple):
    """The top current card (Step 2.1)."""

    card: Annotated[int, range(CURRENTS), Pointer("currents")]


class Reveal(NamedTuple):
    """What a tile shows: a species, an event or empty sea (SC-14)."""

    front: Annotated[int, range(FRONTS)]


class DrawEvent(NamedTuple):
    """The top event card of the pile (Step 3.12)."""

    card: Annotated[int, range(EVENTS), Pointer("events")]


MOVES = Moves(
    Stop, Swim, DiveIn, GoOn, Flip, Choose, PushDiver, PushAll, PushFish, Pick, See, ClimbAboard, Snorkel
)
NATURE_MOVES = Moves(Exchange, DrawCurrent, Reveal, DrawEvent)
