"""What a request contains: the visitor, form fields, numbers and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn
from urllib.parse import parse_qsl, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fathom5.bots import find_bot
from fathom5.bots.levels import different_characters
from fathom5.core.errors import Mistake
from fathom5.core.game import Game, find_game
from fathom5.server.keys import Keys
from fathom5.server.seating import BOT, PERSON, Seat, bot_seat, clean_name, free_name
from fathom5.text.language import LANGUAGES, say

YEAR = 365 * 86400
COOKIES = {
    "person": "f5-who",
    "name": "f5-name",
    "theme": "f5-theme",
    "language": "f5-lang",
    "pace": "f5-pace",
}
LAYOUT_COOKIE = "f5-held"
"""Set by the page's script: "upright" or "wide"."""

USUAL_PACE = "brisk"
PREFERENCES = {
    "theme": ("light", "dark", "system"),
    "language": tuple(LANGUAGES),
    "pace": ("calm", USUAL_PACE, "once"),
}
"""What a visitor may choose."""

Form = dict[str, str]


@dataclass(frozen=True)
class Visitor:
    """Who sent a request, and their preferences."""

    person: str | None = None
    name: str = ""
    language: str = "en"
    theme: str = ""
    upright: bool = False
    pace: str = USUAL_PACE
    """How fast moves of bots are shown."""


def refuse(status: int, sentence: str) -> NoReturn:
    """Raise an HTTPException with a sentence for the visitor."""
    raise HTTPException(status, sentence)


def not_found() -> NoReturn:
    """Raise an HTTPException with status 404."""
    refuse(404, say("There is no such page."))


def redirect(path: str) -> RedirectResponse:
    """A redirect after a POST."""
    return RedirectResponse(path, 303)


def language_of(request: Request) -> str:
    """The language of the cookie, or the one that the browser prefers."""
    accepted = request.headers.get("accept-language", "").lower()
    language = request.cookies.get(COOKIES["language"], "fr" if accepted.startswith("fr") else "en")
    return language if language in LANGUAGES else "en"


def resolve_visitor(request: Request, keys: Keys) -> Visitor:
    """The visitor by the cookies of a request; without a person if that cookie is not signed by us."""
    cookies = request.cookies
    theme, pace = cookies.get(COOKIES["theme"], ""), cookies.get(COOKIES["pace"], "")
    return Visitor(
        keys.person_of(cookies.get(COOKIES["person"], "")),
        clean_name(unquote(cookies.get(COOKIES["name"], ""))),
        language_of(request),
        theme if theme in ("light", "dark") else "",
        upright=cookies.get(LAYOUT_COOKIE, "upright" if _is_phone(request) else "wide") == "upright",
        pace=pace if pace in PREFERENCES["pace"] else USUAL_PACE,
    )


def _is_phone(request: Request) -> bool:
    """Whether the browser says that it runs on a phone."""
    hint = request.headers.get("sec-ch-ua-mobile")
    return hint == "?1" if hint else "Mobi" in request.headers.get("user-agent", "")


def set_cookies(request: Request, response: Response, **values: str) -> None:
    """Set cookies that are not empty, for a year; scripts and other sites cannot use them."""
    secure = request.url.scheme == "https"
    for name, value in values.items():
        if value:
            response.set_cookie(COOKIES[name], value, YEAR, secure=secure, httponly=True, samesite="lax")


async def read_form(request: Request) -> Form:
    """The fields of a form; raises Mistake if the body is not one."""
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100))
    except ValueError:
        raise Mistake(say("This form cannot be read.")) from None


def form_number(form: Form, name: str) -> int:
    """A number in a form; raises Mistake if it is missing or not a number."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Mistake(say("“{name}” has to be a number.", name=name))
    return int(text)


async def form_numbers(request: Request, name: str) -> list[int]:
    """All numbers that a form has under one name; raises Mistake for what is none."""
    fields = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100)
    return [form_number({name: value}, name) for key, value in fields if key == name]


def query_number(text: str | None) -> int | None:
    """A number in a query; None if it is missing or not a number."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else None


def origin(request: Request) -> str:
    """The scheme and host of a request, for links to share."""
    return f"{request.url.scheme}://{request.url.netloc}"


def requested_game(request: Request) -> Game:
    """The game in the path; raises an HTTPException if there is no such game."""
    try:
        return find_game(request.path_params["game"])
    except Mistake as mistake:
        refuse(404, str(mistake))


def default_players(game: Game) -> int:
    """The number of seats that is offered first: three, if the game can be played by three."""
    return min(max(3, game.players[0]), game.players[-1])


def seats_from_form(game: Game, form: Form, person: str) -> list[Seat]:
    """The seats chosen in a form: me, here, friend, bot:LEVEL or nobody; raises Mistake for anything else."""
    seats: list[Seat] = []
    kinds = [form.get(f"seat.{number}", "nobody") for number in range(game.players[-1])]
    waits = "friend" in kinds
    for number, kind in enumerate(kinds):
        names = [seat.name for seat in seats]
        given = clean_name(form.get(f"name.{number}", ""))
        what, _, level = kind.partition(":")
        if kind in ("me", "here"):
            name = free_name(given or say("Guest"), names)
            seats.append(Seat(name, PERSON, "", (person,), not waits, clean_name(form.get("word", ""))))
        elif kind == "friend":
            seats.append(Seat())
        elif what == "bot":
            find_bot(level, game=game)
            seats.append(bot_seat(level, names))
        elif kind != "nobody":
            raise Mistake(say("“{kind}” cannot sit on a seat.", kind=kind))
    if not any(person in seat.people for seat in seats):
        raise Mistake(say("Take a seat yourself."))
    return of_different_characters(game, seats) if form.get("different") else seats


def of_different_characters(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """The seats, with another character for each bot that has one and was given none."""
    levels = iter(different_characters(game, [seat.level for seat in seats if seat.kind == BOT]))
    return [replace(seat, level=next(levels)) if seat.kind == BOT else seat for seat in seats]
