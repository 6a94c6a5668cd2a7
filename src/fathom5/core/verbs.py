"""The verbs of a game, found by the type of its table.

The loops call these; interpreted, they look the rules up by the table's schema, and the compiler
(engine/compiler.py) resolves the same names by the table's record type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core.errors import RuleError
from fathom5.core.schema import Struct

if TYPE_CHECKING:
    from fathom5.core.contract import Bot, Rules, Study

RULES_OF: dict[type[Struct], dict[str, Any]] = {}
"""A game's verbs by the schema of its table."""


def setup(table: Any, box: Any, options: Any) -> None:
    """Lay the table before the first move; table.players is set already."""
    RULES_OF[table.schema]["setup"](table, box, options)


def legal(table: Any, box: Any, moves: Any) -> int:
    """Write the moves of the seat whose turn it is, ids ascending; say how many."""
    return RULES_OF[table.schema]["legal"](table, box, moves)  # type: ignore[no-any-return]


def odds(table: Any, box: Any, moves: Any, weights: Any) -> int:
    """Write nature's moves and their whole weights; say how many."""
    return RULES_OF[table.schema]["odds"](table, box, moves, weights)  # type: ignore[no-any-return]


def play(table: Any, box: Any, move: int) -> None:
    """Carry out one legal move and go on to the next decision."""
    RULES_OF[table.schema]["play"](table, box, move)


def score(table: Any, box: Any, scores: Any) -> None:
    """Write the points of every seat, as they stand."""
    RULES_OF[table.schema]["score"](table, box, scores)


def ahead(table: Any, box: Any, one: int, other: int) -> bool:
    """Whether seat one stands before seat other, tie-breaks included."""
    return RULES_OF[table.schema]["ahead"](table, box, one, other)  # type: ignore[no-any-return]


def rank(table: Any, box: Any, ranks: Any) -> None:
    """Write the place of every seat; equal seats share one."""
    RULES_OF[table.schema]["rank"](table, box, ranks)


def hide(table: Any, box: Any, seat: int) -> None:
    """Wipe what a seat may not know beyond what the schema hides."""
    RULES_OF[table.schema]["hide"](table, box, seat)


def guess(table: Any, box: Any, seat: int, rng: Any) -> None:
    """Fill the hidden parts of a seat's view at random, as likely as the rules make them."""
    RULES_OF[table.schema]["guess"](table, box, seat, rng)


def veil(table: Any, box: Any, move: int, seat: int) -> int:
    """The move as a seat sees it made: itself, or the id that stands for one out of sight."""
    return RULES_OF[table.schema]["veil"](table, box, move, seat)  # type: ignore[no-any-return]


def heuristic(table: Any, box: Any, weights: Any, moves: Any, n: int, rng: Any) -> int:
    """The move the game's heuristic chooses from the actor's view."""
    return RULES_OF[table.schema]["heuristic"](table, box, weights, moves, n, rng)  # type: ignore[no-any-return]


def features(table: Any, box: Any, weights: Any, seat: int, features: Any) -> int:
    """Write the features of a seat that a value network judges a table by; say how many."""
    return RULES_OF[table.schema]["features"](table, box, weights, seat, features)  # type: ignore[no-any-return]


def achieve(table: Any, box: Any, seat: int, marks: Any) -> None:
    """Mark what a seat has achieved by the end of a game, for a study to count."""
    RULES_OF[table.schema]["achieve"](table, box, seat, marks)


def tally(table: Any, box: Any, move: int, counts: Any) -> None:
    """Add up what a move counts for that it does not tell by itself, before it is made, for a study."""
    RULES_OF[table.schema]["tally"](table, box, move, counts)


def observe(table: Any, box: Any, seat: Any, rows: Any, row: Any) -> None:
    """Write what a seat may know into a row of zeros, for a learning agent; not a game's own verb."""
    RULES_OF[table.schema]["observe"](table, box, seat, rows, row)


VERBS = (setup, legal, odds, play, score, ahead, rank, hide, guess, veil, heuristic, features, achieve, tally)


def register(table: type[Struct], rules: Rules, bot: Bot, study: Study) -> None:
    """Make a game's verbs known for its table; raises RuleError if another game has such a table."""
    for other, others in RULES_OF.items():
        if other.dtype == table.dtype and others["play"] is not rules.play:
            raise RuleError(
                f"{table.__module__}: another game has a table of exactly this form; rename a field."
            )
    RULES_OF[table] = {
        "setup": rules.setup,
        "legal": rules.legal,
        "odds": rules.odds,
        "play": rules.play,
        "score": rules.score,
        "ahead": rules.ahead,
        "rank": rules.rank,
        "hide": rules.hide,
        "guess": rules.guess,
        "veil": rules.veil,
        "heuristic": bot.heuristic,
        "features": bot.features,
        "achieve": study.achieve,
        "tally": study.tally,
    }
