"""Deeper, clause by clause."""

from collections import Counter
from itertools import combinations, pairwise, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

import fathom5
from fathom5.core.errors import IllegalMove
from fathom5.core.game import find_game
from fathom5.core.rng import generator
from fathom5.engine import compile_game, compiler_is_on
from fathom5.engine.registry import PLAYING
from fathom5.games.deeper import board, guide, habitat, rules, sea, ways, words
from fathom5.games.deeper import table as kinds
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    HATCH,
    MOVES,
    NATURE_MOVES,
    PILE_TILES,
    RAW,
    RESOURCES,
    ROCKETS,
    ROWS,
    START_TILES,
    TILES,
    UPGRADES,
    WAYS,
    Card,
    Phase,
    Resource,
    Upgrade,
    Way,
)
from fathom5.lab.pieces import COUNTS, ArmGames
from fathom5.lab.plan import Arm, Plan
from fathom5.testing import arranged, go_on, impossible_moves, scenario
from fathom5.text.finding import plain
from fathom5.text.language import speaking
from oracles import deeper as oracle

START = "nature: start 1\n"


def begun(players=2, script="", **how):
    """A match at the first turn of Ada, and a script played on."""
    return go_on(scenario("deeper", players, START if players > 1 else "", **how), script)


def hatch(match, seat=0):
    return sea.hatch_of(match.table, match.box, seat)


def tile(name):
    """The number of a tile by its code, as in `40c`."""
    box = begun().box
    return next(number for number in range(TILES) if words.code(box, number) == name)


def below_hatch(match, rows, seat=0):
    """The place so many rows straight under a hatch."""
    return hatch(match, seat) + rows


def put(match, name, place):
    """Lay a tile with its resources."""
    with arranged(match) as table:
        number = tile(name)
        if number < PILE_TILES and table.face_down[number]:
            table.face_down[number] = 0
            table.unseen[match.box.pile[number]] -= 1
        sea.put_tile(table, match.box, number, place)


def to_market(match, *names):
    with arranged(match) as table:
        for name in names:
            number = tile(name)
            if number < PILE_TILES:
                table.face_down[number] = 0
                table.unseen[match.box.pile[number]] -= 1
            sea.into_market(table, number)


def carry(match, seat=0, **amounts):
    with arranged(match) as table:
        for name, amount in amounts.items():
            for _ in range(amount):
                habitat.carry(table.divers[seat], RESOURCES.index(name))


def shelve(match, seat=0, **amounts):
    with arranged(match) as table:
        for name, amount in amounts.items():
            for _ in range(amount):
                habitat.shelve(table.divers[seat], RESOURCES.index(name))


def built(match, *cards, seat=0):
    with arranged(match) as table:
        for card in cards:
            table.divers[seat].built[card] += 1


def upgraded(match, *upgrades, seat=0):
    with arranged(match) as table:
        for upgrade in upgrades:
            table.divers[seat].upgrades[upgrade] = 1


def in_hand(match, *cards, seat=0):
    with arranged(match) as table:
        for card in cards:
            table.divers[seat].hand[card] += 1
            table.divers[seat].hand_size += 1


def at(match, place, seat=0, air=None):
    with arranged(match) as table:
        table.divers[seat].place = place
        if air is not None:
            table.divers[seat].air = air


def paid(match, cost, seat=0):
    """Put what something costs into storage, with room for it."""
    with arranged(match) as table:
        for kind, amount in enumerate(cost):
            table.divers[seat].shelf += amount
            for _ in range(amount):
                habitat.shelve(table.divers[seat], kind)


def next_to(match, place, *ways):
    """The place some steps from another."""
    for way in ways:
        place = sea.beside(match.box, place, way)
    return place


def coded(match):
    """The open moves, with tiles by their codes as records had them first: they are the shorter to write."""
    called = []
    for move, name in zip(match.view(match.actor).open_moves, match.moves, strict=True):
        is_tile = isinstance(move, kinds.Explore | kinds.Terraform | kinds.PutUnder)
        called.append(words.also(match.table, match.box, move)[0] if is_tile else name)
    return called


def moves(match, *starts):
    return [move for move in coded(match) if move.startswith(starts)]


def only(amounts):
    """Resources by name, without those there are none of."""
    return {RESOURCES[kind]: n for kind, n in enumerate(amounts) if n}


# Setup


@pytest.mark.clause("Setup 1", "Convert 1")
def test_everyone_starts_with_fabricator_hatch_and_storage():
    match = begun(4)
    assert all(diver.shelf == 4 for diver in match.table.divers)
    assert [match.table.sea[hatch(match, seat)] for seat in range(4)] == [HATCH] * 4
    carry(match, fish=2)
    assert "convert 2 fish to food" in match.moves


@pytest.mark.clause("Setup 2")
def test_the_radio_is_the_starting_hand():
    match = begun()
    assert sum(match.table.divers[0].hand) == 0
    carry(match, titanium=1, quartz=1, coral=1)
    assert "build radio" in match.moves


@pytest.mark.clause("Setup 3", "Setup 3.1", "Setup 3.2", "Setup 6")
def test_lungs_and_inventory_have_four_open_cells_and_four_air():
    for diver in begun(3).table.divers:
        if diver.lungs:
            assert (diver.lungs, diver.bag, diver.air, diver.carried) == (4, 4, 4, 0)


@pytest.mark.clause("Setup 4", "Setup 4.1", "Setup 4.2")
def test_upgrades_and_milestones_are_covered():
    for diver in begun(4).table.divers:
        assert not any(diver.upgrades)
        assert not any(diver.milestones)


@pytest.mark.clause("Setup 5")
def test_every_question_says_what_is_asked():
    match = begun()
    assert "2 actions" in match.view(0).ask()


@pytest.mark.clause("Setup 7")
def test_piles_by_depth():
    match = begun()
    assert list(match.table.unseen) == [14, 14, 12, 10, 8]
    assert [match.box.first[pile] for pile in range(6)] == [0, 14, 28, 40, 50, 58]


@pytest.mark.clause("Setup 7", "Setup 13.1", "Legal tile placement 1")
def test_every_tile_has_its_resources_and_edges():
    match = begun(box={"locker": 3})
    box, parts = match.box, match.sheet.content["components"]
    printed = [*parts["tiles"]["value"], *parts["start"]["value"] * 4]
    assert [box.first[pile] for pile in range(6)] == [0, 14, 28, 40, 50, 58]
    for number, part in enumerate(printed):
        rock = part["rock"]
        assert [box.holds[number, kind] for kind in range(RAW)] == part["holds"]
        assert [box.rocks[number] >> way & 1 for way in range(6)] == rock
        assert [box.facing[number] >> (way + 3) % 6 & 1 for way in range(6)] == rock
        assert DEPTHS[box.pile[number]] == part.get("pile", "20m")
    assert (box.rocks[HATCH], box.facing[HATCH]) == (0, 0)
    for place in (sea.place_of(14, 6), sea.place_of(15, 6)):
        around = [divmod(sea.beside(box, place, way), ROWS) for way in range(6)]
        assert around == oracle.beside(divmod(place, ROWS))


@pytest.mark.clause("Setup 8")
def test_each_tile_of_a_pile_is_equally_likely():
    match = begun(script="Ada: swim down\nAda: scan 20m")
    assert match.odds == {f"draw 20{letter}": 1 for letter in "abcdefghijklmn"}


@pytest.mark.clause("Setup 9")
def test_the_market_is_empty_at_first():
    assert begun().table.market_size == 0


@pytest.mark.clause("Setup 10")
def test_the_deck_is_face_down_and_each_card_as_likely_as_any():
    match = begun(script="Ada: swim down\nAda: scan 20m\nnature: draw 20a\nAda: lay down")
    assert match.odds == {f"draw {CARDS[card]}": 2 for card in range(DECK_CARDS)}


@pytest.mark.clause("Setup 11")
def test_players_plus_two_rocket_cards():
    for players in range(1, 5):
        match = begun(players)
        used = [number for number in range(len(ROCKETS)) if not match.table.unused[number]]
        unbuilt = [number for number in used if match.table.rockets[number] == -1]
        assert len(unbuilt) == match.table.rockets_left == players + 2
        assert 5 in unbuilt


@pytest.mark.clause("Setup 12", "DE-12")
def test_the_supply_never_runs_out():
    match = begun()
    with arranged(match) as table:
        for number in range(TILES):
            for kind in range(RAW):
                table.stock[number, kind] = 4
    put(match, "20c", below_hatch(match, 2))
    assert only(match.table.stock[tile("20c")]) == {"fish": 2}


