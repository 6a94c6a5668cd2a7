"""Value networks: what a game has learned to predict from the features of its table."""

import numpy as np
import pytest
from typer.testing import CliRunner

import fathom5
from fathom5 import Match, find_game
from fathom5.bots import find_bot
from fathom5.bots.search import Search
from fathom5.cli import app
from fathom5.coach import Evaluator
from fathom5.core import verbs
from fathom5.core.game import Game
from fathom5.core.rng import generator
from fathom5.engine import engine
from fathom5.lab import training
from fathom5.lab.calibration import BINS, Calibration
from fathom5.lab.training import train, write_networks
from fathom5.observation import Observer
from fathom5.search import network as network_module
from fathom5.search import tree as tree_module
from fathom5.search.network import FILE, VERSION, evaluation_struct, networks, predict, sample_struct
from fathom5.search.tree import DEFAULT_SETTINGS, settings

LEARNED = [name for name, game in fathom5.all_games().items() if networks(game)]
EVERY = [(name, players) for name in LEARNED for players in networks(find_game(name))]
FEATURED = [
    (name, players)
    for name, game in fathom5.all_games().items()
    for players in (game.players[0], game.players[-1])
    if game.spec.features
]
UNTOUCHED = -7.5


def half_way(game: str, players: int, seed: int, moves: int = 60) -> Match:
    """A match that heuristics have played for a while."""
    match, heuristic = Match(game, players, seed=seed), find_bot("heuristic", seed)
    while not match.over and (len(match.history) < moves or len(match.ids) == 1):
        match.play(heuristic(match.view(match.actor)))
    return match


def predicted(match: Match) -> np.ndarray:
    """Chances and points of every seat, interpreted."""
    game = match.game
    loops = engine(game, compiled=False)
    work = loops.workspace(match.position.work.array["box"])
    work.table_bytes[:] = match.position.work.table_bytes
    struct = evaluation_struct(game.spec)
    evaluation = struct.blank()
    weights = networks(game)[match.players]
    predict(work.structs[0], loops.wrap(evaluation, struct)[0], weights, np.zeros(weights.shape[1]))
    return evaluation["results"][0][: match.players]


def sampled(game: str, players: int, games: int, compiled: bool, room: int = 0) -> np.ndarray:
    """The samples of some games."""
    found = find_game(game)
    loops, spec = engine(found, compiled), found.spec
    position = fathom5.Position.start(found, players, compiled=compiled)
    work = position.work
    work.array["start"] = work.array["table"]
    samples = np.zeros((room or 10 * games, spec.seats), sample_struct(spec).dtype)
    evaluation, struct = evaluation_struct(spec).blank(), evaluation_struct(spec)
    given = samples if compiled else Rows(samples, spec)
    count = loops.sample_games(work.structs, loops.wrap(evaluation, struct), given, 1, 0, games, 60)
    return samples[:count, :players]


class Rows:
    """Samples as interpreted loops take them."""

    def __init__(self, samples, spec):
        from fathom5.core.records import CheckedStructs

        self.rows = [CheckedStructs(row, sample_struct(spec)) for row in samples]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row, seat = index
        return self.rows[row][seat]


def test_deep_dive_has_learned_for_every_number_of_players():
    game = find_game("deep-dive")
    assert set(networks(game)) == set(game.players)


@pytest.mark.parametrize(("game", "players"), FEATURED)
def test_just_the_promised_features_are_written_and_the_table_stays(game, players):
    match = half_way(game, players, 1)
    spec, loops = match.game.spec, engine(match.game, compiled=False)
    before = match.to_bytes()
    weights = loops.wrap(match.game.weights, spec.weights)
    features = np.full(spec.features + 1, UNTOUCHED)
    assert verbs.features(match.table, match.box, weights[0], 0, features) == spec.features
    assert (features[:-1] != UNTOUCHED).all()
    assert features[-1] == UNTOUCHED
    assert match.to_bytes() == before


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_chances_are_shares_of_one_win(game, players):
    wins = predicted(half_way(game, players, 2))["win_share"]
    assert ((wins > 0) & (wins < 1)).all()
    if players > 1:
        assert wins.sum() == pytest.approx(1)


