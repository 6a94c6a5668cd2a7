from pathlib import Path

import pytest

from fathom5 import Match, Mistake
from fathom5.record import Record

GAMES = sorted((Path(__file__).parent / "records").glob("*.f5"))

GOOD = """
[Game "deep-sea-adventure"]
[Rules "1"]
[Players "Ada, Ben"]
[Event "a rainy Sunday"]   ; headers nobody knows are kept

nature: start 1
nature: roll 2 1           ; a comment
Ada: take
"""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_recorded_games_replay_to_the_recorded_result(path, compiled):
    text = path.read_text("utf-8")
    match = Match.from_record(text, compiled=compiled)
    assert match.over
    assert " ".join(map(str, match.scores)) == Record.read(text).headers["Result"]


def test_there_are_recorded_games_of_every_own_game():
    import fathom5

    have = {Record.read(path.read_text("utf-8")).headers["Game"] for path in GAMES}
    own = {name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")}
    assert have == own


def test_a_record_written_by_hand():
    record = Record.read(GOOD)
    match = record.match(compiled=False)
    assert match.table.divers[0].load == 1
    assert record.headers["Event"] == "a rainy Sunday"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Ada: take", "Ada: fly", "Line 9: “fly” is not a move now. Open: leave, take."),
        ("Ada: take", "Ben: take", "Line 9: it is the turn of Ada, not of Ben."),
        ("nature: roll 2 1", "nature: roll 6 6", "Line 8: “roll 6 6” is not a move now"),
        ("nature: start 1", "nature start 1", "Line 7: a move is written WHO: MOVE, not nature start 1."),
        ("nature: start 1", "nature:", "Line 7: a move is written"),
        ('[Rules "1"]', '[Rules "0"]', "Line 3: There is no version of the rules of Deep Sea"),
        ('[Rules "1"]', "[Rules 1]", r"Line 3: a header is written \[Name"),
        ('[Rules "1"]', '[Game "x"]', "Line 3: the header Game stands twice."),
        ("deep-sea-adventure", "chess", "Line 2: There is no game “chess”"),
        ("Ada, Ben", "Ada", "Line 4: Deep Sea Adventure is for 2 to 6 players, not 1."),
        ('[Rules "1"]', '[Options "x=y"]', "Line 3: There is no option"),
        ('[Rules "1"]', '[Options "loud"]', "Line 3: “loud” is not NAME=VALUE"),
        ('[Rules "1"]', '[Box "air=999"]', "Line 3: air in the box has to be from 1 to 99"),
        ('[Rules "1"]', '[Box "loud"]', "Line 3: “loud” is not NAME=VALUE"),
        ('[Rules "1"]', '[Result "3 4"]', r"Line 3: the result is 3 4, but the moves lead to \*."),
        ('[Game "deep-sea-adventure"]', "", r"the header \[Game"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(old, new, says):
    assert old in GOOD
    with pytest.raises(Mistake, match=says):
        Match.from_record(GOOD.replace(old, new), compiled=False)


def test_moves_after_the_end_are_refused():
    match = Match("deep-sea-adventure", 2, seed=1)
    while not match.over:
        match.play(match.ids[0])
    text = str(match.record())
    with pytest.raises(Mistake, match=f"Line {len(text.splitlines()) + 1}: “Ada: take” comes after the end"):
        Match.from_record(text + "Ada: take\n")


def test_options_and_box_are_kept():
    options = {"print-2014": True}
    match = Match(
        "deep-sea-adventure", 2, seed=1, options=options, box=["air=12", "stack=2"], names=["Zoë", "R2 D2"]
    )
    for _ in range(12):
        match.play(match.ids[-1])
    match.notes["Date"] = "1999-12-31"
    match.notes["Event"] = "a rainy Sunday"
    text = str(match.record())
    again = Match.from_record(text)
    assert again.to_bytes() == match.to_bytes()
    assert str(again.record()) == text
    assert '[Options "print-2014=yes"]' in text
    assert '[Result "*"]' in text
    assert '[Date "1999-12-31"]' in text
    assert '[Event "a rainy Sunday"]' in text
