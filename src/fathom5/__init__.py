"""Five deep-sea board games in one package."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fathom5.bots import Bot
    from fathom5.coach.reviews import review
    from fathom5.core.errors import IllegalMove, Mistake
    from fathom5.core.game import Game, all_games, find_game
    from fathom5.core.rule import NATURE, STRANGER
    from fathom5.engine.position import Position
    from fathom5.lab.arena import arena
    from fathom5.lab.simulation import simulate
    from fathom5.lab.study import study
    from fathom5.match import Match
    from fathom5.record import Record
    from fathom5.view import View

__version__ = "1.0.0"
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
    "review",
    "simulate",
    "study",
]

_LATER = {
    "NATURE": "fathom5.core.rule",
    "STRANGER": "fathom5.core.rule",
    "Bot": "fathom5.bots",
    "Game": "fathom5.core.game",
    "IllegalMove": "fathom5.core.errors",
    "Match": "fathom5.match",
    "Mistake": "fathom5.core.errors",
    "Position": "fathom5.engine.position",
    "Record": "fathom5.record",
    "View": "fathom5.view",
    "all_games": "fathom5.core.game",
    "arena": "fathom5.lab.arena",
    "find_game": "fathom5.core.game",
    "review": "fathom5.coach.reviews",
    "simulate": "fathom5.lab.simulation",
    "study": "fathom5.lab.study",
}
"""Where each name is at home: numpy and numba are opened when one of them is used, not before."""


def __getattr__(name: str) -> Any:
    """What a public name stands for; raises Mistake with what to install if it needs an extra."""
    if name not in _LATER:
        raise AttributeError(f"module 'fathom5' has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(_LATER[name]), name)
    except ModuleNotFoundError as error:
        if not _LATER[name].startswith("fathom5.lab."):
            raise
        from fathom5.core.errors import Mistake

        package = (error.name or "").partition(".")[0]
        raise Mistake(f"fathom5.{name} needs {package}: pip install 'fathom5[lab]'.") from None


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
