"""Tables that anybody may join: names without what names do not need, and seats limited by address."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from fathom5.core.errors import Mistake
from fathom5.server.room import Room
from fathom5.server.seating import NAME_LENGTH
from fathom5.text.language import say

PUBLIC_KEY = "public"
"""Stands in a link for the secret of an invitation."""

SEATS_PER_ADDRESS = 2
"""How many people may sit at a public table from one address, its host among them."""


TABLES_PER_ADDRESS = 3
"""How many public tables may wait for players that were opened from one address."""


def check_public(rooms: Iterable[Room], address: str) -> None:
    """Raises Mistake if as many public tables wait as may be opened from one address."""
    waiting = [room for room in rooms if room.terms.public and room.match is None]
    if sum(room.addresses.get(room.host) == address for room in waiting) >= TABLES_PER_ADDRESS:
        raise Mistake(say("From your network enough tables are open to anybody already."))


def plain_name(name: str) -> str:
    """A name of letters, figures, spaces, hyphens and apostrophes only, so that it can be no link or picture.

    A letter keeps one accent at most. Empty if nothing is left.
    """
    kept = ""
    for sign in unicodedata.normalize("NFC", name):
        if unicodedata.category(sign)[0] in "LN" or sign in " -\N{RIGHT SINGLE QUOTATION MARK}'":
            kept += sign
    return " ".join(kept.split())[:NAME_LENGTH].strip(" -")


def take_place(room: Room, person: str, address: str) -> None:
    """Note from where a person sits down; raises Mistake if too many have from there."""
    if list(room.addresses.values()).count(address) >= SEATS_PER_ADDRESS:
        raise Mistake(say("From your network nobody more can sit down at this table."))
    room.addresses[person] = address
