"""Rewriting of the engine's source into a form that mypyc compiles to fast code.

People read and write plain Python; only the compiled copy differs from it, and mostly in records,
the classes that derive from `msgspec.Struct`:

- The engine's own records become plain classes, which mypyc makes native: their fields are fields
  of a C struct, and creating or reading a record needs no call into Python. The methods that
  msgspec gives a record are written out at the end of its class. Records with `gc=False` stay
  untracked by the garbage collector.
- Records that TOML is decoded into stay msgspec's, but their annotations become text: msgspec needs
  the complete type, and mypyc keeps only the outermost class of a type. They are recognized by
  their options: they forbid unknown fields or take keywords only.
- Constants, written in capitals, become final, so that C finds them without a dictionary.
- Functions that cache their results (`derived`, `derived_for`, `of_each`, `lru_cache`,
  `cached_property`) are written out in place, so that calling one is a C call. `ASKING`, `CACHED`
  and `KEPT_BY_EACH` hold the code that replaces their decorators.
- Loops over `zip`, collections of the results of `map` and sums become C loops.
- Expressions that mypyc leaves to Python although it could compile them are rephrased: `isinstance`
  with a union, typed empty collections (`set[int]()`), `a & ~b`.
- Classes that derive from a class of Python's, such as `tuple`, and classes that a record derives
  from besides its record base, are left to Python.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeGuard

# options that mark a record as one that msgspec has to create
OF_DATA = {"forbid_unknown_fields", "kw_only", "tag", "tag_field", "dict"}
# default factory of a field: the expression that creates the default
EMPTY = {"dict": "{}", "set": "set()", "list": "[]", "frozenset": "frozenset()"}
MOST = 1 << 20  # results that a function caches where its decorator gives no bound
# functions whose argument `map(…)` becomes a generator expression
COLLECTED = ("any", "all", "tuple", "list", "set", "frozenset")
OPEN = {
    "engine.magic.core.agenda.Task", "engine.magic.core.agenda.Question",
    "engine.magic.core.agenda.Grouped", "engine.magic.turn.priority.Priority",
    "engine.magic.core.legal_actions.ActionGroup",
}  # fmt: skip
"""Records that tests derive classes from."""
FUTURE = "from __future__ import annotations"
IMPORTED = (
    "; from builtins import object as _Object"
    "; from typing import Any as _Any, ClassVar as _ClassVar, Union as _Union, Final as _Final, "
    "cast as _cast_, final as _final"
    "; from engine.base.data_records import Meta as _Meta, kept as _kept, mypyc_attr as _mypyc_attr"
    "; from engine.base.records import Native as _Native, replaced as _replaced"
)
"""Imports that the rewritten classes need.

They are added to a line that is there already, so that the lines up to the first record keep their
numbers.
"""

KEPT = """
from engine.magic.index.derived import ANSWERS as _ANSWERS, ASKS as _ASKS, declared as _declared
_value_of_{name} = _declared({name!r}, ({goes_by}))
_mask_of_{name}: _Final[int] = _value_of_{name}.mask
_number_of_{name}: _Final[int] = _value_of_{name}.number
_first_of_{name}: _Final[int] = _value_of_{name}.waits_for
_waits_of_{name}: _Final[int] = _value_of_{name}.mask | _value_of_{name}.waits_for
def {name}({parameters}) -> {result}:
    state = game.state
    if state.dirty & _waits_of_{name}:
        if state.dirty & _first_of_{name}:
            game.permanents
        if state.dirty & _mask_of_{name}:"""
ASKING = {
    "derived": KEPT
    + """
            found = _anew_{name}(game)
            state.keep(_number_of_{name}, found)
            return found
    return state.kept[_number_of_{name}]
_ASKS[_number_of_{name}] = {name}""",
    "derived_for": KEPT
    + """
            state.keep(_number_of_{name}, {{}})
    answers: dict[_Any, _Any] = state.kept[_number_of_{name}]
    asked: _Any = ({others},)
    if asked in answers:
        return answers[asked]
    found: _Any = _anew_{name}(game, {others})
    answers[asked] = found
    return found
_ASKS[_number_of_{name}] = {name}
_ANSWERS.add(_number_of_{name})""",
    "of_each": """
