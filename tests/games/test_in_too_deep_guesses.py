"""In Too Deep, the parts of a guess (ITD-24): each with all that chance may decide in it, exactly."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from random import Random

import pytest
from tests.games.test_in_too_deep import GAME, position

from fathom5 import STRANGER, Match
from fathom5.core.rng import generator
from fathom5.games.in_too_deep import (
    beliefs,
    dealing,
    first_player,
    histories,
    payments,
    rules,
    stocks,
    takeovers,
)
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEALT,
    HAND,
    OPENING,
    SHUFFLES,
    STOCKS,
    TRACED,
    Company,
    Phase,
    Place,
)
from fathom5.testing import arranged

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company
ADA, BEN, CLEO = range(3)


def every_way(monkeypatch, match, run):
    """What a rule makes of a table, by all that chance may decide in it, with how likely each is."""
    start, chances, scripts = match.to_bytes(), Counter(), [()]
    while scripts:
        script, made, chance = scripts.pop(), [], [1.0]

        def below(n, rng, script=script, made=made, chance=chance):
            if len(made) >= len(script):
                scripts.extend((*made, other) for other in range(1, n))
            made.append(script[len(made)] if len(made) < len(script) else 0)
            chance[0] /= n
            return made[-1] + (0.5 if n == dealing.FINE else 0)  # the middle of a part of what is fine

        def is_drawn(left, free, rng, script=script, made=made, chance=chance):
            if len(made) >= len(script):
                scripts.append((*made, 1))
            made.append(script[len(made)] if len(made) < len(script) else 0)
            chance[0] *= (left if made[-1] else free - left) / free
            return made[-1] == 1

        for module in (beliefs, dealing, histories, payments):
            monkeypatch.setattr(module, "below", below)
        monkeypatch.setattr(takeovers, "is_drawn", is_drawn)
        match.position.set_bytes(start)
        chances[run(match.position.table)] += chance[0]
    match.position.set_bytes(start)
    return chances


def assert_same(found, expected):
    """The same things, each as likely."""
    whole = sum(expected.values())
    assert found == pytest.approx({thing: count / whole for thing, count in expected.items()})


def holding(table, seat):
    """The numbers in a hand."""
    return tuple(card + 1 for card in range(CARDS) if table.place[card] == HAND + seat)


@pytest.mark.clause("ITD-24", "ITD-4")
@pytest.mark.parametrize("low", [1, 60])
def test_of_three_cards_two_are_paid_in_secret_the_lowest(monkeypatch, low):
    hands = [[40, low, 70, 80, 100], [10], [20]]
    match = position(3, hands, deck=[], coast="advanced", shares={1: {OCEAN: 3}})
    for move in ("expand coast 40", "buy ocean from 2", f"pay {low}", "pay 70"):
        match.play(move)
    with arranged(match) as table:
        for number in (low, 70):
            table.place[number - 1], table.known_by[number - 1] = HAND, 0

    def run(table):
        payments.finish_payment(table, 2, None)
        known = tuple(card + 1 for card in range(CARDS) if table.known_by[card])
        assert all(table.known_by[number - 1] == 1 for number in known)
        return holding(table, 0), holding(table, 1), known, table.least

    expected = Counter()
    for first, second, _ in itertools.combinations((low, 70, 80, 100), 3):
        kept = tuple(number for number in (low, 70, 80, 100) if number not in (first, second))
        expected[kept, tuple(sorted((10, first, second))), (first, second), second] += 1
    assert_same(every_way(monkeypatch, match, run), expected)
    for seat in (0, 1):  # who sees the payment chooses nothing
        before = match.to_bytes()
        payments.finish_payment(match.position.table, seat, None)
        assert match.to_bytes() == before


@pytest.mark.clause("ITD-24")
def test_unexplained_hands_are_filled_by_any_unseen_cards_as_likely(monkeypatch):
    match = position(3, [[10], [20, 21], [1]], deck=[51, 100])
    with arranged(match) as table:
        table.known_by[20] = 1
    match.position.put(match.view(0).array)

    def run(table):
        dealing.deal_anyhow(table, None)
        deck = tuple(card + 1 for card in range(CARDS) if table.place[card] == Place.DECK)
        return holding(table, 0), holding(table, 1), holding(table, 2), deck

    expected = Counter()
    for one, two, *deck in itertools.permutations((1, 20, 51, 100)):
        expected[(10,), tuple(sorted((one, 21))), (two,), tuple(sorted(deck))] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


def stocks_of(table, seat):
    return tuple(int(count) for count in table.investors[seat].held)


@pytest.mark.clause("ITD-24")
def test_a_card_that_leaves_a_hand_is_of_any_stock_it_may_be_of(monkeypatch):
    """Ben has two cards dealt later, one of his opening hand and two of Cleo's; Ada sees 30 leave."""
    match = position(3, [[1], [2], [3]])
    with arranged(match) as table:
        table.opening = 2
        held = table.investors[1].held
        held[DEALT], held[OPENING + 1], held[OPENING + 2], held[DEALT + 1], held[TRACED] = 2, 1, 2, 3, 1
        table.investors[2].held[DEALT] = 1
        table.investors[1].most[0] = 8
        table.investors[0].lowest, table.investors[1].lowest, table.investors[2].lowest = -1, 40, -1

    def run(table):
        weight = histories.leave(table, 1, 29, 0, None)
        assert table.investors[1].most[0] == 7
        lowest = tuple(int(table.investors[seat].lowest) for seat in range(3))
        return weight, stocks_of(table, 1), lowest

    expected = Counter()
    for stock, count in ((DEALT, 2), (OPENING + 1, 1), (OPENING + 2, 2)):
        left = list(stocks_of(match.table, 1))
        left[stock] -= 1
        lowest = (-1, 29 if stock == OPENING + 1 else 40, 29 if stock == OPENING + 2 else -1)
        expected[5 / 6, tuple(left), lowest] += count
    assert_same(every_way(monkeypatch, match, run), expected)


