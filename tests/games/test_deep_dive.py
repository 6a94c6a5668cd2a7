"""Deep Dive, clause by clause; `docs/rules/deep-dive.md` lists which test shows what."""

import re
from collections import Counter
from io import StringIO
from itertools import permutations, product
from random import Random

import pytest
from rich.console import Console

from fathom5 import NATURE, IllegalMove, Match, find_game, text
from fathom5.bots import find_bot
from fathom5.core import OVER
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEPTHS,
    KINDS,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    Flip,
    IngestRock,
    Phase,
    Reveal,
    Start,
    Take,
    TakeNothing,
)
from fathom5.terminal import TerminalGame, standing
from fathom5.testing import arranged, go_on, impossible_moves, scenario
from fathom5.text.language import speaking

GAME = "deep-dive"
KIND = {words.tile(kind): kind for kind in range(KINDS)}
REMOVED = {1: 7, 2: 7, 3: 3, 4: 5, 5: 4, 6: 3}
ALL_TILES = [44, 40, 30, 23, 23]
MAIN_TILES = [32, 30, 23, 17, 17]


def dive(players, script="", **how):
    """A game whose first player is Ada."""
    start = "nature: start 1\n" if players > 1 else ""
    return scenario(GAME, players, start + script, **how)


def lay(table, depth, *names):
    """Turn tiles face up at a depth, 1 the shallowest."""
    for name in names:
        table.unseen[depth - 1, KIND[name]] -= 1
        table.face_down[depth - 1] -= 1
        table.face_up[depth - 1, KIND[name]] += 1
        table.takeable[depth - 1] += KIND[name] < OPEN_WATER


def exhaust(table, depth):
    """Flip everything at a depth, with nothing of it left to take."""
    table.face_down[depth - 1] = 0
    table.takeable[depth - 1] = 0
    for kind in range(OPEN_WATER):
        table.face_up[depth - 1, kind] = 0
    table.ending = 1


def trap(table, seat, *depths):
    """Put penguins of a seat on predators."""
    for depth in depths:
        lay(table, depth, "predator")
        table.team[seat].trapped[depth - 1] += 1
        table.team[seat].caught += 1


def eat(player, *columns):
    """Fill a tableau, column by column."""
    for colour, column in enumerate(columns):
        player.foods[colour] = len(column)
        for row, points in enumerate(column):
            player.tableau[colour, row] = points


def begin(match, table, seat=0):
    """Begin a seat's turn afresh."""
    rules.begin_turn(table, seat)
    rules.go_on(table, match.box)


def column(match, seat, colour):
    player = match.table.team[seat]
    index = words.COLOUR_NAMES.index(colour)
    return [player.tableau[index, row] for row in range(player.foods[index])]


def up(match, depth):
    """What lies face up at a depth."""
    row = match.table.face_up[depth - 1]
    return {words.tile(kind): row[kind] for kind in range(KINDS) if row[kind]}


# Components


def box():
    return Match(GAME, 2, compiled=False).box


@pytest.mark.clause("Components 1")
def test_the_box_adds_up_to_the_printed_totals():
    tiles = box().tiles
    total = [sum(tiles[rules.ALL, depth]) for depth in range(DEPTHS)]
    assert total == ALL_TILES
    assert sum(total) == 160
    food = [sum(tiles[rules.ALL, d, k] for k in range(rules.FOOD, OPEN_WATER)) for d in range(DEPTHS)]
    assert food == [24, 21, 15, 12, 12]
    assert [tiles[rules.ALL, d, PREDATOR] for d in range(DEPTHS)] == [6, 8, 8, 8, 11]
    assert [tiles[rules.ALL, d, OPEN_WATER] for d in range(DEPTHS)] == [6, 4, 7, 3, 0]
    assert [tiles[rules.ALL, d, ROCK] for d in range(DEPTHS)] == [8, 7, 0, 0, 0]
    assert sum(food) == 84
    assert sum(box().predators) == 41
    assert sum(box().open_water) == 20
    assert sum(box().rocks) == 15


@pytest.mark.clause("Components 1")
def test_food_comes_in_three_colours_alike_and_in_the_printed_ranges():
    tiles = box().tiles
    ranges = [(1, 2), (2, 4), (3, 5), (5, 7), (8, 10)]
    for depth, (low, high) in enumerate(ranges):
        spread = [
            {p: tiles[rules.ALL, depth, rules.food(colour, p)] for p in range(1, 13)}
            for colour in range(COLOURS)
        ]
        assert spread[0] == spread[1] == spread[2]
        assert min(p for p, n in spread[0].items() if n) == low
        assert max(p for p, n in spread[0].items() if n) == high
        assert sum(spread[0].values()) == [8, 7, 5, 4, 4][depth]


@pytest.mark.clause("Components 1")
def test_every_component_says_where_it_comes_from():
    components = find_game(GAME).sheet.content["components"]
    assert {c["source"] for c in components.values()} <= {"R", "D", "P", "X"}
    assert all(c["about"] for c in components.values())
    assert components["food"]["source"] == components["extra_food"]["source"] == "X"
    assert components["predators"]["source"] == components["removed"]["source"] == "R"


@pytest.mark.clause("Components 1")
def test_food_of_the_highest_points_a_tile_can_have_is_laid_out():
    tiles = Match(GAME, 2, box=["food.4.3=12", "extra_food.4.0=12"], compiled=False).box.tiles
    for colour in range(COLOURS):
        kind = rules.food(colour, 12)
        assert (tiles[rules.ALL, 4, kind], tiles[rules.MAIN, 4, kind]) == (1, 0)
        assert words.tile(kind) == f"{words.COLOUR_NAMES[colour]} 12"


@pytest.mark.clause("Components 2", "Setup 6")
def test_everybody_has_three_penguins():
    match = dive(6)
    assert match.box.penguins == 3
    assert match.players * match.box.penguins == 18
    assert all(match.table.team[seat].caught == 0 for seat in range(6))


# Setup


@pytest.mark.clause("Setup 1", "Setup 2")
def test_extra_tiles_are_used_from_four_players_on():
    extra = [12, 10, 7, 6, 6]
    assert sum(extra) == 41
    for players in range(1, 7):
        table = scenario(GAME, players, "").table
        known = [sum(table.unseen[depth]) for depth in range(DEPTHS)]
        assert known == (ALL_TILES if players >= 4 else MAIN_TILES)
    assert [a - m for a, m in zip(ALL_TILES, MAIN_TILES, strict=True)] == extra


@pytest.mark.clause("Setup 2")
def test_extra_tiles_are_alike_in_each_colour():
    tiles = box().tiles
    for depth, points in enumerate([{1: 1, 2: 1}, {2: 1, 4: 1}, {4: 1}, {6: 1}, {9: 1}]):
        for colour in range(COLOURS):
            kinds = [rules.food(colour, p) for p in range(1, 13)]
            extra = [tiles[rules.ALL, depth, k] - tiles[rules.MAIN, depth, k] for k in kinds]
            assert {p: n for p, n in enumerate(extra, 1) if n} == points


@pytest.mark.clause("Setup 2")
@pytest.mark.parametrize("extra", [1, 2])
def test_a_kind_of_which_all_tiles_are_extra_is_not_in_the_main_set(extra):
    tiles = Match(GAME, 2, box=["open_water.3=1", f"extra_open_water.3={extra}"], compiled=False).box.tiles
    assert (tiles[rules.ALL, 3, OPEN_WATER], tiles[rules.MAIN, 3, OPEN_WATER]) == (1, 0)


@pytest.mark.clause("Setup 3", "DD-14")
def test_all_tiles_lie_face_down_and_unknown():
    match = dive(3)
    for depth in range(DEPTHS):
        assert not any(match.table.face_up[depth])
        assert match.table.unseen[depth, PREDATOR] == [4, 6, 6, 6, 8][depth]
    assert match.view(0).array.tobytes() == match.view(1).array.tobytes() == match.view().array.tobytes()


@pytest.mark.clause("Setup 4")
@pytest.mark.parametrize("players", range(1, 7))
def test_tiles_are_removed_by_the_number_of_players(players):
    table = scenario(GAME, players, "").table
    tiles = ALL_TILES if players >= 4 else MAIN_TILES
    assert list(table.face_down) == [n - REMOVED[players] for n in tiles]


