"""Abilities: triggers, targets, choices, replacement effects and resolution (CR 603, 608, 614)."""
