"""Pages: what whoever looks may see, put into templates."""

from __future__ import annotations

import hashlib
import random
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from fathom5.bots import LEVELS
from fathom5.fairness import Luck
from fathom5.kernel.drawing import mark, tag
from fathom5.kernel.errors import Mistake
from fathom5.kernel.game import Game, all_games
from fathom5.kernel.guidance import ENOUGH, Lesson
from fathom5.kernel.lang import LANGUAGES, catalogues, say, speaking
from fathom5.kernel.marks import NATURE, STRANGER
from fathom5.match import Match, View
from fathom5.record import Record
from fathom5.server.keys import Keys
from fathom5.server.tables import Table

HERE = Path(__file__).parent
STATIC = HERE / "static"
FILES = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
"""Everything that is sent as it is, by name."""

SHOWN = 40
"""How many moves back the log on the table page reaches; the replay has them all."""

SAMPLE_MOVES = 30

_TIED = re.compile(r" (?=[:;?!»])|(?<=«) ")
"""Where French has a space that must not end a line."""


@dataclass(frozen=True)
class Visitor:
    """Whoever looks at a page: the person of the cookie, and how they like it."""

    person: str | None = None
    name: str = ""
    language: str = "en"
    theme: str = ""
    upright: bool = False


class Pages:
    """The templates with what they all need."""

    def __init__(self, keys: Keys) -> None:
        for package in ("fathom5.server", *(game.package for game in games())):
            catalogues(package)
        self.keys = keys
        self.jinja = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.jinja.globals.update(
            say=say, mark=drawn_mark, static=static, languages=LANGUAGES, levels=LEVELS, enough=ENOUGH
        )
        self.jinja.filters["first_big"] = lambda words: words[:1].upper() + words[1:]

    def page(self, template: str, visitor: Visitor, path: str, **content: Any) -> str:
        """A whole page."""
        return self.jinja.get_template(template).render(visitor=visitor, path=path, **content)

    def table(self, table: Table, look: Look, origin: str) -> bytes:
        """The part of the table page that changes, made once for all who see the same."""
        key = (look, origin)
        return table.drawn(key, lambda: self._table(table, look, origin))

    def _table(self, table: Table, look: Look, origin: str) -> str:
        if table.match is None:
            content = self._lobby(table, look, origin)
        elif look.passing is not None:
            content = {"template": "_pass.html", "undo": undoable(table, look)}
        else:
            content = self._play(table, table.match, look, origin)
        template = content.pop("template")
        return self.jinja.get_template(template).render(table=table, look=look, **content)

    def _lobby(self, table: Table, look: Look, origin: str) -> dict[str, Any]:
        host = look.host
        return {
            "template": "_lobby.html",
            "invitation": f"{origin}/join/{table.id}/{self.keys.invitation(table.id)}" if host else "",
            "waiting": [number for number in look.mine if not table.seats[number].ready],
        }

    def _play(self, table: Table, match: Match, look: Look, origin: str) -> dict[str, Any]:
        view = match.view(look.seat)
        tales = table.tales(look.seat, look.language)
        history = match.history
        since = next((n for n in reversed(range(len(history))) if history[n][0] in look.mine), -1)
        first = max(0, len(tales) - SHOWN)
        places = match.places if match.over else []
        log = [
            told_item(table.id, number + 1, " ".join(tales[number]), number > since, look.language)
            for number in reversed(range(first, len(tales)))
            if tales[number]
        ]
        return {
            "template": "_play.html",
            "view": view,
            "board": look.board(view),
            "moves": [(move, view.name(move), view.preview(move)) for move in view.ids],
            "lesson": next_lesson(table, view),
            "tallies": [view.tally(seat) for seat in range(match.players)] if match.over else [],
            "asked": view.ask(),
            "scores": match.scores if match.over else view.scores,
            "places": places,
            "winners": [name for name, place in zip(match.names, places, strict=False) if place == 1],
            "log": Markup("\n".join(log)),
            "since": since + 1,
            "again": Luck(self.keys.seed(self.keys.rematch(table.id))).commitment if match.over else "",
            "undo": undoable(table, look),
            "seat_link": f"{origin}/seat/{table.id}/{look.seat}/{self.keys.seat(table.id, look.seat)}"
            if look.seat in look.mine
            else "",
        }


@dataclass(frozen=True)
class Look:
    """From where somebody looks at a table."""

    seat: int
    mine: tuple[int, ...]
    host: bool
    passing: int | None
    language: str
    upright: bool = False

    def board(self, view: View) -> Markup:
        """The board of a view, drawn for how the page is held."""
        return Markup(view.upright() if self.upright else view.svg())


