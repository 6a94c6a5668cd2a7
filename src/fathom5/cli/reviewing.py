"""The command of the coach: review finished games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import fathom5
from fathom5.cli.common import (
    AsJson,
    Jobs,
    Language,
    Ray,
    app,
    compile_loops,
    make_console,
    progress_bar,
    read_text,
)
from fathom5.cli.many_reviews import make_plan, record_files, review_many

if TYPE_CHECKING:
    from fathom5.coach import Review
    from fathom5.coach.findings import Findings
    from fathom5.coach.tables import Table


@app.command()
def review(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="The record of a finished game; several, or folders of them."),
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with curve and boards.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Where the rollouts' luck comes from.")] = 0,
    effort: Annotated[
        float, typer.Option(min=0.01, max=100, help="4 takes four times as long and halves the errors.")
    ] = 1.0,
    jobs: Jobs = None,
    ray: Ray = "",
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="A new folder, for a page of each game; reviews for several."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the reviews in the folder.")] = False,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """What was luck, what was you: judge every move of a finished game, or of many.

    A review of one game that was interrupted goes on where it was.
    """
    from fathom5.coach import review as judge
    from fathom5.coach.page import page
    from fathom5.lab.reviews import ReviewFolder
    from fathom5.lab.spread import executor
    from fathom5.record import Record
    from fathom5.text.language import say, speaking

    with speaking(lang):
        if folder or ray or resume or len(files) > 1 or files[0].is_dir():
            if html:
                raise fathom5.Mistake(
                    "Several games get a page each, in a folder: --folder instead of --html."
                )
            plan = make_plan(record_files(files), seed, effort)
            cores = executor(jobs, ray)
            review_many(ReviewFolder(folder or Path("reviews"), plan, resume=resume), cores, as_json)
            return
        text = read_text(files[0])
        record = Record.read(text)
        compile_loops(record.game, "evaluate", "heuristic")
        match = record.match()
        with _kept(f"{fathom5.__version__} {seed} {effort!r}\n{text}") as findings:
            with progress_bar(say("Judging {title}", title=match.game.title), len(match.history)) as bar:
                found = judge(
                    match,
                    seed=seed,
                    effort=effort,
                    jobs=jobs,
                    progress=lambda done, of: bar(done),
                    findings=findings,
                )
            if html:
                try:
                    html.write_text(page(found), "utf-8")
                except OSError as error:
                    raise fathom5.Mistake(f"{html} cannot be written: {error.strerror}.") from None
        if as_json:
            print(json.dumps(found.to_json(), ensure_ascii=False))
        elif not html:
            _show(found)


@contextmanager
def _kept(what: str) -> Iterator[Findings]:
    """What an interrupted review of the same has found, with a file beside the compiled rules for what comes.

    The file goes when the review is done; where none can be written, nothing is kept.
    """
    from fathom5.coach.findings import Findings
    from fathom5.engine.cache import prepare, root

    file = root() / "reviews" / f"{hashlib.sha256(what.encode()).hexdigest()[:32]}.jsonl"
    lines, whole, findings = list[str](), list[str](), Findings()
    with suppress(OSError, UnicodeDecodeError):
        lines = file.read_text("utf-8").splitlines(keepends=True)
    with suppress(fathom5.Mistake):  # the last line of a run that was killed may be half a line
        for line in lines:
            findings.read(line)
            whole.append(line)
    try:
        prepare(file.parent)
        kept = file.open("w", encoding="utf-8", buffering=1)
    except (OSError, fathom5.Mistake):
        yield findings
        return
    is_done = False
    try:
        with kept:
            kept.writelines(whole)
            findings.keep = lambda line: print(line, file=kept)
            yield findings
        is_done = True
    finally:
        if is_done or not findings.moves:
            file.unlink(missing_ok=True)


def _show(found: Review) -> None:
    """The tables and the moments, for a terminal."""
    from fathom5.coach import tables, telling
    from fathom5.text.language import say

    console = make_console()
    for title, table in (
        (say("Decisions"), tables.decisions(found)),
        (say("Jokers and disasters"), tables.luck(found)),
        (say("Where the results came from"), tables.sums(found)),
    ):
        console.print(_rich(found, title, table))
    print(telling.note(found))
    print("\n" + say("What decided the game"))
    for number, each in enumerate(telling.deciding(found), 1):
        print(f"{number}. {telling.sentence(found, each)}")


def _rich(found: Review, title: str, table: Table) -> object:
    from rich import box
    from rich.table import Table as RichTable

    drawn = RichTable("", *table.heads, title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for row in table.rows:
        drawn.add_row(found.match.names[row.seat], *row.cells)
    return drawn
