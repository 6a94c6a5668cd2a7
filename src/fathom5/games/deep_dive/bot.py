"""The heuristic of Deep Dive: it weighs each tile for its rows, and each flip by what may come up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core import Array, Rng, Struct, clockwise, decode, encode, is_kind, rule, whole
from fathom5.games.deep_dive.rules import (
    NONE,
    OPPONENT,
    colour_of,
    complete_rows,
    points_at,
    points_of,
    row_sum,
    rows,
)
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEEPEST,
    DEPTHS,
    LEVELS,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    Box,
    DiveDeeper,
    Flip,
    IngestRock,
    Phase,
    Table,
    Take,
    TakeNothing,
)

if TYPE_CHECKING:
    from fathom5.view import View

FULL = 100
"""A point for certain; everything is weighed in hundredths of points."""

MOST = 100
"""Hundredths: all of it."""

NextRows = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""By colour: what the next food of it is worth for each of its points, and for the row it is in."""


class Weights(Struct):
    """What the heuristic goes by, in hundredths of points where nothing else is said."""

    rock = whole(0, 600, "what a rock is good for later")
    trapped = whole(0, 600, "what a penguin that distracts is good for")
    deny = whole(0, 100, "what it is worth that another does not get a tile, in hundredths of its worth")
    lone = whole(0, 100, "a tile's worth while its row is not complete, in hundredths of its points")
    hope = whole(0, 100, "how far a row is hoped for that lacks nothing, in hundredths")
    doubt = whole(0, 100, "how much less for each tile that it lacks")


@rule
def heuristic(table: Table, box: Box, weights: Weights, moves: Array[int], n: int, rng: Rng) -> int:
    """The move worth most; for the solo opponent, the tile it misses least."""
    best, most, seat = moves[0], -100_000, table.actor
    next_rows = (
        next_row(table, weights, seat, 0),
        next_row(table, weights, seat, 1),
        next_row(table, weights, seat, 2),
    )
    flips, dives, rocks = False, False, False
    for i in range(n):
        flips = flips or is_kind(moves[i], Flip)
        dives = dives or is_kind(moves[i], DiveDeeper)
        rocks = rocks or is_kind(moves[i], IngestRock)
        if is_kind(moves[i], Take) or is_kind(moves[i], TakeNothing):
            value = still_worth(table, weights, next_rows, moves[i])
            if value >= most:
                best, most = moves[i], value
    below = 0
    if flips or dives or rocks:
        for depth in range(DEEPEST, table.depth - 1, -1):
            if depth == table.depth and flips:
                value = flip_worth(table, box, weights, seat, next_rows, depth, below)
                if value >= most:
                    best, most = encode(Flip()), value
            if depth > table.depth:
                below = arrival_worth(table, box, weights, seat, next_rows, depth, below)
            if depth == table.depth + 1 and dives and below >= most:
                best, most = encode(DiveDeeper()), below
            if rocks and depth > table.depth and below - rock_worth(table, weights) > most:
                best, most = encode(IngestRock(depth, ROCK)), below - rock_worth(table, weights)
    return best


@rule
def denied(table: Table, weights: Weights, kind: int) -> int:
    """What it is worth that the only other does not get a tile; among more, all others share the gain."""
    seat = clockwise(table, table.turn)
    if kind == ROCK or table.players != 2 or (table.last_dive and seat == table.starter):
        return 0
    a_point, the_row = next_row(table, weights, seat, colour_of(kind))
    return weights.deny * (a_point * points_of(kind) + the_row) // MOST


@rule
def still_worth(table: Table, weights: Weights, next_rows: NextRows, move: int) -> int:
    """What a move brings that goes no deeper."""
    if is_kind(move, TakeNothing):
        return 0
    kind = decode(Take, move).tile
    value = tile_worth(table, weights, next_rows, kind)
    return -value if table.phase == Phase.FAVOUR else value + denied(table, weights, kind)


@rule
def rock_worth(table: Table, weights: Weights) -> int:
    """A rock is for a later turn; on the last dive there is none."""
    return 0 if table.last_dive else weights.rock


