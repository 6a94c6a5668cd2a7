"""What every game has to hold, whoever wrote it: call `cases` and `check_…` from its tests.

Each check plays games of one case (a number of players and options) and fails with a sentence.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np

from fathom5.bots import bot
from fathom5.kernel import chance
from fathom5.kernel.engine import Workspace
from fathom5.kernel.errors import IllegalMove
from fathom5.kernel.game import Game, find_game
from fathom5.kernel.marks import NATURE, STRANGER
from fathom5.lab import simulate
from fathom5.match import Match, View

MOST_COMBINATIONS = 8
MOST_MOVES = 100_000


@dataclass(frozen=True)
class Case:
    """One way to play a game."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...] = field(default=())

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.game}-{self.players}{'-' if options else ''}{options}"

    def match(self, compiled: bool, nature: str = "manual", seed: int = 1) -> Match:
        """A fresh match of this case."""
        options = dict(self.options)
        return Match(self.game, self.players, nature=nature, seed=seed, options=options, compiled=compiled)


def cases(game: Game) -> Iterator[Case]:
    """Every player count with every combination of options, or a spread of them where they are many."""
    values = [
        [(o.name, v) for v in (o.words or (str(o.low), str(o.default), str(o.high)))]
        for o in game.sheet.options.values()
    ]
    combinations = list(itertools.product(*values))
    if len(combinations) > MOST_COMBINATIONS:
        ends = [combinations[0], combinations[-1]]
        combinations = ends + Random(game.name).sample(combinations[1:-1], MOST_COMBINATIONS - 2)
    for players in game.players:
        for options in combinations:
            yield Case(game.name, players, options)


def _choose(match: Match, rng: Random) -> int:
    """A random move, nature's by its odds."""
    if match.actor == NATURE:
        return rng.choices(match.ids, list(match.odds.values()))[0]
    return rng.choice(match.ids)


def check_random_game(case: Case, seed: int) -> None:
    """A random game on the interpreted rules, with every list, range, name and refusal checked."""
    rng = Random(seed)
    match = case.match(compiled=False)
    form, rules = match.game.form, match.game.room("rules")
    low, high = rules.SCORES
    for number in range(MOST_MOVES):
        ids = match.ids
        assert ids, "somebody acts but has no move"
        assert ids == sorted(set(ids)), f"moves are not ascending: {ids}"
        assert ids[0] >= 0, ids
        assert ids[-1] < form.moves, f"move {ids[-1]} is not below MOVES = {form.moves}"
        if match.actor == NATURE:
            assert all(weight > 0 for weight in match.odds.values()), match.odds
        if number % 7 == 0:
            _check_names(match)
            _check_refusals(match, rng)
        match.play(_choose(match, rng))
        assert not form.table.out_of_range(match._work.array[:1]), form.table.out_of_range(
            match._work.array[:1]
        )
        assert all(low <= points <= high for points in match.scores), match.scores
        assert min(match.places) == 1 or case.players == 1, match.places
        if match.over:
            break
    assert match.over, f"no end within {MOST_MOVES} moves"
    assert match.ids == []
    before = match.to_bytes()
    try:
        match.play(0)
    except IllegalMove:
        assert match.to_bytes() == before
    else:
        raise AssertionError("a move was played after the end")


def _check_names(match: Match) -> None:
    names = match.moves
    assert len(set(names)) == len(names), f"two moves share a name: {names}"
    for move, name in zip(match.ids, names, strict=True):
        assert name == " ".join(name.lower().split()), f"“{name}” is not in small letters and single spaces"
        assert match.find(name) == move, name


def _check_refusals(match: Match, rng: Random) -> None:
    """Legal is playable on a copy; illegal is refused and changes nothing."""
    before, count = match.to_bytes(), len(match.history)
    ids = set(match.ids)
    for move in rng.sample(sorted(ids), min(3, len(ids))):
        twin = match.at(count)
        twin.play(move)
        assert match.to_bytes() == before
    for move in (-1, match.game.form.moves, rng.randrange(match.game.form.moves)):
        if move not in ids:
            try:
                match.play(move)
            except IllegalMove:
                assert match.to_bytes() == before, f"refused move {move} changed the table"
                assert set(match.ids) == ids
            else:
                raise AssertionError(f"illegal move {move} was played")


def check_compiled_is_interpreted(case: Case, seed: int) -> None:
    """The same moves give the same lists, odds, points and bytes, compiled and interpreted."""
    rng = Random(seed)
    slow, fast = case.match(compiled=False), case.match(compiled=True)
    while not slow.over:
        assert slow.ids == fast.ids
        assert slow.odds == fast.odds
        move = _choose(slow, rng)
        slow.play(move)
        fast.play(move)
        assert slow.to_bytes() == fast.to_bytes(), f"after {len(slow.history)} moves"
    assert slow.scores == fast.scores
    assert slow.places == fast.places
    assert fast.over


def check_simulations_agree(case: Case, bot_name: str, games: int) -> None:
    """Whole simulations agree, compiled and interpreted, on one core and on two."""
    form = {"seed": 5, "bots": [bot_name], "options": dict(case.options)}
    slow = simulate(case.game, case.players, games, jobs=1, compiled=False, **form)  # type: ignore[arg-type]
    for jobs in (1, 2):
        fast = simulate(case.game, case.players, games, jobs=jobs, compiled=True, **form)  # type: ignore[arg-type]
        for part in ("games", "mean_score", "sd_score", "win_share", "mean_moves", "longest"):
            assert getattr(slow, part) == getattr(fast, part), part


