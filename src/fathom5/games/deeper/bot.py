"""The heuristic of Deeper: it gathers for the best things to build next and comes home to breathe.

It rates every open move by what it does for its goal and takes the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fathom5.core import Array, Rng, below, decode, is_kind, rule
from fathom5.games.deeper.features import FEATURES, features
from fathom5.games.deeper.goals import (
    FIRST_ROCKET,
    FIRST_UPGRADE,
    NOTHING,
    POINT,
    Weights,
    amount,
    best_goal,
    effort,
    kinds_in_the_sea,
    lacking,
    part,
    price,
    wanting,
    worth,
)
from fathom5.games.deeper.habitat import owned, room_at_home
from fathom5.games.deeper.sea import at_home, beside, free_place, hatch_of, level, row_of, ways_to_lay
from fathom5.games.deeper.table import (
    HATCH,
    KINDS,
    PLACES,
    RAW,
    ROWS,
    Box,
    Breathe,
    Build,
    BuildRocket,
    Convert,
    CraftUpgrade,
    Decline,
    Diver,
    Explore,
    Fetch,
    Follow,
    Gather,
    GatherOne,
    GiveBack,
    Haul,
    Lay,
    LeaveOut,
    Phase,
    PutUnder,
    Resource,
    Scan,
    Store,
    Swap,
    Swim,
    Table,
    Take,
    Terraform,
    Upgrade,
    Way,
)
from fathom5.games.deeper.ways import distance, half_tiles, leads_to, room_around, swims_home, tiles_around

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["ABSURD", "FEATURES", "Weights", "features", "heuristic"]


class Plan(NamedTuple):
    """What a diver is up to."""

    goal: int
    """What it will build next."""
    lack: int
    """What it lacks for that, four bits a kind."""
    want: int
    """What it lacks for that and for the two things after it, likewise."""
    water: int
    """The tiles around its hatch, one bit a place."""
    spare: int
    """Actions that can be spent before it is time to swim home."""
    target: int
    """Where it swims."""


@rule
def heuristic(table: Table, box: Box, weights: Weights, moves: Array[int], n: int, rng: Rng) -> int:
    """The open move rated best."""
    seat, found = table.actor, kinds_in_the_sea(table)
    goal = best_goal(table, box, weights, seat, found, NOTHING, NOTHING)
    second = best_goal(table, box, weights, seat, found, goal, NOTHING)
    third = best_goal(table, box, weights, seat, found, goal, second)
    lack = lacking(table, box, seat, goal)
    want = wanting(table, box, seat, goal, second, third)
    water = tiles_around(table, box, table.actor)
    spare = slack(table, box, water)
    intent = Plan(goal, lack, want, water, spare, NOTHING)
    plan = Plan(goal, lack, want, water, spare, heading(table, box, weights, intent, rng))
    best, highest = moves[0], -1
    for i in range(n):
        rating = 8 * rate(table, box, weights, plan, moves[i]) + below(8, rng)
        if rating > highest:
            best, highest = moves[i], rating
    return best


# Where to go


@rule
def slack(table: Table, box: Box, water: int) -> int:
    """Actions that can be spent before it is time to swim home."""
    diver = table.divers[table.actor]
    swims = table.actions + diver.air * (box.actions + diver.upgrades[Upgrade.FINS])
    if table.actions > 0 and not table.swum:
        swims += diver.upgrades[Upgrade.FINS]
    if table.phase == Phase.SECOND_SWIM:
        swims += 1
    return swims - swims_home(table, box, table.actor, water, diver.place)


@rule
def is_late(table: Table, spare: int) -> bool:
    """Time to swim home: there is something to lose and hardly air for more."""
    return spare < 2 and table.divers[table.actor].carried > 0


@rule
def heading(table: Table, box: Box, weights: Weights, plan: Plan, rng: Rng) -> int:
    """The place to swim to: home in need of air or with all that is wanted, else to what is lacking."""
    diver = table.divers[table.actor]
    home = hatch_of(table, box, table.actor)
    ready = plan.goal != NOTHING and plan.lack == 0
    full = diver.carried == diver.bag and diver.stored < diver.shelf
    if not at_home(diver) and (full or is_late(table, plan.spare)):
        return home
    way_back = swims_home(table, box, table.actor, plan.water, diver.place)
    budget = plan.spare + way_back
    farthest = way_back + weights.detour if ready else budget
    chosen, best = NOTHING, 0
    for place in range(ROWS, PLACES - ROWS):
        tile = table.sea[place]
        if 0 <= tile < HATCH:
            gain = gain_from(table, weights, plan, ready, tile)
            if gain > 0:
                far, back = (
                    distance(diver.place, place),
                    swims_home(table, box, table.actor, plan.water, place),
                )
                rating = 100 * gain // (far + back + 2)
                if far + 1 + back <= budget and far + back <= farthest:
                    better = rating > best or (rating == best and below(2, rng) == 0)
                    if better and leads_to(table, box, diver.place, place):
                        chosen, best = place, rating
    if chosen != NOTHING:
        return chosen
    if ready and not at_home(diver):
        return home
    return outpost(table, box, plan.water, depth_wanted(table, plan.lack), budget, rng)


@rule
def outpost(table: Table, box: Box, water: int, wanted: int, budget: int, rng: Rng) -> int:
    """The place to explore from: deep enough for what is lacking, near, and next to a free place."""
    diver = table.divers[table.actor]
    chosen, best = NOTHING, 0
    for place in range(ROWS, PLACES - ROWS):
        if 0 <= table.sea[place] < HATCH:
            far, back = distance(diver.place, place), swims_home(table, box, table.actor, water, place)
            if diver.carried == 0 or far + 2 + back <= budget:
                room = room_around(table, box, place)
                if room > 0 and leads_to(table, box, diver.place, place):
                    rating = 8000 - 200 * far - 100 * back - 450 * max(0, wanted - level(place))
                    rating += 30 * min(6, room) + below(20, rng)
                    if rating > best:
                        chosen, best = place, rating
    return chosen


@rule
def gain_from(table: Table, weights: Weights, plan: Plan, ready: bool, tile: int) -> int:
    """What gathering once from a tile gives the goal and those after it; these alone only if ready."""
    best = 0
    for kind in range(RAW):
        stock = min(2, table.stock[tile, kind])
        if stock > 0:
            now = min(stock, part(plan.lack, kind))
            soon = min(stock, part(plan.want, kind))
            if now > 0 or ready:
                best = max(best, (now + soon) * effort(weights, kind))
    return best


@rule
def depth_wanted(table: Table, lack: int) -> int:
    """The pile where the rarest kind that is lacking is found."""
    if part(lack, Resource.DIAMOND) > 0:
        return 4 + table.divers[table.actor].milestones[3]
    if part(lack, Resource.QUARTZ) > 0:
        return 3
    return 2 if part(lack, Resource.TITANIUM) > 0 else 1


# Rating moves


@rule
def rate(table: Table, box: Box, weights: Weights, plan: Plan, move: int) -> int:
    """How good a move is for the goal; below 1 is never chosen before breathing or declining."""
    diver = table.divers[table.actor]
    if is_kind(move, Breathe):
        return 60 if at_home(diver) and diver.air < diver.lungs else 1
    if is_kind(move, Decline):
        return 5
    if is_kind(move, Swim):
        there = beside(box, diver.place, decode(Swim, move).way)
        return rate_swim(table, box, diver, plan, there)
    if is_kind(move, Gather):
        return rate_gather(table, box, weights, plan, decode(Gather, move).resource)
    if is_kind(move, GatherOne):
        one = decode(GatherOne, move).resource
        return rate_gather(table, box, weights, plan, one) if table.phase == Phase.END_GATHER else 0
    if is_kind(move, Explore) or is_kind(move, Terraform):
        return rate_explore(table, box, weights, plan, move)
    if is_kind(move, Scan):
        return rate_scan(table, box, weights, plan, decode(Scan, move).pile)
    if is_kind(move, Convert):
        return rate_conversion(table, box, plan.goal, decode(Convert, move).conversion)
    if is_kind(move, Build) or is_kind(move, CraftUpgrade) or is_kind(move, BuildRocket):
        return rate_craft(table, box, weights, plan, item_of(move))
    if is_kind(move, Store) or is_kind(move, Fetch) or is_kind(move, Swap):
        return rate_stowing(move)
    return rate_answer(table, box, weights, plan, move)


@rule
def item_of(move: int) -> int:
    """The number of what a move builds."""
    if is_kind(move, Build):
        return decode(Build, move).card
    if is_kind(move, CraftUpgrade):
        return FIRST_UPGRADE + decode(CraftUpgrade, move).upgrade
    return FIRST_ROCKET + decode(BuildRocket, move).rocket


@rule
def rate_craft(table: Table, box: Box, weights: Weights, plan: Plan, item: int) -> int:
    """The goal; or before it whatever is worth an action and leaves enough for the goal."""
    if item == plan.goal:
        return 200
    useful = worth(table, box, weights, table.actor, item, NOTHING) > POINT
    return 200 if useful and wanting(table, box, table.actor, plan.goal, item, NOTHING) == 0 else 0


@rule
def rate_swim(table: Table, box: Box, diver: Diver, plan: Plan, there: int) -> int:
    """Towards the target; without one, down to where the goal's resources are."""
    if plan.target == diver.place or (at_home(diver) and diver.air < diver.lungs):
        return 0
    if plan.target != NOTHING:
        if row_of(plan.target) == 0:
            back = swims_home(table, box, table.actor, plan.water, there)
            nearer = swims_home(table, box, table.actor, plan.water, diver.place) - back
        else:
            nearer = distance(diver.place, plan.target) - distance(there, plan.target)
        return 40 + 5 * nearer if nearer > 0 else 0
    deeper = half_tiles(there) > half_tiles(diver.place)
    if deeper and level(diver.place) < depth_wanted(table, plan.lack):
        return 36
    return 0 if table.phase == Phase.SECOND_SWIM else 8


