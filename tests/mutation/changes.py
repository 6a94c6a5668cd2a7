"""The small wrong changes that can be made in a rule."""

from __future__ import annotations
import __future__

import ast
import marshal
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from difflib import unified_diff
from enum import EnumType
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
OPPOSITE = {"min": "max", "max": "min"}
HANDED_ON = ("table", "box", "moves", "weights", "scores", "ranks", "rng", "options")
"""Arguments that every rule hands on; changing places with them is no slip that anybody makes."""

FIXED_ORDER = ("min", "max", "range", "is_kind", "decode")
"""Calls whose arguments are not swapped: it changes nothing, or nothing would run."""

REMOVED = "(removed)"


def digest(*texts: str) -> str:
    """A short number of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:20]


@dataclass(frozen=True)
class Mutant:
    """A rule with one small change."""

    module: str
    function: str
    change: str
    """The statement before and after; #2 behind it is the second such change in the function."""
    lines: range
    """The lines of the statement; what tests run these may notice."""
    code: bytes
    source: str
    """The function before, as far as it matters."""
    diff: str

    @property
    def name(self) -> str:
        return f"{self.module}.{self.function}: {self.change}"

    @property
    def key(self) -> str:
        """What stays the same as long as the function is not changed."""
        return digest(self.name, self.source)


def mutants_of(module: ModuleType) -> Iterator[Mutant]:
    """Every mutant of the rules in a module, in the order of its lines."""
    path = Path(str(module.__file__))
    text = path.read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and is_rule(node):
            yield from _of_function(node, module, text.splitlines(), path)


def is_rule(function: ast.FunctionDef) -> bool:
    """Whether a function is marked as a rule."""
    return any(ast.unparse(mark).rpartition(".")[2] == "rule" for mark in function.decorator_list)


def _of_function(
    function: ast.FunctionDef, module: ModuleType, text: list[str], path: Path
) -> Iterator[Mutant]:
    short = module.__name__.rpartition(".")[2]
    source = ast.unparse(function)
    seen = {_meaning(_compiled(function, path))}
    times: Counter[str] = Counter()
    for statement, before, after in _Changes(function, vars(module)):
        code = _compiled(function, path)
        if _meaning(code) in seen:
            continue
        seen.add(_meaning(code))
        change = f"{before} → {after}"
        times[change] += 1
        if times[change] > 1:
            change += f" #{times[change]}"
        lines = _lines(statement)
        diff = _diff(text, lines, after, path)
        yield Mutant(short, function.name, change, lines, marshal.dumps(code), source, diff)


def _compiled(function: ast.FunctionDef, path: Path) -> CodeType:
    alone = ast.fix_missing_locations(ast.Module([function], []))
    flags = __future__.annotations.compiler_flag
    whole = compile(alone, str(path), "exec", flags=flags, dont_inherit=True)
    return next(each for each in whole.co_consts if isinstance(each, CodeType))


def _meaning(code: CodeType) -> tuple[Any, ...]:
    """What makes two codes the same for whoever runs them."""
    return code.co_code, code.co_names, code.co_varnames, tuple((type(c), c) for c in code.co_consts)


def _lines(statement: ast.stmt) -> range:
    """The lines of a statement without those of the statements inside it."""
    last = statement.end_lineno or statement.lineno
    if hasattr(statement, "body"):
        last = max(statement.lineno, statement.body[0].lineno - 1)
    return range(statement.lineno, last + 1)


def _diff(text: list[str], lines: range, after: str, path: Path) -> str:
    first = text[lines[0] - 1]
    indent = first[: len(first) - len(first.lstrip())]
    keyword = "el" if first.lstrip().startswith("elif") else ""
    new = indent + ("pass" if after == REMOVED else keyword + after)
    changed = [*text[: lines[0] - 1], new, *text[lines[-1] :]]
    name = f"{path.parent.name}/{path.name}"
    return "\n".join(unified_diff(text, changed, name, name, n=2, lineterm=""))


def _header(statement: ast.stmt) -> str:
    """A statement as text, without the statements inside it."""
    if not hasattr(statement, "body"):
        return ast.unparse(statement)
    bare: Any = deepcopy(statement)
    bare.body = [ast.Pass()]
    if hasattr(bare, "orelse"):
        bare.orelse = []
    return ast.unparse(bare).splitlines()[0]


