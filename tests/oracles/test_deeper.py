"""Deeper beside its oracle: every number of players, the printed box and boxes drawn at random."""

import os
from collections import Counter
from random import Random

import pytest

from fathom5.bots import find_bot
from fathom5.core.rule import NATURE
from fathom5.match import Match
from oracles import deeper, lockstep
from oracles.lockstep import Move

GAMES = int(os.environ.get("FATHOM5_ORACLE_GAMES", "4"))


def taste(random: Random, drift: float = 0.5):
    """Chooses kinds of moves by weights drawn for the game, and some ways rather than others."""
    kinds: dict[str, float] = {"breathe": 0.2, "decline": 0.5, "scan": 0.5, "terraform": 0.3}
    ways = [10 ** random.uniform(-drift, drift) for _ in range(6)]

    def choose(random: Random, moves: list[Move]) -> Move:
        for kind in sorted({move[0] for move in moves}):
            kinds.setdefault(kind, 10 ** random.uniform(-1, 1))
        open_kinds = Counter(move[0] for move in moves)
        weights = [
            kinds[move[0]] / open_kinds[move[0]] * (ways[move[1]] if move[0] in ("swim", "lay") else 1)
            for move in moves
        ]
        return random.choices(moves, weights)[0]

    return choose


def drawn_box(random: Random) -> dict[str, object]:
    """Changes of the box: other figures, cheap cards, tiles with other resources and edges."""
    changes: dict[str, object] = {
        "actions": random.randint(1, 4),
        "air": random.randint(1, 8),
        "bag": random.randint(1, 8),
        "shelf": random.randint(1, 8),
        "wider": random.randint(0, 4),
        "locker": random.randint(0, 6),
        "market": random.randint(1, 4),
        "draws": random.randint(1, 4),
        "catch": random.randint(1, 4),
    }
    for part, count, costs in (
        ("cards", 11, (0, 0, 0, 1)),
        ("upgrades", 7, (0, 0, 1)),
        ("rockets", 6, (0, 1, 2)),
    ):
        for n in range(count):
            changes[f"{part}.{n}.cost"] = [random.choice(costs) for _ in range(6)]
    for n in range(58):
        changes[f"tiles.{n}.holds"] = [random.choice((0, 0, 0, 1, 2, 3)) for _ in range(6)]
        changes[f"tiles.{n}.rock"] = [int(random.random() < 0.15) for _ in range(6)]
    return changes


def together(
    players: int,
    random: Random,
    rounds: int,
    changes: dict[str, object],
    sense: float = 0,
    drift: float = 0.5,
) -> Match:
    """One game of both, a share of the moves chosen by the seal."""
    match = Match("deeper", players, nature="manual", options={"rounds": rounds}, box=changes)
    seal, by_taste = find_bot("seal", random.randrange(2**32)), taste(random, drift)

    def choose(random: Random, moves: list[Move]) -> Move:
        if match.actor != NATURE and random.random() < sense:
            return lockstep.written(match, seal(match.view(match.actor)))
        return by_taste(random, moves)

    lockstep.play(match, deeper.beginning(match), deeper.state, random, choose)
    return match


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("sense", [0, 0.9])
def test_the_printed_box_at_every_number_of_players(players: int, sense: float):
    for number in range(GAMES):
        together(players, Random(f"printed {players} {sense} {number}"), 60 if sense else 20, {}, sense)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_boxes_drawn_at_random(players: int):
    for number in range(2 * GAMES):
        random = Random(f"drawn {players} {number}")
        together(players, random, random.randint(5, 80 // players), drawn_box(random), number % 2 / 2)


def test_seas_without_rock_are_explored_to_their_edge():
    water = {f"tiles.{n}.rock": [0] * 6 for n in range(58)}
    reached = set()
    edges = {("left", 1), ("right", 30), ("bottom", 14)}
    for number in range(max(60, 3 * GAMES)):
        if number >= 3 * GAMES and reached >= edges:
            break
        random = Random(f"edge {number}")
        match = together(random.choice((1, 2)), random, 60, water | {"actions": 4}, drift=1.5)
        lying = [divmod(place, 16) for place in deeper.state(match)["sea"]]
        columns, rows = [column for column, _ in lying], [row for _, row in lying]
        reached |= {("left", min(columns)), ("right", max(columns)), ("bottom", max(rows))}
    assert reached >= edges, "a test that never comes to the edge shows nothing"
