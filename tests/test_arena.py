"""The arena: every seating with the same luck, honest intervals, and what is done when stopped."""

import json

import pytest
from typer.testing import CliRunner

from fathom5.cli import app
from fathom5.core.errors import Mistake
from fathom5.lab.arena import arena
from fathom5.lab.estimates import wilson
from fathom5.match import Match

GAME = "deep-sea-adventure"


def test_the_stronger_bot_wins_more():
    standings = arena(GAME, 2, ["seal", "random"], 60)
    seal, random = standings.entrants
    assert seal.low > 0.6
    assert random.high < 0.4
    assert seal.win_share + random.win_share == pytest.approx(1)
    assert seal.mean_score > random.mean_score
    assert seal.rating > random.rating


def test_the_last_bot_takes_the_seats_that_are_left():
    seal, random = arena(GAME, 4, ["seal", "random"], 8).entrants
    assert (seal.seats, random.seats) == (1, 3)
    assert seal.win_share + 3 * random.win_share == pytest.approx(1, abs=0.001)


def test_one_alone_plays_against_the_game():
    (alone,) = arena("deep-dive", 1, ["seal"], 4).entrants
    assert alone.seats == 1
    assert 0 <= alone.win_share <= 1


def test_every_seating_gets_the_same_luck(monkeypatch):
    seen = []

    class Watched(Match):
        def __init__(self, game, players, *, seed, **rest):
            seen.append(seed)
            super().__init__(game, players, seed=seed, **rest)

    monkeypatch.setattr("fathom5.lab.arena.Match", Watched)
    arena(GAME, 3, ["random"], 9, jobs=1)
    assert [seen[i : i + 3].count(seen[i]) for i in (0, 3, 6)] == [3, 3, 3]
    assert len(set(seen)) == 3


def test_results_do_not_depend_on_the_cores():
    one, two = (arena(GAME, 2, ["minnow", "seal"], 6, jobs=jobs) for jobs in (1, 2))
    assert [(e.win_share, e.mean_score) for e in one.entrants] == [
        (e.win_share, e.mean_score) for e in two.entrants
    ]


def test_stopped_it_reports_what_it_has(monkeypatch):
    def progress(done):
        if done == 3:
            raise KeyboardInterrupt

    standings = arena(GAME, 2, ["random"], 50, jobs=1, progress=progress)
    assert standings.interrupted
    assert standings.games == 3
    assert standings.entrants[0].win_share == pytest.approx(0.5)


def kept(path, *more, games=6):
    asked = ["arena", GAME, "--bots", "seal,random", "--games", str(games), "--jobs", "1", "--json"]
    return CliRunner().invoke(app, [*asked, "--keep", str(path), *more])


def results(told):
    return [(each["win_share"], each["mean_score"], each["rating"]) for each in json.loads(told)["entrants"]]


def test_games_in_a_file_are_not_played_again(tmp_path, monkeypatch):
    whole = kept(tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 7
    part = tmp_path / "part.jsonl"
    part.write_text("".join(lines[:4]) + lines[4][:20], "utf-8")  # killed while it wrote
    assert results(kept(part, "--resume").stdout) == results(whole.stdout)
    assert len(part.read_text("utf-8").splitlines()) == 7
    monkeypatch.setattr("fathom5.lab.arena.Match", None)
    assert results(kept(part, "--resume").stdout) == results(whole.stdout)
    assert json.loads(kept(part, "--resume", games=4).stdout)["games"] == 4


def test_a_file_that_does_not_fit_is_told_and_left_as_it_is(tmp_path):
    path = tmp_path / "games.jsonl"
    assert "games.jsonl" in str(kept(path, "--resume").exception)
    assert not path.exists()
    kept(path, games=2)
    before = path.read_bytes()
    assert "--resume goes on" in str(kept(path, games=2).exception)
    assert "a different arena" in str(kept(path, "--resume", "--seed", "2").exception)
    assert path.read_bytes() == before
    path.write_bytes(before + b"{}\n")
    assert "is damaged" in str(kept(path, "--resume").exception)
    assert path.read_bytes() == before + b"{}\n"
    alone = CliRunner().invoke(app, ["arena", GAME, "--resume"])
    assert "name it with --keep" in str(alone.exception)


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (1.0, 10, 0.722, 1.0), (0.0, 0, 0.0, 1.0)],
)
def test_wilsons_interval(share, count, low, high):
    assert wilson(share, count) == pytest.approx((low, high), abs=0.001)


@pytest.mark.parametrize(
    ("bots", "games", "wrong"),
    [(["whale"], 2, "no bot “whale”"), (["seal"] * 3, 2, "1 to 2 bots"), (["seal"], 0, "at least 1")],
)
def test_what_cannot_be_played_is_said(bots, games, wrong):
    with pytest.raises(Mistake, match=wrong):
        arena(GAME, 2, bots, games)


def test_the_command_prints_and_writes_json():
    asked = ["arena", GAME, "--bots", "seal,random", "--games", "4"]
    out = CliRunner().invoke(app, asked).stdout
    assert "seal" in out
    assert "rating" in out
    told = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert [each["bot"] for each in told["entrants"]] == ["seal", "random"]


def test_hints_of_a_recorded_game(tmp_path):
    match = Match(GAME, 2, seed=4, names=["Ada", "Ben"])
    while len(match.history) < 20:
        match.play(match.ids[0])
    file = tmp_path / "game.f5"
    file.write_text(str(match.record()), "utf-8")
    number = next(n for n, (actor, _) in enumerate(match.history) if actor >= 0 and n > 3)
    out = CliRunner().invoke(app, ["hint", str(file), "--at", str(number), "--playouts", "50", "--seed", "1"])
    assert f"Move {number}: {match.names[match.history[number][0]]} decides" in out.stdout
    assert "← played" in out.stdout
    nature = next(n for n, (actor, _) in enumerate(match.history) if actor < 0)
    with pytest.raises(Mistake, match="only for whoever decides now: chance"):
        CliRunner().invoke(
            app, ["hint", str(file), "--at", str(nature)], catch_exceptions=False, standalone_mode=False
        )
