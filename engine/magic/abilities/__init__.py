"""Abilities."""
