"""What happens in the sea of SCUBA: dust, currents, animals seen, deco tokens, air, the surface."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    CUBES,
    Arrow,
    Box,
    Diver,
    State,
    Table,
    Way,
)

ON_HAND = -1
GONE = -1
NO_TILE = -1
SURFACE = -1
NO_CURRENT = -1
SHALLOW = 1
"""The deepest row at 0 to 10 m."""

METRES = 5
"""Metres in a row."""


@rule
def place_of(diver: Diver) -> int:
    """Where a diver looks: its own space, or for a snorkeler the one below it."""
    return max(0, diver.row) * COLUMNS + diver.column


@rule
def in_water(diver: Diver) -> bool:
    """Whether a diver is under water or snorkeling."""
    return diver.state == State.DIVING or diver.state == State.SNORKELING


@rule
def is_sideways(way: int) -> bool:
    """Left or right."""
    return way == Way.LEFT or way == Way.RIGHT


# Dust


@rule
def remove_dust(table: Table, seat: int) -> None:
    """Step 1: all dust markers of a diver leave the board (Step 1)."""
    diver = table.divers[seat]
    for cube in range(CUBES):
        if diver.dust[cube] != ON_HAND:
            table.cubes[diver.dust[cube]] -= 1
            diver.dust[cube] = ON_HAND


@rule
def leave_dust(table: Table) -> None:
    """A cube on the space: not in round 1, not by snorkelers, only on a turn's last four (SC-4)."""
    diver = table.divers[table.turn]
    if not table.stirs or table.rounds == 1 or diver.state != State.DIVING:
        return
    cube = table.cubes_laid
    if diver.dust[cube] != ON_HAND:
        table.cubes[diver.dust[cube]] -= 1
    diver.dust[cube] = table.place
    table.cubes[table.place] += 1
    table.cubes_laid = cube + 1 if cube + 1 < CUBES else 0


@rule
def leave_space(table: Table) -> None:
    """The diver has done with its space, or leaves it: now comes the dust (SC-17)."""
    if table.exploring:
        table.exploring = 0
        leave_dust(table)


# Currents


@rule
def apply_current(table: Table, box: Box) -> None:
    """Step 2: face-up animals move by colour, divers all alike, snorkelers only sideways (SC-5)."""
    card = box.currents[table.current]
    if card.way == Way.CALM:
        return
    for i in range(table.found):
        if table.animals[i].place != GONE:
            spaces = card.animals[box.species[table.animals[i].species].colour]
            if spaces > 0:
                carry_animal(table, i, card.way, spaces)
    if card.divers > 0:
        for seat in range(table.players):
            carry_diver(table, box, seat, card.way, card.divers)


@rule
def carry_animal(table: Table, i: int, way: int, spaces: int) -> None:
    """An animal with its discs: it stays below the surface, and is lost over sides and bottom."""
    place = table.animals[i].place
    row = place // COLUMNS
    column = place - row * COLUMNS
    table.crowd[place] -= 1
    if way == Way.UP:
        row = max(0, row - spaces)
    elif way == Way.DOWN:
        row += spaces
    elif way == Way.LEFT:
        column -= spaces
    else:
        column += spaces
    if row > BOTTOM or column < table.west or column > table.east:
        table.animals[i].place = GONE
    else:
        table.animals[i].place = row * COLUMNS + column
        table.crowd[row * COLUMNS + column] += 1


@rule
def carry_diver(table: Table, box: Box, seat: int, way: int, spaces: int) -> None:
    """A diver, as far as surface, sides and bottom let it; a snorkeler only sideways."""
    diver = table.divers[seat]
    if not in_water(diver):
        return
    if way == Way.LEFT:
        diver.column = max(table.west, diver.column - spaces)
    elif way == Way.RIGHT:
        diver.column = min(table.east, diver.column + spaces)
    elif diver.state == State.DIVING:
        before = diver.row
        diver.row = max(0, diver.row - spaces) if way == Way.UP else min(BOTTOM, diver.row + spaces)
        note_depth(table, seat, before)
    if box.edition == 1 and diver.state == State.SNORKELING and under_boat(box, diver.column):
        diver.state = State.HOME


