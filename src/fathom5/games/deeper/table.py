"""The table of Deeper: the sea, piles and market, rocket cards, and every player's boards.

A place is its column times 16 plus its row. Row 0 is the surface, where the Hatches are; row 1
lies at 20 m, row 2 at 40 m, and so on. Odd columns, the ones with Hatches, lie half a tile lower.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from fathom5.core import (
    OWNER,
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
    seats,
    whole,
)

SEATS = 4


def names(kinds: type[IntEnum]) -> tuple[str, ...]:
    """What the members of an enumeration are called."""
    return tuple(kind.name.lower().replace("_", " ") for kind in kinds)


class Resource(IntEnum):
    """What is gathered and built with; food is only made."""

    FISH = 0
    KELP = 1
    CORAL = 2
    TITANIUM = 3
    QUARTZ = 4
    DIAMOND = 5
    FOOD = 6


class Way(IntEnum):
    """The six edges of a place, clockwise."""

    UP = 0
    UPPER_RIGHT = 1
    LOWER_RIGHT = 2
    DOWN = 3
    LOWER_LEFT = 4
    UPPER_LEFT = 5


class Card(IntEnum):
    """The cards of a habitat: blueprints, the radio in every first hand, and the fabricator."""

    GARDEN = 0
    FISH_FARM = 1
    SCANNER = 2
    REACTOR = 3
    WINCH = 4
    LOCKER = 5
    GALLEY = 6
    SMELTER = 7
    PRESS = 8
    AQUARIUM = 9
    RADIO = 10
    FABRICATOR = 11


class Upgrade(IntEnum):
    """The tiles that cover the boards."""

    FINS = 0
    KNIFE = 1
    SEA_GLIDE = 2
    REBREATHER = 3
    AIR_TANK = 4
    SWIM_BAG = 5
    BACK_PACK = 6


class Phase(IntEnum):
    """What is decided; the last four are never left for anybody to decide."""

    START = 0
    ACT = 1
    SECOND_SWIM = 2
    MAKE_ROOM = 3
    DRAW = 4
    LAY = 5
    DRAW_CARD = 6
    LEAVE_OUT = 7
    GLIDE = 8
    TRIM = 9
    FREE_EXPLORE = 10
    END_GATHER = 11
    HARVEST = 12
    LOSE = 13
    FOLLOW_UP = 14
    TURN_ENDS = 15
    BREATH = 16
    TURN_OVER = 17


RESOURCES = names(Resource)
RAW, KINDS = 6, 7
WAYS = names(Way)
CARDS = names(Card)[: Card.FABRICATOR]
DECK_CARDS = 10
MOST_IN_HAND = 4
UPGRADES = names(Upgrade)
ROCKETS = ("hull", "fuel tank", "tail fins", "guidance", "engine", "capsule")
UNBUILT = -1

DEPTHS = ("20m", "40m", "60m", "80m", "100m")
PILES = 5
PILE_TILES = 58
START_TILES = 3
TILES = PILE_TILES + SEATS * START_TILES
UNDER = 14 + SEATS * START_TILES
HATCH = TILES

COLUMNS, ROWS = 32, 16
PLACES = COLUMNS * ROWS

CONVERSIONS = 10
MARKET = 4
MOST_DRAWS = 4
MOST_CELLS = 20
MOST_ROUNDS = 100
MOST_STOCK = 4 + 2 * SEATS * MOST_ROUNDS
"""What lies on one tile at most: what is printed on it, and two that a winch brings each turn."""


class Tile(Struct):
    """A hex tile."""

    pile = choice(DEPTHS, "the pile it belongs to")
    holds = whole(0, 4, "resources printed on it, by kind", RAW)
    rock = flag("its edges of rock, clockwise from the top", 6)


class StartTile(Struct):
    """A tile that lies there from the start."""

    holds = whole(0, 4, "resources printed on it, by kind", RAW)
    rock = flag("its edges of rock, clockwise from the top", 6)


class BlueprintCard(Struct):
    """A blueprint card."""

    cost = whole(0, 5, "resources to build it, by kind", RAW)
    points = whole(0, 9, "points when built")
    count = whole(0, 2, "how many are in the deck")


class Conversion(Struct):
    """What a built card turns into what."""

    card = choice(Card, "the card that does it")
    pay = whole(0, 4, "resources paid, by kind", KINDS)
    gain = whole(0, 4, "resources gained, by kind", KINDS)


class UpgradeTile(Struct):
    """A tile on the upgrades board."""

    cost = whole(0, 5, "resources to remove it, by kind", RAW)


class RocketCard(Struct):
    """A rocket card."""

    cost = whole(0, 5, "resources to build it, by kind", RAW)
    points = whole(0, 9, "points for its builder")
    players = whole(1, SEATS, "used with this many players or more")


class Box(Struct):
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
    cards = many(BlueprintCard, len(CARDS), "the blueprint cards")
    conversions = many(Conversion, CONVERSIONS, "what cards convert")
    upgrades = many(UpgradeTile, len(UPGRADES), "the upgrades")
    rockets = many(RocketCard, len(ROCKETS), "the rocket cards")
    first = derived(index("tiles", PILE_TILES + 1, "the first tile of each pile, and the end", PILES + 1))
    pile = derived(choice(DEPTHS, "the pile of each tile", TILES))
    holds = derived(whole(0, 4, "resources printed on each tile, by kind", (TILES, RAW)))
    rocks = derived(whole(0, 63, "rock edges of each tile, one bit a way; the last is a hatch", TILES + 1))
    facing = derived(whole(0, 63, "by way, whether a tile that lies there turns rock to us", TILES + 1))
    beside = derived(whole(-17, 17, "from a place of an even or odd column to the next, by way", (2, 6)))


class Diver(Struct):
    """One player's pawn, boards, habitat and hand."""

    place = index("sea", PLACES, "where the pawn is; row 0 is its hatch")
    air = whole(0, MOST_CELLS, "air tokens in the lungs", usual=8)
    lungs = whole(0, MOST_CELLS, "open cells of the lungs", usual=8)
    bag = whole(0, MOST_CELLS, "open cells of the inventory", usual=8)
    shelf = whole(0, MOST_CELLS, "cells of storage", usual=8)
    inventory = whole(0, MOST_CELLS, "resources carried, by kind", KINDS, usual=4)
    carried = whole(0, MOST_CELLS, "resources carried in all", usual=8)
    storage = whole(0, MOST_CELLS, "resources in storage, by kind", KINDS, usual=4)
    stored = whole(0, MOST_CELLS, "resources in storage in all", usual=8)
    upgrades = flag("upgrades crafted", len(UPGRADES))
    milestones = flag("milestones reached: 40, 60, 80, 100 m", 4)
    built = whole(0, 2, "blueprint cards built, by kind", len(CARDS))
    hand = whole(0, 2, "blueprint cards in hand besides the radio, by kind", DECK_CARDS, visible=OWNER)
    hand_size = whole(0, MOST_IN_HAND, "blueprint cards in hand besides the radio")