def arranged_unknown(numbers, **facts):
    """Ada's view, made by hand: some cards are unknown and all others nobody's."""
    match = position(3, [[10], [20], [30]])
    with arranged(match) as table:
        for card in range(CARDS):
            table.place[card] = Place.UNKNOWN if card + 1 in numbers else Place.SHARE
            table.known_by[card] = 0
        for seat in range(3):
            table.investors[seat].lowest = -1
        for name, value in facts.items():
            setattr(table, name, value)
    return match


def dealt_hands(table):
    deck = tuple(card + 1 for card in range(CARDS) if table.place[card] == Place.DECK)
    return holding(table, 0), holding(table, 1), holding(table, 2), deck


def let_pay(table, due=2, payee=-1):
    """Ada has to pay cards from 51 on."""
    table.phase, table.turn, table.payee, table.due, table.least = Phase.PAY, 0, payee, due, 50
    return table


def set_apart(table, seat):
    """Deal out what a payer must have first; what that weighs before and after the rest is dealt."""
    cards = payments.missing(table, seat)
    return payments.set_payment_apart(table, cards, None), cards


def weighed(monkeypatch, match, run):
    """How likely, by weight, each thing is that a rule may make of a table, but for what weighs nothing."""
    found = Counter()
    for (weight, what), chance in every_way(monkeypatch, match, run).items():
        found[what] += weight * chance
    found = +found
    return {what: weight / sum(found.values()) for what, weight in found.items()}


@pytest.mark.clause("ITD-24", "ITD-4")
@pytest.mark.parametrize("payee", [-1, BEN])
@pytest.mark.parametrize("known", [None, "traced", "seen"])
def test_of_the_high_cards_a_payer_needs_all_deals_weigh_the_same(monkeypatch, known, payee):
    """Ada, who has three cards of two shuffles nobody has seen, has to pay two from 51 on."""
    match = arranged_unknown([30, 50, 51, 70, 71, 100], opening=0, shuffles=1, deck=1)
    with arranged(match) as table:
        table.shuffle[69] = table.shuffle[70] = 1
        table.investors[0].held[DEALT], table.investors[0].held[DEALT + 1] = 2, 1
        table.investors[2].held[DEALT] = 2
        table.investors[0].cards = 4 if known else 3
        if known == "traced":
            table.traced[79], table.place[79] = 0, Place.UNKNOWN
        elif known:
            table.place[79] = HAND

    def run(table):
        weight, cards = set_apart(let_pay(table, payee=payee), BEN)
        assert cards == (1 if known else 2)
        assert sum(table.place[card] == HAND for card in range(CARDS) if card != 79) == cards
        dealing.deal_out(table, None)
        weight *= payments.chance_of_payment(table, BEN) / payments.ways_to_set_apart(table, cards)
        return weight, dealt_hands(table)

    expected = Counter()
    for one, two, *cleos in itertools.permutations((30, 50, 51, 100)):
        for new, rest in ((70, 71), (71, 70)):
            hand = sorted((one, two, new, *([80] if known else [])))
            high = sum(number > 50 for number in hand)
            chances = math.comb(high, 2) if payee == BEN else high >= 2
            expected[tuple(hand), (), tuple(sorted(cleos)), (rest,)] += chances
    assert_same(weighed(monkeypatch, match, run), +expected)


@pytest.mark.clause("ITD-24", "ITD-4")
def test_how_likely_it_is_that_a_payer_has_high_cards(monkeypatch):
    """Of four unseen cards Ada has two, Cleo one; 51 and 100 are high."""
    match = arranged_unknown([30, 50, 51, 100], opening=0, deck=1)
    with arranged(match) as table:
        table.investors[0].held[DEALT], table.investors[2].held[DEALT], table.investors[0].cards = 2, 1, 2

    def run(table):
        let_pay(table, due=1)
        weight, cards = set_apart(table, BEN)
        dealing.deal_out(table, None)
        return weight / payments.ways_to_set_apart(table, cards)

    found = every_way(monkeypatch, match, run)
    assert sum(weight * chance for weight, chance in found.items()) == pytest.approx(5 / 6)
    table = let_pay(match.position.table, due=2)
    assert payments.missing(table, BEN) == 2
    assert payments.missing(table, ADA) == 0, "who pays knows its cards"
    table.place[79] = table.place[80] = table.place[81] = HAND
    assert payments.missing(table, BEN) == 0, "more than enough"
    assert payments.set_payment_apart(table, 0, None) == 1.0
    table.investors[0].held[DEALT] = 0
    assert payments.set_payment_apart(table, 1, None) == 0.0
    assert holding(table, ADA) == (80, 81, 82)


