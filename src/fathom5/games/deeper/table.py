"""The table of Deeper: the sea, piles and market, rocket cards, and every player's boards.

A place is its column times 16 plus its row. Row 0 is the surface, where the Hatches are; row 1
lies at 20 m, row 2 at 40 m, and so on. Odd columns, the ones with Hatches, lie half a tile lower.
"""

from fathom5.kernel.schema import OWNER, Record, choice, derived, flag, many, seats, whole

SEATS = 4

RESOURCES = ("fish", "kelp", "coral", "titanium", "quartz", "diamond", "food")
FISH, KELP, CORAL, TITANIUM, QUARTZ, DIAMOND, FOOD = range(7)
RAW, KINDS = 6, 7

DEPTHS = ("20m", "40m", "60m", "80m", "100m")
PILES = 5
PILE_TILES = 58
START_TILES = 3
TILES = PILE_TILES + SEATS * START_TILES
UNDER = 14 + SEATS * START_TILES
HATCH = TILES

WAYS = ("up", "upper right", "lower right", "down", "lower left", "upper left")
UP, UPPER_RIGHT, LOWER_RIGHT, DOWN, LOWER_LEFT, UPPER_LEFT = range(6)
COLUMNS, ROWS = 32, 16
PLACES = COLUMNS * ROWS

CARDS = (
    "garden",
    "fish farm",
    "scanner",
    "reactor",
    "winch",
    "locker",
    "galley",
    "smelter",
    "press",
    "aquarium",
    "radio",
)
GARDEN, FISH_FARM, SCANNER, REACTOR, WINCH, LOCKER, GALLEY, SMELTER, PRESS, AQUARIUM, RADIO = range(11)
DECK_CARDS = 10
FABRICATOR = 11
MOST_IN_HAND = 4

UPGRADES = ("fins", "knife", "sea glide", "rebreather", "air tank", "swim bag", "back pack")
FINS, KNIFE, SEA_GLIDE, REBREATHER, AIR_TANK, SWIM_BAG, BACK_PACK = range(7)

ROCKETS = ("hull", "fuel tank", "tail fins", "guidance", "engine", "capsule")
UNBUILT, UNUSED = -1, -2

CONVERSIONS = 10
MARKET = 4
MOST_DRAWS = 4
MOST_CELLS = 20
MOST_ROUNDS = 100
MOST_STOCK = 4 + 2 * SEATS * MOST_ROUNDS
"""What lies on one tile at most: what is printed on it, and two that a winch brings each turn."""

PHASES = (
    "start",
    "act",
    "fins",
    "make room",
    "draw",
    "lay",
    "card",
    "leave out",
    "glide",
    "trim",
    "free explore",
    "knife",
    "garden",
    "lose",
    "follow up",
    "turn ends",
    "breath",
    "turn over",
)
(
    START,
    ACT,
    SECOND_SWIM,
    MAKE_ROOM,
    DRAW,
    LAY,
    DRAW_CARD,
    LEAVE_OUT,
    GLIDE,
    TRIM,
    FREE_EXPLORE,
    END_GATHER,
    HARVEST,
    LOSE,
    FOLLOW_UP,
    TURN_ENDS,
    BREATH,
    TURN_OVER,
) = range(18)
"""What is decided; the last four are never left for anybody to decide."""


class Tile(Record):
    """A hex tile."""

    pile = choice(DEPTHS, "the pile it belongs to")
    holds = whole(0, 4, "resources printed on it, by kind", RAW)
    rock = flag("its edges of rock, clockwise from the top", 6)


class StartTile(Record):
    """A tile that lies there from the start."""

    holds = whole(0, 4, "resources printed on it, by kind", RAW)
    rock = flag("its edges of rock, clockwise from the top", 6)


class Card(Record):
    """A blueprint card."""

    cost = whole(0, 5, "resources to build it, by kind", RAW)
    points = whole(0, 9, "points when built")
    count = whole(0, 2, "how many are in the deck")


class Conversion(Record):
    """What a built card turns into what."""

    card = choice((*CARDS, "fabricator"), "the card that does it")
    pay = whole(0, 4, "resources paid, by kind", KINDS)
    gain = whole(0, 4, "resources gained, by kind", KINDS)


class Upgrade(Record):
    """A tile on the upgrades board."""

    cost = whole(0, 5, "resources to remove it, by kind", RAW)


class RocketCard(Record):
    """A rocket card."""

    cost = whole(0, 5, "resources to build it, by kind", RAW)
    points = whole(0, 9, "points for its builder")
    players = whole(1, SEATS, "used with this many players or more")