@pytest.mark.clause("Setup 13", "Setup 13.1")
def test_three_tiles_with_resources_lie_under_each_hatch():
    match = begun(4)
    for seat in range(4):
        lying = {}
        for way in (Way.LOWER_LEFT, Way.DOWN, Way.LOWER_RIGHT):
            there = match.table.sea[sea.beside(match.box, hatch(match, seat), way)]
            lying[way] = (only(match.table.stock[there]), match.box.rocks[there])
        assert lying[Way.LOWER_LEFT] == lying[Way.LOWER_RIGHT] == ({"fish": 1, "kelp": 1}, 0)
        assert lying[Way.DOWN][0] == {"kelp": 1, "coral": 1}
        assert bin(lying[Way.DOWN][1]).count("1") == 1
    columns = [hatch(match, seat) // ROWS for seat in range(4)]
    assert [b - a for a, b in pairwise(columns)] == [4, 4, 4]


@pytest.mark.clause("Setup 14", "Breathe 2")
def test_pawns_start_in_their_hatch():
    match = begun(3)
    for seat in range(3):
        assert match.table.divers[seat].place == hatch(match, seat)
        assert sea.at_home(match.table.divers[seat])


@pytest.mark.clause("Setup 15")
def test_the_starting_player_is_drawn():
    match = scenario("deeper", 3, "")
    assert match.odds == {"start 1": 1, "start 2": 1, "start 3": 1}
    assert go_on(match, "nature: start 2").actor == 1
    assert begun(1).actor == 0


def test_the_box_adds_up():
    game = fathom5.find_game("deeper")
    parts = {name: part["value"] for name, part in game.sheet.content["components"].items()}
    piles = Counter(part["pile"] for part in parts["tiles"])
    assert piles == {"20m": 14, "40m": 14, "60m": 12, "80m": 10, "100m": 8}
    assert all(2 <= sum(t["holds"]) <= 4 for t in parts["tiles"])
    assert sum(card["count"] for card in parts["cards"]) == 20
    assert max(card["count"] for card in parts["cards"]) == 2
    assert [card["name"] for card in parts["cards"]] == list(CARDS)
    assert [upgrade["name"] for upgrade in parts["upgrades"]] == list(UPGRADES)
    assert [rocket["name"] for rocket in parts["rockets"]] == list(ROCKETS)
    assert all(3 <= rocket["points"] <= 6 for rocket in parts["rockets"])
    efforts = [np.dot(rocket["cost"], (1, 1, 1, 2, 4, 6)) for rocket in parts["rockets"]]
    assert efforts == sorted(efforts)
    assert parts["rockets"][-1]["cost"][Resource.DIAMOND] > 0
    for part in ("tiles", "start", "cards", "conversions", "upgrades", "rockets"):
        assert all(row["source"] in "RDPX" for row in parts[part])


@pytest.mark.clause("DE-17")
def test_every_part_of_the_box_has_a_use():
    parts = {
        name: part["value"] for name, part in fathom5.find_game("deeper").sheet.content["components"].items()
    }
    costs = [part["cost"] for name in ("cards", "upgrades", "rockets") for part in parts[name]]
    costs += [conversion["pay"][:RAW] for conversion in parts["conversions"]]
    found = [part["holds"] for part in (*parts["tiles"], *parts["start"])]
    for kind in range(RAW):
        assert any(holds[kind] for holds in found)
        assert sum(cost[kind] > 0 for cost in costs) >= 2
    assert all(sum(cost) > 0 for cost in costs)
    assert {conversion["card"] for conversion in parts["conversions"]} <= {*CARDS, "fabricator"}
    assert all(card["points"] > 0 for card in parts["cards"])


def test_deeper_piles_have_more_rock():
    box = begun().box
    rock = [
        np.mean([bin(box.rocks[t]).count("1") for t in range(box.first[pile], box.first[pile + 1])])
        for pile in range(5)
    ]
    assert rock[0] < rock[1] < rock[2] < rock[4]


@pytest.mark.clause("Setup 11", "Setup 13")
def test_nothing_else_lies_on_the_table_at_first():
    match = begun(3)
    table = match.table
    assert sum(tile != sea.EMPTY for tile in table.sea) == 3 + 3 * START_TILES
    assert (table.held, table.finisher, table.rounds, table.starter, table.turn) == (-1, -1, 0, 0, 0)
    assert list(table.rockets) == [-1] * len(ROCKETS)
    assert (table.actions, table.swum, table.winched) == (2, 0, 0)
    assert sum(table.put_under) == 0
    assert all(table.face_down)


# Your Turn


@pytest.mark.clause("Your Turn 1", "Breathe 1")
def test_two_actions_and_then_breathe():
    match = begun(script="Ada: swim down\nAda: gather kelp")
    assert match.actor == 1
    assert match.table.divers[0].air == 3


@pytest.mark.clause("Your Turn 2")
def test_the_same_action_twice():
    match = begun(script="Ada: swim lower left\nAda: swim lower right")
    assert match.table.divers[0].place == below_hatch(match, 1)


@pytest.mark.clause("Your Turn 3")
def test_no_or_one_action_is_enough():
    match = begun(script="Ada: breathe\nBen: swim down\nBen: breathe")
    assert match.actor == 0
    assert match.table.rounds == 1


# Swim


@pytest.mark.clause("Swim 1")
def test_swim_to_an_adjacent_tile():
    match = begun(script="Ada: swim lower left")
    assert match.table.divers[0].place == sea.beside(match.box, hatch(match), Way.LOWER_LEFT)
    assert moves(match, "swim") == ["swim home", "swim lower right"]


@pytest.mark.clause("Swim 2")
def test_rock_does_not_stop_a_swimmer():
    match = begun()
    start, across = below_hatch(match, 1), next_to(match, below_hatch(match, 1), Way.LOWER_RIGHT)
    facing = next(n for n in range(PILE_TILES) if match.box.rocks[n] >> Way.UPPER_LEFT & 1)
    put(match, words.code(match.box, facing), across)
    assert match.box.rocks[match.table.sea[start]] >> Way.LOWER_RIGHT & 1
    at(match, start)
    go_on(match, "Ada: swim lower right")
    assert match.table.divers[0].place == across
    go_on(match, "Ada: swim upper left")
    assert match.table.divers[0].place == start
    put(match, "80a", below_hatch(match, 2, seat=1))
    for way in (Way.LOWER_RIGHT, Way.DOWN, Way.LOWER_LEFT):
        there = next_to(match, below_hatch(match, 2, seat=1), way)
        put(match, "20a", there)
        at(match, there, seat=1)
        assert f"swim {WAYS[(way + 3) % 6]}" in match.moves


@pytest.mark.clause("Swim 3", "DE-3")
def test_a_hatch_is_next_to_three_places_for_its_owner_alone():
    match = begun()
    assert moves(match, "swim") == ["swim lower right", "swim down", "swim lower left"]
    at(match, below_hatch(match, 1, seat=1))
    assert moves(match, "swim") == ["swim upper right", "swim upper left"]
    at(match, below_hatch(match, 1))
    assert "swim home" in match.moves


# Gather


@pytest.mark.clause("Gather 1", "Gather 2")
def test_up_to_two_of_one_kind():
    match = begun()
    put(match, "40d", below_hatch(match, 1))
    go_on(match, "Ada: swim down")
    assert moves(match, "gather") == ["gather fish", "gather 1 fish"]
    one = match.at(len(match.history))
    go_on(match, "Ada: gather fish")
    assert only(match.table.divers[0].inventory) == {"fish": 2}
    assert match.table.stock[tile("40d"), Resource.FISH] == 1
    one.play("gather 1 fish")
    assert only(one.table.divers[0].inventory) == {"fish": 1}


@pytest.mark.clause("Gather 1")
def test_every_kind_on_the_tile_may_be_gathered_and_no_other():
    match = begun()
    at(match, below_hatch(match, 1))
    here = match.table.sea[below_hatch(match, 1)]
    for kind in range(RAW):
        with arranged(match) as table:
            for other in range(RAW):
                table.stock[here, other] = 2 * (other == kind)
        name = RESOURCES[kind]
        assert moves(match, "gather") == [f"gather {name}", f"gather 1 {name}"]
        gathered = match.copy()
        gathered.play(f"gather {name}")
        assert only(gathered.table.divers[0].inventory) == {name: 2}


@pytest.mark.clause("Gather 3")
def test_whatever_is_carried_may_be_returned():
    for kind in set(range(7)) - {Resource.KELP}:
        match = begun(script="Ada: swim down")
        carry(match, **{RESOURCES[kind]: 4})
        go_on(match, "Ada: gather kelp")
        assert match.moves == [f"return {RESOURCES[kind]}"]


@pytest.mark.clause("Gather 3")
def test_return_resources_to_make_room():
    match = begun()
    put(match, "40d", below_hatch(match, 1))
    carry(match, coral=3, food=1)
    go_on(match, "Ada: swim down\nAda: gather fish")
    assert match.moves == ["return coral", "return food"]
    go_on(match, "Ada: return coral")
    assert match.moves == ["enough", "return coral", "return food"]
    go_on(match, "Ada: return food")
    assert only(match.table.divers[0].inventory) == {"fish": 2, "coral": 2}
    assert match.actor == 1


@pytest.mark.clause("Gather 3")
def test_who_has_gathered_may_stop_making_room():
    match = begun()
    put(match, "40d", below_hatch(match, 1))
    carry(match, coral=3)
    go_on(match, "Ada: swim down\nAda: gather fish\nAda: enough")
    assert only(match.table.divers[0].inventory) == {"fish": 1, "coral": 3}


@pytest.mark.clause("Gather 2")
def test_a_bag_full_of_the_kind_gathers_no_more_of_it():
    match = begun()
    put(match, "40d", below_hatch(match, 1))
    carry(match, fish=4)
    go_on(match, "Ada: swim down")
    assert moves(match, "gather") == []


@pytest.mark.clause("Gather 1", "Gather 2", "Gather 3")
def test_gathering_takes_what_fits_and_makes_room_for_the_rest():
    laid = {catch: begun(box={"catch": catch}) for catch in (1, 2, 3)}
    for match in laid.values():
        put(match, "40d", below_hatch(match, 1))
        at(match, below_hatch(match, 1))
    for lying, same, other, catch in product((0, 1, 2, 4), (0, 1, 3), (0, 2, 3, 4), (1, 2, 3)):
        if same + other > 4:
            continue
        match = laid[catch].copy()
        carry(match, kelp=same, coral=other)
        with arranged(match) as table:
            table.stock[tile("40d"), Resource.FISH] = 0
            table.stock[tile("40d"), Resource.KELP] = lying
        room, wanted = 4 - same - other, min(lying, catch)
        able = wanted > 0 and (room > 0 or other > 0)
        assert moves(match, "gather") == ["gather kelp"] * able + ["gather 1 kelp"] * (
            wanted > 1 and room > 1
        )
        if not able:
            continue
        match.play("gather kelp")
        taken = min(room, wanted)
        while match.table.phase == Phase.MAKE_ROOM:
            assert match.moves == ["enough"] * (taken > 0) + ["return coral"]
            stopped = match.copy()
            if taken:
                stopped.play("enough")
                assert stopped.table.divers[0].inventory[Resource.KELP] == same + taken
                assert stopped.table.phase == Phase.ACT
            match.play("return coral")
            taken, other = taken + 1, other - 1
        assert taken == min(wanted, 4 - same)
        diver = match.table.divers[0]
        assert only(diver.inventory) == only([0, same + taken, other])
        assert match.table.stock[tile("40d"), Resource.KELP] == lying - taken
        assert match.table.actions == 1
        assert (match.table.gathering, match.table.wanted, match.table.took) == (0, 0, 0)


# Explore


@pytest.mark.clause("Explore 1", "Explore 2")
def test_explore_lays_a_market_tile_with_its_resources():
    match = begun()
    to_market(match, "40b")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 40b down")
    assert match.table.sea[below_hatch(match, 2)] == tile("40b")
    assert only(match.table.stock[tile("40b")]) == {"fish": 1, "kelp": 2}
    assert (match.table.market_size, match.table.market[0]) == (0, 0)


@pytest.mark.clause("Legal tile placement 1", "Legal tile placement 2", "DE-4")
def test_all_edges_have_to_match():
    match = begun()
    to_market(match, "20a", "80b")
    at(match, below_hatch(match, 1))
    start = match.table.sea[below_hatch(match, 1)]
    assert match.box.rocks[start] == 1 << Way.LOWER_RIGHT
    # 20a is all water, 80b has rock above: down of the starting tile is water, lower right is rock.
    assert moves(match, "explore") == ["explore 20a down", "explore 20a lower left"]
    put(match, "40j", below_hatch(match, 3))
    assert match.box.rocks[tile("40j")] == 1 << Way.UP
    assert moves(match, "explore") == ["explore 20a lower left"]


@pytest.mark.clause("Explore 1", "Terraform 1", "Scan 4", "Swim 1", "Legal tile placement 1")
def test_all_six_ways_are_open():
    match = begun()
    here = sea.place_of(15, 6)
    put(match, "20a", here)
    at(match, here)
    to_market(match, "20c", "80b")
    assert match.box.rocks[tile("80b")] == 1 << Way.UP
    wanted = {f"explore 20c {way}" for way in WAYS} | {f"explore 80b {way}" for way in WAYS}
    assert set(moves(match, "explore")) == wanted - {"explore 80b down"}
    assert moves(match, "terraform", "swim") == []
    scanned = go_on(match.copy(), "Ada: scan 20m\nnature: draw 20e")
    assert scanned.moves == [f"lay {way}" for way in WAYS]
    for way, name in enumerate(("20e", "20f", "20h", "20k", "20l", "20n")):
        put(match, name, next_to(match, here, way))
        assert not match.box.rocks[tile(name)]
    assert moves(match, "explore") == []
    assert moves(match, "swim") == [f"swim {way}" for way in WAYS]
    assert moves(match, "terraform 20c") == [f"terraform 20c {way}" for way in WAYS]
    go_on(match, "Ada: terraform 20c upper left")
    assert match.table.sea[next_to(match, here, Way.UPPER_LEFT)] == tile("20c")


@pytest.mark.clause("Legal tile placement 3")
def test_tiles_are_not_turned():
    match = begun()
    to_market(match, "20d")
    at(match, below_hatch(match, 1))
    assert match.box.rocks[tile("20d")] == 1 << Way.DOWN
    put(match, "20a", below_hatch(match, 3))
    assert "explore 20d down" not in coded(match)
    put(match, "40j", below_hatch(match, 3))
    assert "explore 20d down" in coded(match)


@pytest.mark.clause("DE-4")
def test_tiles_lie_below_the_surface_and_a_hatch_has_water_edges():
    match = begun()
    at(match, sea.beside(match.box, hatch(match), Way.LOWER_LEFT))
    to_market(match, "20a", "80b")
    assert not [
        move for move in moves(match, "explore") if move.endswith((" up", "upper left", "upper right"))
    ]
    at(match, hatch(match))
    assert not moves(match, "terraform 80b down")
    under = match.copy()
    at(under, below_hatch(match, 1))
    assert "terraform 20a up" not in coded(under)
    assert moves(match, "terraform 20a lower left")


@pytest.mark.clause("Achievements 1", "Achievements 2", "Achievements 3", "DE-6")
def test_the_first_tile_of_a_depth_is_a_milestone_once():
    match = begun()
    to_market(match, "20a", "20f")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 20a down\nnature: draw garden")
    diver = match.table.divers[0]
    assert list(diver.milestones) == [1, 0, 0, 0]
    assert (diver.hand[Card.GARDEN], diver.hand_size, match.scores[0]) == (1, 1, 1)
    go_on(match, "Ada: explore 20f lower left")
    assert match.table.divers[0].hand_size == 1
    assert match.actor == 1


@pytest.mark.clause("Achievements 1", "Achievements 3", "DE-6")
def test_every_depth_from_40_m_to_100_m_and_all_below_brings_a_card_once():
    for row, depth in ((2, 0), (3, 1), (4, 2), (5, 3), (9, 3)):
        match = begun()
        to_market(match, "20a")
        put(match, "20c", below_hatch(match, row - 1))
        at(match, below_hatch(match, row - 1))
        go_on(match, "Ada: explore 20a down\nnature: draw press")
        diver = match.table.divers[0]
        assert list(diver.milestones) == [int(number == depth) for number in range(4)]
        assert (diver.hand[Card.PRESS], diver.hand_size) == (1, 1)
        assert match.scores == [match.box.milestones[depth], 0]
    to_market(match, "20f")
    at(match, below_hatch(match, 8))
    go_on(match, "Ada: explore 20f lower left")
    assert (match.actor, match.table.divers[0].hand_size) == (1, 1)


@pytest.mark.clause("Achievements 3", "Setup 10")
def test_the_last_card_of_the_deck_is_drawn_and_then_none():
    for left in (0, 1, 2):
        counts = {f"cards.{card}.count": 0 for card in range(DECK_CARDS)}
        match = begun(box=counts | {"cards.0.count": 1, "cards.9.count": 1, "cards.4.count": 1})
        built(match, Card.AQUARIUM, seat=left % 2)
        in_hand(match, *[Card.GARDEN] * (left < 2), seat=1)
        in_hand(match, *[Card.WINCH] * (left < 1))
        to_market(match, "20a")
        at(match, below_hatch(match, 1))
        go_on(match, "Ada: explore 20a down")
        assert match.table.divers[0].milestones[0] == 1
        assert match.odds == {f"draw {card}": 1 for card in ("garden", "winch")[2 - left :]}
        assert match.actor == (-1 if left else 0)
    alone = begun(box=counts | {"cards.9.count": 1})
    to_market(alone, "20a")
    at(alone, below_hatch(alone, 1))
    assert go_on(alone, "Ada: explore 20a down").odds == {"draw aquarium": 1}


@pytest.mark.clause("Setup 8", "Scan 3")
def test_the_tiles_of_the_scanned_pile_are_drawn_and_no_others():
    for pile, letters in enumerate(
        ("abcdefghijklmn", "abcdefghijklmn", "abcdefghijkl", "abcdefghij", "abcdefgh")
    ):
        match = begun()
        put(match, "20c", below_hatch(match, 5))
        at(match, below_hatch(match, 5))
        go_on(match, f"Ada: scan {DEPTHS[pile]}")
        known = {"20c"} if pile == 0 else set()
        assert set(match.odds) == {f"draw {DEPTHS[pile][:-1]}{letter}" for letter in letters} - {
            f"draw {name}" for name in known
        }


@pytest.mark.clause("Achievements 1", "DE-6")
def test_no_milestone_at_20_m_and_each_player_has_their_own():
    match = begun()
    to_market(match, "20a", "20f")
    at(match, next_to(match, hatch(match), Way.LOWER_LEFT))
    go_on(match, "Ada: explore 20a lower left")
    assert match.actor == 0
    assert not any(match.table.divers[0].milestones)
    at(match, below_hatch(match, 1))
    with arranged(match) as table:
        table.divers[1].milestones[0] = 1
    go_on(match, "Ada: explore 20f down\nnature: draw press")
    assert match.table.divers[0].milestones[0] == 1


@pytest.mark.clause("Achievements 1", "DE-6")
def test_scanned_and_terraformed_tiles_count_for_milestones_too():
    match = begun()
    to_market(match, "40d")
    put(match, "20c", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: terraform 40d down\nnature: draw press")
    assert list(match.table.divers[0].milestones) == [1, 0, 0, 0]
    assert only(match.table.stock[tile("40d")]) == {"fish": 2}


@pytest.mark.clause("DE-6")
def test_a_milestone_goes_by_the_place_not_by_the_tile():
    match = begun()
    to_market(match, "100g")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 100g down\nnature: draw garden")
    assert list(match.table.divers[0].milestones) == [1, 0, 0, 0]
    scored = begun()
    with arranged(scored) as table:
        for depth in range(4):
            table.divers[0].milestones[depth] = 1
    assert scored.scores == [6, 0]


# Scan


@pytest.mark.clause("Scan 1", "Scan 2", "DE-1")
def test_scan_the_pile_of_your_depth_or_a_shallower_one():
    match = begun()
    for rows in range(2, 8):
        put(match, "20a", below_hatch(match, rows))
    for rows, piles in ((1, 1), (2, 2), (3, 3), (5, 5), (7, 5)):
        at(match, below_hatch(match, rows))
        assert len(moves(match, "scan")) == piles


@pytest.mark.clause("DE-1")
def test_half_tiles_count_up_to_the_next_level():
    match = begun()
    left = sea.beside(match.box, hatch(match), Way.LOWER_LEFT)
    assert [sea.level(left), sea.level(below_hatch(match, 1))] == [1, 1]
    assert [sea.level(sea.beside(match.box, left, Way.DOWN)), sea.level(below_hatch(match, 2))] == [2, 2]
    assert sea.level(below_hatch(match, 9)) == 5


@pytest.mark.clause("DE-2")
def test_from_the_hatch_the_20_m_pile():
    match = begun()
    assert moves(match, "scan") == ["scan 20m"]
    go_on(match, "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d")
    assert match.table.market_size == 4
    assert (match.actor, match.table.actions) == (0, 1)


@pytest.mark.clause("Scan 3", "Scan 4", "Scan 5", "Scan 6", "DE-5")
def test_scan_until_a_tile_fits_and_lay_it():
    match = begun()
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    # Free next to Ada: to the lower left all water; to the lower right her tile turns rock.
    go_on(match, "Ada: scan 20m\nnature: draw 20g\nnature: draw 20f\nnature: draw garden")
    assert match.box.rocks[tile("20g")] == 1 << 1
    there = sea.beside(match.box, below_hatch(match, 1), Way.LOWER_LEFT)
    assert match.table.sea[there] == tile("20f")
    assert only(match.table.stock[tile("20f")]) == {"fish": 1, "coral": 2}
    assert [match.table.market[0], match.table.market_size] == [tile("20g"), 1]


@pytest.mark.clause("Scan 3", "Scan 6")
def test_at_most_four_tiles_are_drawn():
    match = begun(script="Ada: scan 20m")
    go_on(match, "nature: draw 20a\nnature: draw 20b\nnature: draw 20c")
    assert match.table.phase == Phase.DRAW
    go_on(match, "nature: draw 20d")
    assert [words.code(match.box, t) for t in match.table.market][:4] == ["20a", "20b", "20c", "20d"]
    assert match.table.draws == 0


@pytest.mark.clause("Scan 4", "DE-5")
def test_who_scans_chooses_the_place_and_has_to_lay():
    match = begun(script="Ada: swim down\nAda: scan 20m\nnature: draw 20a")
    assert match.moves == ["lay down", "lay lower left"]


@pytest.mark.clause("Scan 7", "DE-5")
def test_a_market_of_more_than_four_is_trimmed_by_choice():
    match = begun()
    to_market(match, "40a", "40b")
    script = "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d"
    go_on(match, script)
    assert coded(match) == [f"put {name} under" for name in ("40a", "40b", "20a", "20b", "20c", "20d")]
    go_on(match, "Ada: put 40b under\nAda: put 20a under")
    assert match.table.market_size == 4
    assert match.table.under[1, 0] == tile("40b")
    assert match.table.under[0, 0] == tile("20a")


@pytest.mark.clause("DE-16")
def test_tiles_put_under_come_back_in_order_after_the_unknown_ones():
    match = begun()
    with arranged(match) as table:
        for number in range(1, 14):
            table.face_down[number] = 0
        table.unseen[0] = 1
        sea.put_under(table, match.box, tile("20c"))
        sea.put_under(table, match.box, tile("20d"))
    go_on(match, "Ada: scan 20m")
    assert match.odds == {"draw 20a": 1}
    go_on(match, "nature: draw 20a")
    assert [words.code(match.box, t) for t in match.table.market][:3] == ["20a", "20c", "20d"]
    assert moves(match, "scan") == []


@pytest.mark.clause("Scan 2", "Scan 3")
def test_an_empty_pile_is_not_scanned_and_a_small_one_is_drawn_to_its_end():
    match = begun()
    with arranged(match) as table:
        for number in range(3, 14):
            table.face_down[number] = 0
        table.unseen[0] = 3
    go_on(match, "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c")
    assert (match.actor, match.table.market_size, match.table.actions) == (0, 3, 1)
    assert moves(match, "scan") == []


@pytest.mark.clause("Scan 4", "DE-16")
def test_a_known_tile_that_fits_is_laid_too():
    match = begun()
    with arranged(match) as table:
        for number in range(14):
            table.face_down[number] = 0
        table.unseen[0] = 0
        sea.put_under(table, match.box, tile("20g"))
        sea.put_under(table, match.box, tile("20f"))
        sea.put_under(table, match.box, tile("20c"))
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: scan 20m\nnature: draw garden")
    assert match.table.sea[next_to(match, below_hatch(match, 1), Way.LOWER_LEFT)] == tile("20f")
    assert [words.code(match.box, match.table.market[0]), match.table.market_size] == ["20g", 1]
    assert [match.table.under[0, 0], match.table.under[0, 1], match.table.put_under[0]] == [tile("20c"), 0, 1]


@pytest.mark.clause("Scan 3")
def test_a_second_scan_draws_four_again():
    match = begun()
    script = "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d\n"
    go_on(match, script + "Ada: scan 20m\nnature: draw 20e\nnature: draw 20f\nnature: draw 20g")
    assert match.table.phase == Phase.DRAW
    go_on(match, "nature: draw 20h")
    assert (match.table.phase, match.table.market_size) == (Phase.TRIM, 8)


# Terraform


@pytest.mark.clause("Terraform 1", "Terraform 2", "Terraform 3", "DE-7")
def test_terraform_covers_an_adjacent_tile():
    match = begun()
    to_market(match, "40b", "80b")
    at(match, below_hatch(match, 1))
    assert "terraform 80b lower left" not in coded(match)
    old = sea.beside(match.box, below_hatch(match, 1), 5)
    covered = match.table.sea[old]
    go_on(match, "Ada: terraform 40b upper left")
    assert match.moves == ["leave out fish", "leave out kelp"]
    go_on(match, "Ada: leave out kelp")
    assert match.table.sea[old] == tile("40b")
    assert only(match.table.stock[tile("40b")]) == {"fish": 1, "kelp": 1}
    assert only(match.table.stock[covered]) == {}
    assert match.table.under[0, 0] == covered


@pytest.mark.clause("Terraform 3")
def test_a_tile_of_one_kind_simply_gets_one_fewer():
    match = begun()
    to_market(match, "40d")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: terraform 40d upper left")
    assert only(match.table.stock[tile("40d")]) == {"fish": 2}
    assert match.table.phase == Phase.ACT


@pytest.mark.clause("Terraform 3")
def test_a_tile_without_resources_has_none_to_lose():
    match = begun(box={"tiles.17.holds": [0, 0, 0, 0, 0, 0]})
    to_market(match, "40d")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: terraform 40d upper left")
    assert only(match.table.stock[tile("40d")]) == {}
    assert match.table.phase == Phase.ACT


@pytest.mark.clause("Terraform 1", "Terraform 3", "Achievements 3", "Sea Glide")
def test_the_card_the_missing_resource_and_the_glide_come_one_after_the_other():
    match = begun()
    upgraded(match, Upgrade.SEA_GLIDE)
    put(match, "20c", below_hatch(match, 2))
    to_market(match, "40b", "20a")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: terraform 40b down")
    assert match.odds
    go_on(match, "nature: draw press")
    assert match.moves == ["leave out fish", "leave out kelp"]
    go_on(match, "Ada: leave out fish")
    assert match.moves == ["stay", "follow"]
    assert only(match.table.stock[tile("40b")]) == {"kelp": 2}
    go_on(match, "Ada: stay")
    assert (match.table.phase, match.table.actions, match.table.market_size) == (Phase.ACT, 1, 1)
    go_on(match, "Ada: explore 20a lower left")
    assert match.moves == ["stay", "follow"]


@pytest.mark.clause("DE-7")
def test_no_terraforming_under_a_pawn():
    match = begun()
    to_market(match, "40d")
    at(match, below_hatch(match, 1))
    left = sea.beside(match.box, hatch(match), Way.LOWER_LEFT)
    assert "terraform 40d upper left" in coded(match)
    at(match, left, seat=1)
    assert "terraform 40d upper left" not in coded(match)


@pytest.mark.clause("DE-7", "DE-16")
def test_a_starting_tile_goes_under_the_20_m_pile():
    match = begun()
    box = match.box
    assert all(box.pile[number] == 0 for number in range(PILE_TILES, PILE_TILES + 4 * START_TILES))
    assert words.code(box, PILE_TILES + 4) == "s2b"


# Convert


@pytest.mark.clause("Convert 1", "DE-8")
def test_convert_at_home_once_an_action():
    match = begun()
    carry(match, fish=4)
    at(match, below_hatch(match, 1))
    assert moves(match, "convert") == []
    at(match, hatch(match))
    go_on(match, "Ada: convert 2 fish to food")
    assert match.table.actions == 1
    assert habitat.owned(match.table.divers[0], Resource.FOOD) == 1


@pytest.mark.clause("Convert 2", "Convert 3")
def test_conversions_are_paid_from_inventory_and_storage():
    match = begun()
    carry(match, titanium=1)
    shelve(match, titanium=1)
    go_on(match, "Ada: convert 2 titanium to quartz")
    diver = match.table.divers[0]
    assert (only(diver.inventory), only(diver.storage)) == ({}, {"quartz": 1})


@pytest.mark.clause("Convert 1", "DE-19")
def test_a_diamond_becomes_any_other_resource():
    match = begun()
    carry(match, diamond=1)
    assert moves(match, "convert") == [f"convert diamond to {kind}" for kind in RESOURCES[:5]]
    for kind in RESOURCES[:5]:
        changed = match.copy()
        changed.play(f"convert diamond to {kind}")
        assert only(changed.table.divers[0].storage) == {kind: 1}
        assert changed.table.divers[0].carried == 0


@pytest.mark.clause("Convert 1", "DE-8")
def test_what_a_conversion_makes_needs_a_free_cell_and_the_card_and_its_whole_price():
    for gain, room, allowed in ((2, 0, True), (3, 0, False), (3, 1, True), (4, 1, False), (4, 2, True)):
        match = begun(box={"conversions.7.gain.6": gain})
        carry(match, fish=1, kelp=1, coral=2 - min(room, 2))
        shelve(match, coral=4)
        assert moves(match, "convert") == []
        built(match, Card.GALLEY)
        assert moves(match, "convert fish, kelp") == [f"convert fish, kelp to {gain} food"] * allowed
        if allowed:
            match.play(f"convert fish, kelp to {gain} food")
            assert habitat.owned(match.table.divers[0], Resource.FOOD) == gain
            assert match.table.divers[0].carried == 4 - room - 2 + gain
    match = begun(box={"conversions.9.pay.4": 0, "conversions.9.pay.6": 2})
    built(match, Card.PRESS)
    shelve(match, food=1)
    assert moves(match, "convert") == []
    carry(match, food=1)
    go_on(match, "Ada: convert 2 food to diamond")
    diver = match.table.divers[0]
    assert (only(diver.inventory), only(diver.storage)) == ({}, {"diamond": 1})


@pytest.mark.clause("Convert 4", "DE-9")
def test_stowing_is_free_before_and_after_actions():
    match = begun()
    carry(match, fish=2, kelp=1)
    go_on(match, "Ada: store fish\nAda: store fish\nAda: convert 2 fish to food\nAda: store kelp")
    diver = match.table.divers[0]
    assert (only(diver.inventory), only(diver.storage)) == ({}, {"kelp": 1, "food": 1})
    assert match.table.actions == 1
    go_on(match, "Ada: fetch food")
    assert only(match.table.divers[0].inventory) == {"food": 1}


@pytest.mark.clause("DE-9")
def test_after_an_action_a_kind_may_be_moved_the_other_way():
    match = begun()
    carry(match, fish=2, food=1)
    go_on(match, "Ada: store fish\nAda: store food")
    assert moves(match, "fetch") == []
    converted = go_on(match.copy(), "Ada: convert 2 fish to food")
    assert moves(converted, "fetch") == ["fetch food"]
    go_on(match, "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d")
    assert moves(match, "fetch") == ["fetch fish", "fetch food"]
    go_on(match, "Ada: fetch food")
    assert moves(match, "store") == ["store fish"]
    go_on(match, "Ada: breathe\nBen: breathe")
    assert moves(match, "store") == ["store fish", "store food"]


@pytest.mark.clause("DE-9")
def test_a_kind_is_stowed_one_way_between_two_actions():
    match = begun()
    carry(match, fish=2)
    go_on(match, "Ada: store fish")
    assert moves(match, "store", "fetch") == ["store fish"]
    go_on(match, "Ada: swim down")
    assert moves(match, "store", "fetch") == []
    fetched = begun()
    shelve(fetched, fish=2)
    go_on(fetched, "Ada: fetch fish")
    assert moves(fetched, "store", "fetch") == ["fetch fish"]


@pytest.mark.clause("DE-9")
def test_with_no_free_cell_resources_change_places():
    match = begun()
    carry(match, fish=4)
    shelve(match, kelp=4)
    assert moves(match, "store", "fetch", "swap") == ["swap fish for kelp"]
    go_on(match, "Ada: swap fish for kelp")
    diver = match.table.divers[0]
    assert only(diver.inventory) == {"fish": 3, "kelp": 1}
    assert only(diver.storage) == {"fish": 1, "kelp": 3}


def stowings(diver, stored, fetched):
    """What may be stowed, worked out afresh: names of moves."""
    away = [kind for kind, n in enumerate(diver.inventory) if n and kind not in fetched]
    out = [kind for kind, n in enumerate(diver.storage) if n and kind not in stored]
    free, shelf = diver.bag - sum(diver.inventory), diver.shelf - sum(diver.storage)
    named = [f"store {RESOURCES[kind]}" for kind in away if shelf]
    named += [f"fetch {RESOURCES[kind]}" for kind in out if free]
    if not free and not shelf:
        pairs = [(one, other) for one in away for other in out if one != other]
        named += [f"swap {RESOURCES[one]} for {RESOURCES[other]}" for one, other in pairs]
    return named


@pytest.mark.clause("Convert 4", "DE-9", "Your Turn 1")
def test_the_turn_ends_by_itself_once_nothing_can_be_stowed():
    rng, ended = Random(8), Counter()
    sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)]
    begun_so = {size: begun(box={"bag": size[0], "shelf": size[1]}) for size in sizes}
    for number in range(90):
        match = begun_so[rng.choice(sizes)].copy()
        at(match, below_hatch(match, 1))
        kinds_there = [*range(number % 2), *rng.sample(range(1, 7), 1 + number % 4)]
        with arranged(match) as table:
            table.actions, diver = 1, table.divers[0]
            for _ in range(rng.choice((0, 1, diver.bag, diver.bag))):
                habitat.carry(diver, rng.choice(kinds_there))
            for _ in range(rng.choice((0, 1, diver.shelf, diver.shelf))):
                habitat.shelve(diver, rng.choice(kinds_there))
        stored, fetched = set(), set()
        match.play("swim home")
        while match.actor == 0:
            wanted = stowings(match.table.divers[0], stored, fetched)
            assert sorted(match.moves) == sorted(["breathe", *wanted])
            assert wanted, "the turn goes on though nothing is left to do"
            move = rng.choice(wanted)
            match.play(move)
            verb, kind, *_ = move.split()
            if verb == "fetch":
                fetched.add(RESOURCES.index(kind))
            else:
                stored.add(RESOURCES.index(kind))
            if verb == "swap":
                fetched.add(RESOURCES.index(move.split()[-1]))
        assert not stowings(match.table.divers[0], stored, fetched)
        ended[len(stored), len(fetched)] += 1
    assert len(ended) >= 4


