"""Magic's own rules: turn, priority and stack, casting, combat damage, layers, triggers,
replacement, keywords.
"""
