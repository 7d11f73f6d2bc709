"""Histories of games: records, replays, undo and the timeline."""
