"""The mutation tool: what it changes, what it calls caught, what it calls a survivor, what it keeps."""

import gc
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from fathom5 import find_game
from mutation.changes import Mutant, mutants_of
from mutation.clauses import _forgetter, rule_modules
from mutation.page import write_page
from mutation.results import Outcome
from waiting import PATIENCE

ROOT = Path(__file__).parents[1]


def made(function: str) -> list[str]:
    """What the tool changes in a rule of the example game."""
    from fathom5_lowtide import rules

    return [mutant.change for mutant in mutants_of(rules) if mutant.function == function]


def test_every_kind_of_change_is_made():
    assert made("legal") == [
        "n = min(3, table.shells) → n = max(3, table.shells)",
        "n = min(3, table.shells) → n = min(4, table.shells)",
        "n = min(3, table.shells) → n = min(2, table.shells)",
        "for i in range(n): → for i in range(1, n):",
        "for i in range(n): → for i in range(n + 1):",
        "for i in range(n): → for i in range(n - 1):",
        "moves[i] = encode(Take(i + 1)) → (removed)",
        "moves[i] = encode(Take(i + 1)) → moves[i] = encode(Take(i - 1))",
        "moves[i] = encode(Take(i + 1)) → moves[i] = encode(Take(i + 2))",
        "moves[i] = encode(Take(i + 1)) → moves[i] = encode(Take(i + 0))",
        "return n → return 0",
    ]
    assert {
        "if table.actor == NATURE: → if False:",
        "if table.actor == NATURE: → if table.actor != NATURE:",
        "if table.actor == NATURE: → if table.actor == NATURE + 1:",
        "return → (removed)",
        "table.shells += decode(Wave, move).shells → table.shells -= decode(Wave, move).shells",
        "table.shells += decode(Wave, move).shells → table.shells = decode(Wave, move).shells",
    } < set(made("play"))
    returned = "return table.actor == OVER and table.turn == one"
    assert {
        f"{returned} → return True",
        f"{returned} → return table.actor == OVER or table.turn == one",
        f"{returned} → return table.actor == OVER",
    } < set(made("ahead"))


RULES = """
    from enum import IntEnum
    from fathom5.core import rule

    LAST = 3

    class Phase(IntEnum):
        DAY = 0
        NIGHT = 1

    @rule
    def fill(a, b):
        a[0] = b
        b = a[1]
        a[0] = b

    @rule
    def dawn(table):
        for i in range(LAST):
            table.phase[i] = Phase.NIGHT
"""


