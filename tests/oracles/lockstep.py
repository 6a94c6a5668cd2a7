"""Plays our rules and an independent implementation side by side, and compares them after every move.

A move is written as the name of its declared kind with its arguments, `("swim", 3)` or
`("turn back",)`; `fathom5 fields GAME`
lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from fathom5.core.moves import KINDS
from fathom5.core.rule import NATURE
from fathom5.match import Match

Move = tuple[Any, ...]


class Oracle(Protocol):
    """One game as the rulebook has it."""

    @property
    def actor(self) -> int | None:
        """The seat to move, NATURE, or None after the end."""

    def moves(self) -> Mapping[Move, Fraction]:
        """What may be played now; for nature with its odds, for a seat each with 0."""

    def play(self, move: Move) -> None: ...

    def state(self) -> Mapping[str, object]:
        """What lies on the table, by name."""

    def scores(self) -> list[int]: ...

    def places(self) -> list[int]:
        """The place of each seat at the end, 1 for the winners."""


def written(match: Match, move: int) -> Move:
    """A move of ours as an oracle writes it: an argument that has but one value says nothing."""
    assert match.actor is not None
    made = match.game.spec.moves_of(match.actor).decode(move)
    kind = KINDS[type(made)]
    told = zip(kind.arguments, made, strict=True)
    return (kind.name, *(int(value) for argument, value in told if len(argument.values) > 1))


def play(
    match: Match,
    oracle: Oracle,
    state: Callable[[Match], Mapping[str, object]],
    random: Random,
    choose: Callable[[Random, list[Move]], Move] = lambda random, moves: random.choice(moves),
    write: Callable[[Match, int], Move] = written,
) -> int:
    """Play a match made with `nature="manual"` to its end beside an oracle; how many moves it took.

    `state` tells what lies on our table by the oracle's names, `choose` picks among the open moves, `write`
    writes a move of ours as the oracle does, where declared numbers mean nothing to it. Raises
    AssertionError at the first difference in actor, open moves, odds, state, points or places.
    """
    while not match.over:
        number = len(match.history)
        assert oracle.actor == match.actor, f"move {number}: the actor"
        ids = {write(match, move): move for move in match.ids}
        assert len(ids) == len(match.ids), f"move {number}: two moves are the same"
        theirs = dict(oracle.moves())
        assert set(ids) == set(theirs), f"move {number}: {set(ids) ^ set(theirs)} is open for one alone"
        if match.actor == NATURE:
            odds = dict(zip(ids, match.weights, strict=True))
            whole = sum(odds.values())
            for move, chance in theirs.items():
                assert Fraction(int(odds[move]), int(whole)) == chance, f"move {number}: the odds of {move}"
        move = choose(random, sorted(ids))
        match.play(ids[move])
        oracle.play(move)
        ours, wanted = dict(state(match)), dict(oracle.state())
        for name in wanted:
            assert ours[name] == wanted[name], (
                f"move {number}, after {move}: {name} is {ours[name]}, not {wanted[name]}"
            )
        assert match.scores == oracle.scores(), f"move {number}, after {move}: points"
    assert oracle.actor is None
    assert match.places == oracle.places()
    return len(match.history)