def test_a_network_predicts_better_than_nothing():
    """In sixty games between heuristics, from their middle on, its cross entropy is well below ln 2."""
    entropy, missed = [], []
    for seed in range(60):
        match = half_way("deep-dive", 2, seed, moves=90)
        results, heuristic = predicted(match), find_bot("heuristic", seed)
        while (seat := match.actor) is not None:
            match.play(heuristic(match.view(seat)))
        shares = np.array([(place == 1) / match.places.count(1) for place in match.places])
        entropy.append(-(shares * np.log(results["win_share"])).sum())
        missed.append(np.abs(results["points"] - match.scores).mean())
    assert np.mean(entropy) < 0.6
    assert np.mean(missed) < 10


def test_samples_are_the_same_compiled_and_interpreted():
    fast, slow = (sampled("deep-dive", 2, 4, compiled) for compiled in (True, False))
    assert len(fast)
    assert np.array_equal(fast, slow)


def test_samples_tell_how_it_went():
    samples = sampled("deep-dive", 2, 200, True)
    assert len(samples) > 600, "nearly every game has a sample in its first sixty decisions, and more later"
    assert np.allclose(samples["win_share"].sum(1), 1)
    assert (samples["final_points"] >= samples["points"]).all()
    ahead = samples["final_points"][:, 0] > samples["final_points"][:, 1]
    assert (samples["win_share"][ahead, 0] == 1).all()


def test_no_more_is_noted_than_there_is_room_for():
    all_of_it, room = sampled("deep-dive", 2, 6, True), 5
    assert len(all_of_it) > room
    assert np.array_equal(sampled("deep-dive", 2, 6, True, room)["features"], all_of_it["features"][:room])


def test_without_a_network_a_search_plays_to_the_end(monkeypatch):
    game = find_game("deep-dive")
    assert settings(game, 2)["rollout_depth"] == 12
    for module in (network_module, tree_module):
        monkeypatch.setattr(module, "networks", lambda game: {})
    assert settings(game, 2)["rollout_depth"] == DEFAULT_SETTINGS["rollout_depth"]
    match = half_way("deep-dive", 2, 3)
    search = Search(match.view(match.actor), generator(1))
    search.grow(50)
    wins = sum(each.win * each.visits for each in search.evaluated())
    assert wins == pytest.approx(round(2 * wins) / 2), "every playout ended with a winner, or two"


def test_alone_only_winning_counts():
    game = find_game("deep-dive")
    assert settings(game, 1)["points_weight"] == 0
    assert settings(game, 2)["points_weight"] == DEFAULT_SETTINGS["points_weight"]


def test_a_network_learns_from_few_games():
    found = train(find_game("deep-dive"), players=2, games=50_000)
    assert 60 < found.span < 200, "about as many decisions as a game of two has"
    assert abs(found.calibration.worst.gap) < 0.1
    assert found.cross_entropy < 0.95 * found.uninformed
    assert found.network.shape == (2 * find_game("deep-dive").spec.features + 3, 64)


def test_a_game_without_features_has_nothing_to_learn_from():
    with pytest.raises(fathom5.Mistake, match="names no features"):
        train(find_game("deep-sea-adventure"))


@pytest.mark.parametrize("wrong", [9.2e18, -9.2e18, np.nan, np.inf])
def test_a_feature_that_has_wrapped_around_is_refused_by_its_number(monkeypatch, wrong):
    game = find_game("scuba")
    samples = np.zeros((20, 2), sample_struct(game.spec).dtype)
    samples["features"][7, 1, 59] = wrong
    monkeypatch.setattr(training.SamplePlayer, "__call__", lambda player, number: samples)
    with pytest.raises(fathom5.Mistake, match="Feature 59 of SCUBA"):
        train(game, games=1_000, span=60)


# Files of networks


@pytest.fixture
def elsewhere(tmp_path):
    """Deep Dive with a folder of its own for networks."""
    game = Game("deep-dive", find_game("deep-dive").package)
    assert game.title
    assert game.spec
    game.__dict__["folder"] = tmp_path
    return game


def fitting(game):
    """A network of the right shape."""
    return np.ones((2 * game.spec.features + 3, 4), np.float32)


def test_a_game_without_a_file_has_no_networks(elsewhere):
    assert networks(elsewhere) == {}


