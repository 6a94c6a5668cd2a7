"""The command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fathom5.core.errors import Mistake
from fathom5.core.game import Game, all_games, find_game
from fathom5.text.language import say, speaking

if TYPE_CHECKING:
    from rich.console import Console

    from fathom5.core.box import BoxSheet
    from fathom5.fairness import Drawn

app = typer.Typer(
    help="Five deep-sea board games: play, simulate, replay.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `fathom5 games` lists them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Choose an option of the game."),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="NAME=VALUE", help="Change the box: air=30, chips.0.3=5, die=[1,1,2,2,3,3]."
    ),
]
BoxFile = Annotated[Path | None, typer.Option("--box", metavar="FILE", help="Use another box.toml.")]
Seed = Annotated[int | None, typer.Option(help="Where chance starts; the same seed repeats its luck.")]
Playouts = Annotated[
    int, typer.Option(min=0, help="Just so many playouts a move; with a seed the result repeats itself.")
]
Jobs = Annotated[int | None, typer.Option(help="Cores to use; all by default.")]
Ray = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Use a Ray cluster, or one on this machine: local.")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|postgresql://…", help="What keeps the games: an SQLite file or a PostgreSQL database."
    ),
]
Language = Annotated[str, typer.Option("--lang", help="Language of the game: en or fr.")]


def main() -> None:
    """Run; a user's mistake is one sentence and exit code 2."""
    try:
        app(standalone_mode=False)
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, typer.Abort):
        print("Stopped.", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        print(f"{message().rstrip('.')}. See fathom5 --help.", file=sys.stderr)
        sys.exit(2)


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr)


def _pairs(options: list[str] | None) -> dict[str, str]:
    pairs = {}
    for option in options or []:
        name, sign, value = option.partition("=")
        pairs[name.strip()] = value.strip() if sign else "yes"
    return pairs


@contextmanager
def _bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, if a person is looking."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    console = _console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def _compile(game: Game, *loops: str) -> float:
    """Compile what a match needs and these loops with a progress bar; returns how many seconds it took."""
    import time

    import fathom5.lab.study_loop
    import fathom5.search  # noqa: F401 - these add their loops
    from fathom5.engine import PLAYING, compile_game, compiler_is_on, is_compiled

    started, names = time.perf_counter(), (*PLAYING, *loops)
    if compiler_is_on() and not is_compiled(game, names):
        with _bar(f"Compiling {game.title}, once", len(names)) as bar:
            compile_game(game, names, lambda part, done, of: bar(len(names) - of + done))
    return time.perf_counter() - started


def _sheet(game: Game, changes: list[str] | None, file: Path | None) -> BoxSheet:
    """The box with a designer's file and single values in place of the printed ones."""
    from fathom5.core.box import written_changes

    sheet = game.sheet_with(file).changed(written_changes(changes or ()))
    game.box(sheet)
    return sheet


def _counted(number: int, one: str, many: str) -> str:
    """A number with what it counts, in English."""
    return f"{number:,} {one if number == 1 else many}"


def _entered(bots: str) -> list[str]:
    return [part.strip() for part in bots.split(",")]


@app.command("games")
def list_games(as_json: AsJson = False) -> None:
    """List the games: players, options, version of the rules."""
    entries = []
    for name, game in all_games().items():
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
def fields(name: GameName) -> None:
    """Describe a game: every field of table and box, its values and who sees it, and every kind of move."""
    from fathom5.core.schema import describe

    spec = find_game(name).spec
    tables = [describe(spec.table, "The table"), describe(spec.box, "The box")]
    moves = [spec.moves.describe("Moves of the players"), spec.nature.describe("Moves of nature")]
    print("\n\n".join(tables + moves))


