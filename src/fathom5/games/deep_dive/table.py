"""The table of Deep Dive: five depths of tiles, the players with their penguins and food."""

from fathom5.kernel.schema import Record, choice, derived, flag, seats, whole

SEATS = 6
DEPTHS = 5
DEEPEST = DEPTHS - 1
COLOURS = 3
TOP = 12
PER_DEPTH = 8
PER_COLOUR = DEPTHS * PER_DEPTH
LEVELS = 3

ROCK = 0
FOOD = 1
OPEN_WATER = FOOD + COLOURS * TOP
PREDATOR = OPEN_WATER + 1
KINDS = PREDATOR + 1
"""Kinds of tiles: a rock, food by colour and points, open water, a predator; the first two can be taken."""

START, STEP, FLIP_OVER, FOUND, RETREAT, FAVOUR, ARRIVE, TURN_END = range(8)

MOST = 20
MOST_TILES = 3 * MOST + COLOURS * PER_DEPTH


class Box(Record):
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
    kind = derived(whole(0, KINDS - 1, "the kinds at each depth, in order", (DEPTHS, KINDS)))


class Player(Record):
    """One player, or in a solo game the opponent in seat 1."""

    trapped = whole(0, 9, "penguins trapped at each depth", DEPTHS)
    caught = whole(0, 9, "penguins trapped in all")
    rocks = whole(0, DEPTHS * MOST, "rock tiles held")
    open_water = whole(0, DEPTHS * MOST, "open water tiles held, by the solo opponent alone")
    foods = whole(0, PER_COLOUR, "food tiles of each colour", COLOURS)
    tableau = whole(0, TOP, "points of the food tiles of each colour, as collected", (COLOURS, PER_COLOUR))


class Table(Record):
    """Everything on the table; nobody has a secret in this game."""

    actor = whole(-2, SEATS - 1, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(1, SEATS, "how many play")
    phase = choice(
        ("start", "step", "flip over", "found", "retreat", "favour", "arrive", "turn end"), "what is decided"
    )
    turn = whole(0, SEATS - 1, "whose turn it is; in a solo game 1 is the opponent")
    starter = whole(0, SEATS - 1, "who has the start player token")
    depth = whole(0, DEEPEST, "the depth at which this turn's diver is")
    at_start = flag("the turn has just begun: a rock may be ingested")
    flipped = whole(-1, KINDS - 1, "the kind of the tile just flipped and not yet taken or left; -1: none")
    ending = flag("the last face-down tile of a depth was flipped")
    last_dive = flag("the token shows its last dive side")
    face_down = whole(0, MOST_TILES, "face-down tiles that lie at each depth", DEPTHS)
    unseen = whole(0, MOST, "tiles of each kind, face down or removed", (DEPTHS, KINDS))
    face_up = whole(0, MOST, "face-up tiles of each kind", (DEPTHS, KINDS))
    takeable = whole(0, MOST_TILES, "face-up food and rock tiles at each depth", DEPTHS)
    team = seats(Player, SEATS, "the players, by seat")
    opponent = choice(("easy", "medium", "hard"), "option opponent")
    opponent_depth = whole(0, DEEPEST, "where the penguin of the solo opponent stands")
