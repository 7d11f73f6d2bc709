"""Changes of meaning that can be made in a piece of source: one comparison, number, condition or
statement at a time.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
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
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}
UNTOUCHED = (ast.Raise, ast.Assert, ast.JoinedStr, ast.AnnAssign, ast.arguments)
"""Within these nothing is changed: words for players, and what only a type checker reads."""
# what is counted in these is looked at only to see whether it is another: by how much is no meaning
ONLY_DIFFERENT = {"version"}
# what is made of these outside the stack is only read: the id, their first argument, is no meaning
NAMELESS = {"StackItem"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Change(NamedTuple):
    """One change of meaning: a piece of a file's source, what stands there instead, and the
    function that it is in.
    """

    path: str
    function: str  # its qualified name, of the outermost where functions are nested
    first_line: int  # of that function, decorators included
    line: int
    kind: str
    start: int  # the piece of the source, in bytes
    end: int
    old: str
    new: str

    @property
    def key(self) -> str:
        """What it is called in a list: lines come and go, the function and the words stay."""
        return f"{self.path} {self.function}: {self.old} -> {self.new}"

    def apply(self, source: str) -> str:
        """The source with this change."""
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def changes(path: str, source: str) -> Iterator[Change]:
    """Every change that could be made within the functions of a file, in the order of the
    source.
    """
    data = source.encode()
    starts = [0]
    for text in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    for name, function in _functions(ast.parse(source), ""):
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        for node, kind, new in _within(function):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start, end = (
                starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset,
            )
            old = " ".join(data[start:end].decode().split())
            yield Change(path, name, first, node.lineno, kind, start, end, old, new)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    """The outermost functions, by qualified name; what stands under `if TYPE_CHECKING` is no
    code.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


def _within(function: Function) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """What can be changed in a function: the node, the kind of change, what stands there
    instead.
    """
    waiting: list[ast.AST] = [
        part for part in reversed(function.body) if not isinstance(part, UNTOUCHED)
    ]
    while waiting:
        node = waiting.pop()
        yield from _of(node)
        waiting.extend(reversed(list(_with_meaning(node))))


def _with_meaning(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which a change would be one of meaning."""
    match node:
        case ast.AugAssign(target=ast.Attribute(attr=name)) if name in ONLY_DIFFERENT:
            return
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(), *_]) if name in NAMELESS:
            left_out = node.args[0]
        case _:
            left_out = None
    yield from (
        part
        for part in ast.iter_child_nodes(node)
        if part is not left_out and not isinstance(part, UNTOUCHED)
    )


def _of(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            yield (
                node,
                "comparison",
                _text(ast.Compare(node.left, [COMPARISONS[type(op)]()], node.comparators)),
            )
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, "and/or", _text(ast.BoolOp(other, node.values))
            for i in range(len(node.values)):
                rest = [*node.values[:i], *node.values[i + 1 :]]
                yield (
                    node,
                    "condition dropped",
                    _text(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)),
                )
        case ast.comprehension():
            yield from ((condition, "condition dropped", "True") for condition in node.ifs)
        case ast.If():
            yield from ((node.test, "condition dropped", word) for word in ("True", "False"))
        case ast.Expr(value=ast.Call()):
            yield node, "statement dropped", "pass"
        case ast.expr():
            yield from _of_value(node)
        case _:
            pass


def _of_value(node: ast.expr) -> Iterator[tuple[ast.expr, str, str]]:
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield node, "not", _text(node.operand)
        case ast.Constant(value=bool()):
            yield node, "constant", str(not node.value)
        case ast.Constant(value=int()):
            yield node, "number", str(node.value + 1)
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            yield (
                node,
                "arithmetic",
                _text(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)),
            )
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield node.func, "any/all/min/max", CALLS[name]
        case ast.Subscript(slice=ast.Slice()):
            yield node, "slice", _text(node.value)
        case _:
            pass


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"
