"""SCUBA in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.core.moves import AnyKind
from fathom5.games.scuba.events import NOWHERE, neighbour
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.sea import (
    GONE,
    NO_TILE,
    air_at,
    may_surface,
    place_of,
    rescue_costs,
)
from fathom5.games.scuba.surface import may_go_up
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
    ClimbAboard,
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
    Pick,
    PushAll,
    PushDiver,
    PushFish,
    Reveal,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Table,
    TileIcon,
    Way,
    Who,
)
from fathom5.text.finding import Asked, plain
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


A_SPECIES = tuple(f"{'an' if name[0] in 'aeiou' else 'a'} {name}" for name in SPECIES_NAMES)
"""The animals with their article."""

CALLED: dict[str, AnyKind] = {
    "up": Swim,
    "up fast": Swim,
    "surface": Swim,
    "surface fast": Swim,
    "down": Swim,
    "left": Swim,
    "right": Swim,
    "swim {place}": Swim,
    "dive {place}": DiveIn,
    "stop": Stop,
    "stay": Stop,
    "go on": GoOn,
    "pass": GoOn,
    "flip": Flip,
    "turn": Flip,
    "see {animal}": See,
    "win {points} {points:point|points}": Choose,
    "lose {points} {points:point|points}": Choose,
    "swim to the boat": Choose,
    "drift {way}": PushDiver,
    "push diver {number} {way}": PushDiver,
    "push all {way}": PushAll,
    "push {animal} {place} {way}": PushFish,
    "clear {place}": Pick,
    "remove {place}": Pick,
    "climb aboard": ClimbAboard,
    "snorkel": Snorkel,
    "exchange {place}": Exchange,
    "calm seas": DrawCurrent,
    "current {way} {spaces}": DrawCurrent,
    "reveal {animal}": Reveal,
    "reveal event": Reveal,
    "reveal empty sea": Reveal,
    "draw {card}": DrawEvent,
}
"""How moves begin, with their kinds."""


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


def a_species(box: Box, kind: int) -> str:
    """An animal with its article."""
    return say(A_SPECIES[box.species[kind].name])


def colour(back: int) -> str:
    """The colour of a tile."""
    return say(COLOURS[back])


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
        case ClimbAboard():
            return say("climb aboard")
        case Snorkel():
            return say("snorkel")
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
    if card.points > 0:
        return say("win {points} {points:point|points}", points=points)
    return say("lose {points} {points:point|points}", points=points)


def picked(table: Table, way: int) -> int:
    """The place of a tile that can be picked."""
    return neighbour(table, place_of(table.divers[table.turn]), way)


def pick(view: View, name: str, value: int) -> str:
    """A diver or an animal that an event lets somebody move."""
    if name == "seat":
        return view.names[value]
    place = spot(max(0, view.table.animals[value].place))
    return say("{animal} at {place}", animal=animal(view.table, view.box, value), place=place)


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move."""
    match move:
        case Stop():
            return ["stay", "end", "s"]
        case GoOn():
            return ["pass", "leave", "nothing", "g"]
        case Flip():
            return ["turn", "turn over", "f"]
        case ClimbAboard():
            return ["climb", "board", "boat"]
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
    if table.phase == Phase.SURFACED:
        return say("You are up, beside the boat: do you climb aboard or snorkel?")
    if diver.state == State.ABOARD:
        return say("Where do you dive in?")
    left = box.steps - table.steps
    if diver.state == State.SNORKELING:
        return _ask_snorkeler(view, left)
    return say(
        "{left} {left:step|steps} left. A turn that ends here costs {cost} air of your {air}; {way}",
        left=left,
        cost=air_at(box, diver.row),
        air=diver.air,
        way=_way_up(view, diver, diver.row),
    )


def _ask_snorkeler(view: View, left: int) -> str:
    if any(isinstance(move, ClimbAboard) for move in view.open_moves):
        return say(
            "You snorkel beside the boat: {left} {left:step|steps} left. Swim, stop, or climb aboard.",
            left=max(0, left),
        )
    return say(
        "You snorkel: {left} {left:step|steps} left. Swim along the surface, or stop.", left=max(0, left)
    )


