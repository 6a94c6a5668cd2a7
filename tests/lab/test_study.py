"""Studies: the same result however they are played, honest intervals, nothing lost, clear mistakes."""

import sys
from dataclasses import replace

import matplotlib.font_manager  # noqa: F401 - asks another process for the fonts, where it has no list yet
import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import fathom5
from fathom5.core.errors import Mistake
from fathom5.engine import engine
from fathom5.lab import pieces as sampling
from fathom5.lab.estimates import Ratio, difference
from fathom5.lab.findings import find
from fathom5.lab.folder import WRITERS, StudyFolder
from fathom5.lab.markdown import markdown_page
from fathom5.lab.parts import Parts
from fathom5.lab.pieces import ArmGames, PiecePlayer, win_chances
from fathom5.lab.plan import Arm, Plan
from fathom5.lab.spread import Threads
from fathom5.lab.study import arms, run, study
from fathom5.lab.telling import order_sentence, summary, told

GAME = "deep-sea-adventure"


def pieces(plan, jobs=1):
    return dict(Threads(jobs).run(PiecePlayer(plan), list(plan.tasks())))


def same(one, other):
    return all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in ("rows", "counts", "curve")
    )


@pytest.mark.parametrize("name", fathom5.all_games())
def test_rows_and_counts_are_the_same_interpreted_and_compiled(name, monkeypatch):
    game = fathom5.find_game(name)
    plan = Plan(name, 2, 5, (Arm("all", game.players[-1]),), log=True)
    compiled = ArmGames(plan, plan.arms[0])
    compiled.play(0, 2)
    monkeypatch.setenv("FATHOM5_COMPILE", "0")
    interpreted = ArmGames(plan, plan.arms[0])
    assert not interpreted.engine.is_compiled
    interpreted.play(0, 2)
    assert interpreted.rows.tobytes() == compiled.rows.tobytes()
    assert (interpreted.counts() == compiled.counts()).all()
    assert interpreted.log().tobytes() == compiled.log().tobytes()


@pytest.mark.parametrize("name", fathom5.all_games())
def test_win_chances_are_the_same_again(name, monkeypatch):
    """Also where a heuristic draws between moves that it likes as well."""
    for what, less in (("SAMPLED", 2), ("MOMENTS", 2), ("ROLLOUTS", 20)):
        monkeypatch.setattr(sampling, what, less)
    plan = Plan(name, 1, 5, (Arm("two", 2),))
    assert win_chances(plan, plan.arms[0]).tobytes() == win_chances(plan, plan.arms[0]).tobytes()


@pytest.mark.parametrize("name", fathom5.all_games())
def test_every_move_has_parts_and_every_part_a_name(name):
    parts = Parts(fathom5.find_game(name))
    assert (parts.of_moves[:, 0] >= 0).all()
    assert (parts.of_nature[:, 0] >= 0).all()
    assert len(set(parts.names)) == len(parts.names)


def test_a_game_without_parts_counts_arguments():
    parts = Parts(fathom5.find_game("low-tide"))
    kinds = fathom5.find_game("low-tide").spec.moves.kinds
    assert {kind.name for kind in kinds} <= set(parts.names)


def test_the_number_of_cores_changes_nothing():
    plan = Plan(GAME, 100, 3, arms([3], against=["air=30"]))
    one, two = pieces(plan, 1), pieces(plan, 2)
    assert all(same(one[task], two[task]) for task in one)


def test_a_game_played_by_bots_of_any_kind_is_counted_like_any_other():
    plan = Plan(GAME, 3, 3, (Arm("minnows", 2, ("minnow",)),), log=True)
    games = ArmGames(plan, plan.arms[0])
    games.play(0, 3)
    again = ArmGames(plan, plan.arms[0])
    again.play(0, 3)
    assert games.rows.tobytes() == again.rows.tobytes()
    assert (games.rows["moves"] > games.rows["decisions"]).all()
    assert len(games.log()) == games.rows["decisions"].sum()


def test_turn_order_tells_what_seats_do_not():
    found = study(GAME, 4, 4000, skill=None)
    orders = find(found.findings, topic="turn order", measure="win share")
    assert [each.verdict for each in orders] == ["more", "more", "less", "less"]
    seats = find(found.findings, topic="seats", measure="win share")
    assert {each.verdict for each in seats} == {"not distinguishable"}
    assert sum(each.value for each in seats) == pytest.approx(1)
    assert any("number 1 is ahead" in line for line in summary(found))
    even = [replace(each, value=0.25, low=0.2, high=0.3) for each in orders[:3]]
    behind = replace(orders[3], value=0.1, low=0.0, high=0.2)
    assert "number 4 is behind (10.0 %" in order_sentence([*even, behind])


