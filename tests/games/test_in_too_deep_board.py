"""In Too Deep on the board and beside it: picking up, paying, what is told to whom."""

import re

from tests.games.test_in_too_deep import GAME, arranged, play_all, position

from fathom5 import STRANGER, Match
from fathom5.core import encode
from fathom5.games.in_too_deep.table import (
    HAND,
    THIRD,
    Buy,
    Company,
    Draw,
    Expand,
    Pay,
    Phase,
    Remove,
    TakeOver,
)
from fathom5.server.offers import basket_moves, offers

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company


def part(drawn: str, name: str) -> str:
    """A group of a drawing, from its id to where the next place begins."""
    return re.search(rf'id="{name}".*?(?=<g [^>]*class="can"|$)', drawn, re.S)[0]


def picked(drawn: str) -> set[str]:
    return set(re.findall(r'data-pick="([^"]+)"', drawn))


def places_for(drawn: str, pick: str) -> set[int]:
    found = re.findall(r'data-move="(\d+)"[^>]*data-for="([^"]+)"', drawn)
    return {int(move) for move, name in found if name == pick}


# Choose, then place


def test_a_card_is_picked_up_and_its_places_are_the_lanes_and_the_shelf():
    match = position(3, [[40, 60], [20], [30]], columns={PEARL: [50]})
    drawn = match.view(0).svg()
    assert picked(drawn) == {"card-39", "card-59"}
    lanes = {encode(Expand(39, company)) for company in Company if company != PEARL}
    assert places_for(drawn, "card-39") == {*lanes, encode(Buy(39))}


def test_what_leads_to_one_move_is_done_at_once_and_says_what_it_is():
    match = position(3, [[40, 60], [20], [30]], columns={company: [70 + company] for company in Company})
    drawn = match.view(0).svg()
    assert not picked(drawn)
    assert "buy for 0" in part(drawn, f"can-{encode(Buy(39))}")


def test_a_depth_card_that_can_be_moved_or_discarded_is_picked_up():
    match = position(3, [[40, 60], [20], [30]], ocean="advanced", columns={PEARL: [50]})
    play_all(match, "expand ocean 40")
    drawn = match.view(0).svg()
    assert picked(drawn) == {"card-39", "card-49"}
    assert encode(Remove(49)) in places_for(drawn, "card-49")
    assert [each.name for each in offers(match.view(0)).picks] == ["40 below Ocean", "50 below Pearl"]


def test_of_a_take_over_the_company_is_picked_up_then_the_owner():
    match = position(
        3, [[40, 60, 70, 80], [20], [30]], coast="advanced", shares={1: {OCEAN: 1}, 2: {OCEAN: 1}}
    )
    play_all(match, "expand coast 40")
    for drawn in (match.view(0).svg(), match.view(0).upright()):
        assert picked(drawn) == {"company-0"}
        owners = {encode(TakeOver(1, OCEAN)), encode(TakeOver(2, OCEAN))}
        assert places_for(drawn, "company-0") == owners


def test_a_page_offers_no_more_than_a_dozen_things_at_first():
    match = position(3, [[*range(40, 51)], [20], [30]])
    offered = offers(match.view(0))
    assert len(offered.plain) + len(offered.picks) == 12
    assert len(offered.all) > 50


# Paying


def test_any_cards_are_ticked_and_paid_in_the_order_of_the_rules():
    match = position(3, [[40, 60, 70, 80, 90], [20], [30]], shares={1: {PEARL: 3}})
    pearl = next(card for card in (39, 59, 69, 79, 89) if match.box.cards[card] == PEARL)
    match.play(Buy(pearl))
    view = match.view(0)
    basket = view.basket()
    assert (basket.count_low, basket.count_high) == (3, 3)
    held = [card for card in (39, 59, 69, 79, 89) if card != pearl]
    assert list(basket.items) == [encode(Pay(card)) for card in held]
    chosen = [encode(Pay(card)) for card in (held[3], held[0], held[2])]
    for move in basket_moves(view, chosen):
        match.play(move)
    assert match.table.place[held[1]] == HAND
    assert match.table.shares[0, PEARL] == 1