from engine.cards.remembered import MOST_RECORDS as _MOST_RECORDS
_found_by_{name}: _Final[dict[int, tuple[_Any, ...]]] = {{}}
def {name}({parameters}) -> {result}:
    entry = _found_by_{name}.get(id({first}))
    if entry is None:
        found: _Any = _anew_{name}({first})
        if len(_found_by_{name}) >= _MOST_RECORDS:
            _found_by_{name}.clear()
        entry = _found_by_{name}[id({first})] = ({first}, found)
    return entry[1]""",
}
"""Code of functions that cache their results, by decorator."""
CACHED = """
_found_by_{name}: _Final[dict[_Any, _Any]] = {{}}
def {name}({parameters}) -> {result}:
    asked: _Any = {asked}
    found: _Any = _found_by_{name}.get(asked)
    if found is None:
        if len(_found_by_{name}) >= {most}:
            _found_by_{name}.clear()
        found = _found_by_{name}[asked] = _anew_{name}({names})
    return found"""
"""Code of a function with `lru_cache` or `cache`; a full cache is emptied."""
KEPT_BY_EACH = """
    _kept_{name}: _Any = None
    @property
    def {name}(self) -> {result}:
        found: _Any = self._kept_{name}
        if found is None:
            found = self._kept_{name} = self._anew_{name}()
        return found"""
"""Code of a `cached_property` in a native class."""

Place = tuple[int, int, int, int]  # first line and column, last line and column, as in `ast`
Edit = tuple[Place, str]  # a place in a module and the text that replaces it


class Field(NamedTuple):
    """A field of a record: its type and its default, as an expression or a factory."""

    name: str
    type: str
    default: str = ""
    made: str = ""

    @property
    def parameter(self) -> str:
        """The field as a parameter of `__init__`."""
        if self.made:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")

    @property
    def value(self) -> str:
        """The value that `__init__` assigns to the field."""
        return f"{self.made} if {self.name} is None else {self.name}" if self.made else self.name

    @property
    def is_plain(self) -> bool:
        """True if comparing two values with `==` is as fast as with `is`."""
        return self.type in ("int", "bool", "str")


class Class(NamedTuple):
    """A class definition somewhere in the engine."""

    module: str
    node: ast.ClassDef
    bases: tuple[str, ...]  # full names: "engine.magic.core.agenda.Task"

    @property
    def name(self) -> str:
        """The full name of the class, with its module."""
        return f"{self.module}.{self.node.name}"

    @property
    def options(self) -> dict[str, bool]:
        """The options of a record, switched on or off."""
        return {
            k.arg: bool(k.value.value) if isinstance(k.value, ast.Constant) else True
            for k in self.node.keywords
            if k.arg
        }

    @property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions defined in the class body."""
        return [line for line in self.node.body if isinstance(line, ast.FunctionDef)]

    def decorators(self, name: str) -> list[ast.expr]:
        """Return the decorators called `name` on functions of the class."""
        return [
            each
            for function in self.functions
            for each in function.decorator_list
            if ast.unparse(each) == name
        ]

    @property
    def methods(self) -> set[str]:
        """The names of the methods defined in the class body."""
        return {line.name for line in self.functions}

    def fields(self) -> Iterator[Field]:
        """Yield the fields that the class declares."""
        for line in self.node.body:
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and not _is_shared(line)
            ):
                yield Field(line.target.id, ast.unparse(line.annotation), *_default(line.value))


