"""The seal of Deep Dive: it weighs each tile for its rows, and each flip by what may come up."""

from fathom5.games.deep_dive.rules import (
    DEEPER,
    FLIP,
    HARD,
    NOTHING,
    OPPONENT,
    ROCK_TO,
    TAKE,
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
    next_rows = (
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
            value = still_worth(table, weights, next_rows, moves[i])
            if value > most:
                best, most = moves[i], value
    below = 0
    if flips or dives or rocks:
        for depth in range(DEEPEST, -1 if rocks else table.depth - 1, -1):
            if depth == table.depth and flips:
                value = flip_worth(table, box, weights, seat, next_rows, depth, below)
                if value >= most:
                    best, most = FLIP, value
            if depth > table.depth or rocks:
                below = arrival_worth(table, box, weights, seat, next_rows, depth, below)
            if depth == table.depth + 1 and dives and below >= most:
                best, most = DEEPER, below
            if rocks and below - rock_worth(table, weights) >= most:
                best, most = ROCK_TO + depth, below - rock_worth(table, weights)
    return best


@rule
def still_worth(table, weights, next_rows, move):
    """What a move brings that goes no deeper."""
    if move == NOTHING:
        return 0
    value = tile_worth(table, weights, next_rows, (move - TAKE) % OPEN_WATER)
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
def tile_worth(table, weights, next_rows, kind):
    """What a tile is worth to whoever has these next rows."""
    if kind == ROCK:
        return rock_worth(table, weights)
    a_point, the_row = next_rows[colour_of(kind)]
    return a_point * points_of(kind) + the_row


@rule
def best_tile(table, box, weights, next_rows, depth):
    """The worth of the best face-up tile at a depth."""
    best = 0
    if table.takeable[depth] > 0:
        for i in range(box.kinds[depth]):
            kind = box.kind[depth, i]
            if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
                best = max(best, tile_worth(table, weights, next_rows, kind))
    return best


@rule
def arrival_worth(table, box, weights, seat, next_rows, depth, below):
    """The worth of arriving at a depth, given that of the next one."""
    best = best_tile(table, box, weights, next_rows, depth)
    if table.face_down[depth] > 0:
        best = max(best, flip_worth(table, box, weights, seat, next_rows, depth, below))
    if table.team[seat].trapped[depth] > 0 or table.face_down[depth] == 0:
        best = max(best, below)
    return best


@rule
def flip_worth(table, box, weights, seat, next_rows, depth, below):
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
def bust_worth(table, box, weights, seat, next_rows, depth):
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
SIGNS = 65


@rule
def signs(table, box, weights, seat, signs):
    """What speaks for a seat: its rows, its penguins, the sea, the time left, and its next dive."""
    n = signs_of_rows(table, box, seat, signs, 0)
    n = signs_of_penguins(table, box, seat, signs, n)
    n = signs_of_the_sea(table, box, signs, n)
    n = signs_of_time(table, seat, signs, n)
    n = signs_of_the_dive(table, box, weights, seat, signs, n)
    return signs_of_the_opponent(table, box, seat, signs, n)


@rule
def signs_of_rows(table, box, seat, signs, n):
    """Points, rows, and what lies in those that are not complete."""
    player = table.team[seat]
    low, high = complete_rows(player), rows(player)
    middle = player.foods[0] + player.foods[1] + player.foods[2] - low - high
    signs[n] = points_at(table, box, seat) / 20
    signs[n + 1] = low / 4
    signs[n + 2] = (middle - low) / 4
    signs[n + 3] = (high - low) / 4
    signs[n + 4] = 0.0
    n += 5
    for row in range(low, high):
        signs[n - 1] += row_sum(player, row) / 20
    for row in range(low, low + ROWS_AHEAD):
        signs[n] = row_sum(player, row) / 10
        n += 1
    return n


@rule
def signs_of_penguins(table, box, seat, signs, n):
    """Rocks held, penguins trapped, and where; where those of others are."""
    player = table.team[seat]
    signs[n] = player.rocks / 2
    signs[n + 1] = player.caught / 2
    n += 2
    for depth in range(DEPTHS):
        others = 0
        for other in range(table.players):
            if other != seat:
                others += table.team[other].trapped[depth] > 0
        signs[n] = player.trapped[depth] > 0
        signs[n + 1] = others
        n += 2
    return n


@rule
def signs_of_the_sea(table, box, signs, n):
    """How many tiles lie face down at each depth, and how many of the unseen are predators."""
    for depth in range(DEPTHS):
        unseen = 0
        for i in range(box.kinds[depth]):
            unseen += table.unseen[depth, box.kind[depth, i]]
        signs[n] = table.face_down[depth] / 10
        signs[n + 1] = table.unseen[depth, PREDATOR] / max(1, unseen)
        n += 2
    return n


@rule
def signs_of_time(table, seat, signs, n):
    """How near the end is, and who dives before it."""
    least, tiles = table.face_down[0], 0
    for depth in range(DEPTHS):
        least = min(least, table.face_down[depth])
        tiles += table.face_down[depth]
    dived = (table.turn - table.starter) % table.players
    signs[n] = tiles / 40
    signs[n + 1] = least / 8
    signs[n + 2] = least <= 1
    signs[n + 3] = least <= 2
    signs[n + 4] = table.ending
    signs[n + 5] = table.last_dive
    signs[n + 6] = table.turn == seat
    signs[n + 7] = dived <= (seat - table.starter) % table.players
    signs[n + 8] = (seat - table.turn) % table.players / 2
    return n + 9


@rule
def signs_of_the_dive(table, box, weights, seat, signs, n):
    """What every depth promises the seat; on its own dive also where it is and what it has found."""
    next_rows = (
        next_row(table, weights, seat, 0),
        next_row(table, weights, seat, 1),
        next_row(table, weights, seat, 2),
    )
    below = 0
    for depth in range(DEEPEST, -1, -1):
        signs[n + depth] = best_tile(table, box, weights, next_rows, depth) / 1000
        below = arrival_worth(table, box, weights, seat, next_rows, depth, below)
        signs[n + DEPTHS + depth] = below / 1000
    here = n + DEPTHS + table.depth
    n += 2 * DEPTHS
    for i in range(n, n + 5):
        signs[i] = 0.0
    if table.turn == seat:
        signs[n] = table.depth / 4
        signs[n + 1] = table.at_start
        signs[n + 2] = signs[here]
        if table.depth < DEEPEST:
            signs[n + 3] = signs[here + 1]
        if table.flipped >= 0:
            signs[n + 4] = tile_worth(table, weights, next_rows, table.flipped) / 1000
    return n + 5


@rule
def signs_of_the_opponent(table, box, seat, signs, n):
    """Alone: how the opponent stands, where it is, and how it scores."""
    for i in range(n, n + 6 + DEPTHS):
        signs[i] = 0.0
    if table.players == 1:
        opponent, points = table.team[OPPONENT], points_at(table, box, OPPONENT)
        signs[n] = points / 20
        signs[n + 1] = (points_at(table, box, seat) - points) / 20
        signs[n + 2] = complete_rows(opponent) / 4
        signs[n + 3] = rows(opponent) / 4
        signs[n + 4] = table.opponent / HARD
        signs[n + 5] = table.turn == OPPONENT
        signs[n + 6 + table.opponent_depth] = 1.0
    return n + 6 + DEPTHS
