"""What somebody new to SCUBA is told: lessons by kind of move, and what happens in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.table import (
    COLOURS,
    Box,
    Choose,
    ClimbAboard,
    DiveIn,
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
from fathom5.text.guidance import GOAL, Lesson
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
            at="log",
        ),
        "dive": Lesson(
            say("Diving in"),
            say(
                "Your first step is into the water under the boat, one of {steps} in a turn. Each "
                "place may hide an animal, an event or nothing.",
                steps=box.steps,
            ),
            at="boat",
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
            at="scale",
        ),
        "stop": Lesson(
            say("Stopping"),
            say(
                "You end your turn here and breathe. Stop when the depth is cheap, or when you would "
                "rather let the current bring the animals to you."
            ),
            at="scale",
        ),
        "flip": Lesson(
            say("Turning a tile over"),
            say(
                "The back shows how deep the animal lives: red down to 10 m, then yellow, green, blue. You "
                "see an animal and score it, or draw an event, or find empty sea. You make dust either way: "
                "nobody sees anything there until your next turn."
            ),
            at="lens",
        ),
        "see": Lesson(
            say("Seeing an animal"),
            say(
                "The first of its kind gives you its card, another one its points in chips. Cards that "
                "belong together score a bonus: two of a pair, two or three of a trio."
            ),
            at="lens",
        ),
        "pass": Lesson(
            say("Leaving it"),
            say(
                "You need not look. Leave a tile if an event would be dangerous now, with little air left, "
                "or to keep an animal for later."
            ),
            at="lens",
        ),
        "surface": Lesson(
            say("Surfacing"),
            say(
                "From the top row one more step up brings you out of the water: you use no more air and "
                "your points are safe. When all but one are up, one last round begins; who still dives "
                "alone after it loses {points} {points:point|points} a turn.",
                points=box.solo_turn,
            ),
            at="surface",
        ),
        "boat": Lesson(
            say("Boat or snorkel"),
            say(
                "On the boat your dive is over, and you cannot drift away. At the water line you have more "
                "turns and see what the top row still has, without using air; beside the boat you may "
                "climb aboard later, even without a step."
            ),
            at="boat",
        ),
        "fast": Lesson(
            say("Up too fast"),
            say(
                "More than {ascent} {ascent:step|steps} up are possible, but cost a deco token, and you see "
                "nothing more this turn. Each token takes a turn in shallow water to get rid of.",
                ascent=box.ascent,
            ),
            at="scale",
        ),
        "snorkel": Lesson(
            say("Snorkeling"),
            say(
                "At the surface you swim sideways and may look at the top row below you. Be near the boat "
                "at the end: being picked up far away costs points."
            ),
            at="surface",
        ),
        "choose": Lesson(
            say("An event with a choice"),
            say(
                "The card leaves one of two things to you. Air is worth more the deeper you are; points are "
                "worth the same everywhere."
            ),
            at="event",
        ),
        "push": Lesson(
            say("A current to direct"),
            say(
                "You say who drifts and where. Bring yourself to an animal, an animal to you, or a rival "
                "away from what they want. Steps you drift yourself make dust."
            ),
            at="event",
        ),
        "pick": Lesson(
            say("A tile beside you"),
            say(
                "The event lets you turn over or take away one tile next to you. Choose one that you can "
                "reach, or that somebody else is after."
            ),
            at="event",
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
