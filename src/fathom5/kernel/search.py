"""Search over the verbs: information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

One tree for a seat's view. Every playout fills the view in anew, walks down the tree by what that
table allows, adds a node, plays on by the heuristic and tells each node on its way what came of it.
Nature's moves come by their odds; each seat chooses for itself.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from fathom5.kernel import verbs
from fathom5.kernel.chance import below, weighted
from fathom5.kernel.loops import choices
from fathom5.kernel.marks import NATURE, OVER, rule
from fathom5.kernel.mind import POINTS, WINS, WORTH, ended, foresee
from fathom5.kernel.schema import Record, whole

CHILD, SIBLING, MOVE, VISITS, SEEN, ADVICE = range(6)
"""What a node knows: its first child, the next child of its parent (by ascending moves), the move
that leads to it, how often it was tried, how often it could have been, and the heuristic's reply."""

ROOT, NONE = 0, -1


class Settings(Record):
    """How a search thinks; tuned for each game in its bot.toml."""

    explore = whole(0, 1000, "how much it tries what was tried little, in hundredths")
    trust = whole(0, 100, "how much of that goes to the heuristic's move, in hundredths")
    caution = whole(0, 100, "how much worse than the rest an untried move is taken to be, in hundredths")
    whim = whole(0, 100, "how often a playout moves at random, in hundredths")
    pride = whole(0, 100, "how much of the aim is points rather than winning, in hundredths")
    wide = whole(0, 1000, "the most outcomes of nature that are told apart at one place")
    horizon = whole(0, 100_000, "how many decisions a playout has beyond the tree")


USUAL = {"explore": 150, "trust": 30, "caution": 10, "whim": 5, "pride": 20, "wide": 40, "horizon": 100_000}
"""The settings of a game that is not tuned."""

USED, PLAYED, SPREAD, MEAN = range(4)
"""What a tree keeps: nodes used, playouts made; how far apart points are, and where a lone seat's lie."""


@rule
def grown(nodes, worths, sums, node, before, move):
    """A new child of a node, behind another of its children or first of all."""
    child = int(sums[USED])
    sums[USED] += 1
    nodes[child, CHILD] = NONE
    nodes[child, MOVE] = move
    nodes[child, VISITS] = 0
    nodes[child, SEEN] = 0
    nodes[child, ADVICE] = NONE
    for i in range(3):
        worths[child, i] = 0.0
    if before == NONE:
        nodes[child, SIBLING] = nodes[node, CHILD]
        nodes[node, CHILD] = child
    else:
        nodes[child, SIBLING] = nodes[before, SIBLING]
        nodes[before, SIBLING] = child
    return child


@rule
def after(nodes, worths, sums, node, move):
    """The child that a move leads to."""
    before, child = NONE, nodes[node, CHILD]
    while child != NONE and nodes[child, MOVE] < move:
        before, child = child, nodes[child, SIBLING]
    if child != NONE and nodes[child, MOVE] == move:
        return child
    return grown(nodes, worths, sums, node, before, move)


@rule
def usual_worth(nodes, worths, node, moves, n):
    """What the tried of the open moves were worth on the average; a half if none was."""
    child, total, tried = nodes[node, CHILD], 0.0, 0
    for i in range(n):
        while child != NONE and nodes[child, MOVE] < moves[i]:
            child = nodes[child, SIBLING]
        if child != NONE and nodes[child, MOVE] == moves[i]:
            nodes[child, SEEN] += 1
            total += worths[child, WORTH]
            tried += nodes[child, VISITS]
    return total / tried if tried > 0 else 0.5


@rule
def chosen(nodes, worths, settings, node, moves, n):
    """The move that promises most: by its worth so far, the heuristic, and how little it was tried."""
    untried = usual_worth(nodes, worths, node, moves, n) - settings.caution / 100
    explore, trust, advice = settings.explore / 100, settings.trust / 100, nodes[node, ADVICE]
    best, most = moves[0], -1.0
    child = nodes[node, CHILD]
    for i in range(n):
        while child != NONE and nodes[child, MOVE] < moves[i]:
            child = nodes[child, SIBLING]
        share = (1.0 - trust) / n
        if moves[i] == advice:
            share += trust
        if child != NONE and nodes[child, MOVE] == moves[i]:
            tries = nodes[child, VISITS]
            hope = worths[child, WORTH] / max(1, tries) + explore * share * sqrt(nodes[child, SEEN]) / (
                1 + tries
            )
        else:
            hope = untried + explore * share * sqrt(nodes[node, VISITS] + 1)
        if hope > most:
            best, most = moves[i], hope
    return best


