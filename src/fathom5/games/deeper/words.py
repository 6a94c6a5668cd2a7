"""Deeper in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.core.moves import AnyKind
from fathom5.draw.svg import part
from fathom5.games.deeper import habitat, sea
from fathom5.games.deeper.table import (
    CARDS,
    CONVERSIONS,
    DEPTHS,
    HATCH,
    KINDS,
    PILE_TILES,
    RAW,
    RESOURCES,
    ROCKETS,
    ROWS,
    START_TILES,
    UNBUILT,
    UPGRADES,
    WAYS,
    Box,
    Breathe,
    Build,
    BuildRocket,
    Card,
    Convert,
    CraftUpgrade,
    Decline,
    Diver,
    DrawBlueprint,
    DrawSomeBlueprint,
    DrawTile,
    Explore,
    Fetch,
    Follow,
    Gather,
    GatherOne,
    GiveBack,
    Haul,
    Lay,
    LeaveOut,
    Lose,
    Phase,
    PutUnder,
    Resource,
    Scan,
    Start,
    Store,
    Swap,
    Swim,
    Table,
    Take,
    Terraform,
)
from fathom5.text.finding import Asked, place_in, plain
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

SENTENCES = (
    (Breathe, "breathe", "{who} ends the turn."),
    (Swim, "swim {what}", "{who} swims {what}."),
    (Gather, "gather {what}", "{who} gathers {what}."),
    (GatherOne, "gather {what}", "{who} gathers {what}."),
    (Explore, "explore {what}", "{who} explores {what}."),
    (Terraform, "terraform {what}", "{who} terraforms {what}."),
    (Scan, "scan {what}", "{who} scans the {what} pile."),
    (Convert, "convert {what}", "{who} converts {what}."),
    (Build, "build {what}", "{who} builds the {what}."),
    (CraftUpgrade, "craft {what}", "{who} builds the {what}."),
    (BuildRocket, "build {what}", "{who} builds the {what}."),
    (Store, "store {what}", "{who} stores {what}."),
    (Fetch, "fetch {what}", "{who} fetches {what}."),
    (Swap, "swap {what}", "{who} swaps {what}."),
    (Haul, "winch {what}", "{who} winches {what}."),
    (GiveBack, "return {what}", "{who} returns {what}."),
    (Lay, "lay {what}", "{who} lays the tile: {what}."),
    (LeaveOut, "leave out {what}", "The new tile goes without: {what}."),
    (Follow, "follow", "{who} glides into the new tile."),
    (PutUnder, "put {what} under", "{who} puts {what} under its pile."),
    (Take, "take {what}", "{who} takes {what} from the habitat."),
    (Start, "start {what}", "{who} goes first."),
    (DrawTile, "draw {what}", "{who} draws a tile."),
    (DrawBlueprint, "draw {what}", "{who} draws the blueprint: {what}."),
    (DrawSomeBlueprint, "draw a blueprint", "{who} draws a blueprint."),
    (Lose, "lose {what}", "{who} loses {what}."),
)
"""How each kind of move is named, and how it is told."""

PLACE_OF = {kind: place for place, (kind, _, _) in enumerate(SENTENCES)}
NAMED = tuple(named for _, named, _ in SENTENCES)
TOLD = tuple(told for _, _, told in SENTENCES)

DECLINED = ("nothing", "stop", "enough", "stay", "explore nothing", "gather nothing", "take nothing")
"""Ways to say no; each of them does wherever something may be declined."""

CALLED: dict[str, AnyKind] = {
    **{named: kind for kind, named, _ in reversed(SENTENCES)},
    **dict.fromkeys((*DECLINED, "no", "done"), Decline),
    "swim home": Swim,
    "home": Swim,
    "end turn": Breathe,
    "pass": Breathe,
    "glide": Follow,
}
"""How moves begin; where kinds share a beginning, the first of them stands for all."""

COUNTED = (
    "{n} {n:fish|fish}",
    "{n} {n:kelp|kelp}",
    "{n} {n:coral|coral}",
    "{n} {n:titanium|titanium}",
    "{n} {n:quartz|quartz}",
    "{n} {n:diamond|diamonds}",
    "{n} {n:food|food}",
)


def code(box: Box, tile: int) -> str:
    """A tile by its pile and a letter, `40c`; a starting tile by its seat, `s2a`: so draws are recorded."""
    if tile >= PILE_TILES:
        seat, number = divmod(tile - PILE_TILES, START_TILES)
        return f"s{seat + 1}{'abc'[number]}"
    pile = box.pile[tile]
    return f"{DEPTHS[pile][:-1]}{chr(ord('a') + tile - box.first[pile])}"


def resource(kind: int) -> str:
    """What a resource is called."""
    return say(RESOURCES[kind])


def card_name(number: int) -> str:
    """What a blueprint card is called."""
    return say(CARDS[number])


def upgrade_name(number: int) -> str:
    """What an upgrade is called."""
    return say(UPGRADES[number])


def rocket_name(number: int) -> str:
    """What a rocket card is called."""
    return say(ROCKETS[number])


def towards(way: int) -> str:
    """Where something goes."""
    return say(WAYS[way])


def some(amount: int, kind: int) -> str:
    """So many of a resource."""
    return say(COUNTED[kind], n=amount)


def listed(amounts: Iterable[int]) -> str:
    """Resources in words: `2 fish, kelp`."""
    return _listed(tuple(amounts))


@part
def _listed(amounts: tuple[int, ...]) -> str:
    return ", ".join(some(n, kind) if n > 1 else resource(kind) for kind, n in enumerate(amounts) if n)


def upgrade_use(box: Box, number: int) -> str:
    """What an upgrade does."""
    air = say("{n} more {n:cell|cells} of air", n=box.wider)
    room = say("{n} more {n:cell|cells} of inventory", n=box.wider)
    return (
        say("your first swim each turn may go 2 spaces"),
        say("at the end of your turn you may gather 1"),
        say("when you explore you may move into the new tile"),
        air,
        air,
        room,
        room,
    )[number]


def card_words(box: Box, number: int) -> str:
    """What a blueprint card does."""
    conversions = [conversion for conversion in box.conversions if conversion.card == number]
    if conversions:
        return "; ".join(say("{pay} → {gain}", pay=listed(c.pay), gain=listed(c.gain)) for c in conversions)
    return {
        Card.GARDEN: say("kelp when you breathe at home"),
        Card.FISH_FARM: say("fish when you breathe at home"),
        Card.SCANNER: say("a vain scan: free explore"),
        Card.REACTOR: say("cards cost 1 titanium less"),
        Card.WINCH: say("2 from a tile beside you, free"),
        Card.LOCKER: say("{n} more {n:cell|cells} of storage", n=box.locker),
        Card.RADIO: say("you may build the rocket"),
    }.get(Card(number), say("worth a look"))


def rock_of(box: Box, tile: int) -> str:
    """The rock edges of a tile as arrows."""
    return "".join(arrow for way, arrow in enumerate("↑↗↘↓↙↖") if (box.rocks[tile] >> way) & 1)


def tile_words(box: Box, tile: int) -> str:
    """What is printed on a tile: resources, and edges of rock."""
    rock = rock_of(box, tile)
    return listed(box.holds[tile]) + (say(" ({edges} rock)", edges=rock) if rock else "")


def rock_words(box: Box, tile: int) -> str:
    """The rock edges of a tile in words; nothing if all is water."""
    return _rock_words(int(box.rocks[tile]))


@part
def _rock_words(rocks: int) -> str:
    ways = [towards(way) for way in range(6) if (rocks >> way) & 1]
    return say("rock: {ways}", ways=", ".join(ways)) if ways else ""


@part
def place_words(place: int) -> str:
    """Where a place is: its depth, and its column from the left edge of the sea."""
    column, row = divmod(place, ROWS)
    if row == 0:
        return say("at the surface, column {column}", column=column)
    depth = 20 * row - (0 if column & 1 else 10)
    return say("{depth} m deep, column {column}", depth=depth, column=column)


def tile_name(table: Table, box: Box, slot: int) -> str:
    """A tile of the market by what it holds; by its rock and its number too where others hold the same."""
    tile, others = table.market[slot], market(table)
    holds = listed(box.holds[tile])
    alike = [other for other in others if listed(box.holds[other]) == holds]
    if len(alike) == 1:
        return holds
    named = ", ".join(filter(None, (holds, rock_words(box, tile))))
    twins = [other for other in alike if box.rocks[other] == box.rocks[tile]]
    if len(twins) == 1:
        return named
    return say("{tile}, number {n}", tile=named, n=1 + twins.index(tile))


def pick(view: View, argument: str, value: int) -> str:
    """What is picked up before it is placed: a tile of the market, or a resource."""
    if argument == "slot":
        return tile_name(view.table, view.box, value)
    return resource(value)


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    if isinstance(move, Decline):
        return _declined(table.phase)
    if _goes_home(table, box, move):
        return say("swim home")
    return say(NAMED[PLACE_OF[type(move)]], what=about(table, box, move))


def _declined(phase: Phase) -> str:
    offers = (
        Phase.SECOND_SWIM,
        Phase.MAKE_ROOM,
        Phase.GLIDE,
        Phase.FREE_EXPLORE,
        Phase.END_GATHER,
        Phase.HARVEST,
    )
    return say(DECLINED[1 + offers.index(phase) if phase in offers else 0])


def _goes_home(table: Table, box: Box, move: Any) -> bool:
    if not isinstance(move, Swim):
        return False
    there = sea.beside(box, table.divers[table.turn].place, move.way)
    return there == sea.hatch_of(table, box, table.turn)


def about(table: Table, box: Box, move: Any) -> str:
    """What a move is about: a way, a tile, a pile, a card, a seat, resources."""
    match move:
        case Swim(way) | Lay(way):
            return towards(way)
        case Explore(way, slot) | Terraform(way, slot):
            return laid_towards(way, tile_name(table, box, slot))
        case PutUnder(slot):
            return tile_name(table, box, slot)
        case DrawTile(tile):
            return code(box, tile)
        case Scan(pile):
            return DEPTHS[pile]
        case Start(seat):
            return str(seat + 1)
        case Build(card) | DrawBlueprint(card):
            return card_name(card)
        case CraftUpgrade(upgrade):
            return upgrade_name(upgrade)
        case BuildRocket(rocket):
            return rocket_name(rocket)
    return _about_resources(box, move)


def _about_resources(box: Box, move: Any) -> str:
    match move:
        case Convert(conversion):
            return converted(box, conversion)
        case Swap(kind, other):
            return exchanged(kind, other)
        case Haul(way, kind):
            return say("{kind} from {way}", kind=resource(kind), way=towards(way))
        case GatherOne(kind):
            return some(1, kind)
        case (
            Gather(kind)
            | Store(kind)
            | Fetch(kind)
            | GiveBack(kind)
            | LeaveOut(kind)
            | Take(kind)
            | Lose(kind)
        ):
            return resource(kind)
    return ""


def laid_towards(way: int, tile: str) -> str:
    """Which tile goes where."""
    return say("{way}: {tile}", way=towards(way), tile=tile)


def converted(box: Box, number: int) -> str:
    """What a conversion turns into what."""
    conversion = box.conversions[number]
    return say("{pay} to {gain}", pay=listed(conversion.pay), gain=listed(conversion.gain))


def exchanged(kind: int, other: int) -> str:
    """One resource for another."""
    return say("{kind} for {other}", kind=resource(kind), other=resource(other))


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move."""
    match move:
        case Breathe():
            return ["b", "end turn", "pass"]
        case Decline():
            return ["no", "done", *DECLINED, *(say(DECLINED[i]) for i in range(len(DECLINED)))]
        case Follow():
            return ["glide"]
        case Explore(way, slot) | Terraform(way, slot):
            return _by_code(move, f"{code(box, table.market[slot])} {WAYS[way]}", towards(way))
        case PutUnder(slot):
            return _by_code(move, code(box, table.market[slot]))
        case Swim(way) if _goes_home(table, box, move):
            return ["home", f"swim {WAYS[way]}", say("swim {what}", what=towards(way))]
        case Gather(kind):
            return _also_gather(table, box, kind)
        case GatherOne(kind) if table.phase == Phase.END_GATHER:
            return [f"gather {RESOURCES[kind]}", say("gather {what}", what=resource(kind))]
    return []