@pytest.mark.clause("ITD-24", "ITD-4")
def test_the_chance_of_a_payment_counts_the_sets_that_may_follow():
    match = arranged_unknown([])
    with arranged(match) as table:
        for number in (20, 50, 51, 90, 100):
            table.place[number - 1] = HAND
        table.investors[0].cards = 5
    table = let_pay(match.position.table)
    assert payments.chance_of_payment(table, 1) == 1.0
    table.due = 3
    assert payments.chance_of_payment(table, 1) == 1.0
    table.due = 4
    assert payments.chance_of_payment(table, 1) == 0.0
    assert payments.chance_of_payment(table, 0) == 1.0
    table.payee = 1
    assert payments.chance_of_payment(table, 1) == 0.0
    assert payments.chance_of_payment(table, 2) == 1.0  # who sees no number is told nothing
    table.due = 2
    assert payments.chance_of_payment(table, 1) == pytest.approx(3 / 10)
    table.phase = Phase.TURN
    assert payments.chance_of_payment(table, 1) == 1.0


@pytest.mark.clause("ITD-24")
def test_cards_are_dealt_to_the_hands_that_have_some_of_their_shuffle(monkeypatch):
    match = arranged_unknown([1, 20, 30, 60, 70, 100], shuffles=1, deck=3, opening=0)
    with arranged(match) as table:
        table.place[89] = Place.DECK
        table.traced[29] = 2 + stocks.SUPPOSED
        for number in (60, 70, 100):
            table.shuffle[number - 1] = 1
        table.investors[1].held[DEALT] = table.investors[2].held[DEALT] = 1
        table.investors[2].held[DEALT + 1] = 1

    def run(table):
        dealing.deal_out(table, None)
        return dealt_hands(table)

    expected = Counter()
    for bens, cleos in itertools.permutations((1, 20)):
        for new in (60, 70, 100):
            deck = sorted({60, 70, 90, 100} - {new})
            expected[(), (bens,), tuple(sorted((cleos, 30, new))), tuple(deck)] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("shuffles", [0, 1])
def test_the_lowest_cards_are_dealt_as_who_started_has_it(monkeypatch, shuffles):
    """Ben started, Ada's lowest is 35; Cleo holds what Ben was dealt first, and a later card."""
    monkeypatch.setattr(dealing, "FINE", 6)
    match = arranged_unknown([1, 20, 30, 40], shuffles=shuffles, deck=1, opening=1, first=1)
    with arranged(match) as table:
        table.investors[0].lowest = 34
        table.investors[2].held[OPENING + 1] = 1
        table.investors[1].held[OPENING + 2] = 1
        table.investors[2].held[DEALT] = 1
        if shuffles:
            table.place[49], table.investors[1].held[DEALT] = Place.DECK, 1

    def run(table):
        dealing.deal_out(table, None)
        return dealt_hands(table), int(table.investors[1].lowest), int(table.investors[2].lowest)

    expected = Counter()
    for first, other, later, rest in itertools.permutations((1, 20, 30, 40)):
        if first < other and first < 35:
            bens = tuple(sorted((other, rest))) if shuffles else (other,)
            deck = (50,) if shuffles else (rest,)
            hands = (), bens, tuple(sorted((first, later))), deck
            expected[hands, first - 1, other - 1] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_history_is_likelier_than_the_likeliest(players):
    random, luck = Random(players), generator(players)
    match = Match(GAME, players, seed=players, compiled=False)
    for moves in (0, 6, 25):
        for _ in range(moves):
            match.play(random.choice(match.ids))
        for seat in (STRANGER, *range(players)):
            twin = match.copy().position
            twin.put(match.view(seat).array)
            assert beliefs.is_noted(twin.table)
            likeliest = first_player.best_chance(twin.table, seat)
            weight = histories.history(twin.table, seat, False, luck)
            weight *= first_player.chance_of_first(twin.table)
            assert 0 <= weight <= likeliest * (1 + 1e-9) <= 1 + 1e-9
            stocks.clear(twin.table)
            assert twin.table.traced[0] == -1
            assert not any(any(stocks_of(twin.table, other)) for other in range(players))
    twin.table.investors[players - 1].cards += 1
    assert not beliefs.is_noted(twin.table)


# Histories, by brute force: cards as tokens, every choice made


def dirty(match):
    """What an earlier guess might have left behind."""
    with arranged(match) as table:
        for seat in range(table.players):
            for stock in range(STOCKS):
                table.investors[seat].held[stock] = 1
            for shuffle in range(SHUFFLES):
                table.investors[seat].most[shuffle] = 1
        for card in range(CARDS):
            table.traced[card] = 1
    return match


def noted(notes, opening=0, players=3, beyond=()):
    """A table of which only the notes are known; Ada, who started, was dealt the lowest card."""
    match = position(players, [[1], [2], [3]][:players])
    with arranged(match) as table:
        table.noted, table.paid_unseen, table.opening, table.first = 0, 0, opening, 0
        table.shuffles = 2
        for note in (*notes, *beyond):
            rules.note(table, *note)
        table.noted = len(notes)
        for seat in range(players):
            table.investors[seat].lowest = 0 if seat == 0 else 5
    return match


def outcome(table):
    """Which stocks the hands have, where seen cards are, and what is known of opening hands."""
    traced = [(card, int(table.traced[card]) % 5) for card in range(CARDS) if table.traced[card] >= 0]
    lowest = [int(table.investors[seat].lowest) for seat in range(table.players)]
    hands = [stocks_of(table, seat) for seat in range(table.players)]
    return tuple(hands), tuple(traced), tuple(lowest)


