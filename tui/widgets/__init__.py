"""General widgets.

They know Views and words, but neither the game nor its rules.
"""
