"""What has been decided in a game: records, replays, undo and the timeline."""
