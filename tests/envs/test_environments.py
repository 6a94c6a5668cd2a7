"""Environments: PettingZoo's own tests, and the written contract of Gymnasium's vector environments."""

import warnings

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import fathom5
from fathom5.core.errors import IllegalMove, Mistake
from fathom5.envs import aec, self_play, vector

GAMES = sorted(fathom5.all_games())
CROWDS = [
    (name, players)
    for name in GAMES
    for players in sorted({fathom5.find_game(name).players[0], fathom5.find_game(name).players[-1]})
]
QUICK = "deep-sea-adventure"


def first_open(info):
    return info["action_mask"].argmax(1)


def state(tables):
    """Everything of the tables but what was asked for."""
    lanes = tables.lanes.copy()
    lanes["action"] = 0
    return lanes.tobytes(), tables.codes.tobytes(), tables.masks.tobytes()


# PettingZoo


@pytest.mark.parametrize(("name", "players"), CROWDS)
def test_pettingzoo_s_own_tests(name, players, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # it warns of every dict and of names not in its own list
        api_test(aec(name, players, compiled=False), num_cycles=12)
        seed_test(lambda: aec(name, players, compiled=False), num_cycles=6)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_boards_are_rendered_in_every_way(name, capsys):
    players = fathom5.find_game(name).players[0]
    render_test(lambda render_mode: aec(name, players, compiled=False, render_mode=render_mode))
    assert capsys.readouterr().out


def test_what_is_rendered_is_what_a_stranger_sees():
    env = aec("deeper", 2, compiled=False, render_mode="ansi")
    env.reset(seed=1)
    tables, before = env.unwrapped._tables, env.unwrapped.view
    tables.work.array["table"]["divers"]["hand"][0, 0, 2] = 1
    assert env.unwrapped.view == before
    assert env.render() == before.text()


def test_every_game_of_a_table_has_luck_of_its_own():
    env = self_play(QUICK, 1, 2, compiled=False)
    first, _ = env.reset(seed=1)
    starts = {first.tobytes(), *(env.reset()[0].tobytes() for _ in range(6))}
    assert len(starts) > 2


@pytest.mark.parametrize("reward", ["win", "place", "score"])
def test_a_whole_game_gives_rewards_that_belong_to_its_points(reward):
    env = aec(QUICK, 3, reward=reward, compiled=False).unwrapped
    env.reset(seed=5)
    while not env.terminations[env.agent_selection]:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    points = env._tables.lanes["points"][0, :3]
    rewards = [env.rewards[agent] for agent in env.agents]
    if reward == "score":
        assert rewards == pytest.approx([each - (points.sum() - each) / 2 for each in points])
    else:
        assert rewards[points.argmax()] == max(rewards) > min(rewards)
        assert sum(rewards) == pytest.approx(1.0 if reward == "win" else 0.0)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_an_illegal_action_raises_and_changes_nothing():
    env = aec(QUICK, 2, compiled=False).unwrapped
    env.reset(seed=1)
    before = state(env._tables)
    closed = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    for action in (closed, -1, 10_000, None):
        with pytest.raises(IllegalMove):
            env.step(action)
    assert state(env._tables) == before


def test_with_pettingzoo_s_wrappers_an_illegal_action_loses():
    env = aec(QUICK, 2, compiled=False)
    env.reset(seed=1)
    agent = env.agent_selection
    closed = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(closed)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_a_closed_environment_says_so():
    env = aec(QUICK, 2, compiled=False)
    env.reset()
    env.close()
    with pytest.raises(Mistake, match="closed"):
        env.reset()


# Gymnasium's vector environments


@pytest.mark.parametrize("how", [{}, {"parts": True}, {"mask_in_observation": True, "dtype": "uint8"}])
def test_the_written_contract_of_vector_environments(how):
    env = vector(QUICK, 3, 2, opponents="random", compiled=False, **how)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.num_envs == 3
    observation, info = env.reset(seed=7)
    ended = 0
    for _ in range(40):
        assert env.observation_space.contains(observation)
        assert info["action_mask"].shape == (3, env.single_action_space.n)
        assert info["action_mask"].any(1).all()
        observation, rewards, terminations, truncations, info = env.step(first_open(info))
        assert rewards.shape == terminations.shape == truncations.shape == (3,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()
        assert not rewards[~terminations].any()
        assert ("final_obs" in info) == terminations.any()
        if terminations.any():
            ended += 1
            assert np.array_equal(info["_final_obs"], terminations)
            assert np.array_equal(info["_final_info"], terminations)
            for table in range(3):
                final = info["final_obs"][table]
                assert (final is not None) == terminations[table]
                assert final is None or env.single_observation_space.contains(final)
            assert np.array_equal(info["final_info"]["_points"], terminations)
    assert ended
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step(first_open(info))


def test_seeds_repeat_and_differ():
    def run(seed):
        env = vector(QUICK, 2, 2, opponents="seal", seat=0, compiled=False)
        observation, info = env.reset(seed=seed)
        seen = [observation]
        for _ in range(15):
            observation, _, _, _, info = env.step(first_open(info))
            seen.append(observation)
        return np.array(seen)

    assert np.array_equal(run(3), run(3))
    assert np.array_equal(run(3)[:, 1], run(4)[:, 0])
    assert not np.array_equal(run(3), run(5))


def test_the_same_seed_on_the_same_environment_repeats_whoever_learns():
    env = vector(QUICK, 3, 2, opponents="heuristic", compiled=False)
    first, info = env.reset(seed=4)
    env.step(first_open(info))
    again, told = env.reset(seed=4)
    assert np.array_equal(first, again)
    assert np.array_equal(info["seat"], told["seat"])


def test_reset_of_some_tables_leaves_the_others():
    env = vector(QUICK, 3, 2, opponents="random", compiled=False)
    observation, info = env.reset(seed=1)
    for _ in range(3):
        observation, _, _, _, info = env.step(first_open(info))
    again, _ = env.reset(seed=1, options={"reset_mask": np.array([True, False, False])})
    assert np.array_equal(again[1:], observation[1:])
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(3, np.bool_)})
    with pytest.raises(ValueError, match="seeds"):
        env.reset(seed=[1, 2])


