"""What a guide has to teach comes up, and what it foretells is true."""

from random import Random

import pytest

from fathom5 import Match, all_games, text
from fathom5.bots import find_bot
from fathom5.core.contract import Guide
from fathom5.games.deep_sea_adventure.guide import _chance_to_swim
from fathom5.games.scuba.table import State
from fathom5.testing import scenario
from fathom5.text.guidance import percent

RARE = {"deep-dive": {"favour"}, "scuba": {"fast"}, "deeper": {"winch"}}
"""Lessons that come up only in a solo game, with an option, or once in many games."""


@pytest.mark.parametrize("name", [name for name, game in all_games().items() if game.brings(Guide)])
def test_every_lesson_comes_up_in_play(name):
    wanted = set(text.guide(all_games()[name]).lessons(Match(name, 2, compiled=False).box)) - RARE.get(
        name, set()
    )
    for seed in range(40):
        rng, seal = Random(seed), find_bot("seal", seed)
        match = Match(name, 3, seed=seed)
        while wanted and not match.over:
            view = match.view(match.actor)
            wanted -= view.lessons().keys()
            match.play(rng.choice(match.ids) if seed % 2 else seal(view))
    assert not wanted


def test_what_an_option_brings_is_taught_with_it():
    seen = set()
    for seed in range(10):
        rng, match = Random(seed), Match("scuba", 2, seed=seed, options={"decompression": "yes"})
        while not match.over:
            seen |= match.view(match.actor).lessons().keys()
            match.play(rng.choice(match.ids))
    assert "fast" in seen


def test_the_goal_comes_first_and_only_whoever_decides_is_taught():
    match = Match("deep-sea-adventure", 2, seed=7)
    assert next(iter(match.view(match.actor).lessons())) == "goal"
    assert not match.view(1 - match.actor).lessons()


def test_the_chance_to_be_home_counts_the_rolls_that_lead_there():
    match = scenario(
        "deep-sea-adventure",
        2,
        """
        nature: start 1
        nature: roll 1 1
        Ada: take
        nature: roll 1 2
        Ben: leave
        """,
    )
    view = match.view(0)
    home = view.preview(match.find("turn back"))
    assert "swim that less 1" in home
    assert "Home with this roll: 89 %." in home


def test_the_chance_to_be_home_in_time_counts_every_roll_that_the_air_lasts_for():
    box = Match("deep-sea-adventure", 2, seed=1).view(0).box
    chances = [_chance_to_swim(box, 1, 3, turns) for turns in (1, 2, 3)]
    assert chances == pytest.approx([6 / 9, 80 / 81, 1.0])
    match = scenario(
        "deep-sea-adventure",
        2,
        """
        nature: start 1
        nature: roll 3 3
        Ada: take
        nature: roll 1 2
        Ben: take
        """,
    )
    told = match.view(0).preview(match.find("turn back"))
    assert "Home is 5 chips away. A round costs 2 air: you, Ben 1." in told
    assert "the air lasts for 13 rolls of yours: home in time 100 %." in told


def test_a_chance_is_only_certain_if_it_is():
    assert [percent(part, 1000) for part in (0, 1, 500, 999, 1000)] == [0, 1, 50, 99, 100]
    assert percent(0, 0) == 0


def test_whoever_is_home_is_told_that_the_others_dive_on():
    seen = set()
    for seed in range(5):
        rng, match = Random(seed), Match("scuba", 3, seed=seed)
        while not match.over:
            seen |= {match.view(seat).ask() for seat in range(3) if seat != match.actor}
            match.play(rng.choice(match.ids))
    assert "Your dive is over; the others dive on. Waiting for Ada." in seen
    assert "Waiting for Ada." in seen


def give(field: str, value: int, *where: str | int):
    """Something to try out on a table: a value for a field of a seat, or for a part of such a field."""

    def change(table):
        for step in where:
            table = table[step] if isinstance(step, int) else getattr(table, step)
        if field.isdigit():
            table[int(field)] = value
        else:
            setattr(table, field, value)

    return change


@pytest.mark.parametrize(
    ("game", "change", "said"),
    [
        ("deep-sea-adventure", give("2", 1, "divers", 0, "treasure"), "more treasures of level 3"),
        ("deep-dive", give("rocks", 0, "team", 0), "more complete rows"),
        ("deeper", give("finisher", 0), "the last part of the rocket"),
        ("in-too-deep", give("cards", 9, "investors", 0), "more cards in hand"),
        ("in-too-deep", give("cards", 3, "investors", 0), "farther from the first player"),
        ("scuba", give("state", State.DROWNED, "divers", 1), "came up alive"),
        ("scuba", give("cards", 2, "divers", 0), "more animal cards"),
        ("scuba", give("minus", 4, "divers", 1), "fewer negative points"),
        ("scuba", give("minus", 0, "divers", 1), "the earlier diver"),
    ],
)
def test_every_game_says_what_broke_a_tie(game, change, said):
    match = Match(game, 2, seed=1, names=["Ada", "Ben"], compiled=False)
    view = match.view().tried(change)
    if "farther" in said:
        view = view.tried(give("cards", 3, "investors", 1))
    told = view.tie_break(0, 1)
    assert told.startswith("Level on ")
    assert " with Ben: Ada " in told
    assert said in told