def test_a_box_does_not_differ_from_itself():
    found = study(GAME, 3, 300, against={"air": 25}, skill=None)
    changes = find(found.findings, topic="difference")
    assert changes
    assert all(each.value == 0 and each.verdict == "not distinguishable" for each in changes)


def test_the_same_luck_saves_games_and_finds_what_more_air_does():
    found = study(GAME, 3, 2000, against=["air=26"], skill=None)
    first, *_ = changes = find(found.findings, topic="difference")
    assert first.verdict in ("more", "less")
    (points,) = (each for each in changes if each.what == "points of a player")
    assert points.verdict == "more"
    assert points.saved > 1.2


def test_who_does_without_a_part_never_uses_it_and_wins_less():
    plan = Plan(GAME, 200, 1, (Arm("never", 3, without="take"),))
    games = ArmGames(plan, plan.arms[0])
    games.play(0, 200)
    row = games.rows[:200]
    assert (row["odd"] == np.arange(200) % 3).all()
    assert (row["points"][np.arange(200), row["odd"]] == 0).all()
    found = study(GAME, 3, 300, restrict=["never take"], skill=None)
    (worth,) = find(found.findings, topic="worth", measure="win share")
    assert worth.verdict == "less"


def test_thinking_pays():
    found = study(GAME, 2, 300)
    (skill,) = find(found.findings, topic="skill", measure="win share")
    assert skill.low > 0.8


@settings(max_examples=50, deadline=None)
@given(some.lists(some.integers(0, 20), min_size=3, max_size=60))
def test_the_error_of_a_mean_is_the_one_of_the_textbooks(values):
    numbers = np.array(values, float)
    ratio = Ratio(numbers, np.ones(len(numbers)))
    assert ratio.value == pytest.approx(numbers.mean())
    assert ratio.variance == pytest.approx(numbers.var(ddof=1) / len(numbers))


def test_intervals_hold_as_often_as_they_say():
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        sample = rng.binomial(50, 0.3, 40).astype(float)
        low, high = Ratio(sample, np.full(40, 50.0), True).interval
        held += low <= 0.3 <= high
    assert 365 <= held <= 395


def test_pairs_tell_more_than_separate_samples():
    rng = np.random.default_rng(1)
    luck = rng.normal(0, 10, 100)
    before, after = (Ratio(luck + shift + rng.normal(0, 1, 100), np.ones(100)) for shift in (0, 1))
    change = difference(before, after)
    assert change.low > 0
    assert change.saved > 20


def test_a_folder_has_report_games_and_moves(tmp_path):
    plan = Plan(GAME, 50, 1, arms([2, 3]), log=True)
    folder = StudyFolder(tmp_path / "study", plan)
    folder.finish(run(plan, Threads(1), folder=folder))
    games = pq.read_table(tmp_path / "study" / "games.parquet")
    assert games.num_rows == 100
    rows = games.to_pylist()
    assert {row["players"] for row in rows} == {2, 3}
    assert all((row["points_3"] is None) == (row["players"] == 2) for row in rows)
    moves = pq.read_table(tmp_path / "study" / "moves.parquet")
    assert moves.num_rows == sum(row["decisions"] for row in rows)
    assert {"take", "leave"} <= set(moves.column("kind").to_pylist())
    report = (tmp_path / "study" / "report.html").read_text("utf-8")
    assert "<svg" in report
    assert "http://" not in report.replace("http://www.w3.org", "").replace("http://purl.org", "").replace(
        "http://creativecommons.org", ""
    )
    assert Plan.from_toml((tmp_path / "study" / "study.toml").read_text("utf-8")) == plan


def test_every_figure_is_in_markdown_too():
    found = study(GAME, 2, 40, against=["air=30"], restrict=["never take"])
    page = markdown_page(found)
    tables = [line for line in page.splitlines() if line.startswith("|")]
    assert "- B: 2 players, air=30" in page
    assert "## What changes: 2 players, air=30 against 2 players" in page
    for finding in found.findings:
        if finding.topic in ("length", "scores", "drama", "turn order", "skill", "worth"):
            wanted = (finding.what, finding.measure, told(finding))
            assert any(all(text in line for text in wanted) for line in tables), wanted
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in tables}
    (leave,) = find(found.findings, arm="2 players", what="leave", measure="used by winners")
    assert f"{100 * leave.value:.0f} % ({100 * leave.low:.0f} to {100 * leave.high:.0f})" in rows["leave"]
    widths = {line.count(" | ") for line in page[page.index("## What is used") :].splitlines() if "|" in line}
    assert widths == {2}


