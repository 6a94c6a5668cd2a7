"""Searching a box: nearer to the aim, the trade-off shown, one sentence for a mistake."""

import pytest

import fathom5
from fathom5.core.errors import Mistake
from fathom5.lab.box_tuning import Candidate, Range, pareto, parse_aim, parse_range, reconstructed, tune_box
from fathom5.lab.spread import Threads

GAME = fathom5.find_game("deep-sea-adventure")


def test_the_box_found_is_nearer_to_the_aim():
    aims = [parse_aim("minutes=14"), parse_aim("equal*0.1")]
    found = tune_box(GAME, 3, [Range("air", 15, 40)], aims, Threads(1), rounds=4, games=200)
    assert found.front[0].total < found.printed.total
    assert found.printed.changes == ()
    assert found.front == pareto(found.front)
    again = tune_box(GAME, 3, [Range("air", 15, 40)], aims, Threads(2), rounds=4, games=200)
    assert again == found


def test_the_front_has_what_nothing_beats():
    best, other, beaten = Candidate(("a",), (0, 2)), Candidate(("b",), (2, 0)), Candidate(("c",), (2, 2))
    assert pareto([best, other, beaten]) == [best, other]


def test_what_is_ours_may_change_by_default():
    ours = reconstructed(fathom5.find_game("scuba").sheet)
    assert {each.path.split(".")[0] for each in ours} >= {"points"}
    assert all(each.low < each.high for each in ours)


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        (parse_aim, "fun", "no aim called “fun”. Known: equal"),
        (parse_aim, "minutes=long", "Write an aim"),
        (lambda text: parse_range(GAME.sheet, text), "wind=1:2", "no value in the box “wind”"),
        (lambda text: parse_range(GAME.sheet, text), "air=30", "Write a range"),
        (lambda text: parse_range(GAME.sheet, text), "air=30:20", "Write a range"),
    ],
)
def test_a_mistake_is_one_sentence(read, text, sentence):
    with pytest.raises(Mistake, match=sentence):
        read(text)


def test_something_has_to_be_aimed_at():
    with pytest.raises(Mistake, match="--aim"):
        tune_box(GAME, 2, [Range("air", 15, 40)], [], Threads(1))
