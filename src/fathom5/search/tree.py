"""Information-set Monte Carlo tree search over the verbs (Cowling, Powley, Whitehouse 2012).

One tree for a seat's view. Every iteration fills the view in anew, walks down the tree by what that
table allows, adds a node, plays on by the heuristic (the rollout) and adds what came of it to each node
on its way. Nature's moves come by their odds; each seat maximizes its own value.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from fathom5.core import verbs
from fathom5.core.game import Game, Spec
from fathom5.core.rng import below, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid, Struct, index, part, real, whole
from fathom5.engine.loops import list_moves
from fathom5.engine.workspace import MOST, Work
from fathom5.search.network import Evaluation, evaluation_struct, final_results, networks, predict

ROOT, NONE = 0, -1

TO_THE_END = 100_000
"""The depth of a rollout that has no network to stop at."""


class Settings(Struct):
    """How a search thinks; tuned for each game in its bot.toml. Rates and weights are in thousandths."""

    exploration = whole(0, 10_000, "the weight of exploration in the selection of a move")
    prior = whole(0, 1000, "how much of the prior goes to the heuristic's move; the rest is even")
    first_play_reduction = whole(0, 1000, "how much worse than the visited an unvisited move is taken to be")
    random_share = whole(0, 1000, "how many moves of a rollout are random")
    points_weight = whole(0, 1000, "how much of the value is points rather than winning")
    chance_width = whole(0, 1000, "the most outcomes of nature that are told apart at one node; a count")
    rollout_depth = whole(0, TO_THE_END, "how many decisions a rollout has beyond the tree; a count")


DEFAULT_SETTINGS = {
    "exploration": 1500,
    "prior": 300,
    "first_play_reduction": 100,
    "random_share": 50,
    "points_weight": 200,
    "chance_width": 40,
    "rollout_depth": TO_THE_END,
}
"""The settings of a game that is not tuned."""


class Node(Struct):
    """A decision or an outcome of nature, reached from its parent by a move."""

    child = index("nodes", MOST, "its first child; -1: none", none=True)
    sibling = index("nodes", MOST, "the next child of its parent, by ascending moves; -1: none", none=True)
    move = whole(0, MOST, "the move that leads to it")
    visits = whole(0, MOST, "how many iterations went through it")
    available = whole(0, MOST, "how many could have")
    suggestion = whole(-1, MOST, "the heuristic's move here; -1: not asked yet")
    value = real("the sum of its mover's values")
    win_share = real("the sum of its mover's shares of the win")
    points = real("the sum of its mover's points")


LONGEST_PATH = 512


@lru_cache
def tree_struct(spec: Spec) -> type[Struct]:
    """The memory of a search besides its nodes."""
    fields = {
        "used": whole(0, MOST, "nodes in use"),
        "iterations": whole(0, MOST, "iterations made"),
        "spread": real("how far apart points lie"),
        "mean_points": real("where the points of a lone seat lie"),
        "path": index("nodes", MOST, "the nodes that the present iteration went through", LONGEST_PATH),
        "actors": whole(NATURE, spec.seats, "who moved there", LONGEST_PATH),
        "evaluation": part(evaluation_struct(spec), "the results of the present iteration"),
    }
    return type("Tree", (Struct,), fields)


class Tree:
    """The memory of a search; only for annotations."""

    if TYPE_CHECKING:
        used: int
        iterations: int
        spread: float
        mean_points: float
        path: Array[int]
        actors: Array[int]
        evaluation: Evaluation


def settings(game: Game, players: int) -> NDArray[Any]:
    """How a search of this game thinks; without a network for so many players rollouts go to the end."""
    tuned = {
        **DEFAULT_SETTINGS,
        **game.tuned.get("search", {}),
        **(game.tuned.get("search_alone", {}) if players == 1 else {}),
    }
    if players not in networks(game):
        tuned["rollout_depth"] = TO_THE_END
    return Settings.filled(tuned, "bot.toml [search]")


def lacks_network(game: Game, players: int) -> bool:
    """Whether a game is tuned to be judged by a network but has none for so many players."""
    return "rollout_depth" in game.tuned.get("search", {}) and players not in networks(game)


@rule
def add_child(tree: Tree, nodes: Array[Node], parent: int, before: int, move: int) -> int:
    """A new child of a node, behind another of its children or first of all."""
    number = tree.used
    tree.used += 1
    child = nodes[number]
    child.child = NONE
    child.move = move
    child.visits = 0
    child.available = 0
    child.suggestion = NONE
    child.value = 0.0
    child.win_share = 0.0
    child.points = 0.0
    if before == NONE:
        child.sibling = nodes[parent].child
        nodes[parent].child = number
    else:
        child.sibling = nodes[before].sibling
        nodes[before].sibling = number
    return number


@rule
def child_after(tree: Tree, nodes: Array[Node], parent: int, move: int) -> int:
    """The child that a move leads to."""
    before, child = NONE, nodes[parent].child
    while child != NONE and nodes[child].move < move:
        before, child = child, nodes[child].sibling
    if child != NONE and nodes[child].move == move:
        return child
    return add_child(tree, nodes, parent, before, move)


@rule
def visited_mean(nodes: Array[Node], parent: int, moves: Array[int], n: int) -> float:
    """The mean value of the visited open moves, a half if there are none; counts them as available."""
    child, total, visits = nodes[parent].child, 0.0, 0
    for i in range(n):
        while child != NONE and nodes[child].move < moves[i]:
            child = nodes[child].sibling
        if child != NONE and nodes[child].move == moves[i]:
            nodes[child].available += 1
            total += nodes[child].value
            visits += nodes[child].visits
    return total / visits if visits > 0 else 0.5


@rule
def select(nodes: Array[Node], settings: Settings, parent: int, moves: Array[int], n: int) -> int:
    """The move with the highest upper bound: its value so far and exploration by its prior (PUCT)."""
    unvisited = visited_mean(nodes, parent, moves, n) - settings.first_play_reduction / 1000
    exploration, prior = settings.exploration / 1000, settings.prior / 1000
    suggestion, child = nodes[parent].suggestion, nodes[parent].child
    best, most = moves[0], -1.0
    for i in range(n):
        while child != NONE and nodes[child].move < moves[i]:
            child = nodes[child].sibling
        share = (1.0 - prior) / n
        if moves[i] == suggestion:
            share += prior
        if child != NONE and nodes[child].move == moves[i]:
            node = nodes[child]
            explored = exploration * share * sqrt(node.available) / (1 + node.visits)
            bound = node.value / max(1, node.visits) + explored
        else:
            bound = unvisited + exploration * share * sqrt(nodes[parent].visits + 1)
        if bound > most:
            best, most = moves[i], bound
    return best


@rule
def descend(work: Work, tree: Tree, nodes: Array[Node], settings: Settings, seat: int) -> int:
    """Play the table down the tree until a decision is new, then roll out; return the path's length."""
    table, box, moves, rng = work.table, work.box, work.moves, work.rng
    node, length, left, in_tree = ROOT, 0, settings.rollout_depth, True
    while table.actor != OVER:
        in_tree = in_tree and length < len(tree.path) and tree.used < len(nodes)
        n = list_moves(work)
        actor, is_new = table.actor, False
        move = shown = moves[0]
        if actor == NATURE:
            move = moves[weighted(work.odds, n, rng)]
            shown = verbs.veil(table, box, move, seat) if in_tree and n <= settings.chance_width else 0
        elif n > 1:
            if not in_tree:
                if left == 0:
                    break
                left -= 1
            if in_tree and nodes[node].suggestion != NONE:
                move = nodes[node].suggestion
            elif in_tree or below(1000, rng) >= settings.random_share:
                move = verbs.heuristic(table, box, work.weights[actor], moves, n, rng)
            else:
                move = moves[below(n, rng)]
            if in_tree:
                nodes[node].suggestion = move
                move = shown = select(nodes, settings, node, moves, n)
                is_new = True
        if in_tree:
            node = child_after(tree, nodes, node, shown)
            tree.path[length], tree.actors[length] = node, actor
            length += 1
            in_tree = not (is_new and nodes[node].visits == 0)
        verbs.play(table, box, move)
    return length


