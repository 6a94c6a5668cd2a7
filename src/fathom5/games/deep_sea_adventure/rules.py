"""The rules of Deep Sea Adventure, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, OVER, Array, clockwise, decode, encode, is_kind, rule
from fathom5.games.deep_sea_adventure.table import (
    CHIPS,
    FACES,
    LEVELS,
    LINE,
    PER_LEVEL,
    Box,
    DiveDeeper,
    Diver,
    Drop,
    Lay,
    Leave,
    Phase,
    Reveal,
    Roll,
    Start,
    Table,
    Take,
    TurnBack,
)

BLANK = -1
SUBMARINE = -1

SCORES = (0, 99 * CHIPS)


# Game setup


@rule
def derive(box: Box) -> None:
    """The rolls of two dice, the lower named first, and how many ways lead to each."""
    for low in range(FACES):
        for high in range(low, FACES):
            ways = box.die[low] * box.die[high] * (1 if low == high else 2)
            if ways > 0:
                box.roll_move[box.rolls] = encode(Roll(low, high))
                box.roll_ways[box.rolls] = ways
                box.rolls += 1


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Chips in line by level, everyone in the submarine; the first diver is drawn (DSA-1)."""
    table.farthest_first = options.print_2014
    table.loose_stacks = options.loose_stacks
    table.length = CHIPS
    for chip in range(CHIPS):
        table.stacks[chip].levels[chip // PER_LEVEL] = 1
        table.stacks[chip].carrier = -1
        table.line[chip] = chip
        table.face_down[chip // PER_LEVEL, chip % PER_LEVEL] = 1
    for beyond in range(CHIPS, LINE):
        table.line[beyond] = BLANK
    table.dive = 1
    table.opened = -1
    table.rolled = -1
    begin_dive(table, box)
    table.phase = Phase.START
    table.actor = NATURE


@rule
def begin_dive(table: Table, box: Box) -> None:
    """A full tank of air and all divers on the submarine."""
    table.air = box.air
    table.idle = 0
    table.out = table.players
    table.last_home = -1
    for seat in range(table.players):
        diver = table.divers[seat]
        diver.place = SUBMARINE
        diver.homeward = 0
        diver.home = 0


@rule
def take_first_turn(table: Table, box: Box, seat: int) -> None:
    """A dive's first turn."""
    table.starter = seat
    table.turn = seat
    begin_turn(table, box)


# Step 1: reduce air


@rule
def begin_turn(table: Table, box: Box) -> None:
    """A turn starts with breathing."""
    diver = table.divers[table.turn]
    table.stirred = diver.load > 0
    breathe(table, diver)
    if diver.load > 0 and not diver.homeward:
        table.phase = Phase.TURN_BACK
        table.actor = table.turn
    else:
        roll(table)


@rule
def breathe(table: Table, diver: Diver) -> None:
    """Every stack carried costs one air; at zero this is the dive's last turn (DSA-2, DSA-3)."""
    table.air = max(0, table.air - diver.load)
    table.last_turn = table.air == 0


# Step 2: decide whether to turn back


@rule
def turn_back(table: Table) -> None:
    """Face the submarine, once in a dive and only with treasure (DSA-4)."""
    table.divers[table.turn].homeward = 1


# Step 3: roll for movement


@rule
def roll(table: Table) -> None:
    """Both dice are nature's."""
    table.phase = Phase.ROLL
    table.actor = NATURE


@rule
def swim(table: Table, box: Box, dice: int) -> None:
    """Jump as far as the roll less the load says; a load heavier than the roll stays (DSA-5)."""
    diver = table.divers[table.turn]
    before, steps = diver.place, dice - diver.load
    if diver.homeward:
        swim_up(table, diver, steps)
    else:
        swim_down(table, diver, steps)
    table.stirred |= diver.place != before
    if diver.place == SUBMARINE:
        finish_turn(table, box)
    else:
        search(table, box, diver)


@rule
def explored(table: Table) -> int:
    """The places where divers are, one bit each, the lowest for the submarine."""
    places = 0
    for seat in range(table.players):
        places |= 1 << (table.divers[seat].place + 1)
    return places >> 1 << 1


@rule
def swim_down(table: Table, diver: Diver, steps: int) -> None:
    """From chip to free chip, not counting explored ones, at most to the last (DSA-6, DSA-7)."""
    others = explored(table)
    place = diver.place
    for _ in range(steps):
        chip = place + 1
        while (others >> (chip + 1)) & 1:
            chip += 1
        if chip >= table.length:
            break
        place = chip
    diver.place = place


@rule
def swim_up(table: Table, diver: Diver, steps: int) -> None:
    """From chip to free chip towards the submarine, and into it (DSA-6, DSA-8)."""
    others = explored(table)
    place = diver.place
    for _ in range(steps):
        chip = place - 1
        while (others >> (chip + 1)) & 1:
            chip -= 1
        if chip == SUBMARINE:
            if may_come_home(table, diver):
                come_home(table, diver)
                return
            break
        place = chip
    diver.place = place


@rule
def may_come_home(table: Table, diver: Diver) -> bool:
    """With or without treasure (DSA-4); the print of 2014 lets nobody in without a chip."""
    return diver.load > 0 or not table.farthest_first


@rule
def come_home(table: Table, diver: Diver) -> None:
    """Back in the submarine: no more turns in this dive (DSA-8)."""
    diver.place = SUBMARINE
    diver.home = 1
    table.out -= 1
    table.last_home = table.turn


# Step 4: pick up or drop treasure


@rule
def search(table: Table, box: Box, diver: Diver) -> None:
    """Asked where something can be done: a chip to pick up, or one to drop on a blank."""
    if table.line[diver.place] != BLANK or diver.load > 0:
        table.phase = Phase.SEARCH
        table.actor = table.turn
    else:
        finish_turn(table, box)


@rule
def pick_up(table: Table) -> None:
    """Take the stack the diver is on and leave a blank chip, of which there are enough (DSA-15)."""
    diver = table.divers[table.turn]
    table.stacks[table.line[diver.place]].carrier = table.turn
    table.line[diver.place] = BLANK
    diver.load += 1
    table.stirred = 1


@rule
def drop(table: Table, stack: int) -> None:
    """Put a carried stack, which cost air this turn, in place of the blank chip the diver is on."""
    diver = table.divers[table.turn]
    table.stacks[stack].carrier = -1
    table.line[diver.place] = stack
    diver.load -= 1


# The next turn


@rule
def finish_turn(table: Table, box: Box) -> None:
    """Clockwise to the next diver still out; a dive in which none of them can stir ends (DSA-9)."""
    table.idle = 0 if table.stirred else table.idle + 1
    if table.last_turn or table.idle >= table.out:
        end_dive(table, box)
        return
    table.turn = clockwise(table, table.turn)
    while table.divers[table.turn].home:
        table.turn = clockwise(table, table.turn)
    begin_turn(table, box)


# Round conclusion


@rule
def end_dive(table: Table, box: Box) -> None:
    """Reveal what came home; what did not falls to the bottom of the sea."""
    table.laid = 0
    if table.loose_stacks:
        for stack in range(CHIPS):
            carrier = table.stacks[stack].carrier
            if carrier >= 0 and not table.divers[carrier].home:
                fall_apart(table, stack)
    clean_up(table, box)


@rule
def fall_apart(table: Table, stack: int) -> None:
    """Option loose-stacks: the chips of a drowned diver's stack part."""
    heap = table.stacks[stack]
    size = chips_in(table, stack)
    for level in range(LEVELS):
        while heap.levels[level] > 0 and size > 1:
            free = 0
            while chips_in(table, free) > 0:
                free += 1
            heap.levels[level] -= 1
            table.stacks[free].levels[level] = 1
            table.stacks[free].carrier = heap.carrier
            table.divers[heap.carrier].load += 1
            size -= 1


@rule
def chips_in(table: Table, stack: int) -> int:
    """How many chips lie in a stack."""
    chips = 0
    for level in range(LEVELS):
        chips += table.stacks[stack].levels[level]
    return chips


@rule
def clean_up(table: Table, box: Box) -> None:
    """Go on with the end of a dive up to the next thing to reveal or decide."""
    table.opened = brought_home(table)
    if table.opened >= 0:
        table.phase = Phase.REVEAL
        table.actor = NATURE
        return
    diver = next_to_lay(table)
    while diver >= 0:
        if table.dive < box.dives and order_matters(table, box, diver):
            table.phase = Phase.LAY
            table.actor = diver
            return
        lay_all(table, box, diver)
        diver = next_to_lay(table)
    next_dive(table, box)


@rule
def brought_home(table: Table) -> int:
    """A stack that its carrier has brought home and not yet turned over; -1: none."""
    for stack in range(CHIPS):
        carrier = table.stacks[stack].carrier
        if carrier >= 0 and table.divers[carrier].home:
            return stack
    return -1


@rule
def level_to_reveal(table: Table) -> int:
    """The level of the next chip to turn over."""
    level = 0
    while table.stacks[table.opened].levels[level] == 0:
        level += 1
    return level


@rule
def reveal(table: Table, box: Box, chip: int) -> None:
    """A chip brought home shows its value, for everybody and for good (DSA-11, DSA-14)."""
    stack, level = table.opened, level_to_reveal(table)
    diver = table.divers[table.stacks[stack].carrier]
    table.face_down[level, chip] = 0
    diver.treasure[level] += 1
    diver.worth[level] += box.chips[level, chip]
    diver.points += box.chips[level, chip]
    table.stacks[stack].levels[level] -= 1
    if chips_in(table, stack) == 0:
        table.stacks[stack].carrier = -1
        diver.load -= 1


@rule
def next_to_lay(table: Table) -> int:
    """The drowned diver who lays chips now; -1: nobody."""
    chosen = -1
    for seat in range(table.players):
        if table.divers[seat].load > 0 and (chosen < 0 or lays_before(table, seat, chosen)):
            chosen = seat
    return chosen


@rule
def lays_before(table: Table, one: int, other: int) -> bool:
    """The diver nearer the submarine lays first (DSA-10); in the print of 2014 the farther."""
    nearer = table.divers[one].place < table.divers[other].place
    return nearer != table.farthest_first


@rule
def alike(table: Table, one: int, other: int) -> bool:
    """Whether two stacks hold the same levels."""
    for level in range(LEVELS):
        if table.stacks[one].levels[level] != table.stacks[other].levels[level]:
            return False
    return True


@rule
def order_matters(table: Table, box: Box, seat: int) -> bool:
    """Stacks differ and do not all go on one; edition 1 asked wherever they differ (DSA-10)."""
    if box.edition > 1 and table.divers[seat].load <= room_on_last_stack(table, box):
        return False
    return carries_different_stacks(table, seat)


@rule
def room_on_last_stack(table: Table, box: Box) -> int:
    """How many more the last stack at the bottom takes, or a new one if it is full."""
    return box.stack - table.laid % box.stack


@rule
def carries_different_stacks(table: Table, seat: int) -> bool:
    """Whether two stacks of a diver differ in their levels."""
    first = -1
    for stack in range(CHIPS):
        if table.stacks[stack].carrier == seat:
            if first >= 0 and not alike(table, first, stack):
                return True
            first = stack
    return False


@rule
def lay(table: Table, box: Box, stack: int) -> None:
    """One more chip at the end of the line: three to a stack, then a new stack begins (DSA-10)."""
    table.divers[table.stacks[stack].carrier].load -= 1
    table.stacks[stack].carrier = -1
    if table.laid == 0 or table.laid == box.stack:
        table.line[table.length] = stack
        table.length += 1
        table.laid = 1
    else:
        heap = table.stacks[table.line[table.length - 1]]
        for level in range(LEVELS):
            heap.levels[level] += table.stacks[stack].levels[level]
            table.stacks[stack].levels[level] = 0
        table.laid += 1


@rule
def lay_all(table: Table, box: Box, seat: int) -> None:
    """Lay down all a diver carries where the order makes no difference."""
    stack = 0
    while table.divers[seat].load > 0:
        if table.stacks[stack].carrier == seat:
            lay(table, box, stack)
        stack += 1


@rule
def close_up(table: Table) -> None:
    """Remove the blank chips and slide the rest together."""
    kept = 0
    for place in range(table.length):
        stack = table.line[place]
        if stack != BLANK:
            table.line[kept] = stack
            kept += 1
    for place in range(kept, table.length):
        table.line[place] = BLANK
    table.length = kept


@rule
def last_to_return(table: Table, box: Box) -> int:
    """Who starts the next dive: the drowned diver farthest out, else whoever was last aboard (DSA-12)."""
    chosen = last_aboard(table, box)
    for seat in range(table.players):
        if table.divers[seat].place > table.divers[chosen].place:
            chosen = seat
    return chosen


@rule
def last_aboard(table: Table, box: Box) -> int:
    """The last to come home; the starter where nobody could leave. Edition 1 took one who never left."""
    if box.edition < 2 and table.out > 0:
        return first_still_out(table)
    return table.last_home if table.last_home >= 0 else table.starter


@rule
def first_still_out(table: Table) -> int:
    """Clockwise from who started this dive, the first who has not come home."""
    seat = table.starter
    while table.divers[seat].home:
        seat = clockwise(table, seat)
    return seat


@rule
def next_dive(table: Table, box: Box) -> None:
    """Close the line up and dive again, three times in all."""
    close_up(table)
    starter = last_to_return(table, box)
    if table.dive == box.dives:
        table.actor = OVER
        return
    table.dive += 1
    begin_dive(table, box)
    take_first_turn(table, box, starter)


# The verbs


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """What the diver asked may do."""
    if table.phase == Phase.TURN_BACK:
        moves[0] = encode(DiveDeeper())
        moves[1] = encode(TurnBack())
        return 2
    if table.phase == Phase.LAY:
        return lays(table, moves)
    if table.line[table.divers[table.actor].place] != BLANK:
        moves[0] = encode(Leave())
        moves[1] = encode(Take())
        return 2
    return drops(table, moves)


@rule
def lays(table: Table, moves: Array[int]) -> int:
    """A move for each stack the diver may let sink."""
    n = different_stacks(table, moves)
    for i in range(n):
        moves[i] = encode(Lay(moves[i]))
    return n


@rule
def drops(table: Table, moves: Array[int]) -> int:
    """The move to leave things, and one for each stack the diver may drop."""
    n = different_stacks(table, moves)
    for i in range(n, 0, -1):
        moves[i] = encode(Drop(moves[i - 1]))
    moves[0] = encode(Leave())
    return n + 1


@rule
def different_stacks(table: Table, stacks: Array[int]) -> int:
    """The stacks the diver carries, of stacks alike the first alone; how many."""
    n = 0
    for stack in range(CHIPS):
        if table.stacks[stack].carrier == table.actor and not is_among(table, stack, stacks, n):
            stacks[n] = stack
            n += 1
    return n


@rule
def is_among(table: Table, stack: int, stacks: Array[int], n: int) -> bool:
    """Whether one of the first few in a list is alike."""
    i = 0
    while i < n and not alike(table, stacks[i], stack):
        i += 1
    return i < n


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """What nature may do: draw the first diver, roll two dice, turn a chip over."""
    if table.phase == Phase.START:
        for seat in range(table.players):
            moves[seat] = encode(Start(seat))
            weights[seat] = 1
        return table.players
    if table.phase == Phase.ROLL:
        for i in range(box.rolls):
            moves[i] = box.roll_move[i]
            weights[i] = box.roll_ways[i]
        return box.rolls
    return odds_of_chips(table, box, moves, weights)


@rule
def odds_of_chips(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """Each face-down chip of the level is equally likely; equal values count together."""
    level = level_to_reveal(table)
    n = 0
    for chip in range(PER_LEVEL):
        if table.face_down[level, chip]:
            known = False
            for earlier in range(n):
                if box.chips[level, decode(Reveal, moves[earlier]).chip] == box.chips[level, chip]:
                    weights[earlier] += 1
                    known = True
            if not known:
                moves[n] = encode(Reveal(chip))
                weights[n] = 1
                n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Carry out one move and go on to the next decision."""
    if table.phase == Phase.ROLL:
        dice = decode(Roll, move)
        table.rolled = dice.low * FACES + dice.high
        swim(table, box, dice.low + dice.high + 2)
    elif table.phase == Phase.SEARCH:
        if is_kind(move, Take):
            pick_up(table)
        elif is_kind(move, Drop):
            drop(table, decode(Drop, move).stack)
        finish_turn(table, box)
    elif table.phase == Phase.TURN_BACK:
        if is_kind(move, TurnBack):
            turn_back(table)
        roll(table)
    elif table.phase == Phase.REVEAL:
        reveal(table, box, decode(Reveal, move).chip)
        clean_up(table, box)
    elif table.phase == Phase.LAY:
        lay(table, box, decode(Lay, move).stack)
        clean_up(table, box)
    else:
        take_first_turn(table, box, decode(Start, move).seat)


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """The values of all chips brought home."""
    for seat in range(table.players):
        scores[seat] = table.divers[seat].points


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """More points; then more chips of level 4, then 3, 2, 1; else a draw (DSA-13)."""
    first, second = table.divers[one], table.divers[other]
    if first.points != second.points:
        return first.points > second.points
    for step in range(LEVELS):
        level = LEVELS - 1 - step
        if first.treasure[level] != second.treasure[level]:
            return first.treasure[level] > second.treasure[level]
    return False
