"""Nothing leaks: two tables that differ only in what somebody may not know give them the same bytes."""

import asyncio
import json
from contextlib import ExitStack
from dataclasses import asdict
from random import Random

import pytest
from starlette.testclient import TestClient

import fathom5
from fathom5 import NATURE, STRANGER, Match
from fathom5.fairness import Luck
from fathom5.server.app import Application
from fathom5.server.room import NO_SEAT
from fathom5.server.seating import PERSON, Seat
from fathom5.server.settings import Settings
from fathom5.server.store import Entry, StoredRoom
from waiting import PATIENCE

LUCK = Luck("5e" * 32, "kelp, kelp, kelp")
PLAYERS = 3
PEOPLE = ("ada", "ben", "cleo")
SEATS = [Seat(name.capitalize(), PERSON, "", (name,), True, "kelp") for name in PEOPLE]
WALKS = ("0", "0.5", "0.9", "0.98")


def random_game(name: str, rng: Random) -> Match:
    """A game stopped at a random move."""
    match = Match(name, PLAYERS, nature="manual", names=[seat.name for seat in SEATS], compiled=True)
    for _ in range(rng.choice([3, 12, 40, 120, 200])):
        if match.over:
            return match.at(len(match.history) * 2 // 3)
        weights = match.weights if match.actor == NATURE else None
        match.play(rng.choices(match.ids, weights)[0])
    return match.at(len(match.history) - 1) if match.over else match


def seen(match: Match, seat: int) -> tuple[object, ...]:
    view = match.view(seat)
    return view.array.tobytes(), view.ids


def veiled(match: Match, move: int, seat: int) -> int:
    return match.position.veil(move, seat)


def other_world(match: Match, seat: int, loyalty: float, rng: Random) -> Match:
    """Another game that looked the same to a seat move by move, as long as one can be found."""
    walk, other = match.at(0), match.at(0)
    for number, (actor, move) in enumerate(match.history):
        shown = veiled(walk, move, seat)
        walk.play(move)
        wanted, ways = seen(walk, seat), other.ids
        rng.shuffle(ways)
        if actor == seat != STRANGER or rng.random() < loyalty:
            ways.sort(key=lambda way, same=move: way != same)
        for way in ways:
            if veiled(other, way, seat) == shown:
                other.play(way)
                if seen(other, seat) == wanted:
                    break
                other.rewind(number)
        else:
            break
    return other


def worlds(name: str, seat: int, rng: Random) -> tuple[Match, Match]:
    """A game and the longest one found that a seat cannot tell from it."""
    match = random_game(name, rng)
    found = [other_world(match, seat, float(loyalty), rng) for loyalty in WALKS for _ in range(3)]
    other = max(found, key=lambda one: (one.history != match.history[: len(one.history)], len(one.history)))
    return match.at(len(other.history)), other


def entries(match: Match) -> list[Entry]:
    """What a store keeps of a match."""
    start = {"seats": [asdict(seat) for seat in SEATS], "options": {}, "host": PEOPLE[0], "seed": LUCK.seed}
    acts = [("open", NO_SEAT, json.dumps(start)), ("start", NO_SEAT, "")]
    number = match.game.spec.stored_number
    acts += [("move", actor, str(number(actor, move))) for actor, move in match.history]
    return [Entry(number, 1e9 + number, *act) for number, act in enumerate(acts)]


class Room:
    """A server that stands on one of two worlds; both have the same secret and the same names."""

    def __init__(self, database, stack: ExitStack) -> None:
        self.server = Application(database, Settings(warm=False))
        self.server.keys._secret = b"the same for both worlds"
        self.server.images.png = self._undrawn
        self.http = stack.enter_context(TestClient(self.server.asgi(), follow_redirects=False))

    @staticmethod
    async def _undrawn(svg: str, width: int) -> bytes:
        """Instead of a PNG the drawing that it is made from, and from nothing else."""
        return svg.encode()

    def lay(self, table: str, match: Match) -> None:
        store, game = self.server.store, match.game
        self.server.rooms.compiled_games.add(game.name)
        stored = StoredRoom(game.name, game.rules_version, entries(match))
        self.http.portal.call(store.create, table, stored)

    def come_in(self, seat: int, language: str) -> None:
        self.http.cookies.clear()
        self.http.cookies.set("f5-lang", language)
        if seat != STRANGER:
            self.http.cookies.set("f5-who", self.server.keys.cookie(PEOPLE[seat]))

    def answer(self, method: str, path: str, fields: dict[str, object], script: bool) -> tuple[object, ...]:
        """The bytes that come back; of a stream those up to its first event."""
        headers = {"X-Fathom5": "1"} if script else {}
        if path.partition("?")[0].endswith("/live"):
            return (self.http.portal.call(self._first_event, path),)
        given = self.http.request(method, path, data=fields if method == "POST" else None, headers=headers)
        told = [(name, value) for name, value in given.headers.raw if name != b"x-request-id"]
        return given.status_code, told, given.content

    async def _first_event(self, path: str) -> bytes:
        sent, done = [], asyncio.Event()
        address, _, query = path.partition("?")

        async def receive():
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message.get("body", b""))
            if b"\ndata:" in sent[-1] or message.get("more_body") is False:
                done.set()

        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        scope = {"type": "http", "method": "GET", "path": address, "query_string": query.encode()}
        scope |= {"headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())], "scheme": "http"}
        await asyncio.wait_for(self.http.app(scope, receive, send), PATIENCE)
        return b"".join(sent)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("world") for _ in range(2)]
        yield [Room(folder / "games.sqlite", stack) for folder in folders]


