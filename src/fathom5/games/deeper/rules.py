"""The rules of Deeper: set-up, the turn with its actions, breathing, the end, and the verbs."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, OVER, Array, Rng, below, clockwise, decode, encode, is_kind, rule
from fathom5.games.deeper.habitat import (
    build,
    build_rocket,
    carry,
    convert,
    fetch,
    furnish,
    keep_at_home,
    let_go,
    may_build,
    may_build_rocket,
    may_convert,
    may_fetch,
    may_store,
    may_stow,
    may_upgrade,
    no_cell_free,
    points_of,
    room_at_home,
    store,
    swap,
    upgrade_with,
)
from fathom5.games.deeper.sea import (
    EMPTY,
    NONE,
    at_home,
    beside,
    draw_known,
    edges_around,
    free_place,
    has_resources,
    hatch_of,
    into_market,
    level,
    matches,
    out_of_market,
    place_to_cover,
    put_tile,
    put_under,
    settle,
    take_up,
    tiles_in,
    ways_to_lay,
)
from fathom5.games.deeper.table import (
    CARDS,
    CONVERSIONS,
    DECK_CARDS,
    HATCH,
    KINDS,
    PILE_TILES,
    PILES,
    PLACES,
    RAW,
    ROCKETS,
    START_TILES,
    TILES,
    UNBUILT,
    UPGRADES,
    Box,
    Breathe,
    Build,
    BuildRocket,
    Card,
    Convert,
    CraftUpgrade,
    Decline,
    Diver,
    DrawBlueprint,
    DrawSomeBlueprint,
    DrawTile,
    Explore,
    Fetch,
    Follow,
    Gather,
    GatherOne,
    GiveBack,
    Haul,
    Lay,
    LeaveOut,
    Lose,
    Phase,
    PutUnder,
    Resource,
    Scan,
    Start,
    StartTile,
    Store,
    Swap,
    Swim,
    Table,
    Take,
    Terraform,
    Tile,
    Upgrade,
)

SCORES = (0, 300)


# Setup


@rule
def derive(box: Box) -> None:
    """The piles, and what is beside what."""
    for tile in range(PILE_TILES):
        part = box.tiles[tile]
        box.pile[tile] = part.pile
        for pile in range(part.pile, PILES):
            box.first[pile + 1] += 1
        print_tile(box, tile, part)
    for tile in range(PILE_TILES, TILES):
        print_tile(box, tile, box.start[(tile - PILE_TILES) % START_TILES])
    for odd in range(2):
        for way in range(6):
            across = (0, 1, 1, 0, -1, -1)[way]
            down = (-1, odd - 1, odd, 1, odd, odd - 1)[way]
            box.beside[odd, way] = 16 * across + down


@rule
def print_tile(box: Box, tile: int, part: Tile | StartTile) -> None:
    """A tile's resources and edges."""
    for kind in range(RAW):
        box.holds[tile, kind] = part.holds[kind]
    for way in range(6):
        box.rocks[tile] += part.rock[way] << way
        box.facing[tile] += part.rock[way] << (way + 3 if way < 3 else way - 3)


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Piles face down, rocket cards for the players, hatches with their tiles; who starts is drawn."""
    table.limit = options.rounds
    table.held = NONE
    table.finisher = -1
    for place in range(PLACES):
        table.sea[place] = EMPTY
    for tile in range(PILE_TILES):
        table.face_down[tile] = 1
        table.unseen[box.pile[tile]] += 1
    for rocket in range(len(ROCKETS)):
        table.rockets[rocket] = UNBUILT
        table.unused[rocket] = box.rockets[rocket].players > table.players
        table.rockets_left += not table.unused[rocket]
    for seat in range(table.players):
        furnish(box, table.divers[seat])
        settle(table, box, seat)
    table.phase = Phase.START
    table.actor = NATURE
    if table.players == 1:
        begin_turn(table, box)


@rule
def take_first_turn(table: Table, box: Box, seat: int) -> None:
    """The starting player."""
    table.starter = seat
    table.turn = seat
    begin_turn(table, box)


# Your turn


@rule
def begin_turn(table: Table, box: Box) -> None:
    """Up to 2 actions, and then breathe."""
    table.actions = box.actions
    table.swum = 0
    table.winched = 0
    ask_for_action(table)


@rule
def ask_for_action(table: Table) -> None:
    """The next action, with stowing free before and after it (DE-9)."""
    for kind in range(KINDS):
        table.put_away[kind] = 0
        table.taken_out[kind] = 0
    table.phase = Phase.ACT
    table.actor = table.turn


@rule
def follow_up(table: Table, box: Box) -> None:
    """What an action brings with it, one after the other; then the next action, or breathe."""
    table.actor = table.turn
    if table.card_due:
        table.phase = Phase.DRAW_CARD
        table.actor = NATURE
    elif table.less_due:
        table.phase = Phase.LEAVE_OUT
    elif table.glide_due:
        table.phase = Phase.GLIDE
    elif table.market_size > box.market:
        table.phase = Phase.TRIM
    elif table.explore_due and may_explore(table, box):
        table.phase = Phase.FREE_EXPLORE
    else:
        table.explore_due = 0
        ask_for_action(table)


@rule
def is_anything_left(table: Table, box: Box) -> bool:
    """Without actions, stowing and the winch, the turn ends by itself."""
    diver = table.divers[table.turn]
    if table.actions > 0:
        return True
    if at_home(diver):
        return may_stow(table, diver)
    return may_haul(table, box, diver)


# Swim


@rule
def may_swim(table: Table, box: Box, place: int) -> bool:
    """Whether the pawn may swim to a place: a tile, or its own Hatch (DE-3)."""
    tile = table.sea[place]
    return 0 <= tile < HATCH or (tile == HATCH and place == hatch_of(table, box, table.turn))


@rule
def swim(table: Table, box: Box, way: int) -> None:
    """To the next place, whatever is on it; with fins the first swim may go on."""
    diver = table.divers[table.turn]
    diver.place = beside(box, diver.place, way)
    first = not table.swum
    table.swum = 1
    table.phase = Phase.SECOND_SWIM if first and diver.upgrades[Upgrade.FINS] else Phase.FOLLOW_UP


@rule
def swims(table: Table, box: Box, moves: Array[int], n: int) -> int:
    """Every way that is open to the pawn."""
    place = table.divers[table.turn].place
    for way in range(6):
        if may_swim(table, box, beside(box, place, way)):
            moves[n] = encode(Swim(way))
            n += 1
    return n


# Gather


@rule
def tile_under(table: Table, diver: Diver) -> int:
    """The tile that a pawn is on."""
    return table.sea[diver.place]


@rule
def gathers(table: Table, box: Box, diver: Diver, moves: Array[int], n: int) -> int:
    """Kinds on this tile; a full inventory needs something else to give back. Fewer may be taken."""
    tile = tile_under(table, diver)
    room = diver.bag - diver.carried
    for kind in range(RAW):
        if table.stock[tile, kind] > 0 and (room > 0 or diver.carried > diver.inventory[kind]):
            moves[n] = encode(Gather(kind))
            n += 1
    if room > 1 and box.catch > 1:
        for kind in range(RAW):
            if table.stock[tile, kind] > 1:
                moves[n] = encode(GatherOne(kind))
                n += 1
    return n


@rule
def pick_up(table: Table, diver: Diver, kind: int) -> None:
    """One resource from the tile into the inventory."""
    table.stock[tile_under(table, diver), kind] -= 1
    carry(diver, kind)


@rule
def gather(table: Table, kind: int, amount: int) -> None:
    """Up to 2 of one kind, as many as fit; then room may be made for the rest."""
    diver = table.divers[table.turn]
    wanted = min(amount, table.stock[tile_under(table, diver), kind])
    fitting = min(wanted, diver.bag - diver.carried)
    for _ in range(fitting):
        pick_up(table, diver, kind)
    table.gathering = kind
    table.wanted = wanted - fitting
    table.took = fitting > 0
    make_room(table, diver)


@rule
def make_room(table: Table, diver: Diver) -> None:
    """Ask what to give back, if more is wanted and there is something else."""
    if table.wanted > 0 and diver.carried > diver.inventory[table.gathering]:
        table.phase = Phase.MAKE_ROOM
    else:
        stop_gathering(table)


@rule
def give_back(table: Table, kind: int) -> None:
    """A resource goes to the supply to make room for one gathered."""
    diver = table.divers[table.turn]
    let_go(diver, kind)
    pick_up(table, diver, table.gathering)
    table.wanted -= 1
    table.took = 1
    make_room(table, diver)


@rule
def stop_gathering(table: Table) -> None:
    """Enough gathered."""
    table.wanted = 0
    table.took = 0
    table.gathering = 0
    table.phase = Phase.FOLLOW_UP


# Explore


@rule
def may_explore(table: Table, box: Box) -> bool:
    """Whether a tile of the market fits next to the pawn."""
    place = table.divers[table.turn].place
    ways = 0
    for slot in range(table.market_size):
        ways |= ways_to_lay(table, box, place, table.market[slot])
    return ways != 0


@rule
def explores(table: Table, box: Box, diver: Diver, moves: Array[int], n: int) -> int:
    """Every tile of the market on every free place next to the pawn where its edges match."""
    for way in range(6):
        there = beside(box, diver.place, way)
        if free_place(table, there):
            edges = edges_around(table, box, there)
            for slot in range(table.market_size):
                if matches(box, table.market[slot], edges):
                    moves[n] = encode(Explore(way, slot))
                    n += 1
    return n


@rule
def explore(table: Table, box: Box, way: int, slot: int) -> None:
    """Lay a tile of the market next to the pawn."""
    diver = table.divers[table.turn]
    lay(table, box, out_of_market(table, slot), beside(box, diver.place, way))
    table.glide_due = diver.upgrades[Upgrade.SEA_GLIDE]
    table.phase = Phase.FOLLOW_UP


@rule
def lay(table: Table, box: Box, tile: int, place: int) -> None:
    """A tile is laid with its resources; the first one of a depth is a milestone (DE-6)."""
    put_tile(table, box, tile, place)
    table.laid = place
    diver = table.divers[table.turn]
    depth = level(place)
    if depth > 1 and not diver.milestones[depth - 2]:
        diver.milestones[depth - 2] = 1
        table.card_due = cards_left(table, box) > 0


@rule
def in_deck(table: Table, box: Box, card: int) -> int:
    """Cards of a kind that are still face down in the deck."""
    count = box.cards[card].count
    for seat in range(table.players):
        count -= table.divers[seat].built[card] + table.divers[seat].hand[card]
    return count


@rule
def cards_left(table: Table, box: Box) -> int:
    """Cards in the deck."""
    count = 0
    for card in range(DECK_CARDS):
        count += box.cards[card].count
        for seat in range(table.players):
            count -= table.divers[seat].built[card]
    for seat in range(table.players):
        count -= table.divers[seat].hand_size
    return count


@rule
def draw_card(table: Table, card: int) -> None:
    """A blueprint for the hand."""
    diver = table.divers[table.turn]
    diver.hand[card] += 1
    diver.hand_size += 1
    table.card_due = 0
    table.phase = Phase.FOLLOW_UP


@rule
def follow(table: Table) -> None:
    """The sea glide takes the pawn into the new tile."""
    table.divers[table.turn].place = table.laid
    table.glide_due = 0
    table.phase = Phase.FOLLOW_UP


# Scan


@rule
def scans(table: Table, diver: Diver, moves: Array[int], n: int) -> int:
    """Piles of the pawn's depth or shallower."""
    for pile in range(level(diver.place)):
        if tiles_in(table, pile) > 0:
            moves[n] = encode(Scan(pile))
            n += 1
    return n


