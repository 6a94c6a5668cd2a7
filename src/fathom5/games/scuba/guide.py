"""SCUBA explained at the table: what a move may bring or cost, what divers hold, where points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.games.scuba.ending import combinations, points_of
from fathom5.games.scuba.lessons import kind, lessons, turn
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.sea import air_at, place_of, rescue_costs
from fathom5.games.scuba.surface import may_climb_aboard
from fathom5.games.scuba.table import (
    COLOURS,
    COMBINATIONS,
    SPECIES,
    Box,
    Choose,
    ClimbAboard,
    DiveIn,
    Diver,
    DrawEvent,
    Effect,
    Flip,
    GoOn,
    Reveal,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Way,
)
from fathom5.games.scuba.words import (
    a_species,
    air_lacking,
    event,
    is_fatal,
    metres,
    needs,
    out_of_air,
    row_after,
    species,
    spot,
)
from fathom5.text.guidance import Holding, Line, Moment
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["holdings", "idle", "kind", "lessons", "moment", "preview", "tally", "turn", "warning"]

RARE = 5
"""Points of an animal that is a moment of its own."""


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    match move:
        case Flip():
            return _flip(view)
        case Stop():
            return _stop(view)
        case GoOn():
            return _stop(view) if _ends_turn(view) else ""
        case Choose(effect):
            return _effect(view, effect)
        case ClimbAboard():
            return _aboard()
        case Snorkel():
            return say("You stay at the water line and go on next turn, without using air.")
        case Swim() | DiveIn():
            return _step(view, move)
        case See(animal):
            return _sight(view, view.table.animals[animal].species)
    return ""


# What is fatal or final


def warning(view: View, move: Any) -> str:
    """What a move is called that drowns a diver or ends its dive; empty for any other."""
    if _is_last_breath(view, move):
        return _fatal_name(view, move)
    if isinstance(move, ClimbAboard) or move == Choose(Effect.BOAT):
        return say("Climb aboard and end your game")
    if move == Choose(Effect.SURFACE) or _surfaces(view, move):
        return say("Surface and end your dive")
    return ""


def _surfaces(view: View, move: Any) -> bool:
    diver = view.table.divers[view.seat]
    return move == Swim(Way.UP) and bool(diver.state == State.DIVING and diver.row == 0)


def _is_last_breath(view: View, move: Any) -> bool:
    """Whether a move uses up the air of the diver, unless an event turns up."""
    diver, box = view.table.divers[view.seat], view.box
    match move:
        case Stop():
            return is_fatal(view, diver.row)
        case GoOn():
            return _ends_turn(view) and is_fatal(view, diver.row)
        case Choose(Effect.AIR):
            return bool(box.events[view.table.card].air >= diver.air)
        case Swim() if diver.state == State.DIVING:
            return bool(view.table.steps + 1 >= box.steps) and is_fatal(view, row_after(view, move))
    return False


def _fatal_name(view: View, move: Any) -> str:
    """A move by its name and what comes of it."""
    told = view.name(move)
    told = told[:1].upper() + told[1:]
    if not view.table.no_death:
        return say("{move} and drown", move=told)
    diver = view.table.divers[view.seat]
    row, column = diver.row, diver.column
    if isinstance(move, Swim):
        row, column = row_after(view, move), column + (0, 0, -1, 1)[move.way]
    points = rescue_costs(view.box, row, column)
    return say("{move} and be rescued: lose {points} {points:point|points}", move=told, points=points)


def _ends_turn(view: View) -> bool:
    """Whether the turn is over once the diver goes on from its space."""
    table = view.table
    return bool(table.steps >= view.box.steps and not table.drifting) and not may_climb_aboard(
        view.box, table.divers[view.seat]
    )


def _stop(view: View) -> str:
    """What the end of a turn costs here, and whether the air left will do."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if is_fatal(view, diver.row):
        return _last_air(view, diver.row)
    cost = air_at(box, diver.row)
    told = [say("You use {cost} air and have {air} left.", cost=cost, air=diver.air - cost)]
    if (lack := air_lacking(table, box, view.seat)) > 0:
        told.append(say("You would lack {air} for the way up.", air=lack))
    if table.last_round and table.rounds >= table.last_round:
        told.append(_late(view, diver))
    return " ".join(filter(None, told))


