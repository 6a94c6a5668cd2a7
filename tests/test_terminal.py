"""The terminal is a full way to play: it explains, lists, hints, answers and pages, in both languages."""

import re
import sys
from io import StringIO

import pytest
from rich.console import Console

from fathom5 import Match, find_game
from fathom5.draw import board
from fathom5.games.deep_sea_adventure.table import Take
from fathom5.terminal import COMMANDS, TerminalGame, command_words, listed, seated, without_pictures
from fathom5.text import guide, rules_text, words
from fathom5.text.finding import called, plain
from fathom5.text.guidance import GOAL, Sign
from fathom5.text.language import LANGUAGES, say, speaking

GAMES = ["deep-dive", "deep-sea-adventure", "deeper", "in-too-deep", "scuba"]
GAME = "deep-sea-adventure"


class Keyboard(StringIO):
    """Lines that somebody types, at a keyboard or by a script."""

    def __init__(self, lines, person):
        super().__init__("".join(f"{line}\n" for line in lines))
        self.person = person

    def isatty(self):
        return self.person


@pytest.fixture
def played(monkeypatch, capsys):
    """What the terminal prints while lines are typed."""

    def play(*lines, game=GAME, seats="me,bot:seal", language="en", person=False, height=24, width=90, **how):
        monkeypatch.setattr(sys, "stdin", Keyboard(lines, person))
        names, bots = seated(find_game(game), seats, 1)
        match = Match(game, len(names), seed=3, names=names, bots=bots, compiled=False, **how)
        with speaking(language):
            TerminalGame(match, Console(width=width, height=height)).play()
        return capsys.readouterr().out

    return play


def answer(shown, line):
    """What was printed after a line was typed, until the next prompt."""
    return shown.partition(f"> {line}\n")[2].partition("\n> ")[0]


def test_help_tells_the_goal_a_turn_the_signs_and_what_can_be_typed(played, monkeypatch):
    monkeypatch.setattr(
        guide(find_game(GAME)), "turn", lambda box: [f"Breathe; {box.air} air."] * 2, raising=False
    )
    monkeypatch.setattr(
        board(find_game(GAME)),
        "legend",
        lambda view: [Sign("●", "a diver"), Sign("1 2", "levels")],
        raising=False,
    )
    told = answer(played("help"), "help")
    view = Match(GAME, 2, compiled=False).view()
    goal = guide(view.game).lessons(view.box)[GOAL].text
    assert plain(goal) in plain(told)
    assert "  •  Breathe; 25 air.\n" in told
    assert "  ●    a diver\n  1 2  levels\n" in told
    for command in COMMANDS:
        assert f"  {command} " in told


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_help_offers_is_understood(played, name, language):
    with speaking(language):
        told = answer(played("help", game=name, language=language), "help")
        offered = [say(command).split()[0] for command in COMMANDS]
    for word in set(offered):
        assert re.search(rf"^  {word} ", told, re.MULTILINE)
        shown = played(word, game=name, language=language)
        assert "n’est pas un coup" not in shown
        assert "no move of this game" not in shown


def test_commands_are_understood_in_every_language(played):
    for line in ("plateau", "board", "PLATEAU", "Règles", "regles", "rules"):
        shown = played(line)
        assert "no move of this game" not in shown, line
        assert answer(shown, line) == answer(played(line, language="en"), line)


@pytest.mark.parametrize("name", GAMES)
def test_no_move_is_called_like_a_command(name):
    for language in LANGUAGES:
        with speaking(language):
            firsts = {
                plain(spoken).split()[0]
                for sentence in called(find_game(name))
                for spoken in (sentence, say(sentence))
            }
            assert not firsts & command_words().keys()


def test_a_move_can_be_looked_up(played):
    told = answer(played("help take"), "help take")
    assert "Taking treasure" in told
    assert "Now: take" in told
    assert "Worth 0 to 3 points at home." in told
    assert "There is no move 7: 2 moves are open." in played("help 7")


def test_moves_are_listed_once_and_not_again_after_a_typo(played):
    shown = played("xyzzy", "9", "why", "board", "help", "quit")
    assert shown.count("1 leave   2 take") == 1
    assert played("moves").count("1 leave   2 take") == 2


def test_what_is_not_understood_is_told_with_where_to_look(played, monkeypatch):
    monkeypatch.setattr(words(find_game(GAME)), "CALLED", {"take": Take}, raising=False)
    monkeypatch.setattr(words(find_game(GAME)), "why", lambda view, asked: "No (Step 9).")
    help_me = "Type help to see what you can do."
    assert answer(played("xyzzy"), "xyzzy") == f"“xyzzy” is no move of this game. {help_me}"
    assert help_me not in played("9", "why xyzzy", "t", "take")


@pytest.mark.parametrize("width", [60, 90, 200])
def test_a_long_list_is_grouped_by_kind_and_no_move_is_broken(width):
    match = Match("in-too-deep", 2, seed=3, compiled=False)
    while len(match.ids) < 30:
        match.play(match.ids[-1] if "buy" not in match.moves[-1] else match.ids[0])
    view = match.view(match.actor)
    lines = listed(view, width)
    found = [text for line in lines for text in re.split(r" {3}", line.strip())]
    assert found == [f"{number} {name}" for number, name in enumerate(view.moves, 1)]
    assert all(len(line) <= width for line in lines)
    verbs = [{text.split()[1] for text in line.strip().split("   ")} for line in lines]
    assert all(len(verb) == 1 for verb in verbs)
    expansions = [line.strip().split("   ") for line in lines if "expand" in line]
    assert len(expansions) > 2
    assert all(len({text.split()[-1] for text in line}) == 1 for line in expansions), "a line for each card"


