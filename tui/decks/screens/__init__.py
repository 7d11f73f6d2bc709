"""The screens of decks: the list and the editor."""