def _by_code(move: Any, coded: str, way: str = "") -> list[str]:
    """The name of a move with the code of its tile instead, as earlier records have it."""
    spoken = f"{coded.split()[0]} {way}".strip()
    named = NAMED[PLACE_OF[type(move)]]
    return [named.format(what=coded), say(NAMED[PLACE_OF[type(move)]], what=spoken)]


def _also_gather(table: Table, box: Box, kind: int) -> list[str]:
    """With its number; where one alone cannot be asked for, asking for one means the same."""
    diver = table.divers[table.turn]
    amount = min(box.catch, table.stock[table.sea[diver.place], kind])
    amounts = {amount} if diver.bag - diver.carried > 1 else {1, amount}
    return [
        spoken
        for n in sorted(amounts)
        for spoken in (f"gather {n} {RESOURCES[kind]}", say("gather {what}", what=some(n, kind)))
    ]


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table, diver = view.table, view.table.divers[view.seat]
    if table.phase == Phase.ACT:
        return _ask_for_action(table, diver)
    if table.phase == Phase.LAY:
        return say(
            "You scanned a tile with {printed}. Where do you lay it?",
            printed=tile_words(view.box, table.held),
        )
    if table.phase == Phase.MAKE_ROOM:
        kind = resource(table.gathering)
        return say("Your inventory is full. What do you return to make room for {kind}?", kind=kind)
    return {
        Phase.SECOND_SWIM: say("Your fins let you swim one place more. Which way?"),
        Phase.LEAVE_OUT: say("The new tile gets one resource fewer. Which one is left out?"),
        Phase.GLIDE: say("Do you glide into the new tile?"),
        Phase.TRIM: say("The market is too full. Which tile goes under its pile?"),
        Phase.FREE_EXPLORE: say("Your scanner found nothing that fits: you may explore for free."),
        Phase.END_GATHER: say("Your knife may gather 1 resource before you breathe."),
    }.get(table.phase, say("Your habitat has grown something. Do you take it?"))


