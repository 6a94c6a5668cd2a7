"""Errors that are told to people in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST_QUOTE = 60
LARGE = 1_000_000
"""A bound from here on is nobody's concern."""


class Mistake(ValueError):  # noqa: N818 - it is the user's, not ours
    """A user's mistake: the text says what would be right; nothing was changed."""


class IllegalMove(Mistake):
    """A move that the rules do not allow now."""


class Ambiguous(IllegalMove):
    """Words that fit several open moves."""


class NotUnderstood(IllegalMove):
    """Words that name no move of the game."""


class RuleError(Mistake):
    """A mistake in the source of a game: file, line and what is wrong, in at most ten lines."""


def quoted(given: object) -> str:
    """What somebody gave, in quotation marks, cut when it is long."""
    text = given if isinstance(given, str) else repr(given)
    text = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"
    return f"“{text}”"


def one_of(what: str, wrong: object, right: Sequence[str]) -> Mistake:
    """The mistake of naming something that does not exist, with what does."""
    return Mistake(f"There is no {what} {quoted(wrong)}. Known: {', '.join(right) or 'none'}.")


def whole_number(what: str, given: object, low: int, high: int) -> int:
    """A number of any integer type as an int; raises Mistake if it is none or not from low to high."""
    index = getattr(given, "__index__", None)
    if index is None or isinstance(given, bool):
        raise Mistake(f"{what} is a whole number, not {quoted(given)}.")
    number = int(index())
    if not low <= number <= high:
        allowed = (
            f"a whole number from {low} to {high}" if high < LARGE else f"a whole number, at least {low}"
        )
        raise Mistake(f"{what} is {allowed}, not {quoted(str(number))}.")
    return number
