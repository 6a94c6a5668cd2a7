"""Compiled rules are kept, and never outlive the sources they were made from."""

import functools
import inspect
import json
import os
import random
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from enum import IntEnum
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import fathom5
from fathom5 import Mistake, find_game
from fathom5.core import verbs
from fathom5.core.moves import KINDS
from fathom5.engine import CompiledEngine, cache, is_compiled
from fathom5.engine.reach import reach
from fathom5.engine.registry import LOOPS, PLAYING
from fathom5.lab.loop import study_games
from fathom5.observation import source as observation_source
from waiting import PATIENCE

EXAMPLE = Path(__file__).parent / "example"
OUR_PACKAGE = Path(fathom5.__file__).parent


def python(*words, example, cache):
    """Runs Python with a folder of games and one of compiled rules; returns what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(example), "FATHOM5_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


TOUCH_EACH = """
import json, sys
from pathlib import Path
from fathom5 import find_game
from fathom5.engine import cache
game, followed = find_game(sys.argv[1]), []
before = cache.folder(game)
for path in (path for folder in sys.argv[2:] for path in sorted(Path(folder).rglob("*.py"))):
    text = path.read_text("utf-8")
    path.write_text(text + "# changed", "utf-8")
    if cache.folder(game) != before:
        followed.append(path.as_posix())
    path.write_text(text, "utf-8")
