"""The evaluator: chances to win and points of every seat, from what one seat may know."""

from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest

from fathom5 import Match, Mistake, simulate
from fathom5.bots import find_bot
from fathom5.coach import Estimate, Evaluator, evaluate, evaluate_moves
from fathom5.games.deep_sea_adventure.table import TurnBack
from guests import LOW


def half_way(game, players, seed, moves=25):
    """A match that heuristics have played for a while, a person to decide."""
    match, heuristic = Match(game, players, seed=seed), find_bot("heuristic", seed)
    while not match.over and (len(match.history) < moves or len(match.ids) < 2):
        match.play(heuristic(match.view(match.actor)))
    return match


@pytest.mark.parametrize("game", [LOW, "deep-sea-adventure", "in-too-deep"])
def test_interpreted_and_compiled_evaluations_are_the_same(game):
    match = half_way(game, 2, 3, moves=4)
    view = match.view(match.actor)
    found = []
    for compiled in (False, True):
        evaluator = Evaluator([view, view], view.ids[:2], seed=5, span=4, compiled=compiled)
        evaluator.add(3)
        found.append(evaluator.evaluations)
    assert found[0] == found[1]


def test_the_start_is_worth_what_simulation_says():
    start = Match(LOW, 3, seed=1)
    [found] = evaluate([start.view(0)], rollouts=4000, seed=2)
    played = simulate(LOW, 3, 20_000, seed=7)
    for seat, estimate in enumerate(found.wins):
        assert abs(estimate.mean - played.win_share[seat]) < 5 * estimate.error
        assert abs(found.points[seat].mean - played.mean_score[seat]) < 5 * found.points[seat].error
    assert sum(estimate.mean for estimate in found.wins) == pytest.approx(1)


def test_a_finished_game_is_worth_its_result():
    match = half_way("deep-sea-adventure", 3, 4, moves=100_000)
    [found] = evaluate([match.view(1)], rollouts=5)
    assert [estimate.mean for estimate in found.points] == match.scores
    best = [place == 1 for place in match.places]
    assert [estimate.mean for estimate in found.wins] == [float(Fraction(won, sum(best))) for won in best]
    assert all(estimate.error == 0 for estimate in (*found.wins, *found.points))


def test_what_a_seat_cannot_see_changes_nothing():
    match = half_way("in-too-deep", 3, 6)
    seat = match.actor
    guesses = [match.view(seat).guess(number) for number in range(2)]
    assert guesses[0].to_bytes() != guesses[1].to_bytes()
    found = []
    for guess in guesses:
        view = match.view(seat)
        view.array = guess.shown(seat)
        found.append(evaluate([view], rollouts=8))
    assert found[0] == found[1]


def test_every_case_has_the_same_luck_and_more_rollouts_go_on_where_the_last_ended():
    match = half_way("deep-sea-adventure", 2, 8)
    view = match.view(match.actor)
    first, again = evaluate([view, view], rollouts=20, seed=1)
    assert first == again
    piecemeal = Evaluator([view], seed=1)
    piecemeal.add(7)
    piecemeal.add(13)
    assert piecemeal.evaluations == [first]
    assert evaluate([view], rollouts=20, seed=2) != [first]


def test_a_move_is_worth_what_follows_from_it():
    match = half_way("deep-sea-adventure", 2, 3)
    while not any(isinstance(move, TurnBack) for move in match.view(match.actor).open_moves):
        match = half_way("deep-sea-adventure", 2, 3, len(match.history) + 1)
    view = match.view(match.actor)  # a way reveals nothing, so that it is worth the same before and after
    moves = evaluate_moves(view, rollouts=2000, seed=3)
    assert list(moves) == list(view.ids)
    for move, found in moves.items():
        after = match.copy()
        after.play(move)
        [later] = evaluate([after.view(view.seat)], rollouts=2000, seed=4)
        for ours, theirs in zip(found.wins, later.wins, strict=True):
            assert abs(ours.mean - theirs.mean) < 5 * (ours.error**2 + theirs.error**2) ** 0.5 + 1e-9


def test_errors_shrink_with_the_root_of_the_rollouts():
    view = half_way("deep-sea-adventure", 4, 2).view(0)
    errors = [evaluate([view], rollouts=count)[0].points[0].error for count in (100, 400, 1600)]
    for wide, narrow in pairwise(errors):
        assert 1.5 < wide / narrow < 2.7
    assert Estimate(0.5, 0.1).interval == pytest.approx((0.304, 0.696))


def test_a_span_ends_a_rollout_only_where_a_network_can_judge():
    without = half_way("deep-sea-adventure", 2, 1).view(0)
    assert evaluate([without], 10, span=0) == evaluate([without], 10)
    evaluator = Evaluator([half_way("deep-dive", 2, 1).view(0)], span=0, compiled=False)
    evaluator.add(1)
    [judged] = evaluator.evaluations
    assert not judged.points[0].mean.is_integer()
    assert judged.points[0].error == inf


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda view: evaluate([]), "nothing to evaluate"),
        (lambda view: evaluate([view], 0), "A number of rollouts"),
        (lambda view: evaluate([view], span=-1), "A span"),
        (lambda view: evaluate([view], seed="a"), "A seed"),
        (lambda view: evaluate([view, Match(LOW, 2, seed=1).view(0)]), "one game, box and number"),
        (lambda view: Evaluator([view], [99_999]), "99999 is not an open move"),
        (lambda view: Evaluator([view], [1, 2]), "1 views need as many moves, not 2"),
        (lambda view: Evaluator([view]).evaluations, "add rollouts first"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(Mistake, match=sentence):
        call(Match("deep-dive", 2, seed=1).view(0))


def test_nothing_is_evaluated_where_nothing_is_open():
    match = half_way(LOW, 2, 1, moves=100_000)
    with pytest.raises(Mistake, match="no open move"):
        evaluate_moves(match.view(0))
