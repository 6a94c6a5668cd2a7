"""In Too Deep, beliefs where cards are paid out of sight (ITD-16, ITD-24).

Cards are chosen with regard to what follows; guesses go from one possible table to another by weight.
"""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from tests.games.test_in_too_deep import position
from tests.games.test_in_too_deep_guesses import (
    ADA,
    BEN,
    CLEO,
    HISTORIES,
    assert_same,
    every_way,
    noted,
    stocks_of,
    weighed,
)

from fathom5.games.in_too_deep import beliefs, histories, rules, stocks, takeovers
from fathom5.games.in_too_deep.table import DEALT, OPENING, SHUFFLES, STOCKS, TRACED
from fathom5.testing import arranged


def paying(tokens, traced=(), kept=(), notes=()):
    """Ben, with cards of some stocks and some that Ada has seen, pays two cards to Cleo in secret."""
    match = position(3, [[1], [2], [3]])
    with arranged(match) as table:
        table.noted, table.opening, table.shuffles = 0, 1, SHUFFLES - 1
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
        assert takeovers.pay_unseen(table, 0, 2, table.noted, False, None) == 1.0
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
            return takeovers.pay_unseen(table, 0, 2, table.noted, False, None)

        assert list(every_way(monkeypatch, match, run)) == [pytest.approx(weight)]
    match = paying([], traced=(30, 40), notes=[(1, -1, 29, 0), (2, -1, 39, 0)])
    assert takeovers.pay_unseen(match.position.table, 0, 2, match.table.noted, False, None) == 0.0
    match = paying([DEALT], traced=(30, 40, 50), notes=[(2, -1, n - 1, 0) for n in (30, 40, 50)])
    assert takeovers.pay_unseen(match.position.table, 0, 2, match.table.noted, False, None) == 0.0


# Looking ahead