def test_the_learner_sits_elsewhere_in_each_game_unless_told():
    env = vector(QUICK, 2, 2, opponents="random", compiled=False)
    _, info = env.reset(seed=1)
    seats = {0: set(), 1: set()}
    for _ in range(60):
        for table in (0, 1):
            seats[table].add(int(info["seat"][table]))
        _, _, _, _, info = env.step(first_open(info))
    assert seats == {0: {0, 1}, 1: {0, 1}}
    fixed = vector(QUICK, 2, 2, opponents="random", seat=1, compiled=False)
    assert fixed.reset(seed=1)[1]["seat"].tolist() == [1, 1]


def test_bad_actions_are_refused_and_change_nothing():
    env = vector(QUICK, 2, 2, opponents="random", compiled=False)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(2, int))
    _, info = env.reset(seed=1)
    good, before = first_open(info), state(env.tables)
    closed = info["action_mask"][1].argmin()
    for wrong in ([good[0], closed], [good[0]], [-1, good[1]], [good[0], 1000], good.astype(float), "x"):
        with pytest.raises(InvalidAction):
            env.step(wrong)
    assert state(env.tables) == before


def test_self_play_asks_every_seat_and_rewards_who_acted():
    env = self_play(QUICK, 2, 2, compiled=False)
    _, info = env.reset(seed=2)
    seats = set()
    for _ in range(60):
        acting = info["seat"].copy()
        seats |= set(acting.tolist())
        _, rewards, over, _, info = env.step(first_open(info))
        for table in np.flatnonzero(over):
            final = info["final_info"]
            assert rewards[table] == final["rewards"][table, acting[table]]
            assert final["rewards"][table].sum() == pytest.approx(1.0)
            assert final["length"][table] > 4
    assert seats == {0, 1}


def test_without_copying_the_arrays_stay_where_they_are():
    env = self_play(QUICK, 2, 2, dtype="uint8", copy=False, compiled=False)
    first, info = env.reset(seed=2)
    second = env.step(first_open(info))[0]
    assert first.base is second.base
    assert np.shares_memory(first, second)
    torch_like = np.asarray(memoryview(second))
    assert torch_like.ctypes.data == second.ctypes.data


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": 1}, "2 to 6 players"),
        ({"players": 7}, "2 to 6 players"),
        ({"opponents": "orca"}, "no opponent"),
        ({"opponents": ["random", "random"]}, "opponent"),
        ({"reward": "gold"}, "no reward"),
        ({"dtype": "int3"}, "numbers"),
        ({"num_envs": 0}, "number of tables"),
        ({"seat": 2}, "seat"),
        ({"game": "chess"}, "no game"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(wrong, sentence):
    asked = {"game": QUICK, "num_envs": 2, "players": 2, "compiled": False} | wrong
    with pytest.raises(Mistake, match=sentence):
        vector(asked.pop("game"), asked.pop("num_envs"), asked.pop("players"), **asked)


def test_somebody_else_s_game_has_environments_too():
    game = next(name for name in GAMES if name not in ("deep-dive", QUICK, "deeper", "in-too-deep", "scuba"))
    env = self_play(game, 4, 2, compiled=False)
    _, info = env.reset(seed=1)
    over = np.zeros(4, bool)
    for _ in range(200):
        _, _, ended, _, info = env.step(first_open(info))
        over |= ended
    assert over.all()


def test_compiled_and_interpreted_environments_are_the_same():
    envs = [vector(QUICK, 4, 3, opponents="heuristic", compiled=compiled) for compiled in (False, True)]
    seen = []
    for env in envs:
        observation, info = env.reset(seed=11)
        steps = [observation]
        for step in range(40):
            mask = info["action_mask"]
            chosen = np.array([np.flatnonzero(row)[step % row.sum()] for row in mask])
            observation, rewards, over, _, info = env.step(chosen)
            steps += [observation, rewards, over, info["action_mask"]]
        seen.append(steps)
    assert all(np.array_equal(one, other) for one, other in zip(*seen, strict=True))
