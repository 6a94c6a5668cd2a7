"""Tuning the weights of a game's heuristic by self-play: CMA-ES on the compiled simulator.

Every candidate plays the heuristic as it stands now, in all seats with the same luck; the middle of what
the search settles on is kept if it wins more against that one on luck that nothing was chosen by.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from cmaes import CMA
from numpy.typing import NDArray

from fathom5.core.defaults import NoWeights
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.engine.loops import WIN
from fathom5.lab.runners import Runner
from fathom5.lab.setting import Setting

FRESH = 1_000_000
"""The seed of the luck that decides whether the tuned weights are kept."""


@dataclass(frozen=True)
class Tuned:
    """Weights found, and how much they win against those before; even would be one by the players."""

    weights: dict[str, int]
    win_share: float
    even: float


def tune(
    game: Game,
    players: int = 2,
    rounds: int = 40,
    games: int = 2000,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Tuned:
    """Better weights for a game's heuristic; raises Mistake if it weighs nothing."""
    struct = game.spec.weights
    if struct is NoWeights:
        raise Mistake(f"The heuristic of {game.title} has no Weights in bot.py to tune.")
    setting, fields = Setting.of(game, players, None, None, seed), struct.fields
    low = np.array([field.low for field in fields.values()], float)
    high = np.array([field.high for field in fields.values()], float)
    now = np.array([game.weights[field][0] for field in fields], float)
    bounds = np.array([[0.0, 1.0]] * len(low))
    search = CMA(mean=(now - low) / (high - low), sigma=0.15, bounds=bounds, seed=seed)
    for number in range(rounds):
        candidates = [search.ask() for _ in range(search.population_size)]
        luck = Setting(game, players, None, setting.sheet, seed + number)
        shares = [win_share(luck, _rounded(game, low + c * (high - low)), games) for c in candidates]
        search.tell(list(zip(candidates, [-share for share in shares], strict=True)))
        if progress:
            progress(number + 1)
    found = _rounded(game, low + search.mean * (high - low))
    fresh = Setting(game, players, None, setting.sheet, FRESH)
    return Tuned(
        {name: int(found[name][0]) for name in fields}, win_share(fresh, found, 20 * games), 1 / players
    )


def _rounded(game: Game, values: NDArray[np.float64]) -> NDArray[Any]:
    """Weights as a struct."""
    struct: NDArray[Any] = game.spec.weights.blank()
    for field, value in zip(game.spec.weights.fields, values, strict=True):
        struct[field] = round(float(value))
    return struct


def win_share(setting: Setting, candidate: NDArray[Any], games: int) -> float:
    """How much a candidate wins against heuristics with the game's own weights, in all seats."""
    policies = np.zeros(setting.game.spec.seats, np.int64)
    wins = played = 0
    for seat in range(setting.players):
        weights = setting.game.weights.copy()
        weights[seat] = candidate[0]
        totals = Runner(setting, policies, weights).play(0, max(1, games // setting.players))[0]
        wins += int(totals["seats"][seat]["wins"])
        played += int(totals["games"])
    return wins / WIN / played


def write_weights(game: Game, tuned: Tuned, command: str) -> None:
    """Put weights into the file of the game's bots, the rest of it unchanged."""
    path = game.folder / "bot.toml"
    before = path.read_text("utf-8") if path.exists() else ""
    _, _, rest = before.partition("\n[")
    found = f"# Found by {command}; {100 * tuned.win_share:.1f} % against the weights before."
    lines = ["[heuristic]", found, *(f"{name} = {value}" for name, value in tuned.weights.items()), ""]
    path.write_text("\n".join(lines) + (f"\n[{rest}" if rest else ""), "utf-8")