@pytest.mark.clause("Setup 5", "DD-14")
def test_removed_tiles_stay_as_unknown_as_those_that_lie():
    match = dive(2)
    assert match.table.face_down[0] == 25
    assert sum(match.odds.values()) == 32
    go_on(match, "nature: reveal pink 1\nAda: take pink 1")
    assert match.table.face_down[0] == 24
    assert sum(match.odds.values()) == 31


@pytest.mark.clause("Setup 7")
def test_the_start_player_is_drawn():
    match = scenario(GAME, 4, "")
    assert match.odds == {f"start {seat}": 1 for seat in range(1, 5)}
    assert match.table.flipped == rules.NONE
    match.play("start 3")
    assert match.table.starter == match.table.turn == 2


@pytest.mark.clause("Setup Example")
def test_set_up_for_three():
    match = scenario(GAME, 3, "nature: start 2")
    assert list(match.table.face_down) == [29, 27, 20, 14, 14]
    assert match.table.starter == 1
    assert match.table.last_dive == 0
    for seat in range(3):
        assert match.box.penguins - match.table.team[seat].caught == 3


# Gameplay


@pytest.mark.clause("Gameplay 1", "Turn End 1")
def test_a_dive_goes_on_until_a_tile_is_taken():
    match = dive(
        2,
        """
        nature: reveal pink 1
        Ada: dive deeper
        nature: reveal green 3
        Ada: dive deeper
        nature: reveal open water
        nature: reveal yellow 6
        Ada: take yellow 6
        Ben: flip
        nature: reveal rock
        """,
    )
    assert column(match, 0, "yellow") == [6]
    assert match.actor == 1
    assert (up(match, 1), up(match, 2), up(match, 3), up(match, 4)) == (
        {"pink 1": 1, "rock": 1},
        {"green 3": 1},
        {"open water": 1},
        {},
    )


@pytest.mark.clause("Gameplay 1", "Turn End 1", "Step 2.D")
def test_a_dive_ends_at_a_predator():
    match = dive(2, "nature: reveal pink 1\nAda: dive deeper\nnature: reveal predator")
    assert match.table.turn == 1
    assert list(match.table.team[0].trapped) == [0, 1, 0, 0, 0]
    assert sum(match.table.team[0].foods) == 0


@pytest.mark.clause("Gameplay 2", "Gameplay 3")
def test_a_turn_begins_at_the_shallowest_depth():
    match = dive(2)
    assert (match.actor, match.table.depth) == (NATURE, 0)
    go_on(match, "nature: reveal pink 1\nAda: dive deeper\nnature: reveal pink 3\nAda: take pink 3")
    assert (match.table.turn, match.table.depth) == (1, 0)
    assert match.moves == ["flip", "take pink 1"]


@pytest.mark.clause("Step 1.1")
def test_take_a_face_up_tile_or_flip():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "pink 1", "rock", "yellow 2", "yellow 2")
        lay(table, 2, "green 4")
        begin(match, table)
    assert match.moves == ["flip", "take rock", "take pink 1", "take yellow 2"]
    match.play("flip")
    assert match.actor == NATURE
    assert all(name.startswith("reveal ") for name in match.odds)


@pytest.mark.clause("Step 1.1")
def test_the_last_face_down_tile_may_be_flipped_or_the_only_face_up_tile_taken():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        lay(table, 5, "pink 8")
        table.face_down[4] = 1
        begin(match, table)
    match.play("rock to 5")
    assert match.moves == ["flip", "take pink 8"]


@pytest.mark.clause("Step 1.1")
def test_where_only_a_flip_is_possible_nobody_is_asked():
    match = dive(2, "nature: reveal open water")
    assert (match.actor, match.table.depth) == (NATURE, 1)


@pytest.mark.clause("Step 1.1")
def test_what_lies_face_up_can_be_taken_until_the_last_tile_is_gone():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "pink 1", "green 2")
        begin(match, table)
    go_on(match, "Ada: flip\nnature: reveal rock\nAda: dive deeper\nnature: reveal pink 3\nAda: take pink 3")
    assert match.moves == ["flip", "take rock", "take pink 1", "take green 2"]
    go_on(match, "Ben: take green 2\nAda: take pink 1")
    assert match.moves == ["flip", "take rock"]


@pytest.mark.clause("Step 1.1")
def test_tiles_alike_are_one_choice_in_another_box_too():
    match = dive(2, box=["rocks.0=9"])
    with arranged(match) as table:
        lay(table, 1, "rock", "rock", "pink 1", "pink 1")
        begin(match, table)
    assert match.moves == ["flip", "take rock", "take pink 1"]


@pytest.mark.clause("Step 1.1")
def test_the_last_kind_of_a_depth_without_predators_can_be_taken():
    match = dive(2, box=["predators.4=0", "extra_predators.4=0"])
    with arranged(match) as table:
        table.team[0].rocks = table.team[1].rocks = 1
        lay(table, 5, "yellow 10")
        begin(match, table)
    match.play("rock to 5")
    assert match.moves == ["flip", "take yellow 10"]
    with arranged(match) as table:
        table.face_down[4] = 0
        begin(match, table, 1)
    match.play("rock to 5")
    assert column(match, 1, "yellow") == [10]


@pytest.mark.clause("Step 1.2")
@pytest.mark.parametrize("tile", ["rock", "green 2"])
def test_taking_a_face_up_tile_ends_the_turn(tile):
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "rock", "green 2", "pink 1")
        begin(match, table)
    go_on(match, f"Ada: take {tile}")
    assert match.table.turn == 1
    assert match.table.team[0].rocks == (tile == "rock")
    assert column(match, 0, "green") == ([2] if tile == "green 2" else [])
    assert tile not in up(match, 1)


@pytest.mark.clause("Step 2", "Quick Reference 1")
@pytest.mark.parametrize(
    ("tile", "moves", "turn"),
    [
        ("open water", None, 0),
        ("rock", ["dive deeper", "take rock"], 0),
        ("green 2", ["dive deeper", "take green 2"], 0),
        ("predator", None, 1),
    ],
)
def test_what_is_revealed_says_what_can_be_done(tile, moves, turn):
    match = dive(2, f"nature: reveal {tile}")
    assert match.table.turn == turn
    assert match.table.phase == (Phase.FOUND if moves else Phase.FLIP_OVER)
    assert moves is None or match.moves == moves


@pytest.mark.clause("Step 2.A")
def test_open_water_leads_to_the_next_depth():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 2, "pink 3")
        lay(table, 1, "pink 1")
        begin(match, table)
    go_on(match, "Ada: flip\nnature: reveal open water")
    assert (match.actor, match.table.depth) == (0, 1)
    assert match.moves == ["flip", "take pink 3"]
    assert up(match, 1) == {"pink 1": 1, "open water": 1}


@pytest.mark.clause("Step 2.B")
def test_a_rock_is_taken_or_left_face_up():
    match = dive(2, "nature: reveal rock")
    assert match.table.at_start == 0
    match.play("take rock")
    assert (match.table.team[0].rocks, match.table.turn, up(match, 1)) == (1, 1, {})
    match = dive(2, "nature: reveal rock\nAda: dive deeper")
    assert (match.table.team[0].rocks, match.table.depth, up(match, 1)) == (0, 1, {"rock": 1})
    assert match.table.flipped == rules.NONE
    assert match.actor == NATURE


@pytest.mark.clause("Step 2.C")
def test_food_is_taken_or_left_face_up():
    match = dive(2, "nature: reveal yellow 2\nAda: take yellow 2")
    assert (column(match, 0, "yellow"), match.table.turn, up(match, 1)) == ([2], 1, {})
    match = dive(2, "nature: reveal yellow 2\nAda: dive deeper")
    assert (column(match, 0, "yellow"), match.table.depth, up(match, 1)) == ([], 1, {"yellow 2": 1})


@pytest.mark.clause("DD-4")
def test_after_a_flip_no_other_tile_can_be_taken():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "pink 2", "rock")
        begin(match, table)
    go_on(match, "Ada: flip\nnature: reveal green 1")
    assert match.moves == ["dive deeper", "take green 1"]
    with pytest.raises(IllegalMove):
        match.play("take pink 2")
    assert "DD-4" in match.view(0).why("take pink 2")


