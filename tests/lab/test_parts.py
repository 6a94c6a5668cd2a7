"""What a study counts of the parts of a game: like somebody who watches the table move by move."""

import pickle
from collections import Counter, defaultdict

import numpy as np
import pytest

import fathom5
from fathom5.core.contract import Study
from fathom5.core.errors import Mistake, RuleError
from fathom5.core.rule import NATURE
from fathom5.engine.loops import WIN
from fathom5.games.deeper import sea
from fathom5.games.deeper import table as deeper
from fathom5.games.scuba import rules as scuba_rules
from fathom5.games.scuba import table as scuba
from fathom5.lab.findings import arm_findings, find
from fathom5.lab.loop import study_games
from fathom5.lab.parts import Parts, group_of
from fathom5.lab.pieces import COUNTS, ArmGames, PiecePlayer
from fathom5.lab.plan import Arm, Plan
from fathom5.lab.spread import Threads
from fathom5.lab.totals import ArmTotals


def told(match):
    """A finished match as a study plays it: its row and counts."""
    plan = Plan(match.game.name, 1, 1, (Arm("all", match.players),))
    games = ArmGames(plan, plan.arms[0])
    games.is_compiled = False
    games._script = lambda number: np.array([move for _, move in match.history], np.int64)
    games.play(0, 1)
    return games


def counted(match):
    """What a study counts in a finished match, by part."""
    games = told(match)
    return {
        name: dict(zip(COUNTS, map(int, row), strict=True))
        for name, row in zip(games.parts.names, games.counts(), strict=True)
    }


def seals(name, players, seed):
    return fathom5.Match(name, players, seed=seed, bots=dict.fromkeys(range(players), "seal"))


