"""What the companies can do, in the order of the rulebook.

An optional ability is chosen first and paid afterwards; it can be declined, and abandoned as long
as nothing is paid. Whether it is offered depends only on what everybody sees.
"""

from __future__ import annotations

from fathom5.core import Array, encode, rule
from fathom5.games.in_too_deep.cards import may_explore
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    DEPTH,
    HAND,
    SEATS,
    Box,
    Buy,
    Company,
    Expand,
    MoveCard,
    Remove,
    Table,
    TakeOver,
)


@rule
def can_be_used(table: Table, box: Box) -> bool:
    """Whether the company just expanded offers something that the active player could pay."""
    cards = table.investors[table.turn].cards
    advanced = table.columns[table.company].advanced
    if table.company == Company.OCEAN:
        return cards >= box.clean_up[advanced]
    if table.company == Company.COAST:
        return takeover_is_possible(table, box) if advanced else cards > 0
    if table.company == Company.WILDLIFE:
        return cards >= (1 if advanced else box.watching)
    return False


@rule
def uses(table: Table, box: Box, moves: Array[int], n: int) -> int:
    """Everything the ability of the company just expanded allows."""
    advanced = table.columns[table.company].advanced
    if table.company == Company.OCEAN:
        return clean_up_last(table, moves, n) if advanced else clean_up(table, moves, n)
    if table.company == Company.COAST:
        return take_over(table, box, moves, n) if advanced else buy_cheaper(table, box, moves, n)
    return explore_anywhere(table, moves, n) if advanced else watch(table, box, moves, n)


# Ocean clean-up


@rule
def is_depth(table: Table, card: int) -> bool:
    """Whether a card lies with a company."""
    return DEPTH <= table.place[card] < DEPTH + COMPANIES


@rule
def clean_up(table: Table, moves: Array[int], n: int) -> int:
    """Normal: any one depth card of any company may be discarded (ITD-11)."""
    for card in range(CARDS):
        if is_depth(table, card):
            moves[n] = encode(Remove(card))
            n += 1
    return n


@rule
def clean_up_last(table: Table, moves: Array[int], n: int) -> int:
    """Advanced: a company's last depth card may be discarded, or moved where it is higher (ITD-12)."""
    for card in range(CARDS):
        if is_last(table, card):
            moves[n] = encode(Remove(card))
            n += 1
    for card in range(CARDS):
        if is_last(table, card):
            n = moves_elsewhere(table, card, moves, n)
    return n


@rule
def is_last(table: Table, card: int) -> bool:
    """Whether a card is the last depth card of a company (ITD-7)."""
    return is_depth(table, card) and table.columns[table.place[card] - DEPTH].last == card


@rule
def moves_elsewhere(table: Table, card: int, moves: Array[int], n: int) -> int:
    """Every other company whose last number is lower, or that has none."""
    for company in range(COMPANIES):
        if company != table.place[card] - DEPTH and may_explore(table, company, card):
            moves[n] = encode(MoveCard(card, company))
            n += 1
    return n


# Treasure hunt


@rule
def largest_holding(table: Table, company: int) -> int:
    """Most shares of a company before one player, the third player included (ITD-13)."""
    most = 0
    for owner in range(SEATS + 1):
        most = max(most, table.shares[owner, company])
    return most


@rule
def share_treasure(table: Table) -> None:
    """Normal: one card more for whoever has most. Advanced: the active player draws as many as them."""
    most = largest_holding(table, Company.TREASURE)
    if table.columns[Company.TREASURE].advanced:
        table.investors[table.turn].owed = most
        return
    for seat in range(table.players):
        if most > 0 and table.shares[seat, Company.TREASURE] == most:
            table.investors[seat].owed += 1


# Pearl fishing


@rule
def worth(table: Table, box: Box, company: int) -> int:
    """Points for one share: the depth cards laid, and what Pearl makes of them (ITD-14)."""
    value = table.columns[company].depth
    if company != Company.PEARL:
        return value
    if not table.columns[Company.PEARL].advanced:
        return value + box.pearl_more
    for other in range(COMPANIES):
        value = max(value, table.columns[other].depth)
    return max(0, value - box.pearl_less)


# Coast research


@rule
def cheaper(table: Table, box: Box, company: int) -> int:
    """Normal: the price of a share less two, never below nothing (ITD-15)."""
    return max(0, table.columns[company].issued - box.discount)


@rule
def buy_cheaper(table: Table, box: Box, moves: Array[int], n: int) -> int:
    """Normal: one share from hand, of any company."""
    others = table.investors[table.turn].cards - 1
    for card in range(CARDS):
        if table.place[card] == HAND + table.turn and cheaper(table, box, box.cards[card]) <= others:
            moves[n] = encode(Buy(card))
            n += 1
    return n


@rule
def takeover_price(table: Table, box: Box, company: int) -> int:
    """Advanced: the usual price, at least two (ITD-16)."""
    return max(box.takeover, table.columns[company].issued)


@rule
def may_take_over(table: Table, box: Box, owner: int, company: int) -> bool:
    """Advanced: a share of somebody else that the active player can pay."""
    if owner == table.turn or table.shares[owner, company] == 0:
        return False
    return takeover_price(table, box, company) <= table.investors[table.turn].cards


@rule
def take_over(table: Table, box: Box, moves: Array[int], n: int) -> int:
    """Advanced: one share out of the portfolio of another player or the third (ITD-16)."""
    for owner in range(SEATS + 1):
        for company in range(COMPANIES):
            if may_take_over(table, box, owner, company):
                moves[n] = encode(TakeOver(owner, company))
                n += 1
    return n


@rule
def takeover_is_possible(table: Table, box: Box) -> bool:
    """Advanced: somebody has a share that the active player can pay."""
    for owner in range(SEATS + 1):
        for company in range(COMPANIES):
            if may_take_over(table, box, owner, company):
                return True
    return False


# Wildlife watching


@rule
def is_recent(table: Table, box: Box, card: int) -> bool:
    """Whether a card is one of the last three depth cards of its company."""
    if not is_depth(table, card):
        return False
    column = table.columns[table.place[card] - DEPTH]
    recent = False
    for i in range(max(0, column.depth - box.recent), column.depth):
        recent |= column.cards[i] == card
    return recent


@rule
def watch(table: Table, box: Box, moves: Array[int], n: int) -> int:
    """Normal: one of the last three goes on top of its company, or to another one (ITD-17)."""
    for card in range(CARDS):
        if is_recent(table, box, card):
            here = table.place[card] - DEPTH
            for company in range(COMPANIES):
                if company == here:
                    moved = table.columns[here].last != card
                else:
                    moved = may_explore(table, company, card)
                if moved:
                    moves[n] = encode(MoveCard(card, company))
                    n += 1
    return n


@rule
def passed_over(table: Table, company: int, card: int) -> int:
    """Advanced: a card lower than the last one costs one for each higher number there (ITD-17)."""
    column = table.columns[company]
    if card > column.last:
        return 0
    higher = 0
    for i in range(column.depth):
        higher += column.cards[i] > card
    return higher


@rule
def explore_anywhere(table: Table, moves: Array[int], n: int) -> int:
    """Advanced: one more depth card on any company."""
    others = table.investors[table.turn].cards - 1
    for card in range(CARDS):
        if table.place[card] == HAND + table.turn:
            for company in range(COMPANIES):
                if passed_over(table, company, card) <= others:
                    moves[n] = encode(Expand(card, company))
                    n += 1
    return n
