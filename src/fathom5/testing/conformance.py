"""What every game has to hold, whoever wrote it: `fathom5 check`, or `cases` and `check_…` from its tests.

Each check plays games of one case (a number of players and options) and fails with a sentence.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from fathom5.bots import find_bot
from fathom5.core import verbs
from fathom5.core.contract import ROOMS, Rules, differences
from fathom5.core.defaults import guess_nothing
from fathom5.core.errors import IllegalMove, Mistake
from fathom5.core.game import Game, all_games
from fathom5.core.rule import NATURE, STRANGER
from fathom5.engine import compiler_is_on
from fathom5.engine.faults import explained, slips
from fathom5.lab.simulation import simulate
from fathom5.match import Match
from fathom5.testing.questions import impossible_moves
from fathom5.text import words
from fathom5.text.finding import OpenMoves, asked
from fathom5.view import View

MOST_COMBINATIONS = 8
MOST_MOVES = 100_000

SHARE_ASKED = 0.1
"""At so many decisions all that cannot be done is asked about."""

MOST_PLACES = 128
"""Arrays larger than this are counted only as a whole."""


@dataclass(frozen=True)
class Case:
    """One way to play a game."""

    game: Game
    players: int
    options: tuple[tuple[str, str], ...] = field(default=())
    rules: str = ""
    """The version of the rules; empty: today's."""

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options)
        rules = f"-rules-{self.rules}" if self.rules else ""
        return f"{self.game.name}-{self.players}{'-' if options else ''}{options}{rules}"

    def match(self, compiled: bool, nature: str = "manual", seed: int = 1) -> Match:
        """A fresh match of this case."""
        options, box = dict(self.options), self.game.edition(self.rules) if self.rules else None
        return Match(
            self.game, self.players, nature=nature, seed=seed, options=options, box=box, compiled=compiled
        )


def require(holds: object, sentence: str) -> None:
    """Fail with a sentence unless something holds."""
    if not holds:
        raise AssertionError(sentence)


def cases(game: Game) -> Iterator[Case]:
    """Every player count with every combination of options, or a spread of them where they are many.

    Older editions of the rules are played once with each number of players.
    """
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
            yield Case(game, players, options)
        for rules in game.editions:
            if rules != game.rules_version:
                yield Case(game, players, rules=rules)


def _choose(match: Match, rng: Random) -> int:
    """A random move, nature's by its odds."""
    return rng.choices(match.ids, match.weights or None)[0]


def _check_ranges(match: Match) -> None:
    wrong = match.game.spec.table.out_of_range(match.position.work.array["table"])
    require(not wrong, f"a field leaves its range after {len(match.history)} moves: {', '.join(wrong)}")


def check_random_game(case: Case, seed: int, compiled: bool = False) -> None:
    """A random game, interpreted by default, with every list, range, name and refusal checked."""
    rng = Random(seed)
    match = case.match(compiled)
    for number in range(MOST_MOVES):
        ids = match.ids
        size = match.game.spec.moves_of(match.position.actor).playable
        require(ids == sorted(set(ids)), f"moves are not ascending: {ids}")
        require(0 <= ids[0] <= ids[-1] < size, f"a move is not below {size}: {ids}")
        require(all(weight > 0 for weight in match.weights), f"odds have to be above 0: {match.odds}")
        if number % 7 == 0:
            _check_names(match)
            _check_refusals(match, rng)
            _check_standing(match)
        match.play(_choose(match, rng))
        _check_ranges(match)
        if match.over:
            break
    require(match.over, f"no end within {MOST_MOVES} moves")
    _check_standing(match)
    before = match.to_bytes()
    try:
        match.play(0)
    except IllegalMove:
        require(match.to_bytes() == before, "a move refused after the end changed the table")
    else:
        raise AssertionError("a move was played after the end")


def _check_standing(match: Match) -> None:
    """Points are within bounds and somebody is first, also before the end."""
    low, high = match.game.role(Rules).SCORES
    scores, places = match.position.standing
    require(all(low <= points <= high for points in scores), f"points {scores} leave SCORES {low} to {high}")
    require(min(places) == 1 or match.players == 1, f"nobody is first: {places}")