def _ask_for_action(table: Table, diver: Diver) -> str:
    if table.actions == 0:
        if sea.at_home(diver):
            return say("No actions left. You may still stow resources, then breathe.")
        return say("No actions left. You may still use your winch, then breathe.")
    if sea.at_home(diver):
        return say("You are at home with {n} {n:action|actions} left. What do you do?", n=table.actions)
    return say(
        "You are at {depth} with {n} {n:action|actions} and {air} air left. What do you do?",
        depth=DEPTHS[sea.level(diver.place) - 1],
        n=table.actions,
        air=diver.air,
    )


def when(view: View) -> str:
    """Where in the game a position lies, in a few words."""
    return say("round {round}", round=view.table.rounds + 1)


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after), *_what_came_up(before, move, after)]
    was, now = old.divers[old.turn], new.divers[old.turn]
    for depth in range(4):
        if now.milestones[depth] > was.milestones[depth]:
            sentences.append(
                say(
                    "First tile at {depth}: {points} {points:point|points} and a blueprint.",
                    depth=DEPTHS[depth + 1],
                    points=before.box.milestones[depth],
                )
            )
    sentences += _breath(before, after)
    if new.actor == OVER:
        if new.finisher >= 0:
            sentences.append(say("The rocket is finished, and the game is over."))
        else:
            sentences.append(say("The last round is over."))
    elif isinstance(move, BuildRocket):
        sentences.append(
            say("{n} {n:rocket card is|rocket cards are} still to be built.", n=new.rockets_left)
        )
    if new.actor != OVER and old.rounds < new.rounds == new.limit - 1:
        sentences.append(say("The last round begins."))
    return [sentence for sentence in sentences if sentence]


