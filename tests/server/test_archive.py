"""Games move from one database to another, and a file is copied while it is used."""

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import threading
from random import Random

import pytest
from typer.testing import CliRunner

from fathom5 import Match, Mistake
from fathom5.cli import app
from fathom5.server import archive
from fathom5.server.archive import ImportResult, backup, export_games, import_games
from fathom5.server.schema import VERSION
from fathom5.server.store import Entry, Store, StoredRoom
from guests import DEEP, LOW, Browser, serving
from luck import repeat_luck


@pytest.fixture(scope="module")
def played_once(tmp_path_factory):
    """A file with a finished game, one under way with a move taken back, and one that waits for a friend."""
    database = tmp_path_factory.mktemp("played") / "games.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATHOM5_COMPILE", "0")
        repeat_luck(patch, "played once")
        with serving(database) as client:
            ada = Browser(client)
            ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
            while ada.moves:
                ada.play()
            ada.post(f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="here", name__1="Zoé")
            chance = Random(1)
            while not (undo := re.search(r'class="undo".*?name="seat" value="(\d)"', ada.page, re.S)):
                ada.act(chance)
            ada.post(f"/table/{ada.table}/undo", number=ada.version, seat=undo[1])
            ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="friend")
    return database, ada


@pytest.fixture
def played(played_once, database):
    """A copy of it, for one test; whoever has played."""
    original, ada = played_once
    shutil.copy(original, database)
    return ada


def everything(place):
    """All that a database keeps of its rooms."""

    async def read():
        store = Store(place)
        ids = await store.rooms()
        found = {room: (await store.load(room), await store.sitters(room)) for room in ids}
        store.close()
        return store.secret, found

    return asyncio.run(read())


def test_all_games_move_to_another_database_and_back(played, database, tmp_path, address):
    first, second, again = tmp_path / "first", tmp_path / "second", tmp_path / "again.sqlite"
    assert export_games(database, str(first)) == 3
    assert import_games(address, str(first)) == ImportResult(3, 0, 0)
    assert everything(address) == everything(database)
    assert export_games(address, str(second)) == 3
    assert second.read_text("utf-8") == first.read_text("utf-8")
    import_games(again, str(second))
    with serving(again) as client:
        ada = Browser(client)
        ada.http.cookies = played.http.cookies
        assert ada.get("/").count("/table/") >= 3


def test_an_export_has_the_record_of_every_game(played, database, tmp_path):
    export_games(database, str(tmp_path / "export"))
    assert (tmp_path / "export").stat().st_mode & 0o077 == 0
    _, *lines = map(json.loads, (tmp_path / "export").read_text("utf-8").splitlines())
    records = {table["game"]: table["record"] for table in lines if table["record"]}
    assert Match.from_record(records[LOW], compiled=False).over
    assert Match.from_record(records[DEEP], compiled=False).names == ("Ada", "Zoé")
    assert sum(table["record"] == "" for table in lines) == 1


def test_importing_twice_changes_nothing(played, database, tmp_path):
    export_games(database, str(tmp_path / "export"))
    before = everything(database)
    assert import_games(database, str(tmp_path / "export")) == ImportResult(0, 3, 0)
    assert everything(database) == before


def test_a_database_with_games_keeps_its_secret(played, database, tmp_path):
    other = tmp_path / "other.sqlite"
    store = Store(other)
    asyncio.run(store.create("t", StoredRoom("chess", "1", [Entry(0, 1.5, "open", -3, "")])))
    store.close()
    export_games(other, str(tmp_path / "export"))
    secret = everything(database)[0]
    assert import_games(database, str(tmp_path / "export")) == ImportResult(1, 0, 1)
    assert everything(database)[0] == secret