assert cache.folder(game) == before
print(json.dumps(followed))
"""

OURS = {
    "core/defaults.py",
    "core/moves.py",
    "core/rng.py",
    "core/rule.py",
    "core/verbs.py",
    "engine/compiler.py",
    "engine/loops.py",
    "engine/registry.py",
    "lab/loop/counting.py",
    "lab/loop/study_games.py",
    "observation/batch.py",
    "observation/layouts.py",
    "observation/parts.py",
    "observation/source.py",
    "search/network.py",
    "search/rollouts.py",
    "search/tree.py",
}
"""Our modules that are compiled into every game, or say how."""


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """Our package and the example game in a folder where they may be changed."""
    place = tmp_path_factory.mktemp("copied")
    shutil.copytree(OUR_PACKAGE, place / "fathom5", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(EXAMPLE, place, dirs_exist_ok=True)
    return place


@pytest.mark.process
@pytest.mark.parametrize("name", ["low-tide", "deeper", "scuba"])
def test_the_folder_follows_what_the_loops_reach_and_nothing_else(name, copied, tmp_path):
    """A change in a module with a reached rule compiles anew; one in a drawing or the words does not."""
    folders = [copied / "fathom5", copied / "fathom5_lowtide"]
    printed = python("-c", TOUCH_EACH, name, *map(str, folders), example=copied, cache=tmp_path)
    followed = {Path(path).relative_to(copied).as_posix() for path in json.loads(printed)}
    package = find_game(name).package.replace(".", "/")
    theirs = {path for path in followed if path.startswith(f"{package}/")}
    assert {path.removeprefix("fathom5/") for path in followed - theirs} == OURS
    modules = {path: path.read_text("utf-8") for path in (copied / package).glob("*.py")}
    assert theirs == {
        f"{package}/{path.name}"
        for path, text in modules.items()
        if "\n@rule\n" in text or path.name == "table.py"
    }


def test_the_folder_follows_constants_from_elsewhere(monkeypatch):
    game = find_game("low-tide")
    before = cache.folder(game)
    monkeypatch.setattr(study_games, "LOGGED", 7)
    assert cache.folder(game) != before


def test_the_folder_follows_the_declared_moves(monkeypatch):
    game = find_game("low-tide")
    before = cache.folder(game)
    kind = game.spec.moves.kinds[-1]
    monkeypatch.setitem(KINDS, kind.type, replace(kind, first=kind.first + 1))
    assert cache.folder(game) != before


def test_the_folder_is_the_same_before_and_after_observations_are_prepared():
    game = find_game("low-tide")
    before = cache.folder(game)
    observation_source.prepare(game)
    assert cache.folder(game) == before


def a_rule_by_value(table, box, moves, depth=3):
    """As `legal` of a game that reads a variable around it, an array, a tuple and a default."""
    return depth + AROUND[0] + TABLE[1][0] + Way.UP + depth_of(depth)


AROUND, TABLE, Way = np.array([1, 2]), ("two", (2, 3)), IntEnum("Way", {"UP": 1})


@functools.wraps(a_rule_by_value)
def depth_of(depth):
    return depth


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AROUND", np.array([1, 3])),
        ("TABLE", ("two", (2, 4))),
        ("Way", IntEnum("Way", {"UP": 2})),
        ("depth_of", len),
    ],
)
def test_whatever_a_rule_reads_counts(name, value, monkeypatch):
    game = find_game("low-tide")
    rules = verbs.RULES_OF[game.spec.table]
    without = cache.folder(game)
    monkeypatch.setitem(rules, "legal", a_rule_by_value)
    before = cache.folder(game)
    assert before != without
    monkeypatch.setattr(sys.modules[__name__], name, value)
    assert cache.folder(game) != before


def test_what_a_rule_reads_is_written_without_its_place_in_memory(monkeypatch):
    game = find_game("low-tide")
    monkeypatch.setitem(verbs.RULES_OF[game.spec.table], "legal", a_rule_by_value)
    monkeypatch.setattr(sys.modules[__name__], "depth_of", random.random)
    constants = reach(game).constants
    assert f"{__name__} depth_of = Random.random" in constants
    assert not [written for written in constants if " at 0x" in written]


def rule_around(around, default=3):
    """A rule that was made inside a function."""

    def legal(table, box, moves, depth=default):
        return depth + around

    return legal


@pytest.mark.parametrize("other", [rule_around(2), rule_around(1, default=4)])
def test_variables_around_a_rule_and_its_defaults_count(other, monkeypatch):
    game = find_game("low-tide")
    rules = verbs.RULES_OF[game.spec.table]
    monkeypatch.setitem(rules, "legal", rule_around(1))
    before = cache.folder(game)
    monkeypatch.setitem(rules, "legal", other)
    assert cache.folder(game) != before


def test_functions_of_libraries_are_known_by_their_version(monkeypatch):
    game = find_game("low-tide")
    before = reach(game).modules
    monkeypatch.setitem(
        verbs.RULES_OF[game.spec.table], "legal", lambda table: np.sum(table) + np.flip(table)
    )
    files = reach(game).modules
    assert Path(__file__) in files
    assert not [path for path in files - before if "numpy" in path.parts]


def test_every_loop_is_given_what_it_takes():
    for loop in LOOPS.values():
        wanted = inspect.signature(loop.function).parameters
        given = [make(find_game("low-tide").spec) for make in loop.arguments]
        assert len(given) == len(wanted), loop.name
        for (name, parameter), argument in zip(wanted.items(), given, strict=True):
            takes_number = parameter.annotation == "int"
            assert takes_number == isinstance(argument, int), f"{loop.name}: {name}"
            if not takes_number:
                dimensions = 2 if parameter.annotation.startswith("Grid") else 1
                assert argument.ndim == dimensions, f"{loop.name}: {name}"


@pytest.mark.process
def test_a_changed_helper_of_a_loop_is_compiled_anew(copied, tmp_path):
    """How often parts are taken is counted by a rule outside of core and engine."""
    program = """
from fathom5.lab.pieces import ArmGames
from fathom5.lab.plan import Arm, Plan
arm = Arm("two", 2)
games = ArmGames(Plan("low-tide", 20, 1, (arm,)), arm)
games.play(0, 20)
print(int(games.notes["parts"]["taken"].sum()))
"""
    first = python("-c", program, example=copied, cache=tmp_path)
    counting = copied / "fathom5" / "lab" / "loop" / "counting.py"
    text = counting.read_text("utf-8")
    counting.write_text(
        text.replace("note.parts[number].taken += 1", "note.parts[number].taken += 2"), "utf-8"
    )
    assert int(python("-c", program, example=copied, cache=tmp_path)) == 2 * int(first) > 0
    counting.write_text(text, "utf-8")


@pytest.mark.process
def test_the_folder_does_not_depend_on_the_place_of_installation(copied):
    game = find_game("low-tide")
    program = """
