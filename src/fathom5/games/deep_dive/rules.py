"""The rules of Deep Dive, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, OVER, Array, clockwise, decode, encode, is_kind, rule
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEEPEST,
    DEPTHS,
    FOOD,
    KINDS,
    OPEN_WATER,
    PER_COLOUR,
    PER_DEPTH,
    PREDATOR,
    ROCK,
    TOP,
    Box,
    DiveDeeper,
    Flip,
    IngestRock,
    Level,
    Phase,
    Player,
    Reveal,
    Start,
    Table,
    Take,
    TakeNothing,
)

MAIN, ALL = 0, 1
"""The sets of tiles in the box."""

NONE = -1
"""No tile."""

OPPONENT = 1
"""The seat of the solo opponent."""

SCORES = (0, TOP * COLOURS * PER_COLOUR)


# Setup


@rule
def food(colour: int, points: int) -> int:
    """The kind of a food tile."""
    return FOOD + colour * TOP + points - 1


@rule
def derive(box: Box) -> None:
    """The tiles of each depth by kind: all of them, and the main set without the extra ones."""
    for depth in range(DEPTHS):
        count(box, depth, ROCK, box.rocks[depth], box.extra_rocks[depth])
        for colour in range(COLOURS):
            for points in range(1, TOP + 1):
                every, extra = 0, 0
                for i in range(PER_DEPTH):
                    every += box.food[depth, i] == points
                for i in range(2):
                    extra += box.extra_food[depth, i] == points
                count(box, depth, food(colour, points), every, extra)
        count(box, depth, OPEN_WATER, box.open_water[depth], box.extra_open_water[depth])
        count(box, depth, PREDATOR, box.predators[depth], box.extra_predators[depth])


@rule
def count(box: Box, depth: int, kind: int, every: int, extra: int) -> None:
    """Enter a kind of tile at a depth, if there is one."""
    if every > 0:
        box.tiles[ALL, depth, kind] = every
        box.tiles[MAIN, depth, kind] = max(0, every - extra)
        box.kind[depth, box.kinds[depth]] = kind
        box.kinds[depth] += 1


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Lay out the depths; the start player is drawn, or is the one who plays alone."""
    table.opponent = options.opponent
    table.flipped = NONE
    for depth in range(DEPTHS):
        lay_out(table, box, depth)
    if table.players == 1:
        begin_turn(table, 0)
        go_on(table, box)
    else:
        table.phase = Phase.START
        table.actor = NATURE


@rule
def lay_out(table: Table, box: Box, depth: int) -> None:
    """All tiles of a depth face down but some removed, which stay as unknown (DD-14)."""
    deck = ALL if table.players >= box.extras_from else MAIN
    tiles = 0
    for kind in range(KINDS):
        table.unseen[depth, kind] = box.tiles[deck, depth, kind]
        tiles += box.tiles[deck, depth, kind]
    table.face_down[depth] = max(0, tiles - box.removed[table.players - 1])
    if table.face_down[depth] == 0:
        table.ending = 1


# Gameplay


@rule
def begin_turn(table: Table, seat: int) -> None:
    """A diver begins at the shallowest depth; the solo opponent has a turn of its own."""
    table.turn = seat
    if seat >= table.players:
        opponent_turn(table)
    else:
        dive_to(table, 0)
        table.at_start = 1


@rule
def may_ingest_rock(table: Table) -> bool:
    """A rock collected before may be used at the beginning of a turn, one a turn (DD-2)."""
    return table.at_start == 1 and table.team[table.turn].rocks > 0


@rule
def ingest_rock(table: Table, depth: int) -> None:
    """The rock leaves the game, and the dive starts at any depth (DD-2)."""
    table.team[table.turn].rocks -= 1
    dive_to(table, depth)


@rule
def dive_to(table: Table, depth: int) -> None:
    """Arrive at a depth, to examine it next."""
    table.depth = depth
    table.at_start = 0
    table.phase = Phase.ARRIVE


@rule
def may_pass(table: Table) -> bool:
    """Past a trapped penguin of one's own, or where nothing is face down; not below depth 5 (DD-5, DD-6)."""
    depth = table.depth
    distracted = table.team[table.turn].trapped[depth] > 0
    return depth < DEEPEST and (distracted or table.face_down[depth] == 0)


@rule
def is_empty(table: Table, depth: int) -> bool:
    """Nothing to flip or to take at a depth."""
    return table.face_down[depth] == 0 and table.takeable[depth] == 0


