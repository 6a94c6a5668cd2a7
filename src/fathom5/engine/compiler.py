"""What numba has to be told: it compiles the loops, every rule, and the verbs by the table's type.

Numba optimizes every function by itself with all it calls, and again inside each of its callers.
Nobody calls a rule but the loop it is linked into, so only whole loops are made machine code; in those
where speed counts the rules are inlined. Both means changing numba's code generator while a loop is
compiled, for the whole process, so numba's own compiler lock is held: a user's threads compile too.
"""

from __future__ import annotations

import gc
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba as untyped_numba
import numpy as np
from numba import extending
from numba.core import caching, codegen, compiler_lock
from numba.np.numpy_support import from_dtype

from fathom5.core import moves, verbs
from fathom5.core import rng as random
from fathom5.core.rule import RULES

numba: Any = untyped_numba
register_jitable: Any = extending.register_jitable
global_compiler_lock: Any = compiler_lock.global_compiler_lock
CPUCodeLibrary: Any = codegen.CPUCodeLibrary
JITCPUCodegen: Any = codegen.JITCPUCodegen
FunctionCache: Any = caching.FunctionCache
"""Parts of numba that it gives no types for, or whose methods are replaced here."""

OPTIONS = {"_nrt": False, "error_model": "numpy"}
"""No reference counts, since rules allocate nothing; no checks for division by zero."""

RULE_OPTIONS = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Rules are called by rules and loops alone."""

PLAIN, INLINED = "1", "3"
"""LLVM's levels of optimization for loops that are called once a move, and for those with speed."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def overload(function: Callable[..., Any]) -> Decorator:
    """Numba's overload with the options of rules."""
    decorator: Decorator = extending.overload(function, strict=False, jit_options=RULE_OPTIONS)  # type: ignore[arg-type]
    return decorator


_TAUGHT: set[Callable[..., Any]] = set()


class LoopCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache in a folder of ours, whose name depends on the sources but not on where they lie."""

    def __init__(self, loop: Callable[..., Any], folder: Path) -> None:
        locator = type("Locator", (FolderLocator,), {"folder": str(folder)})
        self._impl_class = type("Impl", (caching.CompileResultCacheImpl,), {"_locator_classes": [locator]})
        super().__init__(loop)


class FolderLocator(caching._CacheLocator):
    """Where a loop is kept; that it is up to date is said by the folder's name."""

    folder: str

    @classmethod
    def from_function(cls, py_func: object, py_file: object) -> FolderLocator:
        return cls()

    def get_cache_path(self) -> str:
        return self.folder

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return ""


def compiled(loop: Callable[..., Any], arguments: tuple[Any, ...], folder: Path, inline: bool) -> Any:
    """A loop as machine code for arguments like these, out of the folder or put there."""
    signature = tuple(numba.typeof(each) for each in arguments)
    with global_compiler_lock:
        _teach()
        dispatcher = numba.njit(nogil=True, **OPTIONS)(loop)
        dispatcher._cache = LoopCache(loop, folder)
        with _whole_loops(loop.__qualname__, inline):
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


@contextmanager
def _whole_loops(name: str, inline: bool) -> Iterator[None]:
    """Make machine code of the loop alone; with its rules inlined, if that is wanted."""
    finalize_, optimize_ = CPUCodeLibrary.finalize, CPUCodeLibrary._optimize_final_module
    set_env_, level, collecting = JITCPUCodegen.set_env, numba.config.OPT, gc.isenabled()

    def finalize(library: Any) -> None:
        if library.name == name:
            finalize_(library)
            return
        for part in dict.fromkeys(library._linking_libraries):
            library._reload_init.update(part._reload_init)
            library._final_module.link_in(part._get_module_for_linking(), preserve=True)
        library._finalize_dynamic_globals()
        library._finalized = True

    def optimize(library: Any) -> None:
        if inline:
            _inline(library._final_module)
        optimize_(library)

    def set_env(codegen: Any, env_name: str, env: object) -> None:
        if codegen._engine.is_symbol_defined(env_name):
            set_env_(codegen, env_name, env)

    CPUCodeLibrary.finalize, CPUCodeLibrary._optimize_final_module = finalize, optimize
    JITCPUCodegen.set_env, numba.config.OPT = set_env, type(level)(INLINED if inline else PLAIN)
    gc.disable()
    try:
        yield
    finally:
        CPUCodeLibrary.finalize, CPUCodeLibrary._optimize_final_module = finalize_, optimize_
        JITCPUCodegen.set_env, numba.config.OPT = set_env_, level
        if collecting:
            gc.enable()


MOST_COPIED = 2500
"""Instructions that inlining one function may add in all."""


