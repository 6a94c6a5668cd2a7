"""Commands for players: list and play games, look at recorded ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import fathom5
from fathom5.cli.common import (
    AsJson,
    BoxFile,
    Changes,
    GameName,
    Language,
    Options,
    Playouts,
    Seed,
    app,
    changed_sheet,
    compile_loops,
    make_console,
    option_pairs,
    read_text,
)

if TYPE_CHECKING:
    from fathom5.fairness import Drawn
    from fathom5.match import Match


@app.command("games")
def list_games(as_json: AsJson = False) -> None:
    """List the games: players, options, version of the rules."""
    entries = []
    for name, game in fathom5.all_games().items():
        options = {
            o.name: {
                "about": o.about,
                "values": list(o.words or (str(o.low), str(o.high))),
                "default": o.write(o.default),
            }
            for o in game.sheet.options.values()
        }
        low, high = game.players[0], game.players[-1]
        facts = game.sheet.facts
        entries.append(
            {
                "game": name,
                "title": game.title,
                "about": facts["about"],
                "players": [low, high],
                "rules": game.rules_version,
                "options": options,
            }
        )
    if as_json:
        print(json.dumps(entries, ensure_ascii=False, indent=2))
        return
    for entry in entries:
        low, high = entry["players"]
        print(f"{entry['game']}: {entry['title']}, {low} to {high} players, rules version {entry['rules']}")
        print(f"    {entry['about']}")
        for name, option in entry["options"].items():
            values = "/".join(map(str, option["values"]))
            print(f"    -o {name}={values} (default {option['default']}): {option['about']}")


@app.command()
def fields(
    name: GameName,
    observation: Annotated[
        bool, typer.Option("--observation", help="Every number that a learning agent is told.")
    ] = False,
    players: Annotated[int, typer.Option(help="How many players an observation is for.")] = 2,
) -> None:
    """Describe a game: every field of table and box, its values and who sees it, and every kind of move."""
    from fathom5.core.schema import describe
    from fathom5.observation.layouts import described, layout

    if observation:
        print(described(layout(fathom5.find_game(name), players)))
        return
    spec = fathom5.find_game(name).spec
    tables = [describe(spec.table, "The table"), describe(spec.box, "The box")]
    moves = [spec.moves.describe("Moves of the players"), spec.nature.describe("Moves of nature")]
    print("\n\n".join(tables + moves))


@app.command()
def play(
    name: GameName,
    seats: Annotated[
        str,
        typer.Option(help="Who sits where: names of people here, bot:seal, bot:seal:CHARACTER, bot:orca, …."),
    ] = "me,bot:seal,bot:seal",
    seed: Seed = None,
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    lang: Language = "en",
) -> None:
    """Play in the terminal, with people at this keyboard and bots."""
    from fathom5.engine import compiler_is_on, is_compiled
    from fathom5.match import Match
    from fathom5.terminal import TerminalGame, seated
    from fathom5.text.language import speaking

    game = fathom5.find_game(name)
    with speaking(lang):
        names, bots = seated(game, seats, seed)
        game.check_players(len(names))
        match = Match(
            game,
            len(names),
            seed=seed,
            bots=bots,
            options=option_pairs(option),
            box=changed_sheet(game, change, box),
            names=names,
            compiled=is_compiled(game),
        )
        playing = TerminalGame(match, make_console())
        if compiler_is_on() and sys.stdin.isatty():
            playing.compile_beside()
        playing.play()


@app.command()
def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    at: Annotated[int | None, typer.Option(help="After this many moves; the last by default.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, help="How long to think.")] = 2.0,
    playouts: Playouts = 0,
    seed: Seed = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """The best moves at one point of a recorded game, from what the seat to move may know."""
    from dataclasses import asdict

    from fathom5.record import Record
    from fathom5.search.tree import lacks_network
    from fathom5.text.language import say, speaking

    with speaking(lang):
        record = Record.read(read_text(file))
        compile_loops(record.game, "search")
        match = record.match()
        shown = match if at is None else match.at(at)
        found = shown.hint(seconds=seconds, playouts=playouts, seed=seed)
        if as_json:
            print(json.dumps([asdict(each) for each in found], ensure_ascii=False))
            return
        played = match.history[len(shown.history)][1] if len(shown.history) < len(match.history) else None
        who = shown.names[shown.actor or 0]
        if lacks_network(match.game, match.players):
            print(_missing_network(match), file=sys.stderr)
        print(say("Move {number}: {who} decides", number=len(shown.history), who=who))
        for each in found:
            mark = "  ← " + say("played") if each.move == played else ""
            opinion = say(
                "wins {win:5.1f} %, {points:6.1f} points, {n:,} {n:playout|playouts}",
                win=100 * each.win,
                points=each.points,
                n=each.playouts,
            )
            print(f"  {each.words:<28} {opinion}{mark}")


def _missing_network(match: Match) -> str:
    """That a game has no value network for so many players, and what is done instead."""
    from fathom5.text.language import say

    return say(
        "{game} has no value network for {n} {n:player|players}, so every playout goes to the end.",
        game=match.game.title,
        n=match.players,
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    at: Annotated[int | None, typer.Option(help="Show the table after this many moves.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw it to this file.")] = None,
    lang: Language = "en",
) -> None:
    """Step through a recorded game, or show and draw one of its tables."""
    from fathom5.record import Record
    from fathom5.text.language import speaking

    with speaking(lang):
        record = Record.read(read_text(file))
        match = record.match(at_hand=True)
        total = len(match.history)
        if at is None and svg is None and sys.stdin.isatty():
            _step_through(match)
            return
        shown = match.at(total if at is None else at)
        if svg:
            try:
                svg.write_text(shown.view().svg(), "utf-8")
            except OSError as error:
                raise fathom5.Mistake(f"{svg} cannot be written: {error.strerror}.") from None
            print(f"Drew move {len(shown.history)} of {total} to {svg}.")
        else:
            _show_table(match, shown)


def _show_table(match: Any, shown: Any) -> None:
    from fathom5.text.language import say

    number, total = len(shown.history), len(match.history)
    print(say("Move {number} of {total}", number=number, total=total))
    if number:
        print(" ".join(shown.told(since=number - 1)))
    print(shown.view().text())
    if shown.over:
        from fathom5.terminal import standing

        print("\n".join(standing(shown)))


def _step_through(match: Any) -> None:
    from fathom5.text.language import say

    number, total = 0, len(match.history)
    while True:
        _show_table(match, match.at(number))
        try:
            keys = say("Enter: next, b: back, a number: go there, q: quit")
            word = input(f"[{number}/{total}] {keys} > ").strip()
        except EOFError:
            return
        if word == "q" or (word == "" and number == total):
            return
        if word == "b":
            number = max(0, number - 1)
        elif word.isdigit():
            number = min(int(word), total)
        else:
            number = min(number + 1, total)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a finished game.")],
    commitment: Annotated[
        str, typer.Option(metavar="HASH", help="The fingerprint you noted before the first deal.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Check that chance kept its promise: every roll and draw follows from the seed."""
    from fathom5.fairness import continued, fault, luck_of
    from fathom5.record import Record

    record = Record.read(read_text(file))
    luck, match = luck_of(record), record.match(at_hand=True)
    promised = (commitment or record.headers.get("Commitment", "")).lower()
    drawn, before = list(luck.check(match)), continued(match)
    wrong = fault(luck, promised, drawn)
    if as_json:
        moves = [{**one._asdict(), "follows": one.follows} for one in drawn]
        facts = {"commitment": luck.commitment, "promised": promised or None, "over": match.over}
        given = {"continued": before} if before else {}
        print(json.dumps({**facts, **given, "fault": wrong, "moves": moves}, ensure_ascii=False))
    else:
        _show_drawn(drawn)
    if wrong:
        print(wrong, file=sys.stderr)
        sys.exit(1)
    if before:
        print(f"Moves 1 to {before} were played in another game and are not covered.", file=sys.stderr)
    so_far = "" if match.over else " so far; the game is not over"
    print(f"All {len(drawn)} moves of chance follow from the promised seed{so_far}.", file=sys.stderr)


def _show_drawn(drawn: list[Drawn]) -> None:
    """Nature's moves, up to the first that is wrong: place in the game, number, ticket, move."""
    print(f"{'move':>5}  {'chance':>6}  {'ticket':>15}  what")
    for one in drawn:
        due = "" if one.follows else f"   (the seed gives: {one.due})"
        print(f"{one.place:>5}  {one.number:>6}  {f'{one.ticket} of {one.tickets}':>15}  {one.move}{due}")
        if not one.follows:
            return