def _check_names(match: Match) -> None:
    names = match.moves
    require(len(set(names)) == len(names), f"two moves share a name: {names}")
    for place in {0, len(names) - 1}:
        require(match.find(names[place]) == match.ids[place], f"“{names[place]}” does not find its own move")
    found = OpenMoves(match.game, match.table, match.box, match.open_moves)
    for place, name in enumerate(names):
        plain = " ".join(name.lower().split())
        require(name == plain, f"“{name}” is not in small letters and single spaces")
        require(found.fitting(name) == [place], f"“{name}” does not find its own move")
        require(asked(match.game, name), f"“{name}” begins like nothing in CALLED of words.py")


def _check_refusals(match: Match, rng: Random) -> None:
    """Legal is playable on a copy; illegal is refused and changes nothing."""
    before, ids = match.to_bytes(), set(match.ids)
    for move in rng.sample(sorted(ids), min(3, len(ids))):
        match.copy().play(move)
        require(match.to_bytes() == before, "playing a copy changed the original")
    size = match.game.spec.moves_of(match.position.actor).size
    for move in (-1, size, rng.randrange(size)):
        if move not in ids:
            try:
                match.play(move)
            except Mistake:
                require(match.to_bytes() == before, f"refused move {move} changed the table")
                require(set(match.ids) == ids, f"refused move {move} changed what is open")
            else:
                raise AssertionError(f"illegal move {move} was played")


def check_compiled_is_interpreted(case: Case, seed: int) -> None:
    """The same moves give the same lists, odds, points and bytes, compiled and interpreted, within ranges."""
    rng = Random(seed)
    slow, fast = case.match(compiled=False), case.match(compiled=True)
    while not slow.over:
        require(
            (slow.ids, slow.weights) == (fast.ids, fast.weights), "open moves or odds differ when compiled"
        )
        move = _choose(slow, rng)
        slow.play(move)
        fast.play(move)
        _check_ranges(fast)
        _check_standing(fast)
        same = slow.to_bytes() == fast.to_bytes()
        require(same, f"compiled rules give another table after {len(slow.history)} moves")
    require((slow.scores, slow.places) == (fast.scores, fast.places), "points or places differ when compiled")


def check_simulations_agree(case: Case, bot: str, games: int) -> None:
    """Whole simulations agree, compiled and interpreted, on one core and on two."""

    def outcome(jobs: int, compiled: bool) -> tuple[object, ...]:
        options = dict(case.options)
        found = simulate(
            case.game,
            case.players,
            games,
            seed=5,
            bots=[bot],
            options=options,
            jobs=jobs,
            compiled=compiled,
        )
        parts = ("games", "mean_score", "sd_score", "win_share", "mean_moves", "longest")
        return tuple(getattr(found, part) for part in parts)

    slow = outcome(1, False)
    for jobs in (1, 2):
        require(slow == outcome(jobs, True), f"a simulation differs when compiled, on {jobs} cores")


def check_undo_and_replay(case: Case, seed: int, compiled: bool = True) -> None:
    """Undo brings the bytes back; a record rebuilds the table; luck is the seed's alone."""
    rng = Random(seed)
    match = case.match(compiled, nature="auto", seed=seed)
    while not match.over:
        before, played = match.to_bytes(), len(match.history)
        move = rng.choice(match.ids)
        match.play(move)
        if rng.random() < 0.1:
            after = match.to_bytes()
            match.undo()
            require(
                (match.to_bytes(), len(match.history)) == (before, played),
                "undo does not bring the table back",
            )
            match.play(move)
            require(match.to_bytes() == after, "the same move after undo leads elsewhere")
    text = str(match.record())
    again = match.record().match(compiled=compiled)
    require(again.to_bytes() == match.to_bytes(), "a record does not rebuild the table")
    require(again.history == match.history, "a record does not rebuild the moves")
    require(str(again.record()) == text, "a record is written differently the second time")
    middle = len(match.history) // 2
    again.rewind(middle)
    require(again.to_bytes() == match.at(middle).to_bytes(), "going back does not bring the table back")