@app.command()
def play(
    name: GameName,
    seats: Annotated[
        str,
        typer.Option(help="Who sits where: names of people here, bot:seal, bot:orca, …."),
    ] = "me,bot:seal,bot:seal",
    seed: Seed = None,
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    lang: Language = "en",
) -> None:
    """Play in the terminal, with people at this keyboard and bots."""
    from fathom5.engine import is_compiled
    from fathom5.match import Match
    from fathom5.terminal import TerminalGame, seated

    game = find_game(name)
    with speaking(lang):
        names, bots = seated(seats, seed)
        game.check_players(len(names))
        match = Match(
            game,
            len(names),
            seed=seed,
            bots=bots,
            options=_pairs(option),
            box=_sheet(game, change, box),
            names=names,
            compiled=is_compiled(game),
        )
        TerminalGame(match, _console()).play()


@app.command()
def simulate(
    name: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games_: Annotated[int, typer.Option("--games", help="How many games.")] = 10_000,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same result on any number of cores.")
    ] = 1,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats or one for each: random, heuristic, seal, …")
    ] = "random",
    jobs: Annotated[int | None, typer.Option(help="Cores to use; all by default.")] = None,
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Play many games with bots and tell how they went."""
    from dataclasses import asdict, replace

    from fathom5.lab.simulation import Setting
    from fathom5.lab.simulation import simulate as run

    game = find_game(name)
    sheet, options = _sheet(game, change, box), _pairs(option)
    Setting.of(game, players, options, sheet, seed)
    compile_s = _compile(game, "simulate")
    with _bar(f"Playing {game.title}", games_) as bar:
        outcome = run(
            game,
            players,
            games_,
            seed=seed,
            bots=_entered(bots),
            jobs=jobs,
            options=options,
            box=sheet,
            progress=bar,
        )
    outcome = replace(outcome, compile_s=round(compile_s, 3))
    if outcome.interrupted:
        print(f"Stopped after {_counted(outcome.games, 'game', 'games')} of {games_:,}.", file=sys.stderr)
    if as_json:
        print(json.dumps(asdict(outcome)))
    else:
        _show_outcome(asdict(outcome))


def _show_outcome(outcome: dict[str, Any]) -> None:
    games, cores = _counted(outcome["games"], "game", "games"), _counted(outcome["jobs"], "core", "cores")
    print(
        f"{games} of {outcome['game']} in {outcome['seconds']:.2f} s: "
        f"{outcome['games_per_s']:,.0f} games and {outcome['moves_per_s']:,.0f} moves a second on {cores}; "
        f"{outcome['mean_moves']:.1f} moves a game, longest {outcome['longest']}"
    )
    facts = ("bots", "mean_score", "sd_score", "win_share", "win_interval")
    for seat, row in enumerate(zip(*(outcome[fact] for fact in facts), strict=True), 1):
        bot, mean, spread, wins, (low, high) = row
        print(
            f"  seat {seat} ({bot}): {mean:7.2f} points (±{spread:.2f}), "
            f"wins {100 * wins:5.2f} % ({100 * low:.2f} to {100 * high:.2f})"
        )
    by_order = [outcome[f"order_{fact}"] for fact in ("mean_score", "win_share", "win_interval")]
    for number, row in enumerate(zip(*by_order, strict=True), 1):
        mean, wins, (low, high) = row
        interval = f"({100 * low:.2f} to {100 * high:.2f})"
        print(f"  number {number} in turn order: {mean:7.2f} points, wins {100 * wins:5.2f} % {interval}")


@app.command()
def arena(
    name: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    bots: Annotated[
        str,
        typer.Option(help="The bots; the last takes all seats left: minnow, seal, orca, leviathan, random."),
    ] = "orca,seal",
    games_: Annotated[int, typer.Option("--games", help="How many games.")] = 400,
    seed: Annotated[int, typer.Option(help="Where chance starts; every seating gets the same luck.")] = 1,
    jobs: Annotated[int | None, typer.Option(help="Games at a time; one a core by default.")] = None,
    thinking: Annotated[
        float, typer.Option(min=0.001, max=100, help="Multiply all thinking times: 0.1 is ten times as fast.")
    ] = 1.0,
    playouts: Playouts = 0,
    ray: Ray = "",
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, in all seats with the same luck, and tell who is stronger."""
    from dataclasses import asdict

    with _installed("The arena", "lab"):
        from fathom5.lab.arena import arena as run
        from fathom5.lab.spread import executor

    game = find_game(name)
    sheet = _sheet(game, change, box)
    _compile(game, "heuristic", "guess", "search")
    with _bar(f"Playing {game.title}", games_) as bar:
        standings = run(
            game,
            players,
            _entered(bots),
            games_,
            seed=seed,
            jobs=jobs,
            thinking=thinking,
            playouts=playouts,
            options=_pairs(option),
            box=sheet,
            progress=bar,
            executor=executor(jobs, ray),
        )
    if standings.interrupted:
        print(f"Stopped after {_counted(standings.games, 'game', 'games')} of {games_:,}.", file=sys.stderr)
    if as_json:
        print(json.dumps(asdict(standings)))
        return
    played, seated = _counted(standings.games, "game", "games"), _counted(players, "player", "players")
    rollouts = _counted(playouts, "playout", "playouts")
    thought = f"{rollouts} a move" if playouts else f"thinking times × {thinking:g}"
    print(f"{played} of {game.title} with {seated} in {standings.seconds:,.0f} s, {thought}")
    for each in standings.entrants:
        seats = f" × {each.seats}" if each.seats > 1 else ""
        print(
            f"  {each.bot + seats:<14} wins {100 * each.win_share:5.1f} % "
            f"({100 * each.low:.1f} to {100 * each.high:.1f}), {each.mean_score:6.1f} points, "
            f"{1000 * each.mean_move_s:,.0f} ms a move (longest {1000 * each.longest_move_s:,.0f}), "
            f"rating {each.rating:.1f} ± {each.rating_sigma:.1f}"
        )


