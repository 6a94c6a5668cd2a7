import pytest

from fathom5 import STRANGER, IllegalMove, Match, Mistake, find_game
from fathom5.core import Struct, verbs
from fathom5.core.contract import Bot, Rules, Study, fulfilled
from fathom5.engine import Engine
from fathom5.text.guidance import Rival
from fathom5.view import View

GAME = "deep-sea-adventure"


def test_the_readme_example():
    match = Match(GAME, players=3, seed=7)
    assert match.actor in (0, 1, 2)
    assert "leave" in match.moves
    before = match.to_bytes()
    match.play("take")
    match.undo()
    assert match.to_bytes() == before
    view = match.view(seat=0)
    assert view.table.players == 3
    assert view._repr_svg_().startswith("<svg")
    assert match.scores == [0, 0, 0]
    assert match.places == [1, 1, 1]
    assert str(match.record()).startswith('[Game "deep-sea-adventure"]')


def test_the_seed_only_feeds_nature():
    def played(seed):
        match = Match(GAME, 3, seed=seed)
        for _ in range(20):
            match.play(match.ids[0])
        return match.history

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_names_and_beginnings_of_names_are_understood():
    match = Match(GAME, 2, seed=1)
    assert match.find("TAKE") == match.find("ta") == match.find(" take ") == match.find("pick up")
    for words in ("", "fly", "l a"):
        with pytest.raises(IllegalMove, match=r"leave, take"):
            match.play(words)


def test_a_move_that_is_not_open_is_refused_with_the_reason():
    match = Match(GAME, 2, seed=1)
    with pytest.raises(
        IllegalMove, match=r"“turn back” is not a move now\. You may only .*\)\. Open: leave, take"
    ):
        match.play("turn back")
    with pytest.raises(IllegalMove, match=r"^“9” is not a move now\. There is no move 9"):
        match.play("9")
    with pytest.raises(IllegalMove, match=r"^“fly” is not a move now\. Open: leave, take\.$"):
        match.play("fly")


def test_an_illegal_move_changes_nothing():
    match = Match(GAME, 2, seed=1)
    before, history = match.to_bytes(), match.history
    for move in (-1, 10**9, 5, "turn back"):
        with pytest.raises(IllegalMove):
            match.play(move)
    assert (match.to_bytes(), match.history) == (before, history)


def test_undo_stops_at_the_beginning():
    match = Match(GAME, 2, seed=1)
    with pytest.raises(Mistake, match="nothing to take back"):
        match.undo()
    match.play("leave")
    match.undo()
    with pytest.raises(Mistake, match="nothing to take back"):
        match.undo()
    manual = Match(GAME, 2, nature="manual")
    manual.play("start 2")
    manual.undo()
    assert manual.history == []


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"game": "chess", "players": 2}, "no game “chess”. Known: "),
        ({"players": 7}, "is for 2 to 6 players, not 7"),
        ({"nature": "wild"}, "auto, manual"),
        ({"names": ["Ada"]}, "2 different names"),
        ({"names": ["Ada", "Ada"]}, "2 different names"),
        ({"names": ["Ada", "Be:n"]}, "no name for a seat"),
        ({"names": ["Ada", "nature"]}, "no name for a seat"),
    ],
)
def test_a_match_that_cannot_be_says_why(how, says):
    with pytest.raises(Mistake, match=says):
        Match(**{"game": GAME, "players": 2, "compiled": False, **how})


def test_seats_and_moments_that_do_not_exist():
    match = Match(GAME, 2, seed=1)
    with pytest.raises(Mistake, match="from 0 to 1"):
        match.view(2)
    with pytest.raises(Mistake, match="no move 99"):
        match.at(99)
    with pytest.raises(Mistake, match="no move -1"):
        match.rewind(-1)


def test_what_is_asked_depends_on_who_looks():
    match = Match(GAME, 2, seed=1)
    mine, other = match.actor, 1 - match.actor
    assert match.view(mine).ask().startswith("You have found")
    assert match.view(other).ask() == f"Waiting for {match.names[mine]}."
    assert match.view(other).ids == ()
    assert Match(GAME, 2, nature="manual").view(0).ask() == "Waiting for chance."


