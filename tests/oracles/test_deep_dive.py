"""Our Deep Dive and the oracle's, move by move; FATHOM5_ORACLE_GAMES=20 plays so many games of each case."""

from __future__ import annotations

import os
from random import Random

import pytest

from fathom5 import Match
from oracles.deep_dive import DeepDive, state
from oracles.lockstep import Move, play

GAMES = int(os.environ.get("FATHOM5_ORACLE_GAMES", "1"))
PREDATOR, OPEN_WATER = ("reveal", 38), ("reveal", 37)
BOXES: dict[str, dict[str, object]] = {
    "as printed": {},
    "shallow piles": {"removed": [14] * 6},
    "depths without a tile": {"removed": [17] * 6},
    "one penguin": {"penguins": 1, "removed": [9] * 6},
    "open water and rocks at the bottom": {
        "open_water": [6, 4, 7, 3, 4],
        "rocks": [8, 7, 0, 0, 3],
        "removed": [10] * 6,
    },
}


def anything(random: Random, moves: list[Move]) -> Move:
    return random.choice(moves)


def greedy_for_rocks(random: Random, moves: list[Move]) -> Move:
    """Rocks are taken and used, so that dives begin everywhere."""
    wanted = [move for move in moves if move[0] == "ingest rock" or (move[0] == "take" and move[2] == 0)]
    return random.choice(wanted or moves)


def bold(random: Random, moves: list[Move]) -> Move:
    """Always on: food stays face up, penguins are trapped, piles run out."""
    wanted = [move for move in moves if move[0] in ("flip", "dive deeper")]
    return random.choice(wanted or moves)


def eaten(random: Random, moves: list[Move]) -> Move:
    """Predators come up whenever they can, and nobody stops."""
    return PREDATOR if PREDATOR in moves and random.random() < 0.7 else bold(random, moves)


def idle(random: Random, moves: list[Move]) -> Move:
    """Retreats bring nothing, and the sea fills with open water."""
    for move in (("take nothing",), OPEN_WATER):
        if move in moves and random.random() < 0.8:
            return move
    return random.choice(moves)


WAYS = (anything, greedy_for_rocks, bold, eaten, idle)
SEATINGS = [(1, level) for level in ("easy", "medium", "hard")] + [
    (players, "medium") for players in range(2, 7)
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize(("players", "opponent"), SEATINGS)
@pytest.mark.parametrize("box", BOXES)
def test_lock_step(box, players, opponent, way):
    for game in range(GAMES):
        match = Match(
            "deep-dive",
            players,
            nature="manual",
            options={"opponent": opponent},
            box=BOXES[box],
            compiled=True,
        )
        oracle = DeepDive(match.sheet.content, players, opponent)
        play(match, oracle, state, Random(f"{box}/{players}/{opponent}/{way.__name__}/{game}"), way)
