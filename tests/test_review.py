"""The coach's review: costs, classes, luck, and sums that add up, from what seats knew."""

import json
import re
from dataclasses import replace
from functools import cache
from math import isclose

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import fathom5
from fathom5 import NATURE, Match, Mistake
from fathom5.bots import find_bot
from fathom5.cli import app
from fathom5.coach import Estimate, Verdict, Worth, review, reviews
from fathom5.coach import court as courts
from fathom5.coach.court import Court
from fathom5.coach.decisions import judge_decision
from fathom5.coach.findings import Findings
from fathom5.coach.judged import Chance, Decision, seat_sum
from fathom5.coach.luck import _drawn, judge_chance
from fathom5.coach.page import _positions, page
from fathom5.coach.reviews import judge, judge_start, review_so_far
from fathom5.coach.sample import Sample
from fathom5.coach.tables import decisions, luck, sums
from fathom5.coach.telling import deciding, sentence, total
from fathom5.coach.verdicts import LEAST_COST, Scale, verdict
from fathom5.record import Record
from fathom5.text.language import speaking
from guests import LOW

QUICK = Court(seed=3, scale=Scale(), budget=500, fine=0.05, luck_error=0.05)


@cache
def finished(game, players, seed):
    """A game of bots that play at random."""
    bots = {seat: find_bot("random", 10 * seed + seat) for seat in range(players)}
    return Match(game, players, seed=seed, bots=bots)


@cache
def reviewed(seed=0, effort=0.2):
    """A review of a game of Low Tide."""
    return review(finished(LOW, 3, 5), seed=seed, effort=effort, jobs=1)


def check_sums(found):
    """The four parts of every seat add up to what it gained, in both units."""
    for each in found.sums:
        for unit in ("wins", "points"):
            parts = [getattr(part, unit).mean for part in (each.luck, each.own, each.others, each.later)]
            gained = getattr(each.result, unit).mean - getattr(each.start, unit).mean
            assert abs(sum(parts) - gained) < 1e-9
            adjusted = getattr(each.adjusted, unit).mean
            assert isclose(adjusted, getattr(each.result, unit).mean - parts[0], abs_tol=1e-9)
    assert [each.result.points.mean for each in found.sums] == found.match.scores
    assert [worth.wins.mean for worth in found.curve[-1][1]] == [e.result.wins.mean for e in found.sums]


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    game=st.sampled_from([LOW, "deep-sea-adventure"]), players=st.integers(2, 3), seed=st.integers(0, 1 << 30)
)
def test_luck_decisions_and_what_was_seen_later_add_up(game, players, seed):
    check_sums(review(finished(game, players, seed), seed=seed, effort=0.01, jobs=1))


@pytest.mark.parametrize("game", ["deep-dive", "in-too-deep"])
def test_they_add_up_with_networks_and_with_secrets(game):
    check_sums(review(finished(game, 2, 8), effort=0.01, jobs=1))


def worth(wins, points=0.0):
    return Worth(Estimate(wins, 0.0), Estimate(points, 0.0))


def test_every_move_counts_where_it_belongs():
    """Two seats; the second is measured nowhere but at the start."""

    def decision(number, seat, effects, after, cost):
        value, lost = worth(0.0), worth(cost)
        return Decision(number, seat, 0, 0, value, value, lost, Verdict.BEST, effects, after)

    judged = (
        Chance(0, 0, 0.5, 2, False, (worth(0.2, 3), worth(-0.1)), (worth(0.75, 9), None)),
        decision(1, 0, (worth(-0.05, 1), worth(0.02)), (worth(0.65), None), 0.125),
        decision(2, 1, (worth(0.03), worth(-0.04, 2)), (None, None), 0.25),
    )
    first, second = (seat_sum(seat, worth(0.5, 5), worth(1.0 - seat, 8), judged) for seat in range(2))
    parts = ("luck", "own", "others", "later", "cost")
    assert [getattr(first, part).wins.mean for part in parts] == pytest.approx(
        [0.2, -0.05, 0.03, 0.05 - 0.05 + 0.32, 0.125]
    )
    assert [getattr(second, part).wins.mean for part in parts] == pytest.approx(
        [-0.1, -0.04, 0.02, -0.38, 0.25]
    )
    assert first.luck.points.mean + first.own.points.mean + first.later.points.mean == pytest.approx(3)
    assert first.adjusted.wins.mean == pytest.approx(0.8)