def _last_air(view: View, row: int) -> str:
    """What is lost with the last air."""
    told = say("You use your last air: {what}", what=out_of_air(view, row))
    if view.table.no_death:
        return told
    points = points_of(view.table, view.box, view.seat)
    if points <= 0:
        return told + " " + say("You cannot win any more.")
    return told + " " + say("You lose all your {points} {points:point|points} and cannot win.", points=points)


def _aboard() -> str:
    return say("You stay on the boat for the rest of the game.")


def _late(view: View, diver: Diver) -> str:
    """What it costs not to be back when the last round ends."""
    table, box = view.table, view.box
    if diver.state == State.SNORKELING:
        points = box.penalties[diver.column]
        return say("Picked up here you lose {points} {points:point|points}.", points=points) if points else ""
    if not table.boat_left and table.rounds == table.last_round + box.solo_rounds:
        return say(
            "Then the boat leaves without you: you lose {points} {points:point|points}.",
            points=box.boat_leaves,
        )
    return say(
        "Your next turn under water costs {points} {points:point|points}.",
        points=box.solo_turn,
    )


def _effect(view: View, effect: int) -> str:
    """What a choice of an event brings: air lost may be the last, and a deco token has its price."""
    diver, card = view.table.divers[view.seat], view.box.events[view.table.card]
    if effect == Effect.AIR:
        if card.air >= diver.air:
            return _last_air(view, diver.row)
        return say("You use {cost} air and have {air} left.", cost=card.air, air=diver.air - card.air)
    if effect == Effect.SURFACE:
        return _surface(view, diver.tokens)
    if effect == Effect.BOAT:
        return " ".join(filter(None, [_aboard(), _token_costs(view, diver.tokens)]))
    return ""


def _surface(view: View, tokens: int) -> str:
    """What coming up means: no more air, no more diving, and what it costs."""
    told = [say("You use no more air, and you cannot dive again."), _token_costs(view, tokens)]
    column = view.table.divers[view.seat].column
    points = view.box.penalties[column]
    if points:
        told.append(say("Picked up here at the end you lose {points} {points:point|points}.", points=points))
    return " ".join(filter(None, told))


def _token_costs(view: View, tokens: int) -> str:
    points = view.box.deco_surfacing
    return say("Your deco token costs {points} {points:point|points}.", points=points) if tokens else ""


def _step(view: View, step: Swim | DiveIn) -> str:
    diver = view.table.divers[view.seat]
    row, air = row_after(view, step), diver.air
    if row < 0 and diver.state == State.SNORKELING:
        return say("At the surface you use no air.")
    if row < 0:
        return _surface(view, diver.tokens + (too_fast(view.table, view.box) and view.table.decompression))
    cost, need = air_at(view.box, row), needs(view, step)
    if is_fatal(view, row):
        return say(
            "{depth}: a turn that ends there uses up your air: {what}",
            depth=metres(row),
            what=out_of_air(view, row),
        )
    told = say("{depth}: a turn that ends there costs {cost} air.", depth=metres(row), cost=cost)
    if need <= air:
        left = say("Of the {air} left the way up takes {way}.", air=air - cost, way=need - cost - 1)
        return f"{told} {left}"
    return told + " " + say("You would lack {air} for the way up.", air=need - air)


