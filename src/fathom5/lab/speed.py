"""How fast a game is on this machine, one core."""

from __future__ import annotations

import time
from typing import Any

from fathom5.core.game import Game
from fathom5.engine import CompiledEngine
from fathom5.lab.simulation import simulate
from fathom5.match import Match

COPIES = 2_000_000


def measure(game: Game, seconds: float, players: int | None = None) -> dict[str, Any]:
    """Random games, copies of a table, and moves through Match, each a second."""
    players = players or min(4, game.players[-1])
    started = time.perf_counter()
    engine = CompiledEngine(game)
    for loop in ("set_up", "list_open", "play", "simulate"):
        engine.load(loop)
    load_s = time.perf_counter() - started
    trial = simulate(game, players, 500, jobs=1)
    games = max(500, int(trial.games_per_s * seconds))
    outcome = simulate(game, players, games, jobs=1)
    work, copy_tables = engine.workspace(game.box()), engine.copy_tables
    started = time.perf_counter()
    copy_tables(work.structs, COPIES)
    copies = COPIES / (time.perf_counter() - started)
    return {
        "game": game.name,
        "players": players,
        "games": games,
        "games_per_s": outcome.games_per_s,
        "moves_per_s": outcome.moves_per_s,
        "mean_moves": outcome.mean_moves,
        "copies_per_s": round(copies),
        "match_moves_per_s": round(_through_match(game, players, seconds / 2)),
        "table_bytes": game.spec.table.dtype.itemsize,
        "load_s": round(load_s, 3),
    }


def _through_match(game: Game, players: int, seconds: float) -> float:
    """Moves a second that a Python program plays by number, nature's included, set-up not."""
    played, spent, seed = 0, 0.0, 0
    while spent < seconds:
        match = Match(game, players, seed=seed)
        already = len(match.history)
        started = time.perf_counter()
        turn = seed
        while not match.over:
            ids = match.ids
            turn += 1
            match.play(ids[turn % len(ids)])
        spent += time.perf_counter() - started
        played += len(match.history) - already
        seed += 1
    return played / spent
