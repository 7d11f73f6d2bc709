"""A player's decks and cards, and the screens to edit them."""