def _flip(view: View) -> str:
    """What may lie face down here, by its colour."""
    table, box = view.table, view.box
    colour = table.backs[table.place]
    animals = sum(table.unseen_animals[i] for i in range(SPECIES) if box.species[i].colour == colour)
    told = say(
        "The unseen tiles of this colour: {animals} {animals:animal|animals}, "
        "{events} {events:event|events}, {empty} empty.",
        animals=animals,
        events=table.unseen_events[colour],
        empty=table.unseen_empty[colour],
    )
    diver = table.divers[view.seat]
    if diver.state == State.DIVING and _worst(box, colour) >= diver.air:
        return f"{told} " + say("An event may use up your air: {what}", what=out_of_air(view, diver.row))
    return told


def _worst(box: Box, colour: int) -> int:
    """The most air that an event of a colour takes without a choice."""
    return max(card.air for card in box.events if card.piles[colour] and not card.either)


def _sight(view: View, animal: int) -> str:
    points = view.box.points[animal]
    if view.table.divers[view.seat].seen[animal]:
        return say("You have its card: chips worth {points}.", points=points)
    return say("A new card, worth {points}.", points=points)


# What the others see of a diver


def holdings(view: View, seat: int) -> list[Holding]:
    """Where a diver is, its air, its tokens, its cards and what its combinations bring."""
    table, box, diver = view.table, view.box, view.table.divers[seat]
    held = [_whereabouts(diver)]
    if diver.state in (State.ABOARD, State.DIVING):
        lack = air_lacking(table, box, seat)
        label = say("{air} air left", air=diver.air)
        if lack:
            label = say("{air} air left, {lack} too few for the way up", air=diver.air, lack=lack)
        held.append(Holding(str(diver.air), label, "low" if lack else "", "icon-air"))
    if diver.tokens:
        label = say("{tokens} deco {tokens:token|tokens}", tokens=diver.tokens)
        held.append(Holding(str(diver.tokens), label, icon="icon-deco"))
    if diver.cards:
        label = say("{cards} animal {cards:card|cards}", cards=diver.cards)
        held.append(Holding(str(diver.cards), label, icon="icon-cards"))
    if bonus := combinations(box, diver):
        label = say("{points} {points:point|points} for combinations", points=bonus)
        held.append(Holding(f"+{bonus}", label, icon="icon-bonus"))
    return held


def _whereabouts(diver: Diver) -> Holding:
    """Where a diver is."""
    match diver.state:
        case State.DIVING:
            place = spot(place_of(diver))
            label = say("at {place}, {depth}", place=place, depth=metres(diver.row))
            return Holding(place, label, icon="icon-depth")
        case State.SNORKELING:
            return Holding(
                say("snorkeling"), say("snorkeling in column {column}", column=spot(diver.column)[0])
            )
        case State.DROWNED:
            return Holding(say("drowned"), say("drowned: nothing counts"), "low")
        case State.RESCUED:
            return Holding(say("rescued"), say("rescued, and out"), "low")
    return Holding(say("aboard"), say("on the boat"), icon="icon-boat")


def moment(before: View, move: Any, after: View) -> Moment | None:
    """The big things of a dive: a splash, a rare animal, a treasure, an event, and how a dive ends."""
    old, new = before.table, after.table
    seat = int(old.turn)
    who, at = before.names[seat], f"piece-{seat}"
    if new.actor == OVER:
        return Moment("end", say("The dive is over."))
    ended = _dive_ended(before, after)
    if ended:
        return ended
    if new.boat_left and not old.boat_left:
        return Moment("alarm", say("The boat leaves without the diver under water."), at="boat")
    match move:
        case DiveIn():
            return Moment("splash", say("{who} dives in", who=who), seat, at)
        case Reveal(front) if front < SPECIES and before.box.points[front] >= RARE:
            told = say("{who} sees {animal}", who=who, animal=a_species(before.box, front))
            return Moment("treasure", told, seat, at)
        case DrawEvent(card):
            is_treasure = before.box.events[card].points > 0 and not before.box.events[card].either
            told = say("Event: {card}", card=event(before.box, card))
            return Moment("treasure" if is_treasure else "card", told, seat, "event")
    if new.last_round > old.last_round:
        told = say("Round {last} is the last: at most one diver is under water", last=new.last_round)
        return Moment("alarm", told)
    return None


