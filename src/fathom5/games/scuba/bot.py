"""The heuristic of SCUBA: it goes deep early, looks at everything, and keeps air for the way up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core import Array, Rng, decode, encode, is_kind, rule
from fathom5.games.scuba.events import NOWHERE, neighbour
from fathom5.games.scuba.features import FEATURES, features
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.scouting import Scouted, Weights, may_flip, outlook, safe, scout, worth
from fathom5.games.scuba.sea import air_at, is_sideways, place_of
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    DEPTHS,
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

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["ABSURD", "FEATURES", "Weights", "features", "heuristic"]


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
def look(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """See every animal; turn a tile over where no event cuts off the way up."""
    if is_kind(moves[n - 1], See):
        return moves[1] if is_kind(moves[1], See) else moves[2]
    return encode(Flip()) if may_flip(table, box, weights, table.place) else encode(GoOn())


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
def best_step(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Up while the way up is in danger; otherwise where most is to be discovered."""
    diver = table.divers[table.actor]
    scouted = scout(table, box, weights)
    if diver.state == State.SNORKELING:
        return snorkel(table, box, scouted, moves, n)
    if diver.state == State.DIVING and diver.row > scouted.goes:
        return flee(table, box, weights, scouted, moves, n)
    chosen, most = moves[0], 0
    up, down, last = encode(Swim(Way.UP)), encode(Swim(Way.DOWN)), table.steps + 1 == box.steps
    for i in range(n):
        move = moves[i]
        if is_kind(move, Stop) or (move == up and (diver.row == 0 or too_fast(table, box))):
            continue
        place = target(table, box, move)
        row = place // COLUMNS
        if is_kind(move, DiveIn) or row <= scouted.goes:
            value = outlook(table, box, weights, scouted, place) + (weights.depth if move == down else 1)
            if last:
                value += weights.breath * (box.breath[DEPTHS] - air_at(box, row))
            if value > most:
                chosen, most = move, value
    return chosen


@rule
def flee(table: Table, box: Box, weights: Weights, scouted: Scouted, moves: Array[int], n: int) -> int:
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
            value = outlook(table, box, weights, scouted, target(table, box, moves[i]))
            if value > most:
                aside, most = moves[i], value
    rise = min(box.ascent - table.went[Way.UP], diver.row + 1)
    if may_rise and (doomed or aside == stop or table.steps + rise >= box.steps):
        return up
    return aside


@rule
def boat_or_snorkel(table: Table, box: Box, weights: Weights) -> int:
    """At the water line as long as there is something to see, aboard otherwise."""
    scouted = scout(table, box, weights)
    left = along(table, box, scouted, Way.LEFT, box.steps)
    right = along(table, box, scouted, Way.RIGHT, box.steps)
    return encode(Snorkel()) if left + right > 0 else encode(ClimbAboard())


@rule
def snorkel(table: Table, box: Box, scouted: Scouted, moves: Array[int], n: int) -> int:
    """See what the top row still has; then to the boat, and aboard."""
    diver = table.divers[table.actor]
    home = Way.LEFT if diver.column > box.boat[1] else Way.RIGHT
    chosen, most = encode(Stop()), 0
    for i in range(1, n):
        value = 2
        if is_kind(moves[i], Swim):
            way = decode(Swim, moves[i]).way
            value = along(table, box, scouted, way, box.steps - table.steps) + (way == home)
        if value > most:
            chosen, most = moves[i], value
    return chosen


@rule
def along(table: Table, box: Box, scouted: Scouted, way: int, reach: int) -> int:
    """The best to be seen along the surface that way, nearer is better; nothing in the last round."""
    if table.last_round > 0 and table.rounds >= table.last_round:
        return 0
    best, column = 0, table.divers[table.actor].column
    for distance in range(1, reach + 1):
        column += 1 if way == Way.RIGHT else -1
        if table.west <= column <= table.east:
            best = max(best, worth(table, box, scouted, column) // distance)
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
    """Itself to where most is to be seen, never down; or another one down."""
    chosen, most = moves[0], -1
    scouted = scout(table, box, weights)
    for i in range(n):
        value = 1 if is_kind(moves[i], PushFish) else 0
        if is_kind(moves[i], PushDiver):
            pushed = decode(PushDiver, moves[i])
            if pushed.seat == table.actor:
                value = drift(table, box, scouted, pushed.way)
            elif pushed.way == Way.DOWN:
                value = sinking(table, box, weights, pushed.seat)
        if value > most:
            chosen, most = moves[i], value
    return chosen


@rule
def drift(table: Table, box: Box, scouted: Scouted, way: int) -> int:
    """What it is worth to be pushed that way."""
    diver = table.divers[table.actor]
    beside = neighbour(table, place_of(diver), way)
    if beside == NOWHERE or way == Way.DOWN:
        return 0
    return 2 + worth(table, box, scouted, beside)


@rule
def sinking(table: Table, box: Box, weights: Weights, seat: int) -> int:
    """What it is worth to push another one down: much if its air does not last then."""
    other = table.divers[seat]
    row = min(BOTTOM, other.row + 1)
    drowns = way_up(table, box, row, tokens_at(table, box, other, row, False)) > other.air
    return 10 * weights.spite if drowns else weights.spite


def passes_an_animal(view: View, move: int) -> bool:
    """Whether a diver goes on past an animal that it could see for nothing."""
    seen = any(isinstance(each, See) for each in view.open_moves)
    return isinstance(view.decoded(move), GoOn) and seen


ABSURD = {
    "goes on past an animal it could see": passes_an_animal,
}
"""Moves that no level makes, and how to tell them by their ids."""
