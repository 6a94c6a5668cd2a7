"""What of the box of SCUBA a move uses, for studies."""

from __future__ import annotations

from typing import Any

from fathom5.core import rule
from fathom5.core.schema import Array
from fathom5.games.scuba.table import (
    COLOURS,
    EMPTY_TILE,
    EVENT_NAMES,
    EVENT_TILE,
    SPECIES,
    SPECIES_NAMES,
    Box,
    DrawEvent,
    Reveal,
    State,
    Table,
)

DROWNED = SPECIES + len(COLOURS)
ACHIEVEMENTS = (
    *(f"seen: {name}" for name in SPECIES_NAMES),
    *(f"seen: a {name} animal" for name in COLOURS),
    "drowned",
)


def parts(box: Box, move: Any) -> list[str]:
    """What was turned up, and the event that was drawn."""
    match move:
        case Reveal(front):
            fronts = {EVENT_TILE: "event", EMPTY_TILE: "empty sea"}
            return [f"turned up: {fronts.get(front) or SPECIES_NAMES[front]}"]
        case DrawEvent(card):
            return [f"event: {EVENT_NAMES[box.events[card].name]}"]
    return []


@rule
def achieve(table: Table, box: Box, seat: int, marks: Array[int]) -> None:
    """The animals on a diver's cards, their colours, and whether it drowned."""
    diver = table.divers[seat]
    for species in range(SPECIES):
        if diver.seen[species]:
            marks[species] = 1
            marks[SPECIES + box.species[species].colour] = 1
    if diver.state == State.DROWNED or diver.state == State.RESCUED:
        marks[DROWNED] = 1
