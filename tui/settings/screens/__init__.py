"""Screens of settings and keys."""
