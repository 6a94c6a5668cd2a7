"""Languages and guidance: what is said to people, and how a game's words and lessons are found."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from fathom5.core.game import Game
from fathom5.text.language import add_catalogues


@cache
def words(game: Game) -> ModuleType:
    """A game's words: names of moves, what happened, what is asked, why not."""
    return speaking_room(game, "words")


@cache
def guide(game: Game) -> ModuleType | None:
    """What a game tells somebody new; a game may go without."""
    return speaking_room(game, "guide") if game.has_room("guide") else None


def speaking_room(game: Game, name: str) -> ModuleType:
    """A module of a game that talks, with the languages it knows."""
    add_catalogues(game.package)
    return game.room(name)
