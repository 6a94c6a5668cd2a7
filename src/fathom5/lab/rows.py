"""Rows of a study as Parquet files, a row group for each task: constant memory however many games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from fathom5.lab.pieces import Piece
from fathom5.lab.plan import Plan, Task

BY_SEAT = ("points", "places", "orders")
"""The columns of a game's row that have a number for each seat."""


def write_games(path: Path, plan: Plan, pieces: Iterator[tuple[Task, Piece]]) -> None:
    """Write a row a game: arm, number, length, lead, and points, place and turn order of each seat."""
    seats = max(arm.players for arm in plan.arms)

    def columns(task: Task, piece: Piece) -> dict[str, Any]:
        rows, arm = piece.rows, plan.arms[task.arm]
        made: dict[str, Any] = {"arm": [arm.name] * len(rows), "players": [arm.players] * len(rows)}
        for name in rows.dtype.names or ():
            if name not in BY_SEAT:
                made[name] = np.ascontiguousarray(rows[name])
                continue
            for seat in range(seats):
                column = np.ascontiguousarray(rows[name][:, seat])
                none = np.full(len(rows), seat >= arm.players)
                made[f"{name.removesuffix('s') if name != 'points' else name}_{seat + 1}"] = pa.array(
                    column, mask=none
                )
        return made

    _write(path, (columns(task, piece) for task, piece in pieces))


def write_moves(path: Path, plan: Plan, pieces: Iterator[tuple[Task, Piece]]) -> None:
    """Write a row a decision: kind of move and its arguments by name, from the declared moves."""
    moves = plan.found.spec.moves
    kinds = np.array([moves.kind(move).name for move in range(moves.size)])
    arguments = {each.name for kind in moves.kinds for each in kind.arguments}
    values = {name: np.full(moves.size, -1, np.int32) for name in sorted(arguments)}
    for move in range(moves.size):
        for name, value in moves.decode(move)._asdict().items():
            values[name][move] = value

    def columns(task: Task, piece: Piece) -> dict[str, Any]:
        log, made = piece.log, piece.log["move"]
        found: dict[str, Any] = {"arm": [plan.arms[task.arm].name] * len(log)}
        found |= {name: np.ascontiguousarray(log[name]) for name in log.dtype.names or ()}
        found["kind"] = pa.array(kinds[made]).dictionary_encode()
        for name, of_move in values.items():
            column: NDArray[np.int32] = of_move[made]
            found[f"argument_{name}"] = pa.array(column, mask=column < 0)
        return found

    _write(path, (columns(task, piece) for task, piece in pieces))


def _write(path: Path, groups: Iterator[dict[str, Any]]) -> None:
    part = path.with_suffix(".part")
    writer = None
    try:
        for columns in groups:
            table = pa.table(columns)
            writer = writer or pq.ParquetWriter(part, table.schema, compression="zstd")
            writer.write_table(table.cast(writer.schema))
    finally:
        if writer:
            writer.close()
    part.replace(path)
