"""The heuristic of SCUBA: it goes deep early, looks at everything, and keeps air for the way up."""

from __future__ import annotations

from fathom5.core import Array, Rng, Struct, decode, encode, is_kind, rule, whole
from fathom5.games.scuba.events import NOWHERE, neighbour
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.sea import NO_TILE, is_sideways, place_of
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    DEPTHS,
    SPACES,
    SPECIES,
    WAYS,
    Box,
    Choose,
    ClimbAboard,
    DiveIn,
    Effect,
    Flip,
    GoOn,
    Phase,
    PushDiver,
    PushFish,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Table,
    Way,
)

FINE = 12
"""Values are twelfths of a point."""


class Weights(Struct):
    """What the heuristic goes by."""

    reserve = whole(0, 10, "air for bad luck, besides being pushed one row down")
    event = whole(0, 10, "air that turning a tile over may cost in the end")
    depth = whole(0, 200, "what a step down is worth, in twelfths of a point")
    here = whole(1, 10, "how many times the best beside a place it counts what is there")


@rule
def heuristic(table: Table, box: Box, weights: Weights, moves: Array[int], n: int, rng: Rng) -> int:
    """Discover what is safe to discover, go where most is to be seen, be up in time."""
    if table.phase == Phase.STEP:
        return best_step(table, box, weights, moves, n)
    if table.phase == Phase.DISCOVER:
        return look(table, box, weights, moves, n)
    if table.phase == Phase.CHOOSE:
        return lesser_evil(table, box, weights, moves, n)
    if table.phase == Phase.PUSH:
        return best_push(table, box, weights, moves, n)
    if table.phase == Phase.SURFACED:
        return boat_or_snorkel(table, box, weights)
    return moves[0]


@rule
def safe(table: Table, box: Box, row: int, spent: int) -> bool:
    """Whether the way up stays open from a row after losing some air and being pushed down once."""
    diver = table.divers[table.actor]
    tokens = tokens_at(table, box, diver, min(BOTTOM, row + 1), False)
    return way_up(table, box, min(BOTTOM, row + 1), tokens) + spent <= diver.air


