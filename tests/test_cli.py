"""The command line as a person meets it.

Commands run in this process, as `python -m fathom5` runs them; where a process is the subject it has one.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from fathom5 import Mistake
from fathom5.cli import main
from fathom5.server.serve import the_database
from processes import Server
from waiting import PATIENCE, until

ROOT = Path(__file__).parent
GAME = "deep-sea-adventure"
RECORD = str(ROOT / "records" / "deep-sea-adventure-2.f5")
SCREEN = {"COLUMNS": "100", "NO_COLOR": "1"}


class Told(NamedTuple):
    """What a command has written."""

    stdout: str
    stderr: str


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command with something typed in; what the command does not expect itself fails the test."""

    def call(*words: str, says: str = "", expect: int = 0, **environment: str) -> Told:
        capsys.readouterr()
        code = 0
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["fathom5", *words])
            patch.setattr(sys, "stdin", StringIO(says))
            for name, value in {**SCREEN, **environment}.items():
                patch.setenv(name, value)
            try:
                main()
            except SystemExit as stop:
                code = stop.code or 0
        told = Told(*capsys.readouterr())
        assert code == expect, told.stderr
        return told

    return call


def python(*words: str, expect: int = 0) -> Told:
    """Runs Python in a process of its own."""
    done = subprocess.run(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, **SCREEN},
        timeout=PATIENCE,
    )
    assert done.returncode == expect, done.stderr
    assert "Traceback" not in done.stderr
    return Told(done.stdout, done.stderr)


@pytest.mark.process
def test_a_process_helps_plays_and_tells_a_mistake():
    assert "Usage" in python("-m", "fathom5", "--help").stdout
    told = python("-m", "fathom5", "simulate", GAME, "--games", "20", "--json")
    assert json.loads(told.stdout)["games"] == 20
    told = python("-m", "fathom5", "simulate", "chess", expect=2)
    assert told.stdout == ""
    assert re.fullmatch(r"There is no game “chess”\. Known: .+\n", told.stderr)


def test_games_are_listed(run):
    out = run("games").stdout
    assert "deep-sea-adventure: Deep Sea Adventure, 2 to 6 players, rules version 2" in out
    entries = json.loads(run("games", "--json").stdout)
    entry = next(e for e in entries if e["game"] == GAME)
    assert entry["players"] == [2, 6]
    assert entry["options"]["loose-stacks"]["values"] == ["no", "yes"]


@pytest.mark.process
def test_listing_games_opens_nothing_heavy():
    code = "import sys; from fathom5.cli.playing import list_games; list_games();"
    code += "print('numba' in sys.modules, 'rich' in sys.modules)"
    assert python("-c", code).stdout.splitlines()[-1] == "False False"


COMMANDS = ["", "play", "simulate", "arena", "hint", "replay", "verify", "bench", "games", "fields"]
COMMANDS += ["compile", "new", "check", "tune", "learn", "serve", "export", "import", "backup"]
COMMANDS += ["study", "tune-box", "doctor", "drill", "drills"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run, command):
    assert "Usage" in run(*command.split(), "--help").stdout


def test_the_fields_of_a_game_are_described(run):
    out = run("fields", GAME).stdout
    assert "| `divers.load` | 0 … 32 | quantity, usually up to 6 | everybody | the stacks it carries |" in out
    assert "| `air` | 1 … 99 | quantity | everybody | air at the start of a dive |" in out


