"""Trained agents as bots: out of a file, on any seat, and never a file that a stranger names."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import fathom5
from fathom5.bots import OFFERED, bot_name, find_bot, known_bots, offer_agents
from fathom5.bots.agent import Agent, save_agent
from fathom5.core.errors import Mistake
from fathom5.observation import actions, layout
from fathom5.server.pages import levels

GAME = "deep-sea-adventure"
AGENTS = sorted((Path(__file__).parents[2] / "examples" / "agents").glob("*.npz"))


def write_agent(path, players=2, likes=None):
    """An agent of no hidden layer that likes an action best, whatever it sees."""
    game = fathom5.find_game(GAME)
    told, size = layout(game, players), actions(game, players).size
    bias = -np.arange(size, dtype=np.float32)
    if likes is not None:
        bias[likes] = 1
    save_agent(path, told, np.arange(3), [(np.zeros((size, 3)), bias)])
    return f"agent:{path}"


@pytest.fixture
def agent(tmp_path):
    return write_agent(tmp_path / "first.npz")


def test_an_agent_plays_a_whole_match_on_any_seat(agent):
    for seat in (0, 1):
        match = fathom5.Match(GAME, 2, seed=3, bots={seat: agent, 1 - seat: "random"}, compiled=False)
        assert match.over


def test_it_takes_the_open_action_that_it_likes_best(tmp_path):
    match = fathom5.Match(GAME, 2, seed=1, compiled=False)
    view = match.view(match.actor)
    assert match.moves == ["leave", "take"]
    for likes in view.ids:
        assert find_bot(write_agent(tmp_path / f"{likes}.npz", likes=likes))(view) == likes


def test_it_is_called_by_its_file_and_can_be_sent_to_other_processes(agent):
    found = find_bot(agent)
    assert bot_name(agent) == bot_name(found) == "agent:first"
    match = fathom5.Match(GAME, 2, seed=1, compiled=False)
    view = match.view(match.actor)
    assert pickle.loads(pickle.dumps(found))(view) == found(view)


def test_an_arena_takes_agents(agent):
    standings = fathom5.arena(GAME, 2, [agent, "random"], 2, jobs=1)
    assert [entrant.bot for entrant in standings.entrants] == ["agent:first", "random"]


def test_what_is_no_agent_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(Mistake, match="cannot be read"):
        find_bot(f"agent:{tmp_path / 'nowhere.npz'}")
    wrong = tmp_path / "wrong.npz"
    wrong.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(Mistake, match="no agent"):
        find_bot(f"agent:{wrong}")
    np.savez(wrong, game=np.array(GAME))
    with pytest.raises(Mistake, match="no agent"):
        find_bot(f"agent:{wrong}")


def test_an_agent_of_other_observations_or_players_is_refused(tmp_path):
    three = find_bot(write_agent(tmp_path / "three.npz", players=3))
    match = fathom5.Match(GAME, 2, seed=1, compiled=False)
    with pytest.raises(Mistake, match="with 3 players only"):
        three(match.view(match.actor))
    path = tmp_path / "old.npz"
    write_agent(path)
    with np.load(path) as file:
        content = dict(file)
    np.savez(path, **content | {"layout": np.array("another")})
    with pytest.raises(Mistake, match="train it anew"):
        find_bot(f"agent:{path}")


def test_where_agents_are_offered_no_other_file_is_read(agent, tmp_path, monkeypatch):
    monkeypatch.setenv(OFFERED, "")
    monkeypatch.delenv(OFFERED)
    other = write_agent(tmp_path / "second.npz")
    offer_agents([agent])
    assert known_bots()[-1] == "agent:first"
    assert "agent:first" in known_bots(fathom5.find_game(GAME))
    assert "agent:first" not in known_bots(fathom5.find_game("scuba"))
    assert "agent:first" in levels(fathom5.find_game(GAME))
    assert "agent:first" not in levels(fathom5.find_game("scuba"))
    assert find_bot("agent:first").name == "agent:first"
    for stranger in (other, agent, "agent:/etc/passwd"):
        with pytest.raises(Mistake, match="no bot"):
            find_bot(stranger)
    with pytest.raises(Mistake, match="agent:FILE"):
        offer_agents(["seal"])


def test_a_server_without_agents_reads_no_file(agent, monkeypatch):
    monkeypatch.setenv(OFFERED, "")
    with pytest.raises(Mistake, match="no bot"):
        find_bot(agent)


@pytest.mark.parametrize("path", AGENTS, ids=lambda path: path.stem)
def test_the_agents_that_come_along_fit_the_observations_of_today(path):
    agent = Agent(path)
    match = fathom5.Match(agent.game, agent.layout.players, seed=1, compiled=False)
    view = match.view(match.actor)
    assert agent(view) in view.ids
    assert path.stat().st_size < 1 << 20
