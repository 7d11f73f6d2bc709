"""Scenarios: positions with a script, as TOML files.

They serve as tests, puzzles and bug reports.
"""

from engine.scenario.running import Failure, Result, run, run_text, stage_of
from engine.scenario.stage import ScriptError, Stage

__all__ = ["Failure", "Result", "ScriptError", "Stage", "run", "run_text", "stage_of"]
