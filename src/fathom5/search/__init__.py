"""Search over any game: information-set Monte Carlo tree search, rollouts, value networks, features."""

from __future__ import annotations

from typing import Any

import numpy as np

from fathom5.core.game import Spec
from fathom5.engine import LOOPS, Loop
from fathom5.engine.workspace import workspace_struct
from fathom5.search.network import evaluation_struct, no_network, sample_games, sample_struct
from fathom5.search.rollouts import Plan, case_struct, evaluate
from fathom5.search.tree import Node, Settings, search, tree_struct


def _search_arguments(spec: Spec) -> tuple[Any, ...]:
    workspaces, trees = np.zeros(1, workspace_struct(spec).dtype), np.zeros(1, tree_struct(spec).dtype)
    nodes, hidden = np.zeros(1, Node.dtype), np.zeros(1, np.float64)
    return workspaces, trees, nodes, Settings.blank(), no_network(spec), hidden, 0, 0


def _sample_arguments(spec: Spec) -> tuple[Any, ...]:
    workspaces = np.zeros(1, workspace_struct(spec).dtype)
    evaluations = np.zeros(1, evaluation_struct(spec).dtype)
    return workspaces, evaluations, np.zeros((1, spec.seats), sample_struct(spec).dtype), 0, 0, 0, 0


def _evaluate_arguments(spec: Spec) -> tuple[Any, ...]:
    workspaces, cases = np.zeros(1, workspace_struct(spec).dtype), np.zeros(1, case_struct(spec).dtype)
    evaluations, hidden = np.zeros(1, evaluation_struct(spec).dtype), np.zeros(1, np.float64)
    return workspaces, cases, evaluations, no_network(spec), hidden, Plan.blank()


LOOPS["search"] = Loop(search, _search_arguments, inline=True)
LOOPS["sample_games"] = Loop(sample_games, _sample_arguments, inline=True, rare=True)
LOOPS["evaluate"] = Loop(evaluate, _evaluate_arguments, inline=True, rare=True)
