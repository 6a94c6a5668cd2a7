"""What a game has learned about who will win, from the signs on its table.

A game may name signs: numbers that speak for or against a seat. A mind turns them into a chance to win
and into points still to come: one layer of neurons, as many as it was given to learn with, the same for
every seat, learned from games the heuristic plays against itself (bench/learn.py).
"""

from __future__ import annotations

from math import exp
from typing import Any

from fathom5.kernel import verbs
from fathom5.kernel.chance import below, start, weighted
from fathom5.kernel.loops import choices
from fathom5.kernel.marks import NATURE, OVER, rule

WORTH, WINS, POINTS = range(3)
"""What came of a playout for a seat: what it is judged by, its share of the win, its points."""

AFTER, NOW, WON = range(3)
"""What stands behind the signs of a lesson: points at the end, points then, the share of the win."""

WHIM = 10
"""How often a seat moves at random before the first lesson of a game, in hundredths."""

GAP = 20
"""From one lesson to the next there are up to so many decisions."""


@rule
def ended(table, box, scores, ranks, rewards):
    """How the game ended for every seat: its share of the win, and its points."""
    verbs.score(table, box, scores)
    verbs.rank(table, box, ranks)
    winners = 0
    for seat in range(table.players):
        winners += ranks[seat] == 1
    for seat in range(table.players):
        rewards[seat, WINS] = 1.0 / winners if ranks[seat] == 1 else 0.0
        rewards[seat, POINTS] = scores[seat]


@rule
def feel(mind, signs, first, neurons):
    """Each neuron adds up signs in its own way, by the rows of the mind from the first on."""
    for i in range(signs.shape[0]):
        sign = signs[i]
        if sign != 0.0:
            for j in range(neurons.shape[0]):
                neurons[j] += sign * mind[first + i, j]


@rule
def foresee(table, box, weights, mind, signs, neurons, scores, chances):
    """The chance of every seat to win, and its points at the end, as far as can be told now."""
    players, n = table.players, signs.shape[1]
    verbs.score(table, box, scores)
    for i in range(n):
        signs[players, i] = 0.0
    for seat in range(players):
        verbs.signs(table, box, weights[seat], seat, signs[seat])
        for i in range(n):
            signs[players, i] += signs[seat, i] / max(1, players - 1)
    total = 1.0 if players == 1 else 0.0
    for seat in range(players):
        for j in range(neurons.shape[0]):
            neurons[j] = mind[2 * n, j]
        feel(mind, signs[seat], 0, neurons)
        feel(mind, signs[players], n, neurons)
        favour, points = 0.0, 0.0
        for j in range(neurons.shape[0]):
            if neurons[j] > 0.0:
                favour += neurons[j] * mind[2 * n + 1, j]
                points += neurons[j] * mind[2 * n + 2, j]
        chances[seat, WINS] = exp(favour)
        chances[seat, POINTS] = scores[seat] + points
        total += chances[seat, WINS]
    for seat in range(players):
        chances[seat, WINS] /= total


@rule
def note(table, box, weights, scores, signs, lesson):
    """Write down the signs of every seat and its points as they are."""
    n = signs.shape[1]
    verbs.score(table, box, scores)
    for seat in range(table.players):
        verbs.signs(table, box, weights[seat], seat, signs[seat])
        for i in range(n):
            lesson[seat, i] = signs[seat, i]
        lesson[seat, n + NOW] = scores[seat]


def learn(
    tables: Any,
    boxes: Any,
    weights: Any,
    seed: int,
    first: int,
    games: int,
    moves: Any,
    odds: Any,
    scores: Any,
    ranks: Any,
    rewards: Any,
    rng: Any,
    signs: Any,
    span: int,
    lessons: Any,
) -> int:
    """Play games from table 2, note the signs now and then and how it went; say how many lessons."""
    noted, n_signs = 0, signs.shape[1]
    for game in range(first, first + games):
        tables[0] = tables[2]
        start(rng, seed, game)
        table, box = tables[0], boxes[0]
        left, before = below(span, rng) + 1, noted
        while table.actor != OVER:
            n = choices(table, box, moves, odds)
            if table.actor == NATURE:
                verbs.play(table, box, moves[weighted(odds, n, rng)])
                continue
            move = moves[0]
            if n > 1:
                left -= 1
                if left == 0 and noted < lessons.shape[0]:
                    note(table, box, weights, scores, signs, lessons[noted])
                    noted += 1
                    left = below(GAP, rng) + 1
                if noted == before and below(100, rng) < WHIM:
                    move = moves[below(n, rng)]
                else:
                    move = verbs.seal(table, box, weights[table.actor], moves, n, rng)
            verbs.play(table, box, move)
        ended(table, box, scores, ranks, rewards)
        for lesson in range(before, noted):
            for seat in range(table.players):
                lessons[lesson, seat, n_signs + AFTER] = rewards[seat, POINTS]
                lessons[lesson, seat, n_signs + WON] = rewards[seat, WINS]
    return noted