def check_every_policy_ends(case: Case, compiled: bool = True) -> None:
    """Always the first move, always the last, and the game's own heuristic: every game ends."""
    heuristic = find_bot("heuristic", seed=1)
    for policy in ("first", "last", "heuristic"):
        match = case.match(compiled, nature="auto", seed=3)
        while (seat := match.actor) is not None:
            require(len(match.history) < MOST_MOVES, f"policy “{policy}” never ends")
            ids = match.ids
            move = (
                heuristic(match.view(seat)) if policy == "heuristic" else ids[0 if policy == "first" else -1]
            )
            require(move in ids, f"the heuristic chose {move}, which is not open")
            match.play(move)


def _guessed(match: Match, view: View, seed: int) -> Match:
    """A match that stands on a guess made from a view."""
    twin = match.at(len(match.history))
    twin.position.set_bytes(view.guess(seed).to_bytes())
    return twin


def _shown(match: Match, seat: int) -> tuple[object, ...]:
    """Everything a seat is given of a table."""
    view = match.view(seat)
    explained = [*map(view.preview, view.ids), view.lessons(), *map(view.tally, range(match.players))]
    drawn = [view.text(), view.svg(), view.upright()]
    return view.array.tobytes(), view.ids, view.moves, view.ask(), drawn, explained


def check_hiding(case: Case, seed: int, every: int, compiled: bool = True) -> None:
    """The two laws of hiding, for seats and a stranger; secrets can be guessed, and no tale tells them."""
    rng, spec = Random(seed), case.game.spec
    has_guess = verbs.RULES_OF[spec.table]["guess"] is not guess_nothing
    require(has_guess or not spec.has_secrets, "there are secrets, but no rule “guess” that fills them in")
    match = case.match(compiled)
    while not match.over:
        if rng.randrange(every) == 0:
            for seat in [STRANGER, *range(case.players)]:
                view = match.view(seat)
                wrong = spec.table.out_of_range(view.array)
                require(not wrong, f"a view leaves its ranges: {wrong}")
                twin = _guessed(match, view, rng.getrandbits(32))
                _check_ranges(twin)
                require(
                    _shown(twin, seat) == _shown(match, seat), f"seat {seat} can tell a guess from the table"
                )
                if spec.has_secrets:
                    _check_playable(twin, rng)
            if spec.has_secrets:
                _check_tales(match)
        match.play(_choose(match, rng))


def _check_playable(twin: Match, rng: Random) -> None:
    """A guess can be played on: nobody gets stuck and no field leaves its range."""
    for _ in range(12):
        if twin.over:
            return
        try:
            twin.play(_choose(twin, rng))
        except Mistake as mistake:
            raise AssertionError(f"a guess cannot be played on: {mistake}") from None
        _check_ranges(twin)


def _check_tales(match: Match) -> None:
    """Of nature's moves after which a seat sees the same, it is told the same."""
    count = len(match.history)
    seats = [STRANGER, *range(match.players)] if match.actor == NATURE else []
    tales: dict[tuple[int, bytes], list[str]] = {}
    for move in match.ids[:20] if seats else ():
        twin = match.copy()
        twin.play(move)
        for seat in seats:
            told = twin.told(seat, count)
            first = tales.setdefault((seat, twin.view(seat).array.tobytes()), told)
            require(
                told == first, f"a secret is told to seat {seat}: “{' '.join(told)}” or “{' '.join(first)}”"
            )


def check_guesses(case: Case, games: int = 600, compiled: bool = True) -> None:
    """At the first decision, guesses of every hidden number are as frequent as the numbers dealt.

    Dealt and guessed tables have to have the same distribution: that of a card in each hidden place, and
    that of how often each number is hidden in all.
    """
    if not case.game.spec.has_secrets:
        return
    dealt: dict[object, Counter[int]] = defaultdict(Counter)
    guessed: dict[object, Counter[int]] = defaultdict(Counter)
    for seed in range(games):
        match = case.match(compiled, nature="auto", seed=seed)
        for seat in (STRANGER, match.players - 1):
            view = match.view(seat)
            guess = view.guess(seed + 1)
            _count_numbers(match.position, seat, dealt)
            _count_numbers(guess, seat, guessed)
    for place in {*dealt, *guessed}:
        for value in {*dealt[place], *guessed[place]}:
            one, two = dealt[place][value], guessed[place][value]
            surprising = abs(one - two) > 5 * np.sqrt(one + two + 1) + 3
            told = f"guesses are not as dealt: {place} is {value} in {two} guesses and {one} deals of {games}"
            require(not surprising, told)


