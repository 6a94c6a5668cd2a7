"""What the heuristic of SCUBA sees: how deep a diver may go, and what is to be discovered where."""

from __future__ import annotations

from typing import NamedTuple

from fathom5.core import Struct, rule, whole
from fathom5.games.scuba.events import NOWHERE, neighbour
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.sea import NO_TILE
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    DEPTHS,
    SPACES,
    SPECIES,
    WAYS,
    Box,
    State,
    Table,
)

FINE = 12
"""Values are twelfths of a point."""


class Weights(Struct):
    """What the heuristic goes by."""

    reserve = whole(0, 10, "air for bad luck")
    event = whole(0, 10, "air that turning a tile over may cost in the end")
    depth = whole(0, 200, "what a step down is worth, in twelfths of a point")
    here = whole(1, 10, "how many times the best beside a place it counts what is there")
    beyond = whole(0, 24, "twelfths of the best one step further that it counts beside a place")
    breath = whole(0, 240, "what air is worth where a turn ends, in twelfths of a point")
    trust = whole(0, 4, "turns that others are taken to stay longer than they must")
    spite = whole(0, 60, "what it is worth to push another one down, in twelfths of a point")


Hopes = tuple[int, int, int, int]
"""The mean worth of a tile face down, by colour, in twelfths of a point."""


class Scouted(NamedTuple):
    """How deep a diver goes, how deep it turns tiles over, and what these are worth."""

    goes: int
    flips: int
    hopes: Hopes


@rule
def safe(table: Table, box: Box, row: int, spent: int) -> bool:
    """Whether the way up stays open from a row after losing some air."""
    diver = table.divers[table.actor]
    return way_up(table, box, row, tokens_at(table, box, diver, row, False)) + spent <= diver.air


@rule
def deepest_safe(table: Table, box: Box, spent: int) -> int:
    """The deepest row from which the way up stays open after losing some air; -1: none."""
    row = BOTTOM
    while row >= 0 and not safe(table, box, row, spent):
        row -= 1
    return row


@rule
def deepest_in_time(table: Table, box: Box, weights: Weights) -> int:
    """The deepest row from which a diver who ends its turn there is up before solo diving gets dear."""
    if table.last_round > 0:
        return box.ascent * (table.last_round - table.rounds) - 1
    turns = 1
    for seat in range(table.players):
        other = table.divers[seat]
        if seat != table.actor and other.state <= State.DIVING:
            left = 1 + (other.state == State.ABOARD) + max(0, other.row) // box.ascent + (seat < table.actor)
            turns = max(turns, left)
    return box.ascent * (turns + weights.trust) - 1


@rule
def scout(table: Table, box: Box, weights: Weights) -> Scouted:
    """How deep the diver goes and turns tiles over, and what these are worth."""
    safe_row = deepest_safe(table, box, weights.reserve)
    goes = min(safe_row, deepest_in_time(table, box, weights))
    flips = safe_row if weights.event == weights.reserve else deepest_safe(table, box, weights.event)
    if table.divers[table.actor].state == State.SNORKELING:
        goes = flips = BOTTOM + 1
    hopes = (hope(table, box, 0), hope(table, box, 1), hope(table, box, 2), hope(table, box, 3))
    return Scouted(goes, flips, hopes)


@rule
def may_flip(table: Table, box: Box, weights: Weights, place: int) -> bool:
    """Whether the worst event of a tile leaves the way up open; in the deepest pile a down current."""
    if table.divers[table.actor].state == State.SNORKELING:
        return True
    deepest = table.backs[place] == DEPTHS - 1
    return safe(table, box, place // COLUMNS + deepest, weights.event)


@rule
def worth(table: Table, box: Box, scouted: Scouted, place: int) -> int:
    """What is to be discovered on a place, in twelfths of a point."""
    if place >= SPACES or table.cubes[place] > 0:
        return 0
    value, colour = 0, table.backs[place]
    if colour != NO_TILE and place // COLUMNS + (colour == DEPTHS - 1) <= scouted.flips:
        value += scouted.hopes[colour]
    i, left = 0, int(table.crowd[place])
    while left > 0 and i < table.found:
        animal = table.animals[i]
        if animal.place == place:
            left -= 1
            if not (animal.discs >> table.actor) & 1:
                value += FINE * (box.points[animal.species] + 1)
        i += 1
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
def best_beside(table: Table, box: Box, scouted: Scouted, place: int, but: int) -> int:
    """The most that is to be discovered beside a place, one place left out."""
    best = 0
    for way in range(WAYS):
        beside = neighbour(table, place, way)
        if beside != NOWHERE and beside != but and beside // COLUMNS <= scouted.goes:
            best = max(best, worth(table, box, scouted, beside))
    return best


@rule
def outlook(table: Table, box: Box, weights: Weights, scouted: Scouted, place: int) -> int:
    """What is here, and the best that two steps from here discover."""
    best = 0
    for way in range(WAYS):
        beside = neighbour(table, place, way)
        if beside != NOWHERE and beside // COLUMNS <= scouted.goes:
            further = weights.beyond * best_beside(table, box, scouted, beside, place)
            best = max(best, worth(table, box, scouted, beside) + further // FINE)
    return weights.here * worth(table, box, scouted, place) + best
