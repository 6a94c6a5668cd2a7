"""Random numbers that are the same everywhere: interpreted, compiled, on any number of cores.

The generator is SplitMix64 (Steele, Lea and Flood 2014): its state is one whole number that
grows by a constant; each output is a mix of the state. Game number g of a run starts at a state
mixed from the run's seed and g, so a game's luck does not depend on which core plays it.
"""

from __future__ import annotations

import secrets

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import whole_number
from fathom5.core.rule import rule
from fathom5.core.schema import Array

Rng = Array[int]
"""A generator: an array of one number, its state."""

MASK = (1 << 64) - 1
LOW = (1 << 32) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


def mixed(state: int) -> int:
    """SplitMix64's output for a state."""
    state = ((state ^ (state >> 30)) * FIRST) & MASK
    state = ((state ^ (state >> 27)) * SECOND) & MASK
    return state ^ (state >> 31)


def draw(rng: Rng) -> int:
    """The next 32 random bits."""
    state = (int(rng[0]) + STEP) & MASK
    rng[0] = state
    return mixed(state) >> 32


def stream(seed: int) -> int:
    """All the luck of a seed, for `jump`."""
    return mixed(seed & MASK)


def jump(rng: Rng, stream: int, place: int) -> None:
    """Put the generator at a place of a stream."""
    rng[0] = mixed((int(stream) + place * STEP) & MASK)


def start(rng: Rng, seed: int, game: int) -> None:
    """Put the generator at the beginning of a game's luck."""
    jump(rng, stream(seed), game)


@rule
def below(count: int, rng: Rng) -> int:
    """A number from 0 to count - 1, each exactly equally likely."""
    product = draw(rng) * count
    if product & LOW < count:
        unfair = (1 << 32) % count
        while product & LOW < unfair:
            product = draw(rng) * count
    return product >> 32


@rule
def weighted(odds: Array[int], n: int, rng: Rng) -> int:
    """An index below n, each as likely as its weight."""
    total = 0
    for i in range(n):
        total += odds[i]
        if total < 0:  # never; a loop that may end early stays scalar, and so need not wait for fresh weights
            break
    ticket = below(total, rng)
    chosen, sold = 0, 0
    for i in range(n):
        sold += odds[i]
        chosen += ticket >= sold
    return chosen


def generator(seed: int | None = None, game: int = 0) -> NDArray[np.uint64]:
    """A generator for one game; without a seed, one nobody can foresee. Raises Mistake for no number."""
    rng = np.zeros(1, np.uint64)
    number = secrets.randbits(64) if seed is None else whole_number("A seed", seed, -MASK, MASK)
    start(rng, number, game)
    return rng
