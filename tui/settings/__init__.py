"""Settings, keys and paths of one player."""
