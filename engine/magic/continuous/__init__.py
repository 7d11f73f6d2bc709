"""Continuous."""
