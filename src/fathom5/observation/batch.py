"""Many tables at once: each is played on until somebody to be asked decides, and is observed for that seat.

Nature moves inside, and so do opponents; a finished table is laid anew in the same step. A loop calls `play`
at one site, as the loops of the engine do.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core import verbs
from fathom5.core.game import Spec
from fathom5.core.rng import start, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid, Struct, choice, flag, many, part, real, whole
from fathom5.engine.loops import HEURISTIC, RANDOM, STUCK, TOO_LONG, choose, list_moves, mask
from fathom5.engine.workspace import LARGEST, MOST, Work
from fathom5.observation.layouts import FEATURE_STEPS, FEATURE_ZERO, Layout

ALL = -1
"""In place of a learner's seat: every seat is asked."""

ACT, LOOK, RESTART = 0, 1, 2
"""What is done with a table: its action is taken, it is looked at as it stands, or a new game begins."""

NO_MOVE = -1
ILLEGAL = -1000
"""From here down: what the loop returns for an action that is not open."""

REWARDS = ("win", "place", "score")
"""What a finished game gives a seat: its share of the win; 1 for the first place down to -1 for the last;
its points less the mean of the others'."""


@lru_cache
def lane_struct(spec: Spec) -> type[Struct]:
    """The schema of one table of a batch and what the loop says of it."""
    fields = {
        "table": part(spec.table, "the table"),
        "rng": whole(0, (1 << 64) - 1, "the state of its random generator", 1),
        "seed": whole(-LARGEST, LARGEST, "where its luck starts"),
        "game": whole(0, LARGEST, "games begun"),
        "seat": whole(ALL, 127, "the seat that is asked; -1: all are"),
        "first": whole(0, MOST, "the seat that is asked in the first game, where it changes"),
        "order": whole(ACT, RESTART, "what is done with it"),
        "action": whole(-LARGEST, LARGEST, "the action to take"),
        "actor": whole(OVER, 127, "the seat that decides"),
        "over": flag("a game ended in this step"),
        "steps": whole(0, LARGEST, "actions taken in this game"),
        "length": whole(0, LARGEST, "actions taken in the game that ended"),
        "points": whole(-LARGEST, LARGEST, "points by seat of the game that ended", spec.seats),
        "rewards": real("by seat, of the game that ended in this step", spec.seats),
        "reward": real("that of the seat which acted, or learns; 0 while the game goes on"),
    }
    return type("Lane", (Struct,), fields)


@lru_cache
def plan_struct(spec: Spec) -> type[Struct]:
    """The schema of what all tables of a batch have in common."""
    fields = {
        "rows": whole(1, 127, "seats that an observation tells of"),
        "reward": choice(REWARDS, "what a seat is rewarded by"),
        "told": flag("the game's own features of each seat are told too"),
        "features": real("those of one seat", max(1, spec.features)),
        "autoreset": flag("a finished table is laid anew"),
        "turning": flag("the learner's seat is another one in each game"),
        "policies": whole(0, RANDOM, "the opponents by how far they sit to the left", spec.seats),
        "weights": many(spec.weights, spec.seats, "what the heuristics of these go by"),
        "actions": whole(
            0, MOST, "the action that each move is for each seat", (spec.seats, spec.moves.playable)
        ),
        "moves": whole(
            0, MOST, "the move that each action is for each seat", (spec.seats, spec.moves.playable)
        ),
    }
    return type("Plan", (Struct,), fields)


def plan(told: Layout) -> NDArray[Any]:
    """A plan of tables that are observed."""
    made = np.zeros(1, plan_struct(told.game.spec).dtype)
    made["rows"], made["told"] = told.rows, told.features > 0
    return made


class Lane:
    """A lane as the loops see it; only for annotations."""

    if TYPE_CHECKING:
        table: Any
        rng: Array[int]
        seed: int
        game: int
        seat: int
        first: int
        order: int
        action: int
        actor: int
        over: int
        steps: int
        length: int
        points: Array[int]
        rewards: Array[float]
        reward: float


class Plan:
    """A plan as the loops see it; only for annotations."""

    if TYPE_CHECKING:
        rows: int
        reward: int
        told: int
        features: Array[float]
        autoreset: int
        turning: int
        policies: Array[int]
        weights: Array[Any]
        actions: Grid[int]
        moves: Grid[int]


@rule
def write_features(work: Work, given: Any, plan: Plan, seat: int, row: Array[int]) -> None:
    """Write the features of every seat, the observer's first, at the end of an observation."""
    count = len(plan.features)
    first = len(row) - count * plan.rows
    for k in range(work.table.players):
        other = (seat + k) % work.table.players
        verbs.features(given, work.box, work.tuned, other, plan.features)
        for i in range(count):
            code = FEATURE_ZERO + FEATURE_STEPS * plan.features[i] + 0.5
            row[first + k * count + i] = int(min(255.0, max(0.0, code)))


@rule
def write_observation(
    work: Work, raw: Array[int], masks: Grid[int], fills: Grid[int], plan: Plan, seat: int, row: Array[int]
) -> None:
    """Write what a seat may know; the schema's secrets are not read, the game's own are hidden before.

    A game's features may read anything, so for these the schema's secrets are wiped out, too.
    """
    for i in range(len(row)):
        row[i] = 0
    given = work.table
    if masks.shape[0] > 0:  # type: ignore[attr-defined]
        work.shown = work.table
        verbs.hide(work.shown, work.box, seat)
        if plan.told:
            mask(work, raw, masks, fills, seat)
        given = work.shown
    verbs.observe(given, work.box, np.uint64(seat), np.uint64(plan.rows), row)
    if plan.told:
        write_features(work, given, plan, seat, row)