def _told(before: View, move: Any, after: View) -> str:
    """One sentence about the move itself."""
    table, box = before.table, before.box
    who = before.names[table.turn]
    match move:
        case Decline():
            return ""
        case Swim() if _goes_home(table, box, move):
            return say("{who} swims home.", who=who)
        case Start(seat):
            return say("{who} goes first.", who=before.names[seat])
        case Gather(kind) | GatherOne(kind):
            taken = after.table.divers[table.turn].inventory[kind] - table.divers[table.turn].inventory[kind]
            if not taken:
                return say("{who} makes room to gather {what}.", who=who, what=resource(kind))
            return say("{who} gathers {what}.", who=who, what=some(taken, kind))
        case DrawTile(tile):
            return _drawn(who, box, tile)
    return say(TOLD[PLACE_OF[type(move)]], who=who, what=about(table, box, move))


def _drawn(who: str, box: Box, tile: int) -> str:
    depth = DEPTHS[box.pile[tile]]
    return say("{who} draws a tile of {depth}: {what}.", who=who, depth=depth, what=tile_words(box, tile))


def _what_came_up(before: View, move: Any, after: View) -> list[str]:
    """Where the tiles of a scan went, those that everybody knew under the pile among them."""
    if not isinstance(move, Scan | DrawTile):
        return []
    old, new, box = before.table, after.table, before.box
    pile = move.pile if isinstance(move, Scan) else old.scanned
    known = [old.under[pile, i] for i in range(old.put_under[pile] - new.put_under[pile])]
    sentences = _where_it_went(before, move.tile, after) if isinstance(move, DrawTile) else []
    for tile in known:
        sentences += [_drawn(before.names[old.turn], box, tile), *_where_it_went(before, tile, after)]
    return sentences


