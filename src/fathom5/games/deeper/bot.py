"""The seal of Deeper: it gathers for the best thing to build next and comes home to breathe.

It rates every open move by what it does for its goal and takes the best.
"""

from fathom5.games.deeper.habitat import discount, owned, room_at_home
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
from fathom5.games.deeper.sea import at_home, beside, free_place, hatch_of, level, row_of
from fathom5.games.deeper.table import (
    AIR_TANK,
    AQUARIUM,
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
    ROCKETS,
    ROWS,
    SEA_GLIDE,
    SECOND_SWIM,
    SWIM_BAG,
    TILES,
    TITANIUM,
    UNBUILT,
    UPGRADES,
)
from fathom5.kernel.chance import below
from fathom5.kernel.marks import rule

NOTHING = -1
FIRST_ROCKET = len(CARDS) + len(UPGRADES)
ITEMS = FIRST_ROCKET + len(ROCKETS)


@rule
def seal(table, box, moves, n, rng):
    """The open move rated best."""
    goal = best_goal(table, box, kinds_in_the_sea(table))
    target = heading(table, box, goal, rng)
    best, highest = moves[0], -1
    for i in range(n):
        rating = 8 * rate(table, box, goal, target, moves[i]) + below(8, rng)
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
    return 6 if kind == DIAMOND else 1


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
def worth(table, box, diver, item):
    """What having an item is worth; 0: it cannot be built."""
    late = table.rockets_left < 3
    if item >= FIRST_ROCKET:
        open_card = table.rockets[item - FIRST_ROCKET] == UNBUILT and diver.built[RADIO] > 0
        return 7 * box.rockets[item - FIRST_ROCKET].points if open_card else 0
    if item >= len(CARDS):
        upgrade = item - len(CARDS)
        if diver.upgrades[upgrade]:
            return 0
        if late:
            return 2
        return 18 if upgrade in (AIR_TANK, SEA_GLIDE) else (9 if upgrade == SWIM_BAG else 11)
    if item == RADIO:
        return 0 if diver.built[RADIO] else 30
    if diver.hand[item] == 0:
        return 0
    return 5 * box.cards[item].points + (0 if item == AQUARIUM or late else 9)


@rule
def kinds_in_the_sea(table):
    """The kinds that lie on some tile, one bit each."""
    found = 0
    for tile in range(TILES):
        for kind in range(RAW):
            found |= (table.stock[tile, kind] > 0) << kind
    return found


