"""Every catalogue has every sentence, with the same blanks, and what is recorded stays English."""

import ast
import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

import fathom5
from fathom5 import Match
from fathom5.cli import app
from fathom5.core.box import BoxSheet
from fathom5.text.finding import asked
from fathom5.text.language import LANGUAGES, catalogue, decimal, say, speaking

ROOT = Path(fathom5.__file__).parent
GAMES = fathom5.all_games().values()
GUIDES = ("guide.py", "lessons.py")
PLACES = [
    (ROOT, "", ("match.py", "view.py", "terminal.py", "text/unguided.py", "cli/playing.py")),
    (
        ROOT,
        "coach.",
        (
            "coach/telling.py",
            "coach/tables.py",
            "coach/curve.py",
            "coach/page.py",
            "cli/reviewing.py",
            "cli/many_reviews.py",
        ),
    ),
    (ROOT, "drills.", ("coach/drill_telling.py", "cli/drilling.py")),
    *(
        (game.folder, "", tuple(path.name for path in game.folder.glob("*.py") if path.name not in GUIDES))
        for game in GAMES
    ),
    *((game.folder, "guide.", GUIDES) for game in GAMES),
]
"""Folder, what the names of its catalogues begin with, and who speaks there."""
KNOWN = [
    pytest.param(path, [folder / name for name in files], id=f"{folder.name}-{path.stem}")
    for folder, prefix, files in PLACES
    for language in LANGUAGES
    if (path := folder / f"{prefix}{language}.toml").exists()
]

TRANSLATED = [game.name for game in fathom5.all_games().values() if (game.folder / "fr.toml").exists()]


def said(path: Path) -> set[str]:
    """Every sentence that a module gives to `say`: a literal, a constant, or each one of a constant tuple."""
    module = import_module(".".join(["fathom5", *path.relative_to(ROOT).with_suffix("").parts]))
    sentences = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            first = node.args[0]
            if isinstance(first, ast.Constant):
                sentences.add(first.value)
            elif isinstance(first, ast.Subscript):
                sentences.update(getattr(module, ast.unparse(first.value)))
            else:
                sentences.add(getattr(module, ast.unparse(first)))
    return sentences


def told_by(box: BoxSheet) -> set[str]:
    """What the pages tell of a game before it is played."""
    options = box.options.values()
    words = {word for option in options for word in option.words} - {"no", "yes"}
    return {box.facts["about"]} | {option.about for option in options} | words


def named_in(bots: Path) -> set[str]:
    """The characters of a game's bots and what is said of them."""
    told = tomllib.loads(bots.read_text("utf-8")).get("characters", {}) if bots.exists() else {}
    return {*told, *(character["description"] for character in told.values())}


def sentences(path: Path) -> dict[str, str]:
    return tomllib.loads(path.read_text("utf-8"))["sentences"]


def blanks(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)[:}]", sentence))


@pytest.mark.parametrize(("path", "files"), KNOWN)
def test_a_catalogue_is_complete(path, files):
    wanted = {sentence for file in files if file.exists() for sentence in said(file)}
    box = path.parent / "box.toml"
    if path.stem in LANGUAGES and box.exists():
        wanted |= told_by(BoxSheet.read(box)) | named_in(path.parent / "bot.toml")
    assert set(sentences(path)) == wanted


@pytest.mark.parametrize(("path", "files"), KNOWN)
def test_translations_have_the_same_blanks_and_the_same_end(path, files):
    for english, other in sentences(path).items():
        assert blanks(english) == blanks(other), english
        assert english[-1:] == other[-1:] or english[-1] not in ".!?…", english
        assert english[:1] == " " or other[:1] != " ", english


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0 chips", "0 jeton"),
        (1, "1 chip", "1 jeton"),
        (2, "2 chips", "2 jetons"),
        (-1, "-1 chip", "-1 jeton"),
    ],
)
def test_a_number_picks_singular_or_plural_as_its_language_counts(number, english, french):
    assert say("{n} {n:chip|chips}", n=number) == english
    with speaking("fr"):
        assert say("{n} {n:jeton|jetons}", n=np.int64(number)) == french


