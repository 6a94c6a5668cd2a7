"""What a seat may believe of what it has not seen (ITD-24).

A guess is drawn from the posterior of all tables, given everything the seat has seen, by rejection sampling:
a history is drawn (`histories`), weighed by how likely it makes what was seen (`first_player`, `payments`),
and where it is accepted the cards nobody has seen are dealt (`dealing`). That is exact.

After many payments out of sight no history comes near the product of the bounds of its parts. Where none of
TRIES is accepted, the guess is where a Metropolis-Hastings chain ends. Its proposals look ahead, are the same
wherever it stands, and any possible table may be proposed. So it tends to the posterior, and how far off it
still is falls by 1 - 1/w a step, where w is the largest weight of a proposal against the mean one (Mengersen
and Tweedie 1996). Its first steps, ENOUGH times w and at most LONG, tell w; then it makes as many again.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.dealing import FINE, deal_anyhow, deal_out, take_up
from fathom5.games.in_too_deep.first_player import best_chance, chance_of_first
from fathom5.games.in_too_deep.histories import history
from fathom5.games.in_too_deep.payments import (
    chance_of_payment,
    finish_payment,
    is_paid_in_sight,
    missing,
    set_payment_apart,
    ways_to_set_apart,
)
from fathom5.games.in_too_deep.stocks import clear
from fathom5.games.in_too_deep.table import Box, Table

TRIES, ENOUGH, LONG, MOST_STEPS = 50, 3, 100, 5000


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """One way in which everything can have happened, as likely as the rules make it (ITD-24)."""
    if not is_noted(table) or not (is_accepted(table, seat, rng) or is_walked_to(table, seat, rng)):
        deal_anyhow(table, rng)
    clear(table)


@rule
def is_accepted(table: Table, seat: int, rng: Rng) -> bool:
    """Draw ways until one is accepted by how likely it is against the likeliest; whether one was."""
    likeliest = best_chance(table, seat)
    for _ in range(TRIES):
        weight = history(table, seat, False, rng)
        if weight > 0.0 and happens(weight * chance_of_first(table) / likeliest, rng):
            deal_out(table, rng)
            if happens(chance_of_payment(table, seat), rng):
                finish_payment(table, seat, rng)
                return True
            take_up(table, seat)
    return False


@rule
def is_walked_to(table: Table, seat: int, rng: Rng) -> bool:
    """Go from one possible way to others, by their weights; whether one was found.

    A way is kept as the state of the generator from which it is proposed once more.
    """
    kept, weight = rng[0], 0.0
    whole, largest = 0.0, 0.0
    step, end = 0, 0
    while step < end or (end == 0 and step < MOST_STEPS):
        step += 1
        start = rng[0]
        other = propose(table, seat, rng)
        take_up(table, seat)
        if other > 0.0 and (other >= weight or happens(other / weight, rng)):
            kept, weight = start, other
        whole += other
        largest = max(largest, other)
        if end == 0 and largest > 0.0 and (step >= LONG or whole >= ENOUGH * largest):
            end = 2 * step
    if weight == 0.0:
        return False
    unused = rng[0]
    rng[0] = kept
    propose(table, seat, rng)
    deal_out(table, rng)
    rng[0] = unused
    finish_payment(table, seat, rng)
    return True


@rule
def propose(table: Table, seat: int, rng: Rng) -> float:
    """Suppose where cards are; how much likelier that is than to be proposed, up to one factor.

    Cards are dealt already where that tells how likely the payment is that the seat sees.
    """
    weight = history(table, seat, True, rng)
    if weight == 0.0:
        return 0.0
    apart = missing(table, seat)
    weight *= set_payment_apart(table, apart, rng)
    if weight > 0.0:
        weight *= chance_of_first(table)
    if weight > 0.0 and is_paid_in_sight(table, seat):
        deal_out(table, rng)
        weight *= chance_of_payment(table, seat) / ways_to_set_apart(table, apart)
    return weight


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
