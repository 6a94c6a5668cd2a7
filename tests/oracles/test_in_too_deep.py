"""In Too Deep beside its oracle: every number of players, every side, and play that seeks the rare."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest
from tests.oracles import in_too_deep, lockstep
from tests.oracles.lockstep import Move

from fathom5.match import Match

GAMES = int(os.environ.get("FATHOM5_ORACLE_GAMES", "1"))
"""How many games each case plays."""


def any_move(random: Random, moves: list[Move]) -> Move:
    return random.choice(moves)


def any_kind(random: Random, moves: list[Move]) -> Move:
    """Each kind of move as often as any other."""
    kind = random.choice(sorted({move[0] for move in moves}))
    return random.choice([move for move in moves if move[0] == kind])


def preferring(*kinds: str) -> Callable[[Random, list[Move]], Move]:
    """Mostly the first of these kinds that is open."""

    def choose(random: Random, moves: list[Move]) -> Move:
        for kind in kinds:
            of_kind = [move for move in moves if move[0] == kind]
            if of_kind and random.random() < 0.9:
                return random.choice(of_kind)
        return any_kind(random, moves)

    return choose


def shallow(random: Random, moves: list[Move]) -> Move:
    """Abilities wherever they are, and low cards first, so that companies grow long."""
    for kind in ("take over", "move card", "remove"):
        of_kind = [move for move in moves if move[0] == kind]
        if of_kind and random.random() < 0.7:
            return random.choice(of_kind)
    expanding = [move for move in moves if move[0] == "expand"]
    if expanding and random.random() < 0.7:
        return min(expanding, key=lambda move: (move[1], random.random()))
    return any_kind(random, moves)


STYLES = {
    "any move": any_move,
    "any kind": any_kind,
    "draws": preferring("bonus card", "draw"),
    "buys": preferring("bonus card", "buy"),
    "expands": preferring("expand"),
    "takes over": preferring("take over", "expand", "bonus card"),
    "shallow": shallow,
}

SIDES = {
    "normal": ("normal",) * 5,
    "advanced": ("advanced",) * 5,
    "random": ("random",) * 5,
    "mixed": ("advanced", "normal", "advanced", "normal", "advanced"),
    "mixed otherwise": ("normal", "advanced", "normal", "advanced", "normal"),
}

BOXES: dict[str, dict[str, object]] = {
    "printed": {},
    "much in hand": {"hand": 10, "offered": 3, "hand_for_two": 20, "third": 20},
    "many bonus cards": {"bonus": 20, "drawn_for_third": 8, "hand_for_two": 20, "third": 20},
    "other figures": {
        "clean_up.0": 3,
        "clean_up.1": 2,
        "watching": 2,
        "recent": 2,
        "takeover": 4,
        "discount": 1,
        "emergency": 4,
        "pearl_more": 5,
        "pearl_less": 4,
    },
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_our_rules_and_the_oracle_play_alike(players: int, sides: str, style: str) -> None:
    boxes = list(BOXES)
    for number in range(GAMES):
        random = Random(f"{players} {sides} {style} {number}")
        box = boxes[number % len(boxes)] if GAMES > 1 else random.choice(boxes)
        match = Match(
            "in-too-deep",
            players,
            nature="manual",
            options=dict(zip(in_too_deep.NAMES, SIDES[sides], strict=True)),
            box=BOXES[box],
        )
        lockstep.play(match, in_too_deep.oracle(match), in_too_deep.state, random, STYLES[style])
