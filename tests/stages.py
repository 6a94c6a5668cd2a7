"""Run the tests of a stage: python -m tests.stages quick | in-process | processes [PYTEST ARGUMENTS].

`in-process` holds everything that needs no other process, on all cores; `processes` what needs a browser,
a database server or another process, one test after the other, with nothing beside it; `quick` the tests of
rules, match and text, a part of the first. A stage has a time limit. What failed is named in the last lines.
If at most two tests marked `timing` failed and nothing else did, they are run once more; what passes then is
told as FLAKY, with its first traceback.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MAX_FLAKY = 2
"""How many tests that watch the clock may fail at first."""
LATE = 124
"""The exit code of a stage that took too long, as of timeout(1)."""
OPTIONS = ("-ra", "--durations=25", "-p", "tests.failures")
MEMORY = Path("/dev/shm")
"""A file system in memory, on Linux."""
ENOUGH = 4 << 30
"""Bytes that it has to have free for tests."""
GRACE = 30
"""Seconds that pytest has for its summary after its time is over."""


class Stage(NamedTuple):
    """Which tests, and how."""

    words: tuple[str, ...]
    limit: int
    """Seconds."""


ON_ALL_CORES = ("-m", "not process", "-n", "auto", "--dist", "worksteal")
QUICK = (
    "tests/games",
    *(
        f"tests/test_{subject}.py"
        for subject in (
            "box",
            "finding",
            "guides",
            "languages",
            "match",
            "record",
            "records",
            "rng",
            "rule_pages",
            "schema",
            "why",
        )
    ),
)
STAGES = {
    "quick": Stage((*ON_ALL_CORES, *QUICK), 600),
    "in-process": Stage(ON_ALL_CORES, 1500),
    "processes": Stage(("-m", "process", "-p", "no:xdist"), 1800),
}


class Failure(NamedTuple):
    """A test that failed."""

    id: str
    timing: bool
    traceback: str


def main() -> int:
    """Run a stage; returns its exit code."""
    name, *more = sys.argv[1:] or [""]
    if name not in STAGES:
        sys.exit(f"A stage is one of {', '.join(STAGES)}.")
    began, stage = time.monotonic(), STAGES[name]
    code, failures = run_pytest([*stage.words, *more], stage.limit)
    if code == LATE:
        print(f"The stage {name} was stopped: it took longer than {stage.limit} s.")
    elif code == 1 and may_run_again(failures):
        code = run_again(failures)
    for failure in failures if code else ():
        print(f"FAILED {failure.id}")
    print(f"tests {name}: {'failed' if code else 'passed'} in {time.monotonic() - began:.0f} s")
    return code


def may_run_again(failures: list[Failure]) -> bool:
    """Whether all that failed watches the clock, and it is not much."""
    return 0 < len(failures) <= MAX_FLAKY and all(failure.timing for failure in failures)


def run_again(failures: list[Failure]) -> int:
    """Run tests once more by themselves; returns 0 if all pass, and tells that they are flaky."""
    code, _ = run_pytest(["-p", "no:xdist", *(failure.id for failure in failures)], STAGES["processes"].limit)
    if not code:
        for failure in failures:
            print(f"{failure.traceback}\nFLAKY {failure.id}: failed once, passed alone")
    return code


def run_pytest(words: list[str], limit: float) -> tuple[int, list[Failure]]:
    """Run pytest with a time limit; returns its exit code, or LATE, and what failed."""
    with temporary_folder() as folder:
        kept = folder / "failures"
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *OPTIONS, f"--keep-failures={kept}", *words],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(folder)},
            start_new_session=True,
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = LATE
            process.send_signal(signal.SIGINT)
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                print("It did not end when interrupted.")
        finally:
            end_group(process)
        lines = kept.read_text("utf-8").splitlines() if kept.exists() else []
    return code, [Failure(*json.loads(line)) for line in lines]


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Where tests write, gone afterwards: in memory if there is room, since databases wait for disks."""
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ENOUGH
    with tempfile.TemporaryDirectory(dir=MEMORY if in_memory else None) as name:
        folder = Path(name)
        folder.chmod(0o711)  # a database server may run as another user
        yield folder


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what a run has left behind, workers and servers too."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


if __name__ == "__main__":
    sys.exit(main())