def _dive_ended(before: View, after: View) -> Moment | None:
    """A diver who comes up, drowns or is rescued by this move."""
    for seat in range(before.table.players):
        old, new = before.table.divers[seat].state, after.table.divers[seat].state
        if old != State.DIVING or new == State.DIVING:
            continue
        who, at = before.names[seat], f"piece-{seat}"
        if new == State.DROWNED:
            return Moment("drown", say("{who} is out of air and lost.", who=who), seat, at)
        if new == State.RESCUED:
            return Moment("alarm", say("{who} is out of air and is brought up.", who=who), seat, at)
        return Moment("surface", say("{who} surfaces.", who=who), seat, at)
    return None


def headline(view: View) -> str:
    """Of a game that nobody came up from alive (SC-24); empty for any other."""
    divers = [view.table.divers[seat] for seat in range(view.table.players)]
    if all(diver.state == State.DROWNED for diver in divers):
        return say("Nobody came up alive: the sea wins.")
    return ""


def idle(view: View) -> str:
    """That a dive is over while others go on."""
    state = view.table.divers[view.seat].state
    if state == State.HOME:
        return say("You are on the boat; the others dive on.")
    if state in (State.DROWNED, State.RESCUED):
        return say("Your dive is over; the others dive on.")
    return ""


def tie_break(view: View, winner: int, other: int) -> str:
    """Who came up alive, has more animal cards, fewer negative points, or is the earlier diver (SC-15)."""
    names = {"name": view.names[winner], "other": view.names[other]}
    first, second = view.table.divers[winner], view.table.divers[other]
    if second.state == State.DROWNED != first.state:
        return say("Level on points with {other}: {name} came up alive.", **names)
    if first.cards != second.cards:
        return say("Level on points with {other}: {name} has more animal cards.", **names)
    if first.minus != second.minus:
        return say("Level on points and cards with {other}: {name} has fewer negative points.", **names)
    return say("Level on everything with {other}: {name} is the earlier diver.", **names)


def tally(view: View, seat: int) -> list[Line]:
    """Cards by colour, chips, combinations, and what was lost."""
    box, diver = view.box, view.table.divers[seat]
    if diver.state == State.DROWNED:
        return [Line(say("Lost under water: nothing counts"), 0)]
    lines = [line for colour in range(len(COLOURS)) if (line := _cards(box, diver, colour))]
    chips = diver.points - sum(line.points for line in lines)
    if chips:
        lines.append(Line(say("Chips: seen again, and events"), chips))
    lines += [line for family in range(1, len(COMBINATIONS)) if (line := _family(box, diver, family))]
    if diver.minus:
        lines.append(Line(say("Lost by events, surfacing and late return"), -diver.minus))
    return lines or [Line(say("Nothing seen"), 0)]


def _cards(box: Box, diver: Diver, colour: int) -> Line | None:
    """The animal cards of a colour."""
    seen = [i for i in range(SPECIES) if diver.seen[i] and box.species[i].colour == colour]
    if not seen:
        return None
    names = ", ".join(species(box, i) for i in seen)
    return Line(names[:1].upper() + names[1:], sum(box.points[i] for i in seen))


def _family(box: Box, diver: Diver, family: int) -> Line | None:
    """The bonus for animals that belong together."""
    have = sum(diver.seen[i] for i in range(SPECIES) if box.species[i].combination == family)
    size = box.family[family]
    two, all_three = (box.bonus[0], 0) if size == 2 else (box.bonus[1], box.bonus[2])
    bonus = {2: two, 3: all_three}.get(have, 0)
    if not bonus:
        return None
    names = ("", say("Clownfish and anemone"), say("Sharks"), say("Rays"), say("Corals"))
    return Line(say("{family} together: {have} of {size}", family=names[family], have=have, size=size), bonus)
