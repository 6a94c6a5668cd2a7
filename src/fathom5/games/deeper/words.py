"""Deeper in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from collections.abc import Sequence
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
from fathom5.kernel.lang import say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View

DECLINING = {
    SECOND_SWIM: "stop",
    MAKE_ROOM: "enough",
    GLIDE: "stay",
    FREE_EXPLORE: "explore nothing",
    END_GATHER: "gather nothing",
    HARVEST: "take nothing",
}


def code(box: Any, tile: int) -> str:
    """A tile by its pile and a letter, `40c`; a starting tile by its seat, `s2a`."""
    if tile >= PILE_TILES:
        seat, number = divmod(tile - PILE_TILES, START_TILES)
        return f"s{seat + 1}{'abc'[number]}"
    pile = box.pile[tile]
    return f"{DEPTHS[pile][:-1]}{chr(ord('a') + tile - box.first[pile])}"


def listed(amounts: Sequence[int]) -> str:
    """Resources in words: `2 fish, kelp`."""
    parts = [f"{n} {RESOURCES[kind]}" if n > 1 else RESOURCES[kind] for kind, n in enumerate(amounts) if n]
    return ", ".join(parts)


def name(table: Any, box: Any, move: int) -> str:
    """A move as a person types it."""
    if move == rules.BREATHE:
        return "breathe"
    if move == rules.DONE:
        return DECLINING.get(table.phase, "nothing")
    if move < rules.GATHER:
        way = move - rules.SWIM
        there = sea.beside(box, table.divers[table.turn].place, way)
        return "swim home" if table.sea[there] == HATCH else f"swim {WAYS[way]}"
    if move < rules.SCAN:
        return _name_on_the_sea(table, box, move)
    if move < rules.STORE:
        return _name_at_home(box, move)
    if move < rules.GIVE_BACK:
        return _name_of_free(move)
    return _name_of_answer(table, box, move)


def _name_on_the_sea(table: Any, box: Any, move: int) -> str:
    if move < rules.GATHER_ONE:
        return f"gather {RESOURCES[move - rules.GATHER]}"
    if move < rules.EXPLORE:
        return f"gather 1 {RESOURCES[move - rules.GATHER_ONE]}"
    verb, first = ("explore", rules.EXPLORE) if move < rules.TERRAFORM else ("terraform", rules.TERRAFORM)
    way, slot = divmod(move - first, MARKET)
    return f"{verb} {code(box, table.market[slot])} {WAYS[way]}"


def _name_at_home(box: Any, move: int) -> str:
    if move < rules.CONVERT:
        return f"scan {DEPTHS[move - rules.SCAN]}"
    if move < rules.CRAFT:
        conversion = box.conversions[move - rules.CONVERT]
        return f"convert {listed(conversion.pay)} to {listed(conversion.gain)}"
    if move < rules.UPGRADE:
        return f"build {CARDS[move - rules.CRAFT]}"
    if move < rules.ROCKET:
        return f"craft {UPGRADES[move - rules.UPGRADE]}"
    return f"build {ROCKETS[move - rules.ROCKET]}"


def _name_of_free(move: int) -> str:
    if move < rules.FETCH:
        return f"store {RESOURCES[move - rules.STORE]}"
    if move < rules.SWAP:
        return f"fetch {RESOURCES[move - rules.FETCH]}"
    if move < rules.HAUL:
        kind, other = divmod(move - rules.SWAP, KINDS)
        return f"swap {RESOURCES[kind]} for {RESOURCES[other]}"
    way, kind = divmod(move - rules.HAUL, RAW)
    return f"winch {RESOURCES[kind]} from {WAYS[way]}"


def _name_of_answer(table: Any, box: Any, move: int) -> str:
    if move < rules.LAY_DOWN:
        return f"return {RESOURCES[move - rules.GIVE_BACK]}"
    if move < rules.LESS:
        return f"lay {WAYS[move - rules.LAY_DOWN]}"
    if move < rules.FOLLOW:
        return f"leave out {RESOURCES[move - rules.LESS]}"
    if move == rules.FOLLOW:
        return "follow"
    if move < rules.TAKE:
        return f"put {code(box, table.market[move - rules.UNDERNEATH])} under"
    if move < rules.STARTS:
        return f"take {RESOURCES[move - rules.TAKE]}"
    if move < rules.DRAW_TILE:
        return f"start {move - rules.STARTS + 1}"
    if move < rules.BLUEPRINT:
        return f"draw {code(box, move - rules.DRAW_TILE)}"
    if move < rules.SOME_BLUEPRINT:
        return f"draw {CARDS[move - rules.BLUEPRINT]}"
    if move == rules.SOME_BLUEPRINT:
        return "draw a blueprint"
    return f"lose {RESOURCES[move - rules.DROWN]}"


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
        kind = RESOURCES[table.gathering]
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
    sentences = [_told(before, move, after, who)]
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


def _told(before: View, move: int, after: View, who: str) -> str:
    """One sentence about the move itself."""
    table, box = before.table, before.box
    words = name(table, box, move)
    values: dict[str, object] = {"who": who, "words": words, "rest": words.partition(" ")[2]}
    if move == rules.BREATHE:
        return say("{who} ends the turn.", who=who)
    if move == rules.DONE:
        return ""
    if move < rules.GATHER:
        return say("{who} swims {rest}.", **values)
    if move < rules.EXPLORE:
        return say("{who} gathers {rest}.", **values)
    if move < rules.TERRAFORM:
        return say("{who} explores: tile {rest}.", **values)
    if move < rules.SCAN:
        return say("{who} terraforms: tile {rest}.", **values)
    if move < rules.CONVERT:
        return say("{who} scans the {rest} pile.", **values)
    if move < rules.CRAFT:
        return say("{who} converts {rest}.", **values)
    if move < rules.STORE:
        return say("{who} builds the {rest}.", **values)
    return _told_in_between(move, values)


def _told_in_between(move: int, values: dict[str, object]) -> str:
    if move < rules.FETCH:
        return say("{who} stores {rest}.", **values)
    if move < rules.SWAP:
        return say("{who} fetches {rest}.", **values)
    if move < rules.HAUL:
        return say("{who} swaps {rest}.", **values)
    if move < rules.GIVE_BACK:
        return say("{who} winches {rest}.", **values)
    if move < rules.LAY_DOWN:
        return say("{who} returns {rest}.", **values)
    if move < rules.LESS:
        return say("{who} lays the tile: {rest}.", **values)
    if move < rules.FOLLOW:
        return say("The new tile goes without: {rest}.", rest=str(values["rest"]).removeprefix("out "))
    if move < rules.UNDERNEATH:
        return say("{who} glides into the new tile.", **values)
    if move < rules.TAKE:
        return say("{who} puts {rest}.", **values)
    if move < rules.STARTS:
        return say("{who} takes {rest} from the habitat.", **values)
    if move < rules.DRAW_TILE:
        return say("Player {rest} goes first.", **values)
    if move < rules.BLUEPRINT:
        return say("{who} draws tile {rest}.", **values)
    if move < rules.SOME_BLUEPRINT:
        return say("{who} draws the blueprint: {rest}.", **values)
    if move == rules.SOME_BLUEPRINT:
        return say("{who} draws a blueprint.", **values)
    return say("{who} loses {rest}.", **values)


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table, diver = view.table, view.table.divers[view.seat]
    parts = words.lower().split()
    verb, rest = (parts[0], " ".join(parts[1:])) if parts else ("", "")
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
    kind = RESOURCES.index(rest) if rest in RESOURCES[:RAW] else -1
    if kind >= 0 and table.stock[table.sea[diver.place], kind] > 0:
        return say("Your inventory is full of it (Gather 2).")
    return say("There is no such resource on your tile (Gather 1).")


def _why_not_craft(view: View, diver: Any, rest: str) -> str:
    if rest in ROCKETS:
        if not diver.built[RADIO]:
            return say("Rocket cards are built only with a finished Radio (Rocket Cards 1).")
        number = ROCKETS.index(rest)
        if view.table.rockets[number] != UNBUILT:
            return say("That rocket card is not there to be built (Rocket Cards 2).")
        return say("It costs {cost} (Craft 1).", cost=listed(view.box.rockets[number].cost))
    if rest in UPGRADES:
        number = UPGRADES.index(rest)
        if diver.upgrades[number]:
            return say("You have that upgrade already (Upgrades 1).")
        return say("It costs {cost} (Upgrades 1).", cost=listed(view.box.upgrades[number].cost))
    if rest in CARDS:
        number = CARDS.index(rest)
        if diver.built[RADIO] if number == RADIO else not diver.hand[number]:
            return say("That blueprint is not in your hand (Craft 1).")
        return say("It costs {cost} (Craft 2).", cost=listed(view.box.cards[number].cost))
    return say("There is nothing of that name to build (Craft 1).")
