"""Asking why of every kind of move that is not possible: for tests of what a game answers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fathom5.text.finding import Asked, asked, called
from fathom5.view import View

SAMPLES = 3
"""So many moves of a kind are named in full."""


def impossible_moves(view: View, rng: Random) -> Iterator[tuple[str, Asked]]:
    """Words for moves that the seat cannot make now, as `view.why` takes them, and what they name.

    Every way in which the game calls its moves, nature's too, without blanks; and moves of every kind of the
    players in full, as far as they have a name now. What fits an open move is left out.
    """
    for words in _words(view, rng):
        named = asked(view.game, words)
        if named and not view.fitting(words):
            yield words, named


def _words(view: View, rng: Random) -> Iterator[str]:
    for sentence in called(view.game):
        yield sentence.partition("{")[0].strip()
    for kind in view.game.spec.moves.kinds:
        for _ in range(min(SAMPLES, kind.size)):
            try:
                yield view.name(rng.choice(kind.moves))
            except (LookupError, ValueError):  # its arguments mean nothing on this table
                continue
