"""The stages of the tests: what is kept apart is apart, what hangs ends, and what failed is named."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests import stages
from tests.stages import LATE, Failure, may_run_again, run_pytest

from waiting import until

ROOT = Path(__file__).parent.parent
ALONE = ["-p", "tests.separation", "-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:xdist"]
LIMIT = 100
"""Seconds that a stage has here."""


@pytest.fixture
def some_tests(tmp_path):
    """Writes a file of tests and returns its path."""

    def written(text):
        path = tmp_path / "test_some.py"
        path.write_text(f"import os, subprocess, sys, time\nimport pytest\n{text}", "utf-8")
        return str(path)

    return written


def outcome(path, *words):
    """What a run of pytest says, and its exit code."""
    command = [sys.executable, "-m", "pytest", "-ra", *ALONE, *words, path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout


BEGINNINGS = (
    "subprocess.run([sys.executable, '-c', ''])",
    "os.waitpid(os.fork() or os._exit(0), 0)",
    "os.system('true')",
    "__import__('multiprocessing').get_context('spawn').Process(target=print).start()",
)


@pytest.mark.process
def test_a_process_is_refused_to_a_test_that_does_not_declare_it(some_tests):
    tests = [
        f"def test_{number}():\n    try:\n        {begin}\n    except RuntimeError:\n        pass\n"
        for number, begin in enumerate(BEGINNINGS)
    ]
    code, said = outcome(some_tests("\n".join([*tests, "def test_is_innocent(): pass\n"])))
    assert code == 1
    for number in range(len(BEGINNINGS)):  # although each has caught the error
        assert re.search(rf"^ERROR .*::test_{number}\b", said, re.M)
    errors = re.findall("^E .*It started a process: mark it with `process`.", said, re.M)
    assert len(errors) == len(BEGINNINGS)
    assert f"5 passed, {len(BEGINNINGS)} errors" in said


@pytest.mark.process
def test_a_process_is_granted_to_a_test_that_declares_it_or_uses_a_service(some_tests):
    text = """
@pytest.fixture
def postgres():
    return subprocess.run([sys.executable, "-c", ""])

def test_uses_a_service(postgres): pass

@pytest.mark.process
def test_declares_it(): subprocess.run([sys.executable, "-c", ""])

def test_has_none(): pass
"""
    code, said = outcome(some_tests(text))
    assert (code, "3 passed" in said) == (0, True)
    _, said = outcome(some_tests(text), "-m", "not process")
    assert "1 passed, 2 deselected" in said


@pytest.mark.process
def test_what_declares_a_process_is_refused_beside_others(some_tests):
    path = some_tests("@pytest.mark.process\ndef test_one(): pass\n\ndef test_two(): pass\n")
    words = ["-p", "xdist", "-n", "2"]
    command = [sys.executable, "-m", "pytest", *ALONE[:-2], *words, path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)
    assert "run alone: leave out -n" in done.stdout
    assert re.search("1 passed, .*1 error", done.stdout)


def test_the_stages_share_all_tests_among_them():
    shares = {name: stage.words[1] for name, stage in stages.STAGES.items()}
    assert shares == {"quick": "not process", "in-process": "not process", "processes": "process"}
    assert "-n" not in stages.STAGES["processes"].words


@pytest.mark.process
def test_a_test_that_hangs_ends_and_says_where(some_tests):
    path = some_tests("def test_hangs():\n    while True:\n        time.sleep(1)\n\ndef test_next(): pass\n")
    code, said = outcome(path, "--timeout=1", "--timeout-method=signal")
    assert code == 1
    assert "time.sleep(1)\nE " in said
    assert "Timeout" in said
    assert "1 failed, 1 passed" in said


@pytest.mark.process
def test_a_stage_that_hangs_is_stopped_with_all_it_started(some_tests, tmp_path, monkeypatch):
    child = tmp_path / "child"

    class Late(subprocess.Popen):
        """Its time is over as soon as it has a child."""

        def wait(self, timeout=None):
            if timeout == LIMIT:
                until(lambda: child.exists() and child.read_text())
                raise subprocess.TimeoutExpired(self.args, timeout)
            return super().wait(timeout)

    monkeypatch.setattr(stages.subprocess, "Popen", Late)
    path = some_tests(f"""
@pytest.mark.process
def test_hangs():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    open({str(child)!r}, "w").write(str(process.pid))
    while True:
        time.sleep(1)
""")
    code, failures = run_pytest([*ALONE, path], LIMIT)
    assert code == LATE
    assert not failures
    until(lambda: not Path(f"/proc/{child.read_text()}").exists())


@pytest.mark.process
def test_what_failed_is_kept_with_its_traceback(some_tests):
    path = some_tests("""
def test_passes(): pass

def test_fails(): assert 1 == 2

@pytest.mark.timing
def test_was_late(): assert 3 < 2
""")
    code, failures = run_pytest([*ALONE, path], LIMIT)
    assert code == 1
    assert [(failure.id.split("::")[1], failure.timing) for failure in failures] == [
        ("test_fails", False),
        ("test_was_late", True),
    ]
    assert "assert 3 < 2" in failures[1].traceback


@pytest.mark.parametrize(("enough", "place"), [(0, "memory"), (1 << 60, "disk")])
def test_tests_write_to_memory_where_there_is_room_and_leave_nothing(tmp_path, monkeypatch, enough, place):
    for name in ("memory", "disk"):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(stages, "MEMORY", tmp_path / "memory")
    monkeypatch.setattr(stages, "ENOUGH", enough)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "disk"))
    with stages.temporary_folder() as folder:
        (folder / "games.sqlite").write_text("games", "utf-8")
        assert folder.parent == tmp_path / place
    assert not folder.exists()


def test_only_what_watches_the_clock_is_run_again_and_only_a_little():
    late, broken = Failure("a", True, ""), Failure("b", False, "")
    assert may_run_again([late])
    assert may_run_again([late, late])
    assert not may_run_again([late, late, late])
    assert not may_run_again([late, broken])
    assert not may_run_again([])


@pytest.mark.process
def test_what_passes_the_second_time_is_told_as_flaky(some_tests, tmp_path, capfd, monkeypatch):
    text = """
@pytest.mark.timing
@pytest.mark.process
def test_is_late_once():
    path = os.path.join(os.path.dirname(__file__), "was-here")
    was_here = os.path.exists(path)
    open(path, "w").close()
    assert was_here, "too late"
"""
    path = some_tests(text)
    monkeypatch.setattr(sys, "argv", ["stages", "processes", *ALONE, path])
    monkeypatch.setattr(stages, "ROOT", tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert stages.main() == 0
    said = capfd.readouterr().out
    assert "AssertionError: too late" in said
    assert re.search(r"^FLAKY \S+::test_is_late_once: failed once, passed alone$", said, re.M)
    assert "FAILED" not in said.splitlines()[-1]
    path = some_tests(text.replace("assert was_here", "assert False"))
    assert stages.main() == 1
    assert re.fullmatch(r"FAILED \S+::test_is_late_once", capfd.readouterr().out.splitlines()[-2])