def look(table: Table, visitor: Visitor, wanted: int | None) -> Look:
    """The seat whose view a visitor gets.

    Who shares a device in a game with secrets is asked to pass it on. After the end everybody may
    look from every seat.
    """
    mine = tuple(table.seats_of(visitor.person))
    host = visitor.person is not None and visitor.person == table.host
    seat, passing = STRANGER, None
    open_seats = range(len(table.seats)) if table.over else mine
    faced = wanted if wanted in open_seats else None
    if len(mine) == 1 or table.over:
        seat = next(iter(mine), STRANGER) if faced is None else faced
    elif mine and table.actor in mine:
        if table.has_secrets and faced != table.actor:
            passing = table.actor
        else:
            assert table.actor is not None
            seat = table.actor
    elif faced is not None:
        seat = faced
    elif mine and not table.has_secrets:
        seat = mine[0]
    return Look(seat, mine, host, passing, visitor.language, visitor.upright)


def undoable(table: Table, look: Look) -> list[int]:
    """The seats of whoever looks that can take something back."""
    return [seat for seat in look.mine if table.can_undo(seat)]


def next_lesson(table: Table, view: View) -> tuple[str, Lesson] | None:
    """What somebody new has not been told yet about the moves open now, with its name."""
    if table.learnt is None or ENOUGH in table.learnt:
        return None
    return next(((name, new) for name, new in view.lessons().items() if name not in table.learnt), None)


@lru_cache(maxsize=1 << 14)
def told_item(table: str, number: int, told: str, new: bool, language: str) -> str:
    """A move in the log, made once: it stays the same while forty others come."""
    label, mark_new = escape(say("Look at move {number}", number=number)), ' class="new"' if new else ""
    return (
        f'<li id="log-{number}"{mark_new}><a href="/table/{table}/replay?at={number}#{number}"'
        f' aria-label="{label}" tabindex="-1">{number}</a> <span>{escape(told)}</span></li>'
    )


def why(view: View, words: str) -> str:
    """Why a move is not possible now, or that it is."""
    wanted = " ".join(words.lower().split())
    if not wanted:
        return say("Write which move you mean.")
    if wanted in (name.lower() for name in view.moves):
        return say("“{words}” is allowed now.", words=words)
    if view.table.actor != view.seat:
        return say("It is not your turn.")
    return str(view.game.words.why(view, words))


@cache
def drawn_mark(seat: int) -> Markup:
    """A player's mark as a small picture."""
    return Markup(tag("svg", mark(seat, 8), viewBox="-11 -11 22 22", class_="mark", aria_hidden="true"))


@cache
def static(name: str) -> str:
    """The address of a file of ours, which changes with its content."""
    digest = hashlib.sha256(FILES[name].read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


@cache
def art(game: Game, language: str) -> str:
    """A picture of a game: the board of a sample position, as its own board draws it."""
    players = min(4, game.players[-1])
    match = Match(game, players, seed=5, compiled=False)
    chance = random.Random(5)
    for _ in range(SAMPLE_MOVES):
        before = len(match.history)
        match.play(chance.choice(match.ids))
        if match.over:
            match = match.at(before * 2 // 3)
            break
    with speaking(language):
        return match.view(STRANGER).svg()


def examples(game: Game) -> dict[str, Path]:
    """The positions that the rules page of a game shows: records in its folder, by name."""
    return {path.stem: path for path in game.folder.glob("pictures/*.f5")}


@cache
def example(game: Game, name: str, language: str) -> str:
    """A picture of the rules page: the table after a record, as whoever is to move sees it."""
    match = Record.read(examples(game)[name].read_text("utf-8")).match(compiled=False)
    seat = STRANGER if match.actor in (None, NATURE) else match.actor
    with speaking(language):
        return match.view(seat).svg()


@cache
def rules_page(game: Game, language: str) -> str:
    """The rules in our own words, if the game has a page of them, as HTML."""
    pages = [game.folder / f"rules_page.{language}.md", game.folder / "rules_page.md"]
    path = next(filter(Path.exists, pages), None)
    if path is None:
        return ""
    written = MarkdownIt("commonmark", {"html": False}).enable("table").render(path.read_text("utf-8"))
    return _TIED.sub("\N{NO-BREAK SPACE}", written)


def games() -> list[Game]:
    """The games whose packages are there."""

    def is_there(game: Game) -> bool:
        with suppress(Mistake):
            return game.folder.is_dir()
        return False

    return list(filter(is_there, all_games().values()))
