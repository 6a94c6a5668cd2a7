"""A new game to begin with: a small complete one that passes the conformance suite."""

from __future__ import annotations

import re
from pathlib import Path

from fathom5.core.errors import Mistake, quoted
from fathom5.core.game import all_games

TEMPLATE = Path(__file__).parent / "template"
ROOMS = ("__init__.py", "box.toml", "table.py", "rules.py", "words.py")


def write_game(name: str, folder: Path) -> list[Path]:
    """Write a package with a small game under a folder and return its files.

    Raises Mistake for a name that is none or taken, and for a folder that has something in it.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Mistake(f"A game is named in small letters with hyphens, such as low-tide, not {quoted(name)}.")
    if name in all_games():
        raise Mistake(f"There is a game called {name} already.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Mistake(f"{folder} is not empty; name another folder with --folder.")
    package = name.replace("-", "_")
    title = name.replace("-", " ").title()
    names = {
        "fathom5.testing.template": package,
        "High Card": title,
        "high-card": name,
        "high_card": package,
    }
    files = {folder / package / room: TEMPLATE / room for room in ROOMS}
    files[folder / "pyproject.toml"] = TEMPLATE / "pyproject.toml.txt"
    files[folder / "tests" / "test_game.py"] = TEMPLATE / "test_game.py.txt"
    try:
        for path, template in files.items():
            text = template.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    except OSError as error:
        raise Mistake(f"{folder} cannot be written: {error.strerror}.") from None
    return list(files)
