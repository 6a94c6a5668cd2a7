"""Moves of Deep Dive that no bot should make, whatever its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.deep_dive.table import ROCK, IngestRock, Take, TakeNothing

if TYPE_CHECKING:
    from fathom5.view import View


def eats_a_rock_for_nothing(view: View, move: int) -> bool:
    """It starts its dive there anyway."""
    eaten = view.decoded(move)
    return isinstance(eaten, IngestRock) and eaten.depth == view.table.depth


def retreats_with_nothing(view: View, move: int) -> bool:
    """Food lies where its penguins are trapped."""
    food = [each for each in view.open_moves if isinstance(each, Take) and each.tile > ROCK]
    return isinstance(view.decoded(move), TakeNothing) and bool(food)


ABSURD = {
    "eats a rock to start where it starts anyway": eats_a_rock_for_nothing,
    "retreats with nothing though there is food": retreats_with_nothing,
}