def brute_force(notes, opening, seat, players=3):
    """All histories: a payer chooses any cards, and one that leaves a hand may be any of its kind there."""
    start = [[(OPENING + other, -1)] * opening if other != seat else [] for other in range(players)]
    worlds = [(1.0, start, (-1,) * players)]
    notes, i = list(notes), 0
    while i < len(notes):
        giver, taker, card, shuffle = notes[i]
        paid = 1
        if giver >= 0 and card < 0:
            while i + paid < len(notes) and notes[i + paid][0] >= 0 and notes[i + paid][2] < 0:
                paid += 1
            worlds = [each for world in worlds for each in paid_on(world, giver, taker, paid)]
        elif giver < 0:
            for _, hands, _ in worlds:
                if taker != seat:
                    hands[taker].append((DEALT + shuffle, -1) if card < 0 else (TRACED, card))
        elif giver == seat:
            for _, hands, _ in worlds:
                if taker >= 0:
                    hands[taker].append((TRACED, card))
        else:
            worlds = [each for world in worlds for each in shown(world, giver, card, shuffle)]
        i += paid
    weights = Counter()
    for weight, hands, lowest in worlds:
        counts = [tuple(sum(stock == s for stock, _ in hand) for s in range(STOCKS)) for hand in hands]
        traced = sorted((card, who) for who, hand in enumerate(hands) for _, card in hand if card >= 0)
        known = tuple(0 if who == seat else low for who, low in enumerate(lowest))
        weights[tuple(counts), tuple(traced), known] += weight
    return weights


def paid_on(world, payer, payee, count):
    weight, hands, lowest = world
    sets = list(itertools.combinations(range(len(hands[payer])), count))
    for chosen in sets:
        after = [list(hand) for hand in hands]
        after[payee] += [hands[payer][i] for i in chosen]
        after[payer] = [card for i, card in enumerate(hands[payer]) if i not in chosen]
        yield weight / len(sets), after, lowest


def shown(world, giver, card, shuffle):
    weight, hands, lowest = world
    is_traced = any(number == card for hand in hands for _, number in hand)
    for i, (stock, number) in enumerate(hands[giver]):
        dealt = stock == DEALT + shuffle or (shuffle == 0 and stock < DEALT)
        if number == card if is_traced else dealt:
            after = [list(hand) for hand in hands]
            del after[giver][i]
            known = list(lowest)
            if stock < DEALT:
                known[stock] = card if known[stock] < 0 else min(card, known[stock])
            yield weight, after, tuple(known)


HISTORIES = {
    "dealt and seen": [
        *((-1, BEN, -1, 0), (-1, BEN, -1, 0), (-1, BEN, -1, 1), (-1, ADA, -1, 0), (-1, CLEO, -1, 2)),
        *((-1, BEN, 29, 0), (-1, BEN, 0, 0), (ADA, CLEO, 39, 0), (ADA, CLEO, 99, 0), (ADA, -1, 44, 0)),
        *((-1, ADA, 55, 0), (BEN, -1, 29, 0), (BEN, -1, 10, 0)),
    ],
    "paid from both hands": [
        *((-1, BEN, -1, 0), (-1, BEN, -1, 0), (-1, BEN, -1, 1), (-1, CLEO, -1, 0), (BEN, CLEO, -1, 0)),
        *((CLEO, -1, 29, 0), (BEN, -1, 39, 0)),
    ],
    "of two shuffles": [
        *((-1, BEN, -1, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0), (CLEO, -1, 29, 0), (BEN, -1, 59, 1)),
    ],
    "the whole hand": [
        *((-1, BEN, -1, 0), (-1, BEN, 0, 0), (-1, BEN, 99, 0), *[(BEN, CLEO, -1, 0)] * 3, (CLEO, -1, 29, 0)),
        *((-1, BEN, -1, 0), (BEN, -1, 30, 0)),
    ],
    "paid on": [
        *((-1, BEN, -1, 0), (-1, BEN, 0, 0), (-1, CLEO, -1, 1), (BEN, CLEO, -1, 0)),
        *((-1, BEN, -1, 0), (BEN, -1, 29, 0), (CLEO, BEN, -1, 0), (BEN, -1, 0, 0)),
    ],
    "paid back unseen": [
        *((-1, BEN, 29, 0), (-1, BEN, -1, 1), (-1, CLEO, -1, 0), (BEN, CLEO, -1, 0), (ADA, BEN, 49, 0)),
        *((CLEO, BEN, -1, 0), (CLEO, -1, 29, 0)),
    ],
    "kept": [
        *((-1, BEN, 0, 0), (-1, BEN, 99, 0), (-1, BEN, -1, 1), *[(BEN, CLEO, -1, 0)] * 2, (-1, BEN, -1, 1)),
        *((BEN, -1, 99, 0), (-1, BEN, 99, 0), (BEN, CLEO, -1, 0), (BEN, -1, 60, 1)),
    ],
    "taken over again": [
        *((-1, BEN, 99, 0), (-1, BEN, -1, 0), (BEN, CLEO, -1, 0), (-1, CLEO, -1, 1), (CLEO, BEN, -1, 0)),
        *((-1, BEN, -1, 0), (BEN, CLEO, -1, 0), (CLEO, -1, 99, 0)),
    ],
    "paid at the end": [(-1, BEN, 29, 0), (-1, BEN, -1, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0)],
    "paid twice": [
        *((-1, BEN, 29, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0)),
        (CLEO, -1, 29, 0),
    ],
    "the first card kept": [
        *((-1, BEN, 0, 0), (-1, BEN, -1, 1), (-1, BEN, -1, 0), (BEN, CLEO, -1, 0), (BEN, -1, 0, 0)),
        (BEN, -1, 60, 1),
    ],
    "seen again": [
        *((-1, BEN, 29, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0), (BEN, -1, 29, 0), (-1, CLEO, -1, 1)),
        (CLEO, -1, 29, 1),
    ],
    "both seen": [
        *((-1, BEN, 29, 0), (-1, BEN, 30, 0), (-1, BEN, -1, 0), *[(BEN, CLEO, -1, 0)] * 2),
        *((CLEO, -1, 29, 0), (BEN, -1, 30, 0), (CLEO, -1, 50, 0)),
    ],
}


