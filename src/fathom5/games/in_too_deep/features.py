"""What a value network of In Too Deep goes by: shares, companies, what a hand is good for, the time left."""

from __future__ import annotations

from fathom5.core import Array, rule
from fathom5.games.in_too_deep.abilities import worth
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    HAND,
    Box,
    Phase,
    Table,
)

FEATURES = 83


@rule
def features(table: Table, box: Box, weights: object, seat: int, features: Array[float]) -> int:
    """What speaks for a seat."""
    n = features_of_shares(table, box, seat, features, 0)
    n = features_of_the_hand(table, box, seat, features, n)
    return features_of_time(table, seat, features, n)


@rule
def features_of_shares(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """By company: what a share is worth, how deep it may go; the seat's shares, alone and times these."""
    points = 0
    for company in range(COMPANIES):
        column, shares = table.columns[company], table.shares[seat, company]
        value, room = worth(table, box, company), CARDS - 1 - column.last
        points += shares * value
        features[n] = value / 10
        features[n + 1] = room / 50
        features[n + 2] = column.issued / 10
        features[n + 3] = column.advanced
        features[n + 4] = shares / 4
        features[n + 5] = shares * value / 40
        features[n + 6] = shares * room / 200
        n += 7
    features[n] = points / 100
    return n + 1


@rule
def features_of_the_hand(table: Table, box: Box, seat: int, features: Array[float], n: int) -> int:
    """Cards in hand; by company its shares among them, those to go deeper with, and the nearest of these."""
    for i in range(n, n + 5 * COMPANIES):
        features[i] = 0.0
    for card in range(CARDS):
        if table.place[card] == HAND + seat:
            features[n + box.cards[card]] += 0.5
            for company in range(COMPANIES):
                ahead = card - table.columns[company].last
                if ahead > 0:
                    features[n + COMPANIES + company] += 0.25
                    nearest = 1.0 / ahead
                    features[n + 2 * COMPANIES + company] += nearest
                    if nearest > features[n + 3 * COMPANIES + company]:
                        features[n + 3 * COMPANIES + company] = nearest
    cards = table.investors[seat].cards
    for company in range(COMPANIES):
        affordable = features[n + company] > 0.0 and cards > table.columns[company].issued
        features[n + 4 * COMPANIES + company] = worth(table, box, company) / 10 if affordable else 0.0
    n += 5 * COMPANIES
    features[n] = cards / 10
    features[n + 1] = table.investors[seat].owed / 4
    features[n + 2] = cards * (table.deck + table.discard) / 1000
    return n + 3


@rule
def features_of_time(table: Table, seat: int, features: Array[float], n: int) -> int:
    """How near the end is, whose turn it is, and what of it is left."""
    mine = table.turn == seat
    turns = (seat - table.turn) % table.players
    left = table.deck if table.emptied else table.deck + table.discard + 20
    features[n] = table.deck / 50
    features[n + 1] = table.discard / 50
    features[n + 2] = min(3, table.emptied) / 2
    features[n + 3] = left / 100
    features[n + 4] = min(20, left) / 20
    features[n + 5] = table.ending
    features[n + 6] = table.last_round
    features[n + 7] = table.turns_left / 2
    features[n + 8] = table.last_round and turns < table.turns_left
    features[n + 9] = mine
    features[n + 10] = turns / 2
    features[n + 11] = (seat - table.first) % table.players / 2
    features[n + 12] = table.phase == Phase.DRAFT
    features[n + 13] = mine and table.phase == Phase.TURN
    features[n + 14] = mine and table.phase == Phase.ABILITY
    features[n + 15] = table.due / 4 if mine and table.phase == Phase.PAY else 0.0
    features[n + 16] = table.draws / 2
    features[n + 17] = table.emergencies / 2
    features[n + 18] = table.bonus_deck / 5
    return n + 19
