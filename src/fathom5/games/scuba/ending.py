"""The end of a game of SCUBA and its points."""

from fathom5.games.scuba.sea import at_boat
from fathom5.games.scuba.table import (
    ABOARD,
    COMBINATIONS,
    DIVING,
    DROWNED,
    HOME,
    RESCUED,
    SNORKELING,
    SPECIES,
)
from fathom5.kernel.marks import OVER, rule

# The end of the game


@rule
def count_state(table, state):
    """How many divers are in a state."""
    count = 0
    for seat in range(table.players):
        count += table.divers[seat].state == state
    return count


@rule
def under_water(table):
    """How many are diving, or about to."""
    return count_state(table, DIVING) + count_state(table, ABOARD)


@rule
def solo_round(table):
    """Whether the last round is over and somebody dives on."""
    return table.last_round > 0 and table.rounds > table.last_round


@rule
def last_full_round(table):
    """Everybody's last: it begins with the next turn of the first player who is not out (SC-11)."""
    first = 0
    while first < table.players and is_out(table.divers[first]):
        first += 1
    return table.rounds if first > table.turn else table.rounds + 1


@rule
def is_out(diver):
    """Drowned, or rescued where divers cannot die."""
    return diver.state == DROWNED or diver.state == RESCUED


@rule
def leave_behind(table, box):
    """After two solo rounds the boat picks the snorkelers up and leaves without the diver."""
    if table.boat_left or table.rounds <= table.last_round + box.solo_rounds:
        return
    table.boat_left = 1
    pick_up(table, box)
    for seat in range(table.players):
        if table.divers[seat].state == DIVING:
            table.divers[seat].minus += box.boat_leaves


@rule
def pick_up(table, box):
    """Who is picked up at the surface pays for the way."""
    for seat in range(table.players):
        diver = table.divers[seat]
        if diver.state == SNORKELING:
            diver.minus += box.penalties[diver.column]
            diver.state = HOME


@rule
def has_turn(table, box, diver):
    """Divers always; snorkelers in solo rounds only away from the boat (SC-11)."""
    if diver.state == SNORKELING:
        return not (solo_round(table) and at_boat(box, diver.column))
    return diver.state == DIVING or diver.state == ABOARD


@rule
def end_game(table, box):
    """Everybody is picked up, and that is all."""
    pick_up(table, box)
    table.actor = OVER


# The points


@rule
def combinations(box, diver):
    """Bonus points: a pair, two of three, all three."""
    bonus = 0
    for family in range(1, len(COMBINATIONS)):
        have = 0
        for species in range(SPECIES):
            if box.species[species].combination == family:
                have += diver.seen[species]
        if box.family[family] == 2:
            bonus += box.bonus[0] if have == 2 else 0
        elif have == 2:
            bonus += box.bonus[1]
        elif have == 3:
            bonus += box.bonus[2]
    return bonus


@rule
def points_of(table, box, seat):
    """Cards, chips and combinations less negative points; a drowned diver has none."""
    diver = table.divers[seat]
    if diver.state == DROWNED:
        return 0
    return diver.points + combinations(box, diver) - diver.minus