def _where_it_went(before: View, tile: int, after: View) -> list[str]:
    new, box = after.table, before.box
    if tile in [new.market[slot] for slot in range(new.market_size)]:
        return [say("It fits nowhere here and goes to the market.")]
    here = before.table.divers[before.table.turn].place
    for way in range(6):
        if new.sea[sea.beside(box, here, way)] == tile:
            return [say("It fits in one place alone and is laid there: {way}.", way=towards(way))]
    return []


def _breath(before: View, after: View) -> list[str]:
    """Breathing, or drowning with what is lost at once."""
    old, new = before.table, after.table
    was, now, who = old.divers[old.turn], new.divers[old.turn], before.names[old.turn]
    if now.air < was.air:
        return [say("{who} breathes: {air} air left.", who=who, air=now.air)]
    if sea.at_home(now):
        return [say("{who} breathes at home.", who=who)] if now.air > was.air else []
    sentences = []
    if old.phase != Phase.LOSE and (new.phase == Phase.LOSE or now.air > was.air):
        depth = DEPTHS[sea.level(now.place) - 1]
        sentences.append(say("{who} runs out of air and drowns at {depth}.", who=who, depth=depth))
        if was.carried and not now.carried:
            sentences.append(say("Everything carried is lost: {what}.", what=listed(was.inventory)))
    if now.air > was.air:
        sentences.append(say("{who} comes round with {air} air.", who=who, air=now.air))
    return sentences


# Why not

FAR, EDGE = "far", "edge"
"""How a board asks about a tile that is not next to the pawn, and about what is beyond the sea."""

ACTIONS = (Swim, Gather, GatherOne, Explore, Terraform, Scan, Convert, Build, CraftUpgrade, BuildRocket)
AT_HOME = (Convert, Build, CraftUpgrade, BuildRocket)


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table, diver = view.table, view.table.divers[view.seat]
    if asked.kind in (Start, DrawTile, DrawBlueprint, DrawSomeBlueprint, Lose):
        return _up_to_chance(asked.kind)
    if table.phase != Phase.ACT:
        return _why_not_an_answer(view, asked)
    if asked.kind in (Decline, GiveBack, Lay, LeaveOut, Follow, PutUnder, Take):
        return _why_nothing_to_answer(view, asked)
    if asked.kind in ACTIONS and table.actions == 0:
        actions = view.box.actions
        return say("You have taken your {n} {n:action|actions}; now breathe (Your Turn 1).", n=actions)
    if asked.kind in (Store, Fetch, Swap):
        return _why_not_stow(table, diver, asked)
    if asked.kind is Haul:
        return _why_not_haul(table, diver)
    if asked.kind in AT_HOME:
        return _why_not_at_home(view, diver, asked)
    return _why_not_in_the_sea(view, diver, asked)