@rule
def scan(table: Table, pile: int) -> None:
    """Draw from a pile until a tile fits next to the pawn, four at most (DE-5)."""
    table.scanned = pile
    table.draws = 0
    table.phase = Phase.DRAW


@rule
def draw_on(table: Table, box: Box) -> None:
    """The next tile: nature's while the pile holds unknown ones, then those put under it."""
    while table.phase == Phase.DRAW:
        if table.draws == box.draws or tiles_in(table, table.scanned) == 0:
            table.draws = 0
            table.explore_due = table.divers[table.turn].built[Card.SCANNER] > 0
            table.phase = Phase.FOLLOW_UP
        elif table.unseen[table.scanned] > 0:
            table.actor = NATURE
            return
        else:
            look_at(table, box, draw_known(table, table.scanned))


@rule
def turn_up(table: Table, box: Box, tile: int) -> None:
    """A face-down tile is drawn."""
    table.face_down[tile] = 0
    table.unseen[table.scanned] -= 1
    look_at(table, box, tile)


@rule
def look_at(table: Table, box: Box, tile: int) -> None:
    """A tile that fits has to be laid; any other goes to the market."""
    place = table.divers[table.turn].place
    ways = ways_to_lay(table, box, place, tile)
    table.actor = table.turn
    if ways == 0:
        into_market(table, tile)
        table.draws += 1
        return
    table.draws = 0
    table.held = tile
    table.phase = Phase.LAY
    for way in range(6):
        if ways == 1 << way:
            lay_held(table, box, way)


