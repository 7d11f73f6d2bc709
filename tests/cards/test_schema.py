"""Reading plain data: what is right becomes a record, everything that is wrong is reported at
once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.base.schema import Problem, read
from engine.cards.model import Card, Damage, Spell, Target
from engine.cards.terms import Filter, Stat


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    rows: Annotated[int, Meta(ge=1, le=40)]
    shape: Literal["grid", "ring"] = "grid"
    names: tuple[str, ...] = ()


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    layouts: dict[str, Layout]
    share: float = 0.5
    hidden: bool = False
    size: tuple[int, int] = (3, 3)


def problems_of(data: object, kind: type = Board, where: str = "board") -> dict[str, Problem]:
    value, problems = read(kind, data, where)
    assert value is None
    return {problem.where: problem for problem in problems}


def test_good_data_becomes_a_record() -> None:
    board, problems = read(
        Board, {"layouts": {"2": {"rows": 3, "names": ["a1", "a2"]}}, "share": 1}
    )
    assert problems == []
    assert board == Board({"2": Layout(3, names=("a1", "a2"))}, 1.0)


def test_every_problem_is_reported_at_once() -> None:
    found = problems_of({
        "layouts": {"2": {"rows": "three"}, "3": {"rows": 41, "shap": "ring"},
        "4": {"shape": "rong", "names": ["a", 2]}},
        "hidden": "yes",
    })  # fmt: skip
    assert set(found) == {
        "board.layouts.2.rows", "board.layouts.3.rows", "board.layouts.3.shap",
        "board.layouts.4.rows",
        "board.layouts.4.shape", "board.layouts.4.names.2", "board.hidden",
    }  # fmt: skip


def test_a_problem_says_what_was_found_and_what_is_allowed() -> None:
    rows = problems_of({"layouts": {"2": {"rows": "three"}}})["board.layouts.2.rows"]
    assert (rows.found, rows.allowed) == ("'three'", "a whole number from 1 to 40")


def test_unknown_keys_and_words_come_with_a_suggestion() -> None:
    found = problems_of(
        {"layouts": {"3": {"rows": 1, "shap": "ring"}, "4": {"rows": 1, "shape": "rong"}}}
    )
    assert found["board.layouts.3.shap"].hint == "did you mean 'shape'?"
    assert found["board.layouts.4.shape"].hint == "did you mean 'ring'?"
    assert found["board.layouts.4.shape"].allowed == "'grid' or 'ring'"


def test_a_missing_key_is_named() -> None:
    problem = problems_of({"layouts": {"2": {}}})["board.layouts.2.rows"]
    assert (problem.found, problem.hint) == ("nothing", "this key is required")


def test_a_value_in_place_of_a_table_and_the_reverse() -> None:
    assert problems_of({"layouts": 3})["board.layouts"].allowed == "a table"
    assert problems_of({"layouts": {}, "hidden": {"a": 1}})["board.hidden"].found == "a table"
    assert problems_of({"layouts": {}, "hidden": [True]})["board.hidden"].found == "a list"
    assert problems_of({"layouts": {}, "size": [3]})["board.size"].allowed == "a list of 2"
    assert problems_of("nothing")["board"].allowed == "a table"


def test_true_is_no_number() -> None:
    assert problems_of({"layouts": {"2": {"rows": True}}})["board.layouts.2.rows"].found == "true"


def test_text_of_a_problem_is_one_line_that_begins_with_the_file() -> None:
    problem = Problem(
        file="house.toml",
        where="board.rows",
        found="'three'",
        allowed="a whole number",
        hint="did you mean 3?",
    )
    assert (
        str(problem)
        == "house.toml: board.rows: found 'three'; allowed: a whole number (did you mean 3?)"
    )
    assert (
        str(Problem(where="", found="a list", allowed="a table"))
        == "found a list; allowed: a table"
    )


def test_a_card_with_nested_unions() -> None:
    spell = {
        "ability": "spell",
        "targets": [{"of": {"types": ["Creature"]}}],
        "effects": [
            {
                "do": "damage",
                "to": "target",
                "amount": {"count": "stat", "what": "hand", "of": "you"},
            }
        ],
    }
    card, problems = read(Card, {"name": "Spark", "types": ["Instant"], "abilities": [spell]})
    assert problems == []
    effect = Damage(amount=Stat(what="hand", of="you"), to="target")
    assert card == Card(
        name="Spark",
        types=("Instant",),
        abilities=(Spell(effects=(effect,), targets=(Target(of=Filter(types=("Creature",))),)),),
    )


def test_a_wrong_tag_lists_the_allowed_ones() -> None:
    found = problems_of(
        {
            "name": "Spark",
            "types": ["Instant"],
            "abilities": [{"ability": "spel"}, {"effects": []}],
        },
        Card,
        "",
    )
    assert found["abilities.1.ability"].hint == "did you mean 'spell'?"
    assert "'triggered'" in found["abilities.1.ability"].allowed
    assert found["abilities.2.ability"].found == "nothing"


def test_problems_deep_within_a_card_are_placed() -> None:
    effects = [
        {"do": "damage", "amount": "Y", "to": "targt"},
        {"do": "damage", "amount": {"count": "object"}, "to": {"typs": ["Creature"]}},
        {"do": "make-token", "token": {"types": ["Creature"]}},
    ]
    found = problems_of(
        {
            "name": "Spark",
            "types": ["Instnt"],
            "abilities": [{"ability": "spell", "effects": effects}],
        },
        Card,
        "Spark",
    )
    at = "Spark.abilities.1.effects"
    assert set(found) == {
        "Spark.types.1", f"{at}.1.amount", f"{at}.1.to", f"{at}.2.amount.count", f"{at}.2.to.typs",
        f"{at}.3.token.name",
    }  # fmt: skip
    assert found[f"{at}.1.amount"].allowed.startswith("a whole number")
    assert "a table with count = 'objects', 'stat'" in found[f"{at}.1.amount"].allowed
    assert found[f"{at}.1.to"].hint == "did you mean 'target'?"
