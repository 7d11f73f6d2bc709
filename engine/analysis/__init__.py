"""Questions about a game from outside: forecasts, payments, invariants, leaks.

Nothing here is a rule.
"""
