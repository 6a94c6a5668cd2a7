"""The seal of SCUBA: it goes deep early, looks at everything, and keeps air for the way up."""

from fathom5.games.scuba.events import PUSH_DIVER, PUSH_FISH, TAKE_AIR, TAKE_BOAT, TAKE_POINTS, neighbour
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.rules import DIVE, FLIP, PASS, SEE, STOP, SWIM, too_fast
from fathom5.games.scuba.sea import NO_TILE, at_boat, place_of
from fathom5.games.scuba.table import (
    ABOARD,
    BOTTOM,
    CHOOSE,
    COLUMNS,
    DEPTHS,
    DISCOVER,
    DIVING,
    DOWN,
    LEFT,
    PUSH,
    SNORKELING,
    SPACES,
    SPECIES,
    STEP,
    UP,
    WAYS,
)
from fathom5.kernel.marks import rule
from fathom5.kernel.schema import Record, whole

FINE = 12
"""Values are twelfths of a point."""


class Weights(Record):
    """What the seal goes by."""

    reserve = whole(0, 10, "air for bad luck, besides being pushed one row down")
    event = whole(0, 10, "air that turning a tile over may cost in the end")
    depth = whole(0, 200, "what a step down is worth, in twelfths of a point")
    here = whole(1, 10, "how many times the best beside a place it counts what is there")


@rule
def seal(table, box, weights, moves, n, rng):
    """Discover what is safe to discover, go where most is to be seen, be up in time."""
    if table.phase == STEP:
        return best_step(table, box, weights, moves, n)
    if table.phase == DISCOVER:
        return look(table, box, weights, moves, n)
    if table.phase == CHOOSE:
        return lesser_evil(table, box, weights, moves, n)
    if table.phase == PUSH:
        return best_push(table, box, weights, moves, n)
    return moves[0]


@rule
def safe(table, box, row, spent):
    """Whether the way up stays open from a row after losing some air and being pushed down once."""
    diver = table.divers[table.actor]
    tokens = tokens_at(table, diver, min(BOTTOM, row + 1), False)
    return way_up(table, box, min(BOTTOM, row + 1), tokens) + spent <= diver.air