@rule
def write_rewards(work: Work, reward: int, rewards: Array[float]) -> None:
    """Write what the end of a game gives each seat, and the points of all."""
    table, players = work.table, work.table.players
    verbs.score(table, work.box, work.scores)
    verbs.rank(table, work.box, work.ranks)
    points, winners = 0, 0
    for seat in range(players):
        points += work.scores[seat]
        winners += work.ranks[seat] == 1
    for seat in range(players):
        if reward == 0:
            rewards[seat] = 1.0 / winners if work.ranks[seat] == 1 else 0.0
        elif reward == 1:
            behind, before = 0, 0
            for other in range(players):
                behind += work.ranks[other] > work.ranks[seat]
                before += work.ranks[other] < work.ranks[seat]
            rewards[seat] = (behind - before) / max(1, players - 1)
        else:
            rewards[seat] = work.scores[seat] - (points - work.scores[seat]) / max(1, players - 1)


@rule
def finish(work: Work, plan: Plan, lane: Lane) -> None:
    """Note how a game ended; who acted last has the reward unless one seat learns."""
    write_rewards(work, plan.reward, lane.rewards)
    lane.reward = lane.rewards[lane.actor if lane.seat == ALL else lane.seat]
    for seat in range(work.table.players):
        lane.points[seat] = work.scores[seat]
    lane.over = 1
    lane.length = lane.steps


@rule
def begin(work: Work, plan: Plan, lane: Lane) -> None:
    """Lay the table of the next game."""
    work.table = work.start
    lane.steps = 0
    start(lane.rng, lane.seed, lane.game)
    if plan.turning:
        lane.seat = (lane.first + lane.game) % work.table.players
    lane.game += 1


def step_tables(
    workspaces: Array[Work],
    raw: Array[int],
    masks: Grid[int],
    fills: Grid[int],
    plans: Array[Plan],
    lanes: Array[Lane],
    observations: Grid[int],
    action_masks: Grid[int],
) -> int:
    """Take each table's action, play on until its next, and write observation and action mask.

    The final observations of games that ended come behind those of all tables. Returns how many ended; below
    zero STUCK if somebody has to move and cannot, or no game ends; or ILLEGAL less the number of the first
    table whose action is not open, and then nothing has changed.
    """
    work, plan, count, ended = workspaces[0], plans[0], len(lanes), 0
    for i in range(count):
        action, actions = lanes[i].action, action_masks.shape[1]  # type: ignore[attr-defined]
        if lanes[i].order == ACT and (action < 0 or action >= actions or action_masks[i, action] == 0):
            return ILLEGAL - i
    for i in range(count):
        lane = lanes[i]
        work.table = lane.table
        move, moves, lane.over, lane.reward = NO_MOVE, 0, 0, 0.0
        if lane.order == ACT:
            move = plan.moves[lane.actor, lane.action]
            lane.steps += 1
        elif lane.order == RESTART:
            begin(work, plan, lane)
        while True:
            if move != NO_MOVE:
                verbs.play(work.table, work.box, move)
            if work.table.actor == OVER:
                ended += 1
                finish(work, plan, lane)
                seat = lane.actor if lane.seat == ALL else lane.seat
                write_observation(work, raw, masks, fills, plan, seat, observations[count + i])
                if not plan.autoreset:
                    break
                begin(work, plan, lane)
            n = list_moves(work)
            moves += 1
            if n == 0 or moves > TOO_LONG:
                return STUCK
            actor = work.table.actor
            if actor == NATURE:
                move = work.moves[weighted(work.odds, n, lane.rng)]
            elif lane.seat == ALL or actor == lane.seat:
                lane.actor = actor
                write_observation(work, raw, masks, fills, plan, actor, observations[i])
                open_actions = action_masks[i]
                for k in range(len(open_actions)):
                    open_actions[k] = 0
                for k in range(n):
                    open_actions[plan.actions[actor, work.moves[k]]] = 1
                break
            else:
                away = actor - lane.seat if actor > lane.seat else actor - lane.seat + work.table.players
                own = plan.weights[away]
                move = choose(work, raw, masks, fills, plan.policies[away], own, n, lane.rng)
        lane.table = work.table
    return ended


def advise_tables(
    workspaces: Array[Work],
    raw: Array[int],
    masks: Grid[int],
    fills: Grid[int],
    plans: Array[Plan],
    lanes: Array[Lane],
) -> None:
    """Write the action that the heuristic would take on each table, from what the seat may know."""
    work, plan = workspaces[0], plans[0]
    for i in range(len(lanes)):
        lane = lanes[i]
        work.table = lane.table
        n = list_moves(work)
        move = choose(work, raw, masks, fills, HEURISTIC, work.tuned, n, work.rng)
        lane.action = plan.actions[lane.actor, move]


def observe_table(
    workspaces: Array[Work],
    raw: Array[int],
    masks: Grid[int],
    fills: Grid[int],
    plans: Array[Plan],
    seat: int,
    observations: Grid[int],
) -> None:
    """Write a seat's observation of the table of a workspace."""
    write_observation(workspaces[0], raw, masks, fills, plans[0], seat, observations[0])


def scale_rows(observations: Grid[int], scales: Array[float], scaled: Grid[float]) -> None:
    """Write observations multiplied by the scale of each number."""
    for i in range(len(scaled)):
        row, numbers = observations[i], scaled[i]
        for j in range(len(scales)):
            numbers[j] = np.float32(row[j]) * scales[j]  # type: ignore[assignment]
