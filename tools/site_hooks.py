"""What `make docs` adds to the pages in docs/: a page for each game, each notebook and the commands.

Pages that stand beside the docs (changelog, contributing, security) are taken over; links that lead out of
docs/ become plain text, since nothing is there on the site. A page asks no other host for anything.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

import notebooks
from fathom5 import Game, all_games
from fathom5.cli import app
from game_pages import game_page, pictures

ROOT = Path(__file__).parent.parent
PAPERS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
SERVER = os.environ.get("FATHOM5_SERVER", "").rstrip("/")
"""The address of a server that the pages of the games link to, if there is one."""
WORKER = "https://unpkg.com/iframe-worker/shim"
"""Where Material would take a script from that makes its search work in files."""


def on_files(files: Files, config: Any) -> Files:
    """Add what is made from the code."""
    ours = [game for game in all_games().values() if _is_ours(game)]
    made = {f"games/{game.name}.md": game_page(game, SERVER) for game in ours}
    for game in ours:
        made |= pictures(game)
    for name in notebooks.names():
        text, drawn = notebooks.page(name)
        made |= {f"notebooks/{file}": svg for file, svg in drawn.items()} | {f"notebooks/{name}.md": text}
        made[f"notebooks/{name}.ipynb"] = (notebooks.FOLDER / f"{name}.ipynb").read_text("utf-8")
    made |= {paper.lower(): (ROOT / paper).read_text("utf-8") for paper in PAPERS}
    made["reference/commands.md"] = commands_page()
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, **more: Any) -> str:
    """Links out of docs/ as plain text."""
    return re.sub(r"\[([^]]+)\]\(\.\./deploy[^)]*\)", r"`\1`", markdown)


def on_post_page(output: str, page: Any, **more: Any) -> str:
    """What lets the search work in a folder without a server is taken from the site itself."""
    return output.replace(WORKER, "../" * page.url.count("/") + "vendor/iframe-worker.js")


def on_post_template(output_content: str, **more: Any) -> str:
    """The same for the page that says that there is none."""
    return output_content.replace(WORKER, "/vendor/iframe-worker.js")


def on_post_build(config: Any) -> None:
    """Raises PluginError if a page would ask another host for anything."""
    asked = re.compile(r'<(?:script|img|source|link|iframe)[^>]+(?:src|srcset|href)="?(?:https?:)?//[^">]*')
    for path in Path(config["site_dir"]).rglob("*.html"):
        if found := asked.search(path.read_text("utf-8")):
            raise PluginError(f"{path} asks another host: {found[0]}")


def _is_ours(game: Game) -> bool:
    return game.package.startswith("fathom5.")


def commands_page() -> str:
    """Every command with its arguments and options."""
    import typer
    from typer.cli import get_docs_for_click

    command = typer.main.get_command(app)
    text: str = get_docs_for_click(obj=command, ctx=typer.Context(command), name="fathom5", title="Commands")
    return text
