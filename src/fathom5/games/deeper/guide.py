"""Deeper for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.draw.svg import part
from fathom5.games.deeper import sea
from fathom5.games.deeper.table import (
    CARDS,
    CONVERSIONS,
    DEPTHS,
    HATCH,
    RAW,
    ROCKETS,
    UPGRADES,
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
    Table,
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
    upgrade_name,
    upgrade_use,
)
from fathom5.text.guidance import GOAL, Holding, Lesson, Line, Moment
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
            at="sea",
        ),
        "swim": Lesson(
            say("Swimming"),
            say(
                "One place to a tile beside you, or home into your hatch. Rock and water make no "
                "difference to you. Plan the way back: each turn that ends in the sea costs one air."
            ),
            at="here",
        ),
        "fins": Lesson(
            say("Fins"),
            say("With fins the first swim of a turn may go on for a second place at no cost."),
            at="here",
        ),
        "gather": Lesson(
            say("Gathering"),
            say(
                "You take up to {catch} {catch:resource|resources} of one kind from the tile you are on. "
                "Shallow tiles give fish, kelp and coral, deeper ones titanium, quartz and diamonds. Take "
                "what you want to build with.",
                catch=box.catch,
            ),
            at="here",
        ),
        "make room": Lesson(
            say("Making room"),
            say(
                "Your inventory is full. You may give something back for what you gather now, or keep what "
                "you have. A swim bag or back pack makes more room for good."
            ),
            at="bag",
        ),
        "explore": Lesson(
            say("Exploring"),
            say(
                "You lay a tile of the market next to you where all its edges match: water to water, rock "
                "to rock. You know what you get. Your first tile at 40, 60, 80 and 100 m scores points and "
                "brings a blueprint card."
            ),
            at="market",
        ),
        "terraform": Lesson(
            say("Terraforming"),
            say(
                "You lay a tile of the market over one beside you that is used up. The old resources are "
                "gone, and the new tile gets one fewer."
            ),
            at="market",
        ),
        "leave out": Lesson(
            say("One resource fewer"),
            say("A tile laid over another one comes with one resource fewer. Leave out what you need least."),
            at="here",
        ),
        "scan": Lesson(
            say("Scanning"),
            say(
                "You draw tiles of your depth or a shallower one until one fits next to you, {draws} at "
                "most. It is luck, but it works when the market has nothing for you, and the rest of the "
                "tiles fill the market.",
                draws=box.draws,
            ),
            at="piles",
        ),
        "lay": Lesson(
            say("Laying the tile"),
            say(
                "The tile you scanned goes next to you where its edges match. Lay it lower if you can: new "
                "depths score, and deep tiles are richer."
            ),
            at="here",
        ),
        "trim": Lesson(
            say("A full market"),
            say(
                "Tiles that stay in the market: {market}. Send away what helps others more than you.",
                market=box.market,
            ),
            at="market",
        ),
        "glide": Lesson(
            say("Sea glide"),
            say("With the sea glide you may move into a tile as you lay it, at no cost."),
            at="here",
        ),
        "knife": Lesson(
            say("Knife"),
            say("With the knife you may gather one resource more before you breathe, at no cost."),
            at="here",
        ),
        "winch": Lesson(
            say("Winch"),
            say("Once a turn a winch pulls resources of one kind from the next tile to yours, at no cost."),
            at="here",
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
            at="choices",
        ),
        "convert": Lesson(
            say("Converting"),
            say(
                "At home a built card turns resources into others. Your fabricator stands from the start; "
                "among other things it converts {conversions}. Each food in storage is a point at the end.",
                conversions=_fabricator(box),
            ),
            at="choices",
        ),
        "build": Lesson(
            say("Building a card"),
            say(
                "At home you pay for a blueprint in your hand. It scores points, and most cards help you "
                "from then on. The radio matters most: without it you cannot build the rocket."
            ),
            at="hand",
        ),
        "upgrade": Lesson(
            say("Upgrades"),
            say(
                "Upgrades are worth no points but make every turn better: more air, more room, faster "
                "swimming. They pay when you build them early."
            ),
            at="upgrades",
        ),
        "rocket": Lesson(
            say("The rocket"),
            say(
                "The rocket cards belong to everybody: who builds one has its points. The last one ends the "
                "game at once, so build it when you are ahead."
            ),
            at="rocket",
        ),
        "stow": Lesson(
            say("Stowing"),
            say(
                "At home you may move resources between inventory and storage at no cost. What is stored is "
                "safe if you drown, and leaves your hands free for the next dive."
            ),
            at="bag",
        ),
        "harvest": Lesson(
            say("Gardens and fish farms"),
            say("When you breathe at home they grow something for you. Take it if you have room."),
            at="choices",
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
            return " ".join(
                [_bill(price(diver, printed.cost)), _points(printed.points), _rocket_left(view, rocket)]
            )
        case Lay(way):
            return _tile(view, table.held, sea.beside(box, diver.place, way))
    return ""


def _rocket_left(view: View, rocket: int) -> str:
    """What is left of the rocket after a card; the last one ends the game, with these points."""
    if view.table.rockets_left > 1:
        return say("Rocket cards left after it: {left}.", left=view.table.rockets_left - 1)
    gained = [view.box.rockets[rocket].points * (seat == view.seat) for seat in range(len(view.names))]
    points = [f"{name} {had + more}" for name, had, more in zip(view.names, view.scores, gained, strict=True)]
    return say("It is the last one: the game ends at once. Points: {points}.", points=", ".join(points))


def _breath(diver: Diver) -> str:
    if sea.at_home(diver):
        return say("Your lungs fill up to {air}.", air=diver.lungs)
    if diver.air:
        return say("{air} air will be left.", air=diver.air - 1)
    lost = say(
        "You have no air: you drown and lose {n} of {carried} {carried:resource|resources} by chance.",
        n=min(sea.level(diver.place), diver.carried),
        carried=diver.carried,
    )
    return f"{lost} " + say("You stay here and go on with {air} air.", air=diver.lungs // 2)


def _last_breath(view: View, move: Any) -> str:
    """What the turn's end costs when this last action leaves somebody in the sea without air."""
    if isinstance(move, Breathe) or not _drowns(view, move):
        return ""
    return say(
        "Your turn then ends without air: you drown and lose up to {n} {n:resource|resources}.",
        n=sea.level(_place_after(view, move)),
    )