@rule
def examine(table: Table, box: Box) -> None:
    """Step 1 at a depth: ask what to do, unless there is only one thing to do (DD-5)."""
    if not may_ingest_rock(table):
        while table.depth < DEEPEST and is_empty(table, table.depth):
            table.depth += 1
            table.at_start = 0
    depth = table.depth
    if may_pass(table) or may_ingest_rock(table):
        ask(table, Phase.STEP)
    elif table.takeable[depth] > 0:
        kind = only_kind(table, box, depth)
        if table.face_down[depth] > 0 or kind == NONE:
            ask(table, Phase.STEP)
        else:
            resurface(table, depth, kind)
    elif table.face_down[depth] > 0:
        flip(table)
    else:
        table.phase = Phase.TURN_END


@rule
def ask(table: Table, phase: Phase) -> None:
    """The player whose turn it is decides."""
    table.phase = phase
    table.actor = table.turn


@rule
def only_kind(table: Table, box: Box, depth: int) -> int:
    """The kind of all tiles that can be taken at a depth, if there is but one."""
    found = NONE
    for i in range(box.kinds[depth]):
        kind = box.kind[depth, i]
        if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
            if found != NONE:
                return NONE
            found = kind
    return found


@rule
def flip(table: Table) -> None:
    """Which tile is turned face up is nature's choice (DD-1)."""
    table.phase = Phase.FLIP_OVER
    table.actor = NATURE


@rule
def reveal(table: Table, box: Box, kind: int) -> None:
    """Step 2: a tile comes face up and says how the turn goes on."""
    depth = table.depth
    table.at_start = 0
    table.unseen[depth, kind] -= 1
    table.face_down[depth] -= 1
    if table.face_down[depth] == 0:
        table.ending = 1
    if table.turn >= table.players:
        opponent_reveals(table, kind)
        return
    table.face_up[depth, kind] += 1
    if kind == PREDATOR:
        predation(table, box, depth)
    elif kind == OPEN_WATER:
        drift(table)
    else:
        table.takeable[depth] += 1
        find(table, kind)


@rule
def drift(table: Table) -> None:
    """A. Open water: on to the next depth; below depth 5 there is none, and the turn ends (DD-5)."""
    if table.depth < DEEPEST:
        dive_to(table, table.depth + 1)
    else:
        table.phase = Phase.TURN_END


@rule
def find(table: Table, kind: int) -> None:
    """B and C. Rock or food: take it or go deeper; at depth 5 it has to be taken (DD-4, DD-5)."""
    if table.depth < DEEPEST:
        table.flipped = kind
        ask(table, Phase.FOUND)
    else:
        resurface(table, table.depth, kind)


# Resurfacing


@rule
def resurface(table: Table, depth: int, kind: int) -> None:
    """Come up with a face-up tile; the turn ends."""
    pick(table, depth, kind)
    keep(table.team[table.turn], kind)
    table.phase = Phase.TURN_END


@rule
def pick(table: Table, depth: int, kind: int) -> None:
    """A face-up food or rock leaves its depth (DD-3)."""
    table.face_up[depth, kind] -= 1
    table.takeable[depth] -= 1


@rule
def keep(player: Player, kind: int) -> None:
    """Food goes into the next row of its colour's column, in the order collected (DD-10)."""
    if kind == ROCK:
        player.rocks += 1
    elif kind == OPEN_WATER:
        player.open_water += 1
    else:
        colour = colour_of(kind)
        player.tableau[colour, player.foods[colour]] = points_of(kind)
        player.foods[colour] += 1


@rule
def colour_of(kind: int) -> int:
    """The colour of a food tile."""
    return (kind - FOOD) // TOP


@rule
def points_of(kind: int) -> int:
    """The points on a food tile."""
    return (kind - FOOD) % TOP + 1


# Predation


@rule
def predation(table: Table, box: Box, depth: int) -> None:
    """D. A predator ends the turn and traps a penguin, a second one at a depth as well (DD-7)."""
    player = table.team[table.turn]
    player.trapped[depth] += 1
    player.caught += 1
    if player.caught < box.penguins:
        table.phase = Phase.TURN_END
    elif may_bring(table):
        ask(table, Phase.RETREAT)
    else:
        retreat(table)


# Retreat


@rule
def may_bring(table: Table) -> bool:
    """Whether a food or rock is face up at a depth with a trapped penguin (DD-8)."""
    for depth in range(DEPTHS):
        if table.team[table.turn].trapped[depth] > 0 and table.takeable[depth] > 0:
            return True
    return False


