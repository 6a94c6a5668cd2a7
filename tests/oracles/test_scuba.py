"""SCUBA beside its oracle: at random, and by tastes that bring up what is rare."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import product
from random import Random

import pytest
from tests.oracles import lockstep, scuba
from tests.oracles.lockstep import Move

from fathom5 import Match

GAMES = int(os.environ.get("FATHOM5_ORACLE_GAMES", "1"))
"""Games of each case."""

TASTES: Mapping[str, Mapping[tuple[object, ...], float]] = {
    "at random": {},
    "deep": {("swim", scuba.DOWN): 6, ("swim", scuba.UP): 0.2, ("stop",): 0.1, ("go on",): 0.1},
    "at the surface": {("swim", scuba.UP): 4, ("snorkel",): 9, ("climb aboard",): 0.2, ("stop",): 0.3},
    "up and down": {("swim", scuba.UP): 9, ("swim", scuba.DOWN): 5, ("go on",): 20, ("stop",): 0.2},
}
"""How much rather than others a kind of move is played, with its first argument or without."""


def chooser(taste: Mapping[tuple[object, ...], float]) -> Callable[[Random, list[Move]], Move]:
    def choose(random: Random, moves: list[Move]) -> Move:
        weights = [taste.get(move[:2], taste.get(move[:1], 1)) for move in moves]
        return random.choices(moves, weights)[0]

    return choose


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(
    ("players", "deco", "no_death"), list(product((2, 3, 4), (False, True), (False, True)))
)
def test_our_rules_and_the_oracle_agree(players: int, deco: bool, no_death: bool, taste: str) -> None:
    options = {"decompression": deco, "divers-cannot-die": no_death}
    for game in range(GAMES):
        match = Match("scuba", players, nature="manual", options=options)
        random = Random(f"{players} {deco} {no_death} {taste} {game}")
        lockstep.play(match, scuba.Scuba(match), scuba.state, random, chooser(TASTES[taste]))
