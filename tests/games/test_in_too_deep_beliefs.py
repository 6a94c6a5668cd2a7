"""In Too Deep, what is believed (ITD-24): guesses against every history that fits, enumerated in small games.

FATHOM5_BELIEF_CASES and FATHOM5_BELIEF_GUESSES make it as many small games and guesses as wanted.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.games.test_in_too_deep import GAME, OF, position

import fathom5
from fathom5 import NATURE, STRANGER, Match
from fathom5.core.rng import generator
from fathom5.engine import engine
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    HAND,
    NAMES,
    Company,
    Draw,
    Expand,
    Phase,
    Place,
    TakeOver,
)
from fathom5.testing import arranged

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company
CASES = int(os.environ.get("FATHOM5_BELIEF_CASES", "4"))
GUESSES = int(os.environ.get("FATHOM5_BELIEF_GUESSES", "2000"))
MOST, MOST_INTERPRETED = 20000, 30
"""More histories than this are not enumerated."""
GUESSES_INTERPRETED = 25


def fast(match, **box):
    """The same table played by the compiled rules, as the start of a match of its own."""
    other = Match(GAME, match.players, nature="manual", compiled=True, options=match.options, box=box)
    other.position.set_bytes(match.to_bytes())
    return other


def deals(match, seat):
    """Every table on which the cards that a seat has not seen lie otherwise, one of each."""
    shown = match.view(seat).table.place
    unknown = [card for card in range(CARDS) if shown[card] == Place.UNKNOWN]
    places = [match.table.place[card] for card in unknown]
    twin = match.copy()
    for dealt in ways(sorted(places)):
        with arranged(twin) as table:
            for card, place in zip(unknown, dealt, strict=True):
                table.place[card] = place
        yield twin.to_bytes()


def ways(places):
    """Every different order of some places."""
    if not places:
        yield ()
    for place in sorted(set(places)):
        rest = list(places)
        rest.remove(place)
        for way in ways(rest):
            yield (place, *way)


def histories(match, seat, starts):
    """Every table that may have come about as far as a seat has seen it, with its weight.

    From every start all moves are tried that look the same to the seat; what the seat sees has to be the
    same after each of them. Chance deals any card as likely, a payer chooses any set of cards as likely.
    """
    real, twin = match.at(0).position, match.at(0).position
    tables = Counter(starts)
    for actor, move in match.history:
        veiled = real.veil(move, seat)
        real.play(move)
        seen = real.shown(seat).tobytes()
        followed: Counter[bytes] = Counter()
        for table, weight in tables.items():
            twin.set_bytes(table)
            if twin.actor != actor:
                continue
            for other in [other for other in twin.ids if twin.veil(other, seat) == veiled]:
                twin.set_bytes(table)
                twin.play(other)
                if twin.shown(seat).tobytes() == seen:
                    followed[twin.to_bytes()] += weight
        tables = followed
        if len(tables) > (MOST if match.position.engine.is_compiled else MOST_INTERPRETED):
            return None
    counted: Counter[tuple[int, ...]] = Counter()
    for table, weight in tables.items():
        twin.set_bytes(table)
        counted[places(twin)] += weight * completions(twin, seat)
    return +counted


def completions(twin, seat):
    """In how many ways a payment from hand to hand that is under way may be completed."""
    table = twin.table
    if table.phase != Phase.PAY or table.payee < 0 or table.turn == seat:
        return 1
    high = sum(table.place[card] == HAND + table.turn for card in range(table.least, CARDS))
    return math.comb(high, table.due)


def places(position):
    return tuple(int(place) for place in position.table.place)


def guesses(match, seat, times, luck=1):
    """How often each table is guessed."""
    view, twin = match.view(seat), match.copy().position
    twin.work.rng[:] = generator(luck)
    counted = Counter()
    for _ in range(times):
        twin.put(view.array)
        twin.engine.guess(twin.work.structs, seat)
        counted[places(twin)] += 1
    return counted


def marginals(tables):
    """How likely each card is in each place."""
    whole = sum(tables.values())
    shares = Counter()
    for table, weight in tables.items():
        for card, place in enumerate(table):
            shares[card, place] += weight / whole
    return shares


def assert_believed(match, seat, starts, times=GUESSES):
    """Guesses are possible tables, and as frequent as the histories that lead there; how many were made."""
    possible = histories(match, seat, starts)
    if possible is None:
        return 0
    assert places(match.position) in possible, "the enumeration has lost the truth"
    times = times if match.position.engine.is_compiled else GUESSES_INTERPRETED
    guessed = guesses(match, seat, times)
    impossible = set(guessed) - set(possible)
    assert not impossible, f"{sum(guessed[table] for table in impossible)} of {times} are impossible"
    expected, found = marginals(possible), marginals(guessed)
    for where in expected | found:
        wanted, share = expected[where], found[where]
        error = math.sqrt(max(0, wanted * (1 - wanted)) / times)
        assert abs(share - wanted) <= 5 * error + 0.004, (where, share, wanted)
    return times


# Small games


def only_first_interpreted(number):
    if number > 0 and not engine(fathom5.find_game(GAME), True).is_compiled:
        pytest.skip("interpreted rules take too long for more than one small game")


def takeovers(number, players=3, least=2):
    """A small game at random, some turns in, in which cards were paid from hand to hand."""
    random = Random(number)
    while True:
        size = random.randint(2, 3)
        numbers = random.sample(range(1, 101), size * players + random.randint(3, 4))
        hands = [numbers[size * seat : size * (seat + 1)] for seat in range(players)]
        rest = numbers[size * players :]
        split = random.randint(1, len(rest) - 1)
        companies = random.sample(range(COMPANIES), players)
        shares = {seat: {company: 1} for seat, company in enumerate(companies)}
        match = position(
            players, hands, deck=rest[:split], discard=rest[split:], shares=shares, coast="advanced"
        )
        match = fast(match, takeover=random.randint(1, 2))
        start = match.copy()
        go_on(match, random, random.randint(4, 14))
        if match.table.paid_unseen >= least:
            return start, match


def opened(number, players):
    """A small game at random from its opening hands, dealt from a few cards, some turns in."""
    random = Random(number)
    hand = random.randint(1, 2) if players == 2 else 1
    needed = players * hand + players * (players - 1) // 2 + (1 if players == 2 else players)
    deck = random.sample(range(CARDS), needed + random.randint(1, 2))
    match = Match(
        GAME,
        players,
        nature="manual",
        compiled=True,
        options={"coast": "advanced"},
        box={"hand": hand, "hand_for_two": hand, "third": 1, "bonus": 0, "offered": 1, "takeover": 1},
    )
    with arranged(match) as table:
        for card in range(CARDS):
            table.place[card] = Place.DECK if card in deck else Place.SHARE
        table.deck = len(deck)
    start = match.copy()
    go_on(match, random, random.randint(0, 8))
    return start, match


def go_on(match, random, turns):
    """Some moves of the players and what chance does between them."""
    while not match.over and (turns > 0 or match.actor == NATURE):
        turns -= match.actor != NATURE
        match.play(liked(match, random))


def liked(match, random):
    """Mostly a takeover, else Coast expanded, else a draw, else anything."""
    if match.actor != NATURE and random.random() < 0.8:
        for wanted in (TakeOver, Expand, Draw):
            of_kind = [
                number
                for number, move in zip(match.ids, match.open_moves, strict=True)
                if type(move) is wanted and (wanted is not Expand or move.company == COAST)
            ]
            if of_kind and (wanted is not Draw or random.random() < 0.5):
                return random.choice(of_kind)
    return random.choice(match.ids)


@pytest.mark.clause("ITD-24", "ITD-19")
@pytest.mark.parametrize("number", range(CASES))
def test_secret_payments_are_believed_as_all_histories_have_them(number):
    only_first_interpreted(number)
    start, match = takeovers(number)
    for seat in range(3):
        assert_believed(match, seat, deals(start, seat))


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("number", range(CASES))
def test_the_lowest_card_is_believed_with_who_started(number, players):
    only_first_interpreted(number)
    start, match = opened(number, players)
    for seat in (STRANGER, *range(players)) if players == 2 else range(players):
        assert_believed(match, seat, [start.to_bytes()])


# Where chance seldom finds a way


def often_paid():
    """Ben pays Cleo out of sight three times, and each time she shows a card that only he had drawn."""
    hands = [[1, 11, 12, 13, 21, 22], [10, 20, 30, *range(41, 45)], [51, 52, 53, 54]]
    shares = {2: {OCEAN: 1, WILDLIFE: 2}}
    match = position(3, hands, deck=[99], discard=[61, 62, 63, 64, 65], shares=shares, coast="advanced")
    match = fast(match, takeover=1)
    start = match.copy()
    for move in (
        *("draw", "deal 99", "draw", "deal 61", "expand treasure 51"),
        *("expand coast 1", "skip", "expand coast 10", "buy ocean from 3", "pay 61", "expand pearl 61"),
        *("expand coast 11", "skip", "draw", "deal 62", "expand treasure 52"),
        *("expand coast 12", "skip", "draw", "deal 63", "expand treasure 53"),
        *("expand coast 13", "skip", "expand coast 20", "buy wildlife from 3", "pay 41", "pay 62"),
        *("expand pearl 62", "expand coast 21", "skip", "draw", "deal 64", "expand treasure 54"),
        *("expand coast 22", "skip", "expand coast 30", "buy wildlife from 3", "pay 42", "pay 63"),
        "expand pearl 63",
    ):
        match.play(move)
    return start, match


@pytest.mark.clause("ITD-24", "ITD-19")
def test_what_was_often_paid_in_secret_is_believed_as_all_histories_have_it():
    """Of a hundred histories drawn without regard to what follows not one is accepted, as a rule."""
    start, match = often_paid()
    assert_believed(match, 0, deals(start, 0))


@pytest.mark.clause("ITD-24", "ITD-4")
def test_a_hand_that_can_pay_high_cards_is_any_such_hand():
    """Ben, who has paid 60, has to pay four higher ones of five cards; of sixteen unseen five are higher."""
    low, high = list(range(31, 42)), [70, 75, 80, 90, 100]
    hands = [[1], [10, 60, 40, 70, 75, 80, 90], []]
    unseen = {*low, *high} - set(hands[1])
    company = OF[9]
    shares = {0: {NAMES.index(company): 5}}
    match = fast(position(3, hands, deck=unseen, shares=shares, turn=1))
    for move in ("buy 10", "pay 60"):
        match.play(move)
    times = GUESSES if match.position.engine.is_compiled else GUESSES_INTERPRETED
    found = Counter()
    for table, count in guesses(match, 0, times).items():
        hand = tuple(card + 1 for card in range(CARDS) if table[card] == HAND + 1)
        assert len(hand) == 5
        assert sum(number > 60 for number in hand) >= 4
        found[sum(number > 60 for number in hand)] += count
    possible = [hand for hand in itertools.combinations((*low, *high), 5) if sum(n > 60 for n in hand) >= 4]
    all_high = 1 / len(possible)
    assert abs(found[5] / times - all_high) <= 5 * math.sqrt(all_high / times) + 0.004


# Whole games


def test_no_guess_in_whole_games_is_impossible():
    """A sample of what bench/beliefs.py counts."""
    if not engine(fathom5.find_game(GAME), True).is_compiled:
        pytest.skip("interpreted rules take too long for whole games")
    sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
    try:
        from beliefs import guessed, is_possible, reachable, views
    finally:
        sys.path.pop(0)
    checked = 0
    for number, view in enumerate(itertools.islice(views(3), 60)):
        reach = reachable(view)
        if reach is not None:
            for table in guessed(view, 5, number):
                assert is_possible(view, reach, table), number
                checked += 1
    assert checked > 200
