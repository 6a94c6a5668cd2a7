"""The compiled loop of a study: games in one go, a row for each, and how often each part is used.

Luck comes in streams: the k-th draw of a kind by nature is the same in two boxes with the same seed and
number of game, whatever was drawn in between, and so are the random choices of a seat. That makes
differences between boxes show with fewer games.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from fathom5.core import verbs
from fathom5.core.game import Spec
from fathom5.core.rng import start, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid, Struct, many, whole
from fathom5.engine import LOOPS, Loop
from fathom5.engine.loops import ENDLESS, STUCK, TOO_LONG, WIN, choose, list_moves
from fathom5.engine.workspace import LARGEST, MOST, Work, workspace_struct

MOST_PARTS = 2048
PARTS_OF_A_MOVE = 8
LOGGED = 1 << 16
"""Decisions that are kept at most before the loop hands them over."""

STREAM, DRAWS = 1_000_003, 1 << 17
"""Streams of luck are so far apart, and each game has so many draws of one."""


class PartCount(Struct):
    """How often a part was used."""

    last = whole(0, LARGEST, "the decision at which it was last counted as open")
    open = whole(0, LARGEST, "decisions at which a move with it was open")
    taken = whole(0, LARGEST, "moves with it")
    users = whole(0, LARGEST, "seats that used it in a game, all games together")
    wins = whole(0, LARGEST, "wins of these seats in sixtieths")


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
        "seed": whole(-LARGEST, LARGEST, "where luck starts"),
        "first": whole(0, LARGEST, "the number of the first game"),
        "games": whole(0, LARGEST, "how many games are played"),
        "played": whole(0, LARGEST, "how many were, unless the log was full before"),
        "failed": whole(ENDLESS + STUCK, 0, "ENDLESS or STUCK where a game had no end"),
        "has_odd": whole(0, 1, "whether one seat a game plays another way, each in turn"),
        "odd_policy": whole(0, 1000, "how it plays"),
        "odd_seat": whole(-1, 127, "which it is now"),
        "banned": whole(0, 1, "moves it never makes while it has others", spec.moves.size),
        "logging": whole(0, 1, "whether decisions are logged"),
        "logged": whole(0, LOGGED, "how many were"),
        "log": many(Decision, LOGGED, "the decisions"),
        "decision": whole(0, LARGEST, "decisions in all"),
        "achievements": whole(0, MOST_PARTS, "how many achievements there are"),
        "achievement_of": whole(0, MOST, "the part of each achievement", MOST_PARTS),
        "marks": whole(0, 1, "what a seat achieved", MOST_PARTS),
        "touched": whole(0, MOST, "pairs of seat and part in this game"),
        "pairs": whole(0, MOST, "seat * MOST_PARTS + part, the touched ones first", spec.seats * MOST_PARTS),
        "mark": whole(0, LARGEST, "the game that last touched each pair, from 1", spec.seats * MOST_PARTS),
        "draws": whole(0, MOST, "draws of each kind by nature in this game", len(spec.nature.kinds)),
        "kind_of": whole(0, MOST, "the kind of each move of nature", spec.nature.size),
        "parts_of": whole(-1, MOST, "parts of each move", spec.moves.size * PARTS_OF_A_MOVE),
        "parts_of_nature": whole(-1, MOST, "parts of nature's", spec.nature.size * PARTS_OF_A_MOVE),
        "choices": whole(0, MOST, "decisions of each seat in this game", spec.seats),
        "behind": whole(0, MOST, "the turn at which each seat last did not lead", spec.seats),
        "parts": many(PartCount, MOST_PARTS, "how often each part was used"),
    }
    return type("Notes", (Struct,), fields)


class Notes:
    """The notes as the loop sees them; only for annotations."""

    if TYPE_CHECKING:
        seed: int
        first: int
        games: int
        played: int
        failed: int
        has_odd: int
        odd_policy: int
        odd_seat: int
        banned: Array[int]
        logging: int
        logged: int
        log: Array[Decision]
        decision: int
        achievements: int
        achievement_of: Array[int]
        marks: Array[int]
        touched: int
        pairs: Array[int]
        mark: Array[int]
        draws: Array[int]
        kind_of: Array[int]
        parts_of: Array[int]
        parts_of_nature: Array[int]
        choices: Array[int]
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


@rule
def count_open(work: Work, note: Notes, n: int) -> None:
    """Count every part with which a move is open at this decision, once."""
    note.decision += 1
    for i in range(n):
        for k in range(work.moves[i] * PARTS_OF_A_MOVE, (work.moves[i] + 1) * PARTS_OF_A_MOVE):
            number = note.parts_of[k]
            if number < 0:
                break
            part = note.parts[number]
            if part.last != note.decision:
                part.last = note.decision
                part.open += 1


@rule
def count_taken(note: Notes, parts_of: Array[int], move: int, seat: int, game: int) -> None:
    """Count the parts of a move that was made by a seat, or came in its turn."""
    for k in range(move * PARTS_OF_A_MOVE, (move + 1) * PARTS_OF_A_MOVE):
        number = parts_of[k]
        if number < 0:
            break
        note.parts[number].taken += 1
        if seat >= 0:
            touch(note, seat, number, game)


@rule
def touch(note: Notes, seat: int, number: int, game: int) -> None:
    """Note that a seat used a part in a game, once."""
    pair = seat * MOST_PARTS + number
    if note.mark[pair] != game + 1:
        note.mark[pair] = game + 1
        note.pairs[note.touched] = pair
        note.touched += 1


@rule
def count_achievements(work: Work, note: Notes, seat: int, game: int) -> None:
    """Count what a seat has achieved by the end."""
    for i in range(note.achievements):
        note.marks[i] = 0
    verbs.achieve(work.table, work.box, seat, note.marks)
    for i in range(note.achievements):
        if note.marks[i]:
            note.parts[note.achievement_of[i]].taken += 1
            touch(note, seat, note.achievement_of[i], game)


@rule
def keep_allowed(work: Work, note: Notes, n: int) -> int:
    """Leave out the banned moves unless nothing else is open; return how many are left."""
    left = 0
    for i in range(n):
        if not note.banned[work.moves[i]]:
            left += 1
    if left == 0:
        return n
    kept = 0
    for i in range(n):
        if not note.banned[work.moves[i]]:
            work.moves[kept] = work.moves[i]
            kept += 1
    return left


@rule
def leads(work: Work, seat: int) -> bool:
    """Whether nobody has more points than a seat, by the scores written last."""
    most = work.scores[seat]
    for other in range(work.table.players):
        most = max(most, work.scores[other])
    return work.scores[seat] == most


@rule
def look_at_lead(work: Work, note: Notes, row: Row, leader: int) -> int:
    """At the beginning of a turn: who leads, counting changes; return the last seat that led alone."""
    verbs.score(work.table, work.box, work.scores)
    ahead, alone = 0, 0
    for seat in range(work.table.players):
        if leads(work, seat):
            ahead += 1
            alone = seat
        else:
            note.behind[seat] = row.turns
    if ahead != 1:
        return leader
    row.lead_changes += leader not in (-1, alone)
    return alone


@rule
def finish_row(work: Work, note: Notes, row: Row) -> None:
    """Write how the game ended and who used what."""
    verbs.score(work.table, work.box, work.scores)
    verbs.rank(work.table, work.box, work.ranks)
    row.winners = 0
    for seat in range(work.table.players):
        count_achievements(work, note, seat, row.game)
        row.points[seat] = work.scores[seat]
        row.places[seat] = work.ranks[seat]
        if work.ranks[seat] == 1:
            row.winners += 1
            if row.winners == 1:
                row.last_behind = 1000 * note.behind[seat] // max(1, row.turns)
    for i in range(note.touched):
        part = note.parts[note.pairs[i] % MOST_PARTS]
        part.users += 1
        if work.ranks[note.pairs[i] // MOST_PARTS] == 1:
            part.wins += WIN // row.winners


@rule
def begin_row(work: Work, note: Notes, row: Row, game: int) -> None:
    """Lay the start table and clear what belongs to one game."""
    work.table = work.start
    row.game = game
    row.moves = row.decisions = row.seat_moves = row.turns = row.lead_changes = 0
    note.touched = 0
    note.odd_seat = game % work.table.players if note.has_odd else -1
    row.odd = note.odd_seat
    for kind in range(len(note.draws)):
        note.draws[kind] = 0
    for seat in range(len(note.choices)):
        note.choices[seat] = note.behind[seat] = row.orders[seat] = 0
        row.points[seat] = row.places[seat] = 0


@rule
def draw_move(work: Work, note: Notes, n: int, game: int) -> int:
    """Nature's move out of the stream of its kind."""
    kind = note.kind_of[work.moves[0]]
    start(work.rng, note.seed + STREAM * (kind + 1), game * DRAWS + note.draws[kind])
    note.draws[kind] += 1
    return work.moves[weighted(work.odds, n, work.rng)]


