"""Where the cards of hands come from, as far as a guess has supposed it (ITD-24).

A stock is what makes cards alike to who has not seen them: somebody's opening hand, or a shuffle of the deck
from which they were dealt later. A card that was seen is traced instead, by its number.
"""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEALT,
    HAND,
    NO_CARD,
    NO_SEAT,
    OPENING,
    SEATS,
    SHUFFLES,
    STOCKS,
    TRACED,
    Place,
    Table,
)

SUPPOSED, KEPT = SEATS, 2 * SEATS
"""Added to who has a traced card: only by what was chosen so far; in a payment, it is not paid."""


@rule
def clear(table: Table) -> None:
    """Forget what was written down for a guess."""
    for seat in range(table.players):
        for stock in range(STOCKS):
            table.investors[seat].held[stock] = 0
        for shuffle in range(SHUFFLES):
            table.investors[seat].most[shuffle] = 0
    for card in range(CARDS):
        table.traced[card] = NO_SEAT


@rule
def trace(table: Table, card: int, holder: int, seat: int) -> None:
    """A card that the seat saw enter another's hand."""
    if holder != seat:
        table.traced[card] = holder
        table.investors[holder].held[TRACED] += 1


@rule
def is_traced_to(table: Table, card: int, holder: int) -> bool:
    """Whether a card seen before is in a hand."""
    return table.traced[card] != NO_SEAT and table.traced[card] % SEATS == holder


@rule
def pass_on(table: Table, card: int, payer: int, payee: int) -> None:
    """A card seen before changes hands."""
    table.traced[card] = payee
    table.investors[payer].held[TRACED] -= 1
    table.investors[payee].held[TRACED] += 1


@rule
def alike(table: Table, holder: int, shuffle: int) -> int:
    """Cards of a hand that nobody can tell apart from others of a shuffle."""
    cards = table.investors[holder].held[DEALT + shuffle]
    if shuffle == 0 and table.opening > 0:
        for seat in range(table.players):
            cards += table.investors[holder].held[OPENING + seat]
    return cards


@rule
def leave_stock(table: Table, holder: int, shuffle: int, ticket: int, card: int) -> None:
    """Of the cards alike, the one that a ticket falls on is this."""
    investor = table.investors[holder]
    if ticket < investor.held[DEALT + shuffle]:
        investor.held[DEALT + shuffle] -= 1
        return
    ticket -= investor.held[DEALT + shuffle]
    opener = 0
    while ticket >= investor.held[OPENING + opener]:
        ticket -= investor.held[OPENING + opener]
        opener += 1
    investor.held[OPENING + opener] -= 1
    was_dealt_first(table, opener, card)


@rule
def was_dealt_first(table: Table, opener: int, card: int) -> None:
    """A card of somebody's opening hand."""
    lowest = table.investors[opener].lowest
    if lowest == NO_CARD or card < lowest:
        table.investors[opener].lowest = card


@rule
def opening_left(table: Table, opener: int) -> int:
    """Cards of an opening hand that nobody has seen."""
    cards = 0
    for holder in range(table.players):
        cards += table.investors[holder].held[OPENING + opener]
    return cards


@rule
def other_openings_left(table: Table) -> int:
    """Such cards of all who did not start."""
    cards = 0
    for opener in range(table.players):
        if opener != table.first:
            cards += opening_left(table, opener)
    return cards


@rule
def is_to_deal(table: Table, card: int, shuffle: int) -> bool:
    """Whether a card of a shuffle is in the deck or a hand, and not known where."""
    return (
        table.place[card] == Place.UNKNOWN
        and table.shuffle[card] == shuffle
        and table.traced[card] == NO_SEAT
    )


@rule
def to_deal(table: Table, shuffle: int) -> int:
    """How many such cards there are."""
    cards = 0
    for card in range(CARDS):
        cards += is_to_deal(table, card, shuffle)
    return cards


@rule
def put_with_stock(table: Table, shuffle: int, ticket: int, card: int) -> None:
    """A card of a shuffle in the hand that a ticket falls on."""
    holder = 0
    while ticket >= alike(table, holder, shuffle):
        ticket -= alike(table, holder, shuffle)
        holder += 1
    leave_stock(table, holder, shuffle, ticket, card)
    table.place[card] = HAND + holder
