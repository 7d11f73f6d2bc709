"""Damage."""