@app.command()
def study(
    name: GameName,
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="A new folder; study-GAME by default.")
    ] = None,
    players: Annotated[str, typer.Option(help="How many play; several with commas: 2,3,4.")] = "",
    games_: Annotated[int, typer.Option("--games", help="Games of each way of playing.")] = 10_000,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats or one for each; a search needs --playouts.")
    ] = "heuristic",
    playouts: Playouts = 0,
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE|FILE", help="Compare with another box, with the same luck."),
    ] = None,
    restrict: Annotated[
        list[str] | None,
        typer.Option(metavar="'never PART'", help="Let one seat do without a kind of move or a part."),
    ] = None,
    skill: Annotated[
        str, typer.Option(metavar="BETTER,WORSE", help="One better bot against worse ones; none for none.")
    ] = "heuristic,random",
    moves: Annotated[bool, typer.Option("--moves", help="Keep every decision: moves.parquet.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same files anywhere.")] = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the study in the folder.")] = False,
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Find out what a rule does: seats, length, drama, what is used and by whom, with a report to look at."""
    from dataclasses import asdict

    with _installed("A study", "lab"):
        import matplotlib  # noqa: F401 - asked for before the games are played, not after
        import pyarrow  # noqa: F401

        from fathom5.lab import study as lab
        from fathom5.lab.plan import Plan
        from fathom5.lab.spread import executor
        from fathom5.lab.telling import summary

    game = find_game(name)
    numbers = _numbers(players) if players else [min(4, game.players[-1])]
    printed = [*(lab.file_changes(name, box) if box else ()), *(change or ())]
    others: list[str] = []
    for text in against or ():
        others += [text] if "=" in text else lab.file_changes(name, Path(text))
    better = None if skill == "none" else _entered(skill)
    if better is not None and len(better) != 2:
        raise Mistake("Write --skill as BETTER,WORSE, such as heuristic,random, or none.")
    arms = lab.arms(
        numbers,
        _entered(bots),
        box=printed,
        against=others,
        options=option or (),
        restrict=restrict or (),
        skill=(better[0], better[1]) if better else None,
    )
    plan = Plan(game.name, games_, seed, arms, playouts, moves)
    kept = lab.StudyFolder(folder or Path(f"study-{name}"), plan, resume=resume)
    _compile(game, *lab.loops(plan))
    try:
        with _bar(f"Playing {game.title}", games_ * len(arms)) as bar:
            found = lab.run(plan, executor(jobs, ray), folder=kept, progress=lambda done, asked: bar(done))
    except KeyboardInterrupt:
        raise Mistake("Stopped; what is done is kept: the same command with --resume goes on.") from None
    with _console(stderr=True).status("Drawing the report"):
        kept.finish(found)
    if as_json:
        rows = [{**asdict(each), "verdict": each.verdict} for each in found.findings]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for line in summary(found):
        print(line)
    print(f"The report: {kept.path / lab.REPORT}")


def _numbers(texts: str) -> list[int]:
    try:
        return [int(text) for text in texts.split(",")]
    except ValueError:
        raise Mistake(f"Write the numbers of players as 2,3,4, not {texts}.") from None


@app.command("tune-box")
def tune_box(
    name: GameName,
    aim: Annotated[
        list[str],
        typer.Option(metavar="AIM", help="equal, minutes=45, used, decided; used*2 counts twice."),
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LOW:HIGH", help="What may change; by default all that is marked X."),
    ] = None,
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    bots: Annotated[str, typer.Option(help="Who plays.")] = "heuristic",
    rounds: Annotated[int, typer.Option(min=1, help="Generations of the search.")] = 20,
    games_: Annotated[int, typer.Option("--games", min=1, help="Games of a candidate.")] = 2000,
    seed: Annotated[int, typer.Option(help="Where the search starts.")] = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    as_json: AsJson = False,
) -> None:
    """Search values of the box for an aim (CMA-ES) and show the trade-off."""
    from dataclasses import asdict

    with _installed("Tuning a box", "lab"):
        from fathom5.lab import box_tuning
        from fathom5.lab.spread import executor

    game = find_game(name)
    aims = [box_tuning.parse_aim(text) for text in aim]
    ranges = [box_tuning.parse_range(game.sheet, text) for text in vary or ()]
    _compile(game, "study_games")
    with _bar(f"Searching a box for {game.title}", rounds) as bar:
        found = box_tuning.tune_box(
            game,
            players,
            ranges or box_tuning.reconstructed(game.sheet),
            aims,
            executor(jobs, ray),
            bots=_entered(bots),
            rounds=rounds,
            games=games_,
            seed=seed,
            progress=bar,
        )
    if as_json:
        print(json.dumps(asdict(found)))
        return
    print(f"{found.tried} boxes tried; how far each is from {', '.join(aim)} (0 is there), on fresh luck:")
    for each in (found.printed, *found.front):
        misses = "  ".join(f"{miss:6.3f}" for miss in each.misses)
        print(f"  {misses}   {', '.join(each.changes) or 'as it is'}")


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

    with speaking(lang):
        record = Record.read(_read(file))
        _compile(record.game, "search")
        match = record.match()
        shown = match if at is None else match.at(at)
        found = shown.hint(seconds=seconds, playouts=playouts, seed=seed)
        if as_json:
            print(json.dumps([asdict(each) for each in found], ensure_ascii=False))
            return
        played = match.history[len(shown.history)][1] if len(shown.history) < len(match.history) else None
        who = shown.names[shown.actor or 0]
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


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{file} cannot be read as a game record: {error}.") from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    at: Annotated[int | None, typer.Option(help="Show the table after this many moves.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw it to this file.")] = None,
    lang: Language = "en",
) -> None:
    """Step through a recorded game, or show and draw one of its tables."""
    from fathom5.record import Record

    with speaking(lang):
        record = Record.read(_read(file))
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
                raise Mistake(f"{svg} cannot be written: {error.strerror}.") from None
            print(f"Drew move {len(shown.history)} of {total} to {svg}.")
        else:
            _show_table(match, shown)


def _show_table(match: Any, shown: Any) -> None:
    number, total = len(shown.history), len(match.history)
    print(say("Move {number} of {total}", number=number, total=total))
    if number:
        print(" ".join(shown.told(since=number - 1)))
    print(shown.view().text())
    if shown.over:
        from fathom5.terminal import standing

        print("\n".join(standing(shown)))


def _step_through(match: Any) -> None:
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
    from fathom5.fairness import fault, luck_of
    from fathom5.record import Record

    record = Record.read(_read(file))
    luck, match = luck_of(record), record.match(at_hand=True)
    promised = (commitment or record.headers.get("Commitment", "")).lower()
    drawn = list(luck.check(match))
    wrong = fault(luck, promised, drawn)
    if as_json:
        moves = [{**one._asdict(), "follows": one.follows} for one in drawn]
        facts = {"commitment": luck.commitment, "promised": promised or None, "over": match.over}
        print(json.dumps({**facts, "fault": wrong, "moves": moves}, ensure_ascii=False))
    else:
        _show_drawn(drawn)
    if wrong:
        print(wrong, file=sys.stderr)
        sys.exit(1)
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


@app.command("compile")
def compile_games(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all by default.")
    ] = None,
) -> None:
    """Compile games now, several at once, so that nothing waits for it later."""
    import os
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    import fathom5.search  # noqa: F401 - adds its loops
    from fathom5.engine import common_loops, compiler_is_on, is_compiled

    chosen = [find_game(name) for name in names or all_games()]
    if not compiler_is_on():
        raise Mistake("The compiler is off: FATHOM5_COMPILE is 0.")
    todo = [game.name for game in chosen if not is_compiled(game, common_loops())]
    with (
        _bar("Compiling", len(todo)) as bar,
        ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool,
    ):
        for done, job in enumerate(as_completed([pool.submit(_compile_all, name) for name in todo]), 1):
            job.result()
            bar(done)
    print(f"Compiled: {', '.join(todo)}." if todo else "Everything is compiled.")


def _compile_all(name: str) -> None:
    """Compile every loop of a game, one after another; for a process of its own."""
    import fathom5.search  # noqa: F401 - adds its loops
    from fathom5.engine import CompiledEngine, common_loops

    loops = CompiledEngine(find_game(name))
    for loop in common_loops():
        getattr(loops, loop)


@app.command()
def tune(
    name: GameName,
    players: Annotated[int, typer.Option(help="How many play; one seat is the candidate's.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="Generations of the search.")] = 40,
    games_: Annotated[int, typer.Option("--games", min=2, help="Games of a candidate.")] = 2000,
    seed: Annotated[int, typer.Option(help="Where the search starts.")] = 1,
    write: Annotated[
        bool, typer.Option("--write", help="Put better weights into the game's bot.toml.")
    ] = False,
) -> None:
    """Find better weights for a game's heuristic by self-play (CMA-ES)."""
    with _installed("Tuning", "lab"):
        from fathom5.lab.tuning import tune as run
        from fathom5.lab.tuning import write_weights

    game = find_game(name)
    _compile(game, "simulate")
    with _bar(f"Tuning {game.title}", rounds) as bar:
        found = run(game, players, rounds, games_, seed, bar)
    print(
        f"Tuned, it wins {100 * found.win_share:.2f} % against its old self (even: {100 * found.even:.0f} %)."
    )
    for weight, value in found.weights.items():
        print(f"{weight} = {value}")
    if write and found.win_share > found.even:
        write_weights(game, found, f"fathom5 tune {name} --rounds {rounds} --games {games_}")
        print(f"Written to bot.toml of {name}.")


