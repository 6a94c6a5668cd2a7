"""SCUBA, clause by clause; `docs/rules/scuba.md` lists which test shows which."""

import re
from collections import Counter
from random import Random

import pytest

import fathom5
from fathom5.bots import find_bot
from fathom5.core.errors import Mistake
from fathom5.games.scuba import board, guide, words
from fathom5.games.scuba.forecast import tokens_at, way_up
from fathom5.games.scuba.layout import desk, phone
from fathom5.games.scuba.sea import air_at
from fathom5.games.scuba.table import COLUMNS, EVENT_NAMES, SEATS, SPECIES_NAMES, State, Swim, Way
from fathom5.match import Match
from fathom5.testing import arranged, go_on, scenario
from fathom5.testing.conformance import cases
from fathom5.text.language import speaking

LAID = """
    nature: exchange b1
    nature: exchange b3
    nature: exchange c3
    nature: exchange b5
    nature: exchange c5
    nature: exchange b7
"""
NAMES = ("Ada", "Ben", "Cleo", "Dan")
DECO = {"decompression": "yes"}
SAVED = {"divers-cannot-die": "yes"}


def place(spot):
    return (int(spot[1]) - 1) * COLUMNS + "abcdefghi".index(spot[0])


def laid(players=2, options=None):
    """The sea after the exchange, Ada to dive in."""
    return scenario("scuba", players, LAID, options=options or {})


def dived(players=2, options=None):
    """Everybody has dived to e1 and left the tile there; round 2 is about to begin with a current."""
    script = "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:players])
    return go_on(laid(players, options), script)


def swimming(spot="e1", players=2, options=None, current="calm seas"):
    """Ada's second turn, the sea around empty, after a current that moves nothing she would miss."""
    match = dived(players, options)
    with arranged(match) as table:
        clear(table)
    go_on(match, f"nature: {current}")
    with arranged(match) as table:
        put_diver(table, 0, spot)
    return match


def clear(table):
    for i in range(len(table.backs)):
        table.backs[i] = -1


def put_diver(table, seat, spot):
    row, column = divmod(place(spot), COLUMNS)
    table.divers[seat].row, table.divers[seat].column = row, column
    table.divers[seat].state = State.DIVING


def float_diver(table, seat, column, state=State.SNORKELING):
    table.divers[seat].row, table.divers[seat].column = -1, "abcdefghi".index(column)
    table.divers[seat].state = state


def put_animal(table, name, spot, discs=0):
    animal = table.animals[table.found]
    animal.species, animal.place, animal.discs = SPECIES_NAMES.index(name), place(spot), discs
    table.crowd[place(spot)] += 1
    table.found += 1


def put_tile(table, colour, spot):
    table.backs[place(spot)] = ("red", "yellow", "green", "blue").index(colour)


def put_dust(table, seat, spot):
    table.divers[seat].dust[3] = place(spot)
    table.cubes[place(spot)] += 1


def at(match, seat=0):
    diver = match.table.divers[seat]
    return words.spot(diver.row * COLUMNS + diver.column) if diver.row >= 0 else "surface"


def dusty(match):
    return {words.spot(i) for i, cubes in enumerate(match.table.cubes) if cubes}


def swims(match):
    """Where the animals on the board are."""
    found = [match.table.animals[i] for i in range(match.table.found)]
    return [words.spot(a.place) if a.place >= 0 else "gone" for a in found]


def meet(card, spot="e1", colour="red", players=2, options=None, before=None):
    """Ada swims right onto a tile that turns out to be an event, and draws the card."""
    beside = f"{chr(ord(spot[0]) - 1)}{spot[1]}"
    match = swimming(beside, players, options)
    with arranged(match) as table:
        put_tile(table, colour, spot)
        if before:
            before(table)
    return go_on(match, f"Ada: right\nAda: flip\nnature: reveal event\nnature: draw {card}")


# Components


def test_the_box_holds_what_is_printed():
    sheet = fathom5.find_game("scuba").sheet
    value = {name: part["value"] for name, part in sheet.content["components"].items()}
    by_colour = Counter()
    for kind, tiles in zip(value["species"], value["animal_tiles"], strict=True):
        by_colour[kind["colour"]] += tiles
    assert by_colour == dict.fromkeys(("red", "yellow", "green", "blue"), 14)
    assert 4 * 14 + sum(value["event_tiles"]) + sum(value["empty_tiles"]) == 88
    assert sum(card["cards"] for card in value["currents"]) == 40
    piles = [sum(card["piles"][colour] for card in value["events"]) for colour in range(4)]
    assert piles == [10, 10, 10, 10]
    assert len(value["species"]) * SEATS == 72
    assert all(part["source"] in "RDPX" and part["about"] for part in sheet.content["components"].values())


# Game preparation


