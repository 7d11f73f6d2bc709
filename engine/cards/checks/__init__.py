"""Checks of a card as a whole, and the questions about cards that checks and deck rules share."""
