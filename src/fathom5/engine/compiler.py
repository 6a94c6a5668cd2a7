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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any

import numba as untyped_numba
import numpy as np
from llvmlite import ir
from numba import extending
from numba.core import caching, codegen, compiler, compiler_lock, compiler_machinery
from numba.np.numpy_support import from_dtype

from fathom5.core import moves, verbs
from fathom5.core import rng as random
from fathom5.core.rule import RULES

numba: Any = untyped_numba
types: Any = untyped_numba.types
register_jitable: Any = extending.register_jitable
global_compiler_lock: Any = compiler_lock.global_compiler_lock
CPUCodeLibrary: Any = codegen.CPUCodeLibrary
JITCPUCodegen: Any = codegen.JITCPUCodegen
FunctionCache: Any = caching.FunctionCache
BaseFunction: Any = types.BaseFunction
CompilerBase: Any = compiler.CompilerBase
PassManager: Any = compiler_machinery.PassManager
templates: Any = numba.core.typing.templates
ir_utils: Any = numba.core.ir_utils
register_pass: Any = numba.core.compiler_machinery.register_pass(mutates_CFG=False, analysis_only=False)
typed: Any = numba.core.typed_passes
untyped: Any = numba.core.untyped_passes
"""Parts of numba that it gives no types for, or whose methods are replaced here."""


@register_pass
class ReconstructSSA(untyped.ReconstructSSA):  # type: ignore[misc]
    """Numba's pass without working out how long variables live: nothing is counted or freed in rules."""

    def run_pass(self, state: Any) -> bool:
        """Give every assignment a variable of its own."""
        state.func_ir = numba.core.ssa.reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = ir_utils.build_definitions(state.func_ir.blocks)
        return True


@register_pass
class StripPhis(typed.PreLowerStripPhis):  # type: ignore[misc]
    """Numba's pass, likewise."""

    def run_pass(self, state: Any) -> bool:
        """Turn the phi nodes of the pass above into assignments."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True


class RulePasses(PassManager):  # type: ignore[misc]
    """Numba's runner of passes without its events and timings, which describe every type each time."""

    def _runPass(self, index: int, each: Any, state: Any) -> None:  # noqa: N802 - numba's name
        each.analysis = self._analysis
        with numba.core.errors.new_error_context("Pass {name}", name=each.name()):
            each.run_initialization(state)
            each.run_pass(state)
            each.run_finalizer(state)


class RulePipeline(CompilerBase):  # type: ignore[misc]
    """Numba's passes without those for closures, inlining, array expressions and lifetimes."""

    PASSES = (
        untyped.TranslateByteCode,
        untyped.FixupArgs,
        untyped.IRProcessing,
        untyped.GenericRewrites,
        ReconstructSSA,
        typed.NopythonTypeInference,
        StripPhis,
        typed.NativeLowering,
        typed.NoPythonBackend,
    )

    def define_pipelines(self) -> list[Any]:
        """The one list of passes."""
        manager = RulePasses("rules")
        for each in self.PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


OPTIONS = {"_nrt": False, "error_model": "numpy", "pipeline_class": RulePipeline}
"""No reference counts, since rules allocate nothing; no checks for division by zero."""

RULE_OPTIONS = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Rules are called by rules and loops alone."""

PLAIN, INLINED = "1", "3"
"""LLVM's levels of optimization for loops that are called once a move, and for those with speed."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
type_callable: Callable[..., Decorator] = extending.type_callable
lower_builtin: Callable[..., Decorator] = extending.lower_builtin


def overload(function: Callable[..., Any]) -> Decorator:
    """Numba's overload with the options of rules."""
    decorator: Decorator = extending.overload(function, strict=False, jit_options=RULE_OPTIONS)  # type: ignore[arg-type]
    return decorator


_DISPATCHERS: dict[Callable[..., Any], Any] = {}
"""What numba compiles each rule with, of all that it was told of."""


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