@pytest.mark.clause("DE-9", "Your Turn 1")
def test_with_nothing_to_store_or_nothing_to_fetch_there_is_nothing_to_swap():
    for bag, shelf, move in ((1, 3, "swap fish for kelp"), (3, 1, "swap kelp for fish")):
        match = begun(box={"bag": bag, "shelf": shelf})
        (carry if bag == 1 else shelve)(match, fish=1)
        (shelve if bag == 1 else carry)(match, kelp=1, coral=1, titanium=1)
        at(match, below_hatch(match, 1))
        with arranged(match) as table:
            table.actions = 1
        go_on(match, f"Ada: swim home\nAda: {move}")
        assert match.actor == 1


# Craft


@pytest.mark.clause("Craft 1", "Craft 2", "Craft 3", "DE-8")
def test_build_a_blueprint_from_inventory_and_storage():
    match = begun()
    in_hand(match, Card.GARDEN)
    carry(match, titanium=1)
    shelve(match, kelp=1)
    at(match, below_hatch(match, 1))
    assert moves(match, "build") == []
    at(match, hatch(match))
    go_on(match, "Ada: build garden")
    diver = match.table.divers[0]
    assert (diver.built[Card.GARDEN], diver.hand_size, diver.carried, diver.stored) == (1, 0, 0, 0)
    assert match.scores[0] == 1
    assert match.table.actions == 1


