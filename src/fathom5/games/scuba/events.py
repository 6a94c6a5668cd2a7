"""The event cards of SCUBA: one function an icon; the box says which icons a card shows."""

from __future__ import annotations

from fathom5.core import NATURE, Array, decode, encode, is_kind, rule
from fathom5.games.scuba.sea import (
    GONE,
    NO_TILE,
    can_drift,
    carry_animal,
    carry_diver,
    in_water,
    is_sideways,
    leave_space,
    lose_air,
    may_surface,
    place_of,
    take_token,
    way_leads,
)
from fathom5.games.scuba.surface import climb_aboard, come_up, may_go_up, surface
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    EFFECTS,
    WAYS,
    Arrow,
    Ascent,
    Box,
    Choose,
    Diver,
    Effect,
    Event,
    Phase,
    Pick,
    PushAll,
    PushDiver,
    PushFish,
    State,
    Table,
    TileIcon,
    Way,
    Who,
)

NOWHERE = -1
"""No space."""


@rule
def carry_out(table: Table, box: Box) -> bool:
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
    if card.who != Who.NOBODY:
        return arrow_icon(table, card)
    if card.tile != TileIcon.NONE:
        return pick_a_tile(table, box)
    return False


@rule
def happens(diver: Diver, card: Event) -> bool:
    """To a snorkeler nothing happens that costs air or goes up or down (Surface 8)."""
    return diver.state != State.SNORKELING or card.either == 1 or (card.air == 0 and card.ways != Arrow.DOWN)


@rule
def points_icon(diver: Diver, points: int) -> None:
    """Victory points won or lost."""
    if points > 0:
        diver.points += points
    else:
        diver.minus -= points


# Or: one effect is chosen


@rule
def possible(table: Table, box: Box, effect: int) -> bool:
    """Whether a diver can choose an effect; the surface is reached from 0 to 5 m only (SC-21)."""
    card = box.events[table.card]
    diver = table.divers[table.turn]
    if effect == Effect.POINTS:
        return card.points != 0
    if effect == Effect.AIR:
        return card.air > 0 and diver.state == State.DIVING
    if not may_go_up(table, box) or not may_surface(diver.tokens):
        return False
    if effect == Effect.SURFACE:
        return card.ascent == Ascent.SURFACE and diver.row == 0
    return card.ascent == Ascent.BOAT


@rule
def open_effects(table: Table, box: Box, moves: Array[int]) -> int:
    """The effects of an “or” card that are possible for the diver."""
    n = 0
    for effect in range(EFFECTS):
        if possible(table, box, effect):
            moves[n] = encode(Choose(effect))
            n += 1
    return n


@rule
def choose_one(table: Table, box: Box) -> bool:
    """Ask where two effects are possible; of one there is no choice."""
    effects, only = 0, 0
    for effect in range(EFFECTS):
        if possible(table, box, effect):
            effects += 1
            only = effect
    if effects == 0:
        return False
    if effects == 1:
        return take_effect(table, box, only)
    table.phase = Phase.CHOOSE
    table.actor = table.turn
    return True


@rule
def take_effect(table: Table, box: Box, effect: int) -> bool:
    """The chosen effect of an “or” card; say whether the diver is asked something by it."""
    card = box.events[table.card]
    diver = table.divers[table.turn]
    if effect == Effect.POINTS:
        points_icon(diver, card.points)
    elif effect == Effect.AIR:
        lose_air(table, card.air)
    elif effect == Effect.SURFACE:
        return surface(table, box, diver)
    else:
        come_up(table, box, diver)
        climb_aboard(diver)
    return False


# Arrow: you, any diver, a fish, all divers


@rule
def arrow_icon(table: Table, card: Event) -> bool:
    """Down a card takes the diver itself; otherwise the player whose turn it is says who and where to."""
    if card.ways == Arrow.DOWN:
        push_yourself(table, card, Way.DOWN)
        return False
    table.phase = Phase.PUSH
    table.actor = table.turn
    return True