def _up_to_chance(kind: AnyKind) -> str:
    if kind is Start:
        return say("Who goes first is up to chance (Setup 15).")
    if kind is Lose:
        return say("What a drowning diver loses is up to chance (Breathe 4).")
    return say("What is drawn is up to chance (Setup 8, Setup 10).")


def _why_not_an_answer(view: View, asked: Asked) -> str:
    """Something else is asked now; or this is no answer to it."""
    table, box, diver = view.table, view.box, view.table.divers[view.seat]
    match table.phase:
        case Phase.SECOND_SWIM:
            if asked.kind is Swim:
                return _why_not_swim(view, diver, asked.rest)
            return say("First your fins: swim one place more, or stop (Fins).")
        case Phase.LAY:
            way = place_in(WAYS, asked.rest)
            if asked.kind is Lay and way >= 0:
                return _why_not_there(view, sea.beside(box, diver.place, way), table.held)
            return say("First lay the tile that you scanned; it has to be laid (Scan 4, DE-5).")
        case Phase.FREE_EXPLORE:
            if asked.kind is Explore:
                return _why_not_lay(view, diver, asked)
            return say("First your scanner: explore for free, or explore nothing (Scanner).")
        case Phase.MAKE_ROOM:
            return say("First make room: return something else that you carry (Gather 3).")
        case Phase.LEAVE_OUT:
            return say("First choose what the new tile goes without, of what is on it (Terraform 3).")
        case Phase.GLIDE:
            return say("First your sea glide: follow the tile, or stay (Sea Glide).")
        case Phase.TRIM:
            return say("First put a tile of the market under its pile: it has too many (Scan 7).")
        case Phase.END_GATHER:
            return say("First your knife: gather 1 of what is on your tile, or nothing (Knife).")
    return say("First your habitat: take what has grown, or nothing (DE-11).")


def _why_nothing_to_answer(view: View, asked: Asked) -> str:
    """Answers to questions that are not asked now."""
    kind = asked.kind
    if kind is GiveBack:
        return say("You return resources only to make room when you gather (Gather 3).")
    if kind is Lay:
        return say("You lay a tile only when you have scanned it (Scan 4).")
    if kind is LeaveOut:
        return say("Only a tile that you terraform gets one resource fewer (Terraform 3).")
    if kind is Follow:
        return say("With the sea glide you follow a tile as you explore, not later (Sea Glide).")
    if kind is PutUnder:
        most = view.box.market
        return say(
            "Tiles go under their piles when a scan leaves more than {n} in the market (Scan 7).", n=most
        )
    if kind is Take:
        return say("Gardens and fish farms grow when you breathe at home (DE-11).")
    return say("Nothing is offered to you now; you act, or breathe (Your Turn 1).")


def _why_not_in_the_sea(view: View, diver: Diver, asked: Asked) -> str:
    if asked.kind is Swim:
        return _why_not_swim(view, diver, asked.rest)
    if asked.kind in (Gather, GatherOne):
        return _why_not_gather(view.table, diver, asked.rest)
    if asked.kind is Scan:
        return _why_not_scan(view.table, diver, asked.rest)
    return _why_not_lay(view, diver, asked)


def _why_not_swim(view: View, diver: Diver, rest: str) -> str:
    way = place_in(WAYS, rest)
    if rest == FAR:
        return say("You swim to a tile next to you; that one is further away (Swim 1).")
    if way < 0:
        return say("Your Hatch is next to the three places under it; you are not there (Swim 3).")
    if view.table.sea[sea.beside(view.box, diver.place, way)] == HATCH:
        return say("Nobody but its owner enters a Hatch (DE-3).")
    return say("You swim to a tile next to you; none lies there (Swim 1).")


def _why_not_gather(table: Table, diver: Diver, rest: str) -> str:
    if sea.at_home(diver):
        return say("You gather from the tile you are on; you are in your Hatch (Gather 1).")
    kind = place_in(RESOURCES, rest.lstrip("0123456789 "))
    if 0 <= kind < RAW and table.stock[table.sea[diver.place], kind] > 0:
        if diver.carried == diver.inventory[kind]:
            return say("Your inventory is full of it (Gather 2).")
        return say("You take all you may of a kind, or 1 of it (Gather 1).")
    return say("There is no such resource on your tile (Gather 1).")


