"""Tests of the house need what the extra `server` brings."""

from __future__ import annotations

import pytest

for module in ("asyncssh", "sqlalchemy", "alembic"):
    pytest.importorskip(module, reason="the extra 'server' is not installed: pip install .[server]")
