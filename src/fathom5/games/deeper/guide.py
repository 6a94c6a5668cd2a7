"""Deeper for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.deeper import sea
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
    Decline,
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
    Upgrade,
)
from fathom5.games.deeper.words import (
    card_name,
    card_words,
    converted,
    listed,
    price,
    rocket_name,
    upgrade_use,
)
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
                "{actions:action|actions}; then you breathe.",
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
                "You take up to {catch} {catch:resource|resources} of one kind from the tile you are on. "
                "Shallow tiles give fish, kelp and coral, deeper ones titanium, quartz and diamonds. Take "
                "what you want to build with.",
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


def turn(box: Box) -> list[str]:
    """What happens in a turn."""
    return [
        say(
            "You have up to {n} {n:action|actions}: swim, gather, explore, scan or terraform; in your hatch "
            "also convert and craft. Then you breathe.",
            n=box.actions,
        ),
        say(
            "To explore, lay a tile of the market next to you; to scan, draw one from a pile. All edges have "
            "to match."
        ),
        say(
            "Inventory and storage pay together for what you convert and craft; moving things between the "
            "two is free at home."
        ),
        say("A breath costs 1 air in the sea; in your hatch your lungs fill up."),
        say("Without air you drown: you lose a resource that you carry for each 20 m of depth."),
    ]


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    return " ".join(part for part in (_preview(view, move), _last_breath(view, move)) if part)


def _preview(view: View, move: Any) -> str:
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
                "{tiles} {tiles:tile is|tiles are} face down; at most {most} {most:is|are} drawn.",
                tiles=table.unseen[pile],
                most=box.draws,
            )
        case Build(card):
            cost, points = box.cards[card].cost, box.cards[card].points
            return " ".join([_bill(price(diver, cost)), _points(points), _use(card_words(box, card))])
        case CraftUpgrade(upgrade):
            return _bill(listed(box.upgrades[upgrade].cost)) + " " + _use(upgrade_use(box, upgrade))
        case BuildRocket(rocket):
            printed = box.rockets[rocket]
            left = say("Rocket cards left after it: {left}.", left=table.rockets_left - 1)
            return " ".join([_bill(price(diver, printed.cost)), _points(printed.points), left])
        case Lay(way):
            return _tile(view, table.held, sea.beside(box, diver.place, way))
    return ""


def _breath(diver: Diver) -> str:
    if sea.at_home(diver):
        return say("Your lungs fill up to {air}.", air=diver.lungs)
    if diver.air:
        return say("{air} air will be left.", air=diver.air - 1)
    return say(
        "You have no air: you drown and lose {n} of {carried} {carried:resource|resources}.",
        n=min(sea.level(diver.place), diver.carried),
        carried=diver.carried,
    )


def _last_breath(view: View, move: Any) -> str:
    """Whether the turn ends in the sea without air when this last action is done."""
    table, box, diver = view.table, view.box, view.table.divers[view.seat]
    place = sea.beside(box, diver.place, move.way) if isinstance(move, Swim) else diver.place
    acting = table.phase == Phase.ACT
    swims_on = acting and isinstance(move, Swim) and diver.upgrades[Upgrade.FINS] and not table.swum
    is_free = isinstance(move, Breathe | Decline | Store | Fetch | Swap | Haul | Follow)
    if diver.air or sea.row_of(place) == 0 or table.actions > acting or is_free or swims_on:
        return ""
    return say(
        "Your turn then ends without air: you drown and lose up to {n} {n:resource|resources}.",
        n=sea.level(place),
    )


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
        told += " " + say(
            "Your first at this depth: {points} {points:point|points} and a blueprint.", points=points
        )
    return told


def _bill(cost: str) -> str:
    return say("Price: {cost}.", cost=cost)


def _points(points: int) -> str:
    return say("Points: {points}.", points=points)


def _use(words: str) -> str:
    return say("What it does: {words}.", words=words)


def tally(view: View, seat: int) -> list[Line]:
    """Cards, rocket cards, depths, food."""
    table, box, diver = view.table, view.box, view.table.divers[seat]
    lines = [
        Line(_built(card_name(card), diver.built[card]), diver.built[card] * box.cards[card].points)
        for card in range(len(CARDS))
        if diver.built[card]
    ]
    lines += [
        Line(say("Rocket: {part}", part=rocket_name(number)), box.rockets[number].points)
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