@rule
def enter_turn(note: Notes, row: Row, seat: int, seen: int) -> int:
    """A seat's first decision in a run of its own; return how many seats have decided so far."""
    row.turns += 1
    if row.orders[seat] == 0:
        row.orders[seat] = seen + 1
        return seen + 1
    return seen


@rule
def write_log(note: Notes, row: Row, seat: int, n: int, move: int) -> None:
    """Log a decision."""
    entry = note.log[note.logged]
    entry.game = row.game
    entry.turn = row.turns
    entry.seat = seat
    entry.open = n
    entry.move = move
    note.logged += 1


def study_games(
    workspaces: Array[Work],
    raw: Array[int],
    masks: Grid[int],
    fills: Grid[int],
    policies: Array[int],
    notes: Array[Notes],
    rows: Array[Row],
    script: Array[int],
) -> None:
    """Play games from the start table and write a row for each; with a script, the one game it tells."""
    work, note = workspaces[0], notes[0]
    note.played = 0
    while note.played < note.games:
        game = note.first + note.played
        row, before = rows[note.played], note.logged
        begin_row(work, note, row, game)
        last, leader, seen = -1, -1, 0
        while work.table.actor != OVER:
            n = list_moves(work)
            if n == 0 or row.moves > TOO_LONG:
                note.failed = STUCK if n == 0 else ENDLESS
                return
            seat, move = work.table.actor, 0
            if seat != NATURE:
                if seat != last:
                    seen = enter_turn(note, row, seat, seen)
                    leader = look_at_lead(work, note, row, leader)
                    last = seat
                count_open(work, note, n)
                row.decisions += n > 1
                row.seat_moves += 1
            if len(script) > 0:
                move = script[row.moves]
            elif seat == NATURE:
                move = draw_move(work, note, n, game)
            else:
                start(work.rng, note.seed - STREAM * (seat + 1), game * DRAWS + note.choices[seat])
                note.choices[seat] += 1
                is_odd = seat == note.odd_seat
                left = keep_allowed(work, note, n) if is_odd else n
                policy = note.odd_policy if is_odd else policies[seat]
                move = choose(work, raw, masks, fills, policy, left, work.rng)
            if seat == NATURE:
                count_taken(note, note.parts_of_nature, move, last, game)
            else:
                count_taken(note, note.parts_of, move, seat, game)
                if note.logging and n > 1:
                    if note.logged == LOGGED:
                        note.logged = before
                        return
                    write_log(note, row, seat, n, move)
            verbs.play(work.table, work.box, move)
            row.moves += 1
        finish_row(work, note, row)
        note.played += 1


def _arguments(spec: Spec) -> tuple[Any, ...]:
    work = np.zeros(1, workspace_struct(spec).dtype)
    masks = np.zeros((1, spec.table.dtype.itemsize), np.uint8)
    pair = np.zeros(2, np.int64)
    notes, rows = np.zeros(1, notes_struct(spec).dtype), np.zeros(1, row_struct(spec).dtype)
    return work, work.view(np.uint8), masks, masks, pair, notes, rows, pair


LOOPS["study_games"] = Loop(study_games, _arguments, inline=True, rare=True)