class _Changes:
    """Makes one change after the other in a function: the statement, its text before, and after."""

    def __init__(self, function: ast.FunctionDef, names: dict[str, Any]) -> None:
        self.function, self.names = function, names
        stored = (n for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.written = Counter(name.id for name in stored)
        self.written.update(argument.arg for argument in function.args.args)

    def __iter__(self) -> Iterator[tuple[ast.stmt, str, str]]:
        yield from self._block(self.function.body)

    def _block(self, body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str, str]]:
        for i, statement in enumerate(body):
            if _is_text(statement):
                continue
            before = _header(statement)
            for new in self._replaced(statement):
                body[i] = new
                yield statement, before, REMOVED if isinstance(new, ast.Pass) else _header(new)
            body[i] = statement
            for parent, field, index, node in list(_expressions(statement)):
                for made in list(self._expression(node, parent)):
                    _put(parent, field, index, ast.copy_location(made, node))
                    yield statement, before, _header(statement)
                _put(parent, field, index, node)
            for field in ("body", "orelse"):
                yield from self._block(getattr(statement, field, []))

    def _replaced(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Other statements in place of one."""
        made: list[ast.stmt] = []
        match statement:
            case ast.Expr(ast.Call()) | ast.Continue() | ast.Return(None):
                made = [ast.Pass()]
            case ast.Break():
                made = [ast.Pass(), ast.Continue()]
            case ast.Assign([ast.Name(name)]):
                made = [ast.Pass()] if self.written[name] > 1 else []
            case ast.Assign():
                made = [ast.Pass()]
            case ast.AugAssign(target, operator, value):
                other = COUNTED.get(type(operator))
                made = [ast.Pass(), ast.Assign([target], value)]
                made += [ast.AugAssign(target, other(), value)] if other else []
            case ast.Return(value) if _is_condition(value):
                made = [ast.Return(ast.Constant(True)), ast.Return(ast.Constant(False))]
            case ast.Return(value) if not isinstance(value, ast.Constant):
                made = [ast.Return(ast.Constant(0))]
        if isinstance(statement, ast.Continue):
            made.append(ast.Break())
        for each in made:
            yield ast.copy_location(each, statement)

    def _expression(self, node: ast.expr, parent: ast.AST) -> Iterator[ast.expr]:
        """Other expressions in place of one."""
        forced = isinstance(parent, (ast.If, ast.IfExp)) and node is parent.test
        if forced or (isinstance(parent, ast.While) and not isinstance(node, ast.Constant)):
            yield ast.Constant(False)
        if forced:
            yield ast.Constant(True)
        match node:
            case ast.Constant(bool() as value):
                yield ast.Constant(not value)
            case ast.Constant(int() as value):
                yield ast.Constant(value + 1)
                yield ast.Constant(value - 1)
            case ast.Name(name, ast.Load()) if name.isupper() and isinstance(self.names.get(name), int):
                yield ast.BinOp(node, ast.Add(), ast.Constant(1))
            case ast.Attribute(ast.Name(name) as kind, member, ast.Load()) if self._is_enum(name):
                members = list(self.names[name].__members__)
                other = members[(members.index(member) + 1) % len(members)]
                yield ast.Attribute(kind, other, ast.Load())
            case ast.Compare(left, operators, values):
                for i, operator in enumerate(operators):
                    other = COMPARED[type(operator)]()
                    yield ast.Compare(left, [*operators[:i], other, *operators[i + 1 :]], values)
            case ast.BinOp(left, operator, right) if type(operator) in COUNTED:
                yield ast.BinOp(left, COUNTED[type(operator)](), right)
            case ast.BoolOp(operator, values):
                yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
                for i in range(len(values)):
                    rest = [*values[:i], *values[i + 1 :]]
                    yield ast.BoolOp(operator, rest) if len(rest) > 1 else rest[0]
            case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), ast.expr() as operand):
                if not isinstance(operand, ast.Constant):
                    yield operand
            case ast.Call(ast.Name(name) as function, arguments, keywords):
                if name in OPPOSITE:
                    yield ast.Call(ast.Name(OPPOSITE[name], ast.Load()), arguments, keywords)
                if name == "range" and len(arguments) == 1:
                    yield ast.Call(function, [ast.Constant(1), *arguments], keywords)
                yield from _swapped(node, name)
        if isinstance(parent, ast.Call) and _called(parent) == "range" and node in parent.args:
            if isinstance(node, ast.Name):
                yield ast.BinOp(node, ast.Add(), ast.Constant(1))
            if not isinstance(node, ast.Constant):
                yield ast.BinOp(node, ast.Sub(), ast.Constant(1))

    def _is_enum(self, name: str) -> bool:
        return isinstance(self.names.get(name), EnumType)


def _swapped(call: ast.Call, name: str) -> Iterator[ast.expr]:
    """The call with two neighbouring arguments in each other's place."""
    if name in FIXED_ORDER:
        return
    for i, (one, two) in enumerate(zip(call.args, call.args[1:], strict=False)):
        texts = ast.unparse(one), ast.unparse(two)
        if texts[0] != texts[1] and not set(texts) & set(HANDED_ON):
            yield ast.Call(call.func, [*call.args[:i], two, one, *call.args[i + 2 :]], call.keywords)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _is_condition(value: ast.expr | None) -> bool:
    """Whether an expression is plainly true or false."""
    return isinstance(value, (ast.Compare, ast.BoolOp)) or (
        isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    )


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


Place = tuple[ast.AST, str, int | None, ast.expr]


def _expressions(statement: ast.AST) -> Iterator[Place]:
    """Every expression of a statement that is read, with where it hangs; not those of statements inside."""
    for field, value in ast.iter_fields(statement):
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.expr):
                yield statement, field, index, node
                yield from _expressions(node)


def _put(parent: Any, field: str, index: int | None, node: ast.expr) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node
