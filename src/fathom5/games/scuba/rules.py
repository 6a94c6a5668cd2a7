"""The rules of SCUBA, in the order of the rulebook; sea, events and ending hold what they rest on."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, Array, clockwise, decode, encode, is_kind, rule
from fathom5.games.scuba.ending import (
    count_state,
    end_game,
    has_turn,
    last_full_round,
    leave_behind,
    points_of,
    solo_round,
    under_water,
)
from fathom5.games.scuba.events import (
    alike,
    carry_out,
    open_effects,
    open_picks,
    open_pushes,
    pick,
    push,
    take_effect,
)
from fathom5.games.scuba.sea import (
    NO_CURRENT,
    NO_TILE,
    ON_HAND,
    SURFACE,
    air_at,
    apply_current,
    can_drift,
    carry_diver,
    decompress,
    leave_dust,
    leave_space,
    lose_air,
    may_surface,
    place_of,
    remove_dust,
    run_out_of_air,
    see,
    stays_deepest,
    take_token,
    turn_up,
    unseen_here,
)
from fathom5.games.scuba.surface import climb_aboard, may_climb_aboard, may_go_up, surface
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    CUBES,
    CURRENTS,
    DEPTHS,
    EMPTY_TILE,
    EVENT_TILE,
    EVENTS,
    EXCHANGES,
    SPACES,
    SPECIES,
    UNDER_BOAT,
    WAYS,
    Box,
    Choose,
    ClimbAboard,
    DiveIn,
    DrawCurrent,
    DrawEvent,
    Exchange,
    Flip,
    GoOn,
    Phase,
    Pick,
    Reveal,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Table,
    Way,
)

SCORES = (-9999, 9999)


# Game preparation


@rule
def derive(box: Box) -> None:
    """Totals of tiles and cards, and how many animals make each combination."""
    for colour in range(DEPTHS):
        tiles = box.event_tiles[colour] + box.empty_tiles[colour]
        for species in range(SPECIES):
            if box.species[species].colour == colour:
                tiles += box.animal_tiles[species]
        box.tiles[colour] = tiles
        cards = 0
        for card in range(EVENTS):
            cards += box.events[card].piles[colour]
        box.event_cards[colour] = cards
    cards = 0
    for card in range(CURRENTS):
        cards += box.currents[card].cards
    box.current_cards = cards
    for species in range(SPECIES):
        box.family[box.species[species].combination] += 1


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Tiles by depth, full tanks, everybody on the boat; then tiles are exchanged."""
    table.decompression = options.decompression
    table.no_death = options.divers_cannot_die
    lay_tiles(table, box)
    shuffle_currents(table, box)
    for colour in range(DEPTHS):
        for card in range(EVENTS):
            table.events_left[colour, card] = box.events[card].piles[colour]
    for seat in range(table.players):
        diver = table.divers[seat]
        diver.state = State.ABOARD
        diver.row = SURFACE
        diver.column = box.boat[1]
        diver.air = box.air
        for cube in range(CUBES):
            diver.dust[cube] = ON_HAND
    table.rounds = 1
    table.current = NO_CURRENT
    table.phase = Phase.EXCHANGE
    table.actor = NATURE


@rule
def lay_tiles(table: Table, box: Box) -> None:
    """Two rows of each colour; two players leave out the outer columns."""
    table.west = 1 if table.players == 2 else 0
    table.east = COLUMNS - 1 - table.west
    for place in range(SPACES):
        row = place // COLUMNS
        column = place - row * COLUMNS
        inside = table.west <= column <= table.east
        table.backs[place] = row >> 1 if inside else NO_TILE
    for species in range(SPECIES):
        table.unseen_animals[species] = box.animal_tiles[species]
    for colour in range(DEPTHS):
        table.unseen_events[colour] = box.event_tiles[colour]
        table.unseen_empty[colour] = box.empty_tiles[colour]


@rule
def exchange(table: Table, place: int) -> None:
    """Red with yellow, yellow with green, green with blue: one tile of each pair after the other."""
    if table.exchanged & 1:
        colour = table.backs[place]
        table.backs[place] = table.backs[table.place]
        table.backs[table.place] = colour
    table.place = place
    table.exchanged += 1


