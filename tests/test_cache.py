"""Compiled rules are kept, and never outlive the sources they were made from."""

import json
import os
import shutil
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from fathom5 import Mistake, find_game
from fathom5.engine import PLAYING, CompiledEngine, cache, is_compiled
from waiting import PATIENCE

EXAMPLE = Path(__file__).parent / "example"


def python(*words, example, cache):
    """Runs Python with a folder of games and one of compiled rules; returns what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(example), "FATHOM5_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_folder_follows_every_module_with_rules_but_not_the_words(tmp_path, monkeypatch):
    package = tmp_path / "fathom5_lowtide"
    shutil.copytree(EXAMPLE / "fathom5_lowtide", package)
    game = find_game("low-tide")
    monkeypatch.setitem(vars(game), "folder", package)
    before = cache.folder(game)
    (package / "words.py").write_text("# changed\n", "utf-8")
    assert cache.folder(game) == before
    (package / "deep").mkdir()
    (package / "deep" / "more.py").write_text("# rules further down\n", "utf-8")
    below = cache.folder(game)
    assert below != before
    (package / "rules.py").write_text("# changed\n", "utf-8")
    assert cache.folder(game) not in (before, below)


def test_the_folder_follows_every_rule_and_loop_of_ours():
    import fathom5.lab.loop.study_games
    import fathom5.observation.batch
    import fathom5.search  # noqa: F401 - these add their loops
    from fathom5.core.rule import RULES
    from fathom5.engine import LOOPS

    ours = Path(cache.__file__).parent.parent
    files = {
        Path(each.__code__.co_filename) for each in (*RULES, *(loop.function for loop in LOOPS.values()))
    }
    outside = {file for file in files if ours in file.parents and ours / "games" not in file.parents}
    assert ours / "lab" / "loop" / "counting.py" in outside
    assert outside <= cache.sources(find_game("low-tide"))


def test_the_folder_does_not_depend_on_the_place_of_installation(tmp_path, monkeypatch):
    game = find_game("low-tide")
    before = cache.folder(game).name
    monkeypatch.setitem(vars(game), "folder", shutil.copytree(game.folder, tmp_path / "elsewhere"))
    monkeypatch.setattr(cache, "RULES", {})
    assert cache.folder(game).name == before


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
