"""Histories: what may have happened to the hands, by the notes of a table (ITD-24).

Cards move between hands only as it was shown or paid. What a seat did not see is drawn at random: of which
stock a card was that left a hand, and which cards a payer chose in secret, every choice as likely.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.first_player import chance_of_first
from fathom5.games.in_too_deep.payments import half_paid
from fathom5.games.in_too_deep.stocks import (
    KEPT,
    SUPPOSED,
    alike,
    clear,
    is_traced_to,
    leave_stock,
    pass_on,
    trace,
)
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEALT,
    NO_CARD,
    NO_SEAT,
    OPENING,
    SEATS,
    SHUFFLES,
    STOCKS,
    TRACED,
    Note,
    Table,
)


@rule
def history(table: Table, seat: int, rng: Rng) -> float:
    """Go through the notes and choose what the seat did not see; how likely the rest makes that."""
    clear(table)
    for other in range(table.players):
        if other != seat:
            table.investors[other].held[OPENING + other] = table.opening
            table.investors[other].most[0] = table.opening
            table.investors[other].lowest = NO_CARD
    weight = 1.0
    end = table.noted - half_paid(table, seat)
    i = 0
    while i < end and weight > 0.0:
        if is_unseen_payment(table.notes[i]):
            paid = 1
            while i + paid < end and is_unseen_payment(table.notes[i + paid]):
                paid += 1
            weight *= pay_unseen(table, i, paid, end, rng)
            i += paid
        else:
            weight *= remember(table, table.notes[i], seat, rng)
            i += 1
    return weight * chance_of_first(table)


@rule
def is_unseen_payment(note: Note) -> bool:
    """Whether a card was paid out of sight."""
    return note.giver != NO_SEAT and note.card == NO_CARD


@rule
def remember(table: Table, note: Note, seat: int, rng: Rng) -> float:
    """One note; how likely what was chosen so far makes it."""
    if note.giver == NO_SEAT:
        if note.card != NO_CARD:
            trace(table, note.card, note.taker, seat)
        elif note.taker != seat:
            table.investors[note.taker].held[DEALT + note.shuffle] += 1
            table.investors[note.taker].most[note.shuffle] += 1
    elif note.giver == seat:
        if note.taker != NO_SEAT:
            trace(table, note.card, note.taker, seat)
    else:
        return leave(table, note.giver, note.card, note.shuffle, rng)
    return 1.0


@rule
def leave(table: Table, holder: int, card: int, shuffle: int, rng: Rng) -> float:
    """A card is seen to leave a hand: of which stock it was, and how likely it was there at all."""
    investor = table.investors[holder]
    if table.traced[card] != NO_SEAT:
        here = table.traced[card] % SEATS == holder
        table.traced[card] = NO_SEAT
        investor.held[TRACED] -= here
        return 1.0 if here else 0.0
    candidates = alike(table, holder, shuffle)
    if candidates == 0:
        return 0.0
    leave_stock(table, holder, shuffle, below(candidates, rng), card)
    most = investor.most[shuffle]
    investor.most[shuffle] -= 1
    if most == candidates:
        return 1.0
    in_all = 0
    for other in range(table.players):
        in_all += alike(table, other, shuffle)
    return candidates / min(most, in_all + 1)


@rule
def pay_unseen(table: Table, start: int, paid: int, end: int, rng: Rng) -> float:
    """Any cards of the payer's hand are paid, each as likely; how likely they are what was seen later.

    A card seen before is paid, or kept, where the next note of it tells so.
    """
    payer, payee = table.notes[start].giver, table.notes[start].taker
    hand = 0
    for stock in range(STOCKS):
        hand += table.investors[payer].held[stock]
    sure, left, free = True, paid, hand
    for card in range(CARDS):
        sure = sure and table.traced[card] < SUPPOSED
        if is_traced_to(table, card, payer):
            seen_with = seen_next(table, card, start + paid, end, payer, payee)
            if seen_with == payee:
                pass_on(table, card, payer, payee)
                left -= 1
                free -= 1
            elif seen_with == payer:
                table.traced[card] = KEPT + payer
                table.investors[payer].held[TRACED] -= 1
                free -= 1
            else:
                table.traced[card] = SUPPOSED + payer
    if left < 0 or free < left:
        return 0.0
    for i in range(left):
        pay_any(table, payer, payee, below(free - i, rng))
    for card in range(CARDS):
        if table.traced[card] == KEPT + payer:
            table.traced[card] = payer
            table.investors[payer].held[TRACED] += 1
    loosen(table, payer, payee, paid, hand - paid)
    return 1.0 if sure else choices(free, left) / choices(hand, paid)


@rule
def seen_next(table: Table, card: int, start: int, end: int, payer: int, payee: int) -> int:
    """Whose hand a card leaves next in sight, before either of two pays out of sight; -1: not to be told."""
    for i in range(start, end):
        note = table.notes[i]
        if note.giver != NO_SEAT and note.card == card:
            return note.giver
        if is_unseen_payment(note) and (note.giver == payer or note.giver == payee):
            return NO_SEAT
    return NO_SEAT


@rule
def pay_any(table: Table, payer: int, payee: int, ticket: int) -> None:
    """The card of the payer's hand that a ticket falls on."""
    stock = 0
    while ticket >= table.investors[payer].held[stock]:
        ticket -= table.investors[payer].held[stock]
        stock += 1
    if stock < TRACED:
        table.investors[payer].held[stock] -= 1
        table.investors[payee].held[stock] += 1
        return
    card = 0
    while table.traced[card] != SUPPOSED + payer or ticket > 0:
        ticket -= table.traced[card] == SUPPOSED + payer
        card += 1
    pass_on(table, card, payer, payee)
    table.traced[card] = SUPPOSED + payee


@rule
def loosen(table: Table, payer: int, payee: int, paid: int, kept: int) -> None:
    """How many cards of each shuffle the two hands have at most after a payment out of sight."""
    for shuffle in range(SHUFFLES):
        most = table.investors[payer].most[shuffle]
        table.investors[payee].most[shuffle] += min(most, paid)
        table.investors[payer].most[shuffle] = min(most, kept)


@rule
def choices(cards: int, chosen: int) -> float:
    """In how many ways some cards can be chosen."""
    ways = 1.0
    for i in range(chosen):
        ways *= (cards - i) / (i + 1)
    return ways
