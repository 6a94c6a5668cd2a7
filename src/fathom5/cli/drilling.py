"""The command that asks what you would do, one drill after the other."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated

import typer

import fathom5
from fathom5.cli.common import GameName, Language, app, make_console

if TYPE_CHECKING:
    from fathom5.coach import Drill, Drills

TOLD_MOVES = 8
"""So many moves before the position are told."""

LEAVES = ("q", "quit", "quitter")


@app.command()
def drill(
    name: GameName,
    number: Annotated[
        int | None, typer.Argument(metavar="[N]", help="Which one; one after the other without it.")
    ] = None,
    lang: Language = "en",
) -> None:
    """What would you do? Answer in a position, and hear what the coach thinks."""
    from fathom5.coach import drills
    from fathom5.terminal import typed
    from fathom5.text.language import say, speaking

    with speaking(lang):
        found = drills(name)
        if number is not None:
            _ask(found, found.numbered(number))
            return
        place, answered, best = random.randrange(max(1, len(found))), 0, 0
        while (is_best := _ask(found, found.numbered(place + 1))) is not None:
            answered, best, place = answered + 1, best + is_best, (place + 1) % len(found)
            print(say("The best move {best} of {n} {n:time|times}.", best=best, n=answered))
            line = typed(say("Enter: the next drill   q: enough") + " ")
            if line is None or line in LEAVES:
                return


def _ask(found: Drills, drill: Drill) -> bool | None:
    """Show a position, ask, and tell; returns whether the answer was the best, None if none was given."""
    from fathom5.terminal import listed, typed
    from fathom5.text.language import say

    console, view = make_console(), drill.view
    said = {"title": drill.game.title, "number": drill.number, "name": view.names[view.seat]}
    print(say("{title}, drill {number} of {total}. You are {name}.", total=len(found), **said))
    told = drill.match.told(view.seat, max(0, len(drill.match.history) - TOLD_MOVES))
    if told:
        print(say("What happened before:"), *told)
    shown = ["", view.text(), "", say("What would you do?"), view.ask(), *listed(view, console.width)]
    console.print("\n".join(shown), markup=False, highlight=False)
    while (line := typed("> ")) is not None and line not in LEAVES:
        try:
            move = view.find(line)
        except fathom5.Mistake as mistake:
            print(mistake)
            continue
        _tell(drill, move)
        return move == drill.best.move
    return None


def _tell(drill: Drill, move: int) -> None:
    """What the coach thinks of an answer, and of every other one."""
    from fathom5.coach.drill_telling import rows, sentence

    print(sentence(drill, move))
    judged = rows(drill, move)
    width = max(len(row.name) for row in judged)
    for row in judged:
        print(f"  {row.name:<{width}}  {row.percent:>3} % ± {row.give}  {', '.join(row.marks)}".rstrip())