@rule
def best_goal(table, box, found):
    """The item that gives most for the effort it still takes; what lies nowhere has to be explored for."""
    diver = table.divers[table.actor]
    goal, best = NOTHING, 0
    for item in range(ITEMS):
        value = worth(table, box, diver, item)
        if value > 0:
            missing = 0
            for kind in range(RAW):
                lack = max(0, price(box, diver, item, kind) - owned(diver, kind))
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
def half_tiles(place):
    """Half tiles below the surface."""
    return 2 * row_of(place) - 1 + ((place // ROWS) & 1)


@rule
def slack(table, box):
    """Actions that can be spent before it is time to swim home."""
    diver = table.divers[table.actor]
    swims = table.actions + diver.air * (box.actions + diver.upgrades[FINS])
    return swims - distance(diver.place, hatch_of(table, box, table.actor))


@rule
def is_late(table, box):
    """Time to swim home: there is something to lose and hardly air for more."""
    return slack(table, box) < 2 and table.divers[table.actor].carried > 0


@rule
def heading(table, box, goal, rng):
    """The place to swim to: home in need of air or with all that is wanted, else to what is lacking."""
    diver = table.divers[table.actor]
    home = hatch_of(table, box, table.actor)
    spare = slack(table, box)
    ready = goal != NOTHING and complete(table, box, goal)
    full = diver.carried == diver.bag and diver.stored < diver.shelf
    if not at_home(diver) and (full or is_late(table, box)):
        return home
    budget = spare + distance(diver.place, home)
    chosen, best = NOTHING, 0
    for place in range(ROWS, PLACES - ROWS):
        tile = table.sea[place]
        if 0 <= tile < HATCH:
            gain = gain_from(table, box, goal, ready, tile)
            if gain > 0:
                far, back = distance(diver.place, place), distance(place, home)
                rating = 200 * gain // (far + back + 2)
                if far + 1 + back <= budget and (far < 3 or not ready):
                    if rating > best or (rating == best and below(2, rng) == 0):
                        chosen, best = place, rating
    if chosen == NOTHING and ready and not at_home(diver):
        return home
    if chosen == NOTHING or leads_to(table, box, diver.place, chosen):
        return chosen
    return NOTHING


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
def gain_from(table, box, goal, ready, tile):
    """What gathering once from a tile gives: what is lacking, or, with the goal in the bag, what is rare."""
    best = 0
    for kind in range(RAW):
        if table.stock[tile, kind] > 0:
            wanted = (2 if kind >= TITANIUM else 0) if ready else lacking(table, box, goal, kind)
            best = max(best, min(2, wanted, table.stock[tile, kind]) * effort(kind))
    return best


@rule
def depth_wanted(table, box, goal):
    """The pile where the goal's rarest kind is found."""
    if lacking(table, box, goal, DIAMOND) > 0:
        return 4
    if lacking(table, box, goal, QUARTZ) > 0:
        return 3
    return 2 if lacking(table, box, goal, TITANIUM) > 0 else 1


# Rating moves


@rule
def rate(table, box, goal, target, move):
    """How good a move is for the goal; below 1 is never chosen before breathing or declining."""
    diver = table.divers[table.actor]
    if move == BREATHE:
        return 60 if at_home(diver) and diver.air < diver.lungs else 1
    if move == DONE:
        return 5
    if move < GATHER:
        return rate_swim(table, box, diver, goal, target, beside(box, diver.place, move - SWIM))
    if move < GATHER_ONE:
        return rate_gather(table, box, goal, move - GATHER)
    if move < EXPLORE:
        return rate_gather(table, box, goal, move - GATHER_ONE) if table.phase == END_GATHER else 0
    if move < SCAN:
        return rate_explore(table, box, goal, target, move)
    if move < CONVERT:
        return rate_scan(table, box, goal, target, move - SCAN + 1)
    if move < CRAFT:
        return rate_conversion(table, box, goal, move - CONVERT)
    if move < STORE:
        return 200 if move - CRAFT == goal else 0
    if move < HAUL:
        return rate_stowing(move)
    return rate_answer(table, box, goal, target, move)


@rule
def rate_swim(table, box, diver, goal, target, there):
    """Towards the target; without one, down to where the goal's resources are."""
    if target == diver.place or (at_home(diver) and diver.air < diver.lungs):
        return 0
    if target != NOTHING:
        return 40 + 5 * (distance(diver.place, target) - distance(there, target))
    if level(diver.place) < depth_wanted(table, box, goal) and half_tiles(there) > half_tiles(diver.place):
        return 36
    return 0 if table.phase == SECOND_SWIM else 8


@rule
def rate_gather(table, box, goal, kind):
    """What the goal lacks first; then what is rare, while there is air to do it."""
    diver = table.divers[table.actor]
    if slack(table, box) < 1:
        return 0
    if lacking(table, box, goal, kind) > 0:
        return 70 + 5 * effort(kind)
    if diver.carried < diver.bag and kind >= TITANIUM and owned(diver, kind) < 3:
        return 50 + effort(kind)
    return 0


@rule
def promise(table, box, goal, tile):
    """What the resources of a tile promise."""
    value = 0
    for kind in range(RAW):
        if lacking(table, box, goal, kind) > 0:
            value += 3 * box.holds[tile, kind] * effort(kind)
        else:
            value += box.holds[tile, kind]
    return value


@rule
def first_at(diver, place):
    """Whether a tile laid there is a milestone for the diver."""
    depth = level(place)
    return depth > 1 and diver.milestones[depth - 2] == 0


@rule
def rate_explore(table, box, goal, target, move):
    """A tile that has what is lacking, or one at a new depth; cover a tile only when it is spent."""
    diver = table.divers[table.actor]
    if is_late(table, box):
        return 0
    first = EXPLORE if move < TERRAFORM else TERRAFORM
    way, slot = (move - first) // MARKET, (move - first) % MARKET
    place = beside(box, diver.place, way)
    value = promise(table, box, goal, table.market[slot]) + (25 if first_at(diver, place) else 0)
    if move >= TERRAFORM:
        spent = True
        for kind in range(RAW):
            spent = spent and table.stock[table.sea[place], kind] == 0
        return 20 + value if spent else 0
    if half_tiles(place) > half_tiles(diver.place):
        value += 4
    return 28 + value


@rule
def rate_scan(table, box, goal, target, pile):
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
    if free == 0:
        return 2
    wanted = depth_wanted(table, box, goal)
    value = 30 + (12 if new > 0 else 0) + pile
    if target == NOTHING and pile >= wanted:
        value += 8
    return value


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
def rate_answer(table, box, goal, target, move):
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
        return 10 if slack(table, box) > 2 and target == NOTHING else 1
    if move < TAKE:
        return 100 - promise(table, box, goal, table.market[move - UNDERNEATH])
    if move < TAKE + RAW:
        lack = lacking(table, box, goal, move - TAKE) > 0
        return 10 if lack or room_at_home(diver) > 2 else 1
    return 0