NEEDS = {
    "leaves": ([(BEN, -1, 29, 0), (BEN, -1, 30, 1), (BEN, -1, 0, 0), (CLEO, -1, 40, 0)], (2, 1)),
    "the first note": ([(BEN, -1, 99, 0)], (1, 0)),
    "dealt before": ([(-1, BEN, -1, 0), (BEN, -1, 29, 0), (BEN, -1, 30, 0)], (1, 0)),
    "dealt too late": ([(BEN, -1, 29, 0), (-1, BEN, -1, 0), (BEN, -1, 30, 0)], (1, 0)),
    "dealt more": ([(-1, BEN, -1, 0), (-1, BEN, -1, 0), (BEN, -1, 29, 0), (-1, BEN, -1, 1)], (0, 0)),
    "dealt of another shuffle": ([(-1, BEN, -1, 1), (BEN, -1, 29, 0)], (1, 0)),
    "dealt to another": ([(-1, CLEO, -1, 0), (BEN, -1, 29, 0)], (1, 0)),
    "paid before it leaves": ([(BEN, -1, 29, 0), (CLEO, BEN, -1, 0), (BEN, -1, 30, 0)], (1, 0)),
    "paid before more leaves": (
        [(BEN, -1, 29, 0), (CLEO, BEN, -1, 0), (BEN, -1, 30, 0), (BEN, -1, 31, 0), (BEN, -1, 32, 1)],
        (1, 0),
    ),
    "pays before it leaves": ([(BEN, CLEO, -1, 0), (BEN, -1, 30, 0)], (1, 0)),
    "paid to who looks on": ([(BEN, ADA, 29, 0), (ADA, BEN, 29, 0), (BEN, -1, 29, 0)], (1, 0)),
    "shown and taken back": ([(BEN, -1, 29, 0), (-1, BEN, 29, 0), (BEN, -1, 29, 0)], (1, 0)),
    "seen before": ([(BEN, -1, 69, 0), (BEN, -1, 29, 0)], (1, 0)),
    "paid by who looks on": ([(ADA, BEN, 29, 0), (BEN, -1, 29, 0), (BEN, -1, 30, 0)], (1, 0)),
    "dealt again to another": ([(CLEO, -1, 29, 0), (BEN, -1, 29, 1)], (0, 1)),
}


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("name", NEEDS)
def test_a_hand_needs_what_is_seen_to_leave_it(name):
    """Ada looks on and has seen 70 with Ben; two notes before and two behind do not count."""
    notes, wanted = NEEDS[name]
    match = noted([(BEN, -1, 48, 0), (BEN, -1, 50, 1), *notes], beyond=[(BEN, -1, 51, 0), (BEN, -1, 52, 1)])
    table = match.position.table
    table.traced[69] = BEN
    end = len(notes) + 2
    assert tuple(takeovers.needed(table, BEN, shuffle, 2, end) for shuffle in (0, 1)) == wanted
    table.investors[BEN].held[DEALT] = 1
    assert takeovers.lacking(table, BEN, 0, 2, end) == max(0, wanted[0] - 1)
    assert takeovers.lacking(table, BEN, 1, 2, end) == wanted[1]


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("name", ["paid from both hands", "of two shuffles", "the whole hand", "both seen"])
def test_looking_ahead_no_hand_lacks_what_is_soon_seen_to_leave_it(monkeypatch, name):
    match = noted(HISTORIES[name], opening=1)
    assert 0.0 not in every_way(monkeypatch, match, lambda table: histories.history(table, ADA, True, None))


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(
    ("notes", "kept", "paid"),
    [
        ([], (0, 0), (0, 0)),
        ([(BEN, -1, 49, 0)], (1, 0), (0, 0)),
        ([(CLEO, -1, 49, 1), (CLEO, -1, 59, 0)], (0, 0), (0, 1)),
        ([(BEN, -1, 49, 0), (BEN, -1, 59, 1), (CLEO, -1, 69, 1)], (1, 1), (0, 1)),
    ],
)
def test_looking_ahead_all_sets_that_may_be_paid_weigh_the_same(monkeypatch, notes, kept, paid):
    """Ben pays two of three cards of the first shuffle, two of the second and 30; Cleo has one already."""
    tokens = [OPENING + 1, OPENING + 2, DEALT, DEALT + 1, DEALT + 1]
    match = paying(tokens, traced=(30,), notes=notes)
    with arranged(match) as table:
        table.shuffles = 1
        table.investors[CLEO].held[DEALT] = 1

    def run(table):
        weight = takeovers.pay_unseen(table, 0, 2, table.noted, True, None)
        return weight, (stocks_of(table, BEN), stocks_of(table, CLEO), int(table.traced[29]))

    expected, sets = Counter(), 0
    for chosen in itertools.combinations(range(6), 2):
        held = [[0] * STOCKS, [0] * STOCKS]
        held[1][DEALT] = 1
        for number, stock in enumerate([*tokens, TRACED]):
            held[number in chosen][stock] += 1
        counts = [(sum(hand[:DEALT]) + hand[DEALT], hand[DEALT + 1]) for hand in held]
        enough = all(a >= b for a, b in zip(counts[0], kept, strict=True))
        enough = enough and all(a >= b for a, b in zip(counts[1], paid, strict=True))
        sets += enough
        where = stocks.SUPPOSED + (CLEO if 5 in chosen else BEN)
        expected[tuple(held[0]), tuple(held[1]), where] += enough
    assert_same(weighed(monkeypatch, match, run), +expected)
    found = every_way(monkeypatch, match, run)
    assert sum(weight * chance for (weight, _), chance in found.items()) == pytest.approx(sets / 15)


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(
    "notes",
    [
        [(CLEO, -1, number, 1) for number in (49, 59, 69)],
        [(CLEO, -1, 49, 2)],
        [(BEN, -1, 49, 1), (CLEO, -1, 59, 1), (CLEO, -1, 69, 1)],
        [(BEN, -1, number, 0) for number in (49, 59, 69)],
    ],
)
def test_looking_ahead_what_cannot_follow_weighs_nothing(monkeypatch, notes):
    """Ben pays two of his two cards of either of two shuffles; more are seen later than can be."""
    match = paying([DEALT, DEALT, DEALT + 1, DEALT + 1], notes=notes)
    found = every_way(
        monkeypatch, match, lambda table: takeovers.pay_unseen(table, 0, 2, table.noted, True, None)
    )
    assert set(found) == {0.0}


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(("cards", "left", "free"), [(3, 2, 5), (2, 0, 4), (2, 4, 4), (4, 1, 4), (0, 1, 2)])
def test_so_many_of_some_cards_are_among_those_drawn(monkeypatch, cards, left, free):
    match = position(3, [[1], [2], [3]])
    expected = Counter(sum(card < cards for card in s) for s in itertools.combinations(range(free), left))
    found = every_way(monkeypatch, match, lambda table: takeovers.drawn(cards, left, free, None))
    assert_same(found, expected)