def test_a_short_list_stays_on_its_lines():
    match = Match(GAME, 2, seed=3, compiled=False)
    assert listed(match.view(match.actor), 90) == ["  1 leave   2 take"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_shown_without_pictures_and_links(played, name, language):
    shown = answer(played("rules", game=name, language=language), "rules")
    with speaking(language):
        page = rules_text(find_game(name), language)
    assert page.count("\n## ") > 2
    for heading in re.findall(r"^## (.*)$", page, re.MULTILINE):
        assert heading in shown
    assert "svg" not in shown
    assert "![" not in shown


def test_a_picture_leaves_its_words():
    page = "![A diver (left)](/art/a.svg#svgView(viewBox(0,0,1,2)))\n\n| ![Gold](/a.svg) | 1 |"
    assert without_pictures(page) == "*(A diver (left))*\n\n| Gold | 1 |"


def test_a_person_pages_through_the_rules_and_leaves_with_q(played):
    whole = answer(played("rules"), "rules").splitlines()
    first = played("rules", "q", person=True, height=12)
    assert first.count("Enter: on") == 1
    assert whole[9] in first
    assert whole[10] == "The sea"
    assert whole[10] not in first.split("Enter: on")[0]
    assert "You leave the table" in first
    two = played("rules", "", "q", person=True, height=12)
    assert two.count("Enter: on") == 2
    assert whole[19] in two
    through = played("rules", *[""] * 40, person=True, height=12)
    assert all(line in through for line in whole if line)
    assert through.count("Enter: on") == (len(whole) - 1) // 10


def test_long_help_is_paged_too(played):
    shown = played("help", "", "q", "quit", person=True, height=10)
    assert shown.count("Enter: on") == 2
    assert "keep the game in a file" not in shown
    assert "keep the game in a file" in played("help", *[""] * 20, "quit", person=True, height=10)


def test_a_hint_names_an_open_move_and_what_it_brings(played, monkeypatch):
    monkeypatch.setattr("fathom5.terminal.is_compiled", lambda *of: True)
    monkeypatch.setattr("fathom5.terminal.SECONDS_FOR_A_HINT", 0.2)
    told = answer(played("hint"), "hint")
    assert re.match(r"The best move seems to be: (leave|take)\.\n", told)
    assert re.search(
        r"^  (leave|take)  +wins about \d+ %, \d+ points? on average, \d+ (try|tries)$", told, re.M
    )
    assert "longer" not in told


def test_a_hint_without_the_compiler_says_that_it_takes_longer(played, monkeypatch):
    monkeypatch.setattr("fathom5.terminal.is_compiled", lambda *of: False)
    monkeypatch.setattr("fathom5.terminal.SECONDS_UNCOMPILED", 0.2)
    assert answer(played("hint"), "hint").startswith(
        "This game is not compiled yet, so thinking takes longer"
    )


def test_a_line_of_a_script_is_shown_and_a_persons_line_is_not_shown_twice(played):
    assert "> 1\n" in played("1", "quit")
    assert "> 1" not in played("1", "quit", person=True)


def test_whoever_plays_alone_with_bots_is_told_their_name(played):
    assert "Deep Sea Adventure. You are Ada." in played()
    assert "Vous êtes Zoé." in played(seats="Zoé,bot:seal", language="fr")
    assert "You are" not in played(seats="Zoé,Tom").splitlines()[0]


def test_what_happens_several_times_in_a_row_is_told_once(played):
    shown = played(game="in-too-deep", seats="me,bot:seal,bot:seal")
    assert shown.count("Seal gets a card.") == 1
    assert "Seal gets a card. (× 6)" in shown
    assert "Seal holds the lowest card and plays first.\n" in shown


def test_seats_have_different_names():
    assert seated(find_game(GAME), "me,bot:seal,bot:seal", 1)[0] == ["Ada", "Seal", "Seal 2"]
    assert seated(find_game(GAME), "me,bot:seal:greedy,bot:seal", 1)[0] == ["Ada", "Seal", "Seal 2"]
    assert seated(find_game(GAME), "me,Ada,me", 1)[0] == ["Ben", "Ada", "Cleo"]
    assert seated(find_game(GAME), "Ada,Ada", 1)[0] == ["Ada", "Ada 2"]


def test_mistakes_are_told_in_the_language_of_the_listener(played, tmp_path):
    shown = played("pourquoi", "annuler", "enregistrer", f"enregistrer {tmp_path}", language="fr")
    assert "Dites de quel coup il s’agit : pourquoi laisser." in shown
    assert "Vous n’avez pas encore joué" in shown
    assert "Dites sous quel nom" in shown
    assert "Impossible d’écrire" in shown
    assert "Vous quittez la table après 0 coup." in shown
    assert "after 1 move." in played("1")


def test_a_long_line_of_the_points_goes_on_under_its_beginning(played):
    shown = played(*["1"] * 200, game="scuba", seats="me,bot:seal", width=40)
    result = shown[shown.rindex("  1.  ") :].splitlines()
    assert any(re.match(r" {12}\S", line) for line in result)
    assert not any(re.match(r"\S", line) for line in result[:-1])
