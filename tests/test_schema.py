import numpy as np
import pytest

from fathom5.core.game import all_games, find_game
from fathom5.core.records import CheckedStruct
from fathom5.core.schema import NOBODY, OWNER, Struct, choice, describe, flag, many, masks, seats, whole


class Card(Struct):
    points = whole(1, 9, "what it is worth")
    kind = choice(("fish", "rock"), "what it shows")


class Player(Struct):
    air = whole(0, 200, "air left")
    hand = whole(0, 1, "cards in hand", 3, visible=OWNER, shown_at_end=True)


class Table(Struct):
    actor = whole(-2, 1, "who decides")
    players = whole(2, 2, "how many play")
    deck = whole(5, 300, "what nobody knows", visible=NOBODY)
    cards = many(Card, (2, 2), "cards on the table")
    team = seats(Player, 2, "players")


def test_a_field_takes_the_smallest_type_that_holds_its_range():
    assert Table.dtype["actor"] == np.int8
    assert Player.dtype["air"] == np.uint8
    assert Table.dtype["deck"] == np.int16
    assert whole(0, 2**40, "far").base == np.int64


@pytest.mark.parametrize("name", ["round", "min", "item", "data", "shape", "size", "T"])
def test_names_of_numpy_are_refused(name):
    with pytest.raises(TypeError, match="numpy has that name"):
        type("Bad", (Struct,), {name: flag("bad")})


def test_an_empty_range_or_struct_is_refused():
    with pytest.raises(TypeError, match="holds nothing"):
        whole(3, 2, "impossible")
    with pytest.raises(TypeError, match="no fields"):
        type("Empty", (Struct,), {})
    with pytest.raises(TypeError, match="not a name"):
        type("Bad", (Struct,), {"_x": flag("private")})


def test_a_secret_needs_an_owner():
    lost = type("Lost", (Struct,), {"hand": whole(0, 1, "whose?", visible=OWNER)})
    with pytest.raises(TypeError, match="no owner"):
        masks(lost, 2)


def test_a_blank_struct_holds_lowest_values_above_zero():
    blank = Table.blank()
    assert blank["players"][0] == 2
    assert blank["deck"][0] == 5
    assert Table.out_of_range(blank) == []


def test_what_is_out_of_range_is_told():
    blank = Table.blank()
    blank["team"]["air"][0, 1] = 201
    blank["cards"]["points"][0, 1, 0] = 10
    assert Table.out_of_range(blank) == ["cards.points is 10, not 1 to 9", "team.air is 201, not 0 to 200"]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_field_of_a_table_is_checked_from_its_first_number_to_its_last(game):
    struct = find_game(game).spec.table
    array = struct.blank()
    assert struct.out_of_range(array) == []
    for leaf in struct.leaves():
        numbers, field = leaf.of(array), leaf.field
        limits = np.iinfo(field.base)
        for place in {0, numbers.size - 1}:
            usual = numbers.flat[place]
            for wrong in (field.low - 1, field.high + 1):
                if limits.min <= wrong <= limits.max:
                    numbers.flat[place] = wrong
                    told = [f"{leaf.name} is {wrong}, not {field.low} to {field.high}"]
                    assert struct.out_of_range(array) == told
            numbers.flat[place] = usual


def test_masks_show_everybody_their_own_strangers_nothing_secret_and_all_what_is_shown_at_the_end():
    shown, fills = masks(Table, 2)
    table = Table.blank()
    table["deck"] = 77
    table["team"]["hand"][0] = 1
    raw = table.view(np.uint8)
    for viewer, seen in ((0, [1, 0]), (1, [0, 1]), (2, [0, 0]), (3, [1, 1]), (4, [1, 1]), (5, [1, 1])):
        view = ((raw & shown[viewer]) | fills[viewer]).view(Table.dtype)
        assert view["deck"][0] == 5
        assert view["team"]["hand"][0].max(axis=1).tolist() == seen
        assert view["players"][0] == 2


def test_checked_structs_read_as_whole_numbers_and_refuse_what_does_not_fit():
    array = Table.blank()
    table = CheckedStruct(array[0, ...], Table)
    table.team[1].air = 200
    assert table.team[1].air + 200 == 400
    table.cards[1, 0].kind = 1
    assert table.cards[1][0].kind == 1
    for index in (2, -1):
        with pytest.raises(IndexError):
            table.team[index]
        with pytest.raises(IndexError):
            table.team[0].hand[index + 1 if index > 0 else index] = 1
    with pytest.raises(OverflowError):
        table.team[1].air = 201
    with pytest.raises(OverflowError):
        table.team[1].hand[0] = 2
    with pytest.raises(AttributeError):
        table.airs = 1
    with pytest.raises(AttributeError):
        table.airs  # noqa: B018
    assert len(table.team[0].hand) == 3
    assert list(table.team[0].hand) == [0, 0, 0]


def test_a_page_describes_every_field():
    page = describe(Table, "The table")
    assert "| `team.hand` [3] | 0 … 1 | quantity | its owner, at the end everybody | cards in hand |" in page
    assert "| `cards.kind` | fish, rock | category | everybody | what it shows |" in page
