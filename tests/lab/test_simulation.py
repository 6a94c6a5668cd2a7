"""Simulations in pieces: the same totals however they are cut, stopped or failed."""

from dataclasses import replace

import numpy as np
import pytest

import fathom5
from fathom5.core.errors import Mistake
from fathom5.engine.loops import RANDOM
from fathom5.lab.runners import Pieces, Runner
from fathom5.lab.setting import Setting
from fathom5.lab.spread import Threads

GAME = "deep-sea-adventure"


def runner():
    setting = Setting.of(GAME, 3, None, None, 5)
    return Runner(setting, np.full(setting.game.spec.seats, RANDOM, np.int64))


@pytest.mark.parametrize("jobs", [1, 3])
def test_pieces_add_up_to_the_same_bytes_as_one_run(jobs):
    pieces = Pieces(runner, 700, jobs)
    played = [piece for piece, _ in Threads(jobs).run(pieces, pieces)]
    assert sum(count for _, count in played) == pieces.done == 700
    assert pieces.totals.tobytes() == runner().play(0, 700).tobytes()


def same(outcome):
    return replace(outcome, jobs=0, compile_s=0, seconds=0, games_per_s=0, moves_per_s=0)


@pytest.mark.parametrize("bots", [("seal",), ("minnow",)])
def test_the_number_of_cores_changes_nothing(bots):
    games = 300 if bots == ("seal",) else 3
    one, two = (fathom5.simulate(GAME, 2, games, seed=4, bots=bots, jobs=jobs) for jobs in (1, 2))
    assert same(one) == same(two)


def test_progress_rises_to_the_end():
    told = []
    fathom5.simulate(GAME, 2, 500, jobs=2, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 500


def test_stopped_it_keeps_every_game_that_was_begun():
    def stop(done):
        raise KeyboardInterrupt

    outcome = fathom5.simulate(GAME, 2, 1_000_000, jobs=2, progress=stop)
    assert outcome.interrupted
    assert outcome.games >= 1
    assert outcome.win_share[0] + outcome.win_share[1] == pytest.approx(1, abs=1e-4)


def test_a_bad_game_ends_the_run():
    with pytest.raises(Mistake):
        fathom5.simulate(GAME, 2, 10, box=["die=[0,0,0,0,0,0]"], jobs=2)
