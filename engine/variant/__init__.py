"""Variant."""
