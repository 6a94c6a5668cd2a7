"""SCUBA in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.games.scuba.events import neighbour
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.sea import GONE, NO_TILE, air_at, in_water, place_of
from fathom5.games.scuba.table import (
    BOTTOM,
    COLOURS,
    COLUMNS,
    EMPTY_TILE,
    EVENT_NAMES,
    EVENT_TILE,
    SPACES,
    SPECIES,
    SPECIES_NAMES,
    WAY_NAMES,
    Box,
    Choose,
    DiveIn,
    Diver,
    DrawCurrent,
    DrawEvent,
    Effect,
    Event,
    Exchange,
    Flip,
    GoOn,
    Phase,
    PushAll,
    PushDiver,
    PushFish,
    Reveal,
    See,
    State,
    Stop,
    Swim,
    Table,
    TileIcon,
    Way,
    Who,
)
from fathom5.text.language import parse_beginning, say

if TYPE_CHECKING:
    from fathom5.view import View


NAMED = (
    *WAY_NAMES,
    "surface",
    "dive {place}",
    "stop",
    "stay",
    "flip",
    "turn",
    "see {animal}",
    "swim to the boat",
    "lose {amount}",
    "drift {way}",
    "push all {way}",
    "push {animal} {place} {way}",
    "clear {place}",
    "remove {place}",
    "calm seas",
    "current {way} {spaces}",
    "exchange {place}",
    "reveal {animal}",
    "draw {card}",
)
"""How moves that somebody may ask about begin."""


def spot(place: int) -> str:
    """A place on the board: column a to i, row 1 (0 to 5 m) to 9 (40 to 45 m)."""
    row, column = divmod(place, COLUMNS)
    return f"{'abcdefghi'[column]}{row + 1}"


def metres(row: int) -> str:
    """A depth in a sentence."""
    return say("{low} to {high} m", low=5 * row, high=5 * row + 5) if row >= 0 else say("the surface")


def species(box: Box, kind: int) -> str:
    """What an animal is called."""
    return say(SPECIES_NAMES[box.species[kind].name])


def event(box: Box, card: int) -> str:
    """What an event card is called."""
    return say(EVENT_NAMES[box.events[card].name])


def towards(way: int) -> str:
    """Where something moves."""
    return say(WAY_NAMES[way])


def animal(table: Table, box: Box, i: int) -> str:
    """An animal, numbered among those of its kind on its place."""
    me = table.animals[i]
    earlier = sum(
        table.animals[j].place == me.place and table.animals[j].species == me.species for j in range(i)
    )
    return species(box, me.species) + (f" {earlier + 1}" if earlier else "")


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    match move:
        case Stop():
            return say("stop")
        case Swim(way):
            return _step(table, box, way)
        case DiveIn(space):
            return say("dive {place}", place=spot(box.boat[space]))
        case GoOn():
            return say("go on")
        case Flip():
            return say("flip")
        case See(i):
            return say("see {animal}", animal=animal(table, box, i))
        case Exchange(place):
            return say("exchange {place}", place=spot(place))
        case DrawCurrent(card):
            return current(box, card)
        case Reveal(front):
            return _front(box, front)
        case DrawEvent(card):
            return say("draw {card}", card=event(box, card))
    return _event_choice(table, box, move)


def current(box: Box, drawn: int) -> str:
    """A current card: where to, then spaces for red, yellow, green, blue and divers."""
    card = box.currents[drawn]
    if card.way == Way.CALM:
        return say("calm seas")
    spaces = " ".join(map(str, [*card.animals, card.divers]))
    return say("current {way} {spaces}", way=towards(card.way), spaces=spaces)


def _step(table: Table, box: Box, way: int) -> str:
    if way != Way.UP:
        return towards(way)
    surfaces = table.divers[table.turn].row == 0
    if too_fast(table, box):
        return say("surface fast") if surfaces else say("up fast")
    return say("surface") if surfaces else towards(way)


def _front(box: Box, front: int) -> str:
    if front < SPECIES:
        return say("reveal {animal}", animal=species(box, front))
    return say("reveal event") if front == EVENT_TILE else say("reveal empty sea")


def _event_choice(table: Table, box: Box, move: Any) -> str:
    card = box.events[table.card]
    match move:
        case Choose(effect):
            return _effect(card, effect)
        case PushDiver(_, way) if card.who == Who.YOU:
            return say("drift {way}", way=towards(way))
        case PushDiver(seat, way):
            return say("push diver {number} {way}", number=seat + 1, way=towards(way))
        case PushAll(way):
            return say("push all {way}", way=towards(way))
        case PushFish(i, way):
            where = spot(max(0, table.animals[i].place))
            pushed = animal(table, box, i)
            return say("push {animal} {place} {way}", animal=pushed, place=where, way=towards(way))
    place = spot(picked(table, move.way))
    if card.tile == TileIcon.FLIP:
        return say("clear {place}", place=place)
    return say("remove {place}", place=place)


def _effect(card: Event, effect: int) -> str:
    if effect == Effect.AIR:
        return say("lose {air} air", air=card.air)
    if effect == Effect.SURFACE:
        return say("surface")
    if effect == Effect.BOAT:
        return say("swim to the boat")
    points = abs(card.points)
    amount = say("1 point") if points == 1 else say("{points} points", points=points)
    return say("win {amount}", amount=amount) if card.points > 0 else say("lose {amount}", amount=amount)


def picked(table: Table, way: int) -> int:
    """The place of a tile that can be picked."""
    return neighbour(table, place_of(table.divers[table.turn]), way)


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move."""
    match move:
        case Stop():
            return ["stay", "end", "s"]
        case GoOn():
            return ["pass", "leave", "nothing", "g"]
        case Flip():
            return ["turn", "turn over", "f"]
        case Swim(Way.UP):
            return ["up", "u"]
        case Swim(way):
            return [WAY_NAMES[way][0]]
    return []


