"""Drawing: SVG parts, and how a game's board is found."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from fathom5.core.game import Game
from fathom5.text import speaking_room


@cache
def board(game: Game) -> ModuleType:
    """A game's drawing; a game without one gets a plain list of what is seen."""
    if game.has_room("board"):
        return speaking_room(game, "board")
    from fathom5.draw import plain

    return plain