class Box(Record):
    """The components."""

    actions = whole(1, 4, "actions in a turn")
    air = whole(1, 8, "air at the start, and cells of the lungs open then")
    bag = whole(1, 8, "cells of the inventory open at the start")
    shelf = whole(1, 8, "cells of the storage card")
    wider = whole(0, 4, "cells that an upgrade of lungs or inventory opens")
    locker = whole(0, 6, "cells of storage that a locker adds")
    market = whole(1, MARKET, "tiles that stay in the market")
    draws = whole(1, MOST_DRAWS, "tiles that a scan draws at most")
    catch = whole(1, 4, "resources of one kind that a gather takes at most")
    apart = whole(4, 4, "columns from one hatch to the next")
    milestones = whole(0, 9, "points for the first tile laid at 40, 60, 80 and 100 m", 4)
    tiles = many(Tile, PILE_TILES, "the hex tiles of the piles, shallow ones first")
    start = many(StartTile, START_TILES, "the tiles left below, under and right below a hatch")
    cards = many(Card, len(CARDS), "the blueprint cards")
    conversions = many(Conversion, CONVERSIONS, "what cards convert")
    upgrades = many(Upgrade, len(UPGRADES), "the upgrades")
    rockets = many(RocketCard, len(ROCKETS), "the rocket cards")
    first = derived(whole(0, PILE_TILES, "the first tile of each pile, and the end", PILES + 1))
    pile = derived(whole(0, PILES - 1, "the pile of each tile", TILES))
    holds = derived(whole(0, 4, "resources printed on each tile, by kind", (TILES, RAW)))
    rocks = derived(whole(0, 63, "rock edges of each tile, one bit a way; the last is a hatch", TILES + 1))
    facing = derived(whole(0, 63, "by way, whether a tile that lies there turns rock to us", TILES + 1))
    beside = derived(whole(-17, 17, "from a place of an even or odd column to the next, by way", (2, 6)))


class Diver(Record):
    """One player's pawn, boards, habitat and hand."""

    place = whole(0, PLACES - 1, "where the pawn is; row 0 is its hatch")
    air = whole(0, MOST_CELLS, "air tokens in the lungs")
    lungs = whole(0, MOST_CELLS, "open cells of the lungs")
    bag = whole(0, MOST_CELLS, "open cells of the inventory")
    shelf = whole(0, MOST_CELLS, "cells of storage")
    inventory = whole(0, MOST_CELLS, "resources carried, by kind", KINDS)
    carried = whole(0, MOST_CELLS, "resources carried in all")
    storage = whole(0, MOST_CELLS, "resources in storage, by kind", KINDS)
    stored = whole(0, MOST_CELLS, "resources in storage in all")
    upgrades = flag("upgrades crafted", len(UPGRADES))
    milestones = flag("milestones reached: 40, 60, 80, 100 m", 4)
    built = whole(0, 2, "blueprint cards built, by kind", len(CARDS))
    hand = whole(0, 2, "blueprint cards in hand besides the radio, by kind", DECK_CARDS, seen=OWNER)
    hand_size = whole(0, MOST_IN_HAND, "blueprint cards in hand besides the radio")


class Table(Record):
    """Everything on the table."""

    actor = whole(-2, SEATS - 1, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(1, SEATS, "how many play")
    phase = choice(PHASES, "what is decided")
    turn = whole(0, SEATS - 1, "whose turn it is")
    starter = whole(0, SEATS - 1, "who took the first turn")
    rounds = whole(0, MOST_ROUNDS, "rounds finished")
    limit = whole(1, MOST_ROUNDS, "rounds after which the game ends")
    actions = whole(0, 4, "actions left in this turn")
    swum = flag("the first swim of this turn is done")
    winched = flag("the winch was used in this turn")
    put_away = whole(0, 127, "kinds stored since the last action, one bit each")
    taken_out = whole(0, 127, "kinds fetched since the last action, one bit each")
    gathering = whole(0, RAW - 1, "the kind being gathered while room is made")
    wanted = whole(0, 4, "how many more of it are wanted")
    took = flag("some of it was gathered already")
    scanned = whole(0, PILES - 1, "the pile being scanned")
    draws = whole(0, MOST_DRAWS, "tiles drawn in this scan")
    held = whole(-1, TILES - 1, "the tile drawn that has to be laid; -1: none")
    laid = whole(0, PLACES - 1, "the place where the last tile was laid")
    card_due = flag("a blueprint card is to be drawn")
    less_due = flag("the tile laid gets one resource fewer")
    glide_due = flag("the sea glide may follow the tile laid")
    explore_due = flag("the scanner gives a free explore")
    kelp_due = whole(0, 2, "kelp that gardens offer")
    fish_due = whole(0, 2, "fish that fish farms offer")
    losses = whole(0, PILES, "resources still to lose by drowning")
    rockets = whole(UNUSED, SEATS - 1, "who built each rocket card; -1: nobody, -2: not used", len(ROCKETS))
    rockets_left = whole(0, len(ROCKETS), "rocket cards not yet built")
    finisher = whole(-1, SEATS - 1, "who built the last rocket card; -1: nobody")
    sea = whole(-1, HATCH, "the tile on each place; -1: none, the highest: a hatch", PLACES)
    stock = whole(0, MOST_STOCK, "resources on each lying tile, by kind", (TILES, RAW))
    face_down = flag("tiles still face down in their piles", PILE_TILES)
    unseen = whole(0, PILE_TILES, "tiles face down in each pile", PILES)
    under = whole(0, TILES - 1, "tiles put under each pile, the next to come first", (PILES, UNDER))
    put_under = whole(0, UNDER, "tiles put under each pile", PILES)
    market = whole(0, TILES - 1, "tiles in the market", MARKET + MOST_DRAWS)
    market_size = whole(0, MARKET + MOST_DRAWS, "how many tiles are in the market")
    divers = seats(Diver, SEATS, "the players, by seat")
