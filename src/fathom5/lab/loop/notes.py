"""What the loop of a study writes: a row a game, decisions, and its notes beside the workspace."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fathom5.core.game import Spec
from fathom5.core.rng import MASK
from fathom5.core.schema import Array, Struct, many, part, whole
from fathom5.engine.loops import ENDLESS, STUCK
from fathom5.engine.workspace import LARGEST, MOST

MOST_PARTS = 2048
PARTS_OF_A_MOVE = 8
MOST_TALLIES = 64
MOST_FIRSTS = 8
LOGGED = 1 << 16
"""Decisions that are kept at most before the loop hands them over."""


class PartCount(Struct):
    """How often a part was used."""

    last = whole(0, LARGEST, "the decision at which it was last counted as open")
    open = whole(0, LARGEST, "decisions at which a move with it was open")
    taken = whole(0, LARGEST, "moves with it")
    users = whole(0, LARGEST, "seats that used it in a game, all games together")
    wins = whole(0, LARGEST, "wins of these seats in sixtieths")
    games = whole(0, LARGEST, "games in which a seat used it")
    seats = whole(0, LARGEST, "the seats that used it in this game, one bit each")


class Decision(Struct):
    """A decision of a seat, as it is logged."""

    game = whole(0, LARGEST, "the number of the game")
    turn = whole(0, MOST, "how many turns had begun")
    seat = whole(0, 127, "who decided")
    open = whole(0, MOST, "how many moves were open")
    move = whole(0, MOST, "the id of the move made")


@lru_cache
def row_struct(spec: Spec) -> type[Struct]:
    """The schema of one game's row."""
    fields = {
        "game": whole(0, LARGEST, "its number"),
        "moves": whole(0, MOST, "moves, nature's included"),
        "decisions": whole(0, MOST, "moves where several were open"),
        "seat_moves": whole(0, MOST, "moves of the seats"),
        "turns": whole(0, MOST, "runs of moves by one seat"),
        "lead_changes": whole(0, MOST, "how often another seat came to lead alone"),
        "last_behind": whole(0, 1000, "when the winner last did not lead, in thousandths of the turns"),
        "winners": whole(0, 127, "how many share the first place"),
        "odd": whole(-1, 127, "the seat that plays another way than the others; -1: none"),
        "points": whole(-MOST, MOST, "points by seat", spec.seats),
        "places": whole(0, 127, "places by seat", spec.seats),
        "orders": whole(0, 127, "turn order by seat, 1 for whoever decided first", spec.seats),
    }
    return type("Row", (Struct,), fields)


@lru_cache
def notes_struct(spec: Spec) -> type[Struct]:
    """The schema of what a study keeps beside the workspace."""
    fields = {
        "luck": whole(0, MASK, "the stream of each kind of draw by nature", len(spec.nature.kinds)),
        "whims": whole(0, MASK, "the stream of the random choices of each seat", spec.seats),
        "first": whole(0, LARGEST, "the number of the first game"),
        "games": whole(0, LARGEST, "how many games are played"),
        "played": whole(0, LARGEST, "how many were, fewer only where the log was full"),
        "failed": whole(ENDLESS + STUCK, 0, "ENDLESS or STUCK where a game had no end"),
        "has_odd": whole(0, 1, "whether one seat a game plays another way, each in turn"),
        "odd_policy": whole(0, 1000, "how it plays"),
        "odd_weights": part(spec.weights, "what its heuristic goes by"),
        "odd_seat": whole(-1, 127, "which it is now"),
        "banned": whole(0, 1, "moves it never makes while it has others", spec.moves.size),
        "logging": whole(0, 1, "whether decisions are logged"),
        "logged": whole(0, LOGGED, "how many were"),
        "log_full": whole(0, 1, "whether the decisions of the last game were too many"),
        "log": many(Decision, LOGGED, "the decisions"),
        "decision": whole(0, LARGEST, "decisions in all"),
        "achievements": whole(0, MOST_PARTS, "how many achievements there are"),
        "achievement_of": whole(0, MOST, "the part of each achievement", MOST_PARTS),
        "marks": whole(0, 1, "what a seat achieved", MOST_PARTS),
        "tallies": whole(0, MOST_TALLIES, "how many tallies there are"),
        "tally_of": whole(0, MOST, "the part of each tally", MOST_TALLIES),
        "tally": whole(0, MOST, "what a move counts for", MOST_TALLIES),
        "race_of": whole(-1, MOST_FIRSTS - 1, "of which race to be first each part is; -1: none", MOST_PARTS),
        "first_of": whole(0, MOST, "the part that counts who was first with it", MOST_PARTS),
        "begun": whole(0, LARGEST, "the last game with a first, by seat and race", spec.seats * MOST_FIRSTS),
        "uses": whole(0, MOST_PARTS, "parts that a seat used in this game"),
        "used": whole(0, MOST_PARTS, "these, and room to write one more", MOST_PARTS + 1),
        "draws": whole(0, MOST, "draws of each kind by nature in this game", len(spec.nature.kinds)),
        "ready": whole(0, MASK, "the generator at the next of these", len(spec.nature.kinds)),
        "kind_of": whole(0, MOST, "the kind of each move of nature", spec.nature.size),
        "parts_of": whole(-1, MOST, "parts of each move", spec.moves.size * PARTS_OF_A_MOVE),
        "parts_of_nature": whole(-1, MOST, "parts of nature's", spec.nature.size * PARTS_OF_A_MOVE),
        "choices": whole(0, MOST, "decisions of each seat in this game", spec.seats),
        "standing": whole(
            -LARGEST, LARGEST, "points of each seat when the lead was last looked at", spec.seats
        ),
        "leading": whole(0, 1, "whether each seat led then", spec.seats),
        "behind": whole(0, MOST, "of those who led, the turn at which each last had not", spec.seats),
        "parts": many(PartCount, MOST_PARTS, "how often each part was used"),
    }
    return type("Notes", (Struct,), fields)


class Notes:
    """The notes as the loop sees them; only for annotations."""

    if TYPE_CHECKING:
        luck: Array[int]
        whims: Array[int]
        first: int
        games: int
        played: int
        failed: int
        has_odd: int
        odd_policy: int
        odd_weights: Any
        odd_seat: int
        banned: Array[int]
        logging: int
        logged: int
        log_full: int
        log: Array[Decision]
        decision: int
        achievements: int
        achievement_of: Array[int]
        marks: Array[int]
        tallies: int
        tally_of: Array[int]
        tally: Array[int]
        race_of: Array[int]
        first_of: Array[int]
        begun: Array[int]
        uses: int
        used: Array[int]
        draws: Array[int]
        ready: Array[int]
        kind_of: Array[int]
        parts_of: Array[int]
        parts_of_nature: Array[int]
        choices: Array[int]
        standing: Array[int]
        leading: Array[int]
        behind: Array[int]
        parts: Array[PartCount]


class Row:
    """A game's row as the loop sees it; only for annotations."""

    if TYPE_CHECKING:
        game: int
        moves: int
        decisions: int
        seat_moves: int
        turns: int
        lead_changes: int
        last_behind: int
        winners: int
        odd: int
        points: Array[int]
        places: Array[int]
        orders: Array[int]
