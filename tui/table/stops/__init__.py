"""Stops: questions for the player, and automatic passing."""