@rule
def lay_held(table: Table, box: Box, way: int) -> None:
    """The scanned tile is laid."""
    tile = table.held
    table.held = NONE
    lay(table, box, tile, beside(box, table.divers[table.turn].place, way))
    table.phase = Phase.FOLLOW_UP


@rule
def lays(table: Table, box: Box, moves: Array[int]) -> int:
    """Where the scanned tile fits."""
    ways = ways_to_lay(table, box, table.divers[table.turn].place, table.held)
    n = 0
    for way in range(6):
        if (ways >> way) & 1:
            moves[n] = encode(Lay(way))
            n += 1
    return n


@rule
def trim(table: Table, box: Box, slot: int) -> None:
    """A tile too many goes from the market under its pile."""
    put_under(table, box, out_of_market(table, slot))
    table.phase = Phase.FOLLOW_UP


# Terraform


@rule
def terraforms(table: Table, box: Box, diver: Diver, moves: Array[int], n: int) -> int:
    """Every tile of the market on every tile next to the pawn whose neighbours it matches."""
    for way in range(6):
        there = beside(box, diver.place, way)
        if place_to_cover(table, there):
            edges = edges_around(table, box, there)
            for slot in range(table.market_size):
                if matches(box, table.market[slot], edges):
                    moves[n] = encode(Terraform(way, slot))
                    n += 1
    return n


