"""Dealing the cards that nobody has seen to the stocks of a history (ITD-24)."""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.first_player import chance_of_lowest, lowest_known, lowest_of_others
from fathom5.games.in_too_deep.knowledge import is_unseen
from fathom5.games.in_too_deep.stocks import (
    clear,
    is_to_deal,
    opening_left,
    other_openings_left,
    put_with_stock,
    to_deal,
    was_dealt_first,
)
from fathom5.games.in_too_deep.table import CARDS, DEALT, HAND, NO_SEAT, OPENING, SEATS, Place, Table

FINE = 1 << 30


@rule
def deal_out(table: Table, rng: Rng) -> None:
    """Every card to a place of its stock, all ways equally likely that fit who started."""
    for card in range(CARDS):
        if table.place[card] == Place.UNKNOWN and table.traced[card] != NO_SEAT:
            table.place[card] = HAND + table.traced[card] % SEATS
    deck = deck_left(table)
    if table.opening > 0:
        deck = deal_lowest(table, deck, rng)
    for shuffle in range(table.shuffles + 1):
        left = to_deal(table, shuffle)
        here = deck if shuffle == table.shuffles else 0
        for card in range(CARDS):
            if is_to_deal(table, card, shuffle):
                ticket = below(left, rng)
                if ticket < here:
                    table.place[card] = Place.DECK
                    here -= 1
                else:
                    put_with_stock(table, shuffle, ticket - here, card)
                left -= 1


@rule
def deck_left(table: Table) -> int:
    """Places in the deck for which no card is chosen yet."""
    deck = table.deck
    for card in range(CARDS):
        deck -= table.place[card] == Place.DECK
    return deck


@rule
def deal_lowest(table: Table, deck: int, rng: Rng) -> int:
    """The lowest cards, up to the first of an opening hand; places left in the deck."""
    first_lowest, other_lowest = lowest_known(table, table.first), lowest_of_others(table)
    firsts, others = opening_left(table, table.first), other_openings_left(table)
    whole = chance_of_lowest(table, firsts, others, first_lowest, other_lowest)
    ticket = whole * below(FINE, rng) / FINE
    left = to_deal(table, 0)
    chance, before = 0.0, 1.0
    for card in range(min(first_lowest, other_lowest)):
        if is_to_deal(table, card, 0):
            chance += before * firsts / left
            if ticket < chance:
                put_with_first(table, below(firsts, rng), card)
                return deck
            before *= (left - firsts - others) / left
            here = deck if table.shuffles == 0 else 0
            choice = below(left - firsts - others, rng)
            if choice < here:
                table.place[card] = Place.DECK
                deck -= 1
            else:
                put_with_later(table, choice - here, card)
            left -= 1
    return deck


@rule
def put_with_first(table: Table, ticket: int, card: int) -> None:
    """A card of the opening hand of who started, wherever it is by now."""
    holder = 0
    while ticket >= table.investors[holder].held[OPENING + table.first]:
        ticket -= table.investors[holder].held[OPENING + table.first]
        holder += 1
    table.investors[holder].held[OPENING + table.first] -= 1
    table.place[card] = HAND + holder
    was_dealt_first(table, table.first, card)


@rule
def put_with_later(table: Table, ticket: int, card: int) -> None:
    """A card dealt after the opening hands."""
    holder = 0
    while ticket >= table.investors[holder].held[DEALT]:
        ticket -= table.investors[holder].held[DEALT]
        holder += 1
    table.investors[holder].held[DEALT] -= 1
    table.place[card] = HAND + holder


@rule
def take_up(table: Table, seat: int) -> None:
    """Take back what was dealt."""
    for card in range(CARDS):
        if is_unseen(table, card, seat):
            table.place[card] = Place.UNKNOWN


@rule
def deal_anyhow(table: Table, rng: Rng) -> None:
    """Where more happened than is noted, hands are filled to their number with any unseen cards."""
    clear(table)
    left = 0
    for card in range(CARDS):
        left += table.place[card] == Place.UNKNOWN
        if table.place[card] >= HAND:
            table.investors[table.place[card] - HAND].held[DEALT] += 1
    for card in range(CARDS):
        if table.place[card] == Place.UNKNOWN:
            ticket = below(left, rng)
            table.place[card] = Place.DECK
            for holder in range(table.players):
                free = table.investors[holder].cards - table.investors[holder].held[DEALT]
                if 0 <= ticket < free:
                    table.place[card] = HAND + holder
                    table.investors[holder].held[DEALT] += 1
                ticket -= free
            left -= 1
