"""The forms in which the engine is tested: as it is written, and compiled."""

import pytest

from engine import FORM
from engine.base.compiled import COMPILED


def only_as_written(why: str) -> pytest.MarkDecorator:
    """A test of what the compiled engine hasn't."""
    return pytest.mark.skipif(FORM == COMPILED, reason=why)
