"""What somebody types is found, called ambiguous, refused with the game's reason, or not understood."""

from random import Random

import pytest

from fathom5 import Match, find_game
from fathom5.core.errors import Ambiguous, IllegalMove, NotUnderstood
from fathom5.games.deep_dive import rules
from fathom5.games.deep_dive.table import ROCK, DiveDeeper, Flip, IngestRock, Reveal, Take, TakeNothing
from fathom5.testing import arranged, impossible_moves, scenario
from fathom5.text import words
from fathom5.text.finding import Asked, OpenMoves, asked, place_in, plain
from fathom5.text.language import speaking

CALLED = {
    "flip": Flip,
    "dive deeper": DiveDeeper,
    "take {tile}": Take,
    "take nothing": TakeNothing,
    "rock to {depth}": IngestRock,
    "reveal {tile}": Reveal,
    "{company} advanced": Reveal,
}


DEEP_DIVE = words(find_game("deep-dive"))


@pytest.fixture
def answers(monkeypatch):
    """Deep Dive, with a `why` that only notes what it was asked."""
    noted = []
    monkeypatch.setattr(DEEP_DIVE, "CALLED", CALLED, raising=False)
    monkeypatch.setattr(DEEP_DIVE, "why", lambda view, named: noted.append(named) or "So it is (Step 9).")
    return noted


def two_tiles():
    """Ada may take a pink 1 or a rock at depth 1, or flip."""
    match = scenario("deep-dive", 2, "nature: start 1")
    with arranged(match) as table:
        for tile in (rules.food(0, 1), ROCK):
            table.face_up[0, tile] += 1
            table.takeable[0] += 1
        rules.begin_turn(table, 0)
        rules.go_on(table, match.box)
    return match


def test_a_move_is_found_by_its_name_another_name_and_a_beginning(answers):
    match = two_tiles()
    view = match.view(0)
    assert match.moves == ["flip", "take rock", "take pink 1"]
    for text in ("flip", "FLIP", " f ", "fl", "flip!", "1"):
        assert view.find(text) == match.ids[0], text
    assert view.find("take p") == view.find("3") == match.find("take pink 1") == match.ids[2]
    with speaking("fr"):
        assert view.find("prendre rose 1") == view.find("take pink 1") == match.ids[2]
    assert view.why("flip") == "“flip” is allowed now."
    assert not answers


def test_the_whole_name_of_another_move_is_no_beginning(answers):
    match = two_tiles()
    ten = OpenMoves(match.game, match.table, match.box, [Take(4, rules.food(0, 10))])
    assert (ten.fitting("take pi"), ten.fitting("take pink 1")) == ([0], [])


def test_words_that_fit_several_moves_are_called_ambiguous(answers):
    match = two_tiles()
    with pytest.raises(Ambiguous) as error:
        match.view(0).find("take")
    assert str(error.value) == "“take” can mean 2 moves: take rock, take pink 1."
    with pytest.raises(Ambiguous, match="take rock, take pink 1"):
        match.play("take")
    assert match.view(0).why("take") == str(error.value)
    assert not answers


def test_another_name_counts_before_a_beginning(answers, monkeypatch):
    monkeypatch.setattr(DEEP_DIVE, "also", lambda table, box, move: ["take"] if move == Flip() else [])
    match = two_tiles()
    assert match.view(0).find("take") == match.find("take") == match.find("flip")


def test_at_most_a_handful_of_candidates_are_named(monkeypatch, answers):
    view = two_tiles().view(0)
    monkeypatch.setattr("fathom5.view.MOST_CANDIDATES", 1)
    assert view.why("take") == "“take” can mean 2 moves, among them: take rock."


@pytest.mark.parametrize(
    ("number", "says"), [("4", "There is no move 4: 3 moves are open."), ("0", "no move 0")]
)
def test_a_number_outside_the_list_is_told_so(answers, number, says):
    with pytest.raises(IllegalMove, match=says):
        two_tiles().view(0).find(number)
    assert not answers


def test_a_move_that_is_not_open_gets_the_reason_of_its_game(answers):
    view = two_tiles().view(0)
    assert view.why("take nothing") == "So it is (Step 9)."
    view.why("Take  green 4?")
    view.why("dive deeper")
    with speaking("fr"):
        view.why("prendre vert 4")
        view.why("reveler caillou")
    assert answers == [
        Asked(TakeNothing, "take nothing", ""),
        Asked(Take, "take {tile}", "green 4"),
        Asked(DiveDeeper, "dive deeper", ""),
        Asked(Take, "take {tile}", "vert 4"),
        Asked(Reveal, "reveal {tile}", "caillou"),
    ]


@pytest.mark.parametrize("text", ["xyzzy", "taken", "flipper", "", "²", "?"])
def test_words_that_nobody_knows_are_not_understood(answers, text):
    with pytest.raises(NotUnderstood, match="is no move of this game"):
        two_tiles().view(0).find(text)
    assert not answers


def test_whoever_has_no_turn_is_told_so(answers):
    match = two_tiles()
    assert match.view(1).why("flip") == match.view().why("xyzzy") == "It is not your turn."
    over = Match("deep-dive", 2, seed=1, bots={0: "random", 1: "random"})
    assert over.view(0).why("flip") == "The game is over."


def test_a_sentence_that_begins_with_a_blank_is_known_by_its_end(answers):
    game = two_tiles().game
    assert asked(game, "coast advanced") == Asked(Reveal, "{company} advanced", "coast")
    assert asked(game, "advanced") is None


def test_accents_colons_and_apostrophes_do_not_matter():
    assert plain("  S’arrêter : ici ?") == "s'arreter ici"
    with speaking("fr"):
        Match("deeper", 2, seed=1, compiled=False).moves  # noqa: B018 - opens its catalogue
        assert place_in(("fish", "kelp"), "Varech") == place_in(("fish", "kelp"), "kelp") == 1
        assert place_in(("fish", "kelp"), "danse") == -1


def test_every_impossible_move_can_be_asked_about(answers):
    match = two_tiles()
    view, questions = match.view(0), list(impossible_moves(match.view(0), Random(1)))
    asked_about = {words for words, _ in questions}
    assert {"dive deeper", "take nothing", "rock to", "reveal"} <= asked_about
    assert not asked_about & {"flip", "take", "take rock", "take pink 1"}
    assert any(words.startswith("rock to ") for words in asked_about)
    for text, named in questions:
        assert view.why(text) == "So it is (Step 9)."
        assert answers.pop() == named
