"""Drills: every committed one is what it says, and how more are made."""

from collections import Counter
from random import Random

import pytest
from typer.testing import CliRunner

import fathom5
from fathom5 import Mistake
from fathom5.cli import app
from fathom5.coach import drilling, drills, evaluate_moves
from fathom5.coach.drilling import MOST_MOVES, PARTS, TOO_PLAIN, Plan, make_drills
from fathom5.coach.drills import FILE, LEAST_GAP, Drills, read_drills
from guests import LOW

OURS = [name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")]
SMALL = 150_000
"""Bytes that the drills of a game may take."""

FEWER = {"deeper": 35}
"""Games whose sets are not complete yet: a drill takes minutes there (docs/coach.md)."""

CHEAP = ("deep-dive", "deep-sea-adventure")


@pytest.mark.parametrize("name", OURS)
def test_every_drill_is_reached_by_legal_moves_and_has_one_clearly_best_move(name):
    found = drills(name)
    assert len(found) >= FEWER.get(name, 100)
    assert (found.game.folder / FILE).stat().st_size <= SMALL
    every = list(found)
    for drill in every:
        assert drill.match.actor == drill.view.seat
        assert 2 <= len(drill.answers) <= MOST_MOVES
        assert {answer.move for answer in drill.answers} == set(drill.view.ids)
        means = [answer.worth.mean for answer in drill.answers]
        assert means == sorted(means, reverse=True)
        assert drill.is_clear
        assert means[0] - means[1] >= LEAST_GAP - 1e-9
        assert means[0] - means[1] > 1.96 * drill.gap.error
        assert drill.gap.mean <= TOO_PLAIN
    views = {drill.view.array.tobytes() for drill in every}
    assert len(views) == len(set(found.keys)) == len(found)
    check_that_they_differ(found, every)


def check_that_they_differ(found, every):
    """Not many from one game, and with different players, seats and best moves."""
    assert max(Counter(each.record for each in found.written).values()) <= PARTS
    for differ in (
        [drill.match.players for drill in every],
        [drill.view.seat for drill in every],
        [type(drill.view.decoded(drill.best.move)).__name__ for drill in every],
    ):
        assert len(set(differ)) > 1
        assert Counter(differ).most_common(1)[0][1] <= 0.7 * len(every)


@pytest.mark.parametrize("name", CHEAP)
def test_measured_again_the_best_move_stays_the_best(name):
    found = drills(name)
    for number in Random(f"{name} again").sample(range(1, len(found) + 1), 4):
        drill = found.numbered(number)
        again = evaluate_moves(drill.view, rollouts=3000, seed=271828)
        chances = {move: worth.wins[drill.view.seat] for move, worth in again.items()}
        assert max(chances, key=lambda move: chances[move].mean) == drill.best.move
        for answer in drill.answers:
            error = (answer.worth.error**2 + chances[answer.move].error ** 2) ** 0.5
            assert abs(chances[answer.move].mean - answer.worth.mean) < 5 * error


PLAN = Plan(fathom5.find_game(LOW), (2, 3), playouts=16, seed=5)


def test_a_plan_finds_the_same_again_also_if_it_is_interrupted(tmp_path, monkeypatch):
    monkeypatch.setattr(drilling, "BUDGET", 600)
    monkeypatch.setattr(drilling, "STRONG", "random")  # a search that is not compiled takes seconds
    once, again = tmp_path / "once.f5", tmp_path / "again.f5"
    found = make_drills(PLAN, once, 4, jobs=1)
    assert len(found) == 4
    assert all(drill.is_clear for drill in found)

    def stop(made, games):
        if games == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_drills(PLAN, again, 4, jobs=1, progress=stop)
    assert again.read_text("utf-8").splitlines()[0].endswith("games 2")
    make_drills(PLAN, again, 4, jobs=2)
    assert again.read_text("utf-8") == once.read_text("utf-8")
    assert make_drills(PLAN, again, 3).keys == found.keys
    with pytest.raises(Mistake, match=r"made otherwise .*--seed 5: games"):
        make_drills(Plan(PLAN.game, (2, 3), playouts=16, seed=6), again, 4)


@pytest.fixture(scope="module")
def written():
    """A file with one drill."""
    first = drills("deep-sea-adventure").written[0]
    record = drills("deep-sea-adventure").records[first.record]
    headers = {name: value for name, value in record.headers.items() if "Drill" not in name}
    head = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    moves = "".join(f"{who}: {move}\n" for who, move, _ in record.moves[: first.at])
    return f'; a comment\n{head}[Drill{first.at} "{first.values}"]\n\n{moves}'


def of_text(text):
    return Drills(fathom5.find_game("deep-sea-adventure"), text)


def test_a_file_is_read_as_it_was_written(written):
    (read,) = of_text(written)
    assert read.answers == drills("deep-sea-adventure").numbered(1).answers
    assert read.key == drills("deep-sea-adventure").keys[0]
    assert read.answer(read.best.move) is read.best
    with pytest.raises(Mistake, match="not an open move"):
        read.answer(-1)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("nature: ", "nature ", "a move is written"),
        ("nature: ", "Ben: ", "it is the turn of"),
        ('[Game "deep-sea-adventure"]', '[Game "scuba"]', "about scuba"),
        ("[Drill", "[Drill9", "is asked after 9"),
        (" | ", " & ", "are not the moves that are open"),
    ],
)
def test_a_damaged_file_is_one_sentence(written, old, new, reason):
    text = written.replace(old, new, 1)
    assert text != written
    with pytest.raises(Mistake, match=rf"^The drills of Deep Sea Adventure are damaged: .*{reason}.*\.$"):
        list(of_text(text))


def test_what_is_no_text_is_one_sentence(tmp_path):
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Mistake, match="are damaged"):
        read_drills(PLAN.game, tmp_path / FILE)
    assert not read_drills(PLAN.game, tmp_path / "nothing")


def test_a_game_without_drills_and_numbers_that_are_not_there_are_told():
    with pytest.raises(Mistake, match="Low Tide has no drills"):
        drills(LOW).numbered(1)
    for number in (0, 101, -1):
        with pytest.raises(Mistake, match="from 1 to 100"):
            drills("deep-dive").numbered(number)


def test_the_terminal_asks_and_tells():
    run = CliRunner().invoke
    drill = drills("deep-sea-adventure").numbered(3)
    best, other = (drill.view.name(answer.move) for answer in drill.answers[:2])
    shown = run(app, ["drill", "deep-sea-adventure", "3"], input=f"fly away\n{other}\n").output
    assert f"drill 3 of {len(drills('deep-sea-adventure'))}" in shown
    assert "is no move of this game" in shown
    assert f"The coach would play “{best}”" in shown
    assert "best move" in shown
    assert "your move" in shown
    assert "Yes: with" in run(app, ["drill", "deep-sea-adventure", "3"], input=f"{best}\n").output
    french = run(app, ["drill", "deep-sea-adventure", "--lang", "fr"], input="1\n\nq\n").output
    assert "Que feriez-vous ?" in french
    assert "fois sur 1" in french
    assert run(app, ["drill", "deep-sea-adventure"], input="").exit_code == 0
