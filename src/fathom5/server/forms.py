"""What a request says: cookies, form fields, numbers and games in addresses."""

from __future__ import annotations

from typing import NoReturn
from urllib.parse import parse_qsl, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fathom5.bots import level as bot_level
from fathom5.kernel.errors import Mistake
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.lang import LANGUAGES, say
from fathom5.match import NAMES
from fathom5.server.keys import Keys
from fathom5.server.pages import Visitor
from fathom5.server.tables import BOT, PERSON, Seat, clean_name, free_name

YEAR = 365 * 86400
WHO, NAME, THEME, LANGUAGE, HELD = "f5-who", "f5-name", "f5-theme", "f5-lang", "f5-held"
"""Cookies: who somebody is, signed; what they like; and how the page is held, told by its script."""

Fields = dict[str, str]


def refuse(status: int, sentence: str) -> NoReturn:
    """Answer with a sentence instead."""
    raise HTTPException(status, sentence)


def see(path: str) -> RedirectResponse:
    """Go and look there."""
    return RedirectResponse(path, 303)


def language_of(request: Request) -> str:
    """The language somebody chose, or the browser's."""
    accepted = request.headers.get("accept-language", "").lower()
    language = request.cookies.get(LANGUAGE, "fr" if accepted.startswith("fr") else "en")
    return language if language in LANGUAGES else "en"


def visitor(request: Request, keys: Keys) -> Visitor:
    """Who is looking, by their cookies."""
    cookies = request.cookies
    theme = cookies.get(THEME, "")
    return Visitor(
        keys.read(cookies.get(WHO, "")),
        clean_name(unquote(cookies.get(NAME, ""))),
        language_of(request),
        theme if theme in ("light", "dark") else "",
        upright=cookies.get(HELD, "upright" if _is_phone(request) else "wide") == "upright",
    )


def _is_phone(request: Request) -> bool:
    """Whether the browser says that it runs on a phone, for the first page and without a script."""
    hint = request.headers.get("sec-ch-ua-mobile")
    return hint == "?1" if hint else "Mobi" in request.headers.get("user-agent", "")


def set_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """A cookie that scripts and other sites cannot use."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


async def fields(request: Request) -> Fields:
    """The fields of a form."""
    try:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=100))
    except ValueError:
        raise Mistake(say("This form cannot be read.")) from None


def number_in(form: Fields, name: str) -> int:
    """A number out of a form."""
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Mistake(say("“{name}” has to be a number.", name=name))
    return int(text)


def number_or_none(text: str | None) -> int | None:
    """A number in an address, if it is one."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else None


def origin(request: Request) -> str:
    """The beginning of our addresses, for links to share."""
    return f"{request.url.scheme}://{request.url.netloc}"


def game_of(request: Request) -> Game:
    """The game named in the address."""
    try:
        return find_game(request.path_params["game"])
    except Mistake as mistake:
        refuse(404, str(mistake))


def seated(game: Game, form: Fields, person: str) -> list[Seat]:
    """The seats that somebody chose: me, here, friend, bot:LEVEL, nobody."""
    seats: list[Seat] = []
    kinds = [form.get(f"seat.{number}", "nobody") for number in range(game.players[-1])]
    waits = "friend" in kinds
    for number, kind in enumerate(kinds):
        names = [seat.name for seat in seats]
        given = clean_name(form.get(f"name.{number}", ""))
        what, _, which = kind.partition(":")
        if kind in ("me", "here"):
            name = free_name(given or NAMES[number], names)
            seats.append(Seat(name, PERSON, "", (person,), not waits, clean_name(form.get("word", ""))))
        elif kind == "friend":
            seats.append(Seat())
        elif what == "bot":
            bot_level(which)
            seats.append(Seat(free_name(which.capitalize(), names), BOT, which, (), ready=True))
        elif kind != "nobody":
            raise Mistake(say("“{kind}” cannot sit on a seat.", kind=kind))
    if not any(person in seat.people for seat in seats):
        raise Mistake(say("Take a seat yourself."))
    return seats
