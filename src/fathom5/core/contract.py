"""What a game brings, role by role, as Protocols.

A game fills a role with a module of its package, a file or a folder: `rules` fills `Rules`. What a module has
to bring is abstract here; for all else there is a default. What is a method here is a function of the module,
without `self`, and is given its arguments by place. Rules are compiled, so their defaults are rules too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from inspect import get_annotations, isroutine, signature
from types import MappingProxyType, ModuleType, new_class
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from fathom5.core import defaults
from fathom5.core.errors import RuleError
from fathom5.core.moves import AnyKind, Moves
from fathom5.core.rng import Rng
from fathom5.core.schema import Array, Struct

if TYPE_CHECKING:
    from fathom5.text.finding import Asked
    from fathom5.text.guidance import Basket, Holding, Lesson, Line, Moment, Rival, Section, Sign
    from fathom5.view import View


class Declarations(Protocol):
    """table.py: what lies on the table and in the box, and the kinds of moves."""

    Table: type[Struct]
    Box: type[Struct]
    MOVES: Moves
    NATURE_MOVES: Moves


class Rules(Protocol):
    """rules.py: the verbs that everything else calls; all but `expected_odds` are rules."""

    SCORES: tuple[int, int]
    """The lowest and the highest points possible."""

    @abstractmethod
    def setup(self, table: Any, box: Any, options: Any, /) -> None:
        """Lay the table before the first move; table.players is set already."""

    @abstractmethod
    def legal(self, table: Any, box: Any, moves: Array[int], /) -> int:
        """Write the moves of the seat whose turn it is, ids ascending; say how many."""

    @abstractmethod
    def odds(self, table: Any, box: Any, moves: Array[int], weights: Array[int], /) -> int:
        """Write nature's moves, ids ascending, and their whole weights; say how many."""

    @abstractmethod
    def play(self, table: Any, box: Any, move: int, /) -> None:
        """Carry out one legal move and go on to the next decision."""

    @abstractmethod
    def score(self, table: Any, box: Any, scores: Array[int], /) -> None:
        """Write the points of every seat, as they stand."""

    @abstractmethod
    def ahead(self, table: Any, box: Any, one: int, other: int, /) -> bool:
        """Whether seat one stands before seat other, tie-breaks included."""

    rank: Callable[[Any, Any, Array[int]], None] = staticmethod(defaults.rank_by_ahead)
    """rank(table, box, ranks): write the place of every seat; by default as `ahead` says."""
    hide: Callable[[Any, Any, int], None] = staticmethod(defaults.hide_nothing)
    """hide(table, box, seat): wipe what a seat may not know beyond what the schema hides."""
    guess: Callable[[Any, Any, int, Rng], None] = staticmethod(defaults.guess_nothing)
    """guess(table, box, seat, rng): fill the hidden parts of a view, as likely as the rules make them."""
    veil: Callable[[Any, Any, int, int], int] = staticmethod(defaults.veil_nothing)
    """veil(table, box, move, seat): the id under which a seat sees a move made; by default its own."""

    def derive(self, box: Any, /) -> None:
        """Fill the derived fields of the box; there are none by default."""

    def expected_odds(self, table: Any, box: Any, /) -> Mapping[int, float] | None:
        """Nature's chances by id, worked out in another way than `odds`, for tests; None: nothing to say."""
        return None


class Words(Protocol):
    """words.py: the names of moves, what happened, what is asked, why not."""

    CALLED: Mapping[str, AnyKind] = MappingProxyType({})
    """How moves begin, with blanks (`take {tile}`), and their kinds; by default as they are declared."""

    @abstractmethod
    def name(self, table: Any, box: Any, move: Any, /) -> str:
        """A move as a person types it, in small letters."""

    @abstractmethod
    def ask(self, view: View, /) -> str:
        """What the seat that looks is asked, in a sentence."""

    @abstractmethod
    def tell(self, before: View, move: Any, after: View, /) -> list[str]:
        """What a move did, in sentences."""

    @abstractmethod
    def why(self, view: View, asked: Asked, /) -> str:
        """Why a move is not possible now, with the clause that says so."""

    def also(self, table: Any, box: Any, move: Any, /) -> Sequence[str]:
        """Other names of a move that are understood."""
        return ()

    def pick(self, view: View, name: str, value: int, /) -> str:
        """What is picked up first, in words; empty: what the names of its moves begin with."""
        return ""

    def when(self, view: View, /) -> str:
        """Where in the game a position lies; empty: the number of its move."""
        return ""


