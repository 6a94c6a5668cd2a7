"""Chance that can be checked: the formula, the page that tells it, and `fathom5 verify`."""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import fathom5
from fathom5 import NATURE, Match
from fathom5.cli import app
from fathom5.fairness import SIZE, Luck
from fathom5.record import Record

LUCK = Luck("5e" * 32, "kelp, ")
PAGE = Path(__file__).parent.parent / "docs" / "fairness.md"


def played(name: str, players: int = 2, moves: int = 10_000) -> Match:
    """A match whose chance comes from LUCK."""
    match, rng = Match(name, players, nature="manual"), Random(3)
    for _ in range(moves):
        if match.over:
            break
        match.play(LUCK.draw(match) if match.actor == NATURE else rng.choice(match.ids))
    match.notes |= {"Commitment": LUCK.commitment, "Words": LUCK.words, "Seed": LUCK.seed}
    return match


@pytest.fixture
def record(tmp_path):
    """Keeps a text as a record and gives its path."""

    def keep(text: object) -> str:
        path = tmp_path / "game.f5"
        path.write_text(str(text), "utf-8")
        return str(path)

    return keep


def verify(*words: str, expect: int = 0):
    done = CliRunner().invoke(app, ["verify", *words])
    code = done.exit_code if done.exception is None or isinstance(done.exception, SystemExit) else 2
    assert code == expect, done.output
    return done.output if code != 2 else str(done.exception)


def test_the_formula_is_fixed():
    assert LUCK.commitment == "9985b2e4b9b71b28ce59ea5ce77f0b110637b625c6d7f41e982c9510940a2056"
    assert [LUCK.ticket(number, 6) for number in range(8)] == [0, 4, 2, 5, 1, 0, 5, 0]


def test_every_ticket_is_equally_likely_and_every_part_matters():
    counts = Counter(LUCK.ticket(number, 6) for number in range(6000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 1000) < 150 for count in counts.values())
    tickets = [luck.ticket(7, 1 << 64) for luck in (LUCK, Luck(LUCK.seed), Luck("00" * 32, LUCK.words))]
    assert len({*tickets, LUCK.ticket(8, 1 << 64)}) == 4


def test_what_would_be_unfair_is_drawn_again():
    most = SIZE // 2 + 1
    assert all(LUCK.ticket(number, most) < most for number in range(20))
    firsts = [LUCK.ticket(number, SIZE) for number in range(20)]
    again = [number for number, first in enumerate(firsts) if first >= most]
    assert again
    assert all(LUCK.ticket(number, most) != firsts[number] % most for number in again)


@pytest.mark.parametrize("name", list(fathom5.all_games()))
def test_every_game_can_be_checked_by_the_lines_on_the_page(name, record, monkeypatch, capsys):
    path = record(played(name).record())
    lines = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[1]
    monkeypatch.setattr(sys, "argv", ["check.py", path])
    exec(lines, {})
    number = re.fullmatch(r"(\d+) moves of chance follow from the seed\n", capsys.readouterr().out)[1]
    assert f"All {number} moves of chance follow from the promised seed." in verify(path)


def test_verify_shows_every_move(record):
    match = played("deep-sea-adventure")
    path = record(match.record())
    shown = verify(path)
    chance = [place for place, (actor, _) in enumerate(match.history, 1) if actor == NATURE]
    assert [int(line.split()[0]) for line in shown.splitlines()[1:-1]] == chance
    facts = json.loads(verify(path, "--json").splitlines()[0])
    assert facts["fault"] is None
    assert facts["promised"] == LUCK.commitment
    assert [move["place"] for move in facts["moves"]] == chance