@pytest.mark.clause("Craft 1", "Craft 2", "Craft 3")
def test_a_built_card_leaves_the_hand_and_stands_beside_the_same():
    match = begun()
    in_hand(match, Card.PRESS, Card.PRESS, Card.GARDEN)
    for _ in range(2):
        paid(match, match.box.cards[Card.PRESS].cost)
    shelf = match.table.divers[0].shelf
    go_on(match, "Ada: build press")
    diver = match.table.divers[0]
    assert (diver.built[Card.PRESS], diver.hand[Card.PRESS], diver.hand_size) == (1, 1, 2)
    go_on(match, "Ada: build press")
    diver = match.table.divers[0]
    assert (diver.built[Card.PRESS], diver.hand[Card.PRESS], diver.hand_size) == (2, 0, 1)
    assert (diver.shelf, match.scores[0]) == (shelf, 2 * match.box.cards[Card.PRESS].points)
    assert (diver.hand[Card.GARDEN], diver.built[Card.GARDEN]) == (1, 0)


@pytest.mark.clause("Craft 2")
def test_a_card_that_cannot_be_paid_is_not_built():
    match = begun()
    in_hand(match, Card.GARDEN)
    carry(match, titanium=1)
    with pytest.raises(IllegalMove):
        match.play("build garden")
    assert "titanium" in match.view(0).why("build garden")


@pytest.mark.clause("Upgrades 1", "Upgrades 2")
def test_upgrades_are_crafted_and_open_cells():
    match = begun()
    shelve(match, coral=1, titanium=1, kelp=2)
    go_on(match, "Ada: craft rebreather\nAda: craft swim bag")
    diver = match.table.divers[0]
    assert (diver.lungs, diver.bag, diver.upgrades[Upgrade.REBREATHER], diver.upgrades[Upgrade.SWIM_BAG]) == (
        6,
        6,
        1,
        1,
    )
    shelved = begun()
    shelve(shelved, coral=1, fish=1)
    go_on(shelved, "Ada: craft air tank\nAda: craft back pack")
    diver = shelved.table.divers[0]
    assert (diver.lungs, diver.bag, diver.upgrades[Upgrade.AIR_TANK], diver.upgrades[Upgrade.BACK_PACK]) == (
        6,
        6,
        1,
        1,
    )


@pytest.mark.clause("DE-8", "Upgrades 1", "Rocket Cards 1")
def test_an_upgrade_or_a_rocket_card_takes_an_action_each():
    match = begun()
    built(match, Card.RADIO)
    paid(match, match.box.upgrades[Upgrade.FINS].cost)
    paid(match, match.box.upgrades[Upgrade.KNIFE].cost)
    paid(match, match.box.rockets[0].cost)
    go_on(match, "Ada: craft fins")
    assert match.table.actions == 1
    assert "craft fins" not in match.moves
    go_on(match, "Ada: build hull")
    assert match.table.actions == 0
    assert moves(match, "craft", "build", "convert") == []
    assert match.moves[0] == "breathe"


@pytest.mark.clause("Craft 1", "Craft 2")
def test_every_resource_of_a_cost_has_to_be_paid_whatever_it_is():
    for kind in range(RAW):
        cost = [2 if number == kind else 0 for number in range(RAW)]
        match = begun(box={"cards.10.cost": cost, "rockets.0.cost": cost})
        built(match, Card.REACTOR)
        name, price = RESOURCES[kind], 2 - (kind == Resource.TITANIUM)
        for _ in range(price):
            assert moves(match, "build") == []
            shelve(match, **{name: 1})
        carry(match, **{name: 1})
        go_on(match, "Ada: build radio")
        diver = match.table.divers[0]
        assert habitat.owned(diver, kind) == 1
        assert diver.carried + diver.stored == 1
        assert moves(match, "build hull") == ["build hull"] * (kind == Resource.TITANIUM)


@pytest.mark.clause("Upgrades 1")
def test_an_upgrade_is_paid_in_full():
    match = begun()
    built(match, Card.REACTOR)
    for number in range(len(UPGRADES)):
        fresh = match.copy()
        cost = match.box.upgrades[number].cost
        paid(fresh, cost)
        for kind in (kind for kind in range(RAW) if cost[kind]):
            short = fresh.copy()
            with arranged(short) as table:
                habitat.unshelve(table.divers[0], kind)
            assert f"craft {UPGRADES[number]}" not in short.moves
        fresh.play(f"craft {UPGRADES[number]}")
        diver = fresh.table.divers[0]
        assert diver.stored == 0
        assert diver.lungs == 4 + 2 * (number in (Upgrade.REBREATHER, Upgrade.AIR_TANK))
        assert diver.bag == 4 + 2 * (number in (Upgrade.SWIM_BAG, Upgrade.BACK_PACK))
        assert list(diver.upgrades) == [int(other == number) for other in range(len(UPGRADES))]
        paid(fresh, cost)
        assert f"craft {UPGRADES[number]}" not in fresh.moves, "nobody crafts an upgrade twice"


@pytest.mark.clause("Upgrades 3")
def test_what_is_under_the_upgrade_tiles_can_be_read_at_any_time():
    drawn = begun().view(0).svg()
    assert "your first swim each turn may go 2 spaces" in drawn
    assert "gather 1" in drawn


@pytest.mark.clause("Rocket Cards 1")
def test_rocket_cards_need_the_radio():
    match = begun()
    shelve(match, kelp=1, coral=1)
    assert "build hull" not in match.moves
    built(match, Card.RADIO)
    assert "build hull" in match.moves


@pytest.mark.clause("Rocket Cards 2")
def test_rocket_cards_are_for_everybody_and_built_once():
    match = begun()
    for seat in (0, 1):
        built(match, Card.RADIO, seat=seat)
        shelve(match, seat, kelp=1, coral=1)
    go_on(match, "Ada: build hull\nAda: breathe")
    assert match.table.rockets[0] == 0
    assert "build hull" not in match.moves
    assert match.scores == [6, 3]


@pytest.mark.clause("Setup 11", "Rocket Cards 1")
def test_rocket_cards_for_more_players_are_not_built():
    for players in range(1, 5):
        match = begun(players)
        built(match, Card.RADIO)
        for number in range(len(ROCKETS)):
            paid(match, match.box.rockets[number].cost)
        wanted = [name for number, name in enumerate(ROCKETS) if match.box.rockets[number].players <= players]
        assert moves(match, "build") == [f"build {name}" for name in wanted]
        for number in range(players + 2):
            assert not match.over
            with arranged(match) as table:
                table.actions, table.turn, table.actor = 2, 0, 0
            match.play(f"build {wanted[number]}")
        assert match.over


@pytest.mark.clause("Rocket Cards 3", "End of Game 1", "DE-13")
def test_the_last_rocket_card_ends_the_game_at_once():
    match = begun()
    built(match, Card.RADIO)
    with arranged(match) as table:
        for rocket in range(1, len(ROCKETS)):
            if table.rockets[rocket] == -1 and not table.unused[rocket]:
                table.rockets[rocket] = 1
        table.rockets_left = 1
    shelve(match, kelp=1, coral=1)
    go_on(match, "Ada: build hull")
    assert match.over
    assert match.table.finisher == 0


# The upgrades and cards


@pytest.mark.clause("Fins")
def test_fins_carry_the_first_swim_two_spaces():
    match = begun()
    upgraded(match, Upgrade.FINS)
    put(match, "20a", below_hatch(match, 2))
    go_on(match, "Ada: swim down")
    assert "stop" in match.moves
    go_on(match, "Ada: swim down\nAda: swim up")
    assert match.table.divers[0].place == below_hatch(match, 1)
    assert match.actor == 1


@pytest.mark.clause("Fins")
def test_fins_work_in_every_turn_but_only_for_its_first_swim():
    match = begun(1)
    upgraded(match, Upgrade.FINS)
    for _ in range(2):
        go_on(match, "Ada: swim down\nAda: stop")
        assert match.table.actions == 1
        go_on(match, "Ada: swim upper left")
        assert match.table.actions == 2, "a second swim goes one place and ends the turn"
        go_on(match, "Ada: swim home\nAda: stop\nAda: breathe")


@pytest.mark.clause("Knife", "DE-11")
def test_the_knife_gathers_one_at_the_end_of_the_turn():
    match = begun()
    upgraded(match, Upgrade.KNIFE)
    go_on(match, "Ada: swim down\nAda: breathe")
    assert match.moves == ["gather nothing", "gather 1 kelp", "gather 1 coral"]
    go_on(match, "Ada: gather 1 coral")
    assert only(match.table.divers[0].inventory) == {"coral": 1}
    assert match.actor == 1


@pytest.mark.clause("Knife", "DE-11")
def test_the_knife_may_be_declined_and_needs_a_tile_with_something_on_it():
    match = begun()
    upgraded(match, Upgrade.KNIFE)
    home = go_on(match.copy(), "Ada: breathe")
    assert home.actor == 1
    go_on(match, "Ada: swim down\nAda: breathe\nAda: gather nothing")
    assert (match.actor, match.table.divers[0].carried, match.table.divers[0].air) == (1, 0, 3)
    last = go_on(match.copy(), "Ben: breathe\nAda: swim home\nAda: swim down")
    assert last.moves == ["gather nothing", "gather 1 kelp", "gather 1 coral"]
    go_on(match, "Ben: breathe\nAda: gather kelp\nAda: gather coral")
    assert match.actor == 1, "nothing is left on the tile"


@pytest.mark.clause("DE-11", "DE-19")
def test_what_does_not_fit_is_not_offered():
    match = begun()
    upgraded(match, Upgrade.KNIFE)
    carry(match, fish=4)
    go_on(match, "Ada: swim down\nAda: breathe")
    assert match.actor == 1
    full = begun()
    built(full, Card.GARDEN)
    carry(full, fish=4)
    shelve(full, fish=4)
    go_on(full, "Ada: breathe")
    assert full.actor == 1


@pytest.mark.clause("Sea Glide")
def test_the_sea_glide_may_follow_an_explored_tile():
    match = begun()
    upgraded(match, Upgrade.SEA_GLIDE)
    to_market(match, "20a", "20f")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 20a down\nnature: draw garden")
    assert match.moves == ["stay", "follow"]
    go_on(match, "Ada: follow")
    assert match.table.divers[0].place == below_hatch(match, 2)
    go_on(match, "Ada: scan 20m\nnature: draw 20c\nAda: lay down\nnature: draw winch")
    assert match.actor == 1


