"""Matches: connections, seats, agreements, and computer players."""
