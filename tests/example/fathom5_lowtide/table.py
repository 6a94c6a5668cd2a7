from fathom5.kernel.schema import Record, whole


class Box(Record):
    shells = whole(1, 50, "shells on the beach at the start")


class Table(Record):
    actor = whole(-2, 2, "who decides: a seat, -1 nature, -2 nobody any more")
    players = whole(2, 3, "how many play")
    shells = whole(0, 52, "shells on the beach")
    turn = whole(0, 2, "whose turn it is")
