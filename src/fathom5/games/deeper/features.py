"""What a value network of Deeper goes by: a seat's habitat, what it lacks, where it is, and the time left."""

from __future__ import annotations

from fathom5.core import Array, rule
from fathom5.games.deeper.goals import (
    FIRST_ROCKET,
    NOTHING,
    RADIO,
    Weights,
    best_goal,
    effort,
    kinds_in_the_sea,
    lacking,
    part,
    price,
    worth,
)
from fathom5.games.deeper.habitat import can_pay, discount, owned, points_of
from fathom5.games.deeper.sea import at_home, hatch_of, row_of
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    HATCH,
    KINDS,
    PLACES,
    RAW,
    ROCKETS,
    ROWS,
    UNBUILT,
    UPGRADES,
    Box,
    Card,
    Diver,
    Phase,
    Table,
    Upgrade,
)
from fathom5.games.deeper.ways import distance, swims_home, tiles_around

FAR = 16
"""Swims to what lies nowhere."""

FEATURES = 106


@rule
def features(table: Table, box: Box, weights: Weights, seat: int, features: Array[float]) -> int:
    """What speaks for a seat."""
    n = features_of_the_habitat(table, box, seat, features, 0)
    n = features_of_the_hand(table, box, weights, seat, features, n)
    n = features_of_rockets(table, box, weights, seat, features, n)
    n = features_of_the_dive(table, box, seat, features, n)
    n = features_of_the_sea(table, box, seat, features, n)
    n = features_of_goals(table, box, weights, seat, features, n)
    return features_of_time(table, seat, features, n)


