"""What the server signs with its secret: the cookie of a person, links to seats, ids and seeds of rooms."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from string import ascii_letters, digits

ALPHANUMERIC = ascii_letters + digits
_ONLY_ALPHANUMERIC = str.maketrans("-_", "Aa")


def new_room_id() -> str:
    """A random id for a room, of letters and digits only: a shell takes a leading "-" for an option."""
    return "".join(secrets.choice(ALPHANUMERIC) for _ in range(12))


class Keys:
    """Signs and verifies with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def _sign(self, *parts: object) -> str:
        text = "\0".join(map(str, parts)).encode()
        return urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")[:18]).decode()

    def _verified(self, purpose: str, token: str) -> str | None:
        value, _, signature = token.partition(".")
        return value if _equal(signature, self._sign(purpose, value)) else None

    def new_person(self) -> str:
        """A random id for a person."""
        return secrets.token_urlsafe(12)

    def cookie(self, person: str) -> str:
        """The signed cookie of a person."""
        return f"{person}.{self._sign('person', person)}"

    def person_of(self, cookie: str) -> str | None:
        """The person of a cookie; None if the signature is wrong."""
        return self._verified("person", cookie)

    def new_room(self) -> str:
        """A signed token with the id of a room that is still to be created."""
        room = new_room_id()
        return f"{room}.{self._sign('opening', room)}"

    def room_of(self, token: str) -> str | None:
        """The room id in such a token; None if the signature is wrong."""
        return self._verified("opening", token)

    def rematch(self, room: str) -> str:
        """The id of the room where a rematch is played."""
        return self._sign("rematch", room)[:12].translate(_ONLY_ALPHANUMERIC)

    def seed(self, room: str) -> str:
        """The secret seed of a room's luck, as hexadecimal."""
        return hmac.digest(self._secret, f"seed\0{room}".encode(), "sha256").hex()

    def invitation(self, room: str) -> str:
        """The secret that lets somebody take an open seat."""
        return self._sign("invitation", room)

    def is_invitation(self, room: str, key: str) -> bool:
        return _equal(key, self.invitation(room))

    def seat(self, room: str, seat: int, renewed: int = 0) -> str:
        """The secret that lets the owner of a seat use it from another device, until it is renewed."""
        return self._sign("seat", room, seat, *([renewed] if renewed else []))

    def is_seat(self, room: str, seat: int, key: str, renewed: int = 0) -> bool:
        return _equal(key, self.seat(room, seat, renewed))

    def device(self, person: str) -> str:
        """The secret that makes another device that of the same person."""
        return f"{person}.{self._sign('device', person)}"

    def person_of_device(self, token: str) -> str | None:
        """The person of such a secret; None if the signature is wrong."""
        return self._verified("device", token)


def _equal(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())
