"""The game tree: nodes that never change, and what each seat remembers of the way to one.

A node keeps its table, so a copy of a node is the node itself, and nodes of one game share their past.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Any, NamedTuple

from numpy.typing import NDArray

from fathom5.core.errors import IllegalMove
from fathom5.core.game import Game
from fathom5.core.rule import OVER, STRANGER
from fathom5.engine.position import Position
from fathom5.text import words

NO_MOVE = -1
"""Instead of a move: none led here."""

Options = tuple[tuple[str, object], ...]


class Memory:
    """What a seat has seen up to a node: the moves as they were shown to it, and a digest of all views."""

    __slots__ = ("before", "digest", "move", "mover")

    def __init__(self, before: Memory | None, mover: int, move: int, view: bytes) -> None:
        self.before, self.mover, self.move = before, mover, move
        told = b"%d %d " % (mover, move)
        earlier: bytes = before.digest if before else b""
        self.digest: bytes = blake2b(earlier + told + view, digest_size=16).digest()

    def moves(self) -> Iterator[tuple[int, int]]:
        """Who moved and what was shown of it, the latest first."""
        memory: Memory | None = self
        while memory is not None:
            if memory.move != NO_MOVE:
                yield memory.mover, memory.move
            memory = memory.before

    def __reduce__(self) -> Any:
        return _remembered, (list(self.moves())[::-1], self.digest)


def _remembered(moves: list[tuple[int, int]], digest: bytes) -> Memory:
    """A memory with these moves; the digest stands for all earlier ones."""
    memory = Memory(None, OVER, NO_MOVE, b"")
    for mover, move in moves:
        memory = Memory(memory, mover, move, b"")
    memory.digest = digest
    return memory


class Node:
    """A table somewhere in a game, who acts there, and what is open."""

    __slots__ = ("actor", "ids", "memories", "move", "parent", "table", "tree", "weights")

    def __init__(self, tree: Tree, parent: Node | None, move: int) -> None:
        """What lies on the tree's position now, reached by a move."""
        position = tree.position
        self.tree, self.parent, self.move = tree, parent, move
        self.table = position.to_bytes()
        self.actor, self.ids, self.weights = position.actor, position.ids, position.weights
        self.memories: dict[int, Memory] = {}

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> Any:
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        start = None if node is self.tree.root else (node.table, node.memories)
        return _reached, (self.tree.key, start, moves[::-1])

    def child(self, move: int) -> Node:
        """The node after a move; raises IllegalMove if it is not open here."""
        if move not in self.ids:
            raise IllegalMove(f"{move} is not an open move.")
        position = self.tree.position
        with self.tree.lock:
            position.put(self.table)
            position.ids = self.ids
            position.play(move)
            return Node(self.tree, self, move)

    @property
    def odds(self) -> list[tuple[int, float]]:
        """Nature's open moves with their probabilities."""
        total = sum(self.weights)
        return [(move, weight / total) for move, weight in zip(self.ids, self.weights, strict=True)]

    def view(self, seat: int) -> NDArray[Any]:
        """What a seat, or a stranger, may know: an array of one table."""
        with self.tree.lock:
            self.tree.position.put(self.table)
            return self.tree.position.shown(seat)

    def whole(self) -> NDArray[Any]:
        """The table itself, secrets included: an array of one table."""
        with self.tree.lock:
            self.tree.position.put(self.table)
            array: NDArray[Any] = self.tree.position.work.array["table"].copy()
            return array

    def memory(self, seat: int) -> Memory:
        """What a seat, or a stranger, has seen up to here."""
        node, path = self, []
        while seat not in node.memories:
            path.append(node)
            if node.parent is None:
                break
            node = node.parent
        for node in reversed(path):
            view, parent = node.view(seat).tobytes(), node.parent
            if parent is None:
                node.memories[seat] = Memory(None, OVER, NO_MOVE, view)
            else:
                shown = parent.veiled(node.move, seat)
                node.memories[seat] = Memory(parent.memories[seat], parent.actor, shown, view)
        return self.memories[seat]

    def veiled(self, move: int, seat: int) -> int:
        """An open move as a seat, or a stranger, sees it made."""
        with self.tree.lock:
            self.tree.position.put(self.table)
            return self.tree.position.veil(move, seat)

    def resampled(self, seat: int, seed: int) -> Node:
        """A node that a seat cannot tell from this one, as likely as the rules make it.

        The seat remembers the same, and so does a stranger; the others remember what a stranger does, and
        their view of the new table.
        """
        own, public, view = self.memory(seat), self.memory(STRANGER), self.view(seat)
        with self.tree.lock:
            position = self.tree.position
            position.seed(seed)
            position.put(view)
            position.guess(seat)
            node = Node(self.tree, None, NO_MOVE)
        others = range(self.tree.players)
        node.memories = {each: Memory(public, OVER, NO_MOVE, node.view(each).tobytes()) for each in others}
        node.memories |= {seat: own, STRANGER: public}
        return node

    def name(self, move: int) -> str:
        """A move of whoever acts, in words; one that is not open, as it is declared."""
        game, position = self.tree.game, self.tree.position
        decoded = game.spec.moves_of(self.actor).decode(move)
        if move not in self.ids:
            return str(decoded)
        with self.tree.lock:
            position.put(self.table)
            return words(game).name(position.table, position.box, decoded)

    def win_shares(self) -> list[float]:
        """The share of the win of every seat as it stands; equal seats share one."""
        with self.tree.lock:
            self.tree.position.put(self.table)
            places = self.tree.position.places
        winners = places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in places]


class Key(NamedTuple):
    """One way to play a game."""

    game: Game
    players: int
    options: Options = ()
    box: tuple[str, ...] = ()


class Tree:
    """All nodes of a game played one way; its position is the workbench that nodes are made on."""

    def __init__(self, key: Key) -> None:
        options: Mapping[str, object] = dict(key.options)
        self.key, self.game, self.players = key, key.game, key.players
        self.lock = Lock()
        self.position = Position.start(key.game, key.players, options, list(key.box))
        self.box: NDArray[Any] = self.position.work.array["box"]
        self.root = Node(self, None, NO_MOVE)


@lru_cache(64)
def tree(key: Key) -> Tree:
    """The tree of a way to play; raises Mistake for what the game is not for."""
    return Tree(key)


def _reached(key: Key, start: tuple[bytes, dict[int, Memory]] | None, moves: list[int]) -> Node:
    """The node that moves lead to from the root, or from a resampled node."""
    grown = tree(key)
    node = grown.root
    if start is not None:
        with grown.lock:
            grown.position.set_bytes(start[0])
            node = Node(grown, None, NO_MOVE)
        node.memories.update(start[1])
    for move in moves:
        node = node.child(move)
    return node
