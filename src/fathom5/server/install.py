"""What makes the pages an app: the manifest, the service worker, and the page shown without a network."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from fathom5.server import pages
from fathom5.server.handlers import Handlers, Url
from fathom5.text.language import say

COLOUR = "#0b2742"
"""Of the bar above the pages."""

ICONS = {
    "icon-192.png": ("192x192", "any"),
    "icon-512.png": ("512x512", "any"),
    "icon-maskable-512.png": ("512x512", "maskable"),
}
"""The icons of the app: file, size, purpose."""

SHELL = ("fathom5.css", "offline.js", "icon.svg", "vendor/atkinson-hyperlegible-latin-400-normal.woff2")
"""What the page for when there is no network needs."""


class Install(Handlers):
    """Handlers of what an app needs."""

    def urls(self) -> list[Url]:
        """The URLs with their handlers."""
        return [
            ("GET", "/app.webmanifest", self.manifest),
            ("GET", "/worker.js", self.worker),
            ("GET", "/offline", self.offline),
        ]

    async def manifest(self, request: Request) -> Response:
        """The manifest of the app, in the visitor's language."""
        content = {
            "name": "Full Fathom Five",
            "short_name": "Fathom Five",
            "description": say("Board games from the deep"),
            "lang": request.state.visitor.language,
            "id": "/",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": COLOUR,
            "theme_color": COLOUR,
            "categories": ["games"],
            "icons": [
                {"src": pages.static(name), "sizes": size, "type": "image/png", "purpose": purpose}
                for name, (size, purpose) in ICONS.items()
            ],
            "shortcuts": [{"name": say("Your games"), "url": "/games"}],
        }
        headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie, Accept-Language"}
        return JSONResponse(content, headers=headers, media_type="application/manifest+json")

    async def worker(self, request: Request) -> Response:
        """The service worker, with the names of the files that it keeps."""
        files = [pages.static(name) for name in SHELL]
        text = self.app.pages.jinja.get_template("worker.js").render(files=files)
        return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    async def offline(self, request: Request) -> Response:
        """The page that the service worker shows when there is no network."""
        return self.app.page(request, "offline.html")
