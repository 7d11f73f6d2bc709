"""Mana: sources, payment, and the matching of mana to costs (CR 106, 605)."""
