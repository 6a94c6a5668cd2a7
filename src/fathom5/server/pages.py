"""Pages: the perspective of a visitor on a room, and the templates."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from fathom5.bots import Hint, known_bots
from fathom5.bots.levels import FOR_STUDIES, SEPARATOR, characters, is_level, level_of
from fathom5.coach.drills import has_drills
from fathom5.core.errors import Mistake
from fathom5.core.game import Game, all_games
from fathom5.core.rule import NATURE, STRANGER
from fathom5.draw import board
from fathom5.draw.svg import mark, part, tag
from fathom5.fairness import Luck
from fathom5.match import Match
from fathom5.record import Record
from fathom5.server.faces import face
from fathom5.server.forms import Visitor
from fathom5.server.keys import Keys
from fathom5.server.offers import offers
from fathom5.server.renderings import RenderCache, kept_macro
from fathom5.server.room import LATEST, Room
from fathom5.server.seating import STAND_IN
from fathom5.server.signals import EMOTES
from fathom5.server.terms import ABSENCES, CLOCKS
from fathom5.server.wording import bot_name, duration, lesson_titles, sign, when
from fathom5.text import rules_text
from fathom5.text.guidance import ENOUGH, Lesson, Moment, Told, percent
from fathom5.text.language import LANGUAGES, add_catalogues, say, speaking
from fathom5.view import View

HERE = Path(__file__).parent
STATIC = HERE / "static"
FILES = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
"""The static files by name."""

LOG_LENGTH = 40
"""How many moves the log of a room page shows; the replay shows all."""

MOST_LINES = 1 << 14
"""So many lines of logs are kept as HTML, in all rooms together; each takes about half a kilobyte."""

MOST_NEWS = 12
"""How many sentences tell at most what happened since one's last decision."""

MOST_HINTS = 3
SAMPLE_MOVES = 30

MACROS = {
    "asking": "_more.html",
    "board_in_words": "_twin.html",
    "fair": "_fair.html",
    "holdings_of": "_players.html",
    "log_head": "_more.html",
    "menu": "_menu.html",
    "offer_button": "_offers.html",
    "player": "_players.html",
    "players_head": "_players.html",
    "section_of": "_twin.html",
    "terms_fields": "_terms.html",
}
"""Parts of pages with their templates: rendered once for the same values, since they come again and again."""

PARTS_LIMIT = 8 << 20
"""Bytes of them that are kept; what they were made from takes about as many."""

_FRENCH_SPACE = re.compile(r" (?=[:;?!»])|(?<=«) ")
"""Spaces of French punctuation, where a line must not break."""


@dataclass(frozen=True)
class Perspective:
    """All that decides what a visitor sees of a room."""

    seat: int
    mine: tuple[int, ...]
    host: bool
    passing: int | None
    """The seat that a shared device is to be passed to; nothing of the game is shown until then."""
    language: str
    upright: bool = False
    handing: int | None = None
    """The seat to which a shared device goes once whoever moved last has seen what came of it."""

    def board(self, view: View) -> Markup:
        """The board of a view in the layout of the page."""
        return Markup(view.upright() if self.upright else view.svg())


def perspective_of(room: Room, visitor: Visitor, wanted: int | None) -> Perspective:
    """The perspective of a visitor who asks for a seat, or for none.

    A visitor gets a view of their own seats only; after the end, of any. Where several people share a
    device and the game has secrets, the seat to move has to be asked for.
    """
    mine = tuple(room.seats_of(visitor.person))
    host = room.is_host(visitor.person)
    seat, passing, handing = STRANGER, None, None
    allowed = wanted if wanted in (range(len(room.seats)) if room.over else mine) else None
    if len(mine) == 1 or room.over:
        seat = next(iter(mine), STRANGER) if allowed is None else allowed
    elif room.actor is not None and room.actor in mine:
        if room.has_secrets and allowed not in (None, room.actor) and room.has_news(allowed, mine):
            seat, handing = allowed, room.actor
        elif room.has_secrets and allowed != room.actor:
            passing = room.actor
        else:
            seat = room.actor
    elif allowed is not None:
        seat = allowed
    elif mine and not room.has_secrets:
        seat = mine[0]
    return Perspective(seat, mine, host, passing, visitor.language, visitor.upright, handing)


