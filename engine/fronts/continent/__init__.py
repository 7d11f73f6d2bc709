"""Continent."""