@rule
def retreat(table: Table) -> None:
    """All penguins return; the predators stay face up (DD-8)."""
    player = table.team[table.turn]
    player.caught = 0
    for depth in range(DEPTHS):
        player.trapped[depth] = 0
    table.phase = Phase.TURN_END


# Turn end and game end


@rule
def go_on(table: Table, box: Box) -> None:
    """Depth after depth and turn after turn, up to the next decision or the end."""
    while (table.phase == Phase.ARRIVE or table.phase == Phase.TURN_END) and table.actor != OVER:
        table.flipped = NONE
        if table.phase == Phase.ARRIVE:
            examine(table, box)
        else:
            end_turn(table)


@rule
def end_turn(table: Table) -> None:
    """Clockwise; back at the start player the token turns, and after the last dives all is over (DD-9)."""
    seat = next_in_turn(table)
    if seat == table.starter:
        if table.last_dive:
            table.actor = OVER
            return
        table.last_dive = table.ending
    begin_turn(table, seat)


@rule
def next_in_turn(table: Table) -> int:
    """The seat to the left; in a solo game the opponent and the player take turns."""
    return OPPONENT - table.turn if table.players == 1 else clockwise(table, table.turn)


# Scoring


@rule
def rows(player: Player) -> int:
    """Rows with at least one food tile."""
    return max(player.foods[0], player.foods[1], player.foods[2])


@rule
def complete_rows(player: Player) -> int:
    """Rows with food of all three colours."""
    return min(player.foods[0], player.foods[1], player.foods[2])


@rule
def row_sum(player: Player, row: int) -> int:
    """The points printed on the food tiles of a row."""
    points = 0
    for colour in range(COLOURS):
        points += player.tableau[colour, row]
    return points


@rule
def food_points(player: Player, full_rows: int) -> int:
    """So many rows in full, each other row half, rounded down (DD-10)."""
    points = 0
    for row in range(rows(player)):
        total = row_sum(player, row)
        points += total if row < full_rows else total // 2
    return points


# Solo rules


@rule
def opponent_turn(table: Table) -> None:
    """The opponent flips one tile where it stands, or where it next finds one (DD-13)."""
    for _ in range(DEPTHS):
        table.depth = table.opponent_depth
        if table.face_down[table.depth] > 0:
            flip(table)
            return
        swim_on(table)
    table.phase = Phase.TURN_END


@rule
def swim_on(table: Table) -> None:
    """The opponent's penguin goes to the next depth, from the deepest to the shallowest."""
    table.opponent_depth = table.opponent_depth + 1 if table.opponent_depth < DEEPEST else 0


@rule
def opponent_reveals(table: Table, kind: int) -> None:
    """It collects whatever it reveals; a predator stays, but leads it to face-up food (DD-12)."""
    depth = table.depth
    if kind != PREDATOR:
        keep(table.team[OPPONENT], kind)
        end_opponent_turn(table)
        return
    table.face_up[depth, kind] += 1
    wanted = NONE
    for colour in range(COLOURS):
        if is_favourite(table, depth, colour):
            if wanted != NONE:
                table.phase = Phase.FAVOUR
                table.actor = 0
                return
            wanted = food(colour, highest(table, depth, colour))
    if wanted != NONE:
        pick(table, depth, wanted)
        keep(table.team[OPPONENT], wanted)
    end_opponent_turn(table)


@rule
def end_opponent_turn(table: Table) -> None:
    """One tile is all it reveals."""
    swim_on(table)
    table.phase = Phase.TURN_END


@rule
def highest(table: Table, depth: int, colour: int) -> int:
    """The most points on face-up food of a colour; 0: there is none."""
    points = TOP
    while points > 0 and table.face_up[depth, food(colour, points)] == 0:
        points -= 1
    return points


@rule
def is_rarest(table: Table, depth: int, colour: int) -> bool:
    """Of no colour that lies face up at a depth does it have fewer food tiles (DD-15)."""
    foods = table.team[OPPONENT].foods
    for other in range(COLOURS):
        if highest(table, depth, other) > 0 and foods[other] < foods[colour]:
            return False
    return True


@rule
def is_favourite(table: Table, depth: int, colour: int) -> bool:
    """Food of its rarest colour, then of the highest value (DD-12, DD-15)."""
    points = highest(table, depth, colour)
    if points == 0 or not is_rarest(table, depth, colour):
        return False
    for other in range(COLOURS):
        if is_rarest(table, depth, other) and highest(table, depth, other) > points:
            return False
    return True


@rule
def extra_points(table: Table, box: Box) -> int:
    """What rocks and open water are worth to the opponent at its level (DD-12)."""
    opponent, level = table.team[OPPONENT], table.opponent
    rocks = opponent.rocks * box.opponent_rock[level]
    return rocks + opponent.open_water * box.opponent_open_water[level]


