"""Refusals are one short sentence each: whatever the names in it, it stands whole on a line of
80 columns, beside its clause.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.fronts.common.movement import HINDRANCES

ENGINE = Path(__file__).parents[2] / "engine"
LONGEST = 68  # letters of a refusal; before it stands its clause, behind it the key that tells more
NAME, PLACE, NUMBER = "Serra Angel", "b3", "2"
PLACES = {"where", "here", "space"}
NUMBERS = {
    "room",
    "walls",
    "range",
    "most",
    "flight",
    "per_turn",
    "distance",
    "most_each_turn",
    "price",
    "token_range",
    "creature_range",
}


def said(node: ast.expr) -> str:
    """Words as they are told, with something usual wherever one is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(map(said, values))
        case ast.FormattedValue(value=value):
            return said(value)
        case ast.IfExp(body=body, orelse=orelse):
            return max(said(body), said(orelse), key=len)
        case ast.BinOp(left=left, right=right):
            return said(left) + said(right)
        case ast.Name(id=name):
            return PLACE if name in PLACES else NAME if name != "beside" else ""
        case ast.Attribute(attr=name):
            return NUMBER if name in NUMBERS else NAME
        case ast.Call(func=ast.Attribute(attr="space_name")):
            return PLACE
        case ast.Call(func=ast.Name(id="min" | "max")):
            return NUMBER
        case _:
            return NAME


@pytest.mark.slow
def test_every_refusal_is_a_short_sentence() -> None:
    found = 0
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "Refusal"
                and len(node.args) > 1
            ):
                words, found = said(node.args[1]), found + 1
                assert len(words) <= LONGEST, f"{path}:{node.lineno}: {words}"
    assert found > 100


def test_so_is_what_keeps_somebody_from_moving() -> None:
    for words in HINDRANCES.values():
        assert len(words.format(name=NAME)) <= LONGEST
