"""In Too Deep, clause by clause: the French rulebook and the rulings ITD-1 to ITD-26."""

import itertools
from collections import Counter
from random import Random

import numpy as np
import pytest

import fathom5
from fathom5 import NATURE, STRANGER, IllegalMove, Match
from fathom5.bots import find_bot
from fathom5.core import encode
from fathom5.core.rng import generator
from fathom5.engine import engine
from fathom5.games.in_too_deep import abilities, cards, first_player, knowledge, rules, words
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    DEPTH,
    HAND,
    NAMES,
    NOTES,
    SHUFFLES,
    THIRD,
    Buy,
    Company,
    Expand,
    MoveCard,
    Phase,
    Place,
    Reason,
    Remove,
    TakeOver,
)
from fathom5.testing import arranged, go_on

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company
GAME = "in-too-deep"
ALL_ADVANCED = dict.fromkeys(NAMES, "advanced")
OF = fathom5.find_game(GAME).sheet.content["components"]["cards"]["value"]
"""The company of card 1, 2, …"""


def of(company):
    """The numbers of a company's shares, ascending."""
    return [number for number, name in enumerate(OF, 1) if name == NAMES[company]]


def fresh(players, **options):
    return Match(GAME, players, nature="manual", compiled=False, options=options)


def dealt(players, **options):
    """After hands and seat bonus: seat 0 has 1 to 6 (1 to 8), the next ones go on from there."""
    match = fresh(players, **options)
    size, card = (8 if players == 2 else 6), 1
    for _ in range(players * size + players * (players - 1) // 2):
        match.play(f"deal {card}")
        card += 1
    return match


def position(
    players=3, hands=(), columns=None, shares=None, discard=(), deck=None, turn=0, bonus=0, **options
):
    """A table in the middle of a game: cards by number, what is named nowhere is in the deck."""
    match = fresh(players, **options)
    with arranged(match) as table:
        for card in range(CARDS):
            table.place[card] = Place.DECK if deck is None or card + 1 in deck else Place.SHARE
        for seat in range(players):
            table.investors[seat].owed = 0
        for seat, cards in enumerate(hands):
            for number in cards:
                rules.put_in_hand(table, seat, number - 1)
        for company, cards in (columns or {}).items():
            for number in cards:
                rules.lay(table, company, number - 1)
        for number in discard:
            table.place[number - 1] = Place.DISCARD
        for owner, portfolio in (shares or {}).items():
            for company, count in portfolio.items():
                table.shares[owner, company] = count
                table.columns[company].issued += count
        table.deck = sum(place == Place.DECK for place in table.place)
        table.discard = len(discard)
        table.bonus_deck = bonus
        table.turn = turn
        table.reason = Reason.DRAW
        rules.begin_turn(table)
        if table.phase == Phase.DEAL:
            rules.go_on(table, match.box)
    return match


def hand(match, seat):
    """The numbers in a hand, ascending."""
    return [card + 1 for card in range(CARDS) if match.table.place[card] == HAND + seat]


def column(match, company):
    """A company's depth cards by number, the oldest first."""
    lane = match.table.columns[company]
    return [lane.cards[i] + 1 for i in range(lane.depth)]


def discarded(match):
    return [card + 1 for card in range(CARDS) if match.table.place[card] == Place.DISCARD]


def play_all(match, *moves):
    for move in moves:
        match.play(move)
    return match


def let_nature(match):
    """Nature deals the lowest cards there are until somebody decides."""
    while match.actor == NATURE:
        match.play(match.ids[0])
    return match


def guessed(match, view, luck):
    """A match that stands on a guess made from a view."""
    twin = match.at(len(match.history))
    twin.position.put(view.array)
    twin.position.work.rng[:] = luck
    twin.position.guess(view.seat)
    luck[:] = twin.position.work.rng
    return twin


# What is in the box


@pytest.mark.clause("Contents 1")
def test_a_hundred_cards_twenty_a_company():
    assert len(OF) == CARDS
    assert Counter(OF) == dict.fromkeys(NAMES, 20)
    for company in range(COMPANIES):
        assert sum(of(company)) == 1010
    for ten in range(10):
        assert Counter(OF[10 * ten : 10 * ten + 10]) == dict.fromkeys(NAMES, 2)
    assert [NAMES[((n - 1) + (n - 1) // 5) % 5] for n in range(1, 101)] == OF


@pytest.mark.clause("Contents 2", "Abilities 1")
def test_each_company_has_a_normal_and_an_advanced_side():
    for company, name in enumerate(NAMES):
        assert fresh(3).table.columns[company].advanced == 0
        match = fresh(3, **{name: "advanced"})
        assert [match.table.columns[c].advanced for c in range(COMPANIES)] == [
            int(c == company) for c in range(COMPANIES)
        ]


@pytest.mark.clause("Contents 3")
def test_five_bonus_cards():
    assert fathom5.find_game(GAME).sheet.content["components"]["bonus"]["value"] == 5


def test_every_component_says_where_it_is_from():
    for component in fathom5.find_game(GAME).sheet.content["components"].values():
        assert component["source"] in "RDPX"
        assert component["about"]


# Setup


@pytest.mark.clause("Setup 1.1")
def test_the_normal_sides_are_the_usual_ones():
    assert fresh(4).options == dict.fromkeys(NAMES, "normal")


@pytest.mark.clause("Setup 1.2")
def test_sides_can_be_mixed_by_hand_or_by_chance():
    match = fresh(3, ocean="random", coast="advanced", wildlife="random")
    assert match.odds == {"ocean normal": 1, "ocean advanced": 1}
    match.play("ocean advanced")
    assert match.odds == {"wildlife normal": 1, "wildlife advanced": 1}
    match.play("wildlife normal")
    assert [match.table.columns[c].advanced for c in range(COMPANIES)] == [1, 0, 0, 1, 0]
    assert len(match.odds) == CARDS


@pytest.mark.clause("Setup 2.1")
def test_the_deck_is_all_cards_equally_likely():
    match = fresh(3)
    assert match.odds == {f"deal {n}": 1 for n in range(1, 101)}
    match.play("deal 37")
    assert match.odds == {f"deal {n}": 1 for n in range(1, 101) if n != 37}
    assert match.table.deck == 99


@pytest.mark.clause("Setup 2.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_six_cards_each(players):
    match = fresh(players)
    for number in range(1, 6 * players + 1):
        match.play(f"deal {number}")
    assert [match.table.investors[seat].cards for seat in range(players)] == [6] * players


@pytest.mark.clause("Setup 2.3", "ITD-1")
def test_the_lowest_card_starts():
    match = fresh(3)
    for number in (*range(40, 46), *range(60, 66), 9, *range(80, 85)):
        match.play(f"deal {number}")
    assert match.table.first == 2
    assert "Cleo holds the lowest card and plays first." in match.told()


@pytest.mark.clause("Setup 2.3", "ITD-1", "ITD-24")
def test_the_lowest_card_of_each_opening_hand_is_remembered_by_its_owner():
    match = fresh(3)
    assert [match.table.investors[seat].lowest for seat in range(5)] == [-1] * 5
    for number in (2, *range(40, 45), *range(60, 66), 1, *range(80, 85)):
        match.play(f"deal {number}")
    assert match.table.first == 2
    assert [match.table.investors[seat].lowest for seat in range(3)] == [1, 59, 0]
    assert [match.view(1).table.investors[seat].lowest for seat in range(3)] == [-1, 59, -1]
    assert (match.table.opening, match.table.noted) == (6, 0)
    match.play("deal 7")
    assert match.table.noted == 1


@pytest.mark.clause("Setup 1.2")
def test_sides_are_drawn_company_by_company():
    match = fresh(3, **dict.fromkeys(NAMES, "random"))
    for name in NAMES:
        assert match.moves == [f"{name} normal", f"{name} advanced"]
        match.play(f"{name} advanced")
    assert [column.advanced for column in match.table.columns] == [1] * 5
    assert match.moves[0] == "deal 1"


@pytest.mark.clause("ITD-5")
def test_every_card_reaches_its_ten():
    box = Match(GAME, 3, compiled=False, box={"pearl_more": 11}).box
    assert [box.ten[number - 1] for number in range(1, 101)] == [number // 10 for number in range(1, 101)]


@pytest.mark.clause("Setup 2.4", "ITD-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_others_get_one_two_and_so_on_more(players):
    match = fresh(players)
    size = 8 if players == 2 else 6
    for number in range(size * players, 0, -1):
        match.play(f"deal {number}")
    first = players - 1
    assert match.table.first == first
    let_nature(match)
    have = [match.table.investors[(first + i) % players].cards for i in range(players)]
    assert have == [size + i for i in range(players)]


@pytest.mark.clause("Setup 2.4", "ITD-1")
def test_more_cards_are_dealt_clockwise_from_who_sits_next_to_the_first_player():
    match = fresh(4)
    for number in (*range(40, 46), 9, *range(80, 85), *range(50, 56), *range(60, 66)):
        match.play(f"deal {number}")
    order = []
    while match.table.phase == Phase.DEAL:
        order.append(match.table.receiver)
        match.play(match.ids[0])
    assert match.table.first == 1
    assert order == [2, 3, 3, 0, 0, 0]


@pytest.mark.clause("Setup 3.2", "Turn 1", "ITD-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whoever_has_the_lowest_card_drafts_and_plays_first(players):
    match = fresh(players)
    size = 8 if players == 2 else 6
    for seat in range(players):
        for number in range(size):
            match.play(f"deal {1 + number + size * ((seat - 1) % players)}")
    let_nature(match)
    assert (match.table.first, match.actor) == (1, 1)
    assert match.table.phase == (Phase.TURN if players == 2 else Phase.DRAFT)
    while match.table.phase == Phase.DRAFT:
        match.play(match.ids[0])
    assert (match.table.phase, match.actor) == (Phase.TURN, 1)


@pytest.mark.clause("Setup 2.5", "ITD-19")
def test_hands_and_deck_are_secret():
    match = dealt(3)
    for seat in range(3):
        view = match.view(seat).table
        for card in range(CARDS):
            mine = match.table.place[card] == HAND + seat
            assert view.place[card] == (HAND + seat if mine else Place.UNKNOWN)
        assert [view.investors[other].cards for other in range(3)] == [6, 7, 8]
    assert all(place == Place.UNKNOWN for place in match.view().table.place)


@pytest.mark.clause("Setup 2.5", "ITD-19")
def test_a_dealt_card_is_told_only_to_whoever_gets_it():
    match = fresh(3)
    match.play("deal 37")
    assert match.told(0) == ["Ada gets 37 (Coast)."]
    assert match.told(1) == match.told() == ["Ada gets a card."]


@pytest.mark.clause("Setup 3.1", "ITD-2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_cards_a_player_are_laid_face_up(players):
    match = dealt(players)
    assert match.table.phase == Phase.OFFER
    offered = list(range(90, 90 - 2 * players, -1))
    for number in offered:
        match.play(f"turn up {number}")
    assert match.table.phase == Phase.DRAFT
    assert match.moves == [f"take {number}" for number in sorted(offered)]
    assert match.table.deck == sum(place == Place.DECK for place in match.table.place)


@pytest.mark.clause("Setup 3.2", "Setup 3.3", "ITD-2")
def test_each_takes_one_clockwise_from_the_first_player_twice_round():
    match = dealt(3)
    for number in (51, 52, 53, 54, 55, 56):
        match.play(f"turn up {number}")
    go_on(match, "Ada: take 56\nBen: take 51\nCleo: take 52\nAda: take 53\nBen: take 54")
    assert match.table.phase == Phase.TURN
    assert match.actor == 0
    assert OF[54] == "wildlife"
    assert match.table.shares[2, WILDLIFE] == 1  # the last card needs no question
    assert [sum(match.table.shares[seat, c] for c in range(COMPANIES)) for seat in range(3)] == [2, 2, 2]


@pytest.mark.clause("Setup 3.3")
def test_the_last_card_of_the_offer_may_be_the_first_number():
    match = fresh(3)
    for number in range(10, 31):
        match.play(f"deal {number}")
    for number in (1, 52, 53, 54, 55, 56):
        match.play(f"turn up {number}")
    play_all(match, "take 52", "take 53", "take 54", "take 55", "take 56")
    assert match.table.shares[2, OCEAN] == 1 + (OF[53] == "ocean")


@pytest.mark.clause("Setup 3.4")
def test_the_cards_taken_are_free_shares():
    match = dealt(3)
    for number in (51, 52, 53, 54, 55, 56):
        match.play(f"turn up {number}")
    before = hand(match, 0)
    match.play("take 51")
    assert match.table.shares[0, OCEAN] == 1
    assert match.table.columns[OCEAN].issued == 1
    assert hand(match, 0) == before
    assert match.view(1).table.place[50] == Place.SHARE


@pytest.mark.clause("Setup 4", "ITD-18")
def test_two_players_follow_their_own_set_up():
    assert dealt(2).table.phase == Phase.PORTFOLIO


# The turn


@pytest.mark.clause("Turn 1")
def test_turns_go_clockwise_from_the_first_player():
    match = position(3, [[10], [20], [30]], turn=1)
    for seat in (1, 2, 0, 1):
        assert match.actor == seat
        match.play("draw")
        let_nature(match)


@pytest.mark.clause("Turn 2")
def test_buy_expand_or_draw():
    match = position(3, [[10, 20], [], []])
    assert match.moves == [
        "draw",
        "buy 10",
        "buy 20",
        *(f"expand {name} {n}" for n in (10, 20) for name in NAMES),
    ]
    for refused in ("skip", "pay 10", "remove 10", "move 10 to pearl"):
        with pytest.raises(IllegalMove):
            match.play(refused)


@pytest.mark.clause("Turn 3", "ITD-9")
def test_the_deck_running_out_twice_triggers_the_end():
    match = position(3, [[10], [20], [30]], deck=[50], discard=[60])
    play_all(match, "draw", "deal 50")
    assert (match.table.emptied, match.table.ending) == (1, 0)
    play_all(match, "draw", "deal 60")
    assert (match.table.emptied, match.table.ending) == (2, 1)


# Buying


@pytest.mark.clause("Buying 1", "Buying 5", "Buying 6", "ITD-3")
def test_a_share_goes_from_hand_before_its_buyer():
    match = position(3, [[1, 40, 50], [], []], shares={1: {OCEAN: 1}})
    go_on(match, "Ada: buy 1\nAda: pay 50")
    assert match.table.shares[0, OCEAN] == 1
    assert hand(match, 0) == [40]
    for seat in (STRANGER, 0, 1, 2):
        assert match.view(seat).table.shares[0, OCEAN] == 1
        assert match.view(seat).table.place[0] == Place.SHARE


@pytest.mark.clause("Buying 2", "ITD-3")
def test_the_price_is_the_number_of_shares_before_all_players():
    match = position(3, [[1, 40, 50, 60, 70], [], []], shares={0: {OCEAN: 1, PEARL: 2}, 2: {OCEAN: 2}})
    match.play("buy 1")
    assert match.table.due == 3


@pytest.mark.clause("Buying 2")
def test_the_first_share_of_a_company_is_free():
    match = position(3, [[1, 40], [87], [88]])
    match.play("buy 1")
    assert match.table.shares[0, OCEAN] == 1
    assert match.actor == 1


@pytest.mark.clause("Buying 3", "ITD-4")
def test_the_price_is_discarded_card_by_card_in_ascending_order():
    match = position(3, [[1, 40, 50, 60, 70], [87], [88]], shares={1: {OCEAN: 2}})
    match.play("buy 1")
    assert match.moves == ["pay 40", "pay 50", "pay 60"]
    match.play("pay 50")
    assert match.moves == ["pay 60", "pay 70"]
    match.play("pay 70")
    assert discarded(match) == [50, 70]
    assert hand(match, 0) == [40, 60]
    assert match.actor == 1


@pytest.mark.clause("ITD-4")
def test_a_hand_that_is_the_whole_price_is_paid_without_asking():
    match = position(3, [[1, 40, 50], [87], [88]], shares={1: {OCEAN: 2}})
    match.play("buy 1")
    assert discarded(match) == [40, 50]
    assert match.actor == 1


@pytest.mark.clause("ITD-4", "Buying 3")
def test_a_whole_hand_is_paid_from_the_first_number_to_the_last():
    match = position(3, [[1, 2, 100], [], []], shares={1: {TREASURE: 2}})
    match.play("buy 2")
    assert discarded(match) == [1, 100]
    assert (hand(match, 0), match.table.investors[0].cards) == ([], 0)


@pytest.mark.clause("ITD-4", "Buying 1")
def test_the_card_bought_lies_open_while_it_is_paid():
    match = position(3, [[1, 2, 50, 60], [20], []], shares={1: {TREASURE: 2}})
    match.play("buy 2")
    assert match.table.place[1] == Place.FACE_UP
    assert match.moves == ["pay 1", "pay 50"]
    play_all(match, "pay 1", "pay 60")
    assert (hand(match, 0), match.table.investors[0].cards) == ([50], 1)


@pytest.mark.clause("ITD-4", "ITD-15")
def test_after_a_share_for_nothing_others_cannot_give_up_what_they_buy():
    match = position(3, [[40, 2], [1, 50, 60], []], shares={2: {OCEAN: 1}})
    play_all(match, "expand coast 40", "buy 2", "buy 1")
    assert match.moves == ["pay 50", "pay 60"]


@pytest.mark.clause("ITD-4")
def test_a_last_card_without_choice_is_asked_all_the_same():
    """Otherwise others would learn that no higher card is in the hand."""
    match = position(3, [[1, 40, 50], [], []], shares={1: {OCEAN: 1}})
    match.play("buy 1")
    assert match.moves == ["pay 40", "pay 50"]
    match = position(3, [[1, 40, 50, 60], [], []], shares={1: {OCEAN: 2}})
    play_all(match, "buy 1", "pay 50")
    assert match.moves == ["pay 60"]


@pytest.mark.clause("Buying 4")
def test_every_card_counts_one():
    for number in (2, 99):
        match = position(3, [[1, number, 50], [87], [88]], shares={1: {OCEAN: 1}})
        play_all(match, "buy 1", f"pay {number}")
        assert match.actor == 1
        assert discarded(match) == [number]


@pytest.mark.clause("Buying 7", "ITD-3")
def test_no_share_without_the_card_and_the_price():
    match = position(3, [[1, 40], [10], []], shares={1: {OCEAN: 2}})
    assert "buy 1" not in match.moves
    assert "buy 40" in match.moves
    with pytest.raises(IllegalMove):
        match.play("buy 10")
    view = match.view(0)
    assert view.why("buy 10") == "You can only buy a share that is in your hand (Buying 7)."
    assert view.why("buy 1") == "A share of Ocean costs 2 other cards, and you have 1 (Buying 7)."


@pytest.mark.clause("Buying 8")
def test_buying_ignores_the_depth_side():
    match = position(3, [[1, 40], [87], [88]], columns={OCEAN: [90]})
    match.play("buy 1")
    assert column(match, OCEAN) == [90]
    assert match.table.phase == Phase.TURN


@pytest.mark.clause("Buying 9")
def test_richard_pays_four_cards_for_a_pearl():
    pearl = of(PEARL)[0]
    match = position(
        3, [[pearl, 20, 30, 40, 50, 60], [], []], shares={0: {PEARL: 1}, 1: {PEARL: 2}, 2: {PEARL: 1}}
    )
    play_all(match, f"buy {pearl}", "pay 20", "pay 30", "pay 40", "pay 50")
    assert discarded(match) == [20, 30, 40, 50]
    assert match.table.shares[0, PEARL] == 2
    assert match.table.columns[PEARL].issued == 5


# Expanding


@pytest.mark.clause("Expanding 1", "Expanding 5")
def test_a_card_from_hand_becomes_a_depth_card_of_any_company():
    match = position(3, [[10, 20], [], []])
    match.play("expand treasure 20")
    assert OF[19] == "pearl"
    assert column(match, TREASURE) == [20]
    assert hand(match, 0) == [10]
    assert match.table.place[19] == DEPTH + TREASURE
    assert sum(match.table.shares[0, c] for c in range(COMPANIES)) == 0


@pytest.mark.clause("Expanding 2", "ITD-7")
def test_a_depth_card_is_higher_than_the_last():
    match = position(3, [[29, 31], [], []], columns={PEARL: [5, 30], COAST: [70, 28]})
    assert "expand pearl 29" not in match.moves
    assert "expand pearl 31" in match.moves
    assert "expand coast 29" in match.moves  # 28 was laid last, though 70 is higher
    assert match.view(0).why("expand pearl 29").endswith("(Expanding 2).")


@pytest.mark.clause("Expanding 3")
def test_a_first_depth_card_may_be_any():
    match = position(3, [[1, 100], [], []])
    assert {f"expand {name} {n}" for name in NAMES for n in (1, 100)} <= set(match.moves)


@pytest.mark.clause("Expanding 4")
def test_no_share_is_needed_to_expand():
    match = position(3, [[10], [], []], shares={1: {PEARL: 1}})
    match.play("expand pearl 10")
    assert column(match, PEARL) == [10]


@pytest.mark.clause("Expanding 6", "Expanding 7", "Abilities 2")
def test_three_abilities_work_in_the_turn_and_two_by_themselves():
    hands = [[50, 60, 70], [87], [88]]
    for company, phase in ((OCEAN, Phase.ABILITY), (COAST, Phase.ABILITY), (WILDLIFE, Phase.ABILITY)):
        match = position(3, hands)
        match.play(f"expand {NAMES[company]} 50")
        assert match.table.phase == phase
    for company in (TREASURE, PEARL):
        match = position(3, hands)
        match.play(f"expand {NAMES[company]} 50")
        assert match.table.phase == Phase.TURN
        assert match.actor == 1


# Dividends


@pytest.mark.clause("Dividends 1", "ITD-5")
@pytest.mark.parametrize(
    ("before", "number", "pays"),
    [(9, 10, True), (10, 19, False), (18, 21, True), (99, 100, True), (90, 99, False), (1, 9, False)],
)
def test_a_new_ten_pays_dividends(before, number, pays):
    match = position(3, [[number], [87], [88]], columns={PEARL: [before]}, shares={0: {PEARL: 1}})
    match.play(f"expand pearl {number}")
    assert (match.actor == NATURE) == pays


@pytest.mark.clause("Dividends 1", "ITD-5", "ITD-7")
@pytest.mark.parametrize(("number", "pays"), [(20, True), (19, False)])
def test_the_new_ten_is_one_after_the_last_card_however_deep_others_are(number, pays):
    match = position(3, [[number], [87], [88]], columns={PEARL: [55, 12]}, shares={0: {PEARL: 1}})
    match.play(f"expand pearl {number}")
    assert (match.actor == NATURE) == pays


@pytest.mark.clause("Dividends 5", "ITD-5")
def test_the_first_card_of_a_company_cleaned_up_pays_again():
    match = position(3, [[40, 60, 70, 80], [5], []], shares={2: {PEARL: 1}}, columns={PEARL: [7]})
    play_all(match, "expand ocean 40", "remove 7", "pay 60", "pay 70", "expand pearl 5")
    assert match.actor == NATURE
    assert match.table.receiver == 2


@pytest.mark.clause("Dividends 2", "Dividends 3", "ITD-6")
def test_every_holder_draws_a_card_a_share_clockwise_from_the_active_player():
    match = position(3, [[], [40], []], turn=1, shares={0: {PEARL: 1}, 1: {PEARL: 1}, 2: {PEARL: 2}})
    match.play("expand pearl 40")
    order = []
    while match.actor == NATURE:
        order.append(match.table.receiver)
        match.play(match.ids[0])
    assert order == [1, 2, 2, 0]
    assert [match.table.investors[seat].cards for seat in range(3)] == [1, 1, 2]


@pytest.mark.clause("Dividends 4")
def test_one_dividend_however_many_tens():
    match = position(3, [[95], [], []], columns={PEARL: [3]}, shares={2: {PEARL: 1}})
    match.play("expand pearl 95")
    let_nature(match)
    assert match.table.investors[2].cards == 1


@pytest.mark.clause("Dividends 5", "ITD-5")
def test_a_first_depth_card_pays_dividends():
    match = position(3, [[5], [], []], shares={2: {PEARL: 2}})
    match.play("expand pearl 5")
    let_nature(match)
    assert match.table.investors[2].cards == 2


@pytest.mark.clause("Dividends 6")
def test_marie_takes_wildlife_from_13_to_44():
    match = position(3, [[44], [], []], columns={WILDLIFE: [13]}, shares={0: {WILDLIFE: 2}, 1: {WILDLIFE: 3}})
    match.play("expand wildlife 44")
    assert match.told()[-1] == "Ada takes Wildlife down to 44. Dividends: Ada 2, Ben 3."
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(3)] == [2, 3, 0]


# Drawing


@pytest.mark.clause("Drawing 1")
def test_drawing_adds_the_top_card():
    match = position(3, [[10], [87], [88]])
    match.play("draw")
    assert match.odds == {f"deal {n}": 1 for n in range(1, 101) if n not in (10, 87, 88)}
    match.play("deal 77")
    assert hand(match, 0) == [10, 77]
    assert match.actor == 1


def draw_round(match, players):
    for _ in range(players):
        match.play("draw")
        let_nature(match)


@pytest.mark.clause("Drawing 2", "ITD-8")
def test_a_round_of_draws_brings_two_cards_each_from_the_active_player_on():
    match = position(3, [[10], [20], [30]], turn=1)
    for _ in range(2):
        match.play("draw")
        let_nature(match)
    match.play("draw")
    match.play(match.ids[0])
    order = []
    while match.actor == NATURE:
        order.append(match.table.receiver)
        match.play(match.ids[0])
    assert order == [0, 0, 1, 1, 2, 2]
    assert [match.table.investors[seat].cards for seat in range(3)] == [4, 4, 4]


@pytest.mark.clause("Drawing 2", "ITD-8")
def test_any_other_action_breaks_the_row():
    match = position(3, [[10], [20, 50], [30, 88]])
    for move in ("draw", "draw", "expand pearl 30", "draw", "draw"):
        match.play(move)
        let_nature(match)
    assert match.table.emergencies == 0
    assert match.table.draws == 2
    match.play("draw")
    let_nature(match)
    assert match.table.emergencies == 1


@pytest.mark.clause("Drawing 1", "ITD-8")
def test_whoever_has_no_card_draws_without_being_asked():
    match = position(3, [[10], [], [30]])
    before, move = match.view(), match.find("expand pearl 10")
    match.play(move)
    assert (match.actor, match.table.receiver, match.table.draws) == (NATURE, 1, 1)
    told = ["Ada takes Pearl down to 10.", "Ben has no card in hand and draws one."]
    assert words.tell(before, before.decoded(move), match.view()) == told
    play_all(match, "deal 50", "draw", "deal 60")
    assert match.table.receiver == 0  # Ada has no card either, and everybody draws in turn
    match.play("deal 70")
    assert match.table.emergencies == 1
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(3)] == [3, 3, 4]
    assert match.actor == 1


@pytest.mark.clause("Drawing 1", "ITD-9", "ITD-21")
def test_empty_hands_and_nothing_to_draw_end_the_game():
    match = position(3, [[10], [], []], deck=[])
    before, move = match.view(), match.find("expand pearl 10")
    match.play(move)
    assert match.over
    assert (match.table.emergencies, match.table.turns_left) == (3, 0)
    drawn = [s for s in words.tell(before, before.decoded(move), match.view()) if "has no card in hand" in s]
    assert [s.split()[0] for s in drawn] == ["Ben", "Cleo", "Ada"] * 3


@pytest.mark.clause("Drawing 3")
def test_after_an_emergency_the_game_goes_on():
    match = position(3, [[10], [20], [30]])
    draw_round(match, 3)
    assert match.actor == 0
    assert match.table.phase == Phase.TURN
    assert (match.table.draws, match.table.emergencies, match.table.ending) == (0, 1, 0)


@pytest.mark.clause("Drawing 4", "ITD-8", "End 3")
def test_two_emergencies_in_a_row_trigger_the_end():
    match = position(3, [[10], [20], [30]])
    draw_round(match, 3)
    draw_round(match, 3)
    assert match.table.ending == 1
    assert [match.table.investors[seat].cards for seat in range(3)] == [7, 7, 7]


@pytest.mark.clause("ITD-8")
def test_an_action_between_two_emergencies_keeps_the_game_going():
    match = position(3, [[10], [20], [30]])
    draw_round(match, 3)
    match.play("expand pearl 10")
    let_nature(match)
    draw_round(match, 3)
    assert match.table.emergencies == 1
    assert match.table.ending == 0


# The end


@pytest.mark.clause("End 1", "ITD-9")
def test_the_discard_pile_becomes_the_deck_at_once():
    match = position(3, [[10], [20], [30]], deck=[50], discard=[60, 70])
    play_all(match, "draw", "deal 50")
    assert match.table.deck == 2
    assert match.table.discard == 0
    assert match.table.ending == 0
    match.play("draw")
    assert match.odds == {"deal 60": 1, "deal 70": 1}


@pytest.mark.clause("End 2", "ITD-9")
def test_a_dividend_goes_on_with_the_new_deck():
    match = position(3, [[40], [], []], deck=[50], discard=[60, 70], shares={0: {PEARL: 1}, 1: {PEARL: 1}})
    play_all(match, "expand pearl 40", "deal 50")
    assert match.odds == {"deal 60": 1, "deal 70": 1}
    match.play("deal 70")
    assert hand(match, 1) == [70]


@pytest.mark.clause("End 2", "ITD-9")
def test_an_emergency_goes_on_with_the_new_deck():
    match = position(3, [[10], [87], [88]], deck=[1, 2, 3, 4, 5], discard=[60, 70, 80, 90, 99])
    draw_round(match, 3)
    assert match.table.emptied == 1
    assert [match.table.investors[seat].cards for seat in range(3)] == [4, 4, 4]
    assert match.table.ending == 0


@pytest.mark.clause("ITD-9")
def test_cards_that_are_not_there_are_not_drawn():
    match = position(3, [[40], [87], [88]], deck=[50], shares={0: {PEARL: 1}, 1: {PEARL: 2}})
    play_all(match, "expand pearl 40", "deal 50")
    assert match.actor == 1
    assert match.table.investors[1].cards == 1
    match.play("draw")
    assert match.actor == 2


@pytest.mark.clause("ITD-26")
def test_a_pile_that_was_empty_becomes_the_deck_later_without_running_out_again():
    match = position(3, [[1, 40], [20], [30]], deck=[50], shares={1: {OCEAN: 1}}, turn=2)
    play_all(match, "draw", "deal 50")
    assert (match.table.deck, match.table.emptied) == (0, 1)
    play_all(match, "buy 1")  # 40 is the whole price
    assert (match.table.deck, match.table.discard) == (0, 1)
    match.play("draw")
    assert match.odds == {"deal 40": 1}
    assert (match.table.emptied, match.table.ending) == (1, 0)
    match.play("deal 40")
    assert (match.table.emptied, match.table.ending) == (2, 1)


@pytest.mark.clause("ITD-9")
def test_cards_discarded_after_the_deck_ran_out_can_be_drawn_again():
    match = position(3, [[1, 40, 41], [87], [88]], deck=[50], shares={1: {OCEAN: 1}}, turn=2)
    play_all(match, "draw", "deal 50", "buy 1", "pay 40", "draw")
    assert match.odds == {"deal 40": 1}
    assert match.table.emptied == 1


@pytest.mark.clause("End 4")
def test_a_dividend_under_way_when_the_end_comes_is_paid():
    match = position(3, [[40], [], []], deck=[50], discard=[60], shares={1: {PEARL: 2}})
    with arranged(match) as table:
        table.emptied = 1
    play_all(match, "expand pearl 40", "deal 50")
    assert match.table.ending == 1
    match.play("deal 60")
    assert hand(match, 1) == [50, 60]


def near_the_end(hands, **how):
    """The end is triggered as soon as the next card is drawn."""
    match = position(3, hands, deck=[50], discard=[60, 61, 62, 63, 64, 65], **how)
    with arranged(match) as table:
        table.emptied = 1
    return match


@pytest.mark.clause("End 5", "ITD-10", "End 3")
def test_everybody_has_one_last_turn_the_one_who_triggered_the_end_too():
    match = near_the_end([[10], [20], [30]])
    play_all(match, "draw", "deal 50")
    for seat in (1, 2, 0):
        assert match.actor == seat
        assert match.table.last_round == 1
        match.play("draw")
        let_nature(match)
    assert match.over


@pytest.mark.clause("ITD-10")
def test_the_turn_that_triggers_the_end_keeps_its_ability():
    match = near_the_end([[40, 41, 42], [87], [88]], shares={0: {OCEAN: 1}})
    play_all(match, "expand ocean 40", "deal 50")
    assert match.table.ending == 1
    assert match.table.phase == Phase.ABILITY
    play_all(match, "remove 40", "pay 41", "pay 42")
    assert column(match, OCEAN) == []
    assert (match.actor, match.table.last_round) == (1, 1)


@pytest.mark.clause("End 6", "End 7", "ITD-10")
def test_the_last_turns_bring_no_dividends_and_no_abilities():
    match = near_the_end([[10], [40, 41, 42], [30]], shares={1: {OCEAN: 2}})
    play_all(match, "draw", "deal 50", "expand ocean 40")
    assert hand(match, 1) == [41, 42]
    assert (match.actor, match.table.phase) == (2, Phase.TURN)


def scored(match, seat=0):
    return match.scores[seat]


@pytest.mark.clause("End 8", "End 10", "End 11")
def test_a_portfolio_is_shares_times_depth_cards_added_up():
    match = position(
        3,
        [[], [], []],
        columns={OCEAN: [1, 2, 3], TREASURE: [9], COAST: [80, 90]},
        shares={0: {OCEAN: 2, COAST: 3, WILDLIFE: 4}, 1: {TREASURE: 5}},
    )
    assert match.scores == [2 * 3 + 3 * 2, 5, 0]


@pytest.mark.clause("End 9", "Pearl normal")
def test_a_pearl_share_counts_two_more():
    match = position(3, [[], [], []], columns={PEARL: [1, 2, 3]}, shares={0: {PEARL: 2}, 1: {PEARL: 1}})
    assert match.scores == [10, 5, 0]


@pytest.mark.clause("End 12")
def test_the_most_valuable_portfolio_wins():
    match = position(3, [[1, 2], [], []], columns={OCEAN: [7]}, shares={0: {OCEAN: 1}, 2: {OCEAN: 2}})
    assert match.places == [2, 3, 1]


@pytest.mark.clause("End 13", "ITD-20")
def test_a_tie_goes_to_more_cards_in_hand():
    match = position(3, [[1], [2, 3], []], columns={OCEAN: [7]}, shares={0: {OCEAN: 1}, 1: {OCEAN: 1}})
    assert match.places == [2, 1, 3]


@pytest.mark.clause("End 13", "ITD-20")
def test_cards_in_hand_count_before_the_distance():
    match = position(3, [[10, 11], [20], [30]])
    assert match.places == [1, 3, 2]


@pytest.mark.clause("End 10")
def test_the_last_seat_scores_too():
    match = position(3, [[10], [20], [30]], columns={OCEAN: [5, 6]}, shares={2: {OCEAN: 3}})
    assert match.scores == [0, 0, 6]


@pytest.mark.clause("Setup 3.2", "Turn 2", "Buying 3")
def test_the_first_and_the_last_number_are_cards_like_others():
    match = fresh(3)
    for number in range(10, 31):
        match.play(f"deal {number}")
    for number in (1, 52, 53, 54, 55, 100):
        match.play(f"turn up {number}")
    assert [match.moves[0], match.moves[-1]] == ["take 1", "take 100"]
    match = position(3, [[1, 100], [], []])
    assert {"buy 1", "buy 100", "expand pearl 1", "expand pearl 100"} < set(match.moves)
    match = position(3, [[1, 40, 99, 100], [], []], ocean="advanced")
    play_all(match, "expand ocean 40", "remove 40")
    assert match.moves == ["skip", "pay 1", "pay 99", "pay 100"]


@pytest.mark.clause("End 14", "ITD-20")
@pytest.mark.parametrize(("first", "places"), [(0, [3, 2, 1]), (1, [1, 3, 2]), (2, [2, 1, 3])])
def test_then_to_the_farthest_from_the_first_player(first, places):
    match = position(3, [[1], [2], [3]])
    with arranged(match) as table:
        table.first = first
    assert match.places == places


@pytest.mark.clause("End 15")
def test_richard_scores_27():
    match = position(
        3,
        [[], [], []],
        columns={PEARL: [1, 2], WILDLIFE: [3], TREASURE: [4, 5, 6, 7]},
        shares={0: {PEARL: 4, WILDLIFE: 3, TREASURE: 2}},
    )
    assert scored(match) == 27


# The abilities


@pytest.mark.clause("Abilities 3", "ITD-17")
def test_an_ability_brings_no_dividend():
    match = position(3, [[40, 41, 55], [87], [88]], wildlife="advanced", shares={1: {PEARL: 1}})
    play_all(match, "expand wildlife 40", "expand pearl 55")
    assert match.actor == 1
    assert match.table.investors[1].cards == 1


@pytest.mark.clause("Abilities 4", "ITD-6")
def test_dividends_come_before_the_ability():
    match = position(3, [[40, 41], [], []], shares={0: {OCEAN: 1}})
    match.play("expand ocean 40")
    assert match.actor == NATURE
    match.play("deal 99")
    assert match.table.phase == Phase.ABILITY
    play_all(match, "remove 40")
    assert discarded(match) == [40, 41, 99]


@pytest.mark.clause("Ocean normal", "ITD-11")
def test_ocean_discards_any_depth_card_for_two_cards():
    match = position(3, [[40, 60, 70, 80], [87], [88]], columns={PEARL: [5, 30, 50], COAST: [7]})
    match.play("expand ocean 40")
    assert match.moves == ["skip", "remove 5", "remove 7", "remove 30", "remove 40", "remove 50"]
    play_all(match, "remove 30", "pay 60", "pay 80")
    assert column(match, PEARL) == [5, 50]
    assert discarded(match) == [30, 60, 80]
    assert hand(match, 0) == [70]
    assert match.actor == 1


@pytest.mark.clause("Ocean normal", "ITD-11")
def test_ocean_is_not_offered_to_whoever_cannot_pay():
    match = position(3, [[40, 60], [87], [88]])
    match.play("expand ocean 40")
    assert match.actor == 1


@pytest.mark.clause("Ocean advanced", "ITD-12", "ITD-7")
def test_ocean_advanced_discards_a_last_card():
    match = position(3, [[40, 60, 70], [], []], columns={PEARL: [5, 50, 30]}, ocean="advanced")
    match.play("expand ocean 40")
    assert [m for m in match.moves if m.startswith("remove")] == ["remove 30", "remove 40"]
    play_all(match, "remove 30", "pay 60")
    assert column(match, PEARL) == [5, 50]
    assert match.table.columns[PEARL].last == 49
    assert discarded(match) == [30, 60]


@pytest.mark.clause("Ocean advanced", "ITD-12")
def test_ocean_advanced_moves_a_last_card_where_it_is_higher():
    match = position(3, [[40, 60, 70], [], []], columns={PEARL: [5, 30], COAST: [35]}, ocean="advanced")
    match.play("expand ocean 40")
    assert [m for m in match.moves if m.startswith("move")] == [
        "move 30 to treasure",
        "move 30 to wildlife",
        "move 35 to treasure",
        "move 35 to pearl",
        "move 35 to wildlife",
        "move 40 to treasure",
        "move 40 to pearl",
        "move 40 to coast",
        "move 40 to wildlife",
    ]
    play_all(match, "move 35 to pearl", "pay 70")
    assert column(match, PEARL) == [5, 30, 35]
    assert column(match, COAST) == []
    assert match.table.columns[COAST].last == -1


@pytest.mark.clause("Treasure normal 1", "ITD-13")
def test_most_treasure_shares_draw_one_more():
    match = position(3, [[40], [], []], shares={0: {TREASURE: 1}, 1: {TREASURE: 3}, 2: {TREASURE: 2}})
    match.play("expand treasure 40")
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(3)] == [1, 4, 2]


@pytest.mark.clause("Treasure normal 2", "ITD-13")
def test_a_tie_for_most_treasure_gives_each_one_more():
    match = position(3, [[40], [], []], shares={0: {TREASURE: 2}, 1: {TREASURE: 1}, 2: {TREASURE: 2}})
    match.play("expand treasure 40")
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(3)] == [3, 1, 3]


@pytest.mark.clause("Treasure normal 1", "ITD-26")
def test_nobody_has_most_of_nothing():
    match = position(3, [[40], [87], [88]])
    match.play("expand treasure 40")
    assert match.actor == 1
    assert [match.table.investors[seat].cards for seat in range(3)] == [0, 1, 1]


@pytest.mark.clause("Treasure advanced 1", "Treasure advanced 2", "ITD-13")
def test_treasure_advanced_pays_the_active_player_like_the_largest_holder():
    match = position(
        3, [[40], [], []], treasure="advanced", shares={0: {TREASURE: 1}, 1: {TREASURE: 3}, 2: {TREASURE: 2}}
    )
    match.play("expand treasure 40")
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(3)] == [3, 3, 2]


@pytest.mark.clause("ITD-13", "Two 10")
def test_the_third_player_counts_for_most_treasure_but_draws_nothing():
    shares = {0: {TREASURE: 1}, 1: {TREASURE: 2}, THIRD: {TREASURE: 3}}
    match = position(2, [[40], []], shares=shares)
    match.play("expand treasure 40")
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(2)] == [1, 2]
    match = position(2, [[40], []], shares=shares, treasure="advanced")
    match.play("expand treasure 40")
    let_nature(match)
    assert [match.table.investors[seat].cards for seat in range(2)] == [3, 2]


@pytest.mark.clause("Pearl advanced", "ITD-14")
@pytest.mark.parametrize(
    ("columns", "points"),
    [
        ({OCEAN: [1, 2, 3, 4, 5], PEARL: [9]}, 3),
        ({OCEAN: [1], PEARL: [6, 7, 8, 9]}, 2),
        ({OCEAN: [1]}, 0),
        ({}, 0),
    ],
)
def test_pearl_advanced_counts_the_best_company_less_two(columns, points):
    match = position(3, [[], [], []], columns=columns, shares={0: {PEARL: 1}}, pearl="advanced")
    assert scored(match) == points


@pytest.mark.clause("ITD-14")
def test_scoring_abilities_count_after_the_last_turns():
    match = near_the_end([[10], [87], [88]], columns={PEARL: [1]}, shares={0: {PEARL: 1}})
    play_all(match, "draw", "deal 50")
    while not match.over:
        match.play("draw")
        let_nature(match)
    assert match.scores == [3, 0, 0]


@pytest.mark.clause("Coast normal 1", "Coast normal 2", "ITD-15")
def test_coast_sells_any_share_from_hand_two_cheaper():
    match = position(3, [[3, 40, 60, 70, 80], [87], [88]], shares={1: {PEARL: 4}, 2: {COAST: 9}})
    match.play("expand coast 40")
    let_nature(match)
    assert OF[2] == "pearl"
    assert "buy 3" in match.moves
    match.play("buy 3")
    assert match.table.due == 2
    play_all(match, "pay 60", "pay 70")
    assert match.table.shares[0, PEARL] == 1
    assert hand(match, 0) == [80]
    assert match.actor == 1


@pytest.mark.clause("Coast normal 3", "ITD-15")
def test_a_price_never_falls_below_nothing():
    match = position(3, [[3, 40], [87], [88]], shares={1: {PEARL: 1}})
    play_all(match, "expand coast 40", "buy 3")
    assert match.table.shares[0, PEARL] == 1
    assert match.actor == 1


@pytest.mark.clause("Coast normal 1", "ITD-15")
def test_coast_is_offered_even_if_nothing_in_hand_can_be_bought():
    """What others see must not depend on the hand."""
    match = position(3, [[3, 40], [], []], shares={1: {PEARL: 9}})
    match.play("expand coast 40")
    assert match.moves == ["skip"]
    assert match.actor == 0


@pytest.mark.clause("Coast advanced 1", "Coast advanced 2", "Coast advanced 3", "ITD-16")
def test_coast_advanced_buys_a_share_out_of_a_portfolio():
    match = position(
        3, [[40, 60, 70, 80, 90], [10], []], coast="advanced", shares={0: {PEARL: 1}, 1: {PEARL: 2, OCEAN: 1}}
    )
    match.play("expand coast 40")
    assert match.moves == ["skip", "buy ocean from 2", "buy pearl from 2"]
    match.play("buy pearl from 2")
    assert match.table.due == 3
    play_all(match, "pay 60", "pay 70", "pay 90")
    assert [match.table.shares[seat, PEARL] for seat in range(3)] == [2, 1, 0]
    assert match.table.columns[PEARL].issued == 3
    assert hand(match, 0) == [80]
    assert hand(match, 1) == [10, 60, 70, 90]
    assert match.table.discard == 0
    assert match.actor == 1  # who was not asked


@pytest.mark.clause("Coast advanced 4", "ITD-16")
def test_such_a_share_costs_at_least_two():
    match = position(3, [[40, 60, 70, 80], [87], [88]], coast="advanced", shares={1: {OCEAN: 1}})
    play_all(match, "expand coast 40", "buy ocean from 2")
    assert match.table.due == 2
    match = position(3, [[40, 60], [87], [88]], coast="advanced", shares={1: {OCEAN: 1}})
    match.play("expand coast 40")
    assert match.actor == 1


@pytest.mark.clause("ITD-16", "Two 10")
def test_a_share_of_the_third_player_is_paid_to_the_discard_pile():
    match = position(2, [[40, 60, 70, 80], []], coast="advanced", shares={THIRD: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from third", "pay 60", "pay 80")
    assert match.table.shares[0, OCEAN] == 1
    assert match.table.shares[THIRD, OCEAN] == 1
    assert discarded(match) == [60, 80]


@pytest.mark.clause("Wildlife normal 1", "ITD-17", "ITD-7")
def test_wildlife_puts_one_of_the_last_three_on_top():
    match = position(3, [[40, 60, 70], [], []], columns={PEARL: [5, 10, 20, 30]})
    match.play("expand wildlife 40")
    inside = [m for m in match.moves if m.endswith("to pearl")]
    assert inside == ["move 10 to pearl", "move 20 to pearl", "move 40 to pearl"]
    play_all(match, "move 10 to pearl", "pay 60")
    assert column(match, PEARL) == [5, 20, 30, 10]
    assert match.table.columns[PEARL].last == 9
    assert discarded(match) == [60]


@pytest.mark.clause("Wildlife normal 2", "ITD-17")
def test_wildlife_moves_one_of_the_last_three_to_another_company():
    match = position(3, [[40, 60, 70], [], []], columns={PEARL: [5, 10, 20, 30], COAST: [15]})
    match.play("expand wildlife 40")
    assert [m for m in match.moves if m.endswith("to coast")] == [
        "move 20 to coast",
        "move 30 to coast",
        "move 40 to coast",
    ]
    play_all(match, "move 20 to coast", "pay 70")
    assert column(match, COAST) == [15, 20]
    assert column(match, PEARL) == [5, 10, 30]


@pytest.mark.clause("ITD-23")
def test_a_card_laid_by_wildlife_pays_no_dividend():
    match = position(
        3, [[40, 60, 70], [87], [88]], wildlife="advanced", shares={0: {PEARL: 2}, 1: {PEARL: 1}}
    )
    play_all(match, "expand wildlife 40", "expand pearl 60")
    assert match.actor == 1
    assert hand(match, 0) == [70]
    assert hand(match, 1) == [87]


@pytest.mark.clause("Wildlife advanced 1", "ITD-17")
def test_wildlife_advanced_lays_one_more_card():
    match = position(3, [[40, 41, 60], [87], [88]], columns={PEARL: [5]}, wildlife="advanced")
    play_all(match, "expand wildlife 40", "expand pearl 60")
    assert column(match, PEARL) == [5, 60]
    assert hand(match, 0) == [41]
    assert match.actor == 1


@pytest.mark.clause("Wildlife advanced 2", "ITD-17")
def test_a_lower_card_costs_one_for_each_higher_there():
    match = position(3, [[40, 25, 60, 70, 80], [], []], columns={PEARL: [5, 90, 20, 30]}, wildlife="advanced")
    match.play("expand wildlife 40")
    match.play("expand pearl 25")
    assert match.table.due == 2
    play_all(match, "pay 60", "pay 70")
    assert column(match, PEARL) == [5, 90, 20, 30, 25]
    assert match.table.columns[PEARL].last == 24
    assert discarded(match) == [60, 70]


@pytest.mark.clause("Wildlife advanced 2", "ITD-17")
def test_a_card_higher_than_the_last_costs_nothing():
    match = position(3, [[40, 35, 60], [], []], columns={PEARL: [90, 30]}, wildlife="advanced")
    play_all(match, "expand wildlife 40", "expand pearl 35")
    assert column(match, PEARL) == [90, 30, 35]
    assert hand(match, 0) == [60]


@pytest.mark.clause("Wildlife advanced 2")
def test_a_lower_card_that_cannot_be_paid_is_not_offered():
    match = position(3, [[40, 4, 60], [], []], columns={PEARL: [5, 6]}, wildlife="advanced")
    match.play("expand wildlife 40")
    assert "expand pearl 4" not in match.moves
    assert "expand wildlife 4" in match.moves


@pytest.mark.clause("ITD-17", "ITD-23")
def test_a_card_laid_by_wildlife_uses_no_other_ability():
    match = position(3, [[40, 41, 60, 70], [87], [88]], wildlife="advanced")
    play_all(match, "expand wildlife 40", "expand ocean 60")
    assert match.actor == 1


@pytest.mark.clause("Ocean normal", "Ocean advanced", "Coast normal 1", "Coast advanced 1")
@pytest.mark.parametrize("side", ["normal", "advanced"])
@pytest.mark.parametrize("company", [OCEAN, COAST, WILDLIFE])
def test_every_optional_ability_can_be_declined(company, side):
    match = position(3, [[40, 60, 70, 80], [87], [88]], shares={1: {PEARL: 1}}, **{NAMES[company]: side})
    match.play(f"expand {NAMES[company]} 40")
    before = hand(match, 0)
    assert match.moves[0] == "skip"
    match.play("skip")
    assert hand(match, 0) == before
    assert match.actor == 1


@pytest.mark.clause("ITD-11", "ITD-12", "ITD-15", "ITD-16", "ITD-17", "ITD-19")
@pytest.mark.parametrize(
    ("company", "side", "use"),
    [
        (OCEAN, "normal", "remove 40"),
        (OCEAN, "advanced", "move 40 to pearl"),
        (COAST, "normal", "buy 3"),
        (COAST, "advanced", "buy pearl from 2"),
        (WILDLIFE, "normal", "move 40 to pearl"),
        (WILDLIFE, "advanced", "expand treasure 3"),
    ],
)
def test_an_ability_can_be_abandoned_until_it_costs_something(company, side, use):
    match = position(
        3,
        [[3, 40, 60, 70, 80, 81], [87], [88]],
        columns={TREASURE: [12, 13]},
        shares={1: {PEARL: 4}},
        **{NAMES[company]: side},
    )
    match.play(f"expand {NAMES[company]} 40")
    match.play(use)
    assert match.table.phase == Phase.PAY
    assert match.moves[0] == "skip"
    twin = match.at(len(match.history))
    match.play("skip")
    assert hand(match, 0) == [3, 60, 70, 80, 81]
    assert match.table.investors[0].cards == 5
    note = match.table.notes[match.table.noted - 1]
    shows = use in ("buy 3", "expand treasure 3")
    assert (note.giver, note.taker, note.card) == ((-1, 0, 2) if shows else (0, -1, 39))
    assert column(match, company) == [40]
    assert match.table.shares[1, PEARL] == 4
    assert match.actor == 1
    shown = use in ("buy 3", "expand treasure 3")
    for seat in (STRANGER, 1, 2):
        assert match.view(seat).table.place[2] == (HAND if shown else Place.UNKNOWN)
    twin.play("pay 60")
    if twin.table.phase == Phase.PAY and twin.actor == 0:
        assert "skip" not in twin.moves


@pytest.mark.clause("ITD-16", "Buying 3")
def test_after_a_takeover_given_up_others_pay_to_the_discard_pile_again():
    match = position(
        3, [[40, 60, 70, 80], [1, 87, 89], [88]], coast="advanced", shares={2: {PEARL: 2, OCEAN: 1}}
    )
    play_all(match, "expand coast 40", "buy pearl from 3", "skip")
    assert match.table.payee == -1
    play_all(match, "buy 1", "pay 87")
    assert discarded(match) == [87]
    assert hand(match, 2) == [88]


@pytest.mark.clause("ITD-16", "Buying 3")
def test_after_a_takeover_others_pay_to_the_discard_pile_again():
    match = position(
        3, [[40, 60, 70, 80], [1, 87, 89], [88]], coast="advanced", shares={2: {PEARL: 2, OCEAN: 1}}
    )
    play_all(match, "expand coast 40", "buy pearl from 3", "pay 60", "pay 70", "buy 1", "pay 87")
    assert discarded(match) == [87]
    assert hand(match, 2) == [60, 70, 88]


# Two players


@pytest.mark.clause("Two 1", "Two 3", "ITD-18", "ITD-2")
def test_the_third_player_starts_with_six_shares_and_nobody_else():
    match = dealt(2)
    for number in (51, 52, 53, 54, 55, 56):
        assert "bonus" not in match.moves
        match.play(f"turn up {number}")
    assert match.table.phase == Phase.TURN
    assert match.actor == 0
    assert match.table.turned == 0
    assert [match.table.shares[THIRD, c] for c in range(COMPANIES)] == [1, 2, 1, 1, 1]
    assert all(match.table.shares[seat, c] == 0 for seat in range(2) for c in range(COMPANIES))
    assert (match.table.deck, match.table.bonus_deck) == (100 - 17 - 6, 5)
    match.play("draw")
    assert match.odds["bonus"] == 5
    assert sum(match.odds.values()) == 82


@pytest.mark.clause("Two 2", "ITD-18")
def test_two_players_get_eight_cards_each():
    match = fresh(2)
    for number in range(1, 17):
        match.play(f"deal {number}")
    assert [match.table.investors[seat].cards for seat in range(2)] == [8, 8]


def met_bonus(numbers, shares, columns=None):
    """A bonus card is drawn, then these cards for the third player."""
    match = position(2, [[10], [20]], shares={THIRD: shares}, columns=columns, bonus=5)
    play_all(match, "draw", "bonus")
    for number in numbers:
        match.play(number if isinstance(number, str) else f"turn up {number}")
    return match


@pytest.mark.clause("Two 4", "Two 5", "Two 6", "Two 7", "Two 8", "ITD-18")
def test_a_bonus_card_gives_the_third_player_what_it_has_most_of():
    match = met_bonus([1, 63, 77, 41], {OCEAN: 1, WILDLIFE: 2})
    assert [OF[n - 1] for n in (1, 63, 77, 41)] == ["ocean", "wildlife", "treasure", "coast"]
    assert match.table.shares[THIRD, WILDLIFE] == 3
    assert column(match, WILDLIFE) == [1]
    assert discarded(match) == [41, 77]
    assert match.table.bonus_discard == 1
    assert match.table.columns[WILDLIFE].issued == 3
    assert match.actor == NATURE  # the draw that met it goes on
    match.play("deal 99")
    assert hand(match, 0) == [10, 99]
    assert match.actor == 1


@pytest.mark.clause("Two 7", "ITD-18")
def test_the_first_drawn_breaks_a_tie():
    match = met_bonus([77, 1, 63], {OCEAN: 2, WILDLIFE: 2})
    assert [match.table.place[number - 1] for number in (77, 1, 63)] == [Place.FACE_UP] * 3
    assert [match.table.four[i] for i in range(3)] == [76, 0, 62]
    match.play("turn up 41")
    assert [match.table.four[i] for i in range(4)] == [0] * 4
    assert match.table.shares[THIRD, OCEAN] == 3
    assert match.table.shares[THIRD, WILDLIFE] == 2


@pytest.mark.clause("Two 8", "ITD-18")
def test_the_lowest_that_may_be_laid_is():
    match = met_bonus([63, 41, 77, 1], {WILDLIFE: 2}, {WILDLIFE: [50]})
    assert column(match, WILDLIFE) == [50, 77]
    assert discarded(match) == [1, 41]
    match = met_bonus([63, 41, 77, 1], {WILDLIFE: 2}, {WILDLIFE: [80]})
    assert column(match, WILDLIFE) == [80]
    assert discarded(match) == [1, 41, 77]


@pytest.mark.clause("ITD-18")
def test_a_bonus_card_brings_no_dividend():
    match = position(2, [[10], [20]], shares={0: {WILDLIFE: 1}, THIRD: {WILDLIFE: 2}}, bonus=5)
    play_all(match, "draw", "bonus", *(f"turn up {n}" for n in (63, 41, 77, 1)), "deal 99")
    assert [match.table.investors[seat].cards for seat in range(2)] == [2, 1]


@pytest.mark.clause("Two 9", "ITD-18")
def test_a_bonus_card_among_the_four_waits_its_turn():
    match = met_bonus([63, "bonus", 41, "bonus", 77, 1], {WILDLIFE: 2})
    assert match.table.shares[THIRD, WILDLIFE] == 3
    assert match.table.phase == Phase.BONUS
    assert (match.table.waiting, match.table.bonus_discard, match.table.bonus_deck) == (1, 2, 2)
    for number in (2, 3, 4, 5):
        match.play(f"turn up {number}")
    assert match.table.shares[THIRD, WILDLIFE] == 4
    assert (match.table.phase, match.table.waiting, match.table.bonus_discard) == (Phase.BONUS, 0, 3)
    for number in (13, 14, 15, 16):
        match.play(f"turn up {number}")
    match.play("deal 99")
    assert hand(match, 0) == [10, 99]


@pytest.mark.clause("ITD-18", "ITD-9")
def test_the_four_are_drawn_across_a_shuffle_and_as_far_as_they_go():
    match = position(2, [[10], [20]], shares={THIRD: {WILDLIFE: 2}}, deck=[63, 77], discard=[41], bonus=1)
    play_all(match, "draw", "bonus", "turn up 63", "turn up 77")
    assert match.table.emptied == 1
    assert match.odds == {"turn up 41": 1, "bonus": 1}
    match.play("turn up 41")
    assert match.table.shares[THIRD, WILDLIFE] == 3
    assert column(match, WILDLIFE) == [41]
    assert match.odds == {"bonus": 1}  # 77 was discarded, and only the bonus card lies on it
    play_all(match, "bonus", "turn up 77")
    assert match.table.shares[THIRD, TREASURE] == 1
    assert match.table.ending == 1
    assert match.actor == 1  # no card is left for the draw


def last_bonus(edition):
    """The deck's only card is a bonus card, and it is drawn; twelve cards and 4 such lie in the pile."""
    match = position(2, [[10], [20]], deck=[], discard=range(30, 42), bonus=1)
    again = Match(GAME, 2, nature="manual", compiled=False, box=match.game.edition(edition))
    again.position.set_bytes(match.to_bytes())
    with arranged(again) as table:
        table.bonus_discard = 4
    return play_all(again, "draw", "bonus")


@pytest.mark.clause("ITD-22", "Two 5")
def test_a_bonus_card_that_is_the_last_is_shuffled_in_itself():
    match = last_bonus("2")
    assert (match.table.emptied, match.table.bonus_discard, match.table.discard) == (1, 0, 0)
    assert match.odds["bonus"] == 5
    assert sum(match.odds.values()) == 17
    play_all(match, "bonus")  # now it waits
    assert match.table.waiting == 1
    assert match.odds["bonus"] == 4


@pytest.mark.clause("ITD-22")
def test_games_begun_before_shuffle_without_it():
    match = last_bonus("1")
    assert (match.table.emptied, match.table.bonus_discard) == (1, 1)
    assert match.odds["bonus"] == 4
    match.play("bonus")
    assert match.table.emptied == 1


@pytest.mark.clause("ITD-22", "Two 9")
def test_a_bonus_card_that_waits_is_not_shuffled_in():
    match = position(2, [[10], [20]], shares={THIRD: {WILDLIFE: 2}}, deck=[63], discard=[41, 42], bonus=2)
    play_all(match, "draw", "bonus", "turn up 63", "bonus")
    assert (match.table.emptied, match.table.waiting) == (1, 1)
    assert match.odds == {"turn up 41": 1, "turn up 42": 1, "bonus": 1}


@pytest.mark.clause("ITD-25")
def test_bonus_cards_alone_are_nothing_to_draw():
    match = position(2, [[10], [20]], deck=[], bonus=3)
    match.play("draw")
    assert match.actor == 1
    assert hand(match, 0) == [10]
    assert (match.table.bonus_deck, match.table.bonus_discard, match.table.emptied) == (3, 0, 0)


@pytest.mark.clause("ITD-25")
def test_a_bonus_card_that_waits_does_nothing_where_only_such_cards_are_left():
    match = position(2, [[10], [20]], shares={THIRD: {WILDLIFE: 2}}, deck=[63], bonus=3)
    play_all(match, "draw", "bonus", "bonus", "bonus", "turn up 63")
    assert match.table.shares[THIRD, WILDLIFE] == 3
    assert match.actor == 1
    assert hand(match, 0) == [10]
    assert match.table.waiting == 0
    assert match.table.bonus_deck + match.table.bonus_discard == 3
    assert match.table.emptied == 1


@pytest.mark.clause("ITD-25", "Two 4")
def test_a_bonus_card_above_an_open_pile_is_carried_out_with_the_pile():
    match = position(2, [[10], [20]], deck=[], discard=[63], bonus=1, shares={THIRD: {WILDLIFE: 2}})
    match.play("draw")
    assert match.odds == {"bonus": 1}
    play_all(match, "bonus", "turn up 63")
    assert match.table.shares[THIRD, WILDLIFE] == 3


@pytest.mark.clause("Two 10")
def test_shares_of_the_third_player_count_for_abilities():
    match = position(2, [[40, 60, 70], []], coast="advanced", shares={THIRD: {OCEAN: 2}})
    match.play("expand coast 40")
    assert match.moves == ["skip", "buy ocean from third"]


@pytest.mark.clause("Two 11", "ITD-3")
def test_the_third_player_makes_shares_dearer_but_does_not_score():
    match = position(2, [[1, 60, 70, 80], []], columns={OCEAN: [7]}, shares={THIRD: {OCEAN: 2}})
    assert match.scores == [0, 0]
    assert sorted(match.places) == [1, 2]
    match.play("buy 1")
    assert match.table.due == 2


# What is known


def paid_to_ben(players=3):
    """Ada has paid 60 and 80 to Ben out of 60, 70, 80, 90."""
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(players, hands[:players], coast="advanced", shares={1: {OCEAN: 2}})
    return play_all(match, "expand coast 40", "buy ocean from 2", "pay 60", "pay 80")


@pytest.mark.clause("ITD-19", "ITD-16")
def test_cards_paid_to_a_player_are_known_to_payer_and_payee():
    match = paid_to_ben()
    assert [match.view(0).table.place[n - 1] for n in (60, 80)] == [HAND + 1, HAND + 1]
    assert [match.view(1).table.place[n - 1] for n in (60, 80)] == [HAND + 1, HAND + 1]
    assert [match.view(2).table.place[n - 1] for n in (60, 80)] == [Place.UNKNOWN, Place.UNKNOWN]
    assert [match.view().table.place[n - 1] for n in (60, 80)] == [Place.UNKNOWN, Place.UNKNOWN]
    assert match.told(2)[-2:] == ["Ada pays a card to Ben.", "Ada pays a card to Ben."]
    assert match.told(1)[-1] == match.told(0)[-1] == "Ada pays 80 (Wildlife) to Ben."


@pytest.mark.clause("ITD-19")
def test_an_onlooker_of_a_payment_sees_no_number():
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(3, hands, coast="advanced", shares={1: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60")
    assert match.view(2).table.least == 0
    assert match.view(1).table.least == 60
    other = position(3, hands, coast="advanced", shares={1: {OCEAN: 2}})
    play_all(other, "expand coast 40", "buy ocean from 2", "pay 70")
    for seat in (STRANGER, 2):
        assert match.view(seat).array.tobytes() == other.view(seat).array.tobytes()
    match.play("pay 80")
    assert match.table.least == 0


@pytest.mark.clause("ITD-19")
def test_a_card_paid_on_is_known_no_more_to_whoever_did_not_see_it():
    match = paid_to_ben()
    with arranged(match) as table:
        table.shares[2, PEARL] = 1
        table.columns[PEARL].issued = 1
    play_all(match, "expand coast 60", "buy pearl from 3")
    assert hand(match, 2) == [10, 20, 80]
    assert match.view(0).table.place[79] == Place.UNKNOWN  # Ada knew it in Ben's hand
    twins = [guessed(match, match.view(0), generator(seed)) for seed in range(20)]
    assert all(twin.table.place[79] == HAND + 2 for twin in twins)  # and Ben's hand is empty
    assert match.view(1).table.place[79] == HAND + 2


@pytest.mark.clause("ITD-19")
def test_a_card_kept_back_in_a_secret_payment_is_known_no_more_either():
    """Else an onlooker would learn from what it still knows which cards were paid."""
    views = []
    for paid in ("pay 10", "pay 80"):
        match = paid_to_ben()
        with arranged(match) as table:
            table.shares[2, PEARL] = 1
            table.columns[PEARL].issued = 1
            rules.put_in_hand(table, 1, 98)
        play_all(match, "expand coast 60", "buy pearl from 3", paid, "pay 99")
        views.append(match.view(0).array.tobytes())
        assert match.view(0).table.place[79] == Place.UNKNOWN
    assert views[0] == views[1]


def known_and_perhaps_paid(paid):
    """Ada knows 80 in Ben's hand; then Ben pays Cleo 99 and another card in secret."""
    hands = [[40, 60, 70, 80, 90], [10], [20]]
    match = position(3, hands, deck=[30, 31, 99], coast="advanced", shares={1: {OCEAN: 2}, 2: {PEARL: 1}})
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60", "pay 80")
    with arranged(match) as table:
        rules.leave_deck(table)
        rules.put_in_hand(table, 1, 98)
    return play_all(match, "expand coast 60", "buy pearl from 3", paid, "pay 99")


@pytest.mark.clause("ITD-19", "ITD-24")
def test_a_card_perhaps_paid_on_is_guessed_in_one_of_the_two_hands():
    views = [known_and_perhaps_paid(paid).view(0).array.tobytes() for paid in ("pay 10", "pay 80")]
    assert views[0] == views[1]
    match = known_and_perhaps_paid("pay 10")
    unknown, seen = guesses(match, 0)
    assert [card + 1 for card in unknown] == [10, 20, 30, 31, 80, 99]
    slots = [HAND + 1, HAND + 2, HAND + 2, HAND + 2, Place.DECK, Place.DECK]
    kept = {way for way in itertools.permutations(slots) if way[4] == HAND + 1}
    paid = {way for way in itertools.permutations(slots) if way[4] == HAND + 2}
    assert_likely(seen, dict.fromkeys(kept, 1 / 3 / len(kept)) | dict.fromkeys(paid, 2 / 3 / len(paid)))


@pytest.mark.clause("ITD-19")
def test_a_secret_payment_is_noted_for_payer_and_payee_alone():
    match = known_and_perhaps_paid("pay 80")
    last = {seat: match.view(seat).table.notes[match.table.noted - 2] for seat in (0, 1, 2, STRANGER)}
    assert {(note.giver, note.taker) for note in last.values()} == {(1, 2)}
    assert {seat: note.card for seat, note in last.items()} == {0: -1, 1: 79, 2: 79, STRANGER: -1}


def lowest_with_first(cards, firsts, others, first_lowest, other_lowest):
    """Of all ways to deal cards to opening hands and elsewhere, those with the lowest at who started."""
    ways = set(itertools.permutations("F" * firsts + "O" * others + "-" * (len(cards) - firsts - others)))
    good = 0
    for way in ways:
        mine = min([first_lowest, *(card for card, to in zip(cards, way, strict=True) if to == "F")])
        theirs = min([other_lowest, *(card for card, to in zip(cards, way, strict=True) if to == "O")])
        good += mine < theirs
    return good / len(ways)


@pytest.mark.clause("ITD-24", "ITD-1")
def test_the_chance_of_who_started_counts_every_deal():
    match = position(3, [[5], [20], [30]], deck=[10, 40, 50])
    table = match.table
    match.position.put(match.view(0).array)
    cards = [9, 19, 29, 39, 49]
    for firsts, others in ((1, 1), (2, 1), (1, 2), (0, 2), (2, 0), (2, 3), (0, 0)):
        for first_lowest, other_lowest in itertools.product((4, 24, 45, CARDS), (3, 14, 34, CARDS)):
            chance = first_player.chance_of_lowest(table, firsts, others, first_lowest, other_lowest)
            expected = lowest_with_first(cards, firsts, others, first_lowest, other_lowest)
            assert chance == pytest.approx(expected), (firsts, others, first_lowest, other_lowest)


@pytest.mark.clause("ITD-24", "ITD-1")
def test_the_lowest_cards_are_believed_where_who_started_leaves_them():
    """Ben started; he has his opening card and one more, Cleo hers, and two are in the deck."""
    match = position(3, [[25], [20, 30], [40]], deck=[10, 50])
    with arranged(match) as table:
        table.first, table.opening, table.noted = 1, 1, 0
        rules.note(table, -1, 1, -1, 0)
        table.investors[0].lowest, table.investors[1].lowest, table.investors[2].lowest = 24, 19, 39
    unknown, seen = guesses(match, 0)
    assert [card + 1 for card in unknown] == [10, 20, 30, 40, 50]
    chances = Counter()
    for first, cleo, more, *_ in itertools.permutations(range(5)):
        if first < 2 and first < cleo:  # lower than Ada's 25, and than Cleo's
            way = [Place.DECK] * 5
            way[first] = way[more] = HAND + 1
            way[cleo] = HAND + 2
            chances[tuple(way)] += 1
    whole = sum(chances.values())
    assert_likely(seen, {way: count / whole for way, count in chances.items()})


@pytest.mark.clause("ITD-24")
def test_hands_that_the_notes_do_not_explain_are_filled_with_anything_unseen():
    match = position(3, [[10], [20], [30]], deck=[50, 51])
    with arranged(match) as table:
        table.noted = 0
    _, seen = guesses(match, 0)
    assert_even(seen, set(itertools.permutations([HAND + 1, HAND + 2, Place.DECK, Place.DECK])))


@pytest.mark.clause("ITD-24", "ITD-4")
def test_of_a_secret_payment_under_way_the_lowest_are_paid():
    """Ada has paid Ben one of two cards out of 60, 70, 80; Cleo knows no card of them."""
    match = position(3, [[40, 60, 70, 80], [10], [20]], deck=[], coast="advanced", shares={1: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60")
    unknown, seen = guesses(match, 2)
    assert [card + 1 for card in unknown] == [10, 60, 70, 80]
    chances = Counter()
    for hands in itertools.permutations(range(4)):
        bens, *adas = hands
        for chosen in itertools.combinations(sorted(adas), 2):
            way = [HAND] * 4
            way[bens] = way[chosen[0]] = HAND + 1
            chances[tuple(way)] += 1
    whole = sum(chances.values())
    assert_likely(seen, {way: count / whole for way, count in chances.items()})


@pytest.mark.clause("ITD-24", "ITD-4")
def test_a_payee_believes_high_cards_where_low_ones_were_paid():
    """Ada pays Ben 60 first of two cards; another of her three is higher."""
    match = position(
        3, [[40, 60, 70, 80], [10], [20]], deck=[50, 90], coast="advanced", shares={1: {OCEAN: 2}}
    )
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60")
    unknown, seen = guesses(match, 1)
    assert [card + 1 for card in unknown] == [20, 50, 70, 80, 90]
    slots = [HAND, HAND, HAND + 2, Place.DECK, Place.DECK]
    chances = Counter()
    for way in set(itertools.permutations(slots)):
        high = sum(place == HAND for place in way[2:])
        if high:
            chances[way] = high
    whole = sum(chances.values())
    assert_likely(seen, {way: count / whole for way, count in chances.items()})


@pytest.mark.clause("ITD-24", "ITD-1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_guess_contradicts_who_started(players):
    luck = generator(players)
    for seed in range(6):
        match = Match(GAME, players, seed=seed, compiled=False)
        for seat in (STRANGER, *range(players)):
            view = match.view(seat)
            for _ in range(5):
                table = guessed(match, view, luck).table
                lowest = [table.investors[other].lowest for other in range(players)]
                assert min(lowest) == lowest[table.first]
                for other in range(players):
                    assert table.place[lowest[other]] == HAND + other


@pytest.mark.clause("ITD-24")
def test_a_card_shown_after_a_payment_was_paid_for_certain():
    match = known_and_perhaps_paid("pay 80")
    play_all(match, "expand pearl 80")
    unknown, seen = guesses(match, 0)
    assert [card + 1 for card in unknown] == [10, 20, 30, 31, 99]
    slots = [HAND + 1, HAND + 2, HAND + 2, Place.DECK, Place.DECK]
    assert_even(seen, set(itertools.permutations(slots)))


@pytest.mark.clause("ITD-24")
def test_a_whole_hand_paid_is_all_with_the_payee():
    shares = {1: {OCEAN: 2}, 2: {PEARL: 1}}
    match = position(3, [[40, 60, 70], [41, 80, 90], [20]], deck=[30], coast="advanced", shares=shares)
    play_all(match, "expand coast 40", "buy ocean from 2")  # Ada's whole hand
    assert hand(match, 0) == []
    play_all(match, "draw", "deal 30")
    for seat in (2, STRANGER):
        view, luck = match.view(seat), generator(8)
        for _ in range(20):
            assert len(hand(guessed(match, view, luck), 0)) == 0


@pytest.mark.clause("ITD-24")
def test_who_drew_nothing_since_a_shuffle_has_no_card_of_it():
    """Ada pays Ben two of three old cards; then the pile becomes the deck, and Ben draws of it."""
    shares = {1: {OCEAN: 2}}
    match = position(
        3, [[40, 60, 70, 80], [10], [20]], deck=[50], discard=[90, 91], coast="advanced", shares=shares
    )
    play_all(
        match, "expand coast 40", "buy ocean from 2", "pay 60", "pay 80", "draw", "deal 50", "draw", "deal 90"
    )
    view, luck = match.view(), generator(8)
    for _ in range(40):
        twin = guessed(match, view, luck)
        assert not {90, 91} & {*hand(twin, 0), *hand(twin, 1)}
        assert len({90, 91} & {*hand(twin, 2)}) == 1


@pytest.mark.clause("ITD-19", "ITD-4")
def test_a_payment_is_made_to_fit_without_moving_a_traced_card_out_of_its_pool():
    """Cleo pays with 97, Ada guesses: 80 is known with Ben or Cleo, the high cards may be in the deck."""
    match = known_and_perhaps_paid("pay 10")
    with arranged(match) as table:
        for number in (95, 96, 97, 98):
            rules.put_in_hand(table, 2, number - 1)
        for number in range(32, 60):
            if table.place[number - 1] == Place.SHARE:
                table.place[number - 1] = Place.DECK
        table.deck = sum(place == Place.DECK for place in table.place)
        table.shares[0, TREASURE] = 4
        table.columns[TREASURE].issued = 4
        cheap = next(n for n in of(TREASURE) if table.place[n - 1] == Place.DECK)
        rules.leave_deck(table)
        rules.put_in_hand(table, 2, cheap - 1)
    play_all(match, f"buy {cheap}", "pay 95")
    view, luck = match.view(0), generator(5)
    for _ in range(3):
        twin = guessed(match, view, luck)
        assert twin.table.place[79] in (HAND + 1, HAND + 2)
        assert sum(n > 95 for n in hand(twin, 2)) >= 3
        assert twin.view(0).array.tobytes() == view.array.tobytes()
        assert twin.ids


@pytest.mark.clause("ITD-19")
def test_cards_discarded_and_laid_are_known_and_a_shuffle_hides_them_again():
    match = position(3, [[1, 40, 41], [20], [30]], deck=[50], shares={1: {OCEAN: 1}})
    play_all(match, "buy 1", "pay 40")
    for seat in (STRANGER, 0, 1, 2):
        assert match.view(seat).table.place[39] == Place.DISCARD
    play_all(match, "draw", "deal 50", "draw")
    for seat in (STRANGER, 0, 1, 2):
        view = match.view(seat).table
        assert view.place[39] == Place.UNKNOWN
        assert view.shuffle[39] == 1


@pytest.mark.clause("ITD-19")
def test_after_a_shuffle_old_cards_are_known_to_be_in_hands():
    match = position(3, [[10, 11], [20, 21], [30]], deck=[50], discard=[60, 70, 80])
    play_all(match, "draw", "deal 50", "draw", "deal 60")
    luck, view = generator(3), match.view(2)
    for _ in range(50):
        twin = guessed(match, view, luck)
        assert all(twin.table.place[n - 1] in (HAND, HAND + 1) for n in (10, 11, 20, 21, 50))
        assert sum(twin.table.place[n - 1] == HAND + 1 for n in (60, 70, 80)) == 1
        assert sum(twin.table.place[n - 1] == Place.DECK for n in (60, 70, 80)) == 2


ENOUGH = 3000
"""Guesses that show every way of a small case."""


def guesses(match, seat):
    """How often each way to deal the unknown cards is guessed; fewer times while rules are interpreted."""
    luck, view, seen = generator(11), match.view(seat), Counter()
    unknown = [card for card in range(CARDS) if view.table.place[card] == Place.UNKNOWN]
    loops = engine(match.game, True)
    work = loops.workspace(view.box_array)
    work.rng[:] = luck
    for _ in range(ENOUGH if loops.is_compiled else 250):
        work.array["table"] = view.array
        loops.guess(work.structs, seat)
        seen[tuple(work.array["table"]["place"][0][unknown].tolist())] += 1
    return unknown, seen


def assert_likely(seen, chances):
    """Every way is guessed as often as it is likely."""
    times = sum(seen.values())
    assert set(seen) == set(chances) if times >= ENOUGH else set(seen) <= set(chances)
    for way, chance in chances.items():
        assert abs(seen[way] - times * chance) < 5 * np.sqrt(times * chance), (way, seen[way] / times, chance)


def assert_even(seen, ways):
    assert_likely(seen, dict.fromkeys(ways, 1 / len(ways)))


@pytest.mark.clause("ITD-19")
def test_guesses_are_as_frequent_as_all_deals_of_a_small_deck():
    match = position(3, [[10], [20, 21], [30]], deck=[50, 51, 52])
    unknown, seen = guesses(match, 0)
    assert [card + 1 for card in unknown] == [20, 21, 30, 50, 51, 52]
    slots = [HAND + 1, HAND + 1, HAND + 2, Place.DECK, Place.DECK, Place.DECK]
    assert_even(seen, set(itertools.permutations(slots)))


def test_guesses_are_the_same_compiled_and_interpreted():
    match = position(3, [[10], [20, 21], [30]], deck=[50, 51, 52])
    fast = Match(GAME, 3, nature="manual", compiled=True)
    fast.position.set_bytes(match.to_bytes())
    slow_luck, fast_luck = generator(4), generator(4)
    for _ in range(10):
        one = guessed(match, match.view(0), slow_luck)
        two = guessed(fast, fast.view(0), fast_luck)
        assert one.to_bytes() == two.to_bytes()


@pytest.mark.clause("ITD-19")
def test_guesses_after_a_shuffle_are_as_frequent_as_all_deals():
    match = position(3, [[10], [20], [30]], deck=[50], discard=[60, 61, 62])
    play_all(match, "draw", "deal 50", "draw", "deal 60")
    unknown, seen = guesses(match, 2)
    assert [card + 1 for card in unknown] == [10, 20, 50, 60, 61, 62]
    old = set(itertools.permutations([HAND, HAND, HAND + 1]))
    new = set(itertools.permutations([HAND + 1, Place.DECK, Place.DECK]))
    assert_even(seen, {a + b for a in old for b in new})


@pytest.mark.clause("ITD-19")
def test_guesses_keep_what_a_payer_knows():
    match = position(3, [[40, 60, 70, 80], [10], [20]], deck=[50], coast="advanced", shares={1: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60", "pay 80")
    unknown, seen = guesses(match, 0)
    assert [card + 1 for card in unknown] == [10, 20, 50]
    assert_even(seen, set(itertools.permutations([HAND + 1, HAND + 2, Place.DECK])))


@pytest.mark.clause("ITD-19", "ITD-4")
def test_guesses_fit_a_payment_under_way():
    match = position(3, [[1, 40, 50, 60], [10], [20]], deck=[70, 80], shares={1: {OCEAN: 2}})
    play_all(match, "buy 1", "pay 50")
    unknown, seen = guesses(match, 1)
    assert [card + 1 for card in unknown] == [20, 40, 60, 70, 80]
    slots = [HAND, HAND, HAND + 2, Place.DECK, Place.DECK]
    ways = {w for w in itertools.permutations(slots) if HAND in w[2:]}
    assert_even(seen, ways)


@pytest.mark.clause("ITD-19", "ITD-4")
def test_a_payment_that_chance_seldom_fits_is_made_to_fit():
    high = [95, 96, 97, 98, 99]
    match = position(3, [[1, 2, 40, *high], [30], [31]], deck=range(3, 30), shares={1: {OCEAN: 6}})
    play_all(match, "buy 1", "pay 40")
    view, luck = match.view(1), generator(5)
    for _ in range(3):
        twin = guessed(match, view, luck)
        assert set(high) < set(hand(twin, 0))
        assert twin.view(1).array.tobytes() == view.array.tobytes()
        assert twin.ids


@pytest.mark.clause("ITD-19", "ITD-24")
def test_an_onlooker_cannot_tell_of_which_shuffle_a_paid_card_is():
    """Ada has two old cards and a new one and pays two: the new one is paid two times of three."""
    views = []
    for paid in ("pay 60", "pay 70"):
        match = position(
            3,
            [[40, 60, 80], [10], [20]],
            deck=[50],
            discard=[70],
            turn=2,
            coast="advanced",
            shares={1: {OCEAN: 1}},
        )
        play_all(match, "draw", "deal 50", "expand coast 40")
        with arranged(match) as table:
            rules.leave_deck(table)
            rules.put_in_hand(table, 0, 69)
        play_all(match, "buy ocean from 2", paid, "pay 80")
        views.append(match.view(2))
    assert views[0].array.tobytes() == views[1].array.tobytes()
    unknown, seen = guesses(match, 2)
    assert [card + 1 for card in unknown] == [10, 60, 70, 80]
    ways = set(itertools.permutations([HAND, HAND + 1, HAND + 1, HAND + 1]))
    assert_likely(seen, {way: 1 / 3 if way[2] == HAND else 2 / 9 for way in ways})


@pytest.mark.clause("ITD-19")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_guess_can_be_played_on(players):
    rng, luck = Random(players), generator(players)
    match = Match(GAME, players, seed=4, compiled=True, options=ALL_ADVANCED)
    while not match.over:
        if rng.random() < 0.04:
            for seat in (STRANGER, *range(players)):
                twin = guessed(match, match.view(seat), luck)
                assert twin.ids
                twin.play(rng.choice(twin.ids))
        match.play(rng.choice(match.ids))


@pytest.mark.clause("ITD-19")
def test_whether_a_seat_is_asked_depends_only_on_what_everybody_sees():
    """On every guess of an onlooker the same seat acts in the same phase after the same public move."""
    rng, luck = Random(2), generator(2)
    match = Match(GAME, 3, seed=8, compiled=True, nature="manual", options=ALL_ADVANCED)
    while not match.over:
        move = rng.choice(match.ids)
        if match.actor != NATURE and rng.random() < 0.1:
            onlooker = (match.actor + 1) % 3
            for _ in range(3):
                twin = guessed(match, match.view(onlooker), luck)
                if move in twin.ids and not (match.table.payee >= 0 and match.table.due == 1):
                    real = match.at(len(match.history))
                    real.play(move)
                    twin.play(move)
                    assert (twin.actor, twin.table.phase) == (real.actor, real.table.phase)
        match.play(move)


# Every game ends


@pytest.mark.clause("ITD-21")
def test_who_only_draws_ends_by_emergencies_and_who_plays_by_the_deck():
    match = Match(GAME, 4, seed=1, compiled=True)
    while not match.over:
        match.play("draw" if "draw" in match.moves else match.ids[0])
    assert match.table.emergencies == 3  # two end the game, and the last turns bring one more
    assert match.table.emptied == 0
    match = Match(GAME, 4, seed=1, compiled=True)
    rng = Random(1)
    while not match.over:
        match.play(rng.choice(match.ids))
    assert match.table.emptied >= 2


@pytest.mark.clause("ITD-21")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("side", ["normal", "advanced"])
def test_random_games_end(players, side):
    times = 200 if engine(fathom5.find_game(GAME), True).is_compiled else 1
    outcome = fathom5.simulate(GAME, players, times, jobs=1, options=dict.fromkeys(NAMES, side))
    assert outcome.games == times
    assert outcome.longest < 600


# The first and the last of everything


@pytest.mark.clause("ITD-11", "ITD-12", "ITD-17")
def test_ocean_and_wildlife_reach_the_first_and_the_last_card_and_company():
    match = position(3, [[40], [2], [3]], columns={OCEAN: [1], WILDLIFE: [5, 100]})
    table, moves = match.table, np.zeros(500, np.int64)
    n = abilities.clean_up(table, moves, 0)
    assert moves[:n].tolist() == [encode(Remove(card)) for card in (0, 4, 99)]
    elsewhere = [(0, 1), (0, 2), (0, 3), (99, 0), (99, 1), (99, 2), (99, 3)]
    n = abilities.clean_up_last(table, moves, 0)
    removed = [encode(Remove(card)) for card in (0, 99)]
    assert moves[:n].tolist() == [*removed, *(encode(MoveCard(*move)) for move in elsewhere)]
    n = abilities.watch(table, match.box, moves, 0)
    watched = sorted([*elsewhere, *((4, company) for company in range(COMPANIES))])
    assert moves[:n].tolist() == [encode(MoveCard(*move)) for move in watched]
    match = position(3, [[40], [2], [3]], columns={OCEAN: [1, 5, 6, 100]})
    assert [card + 1 for card in range(CARDS) if abilities.is_recent(match.table, match.box, card)] == [
        5,
        6,
        100,
    ]


@pytest.mark.clause("ITD-15", "ITD-17")
def test_coast_and_wildlife_reach_the_first_and_the_last_card_of_a_hand():
    match = position(3, [[1, 100], [2], [3]], columns={OCEAN: [50], PEARL: [60, 70]})
    table, moves = match.table, np.zeros(500, np.int64)
    n = abilities.explore_anywhere(table, moves, 0)
    laid = [(0, 0), (0, 1), (0, 3), (0, 4), *((99, company) for company in range(COMPANIES))]
    assert moves[:n].tolist() == [encode(Expand(*move)) for move in laid]
    for issued, bought in ((0, (0, 99)), (3, (0, 99)), (4, ()), (5, ())):
        for company in range(COMPANIES):
            table.columns[company].issued = issued
        n = abilities.buy_cheaper(table, match.box, moves, 0)
        assert moves[:n].tolist() == [encode(Buy(card)) for card in bought]


@pytest.mark.clause("ITD-16")
def test_the_first_and_the_last_portfolio_can_be_taken_from():
    shares = {0: {OCEAN: 1}, 1: {TREASURE: 1}, 2: {WILDLIFE: 1}, THIRD: {COAST: 1}}
    for turn in range(3):
        match = position(3, [[1, 2], [3, 4], [5, 6]], shares=shares, turn=turn)
        moves = np.zeros(500, np.int64)
        n = abilities.take_over(match.table, match.box, moves, 0)
        owned = [(0, OCEAN), (1, TREASURE), (2, WILDLIFE), (THIRD, COAST)]
        assert moves[:n].tolist() == [encode(TakeOver(*share)) for share in owned if share[0] != turn]
    for owner, company in ((0, OCEAN), (THIRD, WILDLIFE), (2, PEARL)):
        match = position(3, [[1, 2], [3, 4], [5, 6]], shares={owner: {company: 1}}, turn=1)
        assert abilities.takeover_is_possible(match.table, match.box)
        match.table.columns[company].issued = 3
        assert not abilities.takeover_is_possible(match.table, match.box)
    match = position(3, [[1, 2], [3, 4], [5, 6]], shares={1: {OCEAN: 1}}, turn=1)
    assert not abilities.takeover_is_possible(match.table, match.box)


@pytest.mark.clause("ITD-13")
def test_one_share_of_treasure_is_most_where_nobody_has_two():
    match = position(3, [[1], [2], [3]])
    table = match.table
    assert abilities.largest_holding(table, TREASURE) == 0
    abilities.share_treasure(table)
    assert [table.investors[seat].owed for seat in range(3)] == [0, 0, 0]
    table.shares[0, TREASURE] = 1
    abilities.share_treasure(table)
    assert [table.investors[seat].owed for seat in range(3)] == [1, 0, 0]
    table.shares[2, TREASURE] = 1
    abilities.share_treasure(table)
    assert [table.investors[seat].owed for seat in range(3)] == [2, 0, 1]
    table.shares[0, TREASURE] = 2
    assert abilities.largest_holding(table, TREASURE) == 2
    table.shares[THIRD, TREASURE] = 3
    assert abilities.largest_holding(table, TREASURE) == 3


@pytest.mark.clause("ITD-14")
def test_pearl_looks_at_the_first_and_the_last_company():
    for company in range(COMPANIES):
        match = position(3, [[1], [2], [3]], columns={company: range(10, 20)}, pearl="advanced")
        assert abilities.worth(match.table, match.box, PEARL) == 10 - match.box.pearl_less


@pytest.mark.clause("ITD-11", "ITD-12", "ITD-15", "ITD-17")
def test_an_ability_is_offered_from_the_number_of_cards_it_costs():
    match = position(3, [[1], [2], [3]])
    table, box = match.table, match.box
    least = {
        (OCEAN, 0): box.clean_up[0],
        (OCEAN, 1): box.clean_up[1],
        (COAST, 0): 1,
        (WILDLIFE, 0): box.watching,
        (WILDLIFE, 1): 1,
    }
    for (company, advanced), needed in least.items():
        table.company, table.columns[company].advanced = company, advanced
        for count in range(5):
            table.investors[0].cards = count
            assert abilities.can_be_used(table, box) == (count >= needed), (company, advanced, count)


@pytest.mark.clause("ITD-9")
def test_the_whole_pile_becomes_the_deck_bonus_cards_too():
    match = position(3, [[10], [20], [30]], deck=[50], discard=[1, 70, 100])
    table = match.table
    table.bonus_discard = 2
    cards.leave_deck(table)
    assert (table.deck, table.bonus_deck, table.discard, table.bonus_discard) == (3, 2, 0, 0)
    assert (table.shuffles, table.emptied, table.ending) == (1, 1, 0)
    assert [table.place[n - 1] for n in (1, 70, 100)] == [Place.DECK] * 3
    assert [card + 1 for card in range(CARDS) if table.shuffle[card]] == [1, 70, 100]
    cards.reshuffle(table)  # there is nothing to shuffle
    assert (table.deck, table.bonus_deck, table.shuffles) == (3, 2, 1)
    cards.run_out(table)
    assert (table.emptied, table.ending) == (2, 1)
    table.emptied, table.shuffles, table.discard = CARDS, SHUFFLES - 1, 1
    table.place[0] = Place.DISCARD
    cards.run_out(table)
    assert (table.emptied, table.shuffles, table.shuffle[0], table.deck) == (
        CARDS,
        SHUFFLES - 1,
        SHUFFLES - 1,
        1,
    )
    for deck, bonus, pile, drawn, left in ((0, 0, 1, True, 1), (0, 1, 1, True, 0), (0, 1, 0, False, 0)):
        table.deck, table.bonus_deck, table.discard, table.bonus_discard = deck, bonus, pile, 0
        assert cards.can_draw(table) == drawn
        assert table.deck == left
    table.deck, table.bonus_deck, table.discard, table.emptied = 1, 1, 2, 0
    cards.leave_deck(table)  # a bonus card is left
    assert (table.deck, table.emptied, table.discard) == (0, 0, 2)


@pytest.mark.clause("ITD-7")
def test_cards_close_up_where_one_is_lifted():
    for lifted in (5, 10, 15, 20):
        match = position(3, [[1], [2], [3]], columns={PEARL: [5, 10, 15, 20]})
        cards.lift(match.table, lifted - 1)
        left = [number for number in (5, 10, 15, 20) if number != lifted]
        lane = match.table.columns[PEARL]
        assert [int(lane.cards[i]) for i in range(5)] == [*(number - 1 for number in left), 0, 0]
        assert (lane.depth, lane.last) == (3, left[-1] - 1)
    match = position(3, [[1], [2], [3]], columns={PEARL: [5]})
    cards.lift(match.table, 4)
    assert (match.table.columns[PEARL].depth, match.table.columns[PEARL].last) == (0, -1)
    assert not cards.may_explore(position(3, [[1]], columns={PEARL: [5]}).table, PEARL, 4)


@pytest.mark.clause("ITD-24")
def test_cards_that_enter_and_leave_a_hand_are_noted_while_there_is_room():
    table = position(3, [[1], [2], [3]]).table
    table.noted, table.shuffle[59] = 0, 2
    cards.put_in_hand(table, 1, 59)
    assert (table.place[59], table.investors[1].cards) == (HAND + 1, 2)
    table.known_by[59] = 5
    cards.leave_hand(table, 1, 59)
    assert (table.known_by[59], table.investors[1].cards) == (0, 1)
    notes = [table.notes[i] for i in range(2)]
    assert [(n.giver, n.taker, n.card, n.shuffle) for n in notes] == [(-1, 1, -1, 2), (1, -1, 59, 2)]
    table.noted = NOTES - 1
    cards.note(table, 2, 1, 7, 1)
    assert table.noted == NOTES
    last = table.notes[NOTES - 1]
    assert (last.giver, last.taker, last.card, last.shuffle) == (2, 1, 7, 1)
    cards.note(table, 1, 2, 8, 0)
    assert (table.noted, last.card) == (NOTES, 7)


@pytest.mark.clause("ITD-19")
def test_a_secret_payment_hides_the_first_and_the_last_card_and_note():
    match = position(3, [[1, 100], [2], [3]])
    table = match.table
    assert [knowledge.eye(seat) for seat in (0, 4, STRANGER)] == [1, 16, 32]
    table.known_by[0] = table.known_by[99] = 63
    knowledge.forget(table, 0, 1)
    assert (table.known_by[0], table.known_by[99]) == (2, 2)
    table.noted, table.paid_unseen = 0, 1
    cards.note(table, 0, 1, 5, 3)
    assert knowledge.is_payment(table.notes[0])
    knowledge.hide(table, match.box, 2)
    assert (table.notes[0].card, table.notes[0].shuffle, table.known_by[0]) == (-1, 0, 0)
    table.notes[0].giver = -1
    assert not knowledge.is_payment(table.notes[0])


@pytest.mark.clause("ITD-9")
def test_a_deck_with_as_many_bonus_cards_has_not_run_out():
    table = position(3, [[10], [20], [30]], deck=[50, 51], discard=[1]).table
    table.bonus_deck = 1
    cards.leave_deck(table)
    assert (table.deck, table.emptied) == (1, 0)
    cards.throw_away(table, 1)
    assert table.discard == 2


# Its bot and its words


@pytest.mark.parametrize("bots", [["seal", "random"], ["random", "seal"]])
def test_the_seal_beats_a_random_player(bots):
    outcome = fathom5.simulate(GAME, 2, 300, bots=bots, jobs=1)
    assert outcome.win_share[bots.index("seal")] > 0.9


@pytest.mark.parametrize("seat", range(4))
def test_the_seal_beats_three_random_players(seat):
    bots = ["random"] * 4
    bots[seat] = "seal"
    outcome = fathom5.simulate(GAME, 4, 200, bots=bots, jobs=1)
    assert outcome.win_share[seat] > 0.7


def test_the_seal_is_given_a_view():
    assert fathom5.find_game(GAME).spec.has_secrets
    match = Match(GAME, 3, seed=2, compiled=True)
    move = find_bot("seal", 1)(match.view(match.actor))
    assert move in match.ids


def test_an_emergency_in_the_last_turns_is_told_too():
    match = Match(GAME, 3, seed=3, compiled=True)
    while not match.over:
        match.play("draw" if "draw" in match.moves else match.ids[0])
    assert sum(sentence.startswith("Everybody has drawn") for sentence in match.told()) == 3


def test_the_last_free_share_is_told():
    match = dealt(3)
    for card in range(50, 56):
        match.play(f"turn up {card}")
    for card in range(50, 55):
        since = len(match.history)
        match.play(f"take {card}")
    first, last = OF[53].capitalize(), OF[54].capitalize()
    told = [f"Ben takes 54 ({first}).", f"The last one is left to Cleo: 55 ({last})."]
    assert match.told(since=since) == told


def test_a_whole_hand_discarded_is_told_card_by_card():
    match = position(3, [[1, 40, 41], [20], [30]], shares={1: {OCEAN: 2}})
    before, move = match.view(1), match.find("buy 1")
    match.play(move)
    assert words.tell(before, before.decoded(move), match.view(1)) == [
        "Ada buys 1 (Ocean). It costs 2 cards.",
        f"Ada discards 40 ({OF[39].capitalize()}).",
        f"Ada discards 41 ({OF[40].capitalize()}).",
    ]


def test_a_whole_hand_paid_to_a_player_is_told_to_both_and_counted_by_others():
    hands = [[40, 60, 70], [10], [20]]
    told = []
    for seat in (0, 1, 2, STRANGER):
        match = position(3, hands, coast="advanced", shares={1: {OCEAN: 2}})
        match.play("expand coast 40")
        before, move = match.view(seat), match.find("buy ocean from 2")
        match.play(move)
        told.append(words.tell(before, before.decoded(move), match.view(seat)))
    cost = "Ada buys a share of Ocean from Ben. It costs 2 cards."
    cards = [f"Ada pays {n} ({OF[n - 1].capitalize()}) to Ben." for n in (60, 70)]
    assert told[0] == told[1] == [cost, *cards]
    assert told[2] == told[3] == [cost, "Ada pays the whole hand to Ben: 2 cards."]


def test_a_deck_that_runs_out_is_told_whether_or_not_there_is_something_to_shuffle():
    match = position(3, [[1, 40, 41], [20], [30]], deck=[50], shares={1: {OCEAN: 1}}, turn=2)

    def told(move):
        before, move = match.view(), match.find(move)
        match.play(move)
        return words.tell(before, before.decoded(move), match.view())

    told("draw")
    assert told("deal 50")[1:] == ["The deck has run out, and there is nothing to shuffle."]
    told("buy 1")
    told("pay 40")
    assert told("draw") == ["Ben draws a card.", "The discard pile is shuffled and becomes the deck."]
    assert told("deal 40")[-2] == "The deck has run out, and there is nothing to shuffle."


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("take 5", "Setup 3.2"),
        ("skip", "Turn 2"),
        ("pay 10", "Buying 3"),
        ("buy pearl from 2", "Coast advanced 1"),
        ("move 10 to pearl", "Ocean advanced, Wildlife normal 1"),
        ("deal 10", "Setup 2.1"),
        ("expand pearl 77", "Expanding 1"),
    ],
)
def test_why_names_the_clause(said, clause):
    match = position(3, [[10, 20], [], []])
    assert match.view(0).why(said).endswith(f"({clause}).")


def test_moves_are_understood_in_french_too():
    match = position(3, [[10, 20], [], []])
    assert match.find("piocher") == match.find("draw")
    assert match.find("agrandir perle 20") == match.find("expand pearl 20")
    assert match.find("acheter 10") == match.find("buy 10")


def test_takeover_price_and_worth_are_plain_numbers():
    match = position(3, [[], [], []], shares={0: {OCEAN: 5}})
    assert abilities.takeover_price(match.table, match.box, OCEAN) == 5
    assert abilities.takeover_price(match.table, match.box, PEARL) == 2


def test_the_board_says_what_treasure_would_pay_next():
    shares = {0: {TREASURE: 1}, 1: {TREASURE: 3}}
    normal = position(3, [[10], [], []], columns={TREASURE: [12]}, shares=shares).view(0).svg()
    assert "from 20, you 1" in normal
    assert ">+5<" in normal
    advanced = position(3, [[10], [], []], columns={TREASURE: [12]}, shares=shares, treasure="advanced")
    assert ">+6<" in advanced.view(0).svg()
    assert "from 20, you 3" in advanced.view(0).svg()


@pytest.mark.parametrize("players", [2, 5])
def test_every_open_move_is_a_button_on_the_board(players):
    rng = Random(players)
    match = Match(GAME, players, seed=6, compiled=True, options=dict.fromkeys(NAMES, "random"))
    while not match.over:
        if rng.random() < 0.3:
            drawn = match.view(match.actor).svg()
            assert all(drawn.count(f'data-move="{move}"') == 1 for move in match.ids)
        match.play(rng.choice(match.ids))
