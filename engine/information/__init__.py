"""What each player may know of a game: building Views and redacting events."""
