"""What of the box of Deeper a move uses, for studies."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from fathom5.core import NATURE, decode, is_kind, rule
from fathom5.core.schema import Array
from fathom5.games.deeper import sea
from fathom5.games.deeper.table import (
    CARDS,
    DEPTHS,
    RESOURCES,
    ROCKETS,
    UPGRADES,
    Box,
    Build,
    BuildRocket,
    Card,
    Convert,
    CraftUpgrade,
    DrawTile,
    Explore,
    Follow,
    Gather,
    GatherOne,
    Haul,
    Phase,
    Resource,
    Scan,
    Swim,
    Table,
    Take,
    Terraform,
    names,
)

MILESTONES = len(DEPTHS) - 1
ACHIEVEMENTS = (
    *(f"milestone: {depth}" for depth in DEPTHS[1:]),
    "food in storage",
    "built the last rocket card",
)

FIRSTS = {"bought first": ("upgrade", "card", "rocket")}


class Tally(IntEnum):
    """What a move counts for, by what is decided and what lies on the table; the piles come after these."""

    SWIM = 0
    GATHER = 1
    EXPLORE = 2
    TERRAFORM = 3
    SCAN = 4
    CONVERT = 5
    CRAFT = 6
    FINS = 7
    KNIFE = 8
    SCANNER = 9
    FITS = 10
    DOES_NOT_FIT = 11
    PILE = 12


TALLIES = (
    *(f"action: {name}" for name in names(Tally)[: Tally.FINS]),
    *(f"ability: {name}" for name in names(Tally)[Tally.FINS : Tally.FITS]),
    "drawn tile on a free place: fits",
    "drawn tile on a free place: does not fit",
    *(f"pile: {depth}" for depth in DEPTHS),
)


def parts(box: Box, move: Any) -> list[str]:
    """What is built, the resources it is paid with, the pile scanned, and what a card or upgrade does."""
    match move:
        case Build(number):
            return [f"card: {CARDS[number]}", *_paid(box.cards[number].cost)]
        case CraftUpgrade(number):
            return [f"upgrade: {UPGRADES[number]}", *_paid(box.upgrades[number].cost)]
        case BuildRocket(number):
            return [f"rocket: {ROCKETS[number]}", *_paid(box.rockets[number].cost)]
        case Convert(number):
            conversion = box.conversions[number]
            return [f"ability: {names(Card)[conversion.card]}", *_paid(conversion.pay)]
        case Scan(pile):
            return [f"pile: {DEPTHS[pile]}"]
        case Follow():
            return ["ability: sea glide"]
        case Haul():
            return ["ability: winch"]
        case Take(resource):
            return [f"ability: {'garden' if resource == Resource.KELP else 'fish farm'}"]
    return []


def _paid(cost: Sequence[int] | Array[int]) -> list[str]:
    return [f"paid with: {RESOURCES[kind]}" for kind, amount in enumerate(cost) if amount > 0]


@rule
def achieve(table: Table, box: Box, seat: int, marks: Array[int]) -> None:
    """The milestones reached, food that lies in storage at the end, and who finished the rocket."""
    diver = table.divers[seat]
    for depth in range(MILESTONES):
        if diver.milestones[depth]:
            marks[depth] = 1
    if diver.storage[Resource.FOOD] > 0:
        marks[MILESTONES] = 1
    if table.finisher == seat:
        marks[MILESTONES + 1] = 1


@rule
def tally(table: Table, box: Box, move: int, counts: Array[int]) -> None:
    """The actions, what fins, knife and scanner add to them, and how tiles of the piles fit and are laid."""
    if table.actor == NATURE:
        if is_kind(move, DrawTile):
            tally_fit(table, box, decode(DrawTile, move).tile, counts)
        return
    if is_kind(move, Explore):
        counts[Tally.PILE + box.pile[table.market[decode(Explore, move).slot]]] += 1
    elif is_kind(move, Terraform):
        counts[Tally.PILE + box.pile[table.market[decode(Terraform, move).slot]]] += 1
    if table.phase == Phase.ACT:
        tally_action(move, counts)
    elif table.phase == Phase.SECOND_SWIM:
        counts[Tally.FINS] += is_kind(move, Swim)
    elif table.phase == Phase.END_GATHER:
        counts[Tally.KNIFE] += is_kind(move, GatherOne)
    elif table.phase == Phase.FREE_EXPLORE:
        counts[Tally.SCANNER] += is_kind(move, Explore) or is_kind(move, Terraform)


@rule
def tally_action(move: int, counts: Array[int]) -> None:
    """The action of the rulebook that a move is."""
    if is_kind(move, Swim):
        counts[Tally.SWIM] += 1
    elif is_kind(move, Gather) or is_kind(move, GatherOne):
        counts[Tally.GATHER] += 1
    elif is_kind(move, Explore):
        counts[Tally.EXPLORE] += 1
    elif is_kind(move, Terraform):
        counts[Tally.TERRAFORM] += 1
    elif is_kind(move, Scan):
        counts[Tally.SCAN] += 1
    elif is_kind(move, Convert):
        counts[Tally.CONVERT] += 1
    elif is_kind(move, Build) or is_kind(move, CraftUpgrade) or is_kind(move, BuildRocket):
        counts[Tally.CRAFT] += 1


@rule
def tally_fit(table: Table, box: Box, tile: int, counts: Array[int]) -> None:
    """On how many of the free places next to the pawn a drawn tile fits."""
    place = table.divers[table.turn].place
    for way in range(6):
        there = sea.beside(box, place, way)
        if sea.free_place(table, there):
            fits = sea.matches(box, tile, sea.edges_around(table, box, there))
            counts[Tally.FITS if fits else Tally.DOES_NOT_FIT] += 1