@rule
def rate_gather(table: Table, box: Box, weights: Weights, plan: Plan, kind: int) -> int:
    """What the goal lacks first; then what is rare, while there is air to do it."""
    diver = table.divers[table.actor]
    if plan.spare < 1:
        return 0
    if part(plan.lack, kind) > 0:
        return 70 + 5 * effort(weights, kind)
    room = diver.bag - diver.carried - amount(plan.lack)
    if room > 0 and part(plan.want, kind) > 0:
        return 55 + effort(weights, kind)
    if room > 0 and kind >= Resource.TITANIUM and owned(diver, kind) < 3:
        return 50 + effort(weights, kind)
    return 0


@rule
def promise(box: Box, weights: Weights, plan: Plan, tile: int) -> int:
    """What the resources of a tile promise."""
    value = 0
    for kind in range(RAW):
        if part(plan.lack, kind) > 0:
            value += 3 * box.holds[tile, kind] * effort(weights, kind)
        elif part(plan.want, kind) > 0:
            value += box.holds[tile, kind] * effort(weights, kind)
        else:
            value += box.holds[tile, kind]
    return value


@rule
def first_at(diver: Diver, place: int) -> bool:
    """Whether a tile laid there is a milestone for the diver."""
    depth = level(place)
    return depth > 1 and diver.milestones[depth - 2] == 0


