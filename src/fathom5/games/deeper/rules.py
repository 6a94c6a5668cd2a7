"""The rules of Deeper: set-up, the turn with its actions, breathing, the end, and the verbs."""

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
    ACT,
    BREATH,
    CARDS,
    CONVERSIONS,
    DECK_CARDS,
    DRAW,
    DRAW_CARD,
    END_GATHER,
    FINS,
    FISH,
    FISH_FARM,
    FOLLOW_UP,
    FREE_EXPLORE,
    GARDEN,
    GLIDE,
    HARVEST,
    HATCH,
    KELP,
    KINDS,
    KNIFE,
    LAY,
    LEAVE_OUT,
    LOSE,
    MAKE_ROOM,
    MARKET,
    MOST_DRAWS,
    PILE_TILES,
    PILES,
    PLACES,
    RAW,
    ROCKETS,
    SCANNER,
    SEA_GLIDE,
    SEATS,
    SECOND_SWIM,
    START,
    START_TILES,
    TILES,
    TRIM,
    TURN_ENDS,
    TURN_OVER,
    UNBUILT,
    UNUSED,
    UPGRADES,
    WINCH,
)
from fathom5.kernel.chance import below
from fathom5.kernel.marks import NATURE, OVER, clockwise, rule

BREATHE, DONE = range(2)
SWIM = 2
GATHER = SWIM + 6
GATHER_ONE = GATHER + RAW
EXPLORE = GATHER_ONE + RAW
TERRAFORM = EXPLORE + 6 * MARKET
SCAN = TERRAFORM + 6 * MARKET
CONVERT = SCAN + PILES
CRAFT = CONVERT + CONVERSIONS
UPGRADE = CRAFT + len(CARDS)
ROCKET = UPGRADE + len(UPGRADES)
STORE = ROCKET + len(ROCKETS)
FETCH = STORE + KINDS
SWAP = FETCH + KINDS
HAUL = SWAP + KINDS * KINDS
GIVE_BACK = HAUL + 6 * RAW
LAY_DOWN = GIVE_BACK + KINDS
LESS = LAY_DOWN + 6
FOLLOW = LESS + RAW
UNDERNEATH = FOLLOW + 1
TAKE = UNDERNEATH + MARKET + MOST_DRAWS
STARTS = TAKE + RAW
DRAW_TILE = STARTS + SEATS
BLUEPRINT = DRAW_TILE + PILE_TILES
SOME_BLUEPRINT = BLUEPRINT + DECK_CARDS
DROWN = SOME_BLUEPRINT + 1
MOVES = DROWN + KINDS
SCORES = (0, 300)


# Setup


@rule
def derive(box):
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
def print_tile(box, tile, part):
    """A tile's resources and edges."""
    for kind in range(RAW):
        box.holds[tile, kind] = part.holds[kind]
    for way in range(6):
        box.rocks[tile] += part.rock[way] << way
        box.facing[tile] += part.rock[way] << (way + 3 if way < 3 else way - 3)


@rule
def setup(table, box, options):
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
        if box.rockets[rocket].players <= table.players:
            table.rockets[rocket] = UNBUILT
            table.rockets_left += 1
        else:
            table.rockets[rocket] = UNUSED
    for seat in range(table.players):
        furnish(box, table.divers[seat])
        settle(table, box, seat)
    table.phase = START
    table.actor = NATURE
    if table.players == 1:
        begin_turn(table, box)


@rule
def take_first_turn(table, box, seat):
    """The starting player."""
    table.starter = seat
    table.turn = seat
    begin_turn(table, box)


# Your turn


@rule
def begin_turn(table, box):
    """Up to 2 actions, and then breathe."""
    table.actions = box.actions
    table.swum = 0
    table.winched = 0
    ask_for_action(table)


@rule
def ask_for_action(table):
    """The next action, with stowing free before and after it (DE-9)."""
    table.put_away = 0
    table.taken_out = 0
    table.phase = ACT
    table.actor = table.turn


@rule
def follow_up(table, box):
    """What an action brings with it, one after the other; then the next action, or breathe."""
    table.actor = table.turn
    if table.card_due:
        table.phase = DRAW_CARD
        table.actor = NATURE
    elif table.less_due:
        table.phase = LEAVE_OUT
    elif table.glide_due:
        table.phase = GLIDE
    elif table.market_size > box.market:
        table.phase = TRIM
    elif table.explore_due and may_explore(table, box):
        table.phase = FREE_EXPLORE
    else:
        table.explore_due = 0
        ask_for_action(table)


