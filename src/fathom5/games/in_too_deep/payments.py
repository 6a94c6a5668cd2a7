"""A payment under way: what its beginning tells of the payer's hand (ITD-4, ITD-24)."""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.knowledge import eye, is_payment, paid_in_secret
from fathom5.games.in_too_deep.stocks import alike, is_traced_to, leave_stock, to_deal
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
def missing(table: Table, seat: int) -> int:
    """How many high cards that a payer in sight must have are not known with it, or supposed there."""
    if not is_paid_in_sight(table, seat):
        return 0
    cards = table.due
    for card in range(table.least, CARDS):
        cards -= table.place[card] == HAND + table.turn or is_traced_to(table, card, table.turn)
    return max(0, cards)


@rule
def set_payment_apart(table: Table, cards: int, rng: Rng) -> float:
    """Deal a payer so many high cards before all others; how likely such cards in such order are."""
    chance = 1.0
    for _ in range(cards):
        ways = 0
        for card in range(table.least, CARDS):
            ways += ways_to_hold(table, card)
        if ways == 0:
            return 0.0
        ticket = below(ways, rng)
        card = table.least
        while ticket >= ways_to_hold(table, card):
            ticket -= ways_to_hold(table, card)
            card += 1
        chance *= ways / to_deal(table, table.shuffle[card])
        leave_stock(table, table.turn, table.shuffle[card], ticket, card)
        table.place[card] = HAND + table.turn
    return chance


@rule
def ways_to_hold(table: Table, card: int) -> int:
    """Which of the payer's cards that nobody has seen this one may be."""
    if table.place[card] != Place.UNKNOWN or table.traced[card] != NO_SEAT:
        return 0
    return alike(table, table.turn, table.shuffle[card])


@rule
def ways_to_set_apart(table: Table, cards: int) -> float:
    """In how many orders so many of the payer's high cards might have been set apart."""
    high = cards - table.due
    for card in range(table.least, CARDS):
        high += table.place[card] == HAND + table.turn
    ways = 1.0
    for i in range(cards):
        ways *= high - i
    return ways


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
