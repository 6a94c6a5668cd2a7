"""The start page, all games of a visitor, and their results."""

from __future__ import annotations

import time
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from fathom5.coach.drills import has_drills
from fathom5.server import pages
from fathom5.server.forms import (
    PREFERENCES,
    Visitor,
    query_number,
    read_form,
    redirect,
    refuse,
    set_cookies,
)
from fathom5.server.handlers import Handlers, Url
from fathom5.server.lists import FINISHED, MY_TURN, UNDER_WAY, ListedRoom
from fathom5.server.results import Results, results_of
from fathom5.server.store import Wanted
from fathom5.text.language import say

ON_THE_SHELF = 12
"""How many games the start page shows."""

A_PAGE = 24
"""How many games one page of all has."""

COUNTED = 5000
"""How many finished games results are counted from, the latest."""

PUBLIC_FOR = 1800.0
"""Seconds that a public table is listed after its last change."""

SECTIONS = {"": None, "turn": MY_TURN, "going": UNDER_WAY, "over": FINISHED, "away": None}
"""What a list of games may be cut down to; the last one is what was put away."""


class Shelf(Handlers):
    """Handlers of the start page and of lists of games."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/", self.home),
            ("GET", "/games", self.games),
            ("GET", "/results", self.results),
            ("POST", "/table/{table}/put-away", self.put_away),
            ("POST", "/like", self.set_preferences),
        ]

    async def home(self, request: Request) -> Response:
        """The page with all games and the visitor's rooms."""
        visitor: Visitor = request.state.visitor
        wanted = Wanted(ON_THE_SHELF + 1)
        listed = await self.app.rooms.listed(visitor.person, wanted) if visitor.person else []
        public: Sequence[ListedRoom] = ()
        if self.app.settings.public_tables:
            public = await self.app.rooms.public(visitor.person, time.time() - PUBLIC_FOR)
        games = pages.installed_games()
        return self.app.page(
            request,
            "start.html",
            games=games,
            has_daily=any(map(has_drills, games)),
            turns=[room for room in listed if room.my_turn][:ON_THE_SHELF],
            others=[room for room in listed if not room.my_turn][:ON_THE_SHELF],
            has_games=bool(listed),
            public=public,
        )

    async def games(self, request: Request) -> Response:
        """All games of the visitor, a page of them, or those of one kind."""
        person, query = request.state.visitor.person, request.query_params
        show, page = query.get("show", ""), max(1, query_number(query.get("page")) or 1)
        if show not in SECTIONS:
            show = ""
        wanted = Wanted(A_PAGE + 1, (page - 1) * A_PAGE, SECTIONS[show], show == "away")
        listed = await self.app.rooms.listed(person, wanted) if person else []
        return self.app.page(
            request, "games.html", rooms=listed[:A_PAGE], more=len(listed) > A_PAGE, show=show, number=page
        )

    async def results(self, request: Request) -> Response:
        """How the visitor's finished games went."""
        results, person = Results(), request.state.visitor.person
        if person:
            kept, away = [
                await self.app.rooms.listed(person, Wanted(COUNTED, 0, FINISHED, put_away))
                for put_away in (False, True)
            ]
            rooms = sorted([*kept, *away], key=lambda room: -room.changed)
            results = await self.app.rooms.workshop.run(results_of, rooms)
        return self.app.page(request, "results.html", results=results)

    async def put_away(self, request: Request) -> Response:
        """Take a room out of the visitor's list, or bring it back."""
        form, person = await read_form(request), request.state.visitor.person
        away, room = form.get("away") == "yes", request.path_params["table"]
        if not person or not await self.app.store.put_away(person, room, away):
            refuse(403, say("You have no seat at this table."))
        return redirect("/games" if away else "/games?show=away")

    async def set_preferences(self, request: Request) -> Response:
        """Set the cookies of theme and language, and redirect back."""
        form = await read_form(request)
        back = form.get("back", "/")
        response = redirect(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
        chosen = {name: form[name] for name, known in PREFERENCES.items() if form.get(name) in known}
        set_cookies(request, response, **chosen)
        return response