def questions(app, table: str, match: Match, seat: int, rng: Random):
    """Every address with this table in it, asked by every method and with all that may be asked there."""
    moves, number = len(match.history), len(match.history) + 2
    words = rng.sample(match.moves, min(3, len(match.moves)))
    queries = ["", *(f"?seat={s}&at={rng.randint(0, moves)}" for s in range(PLAYERS)), f"?at={moves}"]
    queries += [f"?eyes={eyes}&at={rng.randint(0, moves)}" for eyes in ("open", "stranger", *range(PLAYERS))]
    queries += [f"?seat={max(seat, 0)}&why={word}" for word in [*words, "somersault", ""]]
    forms = [
        {"move": 9999, "number": number, "seat": max(seat, 0)},
        {"move": 0, "number": 0, "seat": max(seat, 0)},
        {"move": match.ids[0], "number": number, "seat": (max(seat, 0) + 1) % PLAYERS},
        {"number": number, "seat": max(seat, 0), "level": "kraken"},
        {},
    ]
    for route in app.routes:
        path = route.path.replace("{table}", table).replace("{seat:int}", "0").replace("{key}", "guessed")
        if "{table}" in route.path and "GET" in route.methods:
            for query in rng.sample(queries, 5):
                yield "GET", path + query, {}
        elif "{table}" in route.path:
            for form in rng.sample(forms, 2):
                yield "POST", path, form
    yield "GET", "/", {}
    yield "POST", f"/table/{table}/undo", {"number": number, "seat": max(seat, 0)}


def after(match: Match, move: int) -> Match:
    """The match after a move and what nature does then."""
    match = match.at(len(match.history))
    match.play(move)
    while match.actor == NATURE:
        match.play(LUCK.draw(match))
    return match


def same_moves(match: Match, other: Match, seat: int) -> list[int]:
    """Moves of a seat after which the worlds still look the same, as far as chance has it so."""
    if match.actor != seat or seat == STRANGER:
        return []
    return [move for move in match.ids if seen(after(match, move), seat) == seen(after(other, move), seat)]


CASES = [
    pytest.param(name, seat, seed, id=f"{name}-{'stranger' if seat == STRANGER else seat}-{seed}")
    for name, game in fathom5.all_games().items()
    if PLAYERS in game.players
    for seat in (STRANGER, *range(PLAYERS if game.spec.has_secrets else 1))
    for seed in range(3 if game.spec.has_secrets else 1)
]


