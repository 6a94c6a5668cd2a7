"""The seal of Deeper: it gathers for the best things to build next and comes home to breathe.

It rates every open move by what it does for its goal and takes the best.
"""

from fathom5.games.deeper.habitat import discount, may_build_rocket, owned, room_at_home
from fathom5.games.deeper.rules import (
    BREATHE,
    CONVERT,
    CRAFT,
    DONE,
    EXPLORE,
    FETCH,
    FOLLOW,
    GATHER,
    GATHER_ONE,
    GIVE_BACK,
    HAUL,
    LAY_DOWN,
    LESS,
    SCAN,
    STORE,
    SWAP,
    SWIM,
    TAKE,
    TERRAFORM,
    UNDERNEATH,
)
from fathom5.games.deeper.sea import (
    EMPTY,
    at_home,
    beside,
    free_place,
    hatch_of,
    level,
    row_of,
    ways_to_lay,
)
from fathom5.games.deeper.table import (
    AIR_TANK,
    AQUARIUM,
    BACK_PACK,
    CARDS,
    DIAMOND,
    DOWN,
    END_GATHER,
    FINS,
    FISH,
    FOOD,
    HATCH,
    KINDS,
    LOWER_LEFT,
    LOWER_RIGHT,
    MARKET,
    PLACES,
    QUARTZ,
    RADIO,
    RAW,
    REACTOR,
    REBREATHER,
    ROCKETS,
    ROWS,
    SEA_GLIDE,
    SECOND_SWIM,
    TILES,
    TITANIUM,
    UNBUILT,
    UPGRADES,
)
from fathom5.kernel.chance import below
from fathom5.kernel.marks import rule

NOTHING = -1
WIDE, DEEP = 9, 7
"""Columns and rows of the sea around a hatch, one bit a place, in which ways home are found."""

SHALLOWS = sum(1 << DEEP * column for column in range(WIDE))
FLOOR = SHALLOWS << (DEEP - 1)
LOW_COLUMNS = sum(((1 << DEEP) - 1) << DEEP * column for column in range(0, WIDE, 2))
HIGH_COLUMNS = LOW_COLUMNS >> DEEP
SIDEWAYS = (1 << DEEP * (WIDE - 1)) - 1

FIRST_ROCKET = len(CARDS) + len(UPGRADES)
ITEMS = FIRST_ROCKET + len(ROCKETS)


@rule
def seal(table, box, weights, moves, n, rng):
    """The open move rated best."""
    found = kinds_in_the_sea(table)
    goal = best_goal(table, box, found, NOTHING)
    later = best_goal(table, box, found, goal)
    target = heading(table, box, goal, later, rng)
    best, highest = moves[0], -1
    for i in range(n):
        rating = 8 * rate(table, box, goal, later, target, moves[i]) + below(8, rng)
        if rating > highest:
            best, highest = moves[i], rating
    return best


# What to build


@rule
def effort(kind):
    """How hard a kind is to get."""
    if kind == TITANIUM:
        return 2
    if kind == QUARTZ:
        return 4
    return 5 if kind == DIAMOND else 1


@rule
def price(box, diver, item, kind):
    """What an item costs of a kind."""
    if item < len(CARDS):
        cost = box.cards[item].cost[kind]
    elif item < FIRST_ROCKET:
        return box.upgrades[item - len(CARDS)].cost[kind]
    else:
        cost = box.rockets[item - FIRST_ROCKET].cost[kind]
    return max(0, cost - discount(diver)) if kind == TITANIUM else cost


