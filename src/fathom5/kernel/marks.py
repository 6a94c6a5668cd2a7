"""What a game's rules share: the mark of a rule and the actors that are no seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

NATURE = -1
"""The actor where the rules roll, flip or draw."""

OVER = -2
"""The actor of a finished game."""

STRANGER = -1
"""The seat of someone who only looks on."""

Rule = TypeVar("Rule", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule loaded so far, for the compiler."""


def rule(function: Rule) -> Rule:
    """Mark a function over records as a rule: plain Python when called, compiled inside the loops."""
    RULES.append(function)
    return function


@rule
def clockwise(table: Any, seat: int) -> int:
    """The seat to the left of a seat."""
    return seat + 1 if seat + 1 < table.players else 0
