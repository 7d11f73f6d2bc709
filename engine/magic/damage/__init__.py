"""Damage, prevention, life and evasion (CR 119, 120, 509)."""