@rule
def is_anything_left(table, box):
    """Without actions, stowing and the winch, the turn ends by itself."""
    diver = table.divers[table.turn]
    if table.actions > 0:
        return True
    if at_home(diver):
        return may_stow(table, diver)
    return may_haul(table, box, diver)


# Swim


@rule
def may_swim(table, box, place):
    """Whether the pawn may swim to a place: a tile, or its own Hatch (DE-3)."""
    tile = table.sea[place]
    return 0 <= tile < HATCH or (tile == HATCH and place == hatch_of(table, box, table.turn))


@rule
def swim(table, box, way):
    """To the next place, whatever is on it; with fins the first swim may go on."""
    diver = table.divers[table.turn]
    diver.place = beside(box, diver.place, way)
    first = not table.swum
    table.swum = 1
    table.phase = SECOND_SWIM if first and diver.upgrades[FINS] else FOLLOW_UP


@rule
def swims(table, box, moves, n):
    """Every way that is open to the pawn."""
    place = table.divers[table.turn].place
    for way in range(6):
        if may_swim(table, box, beside(box, place, way)):
            moves[n] = SWIM + way
            n += 1
    return n


# Gather


@rule
def tile_under(table, diver):
    """The tile that a pawn is on."""
    return table.sea[diver.place]


@rule
def gathers(table, box, diver, moves, n):
    """Kinds on this tile; a full inventory needs something else to give back. Fewer may be taken."""
    tile = tile_under(table, diver)
    room = diver.bag - diver.carried
    for kind in range(RAW):
        if table.stock[tile, kind] > 0 and (room > 0 or diver.carried > diver.inventory[kind]):
            moves[n] = GATHER + kind
            n += 1
    if room > 1 and box.catch > 1:
        for kind in range(RAW):
            if table.stock[tile, kind] > 1:
                moves[n] = GATHER_ONE + kind
                n += 1
    return n


@rule
def pick_up(table, diver, kind):
    """One resource from the tile into the inventory."""
    table.stock[tile_under(table, diver), kind] -= 1
    carry(diver, kind)


@rule
def gather(table, kind, amount):
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
def make_room(table, diver):
    """Ask what to give back, if more is wanted and there is something else."""
    if table.wanted > 0 and diver.carried > diver.inventory[table.gathering]:
        table.phase = MAKE_ROOM
    else:
        stop_gathering(table)


@rule
def give_back(table, kind):
    """A resource goes to the supply to make room for one gathered."""
    diver = table.divers[table.turn]
    let_go(diver, kind)
    pick_up(table, diver, table.gathering)
    table.wanted -= 1
    table.took = 1
    make_room(table, diver)


@rule
def stop_gathering(table):
    """Enough gathered."""
    table.wanted = 0
    table.took = 0
    table.gathering = 0
    table.phase = FOLLOW_UP


# Explore


@rule
def may_explore(table, box):
    """Whether a tile of the market fits next to the pawn."""
    place = table.divers[table.turn].place
    for slot in range(table.market_size):
        if ways_to_lay(table, box, place, table.market[slot]) != 0:
            return True
    return False


@rule
def explores(table, box, diver, moves, n):
    """Every tile of the market on every free place next to the pawn where its edges match."""
    for way in range(6):
        there = beside(box, diver.place, way)
        if free_place(table, there):
            n = fitting(table, box, there, EXPLORE + way * MARKET, moves, n)
    return n


@rule
def fitting(table, box, place, first, moves, n):
    """The tiles of the market that match the edges around a place."""
    edges = edges_around(table, box, place)
    for slot in range(table.market_size):
        if matches(box, table.market[slot], edges):
            moves[n] = first + slot
            n += 1
    return n


