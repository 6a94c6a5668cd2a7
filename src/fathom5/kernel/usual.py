"""The verbs of a game that brings no other: rules, compiled like a game's own."""

from fathom5.kernel.marks import rule
from fathom5.kernel.schema import Record, whole
from fathom5.kernel.verbs import ahead


class NoWeights(Record):
    """Of a heuristic that weighs nothing."""

    nothing = whole(0, 0, "nothing to weigh")


@rule
def rank_by_ahead(table, box, ranks):
    """A seat's place is one more than the number of seats ahead of it."""
    for seat in range(table.players):
        ranks[seat] = 1
        for other in range(table.players):
            if other != seat and ahead(table, box, other, seat):
                ranks[seat] += 1


@rule
def hide_nothing(table, box, seat):
    """The schema hides all there is to hide."""
    return


@rule
def guess_nothing(table, box, seat, rng):
    """There is nothing hidden to guess."""
    return


@rule
def veil_nothing(table, box, move, seat):
    """Every move is made in the open."""
    return move


@rule
def first_move(table, box, weights, moves, n, rng):
    """The bot of a game that brings none."""
    return moves[0]


@rule
def no_signs(table, box, weights, seat, signs):
    """Nothing tells who will win but the end."""
    return 0


USUAL = {
    "rank": rank_by_ahead,
    "hide": hide_nothing,
    "guess": guess_nothing,
    "veil": veil_nothing,
    "seal": first_move,
    "signs": no_signs,
}