@rule
def exchange_colour(table: Table) -> int:
    """The colour of the tile chosen next for the exchange."""
    return (table.exchanged + 1) >> 1


# A turn


@rule
def begin_turn(table: Table, box: Box) -> None:
    """Dust away; then a current, but for round 1."""
    diver = table.divers[table.turn]
    table.steps = 0
    table.explored = 0
    table.fast = 0
    table.no_down = 0
    table.sank = 0
    table.ended = 0
    table.drifting = 0
    for way in range(WAYS):
        table.went[way] = 0
    if solo_round(table) and diver.state == State.DIVING:
        diver.minus += box.solo_turn
    if table.rounds == 1:
        table.phase = Phase.STEP
        table.actor = table.turn
    else:
        if table.current_pile == 0:
            shuffle_currents(table, box)
        table.phase = Phase.DRAW_CURRENT
        table.actor = NATURE


@rule
def shuffle_currents(table: Table, box: Box) -> None:
    """All current cards make the pile (again)."""
    for card in range(CURRENTS):
        table.currents_left[card] = box.currents[card].cards
    table.current_pile = box.current_cards


@rule
def draw_current(table: Table, box: Box, card: int) -> None:
    """Step 2: perform the action of the top card."""
    table.currents_left[card] -= 1
    table.current_pile -= 1
    table.current = card
    apply_current(table, box)
    if table.divers[table.turn].state == State.HOME:
        table.ended = 1


# Step 3: dive


@rule
def limit(table: Table, box: Box, way: int) -> int:
    """Steps a way in a turn: few up, many down, sideways fewer against the current (SC-5, SC-8)."""
    if way == Way.UP:
        if table.decompression and not table.explored:
            return box.steps
        return box.ascent
    if way == Way.DOWN:
        return box.descent
    if table.current == NO_CURRENT:
        return box.steps
    card = box.currents[table.current]
    against = (way == Way.LEFT and card.way == Way.RIGHT) or (way == Way.RIGHT and card.way == Way.LEFT)
    return box.steps - card.divers if against else box.steps


@rule
def too_fast(table: Table, box: Box) -> bool:
    """Whether the next step up is the first one beyond the safe speed (SC-8)."""
    return table.went[Way.UP] >= box.ascent and not table.fast


@rule
def can_swim(table: Table, box: Box, way: int) -> bool:
    """Whether a step that way is open to the diver."""
    diver = table.divers[table.turn]
    if table.steps >= box.steps or table.went[way] >= limit(table, box, way):
        return False
    if way == Way.LEFT:
        return diver.column > table.west and diver.row < BOTTOM
    if way == Way.RIGHT:
        return diver.column < table.east and diver.row < BOTTOM
    if diver.state != State.DIVING:
        return False
    if way == Way.DOWN:
        return diver.row + 1 < BOTTOM and not table.no_down
    if not may_go_up(table, box):
        return False
    return diver.row > 0 or may_surface(diver.tokens + too_fast(table, box))


@rule
def dive(table: Table, box: Box, column: int) -> None:
    """The first step from the boat to a space under it (SC-1)."""
    diver = table.divers[table.turn]
    diver.state = State.DIVING
    diver.row = 0
    diver.column = column
    table.steps = 1
    table.went[Way.DOWN] = 1


@rule
def swim(table: Table, box: Box, way: int) -> bool:
    """One step; up from 0 to 5 m to the surface, beyond two steps up for a deco token (SC-8)."""
    diver = table.divers[table.turn]
    if way == Way.UP and too_fast(table, box):
        table.fast = 1
        take_token(table, diver)
    table.steps += 1
    table.went[way] += 1
    if way == Way.UP and diver.row == 0:
        return surface(table, box, diver)
    carry_diver(table, box, table.turn, way, 1)
    return arrive(table, 1, 1)


@rule
def arrive(table: Table, eye: int, dust: int) -> bool:
    """After a step: discover what is there, or leave dust; say whether the diver is asked (SC-2)."""
    diver = table.divers[table.turn]
    if diver.state == State.HOME:
        table.ended = 1
    if table.ended:
        return False
    table.place = place_of(diver)
    table.stirs = dust
    if eye:
        return look_on(table)
    leave_dust(table)
    return False


