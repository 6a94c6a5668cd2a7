"""What a stranger meets first: quick answers, a greeting, one sentence where a part is not installed."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from rich.console import Console
from typer.main import get_command
from typer.testing import CliRunner

import fathom5
from fathom5 import Match, engine, terminal
from fathom5.cli import PANELS, app, greeting
from fathom5.cli.common import complete_game
from fathom5.terminal import TerminalGame, seated
from waiting import PATIENCE

ROOT = Path(__file__).parent.parent
HEAVY = ("numpy", "numba", "starlette", "pyarrow")
GAME = "deep-sea-adventure"


def python(code, **more):
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **more}, timeout=PATIENCE)


@pytest.mark.process
@pytest.mark.parametrize(
    "code",
    [
        "import fathom5",
        "import fathom5.cli",
        "import sys; sys.argv = ['fathom5', '--help']\nfrom fathom5.cli import main; main()",
        "import sys; sys.argv = ['fathom5', '--version']\nfrom fathom5.cli import main; main()",
    ],
)
def test_nothing_heavy_is_opened_before_it_is_used(code):
    done = python(f"{code}\nimport sys; print([name for name in {HEAVY} if name in sys.modules])")
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_every_public_name_is_found_where_it_is_at_home():
    for name in fathom5.__all__:
        assert getattr(fathom5, name) is not None
    assert set(fathom5.__all__) | {"__version__"} == set(dir(fathom5))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = fathom5.chess


def test_the_version_is_told():
    assert CliRunner().invoke(app, ["--version"]).output == f"fathom5 {fathom5.__version__}\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version", "readme", "urls"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/fathom5/__init__.py"


def test_alone_it_greets(monkeypatch):
    told = CliRunner().invoke(app, []).output
    for name, game in fathom5.all_games().items():
        assert re.search(rf"^  {name} +{game.title}, \d to \d players$", told, re.M)
    commands = re.findall(r"^  fathom5 (\S+)", told, re.M)
    assert commands == ["serve", "play", "games", "--help"]
    assert "pip install" not in told
    monkeypatch.setattr(greeting, "find_spec", lambda name: None)
    assert "pip install 'fathom5[server]' first" in CliRunner().invoke(app, []).output


def test_help_begins_with_what_a_player_wants_and_leaves_nothing_out():
    told = CliRunner(env={"COLUMNS": "100"}).invoke(app, ["--help"]).output
    panels = re.findall(r"^╭─ ([\w ]+) ─", told, re.M)
    assert [panel for panel in panels if panel in PANELS.values()] == list(dict.fromkeys(PANELS.values()))
    for name in get_command(app).commands:
        assert f"│ {name} " in told


def test_a_shell_completes_commands_and_games(monkeypatch, capsys):
    assert complete_game("deep-") == ["deep-dive", "deep-sea-adventure"]
    asked = {"_FATHOM5_COMPLETE": "complete_bash", "COMP_CWORD": "2", "COMP_WORDS": "fathom5 play deep-s"}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["fathom5"])
    with pytest.raises(SystemExit) as stop:
        app(prog_name="fathom5")
    assert not stop.value.code
    assert capsys.readouterr().out.split() == [GAME]


MISSING = """
import sys
missing = "cmaes gymnasium matplotlib openskill psycopg pyarrow pyspiel ray starlette"
for name in missing.split():
    sys.modules[name] = None
from typer.testing import CliRunner
import fathom5
from fathom5.cli import app

def command(words):
    raise CliRunner().invoke(app, words.split()).exception

for entry in (
    lambda: command("serve"),
    lambda: command("doctor"),
    lambda: command("export games.jsonl"),
    lambda: command("operate bans"),
    lambda: command("study scuba"),
    lambda: fathom5.study("scuba", 2, 1, folder="study-scuba"),
    lambda: command("arena scuba"),
    lambda: command("tune scuba"),
    lambda: command("tune-box scuba --aim equal"),
    lambda: fathom5.arena,
    lambda: __import__("fathom5.envs").envs.vector,
    lambda: __import__("fathom5.envs.openspiel"),
    lambda: __import__("fathom5.server.postgres"),
    lambda: __import__("fathom5.lab.spread").lab.spread.RayCluster("local"),
):
    try:
        entry()
    except fathom5.Mistake as mistake:
        print(mistake)
