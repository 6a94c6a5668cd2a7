"""Pages, pictures and files that are the same for everybody."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from fathom5.server import pages
from fathom5.server.forms import not_found, requested_game
from fathom5.server.handlers import Handlers, Url


class Library(Handlers):
    """Handlers of what is the same for everybody."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/about", self.about),
            ("GET", "/rules/{game}", self.rules),
            ("GET", "/art/{game}.svg", self.game_picture),
            ("GET", "/art/{game}/{example}.svg", self.example_picture),
            ("GET", "/static/{name:path}", self.static),
        ]

    async def about(self, request: Request) -> Response:
        """The page with the credits."""
        return self.app.page(request, "about.html", games=pages.installed_games())

    async def rules(self, request: Request) -> Response:
        """The rules page of a game."""
        game = requested_game(request)
        text = await self.app.rendered(request, pages.rules_page, game)
        more = self.app.settings.docs_page(game)
        return self.app.page(request, "rules.html", game=game, text=text, more=more)

    async def game_picture(self, request: Request) -> Response:
        """A sample board of a game."""
        return await self._picture(request, pages.game_picture, requested_game(request))

    async def example_picture(self, request: Request) -> Response:
        """A board of a rules page."""
        game, name = requested_game(request), request.path_params["example"]
        if name not in pages.examples(game):
            not_found()
        return await self._picture(request, pages.example_picture, game, name)

    async def _picture(self, request: Request, render: Callable[..., str], *content: object) -> Response:
        svg = await self.app.rendered(request, render, *content)
        headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def static(self, request: Request) -> Response:
        """A static file."""
        path = pages.FILES.get(request.path_params["name"])
        if path is None:
            not_found()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return FileResponse(
            path, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"}
        )
