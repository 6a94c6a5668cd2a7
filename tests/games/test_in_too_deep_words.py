"""In Too Deep in words: why something is not possible, and what is told when it happens."""

from random import Random

import pytest
from tests.games.test_in_too_deep import GAME, play_all, position

from fathom5 import NATURE, Match
from fathom5.games.in_too_deep.table import (
    CARDS,
    HAND,
    NAMES,
    THIRD,
    BonusCard,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Pay,
    Phase,
    Remove,
    ShowSide,
    Skip,
    Take,
    TakeOver,
    TurnUp,
)
from fathom5.testing import impossible_moves
from fathom5.text.language import speaking

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = Company


def in_hand(view, number):
    return 1 <= number <= CARDS and view.table.place[number - 1] == HAND + view.seat


def wanted(view, text, kind):
    """The clauses that forbid what is asked, worked out from the table."""
    table = view.table
    number = next((int(word) for word in text.split() if word.isdigit()), 0)
    if kind in (TurnUp, BonusCard, ShowSide):
        return {TurnUp: "Setup 2.1", BonusCard: "Two 4", ShowSide: "Setup 1.2"}[kind]
    if kind is Pay:
        return "ITD-4" if table.phase == Phase.PAY and in_hand(view, number) else "Buying 3"
    if table.phase == Phase.PAY:
        return "Abilities 2" if kind is Skip else "ITD-4"
    if table.phase == Phase.DRAFT or kind is Take:
        return "Setup 3.2"
    if kind in (Skip, Draw):
        return "Turn 2"
    if table.phase == Phase.TURN:
        return wanted_in_turn(view, kind, number)
    return wanted_of_ability(view, text, kind, number)


def wanted_in_turn(view, kind, number):
    if kind is Expand:
        return "Expanding 1" if number and not in_hand(view, number) else "Expanding 2"
    side = "advanced" if view.table.columns[OCEAN].advanced else "normal"
    return {
        Buy: "Buying 7",
        Remove: f"Ocean {side}",
        MoveCard: "Ocean advanced, Wildlife normal 1",
        TakeOver: "Coast advanced 1",
    }[kind]


def wanted_of_ability(view, text, kind, number):
    table = view.table
    used = (table.company, bool(table.columns[table.company].advanced))
    last = [column.last + 1 for column in table.columns]
    if kind is Buy:
        if used == (COAST, True):
            return "Coast advanced 1"
        if used == (COAST, False):
            return "Buying 7, Coast normal 1" if in_hand(view, number) else "Buying 7"
        return "Turn 2"
    if kind is Expand:
        if used == (WILDLIFE, True):
            return "Wildlife advanced 2" if in_hand(view, number) else "Wildlife advanced 1"
        return "Turn 2"
    if kind is MoveCard and used == (OCEAN, True):
        return "ITD-12" if number in last else "Ocean advanced"
    if kind is MoveCard and used == (WILDLIFE, False):
        company = next((i for i, name in enumerate(NAMES) if name in text), -1)
        recent = [
            column.cards[i] + 1
            for column in table.columns
            for i in range(max(0, column.depth - 3), column.depth)
        ]
        stays = company >= 0 and last[company] == number
        return "Wildlife normal 2" if number in recent and not stays else "Wildlife normal 1"
    if kind is TakeOver and used == (COAST, True):
        owner = THIRD if "third" in text else number - 1
        company = next((i for i, name in enumerate(NAMES) if name in text), -1)
        theirs = 0 <= owner != view.seat and company >= 0 and table.shares[owner, company]
        return "Coast advanced 3, Coast advanced 4" if theirs else "Coast advanced 1"
    return wanted_in_turn(view, kind, number)