def test_simulate_prints_what_a_program_needs(run):
    words = f"simulate {GAME} --players 4 --games 3000 --seed 1 --bots random --json".split()
    one, two = (json.loads(run(*words, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    for key in ("game", "players", "games", "compile_s", "seconds", "games_per_s", "moves_per_s"):
        assert key in one
    same = ("mean_score", "win_share", "mean_moves", "longest", "games", "sd_score")
    assert {key: one[key] for key in same} == {key: two[key] for key in same}
    assert len(one["mean_score"]) == len(one["win_share"]) == 4
    assert sum(one["win_share"]) == pytest.approx(1, abs=1e-5)
    assert one["games"] == 3000


def test_simulate_in_words_with_changes(run):
    words = f"simulate {GAME} --games 200 --bots seal,random --set air=40 -o loose-stacks"
    out = run(*words.split()).stdout
    assert "200 games of deep-sea-adventure" in out
    assert "seat 1 (seal)" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulate", "chess"), "There is no game “chess”. Known: deep-"),
        (("simulate", GAME, "--players", "9"), "is for 2 to 6 players, not 9"),
        (("simulate", GAME, "--games", "0"), "number of games is a whole number, at least 1"),
        (("simulate", GAME, "--games", "many"), "'--games'"),
        (
            ("simulate", GAME, "--bots", "whale"),
            "no bot “whale”. Known: random, beginner, heuristic, minnow, seal, orca, leviathan, greedy-tide.",
        ),
        (("simulate", GAME, "--bots", "seal,seal,seal"), "one bot for all seats or 2, not 3"),
        (("simulate", GAME, "--jobs", "-1"), "number of cores is a whole number from 1"),
        (("simulate", GAME, "--seed", "-1"), "A seed is a whole number, at least 0"),
        (("simulate", GAME, "--set", "air=999"), "from 1 to 99"),
        (("simulate", GAME, "--option", "x=1"), "Known: print-2014, loose-stacks"),
        (("simulate", GAME, "--box", "nowhere.toml"), "cannot be read"),
        (("play", GAME, "--seats", "me"), "is for 2 to 6 players, not 1"),
        (("play", GAME, "--seats", "me,bot:whale"), "There is no bot “whale”"),
        (("play", GAME, "--seats", "me,seal:bot"), "A seat is a name or bot:LEVEL"),
        (("play", GAME, "--lang", "xx"), "There is no language “xx”"),
        (("replay", "nowhere.f5"), "cannot be read"),
        (("replay", RECORD, "--at", "9999"), "there is no move 9999"),
        (("replay", RECORD, "--svg", "/nowhere/x.svg"), "cannot be written"),
        (("bench", "chess"), "There is no game “chess”"),
        (("dance",), "dance"),
        (("simulate", GAME, "--colour", "red"), "--colour"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(run, words, says):
    done = run(*words, expect=2)
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""


def test_a_record_without_a_seed_cannot_be_verified(run):
    assert "This record has no seed" in run("verify", RECORD, expect=2).stderr


def test_a_damaged_record_is_refused(run, tmp_path):
    bad = tmp_path / "bad.f5"
    bad.write_text(Path(RECORD).read_text("utf-8").replace("roll 1 3", "roll 9 9", 1), "utf-8")
    assert "Line 10: “roll 9 9” is not a move now." in run("replay", str(bad), expect=2).stderr
    bad.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in run("replay", str(bad), expect=2).stderr


def test_replay_shows_and_draws(run, tmp_path):
    out = run("replay", RECORD, "--at", "30").stdout
    assert out.startswith("Move 30 of 140")
    assert "Dive 1 of 3" in out
    assert "1.  " in run("replay", RECORD).stdout
    picture = tmp_path / "board.svg"
    assert "Drew move 30 of 140" in run("replay", RECORD, "--at", "30", "--svg", str(picture)).stdout
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_whole_game_at_the_terminal(run, tmp_path):
    saved = tmp_path / "game.f5"
    script = [
        "help",
        "board",
        "why turn back",
        "why leave",
        "why",
        "fly",
        "undo",
        "1",
        "undo",
        f"save {saved}",
        "save",
    ]
    seats = ("--seats", "me,bot:seal,bot:random")
    out = run("play", GAME, *seats, "--seed", "3", says="\n".join(script + ["1"] * 300)).stdout
    assert "save FILE" in out
    assert "You may only turn back while you carry treasure (Step 2.1)." in out
    assert "“leave” is allowed now." in out
    assert "“fly” is no move of this game." in out
    assert "You have not moved yet" in out
    assert "Taken back to your last decision." in out
    assert "Write where to: save" in out
    assert "wins!" in out or "share the victory!" in out
    run("replay", str(saved))


def test_leaving_the_table(run):
    for says in ("quit\n", ""):
        assert "You leave the table" in run("play", GAME, "--seed", "1", says=says).stdout


def test_play_with_the_compiler_off(run):
    out = run("play", GAME, "--seed", "1", says="1\n" * 300, FATHOM5_COMPILE="0").stdout
    assert "points" in out


@pytest.mark.process
def test_interrupting_a_simulation_keeps_what_was_done(tmp_path):
    games, shown = 2_000_000_000, tmp_path / "shown"
    words = [sys.executable, "-m", "fathom5", "simulate", GAME, "--games", str(games), "--json"]
    with shown.open("w") as screen:
        running = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=screen,
            text=True,
            env={**os.environ, **SCREEN, "TTY_COMPATIBLE": "1", "TERM": "xterm"},
            # Started in the background, a shell lets its children ignore interrupts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
    try:
        until(lambda: running.poll() is not None or re.search(rf"[1-9]\d*/{games}", shown.read_text("utf-8")))
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
        running.communicate()
    told = shown.read_text("utf-8")
    assert running.returncode == 0, told
    assert re.search(r"Stopped after [1-9][\d,]* games? of 2,000,000,000\.\n", told)
    assert "Traceback" not in told
    assert 0 < json.loads(out)["games"] < games


@pytest.mark.process
def test_games_are_compiled_ahead(run):
    assert run("compile", GAME).stdout.strip() in ("Everything is compiled.", f"Compiled: {GAME}.")
    assert run("compile", GAME).stdout == "Everything is compiled.\n"
    assert "There is no game" in run("compile", "chess", expect=2).stderr
    assert "compiler is off" in run("compile", GAME, expect=2, FATHOM5_COMPILE="0").stderr


def test_the_bench_measures(run):
    result = json.loads(run("bench", GAME, "--seconds", "0.2", "--json").stdout)[0]
    assert result["table_bytes"] <= 1024
    for key in ("games_per_s", "moves_per_s", "copies_per_s", "match_moves_per_s"):
        assert result[key] > 0


def test_a_game_of_somebody_else_is_found_and_played(run):
    assert "low-tide: Low Tide, 2 to 3 players" in run("games").stdout
    words = ("play", "low-tide", "--seats", "me,bot:random", "--seed", "1")
    out = run(*words, says="1\n" * 30).stdout
    assert "How many do you take?" in out
    assert "wins!" in out
    assert "100 games of low-tide" in run("simulate", "low-tide", "--games", "100").stdout


def test_the_example_game_is_small():
    files = (ROOT / "example" / "fathom5_lowtide").iterdir()
    assert sum(len(f.read_text("utf-8").splitlines()) for f in files if f.suffix in (".py", ".toml")) < 120


@pytest.mark.process
def test_a_port_in_use_and_a_file_that_is_no_game_file_are_told_in_a_sentence(tmp_path):
    def told(port: str, name: str) -> str:
        words = ("serve", "--port", port, "--database", str(tmp_path / name))
        return python("-m", "fathom5", *words, expect=2).stderr

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} of 127.0.0.1 cannot be used" in told(port, "games")
    (tmp_path / "text").write_text("no database, but a text that is long enough to be one\n" * 20)
    assert "cannot be used as a game file" in told("0", "text")


def test_a_database_is_named_as_a_file_or_as_an_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert the_database("sqlite:///games/one.sqlite") == Path("games/one.sqlite")
    assert (tmp_path / "games").is_dir()
    assert the_database(f"sqlite:///{tmp_path}/two.sqlite") == tmp_path / "two.sqlite"
    with pytest.raises(Mistake, match="A database is an SQLite file or postgresql"):
        the_database("mysql://somewhere/games")
    assert not list(tmp_path.glob("*:*"))


@pytest.mark.process
def test_a_server_starts_answers_and_stops_with_a_stream_open(tmp_path):
    with Server(tmp_path / "games") as server:
        with urllib.request.urlopen(server.address, timeout=PATIENCE) as answer:
            assert b"Deep Sea Adventure" in answer.read()
        form = urllib.parse.urlencode({"seat.0": "me", "seat.1": "here"}).encode()
        with urllib.request.urlopen(f"{server.address}/new/{GAME}", form, timeout=PATIENCE) as answer:
            table = answer.url
        with urllib.request.urlopen(f"{table}/live", timeout=PATIENCE) as stream:
            assert stream.readline() == b"retry: 1000\n"
            code, written = server.end(signal.SIGTERM)
    assert code == 0
    assert "Traceback" not in written


@pytest.mark.process
def test_the_core_does_not_open_the_server():
    code = "import sys, fathom5.cli, fathom5.match, fathom5.bots; print('starlette' in sys.modules)"
    assert python("-c", code).stdout == "False\n"
