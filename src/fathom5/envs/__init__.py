"""Environments for learning agents, by the interfaces that their users know.

`aec` makes an environment of PettingZoo, `vector` one of Gymnasium's vector environments, in which one seat
learns and the others are bots, and `self_play` one in which every seat is asked. They need the extra
`fathom5[envs]`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fathom5.core.errors import Mistake

if TYPE_CHECKING:
    from fathom5.envs.gymnasium_env import self_play, vector
    from fathom5.envs.pettingzoo_env import aec

__all__ = ["aec", "self_play", "vector"]

_ROOMS = {
    "aec": "fathom5.envs.pettingzoo_env",
    "self_play": "fathom5.envs.gymnasium_env",
    "vector": "fathom5.envs.gymnasium_env",
}


def needed(module: str, extra: str) -> Any:
    """A module of an extra; raises Mistake with what to install if it is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise Mistake(f"This needs {error.name}: pip install 'fathom5[{extra}]'.") from None


def __getattr__(name: str) -> Any:
    """Open an interface only when it is used."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'fathom5.envs' has no attribute {name!r}")
    for module in ("gymnasium", "pettingzoo"):
        needed(module, "envs")
    return getattr(import_module(_ROOMS[name]), name)