@rule
def terraform(table: Table, box: Box, way: int, slot: int) -> None:
    """Explore on top of a tile; the new one gets one resource fewer (DE-7)."""
    take_up(table, box, beside(box, table.divers[table.turn].place, way))
    explore(table, box, way, slot)
    table.less_due = 1
    kinds, only = 0, 0
    for kind in range(RAW):
        if table.stock[table.sea[table.laid], kind] > 0:
            kinds += 1
            only = kind
    if kinds <= 1:
        leave_out(table, only)


@rule
def leave_out(table: Table, kind: int) -> None:
    """The resource that the new tile goes without."""
    tile = table.sea[table.laid]
    table.stock[tile, kind] = max(0, table.stock[tile, kind] - 1)
    table.less_due = 0
    table.phase = Phase.FOLLOW_UP


# The winch


@rule
def may_haul(table: Table, box: Box, diver: Diver) -> bool:
    """Whether the winch can still bring something in this turn."""
    if table.winched or diver.built[Card.WINCH] == 0 or at_home(diver):
        return False
    for way in range(6):
        tile = table.sea[beside(box, diver.place, way)]
        if 0 <= tile < HATCH and has_resources(table, tile):
            return True
    return False


@rule
def hauls(table: Table, box: Box, diver: Diver, moves: Array[int], n: int) -> int:
    """Each kind on each tile next to the pawn."""
    for way in range(6):
        tile = table.sea[beside(box, diver.place, way)]
        if 0 <= tile < HATCH:
            for kind in range(RAW):
                if table.stock[tile, kind] > 0:
                    moves[n] = encode(Haul(way, kind))
                    n += 1
    return n