from fathom5 import find_game
from fathom5.engine import cache
print(cache.folder(find_game("low-tide")).name)
"""
    assert python("-c", program, example=copied, cache=copied) == f"{cache.folder(game).name}\n"


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("FATHOM5_CACHE", str(tmp_path / "file"))
    with pytest.raises(Mistake, match="FATHOM5_CACHE"):
        cache.prepare(cache.root() / "low-tide-1")


def test_the_user_may_name_another_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FATHOM5_CACHE", str(tmp_path))
    assert cache.root() == tmp_path
    monkeypatch.delenv("FATHOM5_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.root() == tmp_path / "xdg" / "fathom5"


def test_what_was_not_used_for_a_month_is_dropped(tmp_path, monkeypatch):
    monkeypatch.setenv("FATHOM5_CACHE", str(tmp_path))
    for name, days in (("old", 40), ("new", 1)):
        (tmp_path / name).mkdir()
        mark = tmp_path / name / "used"
        mark.touch()
        os.utime(mark, (time.time() - days * 86400,) * 2)
    cache.sweep()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize("look", [1, 2])
def test_what_another_process_drops_meanwhile_is_no_error(tmp_path, monkeypatch, look):
    monkeypatch.setenv("FATHOM5_CACHE", str(tmp_path))
    marks = [tmp_path / name / "used" for name in ("one", "two")]
    for mark in marks:
        mark.parent.mkdir()
        mark.touch()
        os.utime(mark, (0, 0))
    usual, looks = Path.stat, count(1)

    def stat(path, **how):
        if path == marks[0] and next(looks) == look:
            shutil.rmtree(path.parent)
        return usual(path, **how)

    monkeypatch.setattr(Path, "stat", stat)
    cache.sweep()
    assert not list(tmp_path.iterdir())


@pytest.mark.process
def test_a_changed_rule_is_compiled_anew(tmp_path):
    example = tmp_path / "example"
    shutil.copytree(EXAMPLE, example)

    def simulated():
        words = ("-m", "fathom5", "simulate", "low-tide", "--games", "200", "--json")
        return json.loads(python(*words, example=example, cache=tmp_path / "cache"))

    def kept():
        return {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.nbc")}

    first = simulated()
    compiled = kept()
    again = simulated()
    assert kept() == compiled
    assert again["mean_moves"] == first["mean_moves"]
    rules = example / "fathom5_lowtide" / "rules.py"
    rules.write_text(
        rules.read_text("utf-8").replace("min(3, table.shells)", "min(1, table.shells)"), "utf-8"
    )
    assert simulated()["mean_moves"] > first["mean_moves"] + 3
    assert len(kept()) == 2 * len(compiled) > 0


def test_loops_that_a_match_does_not_need_are_read_when_they_are_called():
    game = find_game("deep-sea-adventure")
    loops = CompiledEngine(game)
    loops.prepare(PLAYING)
    assert is_compiled(game)
    assert "copy_tables" not in vars(loops)
    loops.copy_tables(loops.workspace(game.box()).structs, 4)
    assert "copy_tables" in vars(loops)
    with pytest.raises(AttributeError, match="nothing"):
        _ = loops.nothing


@pytest.mark.process
def test_compiled_loops_serve_a_second_environment(tmp_path):
    """The same sources elsewhere: nothing is compiled again."""
    words = ("-m", "fathom5", "simulate", "low-tide", "--games", "20")
    kept = []
    for place in ("one", "two"):
        example = shutil.copytree(EXAMPLE, tmp_path / place)
        python(*words, example=example, cache=tmp_path / "cache")
        kept.append({path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.nbc")})
    assert kept[0] == kept[1] != {}


@pytest.mark.process
def test_a_thread_of_the_user_may_compile_at_the_same_time(tmp_path):
    program = """
import threading, numba
from fathom5.core.game import find_game
from fathom5.engine import CompiledEngine
failed = []
def compile_others():
    for n in range(40):
        @numba.njit
        def add(a, b, n=n):
            return a + b * n
        if add(2, 3) != 2 + 3 * n or add(2.5, 1.0) != 2.5 + n:
            failed.append(n)
thread = threading.Thread(target=compile_others)
thread.start()
loops = CompiledEngine(find_game("low-tide"))
for name in ("set_up", "list_open", "play", "rank", "simulate"):
    getattr(loops, name)
thread.join()
assert not failed
print("both compiled")
"""
    assert python("-c", program, example=EXAMPLE, cache=tmp_path) == "both compiled\n"