@pytest.mark.clause("Preparation 1")
def test_two_rows_of_each_colour():
    table = scenario("scuba", 4, "").table
    assert list(table.backs) == [row // 2 for row in range(8) for _ in range(COLUMNS)]
    assert [sum(table.backs[i] == colour for i in range(72)) for colour in range(4)] == [18] * 4


@pytest.mark.clause("Preparation 1", "SC-14")
def test_a_tile_is_as_likely_as_all_unseen_ones_of_its_colour():
    match = go_on(laid(4), "Ada: dive e1\nAda: flip")
    assert match.odds == {
        "reveal sea anemone": 3,
        "reveal gorgonian sea fan": 3,
        "reveal stove pipe sponge": 3,
        "reveal parrotfish": 3,
        "reveal green turtle": 2,
        "reveal event": 5,
        "reveal empty sea": 3,
    }
    go_on(match, "nature: reveal green turtle\nAda: left\nAda: flip")
    assert match.odds["reveal green turtle"] == 1
    assert sum(match.odds.values()) == 21
    match = swimming("d8")
    with arranged(match) as table:
        put_tile(table, "blue", "e8")
    assert go_on(match, "Ada: right\nAda: flip").odds == {
        "reveal napoleon wrasse": 4,
        "reveal hammerhead": 4,
        "reveal reef manta ray": 3,
        "reveal whale shark": 3,
        "reveal event": 5,
        "reveal empty sea": 3,
    }
    with arranged(match) as table:
        table.unseen_animals[17] = table.unseen_events[3] = table.unseen_empty[3] = 0
    assert set(match.odds) == {"reveal napoleon wrasse", "reveal hammerhead", "reveal reef manta ray"}


@pytest.mark.clause("Preparation 1", "SC-14")
def test_a_tile_turned_over_is_one_fewer_of_its_kind():
    match = go_on(laid(4), "Ada: dive e1\nAda: flip\nnature: reveal parrotfish\nAda: left\nAda: flip")
    assert match.odds["reveal parrotfish"] == 2
    with arranged(match) as table:
        for i in range(len(table.unseen_animals)):
            table.unseen_animals[i] = 0
        table.unseen_events[0] = table.unseen_empty[0] = 1
    assert match.odds == {"reveal event": 1, "reveal empty sea": 1}


@pytest.mark.clause("Preparation 2")
def test_neighbouring_depths_exchange_a_tile():
    match = scenario("scuba", 4, "")
    assert len(match.odds) == 18
    go_on(match, "nature: exchange b1\nnature: exchange b3")
    assert len(match.odds) == 17
    assert "exchange b3" not in match.odds
    assert len(scenario("scuba", 4, "nature: exchange b2\nnature: exchange b3").odds) == 17
    go_on(match, "nature: exchange c3\nnature: exchange b5\nnature: exchange c5")
    assert sorted(match.odds) == [f"exchange {column}{row}" for column in "abcdefghi" for row in (7, 8)]
    go_on(match, "nature: exchange b7")
    backs = {spot: match.table.backs[place(spot)] for spot in ("b1", "b3", "c3", "b5", "c5", "b7")}
    assert backs == {"b1": 1, "b3": 0, "c3": 2, "b5": 1, "c5": 3, "b7": 2}


@pytest.mark.clause("Preparation 2")
def test_each_tile_of_a_depth_is_one_chance_to_be_exchanged():
    match = scenario("scuba", 4, "")
    assert len(match.odds) == 18
    assert set(match.odds.values()) == {1}


@pytest.mark.clause("Preparation 3")
def test_two_players_leave_out_the_outer_columns():
    match = scenario("scuba", 2, "")
    assert len(match.odds) == 14
    assert [sum(match.table.backs[i] == colour for i in range(72)) for colour in range(4)] == [14] * 4
    match = swimming("b3")
    assert "left" not in match.moves


@pytest.mark.clause("Preparation 4", "Step 3.12")
def test_events_come_from_the_pile_of_the_tile():
    match = swimming("d3", 4)
    with arranged(match) as table:
        put_tile(table, "red", "e3")
    go_on(match, "Ada: right\nAda: flip\nnature: reveal event")
    assert sum(match.odds.values()) == 10
    assert match.odds["draw sunken treasure"] == 2
    assert "draw free flow" in match.odds
    assert "draw octopus" not in match.odds


@pytest.mark.clause("Preparation 4")
def test_used_events_come_again_in_their_order():
    changes = [f"events.{card}.piles.0=0" for card in range(19) if card not in (0, 11)]
    changes += ["events.0.piles.0=1", "events.11.piles.0=1"]
    match = scenario("scuba", 2, LAID, box=changes)
    order = []
    go_on(match, "Ada: dive d1\nAda: go on")
    with arranged(match) as table:
        table.steps = 0
    for way in ("right", "right", "left", "left", "right"):
        with arranged(match) as table:
            table.steps = 0
            for spot in ("d1", "e1", "f1"):
                put_tile(table, "red", spot)
        go_on(match, f"Ada: {way}\nAda: flip\nnature: reveal event")
        if match.actor == -1:
            go_on(match, f"nature: {match.moves[-1]}")
        order.append(words.event(match.box, match.table.card))
    assert order == ["nothing", "sunken treasure", "nothing", "sunken treasure", "nothing"]


@pytest.mark.clause("Preparation 4")
def test_used_events_come_again_one_after_the_other():
    cards = (0, 10, 11)
    match = scenario(
        "scuba", 2, LAID, box=[f"events.{card}.piles.0={int(card in cards)}" for card in range(19)]
    )
    go_on(match, "Ada: dive d1\nAda: go on")
    with arranged(match) as table:
        table.events_drawn[0] = 3
        for i, card in enumerate(cards):
            table.events_order[0, i] = card
    seen = []
    for way in ("right", "right", "left", "left"):
        with arranged(match) as table:
            table.steps = 0
            for spot in ("d1", "e1", "f1"):
                put_tile(table, "red", spot)
        go_on(match, f"Ada: {way}\nAda: flip\nnature: reveal event")
        seen.append(match.table.card)
    assert seen == [0, 10, 11, 0]


@pytest.mark.clause("Preparation 4")
def test_a_used_event_asks_again():
    changes = [f"events.{card}.piles.0={int(card == 4)}" for card in range(19)]
    match = scenario("scuba", 2, LAID, box=changes)
    go_on(match, "Ada: dive d1\nAda: flip\nnature: reveal event\nnature: draw sudden current")
    go_on(match, "Ada: drift right\nAda: flip\nnature: reveal event")
    assert match.moves == ["drift left", "drift right"]


@pytest.mark.clause("Preparation 5", "Step 2.1")
def test_currents_come_from_one_pile_that_is_shuffled_again_when_empty():
    match = dived()
    assert sum(match.odds.values()) == 40
    assert match.odds["calm seas"] == 8
    go_on(match, "nature: calm seas\nAda: stop")
    assert match.odds["calm seas"] == 7
    with arranged(match) as table:
        for kind in range(21):
            table.currents_left[kind] = 0
        table.currents_left[0] = table.current_pile = 1
    go_on(match, "nature: calm seas\nBen: stop")
    assert sum(match.odds.values()) == 40


@pytest.mark.clause("Preparation 6", "Step 3.16")
def test_there_is_one_card_of_each_animal_for_everybody():
    match = swimming("d1")
    with arranged(match) as table:
        put_animal(table, "parrotfish", "e1", discs=0b10)
        table.divers[1].seen[3] = table.divers[1].cards = 1
    go_on(match, "Ada: right\nAda: see parrotfish")
    assert match.table.divers[0].seen[3]
    assert match.table.divers[0].cards == 1


@pytest.mark.clause("Preparation 7", "Preparation 8", "Preparation 9", "Preparation 10")
def test_all_divers_begin_on_the_boat_with_a_full_tank():
    match = laid(4)
    for seat in range(4):
        diver = match.table.divers[seat]
        assert (diver.state, diver.air, diver.points, diver.cards, diver.minus) == (State.ABOARD, 20, 0, 0, 0)
        assert list(diver.dust) == [-1] * 4
        assert (diver.row, diver.column) == (-1, 4)
    assert match.actor == 0
    assert (match.table.current, match.table.current_pile) == (-1, 40)


# Goal and introduction


@pytest.mark.clause("Goal 1", "Introduction 2", "Points 4")
def test_a_drowned_diver_loses_whatever_it_has_seen():
    match = swimming("e8")
    with arranged(match) as table:
        table.divers[0].points, table.divers[0].air = 50, 4
    go_on(match, "Ada: stop")
    assert match.table.divers[0].state == State.DROWNED
    assert match.scores[0] == 0
    assert match.places == [2, 1]


@pytest.mark.clause("Introduction 1")
def test_air_goes_at_the_end_of_a_turn_and_by_events():
    match = meet("mask leak", "e3", "yellow")
    assert match.table.divers[0].air == 19 - 1 - 2


@pytest.mark.clause("Introduction 3", "Points 1", "Points 3")
def test_points_are_cards_chips_and_penalties():
    match = swimming("e1")
    with arranged(match) as table:
        put_animal(table, "whale shark", "f1")
        put_animal(table, "whale shark", "f1")
        table.divers[0].minus = 3
    go_on(match, "Ada: right\nAda: see whale shark\nAda: see whale shark")
    assert match.scores[0] == 8 + 8 - 3
    assert match.places == [1, 2]


# A turn


@pytest.mark.clause("Turn 1", "Step 4.2")
def test_turns_go_clockwise():
    match = dived(3)
    order = []
    for _ in range(6):
        go_on(match, "nature: calm seas")
        order.append(match.actor)
        go_on(match, f"{NAMES[match.actor]}: stop")
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.clause("Turn 2", "Turn 3", "SC-4")
def test_the_first_round_has_no_current_and_no_dust():
    match = go_on(laid(), "Ada: dive e1\nAda: go on\nAda: down\nAda: go on\nAda: stop")
    assert match.actor == 1
    assert dusty(match) == set()
    go_on(match, "Ben: dive d1\nBen: go on\nBen: stop")
    assert match.table.rounds == 2
    assert "calm seas" in match.moves


@pytest.mark.clause("Step 1.1")
def test_a_turn_begins_with_removing_ones_own_dust():
    match = swimming("e3")
    with arranged(match) as table:
        put_dust(table, 1, "h8")
    go_on(match, "Ada: left")
    assert dusty(match) == {"d3", "h8"}
    go_on(match, "Ada: stop")
    assert dusty(match) == {"d3"}
    go_on(match, "nature: calm seas\nBen: stop")
    assert dusty(match) == set()


# Step 2: currents


def flowing(current, *animals, divers=("e4", "e4"), players=2):
    match = dived(players)
    with arranged(match) as table:
        clear(table)
        for name, spot in animals:
            put_animal(table, name, spot, discs=1)
        for seat, spot in enumerate(divers):
            put_diver(table, seat, spot)
    return go_on(match, f"nature: {current}")


def crowds_are_counted(match):
    """Whether the number of animals kept for each place is that of the animals there."""
    places = Counter(match.table.animals[i].place for i in range(match.table.found))
    return all(match.table.crowd[spot] == places[spot] for spot in range(len(match.table.crowd)))


@pytest.mark.clause("Step 2.2")
def test_calm_seas_move_nothing():
    match = flowing("calm seas", ("parrotfish", "d4"))
    assert swims(match) == ["d4"]
    assert at(match) == "e4"
    match = scenario("scuba", 2, LAID, box=["currents.0.divers=1", "currents.0.animals.0=1"])
    go_on(match, "Ada: dive e1\nAda: flip\nnature: reveal parrotfish\nAda: stop")
    go_on(match, "Ben: dive e1\nBen: go on\nBen: stop\nnature: calm seas")
    assert (swims(match), at(match)) == (["e1"], "e1")


@pytest.mark.clause("Step 2.3", "Step 2.8", "SC-5")
def test_the_printed_card_moves_animals_by_colour_and_all_divers():
    animals = (("parrotfish", "e3"), ("lionfish", "e3"), ("barracuda", "e3"), ("hammerhead", "e3"))
    match = flowing("current left 2 1 0 1 1", *animals, divers=("e4", "g5"))
    assert swims(match) == ["c3", "d3", "e3", "d3"]
    assert crowds_are_counted(match)
    assert (at(match, 0), at(match, 1)) == ("d4", "f5")
    assert [match.table.animals[i].discs for i in range(4)] == [1] * 4


@pytest.mark.clause("Step 2.4", "SC-6")
def test_many_animals_and_divers_share_a_space_and_each_animal_can_be_seen():
    animals = (("parrotfish", "e4"), ("lionfish", "d4"), ("barracuda", "c4"))
    match = flowing("current left 2 1 0 1 1", *animals, divers=("d4", "d4"))
    assert swims(match) == ["c4", "c4", "c4"]
    assert crowds_are_counted(match)
    with arranged(match) as table:
        put_diver(table, 1, "c4")
        for i in range(3):
            table.animals[i].discs = 0
    go_on(match, "Ada: stop")
    go_on(match, "nature: calm seas\nBen: left\nBen: right")
    assert match.moves == ["go on", "see parrotfish", "see lionfish", "see barracuda"]
    go_on(match, "Ben: see parrotfish\nBen: see lionfish\nBen: see barracuda")
    assert match.scores[1] == 2 + 3 + 3


@pytest.mark.clause("Step 2.5", "SC-3")
def test_nothing_is_discovered_without_a_step_of_ones_own():
    match = flowing("current left 2 1 0 1 1", ("barracuda", "d4"), divers=("e4", "e4"))
    assert at(match) == "d4"
    assert match.moves == ["stop", "up", "down", "left", "right"]
    go_on(match, "Ada: stop")
    assert match.scores == [0, 0]


@pytest.mark.clause("Step 2.6", "Step 2.7")
def test_tiles_face_down_and_dust_stay():
    match = dived()
    with arranged(match) as table:
        put_dust(table, 1, "g4")
        before = list(table.backs)
    go_on(match, "nature: current left 2 1 0 1 1")
    assert list(match.table.backs) == before
    assert dusty(match) == {"g4"}


@pytest.mark.clause("Step 2.9")
def test_the_surface_holds_animals_and_divers_back():
    match = flowing("current up 1 1 1 1 1", ("parrotfish", "c1"), ("parrotfish", "c2"), divers=("d1", "d2"))
    assert swims(match) == ["c1", "c1"]
    assert (at(match, 0), at(match, 1)) == ("d1", "d1")


@pytest.mark.clause("Step 2.10", "Step 2.11")
def test_animals_are_carried_off_the_sides_and_divers_are_not():
    match = flowing(
        "current left 2 1 0 1 1",
        ("parrotfish", "b4"),
        ("parrotfish", "a4"),
        divers=("a3", "b3", "c3"),
        players=3,
    )
    assert swims(match) == ["gone", "gone"]
    assert [at(match, seat) for seat in range(3)] == ["a3", "a3", "b3"]
    match = flowing(
        "current right 1 1 0 2 2",
        ("hammerhead", "h4"),
        ("parrotfish", "h4"),
        divers=("h3", "i3", "a1"),
        players=3,
    )
    assert swims(match) == ["gone", "i4"]
    assert [at(match, seat) for seat in range(3)] == ["i3", "i3", "c1"]


@pytest.mark.clause("Preparation 3", "Step 2.10", "Step 2.11")
def test_with_two_players_the_board_ends_at_the_columns_in_use():
    match = flowing("current left 2 1 0 1 1", ("lionfish", "b4"), ("lionfish", "c4"), divers=("b3", "c3"))
    assert swims(match) == ["gone", "b4"]
    assert (at(match, 0), at(match, 1)) == ("b3", "b3")
    match = flowing("current right 2 1 0 1 1", ("lionfish", "h4"), ("lionfish", "g4"), divers=("h3", "g3"))
    assert swims(match) == ["gone", "h4"]
    assert (at(match, 0), at(match, 1)) == ("h3", "h3")


@pytest.mark.clause("Step 2.10")
def test_what_is_gone_does_not_come_back():
    match = flowing("current left 2 1 0 1 1", ("lionfish", "a1"), ("lionfish", "b1"), players=3)
    assert swims(match) == ["gone", "a1"]
    go_on(match, "Ada: stop\nnature: current right 2 1 0 1 1")
    assert swims(match) == ["gone", "b1"]
    assert crowds_are_counted(match)


@pytest.mark.clause("Step 2.12", "Step 2.13")
def test_animals_sink_to_45_m_and_then_off_the_board():
    match = flowing("current down 1 1 1 1 1", ("hammerhead", "d8"), ("hammerhead", "d9"))
    assert swims(match) == ["d9", "gone"]


@pytest.mark.clause("Step 2.12", "Decompression 3")
def test_at_45_m_nothing_is_discovered_and_the_only_way_is_up():
    match = swimming("e9")
    with arranged(match) as table:
        put_animal(table, "hammerhead", "e9")
    assert match.moves == ["stop", "up"]
    match = meet("down current", "e8", "blue", before=lambda table: put_animal(table, "hammerhead", "e9"))
    assert at(match) == "e9"
    assert match.moves == ["stop", "up"]
    assert "down" not in swimming("e8").moves
    assert "down" in swimming("e7").moves


@pytest.mark.clause("Step 2.12")
def test_at_45_m_nothing_is_discovered_even_with_open_eyes():
    match = scenario("scuba", 3, LAID, box=["events.18.eye=1"])
    go_on(match, "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:3]))
    with arranged(match) as table:
        put_diver(table, 0, "b8")
        put_animal(table, "hammerhead", "a9")
    go_on(match, "nature: calm seas\nAda: left\nAda: flip\nnature: reveal event\nnature: draw down current")
    assert (at(match), match.moves) == ("a9", ["stop", "up"])


@pytest.mark.clause("Step 2.14", "Step 2.15", "Decompression 2")
def test_a_current_pushes_divers_to_45_m_and_no_deeper():
    match = dived(options=DECO)
    with arranged(match) as table:
        put_diver(table, 0, "e8")
        put_diver(table, 1, "f9")
        table.divers[0].deep = table.divers[1].deep = 1
    go_on(match, "nature: current down 1 1 1 1 1")
    assert (at(match, 0), at(match, 1)) == ("e9", "f9")
    assert [match.table.divers[seat].tokens for seat in (0, 1)] == [1, 0]


@pytest.mark.clause("Step 2.16")
def test_the_card_stays_in_sight():
    match = flowing("current left 2 1 0 1 1")
    assert "current left 2 1 0 1 1" in match.view(1).text()


# Step 3: dive


@pytest.mark.clause("Step 3.1", "Step 3.3", "SC-2")
def test_up_to_four_steps_and_stopping_is_always_allowed():
    match = swimming("e1")
    assert "stop" in match.moves
    go_on(match, "Ada: down\nAda: down\nAda: down")
    assert "stop" in match.moves
    go_on(match, "Ada: down")
    assert at(match) == "e5"
    assert match.table.turn == 1


@pytest.mark.clause("Step 3.2")
def test_at_most_two_steps_up():
    match = swimming("e6")
    go_on(match, "Ada: up\nAda: left\nAda: up")
    assert match.moves == ["stop", "down", "left", "right"]


@pytest.mark.clause("Step 3.1", "Step 3.2")
def test_a_turn_ends_where_no_step_is_left():
    match = swimming("e9")
    with arranged(match) as table:
        put_tile(table, "green", "e7")
    go_on(match, "Ada: up\nAda: up")
    with arranged(match) as table:
        put_diver(table, 0, "e9")
    go_on(match, "Ada: go on")
    assert match.table.turn == 1


@pytest.mark.clause("Step 3.4", "Step 3.5", "SC-5")
def test_the_printed_card_leaves_three_steps_against_it():
    match = swimming("b4", 3, current="current left 2 1 0 1 1")
    go_on(match, "Ada: right\nAda: right\nAda: right")
    assert at(match) == "e4"
    assert match.moves == ["stop", "up", "down", "left"]
    match = swimming("i4", 3, current="current left 2 1 0 1 1")
    go_on(match, "Ada: left\nAda: left\nAda: left\nAda: left")
    assert at(match) == "e4"
    match = swimming("h4", 3, current="current right 1 1 0 2 2")
    go_on(match, "Ada: left\nAda: left")
    assert "left" not in match.moves


@pytest.mark.clause("Step 3.4")
def test_up_and_down_currents_do_not_shorten_steps():
    match = swimming("d5", current="current up 1 1 1 1 1")
    go_on(match, "Ada: right\nAda: right\nAda: right\nAda: right")
    assert at(match) == "h5"
    match = swimming("b4", 3, current="current right 1 1 0 2 2")
    go_on(match, "Ada: right\nAda: right\nAda: right\nAda: right")
    assert at(match) == "f4"


@pytest.mark.clause("Step 3.6", "SC-1")
def test_the_first_turn_begins_under_the_boat():
    match = laid()
    assert match.moves == ["dive d1", "dive e1", "dive f1"]
    go_on(match, "Ada: dive f1\nAda: go on")
    assert match.table.steps == 1
    go_on(match, "Ada: down\nAda: go on\nAda: down\nAda: go on\nAda: down\nAda: go on")
    assert at(match) == "f4"
    assert match.actor == 1


@pytest.mark.clause("Step 3.6", "SC-18")
def test_nobody_swims_up_in_the_turn_of_diving_in():
    match = go_on(laid(), "Ada: dive e1\nAda: go on")
    assert match.moves == ["stop", "down", "left", "right"]
    go_on(match, "Ada: down\nAda: go on")
    assert match.moves == ["stop", "down", "left", "right"]
    assert "surface" in swimming("e1").moves


@pytest.mark.clause("Step 3.7")
def test_steps_are_not_diagonal():
    assert swimming("e4").moves == ["stop", "up", "down", "left", "right"]


@pytest.mark.clause("Step 3.7", "Preparation 3")
def test_no_step_leads_over_the_sides():
    assert swimming("a4", 3).moves == swimming("b4").moves == ["stop", "up", "down", "right"]
    assert swimming("i4", 3).moves == swimming("h4").moves == ["stop", "up", "down", "left"]


@pytest.mark.clause("Step 3.8", "Step 3.20", "Introduction 4")
def test_blue_waits_for_the_dust_of_yellow():
    match = swimming("d4")
    with arranged(match) as table:
        for name in ("green turtle", "lemon shark", "nurse shark"):
            put_animal(table, name, "e4", discs=0b01)
        put_diver(table, 1, "f4")
    go_on(match, "Ada: right\nAda: stop\nnature: calm seas\nBen: left")
    assert at(match, 1) == "e4"
    assert "go on" not in match.moves
    go_on(
        match, "Ben: stop\nnature: calm seas\nAda: left\nAda: stop\nnature: calm seas\nBen: right\nBen: left"
    )
    assert "see green turtle" in match.moves


@pytest.mark.clause("SC-4")
def test_dust_stops_turning_tiles_even_for_its_maker():
    match = swimming("d4")
    with arranged(match) as table:
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: right\nAda: go on\nAda: left\nAda: right")
    assert at(match) == "e4"
    assert "flip" not in match.moves


@pytest.mark.clause("Step 3.9", "Step 3.10", "SC-2")
def test_after_every_step_the_tile_there_may_be_turned():
    match = swimming("d4")
    with arranged(match) as table:
        put_tile(table, "yellow", "e4")
        put_tile(table, "yellow", "f4")
    go_on(match, "Ada: right")
    assert match.moves == ["go on", "flip"]
    go_on(match, "Ada: go on\nAda: right")
    assert match.moves == ["go on", "flip"]
    assert match.table.backs[place("e4")] == 1


@pytest.mark.clause("Step 3.11")
def test_an_empty_sea_is_discarded_and_dust_is_left():
    match = swimming("d4")
    with arranged(match) as table:
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: right\nAda: flip\nnature: reveal empty sea")
    assert match.table.backs[place("e4")] == -1
    assert match.table.unseen_empty[1] == 2
    assert dusty(match) == {"e4"}
    assert "stop" in match.moves


@pytest.mark.clause("Step 3.12")
def test_an_event_tile_is_discarded_and_dust_is_left():
    match = meet("nothing")
    assert match.table.backs[place("e1")] == -1
    assert match.table.unseen_events[0] == 4
    assert dusty(match) == {"e1"}


@pytest.mark.clause("Step 3.13")
def test_an_animal_with_ones_own_disc_is_nothing_new():
    match = swimming("d4")
    with arranged(match) as table:
        put_animal(table, "lionfish", "e4", discs=0b01)
    go_on(match, "Ada: right")
    assert "stop" in match.moves
    assert dusty(match) == {"e4"}


@pytest.mark.clause("Step 3.14", "SC-7")
def test_a_second_tile_of_a_species_gives_its_points_in_chips():
    match = swimming("d4")
    with arranged(match) as table:
        put_animal(table, "lionfish", "e4")
        table.divers[0].seen[8] = table.divers[0].cards = 1
        table.divers[0].points = 3
    go_on(match, "Ada: right\nAda: see lionfish")
    diver = match.table.divers[0]
    assert (diver.points, diver.cards) == (6, 1)
    go_on(match, "Ada: left\nAda: right")
    assert diver.points == 6


@pytest.mark.clause("Step 3.13", "Step 3.15", "Step 3.19")
def test_cards_and_discs_of_the_second_player():
    match = go_on(swimming("d4"), "Ada: stop\nnature: calm seas")
    with arranged(match) as table:
        put_diver(table, 1, "d4")
        put_animal(table, "lionfish", "e4")
        put_animal(table, "moray eel", "e4", discs=0b10)
        put_animal(table, "barracuda", "f4", discs=0b01)
    go_on(match, "Ben: right")
    assert match.moves == ["go on", "see lionfish"]
    go_on(match, "Ben: see lionfish\nBen: right\nBen: see barracuda")
    assert [match.table.animals[i].discs for i in range(3)] == [0b10, 0b10, 0b11]
    assert swims(match) == ["e4", "e4", "gone"]
    assert match.table.divers[1].cards == 2
    assert crowds_are_counted(match)


@pytest.mark.clause("Step 3.15", "Step 3.17")
def test_a_new_animal_gives_its_card_a_disc_and_dust():
    match = swimming("d4")
    with arranged(match) as table:
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: right\nAda: flip\nnature: reveal moray eel")
    diver = match.table.divers[0]
    assert (diver.points, diver.cards, diver.seen[9]) == (4, 1, 1)
    assert match.table.animals[0].discs == 0b01
    assert swims(match) == ["e4"]
    assert dusty(match) == {"e4"}


@pytest.mark.clause("Step 3.18", "Step 3.22")
def test_others_see_the_animal_when_the_dust_is_gone():
    match = swimming("d4")
    with arranged(match) as table:
        put_animal(table, "moray eel", "e4", discs=0b01)
        put_diver(table, 1, "f4")
    go_on(match, "Ada: stop\nnature: calm seas\nBen: left\nBen: see moray eel")
    assert match.table.divers[1].points == 4


@pytest.mark.clause("Step 3.19")
def test_an_animal_seen_by_all_leaves_the_board():
    match = swimming("d4", 3)
    with arranged(match) as table:
        put_animal(table, "moray eel", "e4", discs=0b010)
        put_animal(table, "moray eel", "e4", discs=0b110)
    go_on(match, "Ada: right\nAda: see moray eel\nAda: see moray eel 2")
    assert swims(match) == ["e4", "gone"]
    assert match.table.crowd[place("e4")] == 1


@pytest.mark.clause("Step 3.21", "Step 3.17")
def test_dust_is_left_on_empty_spaces_too():
    match = go_on(swimming("e4"), "Ada: left\nAda: left\nAda: down")
    assert dusty(match) == {"d4", "c4", "c5"}


@pytest.mark.clause("Step 3.23")
def test_without_a_step_air_is_used_all_the_same():
    match = go_on(swimming("e4"), "Ada: stop")
    assert match.table.divers[0].air == 19 - 2
    assert match.table.turn == 1


# Step 4: air


@pytest.mark.clause("Step 4.1", "SC-10")
@pytest.mark.parametrize(("row", "air"), list(enumerate((1, 1, 2, 2, 3, 3, 4, 4, 5), 1)))
def test_air_by_depth(row, air):
    match = go_on(swimming(f"e{row}"), "Ada: stop")
    assert match.table.divers[0].air == 19 - air


@pytest.mark.clause("Step 4.1")
def test_the_surface_costs_no_air():
    match = go_on(swimming("g1"), "Ada: surface")
    assert match.table.divers[0].air == 19
    assert air_at(match.box, -1) == 0


@pytest.mark.clause("Step 4.3", "SC-10")
@pytest.mark.parametrize(("air", "state"), [(2, State.DROWNED), (3, State.DIVING)])
def test_the_last_unit_of_air_is_one_too_many(air, state):
    match = swimming("e3")
    with arranged(match) as table:
        table.divers[0].air = air
    go_on(match, "Ada: stop")
    assert match.table.divers[0].state == state


@pytest.mark.clause("SC-10")
def test_an_event_that_takes_the_last_air_drowns_at_once():
    match = meet("narcosis", "e5", "green", before=lambda table: setattr(table.divers[0], "air", 1))
    assert match.table.divers[0].state == State.DROWNED
    assert match.table.turn == 1


# Event cards


@pytest.mark.clause("Icons 1")
def test_points_won_and_lost():
    match = meet("sunken treasure", "e7", "blue", before=lambda table: setattr(table.divers[0], "points", 5))
    assert match.scores[0] == 5 + 4
    assert go_on(meet("seasick"), "Ada: lose 1 point").scores[0] == -1


@pytest.mark.clause("Icons 2", "Icons 20")
def test_narcosis_takes_air_and_the_way_down():
    match = meet("narcosis", "e5", "green")
    assert match.table.divers[0].air == 18
    assert match.moves == ["stop", "up", "left", "right"]
    match = meet("deep narcosis", "e7", "blue")
    assert match.table.divers[0].air == 17
    assert "down" not in match.moves


@pytest.mark.clause("Icons 3", "Icons 14", "Icons 16", "Icons 17")
def test_a_sudden_current_moves_you_with_eyes_open():
    match = meet("sudden current", "e3", "yellow", before=lambda table: put_animal(table, "lionfish", "f3"))
    assert match.moves == ["drift left", "drift right"]
    go_on(match, "Ada: drift right\nAda: see lionfish")
    assert at(match) == "f3"
    assert match.table.divers[0].points == 3
    assert dusty(match) == {"e3", "f3"}
    assert match.table.steps == 2


@pytest.mark.clause("Icons 4", "Events 1")
def test_or_is_the_choice_of_the_player():
    match = meet("octopus", "e3", "yellow")
    assert match.actor == 0
    assert match.moves == ["lose 2 points", "lose 1 air"]
    assert go_on(match, "Ada: lose 1 air").table.divers[0].air == 18
    assert go_on(meet("octopus", "e3", "yellow"), "Ada: lose 2 points").scores[0] == -2
    assert meet("octopus", "e1", "yellow").moves == ["lose 2 points", "lose 1 air"]


@pytest.mark.clause("Icons 4")
def test_of_one_possible_effect_there_is_no_choice():
    match = scenario("scuba", 2, LAID, box=["events.10.points=0"])
    go_on(match, "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:2]))
    with arranged(match) as table:
        put_diver(table, 0, "d1")
    go_on(match, "nature: calm seas\nAda: right\nAda: flip\nnature: reveal event\nnature: draw seasick")
    assert match.table.divers[0].state == State.HOME


@pytest.mark.clause("Icons 5")
def test_nothing_is_nothing():
    match = meet("nothing")
    diver = match.table.divers[0]
    assert (diver.air, diver.points, diver.minus, at(match)) == (19, 0, 0, "e1")


@pytest.mark.clause("Icons 6", "Icons 7", "Icons 21")
def test_a_surge_moves_everybody_blind_and_without_dust():
    def before(table):
        put_animal(table, "barracuda", "f5")
        put_diver(table, 1, "h2")
        float_diver(table, 2, "b")

    match = meet("surge", "e5", "green", 3, before=before)
    assert match.moves == ["push all left", "push all right"]
    go_on(match, "Ada: push all right")
    assert [at(match, 0), at(match, 1)] == ["f5", "i2"]
    assert match.table.divers[2].column == 2
    assert "see barracuda" not in match.moves
    assert dusty(match) == {"e5"}
    assert match.table.steps == 2


@pytest.mark.clause("Icons 8")
def test_a_down_current_gives_a_deco_token_where_they_are_in_play():
    def been_deep(table):
        table.divers[0].deep = 1

    match = meet("down current", "e7", "blue", options=DECO, before=been_deep)
    assert (at(match), match.table.divers[0].tokens) == ("e8", 1)
    assert dusty(match) == {"e7"}
    assert match.table.steps == 2
    match = meet("down current", "e8", "blue", options=DECO, before=been_deep)
    assert (at(match), match.table.divers[0].tokens) == ("e9", 2)
    assert meet("down current", "e7", "blue").table.divers[0].tokens == 0
    assert meet("sunken treasure", "e7", "blue", 2, DECO, before=been_deep).table.divers[0].tokens == 0


@pytest.mark.clause("Icons 9", "Events 2")
def test_free_flow():
    assert meet("free flow", "e1").moves == ["lose 1 air", "surface"]
    assert go_on(meet("free flow", "g1"), "Ada: surface").table.divers[0].state == State.SNORKELING
    assert go_on(meet("free flow", "e1"), "Ada: lose 1 air").table.divers[0].air == 18
    match = meet("free flow", "e2")
    assert match.table.divers[0].air == 18
    assert "stop" in match.moves


@pytest.mark.clause("Events 2")
@pytest.mark.parametrize(("tokens", "choice"), [(1, True), (2, False)])
def test_free_flow_with_deco_tokens(tokens, choice):
    match = meet("free flow", options=DECO, before=lambda table: setattr(table.divers[0], "tokens", tokens))
    assert ("surface" in match.moves and "lose 1 air" in match.moves) == choice
    if not choice:
        assert match.table.divers[0].air == 18


@pytest.mark.clause("SC-21")
@pytest.mark.parametrize(("card", "air", "minus"), [("free flow", 19, 0), ("seasick", 20, 1)])
def test_no_event_surfaces_anybody_in_the_turn_of_diving_in(card, air, minus):
    match = go_on(laid(), f"Ada: dive e1\nAda: flip\nnature: reveal event\nnature: draw {card}")
    assert match.moves == ["stop", "down", "left", "right"]
    assert (match.table.divers[0].air, match.table.divers[0].minus) == (air, minus)


@pytest.mark.clause("SC-21")
def test_where_only_surfacing_is_left_nothing_happens_in_the_turn_of_diving_in():
    match = scenario("scuba", 2, LAID, box=["events.10.points=0"])
    go_on(match, "Ada: dive e1\nAda: flip\nnature: reveal event\nnature: draw seasick")
    assert match.moves == ["stop", "down", "left", "right"]
    assert (match.table.divers[0].state, match.table.divers[0].minus) == (State.DIVING, 0)


@pytest.mark.clause("Icons 10")
def test_seasick_divers_may_swim_to_the_boat():
    match = meet("seasick", "h2")
    assert match.moves == ["lose 1 point", "swim to the boat"]
    go_on(match, "Ada: swim to the boat")
    assert match.table.divers[0].state == State.HOME
    assert match.table.turn == 1


@pytest.mark.clause("Icons 11", "Icons 12")
def test_a_ghost_net_removes_an_adjacent_tile_unseen():
    def before(table):
        for spot in ("e4", "f5", "h5"):
            put_tile(table, "green", spot)
        put_dust(table, 1, "f5")

    match = meet("ghost net", "e5", "green", before=before)
    assert match.moves == ["remove e4", "remove f5"]
    unseen = list(match.table.unseen_animals)
    go_on(match, "Ada: remove f5")
    assert match.table.backs[place("f5")] == -1
    assert list(match.table.unseen_animals) == unseen
    assert "stop" in match.moves


@pytest.mark.clause("Icons 11")
@pytest.mark.parametrize(
    ("spot", "players", "tiles", "picks"),
    [
        ("e8", 2, ["e7", "d8", "f8"], ["e7", "d8", "f8"]),
        ("e7", 2, ["e8", "d7"], ["e8", "d7"]),
        ("b5", 2, ["a5", "c5", "b6"], ["b6", "c5"]),
        ("h5", 2, ["i5", "h4", "g5"], ["h4", "g5"]),
        ("e1", 2, ["e2", "d1", "f1"], ["e2", "d1", "f1"]),
    ],
)
def test_a_tile_is_picked_among_those_beside_the_diver(spot, players, tiles, picks):
    def before(table):
        for tile in tiles:
            put_tile(table, "green", tile)

    match = meet("ghost net", spot, "green", players, before=before)
    assert match.moves == [f"remove {tile}" for tile in picks]


@pytest.mark.clause("Icons 11")
@pytest.mark.parametrize(("spot", "way", "far"), [("a5", "left", "i4"), ("i5", "right", "a6")])
def test_at_the_side_there_is_no_tile_beyond(spot, way, far):
    match = swimming("b5" if way == "left" else "h5", 3)
    with arranged(match) as table:
        for tile in (spot, far, f"{spot[0]}4", f"{spot[0]}6"):
            put_tile(table, "green", tile)
    go_on(match, f"Ada: {way}\nAda: flip\nnature: reveal event\nnature: draw ghost net")
    assert match.moves == [f"remove {spot[0]}4", f"remove {spot[0]}6"]


@pytest.mark.clause("Icons 13")
def test_a_mask_leak_ends_the_turn():
    match = meet("mask leak", "e3", "yellow")
    assert match.table.turn == 1


@pytest.mark.clause("Icons 15", "Events 1", "Events 4")
def test_an_unpredictable_current_moves_any_diver():
    def before(table):
        put_diver(table, 1, "h2")
        float_diver(table, 2, "c")
        table.divers[3].state = State.HOME

    match = meet("unpredictable current", "e3", "yellow", 4, before=before)
    ways = ("up", "down", "left", "right")
    assert match.moves == [f"push diver {n} {way}" for n in (1, 2) for way in ways] + [
        "push diver 3 left",
        "push diver 3 right",
    ]
    go_on(match, "Ada: push diver 2 down")
    assert at(match, 1) == "h3"
    assert dusty(match) == {"e3"}
    assert match.table.steps == 1


@pytest.mark.clause("Events 4")
def test_moving_yourself_makes_dust_and_counts():
    match = meet(
        "unpredictable current", "e3", "yellow", before=lambda table: put_animal(table, "lionfish", "e4")
    )
    go_on(match, "Ada: push diver 1 down")
    assert at(match) == "e4"
    assert crowds_are_counted(match)
    assert "see lionfish" not in match.moves
    assert dusty(match) == {"e3", "e4"}
    assert match.table.steps == 2


@pytest.mark.clause("Events 4", "SC-24")
@pytest.mark.parametrize(
    ("spot", "way", "to"),
    [
        ("e1", "up", "e1"),
        ("e2", "up", "e1"),
        ("e1", "down", "e2"),
        ("h8", "down", "h9"),
        ("h2", "up", "h1"),
        ("h2", "right", "h2"),
        ("g2", "right", "h2"),
        ("c2", "left", "b2"),
    ],
)
def test_a_push_of_ones_own_ends_at_the_edges(spot, way, to):
    match = go_on(meet("unpredictable current", spot, "red"), f"Ada: push diver 1 {way}")
    assert at(match) == to
    assert match.table.steps == (1 if to == spot else 2)
    assert dusty(match) == {spot, to}


@pytest.mark.clause("Icons 18", "Events 4")
def test_a_selective_current_moves_a_fish_or_any_diver():
    def before(table):
        put_animal(table, "lionfish", "h5", discs=0b10)
        put_animal(table, "lionfish", "h5", discs=0b10)
        put_animal(table, "lionfish", "h5")

    match = meet("selective current", "e3", "yellow", before=before)
    assert match.moves[4:] == [
        "push lionfish h5 left",
        "push lionfish h5 right",
        "push lionfish 3 h5 left",
        "push lionfish 3 h5 right",
    ]
    assert swims(go_on(match, "Ada: push lionfish h5 right")) == ["gone", "h5", "h5"]
    match = go_on(meet("selective current", "e3", "yellow"), "Ada: push diver 1 left")
    assert at(match) == "d3"


@pytest.mark.clause("Icons 18")
def test_of_animals_alike_one_is_offered_on_each_place_and_none_that_is_gone():
    def before(table):
        for spot in ("c5", "h5", "h5"):
            put_animal(table, "lionfish", spot)
        put_animal(table, "moray eel", "c5")
        table.animals[3].place = -1
        table.crowd[place("c5")] -= 1

    match = meet("selective current", "e3", "yellow", before=before)
    assert match.moves[4:] == [
        f"push lionfish {spot} {way}" for spot in ("c5", "h5") for way in ("left", "right")
    ]


@pytest.mark.clause("Icons 15", "Icons 21")
def test_others_are_moved_whoever_has_the_turn():
    match = meet("unpredictable current", "e3", "yellow", before=lambda table: put_diver(table, 1, "h2"))
    assert at(go_on(match, "Ada: push diver 2 left"), 1) == "g2"
    match = go_on(swimming("e3"), "Ada: stop\nnature: calm seas")
    with arranged(match) as table:
        put_diver(table, 1, "d5")
        put_tile(table, "green", "e5")
    go_on(match, "Ben: right\nBen: flip\nnature: reveal event\nnature: draw surge\nBen: push all right")
    assert (at(match, 0), at(match, 1)) == ("f3", "f5")


@pytest.mark.clause("Icons 19", "SC-4")
def test_clear_water_flips_an_adjacent_tile_out_of_the_dust():
    def before(table):
        for spot in ("d2", "e3", "f2"):
            put_tile(table, "red", spot)
        put_dust(table, 1, "f2")

    match = meet("clear water", "e2", before=before)
    assert match.moves == ["clear e3", "clear d2"]
    go_on(match, "Ada: clear e3")
    assert sum(match.odds.values()) == 21
    go_on(match, "nature: reveal parrotfish")
    assert swims(match) == ["e3"]
    assert match.table.animals[0].discs == 0
    assert match.table.divers[0].points == 0
    go_on(match, "Ada: down\nAda: see parrotfish")
    assert match.table.divers[0].points == 2


@pytest.mark.clause("Icons 19")
def test_clear_water_without_a_choice_asks_nobody():
    match = meet("clear water", "e2", before=lambda table: put_tile(table, "red", "e1"))
    assert "reveal event" in match.moves
    go_on(match, "nature: reveal event")
    assert "stop" in match.moves
    assert "stop" in meet("clear water", "e2").moves


@pytest.mark.clause("Events 3", "SC-4")
def test_a_strong_current_beyond_four_steps_leaves_dust_on_the_last_four():
    match = swimming("b4")
    with arranged(match) as table:
        put_tile(table, "yellow", "f4")
    go_on(match, "Ada: right\nAda: right\nAda: right\nAda: right")
    go_on(match, "Ada: flip\nnature: reveal event\nnature: draw strong current\nAda: drift right")
    assert at(match) == "h4"
    assert match.table.turn == 1
    assert dusty(match) == {"e4", "f4", "g4", "h4"}


@pytest.mark.clause("Icons 16")
def test_an_event_met_on_a_drift_comes_first():
    def before(table):
        put_tile(table, "yellow", "f3")

    match = meet("strong current", "e3", "yellow", before=before)
    go_on(match, "Ada: drift right\nAda: flip\nnature: reveal event\nnature: draw sudden current")
    go_on(match, "Ada: drift left")
    assert at(match) == "f3"
    assert match.table.turn == 1
    assert [match.table.cubes[place(spot)] for spot in ("e3", "f3")] == [2, 2]


@pytest.mark.clause("Step 2.11", "Icons 3")
def test_the_side_of_the_board_stops_a_drift():
    match = meet("strong current", "g3", "yellow")
    go_on(match, "Ada: drift right")
    assert at(match) == "h3"
    assert match.table.steps == 2


@pytest.mark.clause("Step 2.11", "Icons 3")
def test_after_a_drift_to_the_side_the_turn_goes_on():
    match = go_on(meet("strong current", "g3", "yellow"), "Ada: drift right")
    assert match.moves == ["stop", "up", "down", "left"]


# Combinations


@pytest.mark.clause("Combinations 1", "Combinations 2", "Combinations 3", "Combinations 4", "Points 2")
@pytest.mark.parametrize(
    ("seen", "bonus"),
    [
        (["clownfish", "sea anemone"], 3),
        (["lemon shark", "nurse shark"], 3),
        (["clownfish", "nurse shark"], 0),
        (["blue spotted stingray", "eagle ray"], 2),
        (["blue spotted stingray", "eagle ray", "reef manta ray"], 6),
        (["gorgonian sea fan", "branching vase sponge"], 2),
        (["gorgonian sea fan", "stove pipe sponge", "branching vase sponge"], 6),
        (["clownfish", "sea anemone", "blue spotted stingray", "eagle ray"], 5),
        (["hammerhead", "whale shark", "barracuda"], 0),
        (list(SPECIES_NAMES), 18),
    ],
)
def test_combinations(seen, bonus):
    match = swimming()
    with arranged(match) as table:
        for name in seen:
            table.divers[0].seen[SPECIES_NAMES.index(name)] = 1
    assert match.scores[0] == bonus


@pytest.mark.clause("Combinations 2")
def test_the_box_says_what_makes_a_combination():
    box = ["species.16.combination=none", "species.17.combination=rays", "species.0.combination=rays"]
    match = scenario("scuba", 2, LAID, box=[*box, "species.7.combination=none"])
    with arranged(match) as table:
        for name in ("sea anemone", "eagle ray", "whale shark"):
            table.divers[0].seen[SPECIES_NAMES.index(name)] = 1
    assert match.scores[0] == 6
    assert list(match.box.family) == [9, 1, 2, 3, 3]


@pytest.mark.clause("Preparation 1", "Preparation 4", "Preparation 5")
def test_tiles_and_cards_are_counted_by_the_box():
    box = [
        "animal_tiles.0=4",
        "empty_tiles.3=5",
        "currents.0.cards=9",
        "currents.20.cards=3",
        "events.18.piles.3=2",
    ]
    match = scenario("scuba", 2, LAID, box=box)
    assert list(match.box.tiles) == [23, 22, 22, 24]
    assert match.box.current_cards == match.table.current_pile == 43
    assert list(match.box.event_cards) == [10, 10, 10, 11]


# The surface


@pytest.mark.clause("Surface 1", "SC-9")
@pytest.mark.parametrize("spot", ["c1", "g1"])
def test_a_step_up_from_5_m_reaches_the_surface(spot):
    match = go_on(swimming(spot), "Ada: surface")
    diver = match.table.divers[0]
    assert (diver.state, diver.row, diver.air) == (State.SNORKELING, -1, 19)
    assert match.table.turn == 1


@pytest.mark.clause("Surface 2", "SC-19")
@pytest.mark.parametrize("spot", ["d1", "e1", "f1"])
def test_under_the_boat_one_climbs_aboard_or_snorkels(spot):
    match = go_on(swimming(spot), "Ada: surface")
    assert (match.actor, match.moves) == (0, ["climb aboard", "snorkel"])
    other = match.copy()
    go_on(match, "Ada: climb aboard")
    assert (match.table.divers[0].state, match.table.turn) == (State.HOME, 1)
    go_on(other, "Ada: snorkel")
    assert (other.table.divers[0].state, other.table.turn) == (State.SNORKELING, 1)
    assert (at(other), other.table.divers[0].column) == ("surface", place(spot))


@pytest.mark.clause("SC-19")
def test_free_flow_under_the_boat_leaves_the_same_choice():
    match = go_on(meet("free flow", "e1"), "Ada: surface")
    assert match.moves == ["climb aboard", "snorkel"]
    assert dusty(match) == {"e1"}
    assert go_on(match, "Ada: snorkel").table.divers[0].state == State.SNORKELING


@pytest.mark.clause("SC-19")
def test_a_card_that_only_surfaces_leaves_the_choice_too():
    match = scenario("scuba", 2, LAID, box=["events.9.air=0"])
    go_on(match, "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:2]))
    with arranged(match) as table:
        put_diver(table, 0, "d1")
    go_on(match, "nature: calm seas\nAda: right\nAda: flip\nnature: reveal event\nnature: draw free flow")
    assert (match.actor, match.moves) == (0, ["climb aboard", "snorkel"])


@pytest.mark.clause("SC-19")
@pytest.mark.parametrize("boat_left", [0, 1])
def test_where_surfacing_ends_the_game_nobody_is_asked(boat_left):
    match = ending(["home", "home", "e1"])
    with arranged(match) as table:
        table.last_round, table.boat_left = 4, boat_left
    go_on(match, "nature: calm seas\nCleo: surface")
    assert match.over
    assert match.table.divers[2].state == State.HOME


@pytest.mark.clause("Surface 1")
def test_the_surface_is_one_of_two_steps_up():
    match = go_on(swimming("c3"), "Ada: up\nAda: up")
    assert match.moves == ["stop", "down", "left", "right"]
    assert go_on(swimming("c2"), "Ada: up\nAda: surface").table.divers[0].state == State.SNORKELING


def snorkeling(column="b", players=2, current="calm seas", options=None):
    match = dived(players, options)
    with arranged(match) as table:
        clear(table)
        float_diver(table, 0, column)
        for seat in range(1, players):
            put_diver(table, seat, "e6")
    return go_on(match, f"nature: {current}")


@pytest.mark.clause("Surface 3", "SC-9")
def test_snorkelers_swim_to_the_boat_and_have_no_more_turns_there():
    match = go_on(snorkeling("b"), "Ada: right\nAda: right\nAda: climb aboard")
    assert match.table.divers[0].state == State.HOME
    assert match.table.turn == 1
    go_on(match, "nature: calm seas\nBen: stop")
    assert match.table.turn == 1


@pytest.mark.clause("SC-19")
def test_columns_of_the_boat_are_open_to_snorkelers():
    match = snorkeling("b")
    with arranged(match) as table:
        put_animal(table, "green turtle", "e1")
    assert "climb aboard" not in go_on(match, "Ada: right").moves
    assert go_on(match, "Ada: right").moves == ["stop", "left", "right", "climb aboard"]
    go_on(match, "Ada: right\nAda: see green turtle")
    assert match.scores[0] == 3
    go_on(match, "Ada: right")
    assert match.moves == ["stop", "climb aboard"]
    go_on(match, "Ada: stop")
    assert match.table.divers[0].state == State.SNORKELING


@pytest.mark.clause("SC-19", "SC-22")
def test_a_current_brings_a_snorkeler_to_the_boat_but_not_aboard():
    match = snorkeling("g", current="current left 2 1 0 1 1")
    assert match.table.divers[0].state == State.SNORKELING
    assert match.moves == ["stop", "left", "right", "climb aboard"]
    assert match.table.steps == 0
    go_on(match, "Ada: climb aboard")
    assert match.table.divers[0].state == State.HOME
    match = meet("surge", "e5", "green", before=lambda table: float_diver(table, 1, "c"))
    go_on(match, "Ada: push all right")
    assert (match.table.divers[1].state, match.table.divers[1].column) == (State.SNORKELING, 3)


@pytest.mark.clause("SC-22")
def test_who_drifted_to_the_boat_has_no_turn_in_solo_rounds():
    match = ending(["e", "b", "e2"])
    with arranged(match) as table:
        table.last_round = 5
    assert turns(match, 5) == [(0, 5), (1, 5), (2, 5), (1, 6), (2, 6)]


@pytest.mark.clause("Surface 4", "SC-5")
def test_snorkelers_drift_sideways_only():
    assert snorkeling("h", current="current left 2 1 0 1 1").table.divers[0].column == 6
    match = snorkeling("h", current="current down 1 1 1 1 1")
    assert (match.table.divers[0].row, match.table.divers[0].column) == (-1, 7)
    match = snorkeling("a", 3, current="current left 1 1 0 2 2")
    go_on(match, "Ada: right\nAda: right")
    assert match.moves == ["stop", "left"]


@pytest.mark.clause("Surface 5")
def test_a_snorkeler_draws_a_current_and_who_is_on_the_boat_does_not():
    match = dived(3)
    with arranged(match) as table:
        float_diver(table, 0, "b")
        float_diver(table, 1, "e", State.HOME)
        table.divers[2].row = 5
    go_on(match, "nature: calm seas\nAda: stop")
    assert match.table.turn == 2


@pytest.mark.clause("Surface 6", "SC-4")
def test_snorkelers_make_no_dust():
    assert dusty(go_on(snorkeling("b"), "Ada: right\nAda: stop")) == set()


@pytest.mark.clause("Surface 7")
def test_snorkelers_discover_the_top_row_and_stay_up():
    match = snorkeling("a", 3)
    with arranged(match) as table:
        put_tile(table, "red", "b1")
        put_animal(table, "green turtle", "c1")
        put_animal(table, "green turtle", "a2")
    assert match.moves == ["stop", "right"]
    go_on(match, "Ada: right\nAda: flip\nnature: reveal parrotfish\nAda: right\nAda: see green turtle")
    assert match.scores[0] == 5
    match = snorkeling("a", 3)
    with arranged(match) as table:
        put_tile(table, "red", "b1")
        put_dust(table, 1, "b1")
    assert "flip" not in go_on(match, "Ada: right").moves


@pytest.mark.clause("Surface 8")
@pytest.mark.parametrize(
    ("card", "colour", "moves"),
    [
        ("free flow", "red", ["stop", "left", "right"]),
        ("mask leak", "yellow", ["stop", "left", "right"]),
        ("seasick", "red", ["lose 1 point", "swim to the boat"]),
        ("sudden current", "red", ["drift left", "drift right"]),
        ("down current", "blue", ["stop", "left", "right"]),
    ],
)
def test_events_of_snorkelers(card, colour, moves):
    match = snorkeling("a", 3)
    with arranged(match) as table:
        put_tile(table, colour, "b1")
    go_on(match, f"Ada: right\nAda: flip\nnature: reveal event\nnature: draw {card}")
    assert match.moves == moves
    assert (match.table.divers[0].air, match.table.divers[0].row, match.table.steps) == (19, -1, 1)


@pytest.mark.clause("Surface 8")
def test_an_octopus_takes_points_where_it_cannot_take_air():
    match = snorkeling("a", 3)
    with arranged(match) as table:
        put_tile(table, "yellow", "b1")
    go_on(match, "Ada: right\nAda: flip\nnature: reveal event\nnature: draw octopus")
    assert match.scores[0] == -2


@pytest.mark.clause("SC-23")
def test_clear_water_shows_a_snorkeler_the_top_row_only():
    match = snorkeling("a", 3)
    with arranged(match) as table:
        for spot in ("a1", "b1", "b2", "c1"):
            put_tile(table, "red", spot)
    go_on(match, "Ada: right\nAda: flip\nnature: reveal event\nnature: draw clear water")
    assert match.moves == ["clear a1", "clear c1"]
    go_on(match, "Ada: clear c1\nnature: reveal event")
    assert match.table.backs[place("c1")] == -1
    assert match.moves == ["stop", "left", "right"]


@pytest.mark.clause("SC-23")
def test_an_event_flipped_by_clear_water_does_nothing():
    match = meet("clear water", "e2", before=lambda table: put_tile(table, "red", "e1"))
    go_on(match, "nature: reveal event")
    assert match.table.backs[place("e1")] == -1
    assert match.table.events_drawn[0] == 1
    assert "stop" in match.moves


@pytest.mark.clause("Surface 9", "Points 3")
@pytest.mark.parametrize(
    ("column", "points"), [("a", -5), ("b", -2), ("c", 0), ("g", 0), ("h", -2), ("i", -5)]
)
def test_the_skipper_charges_for_the_way(column, points):
    match = dived(3)
    with arranged(match) as table:
        float_diver(table, 0, column)
        table.divers[1].state = State.HOME
        table.last_round, table.divers[2].state = 2, State.DROWNED
    go_on(match, "nature: calm seas\nAda: stop")
    assert match.over
    assert match.scores[0] == points


# The end of the game


def ending(spots, rounds=5, players=None, options=None):
    """Ada's turn in some round with divers at spots, or at the surface (column) or `home`."""
    match = dived(players or len(spots), options)
    with arranged(match) as table:
        clear(table)
        table.rounds = rounds
        for seat, spot in enumerate(spots):
            if spot in ("home", "lost"):
                float_diver(table, seat, "e", State.HOME if spot == "home" else State.DROWNED)
            elif len(spot) == 1:
                float_diver(table, seat, spot)
            else:
                put_diver(table, seat, spot)
    return go_on(match, "nature: calm seas")


def quiet(match):
    """A current that moves no diver."""
    return go_on(
        match, f"nature: {next(name for name in match.moves if name == 'calm seas' or name[-1] == '0')}"
    )


def turns(match, count):
    """Whose turns follow when everybody just stops: seats and rounds."""
    seen = []
    while not match.over and len(seen) < count:
        if match.actor == -1:
            quiet(match)
        seen.append((match.actor, match.table.rounds))
        go_on(match, f"{NAMES[match.actor]}: stop")
    return seen


@pytest.mark.clause("End 1", "SC-11")
def test_the_end_is_triggered_when_all_but_one_are_dead():
    match = ending(["e3", "e3", "lost"])
    with arranged(match) as table:
        table.divers[0].air = 2
    assert match.table.last_round == 0
    go_on(match, "Ada: stop")
    assert match.table.last_round == 5


@pytest.mark.clause("End 2", "SC-11")
def test_the_end_is_triggered_when_all_but_one_have_surfaced():
    match = ending(["g1", "home", "e6", "e6"])
    go_on(match, "Ada: surface")
    assert match.table.last_round == 0
    match = ending(["g1", "home", "e6", "lost"])
    go_on(match, "Ada: surface")
    assert match.table.last_round == 6
    match = go_on(ending(["e6", "g1", "e6"]), "Ada: stop\nnature: calm seas\nBen: surface")
    assert match.table.last_round == 0


@pytest.mark.clause("End 3", "SC-11")
def test_the_round_is_finished_and_a_whole_one_follows():
    match = ending(["g1", "c", "e2"])
    go_on(match, "Ada: surface")
    assert turns(match, 4) == [(1, 5), (2, 5), (0, 6), (1, 6)]
    assert match.table.divers[2].minus == 0
    assert turns(match, 2) == [(2, 6), (2, 7)]


@pytest.mark.clause("End 3", "SC-11")
def test_those_at_the_surface_have_the_last_rounds_too():
    match = go_on(ending(["g1", "b"]), "Ada: surface")
    assert not match.over
    assert turns(match, 9) == [(1, 5), (0, 6), (1, 6)]
    assert match.over
    match = go_on(ending(["e1", "home"]), "Ada: surface\nAda: climb aboard")
    assert match.over
    assert match.table.rounds == 5


@pytest.mark.clause("End 4")
def test_a_round_begins_with_the_next_one_alive():
    match = ending(["e3", "c", "e2"])
    with arranged(match) as table:
        table.divers[0].air = 2
    go_on(match, "Ada: stop")
    assert turns(match, 2) == [(1, 5), (2, 5)]
    assert match.table.last_round == 5
    match = go_on(ending(["lost", "g1", "e6"]), "Ada: stop\nnature: calm seas\nBen: surface")
    assert match.table.last_round == 6


@pytest.mark.clause("End 4", "End 7")
def test_a_death_in_round_1_makes_it_the_last():
    match = scenario("scuba", 2, LAID, box=["air=2"])
    go_on(match, "Ada: dive e1\nAda: go on\nAda: down\nAda: go on\nAda: down\nAda: go on\nAda: stop")
    go_on(match, "Ben: dive e1\nBen: go on\nBen: stop")
    assert (match.table.last_round, match.table.rounds) == (1, 2)
    assert match.table.divers[1].minus == 5


@pytest.mark.clause("End 1")
def test_the_game_is_over_when_all_are_dead():
    match = ending(["e8", "lost", "lost", "lost"])
    with arranged(match) as table:
        table.divers[0].air = 1
    assert go_on(match, "Ada: stop").over
    assert match.table.rounds == 5


@pytest.mark.clause("End 5", "End 6", "SC-11")
def test_two_solo_rounds_with_those_away_from_the_boat():
    match = ending(["b", "c", "e2"])
    with arranged(match) as table:
        table.last_round = 5
    assert turns(match, 7) == [(0, 5), (1, 5), (2, 5), (0, 6), (2, 6), (0, 7), (2, 7)]
    assert match.table.divers[0].minus == 2
    match = ending(["h", "g", "e2"])
    with arranged(match) as table:
        table.last_round = 5
    assert turns(match, 5) == [(0, 5), (1, 5), (2, 5), (0, 6), (2, 6)]


@pytest.mark.clause("End 7")
def test_every_solo_turn_costs_five_points():
    match = ending(["home", "home", "e2"], rounds=5)
    with arranged(match) as table:
        table.last_round = 5
    go_on(match, "nature: calm seas\nCleo: stop")
    assert match.table.divers[2].minus == 5
    go_on(match, "nature: calm seas\nCleo: up\nCleo: surface")
    assert match.over
    assert match.scores[2] == -5


@pytest.mark.clause("End 5")
def test_in_solo_rounds_the_game_ends_with_the_last_dive():
    match = ending(["b", "home", "g1"])
    with arranged(match) as table:
        table.last_round = 4
    go_on(match, "Ada: stop\nnature: calm seas\nCleo: surface")
    assert match.over
    match = ending(["b", "home", "g1"])
    go_on(match, "Ada: stop\nnature: calm seas\nCleo: surface")
    assert not match.over
    match = ending(["b", "home", "e1"])
    go_on(match, "Ada: stop\nnature: calm seas\nCleo: surface\nCleo: climb aboard")
    assert not match.over


@pytest.mark.clause("End 5", "SC-11")
def test_in_solo_rounds_nobody_snorkels_on_after_the_last_dive():
    match = ending(["g1", "b", "home"])
    with arranged(match) as table:
        table.last_round = 4
    go_on(match, "Ada: surface")
    assert match.over
    assert match.table.turn == 0


@pytest.mark.clause("End 8", "End 9", "End 10", "Points 4")
def test_the_boat_leaves_and_the_diver_goes_on_alone():
    match = ending(["b", "home", "e2"])
    with arranged(match) as table:
        table.last_round, table.divers[2].points = 5, 90
    assert turns(match, 6) == [(0, 5), (2, 5), (0, 6), (2, 6), (0, 7), (2, 7)]
    assert match.table.boat_left
    assert turns(match, 2) == [(2, 8), (2, 9)]
    go_on(quiet(match), "Cleo: up\nCleo: surface")
    assert match.over
    assert match.scores[2] == 90 - 25 - 5 * 5
    assert match.places[2] == 1


@pytest.mark.clause("End 8", "End 9")
def test_what_the_solo_diver_pays():
    match = ending(["home", "home", "e2"])
    with arranged(match) as table:
        table.last_round, table.divers[2].air = 5, 20
    seen = []
    for _ in range(5):
        turns(match, 1)
        seen.append((match.table.rounds, match.table.divers[2].minus))
    assert seen == [(6, 5), (7, 10), (8, 15 + 25), (9, 20 + 25), (10, 25 + 25)]


@pytest.mark.clause("End 8")
def test_the_boat_leaves_the_first_player_behind_too():
    match = ending(["e2", "home", "home"], rounds=7)
    with arranged(match) as table:
        table.last_round = 5
    assert go_on(match, "Ada: stop").table.divers[0].minus == 25 + 5


@pytest.mark.clause("SC-16")
@pytest.mark.parametrize("case", [pytest.param(c, id=str(c)) for c in cases(fathom5.find_game("scuba"))])
def test_games_end_soon(case):
    match = case.match(compiled=True, nature="auto", seed=9)
    while not match.over:
        match.play(match.ids[0])
        assert match.table.rounds < 30


# The points


def tied(change):
    match = ending(["home", "home"])
    with arranged(match) as table:
        change(table.divers)
    return match.places


@pytest.mark.clause("Points 5", "SC-15")
def test_ties():
    def cards(divers):
        divers[0].points = divers[1].points = 9
        divers[1].cards = 3
        divers[0].cards = 2

    def minus(divers):
        divers[0].points, divers[0].minus = 9, 2
        divers[1].points = 7

    def order(divers):
        divers[0].points = divers[1].points = 9

    assert tied(cards) == [2, 1]
    assert tied(minus) == [2, 1]
    assert tied(order) == [1, 2]


@pytest.mark.clause("SC-14")
def test_everything_is_public():
    match = Match("scuba", 3, seed=4, compiled=False)
    assert not match.game.spec.has_secrets
    assert match.view(0).array.tobytes() == match.view().array.tobytes()
    shown = match.view(1).text()
    assert all(f"{points} points" in shown for points in match.scores)


# Decompression


@pytest.mark.clause("Decompression 1", "SC-12")
def test_the_first_descent_below_10_m_costs_a_token():
    match = go_on(swimming("e1", options=DECO), "Ada: down")
    assert match.table.divers[0].tokens == 0
    go_on(match, "Ada: down")
    assert match.table.divers[0].tokens == 1
    go_on(match, "Ada: up\nAda: down")
    assert match.table.divers[0].tokens == 1
    assert go_on(swimming("e1"), "Ada: down\nAda: down").table.divers[0].tokens == 0


@pytest.mark.clause("Decompression 4", "SC-8")
def test_a_fast_ascent_costs_a_token_and_all_discoveries():
    match = swimming("e7", options=DECO)
    with arranged(match) as table:
        table.divers[0].deep = 1
        put_tile(table, "yellow", "e4")
        put_tile(table, "yellow", "e3")
    go_on(match, "Ada: up\nAda: up")
    assert match.table.divers[0].tokens == 0
    assert "up fast" in match.moves
    go_on(match, "Ada: up fast")
    assert match.table.divers[0].tokens == 1
    assert "flip" not in match.moves
    go_on(match, "Ada: up")
    assert at(match) == "e3"
    assert match.table.divers[0].tokens == 1
    assert match.table.turn == 1


@pytest.mark.clause("Decompression 4", "SC-8")
def test_after_two_steps_up_other_steps_cost_no_token():
    match = swimming("e7", options=DECO)
    with arranged(match) as table:
        table.divers[0].deep = 1
        put_tile(table, "green", "f5")
    go_on(match, "Ada: up\nAda: up\nAda: right")
    assert match.table.divers[0].tokens == 0
    assert "flip" in match.moves


@pytest.mark.clause("SC-8")
def test_no_fast_ascent_after_a_discovery():
    match = swimming("e7", options=DECO)
    with arranged(match) as table:
        put_animal(table, "barracuda", "e6")
        put_animal(table, "barracuda", "f7")
    go_on(match, "Ada: up\nAda: see barracuda\nAda: up")
    assert "up fast" not in match.moves
    match = swimming("e7", options=DECO)
    with arranged(match) as table:
        put_tile(table, "green", "e6")
    go_on(match, "Ada: up\nAda: flip\nnature: reveal empty sea\nAda: up")
    assert "up fast" not in match.moves


@pytest.mark.clause("Decompression 5", "SC-12")
@pytest.mark.parametrize(
    ("spot", "tokens", "left"), [("e1", 3, 2), ("e2", 3, 2), ("e3", 3, 3), ("e1", 1, 0), ("e1", 0, 0)]
)
def test_a_turn_that_ends_above_10_m_takes_a_token_off(spot, tokens, left):
    match = swimming(spot, options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens = tokens
    go_on(match, "Ada: stop")
    assert match.table.divers[0].tokens == left


@pytest.mark.clause("Decompression 6", "Points 3", "SC-12")
def test_surfacing_with_one_token_costs_five_points():
    match = swimming("c1", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens, table.divers[0].minus = 1, 3
    go_on(match, "Ada: surface")
    assert match.scores[0] == -5 - 3
    assert match.table.divers[0].tokens == 0


@pytest.mark.clause("Decompression 7", "SC-12")
def test_nobody_surfaces_with_two_tokens():
    match = swimming("c1", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens = 2
    assert match.moves == ["stop", "down", "left", "right"]
    match = swimming("c3", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens = 1
    go_on(match, "Ada: up\nAda: up")
    assert match.moves == ["stop", "down", "left", "right"]
    match = meet("seasick", options=DECO, before=lambda table: setattr(table.divers[0], "tokens", 2))
    assert match.scores[0] == -1


@pytest.mark.clause("Decompression 7", "SC-12")
def test_tokens_close_no_other_step_up():
    match = swimming("c2", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens = 2
    assert match.moves == ["stop", "up", "down", "left", "right"]


# Divers cannot die


@pytest.mark.clause("No death 1", "No death 3", "No death 4", "SC-13")
@pytest.mark.parametrize(("spot", "minus"), [("e3", 20), ("e8", 45), ("e9", 50), ("h3", 22), ("b1", 12)])
def test_a_diver_without_air_is_rescued_for_points(spot, minus):
    match = swimming(spot, options=SAVED)
    with arranged(match) as table:
        table.divers[0].air, table.divers[0].minus = 1, 3
    go_on(match, "Ada: stop")
    diver = match.table.divers[0]
    assert (diver.state, diver.row, diver.minus) == (State.RESCUED, -1, minus + 3)
    assert match.scores[0] == -minus - 3


@pytest.mark.clause("No death 2")
def test_a_rescued_diver_stays_where_it_is():
    match = ending(["b", "e5", "e5"], options=SAVED)
    with arranged(match) as table:
        table.divers[0].state = State.RESCUED
    go_on(match, "Ada: stop\nnature: current right 1 1 0 2 2")
    assert match.table.divers[0].column == 1
    assert [seat for seat, _ in turns(match, 4)] == [1, 2, 1, 2]


@pytest.mark.clause("No death 5")
def test_a_rescue_counts_as_a_death_for_the_end():
    match = ending(["e3", "home", "e5"], options=SAVED)
    with arranged(match) as table:
        table.divers[0].air, table.divers[0].points = 1, 60
    go_on(match, "Ada: stop")
    assert match.table.last_round == 5
    assert match.places[0] == 1


# Words, board and heuristic


def test_the_player_is_told_what_a_step_costs():
    match = swimming("e4")
    with arranged(match) as table:
        table.divers[0].air = 6
    view = match.view(0)
    assert words.preview(view, Swim(Way.UP)) == ("2 air", "way up 1")
    assert words.preview(view, Swim(Way.DOWN)) == ("3 air", "no way up")
    assert "no way up" in view.svg()
    assert "costs 2 air of your 6" in view.ask()


@pytest.mark.clause("Step 4.1", "Decompression 5")
@pytest.mark.parametrize(
    ("row", "tokens", "air"),
    [
        (0, 0, 2),
        (1, 0, 2),
        (2, 0, 4),
        (3, 0, 4),
        (5, 0, 7),
        (7, 0, 11),
        (8, 0, 16),
        (1, 2, 2),
        (1, 3, 3),
        (2, 3, 5),
    ],
)
def test_the_way_up(row, tokens, air):
    match = swimming("e1", options=DECO)
    assert way_up(match.table, match.box, row, tokens) == air


@pytest.mark.clause("SC-8", "SC-12", "SC-20")
@pytest.mark.parametrize(
    ("spot", "row", "deep", "fast", "sank", "tokens"),
    [
        ("e1", 1, 0, False, 0, 3),
        ("e1", 2, 0, False, 0, 4),
        ("e1", 2, 1, False, 0, 3),
        ("e4", 0, 1, True, 0, 4),
        ("e8", 8, 1, False, 0, 4),
        ("e8", 8, 1, False, 1, 4),
        ("e9", 8, 1, False, 0, 4),
        ("e9", 8, 1, False, 1, 3),
        ("e9", 7, 1, False, 1, 3),
    ],
)
def test_tokens_are_foreseen(spot, row, deep, fast, sank, tokens):
    match = swimming(spot, options=DECO)
    with arranged(match) as table:
        table.divers[0].deep, table.divers[0].tokens, table.sank = deep, 3, sank
    assert tokens_at(match.table, match.box, match.table.divers[0], row, fast) == tokens
    match = swimming(spot)
    assert tokens_at(match.table, match.box, match.table.divers[0], 8, True) == 0


def test_lessons_take_their_numbers_from_the_box():
    box = ["air=30", "steps=5", "ascent=3", "breath=[1,3,4,6,7]", "solo_turn=7"]
    told = guide.lessons(scenario("scuba", 2, LAID, box=box).box)
    assert "You have 30 air" in told["goal"].text
    assert "one of 5 in a turn" in told["dive"].text
    assert "up to 5 steps a turn, at most 3 of them up" in told["swim"].text
    assert "1 air down to 10 m, then 3, 4 and 6." in told["swim"].text
    assert "loses 7 points a turn" in told["surface"].text
    assert "More than 3 steps up" in told["fast"].text


@pytest.mark.parametrize(
    ("match", "said", "clause"),
    [
        (lambda: swimming("b1"), "left", "Preparation 3"),
        (lambda: swimming("a1", 3), "left", "Step 3.7"),
        (lambda: swimming("b1"), "flip", "SC-3"),
        (lambda: swimming("b1"), "dive e1", "SC-1"),
        (lambda: swimming("b1"), "reveal event", "SC-14"),
        (lambda: swimming("b1"), "push diver 2 up", "Icons 15"),
        (lambda: swimming("b2"), "surface", "Surface 1"),
        (lambda: go_on(swimming("e3"), "Ada: up\nAda: up"), "surface", "Step 3.2"),
        (lambda: go_on(laid(), "Ada: dive e1\nAda: go on"), "surface", "SC-18"),
        (laid, "down", "SC-1"),
        (laid, "stop", "SC-24"),
        (snorkeling, "down", "Surface 7"),
        (snorkeling, "surface", "Surface 7"),
        (snorkeling, "climb aboard", "SC-22"),
        (lambda: swimming("e8"), "down", "Decompression 3"),
        (lambda: meet("narcosis", "e5", "green"), "down", "Icons 20"),
        (lambda: meet("octopus", "e3", "yellow"), "lose 3 air", "Icons 4"),
        (lambda: meet("octopus", "e3", "yellow"), "stop", "Step 3.12"),
        (lambda: go_on(swimming("e1"), "Ada: surface"), "stop", "SC-19"),
    ],
)
def test_why_not(match, said, clause):
    assert f"({clause})" in match().view(0).why(said)


def test_surfacing_is_refused_for_tokens_only_where_they_are_the_reason():
    match = swimming("e1", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens, table.went[Way.UP], table.explored = 1, 2, 1
    assert "(SC-8)" in match.view(0).why("surface")
    with arranged(match) as table:
        table.divers[0].tokens, table.went[Way.UP] = 2, 0
    assert "(Decompression 7)" in match.view(0).why("surface")


def test_all_events_have_a_card():
    named = {words.event(laid().box, card) for card in range(19)}
    assert named == set(EVENT_NAMES)


def test_illegal_moves_are_refused():
    with pytest.raises(Mistake):
        swimming("e1").play("up fast")


@pytest.mark.parametrize("options", [{}, DECO])
def test_the_heuristic_seldom_drowns_and_hardly_ever_where_the_way_up_was_open(options):
    drowned = given_up = 0
    for seed in range(6):
        match = Match("scuba", 3, seed=seed, options=options, compiled=True)
        heuristic = find_bot("heuristic", seed)
        starts = {}
        while not match.over:
            table, seat = match.table, match.actor
            diver = table.divers[seat]
            if table.steps == 0 and diver.state == State.DIVING:
                row = max(0, diver.row - 2)
                starts[seat] = diver.row < 2 or way_up(table, match.box, row, diver.tokens) <= diver.air
            match.play(heuristic(match.view(seat)))
            if match.table.turn != seat or match.over:
                given_up += starts.pop(seat, False) and match.table.divers[seat].state == State.DROWNED
        drowned += sum(match.table.divers[seat].state == State.DROWNED for seat in range(3))
    assert drowned <= 3, "of 18; it keeps no air for the worst of luck"
    assert given_up <= 1


@pytest.mark.parametrize("bots", [["seal", "random"], ["random", "seal"]])
def test_the_seal_beats_random(bots):
    result = fathom5.simulate("scuba", 2, 2000, seed=3, bots=bots, jobs=1)
    assert result.win_share[bots.index("seal")] >= 0.95


@pytest.mark.clause("SC-2", "SC-6")
def test_a_tile_may_be_turned_before_the_animals_there_are_seen():
    match = swimming("e3")
    with arranged(match) as table:
        put_animal(table, "lionfish", "e4")
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: down\nAda: flip\nnature: reveal empty sea")
    assert match.moves == ["go on", "see lionfish"]
    assert dusty(match) == set()
    go_on(match, "Ada: see lionfish")
    assert match.table.divers[0].points == 3
    assert dusty(match) == {"e4"}


@pytest.mark.clause("SC-6")
@pytest.mark.parametrize("tile", [False, True])
def test_of_animals_that_cannot_be_told_apart_one_is_offered(tile):
    match = swimming("e3")
    with arranged(match) as table:
        for name in ("lionfish", "lionfish", "moray eel", "lionfish", "moray eel"):
            put_animal(table, name, "e4")
        table.animals[4].discs = 0b10
        if tile:
            put_tile(table, "yellow", "e4")
    go_on(match, "Ada: down")
    seen = ["see lionfish", "see moray eel", "see moray eel 2"]
    assert match.moves == ["go on", *(["flip"] if tile else []), *seen]


@pytest.mark.clause("SC-6")
def test_an_animal_turned_up_joins_those_that_are_there():
    match = swimming("e3")
    with arranged(match) as table:
        put_animal(table, "lionfish", "e4")
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: down\nAda: flip\nnature: reveal moray eel")
    assert match.moves == ["go on", "see lionfish"]
    assert crowds_are_counted(match)


@pytest.mark.clause("SC-6")
def test_animals_of_a_space_may_be_seen_in_any_order():
    match = swimming("e3")
    with arranged(match) as table:
        put_animal(table, "lionfish", "e4")
        put_animal(table, "whale shark", "e4")
    go_on(match, "Ada: down\nAda: see whale shark\nAda: see lionfish")
    assert match.table.divers[0].points == 11


@pytest.mark.clause("End 8")
def test_snorkelers_are_picked_up_when_the_boat_leaves_and_drift_no_more():
    match = ending(["b", "home", "e6"], rounds=7)
    with arranged(match) as table:
        table.last_round = 5
        table.divers[0].points = 10
        table.divers[2].air = 20
    go_on(match, "Ada: stop")
    quiet(match)
    go_on(match, "Cleo: stop")
    assert match.table.boat_left
    assert match.table.divers[0].minus == 2
    assert match.scores[0] == 8


@pytest.mark.clause("Icons 7")
def test_a_push_without_dust_is_one_step_however_far():
    match = scenario("scuba", 2, LAID, box=["events.16.spaces=2"])
    go_on(match, "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:2]))
    with arranged(match) as table:
        put_diver(table, 0, "d5")
    go_on(match, "nature: calm seas\nAda: right\nAda: flip\nnature: reveal event\nnature: draw surge")
    go_on(match, "Ada: push all right")
    assert (at(match, 0), at(match, 1)) == ("g5", "g1")
    assert match.table.steps == 2
    assert dusty(match) == {"e5"}


@pytest.mark.clause("Icons 7", "SC-24")
def test_a_push_that_moves_nobody_costs_no_step():
    match = meet("surge", "b5", "green")
    assert match.table.steps == 1
    go_on(match, "Ada: push all left")
    assert at(match) == "b5"
    assert match.table.steps == 1


@pytest.mark.clause("SC-8")
def test_the_forecast_of_a_fast_step_counts_its_token():
    match = swimming("e5", options=DECO)
    with arranged(match) as table:
        table.divers[0].tokens = 2
        table.divers[0].deep = 1
        table.divers[0].air = 3
    go_on(match, "Ada: up\nAda: up")
    view = match.view(0)
    fast = next(move for move in view.open_moves if view.name(move).startswith("up"))
    foreseen = words.needs(view, fast)
    match.play(fast)
    assert match.table.divers[0].tokens == 3
    assert f"makes {foreseen - 1}." in match.view(0).ask()


# The order on a space


def crowded(table):
    """An animal on the event's space and one beside it, Ben out of reach."""
    put_animal(table, "lionfish", "e3")
    put_animal(table, "moray eel", "f3")
    put_diver(table, 1, "h8")


@pytest.mark.clause("SC-17")
def test_after_an_event_the_space_is_discovered_on_and_dust_comes_last():
    match = meet("sunken treasure", "e3", "yellow", before=crowded)
    assert match.moves == ["go on", "see lionfish"]
    assert dusty(match) == set()
    go_on(match, "Ada: see lionfish")
    assert match.scores[0] == 2 + 3
    assert dusty(match) == {"e3"}
    assert "stop" in match.moves


@pytest.mark.clause("SC-17")
def test_animals_may_be_seen_before_the_event():
    match = swimming("d3")
    with arranged(match) as table:
        put_tile(table, "yellow", "e3")
        crowded(table)
    go_on(match, "Ada: right\nAda: see lionfish")
    assert match.moves == ["go on", "flip"]
    go_on(match, "Ada: flip\nnature: reveal event\nnature: draw nothing")
    assert match.scores[0] == 3
    assert dusty(match) == {"e3"}


@pytest.mark.clause("SC-17")
def test_after_a_choice_the_space_is_discovered_on():
    match = go_on(meet("octopus", "e3", "yellow", before=crowded), "Ada: lose 1 air")
    assert match.moves == ["go on", "see lionfish"]
    assert dusty(go_on(match, "Ada: go on")) == {"e3"}


@pytest.mark.clause("SC-17")
def test_after_clear_water_the_own_space_is_discovered_on():
    def before(table):
        crowded(table)
        put_tile(table, "yellow", "e4")

    match = go_on(meet("clear water", "e3", "yellow", before=before), "nature: reveal moray eel")
    assert match.moves == ["go on", "see lionfish"]
    go_on(match, "Ada: see lionfish")
    assert dusty(match) == {"e3"}


@pytest.mark.clause("SC-17")
def test_a_fish_pushed_to_the_diver_can_be_discovered():
    match = meet("selective current", "e3", "yellow", before=crowded)
    go_on(match, "Ada: push moray eel f3 left")
    assert match.moves == ["go on", "see lionfish", "see moray eel"]
    match = meet("selective current", "e3", "yellow", before=crowded)
    assert go_on(match, "Ada: push diver 2 left").moves == ["go on", "see lionfish"]


@pytest.mark.clause("SC-17")
def test_who_is_moved_away_leaves_dust_at_once_and_the_rest_unseen():
    match = meet("sudden current", "e3", "yellow", before=crowded)
    assert dusty(match) == set()
    go_on(match, "Ada: drift right")
    assert dusty(match) == {"e3"}
    assert match.moves == ["go on", "see moray eel"]
    go_on(match, "Ada: see moray eel")
    assert match.moves == ["stop", "up", "down", "left", "right"]
    assert dusty(match) == {"e3", "f3"}


@pytest.mark.clause("SC-17", "SC-24")
def test_a_push_towards_the_edge_leaves_the_discoveries_of_the_space():
    match = meet("sudden current", "h3", "yellow", before=lambda table: put_animal(table, "lionfish", "h3"))
    go_on(match, "Ada: drift right")
    assert match.moves == ["go on", "see lionfish"]
    assert match.table.steps == 1
    assert dusty(match) == set()


@pytest.mark.clause("SC-17")
def test_a_drift_goes_on_after_the_discoveries_of_a_space_on_the_way():
    def before(table):
        crowded(table)
        put_tile(table, "yellow", "f3")

    match = go_on(meet("strong current", "e3", "yellow", before=before), "Ada: drift right")
    go_on(match, "Ada: flip\nnature: reveal event\nnature: draw nothing")
    assert at(match) == "f3"
    assert match.moves == ["go on", "see moray eel"]
    go_on(match, "Ada: see moray eel")
    assert at(match) == "g3"
    assert dusty(match) == {"e3", "f3", "g3"}


@pytest.mark.clause("SC-17")
@pytest.mark.parametrize("options", [{}, SAVED])
def test_dust_is_left_where_an_event_ends_the_turn(options):
    assert dusty(meet("mask leak", "e3", "yellow", before=crowded)) == {"e3"}

    def last_breath(table):
        table.divers[0].air = 1
        put_diver(table, 1, "h8")

    match = meet("narcosis", "e5", "green", 3, options, before=last_breath)
    assert dusty(match) == {"e5"}
    assert go_on(meet("seasick", "e2"), "Ada: swim to the boat").table.cubes[place("e2")] == 1


@pytest.mark.clause("SC-20")
def test_a_turn_that_ends_at_45_m_costs_a_token():
    match = swimming("e9", options=DECO)
    go_on(match, "Ada: stop")
    assert match.table.divers[0].tokens == 1
    assert go_on(swimming("e9"), "Ada: stop").table.divers[0].tokens == 0
    match = swimming("e9", options=DECO)
    with arranged(match) as table:
        table.divers[0].deep = 1
    go_on(match, "Ada: up\nAda: stop")
    assert match.table.divers[0].tokens == 0


@pytest.mark.clause("SC-20")
def test_who_arrived_at_45_m_in_the_same_turn_takes_no_second_token():
    match = dived(options=DECO)
    with arranged(match) as table:
        for seat in (0, 1):
            put_diver(table, seat, "e8")
            table.divers[seat].deep = 1
    go_on(match, "nature: current down 1 1 1 1 1\nAda: stop")
    assert [match.table.divers[seat].tokens for seat in (0, 1)] == [1, 1]
    go_on(match, "nature: calm seas\nBen: stop")
    assert match.table.divers[1].tokens == 2
    go_on(match, "nature: calm seas\nAda: stop")
    assert match.table.divers[0].tokens == 2


@pytest.mark.clause("SC-20")
def test_somebody_else_who_arrives_at_45_m_saves_no_token():
    match = dived(options=DECO)
    with arranged(match) as table:
        put_diver(table, 0, "e9")
        put_diver(table, 1, "e8")
        table.divers[0].deep = table.divers[1].deep = 1
    go_on(match, "nature: current down 1 1 1 1 1\nAda: stop")
    assert [match.table.divers[seat].tokens for seat in (0, 1)] == [1, 1]


@pytest.mark.clause("SC-24")
def test_the_dead_share_the_last_place_and_if_all_died_the_first():
    match = ending(["home", "lost", "lost"])
    with arranged(match) as table:
        table.divers[1].points = 90
        table.divers[0].minus = 9
    assert match.places == [1, 2, 2]
    assert ending(["e8", "lost", "lost"]).places == [1, 2, 2]
    match = ending(["e8", "lost", "lost"])
    with arranged(match) as table:
        table.divers[0].air = 1
    assert go_on(match, "Ada: stop").places == [1, 1, 1]
    assert match.headline() == "Nobody came up alive: the sea wins."
    assert ending(["home", "lost", "lost"]).headline() == "Ada wins!"


@pytest.mark.clause("SC-24")
def test_dust_of_those_without_turns_goes_where_their_turn_would_begin():
    match = ending(["e5", "home", "e6"])
    with arranged(match) as table:
        put_dust(table, 1, "b8")
        put_dust(table, 2, "c8")
    go_on(match, "Ada: stop")
    assert dusty(match) == set()
    match = ending(["e5", "e6", "home"])
    with arranged(match) as table:
        put_dust(table, 2, "b8")
    assert dusty(go_on(match, "Ada: stop")) == {"b8"}


@pytest.mark.clause("SC-24")
def test_everybody_dives():
    assert laid().moves == ["dive d1", "dive e1", "dive f1"]


# What a turn forgets


def round_later(match):
    """Ada's next turn; the others stop."""
    go_on(match, "nature: calm seas\nBen: stop\nnature: calm seas")
    return match


@pytest.mark.clause("SC-8")
def test_a_fast_ascent_and_discoveries_are_forgotten_with_the_turn():
    match = swimming("e8", options=DECO)
    with arranged(match) as table:
        table.divers[0].deep = 1
        put_diver(table, 1, "h5")
        put_tile(table, "yellow", "e4")
    go_on(match, "Ada: up\nAda: up\nAda: up fast\nAda: stop")
    go_on(round_later(match), "Ada: up\nAda: flip\nnature: reveal empty sea")
    assert match.table.explored
    go_on(match, "Ada: up")
    assert "up fast" not in match.moves
    with arranged(match) as table:
        put_diver(table, 0, "e6")
    go_on(match, "Ada: stop")
    assert "up fast" in go_on(round_later(match), "Ada: up\nAda: up").moves


@pytest.mark.clause("Step 3.4")
def test_steps_sideways_are_counted_anew_each_turn():
    match = go_on(swimming("b4", 3), "Ada: right\nAda: right\nAda: stop")
    go_on(match, "nature: calm seas\nBen: stop\nnature: calm seas\nCleo: stop\nnature: calm seas")
    go_on(match, "Ada: right\nAda: right\nAda: right\nAda: right")
    assert at(match) == "h4"


@pytest.mark.clause("Icons 13")
def test_a_drift_ends_with_its_turn():
    match = meet("strong current", "e3", "yellow", before=lambda table: put_tile(table, "yellow", "f3"))
    go_on(match, "Ada: drift right\nAda: flip\nnature: reveal event\nnature: draw mask leak")
    assert (at(match), match.table.turn) == ("f3", 1)
    before = at(match, 1)
    go_on(match, "nature: calm seas")
    assert (match.actor, at(match, 1)) == (1, before)
    assert "stop" in match.moves


@pytest.mark.clause("Icons 20")
def test_descending_is_forbidden_for_that_turn_only():
    match = go_on(meet("narcosis", "e5", "green"), "Ada: stop")
    assert "down" in round_later(match).moves


@pytest.mark.clause("SC-20")
def test_arriving_at_45_m_is_forgotten_with_the_turn():
    match = meet("down current", "e8", "blue", options=DECO, before=lambda t: setattr(t.divers[0], "deep", 1))
    go_on(match, "Ada: stop")
    assert match.table.divers[0].tokens == 2
    assert go_on(round_later(match), "Ada: stop").table.divers[0].tokens == 3


@pytest.mark.clause("Step 3.3", "SC-1")
def test_diving_in_is_a_step_down():
    match = scenario("scuba", 2, LAID, box=["descent=2"])
    go_on(match, "Ada: dive e1\nAda: go on\nAda: down\nAda: go on")
    assert match.moves == ["stop", "left", "right"]


# Games begun under version 1


def of_version_1(players=2, options=None):
    """Everybody has dived in under version 1 and left the tile; Ada's second turn in an empty sea."""
    first = fathom5.find_game("scuba").edition("1")
    match = scenario("scuba", players, LAID, box=first, options=options or {})
    go_on(match, "".join(f"{who}: dive e1\n{who}: go on\n{who}: stop\n" for who in NAMES[:players]))
    with arranged(match) as table:
        clear(table)
        put_diver(table, 1, "e6")
    return match


@pytest.mark.clause("SC-17")
def test_in_version_1_dust_came_before_the_event():
    match = go_on(of_version_1(), "nature: calm seas")
    with arranged(match) as table:
        put_diver(table, 0, "d3")
        put_tile(table, "yellow", "e3")
        put_animal(table, "lionfish", "e3")
    go_on(match, "Ada: right\nAda: flip\nnature: reveal event")
    assert dusty(match) == {"e3"}
    assert "see lionfish" not in go_on(match, "nature: draw nothing").moves


@pytest.mark.clause("SC-18", "SC-19", "SC-21")
def test_in_version_1_one_surfaced_at_once_and_was_aboard():
    first = fathom5.find_game("scuba").edition("1")
    match = scenario("scuba", 2, LAID, box=first)
    go_on(match, "Ada: dive e1\nAda: flip\nnature: reveal event\nnature: draw free flow")
    assert match.moves == ["lose 1 air", "surface"]
    go_on(match, "Ada: lose 1 air\nAda: surface")
    assert match.table.divers[0].state == State.HOME
    assert match.actor == 1


@pytest.mark.clause("SC-19", "SC-22")
@pytest.mark.parametrize(("column", "current"), [("g", "current left 2 1 0 1 1"), ("h", "calm seas")])
def test_in_version_1_a_snorkeler_at_the_boat_was_aboard(column, current):
    match = of_version_1()
    with arranged(match) as table:
        float_diver(table, 0, column)
        put_tile(table, "red", "f1")
    go_on(match, f"nature: {current}")
    if column == "h":
        go_on(match, "Ada: left\nAda: left")
    assert match.table.divers[0].state == State.HOME
    assert match.table.turn == 1


@pytest.mark.clause("SC-20")
def test_in_version_1_staying_at_45_m_cost_no_token():
    match = of_version_1(options=DECO)
    with arranged(match) as table:
        put_diver(table, 0, "e9")
    go_on(match, "nature: calm seas")
    assert tokens_at(match.table, match.box, match.table.divers[0], 8, False) == 1
    assert go_on(match, "Ada: stop").table.divers[0].tokens == 0


@pytest.mark.clause("SC-23")
def test_in_version_1_a_snorkeler_saw_the_second_row_too():
    match = of_version_1(3)
    with arranged(match) as table:
        float_diver(table, 0, "a")
        for spot in ("a1", "b1", "b2"):
            put_tile(table, "red", spot)
    go_on(match, "nature: calm seas\nAda: right\nAda: flip\nnature: reveal event\nnature: draw clear water")
    assert match.moves == ["clear b2", "clear a1"]


# Previews: what is fatal is said


def preview(match, move):
    view = match.view(0)
    return guide.preview(view, next(m for m in view.open_moves if view.name(m) == move))


def short_of_air(spot, air, options=None):
    match = swimming(spot, options=options)
    with arranged(match) as table:
        table.divers[0].air = air
    return match


def test_a_preview_says_what_drowns():
    match = short_of_air("e3", 2)
    assert preview(match, "stop") == "You use your last air: you drown. You cannot win any more."
    with arranged(match) as table:
        table.divers[0].points = 7
    assert preview(match, "stop").endswith("You lose all your 7 points and cannot win.")
    assert preview(match, "down").endswith("uses up your air: you drown.")
    assert "drown" not in preview(match, "up")
    assert words.preview(match.view(0), Swim(Way.DOWN)) == ("2 air", "you drown")
    assert match.view(0).ask().endswith("you drown.")
    assert preview(short_of_air("e3", 3), "stop") == (
        "You use 2 air and have 1 left. You would lack 1 for the way up."
    )
    assert preview(short_of_air("e3", 4), "stop") == "You use 2 air and have 2 left."


def test_a_preview_says_what_a_rescue_costs():
    match = short_of_air("e3", 2, SAVED)
    assert preview(match, "stop") == "You use your last air: you are brought up and lose 20 points."
    assert words.preview(match.view(0), Swim(Way.DOWN)) == ("2 air", "rescue")


def test_going_on_after_the_last_step_is_the_end_of_a_turn():
    match = short_of_air("e2", 2)
    with arranged(match) as table:
        put_animal(table, "lionfish", "e3")
    go_on(match, "Ada: down")
    assert preview(match, "go on") == ""
    with arranged(match) as table:
        table.steps = 4
    assert preview(match, "go on").startswith("You use your last air: you drown.")


def test_an_event_that_may_be_fatal_is_announced():
    match = short_of_air("d5", 1)
    with arranged(match) as table:
        put_tile(table, "green", "e5")
    go_on(match, "Ada: right")
    assert preview(match, "flip").endswith("An event may use up your air: you drown.")
    match = meet("octopus", "e3", "yellow", before=lambda table: setattr(table.divers[0], "air", 1))
    assert preview(match, "lose 1 air").startswith("You use your last air: you drown.")
    assert preview(match, "lose 2 points") == ""


def test_a_preview_says_what_is_lost_by_coming_late():
    match = ending(["e5", "b", "home"])
    with arranged(match) as table:
        table.last_round = 5
    assert preview(match, "stop").endswith("Your next turn under water costs 5 points.")
    with arranged(match) as table:
        table.rounds = 7
    assert preview(match, "stop").endswith("Then the boat leaves without you: you lose 25 points.")
    match = ending(["b", "e5", "home"])
    with arranged(match) as table:
        table.last_round = 5
    assert preview(match, "stop").endswith("Picked up here you lose 2 points.")


def test_a_preview_of_surfacing_counts_the_token():
    match = swimming("c1", options=DECO)
    assert preview(match, "surface") == "You use no more air, and you cannot dive again."
    with arranged(match) as table:
        table.divers[0].tokens = 1
    assert preview(match, "surface").endswith("Your deco token costs 5 points.")
    assert preview(swimming("b1"), "surface").endswith("Picked up here at the end you lose 2 points.")


# Warnings: what is fatal or final is named so


def warning(match, move):
    view = match.view(0)
    return view.warning(next(m for m in view.open_moves if view.name(m) == move))


def test_what_drowns_says_so_on_its_button():
    match = short_of_air("e3", 2)
    assert warning(match, "stop") == "Stop and drown"
    assert warning(match, "down") == warning(match, "up") == ""
    assert warning(short_of_air("e3", 3), "stop") == ""
    with speaking("fr"):
        assert warning(match, "s’arrêter") == "S’arrêter et se noyer"


def test_the_last_step_of_a_turn_to_where_air_ends_is_fatal():
    match = short_of_air("e3", 2)
    with arranged(match) as table:
        table.steps = 3
    assert warning(match, "down") == "Down and drown"
    assert warning(match, "left") == "Left and drown"
    assert warning(match, "up") == ""


def test_going_on_and_air_lost_by_choice_can_be_fatal():
    match = short_of_air("e2", 2)
    with arranged(match) as table:
        put_animal(table, "lionfish", "e3")
    go_on(match, "Ada: down")
    assert warning(match, "go on") == ""
    with arranged(match) as table:
        table.steps = 4
    assert warning(match, "go on") == "Go on and drown"
    match = meet("octopus", "e3", "yellow", before=lambda table: setattr(table.divers[0], "air", 1))
    assert warning(match, "lose 1 air") == "Lose 1 air and drown"
    assert warning(match, "lose 2 points") == ""


def test_where_divers_cannot_die_a_warning_tells_the_price():
    match = short_of_air("e3", 2, SAVED)
    assert warning(match, "stop") == "Stop and be rescued: lose 20 points"
    match = short_of_air("c3", 2, SAVED)
    with arranged(match) as table:
        table.steps = 3
    assert warning(match, "left") == "Left and be rescued: lose 22 points"


def test_what_ends_a_dive_says_so_on_its_button():
    assert warning(swimming("e1"), "surface") == "Surface and end your dive"
    assert warning(swimming("e2"), "up") == ""
    match = go_on(swimming("e1"), "Ada: surface")
    assert warning(match, "climb aboard") == "Climb aboard and end your game"
    assert warning(match, "snorkel") == ""


# What a diver holds


def test_air_that_will_not_do_is_shown_as_low():
    match = short_of_air("e4", 3)
    held = {holding.icon: holding for holding in match.view(1).holdings(0)}
    assert held["icon-depth"].text == "e4"
    assert (held["icon-air"].text, held["icon-air"].tone) == ("3", "low")
    assert held["icon-air"].label == "3 air left, 1 too few for the way up"
    held = {holding.icon: holding for holding in short_of_air("e4", 4).view(1).holdings(0)}
    assert (held["icon-air"].tone, held["icon-air"].label) == ("", "4 air left")


def test_holdings_tell_of_cards_and_combinations():
    match = swimming("e4")
    with arranged(match) as table:
        for kind in (0, 5):
            table.divers[0].seen[kind] = 1
        table.divers[0].cards = 2
    texts = {holding.label for holding in match.view(1).holdings(0)}
    assert {"2 animal cards", "3 points for combinations"} <= texts


# Moments


def moments(match, lines):
    """Kind and words of what was big while these lines were played."""
    since = len(match.history)
    go_on(match, lines)
    return [(moment.kind, moment.text) for moment in match.moments(0, since) if moment]


def test_the_big_things_of_a_dive_are_moments():
    assert moments(laid(), "Ada: dive e1") == [("splash", "Ada dives in")]
    match = swimming("e7")
    with arranged(match) as table:
        put_tile(table, "blue", "e8")
        put_tile(table, "blue", "e7")
    seen = moments(match, "Ada: down\nAda: flip\nnature: reveal whale shark")
    assert seen == [("treasure", "Ada sees a whale shark")]
    told = moments(match, "Ada: up\nAda: flip\nnature: reveal event\nnature: draw sunken treasure")
    assert told == [("treasure", "Event: sunken treasure")]
    assert moments(swimming("e2"), "Ada: left") == []


def test_how_a_dive_ends_is_a_moment():
    assert moments(swimming("c1"), "Ada: surface")[0] == ("surface", "Ada surfaces.")
    assert moments(short_of_air("e3", 2), "Ada: stop")[0] == ("drown", "Ada is out of air and lost.")
    saved = moments(short_of_air("e3", 2, SAVED), "Ada: stop")[0]
    assert saved == ("alarm", "Ada is out of air and is brought up.")


# The board as it is drawn


def whole(match, seat=0):
    """The boards of a desk and of a phone."""
    return match.view(seat).svg(), match.view(seat).upright()


def test_rows_and_columns_are_named_on_the_board_as_the_moves_name_them():
    for drawn in whole(swimming("e4", 3)):
        scale = drawn[drawn.index('id="scale"') : drawn.index('id="surface"')]
        written = re.findall(r">([^<]+)</text>", scale)
        assert set("abcdefghi") | set("123456789") <= set(written)


def test_every_space_tells_what_is_there_and_what_a_tap_in_vain_means():
    match = swimming("e4")
    with arranged(match) as table:
        put_animal(table, "eagle ray", "e5")
        put_dust(table, 1, "e5")
        put_tile(table, "blue", "c7")
    for drawn in whole(match):
        assert '<g data-why="down"><title>e5: eagle ray, 5 points, dust</title>' in drawn
        assert '<g data-why="swim c7"><title>c7: a blue tile</title>' in drawn
        assert '<g data-why="flip"><title>e4: Ada' in drawn
    for meant in re.findall(r'data-why="([^"]+)"', match.view(0).svg()):
        assert "is no move" not in match.view(0).why(meant)


def test_a_name_on_the_board_is_escaped():
    match = Match("scuba", 2, names=["<b>Ada", "Ben & Co"], seed=1, compiled=False)
    go_on(match, "<b>Ada: dive e1")
    with arranged(match) as table:
        table.divers[0].seen[3] = table.divers[0].cards = 1
    for drawn in whole(match):
        assert "<b>" not in drawn


def test_animals_that_share_a_space_are_picked_up_from_the_shelf():
    match = meet("selective current", "e3", "yellow", before=lambda table: crowd(table, "c5", "c5", "g5"))
    drawn = match.view(0).svg()
    picks = re.findall(r'data-pick="([^"]+)"', drawn)
    assert len(picks) == len(set(picks))
    assert {"seat-0", "seat-1", "animal-0", "animal-1", "animal-2"} == set(picks)
    assert drawn.count(">c5</text>") == 2
    assert ">g5</text>" not in drawn
    assert match.view(0).pick_name("animal", 2) == "lionfish at g5"
    assert match.view(0).upright().count(">g5</text>") == 1


def crowd(table, *spots):
    for spot, kind in zip(spots, ("clownfish", "moray eel", "lionfish"), strict=True):
        put_animal(table, kind, spot)


@pytest.mark.parametrize("layout", [desk(), phone(swimming("e1").table), phone(swimming("e1", 3).table)])
def test_what_is_pressed_for_a_step_is_large_enough_and_in_nobodys_way(layout):
    here = place("h4") if layout.west == 0 else place("g4")
    areas = [layout.beside(here, way) for way in Way if way != Way.CALM]
    for number, (x, y, wide, high) in enumerate(areas):
        assert x >= 0
        assert x + wide <= layout.board
        assert min(wide, high) >= layout.target
        for left, top, across, down in areas[:number]:
            common_across = min(x + wide, left + across) - max(x, left)
            common_down = min(y + high, top + down) - max(y, top)
            assert min(common_across, common_down) < 0.01


def test_lessons_point_at_something_on_the_board():
    for seed in range(2):
        chance, match = Random(seed), Match("scuba", 3, seed=seed, compiled=False)
        while not match.over:
            view = match.view(match.actor)
            for lesson in view.lessons().values():
                assert f'id="{lesson.at}"' in view.svg()
            match.play(chance.choice(match.ids))


def test_the_last_event_lies_beside_the_sea():
    assert 'href="#event-back"' in swimming("e3").view(0).svg()
    drawn = meet("octopus", "e3", "yellow").view(0).svg()
    assert f'href="#event-{EVENT_NAMES.index("octopus")}"' in drawn


def test_the_position_is_told_in_sentences():
    match = swimming("e3", 3, current="current left 2 1 0 1 1")
    with arranged(match) as table:
        put_animal(table, "eagle ray", "d4", discs=0b10)
        put_tile(table, "yellow", "b4")
        put_dust(table, 1, "g5")
        table.divers[1].seen[13] = table.divers[1].cards = 1
    told = {section.title: section.lines for section in match.view(0).twin()}
    assert "The current flows left: red animals 2, yellow 1, green 0, blue 1, divers 1." in told["The dive"]
    assert told["Divers"][0] == "Ada: at e3, 10 to 15 m, 19 air, 0 points, has the turn."
    assert told["Animals in sight"] == ["d4: eagle ray, 5 points, seen by Ben."]
    assert "15 to 20 m: yellow b4." in told["Tiles face down"]
    assert told["Dust"] == ["Ben: g5."]
    assert "Picked up in b h you lose 2 points." in told["The surface"]
    assert told["Animal cards"][1] == "Ben: eagle ray."


def test_numbers_take_the_singular_or_the_plural():
    assert meet("seasick").moves[0] == "lose 1 point"
    assert meet("octopus", "e3", "yellow").moves[0] == "lose 2 points"
    match = swimming("e4")
    assert match.view(0).ask().startswith("4 steps left.")
    assert go_on(match, "Ada: left\nAda: left\nAda: left").view(0).ask().startswith("1 step left.")
    with speaking("fr"):
        assert match.view(0).ask().startswith("Il vous reste 1 mouvement.")
        assert "0 espèce " in match.view(0).text()


# The board in text


def test_the_text_board_names_what_is_in_sight_and_what_was_seen():
    match = swimming("e3")
    with arranged(match) as table:
        put_animal(table, "eagle ray", "d4", discs=0b10)
        put_dust(table, 1, "g5")
        table.divers[1].seen[13] = table.divers[1].cards = 1
    shown = match.view(0).text()
    assert "In sight: d4 eagle ray 5 ▲" in shown
    assert "    eagle ray 5\n" in f"{shown}\n"
    assert shown.splitlines()[2].split() == ["m", "air", *"bcdefgh"]
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_every_sign_of_the_text_board_is_in_the_legend():
    match = Match("scuba", 3, seed=4, compiled=False)
    signs = " ".join(sign.sign for sign in board.legend(match.view(0)))
    for line in match.view(0).text().splitlines()[3:13]:
        assert set(line[15:]) - set(" ·") <= set(signs)


def test_an_article_fits_its_animal():
    assert "an eagle ray" in words.A_SPECIES
    assert "a lionfish" in words.A_SPECIES


# The seal at the surface


def chosen_by_the_seal(match):
    move = find_bot("seal", 1)(match.view(match.actor))
    return match.moves[match.ids.index(move)]


def test_the_seal_snorkels_while_there_is_something_to_see():
    match = go_on(swimming("e1"), "Ada: surface")
    assert chosen_by_the_seal(match) == "climb aboard"
    with arranged(match) as table:
        put_animal(table, "green turtle", "g1")
    assert chosen_by_the_seal(match) == "snorkel"
    with arranged(match) as table:
        table.last_round = table.rounds
    assert chosen_by_the_seal(match) == "climb aboard"


def test_the_snorkeling_seal_looks_around_and_then_climbs_aboard():
    match = snorkeling("e")
    assert chosen_by_the_seal(match) == "climb aboard"
    with arranged(match) as table:
        put_animal(table, "green turtle", "g1")
    assert chosen_by_the_seal(match) == "right"
    assert chosen_by_the_seal(snorkeling("h")) == "left"
