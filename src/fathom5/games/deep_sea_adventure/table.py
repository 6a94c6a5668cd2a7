"""The table of Deep Sea Adventure: the submarine, the line of chips, the divers."""

from fathom5.kernel.schema import Record, choice, derived, flag, many, seats, whole

SEATS = 6
LEVELS = 4
PER_LEVEL = 8
CHIPS = LEVELS * PER_LEVEL
FACES = 6
ROLLS = FACES * (FACES + 1) // 2
LINE = CHIPS + (CHIPS + 2) // 3

START, TURN_BACK, ROLL, SEARCH, REVEAL, LAY = range(6)


class Box(Record):
    """The components."""

    air = whole(1, 99, "air at the start of a dive")
    dives = whole(1, 9, "dives in a game")
    die = whole(0, 6, "faces of a die that show 1, 2, … 6", FACES)
    chips = whole(0, 99, "the values of the chips of each level", (LEVELS, PER_LEVEL))
    stack = whole(1, 9, "chips in a stack at the bottom of the sea")
    rolls = derived(whole(0, ROLLS, "different rolls of two dice"))
    roll_pair = derived(whole(0, FACES * FACES - 1, "each roll, as lower face and higher", ROLLS))
    roll_ways = derived(whole(0, 2 * FACES * FACES, "how many ways lead to each roll", ROLLS))


class Diver(Record):
    """One diver and what it brought home."""

    place = whole(-1, LINE - 1, "the chip it stands on; -1: in the submarine")
    homeward = flag("it has turned back")
    home = flag("it has returned to the submarine in this dive")
    load = whole(0, CHIPS, "the stacks it carries")
    treasure = whole(0, PER_LEVEL, "chips brought home, by level", LEVELS)
    worth = whole(0, 99 * PER_LEVEL, "points of these chips, by level", LEVELS)
    points = whole(0, 99 * CHIPS, "points brought home")


class Stack(Record):
    """One or more chips that are picked up and dropped together."""

    levels = whole(0, PER_LEVEL, "its chips, by level", LEVELS)
    carrier = whole(-1, SEATS - 1, "who carries it; -1: nobody")


class Table(Record):
    """Everything on the table; nobody has a secret in this game."""

    actor = whole(-2, SEATS - 1, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(2, SEATS, "how many play")
    phase = choice(("start", "turn back", "roll", "search", "reveal", "lay"), "what is decided")
    dive = whole(1, 9, "which dive this is")
    air = whole(0, 99, "air left")
    rolled = whole(-1, FACES * FACES - 1, "how the dice lie: lower face × 6 + higher, from 0; -1: not rolled")
    last_turn = flag("the air has run out: this turn is the dive's last")
    turn = whole(0, SEATS - 1, "whose turn it is")
    starter = whole(0, SEATS - 1, "who took the first turn of this dive")
    last_home = whole(-1, SEATS - 1, "who came home last in this dive; -1: nobody yet")
    stirred = flag("air was used, a step made or a chip moved in this turn")
    out = whole(0, SEATS, "divers who have not returned in this dive")
    idle = whole(0, SEATS, "turns in a row in which nothing stirred")
    length = whole(0, LINE, "places in the line")
    line = whole(-1, CHIPS - 1, "the stack on each place of the line; -1: a blank chip", LINE)
    stacks = many(Stack, CHIPS, "the stacks; at first every chip is one")
    face_down = flag("whether a chip's value is still unknown", (LEVELS, PER_LEVEL))
    opened = whole(-1, CHIPS - 1, "the stack whose chips are being revealed; -1: none")
    laid = whole(0, 9, "chips on the newest stack at the bottom; 0: none begun")
    divers = seats(Diver, SEATS, "the divers, by seat")
    farthest_first = flag("option print-2014")
    loose_stacks = flag("option loose-stacks")
