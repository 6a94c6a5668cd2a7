"""A review in words: names of moves, amounts, and the moments that decided the game, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom5.coach.evaluator import CONFIDENCE, Estimate
from fathom5.coach.judged import Chance, Decision, Judged, added
from fathom5.coach.sample import Worth
from fathom5.coach.verdicts import JOKER, ORDER, Verdict
from fathom5.core.rule import NATURE, STRANGER
from fathom5.text import words
from fathom5.text.language import decimal, say

if TYPE_CHECKING:
    from fathom5.coach.reviews import Review

VERDICTS = ("best", "good", "inaccuracy", "mistake", "blunder")
"""What classes are called, in the order of Verdict."""

SIGNS = ("", "", "?!", "?", "??")
"""How they are marked."""

MOMENTS = 3
"""So many moments decided a game."""

COARSE = 0.05
"""A total that moves by so much of a win between runs is rounded to as much."""


def verdict_name(verdict: Verdict) -> str:
    """A class in words."""
    return say(VERDICTS[ORDER.index(verdict)])


def sign(verdict: Verdict) -> str:
    """The mark of a class, as chess players write it."""
    return SIGNS[ORDER.index(verdict)]


def move_name(review: Review, number: int, move: int) -> str:
    """A move that could be made after so many moves of the record, in words."""
    then = review.match.at(number)
    actor = review.match.history[number][0]
    if actor != NATURE:
        return then.view(actor).name(move)
    return words(then.game).name(then.table, then.box, then.game.spec.nature.decode(move))


def amount(review: Review, worth: Worth) -> str:
    """A value in the unit of the review: a chance to win, or points where somebody plays alone."""
    if review.scale.in_points:
        return say("{points:.1f} points", points=worth.points.mean)
    return f"{100 * worth.wins.mean:.0f} %"


def total(value: Estimate) -> str:
    """A share of a win in hundredths, rounded to 5 where it moves that much between runs."""
    step = 5 if CONFIDENCE * value.error >= COARSE else 1
    return str(step * round(100 * value.mean / step))


def note(review: Review) -> str:
    """What the numbers of the sums are."""
    adds = say("Start, luck, decisions and what the evaluator only saw later add up to the result.")
    if review.scale.in_points:
        return say("All in points.") + " " + adds
    rounded = say("All in hundredths of a win; what moves by 5 or more from run to run is rounded to 5.")
    return f"{rounded} {adds}"


def deciding(review: Review) -> list[Judged]:
    """The moments that decided the game, in their order: the dearest decisions and the largest luck."""
    sized = [(_size(review, each), each) for each in review.judged]
    largest = sorted((pair for pair in sized if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].number))
    return sorted((each for _, each in largest[:MOMENTS]), key=lambda each: each.number)


def _size(review: Review, judged: Judged) -> float:
    """How much of a win was at stake; nothing for decisions that were good enough."""
    if isinstance(judged, Decision):
        is_wrong = ORDER.index(judged.verdict) >= ORDER.index(Verdict.INACCURACY)
        return review.scale.share(judged.cost).mean if is_wrong else 0.0
    return max(abs(review.scale.share(worth).mean) for worth in judged.luck)


def sentence(review: Review, judged: Judged) -> str:
    """What happened at a move, in one sentence."""
    return _decided(review, judged) if isinstance(judged, Decision) else _rolled(review, judged)


def _decided(review: Review, decision: Decision) -> str:
    names = {
        "when": when(review, decision),
        "who": review.match.names[decision.seat],
        "played": move_name(review, decision.number, decision.played),
        "left": amount(review, decision.worth),
    }
    if decision.verdict == Verdict.BEST:
        return say("{when}: {who} plays “{played}”, as good as any: {left}.", **names)
    return say(
        "{when}: “{best}” would have kept {who} at {kept}; “{played}” left {left}.",
        best=move_name(review, decision.number, decision.best),
        kept=amount(review, decision.best_worth),
        **names,
    )


LUCKY = (
    "{when}: “{move}”, a chance of {odds} %, was a disaster for {who}: {before} became {after}.",
    "{when}: “{move}”, a chance of {odds} %, was bad luck for {who}: {before} became {after}.",
    "{when}: “{move}”, a chance of {odds} %, was good luck for {who}: {before} became {after}.",
    "{when}: “{move}”, a chance of {odds} %, was a joker for {who}: {before} became {after}.",
)


def _rolled(review: Review, chance: Chance) -> str:
    shares = [review.scale.share(worth).mean for worth in chance.luck]
    seat = max(range(len(shares)), key=lambda seat: abs(shares[seat]))
    after = chance.after[seat]
    named = {
        "when": when(review, chance),
        "move": move_name(review, chance.number, chance.move),
        "odds": odds_text(chance.odds),
    }
    if after is None or not shares[seat]:
        return say("{when}: “{move}”, a chance of {odds} %, made no difference.", **named)
    return say(
        LUCKY[2 * (shares[seat] > 0) + (shares[seat] >= JOKER) + (0 > shares[seat] > -JOKER)],
        who=review.match.names[seat],
        before=amount(review, added(after, chance.luck[seat], -1.0)),
        after=amount(review, after),
        **named,
    )


def odds_text(odds: float) -> str:
    """A chance in hundredths, with decimals where it is small."""
    return decimal(100 * odds, ".0f" if odds >= 0.1 else ".2g")


def when(review: Review, judged: Judged) -> str:
    """Where in the game a move was made: by the game's own words if it has any, else its number."""
    seat = judged.seat if isinstance(judged, Decision) else STRANGER
    number = say("Move {number}", number=judged.number + 1)
    place = words(review.match.game).when(review.match.at(judged.number).view(seat))
    return f"{number}, {place}" if place else number


def named_luck(review: Review) -> Sequence[tuple[Chance, int]]:
    """Jokers and disasters: moves of nature with the seats to which they were one, beyond their error."""
    found = []
    for chance in review.chances:
        for seat, worth in enumerate(chance.luck):
            share = review.scale.share(worth)
            if abs(share.mean) >= JOKER and abs(share.mean) > CONFIDENCE * share.error:
                found.append((chance, seat))
    return found