@pytest.mark.clause("DD-3")
def test_only_food_and_rock_are_taken_and_only_where_the_diver_is():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "open water", "predator", "pink 1")
        lay(table, 2, "rock", "pink 4")
        begin(match, table)
    assert match.moves == ["flip", "take pink 1"]
    go_on(match, "Ada: take pink 1")
    assert up(match, 1) == {"open water": 1, "predator": 1}
    assert match.table.team[0].caught == match.table.team[1].caught == 0


# Rock


@pytest.mark.clause("Rock 1", "DD-2")
def test_a_rock_of_an_earlier_turn_may_be_used_at_the_beginning_of_a_turn():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 2
        lay(table, 1, "pink 1")
        begin(match, table)
    assert match.moves == ["flip", *(f"rock to {depth}" for depth in range(1, 6)), "take pink 1"]
    go_on(match, "Ada: flip\nnature: reveal open water")
    assert (match.actor, match.table.depth, match.table.team[0].rocks) == (NATURE, 1, 2)


@pytest.mark.clause("Rock 1", "DD-2")
def test_not_after_a_depth_was_passed():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        trap(table, 0, 1)
        lay(table, 2, "pink 3")
        begin(match, table)
    assert "rock to 4" in match.moves
    match.play("dive deeper")
    assert match.moves == ["flip", "take pink 3"]
    assert "DD-2" in match.view(0).why("rock to 4")


@pytest.mark.clause("Rock 2", "DD-2")
def test_a_used_rock_leaves_the_game_and_one_is_all_a_turn_allows():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 2
        lay(table, 3, "pink 4")
        begin(match, table)
    match.play("rock to 3")
    assert match.table.team[0].rocks == 1
    assert match.moves == ["flip", "take pink 4"]
    assert all("rock" not in up(match, depth) for depth in range(1, 6))


@pytest.mark.clause("Rock 1")
def test_rocks_can_be_saved_up():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "rock", "rock", "rock")
        begin(match, table)
    go_on(match, "Ada: take rock\nBen: take rock\nAda: take rock")
    assert [match.table.team[seat].rocks for seat in (0, 1)] == [2, 1]


@pytest.mark.clause("Rock 3")
@pytest.mark.parametrize("depth", range(1, 6))
def test_a_rock_starts_the_dive_at_any_depth(depth):
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        begin(match, table)
    match.play(f"rock to {depth}")
    assert (match.table.depth, match.actor) == (depth - 1, NATURE)


@pytest.mark.clause("DD-2")
def test_rocks_score_nothing_for_people():
    match = dive(2, "nature: reveal rock\nAda: take rock")
    assert match.scores == [0, 0]
    assert match.places == [1, 1]


# Chance and the bottom of the sea


@pytest.mark.clause("DD-1", "DD-14")
def test_every_unseen_tile_of_the_depth_is_as_likely():
    match = dive(2)
    food = {f"reveal {colour} {points}": 3 for colour in words.COLOUR_NAMES for points in (1, 2)}
    assert match.odds == {"reveal rock": 6, **food, "reveal open water": 4, "reveal predator": 4}
    go_on(match, "nature: reveal predator")
    assert match.odds == {"reveal rock": 6, **food, "reveal open water": 4, "reveal predator": 3}


@pytest.mark.clause("DD-1")
def test_odds_at_the_bottom_with_the_extra_tiles():
    match = dive(6)
    with arranged(match) as table:
        table.team[0].rocks = 1
        begin(match, table)
    match.play("rock to 5")
    food = {f"reveal {c} {p}": n for c in words.COLOUR_NAMES for p, n in ((8, 1), (9, 2), (10, 1))}
    assert match.odds == {**food, "reveal predator": 11}


@pytest.mark.clause("DD-14")
def test_removing_unseen_tiles_changes_no_odds():
    """Two of four tiles removed, then one of the rest flipped: the same as one of four."""
    tiles = ["rock", "pink 1", "pink 1", "predator"]
    counts = Counter()
    for removed, flipped in product(range(4), repeat=2):
        if removed != flipped:
            counts[tiles[flipped]] += 1
    match = dive(2)
    with arranged(match) as table:
        for kind in range(KINDS):
            table.unseen[0, kind] = tiles.count(words.tile(kind))
        table.face_down[0] = 3
    assert {name: 3 * weight for name, weight in match.odds.items()} == {
        f"reveal {tile}": count for tile, count in counts.items()
    }


@pytest.mark.clause("DD-5")
def test_food_flipped_at_the_bottom_has_to_be_taken():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        begin(match, table)
    go_on(match, "Ada: rock to 5\nnature: reveal green 9")
    assert column(match, 0, "green") == [9]
    assert match.table.turn == 1
    assert up(match, 5) == {}


@pytest.mark.clause("DD-5")
def test_the_bottom_cannot_be_passed_while_something_is_there():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        trap(table, 0, 5)
        lay(table, 5, "pink 8")
        begin(match, table)
    match.play("rock to 5")
    assert match.moves == ["flip", "take pink 8"]
    assert "DD-5" in match.view(0).why("dive deeper")


@pytest.mark.clause("DD-5")
def test_at_an_exhausted_bottom_a_tile_has_to_be_taken():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 2
        exhaust(table, 5)
        for tile in ("pink 8", "green 9"):
            table.face_up[4, KIND[tile]] = 1
        table.takeable[4] = 2
        begin(match, table)
    match.play("rock to 5")
    assert match.moves == ["take pink 8", "take green 9"]
    match.play("take pink 8")
    with arranged(match) as table:
        table.face_up[4, KIND["predator"]] = 3
        begin(match, table)
    match.play("rock to 5")
    assert column(match, 0, "green") == [9]
    assert match.table.turn == 1


@pytest.mark.clause("DD-3", "DD-5")
def test_open_water_at_an_exhausted_bottom_of_another_box_is_no_choice():
    match = dive(2, box=["open_water.4=3"])
    with arranged(match) as table:
        table.team[0].rocks = 1
        exhaust(table, 5)
        table.face_up[4, KIND["green 9"]] = table.takeable[4] = 1
        table.face_up[4, KIND["open water"]] = 2
        begin(match, table)
    match.play("rock to 5")
    assert column(match, 0, "green") == [9]


@pytest.mark.clause("DD-5")
def test_with_nothing_at_the_bottom_the_turn_ends_with_nothing():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        exhaust(table, 5)
        begin(match, table)
    match.play("rock to 5")
    assert match.table.turn == 1
    assert sum(match.table.team[0].foods) == 0


@pytest.mark.clause("DD-5")
def test_open_water_at_the_bottom_of_another_box_ends_the_turn():
    match = dive(2, box=["open_water.4=3"])
    with arranged(match) as table:
        table.team[0].rocks = 1
        begin(match, table)
    go_on(match, "Ada: rock to 5\nnature: reveal open water")
    assert match.table.turn == 1
    assert match.told(since=2)[-1] == "Ada finds nothing to take or flip and resurfaces."


# Turn end


@pytest.mark.clause("Turn End 2")
def test_play_passes_clockwise():
    match = scenario(GAME, 3, "nature: start 2")
    turns = []
    for tile in ("pink 1", "green 1", "yellow 1", "pink 2"):
        turns.append(match.table.turn)
        if match.actor != NATURE:
            match.play("flip")
        match.play(f"reveal {tile}")
        match.play(f"take {tile}")
    assert turns == [1, 2, 0, 1]


# Resurfacing


@pytest.mark.clause("Resurfacing 1", "Resurfacing 2", "Resurfacing 3", "Resurfacing 4")
def test_food_goes_into_the_column_of_its_colour_in_the_order_collected():
    match = dive(2)
    for tile, depth in (("pink 2", 1), ("pink 9", 5), ("green 4", 2), ("pink 1", 1)):
        with arranged(match) as table:
            table.team[0].rocks = 1
            lay(table, depth, tile)
            begin(match, table)
        go_on(match, f"Ada: rock to {depth}\nAda: take {tile}")
    assert column(match, 0, "pink") == [2, 9, 1]
    assert column(match, 0, "green") == [4]
    assert rules.row_sum(match.table.team[0], 0) == 6
    assert rules.row_sum(match.table.team[0], 1) == 9
    assert match.view(1).table.team[0].tableau[0, 1] == 9


