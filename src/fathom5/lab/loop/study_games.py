"""The compiled loop of a study: games in one go, a row for each, and how often each part is used.

Luck comes in streams: the k-th draw of a kind by nature is the same in two boxes with the same seed and
number of game, whatever was drawn in between, and so are the random choices of a seat. That makes
differences between boxes show with fewer games.
"""

from __future__ import annotations

from fathom5.core import verbs
from fathom5.core.rng import jump, weighted
from fathom5.core.rule import NATURE, OVER, rule
from fathom5.core.schema import Array, Grid
from fathom5.engine.loops import ENDLESS, STUCK, TOO_LONG, choose, list_moves
from fathom5.engine.workspace import LARGEST, Work
from fathom5.lab.loop.counting import count_achievements, count_open, count_taken, count_tallies, count_users
from fathom5.lab.loop.notes import LOGGED, Notes, Row

STREAM, DRAWS = 1_000_003, 1 << 17
"""Streams of luck are so far apart, and each game has so many draws of one."""

UNSEEN = -LARGEST
"""The points of a seat before the lead is looked at for the first time."""


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
def look_at_lead(work: Work, note: Notes, row: Row, leader: int) -> int:
    """At the beginning of a turn: who leads, counting changes; return the last seat that led alone."""
    verbs.score(work.table, work.box, work.scores)
    seat = 0
    while seat < work.table.players and work.scores[seat] == note.standing[seat]:
        seat += 1
    return leader if seat == work.table.players else settle_lead(work, note, row, leader)


@rule
def settle_lead(work: Work, note: Notes, row: Row, leader: int) -> int:
    """Note who leads by the scores written last; return the last seat that led alone."""
    most = work.scores[0]
    for seat in range(work.table.players):
        most = max(most, work.scores[seat])
    ahead, alone = 0, 0
    for seat in range(work.table.players):
        leads = work.scores[seat] == most
        if leads:
            ahead += 1
            alone = seat
            if not note.leading[seat]:
                note.behind[seat] = row.turns - 1
        note.leading[seat] = leads
        note.standing[seat] = work.scores[seat]
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
                behind = note.behind[seat] if note.leading[seat] else row.turns
                row.last_behind = 1000 * behind // max(1, row.turns)
    count_users(work, note, row.winners)


@rule
def begin_row(work: Work, note: Notes, row: Row, game: int) -> None:
    """Lay the start table and clear what belongs to one game."""
    work.table = work.start
    row.game = game
    row.moves = row.decisions = row.seat_moves = row.turns = row.lead_changes = 0
    note.odd_seat = game % work.table.players if note.has_odd else -1
    row.odd = note.odd_seat
    for kind in range(len(note.draws)):
        note.draws[kind] = 0
        jump(work.rng, note.luck[kind], game * DRAWS)
        note.ready[kind] = work.rng[0]
    for seat in range(len(note.choices)):
        note.choices[seat] = note.behind[seat] = row.orders[seat] = 0
        row.points[seat] = row.places[seat] = 0
        note.leading[seat] = 1
        note.standing[seat] = UNSEEN


@rule
def draw_move(work: Work, note: Notes, n: int, game: int) -> int:
    """Nature's move out of the stream of its kind; the next draw is made ready, so that none has to wait."""
    kind = note.kind_of[work.moves[0]]
    state = note.ready[kind]
    note.draws[kind] += 1
    jump(work.rng, note.luck[kind], game * DRAWS + note.draws[kind])
    note.ready[kind] = work.rng[0]
    work.rng[0] = state
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
    """Log a decision, or note that there is no room for it."""
    if note.logged == LOGGED:
        note.log_full = 1
        return
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
    """Play games from the start table and write a row for each; with a script, the one game it tells.

    The first game whose decisions do not fit into the log is played to its end, logs nothing and is the last.
    """
    work, note = workspaces[0], notes[0]
    note.played = 0
    while note.played < note.games:
        game = note.first + note.played
        row, before = rows[note.played], note.logged
        note.log_full = 0
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
                jump(work.rng, note.whims[seat], game * DRAWS + note.choices[seat])
                note.choices[seat] += 1
                is_odd = seat == note.odd_seat
                left = keep_allowed(work, note, n) if is_odd else n
                policy = note.odd_policy if is_odd else policies[seat]
                own = note.odd_weights if is_odd else work.weights[seat]
                move = choose(work, raw, masks, fills, policy, own, left, work.rng)
            count_tallies(work, note, move, last, game)
            if seat == NATURE:
                count_taken(note, note.parts_of_nature, move, last, game)
            else:
                count_taken(note, note.parts_of, move, seat, game)
                if note.logging and n > 1:
                    write_log(note, row, seat, n, move)
            verbs.play(work.table, work.box, move)
            row.moves += 1
        finish_row(work, note, row)
        note.played += 1
        if note.log_full:
            note.logged = before
            return