def _inline(module: Any) -> None:
    """Mark what is inlined: all but functions that are large with all they call and called in many places."""
    bodies = {each.name: each for each in module.functions if not each.is_declaration}
    called: dict[str, list[str]] = {name: [] for name in bodies}
    sizes: Counter[str] = Counter()
    for name, function in bodies.items():
        for block in function.blocks:
            for instruction in block.instructions:
                sizes[name] += 1
                if instruction.opcode == "call":
                    *_, callee = instruction.operands
                    called[name].append(callee.name)
    calls = Counter(itertools.chain.from_iterable(called.values()))

    @cache
    def expanded(name: str) -> int:
        """The size of a function with all that is inlined into it; 0 if it stays a function of its own."""
        size = sizes[name] + sum(expanded(callee) for callee in called[name] if callee in bodies)
        if size * (calls[name] - 1) > MOST_COPIED:
            return 0
        if "cpython" not in name:
            bodies[name].add_function_attribute("alwaysinline")
        return size

    for name in bodies:
        expanded(name)


def _teach() -> None:
    """Let compiled code call every rule loaded so far, the verbs by the table's type, and moves by kind."""
    if not _TAUGHT:
        _teach_rng()
        _teach_moves()
        for verb in verbs.VERBS:
            _teach_verb(verb.__name__, verb)
    for rule in RULES:
        if rule not in _TAUGHT:
            _TAUGHT.add(rule)
            register_jitable(**RULE_OPTIONS)(rule)


def _teach_verb(name: str, verb: Callable[..., Any]) -> None:
    @overload(verb)
    def typed(table: Any, *args: Any) -> Callable[..., Any]:
        found = {from_dtype(schema.dtype): rules[name] for schema, rules in verbs.RULES_OF.items()}
        rule = found[table]
        return lambda table, *args: rule(table, *args)


def _teach_moves() -> None:
    """Ids by the declaration of a kind: plain arithmetic with its numbers."""

    @overload(moves.encode)
    def encode(move: Any) -> Callable[..., Any]:
        kind = moves.KINDS[move.instance_class]
        first = kind.encode([argument.values[0] for argument in kind.arguments])
        sizes = [len(argument.values) for argument in kind.arguments]
        lows = [argument.values[0] for argument in kind.arguments]
        if not sizes:
            return lambda move: first
        low = lows[0]
        if len(sizes) == 1:
            return lambda move: first - low + move[0]
        if len(sizes) == 2:
            by, low = sizes[1], lows[0] * sizes[1] + lows[1]
            return lambda move: first - low + move[0] * by + move[1]
        by, size = sizes[1], sizes[2]
        low = (lows[0] * by + lows[1]) * size + lows[2]
        return lambda move: first - low + (move[0] * by + move[1]) * size + move[2]

    @overload(moves.decode)
    def decode(kind: Any, move: Any) -> Callable[..., Any]:
        made, declared = kind.instance_class, moves.KINDS[kind.instance_class]
        first, sizes = declared.first, [len(argument.values) for argument in declared.arguments]
        lows = [argument.values[0] for argument in declared.arguments]
        if not sizes:
            return lambda kind, move: made()
        low = lows[0]
        if len(sizes) == 1:
            return lambda kind, move: made(move - first + low)
        by, second = np.uint64(sizes[1]), lows[1]
        if len(sizes) == 2:

            def two(kind: Any, move: Any) -> Any:
                rest = np.uint64(move - first)
                return made(np.int64(rest // by) + low, np.int64(rest % by) + second)

            return two
        size, third = np.uint64(sizes[2]), lows[2]

        def three(kind: Any, move: Any) -> Any:
            rest = np.uint64(move - first)
            upper = rest // size
            return made(
                np.int64(upper // by) + low, np.int64(upper % by) + second, np.int64(rest % size) + third
            )

        return three

    @overload(moves.is_kind)
    def is_kind(move: Any, kind: Any) -> Callable[..., Any]:
        declared = moves.KINDS[kind.instance_class]
        first, end = declared.first, declared.end
        if declared.size == 1:
            return lambda move, kind: move == first
        return lambda move, kind: first <= move < end


def _teach_rng() -> None:
    """The generator in machine words: what rng.py says in whole numbers of any size."""

    def mixed(state: Any) -> Any:
        state = (state ^ (state >> np.uint64(30))) * np.uint64(random.FIRST)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(random.SECOND)
        return state ^ (state >> np.uint64(31))

    register_jitable(**RULE_OPTIONS)(mixed)

    @overload(random.draw)
    def draw(rng: Any) -> Callable[..., Any]:
        def impl(rng: Any) -> Any:
            rng[0] = rng[0] + np.uint64(random.STEP)
            return np.int64(mixed(rng[0]) >> np.uint64(32))

        return impl

    @overload(random.start)
    def start(rng: Any, seed: Any, game: Any) -> Callable[..., Any]:
        def impl(rng: Any, seed: Any, game: Any) -> None:
            rng[0] = mixed(mixed(np.uint64(seed)) + np.uint64(game) * np.uint64(random.STEP))

        return impl