@pytest.mark.clause("Sea Glide")
def test_the_sea_glide_follows_terraforms_and_free_explores_but_no_scan():
    match = begun()
    upgraded(match, Upgrade.SEA_GLIDE)
    to_market(match, "40b", "20a")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: terraform 40b upper left\nAda: leave out kelp")
    assert match.moves == ["stay", "follow"]
    stayed = match.copy()
    go_on(match, "Ada: follow")
    assert match.table.divers[0].place == next_to(match, below_hatch(match, 1), Way.UPPER_LEFT)
    assert match.table.actions == 1
    go_on(stayed, "Ada: stay")
    assert stayed.table.divers[0].place == below_hatch(match, 1)
    go_on(stayed, "Ada: scan 20m\nnature: draw 20c\nAda: lay down\nnature: draw winch")
    assert stayed.actor == 1
    vain = begun()
    upgraded(vain, Upgrade.SEA_GLIDE)
    scanned_in_vain(vain)
    go_on(vain, "Ada: explore 40b lower left\nnature: draw garden\nAda: follow")
    assert vain.table.divers[0].place == next_to(vain, below_hatch(vain, 1), Way.LOWER_LEFT)


@pytest.mark.clause("Sea Glide", "Upgrades 2")
def test_without_its_tile_removed_an_upgrade_does_nothing():
    match = begun()
    to_market(match, "20a", "40d")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 20a down\nnature: draw garden\nAda: terraform 40d upper left")
    assert match.actor == 1
    go_on(match, "Ben: swim down")
    assert "stop" not in match.moves
    go_on(match, "Ben: breathe")
    assert match.actor == 0


@pytest.mark.clause("Garden", "Fish Farm", "DE-11")
def test_gardens_and_fish_farms_grow_when_you_breathe_at_home():
    match = begun()
    built(match, Card.GARDEN, Card.FISH_FARM)
    go_on(match, "Ada: breathe")
    assert match.moves == ["take nothing", "take fish", "take kelp"]
    go_on(match, "Ada: take kelp")
    assert match.moves == ["take nothing", "take fish"]
    go_on(match, "Ada: take nothing")
    assert only(match.table.divers[0].storage) == {"kelp": 1}
    assert match.actor == 1


@pytest.mark.clause("Garden", "Fish Farm")
def test_two_gardens_or_fish_farms_grow_two_and_outside_nothing_grows():
    match = begun()
    built(match, Card.GARDEN, Card.GARDEN, Card.FISH_FARM, Card.FISH_FARM)
    away = match.copy()
    go_on(match, "Ada: breathe\nAda: take kelp\nAda: take fish\nAda: take kelp\nAda: take fish")
    assert only(match.table.divers[0].storage) == {"fish": 2, "kelp": 2}
    assert match.actor == 1
    go_on(away, "Ada: swim down\nAda: breathe")
    assert away.actor == 1
    for card, name in ((Card.GARDEN, "kelp"), (Card.FISH_FARM, "fish")):
        one = begun()
        built(one, card)
        go_on(one, "Ada: breathe")
        assert one.moves == ["take nothing", f"take {name}"]
        assert go_on(one.copy(), "Ada: take nothing").actor == 1
        go_on(one, f"Ada: take {name}")
        assert one.actor == 1


@pytest.mark.clause("Garden", "DE-11")
def test_what_grows_goes_into_storage_then_into_the_inventory_and_stops_where_no_cell_is_free():
    match = begun()
    built(match, Card.GARDEN, Card.GARDEN, Card.FISH_FARM)
    carry(match, coral=3)
    shelve(match, coral=3)
    go_on(match, "Ada: breathe\nAda: take kelp")
    assert only(match.table.divers[0].storage) == {"kelp": 1, "coral": 3}
    go_on(match, "Ada: take kelp")
    assert only(match.table.divers[0].inventory) == {"kelp": 1, "coral": 3}
    assert match.actor == 1
    assert (match.table.kelp_due, match.table.fish_due) == (0, 0)


def scanned_in_vain(match, scanners=1):
    """Ada under her hatch scans four tiles of which none fits; 40b of the market would."""
    built(match, *[Card.SCANNER] * scanners)
    put(match, "40a", below_hatch(match, 2))
    put(match, "60d", next_to(match, below_hatch(match, 1), Way.LOWER_RIGHT))
    put(match, "40d", next_to(match, below_hatch(match, 2), Way.LOWER_LEFT))
    at(match, below_hatch(match, 1))
    to_market(match, "40b")
    go_on(match, "Ada: scan 20m\nnature: draw 20g\nnature: draw 20m\nnature: draw 20b\nnature: draw 20d")
    go_on(match, "Ada: put 20g under")


@pytest.mark.clause("Scanner")
def test_the_scanner_gives_nothing_after_a_scan_that_laid_a_tile_nor_without_the_card():
    match = begun()
    built(match, Card.SCANNER)
    to_market(match, "20a")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: scan 20m\nnature: draw 20c\nAda: lay down\nnature: draw garden")
    assert (match.table.phase, match.table.actions) == (Phase.ACT, 1)
    assert "explore nothing" not in coded(match)
    without = begun()
    scanned_in_vain(without)
    assert without.table.phase == Phase.FREE_EXPLORE
    without = begun(script="Ada: scan 20m")
    go_on(without, "nature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d")
    assert without.table.phase == Phase.ACT


@pytest.mark.clause("Scanner")
def test_a_scan_in_vain_gives_no_explore_without_a_scanner():
    match = begun()
    scanned_in_vain(match, scanners=0)
    assert (match.table.phase, match.table.actions) == (Phase.ACT, 1)
    assert "explore 40b lower left" in coded(match)


@pytest.mark.clause("Scanner")
def test_a_free_explore_is_not_followed_by_another():
    match = begun()
    put(match, "20a", sea.place_of(15, 6))
    at(match, sea.place_of(15, 6))
    to_market(match, "20c", "20e")
    with arranged(match) as table:
        table.phase, table.explore_due = Phase.FREE_EXPLORE, 1
    go_on(match, "Ada: explore 20c up\nnature: draw press")
    assert (match.table.phase, match.table.actions, match.table.market_size) == (Phase.ACT, 2, 1)


@pytest.mark.clause("Scanner")
def test_two_scanners_give_one_free_explore():
    match = begun()
    scanned_in_vain(match, scanners=2)
    go_on(match, "Ada: explore 40b lower left\nnature: draw garden")
    assert (match.table.phase, match.table.actions) == (Phase.ACT, 1)


@pytest.mark.clause("Scanner")
def test_a_free_explore_may_use_any_tile_of_the_market_or_end_a_small_pile():
    match = begun()
    built(match, Card.SCANNER)
    put(match, "40a", below_hatch(match, 2))
    put(match, "60d", next_to(match, below_hatch(match, 1), Way.LOWER_RIGHT))
    put(match, "40d", next_to(match, below_hatch(match, 2), Way.LOWER_LEFT))
    at(match, below_hatch(match, 1))
    to_market(match, "20m", "20b", "20d", "40b")
    with arranged(match) as table:
        for number in range(14):
            table.face_down[number] = number == tile("20g")
        table.unseen[0] = 1
    go_on(match, "Ada: scan 20m\nnature: draw 20g\nAda: put 20g under")
    assert coded(match) == ["explore nothing", "explore 40b lower left"]


@pytest.mark.clause("Scan 3", "DE-5")
def test_a_scan_that_laid_a_tile_leaves_the_next_its_four_draws():
    match = begun()
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: scan 20m\nnature: draw 20g\nnature: draw 20m\nnature: draw 20f\nnature: draw garden")
    assert match.table.actions == 1
    go_on(match, "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c")
    assert match.table.phase == Phase.DRAW
    go_on(match, "nature: draw 20d")
    assert match.table.phase == Phase.TRIM


@pytest.mark.clause("Scanner")
def test_the_free_explore_is_one_and_may_be_declined_or_have_no_place():
    match = begun()
    scanned_in_vain(match)
    declined = match.copy()
    go_on(declined, "Ada: explore nothing")
    assert (declined.table.phase, declined.table.actions) == (Phase.ACT, 1)
    go_on(match, "Ada: explore 40b lower left\nnature: draw garden")
    assert (match.table.phase, match.table.actions) == (Phase.ACT, 1)
    home = begun()
    built(home, Card.SCANNER)
    go_on(home, "Ada: scan 20m\nnature: draw 20a\nnature: draw 20b\nnature: draw 20c\nnature: draw 20d")
    assert home.table.phase == Phase.ACT
    go_on(home, "Ada: swim down")
    assert home.actor == 1


@pytest.mark.clause("Scanner")
def test_the_scanner_gives_a_free_explore_after_a_scan_in_vain():
    match = begun()
    scanned_in_vain(match)
    assert match.moves[0] == "explore nothing"
    go_on(match, "Ada: explore 40b lower left\nnature: draw garden")
    assert match.table.actions == 1


@pytest.mark.clause("Reactor")
def test_a_reactor_makes_cards_cheaper_but_not_upgrades_or_conversions():
    kelp_and_titanium = [0, 1, 0, 1, 0, 0]
    match = begun(box={"rockets.0.cost": kelp_and_titanium, "upgrades.6.cost": kelp_and_titanium})
    built(match, Card.REACTOR, Card.RADIO)
    in_hand(match, Card.GARDEN)
    shelve(match, kelp=1)
    assert "build garden" in match.moves
    assert "build hull" in match.moves
    assert "craft back pack" not in match.moves
    carry(match, titanium=1)
    assert "convert 2 titanium to quartz" not in match.moves


@pytest.mark.clause("Reactor", "Craft 2")
def test_each_reactor_saves_a_titanium_where_cards_and_rocket_cards_are_paid():
    for reactors, saved in ((0, 0), (1, 1), (2, 1)):
        for card in (Card.GARDEN, Card.RADIO, *([Card.REACTOR] if reactors < 2 else [])):
            match = begun()
            if card != Card.RADIO:
                in_hand(match, card)
            built(match, *[Card.REACTOR] * reactors)
            paid(match, match.box.cards[card].cost)
            cost = match.box.cards[card].cost[Resource.TITANIUM]
            go_on(match, f"Ada: build {CARDS[card]}")
            assert only(match.table.divers[0].storage) == ({"titanium": min(saved, cost)} if saved else {})
    match = begun(box={"rockets.0.cost": [0, 1, 0, 3, 0, 0]})
    built(match, Card.RADIO, Card.REACTOR, Card.REACTOR)
    shelve(match, kelp=1, titanium=3)
    go_on(match, "Ada: build hull")
    assert only(match.table.divers[0].storage) == {"titanium": 2}


@pytest.mark.clause("Winch", "DE-19")
def test_the_winch_brings_two_from_an_adjacent_tile_once_a_turn_and_free():
    match = begun()
    built(match, Card.WINCH)
    put(match, "40d", below_hatch(match, 2))
    go_on(match, "Ada: swim down")
    assert "winch fish from down" in match.moves
    go_on(match, "Ada: winch fish from down")
    here = match.table.sea[below_hatch(match, 1)]
    assert (match.table.stock[here, Resource.FISH], match.table.stock[tile("40d"), Resource.FISH]) == (2, 1)
    assert match.table.actions == 1
    assert moves(match, "winch") == []


@pytest.mark.clause("Winch", "DE-19")
def test_two_winches_work_once_and_again_in_the_next_turn():
    match = begun(1)
    built(match, Card.WINCH, Card.WINCH)
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: winch fish from down")
    assert moves(match, "winch") == []
    go_on(match, "Ada: breathe")
    assert "winch fish from down" in match.moves
    go_on(match, "Ada: winch fish from down")
    assert match.table.stock[tile("40d"), Resource.FISH] == 0
    assert match.table.stock[match.table.sea[below_hatch(match, 1)], Resource.FISH] == 3


@pytest.mark.clause("Winch")
def test_a_winch_pulls_only_to_a_tile_from_tiles_that_hold_something():
    match = begun()
    at(match, below_hatch(match, 1))
    assert moves(match, "winch") == []
    built(match, Card.WINCH)
    assert moves(match, "winch") == [
        f"winch {kind} from {way}" for way in ("upper right", "upper left") for kind in ("fish", "kelp")
    ]
    at(match, hatch(match))
    assert moves(match, "winch") == []
    with arranged(match) as table:
        for number in range(TILES):
            for kind in range(RAW):
                table.stock[number, kind] = 0
    go_on(match, "Ada: swim down\nAda: swim upper left")
    assert match.actor == 1


@pytest.mark.clause("Winch", "Your Turn 1")
def test_a_winch_with_something_to_pull_keeps_the_turn_open_whatever_side_it_lies_on():
    match = begun()
    built(match, Card.WINCH)
    here = below_hatch(match, 3)
    around = dict(zip(range(6), ("20a", "20c", "20d", "20e", "20f", "20g"), strict=True))
    put(match, "20b", here)
    for way, name in around.items():
        put(match, name, next_to(match, here, way))
    with arranged(match) as table:
        for name in ("20b", *around.values()):
            for kind in range(RAW):
                table.stock[tile(name), kind] = 0
    at(match, here)
    without = match.copy()
    assert moves(without, "winch") == []
    for way, name in around.items():
        for kind in (Resource.FISH, Resource.DIAMOND):
            there = match.copy()
            with arranged(there) as table:
                table.stock[tile(name), kind] = 1
                table.actions = 1
            go_on(
                there, "Ada: scan 20m\nnature: draw 20i\nnature: draw 20j\nnature: draw 20k\nnature: draw 20l"
            )
            assert there.actor == 0
            assert there.moves == ["breathe", f"winch {RESOURCES[kind]} from {WAYS[way]}"]
            there.play(there.moves[1])
            assert there.actor == 1
            assert there.table.stock[tile("20b"), kind] == 1


@pytest.mark.clause("Winch")
def test_the_winch_may_still_be_used_after_the_last_action():
    match = begun()
    built(match, Card.WINCH)
    go_on(match, "Ada: swim down\nAda: gather kelp")
    assert match.actor == 0
    assert match.moves[0] == "breathe"
    assert moves(match, "winch")


@pytest.mark.clause("Locker")
def test_a_locker_adds_four_cells():
    match = begun()
    in_hand(match, Card.LOCKER)
    shelve(match, kelp=1, coral=1)
    go_on(match, "Ada: build locker")
    assert match.table.divers[0].shelf == 8


