"""Continuous effects: layers, characteristics, filters and amounts (CR 611, 613)."""
