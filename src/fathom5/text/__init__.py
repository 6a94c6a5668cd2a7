"""Languages and guidance: what is said to people, and how a game's words and lessons are found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fathom5.core.contract import Guide, Words
from fathom5.core.game import Game
from fathom5.text.language import add_catalogues
from fathom5.text.unguided import Unguided


@cache
def words(game: Game) -> Words:
    """A game's words, in the languages it knows."""
    add_catalogues(game.package)
    return game.role(Words)


@cache
def guide(game: Game) -> Guide:
    """A game's guide, in the languages it knows; one without lessons where it brings none."""
    add_catalogues(game.package)
    return game.role(Guide) if game.brings(Guide) else Unguided()


def rules_text(game: Game, language: str) -> str:
    """How a game is played, as Markdown; English if a language lacks it, empty if the game has none."""
    pages = [game.folder / f"rules_page.{language}.md", game.folder / "rules_page.md"]
    path = next(filter(Path.exists, pages), None)
    return path.read_text("utf-8") if path else ""