@rule
def playout(tables, boxes, weights, seat, settings, nodes, worths, sums, path, who, moves, odds, rng):
    """Play table 0 down the tree until a decision is new, then on by the heuristic and a few whims.

    Says how much of it is in the tree.
    """
    table, box = tables[0], boxes[0]
    node, length, left, in_tree = ROOT, 0, settings.horizon, True
    while table.actor != OVER:
        in_tree = in_tree and length < path.shape[0] and sums[USED] < nodes.shape[0]
        n = choices(table, box, moves, odds)
        actor, is_new = table.actor, False
        move = seen = moves[0]
        if actor == NATURE:
            move = moves[weighted(odds, n, rng)]
            seen = verbs.veil(table, box, move, seat) if in_tree and n <= settings.wide else 0
        elif n > 1:
            if not in_tree:
                if left == 0:
                    break
                left -= 1
            if in_tree and nodes[node, ADVICE] != NONE:
                move = nodes[node, ADVICE]
            elif in_tree or below(100, rng) >= settings.whim:
                move = verbs.seal(table, box, weights[actor], moves, n, rng)
            else:
                move = moves[below(n, rng)]
            if in_tree:
                nodes[node, ADVICE] = move
                move = seen = chosen(nodes, worths, settings, node, moves, n)
                is_new = True
        if in_tree:
            node = after(nodes, worths, sums, node, seen)
            path[length], who[length] = node, actor
            length += 1
            in_tree = not (is_new and nodes[node, VISITS] == 0)
        verbs.play(table, box, move)
    return length


@rule
def judge(table, settings, sums, rewards):
    """What it is worth to each seat, from 0 to 1: winning, and points more than the best other's."""
    pride = settings.pride / 100
    for seat in range(table.players):
        lead = rewards[seat, POINTS] - sums[MEAN]
        if table.players > 1:
            best = -1_000_000.0
            for other in range(table.players):
                if other != seat:
                    best = max(best, rewards[other, POINTS])
            lead = rewards[seat, POINTS] - best
        proud = 0.5 + 0.5 * lead / (abs(lead) + sums[SPREAD] + 1.0)
        rewards[seat, WORTH] = pride * proud + (1.0 - pride) * rewards[seat, WINS]
        sums[SPREAD] += (abs(lead) - sums[SPREAD]) / (1.0 + min(sums[PLAYED], 1000.0))
    sums[MEAN] += (rewards[0, POINTS] - sums[MEAN]) / (1.0 + min(sums[PLAYED], 1000.0))


def search(
    tables: Any,
    boxes: Any,
    weights: Any,
    seat: int,
    settings: Any,
    nodes: Any,
    worths: Any,
    sums: Any,
    path: Any,
    who: Any,
    moves: Any,
    odds: Any,
    scores: Any,
    ranks: Any,
    rewards: Any,
    mind: Any,
    signs: Any,
    neurons: Any,
    rng: Any,
    count: int,
) -> None:
    """Make playouts from table 2, a seat's view, and add them to the tree."""
    for _ in range(count):
        tables[0] = tables[2]
        verbs.guess(tables[0], boxes[0], seat, rng)
        length = playout(
            tables, boxes, weights, seat, settings[0], nodes, worths, sums, path, who, moves, odds, rng
        )
        if tables[0].actor == OVER:
            ended(tables[0], boxes[0], scores, ranks, rewards)
        else:
            foresee(tables[0], boxes[0], weights, mind, signs, neurons, scores, rewards)
        judge(tables[0], settings[0], sums, rewards)
        sums[PLAYED] += 1
        nodes[ROOT, VISITS] += 1
        for i in range(length):
            nodes[path[i], VISITS] += 1
            if who[i] >= 0:
                worths[path[i], WORTH] += rewards[who[i], WORTH]
                worths[path[i], WINS] += rewards[who[i], WINS]
                worths[path[i], POINTS] += rewards[who[i], POINTS]
