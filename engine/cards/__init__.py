"""Cards as data: definitions, their text, decks and legality."""
