"""The first player was dealt the lowest card of all opening hands (ITD-1): what that says of a history."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.in_too_deep.stocks import is_to_deal, opening_left, other_openings_left, to_deal
from fathom5.games.in_too_deep.table import CARDS, NO_CARD, NO_SEAT, Table


@rule
def best_chance(table: Table, seat: int) -> float:
    """No way things happened makes it likelier that the lowest card was with who started."""
    if table.opening == 0:
        return 1.0
    firsts, others = NO_CARD, 0
    for other in range(table.players):
        if other != seat and other != table.first:
            others += table.opening
    for i in range(table.noted):
        note = table.notes[i]
        if note.giver != NO_SEAT and note.giver != seat and note.card != NO_CARD and note.shuffle == 0:
            if note.giver == table.first or table.paid_unseen > 0:
                firsts = note.card if firsts == NO_CARD else min(firsts, note.card)
            if note.giver != table.first or table.paid_unseen > 0:
                others = max(0, others - 1)
    lowest = CARDS
    if seat == table.first:
        firsts = table.investors[seat].lowest
    elif seat >= 0 and table.investors[seat].lowest != NO_CARD:
        lowest = table.investors[seat].lowest
    firsts = CARDS if firsts == NO_CARD else firsts
    return chance_of_lowest(table, 0 if seat == table.first else table.opening, others, firsts, lowest)


@rule
def chance_of_first(table: Table) -> float:
    """How likely the cards still to be dealt leave the lowest with who started."""
    if table.opening == 0:
        return 1.0
    return chance_of_lowest(
        table,
        opening_left(table, table.first),
        other_openings_left(table),
        lowest_known(table, table.first),
        lowest_of_others(table),
    )


@rule
def lowest_known(table: Table, opener: int) -> int:
    """The lowest card seen of an opening hand; past all cards: none."""
    lowest = table.investors[opener].lowest
    return CARDS if lowest == NO_CARD else lowest


@rule
def lowest_of_others(table: Table) -> int:
    """The lowest card seen of the opening hands of those who did not start."""
    lowest = CARDS
    for opener in range(table.players):
        if opener != table.first:
            lowest = min(lowest, lowest_known(table, opener))
    return lowest


@rule
def chance_of_lowest(table: Table, firsts: int, others: int, first_lowest: int, other_lowest: int) -> float:
    """Of the cards to deal, so many are of the opening hand of who started and of the others'.

    From the lowest card up, the first that falls to an opening hand has to fall to who started.
    """
    limit = min(first_lowest, other_lowest)
    left = to_deal(table, 0)
    chance, before = 0.0, 1.0
    for card in range(limit):
        if is_to_deal(table, card, 0):
            chance += before * firsts / left
            before *= max(0, left - firsts - others) / left
            left -= 1
    return chance + before if first_lowest < other_lowest else chance