class Sources:
    """All modules of the engine and the classes defined in them."""

    def __init__(self, root: Path, left: Collection[str] = ()) -> None:
        """Read the package `engine` below `root`; the modules `left` aren't compiled."""
        self.left = left
        self.texts = {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted((root / "engine").rglob("*.py"))
        }
        self.classes: dict[str, Class] = {}
        self.names: dict[str, set[str]] = {}  # names that each module knows
        for path, text in self.texts.items():
            module, tree = path.removesuffix(".py").replace("/", "."), ast.parse(text)
            imports = dict(_imports(tree))
            self.names[module] = {*imports, *vars(builtins), *_defined(tree)}
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    bases = tuple(_in_full(base, module, imports) for base in node.bases)
                    self.classes[f"{module}.{node.name}"] = Class(module, node, bases)

    def written(self, path: str) -> str:
        """Return the source of the module at `path` as it is compiled."""
        module = path.removesuffix(".py").replace("/", ".")
        if path in self.left:
            return self.texts[path]
        lines = [line.encode() for line in self.texts[path].split("\n")]
        edits = [
            edit
            for found in self.classes.values()
            if found.module == module
            for edit in self._edits(found, lines)
        ]
        tree = ast.parse(self.texts[path])
        edits += [
            *_constants(tree),
            *_kept_answers(tree),
            *_copies(tree),
            *_loops(tree),
            *_in_words_of_c(tree),
        ]
        for (line, column, last_line, last_column), text in sorted(edits, reverse=True):
            inserted = (
                lines[line - 1][:column] + text.encode() + lines[last_line - 1][last_column:]
            ).split(b"\n")
            kept = last_line - line + 1
            lines[line - 1 : last_line] = inserted + [b""] * (kept - len(inserted))
        return b"\n".join(lines).decode().replace(FUTURE, FUTURE + IMPORTED if edits else FUTURE, 1)

    def is_record(self, name: str) -> bool:
        """Return whether a class is a record."""
        return name == "msgspec.Struct" or (
            name in self.classes and any(map(self.is_record, self.classes[name].bases))
        )

    def is_data(self, name: str) -> bool:
        """Return whether a record is left to msgspec."""
        found = self.classes.get(name)
        if found is None:
            return False
        path = found.module.replace(".", "/") + ".py"
        return (
            path in self.left
            or bool(OF_DATA & found.options.keys())
            or any(map(self.is_data, found.bases))
        )

    def is_left(self, name: str) -> bool:
        """Return whether a class is left to Python.

        A class is left to Python if it derives from a class of Python's, or if a record derives
        from it and it has a `cached_property`.
        """
        found = self.classes.get(name)
        if found is None:
            return hasattr(builtins, name)
        if (
            not self.is_record(name)
            and found.decorators("cached_property")
            and any(name in each.bases for each in self._records)
        ):
            return True
        return any(map(self.is_left, found.bases))

    @cached_property
    def _records(self) -> list[Class]:
        return [found for found in self.classes.values() if self.is_record(found.name)]

    def fields_of(self, name: str) -> list[Field]:
        """Return the fields of a record, inherited ones first."""
        found = self.classes.get(name)
        if found is None:
            return []
        own = {field.name: field for field in found.fields()}
        inherited = [field for base in found.bases for field in self.fields_of(base)]
        return [own.pop(field.name, field) for field in inherited] + list(own.values())

    def option(self, name: str, option: str, otherwise: bool) -> bool:
        """Return the value of an option of a record, inherited if the record doesn't set it.

        `otherwise` is the value if no class sets the option.
        """
        found = self.classes.get(name)
        if found is None:
            return otherwise
        inherited = [self.option(base, option, otherwise) for base in found.bases]
        return found.options.get(option, inherited[0] if inherited else otherwise)

    def _edits(self, found: Class, lines: list[bytes]) -> Iterator[Edit]:
        """Yield the edits of a class."""
        if self.is_left(found.name) or self.is_record(found.name):
            yield from (
                (_place(each, each), "_kept") for each in found.decorators("cached_property")
            )
        else:
            yield from _written_apart(found.functions, _kept_by_each)
        above = found.node.lineno - 1
        free = not lines[above - 1].strip()
        if self.is_left(found.name):
            assert free, f"the line above {found.name} is where it is marked"
            yield (above, 0, above, 0), "@(lambda kind: kind)"
            yield from _types_as_text(found)
        elif "typing.NamedTuple" in found.bases:
            yield from _types_as_text(found)
        elif self.is_record(found.name) and self.is_data(found.name):
            options = ", ".join(
                f"{option.arg!r}: {ast.unparse(option.value)}" for option in found.node.keywords
            )
            yield (
                _place(found.node.body[0], found.node.body[0], after=True),
                f"; _options = _cast_('_Any', {{{options}}})",
            )
            yield from _types_as_text(found)
        elif self.is_record(found.name):
            acyclic = not self.option(found.name, "gc", True)
            if found.name in OPEN:
                yield (
                    (above, 0, above, 0),
                    f"@_mypyc_attr(allow_interpreted_subclasses=True, acyclic={acyclic})",
                )
            elif free and not any(found.name in other.bases for other in self.classes.values()):
                yield (above, 0, above, 0), "@_final"
                yield (
                    (above + 1, 0, above + 1, 0),
                    f"@_mypyc_attr(free_list_len=1, acyclic={acyclic})\n",
                )
            elif acyclic:
                yield (above + 1, 0, above + 1, 0), "@_mypyc_attr(acyclic=True)\n"
            yield from self._native(found)

    def _native(self, found: Class) -> Iterator[Edit]:
        """Yield the edits that turn a record into a plain class."""
        node = found.node
        bases = (
            "_Native" if full == "msgspec.Struct" else ast.unparse(base)
            for full, base in zip(found.bases, node.bases, strict=True)
        )
        last = node.keywords[-1].value if node.keywords else node.bases[-1]
        yield _place(node.bases[0], last), ", ".join(bases)
        for line in node.body:
            if isinstance(line, ast.Assign):
                yield _place(line.targets[0], line.targets[0], after=True), ": _ClassVar"
            elif isinstance(line, ast.AnnAssign) and not _is_shared(line):
                yield _place(line.annotation, line), ast.unparse(line.annotation)
        yield (
            _place(node.body[-1], node.body[-1], after=True),
            "".join(f"\n    {line}" for line in self._written_out(found)),
        )

    def _written_out(self, found: Class) -> Iterator[str]:
        """Yield the lines of the methods that msgspec gives a record."""
        own, fields = found.node.name, self.fields_of(found.name)
        # inside the class, a method hides a module-level name of the same spelling
        known = self.names[found.module] - found.methods
        fields = [
            field if _names(field.type) <= known else field._replace(type="_Any")
            for field in fields
        ]
        yield (
            "__struct_fields__: _ClassVar[tuple[str, ...]] = "
            f"({''.join(f'{field.name!r}, ' for field in fields)})"
        )
        yield f"def __init__(self{''.join(f', {field.parameter}' for field in fields)}) -> None:"
        yield from (f"    self.{field.name} = {field.value}" for field in fields)
        yield "    return"
        yield f"def __replace__(self, fields: dict[str, _Any]) -> {own}:"
        yield f"    new = {own}({', '.join(f'self.{field.name}' for field in fields)})"
        yield "    for name, value in fields.items():"
        yield "        setattr(new, name, value)"
        yield "    return new"
        if self.option(found.name, "eq", True) and "__eq__" not in found.methods:
            yield "def __eq__(self, other: _Object) -> bool:"
            yield (
                f"    return self is other or (isinstance(other, {own}) and type(other) is "
                f"type(self){''.join(map(_same, fields))})"
            )
        if self.option(found.name, "frozen", False) and "__hash__" not in found.methods:
            yield "def __hash__(self) -> int:"
            yield f"    return hash(({''.join(f'self.{field.name}, ' for field in fields)}))"
        if found.options.get("order"):
            yield f"def __lt__(self, other: {own}) -> bool:"
            yield from (
                f"    if self.{f.name} != other.{f.name}: return self.{f.name} < other.{f.name}"
                for f in fields
            )
            yield "    return False"