def test_what_cannot_be_imported_is_told_with_its_line(played, database, tmp_path):
    export_games(database, str(tmp_path / "export"))
    head, *lines = (tmp_path / "export").read_text("utf-8").splitlines()
    began = next(line for line in lines if '"record": ""' not in line)

    def changed(**parts):
        return json.dumps({**json.loads(began), **parts})

    entries = json.loads(began)["entries"]
    wrong = [
        ("no JSON", "not what fathom5 export writes"),
        ("{}", "not what fathom5 export writes"),
        (changed(entries=[]), "not what fathom5 export writes"),
        (changed(entries=entries[1:]), "not what fathom5 export writes"),
        (changed(table=7), "not what fathom5 export writes"),
        (changed(record="another"), "does not lead to its record"),
        (changed(entries=[*entries[:2], [2, 1.5, "move", 0, "999", None]]), "cannot be played again"),
        (changed(entries=[[0, 1.5, "move", 0, "1", None]]), "cannot be played again"),
    ]
    for number, (line, reason) in enumerate(wrong):
        (tmp_path / "bad").write_text(f"{head}\n{line}\n", "utf-8")
        new = tmp_path / f"{number}.sqlite"
        with pytest.raises(Mistake, match=rf"Line 2: .*{reason}"):
            import_games(new, str(tmp_path / "bad"))
        assert everything(new)[1] == {}
    (tmp_path / "bad").write_text(head.replace(f'"schema": {VERSION}', f'"schema": {VERSION + 1}'), "utf-8")
    with pytest.raises(Mistake, match="newer"):
        import_games(tmp_path / "new.sqlite", str(tmp_path / "bad"))


def test_a_copy_made_while_moves_are_kept_is_whole(database, tmp_path):
    store, stop = Store(database), threading.Event()

    def busy():
        async def write():
            number = 0
            while not stop.is_set():
                entries = [Entry(number + step, 1.5, "move", 0, "x" * 200) for step in range(3)]
                await store.append("t", entries)
                number += 3

        asyncio.run(write())

    asyncio.run(store.create("t", StoredRoom(LOW, "1", [Entry(1_000_000, 1.5, "open", -3, "")])))
    writer = threading.Thread(target=busy)
    writer.start()
    copies = [tmp_path / f"copy {number}" for number in range(3)]
    try:
        for copy in copies:
            backup(database, copy)
    finally:
        stop.set()
        writer.join()
        store.close()
    secret = store.secret
    for copy in copies:
        assert copy.stat().st_mode & 0o077 == 0
        assert sorted(copy.parent.glob(f"{copy.name}*")) == [copy]
        with sqlite3.connect(copy) as connection:
            count = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
            assert count % 3 == 1
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        assert everything(copy)[0] == secret


def test_the_commands(played, database, tmp_path):
    def run(*words, says=None):
        done = CliRunner().invoke(app, list(map(str, words)), input=says)
        if done.exception and not isinstance(done.exception, SystemExit):
            return str(done.exception)
        return done.output

    new, missing = tmp_path / "new.sqlite", tmp_path / "missing.sqlite"
    exported = CliRunner().invoke(app, ["export", "-", "--database", str(database)])
    assert "Exported 3 tables" in exported.stderr
    assert "Imported 3 tables; there already: 0." in run(
        "import", "-", "--database", new, says=exported.stdout
    )
    assert f"Copied {database}" in run("backup", tmp_path / "copy", "--database", database)
    assert "is there already" in run("backup", tmp_path / "copy", "--database", database)
    assert "There are no games at" in run("backup", tmp_path / "c", "--database", missing)
    assert "There are no games at" in run("export", tmp_path / "c", "--database", missing)
    assert "cannot be written" in run("export", tmp_path, "--database", database)
    assert "cannot be read" in run("import", tmp_path / "nothing", "--database", new)
    assert "pg_dump" in run("backup", tmp_path / "c", "--database", "postgresql://127.0.0.1:1/games")
    assert not missing.exists()


def deep(levels):
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    "change",
    [
        {"table": "../../etc"},
        {"table": "<b>"},
        {"table": "a/b"},
        {"table": ""},
        {"table": "x" * 200},
        {"sitters": ["<script>"]},
        {"at": 1e300},
        {"at": -1.0},
        {"at": float("nan")},
        {"at": float("inf")},
        {"actor": 1 << 80},
        {"actor": 1 << 40},
        {"value": "\ud800"},
        {"value": "9" * 5000},
        {"value": deep(100_000)},
        {"key": "\udfff"},
        {"act": "seat", "value": '{"people": 7}'},
    ],
)
def test_an_import_refuses_whatever_is_strange_with_one_sentence(played, database, tmp_path, change):
    export_games(database, str(tmp_path / "export"))
    head, *lines = (tmp_path / "export").read_text("utf-8").splitlines()
    content = json.loads(next(line for line in lines if '"record": ""' not in line))
    parts = {"at": 1, "act": 2, "actor": 3, "value": 4, "key": 5}
    for name, value in change.items():
        if name in parts:
            content["entries"][-1][parts[name]] = value
        else:
            content[name] = value
    (tmp_path / "bad").write_text(f"{head}\n{json.dumps(content)}\n", "utf-8")
    new = tmp_path / "new.sqlite"
    with pytest.raises(Mistake, match="Line 2: "):
        import_games(new, str(tmp_path / "bad"))
    assert everything(new)[1] == {}