# Discover


@rule
def may_discover(table: Table) -> bool:
    """A tile to turn or an animal to see: not in dust, not at 40 m, not on a fast ascent (SC-4)."""
    if table.place >= SPACES or table.cubes[table.place] > 0 or table.fast:
        return False
    if table.backs[table.place] != NO_TILE:
        return True
    if table.crowd[table.place] > 0:
        for i in range(table.found):
            if unseen_here(table, i):
                return True
    return False


@rule
def look_on(table: Table) -> bool:
    """Whether more can be discovered on the space, which is asked (SC-2, SC-6); then comes the dust."""
    if may_discover(table):
        table.exploring = 1
        table.phase = Phase.DISCOVER
        table.actor = table.turn
        return True
    table.exploring = 0
    leave_dust(table)
    return False


@rule
def flip(table: Table) -> bool:
    """The tile is turned over; nature says what it shows."""
    table.explored = 1
    table.phase = Phase.REVEAL
    table.actor = NATURE
    return True


@rule
def take_tile(table: Table, front: int) -> int:
    """A tile shows its front: animals lie face up, events and empty sea are discarded."""
    colour = table.backs[table.place]
    table.backs[table.place] = NO_TILE
    if front == EVENT_TILE:
        table.unseen_events[colour] -= 1
    elif front == EMPTY_TILE:
        table.unseen_empty[colour] -= 1
    else:
        table.unseen_animals[front] -= 1
        turn_up(table, front, table.place)
    return colour


@rule
def reveal(table: Table, box: Box, front: int) -> bool:
    """An animal is seen at once, an event happens, an empty sea is nothing; dust comes last (SC-17)."""
    colour = take_tile(table, front)
    if front == EVENT_TILE:
        if box.edition == 1:
            leave_space(table)
        return draw_event(table, box, colour)
    if front < SPECIES:
        see(table, box, table.found - 1)
    return look_on(table)


# Event cards


@rule
def clear(table: Table, front: int) -> None:
    """An adjacent tile is flipped: an event is discarded without effect (SC-23); back to the own space."""
    take_tile(table, front)
    table.place = place_of(table.divers[table.turn])


@rule
def draw_event(table: Table, box: Box, colour: int) -> bool:
    """The top card of the pile; used cards lie under it and come again in their order."""
    table.pile = colour
    if table.events_drawn[colour] < box.event_cards[colour]:
        table.phase = Phase.DRAW_EVENT
        table.actor = NATURE
        return True
    top = table.events_next[colour]
    table.events_next[colour] = top + 1 if top + 1 < box.event_cards[colour] else 0
    table.card = table.events_order[colour, top]
    return carry_out(table, box)


@rule
def use_event(table: Table, box: Box, card: int) -> bool:
    """A card never drawn before is carried out and put under its pile."""
    colour = table.pile
    table.events_left[colour, card] -= 1
    table.events_order[colour, table.events_drawn[colour]] = card
    table.events_drawn[colour] += 1
    table.card = card
    return carry_out(table, box)


@rule
def drift(table: Table, box: Box) -> bool:
    """One space of the newest push; each with dust is a step, without all of them are one."""
    newest = table.drifts[table.drifting - 1]
    card, way = box.events[newest.card], newest.way
    first = newest.spaces == card.spaces
    newest.spaces -= 1
    if newest.spaces == 0:
        table.drifting -= 1
    if not can_drift(table, table.divers[table.turn], way):
        return False
    carry_diver(table, box, table.turn, way, 1)
    if card.dust or first:
        table.steps += 1
    return arrive(table, card.eye, card.dust)


@rule
def go_on(table: Table, box: Box) -> None:
    """Discover on, drift on, swim on, or finish the turn."""
    while not table.ended:
        if table.exploring:
            if look_on(table):
                return
        elif table.drifting > 0:
            if drift(table, box):
                return
        elif may_swim(table, box) or may_climb_aboard(box, table.divers[table.turn]):
            table.phase = Phase.STEP
            table.actor = table.turn
            return
        else:
            table.ended = 1
    finish_turn(table, box)


@rule
def may_swim(table: Table, box: Box) -> bool:
    """Whether any step is open."""
    way = 0
    while way < WAYS and not can_swim(table, box, way):
        way += 1
    return way < WAYS