def test_networks_are_read_as_they_were_written(elsewhere):
    write_networks(elsewhere, {2: fitting(elsewhere)})
    write_networks(elsewhere, {3: 2 * fitting(elsewhere)})
    assert {players: each.mean() for players, each in networks(elsewhere).items()} == {2: 1, 3: 2}


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        ({"version": VERSION + 1}, "is of another version than"),
        ({}, "is of another version than"),
        ({"version": VERSION, "2": np.zeros((7, 4))}, "was trained on other features"),
        ({"version": VERSION, "2": np.zeros(7)}, "was trained on other features"),
        ({"version": VERSION, "two": np.zeros((133, 4))}, "was trained on other features"),
        (None, "cannot be read"),
    ],
)
def test_networks_that_do_not_fit_are_refused_in_one_sentence(elsewhere, kept, sentence):
    path = elsewhere.folder / FILE
    if kept is None:
        path.write_bytes(b"PK nothing of the kind")
    else:
        np.savez(path, **kept)
    with pytest.raises(fathom5.Mistake, match=sentence) as raised:
        networks(elsewhere)
    assert str(raised.value).endswith("train anew: fathom5 learn deep-dive --write.")
    write_networks(elsewhere, {2: fitting(elsewhere)})
    assert set(networks(elsewhere)) == {2}, "training anew replaces what does not fit"


def test_an_evaluation_says_whether_a_network_judged():
    for game, span in (("deep-dive", 12), ("deep-sea-adventure", None)):
        match = half_way(game, 2, 1, moves=5)
        evaluator = Evaluator([match.view(match.actor)], compiled=False)
        evaluator.add(1)
        assert evaluator.evaluations[0].span == span


def test_a_hint_says_that_a_network_is_missing(monkeypatch, tmp_path):
    file = tmp_path / "game.f5"
    file.write_text(str(half_way("deep-dive", 2, 1, moves=20).record()), "utf-8")
    asked = ["hint", str(file), "--playouts", "20"]
    assert CliRunner().invoke(app, asked).stderr == ""
    monkeypatch.setattr(tree_module, "networks", lambda game: {})
    told = "Deep Dive has no value network for 2 players, so every playout goes to the end.\n"
    assert CliRunner().invoke(app, asked).stderr == told


def test_features_told_to_an_agent_know_no_secrets():
    """Whatever another diver of Deeper has in hand, a seat is told the same."""
    match = half_way("deeper", 2, 1, moves=200)
    table, box = match.position.work.array["table"].copy(), match.position.work.array["box"]
    observer = Observer(match.game, 2, features=True, compiled=False)
    told = []
    for hand in ([2, 0, 0], [0, 0, 2]):
        table["divers"]["hand"][0, 1, :3] = hand
        told.append([observer.codes(table, box, seat) for seat in range(2)])
    assert np.array_equal(told[0][0], told[1][0])
    assert not np.array_equal(told[0][1], told[1][1]), "but it knows its own"


# Calibration


@pytest.mark.parametrize("too_high", [0.0, 0.1])
def test_calibration_finds_how_far_chances_are_off(too_high):
    rng = np.random.default_rng(1)
    true = rng.uniform(0, 0.9, (20, 4000))
    found = Calibration.of([(row + too_high, (rng.random(len(row)) < row)) for row in true])
    assert sum(each.seats for each in found.bins) == true.size
    assert len(found.bins) == (9 if not too_high else BINS - 1)
    assert abs(found.worst.gap) == pytest.approx(too_high, abs=0.02)
    for each in found.bins:
        assert each.low < each.observed < each.high
        assert each.gap == pytest.approx(too_high, abs=0.02)


def test_learning_reports_how_well_it_is_calibrated(tmp_path):
    asked = ["learn", "deep-dive", "--players", "2", "--games", "2000", "--report", str(tmp_path)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 0, result.output
    assert "calibration: off by" in result.output
    assert (tmp_path / "calibration-deep-dive.svg").read_text("utf-8").startswith("<svg")
    rows = (tmp_path / "calibration-deep-dive.md").read_text("utf-8").splitlines()
    assert len(rows) > 4
    assert rows[2].startswith("| 2 players | ")


@pytest.mark.parametrize("players", ["two", "2;3", "9"])
def test_learning_refuses_numbers_of_players_it_cannot_have(players):
    assert isinstance(
        CliRunner().invoke(app, ["learn", "deep-dive", "--players", players]).exception, fathom5.Mistake
    )