@rule
def in_time(table: Table, box: Box, row: int) -> bool:
    """Whether a diver who ends its turn in a row is up before solo diving gets dear."""
    if table.last_round > 0:
        return row + 1 <= box.ascent * (table.last_round - table.rounds)
    turns = 1
    for seat in range(table.players):
        other = table.divers[seat]
        if seat != table.actor and other.state == State.DIVING:
            turns = max(turns, 1 + other.row // box.ascent + (seat < table.actor))
    return row + 1 <= box.ascent * turns


@rule
def look(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """See every animal; turn a tile over where no event cuts off the way up."""
    if is_kind(moves[n - 1], See):
        return moves[1] if is_kind(moves[1], See) else moves[2]
    return encode(Flip()) if may_flip(table, box, weights, table.place) else encode(GoOn())


@rule
def may_flip(table: Table, box: Box, weights: Weights, place: int) -> bool:
    """Whether the worst event of a tile leaves the way up open; in the deepest pile a down current."""
    if table.divers[table.actor].state == State.SNORKELING:
        return True
    deepest = table.backs[place] == DEPTHS - 1
    return safe(table, box, place // COLUMNS + deepest, weights.event)


@rule
def worth(table: Table, box: Box, weights: Weights, place: int) -> int:
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
def hope(table: Table, box: Box, colour: int) -> int:
    """The mean worth of a tile face down."""
    tiles = table.unseen_events[colour] + table.unseen_empty[colour]
    points = 0
    for species in range(SPECIES):
        if box.species[species].colour == colour:
            tiles += table.unseen_animals[species]
            points += table.unseen_animals[species] * box.points[species]
    return FINE * points // max(1, tiles)


@rule
def target(table: Table, box: Box, move: int) -> int:
    """The place that a step leads to."""
    diver = table.divers[table.actor]
    if diver.state == State.ABOARD:
        return box.boat[decode(DiveIn, move).space]
    place, way = place_of(diver), decode(Swim, move).way
    if way == Way.UP:
        return max(0, place - COLUMNS) if diver.row > 0 else place
    if way == Way.DOWN:
        return place + COLUMNS
    return place - 1 if way == Way.LEFT else place + 1


@rule
def outlook(table: Table, box: Box, weights: Weights, place: int) -> int:
    """What is here, and half of the best that lies beside it."""
    best = 0
    for way in range(WAYS):
        beside = neighbour(table, place, way)
        if beside != NOWHERE:
            best = max(best, worth(table, box, weights, beside))
    return weights.here * worth(table, box, weights, place) + best


@rule
def best_step(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Up while the way up is in danger; otherwise where most is to be discovered."""
    diver = table.divers[table.actor]
    if diver.state == State.SNORKELING:
        return snorkel(table, box, weights, moves, n)
    if diver.state == State.DIVING and not (
        safe(table, box, diver.row, weights.reserve) and in_time(table, box, diver.row)
    ):
        return flee(table, box, weights, moves, n)
    chosen, most = moves[0], 0
    up, down = encode(Swim(Way.UP)), encode(Swim(Way.DOWN))
    for i in range(n):
        move = moves[i]
        if is_kind(move, Stop) or (move == up and (diver.row == 0 or too_fast(table, box))):
            continue
        place = target(table, box, move)
        row = place // COLUMNS
        if is_kind(move, DiveIn) or (safe(table, box, row, weights.reserve) and in_time(table, box, row)):
            value = outlook(table, box, weights, place) + (weights.depth if move == down else 1)
            if value > most:
                chosen, most = move, value
    return chosen


@rule
def flee(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Up as far as is safe, sideways with the steps to spare; too fast only if nothing else helps."""
    diver = table.divers[table.actor]
    doomed = way_up(table, box, diver.row, diver.tokens) > diver.air
    may_rise = False
    stop, up = encode(Stop()), encode(Swim(Way.UP))
    aside, most = stop, 0
    for i in range(n):
        if moves[i] == up:
            fast = too_fast(table, box) or (diver.row == 0 and diver.tokens > 0)
            may_rise = doomed or not fast
        elif is_kind(moves[i], Swim) and is_sideways(decode(Swim, moves[i]).way):
            value = outlook(table, box, weights, target(table, box, moves[i]))
            if value > most:
                aside, most = moves[i], value
    rise = min(box.ascent - table.went[Way.UP], diver.row + 1)
    if may_rise and (doomed or aside == stop or table.steps + rise >= box.steps):
        return up
    return aside


@rule
def boat_or_snorkel(table: Table, box: Box, weights: Weights) -> int:
    """At the water line as long as there is something to see, aboard otherwise."""
    left = along(table, box, weights, Way.LEFT, box.steps)
    right = along(table, box, weights, Way.RIGHT, box.steps)
    return encode(Snorkel()) if left + right > 0 else encode(ClimbAboard())


@rule
def snorkel(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """See what the top row still has; then to the boat, and aboard."""
    diver = table.divers[table.actor]
    home = Way.LEFT if diver.column > box.boat[1] else Way.RIGHT
    chosen, most = encode(Stop()), 0
    for i in range(1, n):
        value = 2
        if is_kind(moves[i], Swim):
            way = decode(Swim, moves[i]).way
            value = along(table, box, weights, way, box.steps - table.steps) + (way == home)
        if value > most:
            chosen, most = moves[i], value
    return chosen


@rule
def along(table: Table, box: Box, weights: Weights, way: int, reach: int) -> int:
    """The best to be seen along the surface that way, nearer is better; nothing in the last round."""
    if table.last_round > 0 and table.rounds >= table.last_round:
        return 0
    best, column = 0, table.divers[table.actor].column
    for distance in range(1, reach + 1):
        column += 1 if way == Way.RIGHT else -1
        if table.west <= column <= table.east:
            best = max(best, worth(table, box, weights, column) // distance)
    return best


@rule
def lesser_evil(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Points rather than air where air is short; never up before its time."""
    diver = table.divers[table.actor]
    short = diver.state == State.DIVING and not safe(table, box, diver.row, weights.reserve)
    chosen = moves[0]
    for i in range(n):
        effect = decode(Choose, moves[i]).effect
        if effect == Effect.AIR and not short:
            chosen = moves[i]
        if effect == Effect.POINTS and short:
            chosen = moves[i]
        if (effect == Effect.SURFACE or effect == Effect.BOAT) and short and diver.row == 0:
            return moves[i]
    return chosen


@rule
def best_push(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Itself to where most is to be seen; never down, and up if the way is long."""
    chosen, most = moves[0], -1
    for i in range(n):
        value = 1 if is_kind(moves[i], PushFish) else 0
        if is_kind(moves[i], PushDiver):
            pushed = decode(PushDiver, moves[i])
            if pushed.seat == table.actor:
                value = drift(table, box, weights, pushed.way)
        if value > most:
            chosen, most = moves[i], value
    return chosen


@rule
def drift(table: Table, box: Box, weights: Weights, way: int) -> int:
    """What it is worth to be pushed that way."""
    beside = neighbour(table, place_of(table.divers[table.actor]), way)
    if beside == NOWHERE or way == Way.DOWN:
        return 0
    return 2 + worth(table, box, weights, beside)
