"""What of the box of SCUBA a move uses, for studies."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, decode, is_kind, rule
from fathom5.core.schema import Array
from fathom5.games.scuba.ending import solo_round
from fathom5.games.scuba.rules import too_fast
from fathom5.games.scuba.table import (
    BOTTOM,
    COLOURS,
    EMPTY_TILE,
    EVENT_NAMES,
    EVENT_TILE,
    SPECIES,
    SPECIES_NAMES,
    Box,
    DrawEvent,
    Flip,
    Reveal,
    See,
    State,
    Swim,
    Table,
    Way,
)

DROWNED = SPECIES + len(COLOURS)
AWAY = DROWNED + 1
ACHIEVEMENTS = (
    *(f"seen: {name}" for name in SPECIES_NAMES),
    *(f"seen: a {name} animal" for name in COLOURS),
    "way up: drowned",
    "way up: picked up away from the boat",
)

FAST = BOTTOM + 1
SNORKELED, SOLO = FAST + 1, FAST + 2
TALLIES = (
    *(f"depth: {5 * row}-{5 * row + 5} m" for row in range(BOTTOM + 1)),
    "way up: fast ascent",
    "way up: snorkeled",
    "way up: solo dive",
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
    """The animals on a diver's cards, their colours, and whether it drowned or was picked up."""
    diver = table.divers[seat]
    for species in range(SPECIES):
        if diver.seen[species]:
            marks[species] = 1
            marks[SPECIES + box.species[species].colour] = 1
    if diver.state == State.DROWNED or diver.state == State.RESCUED:
        marks[DROWNED] = 1
    if diver.state == State.SNORKELING and box.penalties[diver.column] > 0:
        marks[AWAY] = 1


@rule
def tally(table: Table, box: Box, move: int, counts: Array[int]) -> None:
    """How deep the diver is who decides, and whether it rises fast, snorkels or dives alone."""
    if table.actor == NATURE:
        return
    diver = table.divers[table.actor]
    if diver.state == State.DIVING:
        counts[diver.row] += 1
        if is_kind(move, Swim) and decode(Swim, move).way == Way.UP and too_fast(table, box):
            counts[FAST] += 1
        counts[SOLO] += solo_round(table)
    elif diver.state == State.SNORKELING:
        counts[SNORKELED] += is_kind(move, Flip) or is_kind(move, See)