class Table(Struct):
    """Everything on the table."""

    actor = actor(SEATS)
    players = whole(1, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    turn = seat(SEATS, "whose turn it is")
    starter = seat(SEATS, "who took the first turn")
    rounds = whole(0, MOST_ROUNDS, "rounds finished", usual=25)
    limit = whole(1, MOST_ROUNDS, "rounds after which the game ends", usual=60)
    actions = whole(0, 4, "actions left in this turn", usual=2)
    swum = flag("the first swim of this turn is done")
    winched = flag("the winch was used in this turn")
    put_away = flag("kinds stored since the last action", KINDS)
    taken_out = flag("kinds fetched since the last action", KINDS)
    gathering = choice(RESOURCES[:RAW], "the kind being gathered while room is made")
    wanted = whole(0, 4, "how many more of it are wanted")
    took = flag("some of it was gathered already")
    scanned = choice(DEPTHS, "the pile being scanned")
    draws = whole(0, MOST_DRAWS, "tiles drawn in this scan")
    held = index("stock", TILES, "the tile drawn that has to be laid; -1: none", none=True)
    laid = index("sea", PLACES, "the place where the last tile was laid")
    card_due = flag("a blueprint card is to be drawn")
    less_due = flag("the tile laid gets one resource fewer")
    glide_due = flag("the sea glide may follow the tile laid")
    explore_due = flag("the scanner gives a free explore")
    kelp_due = whole(0, 2, "kelp that gardens offer")
    fish_due = whole(0, 2, "fish that fish farms offer")
    losses = whole(0, PILES, "resources still to lose by drowning")
    rockets = seat(SEATS, "who built each rocket card; -1: nobody", len(ROCKETS), none=True)
    unused = flag("rocket cards that are not used with so few players", len(ROCKETS))
    rockets_left = whole(0, len(ROCKETS), "rocket cards not yet built")
    finisher = seat(SEATS, "who built the last rocket card; -1: nobody", none=True)
    sea = index(
        "stock", TILES + 1, "the tile on each place; -1: none, the highest: a hatch", PLACES, none=True
    )
    stock = whole(0, MOST_STOCK, "resources on each lying tile, by kind", (TILES, RAW), usual=4)
    face_down = flag("tiles still face down in their piles", PILE_TILES)
    unseen = whole(0, PILE_TILES, "tiles face down in each pile", PILES, usual=14)
    under = index("stock", TILES, "tiles put under each pile, the next to come first", (PILES, UNDER))
    put_under = whole(0, UNDER, "tiles put under each pile", PILES, usual=6)
    market = index("stock", TILES, "tiles in the market", MARKET + MOST_DRAWS, used="market_size")
    market_size = whole(0, MARKET + MOST_DRAWS, "how many tiles are in the market", usual=MARKET)
    divers = seats(Diver, SEATS, "the players, by seat")


WayArgument = Annotated[int, range(len(WAYS))]
RawArgument = Annotated[int, range(RAW)]
ResourceArgument = Annotated[int, range(KINDS)]
SlotArgument = Annotated[int, range(MARKET), Pointer("market"), PICK]
RawPick = Annotated[int, range(RAW), PICK]
ResourcePick = Annotated[int, range(KINDS), PICK]


class Breathe(NamedTuple):
    """End the turn with a breath (Breathe 1)."""


class Decline(NamedTuple):
    """Make no use, or no more, of what is offered (Fins, Gather 3, Sea Glide, Scanner, Knife, DE-11)."""


class Swim(NamedTuple):
    """Swim to the next tile, or home (Swim 1); with fins once more (Fins)."""

    way: WayArgument


class Gather(NamedTuple):
    """Take as much of a kind as an action may from the tile (Gather 1)."""

    resource: RawPick


class GatherOne(NamedTuple):
    """Take just one of a kind from the tile (Gather 1), or with the knife (Knife)."""

    resource: RawPick


class Explore(NamedTuple):
    """Lay a tile of the market next to the pawn (Explore 1)."""

    way: WayArgument
    slot: SlotArgument


class Terraform(NamedTuple):
    """Lay a tile of the market on top of one next to the pawn (Terraform 1)."""

    way: WayArgument
    slot: SlotArgument


class Scan(NamedTuple):
    """Draw tiles from a pile until one fits next to the pawn (Scan 2)."""

    pile: Annotated[int, range(PILES), Pointer("unseen")]


class Convert(NamedTuple):
    """Turn resources into others with a built card (Convert 1)."""

    conversion: Annotated[int, range(CONVERSIONS), Pointer("conversions")]


class Build(NamedTuple):
    """Build a blueprint card in the habitat (Craft 1)."""

    card: Annotated[int, range(len(CARDS)), Pointer("cards")]


class CraftUpgrade(NamedTuple):
    """Craft an upgrade and remove its tile (Upgrades 1)."""

    upgrade: Annotated[int, range(len(UPGRADES)), Pointer("upgrades")]


class BuildRocket(NamedTuple):
    """Build one of the communal rocket cards (Rocket Cards 1)."""

    rocket: Annotated[int, range(len(ROCKETS)), Pointer("rockets")]


class Store(NamedTuple):
    """Move a resource from the inventory into storage (Convert 4)."""

    resource: ResourcePick


class Fetch(NamedTuple):
    """Move a resource from storage into the inventory (Convert 4)."""

    resource: ResourcePick


class Swap(NamedTuple):
    """Store a resource and fetch another, where no cell is free (Convert 4, DE-9)."""

    resource: ResourcePick
    other: ResourceArgument


class Haul(NamedTuple):
    """Bring resources of a kind from the next tile to the pawn's (Winch)."""

    way: WayArgument
    resource: RawPick


class GiveBack(NamedTuple):
    """Return a resource to the supply to make room for one gathered (Gather 3)."""

    resource: ResourceArgument


class Lay(NamedTuple):
    """Lay the scanned tile next to the pawn (Scan 4)."""

    way: WayArgument


class LeaveOut(NamedTuple):
    """Choose the resource that a terraformed tile goes without (Terraform 3)."""

    resource: RawArgument


class Follow(NamedTuple):
    """Glide into the tile just explored (Sea Glide)."""


class PutUnder(NamedTuple):
    """Return a tile too many from the market to the bottom of its pile (Scan 7)."""

    slot: Annotated[int, range(MARKET + MOST_DRAWS), Pointer("market")]


class Take(NamedTuple):
    """Take what the habitat has grown (Garden, Fish Farm)."""

    resource: RawArgument


class Start(NamedTuple):
    """The starting player is drawn (Setup 15)."""

    seat: Annotated[int, range(SEATS), SEAT]


class DrawTile(NamedTuple):
    """A tile of the scanned pile is drawn (Scan 3)."""

    tile: Annotated[int, range(PILE_TILES), Pointer("tiles")]


class DrawBlueprint(NamedTuple):
    """A blueprint card is drawn for a milestone (Achievements 3)."""

    card: Annotated[int, range(DECK_CARDS), Pointer("cards")]


class DrawSomeBlueprint(NamedTuple):
    """What the others see of a blueprint drawn; it is never played (DE-16)."""


class Lose(NamedTuple):
    """A drowning diver loses a resource (Breathe 4)."""

    resource: ResourceArgument


MOVES = Moves(
    Breathe,
    Decline,
    Swim,
    Gather,
    GatherOne,
    Explore,
    Terraform,
    Scan,
    Convert,
    Build,
    CraftUpgrade,
    BuildRocket,
    Store,
    Fetch,
    Swap,
    Haul,
    GiveBack,
    Lay,
    LeaveOut,
    Follow,
    PutUnder,
    Take,
)
NATURE_MOVES = Moves(Start, DrawTile, DrawBlueprint, DrawSomeBlueprint, Lose)
"""The veiled draw stands where stored games have its id, not at the end."""