@pytest.mark.parametrize(("name", "seat", "seed"), CASES)
def test_nobody_can_tell_two_worlds_apart(rooms, name, seat, seed):
    rng = Random(f"{name} {seat} {seed}")
    match, other = worlds(name, seat, rng)
    assert seen(match, seat) == seen(other, seat)
    table, language = f"{name}.{seat}.{seed}", rng.choice(["en", "fr"])
    for room, world in zip(rooms, (match, other), strict=True):
        room.lay(table, world)
        room.come_in(seat, language)
    for method, path, fields in questions(rooms[0].http.app, table, match, seat, rng):
        script = rng.random() < 0.5
        one, two = (room.answer(method, path, fields, script) for room in rooms)
        assert one == two, f"{method} {path} {fields}"
    now = rooms[0].server.rooms.loaded[table]
    for move in same_moves(now.match, rooms[1].server.rooms.loaded[table].match, seat)[:1]:
        for do, number in (("move", now.version), ("undo", now.version + 1)):
            fields = {"move": move, "number": number, "seat": seat}
            one, two = (room.answer("POST", f"/table/{table}/{do}", fields, True) for room in rooms)
            assert one == two, f"{do} {move}"


@pytest.mark.parametrize(
    "name", [name for name, game in fathom5.all_games().items() if game.spec.has_secrets]
)
def test_the_worlds_of_games_with_secrets_differ(name):
    differ = [0, 0]
    for seed in range(8):
        match, other = worlds(name, (STRANGER, 0, 1, 2)[seed % 4], Random(seed))
        differ[match.to_bytes() != other.to_bytes()] += len(match.history)
    assert differ[True] > differ[False]


OTHERS = {
    "nobody": None,
    "another seat": "ben",
    "somebody from elsewhere": "dan",
    "a forged cookie": "ada.AAAAAAAAAAAAAAAAAAAAAAAA",
    "a cookie without a signature": "ada",
}


def cookie_of(room: Room, who: str | None) -> str | None:
    return room.server.keys.cookie(who) if who in ("ben", "dan") else who


OWN_WISHES = ("/ready", "/put-away")
"""What somebody may ask for whatever the form says of another's seat."""


@pytest.mark.parametrize("who", OTHERS)
def test_no_address_gives_a_view_or_takes_a_move_without_the_cookie(rooms, who):
    room, table = rooms[0], "in-too-deep." + who.replace(" ", "-")
    match = random_game("in-too-deep", Random(5))
    while match.actor != 0:
        match.play(match.ids[0])
    room.lay(table, match)
    room.come_in(0, "en")
    own = room.answer("GET", f"/table/{table}?seat=0", {}, False)[-1]
    keys = room.server.keys
    room.http.cookies.clear()
    if cookie := cookie_of(room, OTHERS[who]):
        room.http.cookies.set("f5-who", cookie)
    before = room.server.rooms.loaded[table].entries[:]
    asked = {"seat": 0, "number": len(before), "move": match.ids[0], "level": "seal", "whole": "yes"}
    tried = 0
    for route in room.http.app.routes:
        wrong = keys.seat(table, 1) if "/seat/" in route.path else "guessed"
        path = route.path.replace("{table}", table).replace("{seat:int}", "0").replace("{key}", wrong)
        if "{table}" not in route.path:
            continue
        tried += 1
        for script in (False, True):
            if "POST" in route.methods:
                status, headers, _ = room.answer("POST", path, asked, script)
                assert status >= 400 or (who == "another seat" and path.endswith(OWN_WISHES)), (path, status)
                assert not any(name == b"set-cookie" for name, _ in headers)
            else:
                plain = room.answer("GET", path, {}, script)
                assert room.answer("GET", f"{path}?seat=0&why=x", {}, script)[-1] != own
                assert room.answer("GET", f"{path}?seat=0", {}, script) == plain, path
    assert tried > 10
    assert room.server.rooms.loaded[table].entries == before
