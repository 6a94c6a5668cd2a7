"""Moves of SCUBA that no bot should make, whatever its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.scuba.table import GoOn, See

if TYPE_CHECKING:
    from fathom5.view import View


def passes_an_animal(view: View, move: int) -> bool:
    """It could see an animal here for nothing."""
    seen = any(isinstance(each, See) for each in view.open_moves)
    return isinstance(view.decoded(move), GoOn) and seen


ABSURD = {
    "goes on past an animal it could see": passes_an_animal,
}