@rule
def next_row(table: Table, weights: Weights, seat: int, colour: int) -> tuple[int, int]:
    """What the next food of a colour is worth: so much a point, and so much for the row it is in.

    Points now, and half of them again as far as the row may still be completed.
    """
    player = table.team[seat]
    row = player.foods[colour]
    others, missing = 0, 0
    for other in range(COLOURS):
        if other != colour:
            if row < player.foods[other]:
                others += player.tableau[other, row]
            else:
                missing += row + 1 - player.foods[other]
    if missing == 0:
        return FULL, FULL // 2 * others
    if table.last_dive:
        return FULL // 2, 0
    half = FULL // 2 * max(0, weights.hope - missing * weights.doubt) // MOST
    return weights.lone + half, half * others


@rule
def tile_worth(table: Table, weights: Weights, next_rows: NextRows, kind: int) -> int:
    """What a tile is worth to whoever has these next rows."""
    if kind == ROCK:
        return rock_worth(table, weights)
    a_point, the_row = next_rows[colour_of(kind)]
    return a_point * points_of(kind) + the_row


@rule
def best_tile(table: Table, box: Box, weights: Weights, next_rows: NextRows, depth: int) -> int:
    """The worth of the best face-up tile at a depth."""
    best = 0
    if table.takeable[depth] > 0:
        for i in range(box.kinds[depth]):
            kind = box.kind[depth, i]
            if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
                best = max(best, tile_worth(table, weights, next_rows, kind))
    return best


@rule
def arrival_worth(
    table: Table, box: Box, weights: Weights, seat: int, next_rows: NextRows, depth: int, below: int
) -> int:
    """The worth of arriving at a depth, given that of the next one."""
    best = best_tile(table, box, weights, next_rows, depth)
    if table.face_down[depth] > 0:
        best = max(best, flip_worth(table, box, weights, seat, next_rows, depth, below))
    if table.team[seat].trapped[depth] > 0 or table.face_down[depth] == 0:
        best = max(best, below)
    return best


@rule
def flip_worth(
    table: Table, box: Box, weights: Weights, seat: int, next_rows: NextRows, depth: int, below: int
) -> int:
    """The mean over all tiles that may come up; what is found can be left for what lies below."""
    total, tiles = 0, 0
    for i in range(box.kinds[depth]):
        kind = box.kind[depth, i]
        unseen = table.unseen[depth, kind]
        if unseen > 0:
            tiles += unseen
            if kind == PREDATOR:
                total += unseen * bust_worth(table, box, weights, seat, next_rows, depth)
            elif kind == OPEN_WATER:
                total += unseen * below
            else:
                total += unseen * max(below, tile_worth(table, weights, next_rows, kind))
    return total // tiles


@rule
def bust_worth(table: Table, box: Box, weights: Weights, seat: int, next_rows: NextRows, depth: int) -> int:
    """A trapped penguin distracts; the last one brings the best face-up tile home."""
    player = table.team[seat]
    if player.caught + 1 < box.penguins:
        return 0 if table.last_dive else weights.trapped
    best = 0
    for other in range(DEPTHS):
        if player.trapped[other] > 0 or other == depth:
            best = max(best, best_tile(table, box, weights, next_rows, other))
    return best


# What a search goes by where it stops short of the end


ROWS_AHEAD = 3
FEATURES = 65


@rule
def features(table: Table, box: Box, weights: Weights, seat: int, features: Array[float]) -> int:
    """What speaks for a seat: its rows, its penguins, the sea, the time left, and its next dive."""
    n = features_of_rows(table, box, seat, features, 0)
    n = features_of_penguins(table, box, seat, features, n)
    n = features_of_the_sea(table, box, features, n)
    n = features_of_time(table, seat, features, n)
    n = features_of_the_dive(table, box, weights, seat, features, n)
    return features_of_the_opponent(table, box, seat, features, n)


