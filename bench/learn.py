"""Teach a game's mind: let its seals play each other, and learn from the signs on the table who wins.

python bench/learn.py deep-dive --players 4 --write

A game begins with some whims; from then on the heuristic plays to the end, and the signs are noted now and
then. What is learned is who wins, and how many points are still to come: by gradient descent (Adam), every
lesson once, as they come in, and judged on games it never saw.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from fathom5.conformance import cases
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.loops import SEAL
from fathom5.kernel.mind import AFTER, NOW, WON
from fathom5.lab import Runner

PIECE = 2_000
"""Games that are played in one go; a first piece for each set of options is judged by, not learned from."""

LESSONS = 30
"""Room for so many lessons a game."""

NEURONS = 64
BATCH = 1024
RATE = 0.003
POINTS_COUNT = 0.3
"""How much the points matter beside the win."""

Numbers = NDArray[np.float32]


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games: Annotated[int, typer.Option(help="Games to learn from.")] = 1_000_000,
    span: Annotated[int, typer.Option(help="The first lesson comes after up to so many decisions.")] = 150,
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
    write: Annotated[bool, typer.Option("--write", help="Put the mind into the game's minds.npz.")] = False,
) -> None:
    """Learn from games of the heuristic against itself."""
    game = find_game(name)
    options = [dict(case.options) for case in cases(game) if case.players == players]
    pieces = max(1, games // PIECE)
    school = played(game, players, options, len(options) + pieces, span, seed)
    exam = taken_apart(np.concatenate([next(school) for _ in options]), game.form.signs)
    mind = Mind(exam[0].shape[2], float(np.abs(exam[1]).mean()) + 1, np.random.default_rng(seed))
    learned = 0
    for number, lessons in enumerate(track(school, f"Learning {game.title}", pieces)):
        signs, gains, wins = taken_apart(lessons, game.form.signs)
        for some in mind.shuffled(len(signs)):
            mind.learn(signs[some], gains[some], wins[some], 1 - number / pieces)
        learned += len(signs)
    surprise, error = mind.judged(*exam)
    print(f"Learned from {learned:,} lessons.")
    print(f"Surprise at who wins: {surprise:.4f} (knowing nothing: {knowing_nothing(players):.4f}).")
    print(f"Points to come: off by {error:.2f}; they spread by {float(exam[1].std()):.2f}.")
    if write:
        path = game.folder / "minds.npz"
        minds = {str(count): known.astype(np.float32) for count, known in game.minds.items()}
        np.savez(path, **(minds | {str(players): mind.written()}))  # type: ignore[arg-type]
        print(f"Written to {path.name} of {game.name}.")


def played(
    game: Game, players: int, options: Sequence[Mapping[str, object]], pieces: int, span: int, seed: int
) -> Iterator[Numbers]:
    """Lessons of so many pieces, with all options in turn: the signs of each seat, then how it went."""
    engine, seats = game.engine(), game.form.seats

    def piece(number: int) -> Numbers:
        bots, chosen = np.full(seats, SEAL, np.int64), game.options(options[number % len(options)])
        runner = Runner(game, engine, players, game.sheet, chosen, bots, seed)
        lessons, work = np.zeros((LESSONS * PIECE, seats, game.form.signs + 3)), runner.work
        noted = engine.learn(
            runner.tables,
            runner.boxes,
            runner.weights,
            seed,
            number * PIECE,
            PIECE,
            work.moves,
            work.odds,
            work.scores,
            work.ranks,
            np.zeros((seats, 3)),
            work.rng,
            work.signs,
            span,
            lessons,
        )
        return lessons[:noted, :players].astype(np.float32)

    cores, ahead = os.cpu_count() or 1, deque[Future[Numbers]]()
    with ThreadPoolExecutor(cores) as threads:
        for number in range(pieces):
            ahead.append(threads.submit(piece, number))
            if len(ahead) > cores:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def taken_apart(lessons: Numbers, n: int) -> tuple[Numbers, Numbers, Numbers]:
    """The signs of each seat beside the mean of the others', points still to come, and shares of the win."""
    own, rest = lessons[:, :, :n], lessons[:, :, n:]
    all_seats = own.sum(1, keepdims=True) / max(1, own.shape[1] - 1)
    signs = np.concatenate([own, np.broadcast_to(all_seats, own.shape)], 2)
    return signs, rest[:, :, AFTER] - rest[:, :, NOW], rest[:, :, WON]


def knowing_nothing(players: int) -> float:
    """The surprise of whoever takes every seat to be as likely to win."""
    return float(np.log(max(2, players)))


class Mind:
    """What kernel/mind.py reads, while it is learned."""

    def __init__(self, signs: int, scale: float, luck: np.random.Generator) -> None:
        self.scale, self.luck, self.steps = scale, luck, 0
        self.parts = [
            luck.normal(0, 2 / np.sqrt(signs), (signs, NEURONS)).astype(np.float32),
            np.full(NEURONS, 0.1, np.float32),
            luck.normal(0, 0.3, NEURONS).astype(np.float32),
            luck.normal(0, 0.1, NEURONS).astype(np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]

    def shuffled(self, lessons: int) -> Iterator[NDArray[np.int64]]:
        """All lessons in pieces, in any order."""
        order = self.luck.permutation(lessons)
        yield from (order[first : first + BATCH] for first in range(0, lessons - BATCH + 1, BATCH))

    def felt(self, signs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Neurons, chances and points to come, these in units of their scale."""
        into, bias, favour, points = self.parts
        neurons = np.maximum(0, signs @ into + bias)
        hope = np.exp(neurons @ favour)
        total = hope.sum(1, keepdims=True) if signs.shape[1] > 1 else hope + 1
        return neurons, hope / total, neurons @ points

    def learn(self, signs: Numbers, gains: Numbers, wins: Numbers, pace: float) -> None:
        """One step of Adam towards these lessons."""
        neurons, chances, points = self.felt(signs)
        off = (chances - wins) / len(signs)
        off_points = POINTS_COUNT * (points - gains / self.scale) / wins.size
        _, _, favour, gain = self.parts
        back = (off[..., None] * favour + off_points[..., None] * gain) * (neurons > 0)
        flat = back.reshape(-1, NEURONS)
        slopes = [
            signs.reshape(len(flat), -1).T @ flat,
            flat.sum(0),
            (neurons * off[..., None]).sum((0, 1)),
            (neurons * off_points[..., None]).sum((0, 1)),
        ]
        self.steps += 1
        rate = RATE * pace * min(1.0, self.steps / 200)
        for part, mean, square, slope in zip(self.parts, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= rate * mean / (1 - 0.9**self.steps) / size

    def judged(self, signs: Numbers, gains: Numbers, wins: Numbers) -> tuple[float, float]:
        """The surprise at who won, and how far off the points are."""
        _, chances, points = self.felt(signs)
        surprise = -wins * np.log(chances + 1e-9)
        if wins.shape[1] == 1:
            surprise -= (1 - wins) * np.log(1 - chances + 1e-9)
        return float(surprise.sum(1).mean()), float(np.sqrt(((points * self.scale - gains) ** 2).mean()))

    def written(self) -> Numbers:
        """One table of numbers: a row for each sign, the bias, what neurons say of wins and of points."""
        into, bias, favour, points = self.parts
        return np.concatenate([into, [bias, favour, points * self.scale]]).astype(np.float32)


if __name__ == "__main__":
    typer.run(main)
