"""Deeper on the page: names of tiles, picking up, warnings, holdings, moments, the board in words."""

import re

import pytest

from fathom5.games.deeper import board, guide, sea, words
from fathom5.games.deeper import table as kinds
from fathom5.games.deeper.table import RESOURCES, ROWS, Card, Resource, Upgrade
from fathom5.testing import arranged, go_on
from fathom5.text.language import speaking
from games.test_deeper import at, begun, below_hatch, built, carry, in_hand, put, shelve, to_market, upgraded


def moves_of(match, kind):
    return [
        name for move, name in zip(match.view(0).open_moves, match.moves, strict=True) if type(move) is kind
    ]


def test_tiles_are_named_by_what_they_hold_and_only_twins_are_numbered():
    match = begun(script="Ada: swim down")
    to_market(match, "20c", "60f", "60d", "60k")
    table, box = match.table, match.box
    assert [words.tile_name(table, box, slot) for slot in range(4)] == [
        "2 fish",
        "2 titanium, 2 quartz, rock: down, number 1",
        "2 titanium, 2 quartz, rock: up",
        "2 titanium, 2 quartz, rock: down, number 2",
    ]
    assert "explore down: 2 fish" in match.moves
    assert len(set(match.moves)) == len(match.moves)
    assert not re.search(r"\b\d+[a-n]\b", " ".join(match.moves).replace("0m", ""))


def test_a_tile_may_still_be_called_by_its_code_as_in_earlier_records():
    for language, spoken in (("en", "explore 20c down"), ("fr", "explorer 20c vers le bas")):
        match = begun(script="Ada: swim down")
        to_market(match, "20c")
        with speaking(language):
            assert match.view(0).find(spoken) == match.find("explore down: 2 fish")


@pytest.mark.parametrize("draw", [board.svg, board.upright], ids=["desk", "phone"])
def test_a_tile_of_the_market_is_picked_up_and_has_a_ghost_wherever_it_fits(draw):
    match = begun(script="Ada: swim down")
    to_market(match, "20c")
    view = match.view(0)
    drawn = draw(view)
    ghosts = set(map(int, re.findall(r'data-move="(\d+)" data-for="slot-0"', drawn)))
    laid = {
        move
        for move, made in zip(view.ids, view.open_moves, strict=True)
        if isinstance(made, kinds.Explore | kinds.Terraform)
    }
    assert ghosts == laid
    assert len(ghosts) >= 3
    assert 'data-pick="slot-0"' in drawn
    assert words.pick(view, "slot", 0) == "2 fish"


def test_the_sea_follows_the_pawn_whose_turn_it_is():
    match = begun(4)
    for row in (2, 3, 4, 5, 6):
        put(match, f"20{'cdefg'[row - 2]}", below_hatch(match, row))
    homes = board.svg(match.view(0))
    at(match, below_hatch(match, 6))
    deep = board.svg(match.view(0))
    shift = r'id="sea" class="piece" style="transform:translate\(([-\d.]+)px,([-\d.]+)px\)'
    (x, y), (x_deep, y_deep) = (map(float, re.search(shift, drawn).groups()) for drawn in (homes, deep))
    assert y_deep < y
    assert x_deep == x
    at(match, below_hatch(match, 1, seat=3), seat=3)
    with arranged(match) as table:
        table.turn, table.actor = 3, 3
    assert float(re.search(shift, board.svg(match.view(3))).group(1)) < x


# What is fatal or final


def test_ending_the_turn_without_air_says_that_it_drowns():
    match = begun()
    at(match, below_hatch(match, 1), air=0)
    view = match.view(0)
    assert view.warning(kinds.Breathe()) == "end turn and drown"
    assert not view.warning(kinds.Swim(0))
    go_on(match, "Ada: gather coral")
    view = match.view(0)
    assert view.warning(kinds.Gather(Resource.KELP)) == "gather kelp and drown"
    assert not view.warning(kinds.Swim(0)), "home is next"
    assert "End turn and drown" in board.svg(view)
    at(match, below_hatch(match, 1), air=1)
    assert not any(match.view(0).warning(move) for move in match.view(0).open_moves)


def test_where_drowning_cannot_be_helped_only_the_end_of_the_turn_says_so():
    match = begun()
    put(match, "20c", below_hatch(match, 2))
    put(match, "20e", below_hatch(match, 3))
    at(match, below_hatch(match, 3), air=0)
    go_on(match, "Ada: gather 1 fish")
    view = match.view(0)
    assert [move for move in view.open_moves if view.warning(move)] == [kinds.Breathe()]


def test_stopping_short_of_home_with_fins_says_that_it_drowns():
    match = begun()
    upgraded(match, Upgrade.FINS)
    put(match, "20c", below_hatch(match, 2))
    at(match, below_hatch(match, 2), air=0)
    with arranged(match) as table:
        table.actions = 1
    go_on(match, "Ada: swim up")
    view = match.view(0)
    assert view.warning(kinds.Decline()) == "stop and drown"
    assert not view.warning(kinds.Swim(0))


def test_the_last_rocket_card_says_that_it_ends_the_game_and_with_what_points():
    match = begun()
    built(match, Card.RADIO)
    shelve(match, kelp=1, coral=1)
    assert not match.view(0).warning(kinds.BuildRocket(0))
    with arranged(match) as table:
        table.rockets_left = 1
    view = match.view(0)
    assert view.warning(kinds.BuildRocket(0)) == "build hull and end the game"
    assert "the game ends at once. Points: Ada 6, Ben 0." in view.preview(kinds.BuildRocket(0))


# What players hold


