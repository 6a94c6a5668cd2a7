"""Scenario tests: scripts of moves in words, nature's included, like an example in a rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fathom5.match import Match
from fathom5.record import Record


def scenario(game: str, players: int, script: str, *, compiled: bool = False, **how: Any) -> Match:
    """The match after a script of lines `WHO: MOVE`; players are Ada, Ben, Cleo, … unless named."""
    return go_on(Match(game, players, nature="manual", compiled=compiled, **how), script)


def go_on(match: Match, script: str) -> Match:
    """Play a script on."""
    head = f'[Game "{match.game.name}"]\n[Players "{", ".join(match.names)}"]\n'
    record = Record.read(head + script)
    for who, move, line in record.moves:
        record.replay(match, who, move, line)
    return match


@contextmanager
def arranged(match: Match) -> Iterator[Any]:
    """Put pieces where an example wants them: `with arranged(match) as table: table.air = 3`."""
    yield match.table
    wrong = match.game.spec.table.out_of_range(match.position.work.array["table"])
    assert not wrong, wrong
    match.position.list_open()
