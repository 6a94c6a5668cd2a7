"""Where compiled rules are kept: one folder for each state of the sources."""

from __future__ import annotations

import hashlib
import math
import os
import platform
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path
from types import FunctionType

import llvmlite.binding as llvm

from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.core.rule import RULES

TALKING = {"absurd.py", "words.py", "guide.py", "board.py"}
"""The rooms of a game without rules; a change there compiles nothing anew."""

COMPILED = ("core", "engine", "search", "observation", "lab/loop")
"""Our rooms with rules and loops besides the games."""

KEPT_DAYS = 30


def root() -> Path:
    """The folder of all compiled rules; FATHOM5_CACHE names another."""
    named = os.environ.get("FATHOM5_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "fathom5"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fathom5"


def sources(game: Game) -> set[Path]:
    """Every module that a game's machine code depends on: its own, ours, and others that hold rules."""
    _ = game.spec  # loads its rules
    ours = Path(__file__).parent.parent
    found = {path for room in COMPILED for path in (ours / room).rglob("*.py")}
    found |= {path for path in game.folder.rglob("*.py") if path.name not in TALKING}
    used = [rule for rule in RULES if f"{rule.__module__}.".startswith(f"{game.package}.")]
    for rule in used:  # grows while it is gone through
        path = Path(rule.__code__.co_filename)
        if ours not in path.parents and not f"{rule.__module__}.".startswith(f"{game.package}."):
            found.add(path)
        called = [each for each in rule.__globals__.values() if isinstance(each, FunctionType)]
        used += [each for each in called if each in RULES and each not in used]
    return found


def folder(game: Game) -> Path:
    """The folder for a game as its sources, the libraries and the processor are now."""
    digest = hashlib.sha256()
    for part in ("numba", "numpy", "llvmlite"):
        digest.update(f"{part} {version(part)}\n".encode())
    digest.update(f"{platform.python_version()} {platform.machine()} {llvm.get_host_cpu_name()}\n".encode())
    for name, content in sorted((path.name, path.read_bytes()) for path in sources(game)):
        digest.update(name.encode() + b"\0" + content + b"\0")
    return root() / f"{game.name}-{digest.hexdigest()[:16]}"


def prepare(folder: Path) -> None:
    """Make a folder that can be written to; raises Mistake if there can be none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        mark_used(folder)
    except OSError as error:
        raise Mistake(
            f"Compiled rules cannot be kept in {folder.parent}: {error.strerror}. "
            "Name a folder that can be written to with FATHOM5_CACHE, or turn the compiler off "
            "with FATHOM5_COMPILE=0."
        ) from None


def mark_used(folder: Path) -> None:
    """Note that a folder is in use, for `sweep`."""
    (folder / "used").touch()


def sweep() -> None:
    """Drop what no version has used for a month; another process may do so at the same time."""
    oldest = time.time() - KEPT_DAYS * 86400
    if root().is_dir():
        for path in root().iterdir():
            if _last_used(path) < oldest:
                shutil.rmtree(path, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """When a folder was marked as in use; never long ago where it has no mark, or has gone by now."""
    try:
        return (folder / "used").stat().st_mtime
    except OSError:
        return math.inf