def _place_after(view: View, move: Any) -> int:
    place = view.table.divers[view.seat].place
    return int(sea.beside(view.box, place, move.way) if isinstance(move, Swim) else place)


def _drowns(view: View, move: Any) -> bool:
    """Whether the turn ends in the sea without air when this is done."""
    table, diver = view.table, view.table.divers[view.seat]
    if diver.air or sea.row_of(_place_after(view, move)) == 0:
        return False
    if isinstance(move, Breathe):
        return True
    acting = table.phase == Phase.ACT
    swims_on = acting and isinstance(move, Swim) and diver.upgrades[Upgrade.FINS] and not table.swum
    stops = isinstance(move, Decline) and table.phase == Phase.SECOND_SWIM
    is_free = isinstance(move, Decline | Store | Fetch | Swap | Haul | Follow) and not stops
    return not (table.actions > acting or is_free or swims_on)


def warning(view: View, move: Any) -> str:
    """What a move is called that drowns somebody who need not, or that ends the game."""
    if isinstance(move, BuildRocket) and view.table.rockets_left == 1:
        return say("{move} and end the game", move=view.name(move))
    if view.table.phase not in (Phase.ACT, Phase.SECOND_SWIM) or not _drowns(view, move):
        return ""
    if isinstance(move, Breathe):
        return say("end turn and drown")
    if all(_drowns(view, other) for other in view.open_moves):
        return ""
    return say("{move} and drown", move=view.name(move))


def is_final(view: View, move: Any) -> bool:
    """Whether a touch shows first what a move brings: before tiles are drawn and cards are drawn or built."""
    if isinstance(move, Explore | Terraform | Lay):
        return _is_first_at_its_depth(
            view, sea.beside(view.box, view.table.divers[view.seat].place, move.way)
        )
    return isinstance(move, Scan | Build | CraftUpgrade | BuildRocket)


def _is_first_at_its_depth(view: View, place: int) -> bool:
    level = sea.level(place)
    return bool(level > 1 and not view.table.divers[view.seat].milestones[level - 2])


# What players hold


def holdings(view: View, seat: int) -> list[Holding]:
    """Air, bag, store, cards in hand, and what is built with the depths reached."""
    diver = view.table.divers[seat]
    return list(_holdings(diver, diver.air < _breaths_to_home(view, seat)))