@pytest.mark.clause("Quick Reference 2", "DD-10")
def test_sets_of_the_quick_reference():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [2, 3], [2], [3, 6, 9])
    player = match.table.team[0]
    assert [rules.row_sum(player, row) for row in range(rules.rows(player))] == [7, 9, 9]
    assert rules.complete_rows(player) == 1
    assert match.scores[0] == 7 + 4 + 4


# Predation


@pytest.mark.clause("Predation 1", "Quick Reference 3")
def test_a_penguin_is_trapped_where_the_predator_was_met():
    match = dive(2, "nature: reveal open water\nnature: reveal predator")
    assert list(match.table.team[0].trapped) == [0, 1, 0, 0, 0]
    assert match.table.team[0].caught == 1
    assert up(match, 2) == {"predator": 1}
    assert match.table.turn == 1


@pytest.mark.clause("Predation 2")
def test_a_trapped_penguin_dives_no_more():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 0, 1, 2)
        begin(match, table)
    go_on(match, "Ada: flip\nnature: reveal predator")
    assert match.table.team[0].caught == 0
    view = match.view(0)
    assert "trap the last penguin of Ada" not in words.bust(view, 0)


@pytest.mark.clause("Predation 3", "DD-6", "Quick Reference 3")
def test_a_depth_with_a_trapped_penguin_may_be_skipped():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 0, 1)
        trap(table, 0, 2)
        begin(match, table)
    assert match.moves == ["flip", "dive deeper"]
    match.play("dive deeper")
    assert match.moves == ["flip", "dive deeper"]
    match.play("dive deeper")
    assert (match.actor, match.table.depth) == (NATURE, 2)


@pytest.mark.clause("Predation 3", "DD-6")
def test_penguins_of_others_distract_nobody():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 1, 1)
        lay(table, 1, "pink 1")
        begin(match, table)
    assert match.moves == ["flip", "take pink 1"]
    assert "DD-6" in match.view(0).why("dive deeper")


@pytest.mark.clause("Predation 4")
def test_tiles_may_still_be_flipped_and_taken_beside_a_trapped_penguin():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 0, 1)
        lay(table, 1, "green 2")
        begin(match, table)
    assert match.moves == ["flip", "dive deeper", "take green 2"]
    match.play("take green 2")
    assert column(match, 0, "green") == [2]
    assert match.table.team[0].caught == 1


@pytest.mark.clause("DD-7")
def test_two_penguins_can_be_trapped_at_one_depth():
    match = dive(2)
    with arranged(match) as table:
        trap(table, 0, 1)
        begin(match, table)
    go_on(match, "Ada: flip\nnature: reveal predator")
    assert list(match.table.team[0].trapped) == [2, 0, 0, 0, 0]
    assert up(match, 1) == {"predator": 2}
    assert match.table.turn == 1


# Retreat


def last_penguin(*up_at_depth, at=(1, 2)):
    """Ada's third penguin is about to dive, with tiles face up here and there."""
    match = dive(2)
    with arranged(match) as table:
        trap(table, 0, *at)
        for depth, tile in up_at_depth:
            lay(table, depth, tile)
        table.team[0].rocks = 1
        begin(match, table)
    return match


@pytest.mark.clause("Retreat 1", "Retreat 2", "DD-8")
def test_with_the_third_penguin_trapped_all_return():
    match = last_penguin()
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    assert match.table.team[0].caught == 0
    assert not any(match.table.team[0].trapped)
    assert match.table.turn == 1
    assert [up(match, depth) for depth in (1, 2, 4)] == [{"predator": 1}] * 3


@pytest.mark.clause("Retreat 3", "Retreat 4", "DD-8", "Quick Reference 4")
def test_one_face_up_tile_of_a_depth_with_a_penguin_comes_along():
    match = last_penguin((1, "rock"), (2, "pink 4"), (3, "green 5"), (4, "yellow 7"), (4, "open water"))
    go_on(match, "Ada: rock to 4\nAda: flip\nnature: reveal predator")
    assert (match.actor, match.table.phase) == (0, Phase.RETREAT)
    assert match.moves == ["take nothing", "take rock from 1", "take pink 4 from 2", "take yellow 7 from 4"]
    assert "Retreat 4" in match.view(0).why("take green 5")
    match.play("take yellow 7 from 4")
    assert column(match, 0, "yellow") == [7]
    assert (match.table.team[0].caught, match.table.turn) == (0, 1)
    assert up(match, 2) == {"predator": 1, "pink 4": 1}
    assert up(match, 4) == {"predator": 1, "open water": 1}