@rule
def haul(table: Table, box: Box, way: int, kind: int) -> None:
    """Up to 2 resources of a kind come from the next tile to the pawn's, once a turn and free."""
    diver = table.divers[table.turn]
    there = table.sea[beside(box, diver.place, way)]
    amount = min(2, table.stock[there, kind])
    table.stock[there, kind] -= amount
    table.stock[tile_under(table, diver), kind] += amount
    table.winched = 1


# Breathe


@rule
def end_turn(table: Table) -> None:
    """The knife gathers before the breath (DE-11)."""
    diver = table.divers[table.turn]
    table.phase = Phase.BREATH
    if (
        diver.upgrades[Upgrade.KNIFE]
        and not at_home(diver)
        and diver.carried < diver.bag
        and has_resources(table, tile_under(table, diver))
    ):
        table.phase = Phase.END_GATHER


@rule
def breathe(table: Table) -> None:
    """At home the lungs fill up; elsewhere a breath costs one air, or the diver drowns."""
    diver = table.divers[table.turn]
    table.phase = Phase.TURN_OVER
    if at_home(diver):
        diver.air = diver.lungs
        table.kelp_due = diver.built[Card.GARDEN]
        table.fish_due = diver.built[Card.FISH_FARM]
        table.phase = Phase.HARVEST
    elif diver.air > 0:
        diver.air -= 1
    else:
        table.losses = level(diver.place)
        table.phase = Phase.LOSE


@rule
def harvest(table: Table) -> None:
    """Gardens and fish farms offer what they grow, if there is room (DE-11)."""
    if table.kelp_due + table.fish_due == 0 or room_at_home(table.divers[table.turn]) == 0:
        table.kelp_due = 0
        table.fish_due = 0
        table.phase = Phase.TURN_OVER


@rule
def take(table: Table, kind: int) -> None:
    """One kelp or fish from the habitat."""
    keep_at_home(table.divers[table.turn], kind)
    if kind == Resource.KELP:
        table.kelp_due -= 1
    else:
        table.fish_due -= 1


@rule
def take_nothing_more(table: Table) -> None:
    """What gardens and fish farms offer is declined."""
    table.kelp_due = 0
    table.fish_due = 0


@rule
def drown(table: Table) -> None:
    """One random resource lost for each level, then air for half of the cells; the pawn stays (DE-10)."""
    diver = table.divers[table.turn]
    table.actor = NATURE
    if table.losses >= diver.carried:
        for kind in range(KINDS):
            diver.inventory[kind] = 0
        diver.carried = 0
        table.losses = 0
    if table.losses == 0:
        diver.air = diver.lungs // 2
        table.phase = Phase.TURN_OVER


@rule
def lose(table: Table, kind: int) -> None:
    """A resource is gone."""
    let_go(table.divers[table.turn], kind)
    table.losses -= 1


@rule
def next_turn(table: Table, box: Box) -> None:
    """Clockwise; after the last round of the limit points are counted as they are (DE-13)."""
    table.turn = clockwise(table, table.turn)
    if table.turn == table.starter:
        table.rounds += 1
    if table.rounds == table.limit:
        table.actor = OVER
    else:
        begin_turn(table, box)


