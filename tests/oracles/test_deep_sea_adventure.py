"""Our Deep Sea Adventure against the one written from its rulebook, move by move.

`FATHOM5_ORACLE_GAMES=20 pytest tests/oracles/test_deep_sea_adventure.py` plays twenty games of every case.
"""

import os
from collections.abc import Mapping
from itertools import product
from random import Random

import pytest
from tests.oracles import deep_sea_adventure as plain
from tests.oracles import lockstep
from tests.oracles.lockstep import Move

from fathom5 import Match, find_game

GAME = find_game("deep-sea-adventure")
GAMES = int(os.environ.get("FATHOM5_ORACLE_GAMES", "2"))

TASTES: dict[str, Mapping[str, int]] = {
    "random": {},
    "greedy": {"take": 20, "dive deeper": 3},
    "careful": {"take": 5, "turn back": 20},
    "dropping": {"take": 5, "turn back": 6, "drop": 10},
    "idle": {"leave": 30, "dive deeper": 10},
}
"""How much more than others some moves are liked."""

BOXES = {
    "a line that runs out": ["dives=9", "air=99"],
    "a short line": ["dives=9", "air=40", "stack=9"],
    "no stacks": ["stack=1", "air=60"],
    "little air": ["air=3"],
    "dice that show 1": ["die.0=6", "die.1=0", "die.2=0", "air=40"],
}
"""Changed boxes, in which rare things happen."""


def play(players: int, print_2014: bool, loose: bool, taste: str, box: list[str], rules: str) -> None:
    """So many games of a case in lock-step, each with its own seed."""
    liked = TASTES[taste]

    def choose(random: Random, moves: list[Move]) -> Move:
        return random.choices(moves, [liked.get(move[0], 1) for move in moves])[0]

    for game in range(GAMES):
        match = Match(
            GAME,
            players,
            nature="manual",
            options={"print-2014": print_2014, "loose-stacks": loose},
            box=GAME.sheet_with(box, rules),
            compiled=True,
        )
        random = Random(f"{players} {print_2014} {loose} {taste} {box} {game}")
        lockstep.play(match, plain.oracle(match), plain.state, random, choose, plain.write)


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(
    ("players", "print_2014", "loose"), list(product(GAME.players, (False, True), (False, True)))
)
def test_ours_is_the_rulebooks(players: int, print_2014: bool, loose: bool, taste: str):
    play(players, print_2014, loose, taste, [], "2")


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize("players", [2, 6])
def test_ours_is_the_rulebooks_with_another_box(players: int, box: list[str]):
    play(players, False, True, "careful", box, "2")
    play(players, True, False, "greedy", box, "2")


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_first_edition_is_what_it_was(players: int):
    play(players, False, False, "greedy", [], "1")