@rule
def features_of_the_habitat(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Points, upgrades, cards built, milestones, and the resources at hand."""
    diver = table.divers[seat]
    features[n] = points_of(table, box, seat) / 20
    n += 1
    for upgrade in range(len(UPGRADES)):
        features[n] = diver.upgrades[upgrade]
        n += 1
    for card in range(len(CARDS)):
        features[n] = diver.built[card]
        n += 1
    for depth in range(4):
        features[n] = diver.milestones[depth]
        n += 1
    for kind in range(KINDS):
        features[n] = diver.inventory[kind] / 2
        features[n + 1] = diver.storage[kind] / 2
        n += 2
    return n


@rule
def lacking_for(box: Box, weights: Weights, diver: Diver, item: int) -> int:
    """The effort that it still takes to have all that an item costs."""
    missing = 0
    for kind in range(RAW):
        missing += max(0, price(box, diver, item, kind) - owned(diver, kind)) * effort(weights, kind)
    return missing


@rule
def features_of_the_hand(
    table: Table, box: Box, weights: Weights, seat: int, features: Array[float], n: int
) -> int:
    """Blueprints in hand: how many, their points, the effort they take; and what the radio lacks."""
    diver = table.divers[seat]
    points, missing, ready = 0, 0, 0
    for card in range(DECK_CARDS):
        if diver.hand[card] > 0:
            lack = lacking_for(box, weights, diver, card)
            points += diver.hand[card] * box.cards[card].points
            missing += lack
            ready = max(ready, box.cards[card].points if lack == 0 else 0)
    features[n] = diver.hand_size / 2
    features[n + 1] = points / 5
    features[n + 2] = missing / 10
    features[n + 3] = ready / 4
    features[n + 4] = 0.0 if diver.built[Card.RADIO] else (1 + lacking_for(box, weights, diver, RADIO)) / 10
    return n + 5


@rule
def features_of_rockets(
    table: Table, box: Box, weights: Weights, seat: int, features: Array[float], n: int
) -> int:
    """Each rocket card that can still be built: the effort it takes, and whether all is there."""
    diver = table.divers[seat]
    best, left = 0, 0
    for rocket in range(len(ROCKETS)):
        for i in range(n, n + 3):
            features[i] = 0.0
        if table.rockets[rocket] == UNBUILT and not table.unused[rocket]:
            features[n] = 1.0
            features[n + 1] = lacking_for(box, weights, diver, FIRST_ROCKET + rocket) / 10
            points = box.rockets[rocket].points
            left += points
            if can_pay(diver, box.rockets[rocket].cost, discount(diver)):
                features[n + 2] = 1.0
                best = max(best, points)
        n += 3
    radio = diver.built[Card.RADIO] > 0
    features[n] = left / 20
    features[n + 1] = table.rockets_left / 4
    features[n + 2] = best * radio / 5
    features[n + 3] = best * radio * at_home(diver) / 5
    features[n + 4] = table.rockets_left == 1
    return n + 5


@rule
def features_of_the_dive(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Where the diver is, what it breathes and carries, and the actions it has to spare."""
    diver = table.divers[seat]
    back = swims_home(table, box, seat, tiles_around(table, box, seat), diver.place)
    fins = diver.upgrades[Upgrade.FINS]
    features[n] = at_home(diver)
    features[n + 1] = row_of(diver.place) / 4
    features[n + 2] = back / 4
    features[n + 3] = diver.air / 4
    features[n + 4] = diver.lungs / 8
    features[n + 5] = (diver.bag - diver.carried) / 4
    features[n + 6] = (diver.shelf - diver.stored) / 4
    features[n + 7] = diver.carried / 4
    features[n + 8] = (diver.air * (box.actions + fins) - back) / 8
    return n + 9


@rule
def features_of_the_sea(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """By kind: swims to the nearest tile with it and home from there, and how much lies in the sea."""
    place, home = table.divers[seat].place, hatch_of(table, box, seat)
    for kind in range(RAW):
        features[n + kind] = FAR
        features[n + RAW + kind] = 0.0
    for there in range(ROWS, PLACES - ROWS):
        tile = table.sea[there]
        if 0 <= tile < HATCH:
            swims = distance(place, there) + distance(there, home)
            for kind in range(RAW):
                stock = table.stock[tile, kind]
                if stock > 0:
                    features[n + kind] = min(features[n + kind], swims)
                    features[n + RAW + kind] += stock / 10
    for kind in range(RAW):
        features[n + kind] /= 8
    return n + 2 * RAW


@rule
def features_of_goals(
    table: Table, box: Box, weights: Weights, seat: int, features: Array[float], n: int
) -> int:
    """The next two things to build: their worth, what they take, and where what the first lacks lies."""
    diver, found = table.divers[seat], kinds_in_the_sea(table)
    goal = best_goal(table, box, weights, seat, found, NOTHING, NOTHING)
    second = best_goal(table, box, weights, seat, found, goal, NOTHING)
    before = NOTHING
    for item in (goal, second):
        for i in range(n, n + 4):
            features[i] = 0.0
        if item != NOTHING:
            missing = lacking_for(box, weights, diver, item)
            features[n] = worth(table, box, weights, seat, item, before) / 40
            features[n + 1] = missing / 10
            features[n + 2] = missing == 0
            features[n + 3] = item >= FIRST_ROCKET
        before = goal
        n += 4
    lack = lacking(table, box, seat, goal)
    home, under = hatch_of(table, box, seat), table.sea[diver.place]
    nearest, here, tiles = FAR, 0, 0
    for there in range(ROWS, PLACES - ROWS):
        tile = table.sea[there]
        if 0 <= tile < HATCH:
            gain = 0
            for kind in range(RAW):
                gain = max(gain, min(table.stock[tile, kind], 2, part(lack, kind)))
            if gain > 0:
                tiles += 1
                nearest = min(nearest, distance(diver.place, there) + distance(there, home))
                if tile == under:
                    here = gain
    features[n] = nearest / 8
    features[n + 1] = here / 2
    features[n + 2] = tiles / 4
    features[n + 3] = lack == 0 and at_home(diver)
    features[n + 4] = 0.0 if lack == 0 else 1.0 / (1 + max(0, nearest))
    return n + 5


@rule
def features_of_time(table: Table, seat: int, features: Array[float], n: int) -> int:
    """How far the game is, whose turn it is and what is left of it."""
    mine = table.turn == seat
    features[n] = table.rounds / 20
    features[n + 1] = (table.limit - table.rounds) / 50
    features[n + 2] = mine
    features[n + 3] = table.actions / 2 if mine else 0.0
    features[n + 4] = (seat - table.turn) % table.players / 2
    features[n + 5] = (seat - table.starter) % table.players / 2
    features[n + 6] = mine and table.phase == Phase.ACT
    return n + 7
