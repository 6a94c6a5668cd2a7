"""A server in the process of the test, with bots that do not wait, and browsers that talk to it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from fathom5.match import Match
from fathom5.record import Record
from fathom5.server.app import Application
from fathom5.server.room import Start
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings

DEEP, LOW = "deep-sea-adventure", "low-tide"


class Browser:
    """A person without JavaScript: follows links, fills forms in."""

    def __init__(self, client: TestClient) -> None:
        self.http = TestClient(client.app, follow_redirects=True)
        self.http.portal = client.portal
        self.http.application = client.application
        self.page = ""
        self.path = ""

    def get(self, path: str, status: int = 200) -> str:
        return self._keep(self.http.get(path), status)

    def post(self, path: str, status: int = 200, **fields: object) -> str:
        data = {name.replace("__", "."): str(value) for name, value in fields.items()}
        return self._keep(self.http.post(path, data=data), status)

    def _keep(self, response, status: int) -> str:
        assert response.status_code == status, response.text
        self.page, self.path = response.text, response.url.path
        return self.page

    @property
    def table(self) -> str:
        return re.search(r"/table/([\w-]+)", self.path)[1]

    @property
    def version(self) -> int:
        return int(re.search(r'data-version="(\d+)"', self.page)[1])

    @property
    def moves(self) -> dict[str, int]:
        found = re.findall(r'name="move" value="(\d+)".*?>(?:<kbd.*?</kbd>)?([^<]+)</button>', self.page)
        return {unescape(name): int(move) for move, name in found}

    @property
    def seat(self) -> int:
        return int(re.search(r'data-seat="(\d+)"', self.page)[1])

    @property
    def invitation(self) -> str:
        return re.search(r'value="https?://[^/]+(/join/[^"]+)"', self.page)[1]

    def play(self, move: int | None = None, status: int = 200, **more: object) -> str:
        if move is None:
            move = next(iter(self.moves.values()))
        fields = {"move": move, "number": self.version, "seat": self.seat, **more}
        return self.post(f"/table/{self.table}/move?seat={self.seat}", status, **fields)

    def act(self, chance: Random) -> None:
        """Make any move that is offered, or choose as few of a set as may be chosen."""
        if basket := re.search(r'class="basket".*?data-low="(\d+)"', self.page):
            items = chance.sample(re.findall(r'name="item" value="(\d+)"', self.page), int(basket[1]))
            path = f"/table/{self.table}/move?seat={self.seat}"
            fields = {"basket": "yes", "item": items, "number": self.version, "seat": self.seat}
            self._keep(self.http.post(path, data=fields), 200)
        else:
            self.play(chance.choice(list(self.moves.values())))

    @property
    def is_asked(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.moves) or 'class="basket"' in self.page

    def take_over(self) -> None:
        """If the device is to be passed on, confirm what was seen, and open the page of the next seat."""
        if f"/table/{self.table}/pass" in self.page:
            self.post(f"/table/{self.table}/pass", number=self.version)
        waiting = re.search(r'href="(/table/[\w-]+\?seat=\d+)"', self.page)
        if waiting:
            self.get(waiting[1])


@contextmanager
def serving(path, pace=0.0, **settings) -> Iterator[TestClient]:
    application = Application(path, Settings(pace=pace, warm=False, **settings))
    with TestClient(application.asgi()) as client:
        client.application = application
        yield client


def lay_record(client: TestClient, path: Path) -> str:
    """A table at which the game of a record was played to its end; returns its id."""
    return lay_match(client, Record.read(path.read_text("utf-8")).match(compiled=False))


def lay_match(client: TestClient, match: Match) -> str:
    """A table at which a match was played as far as it stands; returns its id."""
    seats = [Seat(name, PERSON, "", ("somebody",), ready=True) for name in match.names]
    start, rooms = Start.of(match, len(match.history)), client.application.rooms
    room = client.portal.call(
        partial(rooms.create, match.game, seats, match.options, "somebody", start=start)
    )
    return room.id
