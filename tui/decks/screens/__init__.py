"""Screens of decks: the list and the editor."""
