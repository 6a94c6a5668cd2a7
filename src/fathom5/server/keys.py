"""Secrets: the server's own, the cookie that says who somebody is, and the links to seats."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode


class Keys:
    """Everything that is signed with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _sign(self, *parts: object) -> str:
        text = "\0".join(map(str, parts)).encode()
        return urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")[:18]).decode()

    def person(self) -> str:
        """A new person."""
        return secrets.token_urlsafe(12)

    def cookie(self, person: str) -> str:
        """The cookie of a person."""
        return f"{person}.{self._sign('person', person)}"

    def read(self, cookie: str) -> str | None:
        """The person of a cookie, if it is ours."""
        person, _, signature = cookie.partition(".")
        return person if _same(signature, self._sign("person", person)) else None

    def opening(self) -> str:
        """The name of a table that somebody is about to open; its luck is promised already."""
        table = secrets.token_urlsafe(9)
        return f"{table}.{self._sign('opening', table)}"

    def opened(self, opening: str) -> str | None:
        """The table that was to be opened, if the promise is ours."""
        table, _, signature = opening.partition(".")
        return table if _same(signature, self._sign("opening", table)) else None

    def rematch(self, table: str) -> str:
        """The name of the table where a rematch is played."""
        return self._sign("rematch", table)[:12]

    def seed(self, table: str) -> str:
        """The secret seed of a table's luck."""
        return hmac.digest(self._secret, f"seed\0{table}".encode(), "sha256").hex()

    def invitation(self, table: str) -> str:
        """The secret with which somebody may sit down at a table."""
        return self._sign("invitation", table)

    def is_invitation(self, table: str, key: str) -> bool:
        return _same(key, self.invitation(table))

    def seat(self, table: str, seat: int) -> str:
        """The secret with which the owner of a seat comes back to it from another device."""
        return self._sign("seat", table, seat)

    def is_seat(self, table: str, seat: int, key: str) -> bool:
        return _same(key, self.seat(table, seat))


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())
