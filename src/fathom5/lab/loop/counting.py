"""Counting parts in the loop of a study: which are open, taken, used by whom, and used first."""

from __future__ import annotations

from fathom5.core import verbs
from fathom5.core.rule import rule
from fathom5.core.schema import Array
from fathom5.engine.loops import WIN
from fathom5.engine.workspace import Work
from fathom5.lab.loop.notes import MOST_FIRSTS, PARTS_OF_A_MOVE, Notes


@rule
def count_open(work: Work, note: Notes, n: int) -> None:
    """Count every part with which a move is open at this decision, once."""
    decision = note.decision + 1
    note.decision = decision
    for i in range(n):
        first = work.moves[i] * PARTS_OF_A_MOVE
        for k in range(first, first + PARTS_OF_A_MOVE):
            number = note.parts_of[k]
            if number < 0:
                break
            part = note.parts[number]
            if part.last != decision:
                part.last = decision
                part.open += 1


@rule
def count_taken(note: Notes, parts_of: Array[int], move: int, seat: int, game: int) -> None:
    """Count the parts of a move that was made by a seat, or came in its turn."""
    first = move * PARTS_OF_A_MOVE
    for k in range(first, first + PARTS_OF_A_MOVE):
        number = parts_of[k]
        if number < 0:
            break
        note.parts[number].taken += 1
        if seat >= 0:
            use(note, seat, number, game)


@rule
def use(note: Notes, seat: int, number: int, game: int) -> None:
    """Note that a seat used a part in a game, and whether it came before all others of its race."""
    mark_use(note, seat, number)
    if note.race_of[number] >= 0:
        race = seat * MOST_FIRSTS + note.race_of[number]
        if note.begun[race] != game + 1:
            note.begun[race] = game + 1
            note.parts[note.first_of[number]].taken += 1
            mark_use(note, seat, note.first_of[number])


@rule
def mark_use(note: Notes, seat: int, number: int) -> None:
    """Note that a seat used a part; a part is listed when the first seat does, without a branch."""
    part = note.parts[number]
    note.used[note.uses] = number
    note.uses += part.seats == 0
    part.seats |= 1 << seat


@rule
def count_tallies(work: Work, note: Notes, move: int, seat: int, game: int) -> None:
    """Count what a game says happens with a move before it is made, for the seat that decided last."""
    if note.tallies == 0:
        return
    verbs.tally(work.table, work.box, move, note.tally)
    for i in range(note.tallies):
        if note.tally[i] > 0:
            note.parts[note.tally_of[i]].taken += note.tally[i]
            note.tally[i] = 0
            if seat >= 0:
                use(note, seat, note.tally_of[i], game)


@rule
def count_achievements(work: Work, note: Notes, seat: int, game: int) -> None:
    """Count what a seat has achieved by the end."""
    verbs.achieve(work.table, work.box, seat, note.marks)
    for i in range(note.achievements):
        if note.marks[i]:
            note.marks[i] = 0
            note.parts[note.achievement_of[i]].taken += 1
            use(note, seat, note.achievement_of[i], game)


@rule
def count_users(work: Work, note: Notes, winners: int) -> None:
    """At the end of a game: who used what, and what these won."""
    players, share, first = work.table.players, WIN // winners, 0
    for seat in range(players):
        first |= (work.ranks[seat] == 1) << seat
    for i in range(note.uses):
        part = note.parts[note.used[i]]
        part.games += 1
        part.users += members(part.seats, players)
        part.wins += share * members(part.seats & first, players)
        part.seats = 0
    note.uses = 0


@rule
def members(seats: int, players: int) -> int:
    """How many seats are in a set."""
    count = 0
    for seat in range(players):
        count += (seats >> seat) & 1
    return count
