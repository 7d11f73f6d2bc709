"""The English text of cards, written from their data."""
