"""Mana."""