@pytest.mark.clause("Galley", "Smelter", "Press")
def test_cards_that_convert():
    match = begun()
    carry(match, fish=1, kelp=1, coral=1)
    shelve(match, quartz=2)
    assert moves(match, "convert") == []
    built(match, Card.GALLEY, Card.SMELTER, Card.PRESS)
    assert moves(match, "convert") == [
        "convert fish, kelp to 2 food",
        "convert coral to 2 titanium",
        "convert 2 quartz to diamond",
    ]


@pytest.mark.clause("Aquarium")
def test_an_aquarium_is_worth_four_points():
    match = begun()
    built(match, Card.AQUARIUM)
    assert match.scores == [4, 0]


# Breathe


@pytest.mark.clause("Breathe 3")
def test_a_breath_outside_costs_one_air():
    match = begun()
    at(match, below_hatch(match, 1), air=1)
    go_on(match, "Ada: breathe")
    assert match.table.divers[0].air == 0


@pytest.mark.clause("Breathe 4", "Breathe 5", "DE-10")
def test_drowning_loses_one_resource_a_level_by_chance_and_gives_half_the_air():
    match = begun()
    put(match, "20a", below_hatch(match, 2))
    at(match, below_hatch(match, 2), air=0)
    carry(match, fish=2, quartz=1, diamond=1)
    with arranged(match) as table:
        table.divers[0].lungs = 6
    go_on(match, "Ada: breathe")
    assert match.odds == {"lose fish": 2, "lose quartz": 1, "lose diamond": 1}
    go_on(match, "nature: lose diamond")
    assert match.odds == {"lose fish": 2, "lose quartz": 1}
    go_on(match, "nature: lose fish")
    diver = match.table.divers[0]
    assert only(diver.inventory) == {"fish": 1, "quartz": 1}
    assert (diver.air, diver.place, match.actor) == (3, below_hatch(match, 2), 1)


@pytest.mark.clause("DE-10")
def test_who_has_no_more_than_the_depth_loses_everything():
    match = begun()
    put(match, "20a", below_hatch(match, 2))
    at(match, below_hatch(match, 2), air=0)
    carry(match, fish=1, quartz=1)
    go_on(match, "Ada: breathe")
    diver = match.table.divers[0]
    assert (diver.carried, diver.air, match.actor) == (0, 2, 1)


@pytest.mark.clause("DE-10", "Breathe 4")
def test_every_kind_may_be_lost_and_what_is_stored_is_safe():
    for kind in range(len(RESOURCES)):
        match = begun()
        put(match, "20a", below_hatch(match, 2))
        at(match, below_hatch(match, 2), air=0)
        carry(match, **{RESOURCES[kind]: 1})
        shelve(match, **{RESOURCES[kind]: 2})
        few = go_on(match.copy(), "Ada: breathe")
        assert (few.table.divers[0].carried, few.table.divers[0].stored) == (0, 2)
        assert not any(few.table.divers[0].inventory)
        carry(match, **{RESOURCES[kind]: 2})
        go_on(match, f"Ada: breathe\nnature: lose {RESOURCES[kind]}\nnature: lose {RESOURCES[kind]}")
        assert only(match.table.divers[0].inventory) == {RESOURCES[kind]: 1}
        assert (match.table.divers[0].air, match.actor) == (2, 1)


@pytest.mark.clause("Breathe 6")
def test_at_home_the_lungs_fill_up():
    match = begun()
    at(match, hatch(match), air=0)
    with arranged(match) as table:
        table.divers[0].lungs = 6
    go_on(match, "Ada: breathe")
    assert match.table.divers[0].air == 6


# End of Game


@pytest.mark.clause("End of Game 2", "DE-14")
def test_points_are_cards_rocket_cards_milestones_and_food_in_storage():
    match = begun()
    built(match, Card.RADIO, Card.SCANNER)
    upgraded(match, Upgrade.FINS, Upgrade.KNIFE)
    shelve(match, food=2, diamond=1)
    carry(match, food=2)
    with arranged(match) as table:
        table.rockets[5] = 0
        table.divers[0].milestones[3] = 1
    assert match.scores == [3 + 2 + 6 + 2 + 2, 0]


@pytest.mark.clause("End of Game 3")
def test_most_points_win():
    match = begun()
    built(match, Card.SCANNER, seat=1)
    assert match.places == [2, 1]


@pytest.mark.clause("End of Game 4", "DE-15")
def test_a_tie_goes_to_the_builder_of_the_last_rocket_card_or_is_shared():
    match = begun(3)
    assert match.places == [1, 1, 1]
    built(match, Card.SCANNER, seat=0)
    with arranged(match) as table:
        table.finisher = 2
    assert match.places == [1, 3, 2]
    built(match, Card.SCANNER, seat=2)
    assert match.places == [2, 3, 1]
    built(match, Card.SCANNER, seat=1)
    with arranged(match) as table:
        table.finisher = -1
    assert match.places == [1, 1, 1]


@pytest.mark.clause("DE-13")
def test_the_limit_of_rounds():
    match = begun(options={"rounds": 5})
    go_on(match, "Ada: breathe\nBen: breathe\n" * 5)
    assert match.over
    assert match.places == [1, 1]
    second = scenario("deeper", 2, "nature: start 2", options={"rounds": 5})
    go_on(second, "Ben: breathe\nAda: breathe\n" * 4 + "Ben: breathe")
    assert not second.over
    assert go_on(second, "Ada: breathe").over


# What is known


@pytest.mark.clause("DE-16")
def test_hands_are_secret_and_draws_are_veiled():
    match = begun(script="Ada: swim down\nAda: scan 20m\nnature: draw 20a\nAda: lay down\nnature: draw winch")
    assert list(match.view(0).table.divers[0].hand) == list(match.table.divers[0].hand)
    assert sum(match.view(1).table.divers[0].hand) == 0
    assert match.view(1).table.divers[0].hand_size == 1
    assert "Ada draws a blueprint." in match.told(1)
    assert "Ada scans the 20m pile." in match.told(1)
    assert "Ada draws a tile of 20m: fish, kelp." in match.told(1)
    assert "Ada draws the blueprint: winch." in match.told(0)
    assert not any("winch" in sentence for sentence in match.told(1))


@pytest.mark.clause("DE-16")
def test_guessed_hands_are_as_frequent_as_their_deals():
    match = begun(2)
    in_hand(match, Card.GARDEN, Card.PRESS, seat=1)
    in_hand(match, Card.GARDEN, Card.WINCH, seat=0)
    built(match, Card.WINCH, seat=1)
    deck = [card for card in range(DECK_CARDS) for _ in range(2)]
    for card in (Card.GARDEN, Card.WINCH, Card.WINCH):
        deck.remove(card)
    deals = Counter(tuple(sorted(pair)) for pair in combinations(deck, 2))
    rng, draws, found = generator(4), 2000, Counter()

    def guess_often(table):
        for _ in range(draws):
            rules.guess(table, match.box, 0, rng)
            hand = table.divers[1].hand
            found[tuple(card for card in range(DECK_CARDS) for _ in range(hand[card]))] += 1
            for card in range(DECK_CARDS):
                hand[card] = 0

    match.view(0).tried(guess_often)
    assert set(found) <= set(deals)
    total = sum(deals.values())
    for deal, count in deals.items():
        expected = draws * count / total
        assert abs(found[deal] - expected) < 5 * expected**0.5 + 1


# The edge of the sea


@pytest.mark.clause("DE-18")
def test_no_tile_is_laid_over_the_edge():
    match = begun()
    to_market(match, "20a")
    for column, row, inside in ((1, 5, False), (30, 5, False), (2, 5, True), (15, 14, False), (15, 13, True)):
        place = sea.place_of(column, row)
        put(match, "20c", place)
        at(match, place)
        ways = set(moves(match, "explore"))
        if column == 1:
            assert not {"explore 20a upper left", "explore 20a lower left"} & ways
        elif column == 30:
            assert not {"explore 20a upper right", "explore 20a lower right"} & ways
        elif not inside:
            assert "explore 20a down" not in ways
        else:
            assert len(ways) >= 3
    assert not sea.in_the_sea(sea.place_of(15, 0))
    assert all(sea.in_the_sea(sea.place_of(*corner)) for corner in ((1, 1), (1, 14), (30, 1), (30, 14)))
    assert not any(sea.in_the_sea(sea.place_of(*beyond)) for beyond in ((31, 5), (30, 0), (30, 15), (1, 15)))
    assert not sea.in_the_sea(sea.place_of(0, 1))


@pytest.mark.clause("DE-18")
def test_every_hatch_is_eight_columns_from_a_side():
    for players in range(1, 5):
        match = begun(players)
        for seat in range(players):
            column = hatch(match, seat) // ROWS
            assert column - 1 >= 8
            assert 30 - column >= 8
            assert hatch(match, seat) % ROWS == 0


@pytest.mark.clause("DE-18")
def test_the_rules_page_tells_the_edge_and_the_board_shows_it():
    for page, told in (
        ("rules_page.md", ("30 columns", "14 tiles")),
        ("rules_page.fr.md", ("30 colonnes", "14 tuiles")),
    ):
        text = (Path(sea.__file__).parent / page).read_text("utf-8")
        assert all(words in text for words in told)
    match = begun()
    assert "▒" not in match.view(0).text()
    assert "the edge of the sea" not in match.view(0).svg()
    for place in (sea.place_of(1, 5), sea.place_of(30, 5), sea.place_of(15, 14)):
        near = begun()
        put(near, "20a", place)
        at(near, place)
        assert "▒▒▒▒" in near.view(0).text()
        assert "the edge of the sea" in near.view(0).svg()
    assert "the edge of the sea" in near.view(0).upright()


@pytest.mark.clause("DE-18")
def test_every_place_in_the_sea_has_six_neighbours_on_the_table():
    box = begun().box
    for column in range(1, 31):
        for row in range(1, 15):
            place = sea.place_of(column, row)
            around = [sea.beside(box, place, way) for way in range(6)]
            assert all(0 <= there < 512 for there in around)
            assert len(set(around)) == 6
            for way, there in enumerate(around):
                if sea.in_the_sea(there):
                    assert sea.beside(box, there, (way + 3) % 6) == place


# Words


def test_why_not():
    match = begun()
    why = match.view(0).why
    assert why("build hull") == "Rocket cards are built only with a finished Radio (Rocket Cards 1)."
    assert why("build fuel tank") == why("craft fuel tank") == why("build hull")
    assert why("build tail fins") == "With 2 players that rocket card is not used (Setup 11)."
    use = "Fins: your first swim each turn may go 2 spaces."
    assert why("craft fins") == f"{use} It costs kelp, coral (Upgrades 1)."
    assert why("gather fish") == "You gather from the tile you are on; you are in your Hatch (Gather 1)."
    assert why("explore 20a down") == "The market has no tiles (Explore 1)."
    assert why("scan 40m") == "From your Hatch you scan the 20m pile (DE-2)."
    assert why("swim up").endswith("(Swim 1).")
    assert "chance" in why("draw 20a")
    assert "swim home" not in match.moves
    go_on(match, "Ada: swim down")
    why = match.view(0).why
    assert why("swim up") == "“swim up” is allowed now."
    assert why("craft fins") == f"{use} You craft in your habitat, on your Hatch (Craft 1)."
    assert why("gather diamond") == "There is no such resource on your tile (Gather 1)."
    assert why("gather 1 kelp") == "“gather 1 kelp” is allowed now."
    assert why("swim down").endswith("(Swim 1).")
    to_market(match, "20a", "80b")
    why = match.view(0).why
    assert why("explore 20a upper left").endswith("(DE-4).")
    assert why("explore 80b down").endswith("(Legal tile placement 1).")
    assert why("explore 20c down").endswith("such as down fish, kelp (Explore 1).")
    assert why("explore down: 2 quartz, 2 diamonds") == why("explore 80b down")
    assert why("explore 80b") == "It fits on no place next to you (Legal tile placement 1)."
    assert why("explore edge").endswith("(DE-18).")
    assert why("swim far").endswith("further away (Swim 1).")
    assert why("terraform 20a down").endswith("(Terraform 1).")
    go_on(match, "Ada: gather kelp\nBen: swim lower left")
    at(match, below_hatch(match, 1, seat=1), seat=0)
    assert match.view(1).why("terraform 20a lower right") == "A pawn is there (DE-7)."


def test_why_not_of_what_is_rare():
    match = begun()
    built(match, Card.WINCH, Card.RADIO)
    upgraded(match, Upgrade.FINS)
    with arranged(match) as table:
        table.rockets[0] = 1
    why = match.view(0).why
    assert why("build hull") == "Ben has built that rocket card (Rocket Cards 2)."
    assert why("build fuel tank") == "It costs fish, titanium (Craft 2)."
    assert why("craft fins").endswith("2 spaces. You have that upgrade already (Upgrades 2).")
    assert why("build radio").endswith("the rocket. Your Radio is built; everybody has one (Setup 2).")
    at(match, below_hatch(match, 1, seat=1))
    assert match.view(0).why("swim up") == "Nobody but its owner enters a Hatch (DE-3)."
    go_on(match, "Ada: winch fish from upper left")
    assert match.view(0).why("winch kelp from upper left") == "The winch works once a turn (DE-19)."
    carry(match, kelp=4)
    assert match.view(0).why("gather kelp") == "Your inventory is full of it (Gather 2)."
    to_market(match, "20a")
    put(match, "20c", sea.place_of(15, 14))
    at(match, sea.place_of(15, 14))
    assert match.view(0).why("explore 20a down").endswith("nothing is laid beyond (DE-18).")
    vain = begun()
    scanned_in_vain(vain)
    assert vain.view(0).why("breathe").endswith("(Scanner).")


