"""The page of the public API says what the source says."""

from __future__ import annotations

from tui.tools.api_page import PAGE, page


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python3 -m tui.tools.api_page"


def test_every_public_name_has_a_heading_and_a_sentence() -> None:
    text = page()
    assert "### `load_variant`\n\n```python\nload_variant(" in text
    assert "#### `Game.push_text`\n\n```python\npush_text(text: str) -> list[Event]\n" in text
    assert "| `seat` | `int \\| None` |" in text
    assert "\n\n\n" not in text
