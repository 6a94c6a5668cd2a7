"""A payment under way: what its beginning tells of the payer's hand (ITD-4, ITD-24)."""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.knowledge import eye, is_payment, paid_in_secret
from fathom5.games.in_too_deep.stocks import alike, is_traced_to, leave_stock
from fathom5.games.in_too_deep.table import CARDS, HAND, NO_SEAT, Phase, Place, Table


@rule
def half_paid(table: Table, seat: int) -> int:
    """How many cards are paid of a secret payment under way."""
    paid = 0
    if paid_in_secret(table, seat):
        while paid < table.noted and is_payment(table.notes[table.noted - 1 - paid]):
            paid += 1
    return paid


@rule
def is_paid_in_sight(table: Table, seat: int) -> bool:
    """Whether a seat sees which cards another is paying."""
    return table.phase == Phase.PAY and table.turn != seat and not paid_in_secret(table, seat)


@rule
def chance_of_payment(table: Table, seat: int) -> float:
    """Whether the payer has enough cards as high as those to come (ITD-4).

    To a payee the choice tells more: of all sets that the payer might have chosen, some begin like this one.
    """
    if not is_paid_in_sight(table, seat):
        return 1.0
    high = 0
    for card in range(table.least, CARDS):
        high += table.place[card] == HAND + table.turn
    if table.payee == NO_SEAT:
        return 1.0 if high >= table.due else 0.0
    chance = 1.0
    for i in range(table.due):
        chance *= max(0, high - i) / (table.investors[table.turn].cards - i)
    return chance


@rule
def set_payment_apart(table: Table, seat: int, rng: Rng) -> None:
    """Where chance seldom finds a hand that can pay, its high cards are dealt before all others."""
    if not is_paid_in_sight(table, seat):
        return
    needed = table.due
    for card in range(table.least, CARDS):
        needed -= table.place[card] == HAND + table.turn or is_traced_to(table, card, table.turn)
    while needed > 0:
        high = 0
        for card in range(table.least, CARDS):
            high += can_set_apart(table, card)
        if high == 0:
            return
        ticket = below(high, rng)
        for card in range(table.least, CARDS):
            if can_set_apart(table, card):
                if ticket == 0:
                    shuffle = table.shuffle[card]
                    leave_stock(
                        table, table.turn, shuffle, below(alike(table, table.turn, shuffle), rng), card
                    )
                    table.place[card] = HAND + table.turn
                ticket -= 1
        needed -= 1


@rule
def can_set_apart(table: Table, card: int) -> bool:
    """Whether a card nobody has seen may be in the payer's hand."""
    unseen = table.place[card] == Place.UNKNOWN and table.traced[card] == NO_SEAT
    return unseen and alike(table, table.turn, table.shuffle[card]) > 0


@rule
def finish_payment(table: Table, seat: int, rng: Rng) -> None:
    """Of a secret payment under way any set of cards may be chosen; the lowest of it are paid (ITD-4)."""
    paid = half_paid(table, seat)
    if not paid_in_secret(table, seat):
        return
    chosen = paid + table.due
    left = table.investors[table.turn].cards + paid
    for card in range(CARDS):
        if table.place[card] == HAND + table.turn:
            if paid > 0 and below(left, rng) < chosen:
                table.place[card] = HAND + table.payee
                table.known_by[card] = eye(table.turn)
                table.least = card + 1
                chosen -= 1
                paid -= 1
            left -= 1
