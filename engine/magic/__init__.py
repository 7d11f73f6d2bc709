"""Magic's own rules.

Turn, priority and stack, casting, combat damage, layers, triggers, replacement, keywords.
"""
