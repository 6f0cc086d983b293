"""Make mutants of a module: its syntax tree with one small change each.

`<` becomes `<=`, an operand is dropped, a statement removed. What no test of behaviour could see is left alone:
annotations, docstrings, texts, imports, `__all__`, caches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
PAIRS: tuple[tuple[type[ast.operator], type[ast.operator]], ...] = (
    (ast.Add, ast.Sub),
    (ast.Sub, ast.Add),
    (ast.Mult, ast.Div),
    (ast.Div, ast.Mult),
    (ast.FloorDiv, ast.Mult),
    (ast.Mod, ast.Mult),
    (ast.Pow, ast.Mult),
    (ast.BitAnd, ast.BitOr),
    (ast.BitOr, ast.BitAnd),
    (ast.BitXor, ast.BitOr),
)
OPERATORS = dict(PAIRS)
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNMUTATED_FIELDS = {"annotation", "returns", "format_spec", "type_params", "names"}
UNMUTATED_DECORATORS = ("cache", "cached_property", "overload", "override")
UNMUTATED_ARGUMENTS = ("frozen", "slots", "hash", "repr", "strict", "maxsize")


class Mutant(NamedTuple):
    """One change: its place, its description, and the module's code with it.

    `lines` are those of its statement. `function` is the outermost enclosing function, by qualified name and first
    line.
    """

    line: int
    lines: range
    inside: str
    text: str
    change: str
    function: tuple[str, int] | None
    code: CodeType

    @property
    def identity(self) -> tuple[str, str, str]:
        """The key in `equivalent.toml`."""
        return self.inside, self.text, self.change

    def function_code(self) -> CodeType | None:
        """Return the code of the outermost enclosing function; the rest of the module is unchanged."""
        return self.function and _function(self.code, *self.function)


class _Place(NamedTuple):
    lines: range
    inside: str = ""
    function: tuple[str, int] | None = None


def mutants(source: str, path: str) -> Iterator[Mutant]:
    """Yield all mutants of a module in line order, compiled as if from `path`."""
    tree, rows = ast.parse(source), source.splitlines()
    for owner, key, node, place in _nodes(tree, _Place(range(1, 2))):
        line = getattr(node, "lineno", place.lines[0])
        for other in _others(owner, node):
            _put(owner, key, ast.fix_missing_locations(ast.copy_location(other, node)))
            code = compile(tree, path, "exec")
            _put(owner, key, node)
            yield Mutant(
                line,
                place.lines,
                place.inside,
                rows[line - 1].strip(),
                f"{_said(node)} → {_said(other)}",
                place.function,
                code,
            )


def _nodes(owner: ast.AST, place: _Place) -> Iterator[tuple[ast.AST, tuple[str, int | None], ast.AST, _Place]]:
    """Yield every node below another that may be changed: its parent, its field, and its place in the source."""
    for field, value in ast.iter_fields(owner):
        if field in UNMUTATED_FIELDS:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(node, ast.AST) or _unmutated(node):
                continue
            here = place._replace(lines=_lines(node)) if isinstance(node, ast.stmt | ast.match_case) else place
            yield owner, (field, index), node, here
            below = here
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                below = here._replace(inside=f"{here.inside}.{node.name}".lstrip("."))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and here.function is None:
                first = min(part.lineno for part in (node, *node.decorator_list))
                outside = ast.FunctionDef(node.name, node.args, [], node.decorator_list)
                yield from _nodes(outside, below)
                yield from _nodes(ast.Module(node.body, []), below._replace(function=(below.inside, first)))
            else:
                yield from _nodes(node, below)


def _unmutated(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.keyword(arg=name):
            return name in UNMUTATED_ARGUMENTS
    return False


def _lines(node: Any) -> range:
    """Return the lines of a statement, or of its head if it contains others."""
    if isinstance(node, ast.match_case):
        return range(node.pattern.lineno, node.body[0].lineno)
    end = node.end_lineno if not getattr(node, "body", None) else max(node.body[0].lineno - 1, node.lineno)
    return range(node.lineno, end + 1)


def _others(owner: ast.AST, node: Any) -> Iterator[ast.AST]:
    """Yield the replacements for a node."""
    if _is_condition(owner, node):
        yield ast.UnaryOp(ast.Not(), node)
    match node:
        case ast.Compare(left, ops, comparators):
            for at, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], comparators)
        case ast.BoolOp(op, values):
            # A test that notices either missing operand also tells `and` from `or`.
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)
            if isinstance(owner, ast.Compare):
                yield ast.Constant(value - 1)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Call(ast.Name(name), arguments, keywords) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name], ast.Load()), arguments, keywords)
        case ast.Slice(lower, upper, step):
            if lower:
                yield ast.Slice(None, upper, step)
            if upper:
                yield ast.Slice(lower, None, step)
            if step:
                yield ast.Slice(lower, upper, None)
        case ast.FunctionDef(decorator_list=decorators):
            for at, decorator in enumerate(decorators):
                if not any(name in ast.unparse(decorator) for name in UNMUTATED_DECORATORS):
                    yield _copied(node, decorator_list=decorators[:at] + decorators[at + 1 :])
        case ast.AugAssign(target, op, value):
            yield ast.Pass()
            if type(op) in OPERATORS:
                yield ast.AugAssign(target, OPERATORS[type(op)](), value)
        case ast.Return(value) if value and not (
            isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))
        ):
            yield ast.Return(None)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Expr() | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _is_condition(owner: ast.AST, node: ast.AST) -> bool:
    """Return whether a node is a condition whose negation is not tried elsewhere."""
    if isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant) or not isinstance(node, ast.expr):
        return False
    conditions = (
        owner.ifs
        if isinstance(owner, ast.comprehension)
        else [getattr(owner, "guard", None) or getattr(owner, "test", None)]
    )
    return any(node is one for one in conditions) and not isinstance(owner, ast.IfExp | ast.Assert)


def _copied(node: ast.AST, **fields: Any) -> ast.AST:
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def _put(owner: ast.AST, key: tuple[str, int | None], node: ast.AST) -> None:
    field, index = key
    if index is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[index] = node


def _said(node: ast.AST) -> str:
    """Return a node as a line of source; only the head of a function."""
    if isinstance(node, ast.FunctionDef):
        return " ".join([*(f"@{ast.unparse(one)}" for one in node.decorator_list), f"def {node.name}"])
    return ast.unparse(node)


def _function(code: CodeType, name: str, line: int) -> CodeType | None:
    """Return the code of the function with this name and first line, anywhere in other code."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found = part if (part.co_qualname, part.co_firstlineno) == (name, line) else _function(part, name, line)
            if found:
                return found
    return None
