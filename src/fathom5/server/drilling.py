"""Drills: a position, a question, what the coach thinks of the answer, and the next one."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from typing import Any, NoReturn

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from fathom5.coach.drill_telling import rows, sentence
from fathom5.coach.drills import Drill, Drills, drills, has_drills
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.server import scores
from fathom5.server.forms import (
    Visitor,
    form_number,
    query_number,
    read_form,
    redirect,
    refuse,
    requested_game,
    set_cookies,
)
from fathom5.server.handlers import Handlers, Url
from fathom5.server.offers import offers
from fathom5.server.pages import installed_games
from fathom5.server.scores import Score
from fathom5.text.language import say

TOLD_MOVES = 8
"""So many moves before the position are told."""

FULL_ROWS = 6
"""So many moves are judged in sight; the others unfold."""


class Drilling(Handlers):
    """Handlers of drills."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/drills/today", self.today),
            ("GET", "/drills/{game}", self.following),
            ("GET", "/drills/{game}/{number}", self.show),
            ("POST", "/drills/{game}/{number}", self.answer),
        ]

    async def today(self, request: Request) -> Response:
        """Redirect to the drill of the day."""
        game, number = of_the_day(today())
        return redirect(f"/drills/{game}/{number}")

    async def following(self, request: Request) -> Response:
        """Redirect to the next drill that the visitor has not answered; to any next one if there is none."""
        game = requested_game(request)
        found, score = await self._drills(game), await self._score(request, game)
        after = min(query_number(request.query_params.get("after")) or 0, len(found))
        order = [*range(after + 1, len(found) + 1), *range(1, after + 1)]
        number = next((n for n in order if found.keys[n - 1] not in score.answered), order[0])
        return redirect(f"/drills/{game.name}/{number}")

    async def show(self, request: Request) -> Response:
        """A drill; with an answer in the address, what the coach thinks of it."""
        drill, visitor = await self._drill(request), request.state.visitor
        score, total = await self._score(request, drill.game), len(await self._drills(drill.game))
        move = query_number(request.query_params.get("move"))
        chosen = move if move in drill.view.ids else None

        def render() -> str:
            content = {"score": score, "total": total, **_question(drill, visitor, chosen)}
            return self.app.pages.page("drill.html", visitor, request.url.path, **content)

        return HTMLResponse(await self.app.rooms.workshop.run(render))

    async def answer(self, request: Request) -> Response:
        """Keep an answer and redirect to what the coach thinks of it."""
        drill, move = await self._drill(request), form_number(await read_form(request), "move")
        if move not in drill.view.ids:
            raise Mistake(say("This cannot be chosen now."))
        person = request.state.visitor.person or self.app.keys.new_person()
        await scores.keep(self.app.store, person, drill.game.name, drill.key, move == drill.best.move)
        response = redirect(f"/drills/{drill.game.name}/{drill.number}?move={move}")
        set_cookies(request, response, person=self.app.keys.cookie(person))
        return response

    async def _drill(self, request: Request) -> Drill:
        """The drill in the path; raises an HTTPException if there is none or it is damaged."""
        game = requested_game(request)
        found, number = await self._drills(game), query_number(request.path_params["number"])
        if number is None or not 1 <= number <= len(found):
            refuse(404, say("There is no such drill."))
        try:
            return await self.app.rooms.workshop.run(found.numbered, number)
        except Mistake:
            _refuse_damaged(game)

    async def _drills(self, game: Game) -> Drills:
        """The drills of a game; raises an HTTPException if it has none or they are damaged."""
        try:
            found = await self.app.rooms.workshop.run(drills, game)
        except Mistake:
            _refuse_damaged(game)
        if not found:
            refuse(404, say("{game} has no drills.", game=game.title))
        return found

    async def _score(self, request: Request, game: Game) -> Score:
        return await scores.score_of(self.app.store, request.state.visitor.person, game.name)


def today() -> date:
    """The day that it is at Greenwich."""
    return datetime.now(UTC).date()


def of_the_day(day: date) -> tuple[str, int]:
    """The drill of a day: a game after the other, and one of its drills; the same for everybody.

    Raises an HTTPException if no game has drills.
    """
    games = list(filter(has_drills, installed_games()))
    if not games:
        refuse(404, say("There is no such drill."))
    game = games[day.toordinal() % len(games)]
    try:
        total = len(drills(game))
    except Mistake:
        _refuse_damaged(game)
    drawn = int.from_bytes(hashlib.sha256(f"{game.name} {day.isoformat()}".encode()).digest()[:8])
    return game.name, drawn % max(1, total) + 1


def _refuse_damaged(game: Game) -> NoReturn:
    refuse(500, say("The drills of {game} cannot be read.", game=game.title))


def _question(drill: Drill, visitor: Visitor, chosen: int | None) -> dict[str, Any]:
    """All that the page of a drill shows of it: only what the seat knows that decides."""
    view, match = drill.view, drill.match
    shown = match.view(view.seat)
    shown.ids = view.ids if chosen is None else ()
    since = max(0, len(match.history) - TOLD_MOVES)
    judged = [] if chosen is None else rows(drill, chosen)
    return {
        "game": drill.game,
        "number": drill.number,
        "view": view,
        "board": Markup(shown.upright() if visitor.upright else shown.svg()),
        "upright": visitor.upright,
        "holdings": [tuple(view.holdings(seat)) for seat in range(match.players)],
        "happened": match.told(view.seat, since),
        "twin": tuple((section.title, tuple(section.lines)) for section in view.twin()),
        "offers": offers(shown),
        "sentence": "" if chosen is None else sentence(drill, chosen),
        "is_best": chosen == drill.best.move,
        "judged": judged[:FULL_ROWS],
        "others": judged[FULL_ROWS:],
        "is_of_the_day": of_the_day(today()) == (drill.game.name, drill.number),
    }