ASKED_FIRST = {
    Phase.SECOND_SWIM: "Fins",
    Phase.MAKE_ROOM: "Gather 3",
    Phase.LAY: "Scan 4",
    Phase.LEAVE_OUT: "Terraform 3",
    Phase.GLIDE: "Sea Glide",
    Phase.TRIM: "Scan 7",
    Phase.FREE_EXPLORE: "Scanner",
    Phase.END_GATHER: "Knife",
    Phase.HARVEST: "DE-11",
}
NOT_ASKED = {
    kinds.GiveBack: "Gather 3",
    kinds.Lay: "Scan 4",
    kinds.LeaveOut: "Terraform 3",
    kinds.Follow: "Sea Glide",
    kinds.PutUnder: "Scan 7",
    kinds.Take: "DE-11",
    kinds.Decline: "Your Turn 1",
}
UP_TO_CHANCE = {
    kinds.Start: "Setup 15",
    kinds.DrawTile: "Setup 8",
    kinds.DrawBlueprint: "Setup 8",
    kinds.DrawSomeBlueprint: "Setup 8",
    kinds.Lose: "Breathe 4",
}


def clause_against(view, asked):
    """The clause that forbids a move, by the rulebook alone; the sea by the oracle's reckoning."""
    table, diver, kind = view.table, view.table.divers[view.seat], asked.kind
    if kind in UP_TO_CHANCE:
        return UP_TO_CHANCE[kind]
    if table.phase != Phase.ACT:
        answers = {
            (Phase.SECOND_SWIM, kinds.Swim): against_swimming,
            (Phase.LAY, kinds.Lay): against_laying,
            (Phase.FREE_EXPLORE, kinds.Explore): against_a_market_tile,
        }
        found = answers.get((table.phase, kind))
        return found(view, asked) if found else ASKED_FIRST[table.phase]
    if kind in NOT_ASKED:
        return NOT_ASKED[kind]
    if kind not in (kinds.Store, kinds.Fetch, kinds.Swap, kinds.Haul) and table.actions == 0:
        return "Your Turn 1"
    home = diver.place % 16 == 0
    if kind is kinds.Haul:
        return "DE-19" if diver.built[Card.WINCH] and table.winched else "Winch"
    if kind in (kinds.Store, kinds.Fetch, kinds.Swap):
        return against_stowing(view, asked) if home else "Convert 4"
    if kind is kinds.Convert:
        able = home and any(
            words.converted(view.box, n) == asked.rest
            and (view.box.conversions[n].card == 11 or diver.built[view.box.conversions[n].card])
            for n in range(10)
        )
        return "Convert 2" if able else "Convert 1"
    if kind in (kinds.Build, kinds.CraftUpgrade, kinds.BuildRocket):
        return against_crafting(view, asked.rest) if home else "Craft 1"
    if kind in (kinds.Gather, kinds.GatherOne):
        name = asked.rest.split()[-1] if asked.rest else ""
        number = RESOURCES.index(name) if name in RESOURCES[:RAW] and not home else -1
        lies = number >= 0 and table.stock[table.sea[diver.place]][number]
        full_of_it = lies and diver.inventory[number] == diver.carried
        return "Gather 2" if full_of_it else "Gather 1"
    if kind is kinds.Scan:
        reachable = ("20m", "40m", "60m", "80m", "100m")[: min(5, max(1, diver.place % 16))]
        return "Scan 3" if asked.rest in reachable else "DE-2" if home else "Scan 2"
    return {kinds.Swim: against_swimming}.get(kind, against_a_market_tile)(view, asked)


def towards(view, rest):
    """The place that lies in a direction of the pawn, as column and row."""
    return oracle.beside(divmod(int(view.table.divers[view.seat].place), 16))[WAYS.index(rest)]


def lies_at(view, place):
    column, row = place
    return view.table.sea[column * 16 + row]


def against_swimming(view, asked):
    if asked.rest not in WAYS:
        return "Swim 3"
    return "DE-3" if lies_at(view, towards(view, asked.rest)) == HATCH else "Swim 1"


def against_laying(view, asked):
    place = towards(view, asked.rest)
    if place[1] <= 0:
        return "DE-4"
    if not oracle.in_the_sea(place):
        return "DE-18"
    return "DE-4" if lies_at(view, place) >= 0 else "Legal tile placement 1"


def against_a_market_tile(view, asked):
    way = next((way for way in WAYS if asked.rest.startswith(f"{way} ")), "")
    name = asked.rest.removeprefix(f"{way} ")
    slots = range(view.table.market_size)
    if not way or name not in [plain(words.tile_name(view.table, view.box, slot)) for slot in slots]:
        return "Explore 1"
    place = towards(view, way)
    if asked.kind is kinds.Explore:
        return against_laying(view, asked._replace(rest=way))
    if not 0 <= lies_at(view, place) < HATCH:
        return "Terraform 1"
    pawns = [divmod(int(view.table.divers[seat].place), 16) for seat in range(view.table.players)]
    return "DE-7" if place in pawns else "Legal tile placement 1"


def against_stowing(view, asked):
    diver = view.table.divers[view.seat]
    one, _, other = asked.rest.partition(" for ")
    carried = one in RESOURCES and diver.inventory[RESOURCES.index(one)]
    if asked.kind is kinds.Swap:
        full = diver.carried == diver.bag and diver.stored == diver.shelf
        stored = other in RESOURCES and diver.storage[RESOURCES.index(other)]
        return "Convert 4" if full and not (carried and stored and one != other) else "DE-9"
    if asked.kind is kinds.Store:
        return "DE-9" if carried and diver.stored < diver.shelf else "Convert 4"
    stored = one in RESOURCES and diver.storage[RESOURCES.index(one)]
    return "DE-9" if stored and diver.carried < diver.bag else "Convert 4"


def against_crafting(view, name):
    table, diver = view.table, view.table.divers[view.seat]
    if name in ROCKETS:
        number = ROCKETS.index(name)
        if table.unused[number]:
            return "Setup 11"
        if table.rockets[number] >= 0:
            return "Rocket Cards 2"
        return "Craft 2" if diver.built[Card.RADIO] else "Rocket Cards 1"
    if name in UPGRADES:
        return "Upgrades 2" if diver.upgrades[UPGRADES.index(name)] else "Upgrades 1"
    if name == "radio":
        return "Setup 2" if diver.built[Card.RADIO] else "Craft 2"
    return "Craft 2" if name in CARDS and diver.hand[CARDS.index(name)] else "Craft 1"


def test_why_cites_the_clause_that_forbids_a_move():
    rng, cited = Random(5), Counter()
    for players in (1, 2, 3, 4, 1, 2):
        match = fathom5.Match("deeper", players, seed=players, box=cheap(), options={"rounds": 40})
        while not match.over:
            view = match.view(match.actor)
            if rng.random() < (0.05 if view.table.phase == Phase.ACT else 0.2):
                for text, asked in impossible_moves(view, rng):
                    clause, answer = clause_against(view, asked), view.why(text)
                    assert f"({clause}" in answer, (text, answer, clause)
                    cited[clause] += 1
            match.play(rng.choice(match.ids))
    assert len(cited) >= 28, "a walk that meets few reasons shows little"


def cheap():
    """A box in which much is built."""
    costs = {f"cards.{n}.cost": [0, 1, 0, 0, 0, 0] for n in range(11)}
    return costs | {f"upgrades.{n}.cost": [1, 0, 0, 0, 0, 0] for n in range(7)}


def test_moves_keep_the_ids_that_stored_games_have():
    firsts = [0, 1, 2, 8, 14, 20, 44, 68, 73, 83, 94, 101, 107, 114, 121, 170, 206, 213, 219, 225, 226, 234]
    assert [kind.first for kind in MOVES.kinds] == firsts
    assert [kind.first for kind in NATURE_MOVES.kinds] == [0, 4, 62, 72, 73]
    assert (MOVES.size, NATURE_MOVES.size) == (240, 80)


