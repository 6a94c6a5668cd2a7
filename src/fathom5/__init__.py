"""Five deep-sea board games in one package."""

from typing import TYPE_CHECKING, Any

from fathom5.kernel.errors import IllegalMove, Mistake
from fathom5.kernel.game import Game, all_games, find_game
from fathom5.kernel.marks import NATURE, STRANGER

if TYPE_CHECKING:
    from fathom5.lab import simulate
    from fathom5.match import Match, View

__version__ = "0.1.0"
__all__ = [
    "NATURE",
    "STRANGER",
    "Game",
    "IllegalMove",
    "Match",
    "Mistake",
    "View",
    "all_games",
    "find_game",
    "simulate",
]

_LATER = {"Match": "fathom5.match", "View": "fathom5.match", "simulate": "fathom5.lab"}


def __getattr__(name: str) -> Any:
    """Open what needs numpy only when it is used."""
    if name not in _LATER:
        raise AttributeError(f"module 'fathom5' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
