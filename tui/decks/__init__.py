"""A player's decks and cards, and the screens on which they are edited."""
