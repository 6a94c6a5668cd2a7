"""Training value networks on games that the heuristic plays against itself.

A game begins with some random moves; from then on the heuristic plays to the end, and samples are noted
now and then. What is learned is who wins, and how many points are still to come: by gradient descent
(Adam), every sample once, as they come in, and tested on games it never saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.engine.position import Position
from fathom5.lab.simulation import Setting
from fathom5.lab.spread import Executor, Threads, in_order
from fathom5.search.network import evaluation_struct, networks, sample_struct

PIECE = 2_000
"""Games that are played in one go; a first piece for each set of options is tested on, not learned from."""

MOST_SAMPLES = 30
"""Room for so many samples a game."""

HIDDEN_UNITS = 64
BATCH = 1024
LEARNING_RATE = 0.003
POINTS_LOSS = 0.3
"""The weight of the points' loss beside the win's."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Trained:
    """A trained network and its losses on games it never saw."""

    network: Numbers
    samples: int
    cross_entropy: float
    uninformed: float
    """The cross entropy of taking every seat to be as likely to win."""
    points_error: float
    points_deviation: float


def train(
    game: Game,
    players: int = 2,
    games: int = 1_000_000,
    span: int = 150,
    seed: int = 1,
    options: Sequence[Mapping[str, object]] = ({},),
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Trained:
    """A value network for a number of players, learned with these options in turn.

    The first sample of a game comes after up to `span` decisions. Raises Mistake for a game without features.
    """
    if not game.spec.features:
        raise Mistake(f"{game.title} names no features in bot.py to learn from.")
    pieces = max(1, games // PIECE)
    player = SamplePlayer(game, players, options, span, seed)
    stream = in_order(executor or Threads(), player, range(len(options) + pieces))
    test = _split(np.concatenate([next(stream) for _ in options]))
    trainer = Trainer(test[0].shape[2], float(np.abs(test[1]).mean()) + 1, np.random.default_rng(seed))
    learned = 0
    for number, samples in enumerate(stream):
        features, gains, wins = _split(samples)
        for batch in trainer.batches(len(features)):
            trainer.step(features[batch], gains[batch], wins[batch], 1 - number / pieces)
        learned += len(features)
        if progress:
            progress((number + 1) * PIECE)
    cross_entropy, error = trainer.losses(*test)
    uninformed = float(np.log(max(2, players)))
    return Trained(trainer.network(), learned, cross_entropy, uninformed, error, float(test[1].std()))


def write_network(game: Game, players: int, network: Numbers) -> None:
    """Put a network beside those of other numbers of players."""
    kept = {str(count): known.astype(np.float32) for count, known in networks(game).items()}
    np.savez(game.folder / "value_networks.npz", **(kept | {str(players): network}))  # type: ignore[arg-type]
    networks.cache_clear()


@dataclass(frozen=True)
class SamplePlayer:
    """Plays pieces of games and samples them, with all options in turn; it can be sent to another machine."""

    game: Game
    players: int
    options: Sequence[Mapping[str, object]]
    span: int
    seed: int

    def __call__(self, number: int) -> NDArray[Any]:
        """The samples of a piece: a row a table, a column a seat."""
        game, spec = self.game, self.game.spec
        options = self.options[number % len(self.options)]
        setting = Setting.of(game, self.players, options, None, self.seed)
        position = Position.start(game, self.players, setting.options, setting.sheet)
        position.work.array["start"] = position.work.array["table"]
        samples = np.zeros((MOST_SAMPLES * PIECE, spec.seats), sample_struct(spec).dtype)
        evaluation = np.zeros(1, evaluation_struct(spec).dtype)
        noted = position.engine.sample_games(
            position.work.structs, evaluation, samples, self.seed, number * PIECE, PIECE, self.span
        )
        return samples[:noted, : self.players]


def _split(samples: NDArray[Any]) -> tuple[Numbers, Numbers, Numbers]:
    """Features of each seat beside the mean of the others', points still to come, and shares of the win."""
    own = samples["features"].astype(np.float32)
    all_seats = own.sum(1, keepdims=True) / max(1, own.shape[1] - 1)
    features = np.concatenate([own, np.broadcast_to(all_seats, own.shape)], 2)
    gains = (samples["final_points"] - samples["points"]).astype(np.float32)
    return features, gains, samples["win_share"].astype(np.float32)


class Trainer:
    """The network of search/network.py while it is trained."""

    def __init__(self, features: int, scale: float, rng: np.random.Generator) -> None:
        self.scale, self.rng, self.steps = scale, rng, 0
        self.parameters = [
            rng.normal(0, 2 / np.sqrt(features), (features, HIDDEN_UNITS)).astype(np.float32),
            np.full(HIDDEN_UNITS, 0.1, np.float32),
            rng.normal(0, 0.3, HIDDEN_UNITS).astype(np.float32),
            rng.normal(0, 0.1, HIDDEN_UNITS).astype(np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.parameters]
        self.squares = [np.zeros_like(part) for part in self.parameters]

    def batches(self, samples: int) -> Iterator[NDArray[np.int64]]:
        """The indices of all samples in batches, in random order."""
        order = self.rng.permutation(samples)
        yield from (order[first : first + BATCH] for first in range(0, samples - BATCH + 1, BATCH))

    def forward(self, features: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Hidden units, chances to win, and points to come in units of their scale."""
        weights, bias, win, points = self.parameters
        hidden = np.maximum(0, features @ weights + bias)
        exponential = np.exp(hidden @ win)
        total = exponential.sum(1, keepdims=True) if features.shape[1] > 1 else exponential + 1
        return hidden, exponential / total, hidden @ points

    def step(self, features: Numbers, gains: Numbers, wins: Numbers, pace: float) -> None:
        """One step of Adam."""
        hidden, chances, points = self.forward(features)
        win_error = (chances - wins) / len(features)
        points_error = POINTS_LOSS * (points - gains / self.scale) / wins.size
        _, _, win_weights, points_weights = self.parameters
        back = (win_error[..., None] * win_weights + points_error[..., None] * points_weights) * (hidden > 0)
        flat = back.reshape(-1, HIDDEN_UNITS)
        gradients = [
            features.reshape(len(flat), -1).T @ flat,
            flat.sum(0),
            (hidden * win_error[..., None]).sum((0, 1)),
            (hidden * points_error[..., None]).sum((0, 1)),
        ]
        self.steps += 1
        rate = LEARNING_RATE * pace * min(1.0, self.steps / 200)
        for part, mean, square, gradient in zip(
            self.parameters, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= rate * mean / (1 - 0.9**self.steps) / size

    def losses(self, features: Numbers, gains: Numbers, wins: Numbers) -> tuple[float, float]:
        """The cross entropy of who won, and the root mean square error of the points."""
        _, chances, points = self.forward(features)
        entropy = -wins * np.log(chances + 1e-9)
        if wins.shape[1] == 1:
            entropy -= (1 - wins) * np.log(1 - chances + 1e-9)
        return float(entropy.sum(1).mean()), float(np.sqrt(((points * self.scale - gains) ** 2).mean()))

    def network(self) -> Numbers:
        """One matrix, as search/network.py reads it."""
        weights, bias, win, points = self.parameters
        return np.concatenate([weights, [bias, win, points * self.scale]]).astype(np.float32)
