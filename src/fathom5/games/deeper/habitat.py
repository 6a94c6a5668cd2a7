"""The habitat of Deeper: lungs, inventory and storage; stowing, converting and crafting."""

from __future__ import annotations

from fathom5.core import OVER, Array, rule
from fathom5.games.deeper.table import (
    KINDS,
    RAW,
    ROCKETS,
    UNBUILT,
    Box,
    Card,
    Diver,
    Resource,
    Table,
    Upgrade,
)


@rule
def furnish(box: Box, diver: Diver) -> None:
    """Fabricator, Hatch and Storage stand, Radio in hand; two columns of each grid are covered."""
    diver.lungs = box.air
    diver.air = box.air
    diver.bag = box.bag
    diver.shelf = box.shelf


# Inventory and storage


@rule
def carry(diver: Diver, kind: int) -> None:
    """One more resource in an open cell of the inventory."""
    diver.inventory[kind] += 1
    diver.carried += 1


@rule
def let_go(diver: Diver, kind: int) -> None:
    """One resource fewer in the inventory."""
    diver.inventory[kind] -= 1
    diver.carried -= 1


@rule
def shelve(diver: Diver, kind: int) -> None:
    """One more resource in storage."""
    diver.storage[kind] += 1
    diver.stored += 1


@rule
def unshelve(diver: Diver, kind: int) -> None:
    """One resource fewer in storage."""
    diver.storage[kind] -= 1
    diver.stored -= 1


@rule
def room_at_home(diver: Diver) -> int:
    """Free cells in inventory and storage together."""
    return diver.bag + diver.shelf - diver.carried - diver.stored


@rule
def keep_at_home(diver: Diver, kind: int) -> None:
    """A resource that comes in at home: into storage, or what does not fit into the inventory."""
    if diver.stored < diver.shelf:
        shelve(diver, kind)
    else:
        carry(diver, kind)


@rule
def owned(diver: Diver, kind: int) -> int:
    """Resources of a kind at hand in the habitat: inventory and storage count together."""
    return diver.inventory[kind] + diver.storage[kind]


@rule
def pay(diver: Diver, kind: int, amount: int) -> None:
    """Back to the supply, from the inventory first."""
    for _ in range(amount):
        if diver.inventory[kind] > 0:
            let_go(diver, kind)
        else:
            unshelve(diver, kind)


# Stowing: free, any number, but a kind moves only one way between two actions (DE-9)


@rule
def may_store(table: Table, diver: Diver, kind: int) -> bool:
    """Whether a carried kind may go into storage."""
    return diver.inventory[kind] > 0 and not table.taken_out[kind]


@rule
def may_fetch(table: Table, diver: Diver, kind: int) -> bool:
    """Whether a stored kind may go into the inventory."""
    return diver.storage[kind] > 0 and not table.put_away[kind]


@rule
def store(table: Table, diver: Diver, kind: int) -> None:
    """From the inventory into storage."""
    let_go(diver, kind)
    shelve(diver, kind)
    table.put_away[kind] = 1


@rule
def fetch(table: Table, diver: Diver, kind: int) -> None:
    """From storage into the inventory."""
    unshelve(diver, kind)
    carry(diver, kind)
    table.taken_out[kind] = 1


@rule
def no_cell_free(diver: Diver) -> bool:
    """Both grids are full, so that resources can only change places."""
    return diver.carried == diver.bag and diver.stored == diver.shelf


@rule
def may_stow(table: Table, diver: Diver) -> bool:
    """Whether anything can be stowed now."""
    storing, fetching = 0, 0
    for kind in range(KINDS):
        storing |= may_store(table, diver, kind) << kind
        fetching |= may_fetch(table, diver, kind) << kind
    if no_cell_free(diver):
        both = storing | fetching
        return storing > 0 and fetching > 0 and both & (both - 1) > 0
    return (storing > 0 and diver.stored < diver.shelf) or (fetching > 0 and diver.carried < diver.bag)


@rule
def swap(table: Table, diver: Diver, kind: int, other: int) -> None:
    """Where no cell is free, a stored kind comes out and a carried one takes its cell."""
    let_go(diver, kind)
    fetch(table, diver, other)
    carry(diver, kind)
    store(table, diver, kind)


# Convert


