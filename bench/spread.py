"""How well tasks of a second or more spread: one core, two, and a Ray cluster on the same cores.

    python bench/spread.py --seconds 1.5 --tasks 8 --rounds 3

Every way does the same tasks, games of Deep Sea Adventure by its heuristic; each is tried once before it is
timed, so that Ray runs and everything is compiled. Ways take turns, and the best round of each counts. Where
other programs use the cores, the clock tells more of them than of us (and Ray gives its workers a niceness of
15, so that they wait for everybody): beside it stands the processor time that a task took where it was done,
to which spreading must not add. It leaves out what Ray itself uses.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean

from fathom5.lab.pieces import PiecePlayer
from fathom5.lab.plan import Arm, Plan, Task
from fathom5.lab.spread import Executor, executor

GAME, PLAYERS = "deep-sea-adventure", 4


@dataclass(frozen=True)
class Timed:
    """Does tasks as a study does and gives the processor seconds that each took."""

    work: PiecePlayer

    def __call__(self, task: Task) -> float:
        began = time.thread_time()
        self.work(task)
        return time.thread_time() - began


def games_a_task(seconds: float) -> int:
    """So many games that a task takes about so long."""
    plan = Plan(GAME, 4000, 1, (Arm("trial", PLAYERS),))
    timed, task = Timed(PiecePlayer(plan)), Task(0, 0, ((0, 4000),))
    timed(task)
    return max(1, round(4000 * seconds / timed(task)))


def measured(spread: Executor, work: Callable[[Task], float], tasks: list[Task]) -> tuple[float, float]:
    """Seconds by the clock for all tasks, and mean processor seconds of one."""
    began = time.perf_counter()
    spent = [seconds for _, seconds in spread.run(work, tasks)]
    return time.perf_counter() - began, sum(spent) / len(spent)


def main() -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.5, help="of a task")
    parser.add_argument("--tasks", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    size = games_a_task(asked.seconds)
    plan = Plan(GAME, size * asked.tasks, 1, (Arm("all", PLAYERS),))
    tasks = [Task(0, number, ((number * size, size),)) for number in range(asked.tasks)]
    work, ways = Timed(PiecePlayer(plan)), {"one core": executor(1), "two cores": executor(2)}
    began = time.perf_counter()
    ways["Ray"] = executor(ray="local")
    print(f"{asked.tasks} tasks of {size:,} games; Ray started in {time.perf_counter() - began:.1f} s")
    clock: dict[str, list[float]] = {name: [] for name in ways}
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for round_ in range(asked.rounds + 1):
        for name, spread in ways.items():
            seconds, cost = measured(spread, work, tasks if round_ else tasks[:2])
            if round_:
                clock[name].append(seconds)
                spent[name].append(cost)
                load = os.getloadavg()[0]
                print(f"  {name:<10} {seconds:6.2f} s, {cost:.2f} s of processor a task, load {load:.1f}")
    one, two, ray = (min(times) for times in clock.values())
    print(f"by the clock, best rounds: two cores {one / two:.2f} times one, Ray {two / ray:.2f} times two")
    costs = ", ".join(f"{name} {mean(times):.3f}" for name, times in spent.items())
    print(f"processor seconds of a task, all rounds: {costs}")


if __name__ == "__main__":
    main()
