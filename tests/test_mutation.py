"""The list of changes of the engine that no test can notice: each is of a function that there is, and has its reason."""

from __future__ import annotations

from tests.mutation.run import explained, possible


def test_every_change_that_changes_nothing_is_of_a_function_of_the_engine_and_says_why() -> None:
    reasons = explained()
    functions = {f"{change.path} {change.function}" for change in possible([])}
    assert reasons
    assert [key for key in reasons if key.partition(":")[0] not in functions or " -> " not in key] == []
    assert [why for why in reasons.values() if not why.endswith(".")] == []
