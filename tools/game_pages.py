"""The page of a game on the documentation site: all that its declarations, its bots and its lab tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fathom5 import Game, simulate
from fathom5.core.box import SOURCES
from fathom5.core.schema import describe
from fathom5.server.pages import example_picture, examples
from fathom5.text import rules_text

DOCS = Path(__file__).parent.parent / "docs"
LONGEST_VALUE = 60
GAMES = 4_000
"""Games for each number of players that the balance is told from."""
BEFORE = "before levels had characters"
MATCHES = ("Two players", f"Two players, {BEFORE}", f"Four players, one against three, {BEFORE}")
"""What the tables of docs/bots.md are about, in their order."""


def game_page(game: Game, server: str = "") -> str:
    """Everything about a game; with the address of a server, how to play it there."""
    return "\n\n".join(_parts(game, server))


def pictures(game: Game) -> dict[str, str]:
    """The drawings of the rules page by their paths on the site."""
    return {f"games/art/{game.name}/{name}.svg": example_picture(game, name, "en") for name in examples(game)}


def _parts(game: Game, server: str) -> Iterator[str]:
    facts, spec = game.sheet.facts, game.spec
    yield f"# {game.title}\n\n{facts['about']}"
    yield (
        f"{game.players[0]} to {game.players[-1]} players, about {facts['minutes']} minutes. Design: "
        f"{', '.join(facts['designers'])}. Publisher: {facts['publisher']}. Rules {game.rules_version}."
    )
    yield f"![A recorded game of {game.title}](../pictures/{game.name}.webp)"
    yield f"Every clause and ruling, with its tests, is on [a page of its own](../rules/{game.name}.md)."
    if server:
        there = f"[read its rules there]({server}/rules/{game.name})"
        yield f"[Play it in the browser]({server}/new/{game.name}), or {there}."
    most = game.players[-1]
    yield f"```\nfathom5 play {game.name}\nfathom5 simulate {game.name} --players {most} --games 100000\n```"
    yield "## How it is played\n\n" + played(game)
    yield "## Options\n\n" + _options(game)
    yield "## How balanced it is\n\n" + balance(game)
    yield "## How strong its bots are\n\n" + strength(game, (DOCS / "bots.md").read_text("utf-8"))
    yield "## Components\n\n" + _components(game)
    yield describe(spec.table, "The table").replace("###", "##", 1)
    yield describe(spec.box, "The box").replace("###", "##", 1)
    yield spec.moves.describe("Moves of the players").replace("###", "##", 1)
    yield spec.nature.describe("Moves of nature").replace("###", "##", 1)


def played(game: Game) -> str:
    """The rules page of the browser, one level down, with its pictures but without links into the server."""
    text = rules_text(game, "en").replace("](/art/", "](art/")
    text = re.sub(r"(?<!!)\[([^]]*)\]\(/\S*\)", r"\1", text)
    body = re.sub(r"^# .*\n", "", text.lstrip())
    return re.sub(r"^#", "##", body, flags=re.MULTILINE).strip()


@cache
def balance(game: Game) -> str:
    """Win shares in turn order and points, from games of the heuristic played for this page."""
    rows = [
        f"{GAMES:,} games of the heuristic for each number of players, played for this page "
        f"(`fathom5 simulate {game.name} --bots heuristic --games {GAMES} --seed 1`). Whoever began stands "
        "first; with 95 % intervals.",
        "",
        "| players | wins in turn order | points | moves a game |",
        "|---|---|---|---|",
    ]
    for players in game.players:
        if players == 1:
            continue
        found = simulate(game, players, GAMES, bots=["heuristic"], seed=1)
        spans = zip(found.order_win_share, found.order_win_interval, strict=True)
        told = [f"{100 * share:.1f} % ± {50 * (high - low):.1f}" for share, (low, high) in spans]
        shares = ", ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in told)
        points = sum(found.mean_score) / players
        rows.append(f"| {players} | {shares} | {points:.1f} | {found.mean_moves:.0f} |")
    more = f"balance-{game.name}.md"
    if (DOCS / more).exists():
        rows += ["", f"More, and how its figures were chosen: [how balanced it is](../{more})."]
    rows += ["", "What can be asked beyond that: [the lab](../lab.md)."]
    return "\n".join(rows)


def strength(game: Game, page: str) -> str:
    """What the page about bots says of a game; raises ValueError if it says nothing."""
    section = page.partition("## How strong they are")[2]
    rows = ["| | | wins of the first, with 95 % interval |", "|---|---|---|"]
    tables = re.findall(
        rf"^(\| game \|.*\n).*\n(?:\|.*\n)*?(\| {re.escape(game.title)} \|.*\n)", section, re.M
    )
    for match, (heads, found) in zip(MATCHES, tables, strict=True):
        pairs = zip(_cells(heads)[1:], _cells(found)[1:], strict=True)
        rows += [f"| {match} | {head} | {share} |" for head, share in pairs]
    return "\n".join([*rows, "", "How they think, and how this was measured: [bots](../bots.md)."])


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _options(game: Game) -> str:
    rows = [
        f"| `{option.name}` | {' / '.join(option.words) or f'{option.low} … {option.high}'} | "
        f"{option.write(option.default)} | {option.about} |"
        for option in game.sheet.options.values()
    ]
    if not rows:
        return "It has none."
    return "\n".join(["| option | values | default | what it does |", "|---|---|---|---|", *rows])


def _components(game: Game) -> str:
    """Every component with its provenance; what is long is in box.toml."""
    sources = ", ".join(f"{letter} {meaning}" for letter, meaning in SOURCES.items())
    rows = [f"Where a figure comes from: {sources}.", ""]
    rows += ["| component | value | from | what it is |", "|---|---|---|---|"]
    for name, entry in game.sheet.content["components"].items():
        value = str(entry["value"])
        if len(value) > LONGEST_VALUE:
            value = f"{len(entry['value'])} entries"
        about = " ".join(entry.get("about", "").split())
        rows.append(f"| `{name}` | {value} | {entry['source']} | {about} |")
    return "\n".join(rows)