@app.command()
def learn(
    name: GameName,
    players: Annotated[int, typer.Option(help="How many play.")] = 2,
    games_: Annotated[int, typer.Option("--games", min=1, help="Games to learn from.")] = 1_000_000,
    span: Annotated[
        int, typer.Option(min=1, help="The first sample comes after up to so many decisions.")
    ] = 150,
    seed: Annotated[int, typer.Option(help="Where chance starts.")] = 1,
    jobs: Jobs = None,
    ray: Ray = "",
    write: Annotated[bool, typer.Option("--write", help="Keep the network with the game.")] = False,
) -> None:
    """Train a game's value network on games of its heuristic against itself."""
    from fathom5.lab.spread import executor
    from fathom5.lab.training import train, write_network
    from fathom5.testing.conformance import cases

    game = find_game(name)
    game.check_players(players)
    options = [dict(case.options) for case in cases(game) if case.players == players]
    _compile(game, "sample_games")
    with _bar(f"Learning {game.title}", games_) as bar:
        found = train(game, players, games_, span, seed, options, bar, executor(jobs, ray))
    print(f"Learned from {found.samples:,} samples; on games it never saw:")
    print(f"  cross entropy of who wins {found.cross_entropy:.4f} (knowing nothing: {found.uninformed:.4f})")
    print(f"  points to come off by {found.points_error:.2f} (they spread by {found.points_deviation:.2f})")
    if write:
        write_network(game, players, found.network)
        print(f"Written to value_networks.npz of {name}.")


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters with hyphens: low-tide.")],
    folder: Annotated[Path | None, typer.Option(help="Where to; a folder of that name by default.")] = None,
) -> None:
    """Write a small game of your own to begin with; it passes `fathom5 check`."""
    from fathom5.testing.scaffold import write_game

    where = folder or Path(name)
    for path in write_game(name, where):
        print(f"  {path}")
    package = name.replace("-", "_")
    print(f"Now: pip install -e {where}, fathom5 play {name}, fathom5 check {package}.")


