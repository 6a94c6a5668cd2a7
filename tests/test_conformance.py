"""Every game passes the same suite, at every player count and with every option."""

import pytest

import fathom5
from fathom5.testing import conformance
from fathom5.testing.conformance import Case, cases

ALL = [pytest.param(case, id=str(case)) for game in fathom5.all_games().values() for case in cases(game)]
SOME = [
    pytest.param(case, id=str(case))
    for game in fathom5.all_games().values()
    for case in {c.players: c for c in cases(game)}.values()
]


@pytest.mark.parametrize("case", ALL)
def test_random_game(case: Case):
    conformance.check_random_game(case, seed=11)


@pytest.mark.parametrize("case", ALL)
def test_compiled_is_interpreted(case: Case):
    conformance.check_compiled_is_interpreted(case, seed=12)


@pytest.mark.parametrize("case", SOME)
@pytest.mark.parametrize("bot", ["random", "heuristic", "seal"])
def test_simulations_agree(case: Case, bot: str):
    conformance.check_simulations_agree(case, bot, games={"random": 3, "heuristic": 2, "seal": 1}[bot])


@pytest.mark.parametrize("case", ALL)
def test_undo_and_replay(case: Case):
    conformance.check_undo_and_replay(case, seed=13)


@pytest.mark.parametrize("case", ALL)
def test_every_policy_ends(case: Case):
    conformance.check_every_policy_ends(case)


@pytest.mark.parametrize("case", ALL)
def test_hiding(case: Case):
    conformance.check_hiding(case, seed=14, every=25)


@pytest.mark.parametrize("case", ALL)
def test_words(case: Case):
    conformance.check_words(case, seed=15)


@pytest.mark.parametrize("case", ALL)
def test_guide(case: Case):
    conformance.check_guide(case, seed=17)


@pytest.mark.parametrize("case", SOME)
def test_odds(case: Case):
    conformance.check_odds(case, seed=16)


@pytest.mark.parametrize("case", SOME)
def test_guesses(case: Case):
    conformance.check_guesses(case)