def chances(shells, turn, players):
    """The chances of every seat in Low Tide, everybody taking any number, for somebody at a beach."""
    takes = range(1, min(3, shells) + 1)
    mean = [0.0] * players
    for take in takes:
        for seat, share in enumerate(taken(shells, take, turn, players)):
            mean[seat] += share / len(takes)
    return mean


@cache
def taken(shells, take, turn, players):
    """The same after somebody took some."""
    if take == shells:
        return tuple(float(seat == turn) for seat in range(players))
    return tuple(chances(shells - take, (turn + 1) % players, players))


def test_luck_is_what_can_be_worked_out():
    match = Match(LOW, 3, nature="manual", box={"shells": 1})
    exact, odds = [chances(1 + wave, 0, 3) for wave in range(3)], (0.25, 0.5, 0.25)
    for wave, move in enumerate(match.ids):
        found = judge_chance(replace(QUICK, budget=60_000, luck_error=0.002), match, move)
        assert (found.odds, found.outcomes, found.sampled) == (odds[wave], 3, False)
        for seat, lucky in enumerate(found.luck):
            mean = sum(share * each[seat] for share, each in zip(odds, exact, strict=True))
            assert abs(lucky.wins.mean - (exact[wave][seat] - mean)) < 5 * lucky.wins.error + 1e-3
            assert abs(found.after[seat].wins.mean - exact[wave][seat]) < 0.03


def test_costs_are_what_can_be_worked_out():
    found = reviewed(effort=1)
    match = found.match
    assert {each.number for each in found.judged} == {
        number for number in range(len(match.history)) if len(match.at(number).ids) > 1
    }
    for each in found.decisions:
        table = match.at(each.number).table
        values = {
            1 + place: taken(table.shells, 1 + place, each.seat, 3)[each.seat]
            for place in range(min(3, table.shells))
        }
        played, best = (match.game.spec.moves.decode(move).shells for move in (each.played, each.best))
        assert max(values.values()) - values[best] < 0.02
        assert abs(each.cost.wins.mean - (values[best] - values[played])) < 5 * each.cost.wins.error + 1e-3
        policy = sum(values.values()) / len(values)
        assert abs(each.effects[each.seat].wins.mean - (values[played] - policy)) < 0.2
        assert abs(each.worth.wins.mean - values[played]) < 5 * each.worth.wins.error + 1e-3


def test_the_same_seed_says_the_same_on_any_number_of_cores():
    again = review(finished(LOW, 3, 5), effort=0.2, jobs=2)
    assert again.judged == reviewed().judged
    assert again.start == reviewed().start
    assert review(finished(LOW, 3, 5), seed=1, effort=0.2).judged != again.judged


def test_the_best_move_is_measured_with_other_luck_than_it_was_chosen_with(monkeypatch):
    seeds = []

    class Noted(Sample):
        def __init__(self, cases, seed, batch):
            seeds.append(([case.move for case in cases], seed))
            super().__init__(cases, seed, batch)

    monkeypatch.setattr(courts, "Sample", Noted)
    match = finished(LOW, 3, 5)
    number = next(n for n, (actor, _) in enumerate(match.history) if actor != NATURE)
    judge(QUICK, match, number)
    assert len(seeds) > 1
    assert len({seed for _, seed in seeds}) == len(seeds)


def test_a_decision_is_judged_by_what_its_seat_knew():
    match, heuristic = Match("in-too-deep", 3, seed=6), find_bot("heuristic", 6)
    while len(match.history) < 30 or len(match.ids) < 2:
        match.play(heuristic(match.view(match.actor)))
    seat = match.actor
    guesses = [match.view(seat).guess(number) for number in range(2)]
    assert guesses[0].to_bytes() != guesses[1].to_bytes()
    found = []
    for guess in guesses:
        view = match.view(seat)
        view.array = guess.shown(seat)
        found.append(judge_decision(QUICK, view, 30, view.ids[0]))
    assert found[0] == found[1]


def test_who_does_not_see_what_came_has_no_luck():
    match = finished("in-too-deep", 2, 1)
    unseen = 0
    for number, (actor, _) in enumerate(match.history[:40]):
        if actor != NATURE or len(match.at(number).ids) < 2:
            continue
        before, after = match.at(number), match.at(number + 1)
        for other in before.ids[:3]:
            twin = match.at(number)
            twin.play(other)
            if twin.view(0) != after.view(0):
                break
        else:
            chance = judge(QUICK, match, number)
            assert chance.luck[0] == ((0.0, 0.0), (0.0, 0.0))
            unseen += 1
            if unseen == 2:
                break
    assert unseen


