"""Checks of whole cards, and questions about cards that checks and deck rules share."""
