"""Drawing: SVG parts, and how a game's board is found."""

from __future__ import annotations

from functools import cache

from fathom5.core.contract import Board
from fathom5.core.game import Game
from fathom5.draw.plain import PlainBoard
from fathom5.text.language import add_catalogues


@cache
def board(game: Game) -> Board:
    """A game's board, in the languages it knows; a plain list of what is seen where it draws none."""
    add_catalogues(game.package)
    return game.role(Board) if game.brings(Board) else PlainBoard()
