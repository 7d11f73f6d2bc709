"""Explanations: why an action is illegal, why a number is what it is, what a card could reach."""
