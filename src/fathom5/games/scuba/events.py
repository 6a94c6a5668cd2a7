"""The event cards of SCUBA: one function an icon; the box says which icons a card shows."""

from fathom5.games.scuba.sea import (
    NO_TILE,
    carry_animal,
    carry_diver,
    in_water,
    lose_air,
    may_surface,
    place_of,
    surface,
    take_token,
    way_leads,
)
from fathom5.games.scuba.table import (
    ALL_DIVERS,
    BOTTOM,
    CHOOSE,
    CLEAR,
    COLUMNS,
    DIVING,
    DOWN,
    DOWNWARDS,
    FISH_OR_DIVER,
    FLIP_TILE,
    HOME,
    LEFT,
    NOBODY,
    PICK,
    PUSH,
    REMOVE_TILE,
    RIGHT,
    SEATS,
    SNORKELING,
    SPACES,
    TO_BOAT,
    TO_SURFACE,
    UP,
    WAYS,
    YOU,
)
from fathom5.kernel.marks import NATURE, rule

TAKE_POINTS, TAKE_AIR, TAKE_SURFACE, TAKE_BOAT = range(10, 14)
PUSH_DIVER = 14
PUSH_ALL = PUSH_DIVER + SEATS * WAYS
PUSH_FISH = PUSH_ALL + WAYS
PICKS = PUSH_FISH + 2 * SPACES
AFTER_PICKS = PICKS + WAYS


@rule
def carry_out(table, box):
    """Do what the card shows; say whether somebody is asked something first."""
    card = box.events[table.card]
    diver = table.divers[table.turn]
    if not happens(diver, card):
        return False
    if card.either:
        return choose_one(table, box)
    points_icon(diver, card.points)
    lose_air(table, card.air)
    if card.deco:
        take_token(table, diver)
    if card.no_down:
        table.no_down = 1
    if card.ends_turn:
        table.ended = 1
    if card.who != NOBODY:
        return arrow_icon(table, card)
    if card.tile:
        return pick_a_tile(table, box)
    return False


@rule
def happens(diver, card):
    """To a snorkeler nothing happens that costs air or goes up or down (Surface 8)."""
    return diver.state != SNORKELING or card.either or (card.air == 0 and card.ways != DOWNWARDS)


@rule
def points_icon(diver, points):
    """Victory points won or lost."""
    if points > 0:
        diver.points += points
    else:
        diver.minus -= points


# Or: one effect is chosen


@rule
def possible(table, card, effect):
    """Whether a diver can choose an effect; the surface is reached from 0 to 5 m only."""
    diver = table.divers[table.turn]
    if effect == TAKE_POINTS:
        return card.points != 0
    if effect == TAKE_AIR:
        return card.air > 0 and diver.state == DIVING
    if effect == TAKE_SURFACE:
        return card.ascent == TO_SURFACE and diver.row == 0 and may_surface(diver.tokens)
    return card.ascent == TO_BOAT and may_surface(diver.tokens)


@rule
def open_effects(table, box, moves):
    """The effects of an “or” card that are possible for the diver."""
    n = 0
    for effect in range(TAKE_POINTS, TAKE_BOAT + 1):
        if possible(table, box.events[table.card], effect):
            moves[n] = effect
            n += 1
    return n


@rule
def choose_one(table, box):
    """Ask where two effects are possible; of one there is no choice."""
    effects, only = 0, 0
    for effect in range(TAKE_POINTS, TAKE_BOAT + 1):
        if possible(table, box.events[table.card], effect):
            effects += 1
            only = effect
    if effects == 1:
        take_effect(table, box, only)
    if effects > 1:
        table.phase = CHOOSE
        table.actor = table.turn
    return effects > 1


@rule
def take_effect(table, box, effect):
    """The chosen effect of an “or” card."""
    card = box.events[table.card]
    diver = table.divers[table.turn]
    if effect == TAKE_POINTS:
        points_icon(diver, card.points)
    elif effect == TAKE_AIR:
        lose_air(table, card.air)
    else:
        surface(table, box, diver)
        if effect == TAKE_BOAT:
            diver.state = HOME


# Arrow: you, any diver, a fish, all divers


@rule
def arrow_icon(table, card):
    """Straight down nobody chooses; otherwise the player whose turn it is says who and where to."""
    if card.who == YOU and card.ways == DOWNWARDS:
        push_yourself(table, card, DOWN)
        return False
    table.phase = PUSH
    table.actor = table.turn
    return True


