"""Databases that earlier releases wrote: every game in them is seen to its end as it was, and goes on."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from random import Random

import pytest
from tests.databases.make import play_on, standing

from fathom5.server.rooms import Rooms
from fathom5.server.store import Store

FOLDER = Path(__file__).parents[1] / "databases"
TOLD = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
ROOMS = [(database, room) for database, rooms in TOLD.items() for room in rooms]


@pytest.fixture
def opened(tmp_path):
    """Opens a copy of a database: whoever calls gets its rooms."""
    stores = []

    def open_copy(database):
        path = tmp_path / f"{database}.sqlite"
        if not path.exists():
            shutil.copy(FOLDER / path.name, path)
        stores.append(Store(path))
        return Rooms(stores[-1])

    yield open_copy
    for store in stores:
        store.close()


SAME_OTHERWISE = ("cubes_laid",)
"""SCUBA goes on with the next dust cube in the next turn; before editions it began with the first again."""
UNORDERED = ("dust",)


def differences(told, found, where="room"):
    """Where two tables differ in the fields that both have; a release may add some, or room in a list."""
    if isinstance(told, dict):
        if "line" in told:  # Deep Sea Adventure's chips, and room for more
            told, found = ({**each, "line": each["line"][: each["length"]]} for each in (told, found))
        names = [name for name in told if name in found and name not in SAME_OTHERWISE]
        return [each for name in names for each in differences(told[name], found[name], f"{where}.{name}")]
    if isinstance(told, list):
        room = len(found) - len(told)
        if where.endswith(UNORDERED):
            told, found = sorted(told), sorted(found)
        pairs = enumerate(zip([*told, *[told[-1]] * room], found, strict=True))
        return [each for i, (one, other) in pairs for each in differences(one, other, f"{where}[{i}]")]
    return [] if told == found else [f"{where}: {found}, not {told}"]


def test_there_are_finished_and_running_games_of_all_five_and_of_both_editions():
    for rooms in TOLD.values():
        assert len({told["game"] for told in rooms.values()}) == 5
        for game in {told["game"] for told in rooms.values()}:
            assert {told["over"] for told in rooms.values() if told["game"] == game} == {True, False}
    assert {told["rules"] for rooms in TOLD.values() for told in rooms.values()} == {"1", "2"}


@pytest.mark.parametrize(("database", "room_id"), ROOMS)
def test_a_game_stands_as_it_was_left_and_goes_on_by_its_own_rules(opened, database, room_id):
    told = TOLD[database][room_id]

    async def see():
        rooms = opened(database)
        room = await rooms.get(room_id)
        assert room.rules == told["rules"]
        assert room.match.sheet.rules == told["rules"]
        assert differences(told, {**standing(room), "rules": room.rules}) == []
        if room.over:
            return
        async with rooms.changing(room):
            play_on(room, Random(1), 40)
        again = await opened(database).get(room_id)
        assert again.rules == told["rules"]
        assert again.match.to_bytes() == room.match.to_bytes()
        assert len(again.match.history) > told["moves"]

    asyncio.run(see())