def test_holdings_tell_air_and_what_is_carried_and_nothing_secret():
    match = begun()
    carry(match, fish=2, kelp=1)
    in_hand(match, Card.GARDEN)
    held = guide.holdings(match.view(1), 0)
    assert [(each.text, each.label) for each in held] == [
        ("4/4", "4 of 4 air"),
        ("3/4", "in the bag: 2 fish, kelp (3 of 4)"),
        ("0/4", "in the store: nothing (0 of 4)"),
        ("2", "2 cards in hand"),
    ]
    assert {each.icon for each in held} <= set(re.findall(r'id="([^"]+)"', board.icons()))


@pytest.mark.parametrize(("rows", "air", "short"), [(2, 0, False), (3, 0, True), (4, 1, False), (5, 1, True)])
def test_air_that_does_not_last_to_the_hatch_is_low(rows, air, short):
    match = begun()
    for row, name in zip(range(2, 6), ("20c", "20e", "20f", "20k"), strict=True):
        put(match, name, below_hatch(match, row))
    at(match, below_hatch(match, rows), air=air)
    assert (guide.holdings(match.view(0), 0)[0].tone == "low") is short
    at(match, below_hatch(match, rows), air=0)
    upgraded(match, Upgrade.FINS)
    assert (guide.holdings(match.view(0), 0)[0].tone == "low") is (rows > 3)


# Moments


def moment_of(match, move):
    """The big thing about the last decision, or what chance did after it."""
    before = len(match.history)
    go_on(match, move)
    return next((moment for moment in match.moments(1, before) if moment), None)


def test_a_new_depth_a_rocket_card_a_drowning_and_the_end_are_moments():
    match = begun(script="Ada: swim down")
    to_market(match, "20c")
    reached = moment_of(match, "Ada: explore down: 2 fish\nnature: draw press")
    assert (reached.kind, reached.text, reached.seat) == ("record", "Ada reaches 40m", 0)
    assert f'id="{reached.at}"' in board.svg(match.view(1))
    drowned = begun()
    at(drowned, below_hatch(drowned, 1), air=0)
    assert moment_of(drowned, "Ada: breathe").kind == "drown"
    rocket = begun()
    built(rocket, Card.RADIO)
    shelve(rocket, kelp=1, coral=1)
    last = rocket.copy()
    assert moment_of(rocket, "Ada: build hull").at == "rocket-0"
    with arranged(last) as table:
        table.rockets_left = 1
    assert moment_of(last, "Ada: build hull").kind == "end"
    assert moment_of(begun(), "Ada: swim down") is None


def test_a_blueprint_that_others_draw_is_no_moment_that_names_it():
    match = begun(script="Ada: swim down")
    to_market(match, "20c")
    go_on(match, "Ada: explore down: 2 fish\nnature: draw press")
    assert not any("press" in moment.text for moment in match.moments(1) if moment)


# The board in words


def test_the_board_in_words_has_every_tile_with_its_place_and_the_market_as_moves_name_it():
    match = begun(script="Ada: swim down")
    to_market(match, "20c", "80b")
    carry(match, coral=1)
    told = {section.title: section.lines for section in board.twin(match.view(0))}
    assert "Bag: coral (1 of 4)." in told["Ada"]
    assert "Up, a hatch." in told["Around Ada"]
    assert "Down, no tile." in told["Around Ada"]
    assert "Here, kelp, coral, rock: lower right." in told["Around Ada"]
    column = below_hatch(match, 1) // ROWS
    assert f"20 m deep, column {column}, kelp, coral, rock: lower right, Ada." in told["All tiles in the sea"]
    assert "2 fish, 20m." in told["Market and piles"]
    assert any(line.startswith("2 quartz, 2 diamonds, rock: up") for line in told["Market and piles"])
    assert any("costs titanium: at the end of your turn" in line for line in told["Your cards and upgrades"])
    lying = sum(0 <= tile < kinds.HATCH for tile in match.table.sea)
    assert len(told["All tiles in the sea"]) == lying


def test_the_board_in_words_keeps_hands_secret():
    match = begun()
    in_hand(match, Card.WINCH)
    assert "Winch" in str(board.twin(match.view(0)))
    assert "inch" not in str(board.twin(match.view(1)))


def test_bag_store_and_costs_have_text_on_the_board():
    match = begun()
    carry(match, kelp=2)
    drawn = board.svg(match.view(0))
    for label in (
        "Bag: 2 kelp (2 of 4)",
        "Store: nothing (0 of 4)",
        "knife, costs titanium: at the end of your turn you may gather 1",
        "hull, 3 points, costs kelp, coral",
        "20m pile: 14 tiles, 0 known at the bottom",
    ):
        assert f'aria-label="{label}"' in drawn


def test_what_can_be_tapped_in_vain_tells_why():
    match = begun()
    shelve(match, kelp=1)
    view = match.view(0)
    asked = set(re.findall(r'data-why="([^"]+)"', board.svg(view)))
    assert {"craft knife", "build hull", "scan 100m", "swim far"} <= asked
    for question in asked:
        assert "is no move of this game" not in view.why(question)


def test_resources_of_every_number_of_kinds_have_a_place_on_a_tile():
    match = begun(script="Ada: swim down")
    for kind in range(len(RESOURCES) - 1):
        with arranged(match) as table:
            table.stock[table.sea[below_hatch(match, 1)], kind] = 2
        view = match.view(0)
        drawn = [int(move) for move in re.findall(r'data-move="(\d+)"', board.svg(view))]
        assert sorted(drawn) == sorted(view.ids)
    assert sea.in_the_sea(below_hatch(match, 1))
