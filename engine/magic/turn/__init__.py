"""The turn: steps, priority, combat, state-based actions, setup and losing (CR 500 to 514, 117,
704).
"""
