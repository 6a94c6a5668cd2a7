"""Reviewing many games at once: records out of files and folders, pages into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import fathom5
from fathom5.cli.common import compile_loops, make_console, progress_bar, read_text

if TYPE_CHECKING:
    from fathom5.coach.reviews import Review
    from fathom5.lab.review_sums import PlayerSum
    from fathom5.lab.reviews import ReviewFolder, ReviewPlan
    from fathom5.lab.spread import Executor

RECORDS = "*.f5"
"""The files of a folder that are taken for records."""


def record_files(given: Sequence[Path]) -> list[Path]:
    """The files given, and those that lie in folders given; raises Mistake for a folder without any."""
    files: list[Path] = []
    for path in given:
        found = sorted(path.glob(RECORDS)) if path.is_dir() else [path]
        if not found:
            raise fathom5.Mistake(f"{path} has no records in it: {RECORDS}.")
        files += found
    return files


def make_plan(files: Sequence[Path], seed: int, effort: float) -> ReviewPlan:
    """What is to be reviewed, each game under its file's name; raises Mistake for one that cannot be."""
    from fathom5.lab.reviews import ReviewPlan
    from fathom5.record import Record
    from fathom5.text.language import say

    records = []
    for file in files:
        text = read_text(file)
        try:
            game = Record.read(text).game
        except fathom5.Mistake as mistake:
            raise fathom5.Mistake(f"{file.stem}: {mistake}") from None
        compile_loops(game, "evaluate", "heuristic")
        records.append((file.stem, text))
    with progress_bar(say("Reading the records"), len(records)) as bar:

        def counted() -> Iterator[tuple[str, str]]:
            for number, record in enumerate(records):
                bar(number)
                yield record

        return ReviewPlan.of(counted(), seed, effort)


def review_many(folder: ReviewFolder, executor: Executor, as_json: bool) -> None:
    """Review games into a folder and tell of those who played them; raises Mistake when it is stopped."""
    from fathom5.lab.review_sums import player_sums
    from fathom5.lab.reviews import review_games
    from fathom5.text.language import say

    plan = folder.plan

    def finished() -> Iterator[Review]:
        with progress_bar(say("Judging the games"), plan.moves) as bar:
            for game, review in review_games(
                plan, executor, folder=folder, progress=lambda done, asked: bar(done)
            ):
                folder.finish(game, review)
                yield review

    try:
        found = player_sums(finished())
    except KeyboardInterrupt:
        raise fathom5.Mistake(
            "Stopped; what is done is kept: the same command with --resume goes on."
        ) from None
    if as_json:
        print(json.dumps([_plain(each) for each in found], ensure_ascii=False))
        return
    _show(found)
    print(say("All in hundredths of a win a game. The pages: {folder}", folder=folder.path))


def _plain(found: PlayerSum) -> dict[str, object]:
    from fathom5.coach.reviews import plain

    return {name: plain(value) for name, value in asdict(found).items()}


def _show(found: Sequence[PlayerSum]) -> None:
    """A table for each game with a line for each player, for a terminal."""
    from rich import box
    from rich.table import Table

    from fathom5.coach.tables import hundredths
    from fathom5.coach.telling import sign
    from fathom5.coach.verdicts import Verdict
    from fathom5.text.language import decimal, say

    bad = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)
    heads = [say("games"), say("won"), say("luck"), say("own decisions"), say("lost against the best")]
    heads += [sign(verdict) for verdict in bad]
    for game, players in groupby(found, key=lambda each: each.game):
        title = fathom5.find_game(game).title
        drawn = Table("", *heads, title=title, title_justify="left", box=box.SIMPLE_HEAD)
        for each in players:
            amounts = (hundredths(share, "+.1f") for share in (each.luck, each.own, each.cost))
            counts = (str(each.verdicts[verdict]) for verdict in bad)
            drawn.add_row(each.player, str(each.games), decimal(each.won, ".4g"), *amounts, *counts)
        make_console().print(drawn)