# The verbs


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """What the player asked may do."""
    if table.phase == Phase.ACT:
        return actions(table, box, moves)
    if table.phase == Phase.LAY:
        return lays(table, box, moves)
    if table.phase == Phase.TRIM:
        for slot in range(table.market_size):
            moves[slot] = encode(PutUnder(slot))
        return table.market_size
    if table.phase == Phase.LEAVE_OUT:
        return kinds_to_leave_out(table, moves)
    if table.phase == Phase.MAKE_ROOM:
        return things_to_give_back(table, moves)
    moves[0] = encode(Decline())
    if table.phase == Phase.SECOND_SWIM:
        return swims(table, box, moves, 1)
    if table.phase == Phase.FREE_EXPLORE:
        return explores(table, box, table.divers[table.turn], moves, 1)
    if table.phase == Phase.END_GATHER:
        return kinds_for_the_knife(table, moves, 1)
    if table.phase == Phase.GLIDE:
        moves[1] = encode(Follow())
        return 2
    return harvests(table, moves, 1)


@rule
def actions(table: Table, box: Box, moves: Array[int]) -> int:
    """Breathe, or an action, or something free."""
    diver = table.divers[table.turn]
    home = at_home(diver)
    moves[0] = encode(Breathe())
    n = 1
    if table.actions > 0:
        n = swims(table, box, moves, n)
        if not home:
            n = gathers(table, box, diver, moves, n)
        if table.market_size > 0:
            n = explores(table, box, diver, moves, n)
            n = terraforms(table, box, diver, moves, n)
        n = scans(table, diver, moves, n)
        if home:
            n = crafts(table, box, diver, moves, n)
    if home:
        n = stowings(table, diver, moves, n)
    elif diver.built[Card.WINCH] and not table.winched:
        n = hauls(table, box, diver, moves, n)
    return n


@rule
def crafts(table: Table, box: Box, diver: Diver, moves: Array[int], n: int) -> int:
    """Conversions, cards, upgrades and rocket cards that can be paid."""
    for number in range(CONVERSIONS):
        if may_convert(box, diver, number):
            moves[n] = encode(Convert(number))
            n += 1
    for card in range(len(CARDS)):
        if may_build(box, diver, card):
            moves[n] = encode(Build(card))
            n += 1
    for upgrade in range(len(UPGRADES)):
        if may_upgrade(box, diver, upgrade):
            moves[n] = encode(CraftUpgrade(upgrade))
            n += 1
    for rocket in range(len(ROCKETS)):
        if may_build_rocket(table, box, diver, rocket):
            moves[n] = encode(BuildRocket(rocket))
            n += 1
    return n


@rule
def stowings(table: Table, diver: Diver, moves: Array[int], n: int) -> int:
    """Into storage, out of it, or, where no cell is free, one for another."""
    if no_cell_free(diver):
        for kind in range(KINDS):
            for other in range(KINDS):
                if kind != other and may_store(table, diver, kind) and may_fetch(table, diver, other):
                    moves[n] = encode(Swap(kind, other))
                    n += 1
        return n
    for kind in range(KINDS):
        if diver.stored < diver.shelf and may_store(table, diver, kind):
            moves[n] = encode(Store(kind))
            n += 1
    for kind in range(KINDS):
        if diver.carried < diver.bag and may_fetch(table, diver, kind):
            moves[n] = encode(Fetch(kind))
            n += 1
    return n


@rule
def kinds_to_leave_out(table: Table, moves: Array[int]) -> int:
    """Each kind on the tile that was laid on top of another."""
    n = 0
    for kind in range(RAW):
        if table.stock[table.sea[table.laid], kind] > 0:
            moves[n] = encode(LeaveOut(kind))
            n += 1
    return n


@rule
def kinds_for_the_knife(table: Table, moves: Array[int], n: int) -> int:
    """Each kind on the pawn's tile."""
    tile = tile_under(table, table.divers[table.turn])
    for kind in range(RAW):
        if table.stock[tile, kind] > 0:
            moves[n] = encode(GatherOne(kind))
            n += 1
    return n


@rule
def things_to_give_back(table: Table, moves: Array[int]) -> int:
    """Other kinds carried; who has gathered something may stop."""
    diver = table.divers[table.turn]
    moves[0] = encode(Decline())
    n = 1 if table.took else 0
    for kind in range(KINDS):
        if diver.inventory[kind] > 0 and kind != table.gathering:
            moves[n] = encode(GiveBack(kind))
            n += 1
    return n