# What is asked


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if table.phase == Phase.DISCOVER:
        return _ask_discover(view)
    if table.phase == Phase.CHOOSE:
        return say("Event: {card}. Choose one.", card=event(box, table.card))
    if table.phase == Phase.PUSH:
        return _ask_push(view)
    if table.phase == Phase.PICK:
        return say("Event: {card}. Which tile next to you?", card=event(box, table.card))
    if diver.state == State.ABOARD:
        return say("Where do you dive in?")
    left = box.steps - table.steps
    if diver.state == State.SNORKELING:
        return say("You snorkel: {left} steps left. Swim along the surface, or stop.", left=left)
    return say(
        "{left} steps left. A turn that ends here costs {cost} air of your {air}; {way}",
        left=left,
        cost=air_at(box, diver.row),
        air=diver.air,
        way=_way_up(table, box, diver, diver.row),
    )


def _way_up(table: Table, box: Box, diver: Diver, row: int) -> str:
    need = way_up(table, box, row, tokens_at(table, diver, row, False))
    if need <= diver.air:
        return say("with the way up that makes {need}.", need=need - 1)
    return say("you lack {air} for the way up.", air=need - diver.air)


def row_after(view: View, step: Swim | DiveIn) -> int:
    """The row that a step leads to."""
    row = int(view.table.divers[view.seat].row)
    match step:
        case DiveIn():
            return 0
        case Swim(Way.UP):
            return row - 1
        case Swim(Way.DOWN):
            return row + 1
    return row


def needs(view: View, step: Swim | DiveIn) -> int:
    """Air that a diver needs if the turn ends after a step, the way up included."""
    row = row_after(view, step)
    diver = view.table.divers[view.seat]
    fast = _is_up(step) and too_fast(view.table, view.box)
    return way_up(view.table, view.box, row, tokens_at(view.table, diver, row, fast))


def _is_up(step: Swim | DiveIn) -> bool:
    return isinstance(step, Swim) and step.way == Way.UP


def preview(view: View, step: Swim | DiveIn) -> tuple[str, str]:
    """What a step would cost at the end of the turn, and whether the way up stays open."""
    row = row_after(view, step)
    if row < 0:
        return say("0 air"), ""
    need = needs(view, step)
    cost = say("{cost} air", cost=air_at(view.box, row))
    if need <= view.table.divers[view.seat].air:
        return cost, say("way up {need}", need=need - 1 - air_at(view.box, row))
    return cost, say("no way up")


