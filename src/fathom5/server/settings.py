"""What an operator may set."""

from __future__ import annotations

from dataclasses import dataclass

from fathom5.server.address import THIS_MACHINE

LOCAL_NAMES = ("localhost", "127.0.0.1")


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    pace: float = 0.6
    """Seconds between two moves of bots."""
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

    @property
    def hosts(self) -> list[str]:
        """What the Host of a request may be."""
        return [*LOCAL_NAMES, *self.allowed_hosts] if self.allowed_hosts else ["*"]
