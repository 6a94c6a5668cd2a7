"""Moves of Deeper that no bot should make, whatever its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.deeper.sea import at_home, beside, hatch_of
from fathom5.games.deeper.table import Breathe, GiveBack, Swim

if TYPE_CHECKING:
    from fathom5.view import View


def drowns_at_the_hatch(view: View, move: int) -> bool:
    """It has no air left but something to lose, and one swim would bring it home."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if not isinstance(view.decoded(move), Breathe) or at_home(diver) or diver.air or not diver.carried:
        return False
    swims = [each for each in view.open_moves if isinstance(each, Swim)]
    return any(beside(box, diver.place, each.way) == hatch_of(table, box, view.seat) for each in swims)


def gives_back_what_it_gathers(view: View, move: int) -> bool:
    """It makes room for a resource by returning one of the same kind."""
    given = view.decoded(move)
    return isinstance(given, GiveBack) and given.resource == view.table.gathering


ABSURD = {
    "drowns where one swim would bring it home": drowns_at_the_hatch,
    "gives back what it gathers": gives_back_what_it_gathers,
}
