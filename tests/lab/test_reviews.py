"""Reviews of many games: each as if it were alone, however they are spread; nothing lost, clear mistakes."""

import json
import pickle
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from typer.testing import CliRunner

from fathom5 import Match
from fathom5.bots import find_bot
from fathom5.cli import app
from fathom5.coach import Estimate, Verdict, review
from fathom5.coach.verdicts import Scale
from fathom5.core.errors import Mistake
from fathom5.lab import judging
from fathom5.lab.judging import Judgement, JudgeTask, MoveJudge
from fathom5.lab.review_sums import _Seat, _sum, player_sums
from fathom5.lab.reviews import ReviewFolder, ReviewPlan, review_games
from fathom5.lab.spread import Threads
from fathom5.record import Record
from guests import DEEP, LOW

EFFORT = 0.01


@cache
def record(game=LOW, players=2, seed=1):
    """The record of a game of bots that play at random."""
    bots = {seat: find_bot("random", 10 * seed + seat) for seat in range(players)}
    return str(Match(game, players, seed=seed, bots=bots).record())


@cache
def plan():
    """Three games of Low Tide, two of which have the same name."""
    games = [("one", record()), ("one", record(players=3, seed=5)), ("other", record(seed=2))]
    return ReviewPlan.of(games, seed=4, effort=EFFORT)


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch):
    monkeypatch.setattr(judging, "MOVES", 2)


class Backwards:
    """An executor that does what it is given at once and the last of it first, as a cluster may."""

    def run(self, work, tasks):
        work = pickle.loads(pickle.dumps(work))
        for task in reversed(list(tasks)):
            yield task, pickle.loads(pickle.dumps(work(task)))


class Counting:
    """One thread that counts what it is given, and may stop."""

    def __init__(self, most=1000):
        self.done, self.most = 0, most

    def run(self, work, tasks):
        for task, piece in Threads(1).run(work, tasks):
            if self.done == self.most:
                raise KeyboardInterrupt
            self.done += 1
            yield task, piece


def written(path, executor, **how):
    """All files that reviews write, by their names."""
    folder = ReviewFolder(path, plan(), **how)
    for game, found in review_games(plan(), executor, folder=folder):
        folder.finish(game, found)
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*.*")}


def test_every_game_is_reviewed_as_if_it_were_alone():
    found = dict(review_games(plan(), Threads(2)))
    assert [game.name for game in plan().games] == ["one", "one-2", "other"]
    assert set(found) == set(plan().games)
    for game, each in found.items():
        alone = review(Record.read(game.record), seed=4, effort=EFFORT, jobs=1)
        assert (each.judged, each.start, each.scale) == (alone.judged, alone.start, alone.scale)
        assert each.to_json() == alone.to_json()


def test_however_they_are_spread_the_files_are_the_same(tmp_path):
    one = written(tmp_path / "one", Threads(1))
    assert one == written(tmp_path / "two", Threads(2))
    assert one == written(tmp_path / "back", Backwards())
    assert {"one.html", "one.json", "one-2.html", "other.json", "reviews.toml"} <= set(one)
    assert not any(name.endswith(".part") for name in one)


@pytest.mark.parametrize("most", [1, 5])
def test_what_was_stopped_goes_on_and_ends_the_same(tmp_path, most):
    whole = Counting()
    files = written(tmp_path / "whole", whole)
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / "stopped", Counting(most))
    with pytest.raises(Mistake, match="has this review in it already; --resume goes on"):
        ReviewFolder(tmp_path / "stopped", plan())
    again = Counting()
    assert written(tmp_path / "stopped", again, resume=True) == files
    assert again.done == whole.done - most
    nothing = Counting()
    assert written(tmp_path / "stopped", nothing, resume=True) == files
    assert nothing.done == 0


def test_progress_begins_with_what_is_kept_and_ends_with_all(tmp_path):
    folder, told = ReviewFolder(tmp_path, plan()), []
    with pytest.raises(KeyboardInterrupt):
        list(review_games(plan(), Counting(5), folder=folder, progress=lambda *both: told.append(both)))
    again = []
    list(review_games(plan(), Threads(1), folder=folder, progress=lambda *both: again.append(both)))
    assert told[0] == (0, plan().moves)
    assert again[0] == told[-1]
    assert again[-1] == (plan().moves, plan().moves)


def test_a_judgement_is_the_same_out_of_a_file():
    text = record(DEEP, 2, 3)
    judge, task = MoveJudge(1, 0.01), JudgeTask(0, text)
    start = judge(task)
    moves = judge(replace(task, scale=start.scale, moves=40))
    assert {type(each).__name__ for each in moves.judged} == {"Decision", "Chance"}
    for each in (start, moves, replace(start, scale=Scale(2.5))):
        assert Judgement.from_json(each.to_json()) == each


