"""What a seat knows: hands and the deck are secret, what was once seen in a hand is not (ITD-19).

Every card belongs to a shuffle. When the discard pile becomes the deck, everybody knows which
cards those are, and that what is left of the shuffles before lies in hands.
"""

from __future__ import annotations

from fathom5.core import Rng, below, encode, is_kind, rule
from fathom5.games.in_too_deep.table import (
    CARDS,
    HAND,
    NO_SEAT,
    SEATS,
    Box,
    DealUnseen,
    Pay,
    PayUnseen,
    Phase,
    Place,
    Table,
    TurnUp,
)

ALL_EYES = 2 ** (SEATS + 1) - 1
TRIES = 200


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
    """A card is paid out of sight: whoever knew one of the payer's hand knows it in one of the two.

    Only the payee knows as much as before. The two, and all who exchanged cards with either, are a pool.
    """
    for card in range(CARDS):
        if table.place[card] == HAND + payer:
            table.traced_by[card] |= table.known_by[card]
            table.known_by[card] &= eye(payee)
    lower = min(table.pool[payer], table.pool[payee])
    higher = max(table.pool[payer], table.pool[payee])
    for seat in range(table.players):
        if table.pool[seat] == higher:
            table.pool[seat] = lower


@rule
def paid_in_secret(table: Table, seat: int) -> bool:
    """Whether a payment from hand to hand is under way that a seat only sees from outside."""
    return table.phase == Phase.PAY and table.payee != NO_SEAT and seat != table.turn and seat != table.payee


@rule
def hide(table: Table, box: Box, seat: int) -> None:
    """Leave of the hidden cards only how many each hand has of each shuffle."""
    for card in range(CARDS):
        if is_unseen(table, card, seat):
            if table.place[card] >= HAND:
                holder = table.place[card] - HAND
                table.investors[holder].unseen += 1
                table.investors[stand_in(table, holder, seat)].held[table.shuffle[card]] += 1
                if table.traced_by[card] & eye(seat):
                    table.among[card] = table.pool[holder]
            table.traced_by[card] &= eye(seat)
            table.place[card] = Place.UNKNOWN
            table.known_by[card] = 0
        elif table.place[card] != Place.UNKNOWN:
            table.traced_by[card] = 0
    if paid_in_secret(table, seat):
        table.least = 0


@rule
def stand_in(table: Table, holder: int, seat: int) -> int:
    """Where cards were exchanged in secret, the shuffles are known only of those hands together."""
    for other in range(table.players):
        if other != seat and table.pool[other] == table.pool[holder]:
            return other
    return holder


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """Deal the unknown cards to deck and hands, every way to do it equally likely."""
    deal_out(table, seat, rng)
    tries = 0
    while cannot_pay(table, seat) and tries < TRIES:
        hide(table, box, seat)
        deal_out(table, seat, rng)
        tries += 1
    while cannot_pay(table, seat) and helps_to_pay(table, seat):
        tries += 1


@rule
def deal_out(table: Table, seat: int, rng: Rng) -> None:
    """One unknown card after the other to a random free place among those of its shuffle.

    Those traced to a pool come first: they take places there that are then free no more.
    """
    for card in range(CARDS):
        if table.among[card] != NO_SEAT:
            group = 0
            while group == seat or table.pool[group] != table.among[card]:
                group += 1
            table.place[card] = HAND + holder_among(table, seat, table.shuffle[card], group, rng)
            table.among[card] = NO_SEAT
    deck = table.deck
    for card in range(CARDS):
        if table.place[card] == Place.UNKNOWN:
            shuffle = table.shuffle[card]
            here = deck if shuffle == table.shuffles else 0
            places = here
            for other in range(table.players):
                places += table.investors[other].held[shuffle]
            ticket = below(places, rng)
            if ticket < here:
                table.place[card] = Place.DECK
                deck -= 1
            else:
                table.place[card] = HAND + next_holder(table, seat, shuffle, ticket - here, rng)


@rule
def next_holder(table: Table, seat: int, shuffle: int, ticket: int, rng: Rng) -> int:
    """The hand that a ticket falls on."""
    group = 0
    while ticket >= table.investors[group].held[shuffle]:
        ticket -= table.investors[group].held[shuffle]
        group += 1
    return holder_among(table, seat, shuffle, group, rng)


@rule
def holder_among(table: Table, seat: int, shuffle: int, group: int, rng: Rng) -> int:
    """A hand with room for a card of a shuffle among those that exchanged cards in secret."""
    table.investors[group].held[shuffle] -= 1
    room = 0
    for other in range(table.players):
        if other != seat and table.pool[other] == table.pool[group]:
            room += table.investors[other].unseen
    ticket = below(room, rng)
    holder = group
    for other in range(table.players):
        if other != seat and table.pool[other] == table.pool[group]:
            if 0 <= ticket < table.investors[other].unseen:
                holder = other
            ticket -= table.investors[other].unseen
    table.investors[holder].unseen -= 1
    return holder


@rule
def cannot_pay(table: Table, seat: int) -> bool:
    """Whether a guess contradicts a payment under way: too few cards as high as those to come."""
    if table.phase != Phase.PAY or table.turn == seat:
        return False
    enough = 0
    for card in range(table.least, CARDS):
        enough += table.place[card] == HAND + table.turn
    return enough < table.due


@rule
def helps_to_pay(table: Table, seat: int) -> bool:
    """Where chance does not find a hand that can pay, exchange one card for a higher one.

    Either the payer gets it from its own pool, or the pool from outside.
    """
    for low in range(table.least):
        if in_pool(table, low, table.turn) and is_unseen(table, low, seat):
            for high in range(table.least, CARDS):
                if is_unseen(table, high, seat) and may_change(table, low, high, seat):
                    here = table.place[low]
                    table.place[low] = table.place[high]
                    table.place[high] = here
                    return True
    return False


@rule
def in_pool(table: Table, card: int, seat: int) -> bool:
    """Whether a card is in the hand of a seat or of one with whom it exchanged cards in secret."""
    place = table.place[card]
    return place >= HAND and table.pool[place - HAND] == table.pool[seat]


@rule
def may_change(table: Table, low: int, high: int, seat: int) -> bool:
    """Whether two unseen cards, one of the payer's pool, could as well lie the other way round."""
    if in_pool(table, high, table.turn):
        return table.place[low] == HAND + table.turn and table.place[high] != HAND + table.turn
    if (table.traced_by[low] | table.traced_by[high]) & eye(seat):
        return False
    return table.shuffle[low] == table.shuffle[high]


@rule
def veil(table: Table, box: Box, move: int, seat: int) -> int:
    """Others see that a card is dealt or paid, not which."""
    if table.phase == Phase.DEAL and is_kind(move, TurnUp) and seat != table.receiver:
        return encode(DealUnseen())
    if paid_in_secret(table, seat) and is_kind(move, Pay):
        return encode(PayUnseen())
    return move