@pytest.mark.clause("ITD-24")
def test_one_card_is_drawn_as_likely_as_any_other(monkeypatch):
    for ticket in range(5):
        monkeypatch.setattr(
            takeovers, "below", lambda count, rng, ticket=ticket: ticket if count == 5 else None
        )
        assert takeovers.is_drawn(2, 5, None) == (ticket in (0, 1))


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(("shuffle", "alike"), [(0, range(4)), (1, (4, 5)), (SHUFFLES - 1, (7, 8, 9))])
def test_cards_of_a_shuffle_are_paid_of_any_stock(monkeypatch, shuffle, alike):
    tokens = [OPENING, OPENING + 2, OPENING + 2, DEALT, DEALT + 1, DEALT + 1, DEALT + 2, *[TRACED - 1] * 3]
    match = paying(tokens, traced=(30,))

    def run(table):
        takeovers.pay_alike(table, BEN, CLEO, shuffle, 2, None)
        return stocks_of(table, BEN), stocks_of(table, CLEO)

    expected = Counter()
    for chosen in itertools.combinations(alike, 2):
        held = [[0] * STOCKS, [0] * STOCKS]
        for number, stock in enumerate([*tokens, TRACED]):
            held[number in chosen][stock] += 1
        expected[tuple(held[0]), tuple(held[1])] += 1
    assert_same(every_way(monkeypatch, match, run), expected)


# Accepting, and going from one to another


class Sampled:
    """A part of a guess with tickets out of four, and with weights by where the generator stands."""

    def __init__(self, monkeypatch, weights, tickets=(), payments=()):
        self.weights, self.tickets, self.payments, self.log = weights, list(tickets), list(payments), []
        stubs = {
            "FINE": 4,
            "below": self.below,
            "best_chance": lambda table, seat: 0.5,
            "chance_of_first": lambda table: 0.5,
            "history": self.history,
            "propose": lambda table, seat, rng: self.history(table, seat, True, rng),
            "chance_of_payment": lambda table, seat: self.payments.pop(0) if self.payments else 1.0,
            "TRIES": 3,
            "ENOUGH": 2,
            "LONG": 4,
            "MOST_STEPS": 6,
        }
        for name, stub in stubs.items():
            monkeypatch.setattr(beliefs, name, stub)
        for name in ("deal_out", "take_up", "finish_payment"):
            monkeypatch.setattr(beliefs, name, lambda *arguments, name=name: self.log.append(name))
        self.rng = [0]

    def run(self, rule):
        """What the rule answers; all tickets have to be used."""
        answer = rule(None, 0, self.rng)
        assert not self.tickets, "tickets are left"
        return answer

    def below(self, count, rng):
        assert count == 4
        return self.tickets.pop(0)

    def history(self, table, seat, ahead, rng):
        self.log.append((rng[0], ahead))
        rng[0] += 1
        return self.weights[rng[0] - 1]


def accepted(monkeypatch, *facts, **more):
    sampled = Sampled(monkeypatch, *facts, **more)
    answer = sampled.run(beliefs.is_accepted)
    assert answer == (sampled.log[-1] == "finish_payment")
    return [entry if isinstance(entry, str) else entry[0] for entry in sampled.log]


@pytest.mark.clause("ITD-24")
def test_histories_are_accepted_by_their_weight_against_the_likeliest(monkeypatch):
    done = ["deal_out", "finish_payment"]
    assert accepted(monkeypatch, [1.0], (3, 0)) == [0, *done]
    assert accepted(monkeypatch, [0.5, 0.5], (2, 1, 0)) == [0, 1, *done]
    assert accepted(monkeypatch, [0.0, 0.5], (1, 0)) == [0, 1, *done]
    assert accepted(monkeypatch, [0.5, 0.5, 0.5], (2, 2, 2)) == [0, 1, 2]
    refused = accepted(monkeypatch, [1.0, 1.0], (0, 2, 0, 1), payments=(0.5, 0.5))
    assert refused == [0, "deal_out", "take_up", 1, *done]
    sampled = Sampled(monkeypatch, [0.0] * 3)
    assert not sampled.run(beliefs.is_accepted)
    assert sampled.log == [(0, False), (1, False), (2, False)], "no payment looks ahead"


def test_who_started_is_weighed_against_the_likeliest(monkeypatch):
    sampled = Sampled(monkeypatch, [1.0] * 3, (2, 1, 0))
    monkeypatch.setattr(beliefs, "chance_of_first", lambda table: 0.25)
    assert sampled.run(beliefs.is_accepted)
    assert sampled.rng == [2]


def walked(monkeypatch, weights, tickets=()):
    """Where the generator stood for the way that is kept, and how many steps were made."""
    sampled = Sampled(monkeypatch, weights, tickets)
    found = sampled.run(beliefs.is_walked_to)
    steps = [entry[0] for entry in sampled.log if not isinstance(entry, str)]
    if not found:
        assert sampled.log[-1] == "take_up", "nothing is left as it was dealt"
        return None, len(steps)
    *made, kept = steps
    assert made == list(range(len(made))) == list(range(sampled.rng[0])), "what is drawn next is new"
    assert sampled.log[-2:] == ["deal_out", "finish_payment"]
    assert sampled.log.count("take_up") == len(made), "the last one stays as dealt"
    return kept, len(made)