@rule
def open_pushes(table, box, moves):
    """Whom the card moves and where to."""
    card = box.events[table.card]
    if card.who == ALL_DIVERS:
        moves[0] = PUSH_ALL + LEFT
        moves[1] = PUSH_ALL + RIGHT
        return 2
    n = 0
    for seat in range(table.players):
        diver = table.divers[seat]
        if in_water(diver) and (card.who != YOU or seat == table.turn):
            for way in range(WAYS):
                if way_leads(card.ways, way) and (diver.state == DIVING or way >= LEFT):
                    moves[n] = PUSH_DIVER + seat * WAYS + way
                    n += 1
    if card.who == FISH_OR_DIVER:
        for i in range(table.found):
            if first_of_its_like(table, i):
                moves[n] = PUSH_FISH + 2 * i
                moves[n + 1] = PUSH_FISH + 2 * i + 1
                n += 2
    return n


@rule
def first_of_its_like(table, i):
    """An animal on the board, and the first of those on its place with the same discs."""
    animal = table.animals[i]
    if animal.place < 0:
        return False
    for earlier in range(i):
        if alike(table, earlier, i):
            return False
    return True


@rule
def alike(table, one, other):
    """Whether two animals cannot be told apart."""
    first, second = table.animals[one], table.animals[other]
    return first.place == second.place and first.species == second.species and first.discs == second.discs


@rule
def push(table, box, move):
    """Move who was chosen."""
    card = box.events[table.card]
    if move < PUSH_ALL:
        seat = (move - PUSH_DIVER) // WAYS
        way = (move - PUSH_DIVER) - seat * WAYS
        if seat == table.turn:
            push_yourself(table, card, way)
        else:
            carry_diver(table, box, seat, way, card.spaces)
    elif move < PUSH_FISH:
        for seat in range(table.players):
            if seat != table.turn:
                carry_diver(table, box, seat, move - PUSH_ALL, card.spaces)
        push_yourself(table, card, move - PUSH_ALL)
    else:
        i = (move - PUSH_FISH) >> 1
        carry_animal(table, i, LEFT + (move - PUSH_FISH - 2 * i), card.spaces)


@rule
def push_yourself(table, card, way):
    """The diver whose turn it is drifts space by space."""
    drift = table.drifts[table.drifting]
    drift.card = table.card
    drift.way = way
    drift.spaces = card.spaces
    table.drifting += 1


# Pick a tile


@rule
def neighbour(table, place, way):
    """The space beside a place; -1: none with tiles."""
    row = place // COLUMNS
    column = place - row * COLUMNS
    if way == UP and row > 0:
        return place - COLUMNS
    if way == DOWN and row + 1 < BOTTOM:
        return place + COLUMNS
    if way == LEFT and column > table.west and row < BOTTOM:
        return place - 1
    if way == RIGHT and column < table.east and row < BOTTOM:
        return place + 1
    return -1


@rule
def may_pick(table, card, way):
    """An adjacent tile face down; to be flipped only where no dust is (SC-4)."""
    place = neighbour(table, place_of(table.divers[table.turn]), way)
    if place < 0 or table.backs[place] == NO_TILE:
        return False
    return card.tile == REMOVE_TILE or table.cubes[place] == 0


@rule
def open_picks(table, box, moves):
    """The adjacent tiles that can be picked."""
    n = 0
    for way in range(WAYS):
        if may_pick(table, box.events[table.card], way):
            moves[n] = PICKS + way
            n += 1
    return n


@rule
def pick_a_tile(table, box):
    """Ask where there are two; without any nothing happens."""
    card = box.events[table.card]
    tiles, only = 0, 0
    for way in range(WAYS):
        if may_pick(table, card, way):
            tiles += 1
            only = way
    if tiles == 1:
        return pick(table, box, only)
    if tiles > 1:
        table.phase = PICK
        table.actor = table.turn
    return tiles > 1


@rule
def pick(table, box, way):
    """Flip: nature shows what it is. Remove: the tile leaves the game unseen."""
    place = neighbour(table, place_of(table.divers[table.turn]), way)
    if box.events[table.card].tile == FLIP_TILE:
        table.place = place
        table.phase = CLEAR
        table.actor = NATURE
        return True
    table.backs[place] = NO_TILE
    return False
