"""Abilities: triggers, targets, choices, replacement effects and resolving effects (CR 603, 608,
614).
"""