@pytest.mark.clause("ITD-24")
def test_from_one_way_to_another_goes_as_much_as_it_is_likelier(monkeypatch):
    assert walked(monkeypatch, [1.0, 1.0, 1.0, 1.0]) == (3, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.0], [1]) == (2, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.0], [2]) == (1, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.25], [1, 1]) == (3, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.25], [1, 2]) == (2, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.25], [2, 1]) == (1, 4)
    assert walked(monkeypatch, [1.0, 1.0, 0.5, 0.25], [2, 0]) == (3, 4)


@pytest.mark.clause("ITD-24")
def test_as_many_steps_are_made_as_weigh_enough_and_as_many_again(monkeypatch):
    assert walked(monkeypatch, [0.0, 0.25, 0.25, *[0.0] * 4]) == (2, 6)
    assert walked(monkeypatch, [0.25, 0.5, 0.25, *[0.0] * 4], [3]) == (1, 6)
    assert walked(monkeypatch, [0.25, 0.25, 0.5, 0.0, *[0.0] * 5]) == (2, 4), "two are enough"
    assert walked(monkeypatch, [0.25, 0.5, 0.0, 0.0, *[0.0] * 5]) == (1, 8), "no longer than long"
    assert walked(monkeypatch, [0.0, 0.0, 0.0, 0.0, 0.25, *[0.0] * 6]) == (4, 10)
    assert walked(monkeypatch, [0.0] * 8) == (None, 6)


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("sight", [True, False])
@pytest.mark.parametrize("zero", [None, "history", "set_payment_apart", "chance_of_first"])
def test_a_proposal_weighs_as_all_its_parts(monkeypatch, zero, sight):
    log = []

    def part(name, value):
        def called(*arguments):
            log.append((name, *arguments))
            return value

        monkeypatch.setattr(beliefs, name, called)

    values = {"history": 0.5, "set_payment_apart": 0.25, "missing": 3, "deal_out": None}
    values |= {
        "is_paid_in_sight": sight,
        "chance_of_first": 0.125,
        "chance_of_payment": 0.5,
        "ways_to_set_apart": 6.0,
    }
    for name, value in values.items():
        part(name, 0.0 if name == zero else value)
    assert beliefs.propose("table", CLEO, "rng") == (
        0.0 if zero else 0.5 * 0.25 * 0.125 * (0.5 / 6 if sight else 1.0)
    )
    parts = [
        ("history", "table", CLEO, True, "rng"),
        ("missing", "table", CLEO),
        ("set_payment_apart", "table", 3, "rng"),
        ("chance_of_first", "table"),
        ("is_paid_in_sight", "table", CLEO),
        ("deal_out", "table", "rng"),
        ("chance_of_payment", "table", CLEO),
        ("ways_to_set_apart", "table", 3),
    ]
    names = [part[0] for part in parts]
    asked = names.index(zero) + 1 if zero else len(parts) if sight else names.index("deal_out")
    assert log == parts[:asked], "after a part that cannot be, nothing is asked"


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize("impossible", [0, 1, 2])
def test_what_follows_something_impossible_is_left_out(monkeypatch, impossible):
    notes = [(BEN, -1, 29, 0), (BEN, CLEO, -1, 0), (CLEO, -1, 30, 0)]
    gone = []

    def happens(table, what, *_):
        gone.append(what)
        return 0.0 if len(gone) > impossible else 0.5

    monkeypatch.setattr(histories, "remember", happens)
    monkeypatch.setattr(histories, "pay_unseen", happens)
    assert histories.history(noted(notes).position.table, ADA, False, None) == 0.0
    assert len(gone) == impossible + 1


@pytest.mark.clause("ITD-24")
@pytest.mark.parametrize(
    ("noted", "accepts", "walks", "asked"),
    [
        (True, True, None, ["is_accepted"]),
        (True, False, True, ["is_accepted", "is_walked_to"]),
        (True, False, False, ["is_accepted", "is_walked_to", "deal_anyhow"]),
        (False, None, None, ["deal_anyhow"]),
    ],
)
def test_a_guess_is_accepted_or_walked_to_where_the_notes_tell_of_it(
    monkeypatch, noted, accepts, walks, asked
):
    log = []

    def stub(name, answer):
        monkeypatch.setattr(beliefs, name, lambda *arguments: (log.append(name), answer)[1])

    monkeypatch.setattr(beliefs, "is_noted", lambda table: noted)
    for name, answer in (
        ("is_accepted", accepts),
        ("is_walked_to", walks),
        ("deal_anyhow", None),
        ("clear", 0),
    ):
        stub(name, answer)
    beliefs.guess(None, None, 0, None)
    assert log == [*asked, "clear"]