def test_what_was_stopped_goes_on_and_ends_the_same(tmp_path):
    plan = Plan(GAME, 200, 1, arms([2]))
    whole = StudyFolder(tmp_path / "whole", plan)
    whole.finish(run(plan, Threads(1), folder=whole))
    stopped, played = StudyFolder(tmp_path / "stopped", plan), 0

    def stop(done, asked):
        nonlocal played
        played = done
        if done > 60:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, Threads(1), folder=stopped, progress=stop)
    assert 60 < played < 400
    with pytest.raises(Mistake, match="--resume goes on"):
        StudyFolder(tmp_path / "stopped", plan)
    again = StudyFolder(tmp_path / "stopped", plan, resume=True)
    first = []
    again.finish(run(plan, Threads(1), folder=again, progress=lambda done, asked: first.append(done)))
    assert first[0] == played
    for name in ("games.parquet", "report.html", "report.md", "study.toml"):
        assert (tmp_path / "stopped" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_nothing_is_overwritten_and_damage_is_told(tmp_path):
    plan = Plan(GAME, 20, 1, arms([2], skill=None))
    folder = StudyFolder(tmp_path, plan)
    run(plan, Threads(1), folder=folder)
    with pytest.raises(Mistake, match="a different study"):
        StudyFolder(tmp_path, Plan(GAME, 21, 1, arms([2], skill=None)), resume=True)
    piece = next((tmp_path / "pieces").glob("*.npz"))
    piece.write_bytes(piece.read_bytes()[:100])
    with pytest.raises(Mistake, match="is damaged; delete it"):
        run(plan, Threads(1), folder=StudyFolder(tmp_path, plan, resume=True))
    (tmp_path / "study.toml").write_text("format = 1\ngames = [", "utf-8")
    with pytest.raises(Mistake, match="is not TOML"):
        StudyFolder(tmp_path, plan, resume=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("hello")
    with pytest.raises(Mistake, match="other files"):
        StudyFolder(other, plan)
    assert (other / "letter.txt").read_text() == "hello"


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"players": 9}, "is for 2 to 6 players"),
        ({"games": 0}, "at least 1"),
        ({"restrict": ["never eat"]}, "called “eat”. Known: leave, take"),
        ({"bots": ["orca"]}, "give it playouts"),
        ({"bots": ["whale"]}, "There is no bot “whale”"),
        ({"against": ["air=999"]}, "from 1 to 99"),
        ({"against": {"wind": 3}}, "no value in the box"),
        ({"options": {"fog": "yes"}}, "no option"),
    ],
)
def test_a_mistake_is_one_sentence(how, sentence):
    with pytest.raises(Mistake, match=sentence):
        study(GAME, **{"players": 2, "games": 10, **how})


@pytest.mark.parametrize("missing", WRITERS)
def test_a_folder_that_could_not_be_filled_is_not_begun(missing, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(Mistake, match=rf"needs {missing}: pip install 'fathom5\[lab\]'"):
        study(GAME, 2, 10, folder=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_notebook_without_matplotlib_shows_words(monkeypatch):
    found = study(GAME, 2, 10, skill=None)
    for module in ("fathom5.lab.report", "fathom5.lab.figures"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert found._repr_html_() is None


def test_a_box_whose_games_cannot_go_on_is_refused():
    with pytest.raises(Mistake):
        study(GAME, 2, 10, against=["die=[0,0,0,0,0,0]"])


def test_a_study_shows_itself_in_a_notebook():
    found = study(GAME, 2, 50, skill=None)
    assert "<svg" in found._repr_html_()
    assert repr(found) == "<Study of deep-sea-adventure: 50 games each of 2 players>"
    rows = found.table("turn order")
    assert len(rows) == 4


def test_the_loop_is_compiled_only_when_it_is_asked_for():
    from fathom5.engine.registry import common_loops

    assert "study_games" not in common_loops()
    assert engine(fathom5.find_game(GAME)).study_games
