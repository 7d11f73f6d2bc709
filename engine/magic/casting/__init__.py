"""Casting."""