def _way_up(view: View, diver: Diver, row: int) -> str:
    table, box = view.table, view.box
    if is_fatal(view, row):
        return out_of_air(view, row)
    need = way_up(table, box, row, tokens_at(table, box, diver, row, False))
    if need <= diver.air:
        return say("with the way up that makes {need}.", need=need - 1)
    return say("you lack {air} for the way up.", air=need - diver.air)


def air_lacking(table: Table, box: Box, seat: int) -> int:
    """Air that a diver under water lacks to come up alive if its turn ends where it is; 0 if none."""
    diver = table.divers[seat]
    if diver.state != State.DIVING:
        return 0
    tokens = tokens_at(table, box, diver, diver.row, False)
    return max(0, way_up(table, box, diver.row, tokens) - int(diver.air))


def is_fatal(view: View, row: int) -> bool:
    """Whether a turn that ends in a row uses up the air of the diver who looks."""
    return row >= 0 and int(view.table.divers[view.seat].air) <= air_at(view.box, row)


def out_of_air(view: View, row: int) -> str:
    """What happens to the diver who looks when its air is used up in a row."""
    if not view.table.no_death:
        return say("you drown.")
    return say(
        "you are brought up and lose {points} {points:point|points}.",
        points=rescue_costs(view.box, row, view.table.divers[view.seat].column),
    )


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
    return way_up(view.table, view.box, row, tokens_at(view.table, view.box, diver, row, fast))


def _is_up(step: Swim | DiveIn) -> bool:
    return isinstance(step, Swim) and step.way == Way.UP


def preview(view: View, step: Swim | DiveIn) -> tuple[str, str]:
    """What a step would cost at the end of the turn, and whether the way up stays open."""
    row = row_after(view, step)
    if row < 0:
        return say("0 air"), ""
    need = needs(view, step)
    cost = say("{cost} air", cost=air_at(view.box, row))
    if is_fatal(view, row):
        return cost, say("rescue") if view.table.no_death else say("you drown")
    if need <= view.table.divers[view.seat].air:
        return cost, say("way up {need}", need=need - 1 - air_at(view.box, row))
    return cost, say("no way up")


def _ask_discover(view: View) -> str:
    table, box = view.table, view.box
    seen = [animal(table, box, move.animal) for move in view.open_moves if isinstance(move, See)]
    tile = any(isinstance(move, Flip) for move in view.open_moves)
    if tile and seen:
        return say("Here you can see: {animals}; a tile lies face down, too.", animals=", ".join(seen))
    if tile:
        back = colour(table.backs[table.place])
        return say("A {colour} tile lies face down at {place}.", colour=back, place=spot(table.place))
    return say("Here you can see: {animals}.", animals=", ".join(seen))


def _ask_push(view: View) -> str:
    card = view.box.events[view.table.card]
    values = {"card": event(view.box, view.table.card), "spaces": card.spaces}
    if card.who == Who.YOU:
        return say("Event: {card}. You drift {spaces} {spaces:space|spaces}: which way?", **values)
    if card.who == Who.FISH_OR_ANY_DIVER:
        return say("Event: {card}. Which diver or animal moves, and which way?", **values)
    return say("Event: {card}. Who moves, and which way?", **values)


# What happened


def when(view: View) -> str:
    """Where in the game a position lies, in a few words."""
    return say("round {round}", round=view.table.rounds)


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
        told.append(
            say("{who} decompresses: {tokens} deco {tokens:token|tokens} left.", who=who, tokens=new.tokens)
        )
    if new.state != old.state:
        told.append(
            {
                State.DIVING: "",
                State.SNORKELING: "",
                State.HOME: say("{who} is on the boat.", who=who),
                State.DROWNED: say("{who} is out of air and lost.", who=who),
                State.RESCUED: say("{who} is out of air and is brought up.", who=who),
            }[new.state]
        )
    if new.minus > old.minus:
        lost = new.minus - old.minus
        told.append(say("{who} loses {points} {points:point|points}.", who=who, points=lost))
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
            return _told_sight(before, table.animals[i].species)
        case ClimbAboard():
            return ""
        case Snorkel():
            return say("{who} goes snorkeling.", who=who)
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
    if front == EVENT_TILE:
        return say("It is an event.") if table.phase != Phase.CLEAR else say("It was an event; it is gone.")
    if front == EMPTY_TILE:
        return say("It is empty sea.")
    if table.phase == Phase.CLEAR:
        return say("At {place} {animal} shows itself.", animal=a_species(box, front), place=spot(table.place))
    return _told_sight(before, front)


