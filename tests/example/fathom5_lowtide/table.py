from typing import Annotated, NamedTuple

from fathom5.core import Moves, Struct, actor, seat, whole


class Box(Struct):
    shells = whole(1, 50, "shells on the beach at the start")


class Table(Struct):
    actor = actor(3)
    players = whole(2, 3, "how many play")
    shells = whole(0, 52, "shells on the beach")
    turn = seat(3, "whose turn it is")


class Take(NamedTuple):
    """Take shells from the beach."""

    shells: Annotated[int, range(4)]


class Wave(NamedTuple):
    """A wave brings shells."""

    shells: Annotated[int, range(3)]


MOVES = Moves(Take)
NATURE_MOVES = Moves(Wave)
