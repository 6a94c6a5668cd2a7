"""Deeper in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.games.deeper import sea
from fathom5.games.deeper.table import (
    CARDS,
    DEPTHS,
    HATCH,
    PILE_TILES,
    RAW,
    RESOURCES,
    ROCKETS,
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
    Scan,
    Start,
    Store,
    Swap,
    Swim,
    Table,
    Take,
    Terraform,
)
from fathom5.text.language import parse_beginning, say

if TYPE_CHECKING:
    from fathom5.view import View

SENTENCES = (
    (Breathe, "breathe", "{who} ends the turn."),
    (Swim, "swim {what}", "{who} swims {what}."),
    (Gather, "gather {what}", "{who} gathers {what}."),
    (GatherOne, "gather {what}", "{who} gathers {what}."),
    (Explore, "explore {what}", "{who} explores: tile {what}."),
    (Terraform, "terraform {what}", "{who} terraforms: tile {what}."),
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
    (Start, "start {what}", "Player {what} goes first."),
    (DrawTile, "draw {what}", "{who} draws tile {what}."),
    (DrawBlueprint, "draw {what}", "{who} draws the blueprint: {what}."),
    (DrawSomeBlueprint, "draw a blueprint", "{who} draws a blueprint."),
    (Lose, "lose {what}", "{who} loses {what}."),
)
"""How each kind of move is named, and how it is told."""

PLACE_OF = {kind: place for place, (kind, _, _) in enumerate(SENTENCES)}
NAMED = tuple(named for _, named, _ in SENTENCES)
TOLD = tuple(told for _, _, told in SENTENCES)


def code(box: Box, tile: int) -> str:
    """A tile by its pile and a letter, `40c`; a starting tile by its seat, `s2a`."""
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
    return say("{n} {kind}", n=amount, kind=resource(kind))


def listed(amounts: Iterable[int]) -> str:
    """Resources in words: `2 fish, kelp`."""
    return ", ".join(some(n, kind) if n > 1 else resource(kind) for kind, n in enumerate(amounts) if n)


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    if isinstance(move, Decline):
        return _declined(table.phase)
    if _goes_home(table, box, move):
        return say("swim home")
    return say(NAMED[PLACE_OF[type(move)]], what=about(table, box, move))


def _declined(phase: Phase) -> str:
    return {
        Phase.SECOND_SWIM: say("stop"),
        Phase.MAKE_ROOM: say("enough"),
        Phase.GLIDE: say("stay"),
        Phase.FREE_EXPLORE: say("explore nothing"),
        Phase.END_GATHER: say("gather nothing"),
        Phase.HARVEST: say("take nothing"),
    }.get(phase, say("nothing"))


def _goes_home(table: Table, box: Box, move: Any) -> bool:
    if not isinstance(move, Swim):
        return False
    return table.sea[sea.beside(box, table.divers[table.turn].place, move.way)] == HATCH


def about(table: Table, box: Box, move: Any) -> str:
    """What a move is about: a way, a tile, a pile, a card, a seat, resources."""
    match move:
        case Swim(way) | Lay(way):
            return towards(way)
        case Explore(way, slot) | Terraform(way, slot):
            return f"{code(box, table.market[slot])} {towards(way)}"
        case PutUnder(slot):
            return code(box, table.market[slot])
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
            return say("{kind} for {other}", kind=resource(kind), other=resource(other))
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


def converted(box: Box, number: int) -> str:
    """What a conversion turns into what."""
    conversion = box.conversions[number]
    return say("{pay} to {gain}", pay=listed(conversion.pay), gain=listed(conversion.gain))


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move."""
    match move:
        case Breathe():
            return ["b", "end turn", "pass"]
        case Decline():
            return ["no", "done", "nothing"]
        case Follow():
            return ["glide"]
    return []


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table, diver = view.table, view.table.divers[view.seat]
    if table.phase == Phase.ACT:
        return _ask_for_action(table, diver)
    if table.phase == Phase.LAY:
        return say("You scanned {tile}. Where do you lay it?", tile=code(view.box, table.held))
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
        return say("You are at home with {n} actions left. What do you do?", n=table.actions)
    return say(
        "You are at {depth} with {n} actions and {air} air left. What do you do?",
        depth=DEPTHS[sea.level(diver.place) - 1],
        n=table.actions,
        air=diver.air,
    )


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    seat = old.turn
    who = before.names[seat]
    was, now = old.divers[seat], new.divers[seat]
    sentences = [_told(before, move)]
    for depth in range(4):
        if now.milestones[depth] > was.milestones[depth]:
            points = before.box.milestones[depth]
            metres = DEPTHS[depth + 1]
            text = say("First tile at {depth}: {points} more and a blueprint.", depth=metres, points=points)
            sentences.append(text)
    if now.air > was.air and not sea.at_home(now):
        sentences.append(say("{who} runs out of air and drowns, but comes round again.", who=who))
    elif now.air > was.air:
        sentences.append(say("{who} breathes at home.", who=who))
    elif now.air < was.air:
        sentences.append(say("{who} breathes: {air} air left.", who=who, air=now.air))
    if new.actor == OVER:
        if new.finisher >= 0:
            sentences.append(say("The rocket is finished, and the game is over."))
        else:
            sentences.append(say("The last round is over."))
    return [sentence for sentence in sentences if sentence]