def _told_sight(before: View, kind: int) -> str:
    table, box = before.table, before.box
    values = {"who": before.names[table.turn], "points": box.points[kind]}
    if table.divers[table.turn].seen[kind]:
        return say(
            "{who} sees another {animal}: {points} {points:point|points}.",
            animal=species(box, kind),
            **values,
        )
    return say("{who} sees {animal}: {points} {points:point|points}.", animal=a_species(box, kind), **values)


# Why not

DISCOVERIES = (GoOn, Flip, See)
PUSHES = (PushDiver, PushAll, PushFish)


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table, kind = view.table, asked.kind
    if kind in (Exchange, DrawCurrent, Reveal, DrawEvent):
        return _why_not_nature(kind)
    if table.divers[view.seat].state == State.ABOARD:
        return _why_not_aboard(kind)
    if table.phase == Phase.SURFACED:
        return say("You have surfaced: you climb aboard or snorkel (SC-19).")
    if kind in (Choose, Pick, *PUSHES):
        return _why_not_event(view, asked)
    if table.phase in (Phase.CHOOSE, Phase.PUSH, Phase.PICK):
        return say("First the event has to be carried out (Step 3.12).")
    if kind in DISCOVERIES:
        return _why_no_discovery(view, asked)
    if table.phase == Phase.DISCOVER:
        return say("First you discover what is here, or go on (SC-2).")
    if kind is DiveIn:
        return say("You dive in once, on your first turn (SC-1).")
    if kind is Snorkel:
        return say("You snorkel once you have surfaced, and then until the end or the boat (SC-19).")
    if kind is ClimbAboard:
        return say("You climb aboard from the surface beside the boat (SC-22).")
    return _why_no_step(view, asked.called)


def _why_not_nature(kind: AnyKind) -> str:
    if kind is Exchange:
        return say("Tiles change places before the dive, by chance (Preparation 2).")
    if kind is DrawCurrent:
        return say("Which current comes is up to chance (Step 2.1).")
    if kind is Reveal:
        return say("What a tile shows is up to chance (SC-14).")
    return say("Which event comes is up to chance (Step 3.12).")


def _why_not_aboard(kind: AnyKind) -> str:
    if kind in (Stop, ClimbAboard, Snorkel):
        return say("Everybody dives: nobody stays on the boat (SC-24).")
    return say("You begin with one of the three spaces under the boat (SC-1).")


def _why_not_event(view: View, asked: Asked) -> str:
    """A choice, a push or a pick that no card offers, or not this one."""
    phase, kind = view.table.phase, asked.kind
    card = event(view.box, view.table.card)
    if phase == Phase.CHOOSE and kind is Choose:
        return say("The card “{card}” does not leave you that choice (Icons 4).", card=card)
    if phase == Phase.PUSH and kind in PUSHES:
        return say("The card “{card}” does not move that, or not that way (Icons 3).", card=card)
    if phase == Phase.PICK and kind is Pick:
        return _why_no_pick(view, asked)
    if kind is Choose:
        return say("Only an event card with “or” leaves you a choice (Icons 4).")
    if kind is Pick:
        return say("Only an event card lets you pick a tile (Icons 11).")
    if kind is PushFish:
        return say("Only an event card moves animals for you (Icons 18).")
    if kind is PushAll:
        return say("Only an event card moves all divers (Icons 21).")
    return say("Only an event card moves divers for you (Icons 15).")


def _why_no_pick(view: View, asked: Asked) -> str:
    table, box = view.table, view.box
    flips = box.events[table.card].tile == TileIcon.FLIP
    if flips != asked.called.startswith("clear"):
        card = event(box, table.card)
        return say("The card “{card}” does something else with a tile (Icons 11).", card=card)
    for way in range(len(WAY_NAMES)):
        place = picked(table, way)
        if place != NOWHERE and spot(place) == asked.rest and table.backs[place] != NO_TILE:
            if flips and table.cubes[place]:
                return say("Nothing is turned over in dust (SC-4).")
            return say("From the surface only a tile at 0 to 5 m can be turned over (SC-23).")
    return say("No tile lies face down there beside you (Icons 11).")


