"""What of the box of Deeper a move uses, for studies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fathom5.core import rule
from fathom5.core.schema import Array
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
    Resource,
    Scan,
    Table,
    names,
)

MILESTONES = len(DEPTHS) - 1
ACHIEVEMENTS = (*(f"milestone: {depth}" for depth in DEPTHS[1:]), "food in storage")


def parts(box: Box, move: Any) -> list[str]:
    """What is built, the resources it is paid with, and the pile that is drawn from."""
    match move:
        case Build(number):
            return [f"card: {CARDS[number]}", *_paid(box.cards[number].cost)]
        case CraftUpgrade(number):
            return [f"upgrade: {UPGRADES[number]}", *_paid(box.upgrades[number].cost)]
        case BuildRocket(number):
            return [f"rocket: {ROCKETS[number]}", *_paid(box.rockets[number].cost)]
        case Convert(number):
            conversion = box.conversions[number]
            return [f"converted by: {names(Card)[conversion.card]}", *_paid(conversion.pay)]
        case Scan(pile):
            return [f"pile: {DEPTHS[pile]}"]
        case DrawTile(tile):
            return [f"pile: {DEPTHS[box.pile[tile]]}"]
    return []


def _paid(cost: Sequence[int] | Array[int]) -> list[str]:
    return [f"paid with: {RESOURCES[kind]}" for kind, amount in enumerate(cost) if amount > 0]


@rule
def achieve(table: Table, box: Box, seat: int, marks: Array[int]) -> None:
    """The milestones reached, and food that lies in storage at the end."""
    diver = table.divers[seat]
    for depth in range(MILESTONES):
        if diver.milestones[depth]:
            marks[depth] = 1
    if diver.storage[Resource.FOOD] > 0:
        marks[MILESTONES] = 1
