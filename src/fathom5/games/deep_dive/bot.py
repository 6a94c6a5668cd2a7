"""The seal of Deep Dive: it weighs each tile for its rows, and each flip by what may come up."""

from fathom5.games.deep_dive.rules import (
    DEEPER,
    FLIP,
    NOTHING,
    ROCK_TO,
    TAKE,
    colour_of,
    points_of,
)
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEEPEST,
    DEPTHS,
    FAVOUR,
    OPEN_WATER,
    PREDATOR,
    ROCK,
)
from fathom5.kernel.marks import rule
from fathom5.kernel.schema import Record, whole

FULL = 100
"""A point for certain; everything is weighed in hundredths of points."""

MOST = 100
"""Hundredths: all of it."""


class Weights(Record):
    """What the seal goes by, in hundredths of points where nothing else is said."""

    rock = whole(0, 600, "what a rock is good for later")
    trapped = whole(0, 600, "what a penguin that distracts is good for")
    lone = whole(0, 100, "a tile's worth while its row is not complete, in hundredths of its points")
    hope = whole(0, 100, "how far a row is hoped for that lacks nothing, in hundredths")
    doubt = whole(0, 100, "how much less for each tile that it lacks")


@rule
def seal(table, box, weights, moves, n, rng):
    """The move worth most; for the solo opponent, the tile the seal misses least."""
    best, most, seat = moves[0], -100_000, table.actor
    rows = (
        next_row(table, weights, seat, 0),
        next_row(table, weights, seat, 1),
        next_row(table, weights, seat, 2),
    )
    flips, dives, rocks = False, False, False
    for i in range(n):
        flips = flips or moves[i] == FLIP
        dives = dives or moves[i] == DEEPER
        rocks = rocks or moves[i] == ROCK_TO
        if moves[i] >= TAKE or moves[i] == NOTHING:
            value = still_worth(table, weights, rows, moves[i])
            if value > most:
                best, most = moves[i], value
    below = 0
    if flips or dives or rocks:
        for depth in range(DEEPEST, -1 if rocks else table.depth - 1, -1):
            if depth == table.depth and flips:
                value = flip_worth(table, box, weights, rows, depth, below)
                if value >= most:
                    best, most = FLIP, value
            if depth > table.depth or rocks:
                below = arrival_worth(table, box, weights, rows, depth, below)
            if depth == table.depth + 1 and dives and below >= most:
                best, most = DEEPER, below
            if rocks and below - rock_worth(table, weights) >= most:
                best, most = ROCK_TO + depth, below - rock_worth(table, weights)
    return best


@rule
def still_worth(table, weights, rows, move):
    """What a move brings that goes no deeper."""
    if move == NOTHING:
        return 0
    value = tile_worth(table, weights, rows, (move - TAKE) % OPEN_WATER)
    return -value if table.phase == FAVOUR else value


@rule
def rock_worth(table, weights):
    """A rock is for a later turn; on the last dive there is none."""
    return 0 if table.last_dive else weights.rock


@rule
def next_row(table, weights, seat, colour):
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
def tile_worth(table, weights, rows, kind):
    """What a tile is worth to whoever has these next rows."""
    if kind == ROCK:
        return rock_worth(table, weights)
    a_point, the_row = rows[colour_of(kind)]
    return a_point * points_of(kind) + the_row


@rule
def best_tile(table, box, weights, rows, depth):
    """The worth of the best face-up tile at a depth."""
    best = 0
    if table.takeable[depth] > 0:
        for i in range(box.kinds[depth]):
            kind = box.kind[depth, i]
            if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
                best = max(best, tile_worth(table, weights, rows, kind))
    return best


@rule
def arrival_worth(table, box, weights, rows, depth, below):
    """The worth of arriving at a depth, given that of the next one."""
    best = best_tile(table, box, weights, rows, depth)
    if table.face_down[depth] > 0:
        best = max(best, flip_worth(table, box, weights, rows, depth, below))
    if table.team[table.turn].trapped[depth] > 0 or table.face_down[depth] == 0:
        best = max(best, below)
    return best


@rule
def flip_worth(table, box, weights, rows, depth, below):
    """The mean over all tiles that may come up; what is found can be left for what lies below."""
    total, tiles = 0, 0
    for i in range(box.kinds[depth]):
        kind = box.kind[depth, i]
        unseen = table.unseen[depth, kind]
        if unseen > 0:
            tiles += unseen
            if kind == PREDATOR:
                total += unseen * bust_worth(table, box, weights, rows, depth)
            elif kind == OPEN_WATER:
                total += unseen * below
            else:
                total += unseen * max(below, tile_worth(table, weights, rows, kind))
    return total // tiles


@rule
def bust_worth(table, box, weights, rows, depth):
    """A trapped penguin distracts; the last one brings the best face-up tile home."""
    player = table.team[table.turn]
    if player.caught + 1 < box.penguins:
        return 0 if table.last_dive else weights.trapped
    best = 0
    for other in range(DEPTHS):
        if player.trapped[other] > 0 or other == depth:
            best = max(best, best_tile(table, box, weights, rows, other))
    return best
