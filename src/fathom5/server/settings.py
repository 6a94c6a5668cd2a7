"""What an operator may set."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathom5.core.errors import Mistake, quoted
from fathom5.core.game import Game
from fathom5.server.address import THIS_MACHINE

LOCAL_NAMES = ("localhost", "127.0.0.1")


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    pace: float = 0.1
    """Seconds between two moves of bots: pages show them as slowly as their readers like."""
    warm: bool = True
    """Whether the rules are compiled and loaded before they are needed."""
    bot_workers: int = 1
    """How many searches run at a time."""
    memory: int = 256
    """Megabytes that rooms may use before the least used leave."""
    allowed_hosts: tuple[str, ...] = ()
    """The names that the server is reached by, besides those of this machine; any if there are none."""
    trusted_proxies: tuple[str, ...] = THIS_MACHINE
    """The addresses and networks whose X-Forwarded headers are believed."""
    metrics: str = ""
    """Where metrics can be read, as HOST:PORT; empty for nowhere."""

    public_tables: bool = False
    """Whether hosts may let anybody join, with their tables listed on the start page."""

    docs: str = ""
    """Where the documentation site is, which has a page for each game of this package; empty for nowhere."""

    def __post_init__(self) -> None:
        """Raises Mistake if the documentation site is at no address of the web."""
        if self.docs and not re.match(r"https?://[^\s/]", self.docs):
            raise Mistake(f"The documentation site is at an address like https://…, not {quoted(self.docs)}.")

    def docs_page(self, game: Game) -> str:
        """Where the documentation site tells of a game; empty for games of others, or without a site."""
        if not self.docs or not game.package.startswith("fathom5."):
            return ""
        return f"{self.docs.rstrip('/')}/games/{game.name}.html"

    @property
    def hosts(self) -> list[str]:
        """What the Host of a request may be."""
        return [*LOCAL_NAMES, *self.allowed_hosts] if self.allowed_hosts else ["*"]
