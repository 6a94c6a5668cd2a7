"""What a review costs, how far two seeds agree on it, and how much of a win it leaves unexplained.

    python bench/review.py deep-sea-adventure --players 4 --games 50

Games are played by seals. A line a game, then the means: seconds on so many cores, decisions, the share of
them that two seeds give the same class, and the mean over seats of what the evaluator only saw later.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean
from typing import NamedTuple

from fathom5 import Match
from fathom5.bots import find_bot
from fathom5.coach import evaluate
from fathom5.coach.reviews import Review, review


def played(game: str, players: int, seed: int) -> Match:
    """A game of seals."""
    bots = {seat: find_bot("seal", 100 * seed + seat) for seat in range(players)}
    return Match(game, players, seed=seed, bots=bots)


def unexplained(found: Review) -> float:
    """The mean over seats of what was only seen later, in the unit of the review."""
    return mean(abs(found.scale.share(each.later).mean) for each in found.sums)


class Row(NamedTuple):
    """What came of reviewing a game."""

    seconds: float
    processor: float
    decisions: int
    same: int
    """How many have the same class with both seeds."""
    later: float


def told(rows: list[Row], once: bool) -> str:
    """The means of some games, in words; nothing agrees or disagrees with a single seed."""
    decisions = sum(row.decisions for row in rows)
    agreed = f"{sum(row.same for row in rows)} of {decisions} decisions agree" if not once else ""
    parts = (
        f"{mean(row.seconds for row in rows):.1f} s (longest {max(row.seconds for row in rows):.1f})",
        f"processor {mean(row.processor for row in rows):.1f} s",
        agreed or f"{decisions} decisions",
        f"{100 * mean(row.later for row in rows):.1f} % seen later",
    )
    return ", ".join(parts)


def main() -> None:
    """Review games twice each and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--once", action="store_true", help="with one seed: no agreement")
    given = parser.parse_args()
    evaluate([Match(given.game, given.players, seed=0).view(0)], 1)  # compiles
    rows = []
    for number in range(given.games):
        match, found, seconds, processor = played(given.game, given.players, number), [], [], []
        for seed in range(1 if given.once else 2):
            began, used = time.perf_counter(), time.process_time()
            found.append(review(match, seed=seed, effort=given.effort, jobs=given.jobs))
            seconds.append(time.perf_counter() - began)
            processor.append(time.process_time() - used)
        classes = [[each.verdict for each in one.decisions] for one in found]
        same = sum(len(set(pair)) == 1 for pair in zip(*classes, strict=True))
        rows.append(Row(mean(seconds), mean(processor), len(classes[0]), same, mean(map(unexplained, found))))
        print(f"game {number}: {told(rows[-1:], given.once)}", flush=True)
    print(f"{given.game}, {given.players} players, {len(rows)} games: {told(rows, given.once)}")


if __name__ == "__main__":
    main()