# Step 4: use air


@rule
def finish_turn(table: Table, box: Box) -> None:
    """The last dust, a deco stop, air for the depth, and the next player (SC-10)."""
    leave_space(table)
    diver = table.divers[table.turn]
    if diver.state == State.DIVING:
        decompress(diver)
        if stays_deepest(table, box, diver):
            take_token(table, diver)
        lose_air(table, air_at(box, diver.row))
        if diver.air == 0:
            run_out_of_air(table, box, diver)
    next_turn(table, box)


# The end of the game


@rule
def next_turn(table: Table, box: Box) -> None:
    """Clockwise to whoever has a turn; the end is triggered when at most one is under water (SC-11)."""
    divers = under_water(table)
    if table.last_round == 0 and divers <= 1:
        table.last_round = last_full_round(table)
    if divers == 0 and (solo_round(table) or count_state(table, State.SNORKELING) == 0):
        end_game(table, box)
        return
    while True:
        table.turn = clockwise(table, table.turn)
        if table.turn == 0:
            table.rounds += 1
            if solo_round(table):
                if divers == 0:
                    end_game(table, box)
                    return
                leave_behind(table, box)
        remove_dust(table, table.turn)
        if has_turn(table, box, table.divers[table.turn]):
            begin_turn(table, box)
            return


# The verbs


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """What the player asked may do."""
    if table.phase == Phase.STEP:
        return open_steps(table, box, moves)
    if table.phase == Phase.DISCOVER:
        return open_discoveries(table, moves)
    if table.phase == Phase.CHOOSE:
        return open_effects(table, box, moves)
    if table.phase == Phase.PUSH:
        return open_pushes(table, box, moves)
    if table.phase == Phase.PICK:
        return open_picks(table, box, moves)
    moves[0] = encode(ClimbAboard())
    moves[1] = encode(Snorkel())
    return 2


@rule
def open_steps(table: Table, box: Box, moves: Array[int]) -> int:
    """Stop, a step, or from the water line up the ladder; from the boat three spaces."""
    diver = table.divers[table.turn]
    if diver.state == State.ABOARD:
        for i in range(UNDER_BOAT):
            moves[i] = encode(DiveIn(i))
        return UNDER_BOAT
    moves[0] = encode(Stop())
    n = 1
    for way in range(WAYS):
        if can_swim(table, box, way):
            moves[n] = encode(Swim(way))
            n += 1
    if may_climb_aboard(box, diver):
        moves[n] = encode(ClimbAboard())
        n += 1
    return n


@rule
def open_discoveries(table: Table, moves: Array[int]) -> int:
    """Go on, turn the tile, see an animal; of animals alike, one."""
    moves[0] = encode(GoOn())
    n = 1
    if table.backs[table.place] != NO_TILE:
        moves[n] = encode(Flip())
        n += 1
    first = n
    if table.crowd[table.place] > 0:
        for i in range(table.found):
            if unseen_here(table, i):
                new = True
                for known in range(first, n):
                    new = new and not alike(table, decode(See, moves[known]).animal, i)
                if new:
                    moves[n] = encode(See(i))
                    n += 1
    return n


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """What nature may do: exchange tiles, draw cards, turn tiles over."""
    if table.phase == Phase.DRAW_CURRENT:
        return odds_of_currents(table, moves, weights)
    if table.phase == Phase.DRAW_EVENT:
        return odds_of_events(table, moves, weights)
    if table.phase == Phase.EXCHANGE:
        return odds_of_exchange(table, moves, weights)
    return odds_of_tiles(table, box, moves, weights)


@rule
def odds_of_exchange(table: Table, moves: Array[int], weights: Array[int]) -> int:
    """Each tile of the colour that lies at its own depth is equally likely."""
    colour = exchange_colour(table)
    n = 0
    for place in range(2 * colour * COLUMNS, 2 * (colour + 1) * COLUMNS):
        if table.backs[place] == colour:
            moves[n] = encode(Exchange(place))
            weights[n] = 1
            n += 1
    return n


