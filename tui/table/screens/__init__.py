"""The screens of a game: the table, and the pages opened from it."""