def check_undo_and_replay(case: Case, seed: int) -> None:
    """Undo brings the bytes back; a record rebuilds the table; luck is the seed's alone."""
    rng = Random(seed)
    match = case.match(compiled=True, nature="auto", seed=seed)
    while not match.over:
        before, played = match.to_bytes(), len(match.history)
        move = rng.choice(match.ids)
        match.play(move)
        if rng.random() < 0.1:
            after = match.to_bytes()
            match.undo()
            assert (match.to_bytes(), len(match.history)) == (before, played)
            match.play(move)
            assert match.to_bytes() == after
    text = str(match.record())
    again = Match.from_record(text, compiled=True)
    assert again.to_bytes() == match.to_bytes()
    assert again.history == match.history
    assert str(again.record()) == text
    middle = len(match.history) // 2
    again.rewind(middle)
    assert again.to_bytes() == match.at(middle).to_bytes()


def check_every_policy_ends(case: Case) -> None:
    """Always the first move, always the last, and the game's own bot: every game ends."""
    for pick in ("first", "last", "seal"):
        match = case.match(compiled=True, nature="auto", seed=3)
        seal = bot("seal", seed=1)
        while not match.over:
            assert len(match.history) < MOST_MOVES, f"policy “{pick}” never ends"
            if pick == "seal":
                assert match.actor is not None
                move = seal(match.view(match.actor))
                assert move in match.ids, f"the bot chose {move}"
                match.play(move)
            else:
                match.play(match.ids[0 if pick == "first" else -1])


def _guessed(match: Match, view: View, rng: np.ndarray) -> Match:
    """A match that stands on a guess made from a view."""
    twin = match.at(len(match.history))
    work = Workspace(match.game.form, view.box_array)
    work.array[0] = view.array[0]
    tables = twin._engine.wrap(work.array, match.game.form.table)
    boxes = twin._engine.wrap(work.box, match.game.form.box)
    twin._engine.imagine(tables, boxes, view.seat, rng)
    twin._work.raw[0] = work.raw[0]
    twin._list_moves()
    return twin


def _shown(match: Match, seat: int) -> tuple[object, ...]:
    """Everything a seat is given of a table."""
    view = match.view(seat)
    return view.array.tobytes(), view.ids, view.moves, view.ask(), view.text(), view.svg(), view.upright()


def check_hiding(case: Case, seed: int, every: int) -> None:
    """The two laws of hiding, for every seat and a stranger."""
    rng, luck = Random(seed), chance.luck(seed)
    match = case.match(compiled=True)
    form = match.game.form
    while not match.over:
        if rng.randrange(every) == 0:
            for seat in [STRANGER, *range(case.players)]:
                view = match.view(seat)
                assert not form.table.out_of_range(view.array), form.table.out_of_range(view.array)
                twin = _guessed(match, view, luck)
                wrong = form.table.out_of_range(twin._work.array[:1])
                assert not wrong, f"a guess is out of range: {wrong}"
                assert _shown(twin, seat) == _shown(match, seat), f"seat {seat} can tell a guess apart"
        move = _choose(match, rng)
        match.play(move)


def check_words(case: Case, seed: int) -> None:
    """Every move is told and every decision asked in finished sentences; boards draw."""
    rng = Random(seed)
    match = case.match(compiled=True)
    asked = Counter[str]()
    while not match.over:
        actor = match.actor
        if actor is not None and actor != NATURE:
            view = match.view(actor)
            asked[view.ask()] += 1
            assert view.game.words.why(view, "somersault"), "no answer to why"
        count = len(match.history)
        match.play(_choose(match, rng))
        for seat in (STRANGER, rng.randrange(case.players)):
            for sentence in match.told(seat, count):
                assert sentence == sentence.strip(), sentence
                assert sentence[-1] in ".!?…", sentence
                assert "{" not in sentence, sentence
    for moment in (0, len(match.history) // 2, len(match.history)):
        view = match.at(moment).view()
        assert view.text().strip()
        for drawn in (view.svg(), view.upright()):
            assert drawn.startswith("<svg"), drawn[:60]
            assert drawn.endswith("</svg>")
    for sentence in asked:
        assert sentence[-1] in ".?", sentence


def check_odds(case: Case, seed: int, draws: int = 4000) -> None:
    """What nature does is as frequent as its odds say, in each kind of draw of a game."""
    rng, luck = Random(seed), chance.luck(seed)
    match = case.match(compiled=True)
    seen: set[tuple[int, ...]] = set()
    while not match.over:
        ids = tuple(match.ids)
        if match.actor == NATURE and len(ids) > 1 and ids not in seen and len(seen) < 20:
            seen.add(ids)
            weights = match._work.odds[: len(ids)].copy()
            counts = np.zeros(len(ids))
            for _ in range(draws):
                counts[match._engine.pick(match._work.odds, len(ids), luck)] += 1
            expected = weights / weights.sum() * draws
            error = np.abs(counts - expected)
            assert (error <= 5.5 * np.sqrt(expected) + 1).all(), (match.odds, counts)
        match.play(_choose(match, rng))
    assert seen or find_game(case.game).sheet.facts.get("luck") is False, "nature never had a choice"