"""
SENTENCES = """
The server needs starlette: pip install 'fathom5[server]'.
The server needs starlette: pip install 'fathom5[server]'.
The server needs starlette: pip install 'fathom5[server]'.
The server needs starlette: pip install 'fathom5[server]'.
A study in a folder needs matplotlib: pip install 'fathom5[lab]'.
A study in a folder needs matplotlib: pip install 'fathom5[lab]'.
The arena needs openskill: pip install 'fathom5[lab]'.
Tuning needs cmaes: pip install 'fathom5[lab]'.
Tuning a box needs cmaes: pip install 'fathom5[lab]'.
fathom5.arena needs openskill: pip install 'fathom5[lab]'.
This needs gymnasium: pip install 'fathom5[envs]'.
OpenSpiel's games need open_spiel: pip install 'fathom5[openspiel]'.
PostgreSQL needs psycopg: pip install 'fathom5[postgres]'.
A cluster needs ray: pip install 'fathom5[ray]'.
"""


@pytest.mark.process
def test_what_is_missing_is_one_sentence_with_what_to_install():
    done = python(MISSING)
    assert done.stdout.splitlines() == SENTENCES.split("\n")[1:-1], done.stderr


def test_every_extra_that_is_named_exists_and_all_has_those_of_users():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    files = [*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = {name for file in files for name in re.findall(r"fathom5\[(\w+)\]", file.read_text("utf-8"))}
    assert {"server", "lab", "envs", "openspiel", "postgres"} <= named <= set(extras)
    assert extras["all"] == ["fathom5[envs,lab,openspiel,postgres,server]"]


@pytest.fixture
def first_use(monkeypatch):
    """A game at the terminal, with what is asked to be compiled and what is ready."""
    asked, ready = [], set()
    monkeypatch.setattr(terminal, "compile_elsewhere", lambda game, *names: asked.extend(names))
    monkeypatch.setattr(terminal, "is_compiled", lambda game, names=(): bool(ready))
    names, bots = seated(fathom5.find_game(GAME), "me,bot:random", 1)
    match = Match(GAME, 2, seed=3, names=names, bots=bots, compiled=False)
    monkeypatch.setattr(Match, "use_compiled", lambda match: asked.append("used"))
    return TerminalGame(match, Console(width=200)), asked, ready


def test_a_first_game_is_played_while_its_rules_are_compiled(first_use, capsys, monkeypatch):
    playing, asked, ready = first_use
    playing.compile_beside()
    assert asked == list(terminal.WANTED)
    assert "You can play meanwhile" in capsys.readouterr().out
    lines = iter(["1", "1", "1"])

    def typed(prompt):
        line = next(lines, None)
        if line is None:
            ready.add(GAME)
        return line

    monkeypatch.setattr(terminal, "typed", typed)
    playing.play()
    assert "used" not in asked
    monkeypatch.setattr(terminal, "typed", lambda prompt: None)
    playing.play()
    playing.play()
    assert asked.count("used") == 1


def test_what_is_compiled_is_not_compiled_again(first_use, capsys):
    playing, asked, ready = first_use
    ready.add(GAME)
    playing.compile_beside()
    playing._use_compiled()
    assert not asked
    assert not capsys.readouterr().out


def test_a_first_match_in_python_says_that_it_compiles(monkeypatch, capsys):
    game = fathom5.find_game(GAME)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)  # the tests of notebooks may have opened it
    assert engine._tell_person(game) is None
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    tell = engine._tell_person(game)
    for done in range(4):
        tell("", done, 3)
    tell("", 0, 0)
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith("Compiling Deep Sea Adventure for the first time here")
    assert last == "Compiled."