@rule
def open_pushes(table: Table, box: Box, moves: Array[int]) -> int:
    """Whom the card moves and where to."""
    card = box.events[table.card]
    if card.who == Who.ALL_DIVERS:
        moves[0] = encode(PushAll(Way.LEFT))
        moves[1] = encode(PushAll(Way.RIGHT))
        return 2
    n = 0
    for seat in range(table.players):
        diver = table.divers[seat]
        if in_water(diver) and (card.who != Who.YOU or seat == table.turn):
            for way in range(WAYS):
                if way_leads(card.ways, way) and (diver.state == State.DIVING or is_sideways(way)):
                    moves[n] = encode(PushDiver(seat, way))
                    n += 1
    if card.who == Who.FISH_OR_ANY_DIVER:
        for i in range(table.found):
            if first_of_its_like(table, i):
                moves[n] = encode(PushFish(i, Way.LEFT))
                moves[n + 1] = encode(PushFish(i, Way.RIGHT))
                n += 2
    return n


@rule
def first_of_its_like(table: Table, i: int) -> bool:
    """An animal on the board, and the first of those on its place with the same discs."""
    if table.animals[i].place == GONE:
        return False
    earlier = 0
    while not alike(table, earlier, i):
        earlier += 1
    return earlier == i


@rule
def alike(table: Table, one: int, other: int) -> bool:
    """Whether two animals cannot be told apart."""
    first, second = table.animals[one], table.animals[other]
    return first.place == second.place and first.species == second.species and first.discs == second.discs


@rule
def push(table: Table, box: Box, move: int) -> None:
    """Move who was chosen."""
    card = box.events[table.card]
    if is_kind(move, PushDiver):
        pushed = decode(PushDiver, move)
        if pushed.seat == table.turn:
            push_yourself(table, card, pushed.way)
        else:
            carry_diver(table, box, pushed.seat, pushed.way, card.spaces)
    elif is_kind(move, PushAll):
        way = decode(PushAll, move).way
        for seat in range(table.players):
            if seat != table.turn:
                carry_diver(table, box, seat, way, card.spaces)
        push_yourself(table, card, way)
    else:
        fish = decode(PushFish, move)
        carry_animal(table, fish.animal, fish.way, card.spaces)


@rule
def push_yourself(table: Table, card: Event, way: int) -> None:
    """The diver whose turn it is drifts space by space; a push that moves nobody is none (SC-24)."""
    if not can_drift(table, table.divers[table.turn], way):
        return
    leave_space(table)
    drift = table.drifts[table.drifting]
    drift.card = table.card
    drift.way = way
    drift.spaces = card.spaces
    table.drifting += 1


# Pick a tile


@rule
def neighbour(table: Table, place: int, way: int) -> int:
    """The space with tiles beside a place, or NOWHERE."""
    row = place // COLUMNS
    column = place - row * COLUMNS
    if way == Way.UP and row > 0:
        return place - COLUMNS
    if way == Way.DOWN and row + 1 < BOTTOM:
        return place + COLUMNS
    if way == Way.LEFT and column > table.west:
        return place - 1
    if way == Way.RIGHT and column < table.east:
        return place + 1
    return NOWHERE


@rule
def may_pick(table: Table, box: Box, way: int) -> bool:
    """An adjacent tile face down, for snorkelers at 0 to 5 m; none is flipped in dust (SC-4, SC-23)."""
    diver = table.divers[table.turn]
    place = neighbour(table, place_of(diver), way)
    if place == NOWHERE or table.backs[place] == NO_TILE:
        return False
    if box.edition > 1 and diver.state == State.SNORKELING and way == Way.DOWN:
        return False
    return box.events[table.card].tile == TileIcon.REMOVE or table.cubes[place] == 0


@rule
def open_picks(table: Table, box: Box, moves: Array[int]) -> int:
    """The adjacent tiles that can be picked."""
    n = 0
    for way in range(WAYS):
        if may_pick(table, box, way):
            moves[n] = encode(Pick(way))
            n += 1
    return n


@rule
def pick_a_tile(table: Table, box: Box) -> bool:
    """Ask where there are two; without any nothing happens."""
    tiles, only = 0, 0
    for way in range(WAYS):
        if may_pick(table, box, way):
            tiles += 1
            only = way
    if tiles == 0:
        return False
    if tiles == 1:
        return pick(table, box, only)
    table.phase = Phase.PICK
    table.actor = table.turn
    return True


@rule
def pick(table: Table, box: Box, way: int) -> bool:
    """Flip: nature shows what it is. Remove: the tile leaves the game unseen."""
    place = neighbour(table, place_of(table.divers[table.turn]), way)
    if box.events[table.card].tile == TileIcon.FLIP:
        table.place = place
        table.phase = Phase.CLEAR
        table.actor = NATURE
        return True
    table.backs[place] = NO_TILE
    return False