def moved_on(notes, places):
    """The same notes of seats that sit so many places further."""
    return [(*((seat + places) % 3 if seat >= 0 else seat for seat in note[:2]), *note[2:]) for note in notes]


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(("opening", "seat"), [(0, 0), (1, 0), (1, 2)])
@pytest.mark.parametrize("name", HISTORIES)
@pytest.mark.parametrize("ahead", [False, True])
def test_histories_weigh_as_all_choices_of_payers_and_cards_have_it(monkeypatch, name, opening, seat, ahead):
    """Ada looks on, or Cleo in the same place; what is noted behind the end does not count."""
    notes = moved_on(HISTORIES[name], seat)
    beyond = [(BEN, CLEO, -1, 0)] * 2 if seat == 0 else moved_on([(CLEO, -1, 29, 0)], seat)
    match = dirty(noted(notes, opening, beyond=beyond))
    with arranged(match) as table:
        table.first, table.investors[seat].lowest = seat, 0
    weights = []

    def run(table):
        weights.append(histories.history(table, seat, ahead, None))
        return weights[-1], outcome(table) if weights[-1] > 0 else None

    assert_same(weighed(monkeypatch, match, run), brute_force(notes, opening, seat))
    assert ahead or max(weights) <= 1 + 1e-9


@pytest.mark.clause("ITD-24")
def test_a_history_is_weighed_by_its_parts(monkeypatch):
    match = noted(HISTORIES["paid from both hands"])

    def run(table):
        return histories.history(table, 0, False, None)

    assert every_way(monkeypatch, match, run) == pytest.approx({0.5: 1.0})


@pytest.mark.clause("ITD-24")
def test_a_history_keeps_count_of_the_most_cards_of_a_shuffle():
    """Ben was dealt two of the first shuffle and one of the second, Cleo one of the third."""
    match = dirty(noted(HISTORIES["dealt and seen"][:-2], opening=2))
    histories.history(match.position.table, 0, False, None)
    most = [[int(count) for count in match.table.investors[seat].most] for seat in range(3)]
    assert most == [[0] * 6, [4, 1, 0, 0, 0, 0], [2, 0, 1, 0, 0, 0]]
    stocks.clear(match.position.table)
    for seat in range(3):
        assert not any(match.table.investors[seat].most)
        assert not any(match.table.investors[seat].held)
    assert all(match.table.traced[card] == -1 for card in range(CARDS))


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize(
    "notes",
    [
        [(-1, BEN, -1, 1), (BEN, -1, 29, 0)],
        [(-1, BEN, 29, 0), (CLEO, -1, 29, 0)],
        [(-1, BEN, 29, 0), (BEN, CLEO, -1, 0), (BEN, -1, 29, 0)],
    ],
)
def test_a_card_that_cannot_have_been_there_makes_a_history_impossible(monkeypatch, notes, ahead):
    match = noted(notes)
    found = every_way(monkeypatch, match, lambda table: histories.history(table, 0, ahead, None))
    assert set(found) == {0.0}


@pytest.mark.clause("ITD-24", "ITD-4")
def test_what_is_half_paid_is_not_yet_history(monkeypatch):
    """Ben is paying Cleo two cards; one is paid, and Ada sees of it only that."""
    notes = [(-1, BEN, -1, 0), (-1, BEN, -1, 1), (BEN, CLEO, -1, 0)]
    match = noted(notes)
    with arranged(match) as table:
        table.phase, table.turn, table.payee, table.due = Phase.PAY, BEN, CLEO, 1
    table = match.position.table
    assert payments.half_paid(table, ADA) == 1
    assert payments.half_paid(table, BEN) == payments.half_paid(table, CLEO) == 0
    assert histories.history(table, ADA, False, None) == 1.0
    assert stocks_of(table, BEN)[DEALT : DEALT + 2] == (1, 1)
    assert not any(stocks_of(table, CLEO))
    table.notes[0].giver, table.notes[0].taker = BEN, CLEO
    table.notes[1].giver, table.notes[1].taker = BEN, CLEO
    assert payments.half_paid(table, ADA) == 3
    table.notes[1].giver = -1
    assert payments.half_paid(table, ADA) == 1
    table.phase = Phase.TURN
    assert payments.half_paid(table, ADA) == 0


# The first player


