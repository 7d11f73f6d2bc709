"""Deck lists: reading, writing, searching, filling and checking them."""
