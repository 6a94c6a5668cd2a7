"""The seal of Deep Dive: it weighs each tile for its rows, and each flip by what may come up."""

from fathom5.games.deep_dive.rules import (
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

FULL = 100
"""A point for certain; everything is weighed in hundredths of points."""

ROCK_WORTH = 100
TRAPPED_WORTH = 100
"""What a rock is good for later, and a penguin that distracts."""

HOPE, SURE = 6, 10
"""A row that lacks m tiles is hoped for HOPE - m times in SURE."""


@rule
def seal(table, box, moves, n, rng):
    """The move worth most; for the solo opponent, the tile the seal misses least."""
    best, most = moves[0], -100_000
    for i in range(n):
        value = worth(table, box, moves[i])
        if value > most:
            best, most = moves[i], value
    return best


@rule
def worth(table, box, move):
    """What a move promises, in hundredths of points."""
    if move >= TAKE:
        value = tile_worth(table, table.actor, (move - TAKE) % OPEN_WATER)
        return -value if table.phase == FAVOUR else value
    if move == NOTHING:
        return 0
    by_rock = move >= ROCK_TO
    below = dive_worth(table, box, move - ROCK_TO if by_rock else table.depth + 1)
    if move == FLIP:
        return flip_worth(table, box, table.depth, below)
    return below - rock_worth(table) if by_rock else below


@rule
def rock_worth(table):
    """A rock is for a later turn; on the last dive there is none."""
    return 0 if table.last_dive else ROCK_WORTH


@rule
def tile_worth(table, seat, kind):
    """Points now, and half of them again as far as the row may still be completed."""
    if kind == ROCK:
        return rock_worth(table)
    player = table.team[seat]
    colour, points = colour_of(kind), points_of(kind)
    row = player.foods[colour]
    others, missing = 0, 0
    for other in range(COLOURS):
        if other != colour:
            if row < player.foods[other]:
                others += player.tableau[other, row]
            else:
                missing += row + 1 - player.foods[other]
    if missing == 0:
        return FULL * points + FULL // 2 * others
    if table.last_dive:
        return FULL // 2 * points
    hope = max(0, HOPE - missing)
    return FULL // 2 * points + (FULL // 2 * (points + others) * hope) // SURE


@rule
def best_tile(table, box, depth):
    """The worth of the best face-up tile at a depth."""
    best = 0
    if table.takeable[depth] > 0:
        for i in range(box.kinds[depth]):
            kind = box.kind[depth, i]
            if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
                best = max(best, tile_worth(table, table.turn, kind))
    return best


@rule
def dive_worth(table, box, depth):
    """The worth of arriving at a depth, worked out from the bottom up."""
    below = 0
    for here in range(DEEPEST, depth - 1, -1):
        best = best_tile(table, box, here)
        if table.face_down[here] > 0:
            best = max(best, flip_worth(table, box, here, below))
        if table.team[table.turn].trapped[here] > 0 or table.face_down[here] == 0:
            best = max(best, below)
        below = best
    return below


@rule
def flip_worth(table, box, depth, below):
    """The mean over all tiles that may come up; what is found can be left for what lies below."""
    total, tiles = 0, 0
    for i in range(box.kinds[depth]):
        kind = box.kind[depth, i]
        unseen = table.unseen[depth, kind]
        if unseen > 0:
            tiles += unseen
            if kind == PREDATOR:
                total += unseen * bust_worth(table, box, depth)
            elif kind == OPEN_WATER:
                total += unseen * below
            else:
                total += unseen * max(below, tile_worth(table, table.turn, kind))
    return total // tiles


@rule
def bust_worth(table, box, depth):
    """A trapped penguin distracts; the last one brings the best face-up tile home."""
    player = table.team[table.turn]
    if player.caught + 1 < box.penguins:
        return 0 if table.last_dive else TRAPPED_WORTH
    best = 0
    for other in range(DEPTHS):
        if player.trapped[other] > 0 or other == depth:
            best = max(best, best_tile(table, box, other))
    return best