@rule
def may_convert(box: Box, diver: Diver, number: int) -> bool:
    """Its card stands here, the price is at hand, and what it makes has room."""
    conversion = box.conversions[number]
    if conversion.card != Card.FABRICATOR and diver.built[conversion.card] == 0:
        return False
    room = room_at_home(diver)
    for kind in range(KINDS):
        if owned(diver, kind) < conversion.pay[kind]:
            return False
        room += conversion.pay[kind] - conversion.gain[kind]
    return room >= 0


@rule
def convert(box: Box, diver: Diver, number: int) -> None:
    """One conversion an action (DE-8)."""
    conversion = box.conversions[number]
    for kind in range(KINDS):
        pay(diver, kind, conversion.pay[kind])
    for kind in range(KINDS):
        for _ in range(conversion.gain[kind]):
            keep_at_home(diver, kind)


# Craft


@rule
def discount(diver: Diver) -> int:
    """Each reactor makes other cards one titanium cheaper."""
    return diver.built[Card.REACTOR]


@rule
def can_pay(diver: Diver, cost: Array[int], rebate: int) -> bool:
    """Whether a cost is at hand, with so much titanium off."""
    for kind in range(RAW):
        if owned(diver, kind) < cost[kind] - (rebate if kind == Resource.TITANIUM else 0):
            return False
    return True


@rule
def pay_cost(diver: Diver, cost: Array[int], rebate: int) -> None:
    """Pay a cost, with so much titanium off."""
    for kind in range(RAW):
        pay(diver, kind, max(0, cost[kind] - (rebate if kind == Resource.TITANIUM else 0)))


@rule
def may_build(box: Box, diver: Diver, card: int) -> bool:
    """A blueprint in hand whose cost is at hand; the Radio is in everybody's hand at first."""
    if card == Card.RADIO:
        in_hand = diver.built[Card.RADIO] == 0
    else:
        in_hand = diver.hand[card] > 0
    return in_hand and can_pay(diver, box.cards[card].cost, discount(diver))


@rule
def build(box: Box, diver: Diver, card: int) -> None:
    """A blueprint is paid for and stands in the habitat."""
    pay_cost(diver, box.cards[card].cost, discount(diver))
    diver.built[card] += 1
    if card != Card.RADIO:
        diver.hand[card] -= 1
        diver.hand_size -= 1
    if card == Card.LOCKER:
        diver.shelf += box.locker


@rule
def may_upgrade(box: Box, diver: Diver, upgrade: int) -> bool:
    """An upgrade still covered whose cost is at hand."""
    return diver.upgrades[upgrade] == 0 and can_pay(diver, box.upgrades[upgrade].cost, 0)


@rule
def upgrade_with(box: Box, diver: Diver, upgrade: int) -> None:
    """Remove the tile from the board: what was under it is yours now."""
    pay_cost(diver, box.upgrades[upgrade].cost, 0)
    diver.upgrades[upgrade] = 1
    if upgrade in (Upgrade.REBREATHER, Upgrade.AIR_TANK):
        diver.lungs += box.wider
    elif upgrade in (Upgrade.SWIM_BAG, Upgrade.BACK_PACK):
        diver.bag += box.wider


@rule
def may_build_rocket(table: Table, box: Box, diver: Diver, rocket: int) -> bool:
    """A communal card nobody has built, for those with a Radio."""
    return (
        diver.built[Card.RADIO] > 0
        and table.rockets[rocket] == UNBUILT
        and not table.unused[rocket]
        and can_pay(diver, box.rockets[rocket].cost, discount(diver))
    )


@rule
def build_rocket(table: Table, box: Box, rocket: int) -> None:
    """The last rocket card ends the game at once (DE-13)."""
    diver = table.divers[table.turn]
    pay_cost(diver, box.rockets[rocket].cost, discount(diver))
    table.rockets[rocket] = table.turn
    table.rockets_left -= 1
    if table.rockets_left == 0:
        table.finisher = table.turn
        table.actor = OVER


# Points


@rule
def points_of(table: Table, box: Box, seat: int) -> int:
    """Cards built, rocket cards built, milestones, and one for each food in storage (DE-14)."""
    diver = table.divers[seat]
    points = diver.storage[Resource.FOOD]
    for card in range(len(box.cards)):
        points += diver.built[card] * box.cards[card].points
    for rocket in range(len(ROCKETS)):
        if table.rockets[rocket] == seat:
            points += box.rockets[rocket].points
    for depth in range(4):
        points += diver.milestones[depth] * box.milestones[depth]
    return points
