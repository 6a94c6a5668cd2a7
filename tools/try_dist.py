"""Try what `make dist` built as a stranger would: install it into empty environments and play.

python tools/try_dist.py dist python3.11 python3.13

Wheel and source archive are installed with nothing else; then the extra `server` is added to the wheel. Every
interpreter has to play the same games; several have to play the same compiled ones too, which takes minutes.
Prints sizes and seconds; raises SystemExit at the first thing wrong.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
UV = str(Path(sys.executable).parent / "uv")

PLAY = """
import hashlib, zlib, fathom5
from fathom5 import Match, Record
told = hashlib.sha256()

def any_move(view):
    return view.ids[zlib.crc32(view.array.tobytes()) % len(view.ids)]

for name, game in fathom5.all_games().items():
    seats = min(3, game.players[-1])
    match = Match(name, seats, seed=5, bots=dict.fromkeys(range(seats), any_move))
    assert match.over
    text = str(match.record())
    assert Record.read(text).match() == match
    assert match.view().svg().startswith("<svg") and match.view().text()
    told.update(text.encode())
print(len(fathom5.all_games()), told.hexdigest())
"""
SIMULATE = """
import hashlib, fathom5
told = hashlib.sha256()
for name, game in fathom5.all_games().items():
    found = fathom5.simulate(name, min(3, game.players[-1]), 500, bots=["heuristic"], seed=5, jobs=1)
    told.update(repr((name, found.mean_score, found.sd_score, found.win_share, found.mean_moves)).encode())
print(told.hexdigest())
"""
MISSING = {
    "The server needs": ["-m", "fathom5", "serve"],
    "A study in a folder needs": ["-m", "fathom5", "study", "scuba"],
    "fathom5.arena needs": ["-c", "import fathom5; fathom5.arena"],
    "This needs gymnasium": ["-c", "import fathom5.envs; fathom5.envs.vector"],
    "need open_spiel": ["-c", "import fathom5.envs.openspiel"],
    "PostgreSQL needs": ["-c", "import fathom5.server.postgres"],
}
"""What is said where an extra is missing, and what asks for it."""
SERVE = """
import subprocess, sys, urllib.request
words = [sys.executable, "-m", "fathom5", "serve", "--port", "0", "--database", sys.argv[1], "--log", "none"]
with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
    try:
        with urllib.request.urlopen(server.stdout.readline().split()[-1], timeout=30) as page:
            print(page.status)
    finally:
        server.terminate()
"""


def check_data(wheel: Path) -> None:
    """Every file of the package is in the wheel: boxes, catalogues, pages, networks; links are absolute."""
    source = ROOT / "src"
    here = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    here = {name for name in here if "__pycache__" not in name and ".egg-info" not in name}
    there = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    if here != there:
        raise SystemExit(f"The wheel lacks {sorted(here - there)} and has {sorted(there - here)}.")
    (metadata,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    text = zipfile.ZipFile(wheel).read(metadata).decode()
    if broken := re.findall(r"\]\((?!https?://)[^)]*\)", text):
        raise SystemExit(f"A package index cannot show these links: {broken}.")
    print(f"{len(there)} files of the package, {len([n for n in there if not n.endswith('.py')])} are data")


def run(python: Path, *words: str, folder: str, compiled: bool = False) -> subprocess.CompletedProcess[str]:
    """Run an interpreter away from the sources, with the compiler off unless it is to be tried."""
    known = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**known, "FATHOM5_CACHE": f"{folder}/cache", "PYTHONNOUSERSITE": "1"}
    if not compiled:
        environment["FATHOM5_COMPILE"] = "0"
    return subprocess.run(
        [python, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=1800
    )


def install(python: Path, what: str) -> float:
    """Install into an environment; returns the seconds it took."""
    started = time.perf_counter()
    pinned = ["--constraint", "constraints.txt"]
    subprocess.run([UV, "pip", "install", "--quiet", "--python", python, *pinned, what], cwd=ROOT, check=True)
    return time.perf_counter() - started


def megabytes(folder: Path) -> float:
    """How much the files of a folder hold."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def simulated(python: Path, folder: str) -> str:
    """What games came to that were played compiled; raises SystemExit if they could not be."""
    started = time.perf_counter()
    done = run(python, "-c", SIMULATE, folder=folder, compiled=True)
    if done.returncode:
        raise SystemExit(f"No game could be compiled: {done.stderr}")
    print(f"  compiled and simulated in {time.perf_counter() - started:.0f} s; {done.stdout[:18]}")
    return done.stdout


def try_archive(archive: Path, interpreter: str, folder: str, compiled: bool) -> list[str]:
    """Install one archive and try it; returns what games came to, interpreted and, if wanted, compiled."""
    subprocess.run([UV, "venv", "--quiet", "--clear", "--python", interpreter, f"{folder}/venv"], check=True)
    where = "Scripts" if sys.platform == "win32" else "bin"
    python = Path(folder) / "venv" / where / "python"
    seconds = install(python, str(archive))
    size = megabytes(Path(folder) / "venv")
    for words in (["--version"], ["--help"], ["games"], []):
        done = run(python, "-m", "fathom5", *words, folder=folder)
        if done.returncode or not done.stdout.strip():
            raise SystemExit(f"fathom5 {' '.join(words)} failed: {done.stderr}")
    played = run(python, "-c", PLAY, folder=folder)
    if played.returncode:
        raise SystemExit(f"No game could be played: {played.stderr}")
    for sentence, words in MISSING.items():
        done = run(python, *words, folder=folder)
        if sentence not in done.stderr or "pip install 'fathom5[" not in done.stderr:
            raise SystemExit(f"{' '.join(words)} says {done.stderr}, not “{sentence} …”.")
    version = run(python, "--version", folder=folder).stdout.strip()
    print(f"{archive.name} on {version}: installed in {seconds:.1f} s, {size:.0f} MB; {played.stdout[:18]}")
    if archive.suffix == ".whl":
        seconds = install(python, f"fathom5[server] @ {archive.as_uri()}")
        served = run(python, "-c", SERVE, "games.sqlite", folder=folder)
        if served.stdout.strip() != "200":
            raise SystemExit(f"The server does not answer: {served.stderr}")
        print(f"  with [server]: {seconds:.1f} s more, {megabytes(Path(folder) / 'venv'):.0f} MB; it answers")
        if compiled:
            return [played.stdout, simulated(python, folder)]
    return [played.stdout]


def main() -> None:
    """Try every archive with every interpreter."""
    archives = sorted((ROOT / sys.argv[1]).glob("fathom5-*"))
    if len(archives) != 2:
        raise SystemExit(f"There should be a wheel and a source archive: {[each.name for each in archives]}.")
    interpreters, outcomes = sys.argv[2:] or [sys.executable], [set[str](), set[str]()]
    for archive in archives:
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.2f} MB")
        if archive.suffix == ".whl":
            check_data(archive)
        for interpreter in interpreters:
            with tempfile.TemporaryDirectory() as folder:
                found = try_archive(archive, interpreter, folder, len(interpreters) > 1)
            for seen, outcome in zip(outcomes, found, strict=False):
                seen.add(outcome)
    if any(len(seen) > 1 for seen in outcomes):
        raise SystemExit(f"The same seed gave different games: {outcomes}")


if __name__ == "__main__":
    main()
