"""SCUBA in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.scuba import events, rules
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.sea import GONE, air_at, in_water, place_of
from fathom5.games.scuba.table import (
    ABOARD,
    BOTTOM,
    CALM,
    CHOOSE,
    CLEAR,
    COLOURS,
    COLUMNS,
    DISCOVER,
    DIVING,
    DOWN,
    DROWNED,
    EVENT_NAMES,
    FISH_OR_DIVER,
    FLIP_TILE,
    HOME,
    LEFT,
    PICK,
    PUSH,
    RESCUED,
    RIGHT,
    SNORKELING,
    SPACES,
    SPECIES,
    SPECIES_NAMES,
    UP,
    WAY_NAMES,
    WAYS,
    YOU,
)
from fathom5.kernel.lang import heard, say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View


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


def species(box: Any, kind: int) -> str:
    """What an animal is called."""
    return say(SPECIES_NAMES[box.species[kind].name])


def event(box: Any, card: int) -> str:
    """What an event card is called."""
    return say(EVENT_NAMES[box.events[card].name])


def towards(way: int) -> str:
    """Where something moves."""
    return say(WAY_NAMES[way])


def animal(table: Any, box: Any, i: int) -> str:
    """An animal, numbered among those of its kind on its place."""
    me = table.animals[i]
    earlier = sum(
        table.animals[j].place == me.place and table.animals[j].species == me.species for j in range(i)
    )
    return species(box, me.species) + (f" {earlier + 1}" if earlier else "")


def name(table: Any, box: Any, move: int) -> str:
    """A move as a person types it."""
    if move < events.TAKE_POINTS:
        return _own_step(table, box, move)
    if move < rules.SEE:
        return _event_choice(table, box, move)
    if move < rules.EXCHANGED:
        return say("see {animal}", animal=animal(table, box, move - rules.SEE))
    if move < rules.CURRENT:
        return say("exchange {place}", place=spot(move - rules.EXCHANGED))
    if move < rules.REVEALED:
        return current(box, move - rules.CURRENT)
    if move < rules.EVENT:
        kind = move - rules.REVEALED
        if kind < SPECIES:
            return say("reveal {animal}", animal=species(box, kind))
        return say("reveal event") if kind == rules.EVENT_TILE else say("reveal empty sea")
    return say("draw {card}", card=event(box, move - rules.EVENT))


def current(box: Any, kind: int) -> str:
    """A current card: where to, then spaces for red, yellow, green, blue and divers."""
    card = box.currents[kind]
    if card.way == CALM:
        return say("calm seas")
    spaces = " ".join(map(str, [*card.animals, card.divers]))
    return say("current {way} {spaces}", way=towards(card.way), spaces=spaces)


def _own_step(table: Any, box: Any, move: int) -> str:
    if move == rules.SWIM + UP and rules.too_fast(table, box):
        return say("surface fast") if table.divers[table.turn].row == 0 else say("up fast")
    if move == rules.SWIM + UP and table.divers[table.turn].row == 0:
        return say("surface")
    if rules.SWIM <= move < rules.DIVE:
        return towards(move - rules.SWIM)
    if rules.DIVE <= move < rules.PASS:
        return say("dive {place}", place=spot(box.boat[move - rules.DIVE]))
    return {rules.STOP: say("stop"), rules.PASS: say("go on"), rules.FLIP: say("flip")}[move]


def _event_choice(table: Any, box: Any, move: int) -> str:
    card = box.events[table.card]
    if move < events.PUSH_DIVER:
        points = abs(card.points)
        amount = say("1 point") if points == 1 else say("{points} points", points=points)
        return {
            events.TAKE_POINTS: say("win {amount}", amount=amount)
            if card.points > 0
            else say("lose {amount}", amount=amount),
            events.TAKE_AIR: say("lose {air} air", air=card.air),
            events.TAKE_SURFACE: say("surface"),
            events.TAKE_BOAT: say("swim to the boat"),
        }[move]
    if move < events.PUSH_ALL:
        seat, way = divmod(move - events.PUSH_DIVER, WAYS)
        if card.who == YOU:
            return say("drift {way}", way=towards(way))
        return say("push diver {number} {way}", number=seat + 1, way=towards(way))
    if move < events.PUSH_FISH:
        return say("push all {way}", way=towards(move - events.PUSH_ALL))
    if move < events.PICKS:
        i, side = divmod(move - events.PUSH_FISH, 2)
        where = spot(max(0, table.animals[i].place))
        pushed = towards(RIGHT if side else LEFT)
        return say("push {animal} {place} {way}", animal=animal(table, box, i), place=where, way=pushed)
    place = spot(picked(table, move - events.PICKS))
    return say("clear {place}", place=place) if card.tile == FLIP_TILE else say("remove {place}", place=place)


def picked(table: Any, way: int) -> int:
    """The place of a tile that can be picked."""
    return int(events.neighbour(table, place_of(table.divers[table.turn]), way))


def also(table: Any, box: Any, move: int) -> list[str]:
    """Other ways to say a move."""
    if move == rules.SWIM + UP:
        return ["up", "u"]
    return {
        rules.STOP: ["stay", "end", "s"],
        rules.PASS: ["pass", "leave", "nothing", "g"],
        rules.FLIP: ["turn", "turn over", "f"],
        rules.SWIM + DOWN: ["d"],
        rules.SWIM + 2: ["l"],
        rules.SWIM + 3: ["r"],
    }.get(move, [])


# What is asked


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if table.phase == DISCOVER:
        return _ask_discover(view)
    if table.phase == CHOOSE:
        return say("Event: {card}. Choose one.", card=event(box, table.card))
    if table.phase == PUSH:
        return _ask_push(view)
    if table.phase == PICK:
        return say("Event: {card}. Which tile next to you?", card=event(box, table.card))
    if diver.state == ABOARD:
        return say("Where do you dive in?")
    left = box.steps - table.steps
    if diver.state == SNORKELING:
        return say("You snorkel: {left} steps left. Swim along the surface, or stop.", left=left)
    return say(
        "{left} steps left. A turn that ends here costs {cost} air of your {air}; {way}",
        left=left,
        cost=air_at(box, diver.row),
        air=diver.air,
        way=_way_up(table, box, diver, diver.row),
    )


def _way_up(table: Any, box: Any, diver: Any, row: int) -> str:
    need = way_up(table, box, row, tokens_at(table, diver, row, False))
    if need <= diver.air:
        return say("with the way up that makes {need}.", need=need - 1)
    return say("you lack {air} for the way up.", air=need - diver.air)


def row_after(view: View, move: int) -> int:
    """The row that a step leads to."""
    if move >= rules.DIVE:
        return 0
    row = int(view.table.divers[view.seat].row)
    return row + {rules.SWIM + UP: -1, rules.SWIM + DOWN: 1}.get(move, 0)


def needs(view: View, move: int) -> int:
    """Air that a diver needs if the turn ends after a step, the way up included."""
    row = row_after(view, move)
    diver = view.table.divers[view.seat]
    fast = move == rules.SWIM + UP and rules.too_fast(view.table, view.box)
    return int(way_up(view.table, view.box, row, tokens_at(view.table, diver, row, fast)))


def preview(view: View, move: int) -> tuple[str, str]:
    """What a step would cost at the end of the turn, and whether the way up stays open."""
    row = row_after(view, move)
    if row < 0:
        return say("0 air"), ""
    need = needs(view, move)
    cost = say("{cost} air", cost=air_at(view.box, row))
    if need <= view.table.divers[view.seat].air:
        return cost, say("way up {need}", need=need - 1 - air_at(view.box, row))
    return cost, say("no way up")


def _ask_discover(view: View) -> str:
    table, box = view.table, view.box
    seen = [animal(table, box, move - rules.SEE) for move in view.ids if move >= rules.SEE]
    tile = rules.FLIP in view.ids
    if tile and seen:
        return say("Here swims a {animals}, and a tile lies face down.", animals=", ".join(seen))
    if tile:
        colour = say(COLOURS[table.backs[table.place]])
        return say("A {colour} tile lies face down at {place}.", colour=colour, place=spot(table.place))
    return say("Here you can see: {animals}.", animals=", ".join(seen))


def _ask_push(view: View) -> str:
    card = view.box.events[view.table.card]
    values = {"card": event(view.box, view.table.card), "spaces": card.spaces}
    if card.who == YOU:
        return say("Event: {card}. You drift {spaces}: which way?", **values)
    if card.who == FISH_OR_DIVER:
        return say("Event: {card}. Which diver or animal moves, and which way?", **values)
    return say("Event: {card}. Who moves, and which way?", **values)


# What happened


def tell(before: View, move: int, after: View) -> list[str]:
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
    if new.tokens < old.tokens and new.state == DIVING:
        told.append(say("{who} decompresses: {tokens} deco tokens left.", who=who, tokens=new.tokens))
    if new.state != old.state:
        told.append(
            {
                DIVING: "",
                SNORKELING: say("{who} is at the surface.", who=who),
                HOME: say("{who} is on the boat.", who=who),
                DROWNED: say("{who} is out of air and lost.", who=who),
                RESCUED: say("{who} is out of air and is brought up.", who=who),
            }[new.state]
        )
    if new.minus > old.minus:
        told.append(say("{who} loses {points} points.", who=who, points=new.minus - old.minus))
    return told


def _told(before: View, move: int, after: View) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    if move < events.TAKE_POINTS:
        return _told_step(before, move)
    if move < rules.SEE:
        return _told_choice(before, move)
    if move < rules.EXCHANGED:
        return say("{who} sees a {animal}.", who=who, animal=animal(table, box, move - rules.SEE))
    if move < rules.CURRENT:
        return _told_exchange(before, move - rules.EXCHANGED)
    if move < rules.REVEALED:
        return _told_current(before, move - rules.CURRENT, after)
    if move < rules.EVENT:
        return _told_tile(before, move - rules.REVEALED)
    return say("{who} draws an event: {card}.", who=who, card=event(box, move - rules.EVENT))


def _told_step(before: View, move: int) -> str:
    table = before.table
    diver = table.divers[table.turn]
    who = before.names[table.turn]
    if move == rules.STOP:
        return say("{who} stops.", who=who)
    if rules.DIVE <= move < rules.PASS:
        return say("{who} dives in at {place}.", who=who, place=spot(before.box.boat[move - rules.DIVE]))
    if move == rules.PASS:
        return say("{who} moves on.", who=who)
    if move == rules.FLIP:
        return say("{who} turns a tile over at {place}.", who=who, place=spot(table.place))
    if move == rules.SWIM + UP and diver.row == 0:
        return say("{who} surfaces.", who=who)
    if move == rules.SWIM + UP and rules.too_fast(table, before.box):
        return say("{who} swims up, faster than is safe.", who=who)
    return say("{who} swims {way}.", who=who, way=towards(move - rules.SWIM))


def _told_choice(before: View, move: int) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    if move < events.PUSH_DIVER:
        return say("{who} chooses: {choice}.", who=who, choice=name(table, box, move))
    if move < events.PUSH_ALL:
        seat, way = divmod(move - events.PUSH_DIVER, WAYS)
        return say("{who} is pushed {way}.", who=before.names[seat], way=towards(way))
    if move < events.PUSH_FISH:
        return say("All divers are pushed {way}.", way=towards(move - events.PUSH_ALL))
    if move < events.PICKS:
        i, side = divmod(move - events.PUSH_FISH, 2)
        pushed = towards(RIGHT if side else LEFT)
        return say("The {animal} is pushed {way}.", animal=animal(table, box, i), way=pushed)
    place = spot(picked(table, move - events.PICKS))
    if box.events[table.card].tile == FLIP_TILE:
        return say("{who} looks at the tile on {place}.", who=who, place=place)
    return say("{who} removes the tile on {place} unseen.", who=who, place=place)


def _told_exchange(before: View, place: int) -> str:
    table = before.table
    if not table.exchanged & 1:
        return ""
    return say("The tiles on {one} and {other} change places.", one=spot(table.place), other=spot(place))


def _told_current(before: View, kind: int, after: View) -> str:
    card = before.box.currents[kind]
    if card.way == CALM:
        return say("Calm seas: nothing moves.")
    old, new = before.table, after.table
    lost = sum(old.animals[i].place != GONE and new.animals[i].place == GONE for i in range(old.found))
    told = say("A current flows {way}.", way=towards(card.way))
    if lost:
        told += " " + say("Animals carried off the board: {lost}.", lost=lost)
    return told


def _told_tile(before: View, kind: int) -> str:
    table, box = before.table, before.box
    who = before.names[table.turn]
    if kind == rules.EVENT_TILE:
        return say("It is an event.") if table.phase != CLEAR else say("It was an event; it is gone.")
    if kind == rules.EMPTY_TILE:
        return say("It is empty sea.")
    found = species(box, kind)
    if table.phase == CLEAR:
        return say("A {animal} shows itself at {place}.", animal=found, place=spot(table.place))
    points = box.points[kind]
    if table.divers[table.turn].seen[kind]:
        return say("{who} sees another {animal}: {points} points.", who=who, animal=found, points=points)
    return say("{who} sees a {animal}: {points} points.", who=who, animal=found, points=points)


# Why not


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table = view.table
    diver = table.divers[view.seat]
    verb, _ = heard(words, *NAMED)
    if verb in ("reveal", "draw", "exchange", "current", "calm"):
        return say("Tiles, currents and events are up to chance (Step 2, Step 3).")
    if not in_water(diver) and diver.state != ABOARD:
        return say("Your dive is over; there are no more turns for you (SC-9).")
    if diver.state == ABOARD:
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
    if table.phase in (DISCOVER, CHOOSE, PUSH, PICK):
        return say("First the event or the discovery here has to be settled (SC-2).")
    if verb == "dive":
        return say("You dive in once, on your first turn (SC-1).")
    if diver.state == SNORKELING and verb in ("up", "down", "surface"):
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
    if table.phase != DISCOVER:
        return say("You discover only after a step (SC-3).")
    if table.place < SPACES and table.backs[table.place] < 0:
        return say("There is no such tile or animal here that you could still see (Step 3.9).")
    return say("That is not to be seen here (Step 3.9).")