def _told(before: View, move: Any) -> str:
    """One sentence about the move itself."""
    table, box = before.table, before.box
    who = before.names[table.turn]
    if isinstance(move, Decline):
        return ""
    if _goes_home(table, box, move):
        return say("{who} swims home.", who=who)
    return say(TOLD[PLACE_OF[type(move)]], who=who, what=about(table, box, move))


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table, diver = view.table, view.table.divers[view.seat]
    verb, rest = parse_beginning(words, *NAMED)
    home = sea.at_home(diver)
    known = ("swim", "gather", "explore", "terraform", "scan", "convert", "craft", "build")
    if verb in known and table.phase == Phase.ACT and table.actions == 0:
        return say("You have taken your 2 actions; now breathe (Your Turn 1).")
    if verb in ("convert", "craft", "build", "store", "fetch", "swap") and not home:
        return say("That is done in your habitat, on your Hatch (Breathe 1).")
    if verb == "swim":
        return say("You swim from tile to adjacent tile, and into no Hatch but your own (Swim 1, DE-3).")
    if verb == "gather":
        return _why_not_gather(table, diver, rest, home)
    if verb in ("explore", "terraform", "lay"):
        return say("A tile of the market goes next to you where all its edges match (DE-4).")
    if verb == "scan":
        return say("You scan piles of your depth or shallower that still have tiles (Scan 1).")
    if verb in ("build", "craft"):
        return _why_not_craft(view, diver, rest)
    if verb == "convert":
        return say("You need the card that converts it, the resources, and room for the result (Convert 1).")
    if verb in ("store", "fetch", "swap"):
        return say("It is not there, has no room, or was just moved the other way (DE-9).")
    if verb == "winch":
        return say("A winch you built works once a turn, in the sea, from an adjacent tile (Winch).")
    if verb in ("draw", "start", "lose"):
        return say("Tiles, cards and losses are up to chance (Setup 8).")
    if verb == "breathe":
        return say("First answer what you are asked; then you breathe (Breathe 1).")
    return say("“{words}” is not a move now.", words=words)


def _why_not_gather(table: Table, diver: Diver, rest: str, home: bool) -> str:
    if home:
        return say("You gather from the tile you are on; you are in your Hatch (Gather 1).")
    kind = _number(rest, RESOURCES, resource)
    if 0 <= kind < RAW and table.stock[table.sea[diver.place], kind] > 0:
        return say("Your inventory is full of it (Gather 2).")
    return say("There is no such resource on your tile (Gather 1).")


def _why_not_craft(view: View, diver: Diver, rest: str) -> str:
    number = _number(rest, ROCKETS, rocket_name)
    if number >= 0:
        if not diver.built[Card.RADIO]:
            return say("Rocket cards are built only with a finished Radio (Rocket Cards 1).")
        if view.table.rockets[number] != UNBUILT or view.table.unused[number]:
            return say("That rocket card is not there to be built (Rocket Cards 2).")
        return say("It costs {cost} (Craft 1).", cost=listed(view.box.rockets[number].cost))
    number = _number(rest, UPGRADES, upgrade_name)
    if number >= 0:
        if diver.upgrades[number]:
            return say("You have that upgrade already (Upgrades 1).")
        return say("It costs {cost} (Upgrades 1).", cost=listed(view.box.upgrades[number].cost))
    number = _number(rest, CARDS, card_name)
    if number >= 0:
        if diver.built[Card.RADIO] if number == Card.RADIO else not diver.hand[number]:
            return say("That blueprint is not in your hand (Craft 1).")
        return say("It costs {cost} (Craft 2).", cost=listed(view.box.cards[number].cost))
    return say("There is nothing of that name to build (Craft 1).")


def _number(rest: str, names: Sequence[str], called: Callable[[int], str]) -> int:
    """The number of what somebody named, in English or in their language; -1: none."""
    return next((number for number, name in enumerate(names) if rest in (name, called(number))), -1)