def test_what_is_left_to_pay_is_chosen_from_the_cards_that_may_still_follow():
    match = position(3, [[40, 41, 70, 80, 90], [20], [30]], columns={OCEAN: [10]})
    play_all(match, "expand ocean 90", "remove 10", "pay 40")
    assert list(match.view(0).basket().items) == [encode(Pay(card)) for card in (40, 69, 79)]


def test_every_card_that_can_be_ticked_has_its_place_on_both_boards():
    match = position(3, [[40, 60, 70, 80, 90], [20], [30]], shares={1: {PEARL: 3}})
    match.play(
        next(move for move in match.view(0).open_moves if match.box.cards[getattr(move, "card", 0)] == PEARL)
    )
    view = match.view(0)
    for drawn in (view.svg(), view.upright()):
        assert {f'data-move="{move}"' in drawn for move in view.basket().items} == {True}


# What is told beside the board


def test_holdings_are_cards_and_shares():
    match = position(3, [[40, 60], [20], [30]], shares={0: {PEARL: 2, COAST: 1}})
    held = match.view(1).holdings(0)
    assert [each.text for each in held] == ["2", "2", "1"]
    assert [each.label for each in held] == ["2 cards in hand", "2 shares of Pearl", "1 share of Coast"]


def test_only_whoever_draws_a_card_is_shown_which():
    match = position(3, [[40, 60], [20], [30]])
    play_all(match, "draw", "deal 77")
    assert [each.text for each in match.moments(0) if each] == ["You draw 77 (Treasure)."]
    assert not any(match.moments(1))
    assert not any(match.moments(STRANGER))


def test_a_share_that_changes_hands_is_something_big():
    match = position(2, [[40, 60, 70, 80], [20]], coast="advanced", shares={THIRD: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from third")
    assert match.moments(1)[-1].text == "Ada takes a share of Ocean from the third player."
    assert match.moments(1)[-1].kind == "bite"


def test_a_preview_of_drawing_tells_when_the_end_begins():
    match = position(2, [[40], [20]], deck=[63])
    assert match.view(0).preview(Draw()) == "1 card is in the deck."
    with arranged(match) as table:
        table.emptied = 1
    assert match.view(0).preview(Draw()).endswith("It is the last one: the end begins.")
    with arranged(match) as table:
        table.draws, table.emergencies = 1, 1
    assert (
        match.view(0)
        .preview(Draw())
        .endswith("each gets 2 more. For the second time running: the end begins.")
    )


def test_a_preview_of_expanding_tells_dividends_and_what_may_be_done_then():
    match = position(3, [[40, 60, 70], [20], [30]], shares={1: {OCEAN: 2}})
    told = match.view(0).preview(Expand(39, OCEAN))
    assert told == (
        "Ocean: then 1 deep; your shares: 0. Dividends in cards: Ben 2. "
        "Then you may: 2 cards: discard a depth card."
    )
    assert match.view(0).is_final(Expand(39, OCEAN))
    assert not match.view(0).is_final(Expand(39, PEARL))


def test_the_position_in_sentences_has_everything_that_is_seen_and_names_as_they_are_written():
    names = ["Wolfgang Amadeus", "de la Mer", "Cleo"]
    match = Match(GAME, 3, seed=4, names=names, compiled=False)
    while match.table.phase == Phase.DRAFT:
        match.play(match.ids[0])
    view = match.view(match.actor)
    twin = {section.title: section.lines for section in view.twin()}
    assert [*twin][1:6] == ["Ocean", "Treasure", "Pearl", "Coast", "Wildlife"]
    assert any(line.startswith("1, Wolfgang Amadeus: ") for line in twin["Portfolios"])
    assert len(twin["Your hand"]) == view.table.investors[view.seat].cards
    assert "Your hand" not in {section.title for section in match.view(STRANGER).twin()}
    assert not re.search("|".join(names), view.svg() + view.upright())