@rule
def features_of_rows(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Points, rows, and what lies in those that are not complete."""
    player = table.team[seat]
    low, high = complete_rows(player), rows(player)
    middle = player.foods[0] + player.foods[1] + player.foods[2] - low - high
    features[n] = points_at(table, box, seat) / 20
    features[n + 1] = low / 4
    features[n + 2] = (middle - low) / 4
    features[n + 3] = (high - low) / 4
    features[n + 4] = 0.0
    n += 5
    for row in range(low, high):
        features[n - 1] += row_sum(player, row) / 20
    for row in range(low, low + ROWS_AHEAD):
        features[n] = row_sum(player, row) / 10
        n += 1
    return n


@rule
def features_of_penguins(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Rocks held, penguins trapped, and where; where those of others are."""
    player = table.team[seat]
    features[n] = player.rocks / 2
    features[n + 1] = player.caught / 2
    n += 2
    for depth in range(DEPTHS):
        others = 0
        for other in range(table.players):
            if other != seat:
                others += table.team[other].trapped[depth] > 0
        features[n] = player.trapped[depth] > 0
        features[n + 1] = others
        n += 2
    return n


@rule
def features_of_the_sea(table: Table, box: Box, features: Array[float], n: int) -> int:
    """How many tiles lie face down at each depth, and how many of the unseen are predators."""
    for depth in range(DEPTHS):
        unseen = 0
        for i in range(box.kinds[depth]):
            unseen += table.unseen[depth, box.kind[depth, i]]
        features[n] = table.face_down[depth] / 10
        features[n + 1] = table.unseen[depth, PREDATOR] / max(1, unseen)
        n += 2
    return n


@rule
def features_of_time(table: Table, seat: int, features: Array[float], n: int) -> int:
    """How near the end is, and who dives before it."""
    least, tiles = table.face_down[0], 0
    for depth in range(DEPTHS):
        least = min(least, table.face_down[depth])
        tiles += table.face_down[depth]
    dived = (table.turn - table.starter) % table.players
    features[n] = tiles / 40
    features[n + 1] = least / 8
    features[n + 2] = least <= 1
    features[n + 3] = least <= 2
    features[n + 4] = table.ending
    features[n + 5] = table.last_dive
    features[n + 6] = table.turn == seat
    features[n + 7] = dived <= (seat - table.starter) % table.players
    features[n + 8] = (seat - table.turn) % table.players / 2
    return n + 9


@rule
def features_of_the_dive(
    table: Table, box: Box, weights: Weights, seat: int, features: Array[float], n: int
) -> int:
    """What every depth promises the seat; on its own dive also where it is and what it has found."""
    next_rows = (
        next_row(table, weights, seat, 0),
        next_row(table, weights, seat, 1),
        next_row(table, weights, seat, 2),
    )
    below = 0
    for depth in range(DEEPEST, -1, -1):
        features[n + depth] = best_tile(table, box, weights, next_rows, depth) / 1000
        below = arrival_worth(table, box, weights, seat, next_rows, depth, below)
        features[n + DEPTHS + depth] = below / 1000
    here = n + DEPTHS + table.depth
    n += 2 * DEPTHS
    for i in range(n, n + 5):
        features[i] = 0.0
    if table.turn == seat:
        features[n] = table.depth / 4
        features[n + 1] = table.at_start
        features[n + 2] = features[here]
        if table.depth < DEEPEST:
            features[n + 3] = features[here + 1]
        if table.flipped != NONE:
            features[n + 4] = tile_worth(table, weights, next_rows, table.flipped) / 1000
    return n + 5


@rule
def features_of_the_opponent(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Alone: how the opponent stands, where it is, and how it scores."""
    for i in range(n, n + 6 + DEPTHS):
        features[i] = 0.0
    if table.players == 1:
        opponent, points = table.team[OPPONENT], points_at(table, box, OPPONENT)
        features[n] = points / 20
        features[n + 1] = (points_at(table, box, seat) - points) / 20
        features[n + 2] = complete_rows(opponent) / 4
        features[n + 3] = rows(opponent) / 4
        features[n + 4] = table.opponent / (LEVELS - 1)
        features[n + 5] = table.turn == OPPONENT
        features[n + 6 + table.opponent_depth] = 1.0
    return n + 6 + DEPTHS


def eats_a_rock_for_nothing(view: View, move: int) -> bool:
    """Whether a move eats the rock where the dive starts anyway."""
    eaten = view.decoded(move)
    return isinstance(eaten, IngestRock) and eaten.depth == view.table.depth


def retreats_with_nothing(view: View, move: int) -> bool:
    """Whether a retreat takes nothing though food lies where penguins are trapped."""
    food = [each for each in view.open_moves if isinstance(each, Take) and each.tile > ROCK]
    return isinstance(view.decoded(move), TakeNothing) and bool(food)


ABSURD = {
    "eats a rock to start where it starts anyway": eats_a_rock_for_nothing,
    "retreats with nothing though there is food": retreats_with_nothing,
}
"""Moves that no level makes, and how to tell them by their ids."""
