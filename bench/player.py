"""A bot of whatever version of fathom5 stands on the path: told of moves, it answers with its own.

bench/players.py starts one for each version; every line is a JSON object.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from fathom5.bots import Bot, find_bot
from fathom5.bots.levels import Budget
from fathom5.core.game import find_game
from fathom5.engine import compile_game
from fathom5.match import Match


def main() -> None:
    """Follow games until the input ends: a line begins a game, or brings moves and asks for one."""
    for line in sys.stdin:
        order = json.loads(line)
        if "game" in order:
            match, bot = begun(order)
            continue
        for move in order["moves"]:
            match.play(move)
        print(bot(match.view(order["seat"])), flush=True)


def begun(order: dict[str, Any]) -> tuple[Match, Bot]:
    """The match and the bot of a game that begins."""
    compile_game(find_game(order["game"]), ("heuristic", "guess", "search"))
    budget = Budget(order["seconds"], order["playouts"])
    bot = find_bot(order["bot"], order["seed"], budget)
    return Match(order["game"], order["players"], nature="manual"), bot


if __name__ == "__main__":
    main()
