"""A game of somebody else's: written by `fathom5 new`, checked by `fathom5 check`, its slips told shortly."""

import importlib
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fathom5 import NATURE, Match, Mistake, all_games, find_game
from fathom5.cli import app
from fathom5.core.box import BoxSheet
from fathom5.core.contract import Bot, Rules, Study
from fathom5.core.errors import RuleError
from fathom5.core.game import Game
from fathom5.engine import engine
from fathom5.engine.faults import slips
from fathom5.engine.reach import reach
from fathom5.testing.conformance import Case, _checks, cases, check_game
from fathom5.testing.scaffold import write_game
from waiting import PATIENCE

NUMBER = count()
TEMPLATE = Path(write_game.__code__.co_filename).parent / "template"


def changed(tmp_path, monkeypatch, room="rules.py", old="", new="", name=None) -> Game:
    """The small game under a new name, with something in one of its rooms changed."""
    name = name or f"slip-{next(NUMBER)}"
    write_game(name, tmp_path / name)
    package = name.replace("-", "_")
    path = tmp_path / name / package / room
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    # Two games need tables of different dtypes; each gets a field of its own.
    table = tmp_path / name / package / "table.py"
    table.write_text(
        table.read_text("utf-8").replace("    thrown =", f"    {package} = flag('its own')\n    thrown ="),
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path / name))
    importlib.invalidate_caches()
    return Game(name, package)


@pytest.mark.process
def test_a_new_game_holds_everything(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch)
    assert list(check_game(game)) == []


def test_a_game_goes_on_by_the_rules_it_was_begun_with(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch, "box.toml", 'rules = "1"', 'rules = "2"')
    (game.folder / "box-1.toml").write_text(
        (game.folder / "box.toml")
        .read_text("utf-8")
        .replace('rules = "2"', 'rules = "1"')
        .replace("12]", "9]"),
        "utf-8",
    )
    for room, old, new in (
        (
            "table.py",
            "    cards = whole",
            "    edition = derived(whole(1, 2, 'of the rules'))\n    cards = whole",
        ),
        ("table.py", "choice, flag", "choice, derived, flag"),
        (
            "rules.py",
            "box.cards[table.hands[seat].card] if",
            "box.edition * box.cards[table.hands[seat].card] if",
        ),
        ("rules.py", "SCORES = (0, 20)", "SCORES = (0, 40)"),
    ):
        path = game.folder / room
        assert old in path.read_text("utf-8")
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    assert list(game.editions) == ["1", "2"]
    monkeypatch.setitem(all_games(), game.name, game)
    points = {}
    for rules in game.editions:
        match = Match(game, 2, nature="manual", box=game.edition(rules), compiled=False)
        for move in (11, 0, 0, 0):
            match.play(move)
        points[rules] = match.scores
        assert f'[Rules "{rules}"]' in str(match.record())
        assert '[Box "standard"]' in str(match.record())
        assert Match.from_record(str(match.record()), compiled=False).scores == match.scores
    assert points == {"1": [9, 1], "2": [24, 2]}
    older = [case for case in cases(game) if case.rules]
    assert [(case.players, case.rules) for case in older] == [(2, "1"), (3, "1"), (4, "1")]
    assert older[0].match(compiled=False).sheet is game.edition("1")
    with pytest.raises(Mistake, match=r"There is no version of the rules of .* called “3”\. Known: 1, 2"):
        game.edition("3")


def test_nature_is_stored_below_zero_and_read_as_it_was_stored_before():
    game = find_game("low-tide")
    for move in range(game.spec.nature.size):
        number = game.spec.stored_number(NATURE, move)
        assert number < 0
        assert game.spec.stored_move(NATURE, number, game.sheet) == move
        assert game.spec.stored_move(NATURE, game.spec.moves.playable + move, game.sheet) == move
    assert game.spec.stored_number(0, 3) == game.spec.stored_move(0, 3, game.sheet) == 3
    before = BoxSheet({**game.sheet.content, "game": {**game.sheet.facts, "player_moves": 2}})
    assert game.spec.stored_move(NATURE, 3, before) == 1


