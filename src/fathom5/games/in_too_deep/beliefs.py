"""What a seat may believe of what it has not seen (ITD-24).

A guess is drawn from the posterior of all tables, given everything the seat has seen, by rejection sampling:
a history is drawn (`histories`), weighed by how likely it makes what was seen (`first_player`, `payments`),
and where it is accepted the cards nobody has seen are dealt (`dealing`). That is exact.

After many payments out of sight no history comes near the product of the bounds of its parts. Where none of
TRIES is accepted, one of them is taken by its weight, which is only nearly as likely as it should be.
To try 20 times as often left 6 such guesses of 1,000 in random play, 31 with every takeover possible,
and took several times as long.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.dealing import FINE, deal_anyhow, deal_out, take_up
from fathom5.games.in_too_deep.first_player import best_chance
from fathom5.games.in_too_deep.histories import history
from fathom5.games.in_too_deep.payments import chance_of_payment, finish_payment, set_payment_apart
from fathom5.games.in_too_deep.stocks import clear
from fathom5.games.in_too_deep.table import Box, Table

TRIES, MOST_TRIES = 100, 5000


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """One way in which everything can have happened, as likely as the rules make it (ITD-24).

    Ways are drawn and accepted by how likely they are against the likeliest. Where none is accepted in a
    bounded number of tries, it is one of those drawn, by their weight.
    """
    if not is_noted(table):
        deal_anyhow(table, rng)
        clear(table)
        return
    likeliest = best_chance(table, seat)
    whole = 0.0
    kept = rng[0]
    tries = 0
    while tries < TRIES or (whole == 0.0 and tries < MOST_TRIES):
        tries += 1
        start = rng[0]
        weight = history(table, seat, rng) / likeliest
        if weight > 0.0:
            whole += weight
            if happens(weight / whole, rng):
                kept = start
            if happens(weight, rng):
                deal_out(table, rng)
                if happens(chance_of_payment(table, seat), rng):
                    finish_payment(table, seat, rng)
                    clear(table)
                    return
                take_up(table, seat)
    rng[0] = kept
    if history(table, seat, rng) > 0.0:
        set_payment_apart(table, seat, rng)
        deal_out(table, rng)
        finish_payment(table, seat, rng)
    else:
        deal_anyhow(table, rng)
    clear(table)


@rule
def is_noted(table: Table) -> bool:
    """Whether the notes tell how all hands came about; there is no room for more than so many."""
    for seat in range(table.players):
        cards = table.opening
        for i in range(table.noted):
            cards += table.notes[i].taker == seat
            cards -= table.notes[i].giver == seat
        if cards != table.investors[seat].cards:
            return False
    return True


@rule
def happens(chance: float, rng: Rng) -> bool:
    """Whether something of a certain chance happens."""
    return below(FINE, rng) < chance * FINE
