"""Analysis of games from outside: forecasts, payments, invariants, leaks.

This package contains no rules.
"""
