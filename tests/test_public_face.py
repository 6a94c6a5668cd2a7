"""The public face: what Match, View, Position, table and box say of themselves, copy, pickle, and refuse."""

import copy
import pickle

import numpy as np
import pytest

import fathom5
from fathom5 import NATURE, STRANGER, IllegalMove, Match, Mistake
from fathom5.games.deep_sea_adventure.table import Drop, Leave, Take

GAME = "deep-sea-adventure"


@pytest.fixture
def match():
    return Match(GAME, 3, seed=7)


def test_everything_says_what_one_looks_at(match):
    assert repr(match) == "<Match of deep-sea-adventure: Ada, Ben, Cleo; 2 moves, Cleo decides>"
    assert repr(match.view(0)) == "<View of deep-sea-adventure for Ada: Cleo decides, 0 moves open>"
    assert repr(match.view()) == "<View of deep-sea-adventure for a stranger: Cleo decides, 0 moves open>"
    assert repr(match.position) == "<Position of deep-sea-adventure: seat 2 decides, 2 moves open>"
    assert repr(match.game) == "<Game deep-sea-adventure: Deep Sea Adventure, 2 to 6 players>"
    for table in (match.table, match.view(0).table):
        assert repr(table).startswith("Table(actor=2, players=3, phase=3, dive=1, air=25,")
        assert repr(table.divers[0]).startswith("Diver(place=-1,")
    assert repr(match.box).startswith("Box(air=25, dives=3, die=[2, 2, 2, 0, 0, 0]")
    assert repr(Match(GAME, 2, nature="manual")).endswith("0 moves, nature decides>")


def test_fields_are_completed_by_tab(match):
    for table in (match.table, match.view(0).table):
        assert {"actor", "air", "divers"} <= set(dir(table))
        assert "carrier" in dir(table.stacks[0])


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it)), Match.copy]
)
def test_a_copy_of_a_match_is_its_own(match, twin_of):
    match.notes["Event"] = "Sofa"
    twin = twin_of(match)
    assert twin == match
    before, history = match.to_bytes(), list(match.history)
    twin.play(twin.ids[-1])
    twin.notes["Event"] = "Garden"
    twin.undo()
    twin.play(twin.ids[0])
    assert (match.to_bytes(), match.history, match.notes) == (before, history, {"Event": "Sofa"})
    assert twin != match
    while not match.over:
        match.play(match.ids[0])
    twin = twin_of(match)
    assert twin.scores == match.scores
    assert str(twin.record()) == str(match.record())


@pytest.mark.parametrize("part", ["position", "table", "box"])
def test_parts_are_copied_pickled_and_compared(match, part):
    original = getattr(match, part)
    for twin in (copy.copy(original), copy.deepcopy(original), pickle.loads(pickle.dumps(original))):
        assert twin == original
        if part == "position":
            twin.play(twin.ids[0])
        else:
            twin.air = 1
        assert twin != original
    assert original == getattr(match, part)


def test_views_are_equal_hashed_and_pickled(match):
    view = match.view(2)
    assert view == match.view(2) == pickle.loads(pickle.dumps(view)) == copy.deepcopy(view)
    assert view != match.view(1)
    assert len({view, match.view(2), match.view(1)}) == 2
    assert view.table == pickle.loads(pickle.dumps(view.table))