def swapped(match: Match) -> tuple[str, int]:
    """The record up to a roll that the seed does not give, and the place of that roll."""
    rolls = [place for place, (actor, _) in enumerate(match.history) if actor == NATURE]
    place = rolls[len(rolls) // 2]
    other = match.at(place)
    other.play(next(move for move in other.ids if move != match.history[place][1]))
    return str(other.record()), place + 1


def test_the_first_move_that_does_not_follow_is_told(record):
    text, place = swapped(played("deep-sea-adventure"))
    shown = verify(record(text), expect=1)
    assert re.search(
        rf"Move {place} does not follow from the seed: it is “roll.*” and had to be “roll", shown
    )
    assert "the seed gives: roll" in shown
    assert json.loads(verify(record(text), "--json", expect=1).splitlines()[0])["fault"]


def test_another_seed_is_told(record):
    text = str(played("deep-sea-adventure").record())
    forged = text.replace(LUCK.seed, "00" * 32)
    assert "The seed is not the one promised" in verify(record(forged), expect=1)
    other = Luck("00" * 32).commitment
    assert f"not {other}." in verify(record(text), "--commitment", other, expect=1)
    both = forged.replace(LUCK.commitment, other)
    assert "does not follow" in verify(record(both), expect=1)
    assert "follow from the promised seed" in verify(record(text), "--commitment", LUCK.commitment.upper())


def test_other_words_are_other_luck(record):
    text = str(played("deep-sea-adventure").record())
    assert "does not follow" in verify(record(text.replace("kelp", "help")), expect=1)


def test_a_seed_that_nobody_promised_proves_nothing(record):
    text = re.sub(r"\[Commitment .*\n", "", str(played("deep-sea-adventure").record()))
    assert "nobody promised it" in verify(record(text), expect=1)


def test_a_game_under_way_is_checked_so_far_or_has_no_seed_yet(record):
    match = played("deep-sea-adventure", moves=40)
    assert "so far; the game is not over." in verify(record(match.record()))
    del match.notes["Seed"]
    assert "shown when the game is over" in verify(record(match.record()), expect=2)
    del match.notes["Commitment"]
    assert "has no seed" in verify(record(match.record()), expect=2)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("nature: roll", "nature: fall", "is not a move now"),
        (LUCK.seed, "seaweed", "hexadecimal"),
        ('[Game "', '[Name "', "no game record"),
        ("Ada: ", "Eve: ", "it is the turn of Ada"),
    ],
)
def test_a_damaged_record_is_refused(record, old, new, says):
    assert says in verify(record(str(played("deep-sea-adventure").record()).replace(old, new)), expect=2)


def test_the_headers_survive_reading_and_writing():
    text = str(played("deep-sea-adventure").record())
    assert str(Record.read(text).match().record()) == text


def test_moves_of_another_game_are_not_covered_and_those_after_them_are(record):
    match = played("low-tide")
    first = next(place for place, (actor, _) in enumerate(match.history) if actor == NATURE) + 1
    foreign = Match("low-tide", 2, nature="manual", names=match.names)
    for _, move in match.history[:first]:
        foreign.play(foreign.ids[-1] if foreign.actor == NATURE else move)
    rng = Random(4)
    while not foreign.over:
        foreign.play(LUCK.draw(foreign) if foreign.actor == NATURE else rng.choice(foreign.ids))
    foreign.notes |= {"Commitment": LUCK.commitment, "Words": LUCK.words, "Seed": LUCK.seed}
    other = [one for one in LUCK.check(foreign) if not one.follows]
    foreign.notes["Continued"] = str(first)
    assert all(one.follows and one.place > first for one in LUCK.check(foreign))
    told = verify(record(foreign.record()))
    assert f"Moves 1 to {first} were played in another game and are not covered." in told
    assert json.loads(verify(record(foreign.record()), "--json").splitlines()[0])["continued"] == first
    assert all(one.place <= first for one in other)
    for wrong in ("x", "-1", str(len(foreign.history) + 1)):
        foreign.notes["Continued"] = wrong
        assert "has to be a number of moves" in verify(record(foreign.record()), expect=2)