class Watcher:
    """Counts by hand: `see` a part in the turn of a seat."""

    def __init__(self):
        self.taken, self.users = Counter(), defaultdict(set)

    def see(self, seat, part, times=1):
        self.taken[part] += times
        if times:
            self.users[part].add(seat)

    def agrees(self, found, places, *groups):
        for name, counts in found.items():
            if group_of(name) in groups:
                assert counts["taken"] == self.taken[name], name
                assert counts["users"] == len(self.users[name]), name
                assert counts["games"] == (counts["users"] > 0), name
                winners = sum(places[seat] == 1 for seat in self.users[name])
                assert counts["wins"] == winners * (WIN // places.count(1)), name
        assert all(name in found for name in self.taken)


def watched(match):
    """Every move of a match with the table before it, and the seat that decided last."""
    last = -1
    for number, (actor, move) in enumerate(match.history):
        before = match.at(number)
        last = last if actor == NATURE else actor
        yield last, before.table, before.game.spec.moves_of(actor).decode(move)


ACTIONS = {
    deeper.Swim: "swim",
    deeper.Gather: "gather",
    deeper.GatherOne: "gather",
    deeper.Explore: "explore",
    deeper.Terraform: "terraform",
    deeper.Scan: "scan",
    deeper.Convert: "convert",
    deeper.Build: "craft",
    deeper.CraftUpgrade: "craft",
    deeper.BuildRocket: "craft",
}


@pytest.mark.parametrize("seed", [1, 2])
def test_deeper_is_counted_as_a_watcher_would(seed):
    match, watcher, bought = seals("deeper", 3, seed), Watcher(), {}
    box = match.box
    for seat, table, move in watched(match):
        if table.phase == deeper.Phase.ACT and type(move) in ACTIONS:
            watcher.see(seat, f"action: {ACTIONS[type(move)]}")
        match move:
            case deeper.Build(number):
                bought.setdefault(seat, deeper.CARDS[number])
            case deeper.CraftUpgrade(number):
                bought.setdefault(seat, deeper.UPGRADES[number])
            case deeper.BuildRocket(number):
                bought.setdefault(seat, deeper.ROCKETS[number])
            case deeper.Scan(pile):
                watcher.see(seat, f"pile: {deeper.DEPTHS[pile]}")
            case deeper.Explore(_, slot) | deeper.Terraform(_, slot):
                watcher.see(seat, f"pile: {deeper.DEPTHS[box.pile[table.market[slot]]]}")
                if table.phase == deeper.Phase.FREE_EXPLORE:
                    watcher.see(seat, "ability: scanner")
            case deeper.Swim() if table.phase == deeper.Phase.SECOND_SWIM:
                watcher.see(seat, "ability: fins")
            case deeper.GatherOne() if table.phase == deeper.Phase.END_GATHER:
                watcher.see(seat, "ability: knife")
            case deeper.Follow():
                watcher.see(seat, "ability: sea glide")
            case deeper.Haul():
                watcher.see(seat, "ability: winch")
            case deeper.Take(resource):
                grown = "garden" if resource == deeper.Resource.KELP else "fish farm"
                watcher.see(seat, f"ability: {grown}")
            case deeper.Convert(number):
                watcher.see(seat, f"ability: {deeper.names(deeper.Card)[box.conversions[number].card]}")
            case deeper.DrawTile(tile):
                place = table.divers[table.turn].place
                around = [sea.beside(box, place, way) for way in range(6)]
                free = [there for there in around if sea.free_place(table, there)]
                fit = sum(bool(sea.matches(box, tile, sea.edges_around(table, box, there))) for there in free)
                watcher.see(seat, "drawn tile on a free place: fits", fit)
                watcher.see(seat, "drawn tile on a free place: does not fit", len(free) - fit)
    for seat, name in bought.items():
        watcher.see(seat, f"bought first: {name}")
    found = counted(match)
    watcher.agrees(
        found, match.places, "action", "pile", "ability", "drawn tile on a free place", "bought first"
    )
    assert found["built the last rocket card"]["users"] == (match.table.finisher >= 0)
    assert watcher.taken["action: swim"] > 20


@pytest.mark.parametrize("seed", [3, 4])
def test_scuba_is_counted_as_a_watcher_would(seed):
    match, watcher = seals("scuba", 3, seed), Watcher()
    for seat, table, move in watched(match):
        if table.actor == NATURE:
            continue
        diver = table.divers[seat]
        if diver.state == scuba.State.DIVING:
            watcher.see(seat, f"depth: {5 * diver.row}-{5 * diver.row + 5} m")
            if move == scuba.Swim(scuba.Way.UP) and scuba_rules.too_fast(table, match.box):
                watcher.see(seat, "way up: fast ascent")
            if 0 < table.last_round < table.rounds:
                watcher.see(seat, "way up: solo dive")
        elif diver.state == scuba.State.SNORKELING and isinstance(move, scuba.Flip | scuba.See):
            watcher.see(seat, "way up: snorkeled")
    for seat in range(match.players):
        diver = match.table.divers[seat]
        if diver.state in (scuba.State.DROWNED, scuba.State.RESCUED):
            watcher.see(seat, "way up: drowned")
        if diver.state == scuba.State.SNORKELING and match.box.penalties[diver.column] > 0:
            watcher.see(seat, "way up: picked up away from the boat")
    watcher.agrees(counted(match), match.places, "depth", "way up")
    assert watcher.taken["depth: 5-10 m"]


@pytest.mark.parametrize(
    ("name", "seed"), [("deep-sea-adventure", 1), ("deep-sea-adventure", 2), ("deep-dive", 3)]
)
def test_the_lead_is_told_as_a_watcher_would(name, seed):
    match = seals(name, 3, seed)
    turns, changes, last, leader, behind = 0, 0, None, None, [0] * match.players
    for number, (actor, _) in enumerate(match.history):
        if actor in (NATURE, last):
            continue
        last, turns = actor, turns + 1
        scores = match.at(number).scores
        ahead = [seat for seat, points in enumerate(scores) if points == max(scores)]
        for seat in set(range(match.players)).difference(ahead):
            behind[seat] = turns
        if len(ahead) == 1:
            changes += leader not in (None, ahead[0])
            leader = ahead[0]
    (row,) = told(match).rows
    assert (row["turns"], row["lead_changes"]) == (turns, changes)
    assert row["last_behind"] == 1000 * behind[match.places.index(1)] // turns
    assert any(behind)


def test_memory_that_played_before_tells_the_same():
    plan = Plan("in-too-deep", 12, 1, (Arm("three", 3), Arm("four", 4)), log=True)
    play, tasks = PiecePlayer(plan), [task for task in plan.tasks() if task.batches]
    for task in (tasks[0], tasks[1], tasks[-1], tasks[0]):
        again, new = play(task), PiecePlayer(plan)(task)
        for part in ("rows", "counts", "log"):
            assert getattr(again, part).tobytes() == getattr(new, part).tobytes()
    assert pickle.loads(pickle.dumps(play)).plan == plan


def totals(name, players, games):
    plan = Plan(name, games, 1, (Arm("all", players),))
    total = ArmTotals(plan, 0)
    tasks = [task for task in plan.tasks() if task.batches]
    for task, piece in Threads(1).run(PiecePlayer(plan), tasks):
        total.add(task, piece)
    return total


def test_shares_of_a_group_add_up_and_one_thing_is_first():
    total = totals("in-too-deep", 4, 40)
    found = find(list(arm_findings(total)), topic="use", measure="share of its group")
    sums = Counter()
    for each in found:
        sums[group_of(each.what)] += each.value
    assert sums["share"] == pytest.approx(1)
    assert sums["first share"] == pytest.approx(1)
    by_name = {
        name: {count: int(total.count(number, count).sum()) for count in COUNTS}
        for number, name in enumerate(total.parts.names)
    }
    firsts = {name: counts for name, counts in by_name.items() if group_of(name) == "first share"}
    for name, counts in firsts.items():
        share = by_name[name.replace("first share", "share")]
        assert counts["taken"] == counts["users"] <= share["users"]
        assert counts["games"] <= counts["users"] <= 4 * counts["games"]
    buyers = sum(counts["users"] for counts in firsts.values())
    most = max(counts["users"] for name, counts in by_name.items() if group_of(name) == "share")
    assert most <= buyers <= 4 * 40


def test_firsts_are_nothing_to_be_used():
    total = totals("in-too-deep", 4, 10)
    assert len(total.wins_of_users) == total.parts.things < len(total.parts.names)


def test_a_slip_in_the_parts_of_a_game_is_one_sentence(monkeypatch):
    game = fathom5.find_game("deeper")
    monkeypatch.setattr(game.role(Study), "FIRSTS", {"first boat": ("boat",)})
    with pytest.raises(RuleError, match="FIRSTS of Deeper has the group “boat”, but no part has"):
        Parts(game)
    monkeypatch.setattr(game.role(Study), "TALLIES", tuple(f"fish {number}" for number in range(65)))
    with pytest.raises(RuleError, match="more than 64 TALLIES"):
        Parts(game)


def test_a_full_log_loses_nothing_and_counts_nothing_twice(monkeypatch):
    monkeypatch.setenv("FATHOM5_COMPILE", "0")
    plan = Plan("deep-sea-adventure", 6, 5, (Arm("all", 2, ("random",)),), log=True)
    whole = ArmGames(plan, plan.arms[0])
    whole.play(0, 6)
    monkeypatch.setattr(study_games, "LOGGED", int(whole.rows["decisions"].max()) + 3)
    cut = ArmGames(plan, plan.arms[0])
    cut.play(0, 6)
    assert cut.log().tobytes() == whole.log().tobytes()
    assert cut.rows.tobytes() == whole.rows.tobytes()
    assert (cut.counts() == whole.counts()).all()
    monkeypatch.setattr(study_games, "LOGGED", 5)
    with pytest.raises(Mistake, match="more decisions than a study can keep"):
        ArmGames(plan, plan.arms[0]).play(0, 1)