def rows_of(page):
    """The rows of all tables of a page, by their first cell."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if "|" in line
    ]
    return {row[0]: row[1:] for row in cells}


@pytest.mark.parametrize(("page", "language"), [("rules_page.md", "en"), ("rules_page.fr.md", "fr")])
def test_the_rules_page_has_the_figures_of_the_box(page, language):
    box = begun().box
    with speaking(language):
        rows = rows_of((Path(sea.__file__).parent / page).read_text("utf-8"))
        for number in range(len(UPGRADES)):
            assert rows[words.upgrade_name(number)][0] == words.listed(box.upgrades[number].cost)
        for number, card in enumerate(box.cards):
            assert rows[words.card_name(number)][:2] == [words.listed(card.cost), str(card.points)]
        for number, card in enumerate(box.rockets):
            assert rows[words.rocket_name(number)][:2] == [words.listed(card.cost), str(card.points)]


def test_the_board_in_text_shows_rock_and_what_was_scanned_and_what_things_cost_and_do():
    match = begun(script="Ada: swim down\nAda: scan 20m\nnature: draw 20a")
    text = match.view(0).text()
    assert "scanned:\n  20m  fish, kelp\n" in text
    assert "  knife       titanium         at the end of your turn you may gather 1\n" in text
    assert "  radio  3 points  coral, titanium, quartz  you may build the rocket\n" in text
    assert "  hull       3 points  kelp, coral\n" in text
    assert match.view(1).text().count("scanned") == 1
    drawn = begun()
    put(drawn, "80a", below_hatch(drawn, 2))
    lines = drawn.view(0).text().splitlines()
    upper = next(number for number, line in enumerate(lines) if "tttt" in line)
    left = lines[upper].index("tttt") - 1
    assert (lines[upper][left], lines[upper][left + 5]) == (" ", " ")
    assert lines[upper + 1][left : left + 6] == "\\____/"
    assert lines[upper - 2][left + 5] == " "
    assert lines[upper - 1][left + 5] == "/", "the starting tile has rock at its lower right"
    assert max(map(len, begun(4).view(0).text().splitlines())) <= 95


def test_the_legend_has_every_sign_of_the_board():
    match = begun(4)
    put(match, "80a", sea.place_of(1, 14))
    built(match, Card.GARDEN)
    upgraded(match, Upgrade.FINS)
    signs = "".join(sign.sign for sign in board.legend(match.view(0)))
    first, last = "⌂", "rocket:"
    drawn = match.view(0).text()
    assert set(drawn[drawn.index(first) : drawn.index(last)]) - set("0123456789m \n") <= set(signs)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_resource_has_a_letter_of_its_own(language):
    with speaking(language):
        signs = [sign.sign for sign in board.legend(begun(1).view(0))]
    assert len(set(signs)) == len(signs)


def test_effects_and_costs_read_the_box():
    changes = {"wider": 3, "locker": 1, "conversions.9.pay.4": 1, "upgrades.1.cost.3": 2, "actions": 1}
    match = begun(box=changes)
    box = match.view(0).box
    assert words.upgrade_use(box, Upgrade.AIR_TANK) == "3 more cells of air"
    assert words.card_words(box, Card.LOCKER) == "1 more cell of storage"
    assert words.card_words(box, Card.PRESS) == "quartz → diamond"
    assert match.view(0).why("craft knife").endswith("It costs 2 titanium (Upgrades 1).")
    assert "1 action left" in match.view(0).ask()
    assert guide.turn(box)[0].startswith("You have up to 1 action:")
    built(match, Card.WINCH)
    go_on(match, "Ada: swim down")
    assert match.view(0).why("gather kelp") == "You have taken your 1 action; now breathe (Your Turn 1)."
    with speaking("fr"):
        assert match.view(0).why("récolter : varech").startswith("Vous avez fait votre action ;")


def test_previews_tell_of_drowning_on_the_last_turn_of_a_dive():
    match = begun()
    put(match, "20c", below_hatch(match, 2))
    at(match, below_hatch(match, 2), air=0)
    carry(match, fish=1)
    view = match.view(0)
    assert view.preview(kinds.Breathe()) == (
        "You have no air: you drown and lose 1 of 1 resource by chance. You stay here and go on with 2 air."
    )
    assert "drown" not in view.preview(kinds.Swim(0))
    go_on(match, "Ada: gather 1 fish")
    view = match.view(0)
    assert "you drown and lose up to 1 resource" in view.preview(kinds.Swim(0))
    assert "you drown and lose up to 2 resources" in view.preview(kinds.Gather(0))
    at(match, below_hatch(match, 1), air=0)
    assert "drown" not in match.view(0).preview(kinds.Swim(0))
    upgraded(match, Upgrade.FINS)
    assert "drown" not in match.view(0).preview(kinds.Swim(3))


def test_the_story_tells_what_became_of_tiles_and_of_the_drowned():
    match = begun()
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1), air=0)
    carry(match, fish=1)
    go_on(match, "Ada: scan 20m\nnature: draw 20g\nnature: draw 20f\nnature: draw garden\nAda: breathe")
    assert match.told(0)[-10:] == [
        "Ada draws a tile of 20m: 2 kelp, 2 coral (↗ rock).",
        "It fits nowhere here and goes to the market.",
        "Ada draws a tile of 20m: fish, 2 coral.",
        "It fits in one place alone and is laid there: lower left.",
        "First tile at 40m: 1 point and a blueprint.",
        "Ada draws the blueprint: garden.",
        "Ada ends the turn.",
        "Ada runs out of air and drowns at 20m.",
        "Everything carried is lost: fish.",
        "Ada comes round with 2 air.",
    ]


def test_the_lessons_read_the_box():
    changed = begun(box={"actions": 3, "catch": 4, "draws": 2, "market": 1, "conversions.0.pay.0": 3})
    lessons = guide.lessons(changed.view(0).box)
    assert "3 actions" in lessons["goal"].text
    assert "up to 4 resources" in lessons["gather"].text
    assert "2 at most" in lessons["scan"].text
    assert "market: 1" in lessons["trim"].text
    assert "3 fish to food" in lessons["convert"].text


# The bot and the balance


@pytest.mark.parametrize("seats", [("seal", "random"), ("random", "seal")])
def test_the_seal_beats_random(seats):
    outcome = fathom5.simulate("deeper", 2, 300, bots=seats, jobs=1)
    assert outcome.win_share[seats.index("seal")] >= 0.95


@pytest.mark.parametrize("seed", range(5))
def test_the_heuristic_knows_the_way_home_around_missing_tiles(seed):
    """The bits agree with a search from place to place."""
    match = begun(1)
    start = hatch(match)
    around = [start + ROWS * across + row for across in range(-4, 5) for row in range(1, 8)]
    tiles = range(PILE_TILES)
    with arranged(match) as table:
        for number, place in zip(tiles, Random(seed).sample(around, 36), strict=False):
            table.sea[place] = number
    swims, front = {start: 0}, [start]
    while front:
        place = front.pop(0)
        for way in range(6):
            there = sea.beside(match.box, place, way)
            if there not in swims and 0 <= match.table.sea[there] < HATCH:
                swims[there] = swims[place] + 1
                front.append(there)
    assert len(swims) > 15
    water = ways.tiles_around(match.table, match.box, 0)
    for place, expected in swims.items():
        assert ways.swims_home(match.table, match.box, 0, water, place) == expected
    assert any(expected > ways.distance(place, start) for place, expected in swims.items())


def seal_games(games, players=4):
    """The last positions of games of seals, compiled beforehand: interpreted, they take a minute."""
    if compiler_is_on():
        compile_game(find_game("deeper"), (*PLAYING, "heuristic"))
    seats = dict.fromkeys(range(players), "seal")
    return [fathom5.Match("deeper", players, seed=7001 + number, bots=seats) for number in range(games)]


def test_a_seal_alone_finishes_the_rocket():
    assert sum(match.table.finisher >= 0 for match in seal_games(60, players=1)) >= 57


def test_seals_finish_the_rocket_and_stay_off_the_edge_of_the_sea():
    tables = [match.table for match in seal_games(40)]
    assert sum(table.finisher >= 0 for table in tables) >= 38
    assert 12 <= np.mean([table.rounds + 1 for table in tables]) <= 30
    for table in tables:
        lying = np.flatnonzero([0 <= tile < HATCH for tile in table.sea])
        assert (lying % ROWS).max() < 14
        assert abs(lying // ROWS - sea.MIDDLE).max() < 15


def test_drawn_tiles_fit_a_free_place_as_often_as_not():
    plan = Plan("deeper", 40, 7001, (Arm("seals", 4, ("seal",)),))
    games = ArmGames(plan, plan.arms[0])
    games.play(0, 40)
    taken = dict(zip(games.parts.names, games.counts()[:, COUNTS.index("taken")], strict=True))
    fits, misses = (taken[f"drawn tile on a free place: {what}"] for what in ("fits", "does not fit"))
    assert 1 / 3 <= fits / (fits + misses) <= 2 / 3


def test_no_resource_is_made_from_nothing():
    """Random games: what divers hold changes only by what the moves say; counts stay in step."""
    rng = Random(3)
    match = fathom5.Match("deeper", 3, seed=5, compiled=False, options={"rounds": 20})
    while not match.over:
        match.play(rng.choice(match.ids))
        for diver in match.table.divers:
            assert diver.carried == sum(diver.inventory) <= diver.bag
            assert diver.stored == sum(diver.storage) <= diver.shelf
            assert diver.hand_size == sum(diver.hand)
        table = match.table
        lying = [t for t in table.sea if 0 <= t < HATCH]
        piled = [table.under[p, i] for p in range(5) for i in range(table.put_under[p])]
        market = [table.market[i] for i in range(table.market_size)]
        held = [table.held] if table.held >= 0 else []
        hidden = [t for t in range(PILE_TILES) if table.face_down[t]]
        assert sorted(lying + piled + market + held + hidden) == list(range(PILE_TILES + 9))


@pytest.mark.clause("Reactor")
def test_a_card_that_costs_nothing_any_more_is_built_with_empty_hands():
    match = begun(box={"rockets.1.cost": [0, 0, 0, 1, 0, 0]})
    built(match, Card.REACTOR, Card.REACTOR, Card.RADIO)
    assert "build fuel tank" in match.moves


# What a first, last or second of something does


@pytest.mark.clause("Achievements 3", "Setup 10")
def test_cards_that_others_built_are_not_in_the_deck_and_radios_never_were():
    counts = {f"cards.{card}.count": int(card == Card.GARDEN) for card in range(DECK_CARDS)}
    for card, drawn in ((Card.GARDEN, {}), (Card.RADIO, {"draw garden": 1})):
        match = begun(3, box=counts)
        built(match, card, seat=2)
        to_market(match, "20a")
        at(match, below_hatch(match, 1))
        go_on(match, "Ada: explore 20a down")
        assert match.odds == drawn


@pytest.mark.clause("Achievements 3")
def test_a_second_blueprint_joins_the_first_in_the_hand():
    match = begun()
    to_market(match, "20a", "20f")
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: explore 20a down\nnature: draw garden")
    at(match, below_hatch(match, 2))
    go_on(match, "Ada: explore 20f down\nnature: draw garden")
    diver = match.table.divers[0]
    assert (diver.hand[Card.GARDEN], diver.hand_size) == (2, 2)


@pytest.mark.clause("Setup 8", "Scan 3")
def test_a_tile_that_was_drawn_is_not_drawn_again():
    match = begun(script="Ada: scan 20m\nnature: draw 20c")
    assert match.odds == {f"draw 20{letter}": 1 for letter in "abdefghijklmn"}


@pytest.mark.clause("Scan 4", "DE-5")
def test_where_only_one_place_is_free_the_tile_is_laid_there_at_once():
    here = sea.place_of(15, 6)
    names = ("20e", "20f", "20h", "20k", "20l", "20n")
    for free in range(6):
        match = begun()
        put(match, "20a", here)
        at(match, here)
        for way, name in enumerate(names):
            if way != free:
                put(match, name, next_to(match, here, way))
        go_on(match, "Ada: scan 20m\nnature: draw 20c")
        assert match.table.sea[next_to(match, here, free)] == tile("20c")
        assert (match.table.phase, match.table.held) == (Phase.DRAW_CARD, sea.NONE)


@pytest.mark.clause("Scan 3", "Scan 4")
def test_a_laid_tile_ends_the_scan():
    match = begun()
    put(match, "40d", below_hatch(match, 2))
    at(match, below_hatch(match, 1))
    go_on(match, "Ada: scan 20m\nnature: draw 20g")
    assert (match.table.draws, match.table.held) == (1, sea.NONE)
    go_on(match, "nature: draw 20f\nnature: draw garden")
    assert (match.table.draws, match.table.held) == (0, sea.NONE)


@pytest.mark.clause("Terraform 3")
def test_whatever_a_tile_of_one_kind_holds_it_gets_one_fewer():
    for kind in range(RAW):
        match = begun(box={"tiles.17.holds": [2 * (kind == each) for each in range(RAW)]})
        to_market(match, "40d")
        at(match, below_hatch(match, 1))
        go_on(match, "Ada: terraform 40d upper left")
        assert only(match.table.stock[tile("40d")]) == {RESOURCES[kind]: 1}
        assert (match.table.phase, match.table.less_due) == (Phase.ACT, 0)


@pytest.mark.clause("Terraform 3")
def test_of_any_two_kinds_the_player_chooses_the_one_left_out():
    for one, two in combinations(range(RAW), 2):
        match = begun(box={"tiles.17.holds": [int(each in (one, two)) for each in range(RAW)]})
        to_market(match, "40d")
        at(match, below_hatch(match, 1))
        go_on(match, "Ada: terraform 40d upper left")
        assert match.moves == [f"leave out {RESOURCES[one]}", f"leave out {RESOURCES[two]}"]


@pytest.mark.clause("Winch", "Your Turn 1")
def test_after_the_last_action_and_the_winch_the_turn_ends_by_itself():
    match = begun()
    built(match, Card.WINCH)
    go_on(match, "Ada: swim down\nAda: gather kelp")
    assert len(moves(match, "winch")) > 1
    match.play(moves(match, "winch")[0])
    assert match.actor == 1


@pytest.mark.clause("Garden", "Fish Farm", "DE-11")
def test_what_does_not_fit_is_not_offered_later():
    for cards in ((Card.GARDEN,), (Card.FISH_FARM,)):
        match = begun()
        built(match, *cards)
        carry(match, coral=4)
        shelve(match, coral=4)
        go_on(match, "Ada: breathe")
        assert match.actor == 1
        assert (match.table.kelp_due, match.table.fish_due) == (0, 0)


@pytest.mark.clause("Convert 1", "Craft 1", "Upgrades 1", "Rocket Cards 1")
def test_all_that_can_be_paid_at_home_is_offered_once():
    match = begun()
    paid(match, (2, 2, 2, 3, 3, 2))
    in_hand(match, Card.GARDEN, Card.LOCKER, Card.AQUARIUM)
    built(match, Card.RADIO, Card.PRESS)
    assert match.moves == [
        "breathe",
        *(f"swim {way}" for way in ("lower right", "down", "lower left")),
        "scan 20m",
        "convert 2 fish to food",
        "convert 2 titanium to quartz",
        *(f"convert diamond to {kind}" for kind in RESOURCES[: Resource.DIAMOND]),
        "convert 2 quartz to diamond",
        *(f"build {card}" for card in ("garden", "locker", "aquarium")),
        *(f"craft {upgrade}" for upgrade in UPGRADES),
        *(f"build {rocket}" for number, rocket in enumerate(ROCKETS) if not match.table.unused[number]),
        *(f"fetch {kind}" for kind in RESOURCES[:RAW]),
    ]


@pytest.mark.clause("Fins")
def test_the_second_space_of_fins_is_any_next_to_the_first_or_none():
    match = begun()
    upgraded(match, Upgrade.FINS)
    go_on(match, "Ada: swim down")
    assert match.moves == ["stop", "swim home", "swim upper right", "swim upper left"]


@pytest.mark.clause("Knife")
def test_the_knife_gathers_whatever_is_there():
    for kind in range(RAW):
        match = begun()
        upgraded(match, Upgrade.KNIFE)
        put(match, "20c", below_hatch(match, 2))
        at(match, below_hatch(match, 2))
        with arranged(match) as table:
            for each in range(RAW):
                table.stock[tile("20c"), each] = int(each == kind)
        go_on(match, "Ada: breathe")
        assert match.moves == ["gather nothing", f"gather 1 {RESOURCES[kind]}"]
        match.play(match.moves[1])
        assert only(match.table.divers[0].inventory) == {RESOURCES[kind]: 1}


@pytest.mark.clause("Knife", "Breathe 3", "DE-11")
def test_after_the_knife_comes_the_breath():
    match = begun()
    upgraded(match, Upgrade.KNIFE)
    go_on(match, "Ada: swim down\nAda: breathe\nAda: gather 1 kelp")
    assert (match.actor, match.table.divers[0].air) == (1, 3)


@pytest.mark.clause("Gather 3")
def test_who_makes_no_more_room_wants_no_more():
    match = begun()
    put(match, "20c", below_hatch(match, 2))
    at(match, below_hatch(match, 2))
    carry(match, kelp=3)
    go_on(match, "Ada: gather fish")
    assert (match.table.phase, match.table.wanted, match.table.took) == (Phase.MAKE_ROOM, 1, 1)
    match.play(match.moves[0])
    table = match.table
    assert (table.phase, table.wanted, table.took, table.gathering) == (Phase.ACT, 0, 0, 0)
    assert only(table.divers[0].inventory) == {"fish": 1, "kelp": 3}


@pytest.mark.clause("DE-16")
def test_a_guess_deals_the_others_the_cards_that_are_left():
    counts = {f"cards.{card}.count": 0 for card in range(DECK_CARDS)}
    match = begun(3, box=counts | {"cards.0.count": 1, "cards.4.count": 2, "cards.9.count": 1})
    for seat, cards in enumerate(((0, 9), (4,), (4,))):
        in_hand(match, *cards, seat=seat)

    def guess(table):
        own = list(table.divers[viewer].hand)
        rules.guess(table, match.box, viewer, generator(1))
        assert list(table.divers[viewer].hand) == own
        hands = [[table.divers[seat].hand[card] for card in range(DECK_CARDS)] for seat in range(3)]
        assert [sum(hand) for hand in hands] == [2, 1, 1]
        assert [sum(column) for column in zip(*hands, strict=True)] == [1, 0, 0, 0, 2, 0, 0, 0, 0, 1]
        assert viewer or hands[1] == hands[2] == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]

    for viewer in range(3):
        match.view(viewer).tried(guess)


@pytest.mark.clause("DE-7")
def test_nobody_terraforms_under_the_pawn_of_anybody():
    for digger, other in ((0, 1), (1, 0), (1, 2), (2, 1)):
        match = scenario("deeper", 3, f"nature: start {digger + 1}")
        there = below_hatch(match, 1, digger)
        to_market(match, "40d")
        at(match, next_to(match, there, Way.UPPER_LEFT), seat=other)
        at(match, there, seat=digger)
        assert moves(match, "terraform") == ["terraform 40d upper right"]


@pytest.mark.clause("Terraform 1", "Terraform 2", "DE-7")
def test_any_tile_may_be_covered_and_loses_whatever_lies_on_it():
    match = begun()
    here = below_hatch(match, 1)
    put(match, "20a", next_to(match, here, Way.UPPER_LEFT))
    with arranged(match) as table:
        for kind in range(RAW):
            table.stock[tile("20a"), kind] = 1
    to_market(match, "40d")
    at(match, here)
    go_on(match, "Ada: terraform 40d upper left")
    assert only(match.table.stock[tile("20a")]) == {}
    assert match.table.sea[next_to(match, here, Way.UPPER_LEFT)] == tile("40d")
    assert (match.table.under[0, 0], match.table.put_under[0]) == (tile("20a"), 1)


@pytest.mark.clause("DE-16")
def test_every_card_left_may_be_in_the_hand_of_another():
    counts = {f"cards.{card}.count": 0 for card in range(DECK_CARDS)}
    match = begun(2, box=counts | {"cards.0.count": 1, "cards.9.count": 1})
    in_hand(match, 9, seat=1)
    found, rng = Counter(), generator(2)

    def guess(table):
        rules.guess(table, match.box, 0, rng)
        found[tuple(card for card in range(DECK_CARDS) if table.divers[1].hand[card])] += 1

    for _ in range(40):
        match.view(0).tried(guess)
    assert set(found) == {(0,), (9,)}
    assert min(found.values()) > 8
