"""Structs: checked and frozen, read as strictly as each other; drawings shared where they may be."""

import numpy as np
import pytest

from fathom5 import STRANGER, Match, all_games
from fathom5 import view as view_module
from fathom5.core import contract
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
    """A board that counts how often it is drawn, and may ask for the seat or for the open moves."""

    def __init__(self, asks=""):
        self.asks, self.drawn = asks, 0

    def svg(self, view):
        self.drawn += 1
        return f"board of {getattr(view, self.asks) if self.asks else view.table.actor}"


def drawings(board, match, *seats_and_ids):
    """What a board draws for these seats with these open moves."""
    view = match.view(0)
    return [
        shared(board.svg, View(match.game, view.array, view.box_array, seat, match.names, ids))
        for seat, ids in seats_and_ids
    ]


@pytest.mark.parametrize(
    ("asks", "times"), [("", 1), ("seat", 4), ("ids", 2), ("open_moves", 2), ("moves", 2)]
)
def test_a_drawing_serves_all_for_whom_what_it_asked_for_is_the_same(asks, times, monkeypatch):
    monkeypatch.setattr(view_module, "SHARED", {})
    match, board = Match("deep-sea-adventure", 3, seed=3, compiled=False), Board(asks)
    drawn = drawings(board, match, (0, ()), (1, ()), (2, ()), (0, (1,)))
    assert board.drawn == times
    assert len(set(drawn)) == {"seat": 3}.get(asks, times)
    with speaking("fr"):
        drawings(board, match, (0, ()))
    assert board.drawn == times + 1


def test_what_uses_something_kept_that_asked_for_the_open_moves_has_asked_for_them(monkeypatch):
    monkeypatch.setattr(view_module, "SHARED", {})
    match, inner = Match("deep-sea-adventure", 3, seed=3, compiled=False), Board("ids")
    drawings(inner, match, (0, (1,)))

    def outer(view):
        return shared(inner.svg, view)

    view = match.view(0)
    views = [View(match.game, view.array, view.box_array, 0, match.names, ids) for ids in ((1,), (2,))]
    assert [shared(outer, each) for each in views] == ["board of (1,)", "board of (2,)"]


def test_open_moves_given_anew_are_taken_apart_anew():
    view = Match("deep-sea-adventure", 3, seed=3, compiled=False).view(0)
    first, *others = view.ids
    assert len(view.open_moves) == 1 + len(others)
    view.ids = (first,)
    assert view.open_moves == (view.decoded(first),)
    view.ids = ()
    assert view.open_moves == ()


def test_tables_seen_alike_are_one_and_others_are_not():
    match = Match("in-too-deep", 3, seed=3, compiled=False)
    assert match.view(0).table is match.view(0).table
    assert match.view(0).table != match.view(1).table


def test_few_drawings_are_remembered(monkeypatch):
    monkeypatch.setattr(view_module, "SHARED", {})
    monkeypatch.setattr(view_module, "MOST_SHARED", 2)
    match = Match("deep-sea-adventure", 3, seed=3, compiled=False)
    drawings(Board("ids"), match, *((0, (number,)) for number in range(1, 4)))
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


@pytest.mark.parametrize(
    ("name", "part"), [("deep-sea-adventure", "_line"), ("deep-dive", "_sea"), ("scuba", "_sea")]
)
def test_what_everybody_sees_alike_of_a_board_is_drawn_once(monkeypatch, name, part):
    monkeypatch.setattr(view_module, "SHARED", {})
    match = Match(name, 3, seed=4, compiled=False)
    for _ in range(4):
        match.play(match.ids[-1])
    (module,), calls = match.game.modules(contract.Board), []
    inner = getattr(module, part)
    monkeypatch.setattr(module, part, lambda *given: calls.append(given) or inner(*given))
    boards = {match.view(seat).svg() for seat in (STRANGER, 0, 1, 2)}
    assert len(boards) > 1  # whoever decides has buttons
    assert len(calls) == 1
    match.play(match.ids[0])
    match.view(0).svg()
    assert len(calls) == 2