class Guide(Protocol):
    """guide.py: what is told beside the board."""

    @abstractmethod
    def lessons(self, box: Any, /) -> Mapping[str, Lesson]:
        """What somebody new has to learn, by name, the goal first."""

    @abstractmethod
    def kind(self, view: View, move: Any, /) -> str:
        """The name of the lesson that an open move belongs to."""

    @abstractmethod
    def preview(self, view: View, move: Any, /) -> str:
        """What a move costs and what may come of it."""

    @abstractmethod
    def tally(self, view: View, seat: int, /) -> list[Line]:
        """The points of a seat, line by line."""

    def warning(self, view: View, move: Any, /) -> str:
        """What a move that is fatal or final is called instead of by its name; empty if it is harmless."""
        return ""

    def is_final(self, view: View, move: Any, /) -> bool:
        """Whether a move is better looked at twice; by default, whether chance moves next."""
        return view.leads_to_chance(move)

    def holdings(self, view: View, seat: int, /) -> list[Holding]:
        """What a seat has or carries, at most six."""
        return []

    def moment(self, before: View, move: Any, after: View, /) -> Moment | None:
        """What was big about a move, if anything was."""
        return None

    def basket(self, view: View, /) -> Basket | None:
        """The set that is being chosen one by one, if the decision is such a one."""
        return None

    def headline(self, view: View, /) -> str:
        """What is said of an end of its own kind; empty: the winners are named."""
        return ""

    def tie_break(self, view: View, winner: int, other: int, /) -> str:
        """What put a winner before somebody with as many points; empty: that a tie-break did."""
        return ""

    def idle(self, view: View, /) -> str:
        """Why the seat that looks has no turn for a while; empty if there is no reason to give."""
        return ""

    def turn(self, box: Any, /) -> list[str]:
        """What happens in a turn, step by step."""
        return []

    def rival(self, view: View, /) -> Rival | None:
        """Whom the game itself plays against the people at the table, if anybody."""
        return None


class Board(Protocol):
    """board.py: the board, drawn and in text."""

    @abstractmethod
    def svg(self, view: View, /) -> str:
        """The board as SVG, for a desk."""

    @abstractmethod
    def text(self, view: View, /) -> str:
        """The board for a terminal."""

    def upright(self, view: View, /) -> str:
        """The board for a phone held upright; by default that for a desk."""
        return view.svg()

    def twin(self, view: View, /) -> list[Section]:
        """The position in sentences, part by part; none: the lines of the text."""
        return []

    def legend(self, view: View, /) -> list[Sign]:
        """What the signs of the text mean."""
        return []

    def icons(self) -> str:
        """A sheet of symbols for holdings."""
        return ""

    def cover(self) -> str:
        """The picture of the game, 480 by 320; empty: a sample position."""
        return ""


class Bot(Protocol):
    """bot.py: the heuristic, and the features of a value network; both are rules."""

    Weights: type[Struct] = defaults.NoWeights
    """What the heuristic goes by, tuned in bot.toml."""
    FEATURES: int = 0
    """How many features there are."""
    ABSURD: Mapping[str, Callable[[View, int], bool]] = MappingProxyType({})
    """What no bot should do, in words, and how to tell a move, given by its id, that does."""

    heuristic: Callable[[Any, Any, Any, Array[int], int, Rng], int] = staticmethod(defaults.random_move)
    """heuristic(table, box, weights, moves, n, rng): one of the n moves; by default any."""
    features: Callable[[Any, Any, Any, int, Array[float]], int] = staticmethod(defaults.no_features)
    """features(table, box, weights, seat, features): write a seat's features; return how many."""