@app.command()
def check(
    package: Annotated[str, typer.Argument(metavar="PACKAGE", help="A game's package, as it is imported.")],
) -> None:
    """Check a game of anybody's: that its rules compile, end, hide, guess and tell as they must."""
    from fathom5.testing.conformance import check_game

    sys.path.insert(0, str(Path.cwd()))
    known = {game.package: game for game in all_games().values()}
    game = known.get(package) or Game(package.rpartition(".")[2].replace("_", "-"), package)
    _ = game.spec
    slips = 0
    with _console(stderr=True).status(f"Checking {game.title}: games interpreted, then compiled"):
        for slip in check_game(game):
            slips += 1
            print(slip)
    if slips:
        print(f"{game.title} has {_counted(slips, 'slip', 'slips')}.", file=sys.stderr)
        sys.exit(1)
    print(f"{game.title} holds everything that every game has to hold.")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8005,
    database: Database = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the browser too.")] = False,
    log: Annotated[str, typer.Option(help="One line a request: text, json or none.")] = "text",
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Bots that search at a time.")] = 1,
    memory: Annotated[int, typer.Option(min=16, help="Megabytes for tables in memory.")] = 256,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that the server is reached by; others are refused then."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A proxy or its network, whose X-Forwarded headers are believed."
        ),
    ] = None,
    metrics: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where Prometheus reads metrics.")] = "",
) -> None:
    """Serve the games to browsers."""
    with _installed("The server", "server"):
        from fathom5.server.serve import serve as run
        from fathom5.server.settings import Settings

    settings = Settings(
        bot_workers=bot_workers,
        memory=memory,
        allowed_hosts=tuple(allowed_host or ()),
        trusted_proxies=(*Settings.trusted_proxies, *(trusted_proxy or ())),
        metrics=metrics,
    )
    run(host, port, database, browser=browser, log=log, settings=settings)