@pytest.mark.clause("ITD-24", "ITD-1")
def test_how_likely_the_lowest_card_is_with_who_started():
    """Against every deal of four unseen cards, by how many are of opening hands and what is seen of them."""
    numbers = (1, 20, 30, 40)
    match = arranged_unknown(numbers)
    table = match.position.table
    for firsts, others in ((1, 1), (2, 1), (1, 3), (0, 2), (2, 0), (0, 0), (4, 0)):
        for first_lowest, other_lowest in itertools.product((5, 15, 20, 30, 35, CARDS), repeat=2):
            if first_lowest == other_lowest < CARDS:
                continue
            good = 0
            for dealt in itertools.permutations(card - 1 for card in numbers):
                mine = min((*dealt[:firsts], first_lowest))
                theirs = min((*dealt[firsts : firsts + others], other_lowest))
                good += mine < theirs
            chance = first_player.chance_of_lowest(table, firsts, others, first_lowest, other_lowest)
            assert chance == pytest.approx(good / 24), (firsts, others, first_lowest, other_lowest)
    assert first_player.chance_of_lowest(table, 2, 4, CARDS, CARDS) == pytest.approx(2 / 4)


def asked(monkeypatch, rule, *arguments):
    """With what the chance of the lowest card is asked for."""
    monkeypatch.setattr(first_player, "chance_of_lowest", lambda table, *facts: tuple(map(int, facts)))
    return rule(*arguments)


@pytest.mark.clause("ITD-24", "ITD-1")
def test_the_likeliest_history_supposes_all_for_who_started(monkeypatch):
    match = noted([], opening=2)
    table = match.position.table
    table.first = BEN
    for seat, lowest in ((ADA, 33), (BEN, -1), (CLEO, -1)):
        table.investors[seat].lowest = lowest

    def likeliest(seat):
        return asked(monkeypatch, first_player.best_chance, table, seat)

    assert likeliest(ADA) == (2, 2, CARDS, 33)
    assert likeliest(STRANGER) == (2, 4, CARDS, CARDS)
    for note in ((CLEO, -1, 50, 0), (BEN, -1, 40, 0), (BEN, -1, 45, 0), (ADA, -1, 8, 0), (CLEO, -1, 5, 1)):
        rules.note(table, *note)
    rules.note(table, -1, BEN, 3, 0)
    assert likeliest(ADA) == (2, 1, 40, 33)
    rules.note(table, CLEO, -1, 0, 0)
    assert likeliest(ADA) == (2, 0, 40, 33)
    table.paid_unseen = 1
    assert likeliest(ADA) == (2, 0, 0, 33)
    rules.note(table, BEN, CLEO, -1, 0)
    assert likeliest(ADA) == (2, 0, 0, 33)
    table.noted = 2  # whose opening hand Ben's card was from is not certain any more
    assert likeliest(ADA) == (2, 0, 40, 33)
    table.noted = 1
    assert likeliest(ADA) == (2, 1, 50, 33)
    assert likeliest(STRANGER) == (2, 3, 50, CARDS)
    table.investors[BEN].lowest = 12
    assert likeliest(BEN) == (0, 3, 12, CARDS)
    table.investors[CLEO].lowest = 0
    assert likeliest(CLEO) == (2, 2, CARDS, 0)
    table.investors[ADA].lowest = -1
    assert likeliest(ADA) == (2, 1, 50, CARDS)
    table.opening = 1
    assert likeliest(ADA) == (1, 0, 50, CARDS)
    table.opening = 0
    assert likeliest(ADA) == 1.0


@pytest.mark.clause("ITD-24", "ITD-1")
def test_a_history_leaves_so_many_cards_of_opening_hands(monkeypatch):
    match = noted([], opening=3)
    table = match.position.table
    table.first = BEN
    for holder, opener, cards in ((BEN, BEN, 1), (CLEO, BEN, 1), (BEN, CLEO, 2), (ADA, ADA, 1)):
        table.investors[holder].held[OPENING + opener] = cards

    def chance():
        return asked(monkeypatch, first_player.chance_of_first, table)

    for ben, cleo, ada in ((-1, -1, -1), (7, -1, -1), (7, 20, 30), (7, 30, 20), (0, -1, 0)):
        for seat, lowest in ((BEN, ben), (CLEO, cleo), (ADA, ada)):
            table.investors[seat].lowest = lowest
        others = min((number for number in (cleo, ada) if number >= 0), default=CARDS)
        assert chance() == (2, 3, ben if ben >= 0 else CARDS, others)
    table.opening = 1
    assert chance()[:2] == (2, 3)
    table.opening = 0
    assert chance() == 1.0


@pytest.mark.clause("ITD-24")
def test_of_an_opening_hand_the_lowest_card_seen_is_remembered():
    table = noted([], opening=1).position.table
    table.investors[BEN].lowest = -1
    for card, lowest in ((50, 50), (60, 50), (0, 0), (40, 0)):
        stocks.was_dealt_first(table, BEN, card)
        assert table.investors[BEN].lowest == lowest


@pytest.mark.clause("ITD-24")
def test_cards_of_opening_hands_are_like_those_dealt_later_from_the_first_deck():
    table = noted([], opening=1).position.table
    held = table.investors[BEN].held
    held[OPENING], held[OPENING + 1], held[OPENING + 2], held[DEALT], held[DEALT + 1] = 1, 2, 4, 8, 16
    assert stocks.alike(table, BEN, 0) == 15
    assert stocks.alike(table, BEN, 1) == 16
    for holder in range(3):
        table.traced[70] = holder
        assert [stocks.is_traced_to(table, 70, seat) for seat in range(3)] == [s == holder for s in range(3)]
        table.traced[70] = holder + stocks.SUPPOSED
        assert [stocks.is_traced_to(table, 70, seat) for seat in range(3)] == [s == holder for s in range(3)]
    table.traced[70] = -1
    assert not any(stocks.is_traced_to(table, 70, seat) for seat in range(5))
    table.place[70] = Place.UNKNOWN
    assert stocks.is_to_deal(table, 70, 0)
    table.traced[70] = BEN
    assert not stocks.is_to_deal(table, 70, 0)


