"""Where compiled rules are kept: one folder for each state of the sources."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path

NOT_COMPILED = {
    "words.py",
    "guide.py",
    "board.py",
    "guidance.py",
    "lang.py",
    "drawing.py",
    "seen.py",
    "plain.py",
    "cache.py",
}
"""What only talks, draws or keeps; a change there compiles nothing anew."""

KEPT_DAYS = 30


def root() -> Path:
    """The folder of all compiled rules; FATHOM5_CACHE names another."""
    named = os.environ.get("FATHOM5_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "fathom5"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "fathom5"


def folder(game: str, package: Path) -> Path:
    """The folder for a game as its sources, the kernel and the libraries are now."""
    digest = hashlib.sha256()
    for part in ("numba", "numpy", "llvmlite"):
        digest.update(f"{part} {version(part)}\n".encode())
    digest.update(f"{platform.python_version()} {platform.machine()}\n".encode())
    for sources in (Path(__file__).parent, package):
        for path in sorted(sources.glob("*.py")):
            if path.name not in NOT_COMPILED:
                digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return root() / f"{game}-{digest.hexdigest()[:16]}"


def sweep() -> None:
    """Drop what no version has used for a month."""
    oldest = time.time() - KEPT_DAYS * 86400
    if root().is_dir():
        for path in root().iterdir():
            mark = path / "ready"
            if path.is_dir() and mark.exists() and mark.stat().st_mtime < oldest:
                shutil.rmtree(path, ignore_errors=True)
