"""Screens: what is shown together.

They compose widgets and pass choices on; they draw nothing themselves.
"""