@rule
def odds_of_currents(table: Table, moves: Array[int], weights: Array[int]) -> int:
    """Each card in the pile is equally likely."""
    n = 0
    for card in range(CURRENTS):
        if table.currents_left[card] > 0:
            moves[n] = encode(DrawCurrent(card))
            weights[n] = table.currents_left[card]
            n += 1
    return n


@rule
def odds_of_tiles(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """Each tile of the colour that nobody has seen is equally likely, those in the box included."""
    colour = table.backs[table.place]
    n = 0
    for species in range(SPECIES):
        if table.unseen_animals[species] > 0 and box.species[species].colour == colour:
            moves[n] = encode(Reveal(species))
            weights[n] = table.unseen_animals[species]
            n += 1
    if table.unseen_events[colour] > 0:
        moves[n] = encode(Reveal(EVENT_TILE))
        weights[n] = table.unseen_events[colour]
        n += 1
    if table.unseen_empty[colour] > 0:
        moves[n] = encode(Reveal(EMPTY_TILE))
        weights[n] = table.unseen_empty[colour]
        n += 1
    return n


@rule
def odds_of_events(table: Table, moves: Array[int], weights: Array[int]) -> int:
    """Each card of the pile not drawn yet is equally likely."""
    n = 0
    for card in range(EVENTS):
        if table.events_left[table.pile, card] > 0:
            moves[n] = encode(DrawEvent(card))
            weights[n] = table.events_left[table.pile, card]
            n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Carry out one move and go on to the next decision."""
    if table.phase == Phase.EXCHANGE:
        exchange(table, decode(Exchange, move).place)
        if table.exchanged == EXCHANGES:
            begin_turn(table, box)
    elif not asks(table, box, move):
        go_on(table, box)


@rule
def asks(table: Table, box: Box, move: int) -> bool:
    """Carry out one move of a turn; say whether it brings up the next question by itself."""
    if table.phase == Phase.STEP:
        return take_step(table, box, move)
    if table.phase == Phase.DISCOVER:
        return explore(table, box, move)
    if table.phase == Phase.DRAW_CURRENT:
        draw_current(table, box, decode(DrawCurrent, move).card)
    elif table.phase == Phase.REVEAL:
        return reveal(table, box, decode(Reveal, move).front)
    elif table.phase == Phase.DRAW_EVENT:
        return use_event(table, box, decode(DrawEvent, move).card)
    elif table.phase == Phase.CHOOSE:
        return take_effect(table, box, decode(Choose, move).effect)
    elif table.phase == Phase.PUSH:
        push(table, box, move)
    elif table.phase == Phase.PICK:
        return pick(table, box, decode(Pick, move).way)
    elif table.phase == Phase.CLEAR:
        clear(table, decode(Reveal, move).front)
    elif is_kind(move, ClimbAboard):
        climb_aboard(table.divers[table.turn])
    return False


@rule
def take_step(table: Table, box: Box, move: int) -> bool:
    """Stop, dive in, climb aboard, or one step."""
    if is_kind(move, Swim):
        return swim(table, box, decode(Swim, move).way)
    if is_kind(move, DiveIn):
        dive(table, box, box.boat[decode(DiveIn, move).space])
        return arrive(table, 1, 1)
    if is_kind(move, ClimbAboard):
        climb_aboard(table.divers[table.turn])
    table.ended = 1
    return False


@rule
def explore(table: Table, box: Box, move: int) -> bool:
    """Turn the tile, see an animal, or go on."""
    if is_kind(move, Flip):
        return flip(table)
    if is_kind(move, See):
        see(table, box, decode(See, move).animal)
        return look_on(table)
    leave_space(table)
    return False


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """The points of every diver as they stand."""
    for seat in range(table.players):
        scores[seat] = points_of(table, box, seat)


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """Alive, points, animal cards, fewest negative points, the earlier diver (SC-15)."""
    first, second = table.divers[one], table.divers[other]
    if first.state == State.DROWNED or second.state == State.DROWNED:
        return first.state != State.DROWNED and second.state == State.DROWNED
    points, others = points_of(table, box, one), points_of(table, box, other)
    if points != others:
        return points > others
    if first.cards != second.cards:
        return first.cards > second.cards
    if first.minus != second.minus:
        return first.minus < second.minus
    return one < other
