"""The end of a game of SCUBA and its points."""

from __future__ import annotations

from fathom5.core import OVER, rule
from fathom5.games.scuba.sea import at_boat
from fathom5.games.scuba.table import COMBINATIONS, SPECIES, Box, Diver, State, Table

# The end of the game


@rule
def count_state(table: Table, state: State) -> int:
    """How many divers are in a state."""
    count = 0
    for seat in range(table.players):
        count += table.divers[seat].state == state
    return count


@rule
def under_water(table: Table) -> int:
    """How many are diving, or about to."""
    return count_state(table, State.DIVING) + count_state(table, State.ABOARD)


@rule
def solo_round(table: Table) -> bool:
    """Whether the last round is over and somebody dives on."""
    return table.last_round > 0 and table.rounds > table.last_round


@rule
def last_full_round(table: Table) -> int:
    """Everybody's last: it begins with the next turn of the first player who is not out (SC-11)."""
    first = 0
    while first < table.players and is_out(table.divers[first]):
        first += 1
    return table.rounds if first > table.turn else table.rounds + 1


@rule
def is_out(diver: Diver) -> bool:
    """Drowned, or rescued where divers cannot die."""
    return diver.state == State.DROWNED or diver.state == State.RESCUED


@rule
def leave_behind(table: Table, box: Box) -> None:
    """After two solo rounds the boat picks the snorkelers up and leaves without the diver."""
    if table.boat_left or table.rounds <= table.last_round + box.solo_rounds:
        return
    table.boat_left = 1
    pick_up(table, box)
    for seat in range(table.players):
        if table.divers[seat].state == State.DIVING:
            table.divers[seat].minus += box.boat_leaves


@rule
def pick_up(table: Table, box: Box) -> None:
    """Who is picked up at the surface pays for the way."""
    for seat in range(table.players):
        diver = table.divers[seat]
        if diver.state == State.SNORKELING:
            diver.minus += box.penalties[diver.column]
            diver.state = State.HOME


@rule
def has_turn(table: Table, box: Box, diver: Diver) -> bool:
    """Divers always; snorkelers in solo rounds only away from the boat (SC-11)."""
    if diver.state == State.SNORKELING:
        return not (solo_round(table) and at_boat(box, diver.column))
    return diver.state == State.DIVING or diver.state == State.ABOARD


@rule
def end_game(table: Table, box: Box) -> None:
    """Everybody is picked up, and that is all."""
    pick_up(table, box)
    table.actor = OVER


# The points


@rule
def combinations(box: Box, diver: Diver) -> int:
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
def points_of(table: Table, box: Box, seat: int) -> int:
    """Cards, chips and combinations less negative points; a drowned diver has none."""
    diver = table.divers[seat]
    if diver.state == State.DROWNED:
        return 0
    return diver.points + combinations(box, diver) - diver.minus
