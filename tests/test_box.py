import pytest

import fathom5
from fathom5 import Match, Mistake, find_game

GAME = "deep-sea-adventure"
DIE = [f"die.{face}" for face in range(6)]


@pytest.fixture
def game():
    return find_game(GAME)


def test_every_figure_has_a_known_source_and_says_what_it_is():
    from fathom5 import all_games
    from fathom5.core.box import SOURCES

    for game in all_games().values():
        for name, component in game.sheet.content["components"].items():
            assert component["source"] in SOURCES, (game.name, name)
            assert component["about"], (game.name, name)


def test_a_change_reaches_the_rules_and_the_record(game):
    sheet = game.sheet_with(["air=30", "chips.3.7=40"])
    assert sheet.changes() == "air=30, chips.3.7=40"
    match = Match(game, 2, box=sheet, compiled=False)
    assert match.table.air == 30
    assert '[Box "air=30, chips.3.7=40"]' in str(match.record())
    assert game.sheet.changes() == ""
    assert Match(game, 2, compiled=False).table.air == 25


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("air", "NAME=VALUE"),
        ("water=3", "no value in the box “water”"),
        ("chips.9.0=1", "chips.0.0"),
        ("air=100", "air in the box has to be from 1 to 99, not “100”"),
        ("air=lots", "from 1 to 99"),
    ],
)
def test_a_bad_change_says_what_would_be_right(game, change, says):
    with pytest.raises(Mistake, match=says):
        game.sheet_with([change])


def test_lists_and_dicts_are_understood_alike(game):
    for box in (
        ["die=[1,1,1,1,1,1]"],
        {"die": [1] * 6},
        {"die": (1,) * 6},
        {f"die.{i}": 1 for i in range(6)},
    ):
        sheet = game.sheet_with(box)
        assert sheet.changes() == "die.0=1, die.1=1, die.2=1, die.3=1, die.4=1, die.5=1"
    for box, says in (
        (["die=[1,1]"], "list of 6"),
        ({"die": 3}, "list of 6"),
        ("air=30", "NAME=VALUE or a dict"),
        ([1], "NAME=VALUE or a dict"),
        (7, "NAME=VALUE or a dict"),
        ({"air": "x" * 500}, "…”"),
    ):
        with pytest.raises(Mistake, match=says):
            game.sheet_with(box)


def test_a_box_that_cannot_be_played_is_refused_everywhere(game):
    for use in (
        lambda box: Match(game, 2, box=box, compiled=False),
        lambda box: fathom5.simulate(game, 2, 3, box=box, compiled=False),
        lambda box: fathom5.arena(game, 2, ["random"], 2, box=box),
    ):
        with pytest.raises(Mistake, match="cannot be played"):
            use({"die": [0] * 6})


def test_a_box_file_replaces_the_box(game, tmp_path):
    text = (game.folder / "box.toml").read_text("utf-8").replace("value = 25", "value = 9")
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    assert game.sheet_with(path).changes() == "air=9"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[components.air]\nvalue = 1", "lacks “dives”"),
        ("no toml", "is not TOML"),
        ("x = 1", r"no \[components\]"),
    ],
)
def test_a_bad_box_file_says_what_is_wrong(game, tmp_path, text, says):
    path = tmp_path / "bad.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Mistake, match=says):
        game.sheet_with(path)
    with pytest.raises(Mistake, match="cannot be read"):
        game.sheet_with(tmp_path / "missing.toml")


def test_a_list_of_the_wrong_length_is_refused(game, tmp_path):
    text = (game.folder / "box.toml").read_text("utf-8").replace("[2, 2, 2, 0, 0, 0]", "[2, 2, 2]")
    path = tmp_path / "short.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Mistake, match="die in the box has to be a list of 6"):
        game.sheet_with(path)


def test_options_are_read_and_refused(game):
    assert Match(game, 2, options={"print-2014": True}, compiled=False).options["print-2014"] == "yes"
    assert Match(game, 2, options={"print-2014": "no"}, compiled=False).options["print-2014"] == "no"
    with pytest.raises(Mistake, match="one of no, yes, not “maybe”"):
        game.options({"print-2014": "maybe"})
    with pytest.raises(Mistake, match="print-2014, loose-stacks"):
        game.options({"print-2015": "yes"})


def test_dice_of_six_sides_are_one_change_away(game):
    match = Match(game, 2, nature="manual", box=[f"die.{i}=1" for i in range(6)], compiled=False)
    match.play("start 1")
    assert len(match.odds) == 21
    assert sum(match.odds.values()) == 36
