"""Five deep-sea board games in one package."""

from typing import TYPE_CHECKING, Any

from fathom5.core.errors import IllegalMove, Mistake
from fathom5.core.game import Game, all_games, find_game
from fathom5.core.rule import NATURE, STRANGER

if TYPE_CHECKING:
    from fathom5.bots import Bot
    from fathom5.engine.position import Position
    from fathom5.lab.arena import arena
    from fathom5.lab.simulation import simulate
    from fathom5.lab.study import study
    from fathom5.match import Match
    from fathom5.record import Record
    from fathom5.view import View

__version__ = "0.1.0"
__all__ = [
    "NATURE",
    "STRANGER",
    "Bot",
    "Game",
    "IllegalMove",
    "Match",
    "Mistake",
    "Position",
    "Record",
    "View",
    "all_games",
    "arena",
    "find_game",
    "simulate",
    "study",
]

_LATER = {
    "Bot": "fathom5.bots",
    "Match": "fathom5.match",
    "Position": "fathom5.engine.position",
    "Record": "fathom5.record",
    "View": "fathom5.view",
    "arena": "fathom5.lab.arena",
    "simulate": "fathom5.lab.simulation",
    "study": "fathom5.lab.study",
}


def __getattr__(name: str) -> Any:
    """Open what is heavy only when it is used."""
    if name not in _LATER:
        raise AttributeError(f"module 'fathom5' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return __all__
