"""SCUBA for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.sea import air_at
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
    Effect,
    Flip,
    GoOn,
    Pick,
    PushAll,
    PushDiver,
    PushFish,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Way,
)
from fathom5.games.scuba.words import is_fatal, metres, needs, out_of_air, row_after, species
from fathom5.text.guidance import GOAL, Lesson, Line
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


LESSON_OF = {
    Stop: "stop",
    DiveIn: "dive",
    GoOn: "pass",
    Flip: "flip",
    Choose: "choose",
    PushDiver: "push",
    PushAll: "push",
    PushFish: "push",
    Pick: "pick",
    See: "see",
    ClimbAboard: "boat",
    Snorkel: "boat",
}
"""The lesson of each kind of move but a step."""


def kind(view: View, move: Any) -> str:
    """The lesson that a move belongs to."""
    return _kind_of_step(view, move.way) if isinstance(move, Swim) else LESSON_OF[type(move)]


def _kind_of_step(view: View, way: int) -> str:
    diver = view.table.divers[view.seat]
    if diver.state == State.SNORKELING:
        return "snorkel"
    if way == Way.UP and too_fast(view.table, view.box):
        return "fast"
    return "surface" if way == Way.UP and diver.row == 0 else "swim"


def lessons(box: Box) -> dict[str, Lesson]:
    """Everything there is to learn."""
    return {
        GOAL: Lesson(
            say("See animals, and come up alive"),
            say(
                "Each animal you see is worth points, the deep ones most. You have {air} air, and the deeper "
                "your turn ends the more it costs. Be back at the surface with at least 1 air: who runs out "
                "under water loses everything.",
                air=box.air,
            ),
        ),
        "dive": Lesson(
            say("Diving in"),
            say(
                "Your first step is into the water under the boat, one of {steps} in a turn. Each "
                "place may hide an animal, an event or nothing.",
                steps=box.steps,
            ),
        ),
        "swim": Lesson(
            say("Swimming"),
            say(
                "You make up to {steps} {steps:step|steps} a turn, at most {ascent} of them up; a current "
                "may hold you back sideways. At the end of the turn you pay for the depth you are at: "
                "{red} air down to 10 m, then {yellow}, {green} and {blue}. Always keep enough for the way "
                "up.",
                steps=box.steps,
                ascent=box.ascent,
                **dict(zip(COLOURS, box.breath, strict=False)),
            ),
        ),
        "stop": Lesson(
            say("Stopping"),
            say(
                "You end your turn here and breathe. Stop when the depth is cheap, or when you would "
                "rather let the current bring the animals to you."
            ),
        ),
        "flip": Lesson(
            say("Turning a tile over"),
            say(
                "The back shows how deep the animal lives: red down to 10 m, then yellow, green, blue. You "
                "see an animal and score it, or draw an event, or find empty sea. You make dust either way: "
                "nobody sees anything there until your next turn."
            ),
        ),
        "see": Lesson(
            say("Seeing an animal"),
            say(
                "The first of its kind gives you its card, another one its points in chips. Cards that "
                "belong together score a bonus: two of a pair, two or three of a trio."
            ),
        ),
        "pass": Lesson(
            say("Leaving it"),
            say(
                "You need not look. Leave a tile if an event would be dangerous now, with little air left, "
                "or to keep an animal for later."
            ),
        ),
        "surface": Lesson(
            say("Surfacing"),
            say(
                "From the top row one more step up brings you out of the water: you use no more air and "
                "your points are safe. When all but one are up, one last round begins; who still dives "
                "alone after it loses {points} {points:point|points} a turn.",
                points=box.solo_turn,
            ),
        ),
        "boat": Lesson(
            say("Boat or snorkel"),
            say(
                "On the boat your dive is over, and you cannot drift away. At the water line you have more "
                "turns and see what the top row still has, without using air; beside the boat you may "
                "climb aboard later, even without a step."
            ),
        ),
        "fast": Lesson(
            say("Up too fast"),
            say(
                "More than {ascent} {ascent:step|steps} up are possible, but cost a deco token, and you see "
                "nothing more this turn. Each token takes a turn in shallow water to get rid of.",
                ascent=box.ascent,
            ),
        ),
        "snorkel": Lesson(
            say("Snorkeling"),
            say(
                "At the surface you swim sideways and may look at the top row below you. Be near the boat "
                "at the end: being picked up far away costs points."
            ),
        ),
        "choose": Lesson(
            say("An event with a choice"),
            say(
                "The card leaves one of two things to you. Air is worth more the deeper you are; points are "
                "worth the same everywhere."
            ),
        ),
        "push": Lesson(
            say("A current to direct"),
            say(
                "You say who drifts and where. Bring yourself to an animal, an animal to you, or a rival "
                "away from what they want. Steps you drift yourself make dust."
            ),
        ),
        "pick": Lesson(
            say("A tile beside you"),
            say(
                "The event lets you turn over or take away one tile next to you. Choose one that you can "
                "reach, or that somebody else is after."
            ),
        ),
    }


def turn(box: Box) -> list[str]:
    """What happens in a turn."""
    return [
        say("Take your dust off the board and draw a current card: it moves animals and divers."),
        say(
            "Make up to {steps} {steps:step|steps}. After each you may see the animals there and turn the "
            "tile over; an event happens at once.",
            steps=box.steps,
        ),
        say("Leave dust behind: nobody discovers anything there until your next turn."),
        say("Pay air for the depth where your turn ends; who has none left under water is out."),
        say("There is no current and no dust in the first round, and nobody swims up in it."),
    ]


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
            return say("You stay on the boat for the rest of the game.")
        case Snorkel():
            return say("You stay at the water line and go on next turn, without using air.")
        case Swim() | DiveIn():
            return _step(view, move)
        case See(animal):
            return _sight(view, view.table.animals[animal].species)
    return ""


def _ends_turn(view: View) -> bool:
    """Whether the turn is over once the diver goes on from its space."""
    table = view.table
    return bool(table.steps >= view.box.steps and not table.drifting) and not may_climb_aboard(
        view.box, table.divers[view.seat]
    )


def _stop(view: View) -> str:
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if is_fatal(view, diver.row):
        return say("You use your last air: {what}", what=out_of_air(view, diver.row))
    cost = air_at(box, diver.row)
    told = say("You use {cost} air and have {air} left.", cost=cost, air=diver.air - cost)
    warning = _late(view, diver) if table.last_round and table.rounds >= table.last_round else ""
    return f"{told} {warning}".rstrip()


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
            return say("You use your last air: {what}", what=out_of_air(view, diver.row))
        return say("You use {cost} air and have {air} left.", cost=card.air, air=diver.air - card.air)
    if effect == Effect.SURFACE:
        return _surface(view, diver.tokens)
    if effect == Effect.BOAT:
        return say("You stay on the boat for the rest of the game.")
    return ""


def _surface(view: View, tokens: int) -> str:
    told = say("At the surface you use no air.")
    if not tokens:
        return told
    points = view.box.deco_surfacing
    return f"{told} " + say("Your deco token costs {points} {points:point|points}.", points=points)


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


def idle(view: View) -> str:
    """That a dive is over while others go on."""
    state = view.table.divers[view.seat].state
    if state == State.HOME:
        return say("You are on the boat; the others dive on.")
    if state in (State.DROWNED, State.RESCUED):
        return say("Your dive is over; the others dive on.")
    return ""


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
