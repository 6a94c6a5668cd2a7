"""Deeper in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fathom5.games.deeper import rules, sea
from fathom5.games.deeper.table import (
    ACT,
    CARDS,
    DEPTHS,
    END_GATHER,
    FREE_EXPLORE,
    GLIDE,
    HARVEST,
    HATCH,
    KINDS,
    LAY,
    LEAVE_OUT,
    MAKE_ROOM,
    MARKET,
    PILE_TILES,
    RADIO,
    RAW,
    RESOURCES,
    ROCKETS,
    SECOND_SWIM,
    START_TILES,
    TRIM,
    UNBUILT,
    UPGRADES,
    WAYS,
)
from fathom5.kernel.lang import heard, say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View

STAGES = (
    (rules.BREATHE, "breathe", "{who} ends the turn."),
    (rules.SWIM, "swim {what}", "{who} swims {what}."),
    (rules.GATHER, "gather {what}", "{who} gathers {what}."),
    (rules.GATHER_ONE, "gather {what}", "{who} gathers {what}."),
    (rules.EXPLORE, "explore {what}", "{who} explores: tile {what}."),
    (rules.TERRAFORM, "terraform {what}", "{who} terraforms: tile {what}."),
    (rules.SCAN, "scan {what}", "{who} scans the {what} pile."),
    (rules.CONVERT, "convert {what}", "{who} converts {what}."),
    (rules.CRAFT, "build {what}", "{who} builds the {what}."),
    (rules.UPGRADE, "craft {what}", "{who} builds the {what}."),
    (rules.ROCKET, "build {what}", "{who} builds the {what}."),
    (rules.STORE, "store {what}", "{who} stores {what}."),
    (rules.FETCH, "fetch {what}", "{who} fetches {what}."),
    (rules.SWAP, "swap {what}", "{who} swaps {what}."),
    (rules.HAUL, "winch {what}", "{who} winches {what}."),
    (rules.GIVE_BACK, "return {what}", "{who} returns {what}."),
    (rules.LAY_DOWN, "lay {what}", "{who} lays the tile: {what}."),
    (rules.LESS, "leave out {what}", "The new tile goes without: {what}."),
    (rules.FOLLOW, "follow", "{who} glides into the new tile."),
    (rules.UNDERNEATH, "put {what} under", "{who} puts {what} under its pile."),
    (rules.TAKE, "take {what}", "{who} takes {what} from the habitat."),
    (rules.STARTS, "start {what}", "Player {what} goes first."),
    (rules.DRAW_TILE, "draw {what}", "{who} draws tile {what}."),
    (rules.BLUEPRINT, "draw {what}", "{who} draws the blueprint: {what}."),
    (rules.SOME_BLUEPRINT, "draw a blueprint", "{who} draws a blueprint."),
    (rules.DROWN, "lose {what}", "{who} loses {what}."),
)
"""Where each kind of move begins, how it is named, and how it is told."""

FIRSTS = tuple(first for first, _, _ in STAGES)
NAMED = tuple(named for _, named, _ in STAGES)
TOLD = tuple(told for _, _, told in STAGES)


def code(box: Any, tile: int) -> str:
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


def listed(amounts: Sequence[int]) -> str:
    """Resources in words: `2 fish, kelp`."""
    return ", ".join(some(n, kind) if n > 1 else resource(kind) for kind, n in enumerate(amounts) if n)


def name(table: Any, box: Any, move: int) -> str:
    """A move as a person types it."""
    if move == rules.DONE:
        return _declined(table.phase)
    if _goes_home(table, box, move):
        return say("swim home")
    return say(NAMED[stage(move)], what=about(table, box, move))


def stage(move: int) -> int:
    """Which kind of move it is."""
    return bisect_right(FIRSTS, move) - 1


def _declined(phase: int) -> str:
    return {
        SECOND_SWIM: say("stop"),
        MAKE_ROOM: say("enough"),
        GLIDE: say("stay"),
        FREE_EXPLORE: say("explore nothing"),
        END_GATHER: say("gather nothing"),
        HARVEST: say("take nothing"),
    }.get(phase, say("nothing"))


def _goes_home(table: Any, box: Any, move: int) -> bool:
    if not rules.SWIM <= move < rules.GATHER:
        return False
    there = sea.beside(box, table.divers[table.turn].place, move - rules.SWIM)
    return bool(table.sea[there] == HATCH)


def about(table: Any, box: Any, move: int) -> str:
    """What a move is about: a way, a resource, a tile, a card."""
    first = FIRSTS[stage(move)]
    number = move - first
    if "{what}" not in NAMED[stage(move)]:
        return ""
    if first in (rules.SWIM, rules.LAY_DOWN):
        return towards(number)
    if first in (rules.EXPLORE, rules.TERRAFORM):
        way, slot = divmod(number, MARKET)
        return f"{code(box, table.market[slot])} {towards(way)}"
    if first in (rules.UNDERNEATH, rules.DRAW_TILE):
        return code(box, table.market[number] if first == rules.UNDERNEATH else number)
    if first == rules.SCAN:
        return DEPTHS[number]
    if first == rules.STARTS:
        return str(number + 1)
    if first in (rules.CRAFT, rules.BLUEPRINT, rules.UPGRADE, rules.ROCKET):
        called = {rules.UPGRADE: upgrade_name, rules.ROCKET: rocket_name}.get(first, card_name)
        return called(number)
    return _about_resources(box, first, number)


def _about_resources(box: Any, first: int, number: int) -> str:
    if first == rules.CONVERT:
        conversion = box.conversions[number]
        return say("{pay} to {gain}", pay=listed(conversion.pay), gain=listed(conversion.gain))
    if first == rules.SWAP:
        kind, other = divmod(number, KINDS)
        return say("{kind} for {other}", kind=resource(kind), other=resource(other))
    if first == rules.HAUL:
        way, kind = divmod(number, RAW)
        return say("{kind} from {way}", kind=resource(kind), way=towards(way))
    if first == rules.GATHER_ONE:
        return some(1, number)
    return resource(number)


def also(table: Any, box: Any, move: int) -> list[str]:
    """Other ways to say a move."""
    if move == rules.BREATHE:
        return ["b", "end turn", "pass"]
    if move == rules.DONE:
        return ["no", "done", "nothing"]
    return ["glide"] if move == rules.FOLLOW else []


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table, diver = view.table, view.table.divers[view.seat]
    if table.phase == ACT:
        return _ask_for_action(table, diver)
    if table.phase == LAY:
        return say("You scanned {tile}. Where do you lay it?", tile=code(view.box, table.held))
    if table.phase == MAKE_ROOM:
        kind = resource(table.gathering)
        return say("Your inventory is full. What do you return to make room for {kind}?", kind=kind)
    return {
        SECOND_SWIM: say("Your fins let you swim one place more. Which way?"),
        LEAVE_OUT: say("The new tile gets one resource fewer. Which one is left out?"),
        GLIDE: say("Do you glide into the new tile?"),
        TRIM: say("The market is too full. Which tile goes under its pile?"),
        FREE_EXPLORE: say("Your scanner found nothing that fits: you may explore for free."),
        END_GATHER: say("Your knife may gather 1 resource before you breathe."),
    }.get(table.phase, say("Your habitat has grown something. Do you take it?"))


def _ask_for_action(table: Any, diver: Any) -> str:
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


def tell(before: View, move: int, after: View) -> list[str]:
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


def _told(before: View, move: int) -> str:
    """One sentence about the move itself."""
    table, box = before.table, before.box
    who = before.names[table.turn]
    if move == rules.DONE:
        return ""
    if _goes_home(table, box, move):
        return say("{who} swims home.", who=who)
    return say(TOLD[stage(move)], who=who, what=about(table, box, move))


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table, diver = view.table, view.table.divers[view.seat]
    verb, rest = heard(words, *NAMED)
    home = sea.at_home(diver)
    known = ("swim", "gather", "explore", "terraform", "scan", "convert", "craft", "build")
    if verb in known and table.phase == ACT and table.actions == 0:
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


def _why_not_gather(table: Any, diver: Any, rest: str, home: bool) -> str:
    if home:
        return say("You gather from the tile you are on; you are in your Hatch (Gather 1).")
    kind = _number(rest, RESOURCES, resource)
    if 0 <= kind < RAW and table.stock[table.sea[diver.place], kind] > 0:
        return say("Your inventory is full of it (Gather 2).")
    return say("There is no such resource on your tile (Gather 1).")


def _why_not_craft(view: View, diver: Any, rest: str) -> str:
    number = _number(rest, ROCKETS, rocket_name)
    if number >= 0:
        if not diver.built[RADIO]:
            return say("Rocket cards are built only with a finished Radio (Rocket Cards 1).")
        if view.table.rockets[number] != UNBUILT:
            return say("That rocket card is not there to be built (Rocket Cards 2).")
        return say("It costs {cost} (Craft 1).", cost=listed(view.box.rockets[number].cost))
    number = _number(rest, UPGRADES, upgrade_name)
    if number >= 0:
        if diver.upgrades[number]:
            return say("You have that upgrade already (Upgrades 1).")
        return say("It costs {cost} (Upgrades 1).", cost=listed(view.box.upgrades[number].cost))
    number = _number(rest, CARDS, card_name)
    if number >= 0:
        if diver.built[RADIO] if number == RADIO else not diver.hand[number]:
            return say("That blueprint is not in your hand (Craft 1).")
        return say("It costs {cost} (Craft 2).", cost=listed(view.box.cards[number].cost))
    return say("There is nothing of that name to build (Craft 1).")


def _number(rest: str, names: Sequence[str], called: Callable[[int], str]) -> int:
    """The number of what somebody named, in English or in their language; -1: none."""
    return next((number for number, name in enumerate(names) if rest in (name, called(number))), -1)
