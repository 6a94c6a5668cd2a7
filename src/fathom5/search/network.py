"""A value network: how likely each seat wins and how many points it will have, from a game's features.

A game may name features: numbers that speak for or against a seat. A network turns them into a chance
to win and into points still to come: one hidden layer with rectified units, the same for every seat,
trained on games the heuristic plays against itself (`fathom5 learn`). Its weights are one matrix: a row
for each own feature, a row for each feature of the others' mean, then the bias, the output weights of
the chance to win and those of the points.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from fathom5.core import verbs
from fathom5.core.errors import Mistake
from fathom5.core.game import Game, Spec
from fathom5.core.rng import below, start, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid, Struct, many, real
from fathom5.engine.loops import list_moves
from fathom5.engine.workspace import SeatResult, Work

FILE = "value_networks.npz"
"""Where a game keeps its networks, in its folder: one for each number of players, and the version."""

VERSION = 1
"""How a file of networks is laid out."""

RANDOM_SHARE = 100
"""How many of a thousand moves are random before the first sample of a game."""

GAP = 20
"""From one sample to the next there are at most so many decisions."""


@lru_cache
def evaluation_struct(spec: Spec) -> type[Struct]:
    """The memory of an evaluation: features by seat, those of the others' mean last, and results."""
    fields = {
        "features": real("features by seat, then summed up", (spec.seats + 1, max(1, spec.features))),
        "results": many(SeatResult, spec.seats, "what came of it, by seat"),
    }
    return type("Evaluation", (Struct,), fields)


@lru_cache
def sample_struct(spec: Spec) -> type[Struct]:
    """What a network learns from: a seat of a table, and how the game ended for it."""
    fields = {
        "features": real("features of the seat", max(1, spec.features)),
        "points": real("its points then"),
        "final_points": real("its points at the end"),
        "win_share": real("its share of the win"),
    }
    return type("Sample", (Struct,), fields)


class Evaluation:
    """The memory of an evaluation; only for annotations."""

    if TYPE_CHECKING:
        features: Grid[float]
        results: Array[SeatResult]


@cache
def networks(game: Game) -> dict[int, NDArray[np.float64]]:
    """A game's trained networks by number of players; empty if it has none.

    Raises Mistake for a file of another version, or one that was trained on other features.
    """
    path = game.folder / FILE
    if not path.exists():
        return {}
    again = f"train anew: fathom5 learn {game.name} --write."
    try:
        with np.load(path) as file:
            found = {name: file[name] for name in file}
    except (OSError, ValueError, BadZipFile):
        raise Mistake(f"{FILE} of {game.title} cannot be read; {again}") from None
    version = found.pop("version", None)
    if version is None or version != VERSION:
        raise Mistake(f"{FILE} of {game.title} is of another version than {VERSION}; {again}")
    rows = 2 * game.spec.features + 3
    if any(not name.isdecimal() or each.ndim != 2 or len(each) != rows for name, each in found.items()):
        raise Mistake(f"{FILE} of {game.title} was trained on other features; {again}")
    return {int(players): each.astype(np.float64) for players, each in found.items()}


def no_network(spec: Spec) -> NDArray[np.float64]:
    """A network of the right shape that is never asked."""
    return np.zeros((2 * spec.features + 3, 1), np.float64)


@rule
def final_results(work: Work, results: Array[SeatResult]) -> None:
    """How the game ended for every seat: its share of the win, and its points."""
    table = work.table
    verbs.score(table, work.box, work.scores)
    verbs.rank(table, work.box, work.ranks)
    winners = 0
    for seat in range(table.players):
        winners += work.ranks[seat] == 1
    for seat in range(table.players):
        results[seat].win_share = 1.0 / winners if work.ranks[seat] == 1 else 0.0
        results[seat].points = work.scores[seat]


@rule
def add_layer(network: Grid[float], features: Array[float], first: int, hidden: Array[float]) -> None:
    """Add features times the rows of the network from the first on to the hidden units."""
    for i in range(len(features)):
        feature = features[i]
        if feature != 0.0:
            for j in range(len(hidden)):
                hidden[j] += feature * network[first + i, j]


@rule
def predict(work: Work, evaluation: Evaluation, network: Grid[float], hidden: Array[float]) -> None:
    """Write the chance of every seat to win, and its points at the end, as the network sees them."""
    table, features, results = work.table, evaluation.features, evaluation.results
    players, n = table.players, len(features[0])
    verbs.score(table, work.box, work.scores)
    for i in range(n):
        features[players, i] = 0.0
    for seat in range(players):
        verbs.features(table, work.box, work.tuned, seat, features[seat])
        for i in range(n):
            features[players, i] += features[seat, i] / max(1, players - 1)
    total = 1.0 if players == 1 else 0.0
    for seat in range(players):
        for j in range(len(hidden)):
            hidden[j] = network[2 * n, j]
        add_layer(network, features[seat], 0, hidden)
        add_layer(network, features[players], n, hidden)
        logit, points = 0.0, 0.0
        for j in range(len(hidden)):
            if hidden[j] > 0.0:
                logit += hidden[j] * network[2 * n + 1, j]
                points += hidden[j] * network[2 * n + 2, j]
        results[seat].win_share = exp(logit)
        results[seat].points = work.scores[seat] + points
        total += results[seat].win_share
    for seat in range(players):
        results[seat].win_share /= total


@rule
def note_sample(work: Work, samples: Grid[Any], row: int) -> None:
    """Write down the features of every seat and its points as they are."""
    verbs.score(work.table, work.box, work.scores)
    for seat in range(work.table.players):
        sample = samples[row, seat]
        verbs.features(work.table, work.box, work.tuned, seat, sample.features)
        sample.points = work.scores[seat]


def sample_games(
    workspaces: Array[Work],
    evaluations: Array[Evaluation],
    samples: Grid[Any],
    seed: int,
    first: int,
    games: int,
    span: int,
) -> int:
    """Play games from the start table, note samples now and then and how it went; return how many."""
    work, results, rows = workspaces[0], evaluations[0].results, len(samples)
    table, box, rng, noted = work.table, work.box, work.rng, 0
    for game in range(first, first + games):
        work.table = work.start
        start(rng, seed, game)
        left, before = below(span, rng) + 1, noted
        while table.actor != OVER:
            n = list_moves(work)
            move = work.moves[0]
            if table.actor == NATURE:
                move = work.moves[weighted(work.odds, n, rng)]
            elif n > 1:
                left -= 1
                if left == 0 and noted < rows:
                    note_sample(work, samples, noted)
                    noted += 1
                    left = below(GAP, rng) + 1
                if noted == before and below(1000, rng) < RANDOM_SHARE:
                    move = work.moves[below(n, rng)]
                else:
                    move = verbs.heuristic(table, box, work.weights[table.actor], work.moves, n, rng)
            verbs.play(table, box, move)
        final_results(work, results)
        for row in range(before, noted):
            for seat in range(table.players):
                samples[row, seat].final_points = results[seat].points
                samples[row, seat].win_share = results[seat].win_share
    return noted