# The verbs


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """What the player asked may do."""
    if table.phase == Phase.STEP:
        return steps(table, box, moves)
    if table.phase == Phase.FOUND:
        moves[0] = encode(DiveDeeper())
        moves[1] = encode(Take(table.depth, table.flipped))
        return 2
    n = 0
    if table.phase == Phase.FAVOUR:
        for colour in range(COLOURS):
            if is_favourite(table, table.depth, colour):
                kind = food(colour, highest(table, table.depth, colour))
                moves[n] = encode(Take(table.depth, kind))
                n += 1
        return n
    moves[0] = encode(TakeNothing())
    n = 1
    for depth in range(DEPTHS):
        if table.team[table.turn].trapped[depth] > 0:
            n = takes(table, box, depth, moves, n)
    return n


@rule
def steps(table: Table, box: Box, moves: Array[int]) -> int:
    """Step 1: flip, pass, ingest a rock, or take a face-up tile."""
    n = 0
    if table.face_down[table.depth] > 0:
        moves[n] = encode(Flip())
        n += 1
    if may_pass(table):
        moves[n] = encode(DiveDeeper())
        n += 1
    if may_ingest_rock(table):
        for depth in range(DEPTHS):
            moves[n] = encode(IngestRock(depth, ROCK))
            n += 1
    return takes(table, box, table.depth, moves, n)


@rule
def takes(table: Table, box: Box, depth: int, moves: Array[int], n: int) -> int:
    """A move for each kind of face-up food and rock at a depth (DD-3)."""
    if table.takeable[depth] > 0:
        for i in range(box.kinds[depth]):
            kind = box.kind[depth, i]
            if kind < OPEN_WATER and table.face_up[depth, kind] > 0:
                moves[n] = encode(Take(depth, kind))
                n += 1
    return n


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """Nature draws the start player, or a tile: each one unseen at the depth is as likely (DD-1, DD-14)."""
    n = 0
    if table.phase == Phase.START:
        for seat in range(table.players):
            moves[seat] = encode(Start(seat))
            weights[seat] = 1
        return table.players
    for i in range(box.kinds[table.depth]):
        kind = box.kind[table.depth, i]
        unseen = table.unseen[table.depth, kind]
        if unseen > 0:
            moves[n] = encode(Reveal(kind))
            weights[n] = unseen
            n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Carry out one move and go on to the next decision."""
    if table.phase == Phase.FLIP_OVER:
        reveal(table, box, decode(Reveal, move).tile)
    elif table.phase == Phase.START:
        table.starter = decode(Start, move).seat
        begin_turn(table, table.starter)
    elif is_kind(move, Take):
        taken = decode(Take, move)
        take(table, taken.depth, taken.tile)
    elif is_kind(move, IngestRock):
        ingest_rock(table, decode(IngestRock, move).depth)
    elif is_kind(move, Flip):
        flip(table)
    elif is_kind(move, DiveDeeper):
        dive_to(table, table.depth + 1)
    else:
        retreat(table)
    go_on(table, box)


@rule
def take(table: Table, depth: int, kind: int) -> None:
    """Take a face-up tile: on a dive, on a retreat, or for the solo opponent."""
    phase = table.phase
    resurface(table, depth, kind)
    if phase == Phase.RETREAT:
        retreat(table)
    elif phase == Phase.FAVOUR:
        end_opponent_turn(table)


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """Points of the people."""
    for seat in range(table.players):
        scores[seat] = points_at(table, box, seat)


@rule
def points_at(table: Table, box: Box, seat: int) -> int:
    """Points for food alone (DD-2); the solo opponent has extra points, and on hard all rows in full."""
    player = table.team[seat]
    person = seat < table.players
    in_full = rows(player) if table.opponent == Level.HARD and not person else complete_rows(player)
    points = food_points(player, in_full)
    return points if person else points + extra_points(table, box)


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """More points; then more complete rows; else the victory is shared (DD-11)."""
    first, second = points_at(table, box, one), points_at(table, box, other)
    if first != second:
        return first > second
    return complete_rows(table.team[one]) > complete_rows(table.team[other])


@rule
def rank(table: Table, box: Box, ranks: Array[int]) -> None:
    """A place is one more than the number of those ahead, the solo opponent among them."""
    for seat in range(table.players):
        ranks[seat] = 1
        for other in range(max(table.players, OPPONENT + 1)):
            if ahead(table, box, other, seat):
                ranks[seat] += 1