@pytest.mark.parametrize("move", [1, np.int8(1), np.uint64(1), Take(), "take", "TAKE"])
def test_a_move_may_be_any_integer_type_words_or_itself(match, move):
    match.play(move)
    assert match.history[2] == (2, 1)


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (None, "whole number, not “None”"),
        (2**70, "is not a move now"),
        (-(2**70), "is not a move now"),
        (np.int64(999), "from 0 to 67, not “999”"),
        (1.0, "whole number, not “1.0”"),
        (True, "whole number, not “True”"),
        ([1], "whole number"),
        (Drop(3), "is not a move now"),
        (Drop(99), "drop: stack is 99, not 0 to 31"),
        ("x" * 10_000, "…”"),
    ],
)
def test_what_is_no_move_changes_nothing(match, move, says):
    twin = match.copy()
    with pytest.raises(Mistake, match=says) as caught:
        match.play(move)
    assert match == twin
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"players": 3.0}, "number of players is a whole number, not “3.0”"),
        ({"players": "2"}, "number of players is a whole number, not “2”"),
        ({"players": 10**30}, "whole number, at least"),
        ({"seed": "a"}, "A seed is a whole number, not “a”"),
        ({"names": [1, 2]}, "A name is a text, not “1”"),
        ({"names": "ab"}, "list of texts"),
        ({"names": ["Ada", "Ben, Cleo"]}, "no name for a seat"),
        ({"names": ["Ada", "Be\u2028n"]}, "no name for a seat"),
        ({"names": ["Ada", "B" * 9999 + ":"]}, "…” is no name"),
        ({"options": ["print-2014"]}, "given as a dict"),
        ({"options": {"print-2014": 7}}, "one of no, yes"),
        ({"box": [3]}, "NAME=VALUE"),
        ({"box": 4}, "NAME=VALUE"),
        ({"game": 5}, "There is no game “5”"),
        ({"bots": {5: "seal"}}, "A seat is a whole number from 0 to 1"),
        ({"bots": {0: "whale"}}, "no bot “whale”"),
        ({"nature": 3}, "auto, manual"),
    ],
)
def test_a_wrong_type_or_value_is_one_clear_sentence(how, says):
    with pytest.raises(Mistake, match=says) as caught:
        Match(**{"game": GAME, "players": 2, "compiled": False, **how})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("seat", ["a", None, 3, -2, 1.5, 2**70])
def test_what_is_no_seat_has_no_view(match, seat):
    with pytest.raises(Mistake):
        match.view(seat)


def test_nature_has_no_view_and_is_no_stranger():
    match = Match(GAME, 2, nature="manual")
    assert match.actor == NATURE != STRANGER
    with pytest.raises(Mistake, match="nature has none"):
        match.view(match.actor)
    assert match.view(STRANGER) == match.view()


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"box": [1]}, "NAME=VALUE"),
        ({"players": "2"}, "whole number"),
        ({"games": 0}, "at least 1"),
        ({"games": 1.5}, "whole number"),
        ({"seed": -1}, "at least 0"),
        ({"seed": "x"}, "whole number"),
        ({"jobs": -1}, "from 1 to"),
        ({"bots": "seal"}, "given as a list"),
        ({"bots": ["whale"]}, "no bot “whale”"),
        ({"options": {"nothing": 1}}, "no option"),
    ],
)
def test_a_simulation_that_cannot_be_says_why(how, says):
    with pytest.raises(Mistake, match=says):
        fathom5.simulate(**{"game": GAME, "players": 2, "games": 5, "compiled": False, **how})


def test_box_options_and_seed_are_understood_alike():
    """A dict, texts and a sheet mean the same to Match and to simulate."""
    game = fathom5.find_game(GAME)
    boxes = ({"air": 9}, ["air=9"], game.sheet_with({"air": 9}))
    assert len({Match(GAME, 2, box=box, compiled=False).table.air for box in boxes}) == 1
    outcomes = {
        tuple(fathom5.simulate(GAME, 2, 50, box=box, seed=3, options={"print-2014": True}).mean_score)
        for box in boxes
    }
    assert len(outcomes) == 1


def test_nature_may_be_a_callable():
    drawn = []

    def lowest(match):
        drawn.append(match.ids[0])
        return match.ids[0]

    match = Match(GAME, 2, nature=lowest)
    assert match.actor == 0
    match.play(Leave())
    assert [move for actor, move in match.history if actor == NATURE] == drawn
    with pytest.raises(IllegalMove):
        Match(GAME, 2, nature=lambda match: 10**6)


def test_a_view_can_be_gone_on_from():
    match = Match("in-too-deep", 3, seed=4)
    view = match.view(match.actor)
    position = view.guess(seed=1)
    assert position.shown(view.seat).tobytes() == view.array.tobytes()
    assert tuple(position.ids) == view.ids
    assert position == view.guess(seed=1)
    while not position.over:
        position.play(position.draw() if position.actor == NATURE else position.ids[0])
    assert len(position.scores) == 3
    with pytest.raises(IllegalMove):
        position.play(0)


def test_hints_repeat_themselves(match):
    one, again = (match.hint(playouts=60, seed=5) for _ in range(2))
    assert one == again
