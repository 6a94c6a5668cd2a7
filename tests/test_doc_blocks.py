"""Every block of the docs is seen by a test: commands are run, made small, and data is read.

Blocks of Python are run by test_readme.py. Commands of `fathom5` run here in an empty folder, with few games
and little thinking; a server is started up to the point where it would listen. Not run are commands that take
long or write into the package (UNRUN), which have to be understood with all their options, and those of
others (OTHERS).
"""

import re
import shlex
import shutil
import tomllib
from itertools import count
from pathlib import Path
from random import Random

import matplotlib.font_manager  # noqa: F401 - asks another process for the fonts, where it has no list yet
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from fathom5 import NATURE, Match, Record
from fathom5.cli import app
from fathom5.fairness import Luck
from fathom5.server.store import Store

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
SMALL = {
    "arena": "--games 2 --playouts 2",
    "backup": "--database games.sqlite",
    "doctor": "--database games.sqlite",
    "drills": "--count 1 --playouts 2 --effort 0.05 --seed 1 --file drills.f5",
    "export": "--database games.sqlite",
    "hint": "--seconds 0.01",
    "operate": "--database games.sqlite",
    "review": "--effort 0.01",
    "simulate": "--games 5",
    "study": "--games 2 --skill none --jobs 1",
}
"""What is said in addition: the last of two values counts."""
UNRUN = {"bench", "check", "compile", "learn", "tune", "tune-box"}
"""Other tests run these: test_own_game.py, test_networks.py, test_bots.py, tests/lab; make test compiles."""
LONG = "study (deeper|scuba)"
"""Studies of games whose loops take long to compile; those of Deep Sea Adventure are run."""
OTHERS = ("cd", "createuser", "docker", "make", "pip", "podman", "printf", "python", "python3")


def blocks():
    """Page, language and text of every block."""
    for path in PAGES:
        for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text("utf-8"), re.S | re.M):
            yield path, language, re.sub(r"\\\n\s*", " ", text)


def lines():
    """Page and line of all that is typed into a shell, without what is explained beside it."""
    for path, language, text in blocks():
        if not language and not is_listing(text):
            for line in text.splitlines():
                yield path, re.sub(r"(?<=\S)(   +| +# ).*", "", line.strip())


def is_listing(text):
    """Whether a block shows a record or a folder."""
    return text.startswith(("[Game ", "my_game/"))


COMMANDS = sorted(
    {
        re.sub(r"^\S*/", "", line).removeprefix("fathom5 ")
        for _, line in lines()
        if re.match(r"(?:\S*/)?fathom5 ", line)
    }
)


def test_nothing_is_left_over():
    assert {language for _, language, _ in blocks()} == {"", "markdown", "pycon", "python", "toml"}
    for path, line in lines():
        word = re.sub(r"^\S*/", "", line.split()[0])
        assert word == "fathom5" or word in OTHERS, f"{path.name}: {line}"
    assert len(COMMANDS) > 40


def test_data_can_be_read():
    for _, language, text in blocks():
        if language == "toml":
            assert tomllib.loads(text)
        if text.startswith("[Game "):
            assert Record.read(text).match(compiled=False).history


def test_what_is_made_and_where_one_goes_is_there():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    for _, line in lines():
        words = line.split()
        assert words[0] != "make" or words[1] in targets
        assert words[0] != "cd" or (ROOT / words[1]).is_dir()


ASKED = (40, 42)
"""Where the pages ask for a hint: somebody has to decide there."""


@pytest.fixture(scope="module")
def game_file(tmp_path_factory):
    """A finished game whose chance can be checked."""
    luck = Luck("07" * 32)
    for seed in count():
        match, rng = Match("deep-sea-adventure", 2, nature="manual", compiled=False), Random(seed)
        while not match.over:
            match.play(luck.draw(match) if match.actor == NATURE else rng.choice(match.ids))
        if all(match.history[number][0] != NATURE for number in ASKED):
            break
    match.notes |= {"Commitment": luck.commitment, "Words": luck.words, "Seed": luck.seed}
    path = tmp_path_factory.mktemp("given") / "game.f5"
    path.write_text(str(match.record()), "utf-8")
    return path


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_does_what_it_is_shown_for(line, game_file, tmp_path, monkeypatch):
    words = shlex.split(line)
    understood(words)
    if words[0] in UNRUN or "…" in line or "moon" in line or re.match(LONG, line):
        return
    monkeypatch.chdir(tmp_path)
    shutil.copy(game_file, "game.f5")
    Path("games").mkdir()
    shutil.copy(game_file, "games")
    Store(tmp_path / "games.sqlite").close()
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "examples" / "agents" / "deep-dive-2-seed1.npz", "trained.npz")
    listening = []
    monkeypatch.setattr("fathom5.server.serve.serve", lambda *given, **more: listening.append(given))
    monkeypatch.setenv("FATHOM5_AGENTS", "")  # what a server sets is taken back afterwards
    monkeypatch.delenv("FATHOM5_AGENTS")
    done = CliRunner().invoke(app, words + SMALL.get(words[0], "").split(), input="quit\n")
    assert done.exit_code == 0, done.output + repr(done.exception)
    assert bool(listening) == (words[0] == "serve")
    for name in re.findall(r"(?<= )[\w-]+\.(?:html|jsonl|sqlite|svg)\b", line):
        assert Path(name).exists(), f"{name} was not written"


def understood(words):
    """All of a command and its options exist and have values of their kind."""
    command, left = get_command(app), list(words)
    while hasattr(command, "commands"):
        command = command.commands[left.pop(0)]
    command.make_context(command.name, left)
