"""Every catalogue has every sentence, with the same blanks, and what is recorded stays English."""

import ast
import re
import tomllib
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import fathom5
from fathom5 import Match
from fathom5.cli import app
from fathom5.kernel.lang import LANGUAGES, catalogue, say, speaking

ROOT = Path(fathom5.__file__).parent
GAMES = fathom5.all_games().values()
PLACES = [
    (ROOT, "", ("match.py", "terminal.py")),
    *((game.folder, "", ("words.py", "board.py")) for game in GAMES),
    *((game.folder, "guide.", ("guide.py",)) for game in GAMES),
]
"""Folder, what the names of its catalogues begin with, and who speaks there."""
KNOWN = [
    pytest.param(path, [folder / name for name in files], id=f"{folder.name}-{path.stem}")
    for folder, prefix, files in PLACES
    for language in LANGUAGES
    if (path := folder / f"{prefix}{language}.toml").exists()
]


def said(path: Path) -> set[str]:
    """Every sentence that a module gives to `say`, as a literal or by the name of a constant."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    sentences = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            first = node.args[0]
            sentences.add(first.value if isinstance(first, ast.Constant) else constants[ast.unparse(first)])
    return sentences


def sentences(path: Path) -> dict[str, str]:
    return tomllib.loads(path.read_text("utf-8"))["sentences"]


def blanks(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


@pytest.mark.parametrize(("path", "files"), KNOWN)
def test_a_catalogue_is_complete(path, files):
    wanted = {sentence for file in files if file.exists() for sentence in said(file)}
    assert set(sentences(path)) == wanted


@pytest.mark.parametrize(("path", "files"), KNOWN)
def test_translations_have_the_same_blanks_and_the_same_end(path, files):
    for english, other in sentences(path).items():
        assert blanks(english) == blanks(other), english
        assert english[-1:] == other[-1:] or english[-1] not in ".!?…", english
        assert english[:1] == " " or other[:1] != " ", english


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


@pytest.mark.parametrize("name", ["in-too-deep", "deep-sea-adventure"])
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


@pytest.mark.parametrize("name", ["in-too-deep", "deep-sea-adventure"])
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