def _why_not_scan(table: Table, diver: Diver, rest: str) -> str:
    pile = place_in(DEPTHS, rest)
    if 0 <= pile < sea.level(diver.place):
        return say("That pile has no tiles left (Scan 3).")
    if sea.at_home(diver):
        return say("From your Hatch you scan the {depth} pile (DE-2).", depth=DEPTHS[0])
    return say("You scan piles of your depth or shallower (Scan 2).")


def _why_not_lay(view: View, diver: Diver, asked: Asked) -> str:
    """Why a tile of the market is not laid, on an empty place or on a tile."""
    table, box = view.table, view.box
    if asked.rest == EDGE:
        return say("There is the edge of the sea; nothing is laid beyond (DE-18).")
    if not table.market_size:
        return say("The market has no tiles (Explore 1).")
    tile, way = _tile_and_way(view, asked.rest)
    if tile == sea.NONE:
        return say(
            "Name a way and a tile of the market, such as {example} (Explore 1).", example=_example(view)
        )
    if way < 0:
        return say("It fits on no place next to you (Legal tile placement 1).")
    there = sea.beside(box, diver.place, way)
    if asked.kind is Explore:
        return _why_not_there(view, there, tile)
    if not 0 <= table.sea[there] < HATCH:
        return say("You terraform a tile; none lies there (Terraform 1).")
    if not sea.place_to_cover(table, there):
        return say("A pawn is there (DE-7).")
    return _edges_do_not_match()


def _tile_and_way(view: View, rest: str) -> tuple[int, int]:
    """A tile of the market that somebody names by what it holds or by its code, and where it is to go."""
    table, box = view.table, view.box
    for slot, tile in enumerate(market(table)):
        holds = tile_name(table, box, slot)
        if rest in (plain(holds), code(box, tile)):
            return tile, -1
        for way in range(len(WAYS)):
            spoken = (
                laid_towards(way, holds),
                *(f"{code(box, tile)} {w}" for w in (WAYS[way], towards(way))),
            )
            if rest in map(plain, spoken):
                return tile, way
    return sea.NONE, -1


def market(table: Table) -> list[int]:
    """The tiles in the market."""
    return [table.market[slot] for slot in range(table.market_size)]


def _example(view: View) -> str:
    return plain(laid_towards(3, tile_name(view.table, view.box, 0)))


def _why_not_there(view: View, there: int, tile: int) -> str:
    """Why a tile cannot be laid on a place."""
    if not sea.in_the_sea(there):
        if sea.row_of(there) == 0 or sea.at_home(view.table.divers[view.seat]):
            return say("Tiles lie below the surface (DE-4).")
        return say("There is the edge of the sea; nothing is laid beyond (DE-18).")
    if view.table.sea[there] != sea.EMPTY:
        return say("A tile lies there; on top of it you only terraform (DE-4).")
    return _edges_do_not_match()


def _edges_do_not_match() -> str:
    return say("Its edges do not match all tiles around that place (Legal tile placement 1).")


def _why_not_at_home(view: View, diver: Diver, asked: Asked) -> str:
    if asked.kind is Convert:
        return _why_not_convert(view.box, diver, asked.rest)
    use = _use_of(view.box, asked.rest)
    return " ".join(filter(None, (use, _why_not_craft(view, diver, asked.rest))))


def _use_of(box: Box, name: str) -> str:
    """What an upgrade or a blueprint card of this name does, in a sentence; nothing if it is neither."""
    upgrade, card = place_in(UPGRADES, name), place_in(CARDS, name)
    if upgrade >= 0:
        return say("{name}: {use}.", name=_titled(upgrade_name(upgrade)), use=upgrade_use(box, upgrade))
    if card >= 0:
        return say("{name}: {use}.", name=_titled(card_name(card)), use=card_words(box, card))
    return ""


