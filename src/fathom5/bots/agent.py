"""A trained agent as a bot: a small network in a file, asked with numpy alone.

The file (.npz) names its game and number of players and has the layers of a policy: each a matrix and a bias,
rectified in between; the last gives a number for every action, and the open action with the highest is taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, find_game
from fathom5.engine import is_compiled
from fathom5.observation import Layout, Observer, actions, layout
from fathom5.view import View

Layer = tuple[NDArray[Any], NDArray[Any]]
"""A matrix, a row for each unit, and the bias."""

MOST_BYTES = 64 << 20
"""A larger file is no agent."""


def digest(told: Layout) -> str:
    """A short name of what an observation's numbers mean; an agent is of use with just that."""
    text = "\n".join(f"{label.name} {label.scale:.6g}" for label in told.labels)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def save_agent(path: Path, told: Layout, columns: NDArray[np.int64], layers: Sequence[Layer]) -> None:
    """Write an agent; columns are the numbers of an observation that its first layer takes, scaled."""
    numbers: dict[str, Any] = {}
    for place, (weights, bias) in enumerate(layers):
        numbers[f"weights{place}"], numbers[f"bias{place}"] = (
            weights.astype(np.float16),
            bias.astype(np.float16),
        )
    np.savez_compressed(
        path,
        game=np.array(told.game.name),
        players=np.array(told.players),
        features=np.array(told.features > 0),
        layout=np.array(digest(told)),
        columns=columns.astype(np.int32),
        **numbers,
    )


class Agent:
    """A bot out of a file; it plays one game with one number of players, on any seat."""

    def __init__(self, path: Path) -> None:
        """Read an agent; raises Mistake if the file is none, or for observations of another version."""
        self.path = path
        try:
            content = _content(path)
            self.game: Game = find_game(str(content["game"]))
            self.layout = layout(self.game, int(content["players"]), bool(content["features"]))
            self.columns = content["columns"].astype(np.int64)
            self.layers: list[Layer] = []
            while f"weights{len(self.layers)}" in content:
                place = len(self.layers)
                weights, bias = content[f"weights{place}"], content[f"bias{place}"]
                self.layers.append((weights.astype(np.float32), bias.astype(np.float32)))
            fits = str(content["layout"]) == digest(self.layout)
        except OSError as error:
            raise Mistake(f"The agent {path} cannot be read: {error.strerror or error}.") from None
        except (BadZipFile, KeyError, ValueError, TypeError):
            raise Mistake(f"{path} is no agent; examples/train_ppo.py writes such files.") from None
        if not fits:
            raise Mistake(f"{path} was trained on other observations of {self.game.title}; train it anew.")
        self.name = f"agent:{path.stem}"
        self._actions = actions(self.game, self.layout.players)
        self._scales, self._own = self.layout.scales[self.columns], local()

    def __call__(self, view: View) -> int:
        """The open move that it likes best; raises Mistake at a table it was not trained for."""
        if view.game.name != self.game.name or len(view.names) != self.layout.players:
            raise Mistake(f"{self.name} plays {self.game.title} with {self.layout.players} players only.")
        if len(view.ids) == 1:
            return view.ids[0]
        numbers = self._observer().codes(view.array, view.box_array, view.seat)[self.columns] * self._scales
        liked = self.liked(numbers)[self._actions.of_moves[view.seat, list(view.ids)]]
        return view.ids[int(liked.argmax())]

    def _observer(self) -> Observer:
        """The one of this thread."""
        if not hasattr(self._own, "observer"):
            compiled = is_compiled(self.game, ("observe_table",))
            self._own.observer = Observer(self.game, self.layout.players, self.layout.features > 0, compiled)
        found: Observer = self._own.observer
        return found

    def liked(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """A number for every action, the higher the better."""
        for weights, bias in self.layers[:-1]:
            numbers = np.maximum(weights @ numbers + bias, 0.0)
        weights, bias = self.layers[-1]
        liked: NDArray[np.float32] = weights @ numbers + bias
        return liked

    def __reduce__(self) -> Any:
        return Agent, (self.path,)


def _content(path: Path) -> dict[str, Any]:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError("too large")
    with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
        return dict(file)


@lru_cache(16)
def load_agent(path: Path, changed: int) -> Agent:
    """An agent, read once for each state of its file."""
    return Agent(path)