def test_french_has_a_decimal_comma():
    assert (decimal(-2.25, "+.1f"), say("{n:.2f} points", n=0.5)) == ("-2.2", "0.50 points")
    with speaking("fr"):
        assert (decimal(-2.25, "+.1f"), say("{n:.2f} points", n=0.5)) == ("-2,2", "0,50 points")


INVARIABLE = "bas|dans|depuis|des|deux|fois|jamais|les|leurs|mais|moins|pas|plus|puis|sans|ses|sous|tous|vers"
"""French words on s or x that may follow a blank whatever its number."""

ALWAYS_MANY = {
    "“{words}” can mean {n} moves: {names}.",
    "“{words}” can mean {n} moves, among them: {names}.",
    "A predator would end your turn and trap one of your {left} penguins.",
}
"""Sentences whose number is never 0 or 1, or whose blank is a text."""

COUNTED = sorted([*ROOT.glob("*fr.toml"), *ROOT.glob("server/*fr.toml"), *ROOT.glob("games/*/*fr.toml")])


@cache
def plurals() -> set[str]:
    """The last word of every English plural that some sentence gives beside its singular."""
    forms = [form for path in COUNTED for form in re.findall(r"\|([^|{}]+)}", " ".join(sentences(path)))]
    return {form.split()[-1] for form in forms}


FORMS = re.compile(r"{\w+:(?:[^{}]|{\w+})*\|(?:[^{}]|{\w+})*}")


def uncounted(english: str, french: str) -> list[str]:
    """Numbers that stand before a plural which they do not pick."""
    english, french = (FORMS.sub("", sentence) for sentence in (english, french))
    nouns = "|".join(sorted(plurals()))
    plural = rf"(?!(?:{INVARIABLE})\b)(?:d[’'])?[a-zà-ÿ-]+[sx]\b"
    return [
        *re.findall(rf"(?<![\d}}] à ){{[\w:,]+}} {plural}", french),
        *re.findall(rf"(?<![\d}}] to ){{(?!who|name)[\w:,]+}} (?:[a-z-]+ )?(?:{nouns})\b", english),
    ]


def doubled(said: Iterable[str]) -> list[str]:
    """Sentences that say of 1 thing what another says of several: `1 point`, `{n} points`."""
    several = {_alike(sentence) for sentence in said if not re.search(r"\b1\b", sentence)}
    return [sentence for sentence in said if re.search(r"\b1\b", sentence) and _alike(sentence) in several]


def _alike(sentence: str) -> str:
    return " ".join(word.rstrip("s") for word in re.sub(r"{\w+}|\b1\b", "#", sentence).split())


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_number_picks_the_form_of_what_it_counts(path):
    known = sentences(path)
    assert not [each for pair in known.items() for each in pair if "(s)" in each]
    assert not {english for english, french in known.items() if uncounted(english, french)} - ALWAYS_MANY
    assert not doubled(known)


def test_plurals_written_by_hand_are_noticed():
    assert uncounted("{n} of it", "{n} jetons") == ["{n} jetons"]
    assert uncounted("{n} of it", "{n} d’animaux") == ["{n} d’animaux"]
    assert uncounted("you have {n:,} more moves", "il en reste {n}") == ["{n:,} more moves"]
    said = ["1 chip costs 1 air", "{n} chips cost {n} air", "{n} chips", "{a}: {b}", "{c}: {d}", "1 of 2"]
    assert doubled(said) == ["1 chip costs 1 air"]
    assert uncounted("up to {n} moves", "jusqu’à {n} coups") == ["{n} coups", "{n} moves"]
    assert not uncounted("{who} moves on.", "{who} passe.")
    assert not uncounted("{n:it|all {n} moves} of it", "{n:le coup|les {n} coups}")
    assert not uncounted("{n} {n:chip|chips} and 2 to {n} players", "{n} {n:jeton|jetons} et 2 à {n} joueurs")


SAME_IN_FRENCH = {"Surface"}


