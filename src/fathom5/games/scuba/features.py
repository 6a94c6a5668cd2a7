"""What a value network of SCUBA goes by: a diver, what it has seen and may see, its way up, the time."""

from __future__ import annotations

from fathom5.core import Array, rule
from fathom5.games.scuba.ending import points_of
from fathom5.games.scuba.forecast import way_up
from fathom5.games.scuba.sea import NO_TILE
from fathom5.games.scuba.table import (
    COLUMNS,
    COMBINATIONS,
    DEPTHS,
    SPACES,
    SPECIES,
    Box,
    Diver,
    Phase,
    State,
    Table,
)

FEATURES = 69


STATES = len(State)


@rule
def features(table: Table, box: Box, weights: object, seat: int, features: Array[float]) -> int:
    """What speaks for a seat."""
    n = features_of_the_log(table, box, seat, features, 0)
    n = features_of_the_diver(table, box, seat, features, n)
    n = features_of_the_sea(table, box, seat, features, n)
    return features_of_time(table, seat, features, n)


@rule
def features_of_the_log(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Points, cards, and how far each combination is."""
    diver = table.divers[seat]
    features[n] = points_of(table, box, seat) / 50
    features[n + 1] = diver.points / 50
    features[n + 2] = diver.minus / 20
    features[n + 3] = diver.cards / 10
    n += 4
    for i in range(n, n + len(COMBINATIONS)):
        features[i] = 0.0
    for species in range(SPECIES):
        if diver.seen[species]:
            features[n + box.species[species].combination] += 0.3
    n += len(COMBINATIONS)
    for species in range(SPECIES):
        features[n] = diver.seen[species]
        n += 1
    return n


@rule
def features_of_the_diver(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """How the dive stands, where, and how much air there is beyond the way up."""
    diver = table.divers[seat]
    for state in range(STATES):
        features[n + state] = diver.state == state
    n += STATES
    diving = diver.state == State.DIVING
    need = way_up(table, box, max(0, diver.row), diver.tokens) if diving else 0
    features[n] = diver.row / 4
    features[n + 1] = diver.air / 10
    features[n + 2] = diver.tokens / 2
    features[n + 3] = diver.deep
    features[n + 4] = need / 10
    features[n + 5] = (diver.air - need) / 10
    features[n + 6] = diving and diver.air < need
    features[n + 7] = abs(diver.column - box.boat[1]) / 4
    features[n + 8] = box.penalties[diver.column] / 4
    return n + 9


@rule
def away(diver: Diver, place: int) -> int:
    """Steps from a diver to a place."""
    return abs(max(0, diver.row) - place // COLUMNS) + abs(diver.column - place % COLUMNS)


@rule
def features_of_the_sea(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """What is left to discover, in all and by how near it is: animals in sight, and tiles by colour."""
    diver = table.divers[seat]
    for i in range(n, n + 3 + 3 * DEPTHS):
        features[i] = 0.0
    for i in range(table.found):
        animal = table.animals[i]
        if animal.place >= 0 and not (animal.discs >> seat) & 1:
            points = box.points[animal.species] + 1
            features[n] += points / 20
            near = points / (1 + away(diver, animal.place))
            features[n + 1] += near / 5
            if near / 2 > features[n + 2]:
                features[n + 2] = near / 2
    n += 3
    for colour in range(DEPTHS):
        tiles, points = table.unseen_events[colour] + table.unseen_empty[colour], 0
        for species in range(SPECIES):
            if box.species[species].colour == colour:
                tiles += table.unseen_animals[species]
                points += table.unseen_animals[species] * box.points[species]
        features[n + colour] = points / max(1, tiles) / 4
    for place in range(SPACES):
        colour = table.backs[place]
        if colour != NO_TILE:
            features[n + DEPTHS + colour] += 0.1
            features[n + 2 * DEPTHS + colour] += 1.0 / (1 + away(diver, place))
    return n + 3 * DEPTHS


@rule
def features_of_time(table: Table, seat: int, features: Array[float], n: int) -> int:
    """How near the end is, who is still under water, whose turn it is and what of it is left."""
    mine, under = table.turn == seat, 0
    for other in range(table.players):
        under += table.divers[other].state <= State.SNORKELING
    features[n] = table.rounds / 10
    features[n + 1] = table.last_round > 0
    features[n + 2] = (table.last_round - table.rounds) / 2 if table.last_round > table.rounds else 0.0
    features[n + 3] = under / 2
    features[n + 4] = under == 1 and table.divers[seat].state == State.DIVING
    features[n + 5] = mine
    features[n + 6] = table.steps / 4 if mine else 0.0
    features[n + 7] = mine and table.explored
    features[n + 8] = mine and table.phase == Phase.STEP
    features[n + 9] = (seat - table.turn) % table.players / 2
    features[n + 10] = seat < table.turn
    features[n + 11] = table.decompression
    return n + 12