@rule
def worth(table, box, diver, item, before):
    """What having an item is worth once another is built; 0: it cannot be built."""
    late = table.rockets_left < 3
    if item >= FIRST_ROCKET:
        radio = diver.built[RADIO] > 0 or before == RADIO
        open_card = radio and table.rockets[item - FIRST_ROCKET] == UNBUILT
        value = 7 * box.rockets[item - FIRST_ROCKET].points if open_card else 0
        if box.rockets[item - FIRST_ROCKET].cost[DIAMOND] > 0:
            value += value // 3
        return value // 2 if within_reach(table, box, item - FIRST_ROCKET) else value
    if item >= len(CARDS):
        upgrade = item - len(CARDS)
        if diver.upgrades[upgrade]:
            return 0
        if late:
            return 2
        if upgrade == FINS:
            return 50
        if upgrade in (AIR_TANK, SEA_GLIDE):
            return 24
        return 17 if upgrade in (REBREATHER, BACK_PACK) else 15
    if item == RADIO:
        return 0 if diver.built[RADIO] else 44
    if diver.hand[item] == 0:
        return 0
    if item == AQUARIUM or late:
        return 6 * box.cards[item].points
    return 5 * box.cards[item].points + (20 if item == REACTOR else 13)


@rule
def within_reach(table, box, rocket):
    """Whether somebody else has all that a rocket card takes."""
    for seat in range(table.players):
        if seat != table.actor and may_build_rocket(table, box, table.divers[seat], rocket):
            return True
    return False


@rule
def kinds_in_the_sea(table):
    """The kinds that lie on some tile, one bit each."""
    found = 0
    for tile in range(TILES):
        for kind in range(RAW):
            found |= (table.stock[tile, kind] > 0) << kind
    return found


@rule
def best_goal(table, box, found, before):
    """The item that gives most for the effort it still takes, once the one before it is built.

    What lies nowhere has to be explored for.
    """
    diver = table.divers[table.actor]
    goal, best = NOTHING, 0
    for item in range(ITEMS):
        value = worth(table, box, diver, item, before)
        if value > 0 and item != before:
            missing = 0
            for kind in range(RAW):
                left = owned(diver, kind)
                if before != NOTHING:
                    left = max(0, left - price(box, diver, before, kind))
                lack = max(0, price(box, diver, item, kind) - left)
                missing += lack * effort(kind)
                if lack > 0 and not (found >> kind) & 1:
                    missing += 2
            if 100 * value // (missing + 3) > best:
                goal, best = item, 100 * value // (missing + 3)
    return goal


@rule
def lacking(table, box, goal, kind):
    """How much of a kind the goal still lacks; two titanium can stand for a quartz."""
    diver = table.divers[table.actor]
    if goal == NOTHING or kind == FOOD:
        return 2 - owned(diver, FISH) if kind == FISH else 0
    lack = price(box, diver, goal, kind) - owned(diver, kind)
    if kind == TITANIUM:
        lack += 2 * max(0, price(box, diver, goal, QUARTZ) - owned(diver, QUARTZ))
    return lack


@rule
def wanting(table, box, goal, later, kind):
    """How much of a kind the goal and the one after it lack together."""
    lack = lacking(table, box, goal, kind)
    if goal == NOTHING or later == NOTHING:
        return lack
    return lack + price(box, table.divers[table.actor], later, kind)


@rule
def complete(table, box, goal):
    """Whether everything for the goal is at hand."""
    for kind in range(RAW):
        if price(box, table.divers[table.actor], goal, kind) > owned(table.divers[table.actor], kind):
            return False
    return True


# Where to go