def _count_numbers(position: Any, seat: int, counts: dict[object, Counter[int]]) -> None:
    """Count the numbers of a table: by place, and by how often each occurs in its array."""
    for leaf in position.game.spec.table.leaves():
        numbers = leaf.of(position.work.array["table"]).ravel().tolist()
        for place, number in enumerate(numbers if len(numbers) <= MOST_PLACES else ()):
            counts[seat, leaf.name, place][number] += 1
        for number, often in Counter(numbers).items():
            counts[seat, leaf.name, f"how often {number}"][often] += 1


def _check_answers(view: View, rng: Random) -> None:
    """Whatever cannot be done now is answered in a finished sentence."""
    for asked_for, _ in impossible_moves(view, rng):
        answer = view.why(asked_for)
        require(_is_finished(answer), f"why {asked_for} is not answered in a finished sentence: “{answer}”")


def _is_finished(sentence: str) -> bool:
    return sentence == sentence.strip() and sentence[-1:] in tuple(".!?…") and "{" not in sentence


def check_words(case: Case, seed: int, compiled: bool = True) -> None:
    """Every move is told and every decision asked in finished sentences; boards draw."""
    rng = Random(seed)
    match = case.match(compiled)
    asked = Counter[str]()
    while not match.over:
        actor = match.actor
        if actor is not None and actor != NATURE:
            view = match.view(actor)
            asked[view.ask()] += 1
            require(view.why("somersault"), "no answer to why")
            if rng.random() < SHARE_ASKED:
                _check_answers(view, rng)
        count = len(match.history)
        match.play(_choose(match, rng))
        for seat in (STRANGER, rng.randrange(case.players)):
            for sentence in match.told(seat, count):
                require(_is_finished(sentence), f"not a finished sentence: “{sentence}”")
    for moment in (0, len(match.history) // 2, len(match.history)):
        view = match.at(moment).view()
        require(view.text().strip(), "the board has no text")
        for drawn in (view.svg(), view.upright()):
            require(drawn.startswith("<svg") and drawn.endswith("</svg>"), "the board is no SVG")
    for sentence in asked:
        require(sentence[-1] in ".?", f"a question has to end with . or ?: “{sentence}”")


def check_guide(case: Case, seed: int, compiled: bool = True) -> None:
    """Every open move has a lesson and a finished preview, and the lines of a score add up to it."""
    rng = Random(seed)
    match = case.match(compiled)
    while not match.over:
        actor = match.actor
        if actor is not None and actor != NATURE:
            _check_explained(match.view(actor), rng)
        match.play(_choose(match, rng))
        if rng.randrange(20) == 0:
            _check_tallies(match)
    _check_tallies(match)


def _check_explained(view: View, rng: Random) -> None:
    for name, lesson in view.lessons().items():
        require(lesson.title and lesson.title[-1] != ".", f"lesson {name} needs a title without a full stop")
        require(lesson.text[-1] in ".!?" and "{" not in lesson.text, f"lesson {name} is no finished text")
    for move in rng.sample(view.ids, min(3, len(view.ids))):
        told = view.preview(move)
        finished = told == told.strip() and "{" not in told and (not told or told[-1] == ".")
        require(finished, f"a preview is no finished sentence: “{told}”")


def _check_tallies(match: Match) -> None:
    scores = match.scores
    for seat in range(match.players):
        for looking in (STRANGER, seat):
            lines = match.view(looking).tally(seat)
            require(lines, "a score without a line")
            same = sum(line.points for line in lines) == scores[seat]
            require(same, f"the lines of a score do not add up to {scores[seat]}: {lines}")


def check_odds(case: Case, seed: int, draws: int = 4000, compiled: bool = True) -> None:
    """What nature does is as frequent as its odds say, and as the game's `expected_odds` says if it has that.

    `expected_odds(table, box)` in rules.py, a plain function, returns the chance of each of nature's moves
    by id, worked out in another way than `odds`; None where it has nothing to say.
    """
    rng = Random(seed)
    expected_odds = case.game.role(Rules).expected_odds
    match = case.match(compiled)
    known: set[tuple[int, ...]] = set()
    while not match.over:
        ids = tuple(match.ids)
        if match.actor == NATURE:
            _check_expected(match, expected_odds(match.table, match.box))
        if match.actor == NATURE and len(ids) > 1 and ids not in known and len(known) < 20:
            known.add(ids)
            match.position.seed(seed)
            counts = Counter(match.position.draw() for _ in range(draws))
            weights = np.array(match.weights)
            expected = weights / weights.sum() * draws
            error = np.abs(np.array([counts[move] for move in ids]) - expected)
            require(
                (error <= 5.5 * np.sqrt(expected) + 1).all(), f"draws do not follow the odds {match.odds}"
            )
        match.play(_choose(match, rng))
    has_luck = case.game.sheet.facts.get("luck") is not False
    require(
        known or not has_luck, "nature never had a choice; write luck = false in box.toml if that is right"
    )


def _check_expected(match: Match, expected: Mapping[int, float] | None) -> None:
    if expected is not None:
        total = sum(match.weights)
        for move, weight in zip(match.ids, match.weights, strict=True):
            due = expected.get(move, 0.0)
            right = abs(weight / total - due) < 1e-9
            name = words(match.game).name(match.table, match.box, match.game.spec.nature.decode(move))
            require(right, f"the chance of “{name}” is {weight}/{total}, and expected_odds says {due:.4f}")
        require(set(expected) <= set(match.ids), "expected_odds names a move that nature does not have")


def check_game(game: Game) -> Iterator[str]:
    """Everything above on a few cases of a game, interpreted first: yields a sentence for each slip."""
    _ = game.spec
    known = all_games()
    is_new = game.name not in known
    known.setdefault(game.name, game)  # for as long as records have to find it
    try:
        yield from _slips(game)
    finally:
        if is_new:
            del known[game.name]


def _slips(game: Game) -> Iterator[str]:
    if misfits := list(_differences(game)):
        yield from misfits
        return
    static = list(slips(game))
    yield from static
    chosen = list({case.players: case for case in cases(game)}.values())
    failed = False
    for compiled in (False, True) if compiler_is_on() and not static else (False,):
        for name, check in _checks(compiled):
            for case in chosen:
                slip = _failure(check, case)
                if slip is not None:
                    failed = True
                    yield f"{case}: {name}: {slip}"
                    break
        if failed:
            return


def _failure(check: Callable[[Case], None], case: Case) -> str | None:
    """What a check finds wrong with a case, in a sentence; None if it holds."""
    try:
        check(case)
    except (AssertionError, Mistake) as slip:
        return str(slip)
    except Exception as error:
        return explained(error, case.game)
    return None


def _differences(game: Game) -> Iterator[str]:
    """What in the modules of a game does not fit their roles."""
    for role in ROOMS:
        for module in game.modules(role):
            yield from differences(role, module)


def _checks(compiled: bool) -> list[tuple[str, Callable[[Case], None]]]:
    """Names and checks, in the order in which a slip is best found."""
    both: list[tuple[str, Callable[[Case], None]]] = [
        ("random game", lambda case: check_random_game(case, 11, compiled)),
        ("undo and replay", lambda case: check_undo_and_replay(case, 13, compiled)),
        ("every policy ends", lambda case: check_every_policy_ends(case, compiled)),
        ("hiding", lambda case: check_hiding(case, 14, 5, compiled)),
        ("guesses", lambda case: check_guesses(case, 600 if compiled else 150, compiled)),
        ("words", lambda case: check_words(case, 15, compiled)),
        ("guide", lambda case: check_guide(case, 17, compiled)),
        ("odds", lambda case: check_odds(case, 16, 2000, compiled)),
    ]
    fast: list[tuple[str, Callable[[Case], None]]] = [
        ("compiled is interpreted", lambda case: check_compiled_is_interpreted(case, 12)),
        ("simulations agree", lambda case: check_simulations_agree(case, "heuristic", 3)),
    ]
    return both + fast if compiled else both
