"""The board widget: the layout and drawing of spaces, regions and squares."""
