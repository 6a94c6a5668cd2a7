"""The table of SCUBA: a section through the sea, its tiles and animals, the piles, the divers."""

from fathom5.kernel.schema import Record, choice, derived, flag, many, seats, whole

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

WAY_NAMES = ("up", "down", "left", "right")
WAYS = len(WAY_NAMES)
UP, DOWN, LEFT, RIGHT = range(4)
CALM = 4

ABOARD, DIVING, SNORKELING, HOME, DROWNED, RESCUED = range(6)
NOBODY, YOU, ANY_DIVER, FISH_OR_DIVER, ALL_DIVERS = range(5)
NO_WAY, SIDEWAYS, ANY_WAY, DOWNWARDS = range(4)
NOT_UP, TO_SURFACE, TO_BOAT = range(3)
NO_PICK, FLIP_TILE, REMOVE_TILE = range(3)
EXCHANGE, DRAW_CURRENT, STEP, DISCOVER, REVEAL, DRAW_EVENT, CHOOSE, PUSH, PICK, CLEAR = range(10)


class Kind(Record):
    """A species of animal."""

    name = choice(SPECIES_NAMES, "what it is called")
    colour = choice(COLOURS, "the colour of its tiles and cards")
    combination = choice(COMBINATIONS, "the animals it makes a combination with")


class Current(Record):
    """A current card."""

    way = choice((*WAY_NAMES, "calm"), "where it flows")
    animals = whole(0, 4, "spaces it moves red, yellow, green and blue animals", DEPTHS)
    divers = whole(0, 4, "spaces it moves divers")
    cards = whole(0, 40, "how many such cards there are")


class Event(Record):
    """An event card, icon by icon."""

    name = choice(EVENT_NAMES, "what it is called")
    piles = whole(0, PILE, "how many such cards lie in the red, yellow, green and blue pile", DEPTHS)
    points = whole(-9, 9, "points won or lost")
    air = whole(0, 9, "air lost")
    either = flag("or: one of its effects is chosen")
    deco = flag("take a deco token")
    no_down = flag("no descending any more this turn")
    ends_turn = flag("the turn ends at once")
    ascent = choice(("no", "surface", "boat"), "ascend to the surface, or to the boat")
    who = choice(("nobody", "you", "any diver", "fish or any diver", "all divers"), "who is moved")
    ways = choice(("none", "sideways", "any", "down"), "the arrow: where to")
    spaces = whole(0, 4, "how many spaces")
    eye = flag("you can discover on the way")
    dust = flag("you make dust, and every space counts as a step")
    tile = choice(("none", "flip", "remove"), "pick an adjacent tile: flip it or remove it unseen")


class Box(Record):
    """The components."""

    air = whole(1, 40, "air in a full tank")
    breath = whole(1, 9, "air a turn at 0-10, 10-20, 20-30, 30-40 and 40-45 m", DEPTHS + 1)
    steps = whole(1, 9, "steps in a turn")
    ascent = whole(1, 9, "steps up in a turn")
    descent = whole(1, 9, "steps down in a turn")
    boat = whole(0, COLUMNS - 1, "the columns under the boat", 3)
    penalties = whole(0, 9, "points lost for being picked up at the surface, by column", COLUMNS)
    species = many(Kind, SPECIES, "the animals")
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


class Diver(Record):
    """One diver and what it has seen."""

    state = choice(("aboard", "diving", "snorkeling", "home", "drowned", "rescued"), "how the dive stands")
    row = whole(-1, BOTTOM, "its depth in rows of 5 m; -1: at the surface")
    column = whole(0, COLUMNS - 1, "its column")
    air = whole(0, 40, "air left")
    tokens = whole(0, 999, "deco tokens")
    deep = flag("it has been below 10 m")
    seen = flag("the animal cards it has", SPECIES)
    cards = whole(0, SPECIES, "how many animal cards it has")
    points = whole(0, 9999, "points of its cards and chips")
    minus = whole(0, 9999, "negative points")
    dust = whole(-1, PLACES - 1, "where its cubes lie; -1: in hand", CUBES)


