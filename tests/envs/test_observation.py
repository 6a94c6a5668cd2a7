"""Observations: what they tell, that they keep secrets, and that they do not depend on the seat's number."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fathom5
from fathom5.core.rng import below, generator
from fathom5.core.rule import NATURE
from fathom5.core.schema import Meaning
from fathom5.engine.position import Position
from fathom5.observation import Observer, actions, layout
from fathom5.observation.layouts import described, seats_told

GAMES = sorted(fathom5.all_games())
CROWDS = [
    (name, players)
    for name in GAMES
    for players in {*fathom5.find_game(name).players[:: 1 << 10], fathom5.find_game(name).players[-1]}
]
OURS = [name for name in GAMES if fathom5.find_game(name).package.startswith("fathom5.")]
SECRETIVE = [name for name in GAMES if fathom5.find_game(name).spec.has_secrets]


def played(name, players, moves, seed):
    """A position after some moves by chance."""
    position, rng = Position.start(fathom5.find_game(name), players, compiled=False), generator(seed)
    position.seed(seed)
    for _ in range(moves):
        if position.over:
            break
        position.play(
            position.draw() if position.actor == NATURE else position.ids[below(len(position.ids), rng)]
        )
    return position


def codes(position, seat, table=None):
    observer = Observer(position.game, position.players, compiled=False)
    table = position.work.array["table"].copy() if table is None else table
    return observer.codes(table, position.work.array["box"], seat)


@pytest.mark.parametrize(("name", "players"), CROWDS)
def test_every_number_has_a_label_of_its_own_and_stays_below_its_top(name, players):
    told = layout(fathom5.find_game(name), players)
    names = [label.name for label in told.labels]
    assert len(names) == told.size == len(set(names))
    assert not any("{" in each for each in names)
    assert told.spans[0].start == 0
    assert told.spans[-1].stop == told.size
    position = played(name, players, 40, seed=players)
    for seat in range(players):
        assert (codes(position, seat) <= told.tops).all()


@pytest.mark.parametrize("name", SECRETIVE)
@settings(max_examples=8)
@given(moves=st.integers(0, 120), seed=st.integers(0, 1 << 32))
def test_what_a_seat_cannot_see_changes_nothing(name, moves, seed):
    """The observation of the table, of what `hide` leaves of it and of any table that it could be are one."""
    position = played(name, fathom5.find_game(name).players[-1], moves, seed)
    for seat in range(position.players):
        seen, shown = codes(position, seat), position.shown(seat)
        assert np.array_equal(seen, codes(position, seat, shown))
        guessed = position.copy()
        guessed.put(shown)
        guessed.seed(seed)
        guessed.guess(seat)
        assert np.array_equal(seen, codes(position, seat, guessed.work.array["table"].copy()))


def twins(name, players, seed, chance=12):
    """Two positions after moves that a seat sees made alike, and that seat, from a game by chance.

    Who sees what of a move is said by `veil` alone, so that a `hide` which leaves too much is noticed. Of
    nature's moves one of some is taken, of the players' all.
    """
    known = fathom5.find_game(name).sheet.options
    options = {each: "advanced" for each, option in known.items() if "advanced" in option.words}
    position, rng = Position.start(fathom5.find_game(name), players, options, compiled=False), generator(seed)
    position.seed(seed)
    while not position.over:
        actor, ids = position.actor, position.ids
        move = position.draw() if actor == NATURE else ids[below(len(ids), rng)]
        others = {}
        for seat in range(players) if actor != NATURE or below(chance, rng) == 0 else ():
            seen = position.veil(move, seat)
            alike = [each for each in ids if each != move and position.veil(each, seat) == seen]
            if alike:
                others[seat] = position.copy()
                others[seat].play(alike[below(len(alike), rng)])
        position.play(move)
        yield from ((position, other, seat) for seat, other in others.items())


@pytest.mark.parametrize("name", SECRETIVE)
def test_who_sees_the_same_move_is_told_the_same(name):
    compared = 0
    for position, other, seat in twins(name, 3, seed=7):
        assert position != other
        assert np.array_equal(codes(position, seat), codes(other, seat))
        compared += 1
    assert compared > 1


def test_a_secret_is_absent_with_a_flag_and_seen_by_its_owner():
    position = played("deeper", 2, 0, seed=1)
    table = position.work.array["table"].copy()
    table["divers"]["hand"][0, 1, 3] = 1
    labels = [label.name for label in layout(position.game, 2).labels]
    mine, flag = labels.index("divers[me].hand[3]"), labels.index("divers[me].hand is seen")
    theirs, absent = labels.index("divers[left 1].hand[3]"), labels.index("divers[left 1].hand is seen")
    own, other = codes(position, 1, table), codes(position, 0, table)
    assert (own[mine], own[flag], own[theirs], own[absent]) == (1, 1, 0, 0)
    assert (other[mine], other[flag], other[theirs], other[absent]) == (0, 1, 0, 0)


def turned(struct, array, by, seats, players):
    """The structs with every seat moved on by some places, by the declarations alone."""
    result = array.copy()
    for name, field in struct.fields.items():
        values = array[name]
        if field.by_seat:
            axis = array.ndim
            order = [(seat - by) % players if seat < players else seat for seat in range(field.shape[0])]
            values = np.take(values, order, axis)
        if field.struct:
            result[name] = turned(field.struct, values, by, seats, players)
        elif field.meaning in (Meaning.SEAT, Meaning.ACTOR):
            result[name] = np.where(values >= 0, (values + by) % players, values)
        elif field.seats_from:
            moved = (values.astype(int) - field.seats_from + by) % players + field.seats_from
            result[name] = np.where(values >= field.seats_from, moved, values)
        elif field.meaning is Meaning.SEAT_SET:
            sets = values.astype(int)
            bits = sum(((sets >> seat) & 1) << ((seat + by) % players) for seat in range(players))
            result[name] = bits | (sets >> players << players)
        else:
            result[name] = values
    return result


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5)
@given(moves=st.integers(0, 100), seed=st.integers(0, 1 << 32))
def test_turning_the_seats_turns_nothing_in_an_observation(name, moves, seed):
    game = fathom5.find_game(name)
    players = max(2, game.players[-1] - 1)
    position = played(name, players, moves, seed)
    table = position.work.array["table"].copy()
    moved = turned(game.spec.table, table, 1, game.spec.seats, players)
    for seat in range(players):
        assert np.array_equal(codes(position, seat), codes(position, (seat + 1) % players, moved))


@pytest.mark.parametrize("name", OURS)
def test_the_compiled_encoder_is_the_interpreted_one(name):
    game = fathom5.find_game(name)
    players = game.players[-1]
    pair = [Observer(game, players, compiled=compiled) for compiled in (False, True)]
    for moves in (0, 15, 60, 150, 400):
        position = played(name, players, moves, seed=moves)
        table, box = position.work.array["table"].copy(), position.work.array["box"]
        for seat in {0, players - 1}:
            interpreted, compiled = (observer.codes(table, box, seat) for observer in pair)
            assert np.array_equal(interpreted, compiled)


@pytest.mark.parametrize(("name", "players"), CROWDS)
def test_actions_are_moves_with_seats_counted_from_ones_own(name, players):
    game = fathom5.find_game(name)
    told = actions(game, players)
    assert told.size == game.spec.moves.playable
    every = np.arange(told.size)
    for seat in range(players):
        assert np.array_equal(told.of_moves[seat, told.moves[seat]], every)
    assert np.array_equal(told.of_moves[0], every)


def test_the_diver_on_my_left_is_pushed_by_the_same_action_from_every_seat():
    game = fathom5.find_game("scuba")
    from fathom5.games.scuba.table import PushDiver

    found = {
        int(actions(game, 3).of_moves[seat, game.spec.moves.encode(PushDiver((seat + 1) % 3, 2))])
        for seat in range(3)
    }
    assert found == {game.spec.moves.encode(PushDiver(1, 2))}


def test_an_index_tells_what_it_points_at():
    position = played("deep-sea-adventure", 2, 60, seed=4)
    labels = [label.name for label in layout(position.game, 2).labels]
    seen, table = codes(position, 0), position.table
    for seat, who in ((0, "me"), (1, "left 1")):
        place = table.divers[seat].place
        stack = table.line[place] if place >= 0 else -1
        for level in range(4):
            told = seen[labels.index(f"divers[{who}].place→line→stacks.levels[{level}]")]
            assert told == (table.stacks[stack].levels[level] if stack >= 0 else 0)
            carried = [s.levels[level] for s in table.stacks if s.carrier == seat]
            assert seen[labels.index(f"stacks.levels[{level}] of {who}")] == sum(carried)


def test_one_alone_is_told_of_the_opponent_in_the_second_seat():
    assert seats_told(fathom5.find_game("deep-dive"), 1) == 2


def test_the_page_documents_every_index():
    told = layout(fathom5.find_game("scuba"), 2)
    lines = described(told).splitlines()
    assert sum(line.startswith(("| 0 ", "| 1 ", "| 2979 ")) for line in lines) >= 2
    assert sum(line[:3] != "| i" and line.startswith("| ") for line in lines) == told.size
