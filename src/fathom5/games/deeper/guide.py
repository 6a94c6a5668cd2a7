"""Deeper for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.deeper import habitat, rules, sea
from fathom5.games.deeper.table import (
    CARDS,
    DEPTHS,
    END_GATHER,
    FOOD,
    FREE_EXPLORE,
    GLIDE,
    HARVEST,
    HATCH,
    MAKE_ROOM,
    MARKET,
    RAW,
    ROCKETS,
    SECOND_SWIM,
    TITANIUM,
)
from fathom5.games.deeper.words import listed
from fathom5.kernel.guidance import GOAL, Lesson, Line
from fathom5.kernel.lang import say

if TYPE_CHECKING:
    from fathom5.match import View

BY_PHASE = {
    SECOND_SWIM: "fins",
    MAKE_ROOM: "make room",
    GLIDE: "glide",
    FREE_EXPLORE: "explore",
    END_GATHER: "knife",
    HARVEST: "harvest",
}
"""Decisions that a card or upgrade brings, whatever the answer."""

BY_MOVE = (
    (rules.BREATHE, "breathe"),
    (rules.SWIM, "swim"),
    (rules.GATHER, "gather"),
    (rules.EXPLORE, "explore"),
    (rules.TERRAFORM, "terraform"),
    (rules.SCAN, "scan"),
    (rules.CONVERT, "convert"),
    (rules.CRAFT, "build"),
    (rules.UPGRADE, "upgrade"),
    (rules.ROCKET, "rocket"),
    (rules.STORE, "stow"),
    (rules.HAUL, "winch"),
    (rules.GIVE_BACK, "make room"),
    (rules.LAY_DOWN, "lay"),
    (rules.LESS, "leave out"),
    (rules.FOLLOW, "glide"),
    (rules.UNDERNEATH, "trim"),
    (rules.TAKE, "harvest"),
)
"""The first move of each kind."""


def kind(view: View, move: int) -> str:
    """The lesson that a move belongs to."""
    if view.table.phase in BY_PHASE:
        return BY_PHASE[view.table.phase]
    return [name for first, name in BY_MOVE if first <= move][-1]


def lessons() -> dict[str, Lesson]:
    """Everything there is to learn."""
    return {**_lessons_of_the_sea(), **_lessons_of_the_habitat()}


def _lessons_of_the_sea() -> dict[str, Lesson]:
    return {
        GOAL: Lesson(
            say("Build a habitat and a rocket"),
            say(
                "You explore the sea under your hatch, bring resources home and build with them. Points come "
                "from cards you build, rocket cards, the first time you reach a new depth, and food in your "
                "storage. When the last rocket card is built the game is over. A turn is two actions, then "
                "you breathe."
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
                "You take up to two resources of one kind from the tile you are on. Shallow tiles give fish, "
                "kelp and coral, deeper ones titanium, quartz and diamonds. Take what you want to build with."
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
                "You draw tiles of your depth or a shallower one until one fits next to you, four at most. "
                "It is luck, but it works when the market has nothing for you, and the rest of the tiles "
                "fill the market."
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
            say("Only four tiles stay in the market. Send away what helps others more than you."),
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


def _lessons_of_the_habitat() -> dict[str, Lesson]:
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
                "At home a built card turns resources into others. Your fabricator makes food of two fish, "
                "and each food in storage is a point at the end; it also makes quartz of two titanium."
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


def preview(view: View, move: int) -> str:
    """What a move costs and what may come of it."""
    table, box, diver = view.table, view.box, view.table.divers[view.seat]
    if move == rules.BREATHE:
        return _breath(diver)
    if rules.SWIM <= move < rules.GATHER:
        return _way(view, sea.beside(box, diver.place, move - rules.SWIM))
    if rules.EXPLORE <= move < rules.SCAN:
        first = rules.EXPLORE if move < rules.TERRAFORM else rules.TERRAFORM
        way, slot = divmod(move - first, MARKET)
        return _tile(view, table.market[slot], sea.beside(box, diver.place, way))
    if rules.SCAN <= move < rules.CONVERT:
        tiles = table.unseen[move - rules.SCAN]
        return say("{tiles} tiles are face down; at most {most} are drawn.", tiles=tiles, most=box.draws)
    if rules.CRAFT <= move < rules.UPGRADE:
        card = box.cards[move - rules.CRAFT]
        return _bill(card.cost, habitat.discount(diver)) + " " + _points(card.points)
    if rules.UPGRADE <= move < rules.ROCKET:
        return _bill(box.upgrades[move - rules.UPGRADE].cost, 0) + " " + _use(box, move - rules.UPGRADE)
    if rules.ROCKET <= move < rules.STORE:
        card = box.rockets[move - rules.ROCKET]
        left = say("Rocket cards left after it: {left}.", left=table.rockets_left - 1)
        return " ".join([_bill(card.cost, habitat.discount(diver)), _points(card.points), left])
    if rules.LAY_DOWN <= move < rules.LESS:
        return _tile(view, table.held, sea.beside(box, diver.place, move - rules.LAY_DOWN))
    return ""


def _breath(diver: Any) -> str:
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


def _bill(cost: Any, rebate: int) -> str:
    """What a card costs, with so much titanium off."""
    due = [max(0, n - rebate) if kind == TITANIUM else n for kind, n in enumerate(cost)]
    return say("Price: {cost}.", cost=listed(due) or say("no resources"))


def _points(points: int) -> str:
    return say("Points: {points}.", points=points)


def _use(box: Any, upgrade: int) -> str:
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
    if diver.storage[FOOD]:
        lines.append(Line(say("Food in storage: {food}", food=diver.storage[FOOD]), diver.storage[FOOD]))
    return lines or [Line(say("Nothing built"), 0)]


def _built(card: str, count: int) -> str:
    name = card[:1].upper() + card[1:]
    return f"{name} × {count}" if count > 1 else name
