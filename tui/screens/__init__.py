"""Screens, composed of widgets.

A screen passes the player's choices on and draws nothing itself.
"""
