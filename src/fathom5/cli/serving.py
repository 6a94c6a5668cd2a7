"""Commands for those who run a server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from fathom5.cli.common import (
    SERVING,
    Database,
    app,
    counted,
    installed,
)


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
    public_tables: Annotated[
        bool, typer.Option("--public-tables", help="Let hosts open their tables to anybody.")
    ] = False,
    docs: Annotated[
        str, typer.Option(metavar="URL", help="Where the documentation site is, to link to its pages.")
    ] = "",
    bots: Annotated[
        list[str] | None,
        typer.Option(metavar="agent:FILE", help="A trained agent that everybody may play against."),
    ] = None,
) -> None:
    """Serve the games to browsers."""
    from fathom5.bots import offer_agents

    with installed("The server", "server"):
        from fathom5.server.serve import serve as run
        from fathom5.server.settings import Settings

    settings = Settings(
        bot_workers=bot_workers,
        memory=memory,
        allowed_hosts=tuple(allowed_host or ()),
        trusted_proxies=(*Settings.trusted_proxies, *(trusted_proxy or ())),
        metrics=metrics,
        public_tables=public_tables,
        docs=docs,
    )
    offer_agents(bots or ())
    run(host, port, database, browser=browser, log=log, settings=settings)


@app.command("export")
def export_games(
    target: Annotated[str, typer.Argument(metavar="FILE", help="A new file, or - for standard output.")],
    database: Database = None,
) -> None:
    """Write all games of a server to a file, each with its record; also while it runs."""
    archive, place = _archive(database)
    count = archive.export_games(place, target)
    tables = counted(count, "table", "tables")
    print(f"Exported {tables}. Keep the file to yourself: hands and links are in there.", file=sys.stderr)


@app.command("import")
def import_games(
    source: Annotated[str, typer.Argument(metavar="FILE", help="An export, or - for standard input.")],
    database: Database = None,
) -> None:
    """Take over all games of an export; what is there already stays as it is."""
    archive, place = _archive(database)
    moved = archive.import_games(place, source)
    print(f"Imported {counted(moved.added, 'table', 'tables')}; there already: {moved.there}.")
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
    with installed("The server", "server"):
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
app.add_typer(operate, name="operate", no_args_is_help=True, rich_help_panel=SERVING)
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="Its id: what comes after /table/.")]
Network = Annotated[str, typer.Argument(metavar="ADDRESS", help="203.0.113.7 or a network, 10.0.0.0/8.")]


def _order(database: str | None, name: str, *words: Any) -> Any:
    """Give an order to the server of a database."""
    import asyncio

    with installed("The server", "server"):
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
    with installed("The server", "server"):
        from fathom5.server import archive
        from fathom5.server.serve import the_database

    return archive, the_database(database)