def test_many_outcomes_are_drawn_by_their_odds():
    odds = dict.fromkeys(range(40), 0.5 / 40) | {40: 0.5}
    drawn = [_drawn(odds, seed) for seed in range(200)]
    assert all(sum(each.values()) == pytest.approx(1) for each in drawn)
    assert all(each[40] == pytest.approx(0.5, abs=1 / 12) for each in drawn)
    assert sum(each.get(7, 0.0) for each in drawn) / 200 == pytest.approx(0.5 / 40, rel=0.5)


@given(mean=st.floats(-1, 1), error=st.floats(0, 1))
def test_a_cost_within_its_error_is_never_a_mistake(mean, error):
    cost = Estimate(mean, error)
    found = verdict(cost)
    if cost.interval[0] <= 0:
        assert found in (Verdict.BEST, Verdict.GOOD)
    else:
        assert found == max(
            (v for v, least in LEAST_COST.items() if mean >= least), key=LEAST_COST.get, default="best"
        )


def test_who_plays_alone_is_judged_by_points():
    match = Match("deeper", 1, seed=1)
    [start], scale = judge_start(QUICK, match)
    assert scale.in_points
    assert start.wins == (1.0, 0.0)
    lost = Worth(Estimate(0.0, 0.0), Estimate(scale.spread, 0.0))
    assert verdict(scale.share(lost)) == Verdict.BLUNDER
    assert not judge_start(QUICK, finished(LOW, 2, 1))[1].in_points


def test_tables_of_whoever_plays_alone_have_no_wins():
    found = reviewed()
    assert decisions(found).heads[3:5] == ["cost in % of a win", "in points"]
    alone = replace(found, scale=Scale(1.0))
    assert decisions(alone).heads[3:] == ["in points", "class"]
    for table in (decisions(found), decisions(alone), luck(found), luck(alone), sums(found), sums(alone)):
        assert all(len(row.cells) == len(table.heads) for row in table.rows)


def test_totals_are_rounded_where_they_move():
    assert total(Estimate(0.23, 0.01)) == "23"
    assert total(Estimate(0.23, 0.04)) == "25"
    assert total(Estimate(-0.01, 0.04)) == "0"


def test_three_moments_are_told_in_both_languages():
    found = reviewed()
    moments = deciding(found)
    assert len(moments) == 3
    assert [each.number for each in moments] == sorted(each.number for each in moments)
    for each in found.judged:
        assert sentence(found, each).startswith(f"Move {each.number + 1}")
        with speaking("fr"):
            assert sentence(found, each).startswith(f"Coup {each.number + 1} : ")


def test_the_page_needs_nothing_else_and_has_every_board():
    found = reviewed()
    written = page(found)
    for outside in ("src=", "@import", "url(", "<link", 'href="h'):
        assert outside not in written
    data = json.loads(re.search(r'id="data">(.*?)</script>', written, re.S)[1].replace("<\\/", "</"))
    assert data == json.loads(json.dumps(_positions(found)))
    assert [step["at"] for step in data["steps"]] == [e.number for e in found.judged] + [
        len(found.match.history)
    ]
    runs = data["steps"][-1]["board"]
    pieces = [
        data["pieces"][first + i] for first, n in zip(runs[::2], runs[1::2], strict=True) for i in range(n)
    ]
    assert "".join(pieces) == found.match.view().svg()
    assert written.count('class="strip"') == len(found.judged)
    assert written.count("<svg class=") >= len(found.decisions)


@pytest.fixture
def record(tmp_path, monkeypatch):
    """The record of a game of Low Tide, in a file; what reviews keep lies beside it."""
    path = tmp_path / "game.f5"
    path.write_text(str(finished(LOW, 3, 5).record()), "utf-8")
    monkeypatch.setattr("fathom5.engine.cache.root", lambda: tmp_path / "cache")
    return path


def ran(*arguments):
    return CliRunner().invoke(app, ["review", "--effort", "0.05", *map(str, arguments)])