class Pages:
    """The templates, and the cache of what is rendered with them."""

    def __init__(self, keys: Keys, public: bool = False) -> None:
        for package in ("fathom5.server", *(game.package for game in installed_games())):
            add_catalogues(package)
        self.keys, self.cache, self.public = keys, RenderCache(), public
        self.jinja = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.jinja.globals.update(
            say=say,
            mark=self._mark,
            static=static,
            languages=LANGUAGES,
            levels=levels,
            characters=characters,
            enough=ENOUGH,
            icons=icons,
            bot_name=bot_name,
            when=when,
            duration=duration,
            teaches=lesson_titles,
            emotes=EMOTES,
            face=face,
            sign=sign,
            absences=ABSENCES,
            clocks=CLOCKS,
            stand_in=STAND_IN,
            has_drills=has_drills,
        )
        parts = RenderCache(PARTS_LIMIT)
        self.jinja.globals.update(
            {name: kept_macro(self.jinja, parts, file, name) for name, file in MACROS.items()}
        )
        self.jinja.filters["tuple"] = tuple
        self.jinja.filters["upper_first"] = lambda words: words[:1].upper() + words[1:]

    def load_templates(self) -> None:
        """Compile all templates, so that nobody waits for it."""
        for name in self.jinja.list_templates():
            self.jinja.get_template(name)

    def page(self, template: str, visitor: Visitor, path: str, **content: Any) -> str:
        """A whole page."""
        return self.jinja.get_template(template).render(visitor=visitor, path=path, **content)

    def part(self, template: str, **content: Any) -> str:
        """A part of a page."""
        return self.jinja.get_template(template).render(**content)

    def room(self, room: Room, perspective: Perspective, origin: str) -> bytes:
        """The part of a room page that changes, rendered once for all with the same perspective."""
        key = (room.id, perspective, origin)
        view: bytes | None = self.cache.get(key, room.stamp)
        if view is None:
            view = self.cache.put(key, self._room(room, perspective, origin), room.stamp)
        return view

    def _room(self, room: Room, perspective: Perspective, origin: str) -> bytes:
        undo = [seat for seat in perspective.mine if room.can_undo(seat)]
        if room.match is None:
            path = f"/join/{room.id}/{self.keys.invitation(room.id)}" if perspective.host else ""
            waiting = [number for number in perspective.mine if not room.seats[number].ready]
            template = "_lobby.html"
            content = {
                "invitation": origin + path if path else "",
                "invitation_path": path,
                "waiting": waiting,
                "public": self.public,
            }
        elif perspective.passing is not None:
            template, content = "_pass.html", {}
        else:
            template, content = "_play.html", self._play(room, room.match, perspective, origin)
        pieces = self.jinja.get_template(template).generate(
            room=room, perspective=perspective, undo=undo, **content
        )
        return b"".join(map(str.encode, pieces))  # most are ASCII, which the whole is not

    def _play(self, room: Room, match: Match, perspective: Perspective, origin: str) -> dict[str, Any]:
        view, seat = match.view(perspective.seat), perspective.seat
        story = room.story(seat, perspective.language)
        history = match.history
        since = next((n for n in reversed(range(len(history))) if history[n][0] in perspective.mine), -1)
        places, scores = (match.places, match.scores) if match.over else ([], view.scores)
        rematch = Luck(self.keys.seed(self.keys.rematch(room.id))).commitment if match.over else ""
        link = f"{origin}/seat/{room.id}/{seat}/{self._seat_key(room, seat)}"
        news = escape("\n".join(latest_sentences(story[since + 1 :])))
        log = [
            log_item(room.id, number + 1, story[number].tale, number > since, perspective.language)
            for number in reversed(range(max(0, len(story) - LOG_LENGTH), len(story)))
            if story[number].tale
        ]
        return {
            "view": view,
            "board": perspective.board(view),
            "offers": offers(view),
            "players": [
                (n, sitting, n in perspective.mine, n == match.actor, place, points, tuple(view.holdings(n)))
                for n, (sitting, place, points) in enumerate(
                    zip(room.seats, places or repeat(0), scores, strict=False)
                )
            ],
            "seats": tuple(room.seats),
            "moments": latest_moments(story),
            "twin": tuple([(section.title, tuple(section.lines)) for section in view.twin()]),
            "lesson": next_lesson(room, view),
            "tallies": [view.tally(seat) for seat in range(match.players)] if match.over else [],
            "question": view.ask(),
            "scores": scores,
            "places": places,
            "headline": match.headline() if match.over else "",
            "tie_break": match.tie_break() if match.over else "",
            "rival": view.rival(),
            "log": Markup("\n".join(log)),
            "since": since + 1,
            "news": news.replace("\n", " "),
            "news_items": news.replace("\n", Markup("</li>\n<li>")),
            "rematch_commitment": rematch,
            "seat_link": link if seat in perspective.mine else "",
        }

    def _seat_key(self, room: Room, seat: int) -> str:
        return self.keys.seat(room.id, seat, room.seats[seat].renewed) if seat >= 0 else ""

    def _mark(self, seat: int) -> Markup:
        """The mark of a seat as a small picture."""
        drawing: Markup | None = self.cache.get(("mark", seat))
        if drawing is None:
            svg = tag("svg", mark(seat, 8), viewBox="-11 -11 22 22", class_="mark", aria_hidden="true")
            drawing = self.cache.put(("mark", seat), Markup(svg))
        return drawing