# Dealing


@pytest.mark.clause("ITD-24")
def test_the_first_and_the_last_card_are_dealt_like_others(monkeypatch):
    """1 is traced to Ben, 100 to Cleo; 2 lies open and is not moved whatever was traced."""
    match = arranged_unknown([1, 50, 60, 100], shuffles=1, deck=1, opening=0)
    with arranged(match) as table:
        table.traced[0], table.traced[99], table.traced[1] = BEN, CLEO + stocks.SUPPOSED, BEN
        table.shuffle[49] = table.shuffle[59] = 1
        table.investors[ADA].held[DEALT + 1] = 1

    def run(table):
        dealing.deal_out(table, None)
        assert table.place[1] == Place.SHARE
        return dealt_hands(table)

    expected = Counter({((50,), (1,), (100,), (60,)): 1, ((60,), (1,), (100,), (50,)): 1})
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24")
def test_places_in_the_deck_are_those_without_a_card():
    match = arranged_unknown([], deck=5)
    table = match.position.table
    for place, left in ((0, 4), (99, 3), (50, 2)):
        table.place[place] = Place.DECK
        assert dealing.deck_left(table) == left


@pytest.mark.clause("ITD-24")
def test_what_was_dealt_is_taken_up_again():
    match = arranged_unknown([])
    table = match.position.table
    table.place[0], table.place[99], table.place[40] = HAND + BEN, Place.DECK, HAND
    table.place[41], table.known_by[41] = HAND + BEN, 1
    table.place[42] = HAND + CLEO
    dealing.take_up(table, ADA)
    unknown = [card for card in range(CARDS) if table.place[card] == Place.UNKNOWN]
    assert unknown == [0, 42, 99]
    assert (table.place[40], table.place[41]) == (HAND, HAND + BEN)


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("other_lowest", [-1, 24])
def test_the_lowest_card_goes_to_any_hand_with_a_card_of_who_started(monkeypatch, other_lowest):
    """Ben was dealt two cards first: each of the others has one by now; Cleo's own is with Ada."""
    monkeypatch.setattr(dealing, "FINE", 4)
    match = arranged_unknown([1, 20, 30, 40], shuffles=1, deck=0, opening=2, first=BEN)
    with arranged(match) as table:
        table.investors[CLEO].lowest = other_lowest
        table.investors[ADA].held[OPENING + BEN] = table.investors[CLEO].held[OPENING + BEN] = 1
        table.investors[ADA].held[OPENING + CLEO] = 1
        table.investors[CLEO].held[DEALT] = 1

    def run(table):
        dealing.deal_out(table, None)
        return dealt_hands(table), int(table.investors[BEN].lowest)

    expected = Counter()
    for ada, cleo, other, later in itertools.permutations((1, 20, 30, 40)):
        if min(ada, cleo) < min(other, other_lowest + 1 if other_lowest >= 0 else other):
            hands = tuple(sorted((ada, other))), (), tuple(sorted((cleo, later))), ()
            expected[hands, min(ada, cleo) - 1] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("shuffles", [0, 1])
def test_below_a_card_seen_of_who_started_no_other_opening_hand_has_one(monkeypatch, shuffles):
    """21 is known to be Ben's; Cleo holds another of his, Ada one of Cleo's and a later card."""
    monkeypatch.setattr(dealing, "FINE", 7)
    numbers = (1, 20, 30, 40)
    match = arranged_unknown((*numbers, 60), shuffles=shuffles, deck=1, opening=2, first=BEN)
    with arranged(match) as table:
        table.investors[BEN].lowest, table.shuffle[59] = 20, 1
        table.investors[CLEO].held[OPENING + BEN] = table.investors[ADA].held[OPENING + CLEO] = 1
        table.investors[ADA].held[DEALT] = 1
        if shuffles:
            table.investors[BEN].held[DEALT] = 1
        else:
            table.place[59] = Place.SHARE

    def run(table):
        dealing.deal_out(table, None)
        return dealt_hands(table)

    expected = Counter()
    for cleos, adas, later, rest in itertools.permutations(numbers):
        if min(cleos, 21) < adas:
            hands = tuple(sorted((adas, later))), (rest,) if shuffles else (), (cleos,)
            expected[(*hands, (60,) if shuffles else (rest,))] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24", "ITD-1")
def test_cards_of_who_started_are_where_they_went():
    match = arranged_unknown([], first=BEN)
    start = match.to_bytes()
    for ticket, holder in enumerate((ADA, ADA, BEN, CLEO)):
        match.position.set_bytes(start)
        table = match.position.table
        for seat, cards in ((ADA, 2), (BEN, 1), (CLEO, 1)):
            table.investors[seat].held[OPENING + BEN] = cards
            table.investors[seat].held[OPENING + CLEO] = 3
        dealing.put_with_first(table, ticket, 70)
        assert table.place[70] == HAND + holder
        assert table.investors[holder].held[OPENING + BEN] == (1 if holder == ADA else 0)