def _same(field: Field) -> str:
    one, two = f"self.{field.name}", f"other.{field.name}"
    return f" and {one} == {two}" if field.is_plain else f" and ({one} is {two} or {one} == {two})"


def _default(value: ast.expr | None) -> tuple[str, str]:
    """Return a default as an expression and as a factory; one of the two is empty."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        maker = ast.unparse(value.keywords[0].value).split("[")[0]
        return "", EMPTY.get(maker, f"{maker}()")
    if isinstance(value, ast.Dict | ast.List):
        return "", ast.unparse(value)
    return "" if value is None else ast.unparse(value), ""


def _constants(tree: ast.Module) -> Iterator[Edit]:
    """Yield the edits that mark the constants of a module as final."""
    for line in tree.body:
        if isinstance(line, ast.Assign) and _is_constant(line.targets[0]):
            yield _place(line.targets[0], line.targets[0], after=True), ": _Final"
        elif isinstance(line, ast.AnnAssign) and line.value and _is_constant(line.target):
            kind = ast.unparse(line.annotation)
            yield (
                _place(line.annotation, line.annotation),
                kind if kind.startswith("Final") else f"_Final[{kind}]",
            )


def _kept_answers(tree: ast.Module) -> Iterator[Edit]:
    """Yield the edits of a module's functions that cache their results."""
    yield from _written_apart(
        [node for node in tree.body if isinstance(node, ast.FunctionDef)], _asking
    )