@app.command("export")
def export_games(
    target: Annotated[str, typer.Argument(metavar="FILE", help="A new file, or - for standard output.")],
    database: Database = None,
) -> None:
    """Write all games of a server to a file, each with its record; also while it runs."""
    archive, place = _archive(database)
    count = archive.export_games(place, target)
    tables = _counted(count, "table", "tables")
    print(f"Exported {tables}. Keep the file to yourself: hands and links are in there.", file=sys.stderr)


@app.command("import")
def import_games(
    source: Annotated[str, typer.Argument(metavar="FILE", help="An export, or - for standard input.")],
    database: Database = None,
) -> None:
    """Take over all games of an export; what is there already stays as it is."""
    archive, place = _archive(database)
    moved = archive.import_games(place, source)
    print(f"Imported {_counted(moved.added, 'table', 'tables')}; there already: {moved.there}.")
    if moved.unchecked:
        print(f"Of games or rules that are not here, and waiting for them: {moved.unchecked}.")


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")], database: Database = None
) -> None:
    """Copy the file of all games consistently, also while a server uses it."""
    archive, place = _archive(database)
    archive.backup(place, target)
    print(f"Copied {place} to {target}.")


@app.command()
def doctor(database: Database = None) -> None:
    """Look at the games and this machine, and say what to do; exit code 1 if something is wrong."""
    with _installed("The server", "server"):
        from fathom5.server.doctor import examine
        from fathom5.server.serve import the_database

    findings = examine(the_database(database))
    for finding in findings:
        print(f"{'well ' if finding.well else 'WRONG'}  {finding.about}")
        if finding.advice:
            print(f"       → {finding.advice}")
    if not all(finding.well for finding in findings):
        sys.exit(1)


