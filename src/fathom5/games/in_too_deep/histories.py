"""Histories: what may have happened to the hands, by the notes of a table (ITD-24).

Cards move between hands only as it was shown or paid. What a seat did not see is drawn at random: of which
stock a card was that left a hand, and which cards a payer chose in secret, every choice as likely.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.payments import half_paid
from fathom5.games.in_too_deep.stocks import alike, clear, leave_stock, trace
from fathom5.games.in_too_deep.table import (
    DEALT,
    NO_CARD,
    NO_SEAT,
    OPENING,
    SEATS,
    TRACED,
    Note,
    Table,
)
from fathom5.games.in_too_deep.takeovers import is_unseen_payment, pay_unseen


@rule
def history(table: Table, seat: int, ahead: bool, rng: Rng) -> float:
    """Go through the notes and choose what the seat did not see; how likely the rest makes that.

    The weight is at most 1, but where payments look ahead.
    """
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
            weight *= pay_unseen(table, i, paid, end, ahead, rng)
            i += paid
        else:
            weight *= remember(table, table.notes[i], seat, rng)
            i += 1
    return weight


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