def _written_apart(
    functions: Iterable[ast.FunctionDef], asking: Callable[[ast.FunctionDef, str, list[str]], str]
) -> Iterator[Edit]:
    """Yield the edits that write out functions that cache their results.

    The function itself is renamed to `_anew_NAME`; `asking` returns the code, placed after it, that
    looks up the cached result.
    """
    for node in functions:
        if len(node.decorator_list) == 1:
            decorator = node.decorator_list[0]
            called, goes_by = (
                (decorator.func, decorator.args)
                if isinstance(decorator, ast.Call)
                else (decorator, [])
            )
            if text := asking(node, ast.unparse(called), [ast.unparse(each) for each in goes_by]):
                head = (
                    decorator.lineno,
                    node.col_offset,
                    node.lineno,
                    node.col_offset + len(f"def {node.name}"),
                )
                yield (
                    head,
                    "\n" * (node.lineno - decorator.lineno)
                    + f"{' ' * node.col_offset}def _anew_{node.name}",
                )
                yield _place(node.body[-1], node.body[-1], after=True), text


def _asking(node: ast.FunctionDef, decorator: str, goes_by: list[str]) -> str:
    """Return the code that looks up a function's cached result, or "" if nothing is cached."""
    names = [each.arg for each in node.args.args]
    told = {
        "name": node.name,
        "parameters": ast.unparse(node.args),
        "result": _result(node),
        "names": ", ".join(names),
    }
    if (text := ASKING.get(decorator)) is not None:
        return text.format(
            first=names[0],
            others=", ".join(names[1:]),
            goes_by="".join(f"{each}, " for each in goes_by),
            **told,
        )
    simple = (
        names and ast.unparse(node.args).count(":") == len(names) and "*" not in told["parameters"]
    )
    if decorator not in ("cache", "lru_cache") or not simple or told["result"].endswith("None"):
        return ""
    asked = names[0] if len(names) == 1 else f"({told['names']})"
    return CACHED.format(asked=asked, most=goes_by[0] if goes_by else MOST, **told)


def _kept_by_each(node: ast.FunctionDef, decorator: str, _: list[str]) -> str:
    """Return the code of a `cached_property`, or "" for any other decorator."""
    return (
        KEPT_BY_EACH.format(name=node.name, result=_result(node))
        if decorator == "cached_property"
        else ""
    )


def _result(node: ast.FunctionDef) -> str:
    return ast.unparse(node.returns or ast.Constant(None))


def _copies(tree: ast.Module) -> Iterator[Edit]:
    """Yield the edits of `replace(record, **fields)`: pass `fields` on without a call."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "replace"
            and [each.arg for each in node.keywords] == [None]
        ):
            yield (
                _place(node, node),
                f"_replaced({ast.unparse(node.args[0])}, {ast.unparse(node.keywords[0].value)})",
            )


def _loops(tree: ast.Module) -> Iterator[Edit]:
    """Yield the edits that turn loops over `zip` and collections of `map` into plain C loops.

    `strict=True` of `zip` is dropped: the uncompiled source checks the lengths.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            for call in [node.iter] if _is_call(node.iter, "zip") else []:
                if [each.arg for each in call.keywords] == ["strict"]:
                    yield _behind(call.args[-1], call), ")"
        elif (
            _is_call(node, "sum")
            and len(node.args) == 1
            and isinstance(found := node.args[0], ast.ListComp)
        ):
            for line, column in (
                (found.lineno, found.col_offset),
                (found.end_lineno or 0, (found.end_col_offset or 0) - 1),
            ):
                yield (line, column, line, column + 1), ""
        elif _is_call(node, *COLLECTED) and len(node.args) == 1 and _is_call(node.args[0], "map"):
            call = node.args[0]
            found, over = call.args[0], call.args[-1]
            if len(call.args) == 2 and isinstance(found, ast.Name | ast.Attribute):
                start = call.lineno, call.col_offset, over.lineno, over.col_offset
                yield start, f"{ast.unparse(found)}(_each_) for _each_ in "
                yield _behind(over, call), ""


