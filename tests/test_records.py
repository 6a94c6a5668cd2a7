"""Structs: checked and frozen, read as strictly as each other; drawings shared where they may be."""

import numpy as np
import pytest

from fathom5 import STRANGER, Match, all_games
from fathom5 import view as view_module
from fathom5.core.records import CheckedStruct, FrozenArray, frozen
from fathom5.text.language import speaking
from fathom5.view import View, shared


def same(one, other):
    """Whether a frozen value and a checked one are the same, through and through."""
    if hasattr(one, "schema"):
        return all(same(getattr(one, name), getattr(other, name)) for name in one.schema.fields)
    if isinstance(one, FrozenArray):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is int and one == other


@pytest.mark.parametrize("name", all_games())
def test_a_frozen_struct_is_what_the_memory_holds(name):
    view = Match(name, 2, seed=3, compiled=False).view(0)
    for array, schema in ((view.array, view.game.spec.table), (view.box_array, view.game.spec.box)):
        assert same(frozen(array, schema), CheckedStruct(array[0, ...], schema))


def test_reading_is_strict_and_changes_nothing():
    table = Match("in-too-deep", 2, seed=3, compiled=False).view(0).table
    for index in (-1, len(table.place)):
        with pytest.raises(IndexError):
            table.place[index]
    with pytest.raises(AttributeError):
        _ = table.nothing
    with pytest.raises(AttributeError):
        table.actor = 1


def test_several_indexes_reach_into_an_array_of_arrays():
    rows = FrozenArray((FrozenArray((1, 2)), FrozenArray((3, 4))))
    assert rows[1, 0] == rows[np.int64(1)][0] == 3
    with pytest.raises(IndexError):
        rows[0, -1]


class Board:
    """A board that counts how often it is drawn, and may ask for the seat."""

    def __init__(self, asks):
        self.asks, self.drawn = asks, 0

    def svg(self, view):
        self.drawn += 1
        return f"board of {view.seat}" if self.asks else f"board of {view.table.actor}"


@pytest.mark.parametrize(("asks", "times"), [(False, 1), (True, 3)])
def test_a_drawing_is_shared_unless_it_asked_for_its_seat(asks, times, monkeypatch):
    match, board = Match("deep-sea-adventure", 3, seed=3, compiled=False), Board(asks)
    monkeypatch.setattr(view_module, "SHARED", {})
    view = match.view(0)

    def drawing(seat, ids=()):
        return shared(board.svg, View(match.game, view.array, view.box_array, seat, match.names, ids))

    assert len({drawing(seat) for seat in range(3)}) == times
    assert board.drawn == times
    drawing(0, ids=(1,))
    assert board.drawn == times + 1
    with speaking("fr"):
        drawing(0)
    assert board.drawn == times + 2


def test_few_drawings_are_remembered(monkeypatch):
    monkeypatch.setattr(view_module, "SHARED", {})
    monkeypatch.setattr(view_module, "MOST_SHARED", 2)
    match = Match("deep-sea-adventure", 3, seed=3, compiled=False)
    view = match.view(0)
    for ids in ((1,), (2,), (3,)):
        shared(Board(False).svg, View(match.game, view.array, view.box_array, 0, match.names, ids))
    assert len(view_module.SHARED) == 2


def test_what_asked_for_its_seat_before_it_needed_the_points_is_not_shared(monkeypatch):
    monkeypatch.setattr(view_module, "SHARED", {})
    match = Match("deep-sea-adventure", 3, seed=3, compiled=False)

    def draw(view):
        return f"board of {view.seat}, {view.scores}"

    one, other = (shared(draw, match.view(seat)) for seat in (STRANGER, 2))
    assert one != other


def test_what_is_the_same_is_equal_and_can_be_looked_up():
    match = Match("in-too-deep", 3, seed=3, compiled=False)
    one, again = match.view(0).table, match.view(0).table
    assert (one, one.columns) == (again, again.columns)
    assert len({one, again, match.view(1).table}) == 2
    assert one.columns[0] != one.investors[0]
