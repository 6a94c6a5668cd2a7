"""Commands of the lab: simulate, study, tune, measure."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import fathom5
from fathom5.cli.common import (
    AsJson,
    BoxFile,
    Changes,
    GameName,
    Jobs,
    Options,
    Playouts,
    Ray,
    app,
    bots_named,
    changed_sheet,
    compile_loops,
    counted,
    installed,
    make_console,
    numbers_of_players,
    option_pairs,
    progress_bar,
)


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

    from fathom5.lab.setting import Setting
    from fathom5.lab.simulation import simulate as run

    game = fathom5.find_game(name)
    sheet, options = changed_sheet(game, change, box), option_pairs(option)
    Setting.of(game, players, options, sheet, seed)
    compile_s = compile_loops(game, "simulate")
    with progress_bar(f"Playing {game.title}", games_) as bar:
        outcome = run(
            game,
            players,
            games_,
            seed=seed,
            bots=bots_named(bots),
            jobs=jobs,
            options=options,
            box=sheet,
            progress=bar,
        )
    outcome = replace(outcome, compile_s=round(compile_s, 3))
    if outcome.interrupted:
        print(f"Stopped after {counted(outcome.games, 'game', 'games')} of {games_:,}.", file=sys.stderr)
    if as_json:
        print(json.dumps(asdict(outcome)))
    else:
        _show_outcome(asdict(outcome))


def _show_outcome(outcome: dict[str, Any]) -> None:
    games, cores = counted(outcome["games"], "game", "games"), counted(outcome["jobs"], "core", "cores")
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
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every finished game in this new file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the games in the file.")] = False,
    option: Options = None,
    change: Changes = None,
    box: BoxFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, in all seats with the same luck, and tell who is stronger."""
    from dataclasses import asdict

    with installed("The arena", "lab"):
        from fathom5.lab.arena import arena as run
        from fathom5.lab.arena_file import ArenaFile
        from fathom5.lab.spread import executor

    game = fathom5.find_game(name)
    sheet = changed_sheet(game, change, box)
    if resume and not keep:
        raise fathom5.Mistake("--resume goes on with a file: name it with --keep FILE.")
    plan = {
        "game": game.name,
        "rules": game.rules_version,
        "players": players,
        "bots": bots,
        "seed": seed,
        "thinking": thinking,
        "playouts": playouts,
        "options": option_pairs(option),
        "box": sheet.differences(),
    }
    finished = ArenaFile(keep, plan, resume=resume) if keep else None
    compile_loops(game, "heuristic", "guess", "search")
    with progress_bar(f"Playing {game.title}", games_) as bar:
        standings = run(
            game,
            players,
            bots_named(bots),
            games_,
            seed=seed,
            jobs=jobs,
            thinking=thinking,
            playouts=playouts,
            options=option_pairs(option),
            box=sheet,
            progress=bar,
            executor=executor(jobs, ray),
            finished=finished,
        )
    if standings.interrupted:
        how = f" The same with --keep {keep} --resume goes on." if keep else ""
        print(
            f"Stopped after {counted(standings.games, 'game', 'games')} of {games_:,}.{how}", file=sys.stderr
        )
    if as_json:
        print(json.dumps(asdict(standings)))
        return
    played, seated = counted(standings.games, "game", "games"), counted(players, "player", "players")
    rollouts = counted(playouts, "playout", "playouts")
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

    with installed("A study", "lab"):
        from fathom5.lab import study as lab
        from fathom5.lab.folder import REPORT, StudyFolder
        from fathom5.lab.plan import Plan
        from fathom5.lab.spread import executor
        from fathom5.lab.telling import summary

    game = fathom5.find_game(name)
    numbers = numbers_of_players(players) if players else [min(4, game.players[-1])]
    printed = [*(lab.file_changes(name, box) if box else ()), *(change or ())]
    others: list[str] = []
    for text in against or ():
        others += [text] if "=" in text else lab.file_changes(name, Path(text))
    better = None if skill == "none" else bots_named(skill)
    if better is not None and len(better) != 2:
        raise fathom5.Mistake("Write --skill as BETTER,WORSE, such as heuristic,random, or none.")
    arms = lab.arms(
        numbers,
        bots_named(bots),
        box=printed,
        against=others,
        options=option or (),
        restrict=restrict or (),
        skill=(better[0], better[1]) if better else None,
    )
    plan = Plan(game.name, games_, seed, arms, playouts, moves)
    cores = executor(jobs, ray)
    kept = StudyFolder(folder or Path(f"study-{name}"), plan, resume=resume)
    compile_loops(game, *lab.loops(plan))
    try:
        with progress_bar(f"Playing {game.title}", games_ * len(arms)) as bar:
            found = lab.run(plan, cores, folder=kept, progress=lambda done, asked: bar(done))
    except KeyboardInterrupt:
        raise fathom5.Mistake(
            "Stopped; what is done is kept: the same command with --resume goes on."
        ) from None
    with make_console(stderr=True).status("Drawing the report"):
        kept.finish(found)
    if as_json:
        rows = [{**asdict(each), "verdict": each.verdict} for each in found.findings]
        print(json.dumps(rows, ensure_ascii=False))
        return
    for line in summary(found):
        print(line)
    print(f"The report: {kept.path / REPORT}")


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

    with installed("Tuning a box", "lab"):
        from fathom5.lab import box_tuning
        from fathom5.lab.spread import executor

    game = fathom5.find_game(name)
    aims = [box_tuning.parse_aim(text) for text in aim]
    ranges = [box_tuning.parse_range(game.sheet, text) for text in vary or ()]
    compile_loops(game, "study_games")
    with progress_bar(f"Searching a box for {game.title}", rounds) as bar:
        found = box_tuning.tune_box(
            game,
            players,
            ranges or box_tuning.reconstructed(game.sheet),
            aims,
            executor(jobs, ray),
            bots=bots_named(bots),
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
    with installed("Tuning", "lab"):
        from fathom5.lab.tuning import tune as run
        from fathom5.lab.tuning import write_weights

    game = fathom5.find_game(name)
    compile_loops(game, "simulate")
    with progress_bar(f"Tuning {game.title}", rounds) as bar:
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
def bench(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game; all by default.")] = None,
    seconds: Annotated[float, typer.Option(help="How long to play each game.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games are on one core."""
    from fathom5.lab.speed import measure

    chosen = [fathom5.find_game(name)] if name else list(fathom5.all_games().values())
    results = []
    for game in chosen:
        compile_loops(game, "simulate", "copy_tables")
        results.append(measure(game, seconds))
    if as_json:
        print(json.dumps(results))
        return
    for result in results:
        print(f"{result['game']}, {counted(result['players'], 'player', 'players')}, random play, one core:")
        for key in ("games_per_s", "moves_per_s", "copies_per_s", "match_moves_per_s"):
            print(f"  {key:<18} {result[key]:>14,.0f}")
        print(f"  {'table_bytes':<18} {result['table_bytes']:>14,}")
        print(f"  {'load_s':<18} {result['load_s']:>14.2f}")
