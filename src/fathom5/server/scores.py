"""What is kept of a person's answers to drills: only the first to each one counts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from fathom5.server.backend import Backend
from fathom5.server.store import Store


class Score(NamedTuple):
    """How a person's answers to the drills of a game went."""

    answered: frozenset[str] = frozenset()
    """The drills by their keys."""
    best: int = 0
    """How many were answered with the best move."""
    streak: int = 0
    """How many of the latest without another in between."""


async def keep(store: Store, person: str, game: str, drill: str, is_best: bool) -> None:
    """Keep an answer, unless there was one to this drill before."""
    sql = "INSERT INTO drill_answers (person, game, drill, best, at) VALUES (?, ?, ?, ?, ?)"
    values = (person, game, drill, int(is_best), time.time())

    def job(backend: Backend) -> None:
        backend.execute(f"{sql} ON CONFLICT DO NOTHING", values)

    await store.write("", job)


async def score_of(store: Store, person: str | None, game: str) -> Score:
    """The score of a person; of nobody, that of somebody who never answered."""
    if not person:
        return Score()
    sql = "SELECT drill, best FROM drill_answers WHERE person = ? AND game = ? ORDER BY at, drill"
    rows = await store.read("", lambda backend: backend.execute(sql, (person, game)))
    return _score([(str(drill), bool(best)) for drill, best in rows])


def _score(answers: Sequence[tuple[str, bool]]) -> Score:
    streak = 0
    for _, is_best in answers:
        streak = streak + 1 if is_best else 0
    return Score(frozenset(drill for drill, _ in answers), sum(best for _, best in answers), streak)


async def forget(store: Store, person: str) -> None:
    """Forget all answers of a person."""
    sql = "DELETE FROM drill_answers WHERE person = ?"

    def job(backend: Backend) -> None:
        backend.execute(sql, (person,))

    await store.write("", job)