@rule
def rate_explore(table: Table, box: Box, weights: Weights, plan: Plan, move: int) -> int:
    """A tile that has what is lacking, or one at a new depth; cover a tile only when it is spent."""
    diver = table.divers[table.actor]
    if is_late(table, plan.spare):
        return 0
    covers = is_kind(move, Terraform)
    if covers:
        way, slot = decode(Terraform, move)
    else:
        way, slot = decode(Explore, move)
    place = beside(box, diver.place, way)
    if plan.target != NOTHING and row_of(plan.target) == 0 and not first_at(diver, place):
        return 0
    value = promise(box, weights, plan, table.market[slot]) + (25 if first_at(diver, place) else 0)
    if covers:
        spent = True
        for kind in range(RAW):
            spent = spent and table.stock[table.sea[place], kind] == 0
        return 20 + value if spent else 0
    if half_tiles(place) > half_tiles(diver.place):
        value += 4 + 8 * diver.upgrades[Upgrade.SEA_GLIDE]
    return 28 + value


@rule
def rate_scan(table: Table, box: Box, weights: Weights, plan: Plan, pile: int) -> int:
    """Look for what the goal lacks in its pile, or for a new depth."""
    diver = table.divers[table.actor]
    if is_late(table, plan.spare):
        return 0
    free, new = 0, 0
    for way in range(6):
        there = beside(box, diver.place, way)
        if free_place(table, there):
            free += 1
            new += first_at(diver, there)
    promised = hope(table, box, weights, plan, pile)
    if free == 0 or promised == 0:
        return 0
    if plan.target != NOTHING and row_of(plan.target) == 0 and new == 0:
        return 0
    value = 30 + (12 if new > 0 else 0) + min(9, promised) + pile + 1
    if plan.target == NOTHING or plan.target == diver.place:
        value += 12
    return value