def test_the_command_tells_writes_and_prints(record, tmp_path):
    shown = ran(record)
    assert shown.exit_code == 0, shown.output
    for part in ("Decisions", "Where the results came from", "What decided the game", "\n3. Move "):
        assert part in shown.output
    french = ran(record, "--lang", "fr").output
    assert "Ce qui a décidé de la partie" in french
    assert re.search(r"\d,\d ±\d+,\d", french)
    assert not re.search(r"\d\.\d", french)
    plain = json.loads(ran(record, "--json", "--seed", "4").output)
    assert plain["seed"] == 4
    assert {each["verdict"] for each in plain["decisions"]} <= set(Verdict)
    assert plain["decisions"][0]["played_words"].startswith("take")
    for each in plain["seats"]:
        parts = (each[part]["wins"]["mean"] for part in ("luck", "own", "others", "later"))
        assert sum(parts) == pytest.approx(
            each["result"]["wins"]["mean"] - each["start"]["wins"]["mean"], abs=1e-9
        )
    assert ran(record, "--html", tmp_path / "page.html").exit_code == 0
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!doctype html>")
    assert "cannot be written" in str(ran(record, "--html", tmp_path / "no" / "page.html").exception)


def test_findings_are_read_as_they_were_written():
    lines = []
    findings = Findings()
    findings.keep = lines.append
    found = review(finished(LOW, 3, 5), effort=0.05, jobs=1, findings=findings)
    again = Findings(lines)
    assert (again.start, again.scale, again.moves) == (findings.start, findings.scale, findings.moves)
    assert review_so_far(found.match, again) == found
    part = Findings(lines[:4])
    so_far = review_so_far(found.match, part)
    assert not so_far.is_whole
    assert so_far.curve == found.curve[: 1 + len(so_far.judged)]
    for wrong in ("", "[]", "{}", '{"move": 3}', '{"move": 1, "judged": {"after": []}}', '{"start": [3]}'):
        with pytest.raises(Mistake, match="no line of a review"):
            Findings([wrong])


def test_an_interrupted_review_goes_on_where_it_was(record, tmp_path, monkeypatch):
    """Byte for byte as if nothing had happened; killed within a line; done, it leaves nothing behind."""
    whole = ran(record, "--json", "--jobs", "1").output
    judged, interruptions = [], [KeyboardInterrupt]

    def interrupted(court, match, number):
        judged.append(number)
        if number == 4 and interruptions:
            raise interruptions.pop()
        return judge(court, match, number)

    monkeypatch.setattr(reviews, "judge", interrupted)
    assert ran(record, "--json", "--jobs", "1").exit_code != 0
    [kept] = (tmp_path / "cache" / "reviews").glob("*.jsonl")
    kept.write_text(kept.read_text("utf-8")[:-9], "utf-8")
    assert ran(record, "--json", "--jobs", "1", "--seed", "1").output != whole
    judged.clear()
    assert ran(record, "--json", "--jobs", "1").output == whole
    assert judged == list(range(3, len(finished(LOW, 3, 5).history)))
    assert not kept.exists()


def test_where_nothing_can_be_kept_a_review_is_made_all_the_same(record, tmp_path):
    (tmp_path / "cache").write_text("", "utf-8")
    assert ran(record, "--effort", "0.01").exit_code == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda text: text.rsplit("\n", 2)[0] + "\n",
            "This game is not over: only finished games are reviewed.",
        ),
        (lambda text: re.sub(r'Rules "\w+"', 'Rules "99"', text), "Line 2: There is no version of the rules"),
        (lambda text: text.replace("take 1", "take 9", 1), "is not a move now"),
        (lambda text: "nothing", "Line 1: a move is written WHO: MOVE, not nothing."),
    ],
)
def test_what_cannot_be_reviewed_gets_one_sentence(record, change, told):
    text = re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', record.read_text("utf-8"))
    record.write_text(change(text), "utf-8")
    outcome = ran(record)
    assert isinstance(outcome.exception, Mistake)
    assert told in str(outcome.exception)
    assert "\n" not in str(outcome.exception)


def test_a_record_a_match_and_the_package_agree_and_bounds_are_told():
    match = finished(LOW, 2, 3)
    record = Record.read(str(match.record()))
    assert fathom5.review(record, effort=0.01).judged == review(match, effort=0.01).judged
    for wrong, told in (({"effort": 0}, "An effort"), ({"seed": "a"}, "A seed"), ({"jobs": -1}, "cores")):
        with pytest.raises(Mistake, match=told):
            review(match, **wrong)
