"""Where cards go: deck, discard pile, hands, portfolios and depths."""

from __future__ import annotations

from fathom5.core import rule
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEPTH,
    HAND,
    NO_CARD,
    NO_SEAT,
    NOTES,
    SHUFFLES,
    Box,
    Place,
    Table,
)


@rule
def may_explore(table: Table, company: int, card: int) -> bool:
    """A depth card has to be higher than the last one there; the first may be any (ITD-7)."""
    return card > table.columns[company].last


@rule
def lay(table: Table, company: int, card: int) -> None:
    """The card becomes the company's last depth card."""
    column = table.columns[company]
    column.cards[column.depth] = card
    column.depth += 1
    column.last = card
    table.place[card] = DEPTH + company


@rule
def lift(table: Table, card: int) -> None:
    """Take a depth card away from its company; those laid after it close up."""
    column = table.columns[table.place[card] - DEPTH]
    found = 0
    for i in range(column.depth):
        if column.cards[i] == card:
            found = i
    column.depth -= 1
    for i in range(found, column.depth):
        column.cards[i] = column.cards[i + 1]
    column.cards[column.depth] = 0
    column.last = column.cards[column.depth - 1] if column.depth > 0 else NO_CARD


@rule
def own(table: Table, box: Box, owner: int, card: int) -> None:
    """The card becomes a share before its owner."""
    company = box.cards[card]
    table.place[card] = Place.SHARE
    table.shares[owner, company] += 1
    table.columns[company].issued += 1


@rule
def throw_away(table: Table, card: int) -> None:
    """Onto the discard pile, face up."""
    table.place[card] = Place.DISCARD
    table.discard += 1


@rule
def put_in_hand(table: Table, seat: int, card: int) -> None:
    """Into a hand, unseen by others."""
    table.place[card] = HAND + seat
    table.investors[seat].cards += 1
    note(table, NO_SEAT, seat, NO_CARD, table.shuffle[card])


@rule
def leave_hand(table: Table, seat: int, card: int) -> None:
    """Out of a hand, open to all: everybody may forget who held it."""
    table.investors[seat].cards -= 1
    table.known_by[card] = 0
    note(table, seat, NO_SEAT, card, table.shuffle[card])


@rule
def note(table: Table, giver: int, taker: int, card: int, shuffle: int) -> None:
    """Remember what everybody could see, and who paid whom what (ITD-24)."""
    if table.noted < NOTES:
        entry = table.notes[table.noted]
        entry.giver = giver
        entry.taker = taker
        entry.card = card
        entry.shuffle = shuffle
        table.noted += 1


@rule
def leave_deck(table: Table) -> None:
    """Drawn from the deck; the last one makes the deck run out."""
    table.deck -= 1
    if table.deck + table.bonus_deck == 0:
        run_out(table)


@rule
def run_out(table: Table) -> None:
    """The discard pile becomes the deck at once; the second time triggers the end (ITD-9)."""
    if table.emptied == 1:
        table.ending = 1
    table.emptied = min(CARDS, table.emptied + 1)
    reshuffle(table)


@rule
def reshuffle(table: Table) -> None:
    """All discarded cards are the deck now, if there are any; nobody knows their order."""
    if table.discard + table.bonus_discard == 0:
        return
    table.shuffles = min(SHUFFLES - 1, table.shuffles + 1)
    for card in range(CARDS):
        if table.place[card] == Place.DISCARD:
            table.place[card] = Place.DECK
            table.shuffle[card] = table.shuffles
    table.deck = table.discard
    table.bonus_deck = table.bonus_discard
    table.discard = 0
    table.bonus_discard = 0


@rule
def can_draw(table: Table) -> bool:
    """Cards not there are not drawn (ITD-9); bonus cards alone are nothing to draw."""
    if table.deck + table.bonus_deck == 0:
        reshuffle(table)
    return table.deck + table.discard > 0