@rule
def explore(table, box, choice):
    """Lay a tile of the market next to the pawn."""
    diver = table.divers[table.turn]
    lay(table, box, out_of_market(table, choice % MARKET), beside(box, diver.place, choice // MARKET))
    table.glide_due = diver.upgrades[SEA_GLIDE]
    table.phase = FOLLOW_UP


@rule
def lay(table, box, tile, place):
    """A tile is laid with its resources; the first one of a depth is a milestone (DE-6)."""
    put_tile(table, box, tile, place)
    table.laid = place
    diver = table.divers[table.turn]
    depth = level(place)
    if depth > 1 and not diver.milestones[depth - 2]:
        diver.milestones[depth - 2] = 1
        table.card_due = cards_left(table, box) > 0


@rule
def in_deck(table, box, card):
    """Cards of a kind that are still face down in the deck."""
    count = box.cards[card].count
    for seat in range(table.players):
        count -= table.divers[seat].built[card] + table.divers[seat].hand[card]
    return count


@rule
def cards_left(table, box):
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
def draw_card(table, card):
    """A blueprint for the hand."""
    diver = table.divers[table.turn]
    diver.hand[card] += 1
    diver.hand_size += 1
    table.card_due = 0
    table.phase = FOLLOW_UP


@rule
def follow(table):
    """The sea glide takes the pawn into the new tile."""
    table.divers[table.turn].place = table.laid
    table.glide_due = 0
    table.phase = FOLLOW_UP


# Scan


@rule
def scans(table, diver, moves, n):
    """Piles of the pawn's depth or shallower."""
    for pile in range(level(diver.place)):
        if tiles_in(table, pile) > 0:
            moves[n] = SCAN + pile
            n += 1
    return n


@rule
def scan(table, pile):
    """Draw from a pile until a tile fits next to the pawn, four at most (DE-5)."""
    table.scanned = pile
    table.draws = 0
    table.phase = DRAW


@rule
def draw_on(table, box):
    """The next tile: nature's while the pile holds unknown ones, then those put under it."""
    while table.phase == DRAW:
        if table.draws == box.draws or tiles_in(table, table.scanned) == 0:
            table.draws = 0
            table.explore_due = table.divers[table.turn].built[SCANNER] > 0
            table.phase = FOLLOW_UP
        elif table.unseen[table.scanned] > 0:
            table.actor = NATURE
            return
        else:
            look_at(table, box, draw_known(table, table.scanned))


@rule
def turn_up(table, box, tile):
    """A face-down tile is drawn."""
    table.face_down[tile] = 0
    table.unseen[table.scanned] -= 1
    look_at(table, box, tile)


@rule
def look_at(table, box, tile):
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
    table.phase = LAY
    for way in range(6):
        if ways == 1 << way:
            lay_held(table, box, way)


@rule
def lay_held(table, box, way):
    """The scanned tile is laid."""
    tile = table.held
    table.held = NONE
    lay(table, box, tile, beside(box, table.divers[table.turn].place, way))
    table.phase = FOLLOW_UP


@rule
def lays(table, box, moves):
    """Where the scanned tile fits."""
    ways = ways_to_lay(table, box, table.divers[table.turn].place, table.held)
    n = 0
    for way in range(6):
        if (ways >> way) & 1:
            moves[n] = LAY_DOWN + way
            n += 1
    return n


@rule
def trim(table, box, slot):
    """A tile too many goes from the market under its pile."""
    put_under(table, box, out_of_market(table, slot))
    table.phase = FOLLOW_UP


# Terraform


@rule
def terraforms(table, box, diver, moves, n):
    """Every tile of the market on every tile next to the pawn whose neighbours it matches."""
    for way in range(6):
        there = beside(box, diver.place, way)
        if place_to_cover(table, there):
            n = fitting(table, box, there, TERRAFORM + way * MARKET, moves, n)
    return n


@rule
def terraform(table, box, choice):
    """Explore on top of a tile; the new one gets one resource fewer (DE-7)."""
    take_up(table, box, beside(box, table.divers[table.turn].place, choice // MARKET))
    explore(table, box, choice)
    table.less_due = 1
    kinds, only = 0, 0
    for kind in range(RAW):
        if table.stock[table.sea[table.laid], kind] > 0:
            kinds += 1
            only = kind
    if kinds <= 1:
        leave_out(table, only)


@rule
def leave_out(table, kind):
    """The resource that the new tile goes without."""
    tile = table.sea[table.laid]
    table.stock[tile, kind] = max(0, table.stock[tile, kind] - 1)
    table.less_due = 0
    table.phase = FOLLOW_UP


# The winch


@rule
def may_haul(table, box, diver):
    """Whether the winch can still bring something in this turn."""
    if table.winched or diver.built[WINCH] == 0 or at_home(diver):
        return False
    for way in range(6):
        tile = table.sea[beside(box, diver.place, way)]
        if 0 <= tile < HATCH and has_resources(table, tile):
            return True
    return False


@rule
def hauls(table, box, diver, moves, n):
    """Each kind on each tile next to the pawn."""
    for way in range(6):
        tile = table.sea[beside(box, diver.place, way)]
        if 0 <= tile < HATCH:
            for kind in range(RAW):
                if table.stock[tile, kind] > 0:
                    moves[n] = HAUL + way * RAW + kind
                    n += 1
    return n


@rule
def haul(table, box, way, kind):
    """Up to 2 resources of a kind come from the next tile to the pawn's, once a turn and free."""
    diver = table.divers[table.turn]
    there = table.sea[beside(box, diver.place, way)]
    amount = min(2, table.stock[there, kind])
    table.stock[there, kind] -= amount
    table.stock[tile_under(table, diver), kind] += amount
    table.winched = 1


# Breathe


@rule
def end_turn(table):
    """The knife gathers before the breath (DE-11)."""
    diver = table.divers[table.turn]
    table.phase = BREATH
    if (
        diver.upgrades[KNIFE]
        and not at_home(diver)
        and diver.carried < diver.bag
        and has_resources(table, tile_under(table, diver))
    ):
        table.phase = END_GATHER


@rule
def breathe(table):
    """At home the lungs fill up; elsewhere a breath costs one air, or the diver drowns."""
    diver = table.divers[table.turn]
    table.phase = TURN_OVER
    if at_home(diver):
        diver.air = diver.lungs
        table.kelp_due = diver.built[GARDEN]
        table.fish_due = diver.built[FISH_FARM]
        table.phase = HARVEST
    elif diver.air > 0:
        diver.air -= 1
    else:
        table.losses = level(diver.place)
        table.phase = LOSE


@rule
def harvest(table):
    """Gardens and fish farms offer what they grow, if there is room (DE-11)."""
    if table.kelp_due + table.fish_due == 0 or room_at_home(table.divers[table.turn]) == 0:
        table.kelp_due = 0
        table.fish_due = 0
        table.phase = TURN_OVER


@rule
def take(table, kind):
    """One kelp or fish from the habitat."""
    keep_at_home(table.divers[table.turn], kind)
    if kind == KELP:
        table.kelp_due -= 1
    else:
        table.fish_due -= 1


@rule
def take_nothing_more(table):
    """What gardens and fish farms offer is declined."""
    table.kelp_due = 0
    table.fish_due = 0


@rule
def drown(table):
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
        table.phase = TURN_OVER


@rule
def lose(table, kind):
    """A resource is gone."""
    let_go(table.divers[table.turn], kind)
    table.losses -= 1


@rule
def next_turn(table, box):
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
def legal(table, box, moves):
    """What the player asked may do."""
    if table.phase == ACT:
        return actions(table, box, moves)
    if table.phase == LAY:
        return lays(table, box, moves)
    if table.phase == TRIM:
        for slot in range(table.market_size):
            moves[slot] = UNDERNEATH + slot
        return table.market_size
    if table.phase == LEAVE_OUT:
        return kinds_on(table, table.sea[table.laid], LESS, moves, 0)
    if table.phase == MAKE_ROOM:
        return things_to_give_back(table, moves)
    moves[0] = DONE
    if table.phase == SECOND_SWIM:
        return swims(table, box, moves, 1)
    if table.phase == FREE_EXPLORE:
        return explores(table, box, table.divers[table.turn], moves, 1)
    if table.phase == END_GATHER:
        return kinds_on(table, tile_under(table, table.divers[table.turn]), GATHER_ONE, moves, 1)
    if table.phase == GLIDE:
        moves[1] = FOLLOW
        return 2
    return harvests(table, moves, 1)


@rule
def actions(table, box, moves):
    """Breathe, or an action, or something free."""
    diver = table.divers[table.turn]
    home = at_home(diver)
    moves[0] = BREATHE
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
    elif diver.built[WINCH] and not table.winched:
        n = hauls(table, box, diver, moves, n)
    return n


@rule
def crafts(table, box, diver, moves, n):
    """Conversions, cards, upgrades and rocket cards that can be paid."""
    for number in range(CONVERSIONS):
        if may_convert(box, diver, number):
            moves[n] = CONVERT + number
            n += 1
    for card in range(len(CARDS)):
        if may_build(box, diver, card):
            moves[n] = CRAFT + card
            n += 1
    for upgrade in range(len(UPGRADES)):
        if may_upgrade(box, diver, upgrade):
            moves[n] = UPGRADE + upgrade
            n += 1
    for rocket in range(len(ROCKETS)):
        if may_build_rocket(table, box, diver, rocket):
            moves[n] = ROCKET + rocket
            n += 1
    return n


@rule
def stowings(table, diver, moves, n):
    """Into storage, out of it, or, where no cell is free, one for another."""
    if no_cell_free(diver):
        for kind in range(KINDS):
            for other in range(KINDS):
                if kind != other and may_store(table, diver, kind) and may_fetch(table, diver, other):
                    moves[n] = SWAP + kind * KINDS + other
                    n += 1
        return n
    for kind in range(KINDS):
        if diver.stored < diver.shelf and may_store(table, diver, kind):
            moves[n] = STORE + kind
            n += 1
    for kind in range(KINDS):
        if diver.carried < diver.bag and may_fetch(table, diver, kind):
            moves[n] = FETCH + kind
            n += 1
    return n


@rule
def kinds_on(table, tile, first, moves, n):
    """A move for each kind that lies on a tile."""
    for kind in range(RAW):
        if table.stock[tile, kind] > 0:
            moves[n] = first + kind
            n += 1
    return n


@rule
def things_to_give_back(table, moves):
    """Other kinds carried; who has gathered something may stop."""
    diver = table.divers[table.turn]
    moves[0] = DONE
    n = 1 if table.took else 0
    for kind in range(KINDS):
        if diver.inventory[kind] > 0 and kind != table.gathering:
            moves[n] = GIVE_BACK + kind
            n += 1
    return n


@rule
def harvests(table, moves, n):
    """What gardens and fish farms still offer."""
    if table.fish_due > 0:
        moves[n] = TAKE + FISH
        n += 1
    if table.kelp_due > 0:
        moves[n] = TAKE + KELP
        n += 1
    return n


@rule
def odds(table, box, moves, weights):
    """What nature may do: draw who starts, a tile, a card, or what a drowning diver loses."""
    n = 0
    if table.phase == DRAW:
        for tile in range(box.first[table.scanned], box.first[table.scanned + 1]):
            if table.face_down[tile]:
                moves[n] = DRAW_TILE + tile
                weights[n] = 1
                n += 1
    elif table.phase == DRAW_CARD:
        for card in range(DECK_CARDS):
            weight = in_deck(table, box, card)
            if weight > 0:
                moves[n] = BLUEPRINT + card
                weights[n] = weight
                n += 1
    elif table.phase == LOSE:
        diver = table.divers[table.turn]
        for kind in range(KINDS):
            if diver.inventory[kind] > 0:
                moves[n] = DROWN + kind
                weights[n] = diver.inventory[kind]
                n += 1
    else:
        for seat in range(table.players):
            moves[n] = STARTS + seat
            weights[n] = 1
            n += 1
    return n


@rule
def play(table, box, move):
    """Carry out one move and go on to the next decision."""
    if table.phase == ACT:
        act(table, box, move)
    else:
        answer(table, box, move)
    if table.actor != OVER:
        go_on(table, box)


@rule
def go_on(table, box):
    """Through everything that needs no decision."""
    if table.phase == DRAW:
        draw_on(table, box)
    if table.phase == FOLLOW_UP:
        follow_up(table, box)
    if table.phase == ACT and not is_anything_left(table, box):
        table.phase = TURN_ENDS
    if table.phase == TURN_ENDS:
        end_turn(table)
    if table.phase == BREATH:
        breathe(table)
    if table.phase == HARVEST:
        harvest(table)
    if table.phase == LOSE:
        drown(table)
    if table.phase == TURN_OVER:
        next_turn(table, box)


@rule
def act(table, box, move):
    """Breathe, do something free, or one of the actions."""
    diver = table.divers[table.turn]
    if move == BREATHE:
        table.phase = TURN_ENDS
    elif move >= HAUL:
        haul(table, box, (move - HAUL) // RAW, (move - HAUL) % RAW)
    elif move >= STORE:
        stow(table, diver, move)
    else:
        table.actions -= 1
        table.phase = FOLLOW_UP
        if move < GATHER:
            swim(table, box, move - SWIM)
        elif move < GATHER_ONE:
            gather(table, move - GATHER, box.catch)
        elif move < EXPLORE:
            gather(table, move - GATHER_ONE, 1)
        elif move < TERRAFORM:
            explore(table, box, move - EXPLORE)
        elif move < SCAN:
            terraform(table, box, move - TERRAFORM)
        elif move < CONVERT:
            scan(table, move - SCAN)
        elif move < CRAFT:
            convert(box, diver, move - CONVERT)
        elif move < UPGRADE:
            build(box, diver, move - CRAFT)
        elif move < ROCKET:
            upgrade_with(box, diver, move - UPGRADE)
        else:
            build_rocket(table, box, move - ROCKET)


@rule
def stow(table, diver, move):
    """Move a resource between inventory and storage."""
    if move < FETCH:
        store(table, diver, move - STORE)
    elif move < SWAP:
        fetch(table, diver, move - FETCH)
    else:
        kind, other = (move - SWAP) // KINDS, (move - SWAP) % KINDS
        let_go(diver, kind)
        fetch(table, diver, other)
        carry(diver, kind)
        store(table, diver, kind)


@rule
def answer(table, box, move):
    """What was asked in between, or what nature does."""
    if table.phase == DRAW:
        turn_up(table, box, move - DRAW_TILE)
    elif table.phase == LAY:
        lay_held(table, box, move - LAY_DOWN)
    elif table.phase == TRIM:
        trim(table, box, move - UNDERNEATH)
    elif table.phase == DRAW_CARD:
        draw_card(table, move - BLUEPRINT)
    elif table.phase == LOSE:
        lose(table, move - DROWN)
    elif table.phase == START:
        take_first_turn(table, box, move - STARTS)
    elif table.phase == LEAVE_OUT:
        leave_out(table, move - LESS)
    elif move == DONE:
        decline(table)
    elif table.phase == MAKE_ROOM:
        give_back(table, move - GIVE_BACK)
    elif table.phase == SECOND_SWIM:
        swim(table, box, move - SWIM)
    elif table.phase == GLIDE:
        follow(table)
    elif table.phase == FREE_EXPLORE:
        table.explore_due = 0
        explore(table, box, move - EXPLORE)
    elif table.phase == END_GATHER:
        pick_up(table, table.divers[table.turn], move - GATHER_ONE)
        table.phase = BREATH
    else:
        take(table, move - TAKE)


@rule
def decline(table):
    """No second swim, enough gathered, no glide, no free explore, no knife, no harvest."""
    if table.phase == MAKE_ROOM:
        stop_gathering(table)
    elif table.phase == END_GATHER:
        table.phase = BREATH
    elif table.phase == HARVEST:
        take_nothing_more(table)
    else:
        table.glide_due = 0
        table.explore_due = 0
        table.phase = FOLLOW_UP


@rule
def veil(table, box, move, seat):
    """Only its drawer sees which blueprint was drawn (DE-16)."""
    if BLUEPRINT <= move < SOME_BLUEPRINT and seat != table.turn:
        return SOME_BLUEPRINT
    return move


@rule
def guess(table, box, seat, rng):
    """The others hold any cards that have not been seen, each deal equally likely (DE-16)."""
    for other in range(table.players):
        if other != seat:
            for _ in range(table.divers[other].hand_size):
                table.divers[other].hand[unseen_card(table, box, rng)] += 1


@rule
def unseen_card(table, box, rng):
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
def score(table, box, scores):
    """The points of every seat."""
    for seat in range(table.players):
        scores[seat] = points_of(table, box, seat)


@rule
def ahead(table, box, one, other):
    """More points; in a tie who built the last rocket card, else they share (DE-15)."""
    first, second = points_of(table, box, one), points_of(table, box, other)
    if first != second:
        return first > second
    return table.finisher == one