def levels(game: Game) -> list[str]:
    """The bots that can sit down at a game's table, a level that does not search in all its characters."""
    found = []
    for name in known_bots(game):
        if name not in FOR_STUDIES:
            found.append(name)
            if is_level(name) and level_of(name, game).character:
                found += [f"{name}{SEPARATOR}{character}" for character in characters(game)]
    return found


def next_lesson(room: Room, view: View) -> tuple[str, Lesson] | None:
    """The first lesson on the moves open now that was not read yet, with its name."""
    if room.finished_lessons is None or ENOUGH in room.finished_lessons:
        return None
    lessons = view.lessons().items()
    return next(((name, lesson) for name, lesson in lessons if name not in room.finished_lessons), None)


def latest_sentences(story: Sequence[Told]) -> list[str]:
    """The sentences about the latest moves."""
    latest: list[str] = []
    for told in reversed(story):
        latest[:0] = told.tale
        if len(latest) >= MOST_NEWS:
            break
    return latest[-MOST_NEWS:]


def latest_moments(story: Sequence[Told]) -> list[tuple[int, Moment]]:
    """What was big about the latest moves, with their numbers."""
    first = max(0, len(story) - LATEST)
    return [(number, told.moment) for number, told in enumerate(story[first:], first + 1) if told.moment]


@lru_cache(MOST_LINES)
def log_item(room: str, number: int, tale: tuple[str, ...], new: bool, language: str) -> str:
    """A move in the log as HTML, rendered once: it stays the same while others come."""
    label = escape(say("Look at move {number}", number=number))
    mark_new = ' class="new"' if new else ""
    return (
        f'<li id="log-{number}"{mark_new}><a href="/table/{room}/replay?at={number}#{number}"'
        f' aria-label="{label}" tabindex="-1">{number}</a> <span>{escape(" ".join(tale))}</span></li>'
    )


@part
def icons(game: Game) -> Markup:
    """The small symbols that a game's holdings use."""
    return Markup(board(game).icons())


def told_hints(view: View, hints: Sequence[Hint]) -> list[str]:
    """The best moves of a view in words, with their chances to win."""
    best = [
        say("{move}: wins {win} %", move=view.name(hint.move), win=percent(round(1000 * hint.win), 1000))
        for hint in hints[:MOST_HINTS]
    ]
    return best or [say("No hint could be found just now. Try again.")]


def explain_move(view: View, words: str) -> str:
    """A sentence that says why a move is not possible now, or that it is."""
    return view.why(words) if words.strip() else say("Write which move you mean.")


@cache
def static(name: str) -> str:
    """The URL of a static file, which changes with its content."""
    digest = hashlib.sha256(FILES[name].read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


def game_picture(game: Game, language: str) -> str:
    """The cover of a game as SVG; the board of a sample position if it has none."""
    if cover := board(game).cover():
        return cover
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
    """The records of the positions that the rules page of a game shows, by name."""
    return {path.stem: path for path in game.folder.glob("pictures/*.f5")}


def example_picture(game: Game, name: str, language: str) -> str:
    """The board at the end of such a record as SVG, from the view of the seat to move."""
    match = Record.read(examples(game)[name].read_text("utf-8")).match(compiled=False)
    seat = STRANGER if match.actor in (None, NATURE) else match.actor
    with speaking(language):
        return match.view(seat).svg()


def rules_page(game: Game, language: str) -> str:
    """The rules page of a game as HTML; empty if it has none."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(rules_text(game, language))
    return _FRENCH_SPACE.sub("\N{NO-BREAK SPACE}", html)


def installed_games() -> list[Game]:
    """The games whose packages can be imported."""

    def is_installed(game: Game) -> bool:
        with suppress(Mistake):
            return game.folder.is_dir()
        return False

    return list(filter(is_installed, all_games().values()))
