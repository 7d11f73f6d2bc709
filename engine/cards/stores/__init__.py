"""Stores of cards: SQLite files of card data, shipped or imported, from which a card is read."""
