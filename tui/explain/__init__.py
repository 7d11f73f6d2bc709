"""Explanations: why an action is illegal, how numbers arise, what a card can reach."""