@rule
def in_time(table, box, row):
    """Whether a diver who ends its turn in a row is up before solo diving gets dear."""
    if table.last_round > 0:
        return row + 1 <= box.ascent * (table.last_round - table.rounds)
    turns = 1
    for seat in range(table.players):
        other = table.divers[seat]
        if seat != table.actor and other.state == DIVING:
            turns = max(turns, 1 + other.row // box.ascent + (seat < table.actor))
    return row + 1 <= box.ascent * turns


@rule
def look(table, box, weights, moves, n):
    """See every animal; turn a tile over where no event cuts off the way up."""
    if moves[n - 1] >= SEE:
        return moves[1] if moves[1] >= SEE else moves[2]
    return FLIP if may_flip(table, box, weights, table.place) else PASS


@rule
def may_flip(table, box, weights, place):
    """Whether the worst event of a tile leaves the way up open; in the deepest pile a down current."""
    row = place // COLUMNS
    deepest = table.backs[place] == DEPTHS - 1
    return table.divers[table.actor].state == SNORKELING or safe(table, box, row + deepest, weights.event)


@rule
def worth(table, box, weights, place):
    """What is to be discovered on a place, in twelfths of a point."""
    if place >= SPACES or table.cubes[place] > 0:
        return 0
    value = 0
    if table.backs[place] != NO_TILE and may_flip(table, box, weights, place):
        value += hope(table, box, table.backs[place])
    if table.crowd[place] > 0:
        for i in range(table.found):
            animal = table.animals[i]
            if animal.place == place and not (animal.discs >> table.actor) & 1:
                value += FINE * (box.points[animal.species] + 1)
    return value


@rule
def hope(table, box, colour):
    """The mean worth of a tile face down."""
    tiles = table.unseen_events[colour] + table.unseen_empty[colour]
    points = 0
    for species in range(SPECIES):
        if box.species[species].colour == colour:
            tiles += table.unseen_animals[species]
            points += table.unseen_animals[species] * box.points[species]
    return FINE * points // max(1, tiles)


@rule
def target(table, box, move):
    """The place that a step leads to."""
    diver = table.divers[table.actor]
    if diver.state == ABOARD:
        return box.boat[move - DIVE]
    place = place_of(diver)
    if move == SWIM + UP:
        return max(0, place - COLUMNS) if diver.row > 0 else place
    if move == SWIM + DOWN:
        return place + COLUMNS
    return place - 1 if move == SWIM + LEFT else place + 1


@rule
def outlook(table, box, weights, place):
    """What is here, and half of the best that lies beside it."""
    best = 0
    for way in range(WAYS):
        beside = neighbour(table, place, way)
        if beside >= 0:
            best = max(best, worth(table, box, weights, beside))
    return weights.here * worth(table, box, weights, place) + best


@rule
def best_step(table, box, weights, moves, n):
    """Up while the way up is in danger; otherwise where most is to be discovered."""
    diver = table.divers[table.actor]
    if diver.state == SNORKELING:
        return snorkel(table, box, weights, moves, n)
    if diver.state == DIVING and not (
        safe(table, box, diver.row, weights.reserve) and in_time(table, box, diver.row)
    ):
        return flee(table, box, weights, moves, n)
    chosen, most = moves[0], 0
    for i in range(n):
        move = moves[i]
        if move == STOP or (move == SWIM + UP and (diver.row == 0 or too_fast(table, box))):
            continue
        place = target(table, box, move)
        row = place // COLUMNS
        if move >= DIVE or (safe(table, box, row, weights.reserve) and in_time(table, box, row)):
            value = outlook(table, box, weights, place) + (weights.depth if move == SWIM + DOWN else 1)
            if value > most:
                chosen, most = move, value
    return chosen


@rule
def flee(table, box, weights, moves, n):
    """Up as far as is safe, sideways with the steps to spare; too fast only if nothing else helps."""
    diver = table.divers[table.actor]
    doomed = way_up(table, box, diver.row, diver.tokens) > diver.air
    may_rise = False
    aside, most = STOP, 0
    for i in range(n):
        if moves[i] == SWIM + UP:
            fast = too_fast(table, box) or (diver.row == 0 and diver.tokens > 0)
            may_rise = doomed or not fast
        elif moves[i] >= SWIM + LEFT:
            value = outlook(table, box, weights, target(table, box, moves[i]))
            if value > most:
                aside, most = moves[i], value
    rise = min(box.ascent - table.went[UP], diver.row + 1)
    if may_rise and (doomed or aside == STOP or table.steps + rise >= box.steps):
        return SWIM + UP
    return aside


@rule
def snorkel(table, box, weights, moves, n):
    """See what the top row still has; towards the boat when the end is near."""
    diver = table.divers[table.actor]
    if table.last_round > 0 and at_boat(box, diver.column):
        return STOP
    home = LEFT if diver.column > box.boat[1] else LEFT + 1
    chosen, most = STOP, 0
    for i in range(1, n):
        way = moves[i] - SWIM
        value = worth(table, box, weights, target(table, box, moves[i]))
        if table.last_round > 0:
            value = 1 if way == home else 0
        if value > most:
            chosen, most = moves[i], value
    return chosen


@rule
def lesser_evil(table, box, weights, moves, n):
    """Points rather than air where air is short; never up before its time."""
    diver = table.divers[table.actor]
    short = diver.state == DIVING and not safe(table, box, diver.row, weights.reserve)
    chosen = moves[0]
    for i in range(n):
        if moves[i] == TAKE_AIR and not short:
            chosen = moves[i]
        if moves[i] == TAKE_POINTS and short:
            chosen = moves[i]
        if moves[i] > TAKE_AIR and moves[i] <= TAKE_BOAT and short and diver.row == 0:
            return moves[i]
    return chosen


@rule
def best_push(table, box, weights, moves, n):
    """Itself to where most is to be seen; never down, and up if the way is long."""
    chosen, most = moves[0], -1
    for i in range(n):
        if moves[i] < PUSH_DIVER + table.actor * WAYS or moves[i] >= PUSH_DIVER + (table.actor + 1) * WAYS:
            value = 0 if moves[i] < PUSH_FISH else 1
        else:
            way = moves[i] - PUSH_DIVER - table.actor * WAYS
            beside = neighbour(table, place_of(table.divers[table.actor]), way)
            value = 2 + worth(table, box, weights, beside) if beside >= 0 and way != DOWN else 0
        if value > most:
            chosen, most = moves[i], value
    return chosen
