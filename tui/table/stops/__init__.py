"""Stops: when a player is asked, and when passing goes on by itself."""