@rule
def value_results(work: Work, tree: Tree, settings: Settings) -> None:
    """Write the value of the results to each seat, from 0 to 1: winning, and points ahead of the others."""
    weight, results, players = settings.points_weight / 1000, tree.evaluation.results, work.table.players
    for seat in range(players):
        lead = results[seat].points - tree.mean_points
        if players > 1:
            best = -1_000_000.0
            for other in range(players):
                if other != seat:
                    best = max(best, results[other].points)
            lead = results[seat].points - best
        ahead = 0.5 + 0.5 * lead / (abs(lead) + tree.spread + 1.0)
        results[seat].value = weight * ahead + (1.0 - weight) * results[seat].win_share
        tree.spread += (abs(lead) - tree.spread) / (1.0 + min(tree.iterations, 1000))
    tree.mean_points += (results[0].points - tree.mean_points) / (1.0 + min(tree.iterations, 1000))


def search(
    workspaces: Array[Work],
    trees: Array[Tree],
    nodes: Array[Node],
    settings: Array[Settings],
    network: Grid[float],
    hidden: Array[float],
    seat: int,
    iterations: int,
) -> None:
    """Make iterations from the start table, a seat's view, and add them to the tree."""
    work, tree = workspaces[0], trees[0]
    results = tree.evaluation.results
    for _ in range(iterations):
        work.table = work.start
        verbs.guess(work.table, work.box, seat, work.rng)
        length = descend(work, tree, nodes, settings[0], seat)
        if work.table.actor == OVER:
            final_results(work, results)
        else:
            predict(work, tree.evaluation, network, hidden)
        value_results(work, tree, settings[0])
        tree.iterations += 1
        nodes[ROOT].visits += 1
        for i in range(length):
            node, actor = nodes[tree.path[i]], tree.actors[i]
            node.visits += 1
            if actor >= 0:
                node.value += results[actor].value
                node.win_share += results[actor].win_share
                node.points += results[actor].points
