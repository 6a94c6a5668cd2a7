"""How far off the evaluation of a move is, by how many decisions a rollout has before the network judges.

python bench/spans.py deeper --positions 30 --rollouts 200 --spans 0,6,12

Every open move of some positions is evaluated to the end and with each span, in two batches of separate luck
each. The product of the two differences is free of the noise of either, so that what is left is how far the
network misjudges: the chance to win of whoever moves, in points of a hundred, as it is and against the mean
of the position's moves (what a choice goes by). Then what the noise of rollouts adds within a time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from fathom5.bots import find_bot
from fathom5.coach import Evaluator
from fathom5.core.game import find_game
from fathom5.match import Match
from fathom5.search.tree import TO_THE_END
from fathom5.view import View

MOST_MOVES = 8
"""Of so many open moves of a position at most."""

THINKING = (0.01, 0.1)
"""Seconds a move for which the whole error is told."""

Batch = NDArray[np.float64]


@dataclass
class Found:
    """What a span brought: by position two batches of chances, and the noise of one rollout."""

    batches: list[tuple[Batch, Batch]]
    variances: list[float]
    seconds: float = 0.0
    rollouts: int = 0


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    positions: Annotated[int, typer.Option(help="Decisions to look at.")] = 30,
    rollouts: Annotated[int, typer.Option(help="Rollouts of every move, in each of two batches.")] = 200,
    spans: Annotated[str, typer.Option(help="Spans to compare with the end.")] = "0,6,12",
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
) -> None:
    """Tell how far off every span is, and how much it costs."""
    views = decisions(name, players, positions, seed)
    asked = [*map(int, spans.split(",")), TO_THE_END]
    Evaluator(views[:1]).add(1)  # compiles what is measured
    found = {span: Found([], []) for span in asked}
    for view in track(views, "Evaluating", transient=True):
        moves = list(view.ids[:: -(-len(view.ids) // MOST_MOVES)])
        for span in asked:
            add(found[span], view, moves, rollouts, span)
    end = found[TO_THE_END]
    for span, each in found.items():
        bias, choice = misjudged(each, end, False), misjudged(each, end, True)
        cost = each.seconds / each.rollouts
        noise = np.mean(each.variances)
        whole = (100 * np.sqrt(max(0.0, bias) + noise * cost / thinking) for thinking in THINKING)
        print(
            f"{'end' if span == TO_THE_END else span:>4}: {1e6 * cost:7.1f} us a rollout, network off by "
            f"{100 * root(bias):5.2f}, between moves {100 * root(choice):5.2f}; "
            + ", ".join(f"{error:5.2f} in {t:g} s" for t, error in zip(THINKING, whole, strict=True))
        )


def decisions(name: str, players: int, count: int, seed: int) -> list[View]:
    """Decisions out of games of the heuristic, each of another game and anywhere in it."""
    found: list[View] = []
    luck, number = np.random.default_rng(seed), 0
    while len(found) < count:
        number += 1
        match = Match(find_game(name), players, seed=(seed << 20) + number)
        mover = find_bot("heuristic", number)
        seen: list[View] = []
        while (seat := match.actor) is not None:
            view = match.view(seat)
            if len(view.ids) > 1:
                seen.append(view)
            match.play(mover(view))
        found.append(seen[luck.integers(len(seen))])
    return found


def add(found: Found, view: View, moves: list[int], rollouts: int, span: int) -> None:
    """Evaluate the moves of a position in two batches."""
    batches = []
    for seed in (2 * span + 1, 2 * span + 2):
        evaluator = Evaluator([view] * len(moves), moves, seed, span)
        began = time.thread_time()
        evaluator.add(rollouts)
        found.seconds += time.thread_time() - began
        found.rollouts += rollouts * len(moves)
        wins = [each.wins[view.seat] for each in evaluator.evaluations]
        batches.append(np.array([each.mean for each in wins]))
        found.variances.append(float(np.mean([each.error**2 for each in wins])) * rollouts)
    found.batches.append((batches[0], batches[1]))


def misjudged(found: Found, end: Found, between: bool) -> float:
    """The mean square of what is misjudged, without noise; between the moves of a position or as it is."""
    products = []
    for own, true in zip(found.batches, end.batches, strict=True):
        apart = [mine - theirs for mine, theirs in zip(own, true, strict=True)]
        if between:
            apart = [each - each.mean() for each in apart]
        products.append(float((apart[0] * apart[1]).mean()))
    return float(np.mean(products))


def root(square: float) -> float:
    """The root of a mean square; one below nothing is noise."""
    return float(np.sqrt(max(0.0, square)))


if __name__ == "__main__":
    typer.run(main)