def test_a_task_that_is_stopped_gives_up():
    judge = MoveJudge(1, EFFORT)
    judge.stop()
    assert judge(JudgeTask(0, record(), judging.IN_WINS, 0, 2)) == Judgement()


def test_sums_of_players_are_those_of_their_games_in_any_order():
    reviews = [found for _, found in review_games(plan(), Threads(1))]
    sums = player_sums(reviews)
    assert sums == player_sums(reversed(reviews))
    assert sum(each.won for each in sums) == pytest.approx(3)
    assert sum(each.games for each in sums) == 7
    decisions = sum(len(found.decisions) for found in reviews)
    assert sum(sum(each.verdicts.values()) for each in sums) == decisions
    first = next(each for each in sums if each.player == reviews[0].match.names[0])
    of_games = [found.sums[0] for found in reviews if found.match.names[0] == first.player]
    assert first.games == len(of_games)
    assert first.luck.mean == pytest.approx(sum(each.luck.wins.mean for each in of_games) / first.games)
    assert first.cost.mean == pytest.approx(sum(each.cost.wins.mean for each in of_games) / first.games)


def test_a_mean_does_not_depend_on_the_order_to_the_last_bit():
    seats = [_Seat(mean, *[Estimate(mean, mean)] * 3, Counter()) for mean in (0.1, 0.2, 0.3)]
    assert 0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1
    assert _sum("game", "player", seats) == _sum("game", "player", seats[::-1])


def test_nothing_is_overwritten_and_damage_is_told(tmp_path):
    folder = tmp_path / "kept"
    written(folder, Threads(1))
    with pytest.raises(Mistake, match="a different review"):
        ReviewFolder(folder, replace(plan(), seed=5), resume=True)
    piece = folder / "pieces" / "one-00000.json"
    for damage in (piece.read_text("utf-8")[:50], "[]", '{"judged": [1]}', "{}", ""):
        piece.write_text(damage, "utf-8")
        with pytest.raises(Mistake, match=r"one-00000\.json is damaged; delete it, and --resume"):
            written(folder, Threads(1), resume=True)
    with pytest.raises(Mistake, match="has no review to go on with"):
        ReviewFolder(tmp_path / "new", plan(), resume=True)
    letter = tmp_path / "letter.txt"
    letter.write_text("hello")
    with pytest.raises(Mistake, match="other files"):
        ReviewFolder(tmp_path, plan())
    assert not (tmp_path / "new").exists()


@pytest.fixture
def records(tmp_path):
    """A folder with two records and something else."""
    path = tmp_path / "games"
    path.mkdir()
    for number in (1, 2):
        (path / f"game-{number}.f5").write_text(record(seed=number), "utf-8")
    (path / "notes.txt").write_text("no game", "utf-8")
    return path


def ran(*words):
    return CliRunner().invoke(app, ["review", "--effort", str(EFFORT), *map(str, words)])


def test_the_command_reviews_a_folder(records, tmp_path):
    out = tmp_path / "out"
    shown = ran(records, "--folder", out, "--jobs", 1)
    assert shown.exit_code == 0, shown.output
    assert f"The pages: {out}" in shown.output.replace("\n", " ").replace("  ", " ")
    alone = ran(records / "game-1.f5", "--json")
    assert (out / "game-1.json").read_text("utf-8") == alone.output
    assert (out / "game-2.html").read_text("utf-8").startswith("<!doctype html>")
    again = ran(records / "game-1.f5", records / "game-2.f5", "--folder", out, "--resume", "--json")
    assert sum(each["won"] for each in json.loads(again.output)) == 2
    assert set(json.loads(again.output)[0]["verdicts"]) == set(Verdict)
    french = ran(records, "--folder", out, "--resume", "--lang", "fr")
    assert "Les pages" in french.output
    assert 'lang="fr"' in (out / "game-1.html").read_text("utf-8")


def test_a_mistake_is_one_sentence_and_nothing_is_written(records, tmp_path):
    out = tmp_path / "out"
    cut = re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', record()).rsplit("\n", 2)[0] + "\n"
    wrong = record().replace("take", "eat")
    for content, told in ((cut, "not over"), ("nothing", "Line 1"), (wrong, "Line")):
        (records / "game-3.f5").write_text(content, "utf-8")
        outcome = ran(records, "--folder", out)
        assert isinstance(outcome.exception, Mistake)
        assert re.fullmatch(f"game-3: .*{told}.*", str(outcome.exception))
    (records / "game-3.f5").unlink()
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, told in (
        ((empty,), "has no records in it"),
        ((records, "--html", "page.html"), "--folder instead of --html"),
        ((records / "game-1.f5", records / "no.f5"), "cannot be read"),
        ((records, "--jobs", -1), "number of cores"),
    ):
        outcome = ran(*words, "--folder", out)
        assert isinstance(outcome.exception, Mistake)
        assert told in str(outcome.exception)
    assert not out.exists()