@pytest.mark.parametrize("sides", ["normal", "advanced"])
@pytest.mark.parametrize("players", [2, 3])
def test_why_cites_the_clause_that_forbids_it(players, sides):
    rng, kinds = Random(players), set()
    for seed in range(3):
        match = Match(GAME, players, seed=seed, compiled=True, options=dict.fromkeys(NAMES, sides))
        while not match.over:
            view = match.view(match.actor)
            for text, named in impossible_moves(view, rng) if rng.random() < 0.4 else ():
                clause = wanted(view, text, named.kind)
                assert view.why(text).endswith(f" ({clause})."), (text, view.why(text), clause)
                kinds.add((named.kind, int(view.table.phase)))
            usable = [number for number in match.ids if rng.random() < 0.5 or match.table.phase != Phase.TURN]
            match.play(rng.choice(usable or match.ids))
    assert {Buy, Pay, Take, Remove, Expand, MoveCard, TakeOver, Skip, Draw} <= {kind for kind, _ in kinds}


# What is told


def test_a_bonus_card_that_waits_is_told_when_it_is_met_and_when_it_is_carried_out():
    match = position(2, [[10], [20]], shares={THIRD: {WILDLIFE: 2}}, bonus=5)
    play_all(match, "draw", "bonus")
    assert match.told()[-1] == "A bonus card: 4 cards are drawn for the third player."
    play_all(match, "turn up 63", "bonus")
    assert match.told()[-1] == "Another bonus card: it waits until this one is done."
    play_all(match, "turn up 41", "turn up 77", "turn up 1")
    assert match.told()[-3:] == [
        "The third player gets a share of Wildlife.",
        "Wildlife goes down to 1.",
        "Now the bonus card that waited: 4 cards are drawn for the third player.",
    ]


def test_bonus_cards_that_wait_in_vain_are_told():
    match = position(2, [[10], [20]], shares={THIRD: {WILDLIFE: 2}}, deck=[63], bonus=3)
    play_all(match, "draw", "bonus", "bonus", "bonus", "turn up 63")
    assert match.told().count("The bonus card that waited finds nothing to draw.") == 2


def test_figures_in_sentences_come_from_the_box():
    changes = {"emergency": 1, "clean_up.0": 1, "drawn_for_third": 3, "pearl_more": 7}
    match = Match(GAME, 3, seed=1, compiled=False, box=changes)
    assert "1 card: discard a depth card" in match.view(0).text()
    assert "7 points more a share" in match.view(0).text()
    with speaking("fr"):
        assert "1 carte : défausser une profondeur" in match.view(0).text()


def test_a_share_of_the_third_player_is_bought_in_good_french():
    match = position(2, [[40, 60, 70, 80], [20]], coast="advanced", shares={THIRD: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from third")
    with speaking("fr"):
        assert match.told()[-1] == "Ada achète une action Océan au troisième joueur. Cela coûte 2 cartes."
        assert match.view(0).ask() == "Choisissez 2 cartes à défausser. Vous pouvez encore passer."


# The terminal


def test_the_board_in_text_names_seats_prices_abilities_and_dividends():
    match = position(
        3, [[40, 60], [20], [30]], columns={PEARL: [7]}, shares={1: {PEARL: 2}, 2: {TREASURE: 1}}
    )
    shown = match.view(0).text()
    assert "costs 2, counts 3   7" in shown
    assert "from 10 on pays: Ben +2" in shown
    assert "who has most: 1 card more; first card pays: Cleo +2" in shown
    assert " 2 Ben " in shown
    assert max(map(len, shown.splitlines())) <= 90


def test_cards_known_in_other_hands_are_listed():
    match = position(3, [[40, 60, 70, 80], [20], [30]], coast="advanced", shares={1: {OCEAN: 2}})
    play_all(match, "expand coast 40", "buy ocean from 2", "pay 60", "pay 80")
    assert "known in hand: 60 (Ocean), 80 (Wildlife)" in match.view(0).text()
    assert "known in hand" not in match.view(2).text()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_board_in_text_fits_a_terminal_all_game_long(language):
    rng = Random(1)
    match = Match(GAME, 5, seed=1, compiled=True)
    with speaking(language):
        while not match.over:
            for seat in range(5) if rng.random() < 0.05 else ():
                assert max(map(len, match.view(seat).text().splitlines())) <= 90
            match.play(rng.choice(match.ids))
    assert match.actor != NATURE
