import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom5 import Match
from fathom5.core import rng as random

FIRST_OUTPUTS_OF_SEED_0 = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_generator_is_splitmix64():
    rng = np.zeros(1, np.uint64)
    assert [random.draw(rng) for _ in range(3)] == [out >> 32 for out in FIRST_OUTPUTS_OF_SEED_0]


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, 1000), min_size=1, max_size=100))
def test_compiled_luck_is_interpreted_luck(seed, weights):
    position, slow = Match("deep-sea-adventure", 2, nature="manual").position, random.generator(seed)
    work = position.work
    work.rng[:] = slow
    n = work.count[0] = min(len(weights), len(work.odds))
    work.odds[:n], work.moves[:n] = weights[:n], range(n)
    for _ in range(5):
        assert position.draw() == random.weighted(work.odds, n, slow)
    assert slow == work.rng


@given(st.integers(-(2**63), 2**64), st.integers(0, 2**62))
def test_a_game_starts_at_its_place_in_the_stream_of_its_seed(seed, game):
    started, jumped = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    random.start(started, seed, game)
    random.jump(jumped, random.stream(seed), game)
    assert (
        started
        == jumped
        == random.mixed((random.mixed(seed & random.MASK) + game * random.STEP) & random.MASK)
    )


@given(st.integers(1, 2**31), st.integers(0, 2**63))
def test_below_stays_below(count, seed):
    assert 0 <= random.below(count, random.generator(seed)) < count


@pytest.mark.parametrize("count", [2, 3, 6, 7])
def test_below_is_uniform(count):
    rng = random.generator(9)
    draws = 30_000
    seen = np.bincount([random.below(count, rng) for _ in range(draws)], minlength=count)
    expected = draws / count
    assert ((seen - expected) ** 2 / expected).sum() < 30


def test_below_rejects_what_would_be_unfair():
    """With 3 outcomes, one of 2**32 draws must be drawn again: the one whose product is below the rest."""

    class Scripted:
        def __init__(self, *draws):
            self.draws = list(draws)

    scripted = Scripted(0, 1 << 31)
    original = random.draw
    random.draw = lambda rng: scripted.draws.pop(0)
    try:
        assert random.below(3, None) == 1
    finally:
        random.draw = original
    assert scripted.draws == []


def test_weights_are_exact_at_their_borders():
    odds = np.array([1, 0, 2, 1], np.int64)
    picked = []
    original = random.below
    try:
        for ticket in range(4):
            random.below = lambda count, rng, ticket=ticket: ticket
            picked.append(random.weighted(odds, 4, None))
    finally:
        random.below = original
    assert picked == [0, 2, 2, 3]


def test_games_of_a_run_have_different_luck_and_no_seed_is_unforeseeable():
    assert len({int(random.generator(1, game)[0]) for game in range(1000)}) == 1000
    assert int(random.generator()[0]) != int(random.generator()[0])
