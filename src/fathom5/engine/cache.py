"""Where compiled rules are kept: one folder for each state of what they are made from."""

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

import llvmlite.binding as llvm

from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.engine.reach import reach

KEPT_DAYS = 30


def root() -> Path:
    """The folder of all compiled rules; FATHOM5_CACHE names another."""
    named = os.environ.get("FATHOM5_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "fathom5"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fathom5"


def folder(game: Game) -> Path:
    """The folder for a game as all that its loops reach, the libraries and the processor are now."""
    digest = hashlib.sha256()
    for part in ("numba", "numpy", "llvmlite"):
        digest.update(f"{part} {version(part)}\n".encode())
    digest.update(f"{platform.python_version()} {platform.machine()} {llvm.get_host_cpu_name()}\n".encode())
    found = reach(game)
    sources = sorted((path.name, path.read_bytes()) for path in found.modules if path.is_file())
    for name, content in sources:
        digest.update(name.encode() + b"\0" + content + b"\0")
    digest.update("\n".join(sorted(found.constants)).encode())
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