def _in_words_of_c(tree: ast.Module) -> Iterator[Edit]:
    """Yield the edits of expressions that mypyc would leave to Python."""
    for node in ast.walk(tree):
        if _is_call(node, "isinstance") and isinstance(node.args[1], ast.BinOp):
            yield (
                _place(node.args[1], node.args[1]),
                f"({', '.join(map(ast.unparse, _members(node.args[1])))})",
            )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript) and not node.args:
            maker = ast.unparse(node.func.value)
            if maker in EMPTY:
                yield _place(node, node), f"_cast_({ast.unparse(node.func)!r}, {EMPTY[maker]})"
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.BitAnd)
            and _is_inverted(node.right)
            and _may_be_read_twice(node.left)
        ):
            line, column, last_line, last_column = _place(node.left, node.left)
            yield (line, column, line, column), "("
            yield (
                (last_line, last_column, node.right.lineno, node.right.col_offset + 1),
                f" ^ ({ast.unparse(node.left)} & ",
            )
            yield _place(node, node, after=True), "))"


def _may_be_read_twice(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _is_inverted(node: ast.expr) -> TypeGuard[ast.UnaryOp]:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert)


def _is_call(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    """Return whether `node` calls one of the built-in functions `names`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _behind(part: ast.expr, whole: ast.expr) -> Place:
    """Return the place from the end of `part` to the end of `whole`."""
    return (*_place(part, part)[2:], *_place(whole, whole)[2:])


def _is_constant(target: ast.expr) -> bool:
    """Return whether a name is written in capitals; a single letter names a type variable."""
    return isinstance(target, ast.Name) and len(target.id) > 1 and target.id.isupper()


def _types_as_text(found: Class) -> Iterator[Edit]:
    """Yield the edits that turn the annotations of a class into text.

    The class stays Python's or msgspec's, and the types that it names may not be defined yet.
    """
    node = found.node
    for full, base in zip(found.bases, node.bases, strict=True):
        if full == "msgspec.Struct":
            yield _place(base, base), "Struct, metaclass=_Meta"
    for line in node.body:
        if (
            isinstance(line, ast.AnnAssign)
            and not _is_shared(line)
            and not isinstance(line.annotation, ast.Constant)
        ):
            yield _place(line.annotation, line.annotation), repr(_as_text(line.annotation))
            if _default(line.value)[1]:
                yield _place(line.value, line.value), _default(line.value)[1]


def _as_text(annotation: ast.expr) -> str:
    """Return an annotation as text that mypyc keeps: `Union[int, str]`, not `int | str`."""
    members = _members(annotation)
    texts = ", ".join(map(ast.unparse, members))
    return texts if len(members) == 1 else f"_Union[{texts}]"


def _members(union: ast.expr) -> list[ast.expr]:
    """Return the types of a union written `int | str`."""
    return [*_members(union.left), union.right] if isinstance(union, ast.BinOp) else [union]


def _is_shared(line: ast.AnnAssign) -> bool:
    """Return whether a field belongs to the class, not to each record."""
    return ast.unparse(line.annotation).startswith("ClassVar")


def _place(first: ast.AST | None, last: ast.AST | None, after: bool = False) -> Place:
    """Return the place of a part of a module, or the place right after it."""
    assert isinstance(first, ast.expr | ast.stmt)
    assert isinstance(last, ast.expr | ast.stmt)
    end = last.end_lineno or 0, last.end_col_offset or 0
    return (*end, *end) if after else (first.lineno, first.col_offset, *end)


def _names(annotation: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)}


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a module imports outside functions, each with its full name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (
                (each.asname or each.name, f"{node.module}.{each.name}") for each in node.names
            )
        elif isinstance(node, ast.Import):
            yield from ((each.asname or each.name, each.name) for each in node.names)


def _defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            )


def _in_full(base: ast.expr, module: str, imports: Mapping[str, str]) -> str:
    """Return the full name of a base class; built-in classes keep their bare names."""
    words = ast.unparse(base).split("[")[0]
    first, dot, rest = words.partition(".")
    if first in imports:
        return imports[first] + dot + rest
    return words if hasattr(builtins, words) else f"{module}.{words}"