@pytest.mark.parametrize(
    "entry",
    [
        [0, 1.5, "open", 1 << 40, "", None],
        [0, 1e300, "open", 0, "", None],
        [0, float("nan"), "open", 0, "", None],
        [0, 1.5, "open", 0, "\ud800", None],
    ],
)
def test_an_import_has_bounds_also_where_the_game_is_not_here_to_be_played_again(tmp_path, entry):
    head = {"fathom5": "games", "schema": 1, "secret": "00"}
    table = {"table": "t", "game": "chess", "rules": "1", "sitters": [], "entries": [entry], "record": None}
    (tmp_path / "bad").write_text(f"{json.dumps(head)}\n{json.dumps(table)}\n", "utf-8")
    with pytest.raises(Mistake, match="Line 2: this is not what"):
        import_games(tmp_path / "new.sqlite", str(tmp_path / "bad"))


@pytest.mark.parametrize("line", [deep(100_000), '{"a":' * 50_000 + "1" + "}" * 50_000, "[1]", "7", "null"])
def test_an_import_refuses_nested_and_other_json_with_one_sentence(line, tmp_path):
    for number, text in enumerate((line, f'{{"fathom5": "games", "schema": 1, "secret": "00"}}\n{line}')):
        (tmp_path / "bad").write_text(text + "\n", "utf-8")
        with pytest.raises(Mistake, match=f"Line {number + 1}: "):
            import_games(tmp_path / "new.sqlite", str(tmp_path / "bad"))


@pytest.mark.parametrize(("bound", "most", "line"), [("MAX_ENTRIES", 0, 2), ("MAX_LINE", 20, 1)])
def test_an_import_has_bounds(played, tmp_path, monkeypatch, bound, most, line):
    export_games(tmp_path / "games.sqlite", str(tmp_path / "export"))
    monkeypatch.setattr(archive, bound, most)
    with pytest.raises(Mistake, match=f"Line {line}: "):
        import_games(tmp_path / "new.sqlite", str(tmp_path / "export"))


def test_a_damaged_file_is_not_copied(database, tmp_path):
    store = Store(database)
    for number in range(40):
        entries = [Entry(step, 1.5, "move", 0, "x" * 300) for step in range(20)]
        asyncio.run(store.create(f"t{number}", StoredRoom(LOW, "1", entries)))
    store.close()
    content = bytearray(database.read_bytes())
    for place in range(8192, len(content), 4096):
        content[place : place + 200] = b"\x07" * 200
    database.write_bytes(content)
    with pytest.raises(Mistake, match=r"damaged|malformed"):
        backup(database, tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


def test_games_are_exported_while_they_are_served(database, tmp_path):
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        ada.play(1)
        assert export_games(database, str(tmp_path / "export")) == 1
        ada.play(1)
        backup(database, tmp_path / "copy.sqlite")
        ada.play(1)
        assert len(everything(tmp_path / "copy.sqlite")[1][ada.table][0].entries) == ada.version - 1


def test_the_drill_a_server_is_lost_and_comes_back_from_its_copy(database, tmp_path):
    """Play, copy, lose the file, put the copy in its place: every link, cookie and move is good."""
    with serving(database) as client:
        ada = Browser(client)
        ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        ada.play(1)
        backup(database, tmp_path / "copy.sqlite")
        before = ada.get(f"/table/{ada.table}")
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()
    (tmp_path / "copy.sqlite").rename(database)
    with serving(database) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        assert again.get(f"/table/{ada.table}") == before
        again.play(1)


def test_the_drill_with_postgresql(address, postgres, tmp_path):
    dump = [postgres.commands / "pg_dump", "--no-owner", "--dbname", address]
    with serving(address) as client:
        ada = Browser(client)
        ada.post(f"/new/{LOW}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
        ada.play(1)
        copy = subprocess.run(dump, capture_output=True, text=True, check=True).stdout
        before = ada.get(f"/table/{ada.table}")
    restored = postgres.new_database()
    subprocess.run(
        [postgres.commands / "psql", "-q", "-v", "ON_ERROR_STOP=1", restored],
        input=copy,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with serving(restored) as client:
        again = Browser(client)
        again.http.cookies = ada.http.cookies
        assert again.get(f"/table/{ada.table}") == before
        again.play(1)
