"""Deep Sea Adventure, clause by clause."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom5 import NATURE, STRANGER, Match, find_game
from fathom5.draw.svg import GLYPHS
from fathom5.games.deep_sea_adventure import rules, words
from fathom5.games.deep_sea_adventure.table import CHIPS, LINE, Phase
from fathom5.testing import arranged, go_on, impossible_moves, scenario
from fathom5.text.finding import Asked
from fathom5.text.language import speaking

clause = pytest.mark.clause
GAME = "deep-sea-adventure"


def dive(script: str, players: int = 2, **how) -> Match:
    """A match in which Ada starts."""
    return scenario(GAME, players, "nature: start 1\n" + script, **how)


def place(match: Match, who: str) -> int:
    return match.table.divers[match.names.index(who)].place


def diver(match: Match, who: str):
    return match.table.divers[match.names.index(who)]


def put(match: Match, who: str, at: int, *stacks: int, homeward: bool = False) -> None:
    """Arrange a diver on a place, carrying stacks taken from the line."""
    with arranged(match) as table:
        seat = match.names.index(who)
        table.divers[seat].place = at
        table.divers[seat].homeward = homeward
        table.divers[seat].load = len(stacks)
        for stack in stacks:
            table.stacks[stack].carrier = seat
            for spot in range(table.length):
                if table.line[spot] == stack:
                    table.line[spot] = rules.BLANK


def chips(match: Match) -> list[int]:
    """The chips that nobody has brought home, by level."""
    stacks = [match.table.stacks[stack].levels for stack in range(CHIPS)]
    return [sum(levels[level] for levels in stacks) for level in range(4)]


def line(match: Match) -> list[str]:
    """The line in words: levels of each place, · for a blank."""
    return [
        "·" if stack == rules.BLANK else words.chips(match.table.stacks[stack].levels)
        for stack in list(match.table.line)[: match.table.length]
    ]


# Components


@clause("Components 1")
def test_two_dice_with_two_faces_each_of_one_to_three():
    match = dive("")
    assert match.odds == {
        "roll 1 1": 4,
        "roll 1 2": 8,
        "roll 1 3": 8,
        "roll 2 2": 4,
        "roll 2 3": 8,
        "roll 3 3": 4,
    }


@clause("Components 1", "Step 3.1")
@pytest.mark.parametrize("faces", [(1, 1, 1, 1, 1, 1), (0, 0, 3, 0, 0, 3)])
def test_other_dice_have_their_own_odds(faces):
    match = dive("", box=[f"die.{face}={count}" for face, count in enumerate(faces)])
    rolls = Counter(
        f"roll {min(roll)} {max(roll)}"
        for roll in product(range(1, 7), repeat=2)
        for _ in range(faces[roll[0] - 1] * faces[roll[1] - 1])
    )
    assert match.odds == rolls


@clause("Components 2")
def test_a_diver_for_each_of_up_to_six_players():
    assert list(find_game(GAME).players) == [2, 3, 4, 5, 6]
    assert [place(dive("", players=6), who) for who in ("Ada", "Finn")] == [-1, -1]


@clause("Components 3")
def test_32_chips_each_value_from_0_to_15_twice_8_in_a_level():
    chips = find_game(GAME).sheet.content["components"]["chips"]["value"]
    assert Counter(value for level in chips for value in level) == dict.fromkeys(range(16), 2)
    for level, values in enumerate(chips):
        assert sorted(set(values)) == list(range(4 * level, 4 * level + 4))
        assert len(values) == 8


@clause("Components 4", "DSA-15")
def test_blank_chips_do_not_run_out():
    match = dive("nature: roll 1 1")
    with arranged(match) as table:
        for spot in range(2, 32):
            table.line[spot] = rules.BLANK
            table.stacks[spot].carrier = 1
        table.divers[1].load = 30
    go_on(match, "Ada: take")
    assert line(match).count("·") == 31


# Setup


@clause("Setup 1", "Setup 2")
def test_the_air_marker_starts_at_25():
    assert dive("").table.air == 25


@clause("Setup 3")
def test_values_are_hidden_and_every_chip_of_a_level_is_equally_likely():
    match = dive(
        "nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave\nAda: turn back\nnature: roll 2 3"
    )
    with arranged(match) as table:
        table.last_turn = 1
    go_on(match, "nature: roll 1 1\nBen: leave")
    assert match.actor == NATURE
    assert match.odds == {"reveal 0": 2, "reveal 1": 2, "reveal 2": 2, "reveal 3": 2}


@clause("Setup 4")
def test_chips_lie_in_one_line_by_level():
    match = dive("")
    assert line(match) == ["1"] * 8 + ["2"] * 8 + ["3"] * 8 + ["4"] * 8
    assert all(match.table.line[beyond] == rules.BLANK for beyond in range(CHIPS, LINE))
    assert match.table.opened == -1


@clause("Setup 5")
def test_all_divers_start_on_the_submarine():
    match = dive("", players=4)
    assert [place(match, who) for who in match.names] == [-1] * 4


@clause("Setup 6", "DSA-1")
def test_the_first_diver_is_drawn():
    match = Match(GAME, 4, nature="manual", compiled=False)
    assert match.odds == {"start 1": 1, "start 2": 1, "start 3": 1, "start 4": 1}
    assert match.table.rolled == -1
    go_on(match, "nature: start 3")
    assert match.table.turn == 2


# Objective


@clause("Objective 1")
def test_a_game_is_three_dives():
    match = dive("", box=["air=1"])
    for number in (1, 2, 3):
        assert match.table.dive == number
        while not match.over and match.table.dive == number:
            match.play(match.ids[-1])
    assert match.over


@clause("Objective 2")
def test_each_dive_begins_with_full_air_and_everybody_aboard():
    match = dive("nature: roll 1 1\nAda: take\nnature: roll 1 1\nBen: leave")
    put(match, "Ada", 20, 1)
    with arranged(match) as table:
        table.last_turn = 1
    go_on(match, "Ada: dive deeper\nnature: roll 1 1\nAda: leave")
    assert match.table.dive == 2
    assert match.table.air == 25
    assert [place(match, who) for who in match.names] == [-1, -1]
    assert [d.load for d in match.table.divers] == [0] * 6


@clause("Objective 3", "Ending 1")
def test_most_points_win():
    match = dive("")
    with arranged(match) as table:
        table.divers[0].points, table.divers[1].points = 12, 13
    assert match.scores == [12, 13]
    assert match.places == [2, 1]


@clause("Objective 4", "DSA-8")
def test_a_diver_who_is_home_takes_no_more_turns_and_surplus_steps_are_lost():
    match = dive(
        "nature: roll 1 1\nAda: take\nnature: roll 3 3\nBen: leave\nAda: turn back\nnature: roll 3 3"
    )
    assert diver(match, "Ada").home
    assert place(match, "Ada") == -1
    assert match.table.turn == 1
    go_on(match, "nature: roll 1 1\nBen: leave")
    assert match.table.turn == 1


@clause("Objective 5")
def test_a_dive_ends_when_all_are_home():
    match = dive("nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: take\nAda: turn back\nnature: roll 3 3")
    assert match.table.dive == 1
    go_on(match, "Ben: turn back\nnature: roll 3 3")
    assert match.table.phase == Phase.REVEAL
    assert match.table.air == 23


# Turn progression


@clause("Turn 1")
def test_turns_go_clockwise():
    match = dive("nature: roll 1 1\nAda: leave", players=3)
    assert match.table.turn == 1
    go_on(match, "nature: roll 1 2\nBen: leave")
    assert match.table.turn == 2
    go_on(match, "nature: roll 1 3\nCleo: leave")
    assert match.table.turn == 0


@clause("Turn 2", "DSA-2")
def test_a_turn_breathes_then_turns_then_rolls_then_searches():
    match = dive("nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave")
    assert match.table.air == 24
    assert match.moves == ["dive deeper", "turn back"]
    go_on(match, "Ada: dive deeper")
    assert match.actor == NATURE
    go_on(match, "nature: roll 2 2")
    assert match.moves == ["leave", "take"]
    assert match.table.air == 24


# Step 1: reduce air


@clause("Step 1.1")
def test_air_goes_down_by_the_treasure_carried():
    match = dive("")
    put(match, "Ben", 10, 8, 9, 10)
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.air == 22


@clause("Step 1.1", "DSA-2")
def test_a_stack_of_three_costs_one_air():
    match = dive("")
    with arranged(match) as table:
        table.stacks[8].levels[1] = 3
        for merged in (9, 10):
            table.stacks[merged].levels[1] = 0
            table.line[merged] = rules.BLANK
    put(match, "Ben", 12, 8)
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.air == 24


@clause("Step 1.2")
def test_treasure_of_earlier_dives_costs_no_air():
    match = dive("")
    with arranged(match) as table:
        table.divers[1].treasure[0] = 3
        table.divers[1].points = 4
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.air == 25


@clause("Step 1.3", "DSA-3")
def test_the_turn_that_empties_the_tank_is_finished_in_full():
    match = dive("nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave")
    put(match, "Ada", 4, 1, 2)
    with arranged(match) as table:
        table.air = 1
    go_on(match, "Ada: dive deeper\nnature: roll 1 2\nAda: leave\nnature: roll 1 1\nBen: leave")
    assert match.table.air == 0
    assert match.table.last_turn
    go_on(match, "Ada: dive deeper\nnature: roll 3 3")
    assert match.moves == ["leave", "take"]
    assert match.table.dive == 1
    go_on(match, "Ada: take")
    assert match.table.dive == 2
    assert line(match)[-1] == "1+1+2"


@clause("Step 1.3", "DSA-3")
@pytest.mark.parametrize(("air", "left", "dive_after"), [(3, 1, 1), (2, 0, 2), (1, 0, 2)])
def test_air_at_exactly_0_or_below_makes_the_turn_the_last(air, left, dive_after):
    match = dive("")
    put(match, "Ben", 12, 8, 9)
    with arranged(match) as table:
        table.air = air
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert (match.table.air, match.table.last_turn) == (left, left == 0)
    go_on(match, "Ben: dive deeper\nnature: roll 1 2\nBen: leave")
    assert match.table.dive == dive_after


@clause("Step 1.3", "DSA-3")
def test_the_last_turn_may_still_reach_the_submarine():
    match = dive("")
    put(match, "Ben", 3, 8, 9, homeward=True)
    with arranged(match) as table:
        table.air = 1
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 3 3")
    assert diver(match, "Ben").home
    assert match.table.phase == Phase.REVEAL
    assert match.table.air == 0


# Step 2: decide whether to turn back


@clause("Step 2.1", "DSA-4")
def test_only_a_diver_with_treasure_may_turn_back():
    match = dive("nature: roll 1 1\nAda: leave\nnature: roll 1 2\nBen: leave")
    assert match.actor == NATURE
    assert match.table.turn == 0


@clause("Step 2.2")
def test_turning_back_faces_the_submarine():
    match = dive(
        "nature: roll 3 3\nAda: take\nnature: roll 1 1\nBen: leave\nAda: turn back\nnature: roll 1 2"
    )
    assert place(match, "Ada") == 3


@clause("Step 2.3", "Step 2.5", "DSA-4")
def test_a_diver_turns_once_and_is_not_asked_again():
    match = dive("")
    put(match, "Ben", 20, 3, 4, homeward=True)
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.turn == 1
    assert match.actor == NATURE


@clause("Step 2.4")
def test_who_does_not_turn_back_dives_deeper():
    match = dive(
        "nature: roll 3 3\nAda: take\nnature: roll 1 1\nBen: leave\nAda: dive deeper\nnature: roll 1 2"
    )
    assert place(match, "Ada") == 7


@clause("Step 2.3", "DSA-4")
def test_dropping_everything_does_not_let_a_diver_turn_again():
    match = dive("")
    put(match, "Ben", 13, 12, homeward=True)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 1\nBen: drop 2")
    assert (place(match, "Ben"), diver(match, "Ben").load) == (12, 0)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 1\nBen: take")
    assert place(match, "Ben") == 10
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.actor == NATURE
    go_on(match, "nature: roll 1 2")
    assert place(match, "Ben") == 8


@clause("DSA-4")
def test_a_diver_who_dropped_everything_comes_home_with_nothing():
    match = dive("")
    put(match, "Ben", 1, homeward=True)
    go_on(match, "nature: roll 3 3\nAda: leave\nnature: roll 1 1")
    assert diver(match, "Ben").home
    assert match.scores == [0, 0]


# Step 3: roll for movement


@clause("Step 3.1")
def test_both_dice_are_rolled_and_moved():
    match = dive("nature: roll 2 3")
    assert place(match, "Ada") == 4
    assert divmod(match.table.rolled, 6) == (1, 2)


@clause("Step 3.2")
def test_the_load_is_subtracted_from_the_roll():
    match = dive("")
    put(match, "Ben", 10, 3, 4)
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: dive deeper\nnature: roll 2 3")
    assert place(match, "Ben") == 13


@clause("Step 3.3", "DSA-5")
def test_a_load_heavier_than_the_roll_stays_and_may_still_search():
    match = dive("")
    put(match, "Ben", 10, 3, 4, 5, 10)
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: turn back\nnature: roll 1 2")
    assert place(match, "Ben") == 10
    assert match.moves == ["leave", "drop 1", "drop 2"]


@clause("Step 3.4", "DSA-6")
def test_explored_chips_are_jumped_without_counting_on_the_way_down():
    match = dive("nature: roll 1 1\nAda: leave\nnature: roll 1 2")
    assert place(match, "Ben") == 3


@clause("Step 3.4", "DSA-6")
def test_explored_chips_are_jumped_without_counting_on_the_way_up():
    match = dive("")
    put(match, "Ben", 6, 0, homeward=True)
    go_on(match, "nature: roll 2 3\nAda: leave\nnature: roll 1 2")
    assert [place(match, "Ada"), place(match, "Ben")] == [4, 3]


@clause("Step 3.4", "DSA-6")
def test_divers_side_by_side_are_all_jumped_on_the_way_down():
    match = dive("", players=4)
    put(match, "Ben", 1)
    put(match, "Cleo", 2)
    put(match, "Dan", 4)
    go_on(match, "nature: roll 1 2")
    assert place(match, "Ada") == 5


@clause("Step 3.4", "DSA-6")
def test_divers_side_by_side_are_all_jumped_on_the_way_up():
    match = dive("", players=4)
    put(match, "Ada", 9, 0, homeward=True)
    put(match, "Ben", 8)
    put(match, "Cleo", 7)
    put(match, "Dan", 5)
    go_on(match, "nature: roll 1 2")
    assert place(match, "Ada") == 4


@clause("Step 3.4", "DSA-6", "DSA-8")
def test_a_diver_on_the_first_chip_is_jumped_into_the_submarine():
    match = dive("", players=3)
    put(match, "Ada", 2, 5, homeward=True)
    put(match, "Ben", 1)
    put(match, "Cleo", 0)
    go_on(match, "nature: roll 1 1")
    assert diver(match, "Ada").home
    assert not diver(match, "Ben").home


@clause("Step 3.5")
def test_the_roll_does_not_lead_beyond_the_last_chip():
    match = dive("")
    put(match, "Ben", 29)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 3 3")
    assert place(match, "Ben") == 31


@clause("DSA-7")
def test_with_the_end_of_the_line_occupied_a_diver_stops_on_the_farthest_free_chip():
    match = dive("", players=3)
    put(match, "Ben", 28)
    put(match, "Cleo", 31)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 3 3")
    assert place(match, "Ben") == 30


@clause("DSA-7")
def test_nobody_moves_backwards_for_an_occupied_end():
    match = dive("", players=3)
    put(match, "Ben", 30, 5)
    put(match, "Cleo", 31)
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: dive deeper\nnature: roll 3 3")
    assert place(match, "Ben") == 30


@clause("DSA-8")
def test_any_step_past_the_first_chip_is_the_submarine():
    match = dive("")
    put(match, "Ben", 0, 5, homeward=True)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 1")
    assert diver(match, "Ben").home


# Step 4: pick up or drop treasure


@clause("Step 4.1")
def test_doing_nothing_is_always_possible():
    before = dive("nature: roll 1 1")
    after = dive("nature: roll 1 1\nAda: leave")
    assert "leave" in before.moves
    assert line(after) == line(before)
    assert diver(after, "Ada").load == 0


@clause("Step 4.2")
def test_picking_up_leaves_a_blank_chip_under_the_diver():
    match = dive("nature: roll 1 1\nAda: take")
    assert line(match)[:3] == ["1", "·", "1"]
    assert diver(match, "Ada").load == 1
    assert place(match, "Ada") == 1
    assert not diver(match, "Ada").homeward


@clause("Step 4.2")
def test_picking_up_on_the_way_home_keeps_the_direction():
    match = dive("")
    put(match, "Ben", 12, 20, homeward=True)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 2\nBen: take")
    assert place(match, "Ben") == 10
    assert line(match)[10] == "·"
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 2")
    assert place(match, "Ben") == 9


@clause("Step 4.3")
@pytest.mark.parametrize(("start", "way", "then"), [(11, "Ben: dive deeper", 14), (13, "Ben: turn back", 10)])
def test_dropping_keeps_the_direction(start, way, then):
    match = dive("")
    put(match, "Ben", start, 12)
    go_on(match, f"nature: roll 1 1\nAda: leave\n{way}\nnature: roll 1 1\nBen: drop 2")
    assert place(match, "Ben") == 12
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 1")
    assert place(match, "Ben") == then


@clause("Step 4.2")
def test_a_diver_carries_any_number_of_chips():
    match = dive("")
    put(match, "Ben", 30, *range(8, 28))
    with arranged(match) as table:
        table.air = 25
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: dive deeper\nnature: roll 3 3\nBen: take")
    assert match.table.dive == 1 or match.table.phase == Phase.LAY
    assert sum(match.table.stacks[s].carrier == 1 for s in range(CHIPS)) == 21


@clause("Step 4.3")
def test_a_chip_is_dropped_only_on_a_blank():
    match = dive("")
    put(match, "Ben", 10, 3, 12)
    with arranged(match) as table:
        table.line[13] = rules.BLANK
        table.stacks[13].carrier = 0
        table.divers[0].load = 1
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: dive deeper\nnature: roll 1 3")
    assert place(match, "Ben") == 12
    assert match.moves == ["leave", "drop 1", "drop 2"]
    go_on(match, "Ben: drop 2")
    assert line(match)[12] == "2"
    assert diver(match, "Ben").load == 1
    assert [stack for stack in range(CHIPS) if match.table.stacks[stack].carrier == 1] == [3]
    assert match.table.stacks[12].carrier == -1
    assert place(match, "Ben") == 12


@clause("Step 4.3")
def test_on_a_treasure_chip_nothing_can_be_dropped():
    match = dive("")
    put(match, "Ben", 10, 3)
    go_on(match, "nature: roll 1 1\nAda: leave\nBen: dive deeper\nnature: roll 1 2")
    assert match.moves == ["leave", "take"]


@clause("Step 4.3")
def test_without_treasure_on_a_blank_there_is_nothing_to_ask():
    match = dive("nature: roll 1 1\nAda: take")
    with arranged(match) as table:
        table.line[2] = rules.BLANK
        table.stacks[2].carrier = 0
        table.divers[0].load = 2
    go_on(match, "nature: roll 1 1")
    assert place(match, "Ben") == 2
    assert match.table.turn == 0


# Round conclusion


def ending(*divers: tuple[str, int, tuple[int, ...]], players: int = 3, **how) -> Match:
    """A dive in which the first of some divers is about to finish the last turn."""
    match = dive("", players=players, **how)
    for who, at, stacks in divers:
        put(match, who, at, *stacks)
    with arranged(match) as table:
        table.last_turn = 1
        table.air = 0
    return match


@clause("Conclusion 1", "DSA-11")
def test_treasure_at_home_is_revealed_to_everybody_and_kept():
    match = dive("nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: take\nAda: turn back\nnature: roll 3 3")
    go_on(match, "Ben: turn back\nnature: roll 3 3")
    assert match.odds == {"reveal 0": 2, "reveal 1": 2, "reveal 2": 2, "reveal 3": 2}
    go_on(match, "nature: reveal 3")
    assert match.odds == {"reveal 0": 2, "reveal 1": 2, "reveal 2": 2, "reveal 3": 1}
    go_on(match, "nature: reveal 1")
    assert match.scores == [3, 1]
    assert match.table.dive == 2
    assert [diver(match, who).home for who in ("Ada", "Ben")] == [0, 0]
    go_on(match, "nature: roll 1 1\nBen: leave")
    assert match.table.turn == 0
    assert line(match) == ["1"] * 6 + ["2"] * 8 + ["3"] * 8 + ["4"] * 8
    for seat in (STRANGER, 0, 1):
        assert match.view(seat).array.tobytes() == match.view(0).array.tobytes()


@clause("Conclusion 1", "Conclusion 2")
def test_treasure_of_drowned_divers_is_not_scored():
    match = ending(("Ada", 2, (1,)), ("Ben", 20, (8, 9)), ("Cleo", 10, (3,)))
    put(match, "Ada", 2, 1, homeward=True)
    go_on(match, "nature: roll 3 3\nnature: reveal 2")
    assert match.table.dive == 2
    assert match.scores == [2, 0, 0]
    assert [sum(match.table.divers[seat].treasure) for seat in range(3)] == [1, 0, 0]
    assert line(match)[-1] == "1+2+2"


@clause("Conclusion 1")
def test_several_chips_of_a_level_are_all_counted():
    match = ending(("Ada", 2, (0, 1, 8)))
    put(match, "Ada", 2, 0, 1, 8, homeward=True)
    go_on(match, "nature: roll 3 3\nnature: reveal 2\nnature: reveal 3\nnature: reveal 7")
    ada = diver(match, "Ada")
    assert (list(ada.treasure), list(ada.worth), ada.points) == ([2, 1, 0, 0], [5, 7, 0, 0], 12)
    assert ada.load == 0
    assert match.table.dive == 2
    assert chips(match) == [6, 7, 8, 8]


@clause("DSA-11")
def test_a_carried_chip_is_unknown_to_its_carrier_too():
    match = dive("nature: roll 1 1\nAda: take")
    assert match.view(0).array.tobytes() == match.view(1).array.tobytes()
    assert all(match.table.face_down[level, chip] for level in range(4) for chip in range(8))


@clause("Conclusion 2", "DSA-10")
def test_drowned_divers_lay_their_chips_from_the_nearest_three_to_a_stack():
    match = ending(("Ben", 20, (8, 9)), ("Cleo", 10, (3, 4)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.dive == 2
    assert line(match)[-2:] == ["1+1+2", "2"]
    assert match.table.length == 30
    assert chips(match) == [8, 8, 8, 8]
    assert all(match.table.stacks[stack].carrier == -1 for stack in range(CHIPS))


@clause("Conclusion 2", "DSA-10", "print-2014")
@pytest.mark.parametrize(("old_print", "laid"), [(False, ["1+2+2", "2+3+3"]), (True, ["2+3+3", "1+2+2"])])
def test_divers_lay_by_their_distance_not_by_their_seat(old_print, laid):
    divers = (("Ada", 5, (0,)), ("Ben", 25, (20, 21)), ("Cleo", 12, (9, 10, 11)))
    match = ending(*divers, players=4, options={"print-2014": old_print})
    with arranged(match) as table:
        table.turn = 3
    go_on(match, "nature: roll 1 1\nDan: leave")
    assert line(match)[-2:] == laid


@clause("DSA-10")
@pytest.mark.parametrize("carried", [(24, 25, 26), (0, 1, 2), (29, 30, 31)])
def test_chips_of_every_level_are_laid_on_a_stack(carried):
    match = ending(("Ben", 20, carried))
    go_on(match, "nature: roll 3 3\nAda: leave")
    assert line(match)[-1] == "+".join([str(carried[0] // 8 + 1)] * 3)
    assert chips(match) == [8, 8, 8, 8]


@clause("DSA-10")
@pytest.mark.parametrize(
    ("carried", "moves"),
    [
        pytest.param((0, 8, 9, 10), ["lay 1", "lay 2"], id="the first chip"),
        pytest.param((8, 9, 10, 31), ["lay 2", "lay 4"], id="the last chip"),
        pytest.param((0, 1, 2, 24), ["lay 1", "lay 4"], id="alike from the first"),
    ],
)
def test_of_chips_alike_one_is_offered(carried, moves):
    match = ending(("Ben", 20, carried))
    go_on(match, "nature: roll 3 3\nAda: leave")
    assert match.moves == moves


@clause("Step 4.3")
def test_any_chip_of_the_line_can_be_dropped():
    match = dive("")
    put(match, "Ben", 13, 0, 12, 31, homeward=True)
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 1 3")
    assert match.moves == ["leave", "drop 1", "drop 2", "drop 4"]


@clause("Step 4.3")
@pytest.mark.parametrize(("more", "name"), [(0, "1+2"), (1, "2+2"), (2, "2+3"), (3, "2+4")])
def test_stacks_that_differ_in_one_level_are_dropped_apart(more, name):
    match = dive("")
    put(match, "Ben", 13, 0, 8, 12, 31, homeward=True)
    with arranged(match) as table:
        for stack in (0, 31):
            table.stacks[stack].levels[stack // 8], table.stacks[stack].levels[1] = 0, 1
        table.stacks[8].levels[more] += 1
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 2 3")
    assert match.moves == ["leave", "drop 2", f"drop {name}"]


@clause("Conclusion 2", "DSA-10")
def test_the_order_of_laying_is_the_divers_choice_where_levels_differ():
    match = ending(("Ben", 20, (3, 8, 16, 24)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.actor == 1
    assert match.moves == ["lay 1", "lay 2", "lay 3", "lay 4"]
    go_on(match, "Ben: lay 4\nBen: lay 2\nBen: lay 1")
    assert line(match)[-2:] == ["1+2+4", "3"]


@clause("DSA-10")
def test_nobody_is_asked_for_an_order_of_equal_chips():
    match = ending(("Ben", 20, (8, 9, 10)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.dive == 2
    assert line(match)[-1] == "2+2+2"


@clause("DSA-10")
def test_a_carried_stack_is_laid_as_one_chip():
    match = ending(("Ben", 20, (8, 9, 11, 12)))
    with arranged(match) as table:
        table.stacks[8].levels[1] = 2
        table.stacks[10].levels[1] = 0
        table.line[10] = rules.BLANK
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.moves == ["lay 2+2", "lay 2"]
    go_on(match, "Ben: lay 2+2")
    assert line(match)[-2:] == ["2+2+2+2", "2"]


LAID = [
    pytest.param((), (3, 8, 16), False, id="one stack takes them all"),
    pytest.param((), (3, 8, 16, 24), True, id="one too many for a stack"),
    pytest.param((), (3, 4, 5, 6), False, id="four alike"),
    pytest.param((9,), (3, 8), False, id="a stack begun takes both"),
    pytest.param((9,), (3, 8, 16), True, id="a stack begun takes two of three"),
    pytest.param((9, 10), (3,), False, id="a single chip"),
    pytest.param((9, 10), (3, 8), True, id="a stack begun takes one of two"),
    pytest.param((9, 10, 11), (3, 8, 16), False, id="the last stack is full"),
    pytest.param((9, 10, 11), (3, 8, 16, 24), True, id="the last stack is full, and one too many"),
]
"""What a nearer diver laid, what Ben lays, and whether he is asked for the order."""


@clause("DSA-10", "Ours 3")
@pytest.mark.parametrize(("before", "carried", "asked"), LAID)
def test_the_order_of_laying_is_asked_only_where_it_changes_a_stack(before, carried, asked):
    match = ending(("Ben", 20, carried), ("Cleo", 10, before))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert (match.actor == 1 and match.table.phase == Phase.LAY) == asked
    assert (match.table.dive == 2) == (not asked)


@clause("Ours 3")
def test_the_first_edition_asks_for_the_order_of_any_chips_that_differ():
    old = find_game(GAME).edition("1")
    match = ending(("Ben", 20, (3, 8)), box=old)
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.moves == ["lay 1", "lay 2"]
    go_on(match, "Ben: lay 2")
    assert line(match)[-1] == "1+2"


@clause("Ours 3")
def test_the_rest_is_laid_once_its_order_changes_nothing():
    match = ending(("Ben", 20, (3, 4, 8, 16)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.moves == ["lay 1", "lay 2", "lay 3"]
    go_on(match, "Ben: lay 2\nBen: lay 3")
    assert line(match)[-2:] == ["1+2+3", "1"]


@clause("DSA-10")
def test_a_stack_can_come_to_hold_nine_chips():
    match = ending(("Ben", 20, (8, 9, 10)))
    with arranged(match) as table:
        for stack, parts in ((8, (11, 12)), (9, (13, 14)), (10, (15, 16))):
            table.stacks[stack].levels[1] = 3
            for part in parts:
                table.stacks[part].levels[part // 8] = 0
                table.line[part] = rules.BLANK
        for stack in (8, 9, 10):
            table.stacks[stack].levels[1], table.stacks[stack].levels[2] = 2, 1
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert line(match)[-1] == "2+2+2+2+2+2+3+3+3"


@clause("DSA-10")
def test_a_new_dives_chips_never_join_an_older_stack():
    match = ending(("Ben", 20, (8, 9)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert line(match)[-1] == "2+2"
    put(match, "Cleo", 3, 0)
    with arranged(match) as table:
        table.last_turn, table.air = 1, 0
    go_on(match, f"nature: roll 1 1\n{match.names[match.table.turn]}: leave")
    assert match.table.dive == 3
    assert line(match)[-2:] == ["2+2", "1"]


@clause("Conclusion 2")
def test_a_stack_is_picked_up_and_dropped_as_one_chip():
    match = dive("")
    with arranged(match) as table:
        table.stacks[1].levels[0] = 3
        for merged in (4, 5):
            table.stacks[merged].levels[0] = 0
            table.line[merged] = rules.BLANK
    go_on(match, "nature: roll 1 1\nAda: take\nnature: roll 1 1\nBen: leave")
    assert diver(match, "Ada").load == 1
    assert match.table.air == 24
    go_on(match, "Ada: dive deeper\nnature: roll 1 2")
    assert match.moves == ["leave", "drop 1+1+1"]
    go_on(match, "Ada: drop 1+1+1")
    assert line(match)[4] == "1+1+1"


@clause("Conclusion 3")
def test_blank_chips_are_removed_and_gaps_closed():
    match = ending(("Ben", 20, (0, 5, 7)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert "·" not in line(match)
    assert all(match.table.line[spot] == rules.BLANK for spot in range(match.table.length, LINE))
    assert line(match)[:6] == ["1", "1", "1", "1", "1", "2"]


@clause("Conclusion 4", "DSA-12")
def test_the_farthest_drowned_diver_starts_the_next_dive():
    match = ending(("Ben", 12, (9,)), ("Cleo", 22, (8,)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.table.turn == 2


@clause("Conclusion 4", "DSA-12")
@pytest.mark.parametrize(
    "divers",
    [
        pytest.param((("Ada", 12, (9,)), ("Ben", 22, (8,))), id="a seat between"),
        pytest.param((("Ada", 12, (8, 9)), ("Ben", 22, ())), id="one who carries nothing"),
        pytest.param((("Ada", 22, (9,)), ("Ben", 12, (8,))), id="the first seat"),
    ],
)
@pytest.mark.parametrize("starter", ["Ada", "Ben", "Cleo"])
@pytest.mark.parametrize("edition", ["1", "2"])
def test_the_farthest_starts_whatever_it_carries_and_whoever_started(divers, starter, edition):
    match = ending(*divers, box=find_game(GAME).edition(edition))
    with arranged(match) as table:
        table.starter, table.turn = match.names.index(starter), 2
    go_on(match, "nature: roll 1 1\nCleo: leave")
    farthest = max(divers, key=lambda each: each[1])[0]
    assert match.names[match.table.turn] == match.names[match.table.starter] == farthest


@clause("Conclusion 4", "DSA-12")
def test_a_drowned_diver_starts_rather_than_one_who_came_home():
    match = ending(("Ada", 2, (1,)), ("Ben", 3, (9,)), ("Cleo", 1, ()))
    put(match, "Ada", 2, 1, homeward=True)
    go_on(match, "nature: roll 3 3\nnature: reveal 2")
    assert match.table.turn == 1


@clause("Conclusion 4", "Ours 1")
@pytest.mark.parametrize(("edition", "starts"), [("2", "Ada"), ("1", "Cleo")])
@pytest.mark.parametrize("others_home", [False, True])
def test_the_last_to_come_home_starts_rather_than_those_who_never_left(edition, starts, others_home):
    match = ending(("Ada", 0, (31,)), box=find_game(GAME).edition(edition))
    put(match, "Ada", 0, 31, homeward=True)
    with arranged(match) as table:
        table.starter = 1 if others_home else 2
        table.divers[1].home, table.out = others_home, 2 if others_home else 3
    go_on(match, "nature: roll 3 3\nnature: reveal 15")
    assert match.names[match.table.turn] == starts


@clause("Conclusion 4", "DSA-12")
@pytest.mark.parametrize("edition", ["1", "2"])
def test_if_all_came_home_the_last_to_come_home_starts(edition):
    match = dive("", box=find_game(GAME).edition(edition))
    go_on(match, "nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: take")
    go_on(match, "Ada: turn back\nnature: roll 3 3\nBen: turn back\nnature: roll 3 3")
    go_on(match, "nature: reveal 3\nnature: reveal 1")
    assert match.table.turn == 1


@clause("DSA-9")
def test_a_dive_in_which_nobody_can_stir_ends():
    match = dive("")
    put(match, "Ada", 30)
    put(match, "Ben", 31)
    with arranged(match) as table:
        table.line[30] = table.line[31] = rules.BLANK
        table.stacks[30].carrier = table.stacks[31].carrier = -1
    go_on(match, "nature: roll 1 1\nnature: roll 3 3")
    assert match.table.dive == 2


@clause("DSA-9")
def test_a_dive_ends_once_nobody_stirs_any_more():
    match = dive("")
    put(match, "Ada", 29)
    put(match, "Ben", 30)
    with arranged(match) as table:
        table.line[30] = table.line[31] = rules.BLANK
    go_on(match, "nature: roll 1 1\nnature: roll 1 1")
    assert (match.table.dive, match.table.idle) == (1, 1)
    go_on(match, "nature: roll 1 1")
    assert match.table.dive == 2


@clause("DSA-9")
def test_who_uses_air_stirs_without_a_step():
    match = dive("")
    put(match, "Ada", 30)
    put(match, "Ben", 31, 31)
    with arranged(match) as table:
        table.line[30] = rules.BLANK
    for air in (24, 23):
        go_on(match, "nature: roll 1 1")
        assert (match.table.air, match.table.dive, match.table.idle) == (air, 1, 1)
        go_on(match, "Ben: dive deeper\nnature: roll 1 1\nBen: leave")
    assert match.table.idle == 0


@clause("DSA-9")
def test_picking_up_a_chip_at_the_end_of_the_line_stirs():
    match = dive("")
    put(match, "Ada", 31)
    put(match, "Ben", 30)
    with arranged(match) as table:
        table.line[30] = rules.BLANK
        for level in range(4):
            table.stacks[30].levels[level] = 0
    go_on(match, "nature: roll 1 1\nAda: take\nnature: roll 3 3")
    assert match.table.dive == 1
    assert match.table.turn == 0


@clause("DSA-9")
def test_a_diver_who_stirs_keeps_the_dive_going():
    match = dive("")
    put(match, "Ada", 20)
    put(match, "Ben", 31)
    with arranged(match) as table:
        table.line[31] = rules.BLANK
    go_on(match, "nature: roll 1 1\nAda: leave\nnature: roll 3 3\nnature: roll 1 1\nAda: leave")
    assert match.table.dive == 1
    assert match.table.idle == 0


@clause("DSA-9")
def test_a_line_with_no_chips_left_ends_the_dive():
    match = dive("")
    with arranged(match) as table:
        table.length = 0
        for spot in range(32):
            table.line[spot] = rules.BLANK
            for level in range(4):
                table.stacks[spot].levels[level] = 0
    for number in (2, 3):
        go_on(match, "nature: roll 1 1")
        assert match.table.dive == number - 1
        go_on(match, "nature: roll 3 3")
        assert match.table.dive == number


# Ending


@clause("Ending 1")
def test_after_the_third_dive_values_at_home_are_the_score():
    match = ending(("Ada", 2, (1, 9)), players=2)
    put(match, "Ada", 2, 1, 9, homeward=True)
    with arranged(match) as table:
        table.dive = 3
    go_on(match, "nature: roll 3 3\nnature: reveal 2\nnature: reveal 7")
    assert match.over
    assert match.scores == [9, 0]
    assert match.places == [1, 2]


@clause("Ending 2", "DSA-13")
@pytest.mark.parametrize("level", [3, 2, 1, 0])
def test_a_tie_goes_to_more_chips_of_the_highest_level(level):
    match = dive("")
    with arranged(match) as table:
        for seat in (0, 1):
            table.divers[seat].points = 20
            for each in range(4):
                table.divers[seat].treasure[each] = 2
        table.divers[0].treasure[level] = 3
        for lower in range(level):
            table.divers[1].treasure[lower] = 5
    assert match.places == [1, 2]


@clause("Ending 3", "DSA-13")
def test_a_tie_that_is_not_broken_is_shared():
    match = dive("", players=3)
    with arranged(match) as table:
        table.divers[0].points = table.divers[2].points = 5
    assert match.places == [1, 3, 1]


@clause("DSA-14")
def test_a_stack_brought_home_counts_chip_by_chip():
    match = ending(("Ada", 2, (1,)), players=2)
    put(match, "Ada", 2, 1, homeward=True)
    with arranged(match) as table:
        for level, amount in ((0, 1), (1, 1), (3, 1)):
            table.stacks[1].levels[level] = amount
        for merged in (9, 25):
            table.stacks[merged].levels[merged // 8] = 0
            table.line[merged] = rules.BLANK
    go_on(match, "nature: roll 3 3\nnature: reveal 2\nnature: reveal 6\nnature: reveal 15")
    assert match.scores == [23, 0]
    assert list(diver(match, "Ada").treasure) == [1, 1, 0, 1]


# Options


@clause("print-2014")
def test_print_2014_drowns_the_farthest_first():
    match = ending(("Ben", 20, (8, 9)), ("Cleo", 10, (3, 4)), options={"print-2014": True})
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert line(match)[-2:] == ["1+2+2", "1"]


@clause("print-2014")
def test_print_2014_lets_nobody_home_without_a_chip():
    match = dive("", options={"print-2014": True})
    put(match, "Ben", 2, homeward=True)
    go_on(match, "nature: roll 3 3\nAda: leave\nnature: roll 3 3")
    assert not diver(match, "Ben").home
    assert place(match, "Ben") == 0
    put(match, "Ben", 0, 5, homeward=True)
    go_on(match, "Ben: leave\nnature: roll 1 1\nAda: leave\nnature: roll 1 1")
    assert diver(match, "Ben").home


@clause("loose-stacks")
def test_loose_stacks_fall_apart_when_their_diver_drowns():
    match = ending(("Ben", 20, (8,)), options={"loose-stacks": True})
    with arranged(match) as table:
        table.stacks[8].levels[1] = 3
        for merged in (9, 10):
            table.stacks[merged].levels[1] = 0
            table.line[merged] = rules.BLANK
        table.stacks[8].levels[2] = 1
        table.stacks[16].levels[2] = 0
        table.line[16] = rules.BLANK
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert sorted(match.moves) == ["lay 2", "lay 3"]
    go_on(match, "Ben: lay 3")
    assert line(match)[-2:] == ["2+2+3", "2"]


@clause("loose-stacks")
@pytest.mark.parametrize(
    ("who", "stack", "merged", "laid"),
    [("Ada", 0, 5, ["1", "1"]), ("Ben", 31, 24, ["4", "4"]), ("Ben", 31, 0, ["1", "4"])],
)
def test_stacks_of_any_number_and_level_fall_apart(who, stack, merged, laid):
    match = ending((who, 20, (stack,)), options={"loose-stacks": True}, box=["stack=1"])
    with arranged(match) as table:
        table.stacks[stack].levels[merged // 8] += 1
        table.stacks[merged].levels[merged // 8] = 0
        table.line[merged] = rules.BLANK
        table.turn = 2
    go_on(match, "nature: roll 1 1\nCleo: leave")
    if laid[0] != laid[1]:
        go_on(match, f"{who}: lay {laid[0]}")
    assert line(match)[-2:] == laid
    assert chips(match) == [8, 8, 8, 8]


@clause("loose-stacks")
def test_stacks_brought_home_or_carried_on_do_not_fall_apart():
    match = dive("", options={"loose-stacks": True})
    with arranged(match) as table:
        for stack, merged in ((1, 5), (20, 21)):
            table.stacks[stack].levels[merged // 8] = 2
            table.stacks[merged].levels[merged // 8] = 0
            table.line[merged] = rules.BLANK
    go_on(match, "nature: roll 1 1\nAda: take\nnature: roll 1 1\nBen: leave")
    assert diver(match, "Ada").load == 1
    assert match.table.air == 24
    with arranged(match) as table:
        table.last_turn = 1
    go_on(match, "Ada: turn back\nnature: roll 3 3")
    assert (match.table.phase, diver(match, "Ada").load) == (Phase.REVEAL, 1)
    go_on(match, "nature: reveal 1\nnature: reveal 2")
    assert "3+3" in line(match)
    assert chips(match) == [6, 8, 8, 8]


# Of all games


@given(st.integers(2, 6), st.integers(0, 2**32), st.data())
def test_no_chip_is_ever_lost(players, seed, data):
    match = Match(GAME, players, seed=seed, compiled=True)
    for _ in range(data.draw(st.integers(0, 250))):
        if match.over:
            break
        match.play(match.ids[seed % len(match.ids)])
        seed //= 2
    table = match.table
    down = Counter[int]()
    for stack in range(CHIPS):
        for level in range(4):
            down[level] += table.stacks[stack].levels[level]
    for level in range(4):
        home = sum(table.divers[seat].treasure[level] for seat in range(players))
        assert down[level] + home == 8
        assert sum(table.face_down[level, chip] for chip in range(8)) == down[level]
    for seat in range(players):
        carried = [s for s in range(CHIPS) if table.stacks[s].carrier == seat]
        assert len(carried) == table.divers[seat].load
    lying = [table.line[spot] for spot in range(table.length) if table.line[spot] >= 0]
    assert len(set(lying)) == len(lying)


@clause("Ours 3")
def test_after_the_last_dive_nobody_is_asked_to_lay():
    match = ending(("Ben", 20, (3, 8, 16, 24)))
    with arranged(match) as table:
        table.dive = 3
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.over


@clause("Conclusion 4", "Ours 2")
@pytest.mark.parametrize("edition", ["1", "2"])
def test_where_nobody_could_leave_the_starter_starts_again(edition):
    match = scenario(GAME, 3, "nature: start 2", box=find_game(GAME).edition(edition))
    with arranged(match) as table:
        table.length = 0
    go_on(match, "nature: roll 1 1\nnature: roll 1 1\nnature: roll 1 1")
    assert (match.table.dive, match.table.turn) == (2, 1)


# Words and board

SAID = {
    "way first": "nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave",
    "found a treasure": "nature: roll 1 1",
    "laying": "",
}


@pytest.mark.parametrize(
    ("where", "words", "cited"),
    [
        ("found a treasure", "turn back", "Step 2.1"),
        ("found a treasure", "dive deeper", "Step 2.4"),
        ("found a treasure", "drop 1", "Step 4.3"),
        ("found a treasure", "lay 1", "Conclusion 2"),
        ("found a treasure", "roll 3 3", "Step 3.1"),
        ("found a treasure", "reveal 3", "DSA-11"),
        ("way first", "leave", "DSA-2, Step 4.1"),
        ("way first", "take", "DSA-2, Step 4.2"),
        ("way first", "drop 1", "DSA-2, Step 4.3"),
        ("way first", "start 2", "DSA-1"),
        ("laying", "lay 3", "no such treasure left to lay down (Conclusion 2)"),
        ("laying", "lay 4", "allowed now"),
        ("laying", "leave", "The dive is over; you only lay down what you did not bring home"),
    ],
)
def test_why_a_move_is_not_allowed_cites_the_clause(where, words, cited):
    match = dive(SAID[where])
    if where == "laying":
        match = ending(("Ben", 20, (3, 8, 9, 24)))
        go_on(match, "nature: roll 1 1\nAda: leave")
    assert cited in match.view(match.actor).why(words)


@pytest.mark.parametrize(
    ("words", "answer"), [("xyzzy", "is no move of this game"), ("9", "There is no move 9")]
)
@pytest.mark.parametrize("where", ["way first", "found a treasure"])
def test_what_is_no_move_is_not_explained_by_a_clause(where, words, answer):
    match = dive(SAID[where])
    told = match.view(match.actor).why(words)
    assert answer in told
    assert "Step" not in told


def expected_clause(match: Match, asked: Asked) -> str:
    """Which clause forbids a move, by the rulebook alone."""
    table, kind = match.table, asked.kind.__name__
    chance = {"Roll": "Step 3.1", "Start": "DSA-1", "Reveal": "DSA-11"}
    if kind in chance:
        return chance[kind]
    if kind == "Lay" or Phase(table.phase) == Phase.LAY:
        return "Conclusion 2"
    if Phase(table.phase) == Phase.TURN_BACK:
        return {"Leave": "Step 4.1", "Take": "Step 4.2", "Drop": "Step 4.3"}[kind]
    diver = table.divers[match.actor]
    if kind in ("Take", "Drop"):
        return "Step 4.2" if kind == "Take" else "Step 4.3"
    if diver.homeward:
        return "Step 2.3"
    return "Step 2.1" if kind == "TurnBack" and not diver.load else "Step 2.4"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_why_cites_the_right_clause_wherever_a_game_leads(language):
    rng, phases = Random(5), Counter[Phase]()
    for seed in range(3):
        match = Match(GAME, 3, seed=seed, compiled=False)
        while not match.over:
            view = match.view(match.actor)
            phases[Phase(match.table.phase)] += 1
            with speaking(language):
                for words, asked in impossible_moves(view, rng):
                    clause = expected_clause(match, asked)
                    said = clause.replace("Step", "étape").replace("Conclusion", "fin de manche")
                    assert f"{clause if language == 'en' else said})" in view.why(words), words
            match.play("take" if "take" in match.moves and rng.random() < 0.7 else rng.choice(match.ids))
    assert set(phases) == {Phase.TURN_BACK, Phase.SEARCH, Phase.LAY}


LAST = "This is the last turn of the dive"
WHERE_TO = "nature: roll 1 1\nAda: take\nnature: roll 3 3\nBen: leave"


def last_turn(script: str, *stacks: int) -> Match:
    """Ada on her last turn, carrying some stacks."""
    match = dive(script)
    put(match, "Ada", 1, *stacks)
    with arranged(match) as table:
        table.last_turn, table.air = 1, 0
    return match


@pytest.mark.parametrize(
    ("script", "stacks", "move", "told"),
    [
        (
            WHERE_TO,
            (1,),
            "dive deeper",
            f"{LAST}, and you are not home: the treasure you carry will be lost.",
        ),
        (WHERE_TO, (1,), "turn back", f"{LAST}: not home means all is lost."),
        (
            WHERE_TO,
            (1, *range(3, 9)),
            "turn back",
            f"{LAST}, and you are not home: all 7 treasures you carry",
        ),
        (
            "nature: roll 1 1",
            (),
            "take",
            f"{LAST}, and you are not home: the treasure you carry will be lost.",
        ),
        ("nature: roll 1 1", (), "leave", f"{LAST}, and you carry nothing that could be lost."),
        ("nature: roll 1 1", (5, 6), "leave", f"{LAST}, and you are not home: all 2 treasures you carry"),
        ("nature: roll 1 1", (1,), "drop 1", f"{LAST}, and you carry nothing that could be lost."),
    ],
)
def test_previews_of_the_last_turn_tell_what_is_lost(script, stacks, move, told):
    match = last_turn(script, *stacks)
    view = match.view(0)
    assert told in view.preview(view.find(move))
    with speaking("fr"):
        assert "C’est le dernier tour de la plongée" in view.preview(view.find(move))


def test_previews_of_laying_tell_where_a_stack_goes():
    match = ending(("Ben", 20, (3, 8, 16, 24)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    view = match.view(1)
    assert view.preview(view.find("lay 4")) == "It begins a new stack at the end of the line."
    go_on(match, "Ben: lay 4")
    view = match.view(1)
    assert view.preview(view.find("lay 1")) == "It joins a treasure of level 4."


@pytest.mark.parametrize(
    ("load", "english", "french"),
    [
        (1, "1 treasure costs 1 air a turn.", "1 trésor coûte 1 d’air par tour."),
        (2, "2 treasures cost 2 air a turn.", "2 trésors coûtent 2 d’air par tour."),
    ],
)
def test_treasures_are_counted_in_both_languages(load, english, french):
    match = dive("")
    put(match, "Ben", 12, *range(8, 8 + load))
    go_on(match, "nature: roll 1 1\nAda: leave")
    view = match.view(1)
    assert view.ask().endswith(english)
    with speaking("fr"):
        assert view.ask().endswith(french)


def test_dice_may_be_named_in_any_order():
    assert dive("nature: roll 3 1").to_bytes() == dive("nature: roll 1 3").to_bytes()


def test_what_happened_is_told():
    match = dive(
        "nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave\nAda: turn back\nnature: roll 3 3"
    )
    assert match.told() == [
        "Ada goes first.",
        "Ada rolls 1 and 1.",
        "Ada takes a treasure of level 1.",
        "Ben rolls 1 and 2.",
        "Ben takes nothing.",
        "Ada breathes: 24 air left.",
        "Ada turns back.",
        "Ada rolls 3 and 3 and is back in the submarine.",
    ]


def test_why_a_dive_is_over_and_what_is_lost_is_told():
    match = ending(("Ben", 20, (8, 9)), ("Cleo", 10, (3,)))
    go_on(match, "nature: roll 1 1\nAda: leave")
    assert match.told(since=2) == [
        "Ada takes nothing.",
        "The dive is over.",
        "Ben did not make it back and loses 2 treasures.",
        "Cleo did not make it back and loses 1 treasure.",
        "Dive 2 begins. Ben goes first.",
    ]


def test_a_dive_that_all_came_home_from_and_one_that_nobody_can_end_are_told_apart():
    match = dive("")
    put(match, "Ada", 31)
    put(match, "Ben", 30)
    with arranged(match) as table:
        table.line[30] = table.line[31] = rules.BLANK
    go_on(match, "nature: roll 1 1\nnature: roll 3 3")
    assert "Nobody can stir any more: the dive is over." in match.told()
    assert "No treasure is lost." in match.told()
    match = dive(
        "nature: roll 1 1\nAda: take\nnature: roll 1 2\nBen: leave\nAda: turn back\nnature: roll 3 3"
    )
    put(match, "Ben", 1, homeward=True)
    go_on(match, "nature: roll 1 1\nnature: reveal 1")
    assert "Everybody is home: the dive is over." in match.told()


def test_the_marker_of_the_turn_stands_at_whoever_decides():
    match = dive("nature: roll 1 1")
    assert "▶ ● Ada" in match.view(0).text()
    put(match, "Ben", 5)
    with arranged(match) as table:
        table.actor = 1
        assert table.turn == 0
    assert "▶ ▲ Ben" in match.view(0).text()
    assert "▶ ● Ada" not in match.view(0).text()


def test_the_line_in_the_terminal_stays_in_columns_with_stacks_of_nine():
    match = dive("")
    with arranged(match) as table:
        table.stacks[1].levels[0] = 7
        for merged in range(2, 8):
            table.stacks[merged].levels[0] = 0
            table.line[merged] = rules.BLANK
        table.stacks[8].levels[0] = 0
    put(match, "Ben", 2, 31)
    chips, divers = match.view(0).text().splitlines()[4:6]
    assert "1+1+1+1+1+1+1" in chips
    assert chips.index("·") == divers.index(GLYPHS[1])
    assert all(len(line) <= 80 for line in match.view(0).text().splitlines())


def test_the_board_offers_exactly_what_is_legal():
    match = dive("nature: roll 1 1")
    drawn = match.view(0).svg()
    assert drawn.count('role="button"') == len(match.ids)
    for move in match.ids:
        assert f'data-move="{move}"' in drawn
    assert 'role="button"' not in match.view(1).svg()
    assert 'role="button"' not in match.view().svg()
