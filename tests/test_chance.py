import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom5.kernel import chance
from fathom5.kernel.game import find_game

FIRST_OUTPUTS_OF_SEED_0 = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_generator_is_splitmix64():
    rng = np.zeros(1, np.uint64)
    assert [chance.draw(rng) for _ in range(3)] == [out >> 32 for out in FIRST_OUTPUTS_OF_SEED_0]


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, 1000), min_size=1, max_size=100))
def test_compiled_luck_is_interpreted_luck(seed, weights):
    pick = find_game("deep-sea-adventure").compiled().pick
    slow, fast = chance.luck(seed), chance.luck(seed)
    odds = np.zeros(200, np.int64)
    odds[: len(weights)] = weights
    for _ in range(5):
        assert pick(odds, len(weights), fast) == chance.weighted(odds, len(weights), slow)
    assert slow == fast


@given(st.integers(1, 2**31), st.integers(0, 2**63))
def test_below_stays_below(count, seed):
    assert 0 <= chance.below(count, chance.luck(seed)) < count


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_below_is_uniform(count):
    rng = chance.luck(9)
    draws = 30_000
    seen = np.bincount([chance.below(count, rng) for _ in range(draws)], minlength=count)
    expected = draws / count
    assert ((seen - expected) ** 2 / expected).sum() < 30


def test_below_rejects_what_would_be_unfair():
    """With 3 outcomes, one of 2**32 draws must be drawn again: the one whose product is below the rest."""

    class Scripted:
        def __init__(self, *draws):
            self.draws = list(draws)

    scripted = Scripted(0, 1 << 31)
    original = chance.draw
    chance.draw = lambda rng: scripted.draws.pop(0)
    try:
        assert chance.below(3, None) == 1
    finally:
        chance.draw = original
    assert scripted.draws == []


def test_weights_are_exact_at_their_borders():
    odds = np.array([1, 0, 2, 1], np.int64)
    picked = []
    original = chance.below
    try:
        for ticket in range(4):
            chance.below = lambda count, rng, ticket=ticket: ticket
            picked.append(chance.weighted(odds, 4, None))
    finally:
        chance.below = original
    assert picked == [0, 2, 2, 3]


def test_games_of_a_run_have_different_luck_and_no_seed_is_unforeseeable():
    assert len({int(chance.luck(1, game)[0]) for game in range(1000)}) == 1000
    assert int(chance.luck()[0]) != int(chance.luck()[0])
