"""Spellfront's terminal interface."""

import os

from tui import compiled_engine

# read by Textual on import: with 240 frames per second a key's effect is on screen after 13 ms
# instead of 30
os.environ.setdefault("TEXTUAL_FPS", "240")

ENGINE_FORM = compiled_engine.use()  # before any module imports the engine