@pytest.mark.clause("Retreat 3", "DD-8")
def test_a_retreat_may_bring_a_rock_or_nothing():
    match = last_penguin((1, "rock"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator\nAda: take rock from 1")
    assert match.table.team[0].rocks == 1
    match = last_penguin((1, "rock"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator\nAda: take nothing")
    assert match.table.team[0].rocks == 0
    assert up(match, 1) == {"predator": 1, "rock": 1}
    assert (match.table.team[0].caught, match.table.turn) == (0, 1)


@pytest.mark.clause("Retreat 4", "DD-8")
def test_with_tiles_only_where_no_penguin_was_nobody_is_asked_what_to_bring():
    match = last_penguin((3, "green 5"), (5, "pink 8"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    assert (match.table.turn, match.table.team[0].caught) == (1, 0)
    assert up(match, 3) == {"green 5": 1}


@pytest.mark.clause("Retreat 2", "Retreat 4", "DD-8")
def test_a_retreat_from_the_bottom():
    match = last_penguin((5, "pink 9"))
    go_on(match, "Ada: rock to 5\nAda: flip\nnature: reveal predator")
    assert match.moves == ["take nothing", "take pink 9 from 5"]
    match.play("take pink 9 from 5")
    assert not any(match.table.team[0].trapped)
    assert column(match, 0, "pink") == [9]


@pytest.mark.clause("DD-8", "DD-7")
def test_a_retreat_from_a_single_depth():
    match = last_penguin((1, "pink 2"), (2, "pink 3"), at=(1, 1))
    go_on(match, "Ada: flip\nnature: reveal predator")
    assert match.moves == ["take nothing", "take pink 2 from 1"]


# Game end


def almost(depth, players=3, starter=1):
    """One face-down tile is left at a depth."""
    match = scenario(GAME, players, f"nature: start {starter}")
    with arranged(match) as table:
        table.face_down[depth - 1] = 1
    return match


def short_turn(match):
    """Whoever's turn it is takes the first tile to be had; says whose turn it was."""
    seat = match.table.turn
    while not match.over and match.table.turn == seat:
        if match.actor == NATURE:
            food = [name for name in match.odds if name.split()[1] in words.COLOUR_NAMES]
            match.play(food[0])
        else:
            take = [name for name in match.moves if name.startswith("take")]
            match.play(take[0] if take else match.moves[0])
    return seat


@pytest.mark.clause("Game End 1", "DD-9")
@pytest.mark.parametrize("tile", ["predator", "pink 1", "open water", "rock"])
def test_flipping_the_last_tile_of_a_depth_brings_the_end(tile):
    match = almost(1)
    assert match.table.ending == 0
    match.play(f"reveal {tile}")
    assert match.table.ending == 1
    match = almost(1)
    with arranged(match) as table:
        table.face_down[0] = 2
    match.play(f"reveal {tile}")
    assert match.table.ending == 0


@pytest.mark.clause("Game End 1")
def test_any_depth_brings_the_end():
    match = almost(3)
    go_on(match, "nature: reveal pink 1\nAda: dive deeper\nnature: reveal open water")
    assert match.table.ending == 0
    match.play("reveal green 4")
    assert match.table.ending == 1


@pytest.mark.clause("Game End 2")
def test_the_turn_that_brings_the_end_is_completed():
    match = almost(1)
    go_on(match, "nature: reveal pink 1\nAda: dive deeper\nnature: reveal yellow 4\nAda: take yellow 4")
    assert column(match, 0, "yellow") == [4]
    assert (match.table.turn, match.table.last_dive) == (1, 0)


@pytest.mark.clause("Game End 3", "Game End 6", "DD-9")
def test_the_token_turns_at_the_start_player_and_everybody_dives_once_more():
    match = almost(1, starter=2)
    with arranged(match) as table:
        table.face_down[0] = 2
    turns = [short_turn(match)]
    assert match.table.ending == 0
    turns.append(short_turn(match))
    assert (match.table.ending, match.table.last_dive) == (1, 0)
    turns.append(short_turn(match))
    assert match.table.last_dive == 1
    while not match.over:
        turns.append(short_turn(match))
    assert turns == [1, 2, 0, 1, 2, 0]
    assert match.table.turn == 0


@pytest.mark.clause("Game End 4", "DD-9")
def test_the_start_player_who_brings_the_end_has_one_more_turn_after_the_round():
    match = almost(1)
    turns = [short_turn(match)]
    assert (match.table.ending, match.table.last_dive) == (1, 0)
    while not match.over:
        turns.append(short_turn(match))
    assert turns == [0, 1, 2, 0, 1, 2]


@pytest.mark.clause("Game End 3", "DD-9")
def test_an_end_brought_by_the_last_in_the_round_leaves_one_turn_each():
    match = almost(1)
    with arranged(match) as table:
        table.face_down[0] = 3
    turns = [short_turn(match) for _ in range(3)]
    assert (match.table.ending, match.table.last_dive) == (1, 1)
    while not match.over:
        turns.append(short_turn(match))
    assert turns == [0, 1, 2, 0, 1, 2]


@pytest.mark.clause("Game End 5", "DD-6")
def test_a_depth_without_face_down_tiles_may_be_passed_by_everybody():
    match = dive(2)
    with arranged(match) as table:
        exhaust(table, 1)
        table.face_up[0, KIND["pink 1"]] = 1
        table.takeable[0] = 1
        begin(match, table, 1)
    assert match.moves == ["dive deeper", "take pink 1"]
    assert "Game End 5" in match.view(1).why("flip")
    match.play("dive deeper")
    assert (match.actor, match.table.depth) == (NATURE, 1)


@pytest.mark.clause("Game End 5", "DD-8")
def test_a_depth_without_face_down_tiles_is_passed_but_no_retreat_brings_a_tile_from_it():
    match = last_penguin((3, "green 5"), (4, "yellow 7"))
    with arranged(match) as table:
        table.face_down[2] = 0
        table.ending = 1
    go_on(match, "Ada: rock to 4\nAda: flip\nnature: reveal predator")
    assert match.moves == ["take nothing", "take yellow 7 from 4"]


@pytest.mark.clause("Game End 5")
def test_a_depth_with_nothing_at_all_is_passed_without_asking():
    match = dive(2)
    with arranged(match) as table:
        exhaust(table, 1)
        exhaust(table, 2)
        begin(match, table)
    assert (match.actor, match.table.depth) == (NATURE, 2)
    assert match.table.at_start == 0


@pytest.mark.clause("Game End 5", "Rock 1")
def test_with_a_rock_an_empty_depth_is_still_the_beginning_of_the_turn():
    match = dive(2)
    with arranged(match) as table:
        exhaust(table, 1)
        table.team[0].rocks = 1
        begin(match, table)
    assert match.moves == ["dive deeper", *(f"rock to {depth}" for depth in range(1, 6))]


@pytest.mark.clause("DD-5", "Game End 6")
def test_an_empty_sea_ends_every_turn_at_once():
    match = almost(1)
    with arranged(match) as table:
        for depth in range(2, 6):
            exhaust(table, depth)
    match.play("reveal predator")
    assert match.over


@pytest.mark.clause("DD-9")
def test_a_depth_laid_out_without_tiles_counts_as_flipped():
    for removed, left in ((17, [15, 13, 6, 0, 0]), (20, [12, 10, 3, 0, 0])):
        match = scenario(GAME, 2, "nature: start 1", box=[f"removed.1={removed}"])
        assert list(match.table.face_down) == left
        assert match.table.ending == 1
    assert scenario(GAME, 2, "", box=["removed.1=16"]).table.ending == 0


# Scoring


@pytest.mark.clause("Scoring Example", "DD-10", "Scoring 1", "Scoring 2")
def test_the_rulebooks_scoring_example():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [1, 2, 4, 9], [9, 7, 3], [3, 5])
    player = match.table.team[0]
    assert [rules.row_sum(player, row) for row in range(4)] == [13, 14, 7, 9]
    assert rules.complete_rows(player) == 2
    assert match.scores == [13 + 14 + 3 + 4, 0]


@pytest.mark.clause("Scoring 2", "DD-10")
def test_halves_are_rounded_down_row_by_row():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [3, 3, 3], [], [])
    assert match.scores[0] == 3


@pytest.mark.clause("Scoring 1", "Scoring 2", "DD-10")
@pytest.mark.parametrize(("shortest", "longest"), list(permutations(range(COLOURS), 2)))
def test_the_shortest_column_makes_the_complete_rows_and_the_longest_all_of_them(shortest, longest):
    columns = [[5, 5] for _ in range(COLOURS)]
    columns[shortest], columns[longest] = [5], [5, 5, 9]
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], *columns)
    assert rules.complete_rows(match.table.team[0]) == 1
    assert match.scores[0] == 15 + 5 + 4


@pytest.mark.clause("Scoring 3", "Goal 1")
def test_most_points_win():
    match = dive(3)
    with arranged(match) as table:
        eat(table.team[0], [2], [2], [2])
        eat(table.team[1], [10], [10], [])
        eat(table.team[2], [9], [], [])
    assert match.scores == [6, 10, 4]
    assert match.places == [2, 1, 3]


@pytest.mark.clause("Scoring 4", "DD-11")
def test_a_tie_goes_to_the_most_complete_rows():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [10, 4], [], [])
        eat(table.team[1], [2], [2], [3])
    assert match.scores == [7, 7]
    assert match.places == [2, 1]


@pytest.mark.clause("Scoring 5", "DD-11")
def test_else_the_victory_is_shared():
    match = dive(3)
    with arranged(match) as table:
        eat(table.team[0], [1], [2], [4])
        eat(table.team[1], [2], [2], [3])
    assert match.places == [1, 1, 3]


# Solo


def solo(script="", **how):
    return scenario(GAME, 1, script, **how)


def opponent_at(match, depth, *tiles, foods=((), (), ())):
    """The opponent is about to flip at a depth, with tiles face up there."""
    with arranged(match) as table:
        lay(table, depth, *tiles)
        eat(table.team[rules.OPPONENT], *foods)
        table.opponent_depth = depth - 1
        begin(match, table, rules.OPPONENT)
    return match


def theirs(match):
    """The opponent's tableau."""
    return [column(match, rules.OPPONENT, colour) for colour in words.COLOUR_NAMES]


@pytest.mark.clause("Solo Setup 1")
def test_alone_the_set_up_is_that_for_two():
    one, two = solo().table, dive(2).table
    assert list(one.face_down) == list(two.face_down) == [25, 23, 16, 10, 10]
    assert all(list(one.unseen[depth]) == list(two.unseen[depth]) for depth in range(DEPTHS))


@pytest.mark.clause("Solo Setup 2", "Solo Setup 3", "Solo Turn 1")
def test_the_opponent_stands_at_depth_1_and_the_person_begins():
    match = solo()
    assert match.table.opponent_depth == 0
    assert match.table.starter == match.table.turn == 0
    assert match.actor == NATURE
    assert "start 1" not in match.moves


@pytest.mark.clause("Solo Turn 2", "Solo Turn 3")
def test_person_and_opponent_take_turns():
    match = solo("nature: reveal pink 1\nAda: dive deeper\nnature: reveal green 3\nAda: take green 3")
    assert column(match, 0, "green") == [3]
    assert (match.table.turn, match.actor, match.table.depth) == (rules.OPPONENT, NATURE, 0)
    match.play("reveal yellow 2")
    assert (match.table.turn, match.actor, match.table.depth) == (0, 0, 0)
    assert match.moves == ["flip", "take pink 1"]


@pytest.mark.clause("Solo AI 1", "Solo AI 4")
def test_the_opponent_flips_one_tile_and_swims_deeper():
    match = opponent_at(solo(), 2)
    assert match.table.face_down[1] == 23
    match.play("reveal open water")
    assert match.table.face_down[1] == 22
    assert (match.table.turn, match.table.opponent_depth) == (0, 2)


@pytest.mark.clause("Solo AI 2", "DD-12")
@pytest.mark.parametrize("tile", ["pink 3", "rock", "open water"])
def test_the_opponent_collects_what_it_reveals(tile):
    match = opponent_at(solo(), 2, "pink 4")
    match.play(f"reveal {tile}")
    opponent = match.table.team[rules.OPPONENT]
    assert theirs(match)[0] == ([3] if tile == "pink 3" else [])
    assert (opponent.rocks, opponent.open_water) == (tile == "rock", tile == "open water")
    assert up(match, 2) == {"pink 4": 1}


@pytest.mark.clause("Solo AI 2", "DD-12")
def test_the_opponent_collects_one_tile_after_another():
    match = solo()
    for tile in ("rock", "open water", "rock", "open water", "pink 3"):
        opponent_at(match, 2).play(f"reveal {tile}")
    opponent = match.table.team[rules.OPPONENT]
    assert (opponent.rocks, opponent.open_water, theirs(match)) == (2, 2, [[3], [], []])


@pytest.mark.clause("Solo AI 3")
def test_a_predator_stays_and_traps_no_penguin_of_the_opponent():
    match = opponent_at(solo(), 3, "open water")
    match.play("reveal predator")
    assert up(match, 3) == {"open water": 1, "predator": 1}
    opponent_at(match, 3).play("reveal predator")
    assert up(match, 3) == {"open water": 1, "predator": 2}
    assert match.table.team[rules.OPPONENT].caught == 0
    assert theirs(match) == [[], [], []]
    assert (match.table.turn, match.table.opponent_depth) == (0, 3)


@pytest.mark.clause("Solo AI 3", "DD-12")
def test_a_predator_leads_to_food_of_the_rarest_colour():
    foods = ((1, 1), (2,), (1, 1))
    match = opponent_at(solo(), 2, "pink 4", "green 2", "yellow 4", "rock", foods=foods)
    match.play("reveal predator")
    assert theirs(match) == [[1, 1], [2, 2], [1, 1]]
    assert up(match, 2) == {"rock": 1, "pink 4": 1, "yellow 4": 1, "predator": 1}


@pytest.mark.clause("Solo AI 3", "DD-12", "DD-15")
def test_the_rarest_colour_is_sought_among_what_lies_there():
    match = opponent_at(solo(), 2, "pink 2", "yellow 4", foods=((1,), (), (1, 1)))
    match.play("reveal predator")
    assert theirs(match) == [[1, 2], [], [1, 1]]
    match = opponent_at(solo(), 1, "pink 2", "yellow 1", foods=((1,), (), ()))
    match.play("reveal predator")
    assert theirs(match) == [[1], [], [1]]


@pytest.mark.clause("DD-15")
def test_the_rarest_colour_goes_by_tiles_not_by_points():
    match = opponent_at(solo(), 2, "pink 2", "yellow 2", foods=((10,), (), (1, 1)))
    match.play("reveal predator")
    assert theirs(match) == [[10, 2], [], [1, 1]]


@pytest.mark.clause("DD-15")
def test_colours_it_has_as_few_of_are_rarest_alike():
    match = opponent_at(solo(), 2, "pink 2", "green 3", "yellow 4", foods=((1,), (9,), (1, 1)))
    match.play("reveal predator")
    assert theirs(match) == [[1], [9, 3], [1, 1]]
    match = opponent_at(solo(), 2, "pink 3", "green 3", "yellow 3", foods=((1,), (9,), (1, 1)))
    match.play("reveal predator")
    assert match.moves == ["give pink 3", "give green 3"]


@pytest.mark.clause("DD-15")
def test_a_dearer_tile_of_a_commoner_colour_does_not_count():
    match = opponent_at(solo(), 2, "pink 3", "green 4", "yellow 2", "yellow 3", foods=((), (1,), ()))
    match.play("reveal predator")
    assert match.moves == ["give pink 3", "give yellow 3"]


@pytest.mark.clause("Solo AI 3", "DD-12")
def test_then_to_food_of_the_highest_value():
    match = opponent_at(solo(), 2, "pink 2", "green 3", "green 4", "yellow 2", foods=((), (), ()))
    match.play("reveal predator")
    assert theirs(match) == [[], [4], []]
    match = opponent_at(solo(), 2, "green 2", "green 4", "pink 2", foods=((), (), ()))
    match.play("reveal predator")
    assert theirs(match) == [[], [4], []]


@pytest.mark.clause("Solo AI 3", "DD-12")
@pytest.mark.parametrize("dearest", range(COLOURS))
@pytest.mark.parametrize("depth", [2, 3])
def test_the_highest_value_is_sought_in_every_colour(dearest, depth):
    tiles = [f"{words.COLOUR_NAMES[colour]} {4 if colour == dearest else 3}" for colour in range(COLOURS)]
    match = opponent_at(solo(), depth, *tiles)
    match.play("reveal predator")
    assert theirs(match) == [[4] if colour == dearest else [] for colour in range(COLOURS)]


@pytest.mark.clause("Solo AI 3", "DD-12")
def test_then_to_food_of_the_persons_choice():
    match = opponent_at(solo(), 2, "pink 4", "green 4", "yellow 4", "yellow 2", foods=((1,), (), ()))
    match.play("reveal predator")
    assert (match.actor, match.table.phase) == (0, Phase.FAVOUR)
    assert match.moves == ["give green 4", "give yellow 4"]
    assert "(DD-15)" in match.view(0).why("give pink 4")
    assert "(Solo AI 3)" in match.view(0).why("give yellow 2")
    assert "allowed" in match.view(0).why("take green 4")
    match.play("give yellow 4")
    assert theirs(match) == [[1], [], [4]]
    assert sum(match.table.team[0].foods) == 0
    assert (match.table.turn, match.table.opponent_depth) == (0, 2)
    assert up(match, 2) == {"pink 4": 1, "green 4": 1, "yellow 2": 1, "predator": 1}


@pytest.mark.clause("Solo AI 3")
def test_rocks_tempt_no_opponent():
    match = opponent_at(solo(), 1, "rock")
    match.play("reveal predator")
    assert match.table.team[rules.OPPONENT].rocks == 0
    assert up(match, 1) == {"rock": 1, "predator": 1}


@pytest.mark.clause("Solo AI 5")
def test_from_the_deepest_the_opponent_swims_to_the_shallowest():
    match = opponent_at(solo(), 5)
    match.play("reveal pink 8")
    assert match.table.opponent_depth == 0


@pytest.mark.clause("Solo End 1", "Solo End 2")
@pytest.mark.parametrize("who", ["person", "opponent"])
def test_either_brings_the_end_and_the_opponent_has_the_last_turn(who):
    match = solo()
    with arranged(match) as table:
        table.face_down[0] = 1 if who == "person" else 2
    turns = [short_turn(match)]
    assert match.table.ending == (who == "person")
    turns.append(short_turn(match))
    assert (match.table.ending, match.table.last_dive) == (1, 1)
    while not match.over:
        turns.append(short_turn(match))
    assert turns == [0, 1, 0, 1]


@pytest.mark.clause("Solo End 3", "DD-13")
def test_without_a_face_down_tile_the_opponent_swims_on_at_once():
    match = solo()
    with arranged(match) as table:
        exhaust(table, 5)
        exhaust(table, 1)
        exhaust(table, 2)
    opponent_at(match, 5)
    assert (match.actor, match.table.depth) == (NATURE, 2)
    match.play("reveal pink 4")
    assert match.table.opponent_depth == 3


@pytest.mark.clause("Solo End 3", "DD-13")
def test_the_opponent_swims_all_around_to_the_last_depth_with_a_tile():
    match = solo()
    with arranged(match) as table:
        for depth in (1, 3, 4, 5):
            exhaust(table, depth)
    opponent_at(match, 3)
    assert (match.actor, match.table.depth) == (NATURE, 1)


@pytest.mark.clause("DD-13")
def test_with_no_face_down_tile_at_all_the_opponent_takes_none():
    match = solo()
    with arranged(match) as table:
        table.face_down[0] = 1
        for depth in range(2, 6):
            exhaust(table, depth)
        table.face_up[1, KIND["pink 4"]] = table.takeable[1] = 1
    go_on(match, "nature: reveal pink 1\nAda: take pink 1")
    assert theirs(match) == [[], [], []]
    assert match.table.opponent_depth == 0
    assert (match.table.turn, match.table.last_dive) == (0, 1)
    assert match.moves == ["dive deeper", "take pink 4"]


@pytest.mark.clause("Solo Scoring 1")
def test_alone_one_scores_as_ever():
    match = solo()
    with arranged(match) as table:
        eat(table.team[0], [1, 2, 4, 9], [9, 7, 3], [3, 5])
        table.team[0].rocks = 4
    assert match.scores == [34]


@pytest.mark.clause("Solo Scoring 2", "Solo Scoring 3", "Solo Scoring 4", "DD-12")
@pytest.mark.parametrize(
    ("level", "points"),
    [("easy", 34 + 2 * 1), ("medium", 34 + 2 * 3), ("hard", 13 + 14 + 7 + 9 + 2 * 5 + 3 * 3)],
)
def test_the_opponent_scores_by_its_level(level, points):
    match = solo(options={"opponent": level})
    with arranged(match) as table:
        for seat in (0, rules.OPPONENT):
            eat(table.team[seat], [1, 2, 4, 9], [9, 7, 3], [3, 5])
        table.team[rules.OPPONENT].rocks = 2
        table.team[rules.OPPONENT].open_water = 3
    assert rules.points_at(match.table, match.box, rules.OPPONENT) == points
    assert match.scores == [34]


@pytest.mark.clause("DD-11", "Solo Scoring 1")
@pytest.mark.parametrize(
    ("mine", "others", "place"),
    [
        (([2], [2], [3]), ([2], [2], [2]), 1),
        (([2], [2], [2]), ([2], [2], [3]), 2),
        (([2], [2], [3]), ([2], [2], [3]), 1),
        (([2], [2], [3]), ([10, 4], [], []), 1),
        (([10, 4], [], []), ([2], [2], [3]), 2),
    ],
)
def test_alone_one_wins_unless_the_opponent_is_ahead(mine, others, place):
    match = solo()
    with arranged(match) as table:
        eat(table.team[0], *mine)
        eat(table.team[rules.OPPONENT], *others)
    assert match.places == [place]


# Words, board, bot


def test_a_story_is_told():
    match = dive(
        2,
        """
        nature: reveal pink 1
        Ada: dive deeper
        nature: reveal predator
        Ben: flip
        nature: reveal open water
        nature: reveal rock
        Ben: take rock
        """,
    )
    assert match.told() == [
        "Ada has the token and goes first.",
        "Ada reveals a pink 1 at depth 1.",
        "Ada leaves a pink 1 and dives deeper.",
        "Ada meets a predator at depth 2: a penguin is trapped, 2 are left.",
        "Ben reveals an open water tile at depth 1.",
        "Ben reveals a rock at depth 2.",
        "Ben takes a rock from depth 2.",
    ]


def test_what_comes_up_from_the_bottom_and_who_keeps_it_is_told():
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        begin(match, table)
    go_on(match, "Ada: rock to 5\nnature: reveal green 9")
    assert match.told(since=1) == [
        "Ada ingests a rock and dives to depth 5.",
        "Ada reveals a green 9 at depth 5.",
        "Ada keeps a green 9.",
    ]
    match = opponent_at(solo(), 2, "pink 4")
    match.play("reveal predator")
    assert match.told() == ["The opponent meets a predator at depth 2.", "The opponent keeps a pink 4."]


def test_a_retreat_is_told_when_the_last_penguin_is_trapped():
    match = last_penguin((1, "rock"))
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    trapped = "Ada meets a predator at depth 4: the last penguin is trapped, so all return"
    assert match.told(since=2) == [f"{trapped}."]
    match.play("take rock from 1")
    assert match.told(since=3) == ["Ada brings a rock along from depth 1."]
    match.undo()
    match.play("take nothing")
    assert match.told(since=3) == ["Ada brings nothing along."]
    match = last_penguin()
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    assert match.told(since=2) == [f"{trapped}, with nothing."]
    with speaking("fr"):
        assert match.told(since=2)[0].endswith("le dernier manchot est piégé, donc tous rentrent, sans rien.")


def test_the_penguins_left_are_counted_in_the_story():
    match = dive(2, "nature: reveal predator", box=["penguins=2"])
    assert match.told(since=1) == ["Ada meets a predator at depth 1: a penguin is trapped, 1 is left."]


def test_the_end_of_a_solo_game_names_the_opponents_points():
    match = solo()
    with arranged(match) as table:
        table.ending = table.last_dive = 1
        table.team[rules.OPPONENT].rocks = 4
    opponent_at(match, 3)
    match.play("reveal open water")
    assert match.over
    assert match.told()[-1] == "The opponent has 12 points at the end."


@pytest.mark.parametrize(
    ("food", "rocks", "verdict", "rows"),
    [
        (10, 1, "Ada wins!", ["1. Ada", "2. The opponent"]),
        (7, 1, "Ada and the opponent share the victory!", ["1. Ada", "1. The opponent"]),
        (7, 2, "The opponent wins!", ["1. The opponent", "2. Ada"]),
    ],
)
def test_the_terminal_knows_who_won_a_solo_game(food, rocks, verdict, rows):
    match = solo()
    with arranged(match) as table:
        eat(table.team[0], [food], [], [])
        table.team[rules.OPPONENT].rocks = rocks
        table.actor = OVER
    console = Console(record=True, file=StringIO())
    TerminalGame(match, console)._result()
    assert console.export_text().rstrip().endswith(verdict)
    assert [" ".join(line.split()[:-2]) for line in standing(match) if line[2].isdigit()] == rows


@pytest.mark.parametrize(
    ("level", "lines"),
    [
        ("easy", {"Row 1, not complete, half of 9 + 4": 6, "2 rocks at 1": 2}),
        ("medium", {"Row 1, not complete, half of 9 + 4": 6, "2 rocks at 3": 6}),
        (
            "hard",
            {"Row 1, not complete, in full: 9 + 4": 13, "2 rocks at 5": 10, "3 open water at 3": 9},
        ),
    ],
)
def test_the_points_of_the_opponent_are_told_line_by_line(level, lines):
    match = solo(options={"opponent": level})
    with arranged(match) as table:
        opponent = table.team[rules.OPPONENT]
        eat(opponent, [9], [4], [])
        opponent.rocks, opponent.open_water = 2, 3
    rival = match.view().rival()
    assert dict(rival.lines) == lines
    assert sum(lines.values()) == rival.points == rules.points_at(match.table, match.box, rules.OPPONENT)
    assert dive(2).view().rival() is None


# Why not


def forbidding(table, asked):
    """The clause that forbids what was asked, worked out from what lies on the table."""
    phase, kind, depth = table.phase, asked.kind, table.depth
    tile = KIND.get(asked.rest.partition(" from ")[0], rules.NONE)
    if kind in (Reveal, Start):
        return "DD-1" if kind is Reveal else "Setup 7"
    if phase == Phase.FAVOUR:
        counts = {
            colour: table.team[1].foods[words.COLOUR_NAMES.index(colour)]
            for colour in (
                words.tile(k).split()[0] for k in range(ROCK + 1, OPEN_WATER) if table.face_up[depth, k]
            )
        }
        mine = counts.get(asked.rest.partition(" ")[0], 0) if table.face_up[depth, tile] else 0
        return "DD-15" if kind is Take and mine > min(counts.values()) else "Solo AI 3"
    if asked.called.startswith("give"):
        return "Solo AI 3"
    if kind is Take and tile in (OPEN_WATER, PREDATOR):
        return "DD-3"
    if phase == Phase.RETREAT:
        return "Retreat 4" if kind is Take else "Step 2.D"
    if kind is TakeNothing:
        return "Retreat 3"
    if kind is IngestRock:
        return "DD-2" if table.team[table.turn].rocks else "Rock 1"
    if phase == Phase.FOUND:
        return {Take: "DD-4", Flip: "Step 2"}[kind]
    if kind is Take:
        return "DD-3" if tile >= 0 and sum(table.face_up[d, tile] for d in range(DEPTHS)) else "Step 1.1"
    return "Game End 5" if kind is Flip else "DD-5" if depth == DEPTHS - 1 else "DD-6"


CLAUSES = {
    *("Setup 7", "Step 1.1", "Step 2", "Step 2.D", "Rock 1", "Retreat 3", "Retreat 4", "Game End 5"),
    *("Solo AI 3", "DD-1", "DD-2", "DD-3", "DD-4", "DD-6"),
}
"""What random games come across."""


def test_why_names_the_clause_that_forbids_a_move():
    found = set()
    for game in range(16):
        rng = Random(game)
        match = Match(GAME, 1 + game % 3, seed=game, box=["removed.0=12"], compiled=False)
        while not match.over:
            view, rare = match.view(match.actor), match.table.phase in (Phase.RETREAT, Phase.FAVOUR)
            for question, asked in impossible_moves(view, rng) if rare or rng.random() < 0.1 else ():
                clause = forbidding(match.table, asked)
                assert f"({clause})" in view.why(question), (question, Phase(match.table.phase))
                found.add(clause)
            match.play(rng.choice(match.ids if game % 2 else match.ids[:2]))
    assert found >= CLAUSES


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("take", "“take” can mean 3 moves: take rock, take pink 1, take green 2."),
        ("resurface", "“resurface” can mean 3 moves: take rock, take pink 1, take green 2."),
        (
            "rock",
            "“rock” can mean 6 moves: rock to 1, rock to 2, rock to 3, rock to 4, rock to 5, take rock.",
        ),
        ("rock to 7", "A rock takes you to a depth from 1 to 5 (Rock 3)."),
        ("pink 1", "“pink 1” is allowed now."),
        ("rock 3", "“rock 3” is allowed now."),
        ("take pink 7", "No such tile lies face up at depth 1 (Step 1.1)."),
        ("take pink 4 from 2", "A tile is taken only where the diver is, at depth 1 (DD-3)."),
        ("10", "There is no move 10: 9 moves are open."),
        ("xyzzy", "“xyzzy” is no move of this game."),
    ],
)
def test_what_is_ambiguous_is_said_to_be_so(question, answer):
    match = dive(2)
    with arranged(match) as table:
        table.team[0].rocks = 1
        lay(table, 1, "rock", "pink 1", "green 2")
        lay(table, 2, "pink 4")
        begin(match, table)
    assert match.view(0).why(question) == answer