operate = typer.Typer(help="Hide a name, close a table, ban a network; a server that runs keeps to it soon.")
app.add_typer(operate, name="operate", no_args_is_help=True)
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="Its id: what comes after /table/.")]
Network = Annotated[str, typer.Argument(metavar="ADDRESS", help="203.0.113.7 or a network, 10.0.0.0/8.")]


def _order(database: str | None, name: str, *words: Any) -> Any:
    """Give an order to the server of a database."""
    import asyncio

    with _installed("The server", "server"):
        from fathom5.server import archive, orders
        from fathom5.server.serve import the_database

    with archive.opened(the_database(database)) as store:
        return asyncio.run(getattr(orders, name)(store, *words))


@operate.command("hide-name")
def hide_name(
    table: TableId,
    seat: Annotated[int, typer.Argument(min=1, help="Which seat, counted from 1.")],
    database: Database = None,
) -> None:
    """Hide the name of a seat, in its game, log and record."""
    _order(database, "hide_name", table, seat - 1)
    print(f"The name of seat {seat} at table {table} is hidden.")


@operate.command("close")
def close_table(
    table: TableId,
    database: Database = None,
    again: Annotated[bool, typer.Option("--reopen", help="Open it again.")] = False,
) -> None:
    """Close a table: nobody sees it or plays there any more."""
    _order(database, "close_table", table, not again)
    print(f"Table {table} is {'open again' if again else 'closed'}.")


@operate.command()
def ban(network: Network, database: Database = None) -> None:
    """Refuse all requests of an address or network."""
    print(f"{_order(database, 'ban', network)} is banned.")


@operate.command()
def unban(network: Network, database: Database = None) -> None:
    """Answer an address or network again."""
    print(f"{_order(database, 'unban', network)} is not banned any more.")


@operate.command("bans")
def list_bans(database: Database = None) -> None:
    """List the banned addresses and networks."""
    for network in _order(database, "bans"):
        print(network)


def _archive(database: str | None) -> tuple[Any, Path | str]:
    """What moves games, and the database."""
    with _installed("The server", "server"):
        from fathom5.server import archive
        from fathom5.server.serve import the_database

    return archive, the_database(database)


@contextmanager
def _installed(what: str, extra: str) -> Iterator[None]:
    """Say what has to be installed for an import inside."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Mistake(f"{what} needs {error.name}: pip install 'fathom5[{extra}]'.") from None


@app.command()
def bench(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all by default.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to play each game.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games are on one core."""
    from fathom5.lab.speed import measure

    chosen = [find_game(name)] if name else list(all_games().values())
    results = []
    for game in chosen:
        _compile(game, "simulate", "copy_tables")
        results.append(measure(game, seconds))
    if as_json:
        print(json.dumps(results))
        return
    for result in results:
        print(f"{result['game']}, {_counted(result['players'], 'player', 'players')}, random play, one core:")
        for key in ("games_per_s", "moves_per_s", "copies_per_s", "match_moves_per_s"):
            print(f"  {key:<18} {result[key]:>14,.0f}")
        print(f"  {'table_bytes':<18} {result['table_bytes']:>14,}")
        print(f"  {'load_s':<18} {result['load_s']:>14.2f}")
