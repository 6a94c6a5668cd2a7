"""In Too Deep, the parts of a guess (ITD-24): each with all that chance may decide in it, exactly."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest
from tests.games.test_in_too_deep import GAME, position

from fathom5 import STRANGER, Match
from fathom5.core.rng import generator
from fathom5.games.in_too_deep import beliefs, dealing, first_player, histories, payments, rules, stocks
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

        for module in (beliefs, dealing, histories, payments):
            monkeypatch.setattr(module, "below", below)
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


def paying(tokens, traced=(), kept=(), notes=()):
    """Ben, with cards of some stocks and some that Ada has seen, pays two cards to Cleo in secret."""
    match = position(3, [[1], [2], [3]])
    with arranged(match) as table:
        table.noted = 0
        rules.note(table, 1, 2, -1, 0)
        rules.note(table, 1, 2, -1, 0)
        for note in notes:
            rules.note(table, *note)
        for stock in tokens:
            table.investors[1].held[stock] += 1
        for number in (*traced, *kept):
            table.traced[number - 1] = 1
            table.investors[1].held[TRACED] += 1
        for shuffle in range(SHUFFLES):
            table.investors[1].most[shuffle], table.investors[2].most[shuffle] = shuffle, 1
    return match


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("seen", [(), (2,), (1,)])
def test_any_cards_may_be_paid_in_secret_but_for_what_is_seen_later(monkeypatch, seen):
    """30 and 100 are known with Ben when he pays; whose hand 30 leaves afterwards may be seen."""
    tokens = [OPENING + 1, DEALT, DEALT + 1]
    notes = [(giver, -1, 29, 0) for giver in seen]
    match = paying(tokens, traced=(30, 100), notes=notes)

    def run(table):
        assert histories.pay_unseen(table, 0, 2, table.noted, None) == 1.0
        most = [[int(count) for count in table.investors[seat].most] for seat in (1, 2)]
        assert most == [[0, 1, 2, 3, 3, 3], [1, 2, 3, 3, 3, 3]]
        where = int(table.traced[29]), int(table.traced[99])
        return stocks_of(table, 1), stocks_of(table, 2), where

    expected = Counter()
    cards = [*tokens, 30, 100]
    for paid in itertools.combinations(range(5), 2):
        if not seen or (3 in paid) == (seen == (2,)):
            held = [[0] * STOCKS, [0] * STOCKS]
            for number, card in enumerate(cards):
                held[number in paid][card if card < TRACED else TRACED] += 1
            where = [(2 if number in paid else 1) + stocks.SUPPOSED for number in (3, 4)]
            if seen:
                where[0] -= stocks.SUPPOSED
            expected[tuple(held[0]), tuple(held[1]), tuple(where)] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


@pytest.mark.clause("ITD-24")
def test_what_is_only_supposed_makes_what_is_seen_later_more_or_less_likely(monkeypatch):
    """Of Ben's five cards two are paid; 30, perhaps with him, is paid, kept, or not seen again."""
    for giver, weight in ((2, 4 / 10), (1, 6 / 10), (0, 1.0)):
        match = paying([DEALT] * 3, traced=(30, 40), notes=[(giver, -1, 29, 0)] if giver else [])
        with arranged(match) as table:
            table.traced[39] = stocks.SUPPOSED + 1

        def run(table):
            return histories.pay_unseen(table, 0, 2, table.noted, None)

        assert list(every_way(monkeypatch, match, run)) == [pytest.approx(weight)]
    match = paying([], traced=(30, 40), notes=[(1, -1, 29, 0), (2, -1, 39, 0)])
    assert histories.pay_unseen(match.position.table, 0, 2, match.table.noted, None) == 0.0
    match = paying([DEALT], traced=(30, 40, 50), notes=[(2, -1, n - 1, 0) for n in (30, 40, 50)])
    assert histories.pay_unseen(match.position.table, 0, 2, match.table.noted, None) == 0.0


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


@pytest.mark.clause("ITD-24", "ITD-4")
@pytest.mark.parametrize("known", [None, "traced", "seen"])
def test_of_the_high_cards_a_payer_needs_all_are_as_likely(monkeypatch, known):
    match = arranged_unknown([30, 50, 51, 70, 100])
    with arranged(match) as table:
        table.shuffle[69] = 1
        table.investors[0].held[DEALT], table.investors[0].held[DEALT + 1] = 2, 1
        if known == "traced":
            table.traced[79] = 0
        elif known:
            table.place[79] = HAND

    def run(table):
        payments.set_payment_apart(let_pay(table), 1, None)
        return holding(table, 0), stocks_of(table, 0)[DEALT], stocks_of(table, 0)[DEALT + 1]

    expected = Counter()
    for cards in itertools.combinations((51, 70, 100), 1 if known else 2):
        hand = sorted((*cards, 80)) if known == "seen" else cards
        old = sum(number != 70 for number in cards)
        expected[tuple(hand), 2 - old, 1 - (70 in cards)] += 1
    assert_same(every_way(monkeypatch, match, run), expected)
    table = let_pay(match.position.table)
    payments.set_payment_apart(table, 0, None)  # who pays knows its cards
    assert holding(table, 0) == ((80,) if known == "seen" else ())
    table.investors[0].held[DEALT] = table.investors[0].held[DEALT + 1] = 0
    payments.set_payment_apart(table, 1, None)  # there is none
    assert holding(table, 0) == ((80,) if known == "seen" else ())


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
            weight = histories.history(twin.table, seat, luck)
            assert 0 <= weight <= likeliest * (1 + 1e-9) <= 1 + 1e-9
            stocks.clear(twin.table)
            assert twin.table.traced[0] == -1
            assert not any(any(stocks_of(twin.table, other)) for other in range(players))
    twin.table.investors[players - 1].cards += 1
    assert not beliefs.is_noted(twin.table)