def _ask_discover(view: View) -> str:
    table, box = view.table, view.box
    seen = [animal(table, box, move.animal) for move in view.open_moves if isinstance(move, See)]
    tile = any(isinstance(move, Flip) for move in view.open_moves)
    if tile and seen:
        return say("Here swims a {animals}, and a tile lies face down.", animals=", ".join(seen))
    if tile:
        colour = say(COLOURS[table.backs[table.place]])
        return say("A {colour} tile lies face down at {place}.", colour=colour, place=spot(table.place))
    return say("Here you can see: {animals}.", animals=", ".join(seen))


def _ask_push(view: View) -> str:
    card = view.box.events[view.table.card]
    values = {"card": event(view.box, view.table.card), "spaces": card.spaces}
    if card.who == Who.YOU:
        return say("Event: {card}. You drift {spaces}: which way?", **values)
    if card.who == Who.FISH_OR_ANY_DIVER:
        return say("Event: {card}. Which diver or animal moves, and which way?", **values)
    return say("Event: {card}. Who moves, and which way?", **values)


# What happened


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after)]
    for seat in range(old.players):
        sentences += _told_of(before, after, seat)
    if new.last_round > old.last_round:
        sentences.append(
            say("At most one diver is left under water: round {last} is the last.", last=new.last_round)
        )
    if new.boat_left and not old.boat_left:
        sentences.append(say("The boat leaves without the diver under water."))
    if new.actor == OVER:
        sentences.append(say("The dive is over."))
    elif new.rounds > old.rounds:
        sentences.append(say("Round {number} begins.", number=new.rounds))
    return [sentence for sentence in sentences if sentence]


def _told_of(before: View, after: View, seat: int) -> list[str]:
    """What changed for one diver: air, tokens, points lost, the end of its dive."""
    old, new = before.table.divers[seat], after.table.divers[seat]
    who = before.names[seat]
    told = []
    if new.tokens > old.tokens:
        told.append(say("{who} takes a deco token and has {tokens}.", who=who, tokens=new.tokens))
    if new.air < old.air:
        told.append(say("{who} uses {used} air: {air} left.", who=who, used=old.air - new.air, air=new.air))
    if new.tokens < old.tokens and new.state == State.DIVING:
        told.append(say("{who} decompresses: {tokens} deco tokens left.", who=who, tokens=new.tokens))
    if new.state != old.state:
        told.append(
            {
                State.DIVING: "",
                State.SNORKELING: say("{who} is at the surface.", who=who),
                State.HOME: say("{who} is on the boat.", who=who),
                State.DROWNED: say("{who} is out of air and lost.", who=who),
                State.RESCUED: say("{who} is out of air and is brought up.", who=who),
            }[new.state]
        )
    if new.minus > old.minus:
        told.append(say("{who} loses {points} points.", who=who, points=new.minus - old.minus))
    return told


def _told(before: View, move: Any, after: View) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    match move:
        case Stop():
            return say("{who} stops.", who=who)
        case Swim(way):
            return _told_step(before, way)
        case DiveIn(space):
            return say("{who} dives in at {place}.", who=who, place=spot(box.boat[space]))
        case GoOn():
            return say("{who} moves on.", who=who)
        case Flip():
            return say("{who} turns a tile over at {place}.", who=who, place=spot(table.place))
        case See(i):
            return say("{who} sees a {animal}.", who=who, animal=animal(table, box, i))
        case Exchange(place):
            return _told_exchange(before, place)
        case DrawCurrent(card):
            return _told_current(before, card, after)
        case Reveal(front):
            return _told_tile(before, front)
        case DrawEvent(card):
            return say("{who} draws an event: {card}.", who=who, card=event(box, card))
    return _told_choice(before, move)


def _told_step(before: View, way: int) -> str:
    table = before.table
    who = before.names[table.turn]
    if way == Way.UP and table.divers[table.turn].row == 0:
        return say("{who} surfaces.", who=who)
    if way == Way.UP and too_fast(table, before.box):
        return say("{who} swims up, faster than is safe.", who=who)
    return say("{who} swims {way}.", who=who, way=towards(way))


def _told_choice(before: View, move: Any) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    match move:
        case Choose():
            return say("{who} chooses: {choice}.", who=who, choice=name(table, box, move))
        case PushDiver(seat, way):
            return say("{who} is pushed {way}.", who=before.names[seat], way=towards(way))
        case PushAll(way):
            return say("All divers are pushed {way}.", way=towards(way))
        case PushFish(i, way):
            return say("The {animal} is pushed {way}.", animal=animal(table, box, i), way=towards(way))
    place = spot(picked(table, move.way))
    if box.events[table.card].tile == TileIcon.FLIP:
        return say("{who} looks at the tile on {place}.", who=who, place=place)
    return say("{who} removes the tile on {place} unseen.", who=who, place=place)