def compiled(loop: Callable[..., Any], arguments: Iterable[Any], folder: Path, inline: bool) -> Any:
    """A loop as machine code for arguments like these, out of the folder or put there.

    It is called without numba's look at the types of what it is given: they are always these.
    """
    signature = tuple(numba.typeof(each) for each in arguments)
    with global_compiler_lock:
        _teach()
        function = _named_apart(loop)
        dispatcher = numba.njit(nogil=True, **OPTIONS)(function)
        dispatcher._cache = LoopCache(function, folder)
        with _whole_loops(function.__qualname__, inline):
            dispatcher.compile(signature)
    return dispatcher.overloads[signature].entry_point


def _named_apart(loop: Callable[..., Any]) -> FunctionType:
    """The function of a loop under a name that no rule has."""
    assert isinstance(loop, FunctionType)
    same = FunctionType(loop.__code__, loop.__globals__, loop.__name__, loop.__defaults__, loop.__closure__)
    same.__qualname__ = f"loop.{loop.__qualname__}"
    return same


@contextmanager
def _whole_loops(name: str, inline: bool) -> Iterator[None]:
    """Make machine code of the loop alone; with its rules inlined, if that is wanted."""
    replaced = [
        (CPUCodeLibrary, "finalize"),
        (CPUCodeLibrary, "_optimize_functions"),
        (CPUCodeLibrary, "_optimize_final_module"),
        (JITCPUCodegen, "set_env"),
        (BaseFunction, "get_call_type"),
    ]
    originals = [getattr(owner, method) for owner, method in replaced]
    finalize_, optimize_part_, optimize_, set_env_, call_type_ = originals
    level, collecting = numba.config.OPT, gc.isenabled()

    def finalize(library: Any) -> None:
        if library.name == name:
            library._linking_libraries = _called(library)
            finalize_(library)
        else:
            library._finalize_dynamic_globals()
            library._finalized = True

    def optimize_part(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout

    def optimize(library: Any) -> None:
        if inline:
            optimize_part_(library, library._final_module)
            _inline(library._final_module)
            optimize_(library)
        else:
            passes, builder = library._codegen._module_pass_manager()
            passes.run(library._final_module, builder)

    def set_env(codegen: Any, env_name: str, env: object) -> None:
        if codegen._engine.is_symbol_defined(env_name):
            set_env_(codegen, env_name, env)

    def call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        known = vars(function).setdefault("known_calls", {})
        call = args, tuple(kws.items())
        if call not in known:
            known[call] = call_type_(function, context, args, kws)
        return known[call]

    new = finalize, optimize_part, optimize, set_env, call_type
    for (owner, method), replacement in zip(replaced, new, strict=True):
        setattr(owner, method, replacement)
    numba.config.OPT = type(level)(INLINED if inline else PLAIN)
    gc.disable()
    try:
        yield
    finally:
        for (owner, method), original in zip(replaced, originals, strict=True):
            setattr(owner, method, original)
        numba.config.OPT = level
        if collecting:
            gc.enable()


def _called(library: Any) -> list[Any]:
    """All libraries that one needs, directly or through others, each once."""
    found: dict[Any, None] = dict.fromkeys(library._linking_libraries)
    waiting = list(found)
    while waiting:
        for part in waiting.pop()._linking_libraries:
            if part not in found:
                found[part] = None
                waiting.append(part)
    return list(found)


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
    if not _DISPATCHERS:
        _teach_rng()
        _teach_moves()
        for verb in (*verbs.VERBS, verbs.observe):
            _teach_verb(verb)
    for rule in RULES:
        if rule not in _DISPATCHERS:
            _DISPATCHERS[rule] = numba.njit(**RULE_OPTIONS)(rule)
            _teach_call(rule, partial(_the_rule, rule))


def _the_rule(rule: Callable[..., Any], args: object) -> Callable[..., Any]:
    return rule


def _teach_verb(verb: Callable[..., Any]) -> None:
    """Let compiled code call a verb: the rule of that name of the game with such a table."""
    schemas: dict[Any, Any] = {}

    def find(args: Any) -> Callable[..., Any]:
        if args[0] not in schemas:
            schemas.update((from_dtype(schema.dtype), schema) for schema in verbs.RULES_OF)
        found: Callable[..., Any] = verbs.RULES_OF[schemas[args[0]]][verb.__name__]
        return found

    _teach_call(verb, find)


def _teach_call(function: Callable[..., Any], find: Callable[[Any], Callable[..., Any]]) -> None:
    """Let compiled code call a function: the rule that is found by the types of the arguments.

    Whole numbers of any size are given to a rule as 64 bits, so that it is compiled once.
    """

    class Call(templates.AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            args, kws = tuple(map(_wide, args)), {name: _wide(each) for name, each in kws.items()}
            called = _DISPATCHERS[find(args)]
            return types.Dispatcher(called).get_call_type(self.context, args, kws)

        def get_impl_key(self, signature: Any) -> Any:
            return _DISPATCHERS[find(signature.args)].get_overload(signature.args)

    templates.infer_global(function, types.Function(Call))


def _wide(kind: Any) -> Any:
    """The type that a rule is given for one: 64 bits for every whole number that they hold."""
    is_whole = isinstance(kind, types.Integer | types.IntEnumMember) and kind != types.uint64
    return types.int64 if is_whole else kind


def _teach_moves() -> None:
    """Ids by the declaration of a kind: a few instructions with its numbers, no function for each kind."""
    number, word = types.int64, ir.IntType(64)

    @type_callable(moves.encode)
    def type_encode(context: Any) -> Callable[..., Any]:
        return lambda move: number

    @lower_builtin(moves.encode, types.BaseTuple)
    def encode(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        (move,) = signature.args
        kind, made = moves.KINDS[move.instance_class], word(0)
        for place, argument in enumerate(kind.arguments):
            value = builder.extract_value(values[0], place)
            value = context.cast(builder, value, move.types[place], number)
            made = builder.mul(made, word(len(argument.values)))
            made = builder.add(made, builder.sub(value, word(argument.values[0])))
        return builder.add(made, word(kind.first))

    @type_callable(moves.decode)
    def type_decode(context: Any) -> Callable[..., Any]:
        def typed(kind: Any, move: Any) -> Any:
            made = kind.instance_class
            return types.BaseTuple.from_types([number] * len(moves.KINDS[made].arguments), made)

        return typed

    @lower_builtin(moves.decode, types.NamedTupleClass, types.Integer)
    def decode(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = moves.KINDS[signature.args[0].instance_class]
        rest = context.cast(builder, values[1], signature.args[1], number)
        rest, made = builder.sub(rest, word(kind.first)), list[Any]()
        for argument in reversed(kind.arguments):
            size = word(len(argument.values))
            made.insert(0, builder.add(builder.urem(rest, size), word(argument.values[0])))
            rest = builder.udiv(rest, size)
        return context.make_tuple(builder, signature.return_type, made)

    @type_callable(moves.is_kind)
    def type_is_kind(context: Any) -> Callable[..., Any]:
        return lambda move, kind: types.boolean

    @lower_builtin(moves.is_kind, types.Integer, types.NamedTupleClass)
    def is_kind(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = moves.KINDS[signature.args[1].instance_class]
        move = context.cast(builder, values[0], signature.args[0], number)
        return builder.icmp_unsigned("<", builder.sub(move, word(kind.first)), word(kind.size))


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

    @overload(random.jump)
    def jump(rng: Any, stream: Any, place: Any) -> Callable[..., Any]:
        def impl(rng: Any, stream: Any, place: Any) -> None:
            rng[0] = mixed(np.uint64(stream) + np.uint64(place) * np.uint64(random.STEP))

        return impl

    @overload(random.start)
    def start(rng: Any, seed: Any, game: Any) -> Callable[..., Any]:
        def impl(rng: Any, seed: Any, game: Any) -> None:
            rng[0] = mixed(mixed(np.uint64(seed)) + np.uint64(game) * np.uint64(random.STEP))

        return impl
