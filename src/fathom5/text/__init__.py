"""Languages and guidance: what is said to people, and how a game's words and lessons are found."""

from __future__ import annotations

from functools import cache
from pathlib import Path
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


def rules_text(game: Game, language: str) -> str:
    """How a game is played, as Markdown; English if a language lacks it, empty if the game has none."""
    pages = [game.folder / f"rules_page.{language}.md", game.folder / "rules_page.md"]
    path = next(filter(Path.exists, pages), None)
    return path.read_text("utf-8") if path else ""


def speaking_room(game: Game, name: str) -> ModuleType:
    """A module of a game that talks, with the languages it knows."""
    add_catalogues(game.package)
    return game.room(name)
