"""Cards as data: definitions, rules text, decks and legality."""
