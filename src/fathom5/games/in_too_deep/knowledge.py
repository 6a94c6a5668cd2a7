"""What a seat knows: hands and the deck are secret, what was once seen in a hand is not (ITD-19).

The table notes every card that enters or leaves a hand: which one where all could see it, and for payer and
payee alone where it was paid from hand to hand. What follows from these notes is believed: `beliefs`.
"""

from __future__ import annotations

from fathom5.core import encode, is_kind, rule
from fathom5.games.in_too_deep.table import (
    CARDS,
    HAND,
    NO_CARD,
    NO_SEAT,
    SEATS,
    Box,
    DealUnseen,
    Note,
    Pay,
    PayUnseen,
    Phase,
    Place,
    Table,
    TurnUp,
)

ALL_EYES = 2 ** (SEATS + 1) - 1


@rule
def eye(seat: int) -> int:
    """A seat's bit among those who know; the last one is a stranger's."""
    return 1 << (seat if seat >= 0 else SEATS)


@rule
def is_unseen(table: Table, card: int, seat: int) -> bool:
    """In the deck, or in the hand of another who got it unseen."""
    place = table.place[card]
    if place == Place.DECK:
        return True
    return place >= HAND and place != HAND + seat and not table.known_by[card] & eye(seat)


@rule
def forget(table: Table, payer: int, payee: int) -> None:
    """A card is paid out of sight: nobody but the payee knows any more what the payer's hand holds."""
    for card in range(CARDS):
        if table.place[card] == HAND + payer:
            table.known_by[card] &= eye(payee)


@rule
def paid_in_secret(table: Table, seat: int) -> bool:
    """Whether a payment from hand to hand is under way that a seat only sees from outside."""
    return table.phase == Phase.PAY and table.payee != NO_SEAT and seat != table.turn and seat != table.payee


@rule
def hide(table: Table, box: Box, seat: int) -> None:
    """Leave of the hidden cards only what was noted in sight of a seat."""
    for card in range(CARDS):
        if is_unseen(table, card, seat):
            table.place[card] = Place.UNKNOWN
            table.known_by[card] = 0
    if table.paid_unseen > 0:
        for i in range(table.noted):
            hide_payment(table.notes[i], seat)
    if paid_in_secret(table, seat):
        table.least = 0


@rule
def is_payment(note: Note) -> bool:
    """Whether a card went from hand to hand."""
    return note.giver != NO_SEAT and note.taker != NO_SEAT


@rule
def hide_payment(note: Note, seat: int) -> None:
    """Of a card paid from hand to hand others do not know which it was."""
    if is_payment(note) and seat != note.giver and seat != note.taker:
        note.card = NO_CARD
        note.shuffle = 0


@rule
def veil(table: Table, box: Box, move: int, seat: int) -> int:
    """Others see that a card is dealt or paid, not which."""
    if table.phase == Phase.DEAL and is_kind(move, TurnUp) and seat != table.receiver:
        return encode(DealUnseen())
    if paid_in_secret(table, seat) and is_kind(move, Pay):
        return encode(PayUnseen())
    return move
