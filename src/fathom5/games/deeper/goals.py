"""What a diver of Deeper builds next, and what it lacks for that."""

from __future__ import annotations

from fathom5.core import Struct, rule, whole
from fathom5.games.deeper.habitat import discount, may_build_rocket, owned
from fathom5.games.deeper.table import (
    CARDS,
    RAW,
    ROCKETS,
    TILES,
    UNBUILT,
    UPGRADES,
    Box,
    Card,
    Diver,
    Resource,
    Table,
    Upgrade,
)

NOTHING = -1

FIRST_UPGRADE = len(CARDS)
FIRST_ROCKET = FIRST_UPGRADE + len(UPGRADES)
ITEMS = FIRST_ROCKET + len(ROCKETS)
"""Whatever can be built has a number: cards, then upgrades, then rocket cards."""
RADIO = int(Card.RADIO)
POINT = 7
"""What a point is worth."""


class Weights(Struct):
    """What the heuristic takes things to be worth, seven for a point; found by self-play."""

    radio = whole(0, 100, "a radio")
    fins = whole(0, 100, "fins, with four rocket cards to come")
    knife = whole(0, 100, "a knife, likewise")
    sea_glide = whole(0, 100, "a sea glide")
    lungs = whole(0, 100, "a rebreather or an air tank")
    bag = whole(0, 100, "a swim bag or a back pack")
    ability = whole(0, 100, "what a card does besides its points")
    reactor = whole(0, 100, "what a reactor does")
    titanium = whole(1, 9, "the effort to get titanium; fish, kelp and coral take 1")
    quartz = whole(1, 9, "the effort to get quartz")
    diamond = whole(1, 9, "the effort to get a diamond")
    detour = whole(0, 9, "how many swims more a diver makes who has all for its goal")


@rule
def effort(weights: Weights, kind: int) -> int:
    """How hard a kind is to get."""
    if kind == Resource.TITANIUM:
        return weights.titanium
    if kind == Resource.QUARTZ:
        return weights.quartz
    return weights.diamond if kind == Resource.DIAMOND else 1


@rule
def price(box: Box, diver: Diver, item: int, kind: int) -> int:
    """What an item costs of a kind."""
    if item == NOTHING:
        return 0
    if item < FIRST_UPGRADE:
        cost = box.cards[item].cost[kind]
    elif item < FIRST_ROCKET:
        return box.upgrades[item - FIRST_UPGRADE].cost[kind]
    else:
        cost = box.rockets[item - FIRST_ROCKET].cost[kind]
    return max(0, cost - discount(diver)) if kind == Resource.TITANIUM else cost


@rule
def worth(table: Table, box: Box, weights: Weights, seat: int, item: int, before: int) -> int:
    """What having an item is worth once another is built; 0: it cannot be built."""
    diver = table.divers[seat]
    if item >= FIRST_ROCKET:
        radio = diver.built[Card.RADIO] > 0 or before == RADIO
        rocket = item - FIRST_ROCKET
        open_card = radio and table.rockets[rocket] == UNBUILT and not table.unused[rocket]
        value = POINT * box.rockets[rocket].points if open_card else 0
        return value // 2 if within_reach(table, box, seat, rocket) else value
    if item >= FIRST_UPGRADE:
        upgrade = item - FIRST_UPGRADE
        return 0 if diver.upgrades[upgrade] else use_to_come(table, upgrade_use(weights, upgrade))
    if item == RADIO:
        return 0 if diver.built[Card.RADIO] else weights.radio
    if diver.hand[item] == 0:
        return 0
    return POINT * box.cards[item].points + use_to_come(table, card_use(weights, item))


@rule
def use_to_come(table: Table, use: int) -> int:
    """What is useful all the time is worth less as the end comes near."""
    return use * table.rockets_left // 4


@rule
def upgrade_use(weights: Weights, upgrade: int) -> int:
    """What an upgrade does for the rest of a game."""
    if upgrade == Upgrade.FINS:
        return weights.fins
    if upgrade == Upgrade.KNIFE:
        return weights.knife
    if upgrade == Upgrade.SEA_GLIDE:
        return weights.sea_glide
    return weights.lungs if upgrade in (Upgrade.REBREATHER, Upgrade.AIR_TANK) else weights.bag


@rule
def card_use(weights: Weights, card: int) -> int:
    """What a card does besides its points; an aquarium does nothing."""
    if card == Card.AQUARIUM:
        return 0
    return weights.reactor if card == Card.REACTOR else weights.ability


@rule
def within_reach(table: Table, box: Box, seat: int, rocket: int) -> bool:
    """Whether somebody else has all that a rocket card takes."""
    for other in range(table.players):
        if other != seat and may_build_rocket(table, box, table.divers[other], rocket):
            return True
    return False


@rule
def kinds_in_the_sea(table: Table) -> int:
    """The kinds that lie on some tile, one bit each."""
    found = 0
    for tile in range(TILES):
        for kind in range(RAW):
            found |= (table.stock[tile, kind] > 0) << kind
    return found


@rule
def best_goal(
    table: Table, box: Box, weights: Weights, seat: int, found: int, first: int, second: int
) -> int:
    """The item that gives most for the effort it still takes, once those before it are built.

    What lies nowhere has to be explored for.
    """
    diver = table.divers[seat]
    goal, best = NOTHING, 0
    for item in range(ITEMS):
        value = worth(table, box, weights, seat, item, first)
        if value > 0 and item != first and item != second:
            missing = 0
            for kind in range(RAW):
                used = price(box, diver, first, kind) + price(box, diver, second, kind)
                lack = max(0, price(box, diver, item, kind) - max(0, owned(diver, kind) - used))
                missing += lack * effort(weights, kind)
                if lack > 0 and not (found >> kind) & 1:
                    missing += 2
            if 100 * value // (missing + 3) > best:
                goal, best = item, 100 * value // (missing + 3)
    return goal


@rule
def part(amounts: int, kind: int) -> int:
    """How many of a kind."""
    return (amounts >> 4 * kind) & 15


@rule
def lacking(table: Table, box: Box, seat: int, goal: int) -> int:
    """What the goal lacks, four bits a kind; two titanium stand for a quartz. Without one, fish for food."""
    diver = table.divers[seat]
    if goal == NOTHING:
        return max(0, 2 - owned(diver, Resource.FISH)) << 4 * Resource.FISH
    lack = 0
    for kind in range(RAW):
        missing = price(box, diver, goal, kind) - owned(diver, kind)
        if kind == Resource.TITANIUM:
            missing += 2 * max(0, price(box, diver, goal, Resource.QUARTZ) - owned(diver, Resource.QUARTZ))
        lack |= max(0, missing) << 4 * kind
    return lack


@rule
def wanting(table: Table, box: Box, seat: int, goal: int, second: int, third: int) -> int:
    """What three items lack together, four bits a kind."""
    diver = table.divers[seat]
    want = 0
    for kind in range(RAW):
        needed = price(box, diver, goal, kind) + price(box, diver, second, kind)
        needed += price(box, diver, third, kind)
        want |= max(0, needed - owned(diver, kind)) << 4 * kind
    return want


@rule
def amount(amounts: int) -> int:
    """How many of all kinds."""
    total = 0
    for kind in range(RAW):
        total += part(amounts, kind)
    return total