@pytest.mark.process
def test_the_commands_write_and_check_a_game(tmp_path, monkeypatch):
    def new(name):
        return CliRunner().invoke(app, ["new", name])

    monkeypatch.chdir(tmp_path)
    made = new("moon-tide")
    assert made.exit_code == 0, made.output
    assert "fathom5 check moon_tide" in made.output
    assert (tmp_path / "moon-tide" / "moon_tide" / "rules.py").exists()
    told = "moon-tide is not empty; name another folder with --folder."
    for name, says in (("moon-tide", told), ("Moon Tide", "small letters"), ("scuba", "already")):
        refused = new(name).exception
        assert isinstance(refused, Mistake)
        assert says in str(refused)
    rules = tmp_path / "moon-tide" / "moon_tide" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("hand.full = 1", "hand.ful = 1"), "utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "fathom5", "check", "moon_tide"],
        cwd=tmp_path / "moon-tide",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 1
    assert "rules.py:" in told.stdout
    assert "Hand has no field ful" in told.stdout
    assert "Traceback" not in told.stdout + told.stderr


MISTAKES = {
    "a misspelt field": ("hand.full = 1", "hand.ful = 1", "ful"),
    "a helper that is no rule": ("@rule\ndef next_turn", "def next_turn", "next_turn"),
    "a list in a rule": ("    n = 0\n", "    n = 0\n    found = [1, 2]\n", "list"),
    "a move out of its range": (
        "encode(Draw(card))\n            weights",
        "encode(Draw(card + 1))\n            weights",
        "card is 12",
    ),
}


@pytest.mark.parametrize("slip", MISTAKES)
def test_a_mistake_in_the_rules_is_told_in_few_lines_with_its_place(tmp_path, monkeypatch, slip):
    old, new, word = MISTAKES[slip]
    game = changed(tmp_path, monkeypatch, old=old, new=new)
    told = list(check_game(game))
    assert told
    assert any("rules.py:" in each and word in each for each in told), told
    assert all(len(each.splitlines()) <= 10 for each in told)


@pytest.mark.parametrize("slip", ["a misspelt field", "a helper that is no rule"])
def test_compiling_tells_a_mistake_in_few_lines_with_its_place(tmp_path, monkeypatch, slip):
    old, new, word = MISTAKES[slip]
    game = changed(tmp_path, monkeypatch, old=old, new=new)
    with pytest.raises(RuleError) as caught:
        _ = engine(game, compiled=True).play
    assert "rules.py:" in str(caught.value)
    assert word in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 10


@pytest.mark.parametrize(
    ("room", "old", "new", "says"),
    [
        ("box.toml", "players = [2, 4]", "", "lacks players"),
        ("box.toml", "[game]", "[gme]", r"no \[game\]"),
        ("table.py", "    actor = actor(SEATS)\n", "", "lacks the field actor"),
        ("table.py", "NATURE_MOVES =", "NATURES =", "lacks NATURE_MOVES"),
        ("rules.py", "def ahead", "def behind", r"rules\.py lacks ahead\."),
    ],
)
def test_what_is_missing_is_told_in_a_sentence(tmp_path, monkeypatch, room, old, new, says):
    game = changed(tmp_path, monkeypatch, room, old, new)
    with pytest.raises(Mistake, match=says) as caught:
        Match(game, 2, compiled=False)
    assert len(str(caught.value).splitlines()) == 1


def test_a_module_that_is_missing_is_told(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch)
    (game.folder / "words.py").unlink()
    match = Match(game, 2, nature="manual", compiled=False)
    with pytest.raises(RuleError, match=r"lacks words\.py\.$"):
        _ = match.moves


def test_a_module_may_be_a_folder(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch)
    (game.folder / "rules").mkdir()
    (game.folder / "rules.py").rename(game.folder / "rules" / "__init__.py")
    assert game.brings(Rules)
    match = Match(game, 2, nature="manual", compiled=False)
    match.play("draw 3")
    assert match.table.hands[0].card == 2
    assert game.folder / "rules" / "__init__.py" in reach(game).modules


def test_modules_of_version_1_count_and_warn(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch)
    (game.folder / "parts.py").write_text("FIRSTS = {}\ndef parts(box, move):\n    return ['card: any']\n")
    (game.folder / "absurd.py").write_text("ABSURD = {'swaps': lambda view, move: True}\n")
    with pytest.warns(DeprecationWarning, match=r"parts\.py is deprecated: move FIRSTS, parts to study\.py"):
        assert game.role(Study).parts(None, None) == ["card: any"]
    with pytest.warns(DeprecationWarning, match=r"absurd\.py is deprecated: move ABSURD to bot\.py"):
        assert list(game.role(Bot).ABSURD) == ["swaps"]
    (game.folder / "study.py").write_text("def parts(box, move):\n    return ['card: newer']\n")
    again = Game(game.name, game.package)
    importlib.invalidate_caches()
    with pytest.warns(DeprecationWarning, match="move FIRSTS, parts"):
        assert again.role(Study).parts(None, None) == ["card: newer"]