class Study(Protocol):
    """study.py: what a study counts besides kinds of moves; `tally` and `achieve` are rules."""

    FIRSTS: Mapping[str, Sequence[str]] = MappingProxyType({})
    """Of which groups of parts a study counts what each seat uses first, by title."""
    TALLIES: Sequence[str] = ()
    """The names of what `tally` counts."""
    ACHIEVEMENTS: Sequence[str] = ()
    """The names of what `achieve` marks."""

    def parts(self, box: Any, move: Any, /) -> Sequence[str] | None:
        """What of the box a move uses, nature's moves too; None: each of its arguments."""
        return None

    tally: Callable[[Any, Any, int, Array[int]], None] = staticmethod(defaults.tally_nothing)
    """tally(table, box, move, counts): count what a move does that it does not tell by itself."""
    achieve: Callable[[Any, Any, int, Array[int]], None] = staticmethod(defaults.achieve_nothing)
    """achieve(table, box, seat, marks): mark what a seat has achieved by the end of a game."""


ROOMS: Mapping[Callable[..., object], str] = MappingProxyType(
    {
        Declarations: "table",
        Rules: "rules",
        Words: "words",
        Guide: "guide",
        Board: "board",
        Bot: "bot",
        Study: "study",
    }
)
"""The module of a game's package that fills each role."""

FORMER_ROOMS = MappingProxyType({"bot": "absurd", "study": "parts"})
"""Modules of version 1.0 that are deprecated; what they bring belongs to the module named first."""

NEARLY = 0.8
"""How alike a name has to be to one of a role to be taken for a slip."""

Role = TypeVar("Role")
"""A Protocol above, given as a callable that makes one: to a type checker a Protocol is no `type[Role]`."""


def members(role: Any) -> dict[str, bool]:
    """What a role asks of a module, by name, and whether it has to be there."""
    named = {name: name not in vars(role) for name in get_annotations(role)}
    methods = {name: name in role.__abstractmethods__ for name in vars(role) if not name.startswith("_")}
    return {**methods, **named}


def fulfilled(role: Callable[..., Role], *modules: ModuleType) -> Role:
    """A role as modules fill it, the last one first; raises RuleError for what all of them lack."""
    wanted = members(role)
    brought = {name: value for each in modules for name, value in vars(each).items() if name in wanted}
    if lacking := _lacking(role, brought):
        raise RuleError(f"{modules[-1].__file__} lacks {', '.join(lacking)}.")
    unbound = {name: staticmethod(value) if isroutine(value) else value for name, value in brought.items()}
    filled: Callable[[], Role] = new_class("Filled", (role,), exec_body=lambda body: body.update(unbound))
    return filled()


def _lacking(role: Any, brought: Mapping[str, Any]) -> list[str]:
    """What a role needs and is not brought."""
    return [name for name, is_needed in members(role).items() if is_needed and name not in brought]


def differences(role: Any, module: ModuleType) -> Iterator[str]:
    """What in a module does not fit its role, a sentence each: gaps, parameters, names nearly right."""
    wanted, own = members(role), vars(module)
    if lacking := _lacking(role, own):
        yield f"{module.__file__} lacks {', '.join(lacking)}."
    for name, value in own.items():
        if name in wanted:
            given = _parameters(role, name)
            if given is not None and not _takes(value, given):
                yield f"{module.__file__}: {name} is called with ({', '.join(given)})."
        elif isroutine(value) and _home(value) == module.__name__ and not name.startswith("_"):
            for meant in get_close_matches(name, wanted.keys() - own.keys(), 1, NEARLY):
                if _takes(value, _parameters(role, meant) or ()):
                    yield f"{module.__file__}: {name} is nothing that {ROOMS[role]} brings; is {meant} meant?"


def _parameters(role: Any, name: str) -> list[str] | None:
    """What a method of a role is called with; None for what is no method."""
    method = vars(role).get(name)
    if isinstance(method, staticmethod):
        return list(signature(method.__func__).parameters)
    return list(signature(method).parameters)[1:] if isroutine(method) else None


def _home(function: Any) -> str:
    """The module that a function stands in; empty where it does not know."""
    return getattr(function, "__module__", None) or ""


def _takes(function: Any, given: Sequence[str]) -> bool:
    """Whether something can be called with so many arguments."""
    try:
        signature(function).bind(*given)
    except TypeError:
        return False
    return True
