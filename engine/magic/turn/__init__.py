"""The turn: steps, priority, combat, state-based actions, setup and losing (CR 117, 500, 704)."""
