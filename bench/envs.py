"""Our environments beside those of others, on one core in one run.

    taskset -c 0 python bench/envs.py [--seconds 1] [--tables 256]

Everybody plays at random among the open actions. What is counted is time of the processor, so that others on
the machine matter little; where one call steps many tables, the choosing is left out. The self-play form
gives the observation and the mask of whoever decides next. Peers that are not installed are skipped with a
sentence; `pip install 'fathom5[bench]'` brings them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from fathom5 import all_games
from fathom5.envs import aec, self_play

ROUNDS = 5
"""Each is measured several times in turns, so that a busy moment hits all; the median counts."""

Measured = Callable[[float], float]
"""Steps a second, measured for so many seconds."""


def rate(step: Callable[[], tuple[int, float]], seconds: float) -> float:
    """Steps a second of something that returns how many steps it made and how long they took."""
    steps, spent = 0, 0.0
    while spent < seconds:
        made, took = step()
        steps, spent = steps + made, spent + took
    return steps / spent


def ours(name: str, tables: int, dtype: str) -> Measured:
    """The self-play form of a game of two players."""
    env, random = self_play(name, tables, 2, dtype=dtype, copy=False), np.random.default_rng(1)
    info = env.reset(seed=1)[1]
    mask = info["action_mask"]

    def step() -> tuple[int, float]:
        actions = (random.random(mask.shape, np.float32) * mask).argmax(1)
        started = time.process_time()
        env.step(actions)
        return tables, time.process_time() - started

    return lambda seconds: rate(step, seconds)


def our_aec(name: str) -> Measured:
    """A raw environment of PettingZoo of a game of two players."""
    return _aec(aec(name, 2).unwrapped)


def pettingzoo_connect_four() -> Measured:
    """PettingZoo's connect_four, raw."""
    from pettingzoo.classic.connect_four.connect_four import raw_env

    return _aec(raw_env())


def _aec(env: Any) -> Measured:
    random = np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> tuple[int, float]:
        started, steps = time.process_time(), 0
        for _ in range(200):
            observation, _, done, _, _ = env.last()
            if done:
                env.reset()
                continue
            open_actions = observation["action_mask"].view(np.bool_).nonzero()[0]
            env.step(int(open_actions[int(random.random() * len(open_actions))]))
            steps += 1
        return steps, time.process_time() - started

    return lambda seconds: rate(step, seconds)


def pgx_connect_four(tables: int) -> Measured:
    """Pgx's connect_four, compiled for the processor, many tables in one call, laid anew when finished."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("connect_four")
    begin, go_on = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, tables))
    keys, random = jax.random.split(key, tables), np.random.default_rng(1)
    held = [state]

    def step() -> tuple[int, float]:
        mask = np.asarray(held[0].legal_action_mask)
        actions = jax.numpy.asarray((random.random(mask.shape, np.float32) * mask).argmax(1))
        started = time.process_time()
        held[0] = go_on(held[0], actions, keys)
        jax.block_until_ready((held[0].observation, held[0].legal_action_mask))
        return tables, time.process_time() - started

    step()
    return lambda seconds: rate(step, seconds)


def rlcard_uno() -> Measured:
    """RLCard's uno, one table in Python."""
    import random

    import rlcard

    env = rlcard.make("uno")
    held: list[Any] = [env.reset()[0]]

    def step() -> tuple[int, float]:
        started = time.process_time()
        for _ in range(100):
            held[0], _ = env.step(random.choice(list(held[0]["legal_actions"])))
            if env.is_over():
                held[0] = env.reset()[0]
        return 100, time.process_time() - started

    return lambda seconds: rate(step, seconds)


def contestants(tables: int) -> Iterator[tuple[str, Measured]]:
    """Everybody who is installed."""
    for name in all_games():
        for dtype in ("uint8", "float32"):
            yield f"{name}, self-play, {dtype}", ours(name, tables, dtype)
    for name in all_games():
        yield f"{name}, AEC", our_aec(name)
    peers: dict[str, tuple[str, Callable[[], Measured]]] = {
        "pgx": ("pgx connect_four", lambda: pgx_connect_four(tables)),
        "rlcard": ("RLCard uno", rlcard_uno),
        "pygame": ("PettingZoo connect_four, raw AEC", pettingzoo_connect_four),
    }
    for module, (title, make) in peers.items():
        if find_spec(module):
            yield title, make()
        else:
            print(f"{title} is skipped: {module} is not installed.", file=sys.stderr)


def main() -> None:
    """Measure everybody in turns and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--tables", type=int, default=256)
    arguments = parser.parse_args()
    everybody = dict(contestants(arguments.tables))
    found: dict[str, list[float]] = {title: [] for title in everybody}
    for _ in range(ROUNDS):
        for title, measure in everybody.items():
            found[title].append(measure(arguments.seconds))
    print("| environment | steps a second | lowest | highest |\n|---|---|---|---|")
    for title, rates in found.items():
        middle, low, high = statistics.median(rates), min(rates), max(rates)
        print(f"| {title} | {middle:,.0f} | {low:,.0f} | {high:,.0f} |")


if __name__ == "__main__":
    main()
