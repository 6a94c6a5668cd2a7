"""Compiled rules are kept, and never outlive the sources they were made from."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fathom5 import find_game
from fathom5.kernel import cache
from fathom5.kernel.engine import PLAYING, CompiledEngine

EXAMPLE = Path(__file__).parent / "example"


def test_the_folder_follows_the_sources_but_not_the_words(tmp_path):
    package = tmp_path / "fathom5_lowtide"
    shutil.copytree(EXAMPLE / "fathom5_lowtide", package)
    before = cache.folder("low-tide", package)
    (package / "words.py").write_text("# changed\n", "utf-8")
    assert cache.folder("low-tide", package) == before
    (package / "rules.py").write_text("# changed\n", "utf-8")
    assert cache.folder("low-tide", package) != before


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
        mark = tmp_path / name / "ready"
        mark.touch()
        os.utime(mark, (time.time() - days * 86400,) * 2)
    cache.sweep()
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_changed_rule_is_compiled_anew(tmp_path):
    example = tmp_path / "example"
    shutil.copytree(EXAMPLE, example)
    environment = {**os.environ, "PYTHONPATH": str(example), "FATHOM5_CACHE": str(tmp_path / "cache")}

    def simulated():
        words = [sys.executable, "-m", "fathom5", "simulate", "low-tide", "--games", "200", "--json"]
        return json.loads(subprocess.run(words, env=environment, capture_output=True, check=True).stdout)

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
    game.compiled()
    engine = CompiledEngine(game.form, game.cache_folder)
    assert set(PLAYING) <= set(vars(engine))
    assert "copies" not in vars(engine)
    assert engine.copies(game.form.table.blank().repeat(3), 4) == 1
    assert "copies" in vars(engine)
    with pytest.raises(AttributeError, match="nothing"):
        _ = engine.nothing
