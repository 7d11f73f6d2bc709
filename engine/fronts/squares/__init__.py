"""Squares."""