@pytest.fixture
def small_rules(tmp_path, monkeypatch):
    (tmp_path / "small_rules.py").write_text(dedent(RULES), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return import_module("small_rules")


def test_changes_with_the_same_text_are_numbered(small_rules):
    removed = [m for m in mutants_of(small_rules) if m.function == "fill" and "(removed)" in m.change]
    assert [mutant.change for mutant in removed] == [
        "a[0] = b → (removed)",
        "b = a[1] → (removed)",
        "a[0] = b → (removed) #2",
    ]
    assert [list(mutant.lines) for mutant in removed] == [[13], [14], [15]]
    assert "-    a[0] = b\n+    pass" in removed[2].diff
    assert len({mutant.code for mutant in removed}) == 3


def test_constants_and_members_of_enums_are_changed(small_rules):
    assert [mutant.change for mutant in mutants_of(small_rules) if mutant.function == "dawn"] == [
        "for i in range(LAST): → for i in range(1, LAST):",
        "for i in range(LAST): → for i in range(LAST + 1):",
        "for i in range(LAST): → for i in range(LAST - 1):",
        "table.phase[i] = Phase.NIGHT → (removed)",
        "table.phase[i] = Phase.NIGHT → table.phase[i] = Phase.DAY",
    ]


def test_what_rules_worked_out_before_is_forgotten():
    game = find_game("low-tide")
    game.box()
    gc.freeze()
    assert len(game._packed)
    _forgetter(rule_modules(game))()
    gc.unfreeze()
    assert not len(game._packed)


TESTS = """
    import pytest
    from fathom5 import Match
    from fathom5.testing import scenario


    def test_one_to_three_shells_are_taken():
        match = scenario("low-tide", 2, "nature: wave 0")
        assert match.moves == ["take 1", "take 2", "take 3"]


    def test_it_is_played_to_the_end():
        match = Match("low-tide", 2, seed=1, compiled=True)
        while not match.over:
            match.play(match.ids[0])
"""


@pytest.fixture
def run(tmp_path):
    """Runs the tool on some rules of the example game."""
    (tmp_path / "test_low_tide.py").write_text(dedent(TESTS), "utf-8")
    paths = [ROOT, ROOT / "src", ROOT / "tests" / "example"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "tests.mutation", "low-tide", "--tests", "test_low_tide.py", *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    return call


@pytest.mark.process
def test_what_a_test_notices_is_caught_and_the_rest_survives(run):
    told = run()
    assert told.returncode == 1, told.stderr
    assert "low-tide rules.legal" not in told.stdout
    change = "scores[seat] = table.actor == OVER and table.turn == seat → (removed)"
    assert f"low-tide rules.score: {change}" in told.stdout
    assert "-        scores[seat] = table.actor == OVER and table.turn == seat\n+        pass" in told.stdout


NOTHING_TAKEN = "rules.play: table.shells -= decode(Take, move).shells → (removed)"


@pytest.mark.process
def test_a_mutant_on_which_a_test_does_not_end_is_caught(run):
    told = run("--function", "play")
    assert NOTHING_TAKEN not in told.stdout
    made, caught, survivors, slow = counts(told.stdout)
    assert slow == 0
    assert made == caught + survivors
    assert caught > 0


SLOW = """
    import time
    from fathom5.testing import scenario


    def test_takes_its_time_where_nothing_is_taken():
        match = scenario("low-tide", 2, "nature: wave 0")
        before = match.table.shells
        match.play("take 1")
        end = time.process_time() + 2 * (match.table.shells == before)
        while time.process_time() < end:
            pass
"""
"""Takes longer than a test may at first, and less long than one that does not end."""

NOTICING = """
    from fathom5 import Match


    def test_what_is_taken_is_gone():
        for seed in range(300):
            Match("low-tide", 2, seed=seed, compiled=True)
        match = scenario("low-tide", 2, "nature: wave 0")
        before = match.table.shells
        match.play("take 1")
        assert match.table.shells == before - 1
"""
"""Notices that nothing is taken, and is run after the test that is slow then, since it takes longer."""


@pytest.mark.process
def test_a_mutant_on_which_tests_are_only_slow_is_neither_caught_nor_a_survivor(run, tmp_path):
    asked, test = ("--function", "play"), tmp_path / "test_low_tide.py"
    test.write_text(dedent(SLOW), "utf-8")
    told = run(*asked)
    assert re.findall(r"^low-tide: tests take too long on: (.+)$", told.stdout, re.M) == [NOTHING_TAKEN]
    assert f"low-tide {NOTHING_TAKEN}" not in told.stdout
    made, caught, survivors, slow = counts(told.stdout)
    assert slow == 1
    assert made == caught + survivors + slow
    changes = [*survivors_of(told.stdout, "play"), NOTHING_TAKEN.removeprefix("rules.play: ")]
    explain(tmp_path, "play", changes)
    again = run(*asked)
    assert again.returncode == 0, again.stdout
    assert counts(again.stdout) == (made, caught, survivors, slow)
    assert "mutants" not in again.stderr, "all were judged before"
    test.write_text(dedent(SLOW) + dedent(NOTICING), "utf-8")
    told = run(*asked)
    assert f"explained, but no survivor: {NOTHING_TAKEN}" in told.stdout
    assert counts(told.stdout)[3] == 0
    assert told.returncode == 1


def counts(told: str) -> tuple[int, ...]:
    """Mutants, caught ones, survivors and those that could not be judged, as the last line has them."""
    line = r"low-tide: (\d+) mutants, (\d+) caught .*, (\d+) survivors, \d+ .*, (\d+) too slow to be judged\n"
    return tuple(map(int, re.search(line, told).groups()))


def survivors_of(told: str, function: str) -> list[str]:
    """The changes that survived."""
    return re.findall(rf"^low-tide rules\.{function}: (.+)$", told, re.M)


def explain(folder: Path, function: str, changes: list[str]) -> None:
    """Write down why mutants may survive."""
    place = f"module = 'rules'\nfunction = '{function}'"
    entry = f"[[equivalent]]\n{place}\nchanges = {changes}\nreason = 'why'\n"
    (folder / "mutants.toml").write_text(entry, "utf-8")


@pytest.mark.process
def test_survivors_are_explained_in_a_file_and_judged_once(run, tmp_path):
    survivors = survivors_of(run("--function", "score").stdout, "score")
    assert survivors
    explain(tmp_path, "score", survivors)
    told = run("--function", "score")
    assert told.returncode == 0, told.stdout
    assert f"{len(survivors)} of them explained" in told.stdout
    assert "mutants" not in told.stderr, "all were judged before"
    explain(tmp_path, "score", [*survivors, "nothing → something"])
    told = run("--function", "score")
    assert told.returncode == 1
    assert "explained, but no survivor: rules.score: nothing → something" in told.stdout


@pytest.mark.process
def test_a_sample_is_the_same_every_time(run):
    asked = ("--sample", "4", "--seed", "7")
    told = run(*asked).stdout
    assert told == run(*asked, "--afresh").stdout
    assert "low-tide: 4 mutants" in told


def outcome(title: str, judged: int, survivors: list[Mutant], late: list[Mutant]) -> Outcome:
    reasons = {mutant.name: "It is over." for mutant in survivors}
    return Outcome(title.lower(), title, judged, survivors, late, reasons, [], [])


def test_the_page_keeps_what_it_says_of_other_games(tmp_path):
    path = tmp_path / "mutants.md"
    alive = Mutant("rules", "play", "a | b → a & b", range(1), b"", "", "")
    endless = Mutant("rules", "play", "return → (removed)", range(1), b"", "", "")
    write_page([outcome("Low Tide", 40, [alive], []), outcome("High Tide", 9, [], [])], path)
    write_page([outcome("High Tide", 10, [], [endless])], path)
    page = path.read_text("utf-8")
    assert "| High Tide | 10 | 9 | 0 | 90.0 |\n| Low Tide | 40 | 39 | 1 | 97.5 |\n" in page
    assert page.endswith(
        "\n## High Tide\n\nNo mutant survives.\n\n"
        "Tests take too long on these, which are neither caught nor survivors:\n\n"
        "- `rules.play: return → (removed)`\n"
        "\n## Low Tide\n\n- `rules.play`: It is over.\n  - `a | b → a & b`\n"
    )
