"""The games in the libraries of others, each tried for real: `make peers`."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv as RllibEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from tianshou.env import PettingZooEnv as TianshouEnv
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import fathom5
from fathom5 import envs
from fathom5.envs.stable_baselines import MaskableVecEnv

GAMES = {name: game for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")}
ENDS = [(name, players) for name, game in GAMES.items() for players in {game.players[0], game.players[-1]}]
EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = {
    "cleanrl_ppo.py": ["--total-timesteps", "8192"],
    "openspiel_bots.py": ["--simulations", "2"],
    "rllib_ppo.py": ["--iterations", "1"],
    "sb3_maskable_ppo.py": ["--steps", "4096"],
    "tianshou_dqn.py": ["--rounds", "1"],
    "torchrl_check.py": [],
}

pytestmark = pytest.mark.filterwarnings("ignore")


def options(name):
    return {"rounds": 5} if name == "deeper" else {}


def table(name, players):
    return envs.aec(name, players=players, options=options(name))


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_torchrl_finds_the_specs_kept(name, players):
    env = PettingZooWrapper(table(name, players), use_mask=True)
    check_env_specs(env)
    assert len(env.rollout(5)) == 5


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_tianshou_plays_to_the_end(name, players):
    env, rng = TianshouEnv(table(name, players)), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    while True:
        seen, rewards, ended, cut, _ = env.step(rng.choice(np.flatnonzero(seen["mask"])))
        if ended or cut:
            break
    assert not cut
    assert len(rewards) == players
    assert players == 1 or sum(rewards) == pytest.approx(1)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_rllib_plays_to_the_end(name, players):
    env, rng = RllibEnv(table(name, players)), np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    total, over = dict.fromkeys(env.possible_agents, 0.0), False
    while not over:
        agent = env.env.agent_selection
        action = rng.choice(np.flatnonzero(seen[agent]["action_mask"]))
        seen, rewards, ended, cut, _ = env.step({agent: action})
        for each, reward in rewards.items():
            total[each] += reward
        over = ended["__all__"] or cut["__all__"]
    assert players == 1 or sum(total.values()) == pytest.approx(1)


def batch(num_envs=8):
    return envs.vector("deep-dive", num_envs=num_envs, players=2, opponents="random", seat=0)


def test_the_adapter_for_stable_baselines_tells_what_the_batch_tells():
    plain, env, rng = batch(), MaskableVecEnv(batch()), np.random.default_rng(1)
    env.seed(5)
    seen, info = plain.reset(seed=5)
    assert np.array_equal(env.reset(), seen)
    ends = 0
    for _ in range(400):
        masks = get_action_masks(env)
        assert np.array_equal(masks, info["action_mask"].astype(bool))
        actions = (masks * rng.random(masks.shape)).argmax(1)
        seen, rewards, ended, _, info = plain.step(actions)
        own, own_rewards, done, infos = env.step(actions)
        assert np.array_equal(own, seen)
        assert np.array_equal(own_rewards, rewards)
        assert np.array_equal(done, ended)
        for number in np.flatnonzero(done):
            last = infos[number]["terminal_observation"]
            assert np.array_equal(last, info["final_obs"][number])
            ends += 1
    assert ends > 8


def test_masked_ppo_learns_without_an_illegal_action():
    """The batch refuses illegal actions, so that a lost mask would end this with an error."""
    env = MaskableVecEnv(batch(4))
    assert is_masking_supported(env)
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, device="cpu").learn(512)


def test_what_an_adapter_cannot_do_is_refused():
    env = MaskableVecEnv(batch(2))
    assert env.env_is_wrapped(object) == [False, False]
    assert len(env.env_method("action_masks", indices=[1])) == 1
    with pytest.raises(AttributeError, match="no method reset"):
        env.env_method("reset")
    with pytest.raises(AttributeError):
        env.get_attr("depth")
    with pytest.raises(ValueError, match="in common"):
        env.set_attr("depth", 3, indices=[0])


@pytest.mark.parametrize("name", SHORT)
def test_examples_run(name):
    command = [sys.executable, EXAMPLES / name, *SHORT[name]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
