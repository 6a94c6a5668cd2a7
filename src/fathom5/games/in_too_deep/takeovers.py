"""Payments from hand to hand out of sight: which cards changed hands (ITD-16, ITD-24).

A payer chooses any cards, every set as likely. What is seen to leave the two hands afterwards tells something
of it. Cards can be chosen without regard to that, or looking ahead: then no hand lacks what is soon seen to
leave it, and the weight makes up for the choice.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.stocks import KEPT, SUPPOSED, alike, is_traced_to, pass_on
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEALT,
    NO_CARD,
    NO_SEAT,
    SHUFFLES,
    STOCKS,
    TRACED,
    Note,
    Table,
)


@rule
def is_unseen_payment(note: Note) -> bool:
    """Whether a card was paid out of sight."""
    return note.giver != NO_SEAT and note.card == NO_CARD


@rule
def pay_unseen(table: Table, start: int, paid: int, end: int, ahead: bool, rng: Rng) -> float:
    """Any cards of the payer's hand are paid, each as likely; how likely they are what was seen later.

    A card seen before is paid, or kept, where the next note of it tells so; looking ahead, so are as many of
    each shuffle as are needed. The weight is then up to the same factor for all that may be chosen here.
    """
    payer, payee = table.notes[start].giver, table.notes[start].taker
    after = start + paid
    hand = 0
    for stock in range(STOCKS):
        hand += table.investors[payer].held[stock]
    sure, left, free = True, paid, hand
    for card in range(CARDS):
        sure = sure and table.traced[card] < SUPPOSED
        if is_traced_to(table, card, payer):
            seen_with = seen_next(table, card, after, end, payer, payee)
            if seen_with == payee:
                pass_on(table, card, payer, payee)
                left -= 1
                free -= 1
            elif seen_with == payer:
                table.traced[card] = KEPT + payer
                free -= 1
            else:
                table.traced[card] = SUPPOSED + payer
    if ahead:
        for shuffle in range(table.shuffles + 1):
            lacked = lacking(table, payee, shuffle, after, end)
            left -= lacked
            free -= lacked + needed(table, payer, shuffle, after, end)
    if left < 0 or free < left:
        return 0.0
    weight = 1.0 if sure and not ahead else choices(free, left) / choices(hand, paid)
    for card in range(CARDS):
        if table.traced[card] == KEPT + payer:
            table.traced[card] = payer
        elif table.traced[card] == SUPPOSED + payer:
            if drawn(1, left, free, rng) == 1:
                pass_on(table, card, payer, payee)
                table.traced[card] = SUPPOSED + payee
                left -= 1
            free -= 1
    for shuffle in range(table.shuffles + 1):
        cards, lacked = alike(table, payer, shuffle), 0
        spare = cards
        if ahead:
            lacked = lacking(table, payee, shuffle, after, end)
            spare -= lacked + needed(table, payer, shuffle, after, end)
        if spare < 0:
            return 0.0
        more = drawn(spare, left, free, rng)
        left -= more
        free -= spare
        weight *= choices(cards, lacked + more) / choices(spare, more)
        pay_alike(table, payer, payee, shuffle, lacked + more, rng)
    loosen(table, payer, payee, paid, hand - paid)
    return weight


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
def lacking(table: Table, holder: int, shuffle: int, start: int, end: int) -> int:
    """How many cards of a shuffle a hand needs that it does not have."""
    return max(0, needed(table, holder, shuffle, start, end) - alike(table, holder, shuffle))


@rule
def needed(table: Table, holder: int, shuffle: int, start: int, end: int) -> int:
    """Cards of a shuffle that a hand must have for what is seen to leave it; it may need more.

    Only what leaves it before it is paid out of sight itself: what comes then is not to be told.
    """
    most, gone = 0, 0
    for i in range(start, end):
        note = table.notes[i]
        if note.taker == holder:
            if is_unseen_payment(note):
                return most
            gone -= note.shuffle == shuffle
        elif note.giver == holder and note.card != NO_CARD and note.shuffle == shuffle:
            gone += table.traced[note.card] == NO_SEAT
            most = max(most, gone)
    return most


@rule
def drawn(cards: int, left: int, free: int, rng: Rng) -> int:
    """How many of some cards are among those drawn, where so many are still drawn of all that are free."""
    count = 0
    for i in range(cards):
        if left - count == free - i:
            return count + cards - i
        if left == count:
            return count
        count += is_drawn(left - count, free - i, rng)
    return count


@rule
def is_drawn(left: int, free: int, rng: Rng) -> bool:
    """Whether one card is, where so many are still drawn of all that are free."""
    return below(free, rng) < left


@rule
def pay_alike(table: Table, payer: int, payee: int, shuffle: int, paid: int, rng: Rng) -> None:
    """Of a hand's cards of one shuffle so many are paid, of any stock."""
    free = alike(table, payer, shuffle)
    for stock in range(TRACED):
        if stock == DEALT + shuffle or (shuffle == 0 and stock < DEALT):
            held = table.investors[payer].held[stock]
            count = drawn(held, paid, free, rng)
            table.investors[payer].held[stock] -= count
            table.investors[payee].held[stock] += count
            paid -= count
            free -= held


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
