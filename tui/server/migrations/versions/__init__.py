"""Migrations, one module each, in order."""