def test_a_tile_at_two_depths_is_ambiguous_on_a_retreat():
    match = last_penguin((1, "pink 2"), (2, "pink 2"), at=(1, 2))
    go_on(match, "Ada: rock to 4\nnature: reveal predator")
    answer = "can mean 2 moves: take pink 2 from 1, take pink 2 from 2."
    assert answer in match.view(0).why("take pink 2")
    assert answer in match.view(0).why("pink 2")


def test_french_words_are_understood_and_answered():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "green 2")
        lay(table, 2, "pink 4")
        begin(match, table)
    with speaking("fr"):
        view = match.view(0)
        assert view.moves == ["retourner la tuile", "prendre vert 2"]
        assert "(DD-3)" in view.why("prendre rose 4")
        assert "(DD-6)" in view.why("descendre")
        assert "(Caillou 1)" in view.why("caillou jusqu'à 3")
        assert "(Repli 3)" in view.why("rien")
        match.play("vert 2")
    assert column(match, 0, "green") == [2]


def test_chances_and_the_cost_of_a_bust_are_told_on_demand():
    match = dive(2)
    with arranged(match) as table:
        lay(table, 1, "pink 1")
        trap(table, 0, 1, 2)
        begin(match, table)
    view = match.view(0)
    known = words.chances(view, 0)
    assert "23 face down, drawn from 30 unseen: 6 × rock, 2 × pink 1" in known
    assert "a predator 3 times in 30, 10 %" in known
    assert "last penguin" in words.bust(view, 0)
    assert "trap a penguin; 2 would be left" in words.bust(view, 1)
    drawn = view.svg()
    assert known in drawn
    assert words.bust(view, 0) in drawn.replace("&#x27;", "'")


