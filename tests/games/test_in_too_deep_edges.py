"""In Too Deep at its edges: what only a rare hand, a changed box or an onlooker would notice."""

from __future__ import annotations

import pytest
from tests.games.test_in_too_deep import GAME, fresh, hand, play_all, position

from fathom5 import STRANGER, Match
from fathom5.games.in_too_deep import abilities, knowledge, rules
from fathom5.games.in_too_deep.table import (
    MOVES,
    NATURE_MOVES,
    THIRD,
    BonusCard,
    Buy,
    Company,
    MoveCard,
    Phase,
    Place,
    Reason,
    Skip,
    TurnUp,
)

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company


@pytest.mark.clause("ITD-1")
def test_the_highest_card_may_be_the_lowest_of_an_opening_hand():
    match = position(3, [[100], [2, 50], [51]])
    rules.choose_first(match.position.table)
    assert [match.table.investors[seat].lowest for seat in range(3)] == [99, 1, 50]


@pytest.mark.clause("ITD-9")
def test_who_cannot_be_dealt_a_card_is_owed_none_any_more():
    match = position(3, [[10], [20], [30]], deck=[])
    table = match.position.table
    for seat in range(3):
        table.investors[seat].owed = 2
    assert not rules.finds_receiver(table)
    assert [table.investors[seat].owed for seat in range(3)] == [0, 0, 0]


@pytest.mark.clause("ITD-16", "ITD-19")
def test_a_share_taken_over_leaves_the_others_and_every_card_paid_is_counted():
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(3, hands, deck=[], coast="advanced", shares={1: {OCEAN: 3}})
    play_all(match, "expand coast 40", "buy ocean from 2")
    while match.table.phase == Phase.PAY:
        match.play(match.ids[-1])
    assert (match.table.shares[1, OCEAN], match.table.shares[0, OCEAN]) == (2, 1)
    assert match.table.paid_unseen == match.table.investors[1].cards - 1 == 3


@pytest.mark.clause("Treasure normal 1")
def test_dividends_of_other_companies_know_no_treasure():
    match = position(3, [[40, 60], [10], [20]], shares={0: {OCEAN: 1}, 1: {TREASURE: 3}})
    rules.owe_dividends(match.position.table, OCEAN)
    assert [match.table.investors[seat].owed for seat in range(3)] == [1, 0, 0]


@pytest.mark.clause("Wildlife normal 1", "ITD-12")
def test_moving_a_depth_card_costs_what_its_company_asks():
    box = {"watching": 3, "clean_up": [1, 2]}
    match = Match(GAME, 3, nature="manual", compiled=False, box=box)
    table = match.position.table
    for company, price in ((OCEAN, 2), (WILDLIFE, 3)):
        table.company = company
        rules.use(table, match.box, MOVES.encode(MoveCard(5, PEARL)))
        assert table.due == price


@pytest.mark.clause("Wildlife normal 1", "Wildlife advanced 1")
def test_wildlife_is_asked_about_where_its_price_can_be_paid():
    match = Match(GAME, 3, nature="manual", compiled=False, box={"watching": 3})
    table = match.position.table
    table.company = WILDLIFE
    for cards, advanced, can in ((2, 0, False), (3, 0, True), (0, 1, False), (1, 1, True)):
        table.investors[table.turn].cards, table.columns[WILDLIFE].advanced = cards, advanced
        assert abilities.can_be_used(table, match.box) == can


@pytest.mark.clause("Abilities 2", "ITD-19")
def test_declining_an_ability_takes_back_nothing_that_was_bought_before():
    match = position(3, [[40, 60, 70], [10], [20]], shares={0: {COAST: 1}})
    table = match.position.table
    table.place[4], table.phase = Place.SHARE, Phase.ABILITY
    table.deed = MOVES.encode(Buy(4))
    rules.abandon(table)
    assert table.place[4] == Place.SHARE
    assert hand(match, 0) == [40, 60, 70]


@pytest.mark.clause("Abilities 2")
def test_what_was_abandoned_leaves_nothing_to_abandon():
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(3, hands, deck=[], coast="advanced", shares={1: {OCEAN: 3}})
    play_all(match, "expand coast 40", "buy ocean from 2")
    assert match.table.optional
    match.play("skip")
    assert (match.table.optional, match.table.payee) == (0, -1)


@pytest.mark.clause("ITD-8")
def test_in_an_emergency_cards_are_dealt_for_that_reason():
    match = position(2, [[10], [20]])
    rules.fund(match.position.table, match.box)
    assert match.table.reason == Reason.EMERGENCY
    assert [match.table.investors[seat].owed for seat in range(2)] == [2, 2]


@pytest.mark.clause("ITD-25")
def test_the_third_player_is_served_nothing_where_nothing_was_drawn():
    match = position(2, [[10], [20]], shares={THIRD: {OCEAN: 1}})
    before = match.to_bytes()
    rules.serve_third(match.position.table, match.box)
    assert match.to_bytes() == before


@pytest.mark.clause("ITD-19")
def test_cards_turned_up_are_seen_by_all_and_dealt_ones_by_their_receiver():
    match = fresh(3)
    table, move = match.position.table, NATURE_MOVES.encode(TurnUp(7))
    for seat in (STRANGER, 0, 1, 2):
        table.phase, table.receiver = Phase.DEAL, 0
        assert (knowledge.veil(table, match.box, move, seat) == move) == (seat == 0)
        bonus = NATURE_MOVES.encode(BonusCard())
        assert knowledge.veil(table, match.box, bonus, seat) == bonus
        for phase in (Phase.OFFER, Phase.PORTFOLIO, Phase.BONUS):
            table.phase = phase
            assert knowledge.veil(table, match.box, move, seat) == move


@pytest.mark.clause("ITD-19")
def test_all_see_that_a_payment_is_declined():
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(3, hands, deck=[], coast="advanced", shares={1: {OCEAN: 3}})
    play_all(match, "expand coast 40", "buy ocean from 2")
    skip = MOVES.encode(Skip())
    for seat in (STRANGER, 0, 1, 2):
        assert knowledge.veil(match.position.table, match.box, skip, seat) == skip


@pytest.mark.clause("ITD-19")
def test_a_stranger_has_an_eye_of_its_own():
    eyes = [knowledge.eye(seat) for seat in (0, 1, 2, 3, 4, STRANGER)]
    assert eyes == [1, 2, 4, 8, 16, 32]
    assert sum(eyes) == knowledge.ALL_EYES