def chapters(sentence: str) -> set[str]:
    """The chapters whose clauses a sentence cites, without numbers; rulings such as DD-4 have none."""
    cited = [part for named in re.findall(r"\(([^()]*\d)\)", sentence) for part in re.split(", | et ", named)]
    return {part.rstrip(" .0123456789") for part in cited if not re.fullmatch(r"[A-Z]+-\d+|\d.*", part)}


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_clauses_are_named_in_french(path):
    for english, french in sentences(path).items():
        assert not chapters(english) & chapters(french) - SAME_IN_FRENCH, french
        assert bool(chapters(english)) == bool(chapters(french)), french


def test_games_do_not_disagree_about_a_sentence():
    for language in LANGUAGES:
        known = {}
        for folder, prefix, _ in PLACES:
            path = folder / f"{prefix}{language}.toml"
            for english, other in sentences(path).items() if path.exists() else ():
                assert known.setdefault(english, other) == other, english


def test_what_all_games_say_is_said_in_french():
    assert say("The game is over.") == "The game is over."
    with speaking("fr"):
        assert say("The game is over.") == "La partie est terminée."
    assert catalogue("en") == {}


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_record_is_the_same_in_every_language(name):
    records = []
    for language in LANGUAGES:
        rng = Random(7)
        with speaking(language):
            match = Match(name, 2, seed=7)
            while not match.over:
                match.play(rng.choice(match.moves))
            records.append(str(match.record()))
            assert match.view().ask() == say("The game is over.")
    assert len(set(records)) == 1


def test_a_move_is_named_in_the_language_of_the_listener_and_found_in_english_too():
    match = Match("scuba", 2, seed=7, nature="manual")
    for place in ("b2", "c3", "c4", "c5", "c6", "c7"):
        match.play(f"exchange {place}")
    assert match.moves == ["dive d1", "dive e1", "dive f1"]
    with speaking("fr"):
        assert match.view(0).moves == ["plonger en d1", "plonger en e1", "plonger en f1"]
        assert match.find("plonger en e1") == match.find("plonger en e") == match.find("dive e1")
        match.play("plonger en e1")
        assert str(match.record()).endswith("Ada: dive e1\n")


def test_why_understands_what_is_asked_in_both_languages():
    match = Match("deeper", 2, seed=7)
    view = match.view(match.actor)
    with speaking("fr"):
        french = view.why("construire : coque")
        assert french == view.why("build hull")
        assert "Fusée" in french


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("deep-dive", "rock to 3", "caillou 3"),
        ("deep-dive", "take predator", "prendre prédateur"),
        ("deep-dive", "take nothing", "ne rien prendre"),
        ("deep-dive", "reveal rock", "révéler caillou"),
        ("deep-sea-adventure", "turn back", "faire demi-tour"),
        ("deep-sea-adventure", "drop 1", "déposer 1"),
        ("deep-sea-adventure", "lay 1", "lâcher 1"),
        ("in-too-deep", "pay 7", "payer 7"),
    ],
)
def test_why_answers_the_same_to_the_same_question(name, english, french):
    match = Match(name, 2, seed=7)
    view = match.view(match.actor)
    with speaking("fr"):
        why = view.why(french)
        assert why == view.why(english)
        assert "n’est pas un coup" not in why


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_move_is_called_as_its_game_says_in_french_too(name):
    rng, match = Random(7), Match(name, 2, seed=7, nature="manual")
    with speaking("fr"):
        while not match.over:
            for move in match.moves:
                assert asked(match.game, move), move
            match.play(rng.choice(match.ids))


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_french_board_has_french_words(name):
    match = Match(name, 3, seed=7)
    view = match.view(match.actor)
    with speaking("fr"):
        french = [view.text(), view.ask(), view.svg()]
    for one, other in zip(french, [view.text(), view.ask(), view.svg()], strict=True):
        assert one != other


def test_the_command_line_speaks_french():
    seats = ["--seats", "Marie,bot:seal,bot:seal", "--seed", "1", "--lang", "fr"]
    shown = CliRunner().invoke(app, ["play", "in-too-deep", *seats], input="quit\n").output
    assert "Votre main :" in shown
    assert "Vous quittez la table" in shown
