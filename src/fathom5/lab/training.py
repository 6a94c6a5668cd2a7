"""Training value networks on games that the heuristic plays against itself.

A game begins with some random moves; from then on the heuristic plays to the end, and samples are noted
now and then. What is learned is who wins, and how many points are still to come: by gradient descent
(Adam), piece by piece as they come in, and then tested on games it never saw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.engine.position import Position
from fathom5.lab.calibration import Calibration
from fathom5.lab.setting import Setting
from fathom5.lab.spread import Executor, Threads, in_order
from fathom5.search.network import FILE, GAP, VERSION, evaluation_struct, networks, sample_struct

PIECE = 1_000
"""Games that are played in one go."""

TESTED = 4
"""For so many pieces that are learned from there is one that is only tested on."""

MOST_SAMPLES = 60
"""Room for so many samples a game."""

HIDDEN_UNITS = 64
BATCH = 512
PASSES = 2
"""How often the samples of a piece are gone through."""

LEARNING_RATE = 0.003
POINTS_LOSS = 0.3
"""The weight of the points' loss beside the win's."""

LARGEST_FEATURE = 1_000.0
"""Features are about one; far beyond it two fields were subtracted that hold nothing below zero."""

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Trained:
    """A trained network and its losses on games it never saw."""

    network: Numbers
    samples: int
    span: int
    cross_entropy: float
    uninformed: float
    """The cross entropy of taking every seat to be as likely to win."""
    points_error: float
    points_deviation: float
    calibration: Calibration


def train(
    game: Game,
    players: int = 2,
    games: int = 400_000,
    span: int | None = None,
    seed: int = 1,
    options: Sequence[Mapping[str, object]] = ({},),
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Trained:
    """A value network for a number of players, learned with these options in turn.

    The first sample of a game comes after up to `span` decisions; by default about as many as a game has. For
    every four games that are learned from another one is played and only tested on. Raises Mistake for a game
    without features, or with one that is far too large.
    """
    if not game.spec.features:
        raise Mistake(f"{game.title} names no features in bot.py to learn from.")
    pieces = max(1, games // PIECE)
    tests = max(len(options), test_games(games) // PIECE)
    span = span or _decisions(SamplePlayer(game, players, options, 1, seed))
    player = SamplePlayer(game, players, options, span, seed)
    stream = in_order(executor or Threads(), player, range(pieces + tests))
    trainer = Trainer(2 * game.spec.features, np.random.default_rng(seed))
    learned = 0
    for number, samples in enumerate(islice(stream, pieces)):
        _check(game, samples)
        features, gains, wins = _split(samples)
        for _ in range(PASSES):
            for batch in trainer.batches(len(features)):
                trainer.step(features[batch], gains[batch], wins[batch], 1 - number / pieces)
        learned += len(features)
        if progress:
            progress((number + 1) * PIECE)
    test = []
    for number, samples in enumerate(stream):
        test.append(trainer.tested(*_split(samples)))
        if progress:
            progress((pieces + number + 1) * PIECE)
    return Trained(
        trainer.network(),
        learned,
        span,
        float(np.concatenate([each.entropies for each in test]).mean()),
        float(np.log(max(2, players))),
        float(np.sqrt((np.concatenate([each.misses for each in test]) ** 2).mean())),
        float(np.concatenate([each.gains for each in test]).std()),
        Calibration.of([(each.chances, each.wins) for each in test]),
    )


def test_games(games: int) -> int:
    """How many games are only tested on, beside so many to learn from."""
    return games // TESTED


def write_networks(game: Game, trained: Mapping[int, Numbers]) -> None:
    """Put networks beside those of other numbers of players, unless these fit the game no more."""
    try:
        kept = {players: known.astype(np.float32) for players, known in networks(game).items()}
    except Mistake:
        kept = {}
    named: dict[str, Any] = {str(players): each for players, each in sorted({**kept, **trained}.items())}
    np.savez(game.folder / FILE, version=np.int64(VERSION), **named)
    networks.cache_clear()


def _decisions(player: SamplePlayer) -> int:
    """About how many decisions a game has, by how many samples fit into it."""
    return max(1, round(len(player(0)) / PIECE * (GAP + 1) / 2))


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


def _check(game: Game, samples: NDArray[Any]) -> None:
    """Raise Mistake if a feature is no number that a network could learn from."""
    most = np.abs(samples["features"]).max((0, 1), initial=0.0)
    worst = int(np.argmax(np.nan_to_num(most, nan=np.inf)))
    if not most[worst] <= LARGEST_FEATURE:
        raise Mistake(
            f"Feature {worst} of {game.title} is {most[worst]:.3g} somewhere; features are about 1."
        )


def _split(samples: NDArray[Any]) -> tuple[Numbers, Numbers, Numbers]:
    """Features of each seat beside the mean of the others', points still to come, and shares of the win."""
    own = samples["features"].astype(np.float32)
    all_seats = own.sum(1, keepdims=True) / max(1, own.shape[1] - 1)
    features = np.concatenate([own, np.broadcast_to(all_seats, own.shape)], 2)
    gains = (samples["final_points"] - samples["points"]).astype(np.float32)
    return features, gains, samples["win_share"].astype(np.float32)


class Tested(NamedTuple):
    """Samples that were tested on: a row a table, a column a seat."""

    chances: Numbers
    wins: Numbers
    entropies: Numbers
    """The cross entropy of who won, of each table."""
    misses: Numbers
    """By how much the points were missed."""
    gains: Numbers


class Trainer:
    """The network of search/network.py while it is trained."""

    def __init__(self, features: int, rng: np.random.Generator) -> None:
        self.scale, self.rng, self.steps = 0.0, rng, 0
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
        """One step of Adam; the first batch says how large points to come are."""
        self.scale = self.scale or float(np.abs(gains).mean()) + 1
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

    def tested(self, features: Numbers, gains: Numbers, wins: Numbers) -> Tested:
        """What is predicted of samples, and how far it is off."""
        _, chances, points = self.forward(features)
        entropies = -wins * np.log(chances + 1e-9)
        if wins.shape[1] == 1:
            entropies -= (1 - wins) * np.log(1 - chances + 1e-9)
        return Tested(chances, wins, entropies.sum(1), points * self.scale - gains, gains)

    def network(self) -> Numbers:
        """One matrix, as search/network.py reads it."""
        weights, bias, win, points = self.parameters
        return np.concatenate([weights, [bias, win, points * self.scale]]).astype(np.float32)
