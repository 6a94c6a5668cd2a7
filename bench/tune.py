"""Tune the weights of a game's seal by self-play: CMA-ES on the compiled simulator.

python bench/tune.py deep-dive --rounds 40 --write

Every candidate plays the seal as it stands now, in all seats with the same luck; the middle of what
the search settles on is kept if it wins more against that seal on luck that nothing was chosen by.
"""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, Any

import numpy as np
import typer
from cmaes import CMA
from numpy.typing import NDArray
from rich.progress import track

from fathom5.kernel.game import Game, find_game
from fathom5.kernel.loops import GAMES, SEAL, SUMS, WIN
from fathom5.lab import Runner

FRESH = 1_000_000
"""The seed of the luck that decides whether the tuned weights are kept."""


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[int, typer.Option(help="How many play; one seat is the candidate's.")] = 2,
    rounds: Annotated[int, typer.Option(help="Generations of the search.")] = 40,
    games: Annotated[int, typer.Option(help="Games of a candidate.")] = 2000,
    seed: Annotated[int, typer.Option(help="Where the search starts.")] = 1,
    write: Annotated[
        bool, typer.Option("--write", help="Put better weights into the game's bot.toml.")
    ] = False,
) -> None:
    """Find better weights for a seal."""
    game = find_game(name)
    fields = game.form.weights.fields
    low = np.array([field.low for field in fields.values()], float)
    high = np.array([field.high for field in fields.values()], float)
    now = np.array([game.weights[field][0] for field in fields], float)
    search = CMA(
        mean=(now - low) / (high - low), sigma=0.15, bounds=np.array([[0.0, 1.0]] * len(low)), seed=seed
    )
    for number in track(range(rounds), f"Tuning {game.title}"):
        candidates = [search.ask() for _ in range(search.population_size)]
        shares = [
            win_share(game, players, weights_of(game, low + c * (high - low)), games, seed + number)
            for c in candidates
        ]
        search.tell(list(zip(candidates, [-share for share in shares], strict=True)))
    found = weights_of(game, low + search.mean * (high - low))
    fair = 1 / players
    share = win_share(game, players, found, 20 * games, FRESH)
    print(f"Tuned, it wins {100 * share:.2f} % against the seal as it was (even: {100 * fair:.0f} %).")
    lines = [f"{field} = {int(found[field][0])}" for field in fields]
    print("\n".join(lines))
    if write and share > fair:
        command = shlex.join(["python", "bench/tune.py", *(a for a in sys.argv[1:] if a != "--write")])
        keep(game, [f"# Found by {command}; {100 * share:.1f} % against the seal before it.", *lines])


def weights_of(game: Game, values: NDArray[np.float64]) -> NDArray[Any]:
    """Weights as a record, each rounded."""
    record: NDArray[Any] = game.form.weights.blank()
    for field, value in zip(game.form.weights.fields, values, strict=True):
        record[field] = round(float(value))
    return record


def win_share(game: Game, players: int, candidate: NDArray[Any], games: int, seed: int) -> float:
    """How much a candidate wins against seals with the game's own weights, in all seats."""
    bots = np.full(game.form.seats, SEAL, np.int64)
    wins = played = 0
    for seat in range(players):
        weights = game.weights.copy()
        weights[seat] = candidate[0]
        runner = Runner(game, game.engine(), players, game.sheet, game.options({}), bots, seed, weights)
        totals = runner.play(0, games // players)
        wins += int(totals[SUMS + 3 * seat + 2])
        played += int(totals[GAMES])
    return wins / WIN / played


def keep(game: Game, lines: list[str]) -> None:
    """Put weights into the file of the game's bots, the rest of it unchanged."""
    path = game.folder / "bot.toml"
    _, _, rest = path.read_text("utf-8").partition("\n[")
    path.write_text("\n".join(["[seal]", *lines, ""]) + (f"\n[{rest}" if rest else ""), "utf-8")
    print(f"Written to {path.name} of {game.name}.")


if __name__ == "__main__":
    typer.run(main)
