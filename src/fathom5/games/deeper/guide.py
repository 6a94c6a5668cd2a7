"""Deeper for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fathom5.games.deeper import habitat, sea
from fathom5.games.deeper.table import (
    CARDS,
    CONVERSIONS,
    DEPTHS,
    HATCH,
    RAW,
    ROCKETS,
    Box,
    Breathe,
    Build,
    BuildRocket,
    Card,
    Convert,
    CraftUpgrade,
    Diver,
    Explore,
    Fetch,
    Follow,
    Gather,
    GatherOne,
    GiveBack,
    Haul,
    Lay,
    LeaveOut,
    Phase,
    PutUnder,
    Resource,
    Scan,
    Store,
    Swap,
    Swim,
    Take,
    Terraform,
)
from fathom5.games.deeper.words import converted, listed
from fathom5.text.guidance import GOAL, Lesson, Line
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

BY_PHASE = {
    Phase.SECOND_SWIM: "fins",
    Phase.MAKE_ROOM: "make room",
    Phase.GLIDE: "glide",
    Phase.FREE_EXPLORE: "explore",
    Phase.END_GATHER: "knife",
    Phase.HARVEST: "harvest",
}
"""Decisions that a card or upgrade brings, whatever the answer."""

BY_MOVE: dict[type, str] = {
    Breathe: "breathe",
    Swim: "swim",
    Gather: "gather",
    GatherOne: "gather",
    Explore: "explore",
    Terraform: "terraform",
    Scan: "scan",
    Convert: "convert",
    Build: "build",
    CraftUpgrade: "upgrade",
    BuildRocket: "rocket",
    Store: "stow",
    Fetch: "stow",
    Swap: "stow",
    Haul: "winch",
    GiveBack: "make room",
    Lay: "lay",
    LeaveOut: "leave out",
    Follow: "glide",
    PutUnder: "trim",
    Take: "harvest",
}
"""The lesson of each kind of move."""


def kind(view: View, move: Any) -> str:
    """The lesson that a move belongs to."""
    return BY_PHASE.get(view.table.phase) or BY_MOVE[type(move)]


def lessons(box: Box) -> dict[str, Lesson]:
    """Everything there is to learn."""
    return {**_lessons_of_the_sea(box), **_lessons_of_the_habitat(box)}


def _lessons_of_the_sea(box: Box) -> dict[str, Lesson]:
    return {
        GOAL: Lesson(
            say("Build a habitat and a rocket"),
            say(
                "You explore the sea under your hatch, bring resources home and build with them. Points come "
                "from cards you build, rocket cards, the first time you reach a new depth, and food in your "
                "storage. When the last rocket card is built the game is over. A turn has up to {actions} "
                "actions; then you breathe.",
                actions=box.actions,
            ),
        ),
        "swim": Lesson(
            say("Swimming"),
            say(
                "One place to a tile beside you, or home into your hatch. Rock and water make no "
                "difference to you. Plan the way back: each turn that ends in the sea costs one air."
            ),
        ),
        "fins": Lesson(
            say("Fins"),
            say("With fins the first swim of a turn may go on for a second place at no cost."),
        ),
        "gather": Lesson(
            say("Gathering"),
            say(
                "You take up to {catch} resources of one kind from the tile you are on. Shallow tiles give "
                "fish, kelp and coral, deeper ones titanium, quartz and diamonds. Take what you want to "
                "build with.",
                catch=box.catch,
            ),
        ),
        "make room": Lesson(
            say("Making room"),
            say(
                "Your inventory is full. You may give something back for what you gather now, or keep what "
                "you have. A swim bag or back pack makes more room for good."
            ),
        ),
        "explore": Lesson(
            say("Exploring"),
            say(
                "You lay a tile of the market next to you where all its edges match: water to water, rock "
                "to rock. You know what you get. Your first tile at 40, 60, 80 and 100 m scores points and "
                "brings a blueprint card."
            ),
        ),
        "terraform": Lesson(
            say("Terraforming"),
            say(
                "You lay a tile of the market over one beside you that is used up. The old resources are "
                "gone, and the new tile gets one fewer."
            ),
        ),
        "leave out": Lesson(
            say("One resource fewer"),
            say("A tile laid over another one comes with one resource fewer. Leave out what you need least."),
        ),
        "scan": Lesson(
            say("Scanning"),
            say(
                "You draw tiles of your depth or a shallower one until one fits next to you, {draws} at "
                "most. It is luck, but it works when the market has nothing for you, and the rest of the "
                "tiles fill the market.",
                draws=box.draws,
            ),
        ),
        "lay": Lesson(
            say("Laying the tile"),
            say(
                "The tile you scanned goes next to you where its edges match. Lay it lower if you can: new "
                "depths score, and deep tiles are richer."
            ),
        ),
        "trim": Lesson(
            say("A full market"),
            say(
                "Tiles that stay in the market: {market}. Send away what helps others more than you.",
                market=box.market,
            ),
        ),
        "glide": Lesson(
            say("Sea glide"),
            say("With the sea glide you may move into a tile as you lay it, at no cost."),
        ),
        "knife": Lesson(
            say("Knife"),
            say("With the knife you may gather one resource more before you breathe, at no cost."),
        ),
        "winch": Lesson(
            say("Winch"),
            say("Once a turn a winch pulls resources of one kind from the next tile to yours, at no cost."),
        ),
    }


def _lessons_of_the_habitat(box: Box) -> dict[str, Lesson]:
    return {
        "breathe": Lesson(
            say("Breathing"),
            say(
                "This ends your turn. In the sea it costs one air; at home your lungs fill up. Without air "
                "you drown: you lose a resource for each depth, then go on with half-full lungs."
            ),
        ),
        "convert": Lesson(
            say("Converting"),
            say(
                "At home a built card turns resources into others. Your fabricator stands from the start; "
                "among other things it converts {conversions}. Each food in storage is a point at the end.",
                conversions=_fabricator(box),
            ),
        ),
        "build": Lesson(
            say("Building a card"),
            say(
                "At home you pay for a blueprint in your hand. It scores points, and most cards help you "
                "from then on. The radio matters most: without it you cannot build the rocket."
            ),
        ),
        "upgrade": Lesson(
            say("Upgrades"),
            say(
                "Upgrades are worth no points but make every turn better: more air, more room, faster "
                "swimming. They pay when you build them early."
            ),
        ),
        "rocket": Lesson(
            say("The rocket"),
            say(
                "The rocket cards belong to everybody: who builds one has its points. The last one ends the "
                "game at once, so build it when you are ahead."
            ),
        ),
        "stow": Lesson(
            say("Stowing"),
            say(
                "At home you may move resources between inventory and storage at no cost. What is stored is "
                "safe if you drown, and leaves your hands free for the next dive."
            ),
        ),
        "harvest": Lesson(
            say("Gardens and fish farms"),
            say("When you breathe at home they grow something for you. Take it if you have room."),
        ),
    }


def _fabricator(box: Box) -> str:
    """The first two conversions that need no other card."""
    own = [n for n in range(CONVERSIONS) if box.conversions[n].card == Card.FABRICATOR]
    return ", ".join(converted(box, number) for number in own[:2])


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    table, box, diver = view.table, view.box, view.table.divers[view.seat]
    match move:
        case Breathe():
            return _breath(diver)
        case Swim(way):
            return _way(view, sea.beside(box, diver.place, way))
        case Explore(way, slot) | Terraform(way, slot):
            return _tile(view, table.market[slot], sea.beside(box, diver.place, way))
        case Scan(pile):
            return say(
                "{tiles} tiles are face down; at most {most} are drawn.",
                tiles=table.unseen[pile],
                most=box.draws,
            )
        case Build(card):
            printed = box.cards[card]
            return _bill(printed.cost, habitat.discount(diver)) + " " + _points(printed.points)
        case CraftUpgrade(upgrade):
            return _bill(box.upgrades[upgrade].cost, 0) + " " + _use(box, upgrade)
        case BuildRocket(rocket):
            printed = box.rockets[rocket]
            left = say("Rocket cards left after it: {left}.", left=table.rockets_left - 1)
            return " ".join([_bill(printed.cost, habitat.discount(diver)), _points(printed.points), left])
        case Lay(way):
            return _tile(view, table.held, sea.beside(box, diver.place, way))
    return ""


def _breath(diver: Diver) -> str:
    if sea.at_home(diver):
        return say("Your lungs fill up to {air}.", air=diver.lungs)
    if diver.air:
        return say("{air} air will be left.", air=diver.air - 1)
    return say("You have no air: you drown and lose up to {losses} resources.", losses=sea.level(diver.place))


def _way(view: View, place: int) -> str:
    """What is on the next place."""
    tile = view.table.sea[place]
    if tile == HATCH:
        return say("At home you can build and store, and breathing fills your lungs.")
    found = listed([view.table.stock[tile, kind] for kind in range(RAW)])
    depth = DEPTHS[sea.level(place) - 1]
    if found:
        return say("At {depth}: {found}.", depth=depth, found=found)
    return say("At {depth}, with nothing to gather.", depth=depth)


def _tile(view: View, tile: int, place: int) -> str:
    """What a tile brings, and whether it is the first at its depth."""
    level = sea.level(place)
    told = say(
        "At {depth} it brings {found}.",
        depth=DEPTHS[level - 1],
        found=listed(view.box.holds[tile]) or say("no resources"),
    )
    if level > 1 and not view.table.divers[view.seat].milestones[level - 2]:
        points = view.box.milestones[level - 2]
        told += " " + say("Your first at this depth: {points} points and a blueprint.", points=points)
    return told


def _bill(cost: Iterable[int], rebate: int) -> str:
    """What a card costs, with so much titanium off."""
    due = [max(0, n - rebate) if kind == Resource.TITANIUM else n for kind, n in enumerate(cost)]
    return say("Price: {cost}.", cost=listed(due) or say("no resources"))


def _points(points: int) -> str:
    return say("Points: {points}.", points=points)


def _use(box: Box, upgrade: int) -> str:
    """What an upgrade is good for."""
    room = say("{cells} more resources fit into your inventory.", cells=box.wider)
    air = say("{cells} more air fit into your lungs.", cells=box.wider)
    return (
        say("Your first swim of a turn may be two places."),
        say("You gather one resource more at the end of a turn."),
        say("You may follow a tile that you lay."),
        air,
        air,
        room,
        room,
    )[upgrade]


def tally(view: View, seat: int) -> list[Line]:
    """Cards, rocket cards, depths, food."""
    table, box, diver = view.table, view.box, view.table.divers[seat]
    lines = [
        Line(_built(CARDS[card], diver.built[card]), diver.built[card] * box.cards[card].points)
        for card in range(len(CARDS))
        if diver.built[card]
    ]
    lines += [
        Line(say("Rocket: {part}", part=ROCKETS[number]), box.rockets[number].points)
        for number in range(len(ROCKETS))
        if table.rockets[number] == seat
    ]
    lines += [
        Line(say("First tile at {depth}", depth=DEPTHS[depth + 1]), box.milestones[depth])
        for depth in range(len(DEPTHS) - 1)
        if diver.milestones[depth]
    ]
    if diver.storage[Resource.FOOD]:
        lines.append(
            Line(
                say("Food in storage: {food}", food=diver.storage[Resource.FOOD]),
                diver.storage[Resource.FOOD],
            )
        )
    return lines or [Line(say("Nothing built"), 0)]


def _built(card: str, count: int) -> str:
    name = card[:1].upper() + card[1:]
    return f"{name} × {count}" if count > 1 else name
