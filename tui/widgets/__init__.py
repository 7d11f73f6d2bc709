"""Widgets: how one thing is drawn.

They know Views and words, and neither the game nor its rules.
"""