@pytest.mark.clause("ITD-24")
def test_hands_are_filled_whatever_was_supposed_before(monkeypatch):
    match = dirty(position(3, [[10], [20, 21, 22], [1]], deck=[]))
    with arranged(match) as table:
        table.known_by[20] = table.known_by[21] = 1
    match.position.put(match.view(0).array)

    def run(table):
        dealing.deal_anyhow(table, None)
        return dealt_hands(table)

    expected = Counter({((10,), (20, 21, 22), (1,), ()): 1, ((10,), (1, 21, 22), (20,), ()): 1})
    assert_same(every_way(monkeypatch, match, run), expected)
    match = position(3, [[10], [20], [1]], deck=[])
    match.position.put(match.view(BEN).array)
    expected = Counter({((10,), (20,), (1,), ()): 1, ((1,), (20,), (10,), ()): 1})
    assert_same(every_way(monkeypatch, match, run), expected)


# Payments


@pytest.mark.clause("ITD-24", "ITD-4")
def test_cleo_pays_like_anybody(monkeypatch):
    match = arranged_unknown([30, 50, 51, 95, 100])
    with arranged(match) as table:
        table.place[79], table.place[89], table.investors[CLEO].cards = HAND + CLEO, HAND + BEN, 4
        table.traced[50] = BEN
        table.investors[CLEO].held[DEALT] = 3

    def run(table):
        let_pay(table, due=2).turn = CLEO
        assert set_apart(table, ADA)[1] == 1
        return dealt_hands(table)

    expected = Counter({((), (90,), (80, 95), ()): 1, ((), (90,), (80, 100), ()): 1})
    assert_same(every_way(monkeypatch, match, run), expected)
    table = let_pay(match.position.table, due=2)
    table.turn, table.place[99] = CLEO, HAND + CLEO
    assert payments.chance_of_payment(table, ADA) == 1.0
    table.due = 3
    assert payments.chance_of_payment(table, ADA) == 0.0
    table.payee, table.due = ADA, 2
    assert payments.chance_of_payment(table, ADA) == pytest.approx(1 / 6)
    table.due = 4
    assert payments.chance_of_payment(table, ADA) == 0.0


@pytest.mark.clause("ITD-24", "ITD-4")
def test_high_cards_in_the_hand_count_from_the_lowest_that_may_be_paid(monkeypatch):
    match = arranged_unknown([60, 99])
    with arranged(match) as table:
        table.place[49], table.place[99] = HAND, HAND
        table.investors[ADA].held[DEALT] = 2

    def run(table):
        assert set_apart(let_pay(table, due=2), BEN)[1] == 1
        return holding(table, ADA)

    assert_same(every_way(monkeypatch, match, run), Counter({(50, 60, 100): 1, (50, 99, 100): 1}))


@pytest.mark.clause("ITD-24", "ITD-4")
def test_ben_pays_the_lowest_of_what_he_has_chosen(monkeypatch):
    match = arranged_unknown([])
    with arranged(match) as table:
        for number in (1, 60, 100):
            table.place[number - 1] = HAND + BEN
        table.place[9] = HAND + CLEO
        table.investors[BEN].cards, table.noted = 2, 0
        table.phase, table.turn, table.payee, table.due = Phase.PAY, BEN, CLEO, 1
        rules.note(table, BEN, CLEO, -1, 0)

    def run(table):
        payments.finish_payment(table, ADA, None)
        return holding(table, BEN), holding(table, CLEO)

    expected = Counter()
    for low, _ in itertools.combinations((1, 60, 100), 2):
        expected[tuple(n for n in (1, 60, 100) if n != low), tuple(sorted((10, low)))] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24")
def test_notes_tell_how_all_hands_came_about():
    table = noted(
        [(-1, BEN, -1, 0), (-1, BEN, -1, 0), (BEN, CLEO, -1, 0), (CLEO, -1, 5, 0)], 2
    ).position.table
    table.investors[ADA].cards, table.investors[BEN].cards, table.investors[CLEO].cards = 2, 3, 2
    assert beliefs.is_noted(table)
    for seat in range(3):
        table.investors[seat].cards += 1
        assert not beliefs.is_noted(table)
        table.investors[seat].cards -= 1


@pytest.mark.clause("ITD-24")
def test_how_many_lower_cards_lie_in_the_deck_is_guessed_as_dealt():
    """Card after card from the lowest up: in the deck, or the first of whoever started."""
    match = Match(GAME, 3, seed=2, compiled=False)
    view, first = match.view(STRANGER), match.actor
    places = [view.guess(seed).table.place for seed in range(150)]
    lower = []
    for place in places:
        lowest = min(card for card in range(CARDS) if place[card] == HAND + first)
        lower.append(sum(place[card] == Place.DECK for card in range(lowest)))
    own = sum(place[card] == HAND + first for card in range(CARDS))
    all_hands = sum(place[card] >= HAND for card in range(CARDS))
    left = all_hands + sum(place[card] == Place.DECK for card in range(CARDS))
    chance, before = 0.0, 1.0
    for k in range(6):
        chance += before * own / (left - k)
        before *= (left - k - all_hands) / (left - k)
    many = 1 - chance / (own / all_hands)
    assert 0.1 < many < 0.3
    assert sum(count >= 6 for count in lower) / len(lower) == pytest.approx(many, abs=0.12)
