"""Games of an arena in a file, a line each, so that one that was stopped goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from fathom5.core.errors import Mistake
from fathom5.lab.arena import Played


class ArenaFile(dict[int, Played]):
    """The finished games of an arena by their numbers; each new one is added to the file.

    The first line of the file tells what is played. Raises Mistake for a file that is there and not to be
    resumed, for one to be resumed that is not there, of another arena or damaged, and for one that cannot be
    read or written; a line that was being written when the program was killed is left out.
    """

    def __init__(self, path: Path, plan: Mapping[str, object], *, resume: bool = False) -> None:
        super().__init__()
        self._path, head = path, json.dumps(plan)
        if path.exists() and not resume:
            raise Mistake(f"{path} is there already; --resume goes on with an arena.")
        try:
            text = path.read_text("utf-8") if resume else f"{head}\n"
            whole = text[: text.rfind("\n") + 1]
            first, *lines = whole.splitlines() or [""]
            if first != head:
                raise Mistake(f"{path} has a different arena in it; choose another file.")
            for line in lines:
                self._read(line)
            path.write_text(whole, "utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Mistake(f"{path} cannot be used: {error}.") from None

    def _read(self, line: str) -> None:
        try:
            content = json.loads(line)
            super().__setitem__(int(content.pop("number")), Played(**content))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Mistake(f"{self._path} is damaged: {line[:60]}") from None

    def __setitem__(self, number: int, played: Played) -> None:
        super().__setitem__(number, played)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, **asdict(played)}) + "\n")