def _why_no_discovery(view: View, asked: Asked) -> str:
    table, kind = view.table, asked.kind
    place = place_of(table.divers[view.seat])
    if table.phase == Phase.STEP and table.steps == 0:
        return say("You discover only after a step (SC-3).")
    if table.fast:
        return say("Who ascends fast discovers nothing any more in that turn (SC-8).")
    if place >= SPACES:
        return say("At 40 to 45 m nothing is discovered (Step 2.12).")
    if kind is GoOn:
        return say("Nothing can be discovered here any more: swim on or stop (SC-2).")
    if kind is Flip and table.backs[place] == NO_TILE:
        return say("No tile lies face down here (Step 3.10).")
    here = [i for i in range(table.found) if table.animals[i].place == place]
    if kind is See and not any(_is_named(view, i, asked.rest) for i in here):
        return say("That animal is not here (Step 3.22).")
    if kind is See and not any(
        _is_named(view, i, asked.rest) and not table.animals[i].discs >> view.seat & 1 for i in here
    ):
        return say("You have seen that one already (Step 3.13).")
    if table.cubes[place]:
        return say("Nothing is discovered in dust (SC-4).")
    return say("You went on: discoveries come right after the step (SC-2).")


def _is_named(view: View, i: int, words: str) -> bool:
    """Whether an animal is called so; without a word any is."""
    called = species(view.box, view.table.animals[i].species), animal(view.table, view.box, i)
    return not words or words in map(plain, (*called, SPECIES_NAMES[view.table.animals[i].species]))


def _why_no_step(view: View, called: str) -> str:
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    up = called.startswith(("up", "surface"))
    if called.startswith("swim"):
        return say("You swim one space at a time, to a space beside yours (Step 3.7).")
    if diver.state == State.SNORKELING and (up or called == "down"):
        return say("Snorkelers only move sideways, and cannot go diving again (Surface 7).")
    if table.steps >= box.steps:
        return say("You have made all your steps of this turn (Step 3.1).")
    if up:
        return _why_not_up(view, called)
    if called == "down":
        return _why_not_down(view)
    if diver.row == BOTTOM:
        return say("At 40 to 45 m there is only the way up (Decompression 3).")
    if diver.column == (table.west if called == "left" else table.east):
        if table.west > 0:
            return say("With two players the outer columns are not used (Preparation 3).")
        return say("The board ends here (Step 3.7).")
    return say("The current is too strong to swim farther that way (Step 3.4).")


def _why_not_up(view: View, called: str) -> str:
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if not may_go_up(table, box):
        return say("In the turn of diving in you go left, right or down (SC-18).")
    if called.startswith("surface") and diver.row > 0:
        return say("You reach the surface only from 0 to 5 m (Surface 1).")
    if diver.row == 0 and not may_surface(diver.tokens):
        return say("You cannot surface with more than one deco token (Decompression 7).")
    if table.went[Way.UP] < box.ascent:
        return say("So far you ascend at a safe speed (SC-8).")
    if not table.decompression:
        return say(
            "At most {ascent} {ascent:step|steps} up in a turn are safe (Step 3.2).", ascent=box.ascent
        )
    if table.fast:
        return say("You are ascending fast already (SC-8).")
    if table.explored:
        return say("Who has discovered something does not ascend fast in that turn (SC-8).")
    return say("A fast step costs a second deco token, and with that you cannot surface (Decompression 7).")


def _why_not_down(view: View) -> str:
    table, box = view.table, view.box
    if table.no_down:
        return say("The event forbids you to descend any more this turn (Icons 20).")
    if table.divers[view.seat].row + 1 >= BOTTOM:
        return say("Nobody goes below 40 m of their own will (Decompression 3).")
    return say("At most {descent} {descent:step|steps} down in a turn (Step 3.3).", descent=box.descent)