def test_a_finished_match():
    match = Match(GAME, 2, seed=1)
    while not match.over:
        match.play(match.ids[0])
    assert match.actor is None
    assert match.moves == []
    assert match.odds == {}
    assert match.view(0).ask() == "The game is over."
    with pytest.raises(IllegalMove, match="The game is over"):
        match.play("take")


def test_scores_as_a_seat_sees_them_are_the_scores_where_nothing_is_secret():
    match = Match("deep-sea-adventure", 3, seed=4, compiled=False)
    while not match.over:
        match.play(match.ids[-1])
        assert match.view(1).scores == match.view().scores == match.scores


def test_tales_are_what_is_told_move_by_move():
    match = Match("deep-sea-adventure", 2, seed=4, compiled=False)
    for _ in range(5):
        match.play(match.ids[-1])
    tales = match.tales(0)
    assert len(tales) == len(match.history)
    assert [sentence for tale in tales for sentence in tale] == match.told(0)


@pytest.mark.parametrize("game", [GAME, "in-too-deep"])
def test_a_story_is_tales_and_moments_in_one(game):
    match = Match(game, 3, seed=4, compiled=False)
    for _ in range(5):
        match.play(match.ids[-1])
    last = len(match.history) - 3
    for seat in (STRANGER, 0, 1):
        tales, moments = map(tuple, match.tales(seat)), match.moments(seat)
        story = match.story(seat)
        assert story == list(zip(tales, moments, strict=True))
        assert match.story(seat, since=2) == story[2:]
        early, late = match.story(seat, latest=last)[:last], match.story(seat, latest=last)[last:]
        assert late == story[last:]
        assert early == [(told.tale, None) for told in story[:last]]


def test_the_compiler_can_be_off_altogether(monkeypatch):
    monkeypatch.setenv("FATHOM5_COMPILE", "0")
    match = Match(GAME, 2, seed=1)
    assert type(match.position.engine) is Engine
    match.play("take")


def test_two_games_with_the_same_form_of_table_are_refused():
    game = find_game(GAME)
    rules = fulfilled(Rules, *game.modules(Rules))
    rules.play = lambda table, box, move: None
    twin = type("Twin", (Struct,), dict(game.spec.table.fields))
    with pytest.raises(Mistake, match="exactly this form"):
        verbs.register(twin, rules, game.role(Bot), game.role(Study))


@pytest.mark.parametrize(
    ("game", "places", "points", "rival", "said"),
    [
        (GAME, [2, 1], [3, 4], None, "Ben wins!"),
        (GAME, [1, 1], [4, 4], None, "Ada and Ben share the victory!"),
        ("deeper", [1], [7], None, "Ada ends with 7 points."),
        ("deep-dive", [2], [7], (1, 9), "The opponent wins!"),
        ("deep-dive", [1], [9], (2, 7), "Ada wins!"),
        ("deep-dive", [1], [9], (1, 9), "Ada and the opponent share the victory!"),
        (GAME, [2, 2], [0, 0], None, "The game wins this time."),
    ],
)
def test_every_end_has_its_headline(monkeypatch, game, places, points, rival, said):
    match = Match(game, len(places), seed=1, compiled=False)
    against = Rival("the opponent", *rival, []) if rival else None
    monkeypatch.setattr(Match, "places", places)
    monkeypatch.setattr(Match, "scores", points)
    monkeypatch.setattr(View, "rival", lambda view: against)
    assert match.headline() == said


@pytest.mark.parametrize("places", [[1, 1], [2, 1], [1, 2]])
def test_a_tie_break_is_told_where_one_decided(monkeypatch, places):
    match = Match("low-tide", 2, seed=1, names=["Ada", "Ben"])
    monkeypatch.setattr(Match, "scores", [5, 5])
    monkeypatch.setattr(Match, "places", places)
    other = {1: "Ben", 2: "Ada"}[places[0]]
    said = f"Level on points with {other}: a tie-break decided." if places != [1, 1] else ""
    assert match.tie_break() == said
    monkeypatch.setattr(Match, "scores", [5, 4])
    assert not match.tie_break()