@rule
def distance(one, other):
    """Swims from one place to another over open sea."""
    across = abs(one // ROWS - other // ROWS)
    down = abs(half_tiles(one) - half_tiles(other))
    return across + max(0, (down - across) // 2)


@rule
def swims_home(table, box, place):
    """Swims from a place to one's own hatch over the tiles that lie there."""
    home = hatch_of(table, box, table.actor)
    row, column = row_of(place), place // ROWS - home // ROWS + WIDE // 2
    if row == 0 or row > DEEP or not 0 <= column < WIDE:
        return distance(place, home)
    water = 0
    for i in range(WIDE * DEEP):
        lying = table.sea[home + (i // DEEP - WIDE // 2) * ROWS + i % DEEP + 1]
        water |= (0 <= lying < HATCH) << i
    reached = ((SHALLOWS >> DEEP * (WIDE - 3)) << DEEP * (WIDE // 2 - 1)) & water
    swims = 1
    while not (reached >> (DEEP * column + row - 1)) & 1:
        more = flooded(reached) & water
        if more == reached:
            return distance(place, home)
        reached = more
        swims += 1
    return swims


@rule
def flooded(places):
    """Places and all next to them; a column with a hatch lies half a tile lower than the next."""
    up, down = (places & ~SHALLOWS) >> 1, (places & ~FLOOR) << 1
    aside = places | (up & HIGH_COLUMNS) | (down & LOW_COLUMNS)
    return places | up | down | (aside >> DEEP) | ((aside & SIDEWAYS) << DEEP)


@rule
def half_tiles(place):
    """Half tiles below the surface."""
    return 2 * row_of(place) - 1 + ((place // ROWS) & 1)


@rule
def slack(table, box):
    """Actions that can be spent before it is time to swim home."""
    diver = table.divers[table.actor]
    swims = table.actions + diver.air * (box.actions + diver.upgrades[FINS])
    if table.actions > 0 and not table.swum:
        swims += diver.upgrades[FINS]
    if table.phase == SECOND_SWIM:
        swims += 1
    return swims - swims_home(table, box, diver.place)


@rule
def is_late(table, box):
    """Time to swim home: there is something to lose and hardly air for more."""
    return slack(table, box) < 2 and table.divers[table.actor].carried > 0


@rule
def heading(table, box, goal, later, rng):
    """The place to swim to: home in need of air or with all that is wanted, else to what is lacking."""
    diver = table.divers[table.actor]
    home = hatch_of(table, box, table.actor)
    spare = slack(table, box)
    ready = goal != NOTHING and complete(table, box, goal)
    full = diver.carried == diver.bag and diver.stored < diver.shelf
    if not at_home(diver) and (full or is_late(table, box)):
        return home
    budget = spare + swims_home(table, box, diver.place)
    near = 1 if goal in (RADIO, len(CARDS) + FINS) or goal >= FIRST_ROCKET else 2
    chosen, best = NOTHING, 0
    for place in range(ROWS, PLACES - ROWS):
        tile = table.sea[place]
        if 0 <= tile < HATCH:
            gain = gain_from(table, box, goal, later, ready, tile)
            if gain > 0:
                far, back = distance(diver.place, place), swims_home(table, box, place)
                rating = 100 * gain // (far + back + 2)
                if far + 1 + back <= budget and (far < near or not ready):
                    better = rating > best or (rating == best and below(2, rng) == 0)
                    if better and leads_to(table, box, diver.place, place):
                        chosen, best = place, rating
    if chosen != NOTHING:
        return chosen
    if ready and not at_home(diver):
        return home
    return outpost(table, box, depth_wanted(table, box, goal), budget, rng)


@rule
def outpost(table, box, wanted, budget, rng):
    """The place to explore from: deep enough for what is lacking, near, and next to a free place."""
    diver = table.divers[table.actor]
    chosen, best = NOTHING, 0
    for place in range(ROWS, PLACES - ROWS):
        if 0 <= table.sea[place] < HATCH:
            far, back = distance(diver.place, place), swims_home(table, box, place)
            if diver.carried == 0 or far + 2 + back <= budget:
                room = room_around(table, box, place)
                if room > 0 and leads_to(table, box, diver.place, place):
                    rating = 8000 - 200 * far - 100 * back - 450 * max(0, wanted - level(place))
                    rating += 30 * min(6, room) + below(20, rng)
                    if rating > best:
                        chosen, best = place, rating
    return chosen


@rule
def room_around(table, box, place):
    """How easily a tile will fit next to a place: its free neighbours, those with few tiles around most."""
    room = 0
    for way in range(6):
        there = beside(box, place, way)
        if free_place(table, there):
            touched = 0
            for side in range(6):
                touched += table.sea[beside(box, there, side)] != EMPTY
            room += max(0, 4 - touched)
    return room


@rule
def leads_to(table, box, place, target):
    """Whether a tile next to a place is nearer to the target."""
    if place == target:
        return True
    for way in range(6):
        there = beside(box, place, way)
        if 0 <= table.sea[there] < HATCH and distance(there, target) < distance(place, target):
            return True
    return False


@rule
def gain_from(table, box, goal, later, ready, tile):
    """What gathering once from a tile gives the goal and the one after it; that alone only if ready."""
    best = 0
    for kind in range(RAW):
        if table.stock[tile, kind] > 0:
            now = min(2, max(0, lacking(table, box, goal, kind)), table.stock[tile, kind])
            soon = min(2, max(0, wanting(table, box, goal, later, kind)), table.stock[tile, kind])
            if now > 0 or ready:
                best = max(best, (now + soon) * effort(kind))
    return best


@rule
def depth_wanted(table, box, goal):
    """The pile where the goal's rarest kind is found."""
    if lacking(table, box, goal, DIAMOND) > 0:
        return 4 + table.divers[table.actor].milestones[3]
    if lacking(table, box, goal, QUARTZ) > 0:
        return 3
    return 2 if lacking(table, box, goal, TITANIUM) > 0 else 1


# Rating moves


@rule
def rate(table, box, goal, later, target, move):
    """How good a move is for the goal; below 1 is never chosen before breathing or declining."""
    diver = table.divers[table.actor]
    if move == BREATHE:
        return 60 if at_home(diver) and diver.air < diver.lungs else 1
    if move == DONE:
        return 5
    if move < GATHER:
        return rate_swim(table, box, diver, goal, target, beside(box, diver.place, move - SWIM))
    if move < GATHER_ONE:
        return rate_gather(table, box, goal, later, move - GATHER)
    if move < EXPLORE:
        return rate_gather(table, box, goal, later, move - GATHER_ONE) if table.phase == END_GATHER else 0
    if move < SCAN:
        return rate_explore(table, box, goal, later, target, move)
    if move < CONVERT:
        return rate_scan(table, box, goal, later, target, move - SCAN + 1)
    if move < CRAFT:
        return rate_conversion(table, box, goal, move - CONVERT)
    if move < STORE:
        return 200 if move - CRAFT == goal else 0
    if move < HAUL:
        return rate_stowing(move)
    return rate_answer(table, box, goal, later, target, move)


@rule
def rate_swim(table, box, diver, goal, target, there):
    """Towards the target; without one, down to where the goal's resources are."""
    if target == diver.place or (at_home(diver) and diver.air < diver.lungs):
        return 0
    if target != NOTHING:
        if row_of(target) == 0:
            nearer = swims_home(table, box, diver.place) - swims_home(table, box, there)
        else:
            nearer = distance(diver.place, target) - distance(there, target)
        return 40 + 5 * nearer if nearer > 0 else 0
    if level(diver.place) < depth_wanted(table, box, goal) and half_tiles(there) > half_tiles(diver.place):
        return 36
    return 0 if table.phase == SECOND_SWIM else 8


@rule
def rate_gather(table, box, goal, later, kind):
    """What the goal lacks first; then what is rare, while there is air to do it."""
    diver = table.divers[table.actor]
    if slack(table, box) < 1:
        return 0
    if lacking(table, box, goal, kind) > 0:
        return 70 + 5 * effort(kind)
    if diver.carried < diver.bag and wanting(table, box, goal, later, kind) > 0:
        return 55 + effort(kind)
    if diver.carried < diver.bag and kind >= TITANIUM and owned(diver, kind) < 3:
        return 50 + effort(kind)
    return 0


@rule
def promise(table, box, goal, later, tile):
    """What the resources of a tile promise."""
    value = 0
    for kind in range(RAW):
        if lacking(table, box, goal, kind) > 0:
            value += 3 * box.holds[tile, kind] * effort(kind)
        elif wanting(table, box, goal, later, kind) > 0:
            value += box.holds[tile, kind] * effort(kind)
        else:
            value += box.holds[tile, kind]
    return value


@rule
def first_at(diver, place):
    """Whether a tile laid there is a milestone for the diver."""
    depth = level(place)
    return depth > 1 and diver.milestones[depth - 2] == 0


@rule
def rate_explore(table, box, goal, later, target, move):
    """A tile that has what is lacking, or one at a new depth; cover a tile only when it is spent."""
    diver = table.divers[table.actor]
    if is_late(table, box):
        return 0
    first = EXPLORE if move < TERRAFORM else TERRAFORM
    way, slot = (move - first) // MARKET, (move - first) % MARKET
    place = beside(box, diver.place, way)
    if target != NOTHING and row_of(target) == 0 and not first_at(diver, place):
        return 0
    value = promise(table, box, goal, later, table.market[slot]) + (25 if first_at(diver, place) else 0)
    if move >= TERRAFORM:
        spent = True
        for kind in range(RAW):
            spent = spent and table.stock[table.sea[place], kind] == 0
        return 20 + value if spent else 0
    if half_tiles(place) > half_tiles(diver.place):
        value += 4 + 8 * diver.upgrades[SEA_GLIDE]
    return 28 + value


@rule
def rate_scan(table, box, goal, later, target, pile):
    """Look for what the goal lacks in its pile, or for a new depth."""
    diver = table.divers[table.actor]
    if is_late(table, box):
        return 0
    free, new = 0, 0
    for way in range(6):
        there = beside(box, diver.place, way)
        if free_place(table, there):
            free += 1
            new += first_at(diver, there)
    promised = hope(table, box, goal, later, pile - 1)
    if free == 0 or promised == 0:
        return 0
    if target != NOTHING and row_of(target) == 0 and new == 0:
        return 0
    value = 30 + (12 if new > 0 else 0) + min(9, promised) + pile
    if target == NOTHING or target == diver.place:
        value += 12
    return value


@rule
def hope(table, box, goal, later, pile):
    """What a scan of a pile promises: the mean of the unknown tiles that fit, less if only a few do."""
    place = table.divers[table.actor].place
    total, fit, unknown = 0, 0, 0
    for tile in range(box.first[pile], box.first[pile + 1]):
        if table.face_down[tile]:
            unknown += 1
            if ways_to_lay(table, box, place, tile) != 0:
                total += promise(table, box, goal, later, tile)
                fit += 1
    return total // max(1, fit, unknown // box.draws)


@rule
def rate_conversion(table, box, goal, number):
    """Into what the goal lacks, or into food, out of what the goal does not need."""
    diver = table.divers[table.actor]
    helps = 0
    for kind in range(KINDS):
        spare = owned(diver, kind) - (price(box, diver, goal, kind) if goal != NOTHING and kind < RAW else 0)
        if box.conversions[number].pay[kind] > max(0, spare):
            return 0
        if box.conversions[number].gain[kind] > 0:
            if kind == FOOD:
                helps += 50
            elif spare < 0:
                helps += 100
    return helps + 50 if helps > 0 else 0


@rule
def rate_stowing(move):
    """Everything into storage, food before all else."""
    if move < FETCH:
        return 130 if move - STORE == FOOD else 120
    if move < SWAP:
        return 0
    return 125 if (move - SWAP) // KINDS == FOOD else 0


@rule
def rate_answer(table, box, goal, later, target, move):
    """What is asked in between."""
    diver = table.divers[table.actor]
    if move < GIVE_BACK:
        kind = (move - HAUL) % RAW
        lack = lacking(table, box, goal, kind) > table.stock[table.sea[diver.place], kind]
        return 90 if lack and slack(table, box) > 0 else 0
    if move < LAY_DOWN:
        kind = move - GIVE_BACK
        needed = kind == FOOD or lacking(table, box, goal, kind) > -owned(diver, kind)
        return 4 if needed else 20 - effort(kind)
    if move < LESS:
        way = move - LAY_DOWN
        below_us = 2 if way == DOWN else way in (LOWER_LEFT, LOWER_RIGHT)
        return 10 + below_us + 5 * first_at(diver, beside(box, diver.place, way))
    if move < FOLLOW:
        kind = move - LESS
        return 1 if lacking(table, box, goal, kind) > 0 else 10 - effort(kind)
    if move == FOLLOW:
        if target == NOTHING:
            return 10 if slack(table, box) > 2 else 1
        return 10 if distance(table.laid, target) < distance(diver.place, target) else 1
    if move < TAKE:
        return 100 - promise(table, box, goal, later, table.market[move - UNDERNEATH])
    if move < TAKE + RAW:
        lack = lacking(table, box, goal, move - TAKE) > 0
        return 10 if lack or room_at_home(diver) > 2 else 1
    return 0
