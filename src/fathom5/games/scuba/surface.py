"""Reaching the surface and snorkeling in SCUBA."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.scuba.ending import solo_round
from fathom5.games.scuba.sea import SURFACE, leave_space, under_boat
from fathom5.games.scuba.table import Box, Diver, Phase, State, Table


@rule
def may_go_up(table: Table, box: Box) -> bool:
    """Nobody swims up or surfaces in the turn of diving in, which is round 1 (SC-18, SC-21)."""
    return table.rounds > 1 or box.edition == 1


@rule
def come_up(table: Table, box: Box, diver: Diver) -> None:
    """To the water line, which ends the turn; a deco token costs points (SC-9, SC-12)."""
    leave_space(table)
    if diver.tokens > 0:
        diver.minus += box.deco_surfacing
        diver.tokens = 0
    diver.row = SURFACE
    diver.state = State.SNORKELING
    table.ended = 1


@rule
def climb_aboard(diver: Diver) -> None:
    """On the boat there are no more turns (SC-9, SC-19)."""
    diver.state = State.HOME


@rule
def may_climb_aboard(box: Box, diver: Diver) -> bool:
    """A snorkeler beside the boat, also without a step (SC-22)."""
    return diver.state == State.SNORKELING and under_boat(box, diver.column)


@rule
def surface(table: Table, box: Box, diver: Diver) -> bool:
    """Come up; beside the boat the diver is asked whether to climb aboard or to snorkel (SC-19)."""
    come_up(table, box, diver)
    if not under_boat(box, diver.column):
        return False
    if box.edition == 1:
        climb_aboard(diver)
        return False
    if solo_round(table):
        return False
    table.phase = Phase.SURFACED
    table.actor = table.turn
    return True
