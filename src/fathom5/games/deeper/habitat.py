"""The habitat of Deeper: lungs, inventory and storage; stowing, converting and crafting."""

from fathom5.games.deeper.table import (
    AIR_TANK,
    BACK_PACK,
    FABRICATOR,
    FOOD,
    KINDS,
    LOCKER,
    RADIO,
    RAW,
    REACTOR,
    REBREATHER,
    ROCKETS,
    SWIM_BAG,
    TITANIUM,
    UNBUILT,
)
from fathom5.kernel.marks import OVER, rule


@rule
def furnish(box, diver):
    """Fabricator, Hatch and Storage stand, Radio in hand; two columns of each grid are covered."""
    diver.lungs = box.air
    diver.air = box.air
    diver.bag = box.bag
    diver.shelf = box.shelf


# Inventory and storage


@rule
def carry(diver, kind):
    """One more resource in an open cell of the inventory."""
    diver.inventory[kind] += 1
    diver.carried += 1


@rule
def let_go(diver, kind):
    """One resource fewer in the inventory."""
    diver.inventory[kind] -= 1
    diver.carried -= 1


@rule
def shelve(diver, kind):
    """One more resource in storage."""
    diver.storage[kind] += 1
    diver.stored += 1


@rule
def unshelve(diver, kind):
    """One resource fewer in storage."""
    diver.storage[kind] -= 1
    diver.stored -= 1


@rule
def room_at_home(diver):
    """Free cells in inventory and storage together."""
    return diver.bag + diver.shelf - diver.carried - diver.stored


@rule
def keep_at_home(diver, kind):
    """A resource that comes in at home: into storage, or what does not fit into the inventory."""
    if diver.stored < diver.shelf:
        shelve(diver, kind)
    else:
        carry(diver, kind)


@rule
def owned(diver, kind):
    """Resources of a kind at hand in the habitat: inventory and storage count together."""
    return diver.inventory[kind] + diver.storage[kind]


@rule
def pay(diver, kind, amount):
    """Back to the supply, from the inventory first."""
    for _ in range(amount):
        if diver.inventory[kind] > 0:
            let_go(diver, kind)
        else:
            unshelve(diver, kind)


# Stowing: free, any number, but a kind moves only one way between two actions (DE-9)


@rule
def may_store(table, diver, kind):
    """Whether a carried kind may go into storage."""
    return diver.inventory[kind] > 0 and not (table.taken_out >> kind) & 1


@rule
def may_fetch(table, diver, kind):
    """Whether a stored kind may go into the inventory."""
    return diver.storage[kind] > 0 and not (table.put_away >> kind) & 1


@rule
def store(table, diver, kind):
    """From the inventory into storage."""
    let_go(diver, kind)
    shelve(diver, kind)
    table.put_away |= 1 << kind


@rule
def fetch(table, diver, kind):
    """From storage into the inventory."""
    unshelve(diver, kind)
    carry(diver, kind)
    table.taken_out |= 1 << kind


@rule
def no_cell_free(diver):
    """Both grids are full, so that resources can only change places."""
    return diver.carried == diver.bag and diver.stored == diver.shelf


@rule
def may_stow(table, diver):
    """Whether anything can be stowed now."""
    storing, fetching = 0, 0
    for kind in range(KINDS):
        storing |= may_store(table, diver, kind) << kind
        fetching |= may_fetch(table, diver, kind) << kind
    if no_cell_free(diver):
        both = storing | fetching
        return storing > 0 and fetching > 0 and both & (both - 1) > 0
    return (storing > 0 and diver.stored < diver.shelf) or (fetching > 0 and diver.carried < diver.bag)


# Convert


@rule
def may_convert(box, diver, number):
    """Its card stands here, the price is at hand, and what it makes has room."""
    conversion = box.conversions[number]
    if conversion.card != FABRICATOR and diver.built[conversion.card] == 0:
        return False
    room = room_at_home(diver)
    for kind in range(KINDS):
        if owned(diver, kind) < conversion.pay[kind]:
            return False
        room += conversion.pay[kind] - conversion.gain[kind]
    return room >= 0


@rule
def convert(box, diver, number):
    """One conversion an action (DE-8)."""
    conversion = box.conversions[number]
    for kind in range(KINDS):
        pay(diver, kind, conversion.pay[kind])
    for kind in range(KINDS):
        for _ in range(conversion.gain[kind]):
            keep_at_home(diver, kind)


# Craft


@rule
def discount(diver):
    """Each reactor makes other cards one titanium cheaper."""
    return diver.built[REACTOR]


@rule
def can_pay(diver, cost, rebate):
    """Whether a cost is at hand, with so much titanium off."""
    for kind in range(RAW):
        if owned(diver, kind) < cost[kind] - (rebate if kind == TITANIUM else 0):
            return False
    return True


@rule
def pay_cost(diver, cost, rebate):
    """Pay a cost, with so much titanium off."""
    for kind in range(RAW):
        pay(diver, kind, max(0, cost[kind] - (rebate if kind == TITANIUM else 0)))


@rule
def may_build(box, diver, card):
    """A blueprint in hand whose cost is at hand; the Radio is in everybody's hand at first."""
    if card == RADIO:
        in_hand = diver.built[RADIO] == 0
    else:
        in_hand = diver.hand[card] > 0
    return in_hand and can_pay(diver, box.cards[card].cost, discount(diver))


@rule
def build(box, diver, card):
    """A blueprint is paid for and stands in the habitat."""
    pay_cost(diver, box.cards[card].cost, discount(diver))
    diver.built[card] += 1
    if card != RADIO:
        diver.hand[card] -= 1
        diver.hand_size -= 1
    if card == LOCKER:
        diver.shelf += box.locker


@rule
def may_upgrade(box, diver, upgrade):
    """An upgrade still covered whose cost is at hand."""
    return diver.upgrades[upgrade] == 0 and can_pay(diver, box.upgrades[upgrade].cost, 0)


@rule
def upgrade_with(box, diver, upgrade):
    """Remove the tile from the board: what was under it is yours now."""
    pay_cost(diver, box.upgrades[upgrade].cost, 0)
    diver.upgrades[upgrade] = 1
    if upgrade in (REBREATHER, AIR_TANK):
        diver.lungs += box.wider
    elif upgrade in (SWIM_BAG, BACK_PACK):
        diver.bag += box.wider


@rule
def may_build_rocket(table, box, diver, rocket):
    """A communal card nobody has built, for those with a Radio."""
    return (
        diver.built[RADIO] > 0
        and table.rockets[rocket] == UNBUILT
        and can_pay(diver, box.rockets[rocket].cost, discount(diver))
    )


@rule
def build_rocket(table, box, rocket):
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
def points_of(table, box, seat):
    """Cards built, rocket cards built, milestones, and one for each food in storage (DE-14)."""
    diver = table.divers[seat]
    points = diver.storage[FOOD]
    for card in range(len(box.cards)):
        points += diver.built[card] * box.cards[card].points
    for rocket in range(len(ROCKETS)):
        if table.rockets[rocket] == seat:
            points += box.rockets[rocket].points
    for depth in range(4):
        points += diver.milestones[depth] * box.milestones[depth]
    return points