def test_the_lessons_read_the_box():
    changed = ["penguins=2", "food.4.0=7", "food.4.3=12"]
    for given, food, penguins in (([], "8 to 10", "(3)"), (changed, "7 to 12", "(2)")):
        lessons = text.guide(find_game(GAME)).lessons(Match(GAME, 2, box=given, compiled=False).box)
        assert f"The deepest food is worth {food} points" in lessons["rock"].text
        assert f"All your penguins {penguins} come home free" in lessons["retreat"].text
    with speaking("fr"):
        lessons = text.guide(find_game(GAME)).lessons(box())
    assert "vaut de 8 à 10 points" in lessons["rock"].text
    assert "Tous vos manchots (3)" in lessons["retreat"].text


def test_long_lines_of_the_board_in_text_go_on_below_after_a_whole_part():
    match = solo()
    with arranged(match) as table:
        for points in (1, 1, 2, 2):
            lay(table, 1, *(f"{colour} {points}" for colour in words.COLOUR_NAMES))
        lay(table, 1, *["rock"] * 3, *["open water"] * 4, "predator", "predator")
        eat(table.team[rules.OPPONENT], *[[10] * 12] * 3)
        begin(match, table)
    lines = match.view(0).text().splitlines()
    assert max(map(len, lines)) <= 90
    here = next(number for number, line in enumerate(lines) if line.startswith("▶▲ depth 1"))
    assert lines[here].endswith("pink 1 1 2 2, green 1 1 2 2, yellow 1 1 2 2,")
    assert lines[here + 1].split() == ["rock", "×3,", "open", "water", "×4,", "predator", "×2"]
    assert lines[-1].strip() == "yellow " + " ".join(["10"] * 12)


