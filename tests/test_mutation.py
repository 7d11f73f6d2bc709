"""The list of changes of the engine that no test can notice: each is one that can be made, and
has its reason.
"""

from __future__ import annotations

import pytest

from tests.mutation.run import explained, possible


@pytest.mark.slow
def test_every_change_that_changes_nothing_can_be_made_and_says_why() -> None:
    reasons = explained()
    keys = {change.key for change in possible([])}
    assert reasons
    assert [key for key in reasons if key not in keys] == []
    assert [why for why in reasons.values() if not why.endswith(".")] == []
