from fathom5.core import NATURE, OVER, clockwise, decode, encode, rule
from fathom5_lowtide.table import Take, Wave

SCORES = (0, 1)


@rule
def setup(table, box, options):
    """The beach is laid out; before the first turn a wave brings 0 to 2 shells more."""
    table.shells = box.shells
    table.actor = NATURE


@rule
def legal(table, box, moves):
    """Take 1, 2 or 3."""
    n = min(3, table.shells)
    for i in range(n):
        moves[i] = encode(Take(i + 1))
    return n


@rule
def odds(table, box, moves, weights):
    """The wave brings one shell twice as often as none or two."""
    for i in range(3):
        moves[i] = encode(Wave(i))
        weights[i] = 2 if i == 1 else 1
    return 3


@rule
def play(table, box, move):
    """Shells come with the wave and go with the players."""
    if table.actor == NATURE:
        table.shells += decode(Wave, move).shells
    else:
        table.shells -= decode(Take, move).shells
        if table.shells == 0:
            table.actor = OVER
            return
        table.turn = clockwise(table, table.turn)
    table.actor = table.turn


@rule
def score(table, box, scores):
    """Who takes the last shell has one point."""
    for seat in range(table.players):
        scores[seat] = table.actor == OVER and table.turn == seat


@rule
def ahead(table, box, one, other):
    """The winner is ahead of everybody."""
    return table.actor == OVER and table.turn == one