@rule
def hope(table: Table, box: Box, weights: Weights, plan: Plan, pile: int) -> int:
    """What a scan of a pile promises: the mean of the unknown tiles that fit, less if only a few do."""
    place = table.divers[table.actor].place
    total, fit, unknown = 0, 0, 0
    for tile in range(box.first[pile], box.first[pile + 1]):
        if table.face_down[tile]:
            unknown += 1
            if ways_to_lay(table, box, place, tile) != 0:
                total += promise(box, weights, plan, tile)
                fit += 1
    return total // max(1, fit, unknown // box.draws)


@rule
def rate_conversion(table: Table, box: Box, goal: int, number: int) -> int:
    """Into what the goal lacks, or into food, out of what the goal does not need."""
    diver = table.divers[table.actor]
    helps = 0
    for kind in range(KINDS):
        spare = owned(diver, kind) - (price(box, diver, goal, kind) if kind < RAW else 0)
        if box.conversions[number].pay[kind] > max(0, spare):
            return 0
        if box.conversions[number].gain[kind] > 0:
            if kind == Resource.FOOD:
                helps += 50
            elif spare < 0:
                helps += 100
    return helps + 50 if helps > 0 else 0


@rule
def rate_stowing(move: int) -> int:
    """Everything into storage, food before all else."""
    if is_kind(move, Store):
        return 130 if decode(Store, move).resource == Resource.FOOD else 120
    if is_kind(move, Fetch):
        return 0
    return 125 if decode(Swap, move).resource == Resource.FOOD else 0


@rule
def rate_answer(table: Table, box: Box, weights: Weights, plan: Plan, move: int) -> int:
    """What is asked in between."""
    diver = table.divers[table.actor]
    if is_kind(move, Haul):
        kind = decode(Haul, move).resource
        lack = part(plan.lack, kind) > table.stock[table.sea[diver.place], kind]
        return 90 if lack and plan.spare > 0 else 0
    if is_kind(move, GiveBack):
        kind = decode(GiveBack, move).resource
        needed = kind == Resource.FOOD or price(box, diver, plan.goal, kind) > 0
        return 4 if needed else 20 - effort(weights, kind)
    if is_kind(move, Lay):
        way = decode(Lay, move).way
        below_us = 2 if way == Way.DOWN else way in (Way.LOWER_LEFT, Way.LOWER_RIGHT)
        return 10 + below_us + 5 * first_at(diver, beside(box, diver.place, way))
    if is_kind(move, LeaveOut):
        kind = decode(LeaveOut, move).resource
        return 1 if part(plan.lack, kind) > 0 else 10 - effort(weights, kind)
    if is_kind(move, Follow):
        if plan.target == NOTHING:
            return 10 if plan.spare > 2 else 1
        return 10 if distance(table.laid, plan.target) < distance(diver.place, plan.target) else 1
    if is_kind(move, PutUnder):
        return 100 - promise(box, weights, plan, table.market[decode(PutUnder, move).slot])
    lack = part(plan.want, decode(Take, move).resource) > 0
    return 10 if lack or room_at_home(diver) > 2 else 1


def drowns_at_the_hatch(view: View, move: int) -> bool:
    """Whether a diver without air drowns with something to lose though one swim would bring it home."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if not isinstance(view.decoded(move), Breathe) or at_home(diver) or diver.air or not diver.carried:
        return False
    swims = [each for each in view.open_moves if isinstance(each, Swim)]
    return any(beside(box, diver.place, each.way) == hatch_of(table, box, view.seat) for each in swims)


def gives_back_what_it_gathers(view: View, move: int) -> bool:
    """Whether a diver makes room for a resource by returning one of the same kind."""
    given = view.decoded(move)
    return isinstance(given, GiveBack) and given.resource == view.table.gathering


ABSURD = {
    "drowns where one swim would bring it home": drowns_at_the_hatch,
    "gives back what it gathers": gives_back_what_it_gathers,
}
"""Moves that no level makes, and how to tell them by their ids."""
