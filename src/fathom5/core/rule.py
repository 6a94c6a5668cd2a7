"""What a game's rules share: the mark of a rule and the actors that are no seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

NATURE = -1
"""The actor where the rules roll, flip or draw."""

OVER = -2
"""The actor of a finished game."""

STRANGER = -3
"""The viewer who has no seat and only looks on."""

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: dict[Callable[..., Any], None] = {}
"""Every rule loaded so far, in that order, for the compiler."""


def rule(function: Rule) -> Rule:
    """Mark a function over structs as a rule: plain Python when called, compiled inside the loops."""
    RULES[function] = None
    return function


class Seated(Protocol):
    """A table, as far as it has seats."""

    players: int


@rule
def clockwise(table: Seated, seat: int) -> int:
    """The seat to the left of a seat."""
    return seat + 1 if seat + 1 < table.players else 0