def test_the_penguin_of_the_opponent_does_not_wait_at_an_exhausted_depth():
    match = solo("nature: reveal pink 1")
    assert match.view(0).text().splitlines()[2].startswith("▶▲ depth 1")
    penguin = re.compile(r'<[^>]*id="piece-1-0"[^>]*>')
    waiting = penguin.search(match.view(0).svg())[0]
    with arranged(match) as table:
        table.face_down[0] = table.face_down[1] = 0
    assert match.view(0).text().splitlines()[4].startswith(" ▲ depth 3")
    assert penguin.search(match.view(0).svg())[0] != waiting
    opponent_at(match, 4, "pink 5", "green 5").play("reveal predator")
    with arranged(match) as table:
        table.face_down[3] = 0
    assert match.view(0).text().splitlines()[5].startswith("▶▲ depth 4")


def test_the_signs_of_the_board_in_text_are_explained():
    alone, two = ({sign.sign for sign in match.view(0).legend()} for match in (solo(), dive(2)))
    assert alone - two == {"▲"}
    assert {"▶", "risk", "token"} <= two


@pytest.mark.parametrize("phase", [Phase.STEP, Phase.FOUND, Phase.RETREAT, Phase.FAVOUR])
def test_every_move_has_its_button(phase):
    for seed in range(40):
        match = Match(GAME, 1, seed=seed, compiled=False)
        while not match.over:
            if match.table.phase == phase and match.actor == 0:
                drawn = match.view(0).svg()
                assert all(f'data-move="{move}"' in drawn for move in match.ids)
                assert "data-move" not in match.view().svg()
                return
            match.play(match.ids[0])  # what is found is left lying, for the opponent too
    raise AssertionError("never asked")


@pytest.mark.parametrize("bots", [("heuristic", "random"), ("random", "heuristic")])
def test_the_heuristic_beats_random_play(bots):
    from fathom5 import simulate

    outcome = simulate(GAME, 2, 2000, bots=bots, jobs=1)
    assert outcome.win_share[bots.index("heuristic")] > 0.95


def test_the_seal_takes_what_completes_a_row():
    match = dive(2)
    with arranged(match) as table:
        eat(table.team[0], [8], [9], [])
        lay(table, 1, "yellow 2", "pink 2", "green 2")
        begin(match, table)
    choose = find_bot("seal", 1)
    assert match.view(0).name(choose(match.view(0))) == "take yellow 2"


def test_the_heuristic_wastes_no_rock_and_no_retreat():
    asked = Counter()
    for seed in range(16):
        match, bot = Match(GAME, 2, seed=seed), find_bot("heuristic", seed)
        while (seat := match.actor) is not None:
            before = match.table.depth
            move = match.game.spec.moves.decode(bot(match.view(seat)))
            asked["rocks"] += any(isinstance(each, IngestRock) for each in match.open_moves)
            asked["retreats"] += any(isinstance(each, TakeNothing) for each in match.open_moves)
            assert not isinstance(move, TakeNothing), "nothing is brought home where something could be"
            assert not isinstance(move, IngestRock) or move.depth > before, "it starts there anyway"
            match.play(move)
    assert asked["rocks"] > 4
    assert asked["retreats"] > 2