def test_a_helper_that_is_called_like_a_module_of_version_1_is_left_alone(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch)
    (game.folder / "parts.py").write_text("def wheel(box):\n    return box\n")
    assert game.role(Study).parts(None, None) is None


def test_check_compares_modules_with_the_contract(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch, "words.py", "def ask(view: View)", "def ask(view: View, seat: int)")
    words = game.folder / "words.py"
    words.write_text(words.read_text("utf-8").replace("def why(", "def whys("), "utf-8")
    assert list(check_game(game)) == [
        f"{words} lacks why.",
        f"{words}: ask is called with (view).",
        f"{words}: whys is nothing that words brings; is why meant?",
    ]


def test_a_fault_in_the_words_is_told_with_its_line(tmp_path, monkeypatch):
    game = changed(tmp_path, monkeypatch, "words.py", 'return say("swap")', "return 1 / 0")
    words = game.folder / "words.py"
    line = words.read_text("utf-8").splitlines().index("            return 1 / 0") + 1
    (first, *_) = check_game(game)
    assert first.endswith(f": random game: {words}:{line}: division by zero.\n    return 1 / 0")


MUTANTS = {
    "no guess": ("def guess(", "def no_guess("),
    "an impossible guess": (
        "if hand.full and hand.card == NONE:\n            left = 0",
        "if hand.full and hand.card == NONE:\n            hand.card = 0\n            left = 0",
    ),
    "a guess that is not as dealt": ("ticket = below(left, rng)", "ticket = 0"),
    "a guess of an empty hand": ("if hand.full and hand.card == NONE:", "if hand.card == NONE:"),
    "a secret told": ("    if table.actor == NATURE and table.turn != seat:", "    if seat == 7:"),
    "a card dealt twice": ("    return not table.thrown[card]", "    return True"),
    "odds that are not even": ("            weights[n] = 1\n", "            weights[n] = 1 + (card == 0)\n"),
    "a game without end": (
        "        table.actor = table.turn if table.phase == Phase.DEAL else OVER",
        "        table.actor = table.turn",
    ),
    "points beyond their bounds": ("else 0\n", "else 99\n"),
    "moves out of order": (
        "    moves[0] = encode(Keep())\n    moves[1] = encode(Swap())",
        "    moves[1] = encode(Keep())\n    moves[0] = encode(Swap())",
    ),
    "nobody is first": ("    return table.actor == OVER and box", "    return table.actor != OVER or box"),
    "a field out of its range": (
        "        table.thrown[hand.card] = 1",
        "        table.thrown[hand.card] = 2",
    ),
    "somebody stuck": (
        "    moves[1] = encode(Swap())\n    return 2",
        "    moves[1] = encode(Swap())\n    return 2 if table.turn == 0 else 0",
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_suite_catches_a_mutant(tmp_path, monkeypatch, mutant):
    """Interpreted, with three players: what a newcomer sees first."""
    game = changed(tmp_path, monkeypatch, "rules.py", *MUTANTS[mutant])
    assert game.spec
    monkeypatch.setitem(all_games(), game.name, game)
    caught = list(slips(game))
    for name, check in _checks(compiled=False) if not caught else ():
        try:
            check(Case(game, 3))
        except (AssertionError, Mistake) as slip:
            caught.append(f"{name}: {slip}")
            break
    assert caught


def test_the_checks_pass_where_nothing_is_changed(tmp_path, monkeypatch):
    """What the mutants are compared with."""
    game = changed(tmp_path, monkeypatch)
    assert game.spec
    monkeypatch.setitem(all_games(), game.name, game)
    for _, check in _checks(compiled=False):
        check(Case(game, 3))


def test_a_game_without_a_bot_gets_random_moves(tmp_path, monkeypatch):
    from fathom5.bots import find_bot

    game = changed(tmp_path, monkeypatch)
    match = Match(game, 2, seed=1, compiled=False)
    assert {find_bot("heuristic", seed)(match.view(match.actor)) for seed in range(20)} == set(match.ids)