def _told_exchange(before: View, place: int) -> str:
    table = before.table
    if not table.exchanged & 1:
        return ""
    return say("The tiles on {one} and {other} change places.", one=spot(table.place), other=spot(place))


def _told_current(before: View, drawn: int, after: View) -> str:
    card = before.box.currents[drawn]
    if card.way == Way.CALM:
        return say("Calm seas: nothing moves.")
    old, new = before.table, after.table
    lost = sum(old.animals[i].place != GONE and new.animals[i].place == GONE for i in range(old.found))
    told = say("A current flows {way}.", way=towards(card.way))
    if lost:
        told += " " + say("Animals carried off the board: {lost}.", lost=lost)
    return told


def _told_tile(before: View, front: int) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    if front == EVENT_TILE:
        return say("It is an event.") if table.phase != Phase.CLEAR else say("It was an event; it is gone.")
    if front == EMPTY_TILE:
        return say("It is empty sea.")
    found = species(box, front)
    if table.phase == Phase.CLEAR:
        return say("A {animal} shows itself at {place}.", animal=found, place=spot(table.place))
    points = box.points[front]
    if table.divers[table.turn].seen[front]:
        return say("{who} sees another {animal}: {points} points.", who=who, animal=found, points=points)
    return say("{who} sees a {animal}: {points} points.", who=who, animal=found, points=points)


# Why not


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table = view.table
    diver = table.divers[view.seat]
    verb, _ = parse_beginning(words, *NAMED)
    if verb in ("reveal", "draw", "exchange", "current", "calm"):
        return say("Tiles, currents and events are up to chance (Step 2, Step 3).")
    if not in_water(diver) and diver.state != State.ABOARD:
        return say("Your dive is over; there are no more turns for you (SC-9).")
    if diver.state == State.ABOARD:
        return say("You begin with one of the three spaces under the boat (SC-1).")
    if verb in ("up", "down", "left", "right", "surface", "dive"):
        return _why_no_step(view, verb)
    if verb in ("see", "flip", "turn"):
        return _why_no_discovery(view)
    if verb in ("stop", "stay"):
        return say("First the event or the discovery here has to be settled (SC-2).")
    if verb in ("drift", "push", "clear", "remove", "lose", "swim"):
        return say("Only an event card that shows it lets you do that (Event cards).")
    return say("“{words}” is no move of this game.", words=words)


def _why_no_step(view: View, verb: str) -> str:
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if table.phase in (Phase.DISCOVER, Phase.CHOOSE, Phase.PUSH, Phase.PICK):
        return say("First the event or the discovery here has to be settled (SC-2).")
    if verb == "dive":
        return say("You dive in once, on your first turn (SC-1).")
    if diver.state == State.SNORKELING and verb in ("up", "down", "surface"):
        return say("Snorkelers only move sideways, and cannot go diving again (Surface 7).")
    if verb in ("up", "surface"):
        if diver.row == 0 and diver.tokens:
            return say("You cannot surface with more than one deco token (Decompression 7).")
        if verb == "surface" and diver.row > 0:
            return say("You reach the surface only from 0 to 5 m (Surface 1).")
        return say("At most {ascent} steps up in a turn are safe (Step 3.2).", ascent=box.ascent)
    if verb == "down":
        if table.no_down:
            return say("This event lets you not descend any more this turn (Icons 20).")
        return say("Nobody goes below 40 m of their own will (Decompression 3).")
    if diver.row == BOTTOM:
        return say("At 40 to 45 m there is only the way up (Decompression 3).")
    if diver.column in (table.west, table.east):
        return say("The board ends here, or the current is too strong (Step 3.4).")
    return say("The current is too strong to swim farther that way (Step 3.4).")


def _why_no_discovery(view: View) -> str:
    table = view.table
    if table.phase != Phase.DISCOVER:
        return say("You discover only after a step (SC-3).")
    if table.place < SPACES and table.backs[table.place] == NO_TILE:
        return say("There is no such tile or animal here that you could still see (Step 3.9).")
    return say("That is not to be seen here (Step 3.9).")
