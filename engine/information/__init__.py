"""Each player's knowledge of a game: Views and redacted events."""