def _why_not_craft(view: View, diver: Diver, name: str) -> str:
    if not sea.at_home(diver):
        return say("You craft in your habitat, on your Hatch (Craft 1).")
    number = place_in(ROCKETS, name)
    if number >= 0:
        return _why_not_rocket(view, diver, number)
    number = place_in(UPGRADES, name)
    if number >= 0:
        if diver.upgrades[number]:
            return say("You have that upgrade already (Upgrades 2).")
        return say("It costs {cost} (Upgrades 1).", cost=listed(view.box.upgrades[number].cost))
    number = place_in(CARDS, name)
    if number >= 0:
        return _why_not_build(view.box, diver, number)
    return say("There is nothing of that name to build (Craft 1).")


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


def _why_not_convert(box: Box, diver: Diver, rest: str) -> str:
    if not sea.at_home(diver):
        return say("You convert in your habitat, on your Hatch (Convert 1).")
    found = [n for n in range(CONVERSIONS) if plain(converted(box, n)) == rest]
    if not found:
        return say("No card converts that (Convert 1).")
    card = box.conversions[found[0]].card
    if card != Card.FABRICATOR and not diver.built[card]:
        return say("For that you have to build the card: {card} (Convert 1).", card=card_name(card))
    return say("Inventory and storage do not have what it takes (Convert 2).")


def price(diver: Diver, cost: Iterable[int]) -> str:
    """What a card costs its builder now, in words."""
    return listed(due(diver, cost)) or say("no resources")


def due(diver: Diver, cost: Iterable[int]) -> list[int]:
    """What a card costs its builder now, by kind."""
    rebate = habitat.discount(diver)
    return [int(max(0, n - rebate) if kind == Resource.TITANIUM else n) for kind, n in enumerate(cost)]


def _why_not_rocket(view: View, diver: Diver, number: int) -> str:
    table = view.table
    if table.unused[number]:
        return say("With {n} {n:player|players} that rocket card is not used (Setup 11).", n=table.players)
    if table.rockets[number] != UNBUILT:
        return say(
            "{who} has built that rocket card (Rocket Cards 2).", who=view.names[table.rockets[number]]
        )
    if not diver.built[Card.RADIO]:
        return say("Rocket cards are built only with a finished Radio (Rocket Cards 1).")
    return say("It costs {cost} (Craft 2).", cost=price(diver, view.box.rockets[number].cost))


def _why_not_build(box: Box, diver: Diver, number: int) -> str:
    if number == Card.RADIO and diver.built[number]:
        return say("Your Radio is built; everybody has one (Setup 2).")
    if number != Card.RADIO and not diver.hand[number]:
        return say("That blueprint is not in your hand (Craft 1).")
    return say("It costs {cost} (Craft 2).", cost=price(diver, box.cards[number].cost))


def _why_not_stow(table: Table, diver: Diver, asked: Asked) -> str:
    if not sea.at_home(diver):
        return say("Resources are moved in your habitat, on your Hatch (Convert 4).")
    kind = place_in(RESOURCES, asked.rest)
    if asked.kind is Store:
        if kind < 0 or not diver.inventory[kind]:
            return say("You carry none of that (Convert 4).")
        if diver.stored == diver.shelf:
            return say("Your storage has no free cell (Convert 4).")
    elif asked.kind is Fetch:
        if kind < 0 or not diver.storage[kind]:
            return say("Your storage has none of that (Convert 4).")
        if diver.carried == diver.bag:
            return say("Your inventory has no free cell (Convert 4).")
    elif not habitat.no_cell_free(diver):
        return say("A cell is free: store and fetch instead (DE-9).")
    elif not _have_both(diver, asked.rest):
        return say("You swap a kind that you carry for another that is stored (Convert 4).")
    return say("Between two actions a kind is moved one way only (DE-9).")


def _have_both(diver: Diver, rest: str) -> bool:
    """Whether somebody carries one kind and has stored another that they name to swap."""
    return any(
        plain(exchanged(kind, other)) == rest
        for kind in range(KINDS)
        for other in range(KINDS)
        if kind != other and diver.inventory[kind] and diver.storage[other]
    )


def _why_not_haul(table: Table, diver: Diver) -> str:
    if not diver.built[Card.WINCH]:
        return say("You have built no winch (Winch).")
    if table.winched:
        return say("The winch works once a turn (DE-19).")
    if sea.at_home(diver):
        return say("The winch pulls to the tile you are on; you are in your Hatch (Winch).")
    return say("Nothing of the kind lies on that side of you (Winch).")
