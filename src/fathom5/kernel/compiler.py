"""What numba has to be told: it compiles the loops, every rule, and the verbs by the table's type."""

from contextlib import contextmanager
from threading import Lock

import numba
import numpy as np
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.extending import overload, register_jitable
from numba.np.numpy_support import from_dtype

from fathom5.kernel import chance, verbs
from fathom5.kernel.marks import RULES

INTEGER = numba.int64
FAST = {"_nrt": False, "error_model": "numpy"}
"""No reference counts, since rules allocate nothing; no checks for division by zero."""

INLINE = {"forceinline": True}
"""For the kernel's own small functions: arrays are dear to hand on."""

_LOCK = Lock()
_TAUGHT = set()


def type_of(array):
    """The compiler's type of an array."""
    return numba.typeof(array)


def compiled(loop, signature, folder):
    """A loop as machine code, out of the folder or put there."""
    teach()
    with _LOCK:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            with only_whole_loops(loop.__qualname__):
                return numba.njit(signature, nogil=True, cache=True, **FAST)(loop)
        finally:
            numba.config.CACHE_DIR = before


@contextmanager
def only_whole_loops(name):
    """Make machine code of the loop alone.

    Numba optimizes every function by itself with all it calls, and again inside each of its
    callers; nobody calls a rule but the loop it is linked into, so only that is worth the time.
    """
    whole, known = CPUCodeLibrary.finalize, JITCPUCodegen.set_env

    def finalize(library):
        if library.name == name:
            return whole(library)
        for part in dict.fromkeys(library._linking_libraries):
            library._reload_init.update(part._reload_init)
            library._final_module.link_in(part._get_module_for_linking(), preserve=True)
        library._finalize_dynamic_globals()
        library._finalized = True

    def set_env(codegen, env_name, env):
        if codegen._engine.is_symbol_defined(env_name):
            known(codegen, env_name, env)

    CPUCodeLibrary.finalize, JITCPUCodegen.set_env = finalize, set_env
    try:
        yield
    finally:
        CPUCodeLibrary.finalize, JITCPUCodegen.set_env = whole, known


def teach() -> None:
    """Let compiled code call every rule loaded so far, and the verbs by the table's type."""
    with _LOCK:
        if not _TAUGHT:
            _teach_chance()
            for verb in verbs.VERBS:
                _teach_verb(verb.__name__, verb)
        for rule in RULES:
            if rule not in _TAUGHT:
                _TAUGHT.add(rule)
                inner = rule.__module__.startswith("fathom5.kernel")
                register_jitable(**(FAST | INLINE if inner else FAST))(rule)


def _teach_verb(name, verb):
    @overload(verb, strict=False, jit_options=FAST | INLINE)
    def typed(table, *args):
        found = {from_dtype(schema.dtype): rules[name] for schema, rules in verbs.RULES_OF.items()}
        rule = found[table]
        return lambda table, *args: rule(table, *args)


def _teach_chance() -> None:
    """The generator in machine words: what chance.py says in whole numbers of any size."""

    def mixed(state):
        state = (state ^ (state >> np.uint64(30))) * np.uint64(chance.FIRST)
        state = (state ^ (state >> np.uint64(27))) * np.uint64(chance.SECOND)
        return state ^ (state >> np.uint64(31))

    register_jitable(**FAST, **INLINE)(mixed)

    @overload(chance.draw, jit_options=FAST | INLINE)
    def draw(rng):
        def impl(rng):
            rng[0] = rng[0] + np.uint64(chance.STEP)
            return np.int64(mixed(rng[0]) >> np.uint64(32))

        return impl

    @overload(chance.start, jit_options=FAST | INLINE)
    def start(rng, seed, game):
        def impl(rng, seed, game):
            rng[0] = mixed(mixed(np.uint64(seed)) + np.uint64(game) * np.uint64(chance.STEP))

        return impl