@rule
def can_drift(table: Table, diver: Diver, way: int) -> bool:
    """Whether a push moves the diver: not over a side nor to the surface; at the bottom nobody is pushed."""
    if way == Way.LEFT:
        return diver.column > table.west
    if way == Way.RIGHT:
        return diver.column < table.east
    return way == Way.DOWN or diver.row > 0


# Animals


@rule
def turn_up(table: Table, species: int, place: int) -> None:
    """An animal tile lies face up from now on."""
    animal = table.animals[table.found]
    animal.species = species
    animal.place = place
    table.crowd[place] += 1
    table.found += 1


@rule
def unseen_here(table: Table, i: int) -> bool:
    """Whether an animal is on the place explored and the diver has no disc on it."""
    animal = table.animals[i]
    return animal.place == table.place and not (animal.discs >> table.turn) & 1


@rule
def see(table: Table, box: Box, i: int) -> None:
    """A card for a new species, its points in chips otherwise, and a disc on the tile (SC-7)."""
    animal = table.animals[i]
    diver = table.divers[table.turn]
    table.explored = 1
    diver.points += box.points[animal.species]
    if not diver.seen[animal.species]:
        diver.seen[animal.species] = 1
        diver.cards += 1
    animal.discs |= 1 << table.turn
    if animal.discs == (1 << table.players) - 1:
        table.crowd[animal.place] -= 1
        animal.place = GONE


# Decompression


@rule
def take_token(table: Table, diver: Diver) -> None:
    """A deco token, if they are in play."""
    if table.decompression:
        diver.tokens += 1


@rule
def note_depth(table: Table, seat: int, before: int) -> None:
    """A token for the first descent below 10 m and for each arrival at 40 to 45 m (SC-12)."""
    diver = table.divers[seat]
    if diver.row > SHALLOW and not diver.deep:
        diver.deep = 1
        take_token(table, diver)
    if diver.row == BOTTOM and before < BOTTOM:
        take_token(table, diver)
        if seat == table.turn:
            table.sank = 1


@rule
def stays_deepest(table: Table, box: Box, diver: Diver) -> bool:
    """Whether a turn that ends here costs the token at 40 to 45 m: none was taken for arriving (SC-20)."""
    return box.edition > 1 and diver.row == BOTTOM and not table.sank


@rule
def decompress(diver: Diver) -> None:
    """A turn that ends between 0 and 10 m takes one token off (SC-12)."""
    if diver.row <= SHALLOW and diver.tokens > 0:
        diver.tokens -= 1


@rule
def may_surface(tokens: int) -> bool:
    """Nobody surfaces with more than one deco token (SC-12)."""
    return tokens <= 1


# Air


@rule
def air_at(box: Box, row: int) -> int:
    """Step 4: what a turn that ends in a row costs; the surface is free."""
    return box.breath[row >> 1] if row >= 0 else 0


@rule
def lose_air(table: Table, air: int) -> None:
    """Air lost; a diver under water without any is out, at once (SC-10)."""
    diver = table.divers[table.turn]
    diver.air = max(0, diver.air - air)
    if diver.air == 0:
        table.ended = 1


@rule
def rescue_costs(box: Box, row: int, column: int) -> int:
    """Points a rescue costs: the depth in metres, a fine, and the way of the boat (SC-13)."""
    return (row + 1) * METRES + box.rescue + box.penalties[column]


@rule
def run_out_of_air(table: Table, box: Box, diver: Diver) -> None:
    """The diver drowns; where divers cannot die, it is rescued and pays for the depth (SC-13)."""
    if table.no_death:
        diver.minus += rescue_costs(box, diver.row, diver.column)
        diver.state = State.RESCUED
        diver.row = SURFACE
    else:
        diver.state = State.DROWNED


# The surface


@rule
def under_boat(box: Box, column: int) -> bool:
    """Whether the boat lies over a column."""
    return box.boat[0] <= column <= box.boat[2]


@rule
def at_boat(box: Box, column: int) -> bool:
    """Whether a column is under the boat or right next to it."""
    return box.boat[0] - 1 <= column <= box.boat[2] + 1


@rule
def way_leads(ways: int, way: int) -> bool:
    """Whether an arrow lets a push go that way."""
    return ways == Arrow.ANY or is_sideways(way)