@rule
def harvests(table: Table, moves: Array[int], n: int) -> int:
    """What gardens and fish farms still offer."""
    if table.fish_due > 0:
        moves[n] = encode(Take(Resource.FISH))
        n += 1
    if table.kelp_due > 0:
        moves[n] = encode(Take(Resource.KELP))
        n += 1
    return n


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """What nature may do: draw who starts, a tile, a card, or what a drowning diver loses."""
    n = 0
    if table.phase == Phase.DRAW:
        for tile in range(box.first[table.scanned], box.first[table.scanned + 1]):
            if table.face_down[tile]:
                moves[n] = encode(DrawTile(tile))
                weights[n] = 1
                n += 1
    elif table.phase == Phase.DRAW_CARD:
        for card in range(DECK_CARDS):
            weight = in_deck(table, box, card)
            if weight > 0:
                moves[n] = encode(DrawBlueprint(card))
                weights[n] = weight
                n += 1
    elif table.phase == Phase.LOSE:
        diver = table.divers[table.turn]
        for kind in range(KINDS):
            if diver.inventory[kind] > 0:
                moves[n] = encode(Lose(kind))
                weights[n] = diver.inventory[kind]
                n += 1
    else:
        for seat in range(table.players):
            moves[n] = encode(Start(seat))
            weights[n] = 1
            n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Carry out one move and go on to the next decision."""
    if table.phase == Phase.ACT:
        act(table, box, move)
    else:
        answer(table, box, move)
    if table.actor != OVER:
        go_on(table, box)


@rule
def go_on(table: Table, box: Box) -> None:
    """Through everything that needs no decision."""
    if table.phase == Phase.DRAW:
        draw_on(table, box)
    if table.phase == Phase.FOLLOW_UP:
        follow_up(table, box)
    if table.phase == Phase.ACT and not is_anything_left(table, box):
        table.phase = Phase.TURN_ENDS
    if table.phase == Phase.TURN_ENDS:
        end_turn(table)
    if table.phase == Phase.BREATH:
        breathe(table)
    if table.phase == Phase.HARVEST:
        harvest(table)
    if table.phase == Phase.LOSE:
        drown(table)
    if table.phase == Phase.TURN_OVER:
        next_turn(table, box)


@rule
def act(table: Table, box: Box, move: int) -> None:
    """Breathe, do something free, or one of the actions."""
    if is_kind(move, Breathe):
        table.phase = Phase.TURN_ENDS
    elif is_kind(move, Haul):
        hauled = decode(Haul, move)
        haul(table, box, hauled.way, hauled.resource)
    elif is_kind(move, Store):
        store(table, table.divers[table.turn], decode(Store, move).resource)
    elif is_kind(move, Fetch):
        fetch(table, table.divers[table.turn], decode(Fetch, move).resource)
    elif is_kind(move, Swap):
        swapped = decode(Swap, move)
        swap(table, table.divers[table.turn], swapped.resource, swapped.other)
    else:
        table.actions -= 1
        table.phase = Phase.FOLLOW_UP
        take_action(table, box, move)


@rule
def take_action(table: Table, box: Box, move: int) -> None:
    """Swim, gather, explore, terraform or scan; at home convert or craft."""
    diver = table.divers[table.turn]
    if is_kind(move, Swim):
        swim(table, box, decode(Swim, move).way)
    elif is_kind(move, Gather):
        gather(table, decode(Gather, move).resource, box.catch)
    elif is_kind(move, GatherOne):
        gather(table, decode(GatherOne, move).resource, 1)
    elif is_kind(move, Explore):
        explored = decode(Explore, move)
        explore(table, box, explored.way, explored.slot)
    elif is_kind(move, Terraform):
        covered = decode(Terraform, move)
        terraform(table, box, covered.way, covered.slot)
    elif is_kind(move, Scan):
        scan(table, decode(Scan, move).pile)
    elif is_kind(move, Convert):
        convert(box, diver, decode(Convert, move).conversion)
    elif is_kind(move, Build):
        build(box, diver, decode(Build, move).card)
    elif is_kind(move, CraftUpgrade):
        upgrade_with(box, diver, decode(CraftUpgrade, move).upgrade)
    else:
        build_rocket(table, box, decode(BuildRocket, move).rocket)


@rule
def answer(table: Table, box: Box, move: int) -> None:
    """What was asked in between, or what nature does."""
    if table.phase == Phase.DRAW:
        turn_up(table, box, decode(DrawTile, move).tile)
    elif table.phase == Phase.LAY:
        lay_held(table, box, decode(Lay, move).way)
    elif table.phase == Phase.TRIM:
        trim(table, box, decode(PutUnder, move).slot)
    elif table.phase == Phase.DRAW_CARD:
        draw_card(table, decode(DrawBlueprint, move).card)
    elif table.phase == Phase.LOSE:
        lose(table, decode(Lose, move).resource)
    elif table.phase == Phase.START:
        take_first_turn(table, box, decode(Start, move).seat)
    elif table.phase == Phase.LEAVE_OUT:
        leave_out(table, decode(LeaveOut, move).resource)
    elif is_kind(move, Decline):
        decline(table)
    else:
        accept(table, box, move)


@rule
def accept(table: Table, box: Box, move: int) -> None:
    """Room to gather more, a second swim, a glide, a free explore, the knife, a harvest."""
    if table.phase == Phase.MAKE_ROOM:
        give_back(table, decode(GiveBack, move).resource)
    elif table.phase == Phase.SECOND_SWIM:
        swim(table, box, decode(Swim, move).way)
    elif table.phase == Phase.GLIDE:
        follow(table)
    elif table.phase == Phase.FREE_EXPLORE:
        explored = decode(Explore, move)
        table.explore_due = 0
        explore(table, box, explored.way, explored.slot)
    elif table.phase == Phase.END_GATHER:
        pick_up(table, table.divers[table.turn], decode(GatherOne, move).resource)
        table.phase = Phase.BREATH
    else:
        take(table, decode(Take, move).resource)


@rule
def decline(table: Table) -> None:
    """No second swim, enough gathered, no glide, no free explore, no knife, no harvest."""
    if table.phase == Phase.MAKE_ROOM:
        stop_gathering(table)
    elif table.phase == Phase.END_GATHER:
        table.phase = Phase.BREATH
    elif table.phase == Phase.HARVEST:
        take_nothing_more(table)
    else:
        table.glide_due = 0
        table.explore_due = 0
        table.phase = Phase.FOLLOW_UP


@rule
def veil(table: Table, box: Box, move: int, seat: int) -> int:
    """Only its drawer sees which blueprint was drawn (DE-16)."""
    if table.actor == NATURE and is_kind(move, DrawBlueprint) and seat != table.turn:
        return encode(DrawSomeBlueprint())
    return move


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """The others hold any cards that have not been seen, each deal equally likely (DE-16)."""
    for other in range(table.players):
        if other != seat:
            for _ in range(table.divers[other].hand_size):
                table.divers[other].hand[unseen_card(table, box, rng)] += 1


@rule
def unseen_card(table: Table, box: Box, rng: Rng) -> int:
    """One of the cards that lie neither open nor in a hand already guessed."""
    count = 0
    for card in range(DECK_CARDS):
        count += in_deck(table, box, card)
    ticket = below(count, rng)
    card = 0
    while ticket >= in_deck(table, box, card):
        ticket -= in_deck(table, box, card)
        card += 1
    return card


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """The points of every seat."""
    for seat in range(table.players):
        scores[seat] = points_of(table, box, seat)


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """More points; in a tie who built the last rocket card, else they share (DE-15)."""
    first, second = points_of(table, box, one), points_of(table, box, other)
    if first != second:
        return first > second
    return table.finisher == one