@part
def _holdings(diver: Diver, is_short: bool) -> tuple[Holding, ...]:
    short = "low" if is_short else ""
    air = say("{air} of {lungs} air", air=diver.air, lungs=diver.lungs)
    hand = diver.hand_size + (not diver.built[Card.RADIO])
    built = [card_name(card) for card in range(len(CARDS)) for _ in range(diver.built[card])]
    built += [upgrade_name(number) for number in range(len(UPGRADES)) if diver.upgrades[number]]
    found = [
        Holding(f"{diver.air}/{diver.lungs}", air, short, "deeper-air"),
        _stowed(say("in the bag"), diver.inventory, diver.carried, diver.bag, "deeper-bag"),
        _stowed(say("in the store"), diver.storage, diver.stored, diver.shelf, "deeper-store"),
        Holding(f"{hand}", say("{n} {n:card|cards} in hand", n=hand), "", "deeper-hand"),
    ]
    depths = [DEPTHS[depth + 1] for depth in range(4) if diver.milestones[depth]]
    told = [say("built: {list}", list=", ".join(built))] if built else []
    told += [say("first tiles laid at {depths}", depths=", ".join(depths))] if depths else []
    if told:
        found.append(Holding(f"{len(built) + len(depths)}", "; ".join(told), "", "deeper-built"))
    return tuple(found)


def _stowed(what: str, amounts: Iterable[int], full: int, cells: int, icon: str) -> Holding:
    label = say(
        "{what}: {list} ({full} of {cells})",
        what=what,
        list=listed(amounts) or say("nothing"),
        full=full,
        cells=cells,
    )
    return Holding(f"{full}/{cells}", label, "", icon)


def _breaths_to_home(view: View, seat: int) -> int:
    """How many turns end under water before somebody who swims straight home is there."""
    table, diver = view.table, view.table.divers[seat]
    swims, reach = _swims_home(view, seat), view.box.actions + diver.upgrades[Upgrade.FINS]
    now = table.actions + (diver.upgrades[Upgrade.FINS] and not table.swum) if seat == table.turn else reach
    return int(-(-max(0, swims - now) // reach))


def _swims_home(view: View, seat: int) -> int:
    """The least number of swims from the pawn of a seat to its hatch, over the tiles that lie."""
    table, box = view.table, view.box
    home = sea.hatch_of(table, box, seat)
    reached, edge, swims = {home}, [home], 0
    while edge and table.divers[seat].place not in reached:
        swims += 1
        around = {sea.beside(box, place, way) for place in edge for way in range(6)}
        edge = [place for place in around - reached if 0 <= table.sea[place] < HATCH]
        reached.update(edge)
    return swims


# The big moments


def moment(before: View, move: Any, after: View) -> Moment | None:
    """The end, a part of the rocket, a drowning, a new depth, a card built."""
    old, new = before.table, after.table
    seat = int(old.turn)
    who, was, now = before.names[seat], old.divers[seat], new.divers[seat]
    if isinstance(move, BuildRocket):
        part = rocket_name(move.rocket)
        if new.finisher >= 0:
            return Moment("end", say("The rocket is finished"), seat, "rocket")
        return Moment(
            "rocket", say("{who} builds the {part}", who=who, part=part), seat, f"rocket-{move.rocket}"
        )
    if new.actor == OVER:
        return Moment("end", say("The last round is over"), None, "rocket")
    if old.phase not in (Phase.START, Phase.LOSE) and _has_drowned(was, now, new):
        return Moment("drown", say("{who} drowns", who=who), seat, f"piece-{seat}")
    for depth in range(len(DEPTHS) - 1):
        if now.milestones[depth] > was.milestones[depth]:
            text = say("{who} reaches {depth}", who=who, depth=DEPTHS[depth + 1])
            return Moment("record", text, seat, f"tile-{new.sea[new.laid]}")
    if isinstance(move, Build):
        return Moment("card", say("{who} builds the {part}", who=who, part=card_name(move.card)), seat)
    return None


def _has_drowned(was: Diver, now: Diver, table: Table) -> bool:
    """Whether somebody in the sea has just run out of air: air only grows there by drowning."""
    return not sea.at_home(now) and (table.phase == Phase.LOSE or now.air > was.air)


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
    if _is_first_at_its_depth(view, place):
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


def tie_break(view: View, winner: int, other: int) -> str:
    """Who built the last rocket card (DE-15)."""
    names = {"name": view.names[winner], "other": view.names[other]}
    return say("Level on points with {other}: {name} built the last part of the rocket.", **names)


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
