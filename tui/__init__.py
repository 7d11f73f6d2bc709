"""Spellfront in a terminal."""

import os

from tui import compiled_engine

# Textual reads this once, when it is imported: 240 frames a second bring a key's effect to the
# screen in 13 ms, not 30.
os.environ.setdefault("TEXTUAL_FPS", "240")

ENGINE_FORM = compiled_engine.use()  # before anything here imports the engine
