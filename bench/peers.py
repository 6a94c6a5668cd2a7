"""Our games beside OpenSpiel's C++ rollouts of pig, on the same core in one run.

    python bench/peers.py [--seconds 3] [--json]

Both play uniformly random games to the end. OpenSpiel's are the rollouts of its C++ evaluator, with
no tree and no Python between the moves; the mean length of its games is measured beforehand.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from typing import Any

import pyspiel

from fathom5 import find_game
from fathom5.engine import compile_game
from fathom5.engine.registry import PLAYING
from fathom5.lab.simulation import simulate

PIG = "pig(players=3)"
ROUNDS = 5
"""Each is measured several times in turns, so that a busy moment hits both; the median counts."""


def mean_length(game: Any, games: int = 2000) -> float:
    """Moves of a random game, chance's included."""
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, odds)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / games


def open_spiel_moves(game: Any, length: float, seconds: float) -> float:
    """Moves a second of OpenSpiel's rollouts."""
    rollouts = 2000
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        started = time.perf_counter()
        bot.step(game.new_initial_state())
        took = time.perf_counter() - started
        if took > seconds / 2:
            return rollouts * length / took
        rollouts = int(rollouts * max(2.0, seconds / max(took, 1e-3)))


def our_moves(name: str, players: int, games: int) -> float:
    """Moves a second of ours."""
    return simulate(name, players, games, jobs=1).moves_per_s


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--json", action="store_true")
    how = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    random.seed(1)
    pig = pyspiel.load_game(PIG)
    length = mean_length(pig)
    name, players = "deep-sea-adventure", 4
    compile_game(find_game(name), (*PLAYING, "simulate"))
    games = int(how.seconds * simulate(name, players, 5000, jobs=1).games_per_s)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(our_moves(name, players, games))
        theirs.append(open_spiel_moves(pig, length, how.seconds))
    result = {
        "ours": f"{name}, {players} players",
        "our_moves_per_s": round(statistics.median(ours)),
        "theirs": f"OpenSpiel {PIG}",
        "their_moves_per_s": round(statistics.median(theirs)),
        "ratio": round(statistics.median(ours) / statistics.median(theirs), 2),
    }
    print(
        json.dumps(result) if how.json else "\n".join(f"{key:<18} {value}" for key, value in result.items())
    )


if __name__ == "__main__":
    main()