class Animal(Record):
    """An animal tile that was turned up."""

    species = whole(0, SPECIES - 1, "what it is")
    place = whole(-1, PLACES - 1, "where it is; -1: gone")
    discs = whole(0, (1 << SEATS) - 1, "who has a disc on it, one bit a seat")


class Drift(Record):
    """A push of an event that still moves the diver whose turn it is."""

    card = whole(0, EVENTS - 1, "the event card")
    way = whole(0, WAYS - 1, "where to")
    spaces = whole(0, 4, "how many spaces more")


class Table(Record):
    """Everything on the table; nobody has a secret in this game."""

    actor = whole(-2, SEATS - 1, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(2, SEATS, "how many play")
    phase = choice(
        (
            "exchange",
            "draw current",
            "step",
            "discover",
            "reveal",
            "draw event",
            "choose",
            "push",
            "pick",
            "clear",
        ),
        "what is decided",
    )
    turn = whole(0, SEATS - 1, "whose turn it is")
    rounds = whole(1, 250, "which round this is")
    last_round = whole(0, 250, "the last round but for solo diving; 0: the end is not triggered")
    boat_left = flag("the boat has left without the solo diver")
    west = whole(0, COLUMNS - 1, "the leftmost column in use")
    east = whole(0, COLUMNS - 1, "the rightmost column in use")
    backs = whole(-1, DEPTHS - 1, "the colour of the tile face down on each space; -1: none", SPACES)
    unseen_animals = whole(0, 22, "animals among the tiles nobody has seen, by species", SPECIES)
    unseen_events = whole(0, 22, "events among the tiles nobody has seen, by colour", DEPTHS)
    unseen_empty = whole(0, 22, "empty seas among the tiles nobody has seen, by colour", DEPTHS)
    animals = many(Animal, SPACES, "the animals turned up, in that order")
    found = whole(0, SPACES, "how many animals were turned up")
    crowd = whole(0, SPACES, "animals on each place", PLACES)
    cubes = whole(0, SEATS * CUBES, "dust cubes on each place", PLACES)
    current = whole(-1, CURRENTS - 1, "the current card drawn last; -1: none yet")
    currents_left = whole(0, 40, "current cards in the pile, by kind", CURRENTS)
    current_pile = whole(0, 40 * CURRENTS, "current cards in the pile")
    events_left = whole(0, PILE, "event cards not drawn yet, by pile and kind", (DEPTHS, EVENTS))
    events_drawn = whole(0, PILE, "event cards drawn, by pile", DEPTHS)
    events_order = whole(0, EVENTS - 1, "the event cards in the order they were drawn", (DEPTHS, PILE))
    events_next = whole(0, PILE - 1, "which of the drawn cards is on top again, by pile", DEPTHS)
    exchanged = whole(0, EXCHANGES, "tiles chosen for the exchange so far")
    place = whole(0, PLACES - 1, "the place that is explored, or that a tile is chosen on")
    stirs = flag("dust is left on that place")
    pile = whole(0, DEPTHS - 1, "the event pile that is drawn from")
    card = whole(0, EVENTS - 1, "the event card being carried out")
    drifts = many(Drift, SPACES, "pushes of events not yet finished, the newest last")
    drifting = whole(0, SPACES, "how many they are")
    steps = whole(0, 99, "steps made in this turn, those of events included")
    went = whole(0, 9, "steps swum in this turn: up, down, left, right", WAYS)
    cubes_laid = whole(0, CUBES - 1, "which of its cubes the diver lays next")
    explored = flag("something was discovered in this turn")
    fast = flag("a fast ascent: nothing is discovered any more in this turn")
    no_down = flag("no descending any more in this turn")
    ended = flag("the turn is over")
    divers = seats(Diver, SEATS, "the divers, by seat")
    decompression = flag("option decompression")
    no_death = flag("option divers-cannot-die")
