"""Whatever is not possible is answered in a sentence that cites a clause of the game's rules page."""

import re
from random import Random

import pytest

from fathom5 import Match, find_game
from fathom5.bots import find_bot
from fathom5.testing import impossible_moves
from fathom5.text.finding import called
from fathom5.text.language import say, speaking
from test_rule_pages import OWN, listed

SHARE = 0.2
"""At so many decisions is asked."""


def cited(answer: str) -> set[str]:
    """The clauses that an answer cites."""
    named = re.search(r" \(([^()]+)\)\.$", answer)
    return set(named[1].split(", ")) if named else set()


def questions(name: str, seed: int):
    """Views of whoever is asked in a game of random and sensible moves, with what cannot be done there."""
    rng, seal = Random(seed), find_bot("seal", seed)
    players = find_game(name).players
    match = Match(name, players[seed % len(players)], seed=seed, compiled=False)
    while not match.over and len(match.history) < 400:
        view = match.view(match.actor)
        if rng.random() < SHARE:
            yield view, list(impossible_moves(view, rng))
        match.play(seal(view) if rng.random() < 0.5 else rng.choice(match.ids))


@pytest.mark.parametrize("name", OWN)
def test_the_answer_cites_a_clause_of_the_rules_page(name):
    clauses, kinds = {clause for clause, _ in listed(name)}, set()
    for seed in range(3):
        for view, asked in questions(name, seed):
            for text, named in asked:
                answer = view.why(text)
                assert cited(answer), f"{text}: {answer}"
                assert cited(answer) <= clauses, f"{text}: {answer}"
                kinds.add(named.kind)
    spec = find_game(name).spec
    playable = {kind.type for kind in spec.moves.kinds if kind.first < spec.moves.playable}
    assert playable & set(called(find_game(name)).values()) <= kinds


@pytest.mark.parametrize("name", OWN)
def test_the_answer_is_as_finished_in_french(name):
    for view, asked in questions(name, 5):
        for text, _ in asked[:8]:
            english = view.why(text)
            with speaking("fr"):
                assert view.why(text) != english, text
                assert say("“{words}” is no move of this game.", words=text) != view.why(text)
